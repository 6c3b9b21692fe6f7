# SPDX-License-Identifier: MIT
"""Which part of the tests `make test` does, and what it leaves to `make test-all`.  tests/README.md names all of it.

The rules:
- Each test of behaviour runs in gcc's build.  Where that takes many seconds it works on a sample there: it reads HW_SAMPLE.
  HW_QUICK asks for one that no build has in `make test-all`.
- A sanitizer's build has the samples of HW_SAMPLE in `make test-all`, too.  In `make test` long ones are smaller
  (HW_SMALL_SAMPLE), and programs are left out that differ from others only in kernels, chips, options or words: our code that they run is run
  there by others.
- Under the thread sanitizer those are left out, too, whose threads do not meet, or meet as those of others do."""

LEFT_OUT = {
    "gcc": (),
    "asan": (
        "cli/test_bank_0", "cli/test_cc_calls", "cli/test_cc_cuda", "cli/test_cc_tesla", "cli/test_cc_textures", "cli/test_conversions",
        "cli/test_cxx", "cli/test_cxx_headers", "cli/test_docs", "cli/test_environment", "cli/test_examples", "cli/test_exports", "cli/test_help",
        "cli/test_occupancy", "cli/test_run_consts", "cli/test_run_later", "cli/test_schedule_tools", "cli/test_sdk_harness",
        "cli/test_short", "cli/test_time_course", "cli/test_time_latencies", "cli/test_time_registers", "cli/test_words",
    ),
    "tsan": (
        "cli/test_bank_0", "cli/test_chips", "cli/test_containers", "cli/test_conversions", "cli/test_dis_color", "cli/test_docs",
        "cli/test_environment", "cli/test_extract", "cli/test_replace", "cli/test_run_consts", "cli/test_run_doubts", "cli/test_run_later", "cli/test_schedule_tools",
        "cli/test_sdk_harness", "unit/test_compute_limits", "unit/test_compute_stack", "unit/test_cuda_occupancy",
        "unit/test_machine_access", "unit/test_machine_areas", "unit/test_machine_fast_path", "unit/test_machine_functions",
        "unit/test_uninitialised", "unit/test_engine_bits_fermi", "unit/test_engine_convert_fermi",
        "unit/test_engine_double_fermi", "unit/test_engine_flags_fermi", "unit/test_engine_float_fermi",
        "unit/test_engine_integer_fermi", "unit/test_engine_predicate_fermi", "unit/test_engine_short_fermi",
        "unit/test_engine_video_fermi", "unit/test_engine_words", "unit/test_jit_ternary", "unit/test_occupancy",
        "unit/test_programs_approximate", "unit/test_programs_bits", "unit/test_programs_calls", "unit/test_programs_convert",
        "unit/test_programs_double", "unit/test_programs_float", "unit/test_programs_flow", "unit/test_programs_half",
        "unit/test_programs_hash", "unit/test_programs_integer", "unit/test_programs_linear", "unit/test_programs_match",
        "unit/test_programs_memory", "unit/test_programs_operands", "unit/test_programs_parameters", "unit/test_programs_rare",
        "unit/test_programs_search", "unit/test_programs_simulate", "unit/test_programs_special", "unit/test_programs_tensor",
        "unit/test_programs_tensor_integer", "unit/test_programs_tensor_sparse", "unit/test_programs_texture",
        "unit/test_programs_video", "unit/test_programs_warp", "unit/test_programs_wmma", "unit/test_warp_lanes",
        "unit/test_warp_random",
    ),
}
# Programs whose names begin so read HW_SMALL_SAMPLE in another file than their own, tests/programs/program.c.
SMALLER_ELSEWHERE = ("unit/test_programs_",)


def is_left_out(build, name):
    return name in LEFT_OUT.get(build.name, ())


def reads(word, source):
    files = [path for path in source.rglob("*") if path.is_file()] if source.is_dir() else [source]
    return any(word in path.read_bytes() for path in files)


def is_partial(build, name, source):
    """Whether a program does less under `make test`: it looks at what says so, or is told how many inputs to try."""
    if reads(b"HW_QUICK", source):
        return True
    if build.sanitized:
        return name.startswith(SMALLER_ELSEWHERE) or reads(b"HW_SMALL_SAMPLE", source)
    return build.is_first and (name.startswith("fuzz/check_") or reads(b"HW_SAMPLE", source))

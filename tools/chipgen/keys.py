# SPDX-License-Identifier: MIT
"""The keys of chip files: in groups, in the order in which `halfwarp chips NAME` shows them, with the units of their
numbers.  Most keys are members of struct hw_chip_info and struct hw_microarchitecture, whose headers say what they mean."""

WORDS = ["aliases", "isa", "variant"]
TEXTS = ["register_doubled", "shared_sizes"]  # lists of numbers, with a source
UNSTORED = ["released"]  # only orders the chips

NAME = ""                # the unit of what is only a name, a choice or a plain number
CLOCKS, RATE, BYTES, FLOW = "clocks", "lanes/clock", "bytes", "bytes/clock"

# A line of keys and their unit; the first of a group stand in struct hw_chip_info, all others in struct hw_microarchitecture.
CHIP = [("limits", [
    (NAME, "released id capability"),
    ("clusters", "tps"),
    ("MPs/cluster", "mps_per_tp"),
    ("cores", "sps_per_mp"),
    ("lanes", "warp_size"),
    ("warps", "warps_per_mp"),
    ("blocks", "blocks_per_mp"),
    ("threads", "threads_per_block block_x block_y block_z"),
    ("blocks", "grid_x grid_y grid_z"),
    ("registers", "registers_per_mp registers_per_block registers_per_block_calculator registers_per_thread "
                  "registers_compiled register_unit"),
    ("warps", "register_warps"),
    ("parts", "register_parts"),
    (BYTES, "shared_per_mp shared_per_block shared_unit shared_block_unit shared_reserved"),
    ("blocks", "cluster_blocks cluster_blocks_opt_in"),
    ("barriers", "barriers_per_mp"),
    (BYTES, "local_per_thread parameter_bytes memory_page"),
    ("kHz", "shader_clock_khz"),
])]
MICROARCHITECTURE = [
    ("issue", [
        ("schedulers", "schedulers"),
        (NAME, "fixed_warps"),
        (CLOCKS, "issue_cycles"),
        ("instructions", "issue_width"),
        (NAME, "own_units control_port"),
        (CLOCKS, "branch_cycles"),
        ("warps", "active_warps"),
        (CLOCKS, "replay_cycles"),
    ]),
    ("rates", [
        (RATE, "rate_fp32 rate_fp64 rate_half rate_int rate_logic rate_move rate_shift rate_compare rate_multiply "
               "rate_multiply16 rate_bits rate_count rate_sfu rate_convert rate_convert_wide rate_video rate_shuffle "
               "rate_special rate_control rate_memory"),
        ("texels/clock", "rate_texture"),
        ("threads/clock", "rate_barrier"),
    ]),
    ("latencies", [
        (CLOCKS, "latency_fp32 latency_fp64 latency_half latency_int latency_multiply latency_multiply16 latency_bits "
                 "latency_count latency_sfu latency_convert latency_video latency_predicate latency_special "
                 "latency_shuffle latency_barrier latency_operands memory_queue"),
    ]),
    ("registers", [
        ("banks", "register_banks"),
        (NAME, "register_bank_bits"),
        (CLOCKS, "operand_clocks"),
        (NAME, "reuse_cache"),
    ]),
    ("shared memory", [
        ("banks", "shared_banks"),
        (BYTES, "shared_bank_bytes"),
        (CLOCKS, "shared_bank_cycles"),
        ("lanes", "shared_lanes"),
        ("words", "shared_broadcasts"),
        ("passes", "shared_wide_passes"),
        ("lanes", "shared_wide_lanes"),
        (NAME, "shared_store_words"),
        (CLOCKS, "shared_operand_cycles"),
        (CLOCKS, "latency_shared"),
        (NAME, "shared_atomics"),
        (CLOCKS, "latency_shared_atomic"),
    ]),
    ("constants", [
        (BYTES, "constant_bytes constant_line"),
        ("ways", "constant_ways"),
        (CLOCKS, "latency_constant"),
        (BYTES, "constant2_bytes constant2_line"),
        ("ways", "constant2_ways"),
        (CLOCKS, "latency_constant2"),
        (BYTES, "constant3_bytes constant3_line"),
        ("ways", "constant3_ways"),
        (CLOCKS, "latency_constant3"),
    ]),
    ("code", [
        (BYTES, "code_bytes code_line"),
        ("ways", "code_ways"),
        ("lines", "code_ahead"),
        (BYTES, "code2_bytes"),
        (CLOCKS, "latency_code2 latency_code"),
    ]),
    ("global memory", [
        ("lanes", "coalesce_lanes"),
        (NAME, "coalesce_lines coalesce_order"),
    ]),
    ("L1", [
        (BYTES, "l1_bytes l1_line l1_sector"),
        ("ways", "l1_ways"),
        (NAME, "l1_parts l1_global l1_local l1_texture"),
        (FLOW, "l1_clock_bytes"),
        (CLOCKS, "latency_l1"),
    ]),
    ("texture", [
        (BYTES, "texture_bytes texture_line"),
        ("ways", "texture_ways"),
        ("MPs", "texture_mps"),
        (CLOCKS, "latency_texture"),
        (BYTES, "texture2_bytes texture2_line"),
        ("ways", "texture2_ways"),
        (CLOCKS, "latency_texture2"),
    ]),
    ("L2", [
        (FLOW, "mp_read_bytes mp_write_bytes"),
        ("requests", "mp_misses"),
        (CLOCKS, "send_queue l2_queue"),
        (BYTES, "l2_bytes l2_line l2_sector"),
        ("ways", "l2_ways"),
        ("slices", "l2_slices"),
        (FLOW, "l2_slice_bytes l2_write_bytes"),
        ("%", "l2_clock"),
        (CLOCKS, "latency_l2"),
        (FLOW, "l2_atomic_bytes"),
    ]),
    ("memory", [
        ("bits", "dram_channel_bits"),
        (FLOW, "fill_bytes"),
        (BYTES, "dram_burst"),
        ("%", "dram_efficiency"),
        (BYTES, "dram_row"),
        ("clocks of it", "dram_row_cycles"),
        (CLOCKS, "latency_dram"),
    ]),
    ("launches", [
        (CLOCKS, "block_cycles block_start_cycles kernel_cycles kernel_end_cycles"),
    ]),
    ("counters", [
        ("times", "count_barriers"),
        (NAME, "count_constants"),
    ]),
    ("host", [
        ("ns", "call_ns"),
        ("kernels", "kernels_at_once"),
        ("queues", "kernel_queues"),
        ("engines", "copy_engines"),
        ("MB/s", "link_mbps pageable_mbps"),
        ("ns", "link_ns"),
    ]),
]


def named(groups):
    """(group, unit) by key, in order."""
    return {key: (group, unit) for group, lines in groups for unit, keys in lines for key in keys.split()}


NUMBERS = named(CHIP)
MICRO = named(MICROARCHITECTURE)
EVERY = {**NUMBERS, **MICRO}

# What a number may be: least and most.  Chip files are held to it, and so are the numbers that a caller sets in place of
# a chip's own (include/halfwarp/chip_override.h).  What is in no line is fixed: code relies on it, or names it.
RANGES = [
    (1, 64, "warps_per_mp"),                             # HW_WARPS_MAX of the model
    (1, 32, "blocks_per_mp"),                            # HW_BLOCKS_MAX
    (256, 1 << 20, "registers_per_mp registers_per_block"),
    (1, 1 << 16, "register_unit"),
    (1 << 10, 1 << 20, "shared_per_mp shared_per_block"),
    (1, 4, "schedulers"),                                # HW_SCHEDULERS_MAX
    (0, 1, "fixed_warps own_units control_port shared_atomics coalesce_lines coalesce_order l1_global l1_local l1_texture "
           "shared_store_words count_constants reuse_cache"),
    (1, 64, "issue_cycles"),
    (1, 2, "issue_width"),
    (0, 1000, "branch_cycles replay_cycles"),
    (1, 1024, "rate_fp32 rate_int rate_logic rate_move rate_shift rate_compare rate_multiply rate_multiply16 rate_bits "
              "rate_sfu rate_convert rate_special rate_control rate_memory rate_texture rate_barrier"),
    (0, 1024, "rate_fp64 rate_half rate_count rate_convert_wide rate_video rate_shuffle"),  # 0: there is no unit
    (1, 10000, "latency_fp32 latency_fp64 latency_half latency_int latency_multiply latency_multiply16 latency_bits "
               "latency_count latency_sfu latency_convert latency_video latency_predicate latency_special "
               "latency_shuffle latency_barrier latency_shared latency_shared_atomic latency_constant "
               "latency_constant2 latency_constant3 latency_code2 latency_code latency_l1 latency_texture "
               "latency_texture2"),
    (0, 10000, "latency_operands"),
    (8, 10000, "latency_l2 latency_dram block_start_cycles"),  # the model's shortest step
    (0, 4, "register_banks"),
    (0, 255, "register_bank_bits"),
    (1, 16, "operand_clocks"),
    (1, 32, "shared_banks"),
    (4, 8, "shared_bank_bytes"),
    (1, 64, "shared_bank_cycles"),
    (4, 32, "shared_lanes"),
    (1, 32, "shared_wide_lanes"),
    (1, 16, "count_barriers"),
    (1, 32, "shared_broadcasts"),
    (0, 32, "shared_wide_passes"),
    (0, 64, "shared_operand_cycles"),
    (0, 1 << 20, "constant_bytes constant2_bytes constant3_bytes code_bytes code2_bytes l1_bytes texture_bytes"),
    (0, 1 << 26, "texture2_bytes"),
    (0, 1 << 28, "l2_bytes"),
    (32, 4096, "constant_line constant2_line constant3_line code_line l1_line texture_line texture2_line l2_line"),
    (32, 128, "l1_sector l2_sector"),
    (1, 1024, "constant_ways constant2_ways constant3_ways code_ways l1_ways texture_ways texture2_ways l2_ways"),
    (8, 32, "coalesce_lanes"),
    (1, 16, "texture_mps"),
    (1, 2, "l1_parts"),
    (0, 64, "code_ahead"),
    (0, 100_000, "memory_queue send_queue l2_queue"),
    (1, 1 << 14, "fill_bytes l1_clock_bytes mp_read_bytes mp_write_bytes l2_slice_bytes l2_write_bytes"),
    (1, 1 << 16, "mp_misses"),
    (1, 1024, "l2_slices"),
    (1, 400, "l2_clock"),
    (1, 4096, "l2_atomic_bytes"),
    (8, 4096, "dram_channel_bits"),
    (1, 4096, "dram_burst"),
    (1, 100, "dram_efficiency"),
    (64, 1 << 16, "dram_row"),
    (0, 10000, "dram_row_cycles block_cycles"),
    (0, 10_000_000, "kernel_cycles kernel_end_cycles"),
    (0, 1_000_000_000, "call_ns link_ns"),
    (1, 1024, "kernels_at_once kernel_queues"),
    (0, 2, "copy_engines"),
    (1, 10_000_000, "link_mbps pageable_mbps"),
]
RANGE = {key: (least, most) for least, most, names in RANGES for key in names.split()}
POWERS = set("shared_bank_bytes shared_lanes shared_wide_lanes constant_line constant2_line constant3_line code_line "
             "l1_line texture_line texture2_line l2_line l1_sector l2_sector coalesce_lanes dram_channel_bits "
             "dram_row".split())  # of two

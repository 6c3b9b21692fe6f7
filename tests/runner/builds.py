# SPDX-License-Identifier: MIT
"""The builds that the tests run in: both compilers, and the sanitizers.

`gcc` is the build that `make` makes.  The sanitizers' builds are clang's, whose warnings are errors there; a build by
clang without them is made only where it is asked for, as the suite has ten minutes."""
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Build:
    name: str
    folder: str
    options: tuple = ()  # None where the Makefile configures it
    sanitized: bool = False
    threads: bool = False  # only the tests of code that starts threads
    usual: bool = True     # made where no build is named

    @property
    def path(self):
        return ROOT / self.folder

    @property
    def is_first(self):
        """The build that `make` makes: what is no matter of a compiler or sanitizer is tested in it alone."""
        return self.options is None

    def runs(self, kind, name):
        """Whether this build is there for a test: NAME is a room's for unit tests, else the test's own."""
        without = {"cli": THREADLESS_COMMANDS, "unit": THREADLESS_ROOMS}
        like_another = kind == "cli" and name.startswith(LIKE_ANOTHER)
        if kind == "fuzz":
            return not self.threads or name in THREADED_CHECKS
        return not self.threads or name not in without.get(kind, ()) and not like_another


# What starts no thread, as it launches nothing or on one worker (tests/tools/test_threads.py): the fuzzers, too, and
# a sweep, whose points are processes.
THREADLESS_ROOMS = ("compiler", "isa", "link", "module", "ops", "sched")
THREADLESS_COMMANDS = ("test_decuda", "test_dis_as", "test_exec", "test_facts", "test_fuzz_packs", "test_help",
                       "test_info", "test_isa", "test_main", "test_short", "test_sweep", "test_words")
# Of the fuzzers and checks those that are programs of CUDA.
THREADED_CHECKS = ("check_streams", "check_threads")
# What starts threads only as test_run, test_run_program and test_time_program do: the compiler's tests, whose kernels run
# as any other, the model's figures and reports, and the examples.  Their names begin so.
LIKE_ANOTHER = ("test_cc", "test_cxx", "test_link", "test_time_course", "test_time_latencies", "test_time_registers",
                "test_time_pairs", "test_time_report", "test_occupancy", "test_examples", "test_exports")

BUILDS = (
    Build("gcc", "build", options=None),
    Build("clang", "build/clang", usual=False, options=("-DHW_DEBUG=-g1", "-DHW_LESS_INLINE=ON")),
    Build("asan", "build/asan", sanitized=True, options=("-DHW_SANITIZE=address,undefined",)),
    Build("tsan", "build/tsan", sanitized=True, threads=True,
          options=("-DHW_SANITIZE=thread", f"-DHW_LEFT_OUT_ROOMS={';'.join(THREADLESS_ROOMS)}")),
)


def commands(build, jobs, first):
    if build.options is None:
        return [["make", "--no-print-directory", "build", f"JOBS={jobs}"]]
    configure = ["cmake", "-S", str(ROOT), "-B", str(build.path), "-G", "Ninja", "--log-level=WARNING",
                 "-DCMAKE_C_COMPILER=clang", "-DHW_WERROR=ON", "-DHW_SHARED_LIBS=OFF", "-DHW_BATCHES=ON",
                 f"-DHW_TABLES={first / 'generated' if first else ''}", f"-DHW_OBJECTS={first or ''}", *build.options]
    return [configure, ["ninja", "-C", str(build.path), "-j", str(jobs), "--quiet"]]


def make(build, jobs, first=None):
    """Configure and build; returns (whether it worked, the output, seconds of processors).

    FIRST is the folder of another build, of which this one takes the instruction tables and, where no sanitizer is to
    watch them, the objects."""
    output, cpu = "", 0.0
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    for command in commands(build, jobs, first):
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with process.stdout as pipe:
            output += pipe.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)  # as Popen.wait, which does not say what was used
        process.returncode = os.waitstatus_to_exitcode(status)
        cpu += usage.ru_utime + usage.ru_stime
        if process.returncode:
            return False, output, cpu
    return True, output, cpu

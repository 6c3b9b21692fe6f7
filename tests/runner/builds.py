"""The builds that the tests run in: both compilers, and the sanitizers.

`gcc` is the build that `make` makes.  In the others the tests see HW_REDUCED=1: what takes long may
be done on a sample there."""
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
    reduced: bool = True

    @property
    def path(self):
        return ROOT / self.folder


BUILDS = (
    Build("gcc", "build", options=None, reduced=False),
    Build("clang", "build/clang"),
    Build("asan", "build/asan", options=("-DHW_SANITIZE=address,undefined",)),
    Build("tsan", "build/tsan", options=("-DHW_SANITIZE=thread",)),
)


def commands(build, jobs):
    if build.options is None:
        return [["make", "--no-print-directory", "build", f"JOBS={jobs}"]]
    configure = ["cmake", "-S", str(ROOT), "-B", str(build.path), "-G", "Ninja", "--log-level=WARNING",
                 "-DCMAKE_C_COMPILER=clang", "-DHW_WERROR=ON", "-DHW_SHARED_LIBS=OFF", *build.options]
    return [configure, ["ninja", "-C", str(build.path), "-j", str(jobs), "--quiet"]]


def make(build, jobs):
    """Configure and build; returns (whether it worked, the output)."""
    output = ""
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    for command in commands(build, jobs):
        done = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        output += done.stdout
        if done.returncode:
            return False, output
    return True, output

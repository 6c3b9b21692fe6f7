# SPDX-License-Identifier: MIT
"""The programs and libraries of a package."""
import subprocess

JIT_SYMBOLS = [f"--keep-symbol=__jit_debug_{name}" for name in ("register_code", "descriptor")]  # GDB's (docs/jit.md)


def files(folder):
    return [path for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"]


def strip(folder, *options):
    """Leave no symbols but those by which GDB finds the JIT's interface."""
    for path in files(folder):
        subprocess.run(["strip", *options, *JIT_SYMBOLS, path], check=True)

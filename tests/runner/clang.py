# SPDX-License-Identifier: MIT
"""The clangs of this machine that can write PTX, for tests of CUDA C++."""
import shutil
import subprocess

from runner import tap

VERSIONS = (19, 18, 17, 16, 15, 14)


def writes_ptx(name):
    done = subprocess.run([name, "--print-targets"], capture_output=True, text=True)
    return "nvptx64" in done.stdout


def clangs():
    """Their names, the newest first; a test that needs one is skipped without."""
    found = [name for name in (*(f"clang-{version}" for version in VERSIONS), "clang") if shutil.which(name)]
    if not found:
        raise tap.Skip("there is no clang (package clang-19)")
    able = [name for name in found if writes_ptx(name)]
    if not able:
        raise tap.Skip(f"{', '.join(found)} cannot write PTX")
    return able


def newest_and_oldest():
    numbered = [name for name in clangs() if name != "clang"] or clangs()
    return sorted({numbered[0], numbered[-1]}, reverse=True)


def is_there():
    try:
        return bool(clangs())
    except tap.Skip:
        return False

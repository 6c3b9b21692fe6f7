# SPDX-License-Identifier: MIT
"""A folder for one run of one program, laid out as the SDK lays out its own.

The programs want to stand in C/bin/linux/release, look for data in ../../../src/PROGRAM/data and write their
results next to either.  A new folder for each run has no old results in it and cannot harm the checkout: the
program is a link, its data a copy without the files that a run is to write (a checkout in which programs
have run has them).  Libraries that were renamed since 2012 get links with their old names.
"""

import contextlib
import shutil
import subprocess
import tempfile
from pathlib import Path

RELEASE = Path("C/bin/linux/release")
# soname that the programs ask for -> the one that Debian has today
RENAMED = {
    "libmpi.so.0": "libmpi.so.40",
    "libmpi_cxx.so.0": "libmpi_cxx.so.40",
    "libglut.so.3": "libglut.so.3.12",
}


def data_folder(program):
    return Path("C/src") / program / "data"


@contextlib.contextmanager
def folder(checkout, program, outputs, parent):
    """The root of a scratch layout for `program`, removed in the end."""
    with tempfile.TemporaryDirectory(prefix=program + ".", dir=parent) as name:
        root = Path(name)
        (root / RELEASE).mkdir(parents=True)
        (root / RELEASE / program).symlink_to(checkout / RELEASE / program)
        if (checkout / data_folder(program)).is_dir():
            shutil.copytree(checkout / data_folder(program), root / data_folder(program),
                            ignore=shutil.ignore_patterns(*outputs))
        yield root


def written(root, program, name):
    """The file that a run wrote under `name`, beside the program or in its data folder; None without one."""
    for place in (root / RELEASE, root / data_folder(program)):
        if (place / name).is_file():
            return place / name
    return None


def renamed_libraries(parent):
    """A folder with links from old library names to today's, for LD_LIBRARY_PATH."""
    place = parent / "renamed"
    place.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=False).stdout
    for line in listed.splitlines():
        soname, _, path = line.strip().partition(" => ")
        for old, today in RENAMED.items():
            if soname.split(" ")[0] == today and not (place / old).exists():
                (place / old).symlink_to(path)
    return place

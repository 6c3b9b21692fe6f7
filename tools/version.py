# SPDX-License-Identifier: MIT
"""The version of these sources."""
import re
from pathlib import Path

HEADER = Path(__file__).resolve().parents[1] / "include/halfwarp/version.h"


def numbers():
    """(major, minor, patch), as the header has them."""
    text = HEADER.read_text()
    return tuple(int(re.search(rf"^#define HW_VERSION_{part} (\d+)$", text, re.MULTILINE)[1]) for part in ("MAJOR", "MINOR", "PATCH"))


def text():
    return ".".join(map(str, numbers()))

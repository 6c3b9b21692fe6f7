# SPDX-License-Identifier: MIT
"""How much a number can be relied on: the words of include/halfwarp/standing.h, with which its source begins."""
import re

STANDINGS = ("documented", "measured", "derived", "guess")
EXPECTED = f"which begins with {', '.join(STANDINGS[:-1])} or {STANDINGS[-1]}"
SOURCE = re.compile(rf"({'|'.join(STANDINGS)})\b:?\s*([^\s:].*)")


def split(text):
    """The standing and the source proper, None: it names no standing."""
    match = SOURCE.fullmatch(text.strip())
    return match.groups() if match else None


def c_name(standing):
    return f"HW_STANDING_{standing.upper()}"

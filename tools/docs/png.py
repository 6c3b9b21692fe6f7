#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turn a picture of the demo (PGM, 8 bits) into a PNG for the pages: tools/docs/png.py IN.pgm OUT.png

docs/images/nbody.png is build/demo/nbody.pgm of `make demo`.  Python's standard library is enough for that."""
import re
import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def grey_png(pgm):
    header = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", pgm)
    if not header:
        sys.exit("png.py: the input is not a PGM of 8 bits")
    width, height = map(int, header.groups())
    pixels = pgm[header.end():]
    rows = b"".join(b"\0" + pixels[y * width:(y + 1) * width] for y in range(height))
    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source, open(sys.argv[2], "wb") as target:
        target.write(grey_png(source.read()))

# SPDX-License-Identifier: MIT
"""Launches of the kernels of bench/cuda, and what they take: small ones, since only counts are compared."""
import json
import random
import struct
import subprocess

# kernel: grid, block, arguments of `halfwarp run`
LAUNCHES = {
    "saxpy": ("128", "256", "u32:32768 f32:0.37 buf:x=1m buf:y=1m"),
    "saxpy4": ("4", "256", "u32:1024 f32:0.37 buf:x=1m buf:y=1m"),
    "mandelbrot": ("8,8", "16,16", "u32:128 u32:255 f32:-2 f32:-1.28 f32:0.02 buf:out=1m"),
    "matmul": ("2,8", "64", "u32:128 buf:a=1m buf:b=1m buf:c=1m"),
    "hash": ("64", "256", "u32:64 buf:out=1m"),
    "reduction": ("16", "256", "u32:65536 buf:in=1m buf:out=1m"),
    "histogram": ("64", "256", "u32:16384 buf:in=1m buf:bins=1m"),
    "scan_blocks": ("16", "256", "buf:in=1m buf:out=1m buf:totals=1m"),
    "scan_add": ("16", "256", "buf:out=1m buf:totals=1m"),
    "convolve_rows": ("2,64", "256", "buf:in=1m buf:out=1m u32:512"),
    "convolve_columns": ("4,2", "32,8", "buf:in=1m buf:out=1m u32:128 u32:128"),
    "montecarlo": ("16", "128", "buf:sums=1m f32:100 f32:100 f32:0.01 f32:0.1"),
    "blackscholes": ("32", "128", "buf:price=1m buf:strike=1m buf:years=1m buf:call=1m buf:put=1m u32:16384 "
                                  "f32:0.02 f32:0.3"),
}


def write_data(path):
    """What the buffers hold: a megabyte of numbers between 1 and 2."""
    numbers = random.Random(1)
    path.write_bytes(struct.pack("<262144f", *(1 + numbers.random() for _ in range(1 << 18))))


def cost(halfwarp, cubin, kernel, data):
    """Warp instructions and clocks of one launch; None where it has no line above."""
    if kernel not in LAUNCHES:
        return None
    grid, block, arguments = LAUNCHES[kernel]
    command = [halfwarp, "time", cubin, "-k", kernel, "--grid", grid, "--block", block, "--json"]
    for argument in arguments.split():
        command += ["--arg", f"{argument}:{data}" if argument.startswith("buf:") else argument]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{kernel}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    return report["warp_instructions"], report["cycles"]

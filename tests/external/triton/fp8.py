# SPDX-License-Identifier: MIT
"""Triton's tl.dot of 8-bit floats on a chip of Ada's, against float64 and, bit by bit, against mmaemu.

    pip install -r ../pytorch/requirements-2.15.0.txt          # torch brings triton 3.9
    pip install --no-deps -r requirements-fp8.txt
    halfwarp run --chip ad102 -- python fp8.py

mmaemu (Apache-2.0) is a model of others; its preset `ada` was compared with an RTX 4060 over 106 million results of this
instruction.  The exit status is 1 where a bit differs, or where the distance from float64 is not that of an accumulator
with 13 bits of fraction."""
import re
import sys

import torch
import triton
import triton.language as tl
from mmaemu.model.chain import dot

KINDS = {"e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}
SIZES = ((16, 16, 32), (32, 16, 64), (64, 32, 256), (16, 16, 2048))  # rows, columns, inner


@triton.jit
def multiply(a, b, c, d, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, STEP: tl.constexpr):
    rows, columns, inner = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    sums = tl.load(c + rows[:, None] * N + columns[None, :])
    for k in range(0, K, STEP):
        left = tl.load(a + rows[:, None] * K + k + inner[None, :])
        right = tl.load(b + (k + inner[:, None]) * N + columns[None, :])
        sums = tl.dot(left, right, sums)
    tl.store(d + rows[:, None] * N + columns[None, :], sums)


def values(kind, shape, how, generator):
    """Of one size, of all sizes, or any bits but NaN and infinity."""
    if how == "bits":
        bits = torch.randint(0, 256, shape, generator=generator, dtype=torch.int32).to(torch.uint8)
        finite = torch.isfinite(bits.view(KINDS[kind]).float())
        return torch.where(finite, bits, torch.zeros_like(bits)).view(KINDS[kind])
    spread = torch.rand(shape, generator=generator) + 0.5 if how == "near" else torch.randn(shape, generator=generator)
    return spread.to(KINDS[kind])


def compare(left, right, shape, how, generator):
    m, n, k = shape
    a, b = values(left, (m, k), how, generator), values(right, (k, n), how, generator)
    c = torch.randn(m, n, generator=generator)
    d = torch.empty(m, n, device="cuda")
    kernel = multiply[(1,)](a.cuda(), b.cuda(), c.cuda(), d, m, n, k, min(k, 64))
    assert re.search(r"mma\.sync\S*m16n8k32\S*\.(e4m3|e5m2)\.(e4m3|e5m2)", kernel.asm["ptx"]), "no product of 8-bit floats"
    found = d.cpu()
    pairs = (a[:, None, :].expand(m, n, k), b.t()[None, :, :].expand(m, n, k))
    expected = dot(*(one.contiguous() for one in pairs), c, preset="ada")
    wrong = int((found.view(torch.int32) != expected.view(torch.int32)).sum())
    exact = a.double() @ b.double() + c.double()
    size = a.double().abs() @ b.double().abs() + c.double().abs()  # of all that is added
    distance = ((found.double() - exact).abs() / size).max().item()
    return wrong, distance, torch.all(found.view(torch.int32) & 0x3FF == 0).item()


def main():
    print(f"{torch.cuda.get_device_name()}, triton {triton.__version__}")
    failed = 0
    for left in KINDS:
        for right in KINDS:
            for shape in SIZES:
                for how in ("near", "normal", "bits"):
                    wrong, distance, narrow = compare(left, right, shape, how, torch.Generator().manual_seed(5))
                    # each block of 16 products loses less than 17 units of 2^-13 of its greatest, and one for its sum
                    right_size = distance < 18 * 2.0 ** -13 * (shape[2] // 16)
                    good = wrong == 0 and narrow and right_size
                    failed += not good
                    print(f"{'ok' if good else 'not ok'} {left} * {right}, {'x'.join(map(str, shape))}, {how}: "
                          f"{wrong} of {shape[0] * shape[1]} differ from mmaemu, {distance:.2g} of the sum of sizes from "
                          f"float64, last ten bits {'0' if narrow else 'NOT 0'}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

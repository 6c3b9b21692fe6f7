#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cubins of Triton's compiler, which needs no GPU: kernels of the field for Hopper and Blackwell.

usage: triton_kernels.py FOLDER"""
import sys
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

CAPABILITIES = (90, 100, 103, 110, 120, 121)


@triton.jit
def softmax(source, result, stride, columns, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(source + row * stride + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    x = tl.exp(x - tl.max(x, 0))
    tl.store(result + row * stride + at, x / tl.sum(x, 0), mask=at < columns)


@triton.jit
def layer_norm(source, result, weight, bias, columns, eps, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(source + row * columns + at, mask=at < columns, other=0.0).to(tl.float32)
    mean = tl.sum(x, 0) / columns
    centred = tl.where(at < columns, x - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, 0) / columns + eps)
    w, b = tl.load(weight + at, mask=at < columns), tl.load(bias + at, mask=at < columns)
    tl.store(result + row * columns + at, centred * scale * w + b, mask=at < columns)


@triton.jit
def matmul(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows, columns, inner = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1) * N + tl.arange(0, N), tl.arange(0, K)
    a_at, b_at = a + rows[:, None] * k + inner[None, :], b + inner[:, None] * n + columns[None, :]
    sums = tl.zeros((M, N), dtype=tl.float32)
    for i in range(0, tl.cdiv(k, K)):
        rest = k - i * K
        x = tl.load(a_at, mask=inner[None, :] < rest, other=0.0)
        y = tl.load(b_at, mask=inner[:, None] < rest, other=0.0)
        sums = tl.dot(x, y, sums)
        a_at += K
        b_at += K * n
    tl.store(c + rows[:, None] * n + columns[None, :], sums, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def matmul_descriptors(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, WARPS: tl.constexpr):
    left = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[M, K])
    right = tl.make_tensor_descriptor(b, shape=[n, k], strides=[k, 1], block_shape=[N, K])
    out = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    tiles = tl.cdiv(m, M) * tl.cdiv(n, N)
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), flatten=True, warp_specialize=WARPS):
        row, column = tile // tl.cdiv(n, N) * M, tile % tl.cdiv(n, N) * N
        sums = tl.zeros((M, N), dtype=tl.float32)
        for i in range(0, tl.cdiv(k, K)):
            sums = tl.dot(left.load([row, i * K]), right.load([column, i * K]).T, sums)
        out.store([row, column], sums.to(tl.float16))


@triton.jit
def attention(q, k, v, out, length, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    rows, d = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + d[None, :], mask=rows[:, None] < length, other=0.0)
    highest, total = tl.full((M,), -float("inf"), tl.float32), tl.zeros((M,), tl.float32)
    sums = tl.zeros((M, D), tl.float32)
    for start in range(0, length, N):
        columns = start + tl.arange(0, N)
        key = tl.load(k + columns[:, None] * D + d[None, :], mask=columns[:, None] < length, other=0.0)
        s = tl.dot(query, key.T) * scale
        s = tl.where(columns[None, :] < length, s, -float("inf"))
        new = tl.maximum(highest, tl.max(s, 1))
        p, old = tl.exp2(s - new[:, None]), tl.exp2(highest - new)
        value = tl.load(v + columns[:, None] * D + d[None, :], mask=columns[:, None] < length, other=0.0)
        sums = tl.dot(p.to(tl.float16), value, sums * old[:, None])
        total, highest = total * old + tl.sum(p, 1), new
    tl.store(out + rows[:, None] * D + d[None, :], sums / total[:, None], mask=rows[:, None] < length)


@triton.jit
def matmul_scaled(a, b, c, a_scale, b_scale, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows, columns = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1) * N + tl.arange(0, N)
    bytes_of, blocks = tl.arange(0, K // 2), tl.arange(0, K // 32)
    sums = tl.zeros((M, N), dtype=tl.float32)
    for i in range(0, tl.cdiv(k, K)):
        x = tl.load(a + rows[:, None] * (k // 2) + i * (K // 2) + bytes_of[None, :])
        y = tl.load(b + columns[:, None] * (k // 2) + i * (K // 2) + bytes_of[None, :])
        xs = tl.load(a_scale + rows[:, None] * (k // 32) + i * (K // 32) + blocks[None, :])
        ys = tl.load(b_scale + columns[:, None] * (k // 32) + i * (K // 32) + blocks[None, :])
        sums = tl.dot_scaled(x, xs, "e2m1", y.T, ys, "e2m1", sums)
    tl.store(c + rows[:, None] * n + columns[None, :], sums)


HALVES = {"a": "*fp16", "b": "*fp16", "c": "*fp16", "m": "i32", "n": "i32", "k": "i32"}
BYTES = HALVES | {"a": "*fp8e4nv", "b": "*fp8e4nv", "c": "*fp32"}
KERNELS = (
    ("softmax", softmax, {"source": "*fp16", "result": "*fp16", "stride": "i32", "columns": "i32"}, {"BLOCK": 1024}),
    ("layer_norm", layer_norm, {"source": "*bf16", "result": "*bf16", "weight": "*fp32", "bias": "*fp32", "columns": "i32",
                                "eps": "fp32"}, {"BLOCK": 2048}),
    ("matmul", matmul, HALVES, {"M": 128, "N": 128, "K": 64}),
    ("matmul_fp8", matmul, BYTES, {"M": 128, "N": 64, "K": 64}),
    ("matmul_descriptors", matmul_descriptors, HALVES, {"M": 128, "N": 128, "K": 64, "WARPS": False}),
    ("matmul_specialised", matmul_descriptors, HALVES, {"M": 128, "N": 128, "K": 64, "WARPS": True}),
    ("attention", attention, {"q": "*fp16", "k": "*fp16", "v": "*fp16", "out": "*fp32", "length": "i32", "scale": "fp32"},
     {"M": 128, "N": 64, "D": 64}),
    ("matmul_scaled", matmul_scaled, {"a": "*u8", "b": "*u8", "c": "*fp32", "a_scale": "*u8", "b_scale": "*u8", "n": "i32",
                                      "k": "i32"}, {"M": 128, "N": 128, "K": 128}),
)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, function, signature, constants in KERNELS:
        all_of_it = signature | {key: "constexpr" for key in constants}
        for capability in CAPABILITIES:
            source = ASTSource(fn=function, signature=all_of_it, constexprs=constants,
                               attrs={(i,): [["tt.divisibility", 16]] for i in range(len(signature))})
            try:
                compiled = triton.compile(source, target=GPUTarget("cuda", capability, 32), options={"num_stages": 3})
            except Exception as error:  # what a compiler of that version cannot do is told, and the others go on
                print(f"{name} for {capability}: {str(error).strip().splitlines()[-1:]}", file=sys.stderr)
                continue
            (folder / f"{name}.{capability}.cubin").write_bytes(compiled.asm["cubin"])


if __name__ == "__main__":
    main()

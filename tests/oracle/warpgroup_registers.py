#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print which registers products of a warpgroup use in code of NVIDIA's compiler: tests/unit/sched/test_warpgroup.c
has the lines.  Each kernel loads every accumulator and the matrix that is in registers, multiplies once and stores
every accumulator; so the registers loaded before the product are those that it reads, those stored behind it those
that it writes.

    warpgroup_registers.py FOLDER    of ptxas and nvdisasm (CUDA 13.5)
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

OPERANDS = {"f16": (16, ", 1, 1, 1, 0"), "tf32": (8, ", 1, 1, 1"), "e4m3": (32, ", 1, 1, 1"), "s8": (32, ", 1")}
# The sum's type, the operands', columns.
KINDS = [(d, t, n) for d, t in (("f32", "f16"), ("f16", "f16")) for n in (8, 24, 64, 128, 256)]
KINDS += [(d, t, n) for d, t in (("f32", "tf32"), ("f32", "e4m3"), ("f16", "e4m3"), ("s32", "s8")) for n in (64, 256)]


def kernel(total: str, kind: str, columns: int, how: str) -> str:
    loaded = how == "registers"
    count = columns // 4 if total == "f16" else columns // 2
    depth, tail = OPERANDS[kind]
    left = "{" + ", ".join(f"l{i}" for i in range(4)) + "}" if loaded else "d"
    sums = "{" + ", ".join(f"a{i}" for i in range(count)) + "}"
    move = "f32" if total == "f32" else "b32"
    tail = tail.replace(", 1", ", 0", how == "overwrites")
    tail += ", 0" if kind == "f16" and not loaded else ""
    lines = [f".visible .entry {total}_{kind}_{columns}_{how}(.param .u64 p, .param .u64 q)"]
    lines += ["{", f".reg .{move} a<{count}>;", ".reg .b32 l<4>, t;", ".reg .b64 x, y, d;"]
    lines += ["ld.param.u64 x, [p];", "ld.param.u64 d, [q];", "mov.u32 t, %tid.x;", "mad.wide.u32 x, t, 4096, x;"]
    lines += [f"ld.global.{move} a{i}, [x+{4 * i}];" for i in range(count)]
    lines += [f"ld.global.b32 l{i}, [x+{2048 + 4 * i}];" for i in range(4) if loaded]
    lines += ["wgmma.fence.sync.aligned;"]
    lines += [f"wgmma.mma_async.sync.aligned.m64n{columns}k{depth}.{total}.{kind}.{kind} {sums}, {left}, d{tail};"]
    lines += ["wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;"]
    lines += [f"st.global.{move} [x+{4 * i}], a{i};" for i in range(count)]
    return "\n".join([*lines, "ret;", "}"])


def ranges(registers: set[int]) -> str:
    """R24-R55 R88-R91"""
    starts = sorted(r for r in registers if r - 1 not in registers)
    ends = sorted(r for r in registers if r + 1 not in registers)
    return " ".join(f"R{first}-R{last}" for first, last in zip(starts, ends))


def uses(listing: str) -> None:
    name, product, loaded, stored = "", "", set(), set()
    for line in listing.splitlines():
        if begin := re.match(r"\s*\.text\.(\w+):", line):
            name, product, loaded, stored = begin[1], "", set(), set()
        text = re.search(r"/\*[0-9a-f]{4,}\*/\s+(.*?) ;", line)
        if not text:
            continue
        if "GMMA" in text[1]:
            product = text[1]
        elif text[1].startswith("LDG.E R") and not product:
            loaded.add(int(text[1].split()[1][1:-1]))
        elif text[1].startswith("STG.E ") and product:
            stored.add(int(text[1].rsplit("R", 1)[1]))
        elif text[1] == "EXIT" and product:
            print(f'        {{"{name}", "{product}", "{ranges(loaded)}", "{ranges(stored)}"}},')


def main() -> None:
    tools = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = Path(folder) / "products.ptx", Path(folder) / "products.cubin"
        kernels = [kernel(*kind, how) for kind in KINDS for how in ("shared", "registers")]
        kernels += [kernel("f32", "f16", 64, "overwrites")]
        ptx.write_text("\n".join([".version 8.7", ".target sm_90a", ".address_size 64", *kernels]))
        subprocess.run([tools / "ptxas", "-arch", "sm_90a", ptx, "-o", cubin], check=True)
        uses(subprocess.run([tools / "nvdisasm", "-c", cubin], check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()

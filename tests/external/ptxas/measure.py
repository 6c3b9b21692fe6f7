#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the code of `halfwarp cc` with that of NVIDIA's ptxas, kernel by kernel, on the same PTX.

usage: measure.py --build BUILD --work FOLDER [--nvidia FOLDER] [--targets sm_35,...] [--programs NAME,...] [--worst N]

The PTX is what NVRTC makes of tests/programs and bench/cuda; `--nvidia` is searched for libnvrtc.so.* and ptxas of
CUDA 11.8 (sm_35) and 12.4 (later targets).  The cases of tests/programs run on both compilers' code, and must pass; so do
the launches of launches.py.  FOLDER gets what is made."""
import argparse
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import cubin
import launches
import tools

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
NVIDIA = {"sm_35": ("nvrtc_cu11", "nvcc_cu11"), "": ("nvrtc_cu12", "nvcc_cu12")}
COMPILERS = ("ptxas", "halfwarp")
LONGEST = 60  # seconds for the cases of a program
COLUMNS = ("executed", "clocks", "registers", "bytes")


def find(folder, part, pattern):
    found = sorted(path for path in folder.glob(f"*{part}*/**/{pattern}") if path.is_file())
    if not found:
        sys.exit(f"measure.py: {folder} has no {pattern} in *{part}*")
    return found[0]


class Measurement:
    def __init__(self, options):
        self.options = options
        self.halfwarp = options.build.resolve() / "halfwarp"
        self.rows, self.refused, self.failed = {}, [], []

    def make(self, target):
        """PTX and both cubins of every source; the sources of which both are there."""
        parts = NVIDIA.get(target, NVIDIA[""])
        nvrtc = tools.Nvrtc(find(self.options.nvidia, parts[0], "libnvrtc.so.*"))
        ptxas = find(self.options.nvidia, parts[1], "bin/ptxas")
        include = [ROOT / "tests/programs", *self.options.include]
        for source in sorted([*ROOT.glob("tests/programs/*.cu"), *ROOT.glob("bench/cuda/*.cu")]):
            if self.options.programs and source.stem not in self.options.programs:
                continue
            name = ("bench_" if source.parent.name == "cuda" else "") + source.stem
            ptx = self.options.work / f"{name}.{target}.ptx"
            outs = [self.options.work / compiler / f"{name}.{target}.cubin" for compiler in COMPILERS]
            try:
                if not ptx.exists():
                    ptx.write_text(nvrtc.ptx(source, target, include))
                if not outs[0].exists():
                    tools.compile_by([ptxas, "-arch", target, ptx, "-o", outs[0]])
            except ValueError as error:
                print(f"{name} {target}: NVRTC refuses it: {str(error).splitlines()[0]}", file=sys.stderr)
                continue
            outs[1].unlink(missing_ok=True)
            error = tools.compile_by([self.halfwarp, "cc", ptx, "-o", outs[1], "--target", target,
                                      "-O", self.options.level])
            if error:
                self.refused.append(f"{name} {target}: {error.splitlines()[0]}")
            elif outs[0].exists():
                yield name, outs

    def run(self, name, target, compiler, out):
        """{kernel: [warp instructions, clocks]} of the cases of a program, or the launches of a benchmark."""
        costs = {}
        if name.startswith("bench_"):
            for kernel in cubin.kernels(out):
                cost = launches.cost(self.halfwarp, out, kernel, self.options.work / "data")
                if cost:
                    costs[kernel] = cost
            return costs
        test, file = self.options.build.resolve() / f"tests/test_programs_{name}", self.options.work / "costs"
        cases = self.options.work / "cases"
        cases.mkdir(exist_ok=True)
        for old in cases.iterdir():
            old.unlink()
        (cases / out.name).symlink_to(out.resolve())
        file.unlink(missing_ok=True)
        if not test.exists():
            return costs
        try:
            done = subprocess.run([test], cwd=ROOT, capture_output=True, text=True, timeout=LONGEST,
                                  env={**os.environ, "HW_PROGRAMS": str(cases.resolve()),
                                       "HW_PROGRAMS_COSTS": str(file.resolve())})
            failed = re.findall(r"\[  FAILED  \] (.* sm_\S+)$", done.stderr + done.stdout, re.M)
        except subprocess.TimeoutExpired:
            failed = [f"{name} {target} takes longer than {LONGEST} s"]
        self.failed += [f"{compiler}: {line}" for line in sorted(set(failed))]
        for line in file.read_text().splitlines() if file.exists() else ():
            kernel, executed, clocks = line.split("\t")
            sums = costs.setdefault(kernel, [0, 0])
            sums[0] += int(executed)
            sums[1] += int(clocks)
        return costs

    def measure(self, target):
        for name, outs in self.make(target):
            costs = [self.run(name, target, compiler, out) for compiler, out in zip(COMPILERS, outs)]
            sizes = [cubin.kernels(out) for out in outs]
            for kernel in costs[0]:
                if kernel not in costs[1] or kernel not in sizes[0]:
                    continue
                self.rows[target, kernel] = [
                    (*cost[kernel], size[kernel]["registers"], size[kernel]["bytes"], size[kernel]["stack"])
                    for cost, size in zip(costs, sizes)]

    def print_table(self):
        print("target\tkernel\t" + "\t".join(f"{column}\tptxas's\tratio" for column in COLUMNS) + "\tstack\tptxas's")
        for (target, kernel), (theirs, ours) in sorted(self.rows.items()):
            cells = [f"{a}\t{b}\t{a / max(b, 1):.2f}" for a, b in zip(ours[:4], theirs[:4])]
            print(f"{target}\t{kernel}\t" + "\t".join(cells) + f"\t{ours[4]}\t{theirs[4]}")

    def print_means(self, worst):
        for target in sorted({target for target, _ in self.rows}):
            rows = {kernel: pair for (of, kernel), pair in self.rows.items() if of == target}
            print(f"# {target}: {len(rows)} kernels", file=sys.stderr)
            for i, column in enumerate(COLUMNS):
                ratios = {kernel: ours[i] / max(theirs[i], 1) for kernel, (theirs, ours) in rows.items()}
                mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
                bad = sorted(ratios, key=ratios.get, reverse=True)[:worst]
                print(f"#   {column:10} mean {mean:.3f}  above 2: {sum(r > 2 for r in ratios.values()):2}  worst: " +
                      ", ".join(f"{kernel} {ratios[kernel]:.2f}" for kernel in bad), file=sys.stderr)
        for line in self.refused:
            print(f"# refused: {line}", file=sys.stderr)
        for line in self.failed:
            print(f"# FAILED: {line}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description="Compare the code of halfwarp cc with that of ptxas.")
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--nvidia", type=Path, required=True, help="a folder with NVIDIA's wheels, unpacked")
    parser.add_argument("--include", type=Path, action="append", default=[], help="where cuda_fp16.h is")
    parser.add_argument("--targets", type=lambda names: names.split(","), default=["sm_35", "sm_50", "sm_61"])
    parser.add_argument("--programs", type=lambda names: names.split(","))
    parser.add_argument("--level", default="3")
    parser.add_argument("--worst", type=int, default=6)
    options = parser.parse_args()
    for compiler in COMPILERS:
        (options.work / compiler).mkdir(parents=True, exist_ok=True)
    launches.write_data(options.work / "data")
    measurement = Measurement(options)
    for target in options.targets:
        measurement.measure(target)
    measurement.print_table()
    measurement.print_means(options.worst)
    return bool(measurement.failed)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which forms of an instruction set the test programs contain, and which not.

usage: forms.py HALFWARP TARGET    TARGET is sm_20, sm_30, sm_35, ...; the programs are those of tests/data/programs for it"""
import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

MADE = Path(__file__).resolve().parents[1] / "data/programs"


def run(*arguments):
    return subprocess.run([*map(str, arguments)], check=True, capture_output=True, text=True).stdout


def cubins(halfwarp, target, folder):
    """The target's cubins, and what is assembled of its listings."""
    for path in sorted(MADE.glob(f"*.{target}*.cubin")):
        yield path
    for path in sorted(MADE.glob(f"*.{target}.sass")):
        made = Path(folder, path.stem + ".cubin")
        run(halfwarp, "as", path, "-o", made)
        yield made


def main():
    halfwarp, target = sys.argv[1:]
    forms = {form["name"]: form for form in json.loads(run(halfwarp, "isa", "--isa", target, "--json"))}
    seen = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in cubins(halfwarp, target, folder):
            for kernel in json.loads(run(halfwarp, "dis", "--json", path))["kernels"]:
                seen.update(instruction.get("form") for instruction in kernel["instructions"])
    print(f"{target}: {sum(seen.values())} instructions, {len(seen)} of {len(forms)} forms")
    without = collections.defaultdict(list)
    for name, form in forms.items():
        if name not in seen:
            without[form["mnemonic"]].append(name)
    print("not there:", "; ".join(" ".join(names) for names in without.values()))


if __name__ == "__main__":
    main()

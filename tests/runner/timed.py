# SPDX-License-Identifier: MIT
"""Timed launches that several tests look at, and what they read of their reports."""
import json
from pathlib import Path

from runner.tap import halfwarp

ROOT = Path(__file__).resolve().parents[2]
SAXPY = (ROOT / "bench/maxwell/saxpy.cubin", "--chip", "GTX 980", "--arg", "u32:8192", "--arg", "f32:2",
         "--arg", "buf:x=32k", "--arg", "buf:y=32k", "--block", 256)
REDUCTION = (ROOT / "bench/kepler/reduction.cubin", "--chip", "k40", "--arg", "u32:4096", "--arg", "buf:in=16k",
             "--arg", "buf:out=4k", "--block", 256)
LINES = (ROOT / "tests/data/programs/flow.sm_61-G.cubin", "-k", "flow_search", "--block", 64, "--params", "00" * 24)
HOSTILE = "<script>alert('1')</script>&\"]]>"


def time(*arguments):
    done = halfwarp("time", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def report(*arguments):
    return json.loads(time(*arguments, "--json"))


def hostile_kernel(folder):
    """A file whose kernel has a name that markup, JSON and shells would obey."""
    text = (f'.target sm_30\n.kernel "{HOSTILE.replace(chr(34), chr(92) + chr(34))}"\n.registers 2\n.param_base 320\n'
            ".param_bytes 0\n.code\n        MOV32I R0, 0x7\n        EXIT\n.end\n")
    done = halfwarp("as", "-", "--format", "elf", "-o", folder / "hostile.cubin", input=text)
    assert done.returncode == 0, done.stderr
    return folder / "hostile.cubin"


def listing(page, kind):
    """The rows of the instructions in one of the page's tables."""
    table = next(table for table in page.iter("table") if table.get("class") == kind)
    return [row for row in table.iter("tr") if len(row) > 6 and row[1].get("class") == "code"]


def count(value):
    return f"{value:,}".replace(",", "\u2009")

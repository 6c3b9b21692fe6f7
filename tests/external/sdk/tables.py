# SPDX-License-Identifier: MIT
"""The tables beside this file: what is run, and what a run has to show."""

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
USUAL = "-qatest -noprompt"
# chip of a run -> the compute capability that it has
CHIPS = {"g200": 1.3, "sm_20": 2.0, "gk104": 3.0}


@dataclass
class Run:
    """One command line; `expects` tells passed from waived and failed."""

    program: str
    arguments: str
    lowest: str
    window: str
    kernels: list[str]
    devices: int

    def expects(self, chip):
        return "passed" if CHIPS[chip] >= float(self.lowest) else "waived"


@dataclass
class Rule:
    """What a program's result is compared with.

    `written` of kind says is a regular expression for standard output; eigenvalues are looked at themselves.
    """

    kind: str
    written: str
    reference: str
    difference: float
    fraction: float


def _rows(name):
    for line in (HERE / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def _words(text):
    return [] if text == "-" else text.split()


def programs():
    return [Run(program, USUAL, lowest, window, _words(kernels), int(devices))
            for program, lowest, window, devices, kernels in _rows("programs.tsv")]


def more():
    """The further runs: programs of the first table with other arguments."""
    base = {run.program: run for run in programs()}
    return [Run(program, arguments, lowest, base[program].window, _words(kernels), int(devices))
            for program, lowest, devices, arguments, kernels in _rows("more.tsv")]


def rules(run, chip):
    """Those of references.tsv, and of gl_images.tsv for the programs that draw: all of the usual arguments."""
    if run.arguments != USUAL:
        return [Rule("eigenvalues", "eigenvalues.dat", "", 0, 0)] if run.program == "eigenvalues" else []
    rows = [row for name in ("references.tsv", "gl_images.tsv") for row in _rows(name)]
    return [Rule(kind, written, reference, float(difference), float(fraction))
            for name, on, written, reference, kind, difference, fraction, _ in rows
            if name == run.program and on in ("*", chip)]

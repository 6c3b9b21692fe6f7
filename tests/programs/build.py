#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the cubins of tests/data/programs from the sources of this folder.  Tests never need it: the cubins are kept.

usage: build.py --nvrtc LIBNVRTC.SO --ptxas PTXAS --include CUDA_INCLUDE_FOLDER [--targets sm_35,...] [PROGRAM ...]

CUDA C (*.cu) goes through NVIDIA's run-time compiler, PTX (*.ptx) through ptxas; both of CUDA 11.8 for sm_35 and
sm_37, of 12.x for the others: the last that know these targets.  What is made: every program for the targets that
PROGRAMS lists, and for some of them other ways of compiling: -O0 (ptxas without optimisation) and -G (code for a
debugger).  With --targets, only what is for one of these."""
import argparse
import ctypes
import subprocess
import sys
import tempfile
from pathlib import Path

from port import ported

HERE = Path(__file__).resolve().parent
MADE = HERE.parent / "data/programs"
USUAL = ["sm_35", "sm_50", "sm_61"]
# Targets that no compiler at hand knows: what is made for sm_35, in few registers, becomes assembly for these.
PORTED = ["sm_20", "sm_30"]
FEW_REGISTERS = "--maxrregcount=56"
OPTIONS = {"O0": ["--ptxas-options=-O0"], "G": ["--device-debug"], "rdc": ["--relocatable-device-code=true"]}

# Programs that cannot be ported: halves are of later chips; GF100's surfaces have slots and operations of their own.
UNPORTED = {"async": PORTED, "bulk": PORTED, "half": PORTED, "surface": ["sm_20"], "references": PORTED, "grid": PORTED,
            "match": PORTED, "mbarrier": PORTED, "tensor": PORTED, "tensor_integer": PORTED,
            "tensor_sparse": PORTED, "wgmma": PORTED, "wmma": PORTED}

# Volta to Blackwell, in a folder of their own (Hopper and Blackwell by CUDA 13.5); some programs are not for them, or not
# for all.  References are by CUDA 11.8 here, too.
VOLTA = ["sm_70", "sm_75", "sm_80", "sm_86"]
HOPPER = ["sm_90", "sm_100", "sm_120"]
NOT_VOLTA = ["async", "bulk", "grid", "mbarrier", "references", "tensor_integer", "tensor_sparse", "wgmma"]
NOT_HOPPER = [*NOT_VOLTA, "wmma"]

# Programs with other variants than the usual ones.
PROGRAMS = {
    "integer": USUAL + ["sm_35-O0", "sm_50-O0"],
    "bits": USUAL + ["sm_35-O0", "sm_50-O0"],
    "calls": USUAL + ["sm_35-O0", "sm_50-O0"],
    "flow": USUAL + ["sm_35-O0", "sm_35-G", "sm_50-O0", "sm_61-G"],
    "memory": USUAL + ["sm_35-O0", "sm_61-O0"],
    "float": USUAL + ["sm_35-O0", "sm_61-O0"],
    "parallel": USUAL + ["sm_37"],
    "half": ["sm_53", "sm_60", "sm_61", "sm_62"],
    "grid": ["sm_61"],
    "references": ["sm_35", "sm_50", *VOLTA],  # by CUDA 11.8: later ones do not have them
    "async": ["sm_80", "sm_86", *HOPPER],
    "bulk": HOPPER,
    "mbarrier": ["sm_80", "sm_86", *HOPPER],
    "match": [],  # these four: instructions of Volta and later
    "tensor": ["sm_89"],
    "tensor_integer": ["sm_75", "sm_80", "sm_86", "sm_90"],
    "tensor_sparse": ["sm_80", "sm_86", "sm_89", *HOPPER],
    "wmma": ["sm_90"],
    "wgmma": ["sm_90a"],
}


class Nvrtc:
    """The few calls of NVIDIA's run-time compiler that make a cubin."""

    def __init__(self, path, include):
        builtins = sorted(Path(path).resolve().parent.glob("libnvrtc-builtins.so*"))
        if builtins:
            ctypes.CDLL(str(builtins[0]), ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(str(path))
        self.library.nvrtcGetErrorString.restype = ctypes.c_char_p
        self.include = include

    def check(self, status, log=""):
        if status:
            sys.exit(f"{log}{self.library.nvrtcGetErrorString(status).decode()}")

    def text(self, size, get, program):
        count = ctypes.c_size_t()
        self.check(size(program, ctypes.byref(count)))
        buffer = ctypes.create_string_buffer(count.value)
        self.check(get(program, buffer))
        return buffer.raw[:count.value]

    def cubin(self, source, target, options):
        library, program = self.library, ctypes.c_void_p()
        options = [f"-arch={target}", f"-I{self.include}", f"-I{HERE}", "-default-device", "--std=c++17", *options]
        values = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
        self.check(library.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), source.name.encode(),
                                              0, None, None))
        status = library.nvrtcCompileProgram(program, len(options), values)
        log = self.text(library.nvrtcGetProgramLogSize, library.nvrtcGetProgramLog, program)
        self.check(status, log.decode(errors="replace"))
        return self.text(library.nvrtcGetCUBINSize, library.nvrtcGetCUBIN, program)


def make(source, variant, nvrtc, ptxas):
    target, _, way = variant.partition("-")
    folder = MADE / "volta" if int(target[3:].rstrip("a")) >= 70 else MADE
    out = folder / f"{source.stem}.{variant}.cubin"
    if source.suffix == ".cu":
        out.write_bytes(nvrtc.cubin(source, target, OPTIONS[way] if way else []))
    else:
        subprocess.run([ptxas, "-arch", target, *([f"-{way}"] if way else []), source, "-o", out], check=True)
    return out


def listing_for(source, target, nvrtc, halfwarp):
    """What is for sm_35 of a program, compiled in few registers or written by hand."""
    if source.suffix == ".sass":
        return source.read_text()
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        cubin.write(nvrtc.cubin(source, "sm_35", [FEW_REGISTERS, f"-DTARGET={target[3:]}"]))
        cubin.flush()
        return subprocess.run([halfwarp, "dis", cubin.name], check=True, capture_output=True, text=True).stdout


def port(source, name, nvrtc, halfwarp):
    """Assembly of a program for the targets that have no compiler."""
    for target in PORTED:
        if target not in UNPORTED.get(name, []):
            out = MADE / f"{name}.{target}.sass"
            out.write_text(ported(listing_for(source, target, nvrtc, halfwarp), target, source.name))
            print(f"{out.name}: {out.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser(description="Make the cubins of tests/data/programs.")
    parser.add_argument("--nvrtc", required=True)
    parser.add_argument("--ptxas", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--targets", type=lambda names: names.split(","))
    parser.add_argument("--halfwarp", help="with it, the assembly for sm_20 and sm_30 is made, too")
    parser.add_argument("programs", nargs="*")
    arguments = parser.parse_args()
    nvrtc = Nvrtc(arguments.nvrtc, arguments.include)
    for source in sorted([*HERE.glob("*.cu"), *HERE.glob("*.ptx")]):
        if arguments.programs and source.stem not in arguments.programs:
            continue
        for variant in (PROGRAMS.get(source.stem, USUAL) + ([] if source.stem in NOT_VOLTA else VOLTA)
                        + ([] if source.stem in NOT_HOPPER else HOPPER)):
            if arguments.targets and variant.partition("-")[0] not in arguments.targets:
                continue
            out = make(source, variant, nvrtc, arguments.ptxas)
            print(f"{out.name}: {out.stat().st_size} bytes")
        if arguments.halfwarp:
            port(source, source.stem, nvrtc, arguments.halfwarp)
    for source in sorted(MADE.glob("*.sm_35.sass")):
        name = source.name.partition(".")[0]
        if arguments.halfwarp and (not arguments.programs or name in arguments.programs):
            port(source, name, nvrtc, arguments.halfwarp)


if __name__ == "__main__":
    main()

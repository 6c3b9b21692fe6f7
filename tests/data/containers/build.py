#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make the samples of containers beside this script: one small program for two chips in every kind of file, for chips
from sm_70 on as cubins and in an object of nvcc 13, and another from sm_90 on, for accelerated targets and a family.

It needs NVIDIA's compilers (of CUDA 12 a script `cudac` that calls NVRTC with -arch and -o, ptxas, fatbinary; nvcc of
CUDA 13, ptxas of CUDA 12.9 and the programs of CUDA 13.5) and clang with lld for the Windows files; the tests need none of them.  zlib's packing, which no current tool
writes, is put together here.

    build.py --cudac PATH --ptxas PATH --ptxas-12-9 PATH --cuda-13-5 FOLDER [--fatbinary PATH] [--nvcc PATH]
"""
import argparse
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECTION = """
    .section {name}, "{flags}"
    .balign 8
    .incbin "{fatbin}"
    .text
    .globl main
main:
    ret
"""


def run(*command):
    subprocess.run([str(word) for word in command], check=True, cwd=HERE)


def zlib_fatbin(cubin, chip):
    """One entry as CUDA 5 packed it: flag 0x1000, the payload padded to a multiple of 8."""
    packed = zlib.compress(cubin, 9)
    padded = packed + bytes(-len(packed) % 8)
    entry = struct.pack("<HHIQIIHHIIIQQQ", 2, 0x101, 64, len(padded), len(packed), 0, 7, 1, chip, 64, 0, 0x1011, 0,
                        len(cubin)) + padded
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entry)) + entry


def elf_files(work, fatbin):
    source = work / "host.s"
    source.write_text(SECTION.format(name=".nv_fatbin", flags="a", fatbin=fatbin))
    run("gcc", "-c", source, "-o", HERE / "host.o")
    run("gcc", "-nostdlib", "-shared", "-s", HERE / "host.o", "-o", HERE / "libhost.so", "-Wl,--build-id=none",
        "-Wl,-z,noseparate-code", "-Wl,-z,norelro")
    library = HERE / "libhost.a"
    library.unlink(missing_ok=True)
    long_name = work / "a_member_with_a_long_name.o"
    long_name.write_bytes((HERE / "host.o").read_bytes())
    (work / "README").write_text("text\n")
    run("ar", "rcD", library, work / "README", long_name)


def windows_files(work, fatbin):
    source = work / "windows.s"
    source.write_text(SECTION.format(name=".nv_fatbin", flags="dr", fatbin=fatbin))
    run("clang", "--target=x86_64-pc-windows-msvc", "-c", source, "-o", HERE / "host.obj")
    run("lld-link", "/entry:main", "/subsystem:console", f"/out:{HERE / 'host.exe'}", "/timestamp:0", HERE / "host.obj")


def files_of_cuda_13(nvcc):
    source, usual = HERE / "parts.cu", ["-include", "cstdio"]
    run(nvcc, *usual, "-arch=sm_75", "-cubin", source, "-o", HERE / "parts.sm_75.cubin")
    run(nvcc, *usual, "-arch=sm_86", "-cubin", source, "-o", HERE / "parts.sm_86.cubin")
    run(nvcc, *usual, "-arch=sm_75", "-rdc=true", "-cubin", source, "-o", HERE / "linkable.sm_75.cubin")
    run(nvcc, *usual, "-gencode=arch=compute_75,code=[sm_75,sm_86,compute_75]", "-Xfatbin=-compress-all", "-fatbin",
        source, "-o", HERE / "cuda13.fatbin")


def assemble(work, ptxas, target, version, output, *options):
    text = work / "clusters.ptx"
    head = f".version {version}\n.target {target}\n.address_size 64\n"
    text.write_text(head + (HERE / "clusters.ptx").read_text())
    run(ptxas, f"-arch={target}", *options, "-o", output, text)
    return text


def files_of_clusters(work, ptxas_12_9, cuda_13_5):
    ptxas, fatbinary = cuda_13_5 / "ptxas", cuda_13_5 / "fatbinary"
    assemble(work, ptxas_12_9, "sm_90a", "8.8", HERE / "clusters.sm_90a.cubin")
    assemble(work, ptxas_12_9, "sm_100a", "8.8", HERE / "clusters.sm_100a.cubin")
    assemble(work, ptxas, "sm_103a", "9.5", HERE / "clusters.sm_103a.cubin")
    assemble(work, ptxas, "sm_103a", "9.5", HERE / "linkable.sm_103a.cubin", "-c")
    text = assemble(work, ptxas, "sm_100f", "9.5", work / "clusters.sm_100f.cubin")
    images = [("elf", "90a", HERE / "clusters.sm_90a.cubin"), ("elf", "100f", work / "clusters.sm_100f.cubin"),
              ("ptx", "100f", text), ("elf", "103a", HERE / "clusters.sm_103a.cubin")]
    run(fatbinary, "-64", f"--create={HERE}/targets.fatbin", "--compress-all", "--compress-mode=size",
        *(f"--image3=kind={kind},sm={chip},file={path}" for kind, chip, path in images))
    group = [("elf", "100f", work / "clusters.sm_100f.cubin"), ("elf", "103a", HERE / "clusters.sm_103a.cubin"),
             ("ptx", "100f", text), ("ptx", "103a", work / "clusters.103a.ptx"), ("elf", "90a", HERE / "clusters.sm_90a.cubin")]
    (work / "clusters.103a.ptx").write_text(text.read_text().replace("sm_100f", "sm_103a"))
    run(fatbinary, "-64", f"--create={HERE}/group.fatbin", "--compress-all", "--concat", "--ident=clusters",
        *(f"--image3=kind={kind},sm={chip},file={path}" for kind, chip, path in group))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cudac", required=True)
    parser.add_argument("--ptxas", required=True)
    parser.add_argument("--ptxas-12-9", required=True)
    parser.add_argument("--cuda-13-5", required=True, type=Path)
    parser.add_argument("--fatbinary", default="fatbinary")
    parser.add_argument("--nvcc", default="nvcc")
    tools = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for chip in 52, 61, 70:
            run(tools.cudac, "-arch", f"sm_{chip}", HERE / "parts.cu", "-o", HERE / f"parts.sm_{chip}.cubin")
        run(tools.cudac, "-arch", "sm_52", "--ptx", HERE / "parts.cu", "-o", work / "parts.ptx")
        run(tools.ptxas, "-arch", "sm_52", "-c", work / "parts.ptx", "-o", HERE / "linkable.sm_52.cubin")
        images = [f"--image3=kind=elf,sm={chip},file={HERE}/parts.sm_{chip}.cubin" for chip in (52, 61)]
        images.append(f"--image3=kind=ptx,sm=52,file={work}/parts.ptx")
        for name, mode in (("stored", "none"), ("lz4", "speed"), ("zstd", "size")):
            run(tools.fatbinary, "--64", f"--create={HERE}/{name}.fatbin", "--compress-all", f"--compress-mode={mode}",
                *images)
        (HERE / "zlib.fatbin").write_bytes(zlib_fatbin((HERE / "parts.sm_52.cubin").read_bytes(), 52))
        files_of_cuda_13(tools.nvcc)
        files_of_clusters(work, tools.ptxas_12_9, tools.cuda_13_5)
        elf_files(work, HERE / "zstd.fatbin")
        windows_files(work, HERE / "zstd.fatbin")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: MIT
"""The kernels of kernels.py as cubins: by nvcc, by a ptxas that reads nvcc's PTX, and by NVRTC with the headers of its
toolkit."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kernels import source  # noqa: E402
from runner import nvidia  # noqa: E402

OLDEST = 75  # that the newest nvcc knows
TARGETS = range(70, 90)


def everything(name):
    return bool(name)


def by_nvcc(nvcc, target, out, wanted=everything, options=()):
    with tempfile.TemporaryDirectory() as folder:
        cuda = Path(folder, "conversions.cu")
        cuda.write_text(source(wanted))
        subprocess.run([nvcc, "-std=c++17", f"-arch={target}", "-cubin", *options, cuda, "-o", out], check=True)
    return frozenset()


def by_ptxas(nvcc, ptxas, version, target, out, wanted=everything, options=()):
    """A ptxas that is older than nvcc reads its PTX with `version` in place of its own."""
    with tempfile.TemporaryDirectory() as folder:
        cuda, ptx = Path(folder, "conversions.cu"), Path(folder, "conversions.ptx")
        cuda.write_text(source(wanted))
        subprocess.run([nvcc, f"-arch=compute_{max(int(target[3:]), OLDEST)}", "-ptx", cuda, "-o", ptx], check=True)
        text = re.sub(r"(?m)^\.target .*", f".target {target}", ptx.read_text())
        ptx.write_text(re.sub(r"(?m)^\.version .*", f".version {version}", text) if version else text)
        subprocess.run([ptxas, f"-arch={target}", *options, ptx, "-o", out], check=True)


def by_nvrtc(nvrtc, headers, target, out, wanted=everything, options=()):
    """Returns the functions that its toolkit lacks, for this target; the kernels do without them."""
    without = frozenset()
    while True:
        try:
            out.write_bytes(nvrtc.cubin(source(wanted, without),
                                        [f"-arch={target}", "--std=c++17", f"-I{headers}", *options]))
            return without
        except ValueError as error:
            lacking = set(re.findall(r'identifier "(__\w+2\w+|__\w+_as_\w+|h\w+)" is undefined', str(error))) - without
            if not lacking:
                raise
            without |= lacking


def on_this_machine():
    """(name, target, a function of out, wanted and options that makes its cubin and returns the functions that it lacks),
    for each compiler and each target."""
    for nvcc in nvidia.nvccs():
        for target in nvidia.targets(nvcc):
            if int(target[3:]) in TARGETS:
                yield (f"nvcc {'.'.join(map(str, nvidia.version(nvcc)))}", target,
                       lambda out, nvcc=nvcc, target=target, **more: by_nvcc(nvcc, target, out, **more))
    for path in nvidia.find("libnvrtc.so.*"):
        nvrtc = nvidia.Nvrtc(path)
        headers = nvidia.headers(nvrtc.version)
        for target in nvrtc.targets if headers else ():
            if int(target[3:]) in TARGETS:
                yield (f"NVRTC {'.'.join(map(str, nvrtc.version))}", target,
                       lambda out, nvrtc=nvrtc, headers=headers, target=target, **more:
                       by_nvrtc(nvrtc, headers, target, out, **more))

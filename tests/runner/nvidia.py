# SPDX-License-Identifier: MIT
"""NVIDIA's compilers on this machine, as black boxes: a test uses what it finds, and is skipped where there is none.

They are looked for in PATH, in /usr/local/cuda, and below the folder that HW_NVIDIA names, in which wheels of PyPI may
lie (nvidia-cuda-nvcc-cu11, nvidia-cuda-nvrtc-cu12 and the like)."""
import ctypes
import os
import re
import subprocess
from pathlib import Path


def find(pattern):
    """All files of this name, each once, in a fixed order."""
    folders = [Path(entry) for entry in os.environ.get("PATH", "").split(os.pathsep) if entry]
    found = {path.resolve() for folder in [*folders, Path("/usr/local/cuda/bin")] for path in folder.glob(pattern)}
    if "HW_NVIDIA" in os.environ:
        found |= {path.resolve() for path in Path(os.environ["HW_NVIDIA"]).rglob(pattern)}
    return sorted(path for path in found if path.is_file())


def programs(name):
    """Those of this name; a script in PATH that calls one is none."""
    return [path for path in find(name) if path.read_bytes()[:4] == b"\x7fELF"]


def nvccs():
    """Those that are whole: the wheel of nvcc alone is not."""
    return [nvcc for nvcc in programs("nvcc") if (nvcc.parent.parent / "nvvm/bin/cicc").exists()]


def version(tool):
    """What ptxas or nvcc says it is: (12, 4)."""
    said = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in re.search(r"release (\d+)\.(\d+)", said).groups())


def targets(ptxas):
    """The chips that it knows."""
    said = subprocess.run([ptxas, "--help"], capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"'(sm_\d+)'", said)), key=lambda name: int(name[3:]))


# Of a ptxas, the latest PTX that it reads: that of its toolkit.
PTX = {(11, 8): "7.8", (12, 0): "8.0", (12, 1): "8.1", (12, 2): "8.2", (12, 3): "8.3", (12, 4): "8.4", (12, 5): "8.5",
       (12, 6): "8.5", (12, 8): "8.7", (12, 9): "8.8", (13, 0): "9.0"}


def ptx_version(ptxas):
    """The latest that is known, but for later toolkits."""
    known = [release for release in PTX if release <= version(ptxas)]
    return PTX[max(known)] if known else None


def headers(release):
    """The folder with the headers of a toolkit, (12, 4); None: it is not here."""
    for path in find("cuda_runtime_api.h") + sorted(Path("/usr/local/cuda/include").glob("cuda_runtime_api.h")):
        found = re.search(rb"define CUDART_VERSION\s+(\d+)", path.read_bytes())
        if found and divmod(int(found[1]) // 10, 100) == release and (path.parent / "cuda_fp8.h").exists():
            return path.parent
    return None


class Nvrtc:
    """The compiler at run time."""

    def __init__(self, path):
        for builtins in sorted(Path(path).parent.glob("libnvrtc-builtins.so*")):
            ctypes.CDLL(str(builtins), ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(str(path))
        major, minor, count = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self.library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        self.library.nvrtcGetNumSupportedArchs(ctypes.byref(count))
        numbers = (ctypes.c_int * count.value)()
        self.library.nvrtcGetSupportedArchs(numbers)
        self.version = (major.value, minor.value)
        self.targets = [f"sm_{number}" for number in numbers]

    def _bytes(self, kind, program):
        count = ctypes.c_size_t()
        getattr(self.library, f"nvrtcGet{kind}Size")(program, ctypes.byref(count))
        buffer = ctypes.create_string_buffer(count.value)
        getattr(self.library, f"nvrtcGet{kind}")(program, buffer)
        return buffer.raw

    def cubin(self, text, options):
        """What it makes of a source; a ValueError with its log."""
        program = ctypes.c_void_p()
        values = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        self.library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"source.cu", 0, None, None)
        try:
            if self.library.nvrtcCompileProgram(program, len(options), values):
                raise ValueError(self._bytes("ProgramLog", program).decode(errors="replace"))
            return self._bytes("CUBIN", program)
        finally:
            self.library.nvrtcDestroyProgram(ctypes.byref(program))

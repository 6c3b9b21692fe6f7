# SPDX-License-Identifier: MIT
"""NVIDIA's compilers on this machine, as black boxes: a test uses what it finds, and is skipped where there is none.

They are looked for in PATH, in /usr/local/cuda, and below the folder that HW_NVIDIA names, in which wheels of PyPI may
lie (nvidia-cuda-nvcc-cu11, nvidia-cuda-nvrtc-cu12 and the like)."""
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

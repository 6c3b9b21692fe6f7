# SPDX-License-Identifier: MIT
"""Programs that run as on a machine without a CUDA toolkit: the folders of toolkits are empty for them.

Clang takes a toolkit from /usr/local, /usr/lib/cuda, /opt, or from where PATH has a ptxas.  A mount namespace of its own
hides these from a program and its children; a machine that allows none has no such tests.  A ptxas that only starts the
toolkit's, as /usr/local/bin may have one, stays: the folder around it is no toolkit, and holds other things."""
import os
import shutil
import subprocess
from glob import glob
from pathlib import Path

from runner import tap

PLACES = ("/usr/local/cuda*", "/usr/lib/cuda*", "/usr/lib/nvidia-cuda-toolkit", "/opt/cuda*")
TOOLS = ("nvcc", "ptxas")


def folders():
    """Those of this machine, each once, by its own name; none lies in another, whose mount would hide the mount point."""
    found = {Path(name).resolve() for place in PLACES for name in glob(place)}
    for tool in TOOLS:
        path = shutil.which(tool)
        folder = Path(path).resolve().parent.parent if path else None
        if folder and (folder / "nvvm").is_dir():  # clang takes no folder without nvvm/libdevice
            found.add(folder)
    return sorted(str(folder) for folder in found if folder.is_dir() and not found.intersection(folder.parents))


def namespace():
    """The beginning of a command that has mounts of its own: as root, or as root of a user namespace."""
    for prefix in (("unshare", "-m"), ("unshare", "-r", "-m")):
        try:
            done = subprocess.run([*prefix, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, text=True)
        except OSError as why:
            raise tap.Skip(f"toolkits cannot be hidden: {why}")
        if done.returncode == 0:
            return prefix
    raise tap.Skip(f"toolkits cannot be hidden: {done.stderr.strip()}")


def hidden(*command):
    """The command, as one that sees no toolkit."""
    mounts = "".join(f"mount -t tmpfs none '{folder}' && " for folder in folders())
    check = "! ls -d /usr/local/cuda*/* >/dev/null 2>&1 && "
    return [*namespace(), "sh", "-c", f'{mounts}{check}exec "$@"', "sh", *map(str, command)]


def environment():
    """One whose PATH has no tool of a toolkit."""
    path = [folder for folder in os.environ["PATH"].split(os.pathsep)
            if not any(os.access(os.path.join(folder, tool), os.X_OK) for tool in TOOLS)]
    return {**os.environ, "PATH": os.pathsep.join(path)}

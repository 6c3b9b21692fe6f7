# SPDX-License-Identifier: MIT
"""A clean Debian as debootstrap makes it, in which commands run without changing it: what they write goes into a layer above.

    debootstrap --variant=minbase bookworm FOLDER http://deb.debian.org/debian      (as root)"""
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

NOT_HERE = 77  # the status where this machine lacks what it takes
CERTIFICATES = "/certificates.pem"
TRUST = ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")  # what programs read of whom to trust


def what_is_missing(folder):
    if os.geteuid() != 0:
        return "only root may do this"
    if not (folder / "etc/debian_version").is_file():
        return f"{folder} is no Debian; make one: debootstrap --variant=minbase bookworm FOLDER http://deb.debian.org/debian"
    if subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        return "no mounts are allowed here (unshare -m)"
    return None


@contextmanager
def layer():
    """A folder for what lies above the clean machine; what it needs of this one is there."""
    with tempfile.TemporaryDirectory(prefix="halfwarp-clean-") as name:
        top = Path(name) / "top"
        for part in ("top/etc/apt/apt.conf.d", "top/proc", "work", "root"):
            (Path(name) / part).mkdir(parents=True)
        shutil.copy("/etc/resolv.conf", top / "etc/resolv.conf")
        if os.environ.get("PIP_CERT"):  # whom this machine trusts
            shutil.copy(os.environ["PIP_CERT"], top / CERTIFICATES.lstrip("/"))
        yield top


def show_packages(release, top):
    """A release's Debian packages, as /release."""
    shutil.copytree(release, top / "release", ignore=lambda _, names: [name for name in names if not name.endswith(".deb")])


def run(folder, top, script, bind=None):
    """The status of a script in the machine with that layer, which may see one more folder of this machine."""
    here = top.parent
    (top / "steps.sh").write_text(script)
    if bind:
        (top / bind.lstrip("/")).mkdir(parents=True, exist_ok=True)
    shown = f"mount --bind {bind} {here}/root{bind} && " if bind else ""
    done = subprocess.run(["unshare", "-m", "--propagation", "private", "sh", "-c",
                           f"mount -t overlay overlay -o lowerdir={folder},upperdir={top},workdir={here}/work {here}/root && "
                           f"mount -t proc proc {here}/root/proc && {shown}exec chroot {here}/root bash /steps.sh"],
                          stdin=subprocess.DEVNULL,
                          env={**os.environ, "DEBIAN_FRONTEND": "noninteractive",
                               **{name: CERTIFICATES for name in TRUST if name in os.environ}})
    return done.returncode

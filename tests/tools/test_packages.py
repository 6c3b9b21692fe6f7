# SPDX-License-Identifier: MIT
"""tools/install-packages: what it says and what it calls, with commands of our own in place of the system's."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def groups():
    """The packages of each group of packages.txt."""
    text = re.sub("#.*", "", (ROOT / "packages.txt").read_text(encoding="utf-8"))
    parts = re.split(r"\[(\w+)\]", text)
    return {name: words.split() for name, words in zip(parts[1::2], parts[2::2])}


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.calls = self.folder / "calls"

    def command(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def run_with(self, installed, *arguments, user=0):
        """Run it on a machine with these packages, as this user."""
        lines = "".join(f"echo installed {name}\n" for name in installed)
        self.command("dpkg-query", lines)
        self.command("id", f"echo {user}")
        self.command("sudo", f'echo sudo "$@" >>{self.calls}')
        self.command("apt-get", f'echo apt-get "$@" >>{self.calls}')
        return subprocess.run([ROOT / "tools/install-packages", *arguments], capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})

    def called(self):
        return self.calls.read_text(encoding="utf-8").splitlines() if self.calls.exists() else []

    def test_nothing_is_missing(self):
        everything = sum(groups().values(), [])
        for arguments in ((), ("--check", "build"), ("--check", "build", "test")):
            done = self.run_with(everything, *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.called(), [])

    def test_a_check_says_how_to_get_them_and_calls_nothing(self):
        there = [name for name in groups()["build"] if name not in ("cmake", "libelf-dev")]
        done = self.run_with(there, "--check", "build", user=1000)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("missing packages: cmake libelf-dev\n", done.stderr)
        self.assertIn(" sudo apt-get install -y --no-install-recommends cmake libelf-dev\n", done.stderr)
        done = self.run_with(there, "--check", "build", user=0)
        self.assertIn("with:    apt-get install -y --no-install-recommends cmake libelf-dev\n", done.stderr)
        self.assertEqual(self.called(), [])

    def test_a_check_of_a_group_knows_no_other(self):
        done = self.run_with(groups()["build"], "--check", "build")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_root_installs_directly_and_others_with_sudo(self):
        for user, prefix in ((0, ""), (1000, "sudo ")):
            self.calls.unlink(missing_ok=True)
            done = self.run_with(sum((names for group, names in groups().items() if group != "optional"), []), user=user)
            missing = " ".join(groups()["optional"])
            self.assertEqual((done.returncode, done.stderr), (0, f"installing: {missing}\n"))
            self.assertEqual(self.called(), [
                f"{prefix}apt-get update -qq",
                f"{prefix}apt-get install -y --no-install-recommends {missing} -qq"])

    def test_only_demo_and_test_install(self):
        for target, installs in (("build", False), ("bench", False), ("fuzz", False), ("facts", False),
                                 ("coverage", False), ("docs", False), ("install", False), ("format", False), ("package", False),
                                 ("demo", True), ("test", True), ("test-all", True)):
            done = subprocess.run(["make", "-n", "-C", ROOT, target], capture_output=True, text=True,
                                  env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")})
            lines = [line.split("tools/install-packages", 1)[1].strip() for line in done.stdout.splitlines()
                     if "tools/install-packages" in line]
            self.assertEqual("" in lines, installs, f"{target}: {done.stdout}")


if __name__ == "__main__":
    unittest.main()

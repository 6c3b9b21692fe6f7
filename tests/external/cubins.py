# SPDX-License-Identifier: MIT
"""Cubins for comparisons: found in files, below folders, and in programs and libraries with `halfwarp extract`; a sample
of them is drawn by the SHA-1 of a seed and the file's name, so it is the same everywhere."""
import hashlib
import json
import subprocess

HOPPER_TO_BLACKWELL = ("sm_90,sm_90a,sm_100,sm_100a,sm_100f,sm_103,sm_103a,sm_103f,sm_107,sm_110,sm_110a,sm_120,sm_120a,"
                       "sm_121,sm_121a")


def call(halfwarp, *arguments):
    return subprocess.run([halfwarp, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


class Cubins:
    """Those of a source: a file, or all below a folder, of which only cubins count."""

    def __init__(self, halfwarp, source, targets):
        self.halfwarp = halfwarp
        self.all = list(self._find(source, targets))

    def _find(self, source, targets):
        """(file, entry, target, bytes): without an entry the file is the cubin, and its target is not asked for."""
        for path in [source] if source.is_file() else sorted(source.rglob("*.cubin")):
            if path.suffix == ".cubin":
                yield path, None, None, path.stat().st_size
                continue
            for entry in json.loads(call(self.halfwarp, "extract", path, "--cubins", "--json"))[0]["entries"]:
                if entry["target"] in targets:
                    yield path, entry["entry"], entry["target"], entry["unpacked_bytes"] or entry["bytes"]

    def sample(self, seed, count, largest=float("inf")):
        """At most so many, of at most `largest` bytes each."""
        return sorted((choice for choice in self.all if choice[3] <= largest),
                      key=lambda choice: hashlib.sha1(f"{seed}{choice[0].name}:{choice[1]}".encode()).hexdigest())[:count]

    def bytes(self, choice):
        path, entry = choice[:2]
        if entry is None:
            return path.read_bytes()
        return subprocess.run([self.halfwarp, "extract", path, "-n", str(entry), "-o", "-"], check=True,
                              capture_output=True).stdout

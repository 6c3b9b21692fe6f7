# SPDX-License-Identifier: MIT
"""Reads what record.c kept: the copies between host and device that a program made."""

import struct
from array import array
from dataclasses import dataclass

HEAD = struct.Struct("=QQQ")
TO_DEVICE, FROM_DEVICE = 1, 2


@dataclass
class Copy:
    kind: int
    device: int
    data: bytes

    def floats(self):
        return array("f", self.data)

    def ints(self):
        return array("i", self.data)


def read(path):
    """All copies in their order; of a program that was stopped, those that are whole."""
    data, copies, at = path.read_bytes() if path.exists() else b"", [], 0
    while at + HEAD.size <= len(data):
        kind, device, size = HEAD.unpack_from(data, at)
        at += HEAD.size + size
        if at <= len(data):
            copies.append(Copy(kind, device, data[at - size:at]))
    return copies


def inputs(copies):
    return [copy for copy in copies if copy.kind == TO_DEVICE]


def outputs(copies):
    return [copy for copy in copies if copy.kind == FROM_DEVICE]

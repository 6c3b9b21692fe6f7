# SPDX-License-Identifier: MIT
"""What a cubin (ELF of 64 bits) says of its kernels: registers, bytes of code, bytes of stack."""
import struct

FRAME_SIZE = 0x11
SYMBOL, SECTION_OF_CODE = 24, ".text."


def _sections(data):
    offset, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3a)
    found = [struct.unpack_from("<IIQQQQIIQQ", data, offset + size * i) for i in range(count)]
    text = found[names][4]
    for section in found:
        name = data[text + section[0]:data.index(b"\0", text + section[0])].decode()
        yield name, section[4], section[5], section[6], section[7]


def _frames(data, at, size):
    """Symbol number and bytes of each FRAME_SIZE attribute."""
    end = at + size
    while at < end:
        kind, name, length = struct.unpack_from("<BBH", data, at)
        if kind == 4 and name == FRAME_SIZE:
            yield struct.unpack_from("<II", data, at + 4)
        at += 4 + (length if kind == 4 else 0)


def kernels(path):
    """{name: {"registers", "bytes", "stack"}}"""
    data = path.read_bytes()
    sections = {name: rest for name, *rest in _sections(data)}
    found = {name[len(SECTION_OF_CODE):]: {"registers": info >> 24, "bytes": size, "stack": 0}
             for name, (_, size, _, info) in sections.items() if name.startswith(SECTION_OF_CODE)}
    symbols, names = sections[".symtab"][0], sections[".strtab"][0]
    for symbol, frame in _frames(data, *sections.get(".nv.info", (0, 0))[:2]):
        at, = struct.unpack_from("<I", data, symbols + SYMBOL * symbol)
        name = data[names + at:data.index(b"\0", names + at)].decode()
        if name in found:
            found[name]["stack"] = frame
    return found

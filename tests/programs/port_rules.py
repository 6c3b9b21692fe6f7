# SPDX-License-Identifier: MIT
"""What GK104 and GF100 have in place of GK110's instructions, for port.py.

A rule gets the instruction, the names of free registers and the target.  It returns texts, of which the last one takes
the guard and the `.S` of the instruction, and those that are Guarded the guard; or None: the instruction stays, perhaps
with other suffixes.  Texts are as CUDA 5 writes them."""
import re

TEMPORARIES = 4  # free registers
FIRST_HANDLE = 0x52  # of the tests' textures: the word of bank 0 of the parameter behind the output's address


class Missing(Exception):
    """What a kernel needs and a target has not."""


class Instruction:
    def __init__(self, guard, name, operands, note):
        self.guard = guard or ""
        self.joins = name.endswith(".S")
        self.name, *self.mods = name.removesuffix(".S").split(".")
        self.operands, self.note = operands, note

    def mnemonic(self):
        return ".".join([self.name, *self.mods])


class Guarded(str):
    """A text that must not run where the instruction would not."""


def number(text):
    return int(text, 16)


def is_literal(text):
    return re.fullmatch(r"-?0x\w+", text) is not None


def funnel(i, t, target):
    """SHF: the upper word of (c:a) << n, or the lower (.HI: the upper) one of (c:a) >> n."""
    d, a, n, c = i.operands
    wide = "U64" in i.mods or "S64" in i.mods
    left = i.mods[0] == "L"
    shift = "SHR" if "S64" in i.mods else "SHR.U32"
    if is_literal(n):
        limit = 64 if wide else 32
        by = number(n) % limit if "W" in i.mods else min(number(n), limit)
        return [f"{shift} {d}, {c}, {by:#x}"] if "HI" in i.mods else funnel_by(d, a, by, c, left, shift, t[0])
    mask = "0x3f" if wide else "0x1f"
    texts = [f"LOP.AND {t[0]}, {n}, {mask}" if "W" in i.mods else
             f"IMNMX.U32 {t[0]}, {n}, {'0x40' if wide else '0x20'}, PT"]
    if "HI" in i.mods:
        return texts + [f"{shift} {d}, {c}, {t[0]}"]
    near, far, toward, back = (c, a, "SHL", "SHR.U32") if left else (a, c, "SHR.U32", "SHL")
    texts += [f"{toward} {t[1]}, {near}, {t[0]}", f"ISUB {t[2]}, 0x20, {t[0]}", f"{back} {t[2]}, {far}, {t[2]}"]
    if not wide:
        return texts + [f"LOP.OR {d}, {t[1]}, {t[2]}"]
    texts += [f"LOP.OR {t[1]}, {t[1]}, {t[2]}", f"IADD {t[0]}, {t[0]}, -0x20",
              f"{'SHL' if left else shift} {t[2]}, {far}, {t[0]}"]
    return texts + [f"ICMP.GE {d}, {t[2]}, {t[1]}, {t[0]}"]


def funnel_by(d, a, n, c, left, shift, free):
    """SHF by a number of bits."""
    near, far = (c, a) if left else (a, c)
    toward = "SHL" if left else "SHR.U32"
    if n >= 32:
        return [f"{'SHL' if left else shift} {d}, {far}, {n - 32:#x}"]
    if n == 0:
        return [f"MOV {d}, {near}"]
    if far == "RZ":
        return [f"{toward} {d}, {near}, {n:#x}"]
    up = n if left else 32 - n
    if c == "RZ":
        return [f"SHR.U32 {d}, {a}, {32 - up:#x}"]
    return [f"SHR.U32 {free}, {a}, {32 - up:#x}", f"ISCADD {d}, {c}, {free}, {up:#x}"]


def divides(i, t, target):
    """FCHK: whether a quotient may leave the range.  More operands take the slow way than by the chip's own test."""
    p, a, b = i.operands
    texts = []
    for k, operand in enumerate((a, b)):
        if operand.strip("-|")[0] not in "Rc":
            raise Missing("FCHK of a number")
        texts += [f"MOV {t[0]}, {operand.strip('-|')}", f"BFE.U32 {t[0]}, {t[0]}, 0x817",
                  f"IADD {t[0]}, {t[0]}, -0x40",
                  Guarded(f"ISETP.GT.U32.{'OR' if k else 'AND'} {p}, PT, {t[0]}, 0x7e, {p if k else 'PT'}")]
    return texts


def read_only(i, t, target):
    """LDG: a load through the texture unit, which a load of any other kind can stand for."""
    return [f"LD.{'.'.join(m for m in i.mods if m not in 'TP')} {', '.join(i.operands)}"]


def multiply_video(i, t, target):
    """VMAD names its saturation before its shift."""
    if "SAT" in i.mods:
        i.mods.remove("SAT")
        before = [k for k, mod in enumerate(i.mods) if mod.startswith("SHR") or mod == "PO"]
        i.mods.insert(before[0] if before else len(i.mods), "SAT")
    return None


def atomic(i, t, target):
    """ATOM.CAS names the type of its words as the other atomics do.  Of 64 bits there are sum, exchange and CAS."""
    if "CAS" in i.mods:
        i.mods = ["U64" if m == "64" else m for m in i.mods]
    elif i.mods[-1] in ("U64", "S64") and not {"ADD", "EXCH"} & set(i.mods):
        raise Missing(f"no {i.mnemonic()}")
    return None


def clamp(i, t, target):
    """SUCLAMP writes S32, too."""
    if target == "sm_20":
        raise Missing("surfaces of another kind")
    if "U32" not in i.mods:
        i.mods.insert(i.mods[:1] == ["1D"], "S32")
    return None


def invalidate_all(i, t, target):
    return ["CCTL.IVALL [RZ]"] if i.mods == ["IVALL"] else None


def nothing(i, t, target):
    """TEXDEPBAR: GF100 waits for textures without being told."""
    return [] if target == "sm_20" else None


def store_unlock(i, t, target):
    """STSCUL stores where the lock is held and says so; GF100's STSUL does not say."""
    if target != "sm_20":
        return None
    size = "".join("." + m for m in i.mods)
    return [Guarded(f"STSUL{size} {i.operands[1]}, {i.operands[2]}"),
            f"PSETP.AND.AND {i.operands[0]}, PT, PT, PT, PT"]


def barrier(i, t, target):
    """BAR: GF100 has one operation, which reduces; a result goes where the B2R behind it would have put it."""
    if target != "sm_20":
        return None
    name, count, predicate = i.operands[0], "RZ", "PT"
    for operand in i.operands[1:]:
        if re.fullmatch(r"!?P\w", operand):
            predicate = operand
        else:
            count = operand
    if i.mods[0] == "ARV":
        return [f"BAR.ARV RZ, {name}, {count}, PT"]
    if i.result and i.early:
        raise Missing("the place of a barrier's result is in use until later")
    register, out = i.result or ("RZ", "PT")
    into = register if out == "PT" else f"{register}, {out}"
    return [f"BAR.RED.{i.mods[1] if i.mods[0] == 'RED' else 'POPC'} {into}, {name}, {count}, {predicate}"]


def missing(i, t, target):
    if target == "sm_20":
        raise Missing(f"no {i.name}")
    return None


def shuffle(i, t, target):
    """SHFL: GF100's lanes meet in shared memory, a word for each thread behind the kernel's own, in blocks of one
    dimension."""
    if target != "sm_20":
        return None
    p, d, a, b, c = i.operands
    if not is_literal(c):
        raise Missing("SHFL with its segment in a register")
    clamp, segment = number(c) & 0x1f, number(c) >> 8 & 0x1f
    lane, j, top = t[:3]
    amount = f"{number(b) & 31:#x}" if is_literal(b) else j
    texts = [f"S2R {lane}, SR_TID.X", f"SHL {j}, {lane}, 0x2", Guarded(f"STS [{j}+{i.shared:#x}], {a}"),
             f"LOP.AND {lane}, {lane}, 0x1f"]
    texts += [] if is_literal(b) else [f"LOP.AND {j}, {b}, 0x1f"]
    texts += {"BFLY": [f"LOP.XOR {j}, {lane}, {amount}"], "DOWN": [f"IADD {j}, {lane}, {amount}"],
              "UP": [f"MOV {j}, {amount}", f"ISUB {j}, {lane}, {j}"],
              "IDX": [f"MOV {j}, {amount}", f"LOP.AND {j}, {j}, {~segment & 31:#x}",
                      f"LOP.AND {top}, {lane}, {segment:#x}", f"LOP.OR {j}, {j}, {top}"]}[i.mods[0]]
    texts += [f"LOP.AND {top}, {lane}, {segment:#x}", f"LOP.OR {top}, {top}, {clamp & ~segment:#x}",
              f"ISUB {top}, {j}, {top}" if i.mods[0] == "UP" else f"ISUB {top}, {top}, {j}",
              f"ICMP.GE {j}, {j}, {lane}, {top}"]
    texts += [Guarded(f"ISETP.GE.AND {p}, PT, {top}, RZ, PT")] if p != "PT" else []
    return texts + [f"S2R {lane}, SR_TID.X", f"LOP32I.AND {lane}, {lane}, 0xffffffe0", f"IADD {j}, {j}, {lane}",
                    f"SHL {j}, {j}, 0x2", f"LDS {d}, [{j}+{i.shared:#x}]"]


def lookup(i, t, target):
    """TEX and its kin name a sampler, and a handle among the coordinates is `.I`.  GF100 knows slots alone: that of the
    tests' parameter k is k + 1; and has all that is no coordinate in a list of its own."""
    after = 1 if i.name == "TLD4" else 0
    i.mods = i.mods[:after] + ["I" if m == "B" else m for m in i.mods[after:]]
    at = next(k for k, o in enumerate(i.operands) if is_literal(o))
    if target == "sm_20":
        if "I" in i.mods[after:]:
            raise Missing("textures by handle")
        i.operands[at] = f"{(number(i.operands[at]) - FIRST_HANDLE) // 2 + 1:#x}"
    if i.name != "TLD":
        i.operands.insert(at + 1, i.operands[at] if target == "sm_20" else "0x0")
    return split_sources(i, t) if target == "sm_20" and i.name != "TXQ" else None


def split_sources(i, t):
    """From one list of sources, of which the first operand has four, to coordinates and the rest."""
    shape = i.operands[-2].split("_")
    coordinates = {"1D": 1, "2D": 2, "3D": 3, "CUBE": 3}[shape[-1]] + len(shape) - 1
    rest = 2 * coordinates * (i.name == "TXD") + sum(m in ("LL", "LB", "AOFFI") for m in i.mods)
    if not rest:
        return None
    first = int(i.operands[1][1:])
    sources = [f"R{first + k}" for k in range(4)]
    if not is_literal(i.operands[2]):
        second = int(i.operands.pop(2)[1:])
        sources += [f"R{second + k}" for k in range(4)]
    moves = [f"MOV {t[k]}, {source}" for k, source in enumerate(sources[coordinates:coordinates + rest])]
    i.operands.insert(2, t[0])
    return moves + [f"{i.mnemonic()} {', '.join(i.operands)}"]


def result(i, t, target):
    return [] if target == "sm_20" and i.mods == ["RESULT"] else None


RULES = {
    "SHF": funnel, "FCHK": divides, "LDG": read_only, "CCTL": invalidate_all, "TEXDEPBAR": nothing,
    "STSCUL": store_unlock, "BAR": barrier, "B2R": result, "ATOM": atomic, "RED": atomic, "VMAD": multiply_video,
    "SHFL": shuffle, "IMADSP": missing, "SUCLAMP": clamp, "TEX": lookup, "TLD": lookup, "TLD4": lookup,
    "TXD": lookup, "TXQ": lookup,
}

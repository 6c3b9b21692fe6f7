#!/usr/bin/env python3
"""Turns the listing of a cubin for sm_35 into assembly for sm_30 or sm_20, where no compiler for these is at hand.

usage: halfwarp dis --syntax nv-5.0 PROGRAM.sm_35.cubin | port.py TARGET NAME HALFWARP > NAME.TARGET.sass

GK110 writes nearly all instructions as GK104 and GF100 do, in other bits.  What they lack becomes a sequence of others
(RULES); launch constants and banks move (CONSTANTS); what only a file of its own day needs is left out.  A sequence
works in registers behind those of the kernel, and its last instruction has the guard and the `.S` of the one it replaces.
Code addresses in constants (jump tables, function pointers) follow their instructions."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# sm_20 keeps sizes, parameters and the stack pointer elsewhere, and numbers its banks otherwise.
SIZES = range(0x28, 0x40)
FIRST_PARAMETER = {"sm_35": 0x140, "sm_30": 0x140, "sm_20": 0x20}
BANKS = {2: 0x10, 3: 2, 4: 0xe}
WINDOWS = {0x20: "SR_SWINLO", 0x24: "SR_LWINLO"}
ABOVE = ("c[0x0][0xf0]", "c[0x0][0xf4]")  # where generic addresses of something else would begin
CONTROL_GROUP = {"sm_35": 7, "sm_30": 7, "sm_20": 0}
REGISTERS = 63
TEMPORARIES = 4
FIRST_HANDLE = 0x52  # of the tests' textures: the word of bank 0 of the parameter behind the output's address
EXCHANGE = 4 * 1024  # bytes in which the threads of a block shuffle

INSTRUCTION = re.compile(r"\s+(@!?P\w+ )?([A-Z][A-Z0-9_.]*)(?: (.*?))?(?: # (.*))?$")
CONSTANT = re.compile(r"c\[0x(\w+)\] ?\[(?:(R\w+)\+?)?(-?)(?:0x(\w+))?\]")
LABEL = re.compile(r"\bL_\w+\b")


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


class Kernel:
    """The lines of one kernel or function, and what is known of it."""

    def __init__(self):
        self.head, self.code, self.tail = [], [], []
        self.registers = self.shared = 0


def number(text):
    return int(text, 16)


def is_literal(text):
    return re.fullmatch(r"-?0x\w+", text) is not None


# --- sequences in place of instructions --------------------------------------------------------------------------
# A rule gets the instruction, the first of three free registers' names and the target; it returns texts without guard.

def funnel(i, t, target):
    """SHF: the upper word of (c:a) << n, or the lower (.HI: the upper) one of (c:a) >> n."""
    d, a, n, c = i.operands
    wide = "U64" in i.mods or "S64" in i.mods
    left = i.mods[0] == "L"
    shift = "SHR" if "S64" in i.mods else "SHR.U32"
    if is_literal(n):
        return funnel_by(d, a, number(n), c, left, "HI" in i.mods, wide, "W" in i.mods, shift)
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


def funnel_by(d, a, n, c, left, high, wide, wraps, shift):
    n = n % (64 if wide else 32) if wraps else min(n, 64 if wide else 32)
    near, far = (c, a) if left else (a, c)
    if high:
        return [f"{shift} {d}, {c}, {n:#x}"]
    if n >= 32:
        return [f"{'SHL' if left else shift} {d}, {far}, {n - 32:#x}"]
    if n == 0:
        return [f"MOV {d}, {near}"]
    if far == "RZ":
        return [f"{'SHL' if left else 'SHR.U32'} {d}, {near}, {n:#x}"]
    up, down, by = (c, a, n) if left else (c, a, 32 - n)
    if up == "RZ":
        return [f"SHR.U32 {d}, {down}, {32 - by:#x}"]
    return [("T0", f"SHR.U32 {{t}}, {down}, {32 - by:#x}"), f"ISCADD {d}, {up}, {{t}}, {by:#x}"]


def divides(i, t, target):
    """FCHK: whether a quotient may leave the range.  Exponents further out than the chip's own test take the slow way, too."""
    p, a, b = i.operands
    texts = []
    for k, operand in enumerate((a, b)):
        texts += [f"MOV {t[0]}, {operand.strip('-|')}", f"BFE.U32 {t[0]}, {t[0]}, 0x817", f"IADD {t[0]}, {t[0]}, -0x40",
                  f"ISETP.GT.U32.{'OR' if k else 'AND'} {p}, PT, {t[0]}, 0x7e, {p if k else 'PT'}"]
    return texts


def read_only(i, t, target):
    """LDG: a load through the texture unit, which a load of any other kind can stand for."""
    return [f"LD.{'.'.join(m for m in i.mods if m not in 'TP')} {', '.join(i.operands)}"]


def multiply_video(i, t, target):
    """VMAD names its saturation before its shift."""
    if "SAT" in i.mods:
        i.mods.remove("SAT")
        i.mods.insert(next((k for k, m in enumerate(i.mods) if m.startswith("SHR") or m == "PO"), len(i.mods)), "SAT")
    return None


def swap(i, t, target):
    """ATOM.CAS names the type of its words as the other atomics do."""
    i.mods = ["U64" if m == "64" else m for m in i.mods]
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
    return [("guard", f"STSUL{size} {i.operands[1]}, {i.operands[2]}"),
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
    register, out = i.result or ("RZ", "PT")
    into = register if out == "PT" else f"{register}, {out}"
    return [f"BAR.RED.{i.mods[1] if i.mods[0] == 'RED' else 'POPC'} {into}, {name}, {count}, {predicate}"]


def missing(i, t, target):
    if target == "sm_20":
        raise Missing(f"no {i.name}")
    return None


def shuffle(i, t, target):
    """SHFL: GF100's lanes meet in shared memory, a word for each thread behind the kernel's own.  Blocks have one dimension."""
    if target != "sm_20":
        return None
    p, d, a, b, c = i.operands
    if not is_literal(c):
        raise Missing("SHFL with its segment in a register")
    clamp, segment = number(c) & 0x1f, number(c) >> 8 & 0x1f
    lane, j, top = t[:3]
    amount = f"{number(b) & 31:#x}" if is_literal(b) else j
    guarded = [("guard", f"STS [{j}+{i.shared:#x}], {a}")]
    texts = [f"S2R {lane}, SR_TID.X", f"SHL {j}, {lane}, 0x2", *guarded, f"LOP.AND {lane}, {lane}, 0x1f"]
    texts += [] if is_literal(b) else [f"LOP.AND {j}, {b}, 0x1f"]
    texts += {"BFLY": [f"LOP.XOR {j}, {lane}, {amount}"], "DOWN": [f"IADD {j}, {lane}, {amount}"],
              "UP": [f"MOV {j}, {amount}", f"ISUB {j}, {lane}, {j}"],
              "IDX": [f"MOV {j}, {amount}", f"LOP.AND {j}, {j}, {~segment & 31:#x}", f"LOP.AND {top}, {lane}, {segment:#x}",
                      f"LOP.OR {j}, {j}, {top}"]}[i.mods[0]]
    texts += [f"LOP.AND {top}, {lane}, {segment:#x}", f"LOP.OR {top}, {top}, {clamp & ~segment:#x}",
              f"ISUB {top}, {j}, {top}" if i.mods[0] == "UP" else f"ISUB {top}, {top}, {j}",
              f"ICMP.GE {j}, {j}, {lane}, {top}"]
    texts += [("guard", f"ISETP.GE.AND {p}, PT, {top}, RZ, PT")] if p != "PT" else []
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


RULES = {"SHF": funnel, "FCHK": divides, "LDG": read_only, "CCTL": invalidate_all, "TEXDEPBAR": nothing,
         "STSCUL": store_unlock, "BAR": barrier, "ATOM": swap, "VMAD": multiply_video, "B2R": result, "SHFL": shuffle,
         "IMADSP": missing, "SUCLAMP": clamp, "TEX": lookup, "TLD": lookup, "TLD4": lookup, "TXD": lookup, "TXQ": lookup}


# --- constants ----------------------------------------------------------------------------------------------------

def place_of(target, bank, offset):
    if target != "sm_20":
        return bank, offset
    if bank == 0 and offset in SIZES:
        return 0, offset - 0x20
    if bank == 0 and offset == 0x44:
        return 1, 0x100
    if bank == 0 and offset >= 0x140:
        return 0, offset - 0x140 + 0x20
    if bank in BANKS:
        return BANKS[bank], offset
    raise Missing(f"nothing there for c[{bank:#x}][{offset:#x}]")


def move_constants(text, target):
    def moved(match):
        bank, register = number(match[1]), match[2]
        offset = number(match[4] or "0") * (-1 if match[3] else 1)
        bank, offset = place_of(target, bank, offset)
        sign = "-" if offset < 0 else ""
        if not register:
            return f"c[{bank:#x}][{offset:#x}]"
        return f"c[{bank:#x}][{register}+{sign}{abs(offset):#x}]" if offset else f"c[{bank:#x}][{register}]"
    return CONSTANT.sub(moved, text)


def replace_windows(i, t, target):
    """GF100 has the windows of generic addresses in special registers alone, and nothing above global memory."""
    texts = []
    if target != "sm_20":
        return texts
    for k, operand in enumerate(i.operands):
        if operand in ABOVE:
            i.operands[k] = "RZ"
        for offset, name in WINDOWS.items():
            if operand == f"c[0x0][{offset:#x}]":
                texts.append(f"S2R {t[2]}, {name}")
                i.operands[k] = t[2]
    return texts


# --- kernels --------------------------------------------------------------------------------------------------------

def read(lines):
    """The kernels of a listing, and the lines behind them."""
    kernels, behind, kernel = [], [], None
    for line in lines:
        line = re.sub(r"\s*//.*", "", line)
        if re.match(r"\.(kernel|function) ", line):
            kernel = Kernel()
            kernels.append(kernel)
        if kernel is None:
            behind.append(line)
        elif line == ".end":
            kernel = None
        elif kernel.tail or kernel.code and line.startswith("."):
            kernel.tail.append(line)
        elif kernel.code or line == ".code":
            kernel.code.append(line)
        else:
            kernel.head.append(line)
            if line.startswith((".registers ", ".shared ")):
                setattr(kernel, line.split()[0][1:], int(line.split()[1]))
    return kernels, behind


def parse(line):
    match = INSTRUCTION.fullmatch(line)
    if not match:
        raise Missing(f"no instruction: {line.strip()}")
    operands = match[3].split(", ") if match[3] else []
    note = f" # {match[4]}" if match[4] and match[4].startswith("literal=") else ""  # of a NaN
    return Instruction(match[1], match[2], [o.strip() for o in operands], note)


def trim(lines):
    """Without the branch to itself and the padding behind the end, which may be a group without a control word."""
    lines = [re.sub(r" +\?-$", "", line) for line in lines]
    while lines and (lines[-1].strip() == "NOP" or lines[-1].strip() == ""):
        lines.pop()
    if len(lines) >= 2 and lines[-2].endswith(":") and lines[-1].strip() == "BRA " + lines[-2].strip(": "):
        del lines[-2:]
    return lines


def rewrite(i, temporaries, target):
    """The texts of what stands for an instruction, guarded and joined."""
    before = replace_windows(i, temporaries, target)
    rule = RULES.get(i.name)
    texts = rule(i, temporaries, target) if rule else None
    if texts is None:
        texts = [i.mnemonic() + (" " + ", ".join(i.operands) if i.operands else "") + i.note]
    if not texts:
        texts = ["NOP"] if i.joins else []
    out = list(before)
    for k, text in enumerate(texts):
        last = k == len(texts) - 1
        guarded = last or i.name == "FCHK"
        if isinstance(text, tuple):
            guarded = guarded or text[0] == "guard"
            text = text[1]
        text = text.format(t=temporaries[0]) if "{t}" in text else text
        if last and i.joins:
            name, _, rest = text.partition(" ")
            text = f"{name}.S {rest}".rstrip()
        out.append((i.guard if guarded else "") + text)
    return [move_constants(text, target) for text in out]


def address(index, target):
    group = CONTROL_GROUP[target]
    return 8 * index if not group else 8 * (index // group * (group + 1) + index % group + 1)


def port_code(kernel, target):
    """The code anew; a map of old addresses to new ones; how many registers it takes."""
    first = (kernel.registers + TEMPORARIES - 1) // TEMPORARIES * TEMPORARIES
    temporaries = [f"R{first + k}" for k in range(TEMPORARIES)]
    lines, moved, old, new, used = [], {}, 0, 0, kernel.registers
    source = trim(kernel.code[1:])
    parsed = [line if line.endswith(":") or line.startswith("//") else parse(line) for line in source]
    give_results(parsed)
    for item in parsed:
        if isinstance(item, str):
            lines.append(item)
            continue
        moved[address(old, "sm_35")] = address(new, target)
        if old % 7 == 0:
            moved[address(old, "sm_35") - 8] = address(new, target)
        item.shared = (kernel.shared + 3) // 4 * 4
        if item.name == "BRX":
            register, offset = item.operands[0].split()
            place = address(old, "sm_35") + 8 + int(offset, 16)
            item.operands = [f"{register} {place - address(new, target) - 8:#x}"]
        texts = rewrite(item, temporaries, target)
        used = max([used, *(first + k + 1 for k, t in enumerate(temporaries) if any(t in text for text in texts))])
        lines += ["        " + text for text in texts]
        old += 1
        new += len(texts)
    if used > REGISTERS:
        raise Missing(f"{used} registers")
    return lines, moved, used


def give_results(items):
    """What each barrier's result is read into: the register and predicate of the B2R behind it."""
    last = None
    for item in items:
        if isinstance(item, str):
            continue
        if item.name == "BAR":
            last, item.result = item, None
        if item.name == "B2R" and item.mods == ["RESULT"] and last is not None:
            operands = item.operands + ["PT"] * (2 - len(item.operands))
            last.result = (operands[0], operands[1])


def move_table(lines, kernel, moved):
    """Data of a kernel's bank 2, where it holds code addresses."""
    if not any("BRX" in line for line in kernel.code):
        return lines

    def word(match):
        value = number(match[0])
        return f"0x{moved.get(value, value):08x}" if value > 8 else match[0]
    return [re.sub(r"0x[0-9a-f]{8}", word, line) if line.lstrip().startswith(".u32") else line for line in lines]


def port_data(lines, target):
    """Constants of a kernel or the module; bank 0 is what the launch makes."""
    data, keep = [], False
    for line in lines:
        match = re.match(r"\.const (\d+) (\d+) (\d+)(.*)", line)
        if match:
            bank = int(match[1])
            keep = bank != 0
            if keep:
                data.append(f".const {place_of(target, bank, 0)[0]} {match[2]} {match[3]}{match[4]}")
        elif line.startswith("."):
            keep = False
        elif keep and line:
            data.append(line)
    return data


def without_idle_labels(lines, named):
    """Labels that only the file's records or padding named are gone."""
    used = named | {name for line in lines if not line.endswith(":") for name in LABEL.findall(line)}
    return [line for line in lines if not line.endswith(":") or line[:-1] in used]


def port_kernel(kernel, target, named):
    code, moved, registers = port_code(kernel, target)
    code = without_idle_labels(code, named)
    meets = target == "sm_20" and any("SHFL" in line for line in kernel.code)
    out = [kernel.head[0], f".registers {registers}", f".shared {(kernel.shared + 3) // 4 * 4 + EXCHANGE * meets}"]
    for line in kernel.head[1:]:
        if line.startswith((".local", ".barriers", ".crs", ".param_bytes", ".param ")):
            out.append(line)
        if line.startswith(".param_base"):
            out.append(f".param_base {FIRST_PARAMETER[target]}")
    return out + [".code", *code, *move_table(port_data(kernel.tail, target), kernel, moved), ".end", ""]


def port_symbols(lines, target):
    """Variables and external functions: their sections, symbols and relocations."""
    if not any(line.startswith(".relocate ") for line in lines):
        return []
    out, keep = [], False
    for line in lines:
        if line.startswith("."):
            word = line.split()
            keep = word[0] == ".section" and word[1].startswith(".nv.global")
            if word[0] == ".symbol" and (word[2].startswith((".nv.global", ".nv.constant")) or word[2] == "-"):
                keep = True
            if word[0] == ".relocate":
                keep = True
                line = re.sub(r"(R_CUDA_ABS32(_LO|_HI)?)_23", r"\1_26", line)
            if target == "sm_20":
                line = re.sub(r"\.nv\.constant(\d)\b", lambda m: f".nv.constant{BANKS.get(int(m[1]), int(m[1]))}", line)
        if keep:
            out.append(line)
    return out


# --- the text of the target's own day --------------------------------------------------------------------------------

def halfwarp_text(halfwarp, *arguments):
    return subprocess.run([halfwarp, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def instructions(listing):
    """The places of a listing's instructions, kernel by kernel."""
    lines, kernel, found = listing.splitlines(), None, []
    for k, line in enumerate(lines):
        if line.startswith("."):
            kernel = line == ".code"
        elif kernel and line.startswith("  "):
            found.append(k)
    return lines, found


def in_own_dialect(listing, halfwarp):
    """The same listing in the text of its target's own day; labels stay."""
    with tempfile.TemporaryDirectory() as folder:
        text, cubin = Path(folder, "text"), Path(folder, "cubin")
        text.write_text(listing)
        subprocess.run([halfwarp, "as", "--syntax", "nv-5.0", text, "-o", cubin], check=True)
        other, theirs = instructions(halfwarp_text(halfwarp, "dis", cubin))
    lines, mine = instructions(listing)
    place = iter(theirs)
    for k in mine:
        label, text = LABEL.search(lines[k]), other[next(place)]
        lines[k] = LABEL.sub(label[0], text) if label else text
    return "\n".join(lines) + "\n"


def ported(listing, target, name, halfwarp):
    """The assembly for `target` that stands for a listing for sm_35."""
    kernels, behind = read(listing.splitlines())
    out = [f"// {name} for {target}: port.py made this from what is for sm_35.",
           f".target {target}", ".container elf64", ""]
    for kernel in kernels:
        try:
            out += port_kernel(kernel, target, set(LABEL.findall("\n".join(behind))))
        except Missing as missing:
            out += [f"// {kernel.head[0].split()[1]} is left out: {missing}.", ""]
    text = "\n".join(out + port_data(behind, target) + port_symbols(behind, target)) + "\n"
    return in_own_dialect(text, halfwarp) if target == "sm_20" else text


if __name__ == "__main__":
    print(ported(sys.stdin.read(), *sys.argv[1:]), end="")

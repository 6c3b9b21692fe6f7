#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the listing of a cubin for sm_35 into assembly for sm_30 or sm_20, where no compiler for these is at hand.

usage: halfwarp dis PROGRAM.sm_35.cubin | port.py TARGET NAME > NAME.TARGET.sass

GK110 writes nearly all instructions as GK104 and GF100 do, in other bits.  What they lack becomes a sequence of others
(port_rules.py), which works in registers behind those of the kernel; launch constants and banks move (place_of); what
only a file of its own day needs is left out.  Code addresses in constants (jump tables, function pointers) follow their
instructions."""
import re
import sys

from port_rules import Guarded, Instruction, Missing, RULES, TEMPORARIES, number

# sm_20 keeps sizes, parameters and the stack pointer elsewhere, and numbers its banks otherwise.
SIZES = range(0x28, 0x40)
FIRST_PARAMETER = {"sm_35": 0x140, "sm_30": 0x140, "sm_20": 0x20}
BANKS = {2: 0x10, 3: 2, 4: 0xe}
WINDOWS = {0x20: "SR_SWINLO", 0x24: "SR_LWINLO"}
ABOVE = ("c[0x0][0xf0]", "c[0x0][0xf4]")  # where generic addresses of something else would begin
CONTROL_GROUP = {"sm_35": 7, "sm_30": 7, "sm_20": 0}
REGISTERS = 63
EXCHANGE = 4 * 1024  # bytes in which the threads of a block shuffle

INSTRUCTION = re.compile(r"\s+(@!?P\w+ )?([A-Z][A-Z0-9_.]*)(?: (.*?))?(?: # (.*))?$")
CONSTANT = re.compile(r"c\[0x(\w+)\] ?\[(?:(R\w+)\+?)?(-?)(?:0x(\w+))?\]")
LABEL = re.compile(r"\bL_\w+\b")


class Kernel:
    """The lines of one kernel or function, and what is known of it."""

    def __init__(self):
        self.head, self.code, self.tail = [], [], []
        self.registers = self.shared = 0


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
        guard = i.guard if last or isinstance(text, Guarded) else ""
        if last and i.joins:
            name, _, rest = text.partition(" ")
            text = f"{name}.S {rest}".rstrip()
        out.append(guard + text)
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
    """What each barrier's result is read into: the register and predicate of the B2R behind it.  GF100's barrier writes
    them at once, so nothing in between may need what they held."""
    last, between = None, []
    for item in items:
        if isinstance(item, str):
            continue
        if item.name == "BAR":
            last, item.result, between = item, None, []
        elif item.name == "B2R" and item.mods == ["RESULT"] and last is not None:
            operands = item.operands + ["PT"] * (2 - len(item.operands))
            last.result, last.early = (operands[0], operands[1]), any(names(i, operands) for i in between)
        else:
            between.append(item)


def names(item, operands):
    """Whether an instruction has one of these registers or predicates among its own; wide operands count whole."""
    text = " ".join([item.guard, *item.operands])
    for operand in operands:
        if operand in ("RZ", "PT"):
            continue
        near = [operand] + [f"R{int(operand[1:]) - k}" for k in (1, 2, 3) if operand[0] == "R" and int(operand[1:]) >= k]
        if any(re.search(rf"\b{name}\b", text) for name in near):
            return True
    return False


def move_table(lines, kernel, moved):
    """Data of a kernel's bank 2, where it holds code addresses: words that no instruction names as an operand."""
    if not any("BRX" in line for line in kernel.code):
        return lines
    operands = {number(match[4]) for line in kernel.code for match in CONSTANT.finditer(line)
                if number(match[1]) == 2 and not match[2]}
    offset = 0

    def word(match):
        nonlocal offset
        value, named = number(match[0]), offset in operands or offset - 4 in operands  # of a double
        offset += 4
        return f"0x{moved.get(value, value):08x}" if value > 8 and not named else match[0]

    out = []
    for line in lines:
        if line.startswith(".const "):
            offset = int(line.split()[2])
        out.append(re.sub(r"0x[0-9a-f]{8}", word, line) if line.lstrip().startswith(".u32") else line)
    return out


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


def port_symbols(lines, target, left_out):
    """Variables and external functions: their sections, symbols and relocations."""
    out, keep = [], False
    lines = [line for line in lines if not any(name in re.split(r"[ .]", line) for name in left_out)]
    if not any(line.startswith(".relocate ") for line in lines):  # only names of constants are needed
        lines = [line for line in lines if re.match(r"\.symbol \w+ \.nv\.constant", line)]
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


def ported(listing, target, name):
    """The assembly for `target` that stands for a listing for sm_35."""
    kernels, behind = read(listing.splitlines())
    out = [f"// {name} for {target}: port.py made this from what is for sm_35.",
           f".target {target}", ".container elf64", ""]
    left_out = []
    for kernel in kernels:
        name = kernel.head[0].split()[1]
        try:
            out += port_kernel(kernel, target, set(LABEL.findall("\n".join(behind))))
        except Missing as missing:
            out += [f"// {name} is left out: {missing}.", ""]
            left_out.append(name)
    return "\n".join(out + port_data(behind, target) + port_symbols(behind, target, left_out)) + "\n"


if __name__ == "__main__":
    print(ported(sys.stdin.read(), *sys.argv[1:]), end="")

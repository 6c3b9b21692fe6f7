# SPDX-License-Identifier: MIT
"""Runs the small PTX programs of a checkout of ZLUDA: each has values that go in and values that must come out.

The values are in ptx/src/test/spirv_run/mod.rs, as arguments of macros: test_ptx!(NAME, [inputs], [outputs]) runs one
thread, test_ptx_warp!(NAME, [outputs]) a block of 64.  Rust's literals are read here; a case with any other expression
is counted as not read."""
import re
import struct
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path("ptx/src/test/spirv_run/mod.rs")
CODES = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "u64": "Q", "i64": "q", "f32": "f",
         "f64": "d", "f16": "e"}
SHARED_BYTES = 1024  # that ZLUDA's own runner gives each program
NAN = float("nan")
INTEGER = re.compile(r"(-?)(0x[0-9A-Fa-f_]+?|0b[01_]+|[0-9][0-9_]*)((?:[ui](?:8|16|32|64|size))?)$")
FLOAT = re.compile(r"(-?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE]-?[0-9]+)?)_?((?:f32|f64)?)$")


class NotRead(Exception):
    pass


def macro_calls(text):
    """Name and argument text of each test_ptx...!(...) at the begin of a line."""
    for found in re.finditer(r"^(test_ptx\w*)!\(", text, re.M):
        depth, at = 1, found.end()
        while depth:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[at], 0)
            at += 1
        yield found[1], text[found.end():at - 1]


def split(text):
    """The parts between commas that no bracket holds."""
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    if part.strip():
        parts.append(part.strip())
    return parts


def value(text):
    """(type or None, number) of a literal or of one of the constants that the file uses."""
    found = re.fullmatch(r"([ui])(8|16|32|64)::(max_value\(\)|MAX|min_value\(\)|MIN)", text)
    if found:
        bits, signed = int(found[2]), found[1] == "i"
        if found[3].lower().startswith("max"):
            return found[1] + found[2], (1 << (bits - signed)) - 1
        return found[1] + found[2], -(1 << (bits - 1)) if signed else 0
    found = re.fullmatch(r"(?:half::)?(f16|f32|f64)::(\w+)(?:\((.*)\))?", text)
    if found:
        if found[2] in ("from_f32", "from_f64"):
            return found[1], value(found[3])[1]
        if found[2] == "from_bits":
            word = value(found[3])[1]
            code = {"f16": "He", "f32": "If", "f64": "Qd"}[found[1]]
            return found[1], struct.unpack("<" + code[1], struct.pack("<" + code[0], word))[0]
        constants = {"NAN": NAN, "INFINITY": float("inf"), "NEG_INFINITY": float("-inf")}
        if found[2] in constants:
            return found[1], constants[found[2]]
        raise NotRead(text)
    found = re.fullmatch(r"(.*) as ([uif]\d+)", text)
    if found:
        return found[2], value(found[1])[1]
    found = INTEGER.fullmatch(text)
    if found:
        number = int(found[2].replace("_", ""), 0)
        return found[3] or None, -number if found[1] else number
    found = FLOAT.fullmatch(text)
    if found:
        return found[2] or "f32", float(found[1].replace("_", ""))
    raise NotRead(text)


def array(text):
    """(type, numbers) of a Rust array."""
    if not (text.startswith("[") and text.endswith("]")):
        raise NotRead(text)
    inside = text[1:-1]
    repeated = re.fullmatch(r"(.*);\s*(\d+)\s*", inside, re.S)
    values = [value(repeated[1].strip())] * int(repeated[2]) if repeated else [value(part) for part in split(inside)]
    kinds = {kind for kind, _ in values if kind}
    if len(kinds) > 1:
        raise NotRead(text)
    kind = kinds.pop() if kinds else "i32"
    return kind, [number for _, number in values]


def pack(kind, numbers):
    code = CODES[kind]
    if kind[0] in "ui":
        bits = int(kind[1:])
        return b"".join((number & ((1 << bits) - 1)).to_bytes(bits // 8, "little") for number in numbers)
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


def same(kind, expected, got):
    """Equal bits, except that any NaN is as good as another."""
    if expected == got:
        return True
    if kind[0] != "f":
        return False
    code = f"<{len(expected) // struct.calcsize(CODES[kind])}{CODES[kind]}"
    pairs = zip(struct.unpack(code, expected), struct.unpack(code, got))
    return all(a == b or (a != a and b != b) for a, b in pairs)


def cases(checkout):
    """(name, threads, input bytes or None, output type, output bytes), or (name, sentence) for what is not read."""
    text = re.sub(r"//[^\n]*", "", (checkout / SOURCE).read_text())
    for macro, arguments in macro_calls(text):
        parts = split(arguments)
        if len(parts) < 2:
            continue  # a test of ZLUDA's own text, without values
        try:
            if macro == "test_ptx_warp":
                kind, numbers = array(parts[1])
                yield parts[0], 64, None, kind, pack(kind, numbers)
            else:
                kind, numbers = array(parts[2])
                yield parts[0], 1, pack(*array(parts[1])), kind, pack(kind, numbers)
        except (NotRead, struct.error, OverflowError) as error:
            yield parts[0], f"values not read: {error}"


def parameters(source):
    """How many the kernel has: programs of a warp have the output alone, or another before it."""
    head = re.search(r"\.entry\s+\w+\s*\(([^)]*)\)", source.read_text())
    return head[1].count(".param") if head else 0


def run_case(halfwarp, checkout, target, case):
    """("right" | "wrong" | "refused" | "fault" | "not read", what is to be said)."""
    if len(case) == 2:
        return "not read", case[1]
    name, threads, given, kind, expected = case
    source = checkout / SOURCE.parent / f"{name}.ptx"
    with tempfile.TemporaryDirectory() as folder:
        cubin, inputs, outputs = (Path(folder) / file for file in ("a.cubin", "in", "out"))
        done = subprocess.run([halfwarp, "cc", "-w", source, "-o", cubin, "--target", target], capture_output=True, text=True)
        if done.returncode:
            return "refused", done.stderr.strip().splitlines()[0].replace(str(source), source.name)
        inputs.write_bytes(given or bytes(4))
        first = ["--arg", f"buf:in={inputs.stat().st_size}:{inputs}"] if parameters(source) > 1 else []
        done = subprocess.run([halfwarp, "run", cubin, "-k", name, "--grid", "1", "--block", str(threads), *first, "--arg",
                               f"buf:out={max(len(expected), 4)}", "--shared", str(SHARED_BYTES), "--print",
                               f"out={outputs}"], capture_output=True, text=True)
        if done.returncode:
            return "fault", done.stderr.strip().splitlines()[0]
        got = outputs.read_bytes()[:len(expected)]
    if same(kind, expected, got):
        return "right", ""
    return "wrong", f"{expected.hex()} expected, {got.hex()} found"


def run(halfwarp, checkout, targets, only):
    names = only.split(",") if only else None
    chosen = [case for case in cases(checkout) if not names or case[0] in names]
    failures = 0
    with ThreadPoolExecutor() as pool:
        for target in targets:
            results = list(pool.map(lambda case, to=target: run_case(halfwarp, checkout, to, case), chosen))
            count = Counter(result for result, _ in results)
            print(f"{target}: " + ", ".join(f"{count[result]} {result}" for result in
                                            ("right", "wrong", "fault", "refused", "not read")))
            for case, (result, sentence) in zip(chosen, results):
                if result != "right":
                    print(f"  {case[0]}: {result}: {sentence[:160]}")
            failures += count["wrong"] + count["fault"]
    return 1 if failures else 0

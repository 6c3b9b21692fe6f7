# SPDX-License-Identifier: MIT
"""Compiles tests/programs (CUDA C) to PTX with NVRTC or clang, that PTX with `halfwarp cc`, and runs the tests of these
programs (tests/unit/engine/test_programs_*.c) with what came of it.

The tests read tests/data/programs/NAME.VARIANT.cubin below the folder that they run in, for the variant that
HW_PROGRAMS_VARIANT names, so they run in a folder with our cubins.  A kernel that is refused is taken out of the PTX
and counted; the others of its file go on."""
import ctypes
import os
import re
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compile_files import Expected

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "tests/programs"
SECONDS = 300
CASE = re.compile(r"^(not ok|ok) \d+ - (\S+) sm_\d+$", re.M)
KERNEL = re.compile(r"^(?:\.visible |\.weak )?\.entry (\w+)\([^)]*\)[^{;]*\{.*?^\}", re.M | re.S)


class Nvrtc:
    """NVIDIA's compiler for CUDA C as a library; its version says for which architecture it begins."""

    def __init__(self, path, include):
        for builtins in Path(path).resolve().parent.glob("libnvrtc-builtins.so*"):
            ctypes.CDLL(str(builtins), ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(str(path))
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        self.name = f"NVRTC {major.value}.{minor.value}"
        self.least = 35 if major.value < 12 else 50
        self.include = include

    def text(self, size, get, program):
        count = ctypes.c_size_t()
        size(program, ctypes.byref(count))
        buffer = ctypes.create_string_buffer(count.value)
        get(program, buffer)
        return buffer.raw[:count.value].rstrip(b"\0").decode(errors="replace")

    def ptx(self, source, target):
        library, program = self.library, ctypes.c_void_p()
        options = [f"-arch=compute_{max(target, self.least)}", f"-I{self.include}", f"-I{SOURCES}", "-default-device",
                   "--std=c++17", f"-DTARGET={target}"]
        values = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
        library.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), source.name.encode(), 0, None, None)
        if library.nvrtcCompileProgram(program, len(options), values):
            return None, self.text(library.nvrtcGetProgramLogSize, library.nvrtcGetProgramLog, program)
        return self.text(library.nvrtcGetPTXSize, library.nvrtcGetPTX, program), ""


# clang's -O2 moves what a lane does under a lock out of the loop that takes the lock: also as ptxas compiles that PTX
# for sm_61, the lanes wait for each other.
CLANG_LEVELS = {"atomic": "-O1"}


class Clang:
    """clang with our own headers (docs/compiler-headers.md)."""

    def __init__(self, path):
        self.path, self.least = path, 20
        self.name = subprocess.run([path, "--version"], capture_output=True, text=True,
                                   check=True).stdout.splitlines()[0]

    def ptx(self, source, target):
        done = subprocess.run(
            [self.path, "-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-isystem",
             ROOT / "include/halfwarp-cuda", "-include", "cuda_runtime.h", f"-I{SOURCES}", f"-DTARGET={target}",
             "--cuda-device-only", f"--cuda-gpu-arch=sm_{max(target, self.least)}", CLANG_LEVELS.get(source.stem, "-O2"), "-S", source, "-o", "-"],
            capture_output=True, text=True)
        return (done.stdout, "") if done.returncode == 0 else (None, done.stderr)


def without(text, kernel):
    for found in KERNEL.finditer(text):
        if found[1] == kernel:
            return text[:found.start()] + text[found.end():]
    return None


def compiled(halfwarp, target, text, folder, name):
    """The cubin's bytes or None, the text without what was taken out, and the sentences about that."""
    source, out, refused = folder / f"{name}.ptx", folder / f"{name}.cubin", []
    while True:
        source.write_text(text)
        done = subprocess.run([halfwarp, "cc", "-w", source, "-o", out, "--target", f"sm_{target}"], capture_output=True,
                              text=True)
        if done.returncode == 0:
            return out.read_bytes(), text, refused
        message = (done.stderr.strip().splitlines() or [f"ended by signal {-done.returncode}"])[0]
        refused.append(re.sub(r".*error: ", "", message))
        kernel = re.search(r"\((\w+)\)", message)
        text = without(text, kernel[1]) if kernel else None
        if text is None:
            return None, text, refused


def cause(output, at):
    """What a test said before its line in the output, which begins at `at`."""
    errors = re.findall(r"^ERROR: (.*)$", output[:at], re.M)
    return errors[-1] if errors else ""


def run_file(halfwarp, build, compiler, target, name):
    """(right kernels, wrong ones with their sentences, refusals) of one file."""
    text, log = compiler.ptx(SOURCES / f"{name}.cu", target)
    if text is None:
        return 0, [], [f"{name}.cu: {log.strip().splitlines()[0]}"]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        cubin, kept_text, refused = compiled(halfwarp, target, text, folder, name)
        refused = [f"{name}: {message}" for message in refused]
        if cubin is None:
            return 0, [], refused
        (folder / "tests/data/programs").mkdir(parents=True)
        (folder / f"tests/data/programs/{name}.sm_{target}.cubin").write_bytes(cubin)
        environment = dict(os.environ, HW_PROGRAMS_VARIANT=f"sm_{target}", CMOCKA_MESSAGE_OUTPUT="TAP")
        try:
            done = subprocess.run([build / f"tests/test_programs_{name}"], cwd=folder, env=environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return 0, [f"{name}: no end after {SECONDS} seconds"], refused
    kept = {found[1] for found in KERNEL.finditer(kept_text)}
    right, wrong = 0, []
    for found in CASE.finditer(done.stdout):
        if found[1] == "ok":
            right += 1
        elif found[2] in kept:
            wrong.append(f"{name}: {found[2]}: {cause(done.stdout, found.start())}")
    if done.returncode < 0:
        wrong.append(f"{name}: ended by signal {-done.returncode}")
    return right, wrong, refused


def tell(target, kind, sentences, expected):
    """How many of the sentences reasons.tsv does not explain; those are printed."""
    whys = [(sentence, expected.why(target, kind, sentence)) for sentence in sentences]
    for why, count in Counter(why for _, why in whys if why).items():
        print(f"  {count:4}  {kind}: {why}")
    for sentence, why in whys:
        if not why:
            print(f"        {kind}, NOT EXPECTED: {sentence[:170]}")
    return sum(not why for _, why in whys)


def run(halfwarp, build, compilers, targets, only):
    names = [path.stem for path in sorted(SOURCES.glob("*.cu")) if (build / f"tests/test_programs_{path.stem}").exists()]
    names = [name for name in names if not only or name in only.split(",")]
    expected, failures = Expected(), 0
    for compiler in compilers:
        for target in targets:
            number = int(target[3:])
            with ThreadPoolExecutor() as pool:
                results = list(pool.map(lambda name, c=compiler, n=number: run_file(halfwarp, build, c, n, name), names))
            wrong = [sentence for _, sentences, _ in results for sentence in sentences]
            refused = [sentence for _, _, sentences in results for sentence in sentences]
            print(f"{compiler.name}, {target}: {sum(right for right, _, _ in results)} kernels are right, "
                  f"{len(wrong)} are not, {len(refused)} are refused", flush=True)
            failures += tell(target, "wrong", wrong, expected) + tell(target, "refused", refused, expected)
    return 1 if failures else 0

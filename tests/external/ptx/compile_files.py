# SPDX-License-Identifier: MIT
"""Compiles all PTX below some folders for each target and sorts the refusals by their reason.

Three kinds of refusals are expected: text that is no PTX (reasons.tsv names its file, since somebody made it so on
purpose), what the text itself says is for later chips (.target, .version), and what reasons.tsv says a chip lacks.
All others count as failures; with --ptxas, those are marked that NVIDIA's compiler takes for the same target."""
import re
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS = 300


class Expected:
    """reasons.tsv: targets (a pattern), what the message holds (a pattern), why that is right."""

    def __init__(self):
        self.rows = []
        for line in (HERE / "reasons.tsv").read_text().splitlines():
            if line and not line.startswith("#"):
                targets, pattern, why = line.split("\t")
                self.rows.append((re.compile(targets), re.compile(pattern), why))

    def why(self, target, path, message):
        for targets, pattern, why in self.rows:
            if targets.fullmatch(target) and pattern.search(f"{path}: {message}"):
                return why
        return None


def compile_one(halfwarp, target, path, folder):
    out = Path(folder) / f"{abs(hash((str(path), target)))}.cubin"
    try:
        done = subprocess.run([halfwarp, "cc", "-w", path, "-o", out, "--target", target], capture_output=True,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} seconds"
    out.unlink(missing_ok=True)
    if done.returncode == 0:
        return None
    if done.returncode < 0:
        return f"ended by signal {-done.returncode}"
    lines = done.stderr.decode(errors="replace").strip().splitlines() or [f"status {done.returncode}, no message"]
    return re.sub(r"^halfwarp cc: |^halfwarp: ", "", lines[0]).replace(str(path), path.name)


def ptxas_takes(ptxas, target, path):
    done = subprocess.run([ptxas, "-arch", target, path, "-o", "/dev/null"], capture_output=True, timeout=SECONDS)
    return done.returncode == 0


def reason(message):
    """The message without places, names and numbers, so that equal reasons count together."""
    message = re.sub(r"^[^:]*\.ptx:(\d+:)*\s*", "", message)
    message = re.sub(r"'[^']*'|\"[^\"]*\"", "'..'", message)
    return re.sub(r"\d+", "N", message)[:110]


def run(halfwarp, folders, targets, ptxas, name_files):
    paths = sorted({path.resolve() for folder in folders for path in folder.rglob("*.ptx")})
    expected = Expected()
    failures = 0
    print(f"{len(paths)} files")
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor() as pool:
        for target in targets:
            messages = list(pool.map(lambda path, to=target: compile_one(halfwarp, to, path, scratch), paths))
            refused = [(path, message) for path, message in zip(paths, messages) if message]
            known, open_ones = Counter(), []
            for path, message in refused:
                why = expected.why(target, path, message)
                if why:
                    known[why] += 1
                else:
                    open_ones.append((path, message))
            print(f"{target}: {len(paths) - len(refused)} compile, {len(refused) - len(open_ones)} are refused "
                  f"as expected, {len(open_ones)} are not")
            for why, count in known.most_common():
                print(f"  {count:4}  {why}")
            for text, count in Counter(reason(message) for _, message in open_ones).most_common():
                print(f"  {count:4}  NOT EXPECTED: {text}")
            if name_files:
                for path, message in open_ones:
                    taken = " (ptxas takes it)" if ptxas and ptxas_takes(ptxas, target, path) else ""
                    print(f"        {path}: {message}{taken}")
            failures += len(open_ones)
    return 1 if failures else 0

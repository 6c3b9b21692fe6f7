# SPDX-License-Identifier: MIT
"""A sample, what a table says about it, and whether its program ran as it should."""
import json
import os
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WAIVED = 2
FAILURES = re.compile(r"\b(FAIL(ED|URE)?|Test failed|mismatch|CUDA error|runtime error)", re.I)
NO_FAILURES = re.compile(r"\b(0 fail\w*|no (failures|mismatch)|of bytes mismatched)", re.I)  # the last: a share, which may be allowed


class Sample:
    """A folder of the samples, and what the table says about it."""

    def __init__(self, folder, row):
        devices, self.kernels, words, self.why, *numbers = row or ("1", "yes", "", "")
        self.folder, self.name, self.group = folder, folder.name, folder.parent.name
        self.devices, self.arguments = int(devices), words.split()
        self.numbers = dict(word.split("=") for column in numbers for word in column.split())


def rows(table):
    """What a table says, by the sample's name."""
    lines = (line.split("\t") for line in table.read_text().splitlines() if not line.startswith("#"))
    return {name: row for name, *row in lines}


def first_line(text, pattern):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if re.search(pattern, line)), lines[-1] if lines else "nothing is printed")


def not_built(sample, text):
    return "not built", sample.why or first_line(text, r"error|fatal|undefined|unsupported|cannot|WARNING|waive|not build")


def launched(sample, log):
    """Whether the program's kernels ran as they should."""
    text = log.read_text() if log.exists() else ""
    launches = [event for event in map(json.loads, text.splitlines()) if event["event"] == "launch"]
    faults = [launch["fault"] for launch in launches if "fault" in launch]
    if sample.kernels == "assert":
        return len(faults) == 1 and "assertion" in faults[0]
    return not faults and bool(launches or sample.kernels == "no")


def judge(sample, status, text, log):
    failure = sample.kernels != "assert" and FAILURES.search(NO_FAILURES.sub("", text))
    if status == WAIVED:
        return "waived", first_line(text, r"(?i)waiv|support|require|need|at least")
    if status or failure:
        line = first_line(text, FAILURES.pattern if failure else r"halfwarp:|error")
        return "fails", sample.why or f"{line} (exit {status})"
    if not launched(sample, log):
        return "fails", sample.why or "no kernel was launched, or one had a fault"
    if sample.kernels == "unchecked":
        return "unchecked", sample.why
    return "passes", ""


def run(options, sample, words, folder, switches, environment, name):
    """What became of the program in `folder` with these arguments, and why; its log is called `name`."""
    log = options.logs / f"{name}.json"
    log.unlink(missing_ok=True)
    command = [options.build / "halfwarp", "run", *switches, "--log=launches,json", f"--log-file={log}", "--",
               f"./{sample.name}", *words]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=options.timeout, check=False,
                              env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return "time", sample.why or f"more than {options.timeout:g} s"
    text = done.stdout + done.stderr
    (options.logs / f"{name}.run").write_text(f"{text}\n= exit {done.returncode}\n")
    return judge(sample, done.returncode, text, log)


def run_all(options, sample, runs, folder, switches, environment):
    """What became of the program's runs: of the first that does not pass, else the seconds that all took."""
    begin = time.monotonic()
    for number, words in enumerate(runs, 1):
        result, why = run(options, sample, words, folder, switches, environment, f"{sample.name}.{number}")
        if result != "passes":
            return result, why
    return "passes", f"{time.monotonic() - begin:.1f} s"


def report(options, samples, outcome):
    """Runs all, and makes the table."""
    options.logs = options.logs.resolve()
    options.logs.mkdir(parents=True, exist_ok=True)
    rows, counts = [], {}
    with ThreadPoolExecutor(options.jobs) as pool:
        for sample, (result, reason) in zip(samples, pool.map(lambda one: outcome(options, one), samples)):
            counts[result] = counts.get(result, 0) + 1
            rows.append(f"| {sample.group[0]} | {sample.name} | {result} | {reason.replace('|', '/')[:160]} |")
            print(rows[-1], flush=True)
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    if options.report:
        options.report.write_text("\n".join(rows) + "\n")


def options_of_all(parser):
    parser.add_argument("--only", default="", help="samples, with commas between them")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", type=Path, help="where the table goes, too")
    parser.add_argument("--logs", type=Path, default=Path("samples-logs"), help="what the programs printed")

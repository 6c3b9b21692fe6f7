# SPDX-License-Identifier: MIT
"""Runs one program on one chip and judges what it did.

Its own verdict counts only if the log shows the kernels that it has to launch and what it wrote agrees with
the references: sixteen of these programs print PASSED when no kernel has run at all.
"""

import contextlib
import os
import re
import signal
import subprocess
import time

import compare
import display
import launchlog
import scratch
import sturm
import tables

VERDICTS = re.compile(r"^(?:&&&& |\[\w+\] test results\.\.\.\s+)?(PASSED|FAILED|WAIVED)\b", re.M)


def _start(command, folder, environment, timeout):
    """Output, exit status (None: stopped at the time limit) and seconds of a command."""
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=timeout)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        status = None
    return output.decode(errors="replace"), status, time.monotonic() - began


def _own_verdict(output, status, rules):
    """The last verdict that the program printed, and why it does not count."""
    if status is None:
        return "stopped", "at the time limit"
    if status < 0:
        return "failed", f"ended by signal {-status} ({signal.Signals(-status).name})"
    found = VERDICTS.findall(output)
    if not found:
        return "failed", f"prints no verdict (exit status {status})"
    if any(rule.kind == "eigenvalues" for rule in rules):
        return "passed", ""  # its own is FAILED at every size but one (sturm.py)
    verdict = found[-1].lower()
    if verdict != "failed" and status != 0:
        return "failed", f"prints {found[-1]}, but its exit status is {status}"
    return verdict, ""


def _objection(rule, program, checkout, root, output):
    if rule.kind == "says":
        return None if re.search(rule.written, output, re.M) else f"its output does not say {rule.written}"
    written = scratch.written(root, program, rule.written)
    if written is None:
        return f"{rule.written} was not written"
    if rule.kind == "eigenvalues":
        return sturm.objection(written)
    reference = scratch.written(root, program, rule.reference.removeprefix("own:")) \
        if rule.reference.startswith("own:") else checkout / scratch.data_folder(program) / rule.reference
    return compare.files(rule, written, reference)


def _objections(run, rules, checkout, root, output, log):
    """Why a PASSED does not count, a sentence each."""
    missing = [kernel for kernel in run.kernels if not any(map(log.shows, kernel.split("|")))]
    if missing:
        yield "the log does not show " + ", ".join(missing)
    for rule in rules:
        objection = _objection(rule, run.program, checkout, root, output)
        if objection:
            yield objection


def execute(run, chip, checkout, build, folder, timeout, variables=None):
    """Run it, with more variables of the environment; a dictionary that says all that the tables and a reader need."""
    rules = tables.rules(run, chip)
    with scratch.folder(checkout, run.program, [rule.written for rule in rules], folder) as root:
        log_file = root / "launches"
        environment = dict(os.environ, HALFWARP_LOG="json", HALFWARP_LOG_FILE=str(log_file),
                           OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        environment |= variables or {}
        environment["LD_LIBRARY_PATH"] = str(scratch.renamed_libraries(folder))
        devices = ",".join([chip] * run.devices)
        command = [str(build / "halfwarp"), "run", "--chip", devices, "--", f"./{run.program}"]
        command += run.arguments.split()
        with display.virtual() if run.window == "x" else contextlib.nullcontext() as name:
            environment |= {"DISPLAY": name} if name else {}
            output, status, seconds = _start(command, root / scratch.RELEASE, environment, timeout)
        log = launchlog.read(log_file)
        verdict, why = _own_verdict(output, status, rules)
        if verdict == "passed" and run.expects(chip) == "waived" and not log.launches:
            verdict, why = "waived", "prints PASSED, and launches nothing"
        elif verdict == "passed":
            objections = list(_objections(run, rules, checkout, root, output, log))
            if objections:
                verdict, why = "failed", "; ".join(objections)
    return {
        "program": run.program, "arguments": run.arguments, "devices": run.devices, "chip": chip,
        "verdict": verdict, "why": why, "expects": run.expects(chip), "launches": log.launches, "instructions": log.instructions,
        "replayed": log.replayed, "errors": log.errors, "seconds": round(seconds, 2),
        "kernel_seconds": {name: round(value, 3) for name, value in log.seconds.items()},
        "output": output[-4000:],
    }

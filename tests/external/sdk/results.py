# SPDX-License-Identifier: MIT
"""The results of all runs so far, in a file that is written after each: what was stopped loses nothing."""

import json
import math
import os

import tables


def key(program, arguments, devices, chip):
    return f"{program} {arguments} @ {devices} {chip}"


class Results:
    def __init__(self, path):
        self.path = path
        self.rows = json.loads(path.read_text()) if path.exists() else {}

    def keep(self, row):
        self.rows[key(row["program"], row["arguments"], row["devices"], row["chip"])] = row
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps(self.rows, indent=1))
        os.replace(draft, self.path)

    def of(self, run, chip):
        return self.rows.get(key(run.program, run.arguments, run.devices, chip))

    def seconds(self, run, chip):
        """How long it took the last time, for an order in which the shortest are first.

        What ended otherwise than it should have is last: it may take any time once it does not.
        """
        row = self.of(run, chip)
        if row is None:
            return 0.0
        return row["seconds"] if row["verdict"] == row["expects"] else math.inf


def amount(instructions):
    for unit, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if instructions >= size:
            return f"{instructions / size:.3g} {unit}"
    return str(instructions)


def line(row):
    kernels = len(row["launches"])
    launches = sum(row["launches"].values())
    text = (f"{row['verdict']:8} {row['chip']:6} {row['program']:24} {kernels:3} kernels {launches:6} launches "
            f"{amount(row['instructions']):>7} {row['seconds']:8.2f} s")
    if row["arguments"] != tables.USUAL:
        text += "  " + row["arguments"].replace(tables.USUAL, "").strip()
    return text + (f"  ({row['why']})" if row["why"] else "")


def _cell(row):
    if row is None:
        return ""
    if not row["launches"]:
        return row["verdict"]
    return f"{row['verdict']}, {amount(row['instructions'])}, {row['seconds']:.{0 if row['seconds'] >= 10 else 2}f} s"


def _launches(rows):
    """How often kernels were launched; chips differ where a program asks for their number of multiprocessors."""
    return " / ".join(str(count) for count in dict.fromkeys(sum(row["launches"].values()) for row in rows if
                                                            row["launches"]))


def _name(run):
    options = [word for word in run.arguments.split() if word not in tables.USUAL.split()]
    devices = [f"({run.devices} devices)"] if run.devices > 1 else []
    return " ".join([run.program, *options, *devices])


def _sums(results, runs, chips):
    """For each chip how many runs passed, and what all of them took."""
    for chip in chips:
        rows = [row for row in (results.of(run, chip) for run in runs) if row]
        counts = {}
        for row in rows:
            counts[row["verdict"]] = counts.get(row["verdict"], 0) + 1
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
        yield (f"- {chip}: {verdicts}; {amount(sum(row['instructions'] for row in rows))} thread instructions, "
               f"{sum(row['replayed'] for row in rows)} of {sum(sum(row['launches'].values()) for row in rows)} "
               f"launches replayed, {sum(row['seconds'] for row in rows):.0f} s")


def markdown(results, runs, chips):
    """A row a run with a cell for each chip, then what did not pass with its reason, then sums."""
    lines = ["| program | kernels | launches | " + " | ".join(chips) + " |", "|---|---|---|" + "---|" * len(chips)]
    reasons = {}
    for run in runs:
        rows = [row for row in (results.of(run, chip) for chip in chips) if row]
        if not rows:
            continue
        cells = " | ".join(_cell(results.of(run, chip)) for chip in chips)
        lines.append(f"| {_name(run)} | {', '.join(run.kernels)} | {_launches(rows)} | {cells} |")
        for row in rows:
            if row["verdict"] != "passed":
                why = row["why"] or "says that it needs compute capability " + run.lowest
                reasons.setdefault((_name(run), row["verdict"], why), []).append(row["chip"])
    if reasons:
        lines += ["", "| not passed | chips | verdict | why |", "|---|---|---|---|"]
        lines += [f"| {name} | {', '.join(on)} | {verdict} | {why} |" for (name, verdict, why), on in reasons.items()]
    return "\n".join([*lines, "", *_sums(results, runs, chips)])

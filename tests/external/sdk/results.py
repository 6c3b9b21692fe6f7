"""The results of all runs so far, in a file that is written after each: what was stopped loses nothing."""

import json
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
        """How long it took the last time, for an order in which the shortest are first."""
        row = self.of(run, chip)
        return row["seconds"] if row else 0.0


def amount(instructions):
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
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
    instructions = amount(row["instructions"]) if row["instructions"] else "no kernel"
    return f"{row['verdict']}, {instructions}, {row['seconds']:.1f} s"


def _kernels(rows):
    count = max(len(row["launches"]) for row in rows)
    launches = sorted({sum(row["launches"].values()) for row in rows})
    return f"{count} | {', '.join(map(str, launches))}"


def markdown(results, runs, chips):
    """Two tables: the runs, a cell for each chip, and what did not pass with its reason."""
    lines = ["| program | kernels | launches | " + " | ".join(chips) + " |", "|---|---|---|" + "---|" * len(chips)]
    reasons = []
    for run in runs:
        rows = [row for row in (results.of(run, chip) for chip in chips) if row]
        if not rows:
            continue
        shown = f"{run.program} {run.arguments.replace(tables.USUAL, '').strip()}".strip()
        cells = " | ".join(_cell(results.of(run, chip)) for chip in chips)
        lines.append(f"| {shown} | {_kernels(rows)} | {cells} |")
        reasons += [f"| {shown} | {row['chip']} | {row['verdict']} | {row['why'] or row['expects']} |"
                    for row in rows if row["verdict"] != "passed"]
    if reasons:
        lines += ["", "| not passed | chip | verdict | why |", "|---|---|---|---|", *reasons]
    return "\n".join(lines)

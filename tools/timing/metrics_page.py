#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the tables of docs/metrics.md, from what halfwarp offers.

    metrics_page.py HALFWARP PAGE

A test compares the page with them.
"""
import json
import subprocess
import sys
from pathlib import Path

MARK = "<!-- written by tools/timing/metrics_page.py -->\n"


def table(halfwarp, option, clock):
    listed = json.loads(subprocess.run([halfwarp, "time", option, "--json"], check=True, capture_output=True, text=True).stdout)
    lines = [f"| `{item['name']}` | {item['unit'] or 'share' if 'metrics' in option else 'number'} | {item['definition']} |\n"
             for item in listed if item["clock"] == clock]
    return "| name | unit | definition |\n|---|---|---|\n" + "".join(lines)


def tables(halfwarp):
    return (MARK + "\n## Counted\n\n" + table(halfwarp, "--query-metrics", False)
            + "\n## From the model\n\n" + table(halfwarp, "--query-metrics", True)
            + "\n## Events\n\n" + table(halfwarp, "--query-events", False)
            + "\nFrom the model:\n\n" + table(halfwarp, "--query-events", True))


def main():
    halfwarp, page = sys.argv[1], Path(sys.argv[2])
    text = page.read_text(encoding="utf-8").partition(MARK)[0]
    page.write_text(text + tables(halfwarp), encoding="utf-8")


if __name__ == "__main__":
    main()

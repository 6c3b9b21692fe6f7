# SPDX-License-Identifier: MIT
"""Reads the launch log that a run left (HALFWARP_LOG=json), and knows which kernels a log shows.

The log names kernels as their cubins do, mangled by the Itanium C++ rules; our tables name them as the
source does.  A source name stands in a mangled one behind its length, and its first template argument, where a
table tells instances apart, behind an I: `reduce6<d` is 7reduce6Id, reduce6<double, ...>.
"""

import json
from dataclasses import dataclass, field


@dataclass
class Log:
    launches: dict[str, int] = field(default_factory=dict)  # mangled name -> launches
    instructions: int = 0
    replayed: int = 0
    errors: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, event):
        name = event["kernel"]
        self.launches[name] = self.launches.get(name, 0) + 1
        self.seconds[name] = self.seconds.get(name, 0.0) + event["seconds"]
        self.instructions += event["instructions"]
        self.replayed += bool(event.get("replayed"))
        if event.get("error"):
            self.errors.append(f"{name}: {event.get('error_name', event['error'])}")

    def shows(self, kernel):
        name, bracket, argument = kernel.partition("<")
        mangled = f"{len(name)}{name}" + ("I" + argument if bracket else "")
        return any(seen == name or mangled in seen for seen in self.launches)

    def total(self):
        return sum(self.launches.values())


def read(path):
    """The log at `path`; a line cut off when a program was killed is left out."""
    log = Log()
    try:
        lines = path.read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return log
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("event") == "launch":
            log.add(event)
    return log

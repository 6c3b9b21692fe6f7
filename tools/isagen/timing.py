# SPDX-License-Identifier: MIT
"""Read a .timing file (isa/README.md, Timing) and write the struct hw_timing_table of src/isa/timing.h for it."""
import sys
from pathlib import Path

from model import IsaError, Line

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import standing  # noqa: E402

RESULTS = {"register": "reg", "predicate": "pred", "cc": "cond"}
SOURCES = {"held": "held", "lag": "lag", "uniform": "held_uniform"}
ORDERS = ("none", "memory", "shared", "tensor", "texture", "double", "special", "half", "matrix", "uniform")
TRAITS = ("lone_accesses", "float_banks", "late_rewrites", "barriers_drain", "split_products", "integer_matrices", "views")
PORTS = ("other", "alu", "fma", "wide", "half", "double", "matrix", "memory", "uniform", "umove", "uload", "branch", "move", "compare", "guard",
         "high")
VARIES, UNSTATED = "varies", "unstated"


class Timing:
    """What one file says: (key, class) -> value; the lines themselves, for whoever asks where a number is from."""

    def __init__(self, path):
        self.path = path
        self.numbers, self.least, self.traits, self.join = {}, {}, [], None
        self.lines = []            # (key, value, what, standing, source)

    def value(self, key, name):
        """A class's number; where it has none that of the class named as its unit."""
        return self.numbers.get((key, name), self.numbers.get((key, name.split(".")[0])))

    def value_to(self, key, port, name):
        """The same for one way to read.  A class with a number of its own has all of its own."""
        owner = name if (key, name) in self.numbers else name.split(".")[0]
        return self.numbers.get((f"{key} to {port}", owner))


class Reader:
    def __init__(self, path, vocabulary):
        self.timing, self.vocabulary, self.line = Timing(path), vocabulary, Line(path, 0)

    def fail(self, sentence):
        raise IsaError(f"{self.line}: {sentence}")

    def read(self):
        with open(self.timing.path, encoding="utf-8") as file:
            for number, raw in enumerate(file, 1):
                self.line = Line(self.timing.path, number)
                text = raw.split("#")[0].strip()
                if text:
                    self.read_line(text)
        return self.timing

    def read_line(self, text):
        fact, _, origin = (part.strip() for part in text.partition("|"))
        source = standing.split(origin)
        if not source:
            self.fail(f"expected a source behind |, {standing.EXPECTED}")
        keys, *words = fact.split()
        for key in keys.split(","):
            self.read_fact(key, words)
            value = words[0] if words[0].isdigit() else "0"
            names = words[1:] if words[0] in (value, VARIES, UNSTATED) else words
            self.timing.lines.append((key, value, " ".join(names), *source))

    def read_fact(self, key, words):
        if key in ("join", "trait"):
            if len(words) != 1:
                self.fail(f"expected {'join N or join unstated' if key == 'join' else 'trait NAME'}")
        elif len(words) < 2:
            self.fail(f"expected {key}, a value and names")
        if key in ("register", "predicate") and "to" in words:
            self.results_to(key, words[0], words[1:words.index("to")], words[words.index("to") + 1:])
        elif key in RESULTS or key in SOURCES:
            self.numbers(key, words[0], words[1:])
        elif key == "reads":
            self.reads(words[0], words[1:])
        elif key in ("order", "finish"):
            self.order(key, words[0], words[1:])
        elif key == "least":
            self.least(words[0], words[1:])
        elif key == "join":
            self.set_once(vars(self.timing), "join", 0 if words[0] == UNSTATED else self.number(words[0]))
        elif key == "trait":
            if words[0] not in TRAITS:
                self.fail(f"'{words[0]}' is no trait ({' '.join(TRAITS)})")
            self.timing.traits.append(words[0])
        else:
            self.fail(f"'{key}' is none of {' '.join([*RESULTS, *SOURCES])} order finish least join trait")

    def numbers(self, key, word, names):
        value = VARIES if word == VARIES and key != "lag" else self.number(word)
        if value == 0 and key in RESULTS:
            self.fail(f"no result is there after 0 cycles; '{VARIES}' stands for those that only a scoreboard announces")
        for name in names:
            self.set_once(self.timing.numbers, (key, self.timing_class(name)), value)

    def results_to(self, key, word, names, ports):
        value = self.number(word)
        if not value or not ports:
            self.fail(f"expected {key}, cycles, classes, to, and who reads")
        for port in ports:
            for name in names:
                self.set_once(self.timing.numbers, (f"{key} to {self.port(port)}", self.timing_class(name)), value)

    def reads(self, word, names):
        for name in names:
            self.set_once(self.timing.numbers, ("reads", self.timing_class(name)), self.port(word))

    def port(self, word):
        if word not in PORTS:
            self.fail(f"'{word}' is no way to read ({' '.join(PORTS)})")
        return word

    def order(self, key, word, names):
        if word not in ORDERS:
            self.fail(f"'{word}' is no order ({' '.join(ORDERS)})")
        for name in names:
            self.set_once(self.timing.numbers, (key, self.timing_class(name)), word)

    def least(self, word, names):
        for name in names:
            if name not in self.vocabulary.operations:
                self.fail(f"'{name}' is no operation of include/halfwarp/operations.h")
            self.set_once(self.timing.least, name, self.number(word))

    def number(self, word):
        if not word.isdigit() or int(word) > 255:
            self.fail(f"'{word}' is no number of at most 255 cycles")
        return int(word)

    def timing_class(self, name):
        if name not in self.vocabulary.classes:
            self.fail(f"'{name}' is no timing class of src/isa/timing_classes.h")
        return name

    def set_once(self, table, key, value):
        if table.get(key) is not None:
            self.fail(f"{' '.join(key) if isinstance(key, tuple) else key} is given twice")
        table[key] = value


def read_timing(path, vocabulary):
    return Reader(path, vocabulary).read()


def check_complete(timing, names):
    """Every class that an instruction has must have its latencies."""
    for name in sorted({"unknown", *names}):
        for key in RESULTS:
            if timing.value(key, name) is None:
                raise IsaError(f"{timing.path}: nothing says how long the class {name} takes to write a {key}")


def class_initialiser(timing, name):
    """A struct hw_timing: sources of which the file says nothing are read at issue, results come in any order.
    Classes that the file leaves out are those of no instruction (check_complete)."""
    fields = [f".{field} = {value}" for key, field in RESULTS.items()
              if (value := timing.value(key, name)) not in (None, VARIES)]
    for key in ("register", "predicate"):
        ways = [f"[HW_PORT_{port.upper()}] = {value}" for port in PORTS if (value := timing.value_to(key, port, name))]
        if ways:
            fields.append(f".{RESULTS[key]}_to = {{ {', '.join(ways)} }}")
    if timing.value("reads", name):
        fields.append(f".port = HW_PORT_{timing.value('reads', name).upper()}")
    held = timing.value("held", name)
    if held == VARIES:
        fields.append(".late = true")
    elif held:
        fields.append(f".held = {held}")
    uniform = timing.value("uniform", name)
    if uniform == VARIES:
        fields.append(".late_uniform = true")
    elif uniform:
        fields.append(f".held_uniform = {uniform}")
    if timing.value("lag", name):
        fields.append(f".lag = {timing.value('lag', name)}")
    order = timing.value("order", name)
    finish = timing.value("finish", name) or order
    if order:
        fields.append(f".order = HW_ORDER_{order.upper()}")
    if finish:
        fields.append(f".finish = HW_ORDER_{finish.upper()}")
    return f"{{ {', '.join(fields) or '0'} }}"


def emit(timing, classes, name, emitter, quoted):
    """`classes`: text -> C name.  The table is called `name`."""
    lines = [f"{{ {quoted(key)}, {value}, HW_STANDING_{standing.upper()}, {quoted(what)}, {quoted(source)} }}"
             for key, value, what, standing, source in timing.lines]
    line_table = emitter.table("struct hw_timing_line", "timing_lines_", lines)
    emitter.line(f"static const struct hw_timing_table {name} = {{")
    emitter.line("    .timing = {")
    for text, constant in classes.items():
        emitter.line(f"        [HW_CLASS_{constant}] = {class_initialiser(timing, text)},")
    emitter.line("    },")
    emitter.line(f"    .least = {{ {', '.join(f'[HW_OP_{op}] = {n}' for op, n in timing.least.items()) or '0'} }},")
    traits = " | ".join(f"HW_TRAIT_{trait.upper()}" for trait in timing.traits) or "0"
    emitter.line(f"    .join = {timing.join or 0}, .traits = {traits}, .line_count = {len(lines)}, .line = {line_table},")
    emitter.line("};")

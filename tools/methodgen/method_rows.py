# SPDX-License-Identifier: MIT
"""Read .methods files (the notation: methods/README.md) into rows, fields and values."""
import os
import re
from dataclasses import dataclass, field

OBJECT_KINDS = ("channel", "compute", "m2mf", "2d", "3d")  # enum hw_object_kind
KINDS = {"hex": "HEX", "uint": "UNSIGNED", "int": "SIGNED", "bool": "BOOLEAN", "float": "FLOAT", "handle": "HANDLE"}
STATEMENTS = ("include", "chip", "object", "enum", "fields", "rows")
END = 0x2000           # HW_METHOD_END
WHOLE = 0xffffffff

ROW = re.compile(r"(0x[0-9a-f]{4})\s+([A-Z][A-Z0-9_]*)(?:\[(\d+)(?::(\w+))?\])?(\.[A-Z][A-Z0-9_]*)?(?:\s+(.*))?")
ALIAS = re.compile(r"alias\s+([A-Z][A-Z0-9_]*)")
FIELD = re.compile(r"(\d+)(?:-(\d+))?\s+([A-Z0-9][A-Z0-9_]*)(?:\s+(.*))?")
VALUE = re.compile(r"(0x[0-9a-f]+|\d+)\s+([A-Z0-9][A-Z0-9_]*)(?:\s+on\s+(\S+(?:\s+\S+)*))?")
NUMBER = r"(?:0x[0-9a-f]+|\d+)"
SENTENCE = re.compile(r'^(.*?)\s*"([^"]*)"$')


class MethodError(Exception):
    """A mistake in a .methods file: file, line and sentence."""


@dataclass
class Value:
    value: int
    name: str
    place: str
    on: tuple = ()        # names of objects; empty: all


@dataclass
class Field:
    name: str             # "": the whole word
    low: int
    bits: int
    place: str
    kind: str = "hex"     # of KINDS, or "enum"
    what: str = ""
    least: int = 0
    most: int = WHOLE
    refused: int = 0      # a bit for each value below 32 that is refused although it lies between
    align: int = 0
    when: tuple = ()      # (name of a field, value): only where that holds
    on: tuple = ()
    values: list = field(default_factory=list)


@dataclass
class Row:
    name: str             # with "[]"
    number: int
    count: int
    stride: int
    place: str
    kinds: tuple          # of objects
    prefix: str           # of C constants: COMPUTE
    what: str = ""
    on: tuple = ()
    fields: list = field(default_factory=list)
    aliases: list = field(default_factory=list)   # other names of the same method, with "[]" where it has elements

    def numbers(self):
        return range(self.number, self.number + self.count * self.stride, self.stride)


@dataclass
class Methods:
    chips: dict = field(default_factory=dict)     # name -> number, in the order in which they appeared
    objects: dict = field(default_factory=dict)   # name -> (number, kind, chips)
    enums: dict = field(default_factory=dict)     # name -> values
    groups: dict = field(default_factory=dict)    # name -> fields
    rows: list = field(default_factory=list)


def number_of(text):
    return int(text, 0)


class Reader:
    """Reads a file, and those that it includes, into one Methods.  A line at the margin begins a statement or a row;
    indented lines belong to it."""

    def __init__(self):
        self.methods = Methods()
        self.place = ""
        self.paths = []       # of the files being read, the innermost last
        self.kinds, self.prefix = (), None
        self.row = self.fields = self.values = self.described = None  # what indented lines add to

    def fail(self, sentence):
        raise MethodError(f"{self.place}: {sentence}")

    def read(self, path):
        self.kinds, self.prefix = (), None
        self.forget()
        try:
            with open(path, encoding="utf-8") as file:
                lines = file.readlines()
        except (OSError, UnicodeDecodeError) as error:
            self.fail(f"cannot read {path}: {error}")
        self.paths.append(path)
        for number, line in enumerate(lines, 1):
            self.place = f"{path}:{number}"
            line = without_comment(line).rstrip()
            if not line.strip():
                continue
            if line[0].isspace():
                self.inner(line.strip())
            else:
                self.forget()
                self.outer(line)
        self.paths.pop()

    def forget(self):
        self.row = self.fields = self.values = self.described = None

    # ---- lines at the margin
    def outer(self, line):
        word, _, rest = line.partition(" ")
        if word.startswith("0x"):
            self.begin_row(line)
        elif word in STATEMENTS:
            getattr(self, "begin_" + word)(rest.split())
        else:
            self.fail(f"{word!r} begins no statement; expected {', '.join(STATEMENTS)} or the number of a method")

    def begin_include(self, words):
        if len(words) != 1:
            self.fail("expected `include FILE`")
        path = os.path.join(os.path.dirname(self.paths[-1]), words[0])
        if path in self.paths:
            self.fail(f"{words[0]} includes itself")
        self.read(path)
        self.kinds, self.prefix = (), None
        self.forget()

    def begin_chip(self, words):
        if len(words) != 2 or not re.fullmatch(NUMBER, words[1]):
            self.fail("expected `chip NAME NUMBER`")
        self.add(self.methods.chips, words[0], number_of(words[1]), "chip")

    def begin_object(self, words):
        if len(words) < 3 or not re.fullmatch(NUMBER, words[0]) or words[1] not in OBJECT_KINDS or words[3:4] not in ([], ["on"]):
            self.fail(f"expected `object NUMBER KIND NAME [on CHIPS]`, the kind one of {', '.join(OBJECT_KINDS)}")
        chips = self.resolve(words[4:] if len(words) > 3 else list(self.methods.chips), self.methods.chips, "chip")
        self.add(self.methods.objects, words[2], (number_of(words[0]), words[1], chips), "object")

    def begin_enum(self, words):
        if len(words) != 1 or words[0] in KINDS or words[0] in ("enum", "fields"):
            self.fail("expected `enum NAME`, the name not one of a kind of field")
        self.values = []
        self.add(self.methods.enums, words[0], self.values, "enum")

    def begin_fields(self, words):
        if len(words) != 1:
            self.fail("expected `fields NAME`")
        self.fields = []
        self.add(self.methods.groups, words[0], self.fields, "group of fields")

    def begin_rows(self, words):
        kinds = words[2:] if words[1:2] == ["of"] else words
        if not kinds or any(kind not in OBJECT_KINDS for kind in kinds) or len(words) == 2:
            self.fail(f"expected `rows KIND` or `rows NAME of KIND...`, the kinds of {', '.join(OBJECT_KINDS)}")
        self.kinds, self.prefix = tuple(kinds), words[0].upper()

    def begin_row(self, line):
        match = ROW.fullmatch(line)
        if not match:
            self.fail("expected `0xNUMBER NAME[COUNT:STRIDE].NAME KIND RANGE on WHERE \"sentence\"`")
        if not self.prefix:
            self.fail("a row without `rows KIND` before it")
        number, name, count, stride, member, rest = match.groups()
        row = Row(name + ("[]" if count else "") + (member or ""), number_of(number), int(count or 1), number_of(stride or "4"),
                  self.place, self.kinds, self.prefix)
        if member and not count:
            self.fail(f"{name}{member}: expected the number of elements, as in {name}[16:0x20]{member}")
        if row.number % 4 or row.stride % 4 or not row.count or not row.stride or row.numbers()[-1] >= END:
            self.fail(f"{row.name}: numbers of methods are multiples of 4 below {END:#x}, a row has at least one")
        self.row = self.described = row
        words, row.what = self.sentence(rest or "")
        if words[:1] == ["fields"]:
            row.fields = [self.copy(part) for part in self.known(self.methods.groups, words[1:2], "group of fields")]
            row.on = self.only_on(words[2:])
        else:
            whole = Field("", 0, 32, self.place)
            self.describe(whole, words)
            row.on, whole.on = whole.on, ()
            self.values = whole.values if whole.kind == "enum" else None
            if words and words[0] != "on":
                row.fields = [whole]
        self.fields = row.fields
        self.methods.rows.append(row)

    # ---- indented lines
    def inner(self, text):
        if text.startswith("= "):
            self.add_values(text[2:])
        elif text.startswith('"'):
            self.add_sentence(text)
        elif text.startswith("alias "):
            self.add_alias(text)
        elif self.fields is None:
            self.fail("this line belongs to no row, enum or group of fields")
        else:
            self.add_field(text)

    def add_sentence(self, text):
        if self.described is None or self.described.what:
            self.fail("a sentence that belongs to nothing, or is the second")
        words, self.described.what = self.sentence(text)
        if words:
            self.fail("expected a sentence in double quotes, and nothing else")

    def add_alias(self, text):
        match = ALIAS.fullmatch(text)
        if not match or not self.row:
            self.fail("expected `alias NAME` under a row")
        self.row.aliases.append(match[1] + ("[]" if self.row.count > 1 else ""))

    def add_field(self, text):
        match = FIELD.fullmatch(text)
        if not match:
            self.fail("expected `LOW-HIGH NAME KIND RANGE \"sentence\"`, `= VALUE NAME, ...` or a sentence")
        if self.row and self.fields and self.fields[0].name == "":
            self.fail(f"{self.row.name} has a kind, so the word is the value: it has no fields")
        low, high = int(match[1]), int(match[2] or match[1])
        if not low <= high < 32:
            self.fail(f"{match[3]}: expected bits from 0 to 31, the lowest first")
        words, what = self.sentence(match[4] or "")
        part = Field(match[3], low, high - low + 1, self.place, what=what)
        self.describe(part, words)
        self.fields.append(part)
        self.described = part
        self.values = part.values if part.kind == "enum" else None

    def add_values(self, text):
        if self.values is None:
            self.fail("values that belong to no enum")
        for one in text.split(","):
            match = VALUE.fullmatch(one.strip())
            if not match:
                self.fail(f"{one.strip()!r}: expected `VALUE NAME` or `VALUE NAME on OBJECTS`")
            on = self.resolve(match[3].split(), self.objects_of(self.kinds), "object") if match[3] else ()
            self.values.append(Value(number_of(match[1]), match[2], self.place, on))

    # ---- parts of lines
    def sentence(self, text):
        """The words, and the sentence in quotes behind them."""
        match = SENTENCE.fullmatch(text)
        if text.count('"') not in (0, 2) or ('"' in text and not match):
            self.fail("expected one sentence in double quotes, at the end of the line")
        return (match[1].split(), match[2]) if match else (text.split(), "")

    def describe(self, part, words):
        """KIND RANGE [by N] [when FIELD=VALUE] [on WHERE]; all may be left out."""
        words = list(words)
        if words and words[0] not in ("on", "when"):
            kind = words.pop(0)
            if kind in KINDS or kind == "enum":
                part.kind = kind
            else:
                part.kind = "enum"
                part.values = [Value(**vars(value)) for value in self.known(self.methods.enums, [kind], "kind or enum")]
        ranges = []
        while words and re.fullmatch(rf"{NUMBER}?\.\.{NUMBER}|{NUMBER}", words[0]):
            least, dots, most = words.pop(0).partition("..")
            ranges.append((number_of(least or "0"), number_of(most if dots else least)))
        if ranges:
            self.limit(part, ranges)
        if words[:1] == ["by"] and len(words) > 1 and re.fullmatch(NUMBER, words[1]):
            part.align = number_of(words[1])
            words = words[2:]
        if words[:1] == ["when"] and len(words) > 1 and re.fullmatch(r"\w+=\w+", words[1]):
            part.when = tuple(words[1].split("="))
            words = words[2:]
        part.on = self.only_on(words)

    def limit(self, part, ranges):
        """The values that are taken: some runs, in order."""
        runs = [value for run in ranges for value in run]
        if runs != sorted(runs):
            self.fail(f"{part.name or 'the word'}: expected ranges in order, the least value first")
        part.least, part.most = ranges[0][0], ranges[-1][1]
        gaps = [value for (_, end), (begin, _) in zip(ranges, ranges[1:]) for value in range(end + 1, min(begin, 33))]
        if len(ranges) > 1 and ranges[-1][0] > 32:
            self.fail(f"{part.name or 'the word'}: a gap between ranges may only hold values below 32")
        part.refused = sum(1 << value for value in gaps)

    def only_on(self, words):
        if words[:1] not in ([], ["on"]) or words == ["on"]:
            self.fail(f"{words[0]!r} is not understood here; expected a kind, a range, by, when or on, in this order")
        return tuple(words[1:])

    def known(self, table, words, what):
        if not words or words[0] not in table:
            self.fail(f"{words[0] if words else 'nothing'!r} is no {what}")
        return table[words[0]]

    def add(self, table, name, content, what):
        if name in table:
            self.fail(f"the {what} {name} is there twice")
        table[name] = content

    @staticmethod
    def copy(part):
        return Field(**{**vars(part), "values": [Value(**vars(value)) for value in part.values]})

    def objects_of(self, kinds):
        return {name: content for name, content in self.methods.objects.items() if content[1] in (kinds or OBJECT_KINDS)}

    def resolve(self, words, table, what):
        """Names, `A-` (A and all behind it), `A:B` (from A on, without B and what is behind it)."""
        return tuple(resolve(words, list(table), lambda name: self.fail(f"{name!r} is no {what} here")))


def resolve(words, names, fail):
    found = []
    for word in words:
        first, colon, end = word.rstrip("-").partition(":")
        for name in filter(None, (first, end)):
            if name not in names:
                fail(name)
        begin = names.index(first)
        stop = names.index(end) if colon else len(names) if word.endswith("-") else begin + 1
        found += names[begin:stop]
    return dict.fromkeys(found)


def without_comment(line):
    """The line up to a `#` that is in no sentence."""
    quoted = False
    for place, character in enumerate(line):
        quoted ^= character == '"'
        if character == "#" and not quoted:
            return line[:place]
    return line



def read_methods(path):
    reader = Reader()
    reader.read(path)
    return reader.methods

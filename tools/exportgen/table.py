# SPDX-License-Identifier: MIT
"""Reads a table of a library's functions, src/cuda/ROOM/NAME.api.

A table has what a drop-in library exports, who exports it, and what each function does.  A line that is indented by
eight columns or more continues the one above; # at its begin makes a line a remark.  First come settings:

    result TYPE                 what functions return that do not say `-> TYPE`
    uses HEADER                 for what the functions take and call: the made C file includes it
    type S  T = float, ...      words that stand for others in rows of the type S
    let INT = int               a word that stands for others in all rows
    arguments PAIR = int m, ... arguments that several functions share: PAIR stands for them, and for their names in what
                                is called.  The made header has them as HW_CUSPARSE_PAIR, if the table is cusparse.api
    form _64 [12.0-] INT = ...  a second function of the name with that ending, with other words,
    form _ptsz                  or with a body of its own, in which NAME is the first function, ARGUMENTS its arguments
    pass cudaStream_t hw_stream arguments of that type are passed on as hw_stream(argument) where a row says (...)
    entry NAME=FUNCTION 12.0    one more name of a function for those who ask by name, and the toolkit that it came with
    inject HEADER FUNCTION 999 RUNTIME
                                HALFWARP_FAIL can make functions fail (src/cuda/inject): HEADER declares all of them and
                                FUNCTION, which ends such a call; the status without another one; whose it is
    inject 2 cudaMalloc* ...    the status of some functions, whose names may be patterns
    inject never NAME ...       but not these
    frame call                  a body, in which WORK stands for what the row says, RESULT for the type returned
    frame run(A, B)             the same with more words that the row says: run(x, y) hw_work(n)

Then come sections, which hold for the rows below, and rows:

    [11.2-12.9 S D _64]         toolkits that have the functions (11.2- has no end yet), types, forms; `link`: who asks
                                by name is not given them
    cublasSdot_v2 cublasDdot_v2(int n, const T *x, T *result) -> void [12.4-]
        call hw_dot(n, x, result)
        _ptds [7.0-] wait cublasOther(n, x, result)

A row is names, one for each type of the section, and arguments; what stands in brackets behind them replaces what the
section says; toolkits and types may be left out there.  The line below is a frame and its work, in which ARGUMENTS are the
names of all arguments: that makes the function.  hw_work(...) is called with all arguments, too, and the made header
declares it.  Without that line the function is written by hand in C.  A line that begins with a form's ending makes that form of the row.  Names without arguments are
names of functions that nobody has written: they say so once, and fail."""
import fnmatch
import re
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

VERSION = re.compile(r"(?:(\d+)(?:\.(\d+))?)?-(?:(\d+)(?:\.(\d+))?)?$")
HEAD = re.compile(r"(?P<names>[A-Za-z_][\w ]*?)\s*\((?P<arguments>.*)\)(?:\s*->\s*(?P<result>[^\[]+?))?"
                  r"(?:\s*\[(?P<about>[^\]]*)\])?$", re.DOTALL)
FORM_LINE = re.compile(r"(_\w+)(?:\s*\[([^\]]*)\])?(?:\s+(.*))?$", re.DOTALL)
WORK = re.compile(r"(\w+)(?:\(((?:[^()]|\([^()]*\))*)\))?(?:\s+(.*))?$", re.DOTALL)


@dataclass
class Scope:
    """What a section says of its rows."""
    first: tuple = (0, 0)
    last: tuple = None
    types: list = field(default_factory=list)
    forms: list = field(default_factory=list)
    by_name: bool = True


@dataclass
class Form:
    """A second function beside that of a row."""
    words: dict
    first: tuple
    body: str = ""


@dataclass
class Function:
    """A function that a library exports; `arguments` is None where nobody has written it."""
    name: str
    first: tuple
    last: tuple
    arguments: str = None
    result: str = ""
    body: str = ""      # empty: it is written by hand
    by_name: bool = True

    def is_of(self, toolkit):
        """Whether some toolkit of that major version, up to that one, has it."""
        return self.first <= toolkit and (self.last is None or self.last[0] >= toolkit[0])


def version(text):
    major, _, minor = text.partition(".")
    return int(major), int(minor or 0)


def split(arguments):
    """Arguments apart: at commas that stand in no parentheses."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(arguments):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(arguments[start:place].strip())
            start = place + 1
    last = arguments[start:].strip()
    return parts + [last] if last else parts


def argument_names(arguments):
    """Without `...`, behind which only functions that are written by hand look."""
    def name(argument):
        pointer = re.search(r"\(\*(\w+)\)", argument)
        return pointer[1] if pointer else re.findall(r"\w+", re.sub(r"\[.*?\]", "", argument))[-1]
    return [name(argument) for argument in split(arguments) if argument not in ("void", "...")]


class Table:
    def __init__(self, path):
        self.path = Path(path)
        self.result = "int"
        self.uses = []
        self.words, self.types, self.forms, self.frames = {}, {}, {}, {}
        self.shared = {}    # arguments by their word
        self.passed = {}    # what arguments of a type are passed through
        self.workers = {}   # prototypes of what rows call with (...)
        self.entries = []   # more names of functions, and since when
        self.inject = None  # header, function, status, whose
        self.injected = []  # statuses of some functions: status, patterns
        self.never = set()  # functions that cannot be made to fail
        self.scope = Scope()
        self.functions = {}
        for number, lines in self._blocks():
            self.number = number
            self._read(lines)

    def fail(self, why):
        sys.exit(f"{self.path}:{self.number}: {why}")

    def _blocks(self):
        """A line at the margin and those below that are indented; its number first."""
        block, begin = [], 0
        for number, line in enumerate(self.path.read_text().splitlines(), 1):
            if line.lstrip().startswith("#"):
                continue
            in_body = block and block[0].startswith(("frame ", "form "))
            if line.startswith(" " * 8) and block and not in_body:
                block[-1] += " " + line.strip()
            elif block and (line.startswith(" ") or (in_body and not line.strip())):
                block.append(line[4:].rstrip())
            else:
                if block:
                    yield begin, block
                block, begin = ([line.rstrip()], number) if line.strip() else ([], 0)
        if block:
            yield begin, block

    def _read(self, lines):
        head = lines[0]
        keyword, _, rest = head.partition(" ")
        setting = getattr(self, f"_read_{keyword}", None)
        if setting:
            setting(rest.strip(), lines[1:])
        elif head.startswith("["):
            self.scope = self._scope(head.strip("[]"))
        elif "(" in head:
            self._read_row(lines)
        else:
            for name in head.split():
                if not re.fullmatch(r"[A-Za-z_]\w*", name):
                    self.fail(f"neither a setting nor a row: {head}")
                self._add(Function(name, self.scope.first, self.scope.last, by_name=self.scope.by_name))

    def _read_result(self, rest, lines):
        self.result = rest

    def _read_uses(self, rest, lines):
        self.uses.append(rest)

    def _read_let(self, rest, lines):
        word, _, meaning = rest.partition("=")
        self.words[word.strip()] = meaning.strip()

    def _read_arguments(self, rest, lines):
        word, _, arguments = rest.partition("=")
        self.shared[word.strip()] = self._say(arguments.strip(), self.shared, "")

    def _read_type(self, rest, lines):
        letter, _, words = rest.partition(" ")
        self.types[letter] = self._words(words)

    def _read_form(self, rest, lines):
        match = re.match(r"(_\w+)(?:\s*\[([^\]]*)\])?\s*(.*)$", rest)
        first = self._scope(match[2]).first if match[2] else (0, 0)
        self.forms[match[1]] = Form(self._words(match[3]), first, "\n".join(lines).rstrip())

    def _read_pass(self, rest, lines):
        kind, _, function = rest.partition(" ")
        self.passed[kind] = function.strip()

    def _read_entry(self, rest, lines):
        name, _, first = rest.partition(" ")
        self.entries.append((name, version(first)))

    def _read_inject(self, rest, lines):
        words = rest.split()
        if words[0] == "never":
            self.never |= set(words[1:])
        elif words[0].isdigit():
            self.injected.append((int(words[0]), words[1:]))
        else:
            self.inject = words[0], words[1], int(words[2]), words[3]

    def fails(self, function):
        """Whether calls of it can be made to fail: it returns a status."""
        return bool(self.inject and function.arguments is not None and function.result == self.result
                    and "..." not in function.arguments and function.name not in self.never)

    def status_of(self, function):
        """The status of a call that is made to fail, if no other is asked for."""
        for status, patterns in self.injected:
            if any(fnmatch.fnmatchcase(function.name, pattern) for pattern in patterns):
                return status
        return self.inject[2]

    def _read_frame(self, rest, lines):
        name, _, words = rest.rstrip(")").partition("(")
        self.frames[name] = split(words), "\n".join(lines).rstrip()

    def _words(self, text):
        return dict(re.split(r"\s*=\s*", words, maxsplit=1) for words in split(text))

    def _scope(self, text, around=Scope()):
        """What stands in brackets; toolkits and types that it does not name are those around it."""
        scope = Scope(around.first, around.last, [], [], around.by_name)
        for word in text.split():
            match = VERSION.match(word)
            if match:
                scope.first = (int(match[1] or 0), int(match[2] or 0))
                scope.last = (int(match[3]), int(match[4] or 0)) if match[3] else None
            elif word == "link":
                scope.by_name = False
            elif word in self.forms:
                scope.forms.append(word)
            elif word in self.types:
                scope.types.append(word)
            else:
                self.fail(f"{word} is no toolkit, no type and no form")
        scope.types = scope.types or around.types
        return scope

    def _read_row(self, lines):
        match = HEAD.match(lines[0])
        if not match:
            self.fail(f"not `NAMES(ARGUMENTS) -> TYPE [SECTION]`: {lines[0]}")
        scope = self._scope(match["about"], self.scope) if match["about"] else self.scope
        names = match["names"].split()
        if len(names) != max(len(scope.types), 1):
            self.fail(f"{len(names)} names for {len(scope.types)} types")
        work = lines[1] if len(lines) > 1 and not lines[1].startswith("_") else ""
        forms = {form: ("", "") for form in scope.forms}
        for line in lines[1 + bool(work):]:
            form = FORM_LINE.match(line)
            if not form:
                self.fail(f"not `_FORM [SECTION] FRAME WORK`: {line}")
            forms[form[1]] = form.groups("")[1:]
        for name, letter in zip(names, scope.types or [None]):
            words = self.words | self.types.get(letter, {})
            self._add_row(name, match, work, words, scope)
            for ending, line in forms.items():
                self._add_form(name, ending, match, line[1] or work, line, words, scope)

    def _add_row(self, name, match, work, words, scope, ending=""):
        result = self._say(match["result"] or self.result, words, ending)
        arguments = self._say(match["arguments"], self.shared | words, ending)
        body = self._body(work, words | {"ARGUMENTS": ", ".join(argument_names(arguments))}, ending, result, arguments)
        self._add(Function(name + ending, scope.first, scope.last, arguments, result, body, scope.by_name))

    def _add_form(self, name, ending, match, work, line, words, scope):
        form = self.forms.get(ending, Form({}, (0, 0)))
        first = self._scope(line[0]).first if line[0] else max(scope.first, form.first)
        scope = replace(scope, first=first)
        if form.body and not line[1]:
            names = ", ".join(argument_names(self._say(match["arguments"], self.shared, "")))
            body = re.sub(r"\bNAME\b", name, re.sub(r"\bARGUMENTS\b", names, form.body))
            self._add_row(name, match, "", words, scope, ending)
            self.functions[name + ending].body = body
        else:
            self._add_row(name, match, work, words | form.words, scope, ending)

    def _say(self, text, words, ending):
        """A text with words for those that stand for them; {_64} is that ending in the form that has it, else nothing."""
        text = re.sub(r"\{(_\w+)\}", lambda match: match[1] if match[1] == ending else "", text)
        before = None
        while before != text:
            before, text = text, re.sub(r"\b[A-Z]\w*\b", lambda match: words.get(match[0], match[0]), text)
        return text

    def _worker(self, name, arguments, result):
        """The call of a function with all arguments; it gets a prototype."""
        self.workers[name] = f"{result} {name}({arguments or 'void'})"
        kinds = [argument.rsplit(" ", 1)[0] for argument in split(arguments)]
        names = argument_names(arguments)
        return f"{name}(" + ", ".join(f"{self.passed[kind]}({given})" if kind in self.passed else given
                                      for kind, given in zip(kinds, names)) + ")"

    def _body(self, work, words, ending, result, arguments):
        if not work:
            return ""
        frame, given, what = WORK.match(work).groups("")
        if frame not in self.frames:
            self.fail(f"no frame is called {frame}")
        wanted, body = self.frames[frame]
        if len(wanted) != len(split(given)):
            self.fail(f"{frame} wants {len(wanted)} words: {', '.join(wanted)}")
        words = words | {word: ", ".join(argument_names(arguments)) for word, arguments in self.shared.items()}
        own = {word: self._say(meaning, words, ending) for word, meaning in zip(wanted, split(given))}
        what = re.sub(r"\b(\w+)\(\.\.\.\)", lambda match: self._worker(match[1], arguments, result), what)
        return self._say(body, words | own | {"WORK": self._say(what, words, ending), "RESULT": result}, ending)

    def _add(self, function):
        if function.name in self.functions:
            self.fail(f"{function.name} has a row already")
        self.functions[function.name] = function

# SPDX-License-Identifier: MIT
"""What a .isa file says, as plain Python objects: notation.py reads them, expand.py multiplies the rows out."""
import re

MARKS = "01-+?=."                   # characters of a pattern that are no letters
PROGRAMS = ["cp", "vp", "gp", "fp", "tcp", "tep"]
# The templates of a row: NVIDIA's text, decuda's, a second spelling of decuda's language that is only read, and
# NVIDIA's text of older days, which is as the newer one (`text` is the newest) where nothing else is said.
OLDER = ["nv-4.2", "nv-4.0"]
SYNTAXES = ["text", "decuda", "cudasm"] + OLDER
SETS = ["never", "both", "write", "read", "none", "fixed"]    # enum hw_sets; only where the scheduling bits are strict
PART = re.compile(r"<(\w+)>")        # in a text: what a line of a group puts there
ROW, FORMATS, NONE = "for", "in", "none"    # in a `use`: the row's own lines, the formats; no group at all
ENUM_VALUES = {                      # modifiers whose values have names in modifiers.h
    "type": "HW_TYPE_", "type2": "HW_TYPE_", "type3": "HW_TYPE_", "round": "HW_ROUND_", "logic": "HW_LOGIC_",
}


class IsaError(Exception):
    """A sentence for the author of a .isa file; it names file and line."""


class Field:
    def __init__(self, char, name, text, primitive, place, default, never, spare, zero, slot, wrapped, uniform):
        self.char, self.name, self.text, self.default, self.never = char, name, text, default, never
        self.primitive = primitive     # what the field alone is in a text, or None
        self.place = place             # the bits where it usually stands, the highest first, or None
        self.uniform = uniform         # a register or predicate of the uniform datapath
        self.wrapped = wrapped         # its last piece in the pattern holds its highest bits
        self.spare = spare             # where nothing reads it, its value does not matter
        self.zero = zero               # the register number that reads as zero, or None
        self.slot = slot               # slot of the operand cache that the register is read through, or None


class Format:
    """The bits that many rows share: a pattern with `_` where a row draws its own.  `chips`: those that have it, or
    None; `dont_care`: those that ignore its `.`, which is 0 to the others."""

    def __init__(self, name, pattern, slots, chips, dont_care):
        self.name, self.pattern, self.slots, self.chips, self.dont_care = name, pattern, slots, chips, dont_care
        self.letters = {c for c in pattern if c not in MARKS + "_"}

    def fill(self, drawn):
        """The whole pattern, or None when the row draws another number of bits than there are `_`."""
        bits = iter(drawn)
        if self.pattern.count("_") != len(drawn):
            return None
        return "".join(next(bits) if c == "_" else c for c in self.pattern)


class Control:
    """Where scheduling bits lie: in a word (`pattern`) before each `group` of instructions, or, where that is 0, from
    bit `first` on in each instruction's own word."""

    BITS = {"counts": 8, "scoreboards": 21}    # enum hw_sched_kind: how many each instruction has

    def __init__(self, kind, chips, group=0, pattern=None, first=None, merged=(), strict=False):
        self.kind, self.chips, self.group, self.pattern, self.first = kind, chips, group, pattern, first
        self.bits = self.BITS[kind]
        self.strict = strict           # words with scheduling bits that an instruction cannot have are no instructions
        self.merged = merged           # chips on which the second of two sources has two slots of the operand cache

    def own(self):
        """The scheduling bits of an instruction's own word, as a mask."""
        return 0 if self.group else ((1 << self.bits) - 1) << self.first


class Drawing:
    """One pattern of a row or an alternative, and the format that it is drawn in (None: it is whole)."""

    def __init__(self, pattern, format=None):
        self.pattern, self.format = pattern, format


class Enum:
    """Texts of a modifier: value -> (text, [(modifier, value)]); aliases: [(value, text)] that are only read."""

    def __init__(self, name):
        self.name, self.entries, self.aliases, self.raw_mod = name, {}, [], None
        self.never = []                # values with which a word is no instruction
        self.rest = None               # the text of values without an entry, `#` for the value; None: they print nothing
        self.table = name              # its name in the tables
        self.older = {}                # dialect -> {value: text}: where it is spelt otherwise there

    def spelt(self, dialect):
        """The enum with the texts of a dialect, which also reads the newer ones; itself where that has none of its own."""
        texts = {}
        for older in OLDER:
            texts.update(self.older.get(older, {}))
            if older == dialect:
                break
        if dialect not in OLDER or not texts:
            return self
        enum = Enum(self.name)
        enum.rest = self.rest
        enum.table = self.name + "_" + re.sub(r"\W", "", dialect)
        enum.entries = {value: (texts.get(value, text), mods) for value, (text, mods) in self.entries.items()}
        spelt = {text for text, _ in enum.entries.values()}
        newer = [(value, text) for value, (text, _) in self.entries.items() if text not in spelt]
        enum.aliases, enum.raw_mod, enum.never = self.aliases + newer, self.raw_mod, self.never
        return enum


    def filled(self, bits):
        """The enum with an entry for each value of a field with so many bits; itself where nothing is to be added."""
        missing = set(range(1 << bits)) - set(self.entries) - set(self.never) if self.rest else set()
        if not missing:
            return self
        enum = Enum(self.name)
        enum.table = f"{self.table}_{bits}"
        rest = {value: (self.rest.replace("#", str(value)), []) for value in missing}
        enum.entries = dict(sorted({**self.entries, **rest}.items()))
        enum.aliases, enum.raw_mod, enum.never = self.aliases, self.raw_mod, self.never
        return enum


class Case:
    """One case of an operand: when it holds, and the primitive that it is."""

    def __init__(self, constraints, programs, formats, primitive, letters):
        self.constraints, self.programs, self.primitive, self.letters = constraints, programs, primitive, letters
        self.formats = formats         # names of the formats in which it holds, or None: in all


class Conditions:
    """When a line holds, and what it adds to the pattern: of a row's `for`, or of a group."""

    def __init__(self, line):
        self.line = line
        self.choices = []          # [(letters, [values])]
        self.exclusions = []       # [(letters, value)]
        self.chips = None
        self.formats = None        # names of those it holds in, or None: in all
        self.fields = []           # [PlacedField]
        self.opcode = None         # in place of the row's
        self.mods = []
        self.parts = {}            # name -> template: what it puts into texts
        self.uses = None           # names of groups, in place of those that the row uses
        self.used = False          # by a row that is written as blocks


class Group:
    """Lines that rows share: each of these rows has all of them, with its own text around."""

    def __init__(self, name, parts, line):
        self.name, self.parts, self.line = name, parts, line
        self.lines, self.defaults = [], {}
        self.used = False


class Alternative(Conditions):
    """One `for` of a row (a row without `for` has exactly one, without constraints)."""

    def __init__(self, row, line):
        super().__init__(line)
        self.row = row
        self.drawings = []
        self.text = {}             # syntax -> template


class Row:
    def __init__(self, name, timing, summary, line):
        self.name, self.timing, self.summary, self.line = name, timing, summary, line
        self.drawings = []
        self.drawn = set()             # the letters of all its patterns
        self.opcodes, self.uses = {}, []    # of a row written as blocks: format -> (opcode, fields); names of groups
        self.chips, self.programs, self.assembled = None, None, None
        self.op, self.says_op, self.mods = name, False, []   # the operation, and whether the row says it
        self.sets = []                 # [(chips or None, SETS)]: which scoreboards it may set, where its latency varies
        self.slots = []                # [(chips or None, letter -> slot)]
        self.defaults, self.keep, self.ignore = {}, [], []
        self.alternatives = []
        self.text = {}
        self.copied = set()            # which lines are another row's, until one of its own stands for them

    def sets_on(self, chip):
        """SETS, or None: its latency is fixed there."""
        return next((sets for chips, sets in reversed(self.sets) if chips is None or chip in chips), None)

    def slots_on(self, chip):
        """Letter -> slot of the operand cache, where it is not the letter's own."""
        return {letter: slot for chips, slots in self.slots if chips is None or chip in chips for letter, slot in slots.items()}


class Isa:
    def __init__(self, path):
        self.path, self.name = path, None
        self.chips, self.aliases, self.sets = [], {}, {}
        self.shares_rows = False       # with another ISA: lines, rows and groups may be for chips of that one alone
        self.left_out = {}             # what is for none of this ISA's chips: (Line, what) -> the complaint, if no ISA has it
        self.old_dialect = []          # chips whose listings are in the dialect of CUDA 4
        self.programs = PROGRAMS[:4]   # program types
        self.fields, self.formats, self.enums, self.operands, self.rows = {}, {}, {}, {}, []
        self.groups, self.format_sets = {}, {}
        self.reserved = None           # the text of values without an entry, where an enum says nothing else
        self.words = {}                # lists of words that change in what is `like` another: name -> {before: after}
        self.choices = {}              # '.A|.B' in a text -> the enum that it is
        self.bits, self.opcode = None, []    # of words whose fields are given by their places: how many, and where the opcode is
        self.class_sets = {}           # timing class -> which scoreboards its rows set: SETS
        self.control = None            # where scheduling bits lie
        self.timings = {}              # chip -> path of the .timing file with its latencies
        self.short = (0, 0)            # where there are two lengths: the bit that tells the shorter one, and its value there
        self.prefixes = []             # (letter, template): texts of rows with that letter begin with it
        self.suffix = None             # (letter, template): their mnemonics end with it
        self.files = [path]

    def leave_out(self, line, complaint):
        """Something is for no chip of this ISA: a fault, unless another ISA that shares the row has it."""
        if not self.shares_rows:
            raise IsaError(f"{line}: {complaint}")
        self.left_out[str(line), complaint] = line.path


class Line:
    """A place in a .isa file, for messages."""

    def __init__(self, path, number):
        self.path, self.number = path, number

    def __str__(self):
        return f"{self.path}:{self.number}"

    def place(self, other):
        """How a sentence about another line names this one."""
        return f"line {self.number}" if self.path == other.path else str(self)

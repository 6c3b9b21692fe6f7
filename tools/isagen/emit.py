# SPDX-License-Identifier: MIT
"""Write the C tables of src/isa/tables.h for one instruction set."""
import re

import timing
import tree
from model import ENUM_VALUES, MARKS, PROGRAMS, SYNTAXES, IsaError
from prove import where

MAX_FIELDS = 24                      # HW_MAX_FIELDS of include/halfwarp/insn.h
ENDED = r'"\0"'                       # by itself, for a digit may follow
ARRAYS = {"masks": "struct hw_mask", "fields": "struct hw_field", "settings": "struct hw_setting", "elements": "struct hw_element"}


def quoted(text):
    """A C string; question marks are escaped, for C17 still has trigraphs."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?") + '"'


def setting(mod, value):
    prefix = ENUM_VALUES.get(mod)
    text = value if value.isdigit() or prefix is None else prefix + value
    return f"{{ HW_MOD_{mod.upper()}, {text} }}"


def expectation(enum):
    """What an error says was expected where this modifier is missing."""
    texts = [text for text, _ in enum.entries.values() if text]
    return "a modifier" if texts[0].startswith(".") else "one of " + ", ".join(texts)


def wide(value):
    return f"{{ 0x{value & (1 << 64) - 1:x}u, 0x{value >> 64:x}u }}"


class Runs:
    """An array in which equal runs of initialisers stand once."""
    def __init__(self):
        self.all, self.first = [], {}

    def place(self, run):
        if tuple(run) not in self.first:
            self.first[tuple(run)] = len(self.all)
            self.all += run
        return self.first[tuple(run)]


class Emitter:
    def __init__(self, isa, forms, out):
        self.isa, self.forms, self.out = isa, forms, out
        self.number = "HW_ISA_" + isa.name.upper()
        self.shared = {}             # text of an initialiser -> name: equal tables are written once
        self.places = {}             # text -> its place in the ISA's texts
        self.size = 0                # of these
        self.enums = {}              # name of a modifier table -> its number, from 1 on
        self.runs = {array: Runs() for array in ARRAYS}

    def line(self, text=""):
        self.out.write(text + "\n")

    def table(self, ctype, prefix, initialisers):
        """A static array, shared with any equal one; NULL when empty."""
        if not initialisers:
            return "NULL"
        body = ctype + "{" + ", ".join(initialisers) + "}"
        if body not in self.shared:
            name = f"{prefix}{len(self.shared)}"
            self.shared[body] = name
            self.line(f"static const {ctype} {name}[] = {{")
            for item in initialisers:
                self.line(f"    {item},")
            self.line("};")
        return self.shared[body]

    def text(self, text):
        """The place of a text in hw_isa.texts, and for readers the text."""
        if text not in self.places:
            self.places[text] = self.size
            self.size += len(text.encode()) + 1
        return f"{self.places[text]} /* {text.replace('*', '')} */"

    # ---- parts of a form
    def fields(self, form):
        """Letters of the pattern -> field number; the C initialisers; the slots of the operand cache, as a mask."""
        positions = {}
        top = len(form.pattern) - 1
        for i, c in enumerate(form.pattern):
            if c not in MARKS:
                positions.setdefault(c, []).append(top - i)
        numbers, rows, slots = {}, [], 0
        for letter, bits in positions.items():
            numbers[letter] = len(rows)
            parts = self.parts(list(reversed(bits)))
            if self.isa.fields[letter].wrapped:
                parts = parts[1:] + parts[:1]
            if len(parts) > 3:
                raise IsaError(f"{where(self.isa, form)}: field '{letter}' lies in {len(parts)} pieces; 3 is the most")
            if len(numbers) > MAX_FIELDS:
                raise IsaError(f"{where(self.isa, form)}: it has more than {MAX_FIELDS} fields (HW_MAX_FIELDS)")
            preset = form.row.defaults.get(letter, self.isa.fields[letter].default)
            preset &= (1 << len(bits)) - 1
            text = ", ".join(f"{{ {s}, {n} }}" for s, n in parts)
            zero = self.isa.fields[letter].zero
            slot = self.slot(form, letter) if self.row_sets(form) in (None, "never", "fixed") else None
            slots |= 0 if slot is None else 1 << slot
            rows.append(f"{{ {self.text(self.isa.fields[letter].name)}, {len(bits)}, {len(parts)}, {{ {text} }}, {preset}u, "
                        f"{'HW_NO_ZERO' if zero is None else zero}, {'HW_NO_SLOT' if slot is None else slot}, "
                        f"{int(self.isa.fields[letter].uniform)} }}")
        return numbers, rows, slots

    @staticmethod
    def row_sets(form):
        """What the row says of scoreboards: the same on all chips of a form."""
        return form.row.sets_on(form.chips[0])

    def sets(self, form):
        strict = self.isa.control and self.isa.control.strict
        return "HW_SETS_" + ((self.row_sets(form) or "fixed").upper() if strict else "ANY")

    def slot(self, form, letter):
        """The slot of the operand cache: the row says it, or the format, or the letter."""
        slot = self.isa.fields[letter].slot
        for slots in (form.format.slots if form.format else {}, form.row.slots_on(form.chips[0])):
            slot = slots.get(letter, slot)
        return slot

    @staticmethod
    def parts(bits):
        """Bit numbers, low first -> runs of adjacent ones."""
        runs = []
        for bit in bits:
            if runs and runs[-1][0] + runs[-1][1] == bit:
                runs[-1][1] += 1
            else:
                runs.append([bit, 1])
        return runs

    def enum(self, enum):
        entries = []
        for value, (text, mods) in enum.entries.items():
            sets = [setting(m, v) for m, v in mods] + ["{ HW_MODIFIER_COUNT, 0 }"] * (2 - len(mods))
            entries.append(f"{{ {value}, {len(text)}, {quoted(text)}, {{ {', '.join(sets)} }} }}")
        none = "{ HW_MODIFIER_COUNT, 0 }"
        for value, text in enum.aliases:
            entries.append(f"{{ {value}, {len(text)}, {quoted(text)}, {{ {none}, {none} }} }}")
        order = list(enum.entries)
        index = [str(order.index(v)) if v in order else "0xff" for v in range(max(order) + 1)]
        raw = f"HW_MOD_{enum.raw_mod.upper()}" if enum.raw_mod else "HW_MODIFIER_COUNT"
        entry_table = self.table("struct hw_enum_entry", "entries_", entries)
        index_table = self.table("uint8_t", "index_", index)
        name = "enum_" + enum.table
        if name not in self.enums:
            self.enums[name] = len(self.enums) + 1
            self.line(f"static const struct hw_enum {name} = {{ {quoted(expectation(enum))}, {len(entries)}, {len(order)}, {raw}, "
                      f"{entry_table}, {index_table}, {len(index)} }};")
        return self.enums[name]

    def item(self, form, item, numbers):
        def mark(key):
            letter = item.marks.get(key)
            return "HW_NO_FIELD" if letter is None else "HW_ALWAYS" if letter == 1 else str(numbers[letter])

        args = []
        for letter, bits in zip(item.letters, item.widths):
            if isinstance(letter, int):
                args.append(f"{{ HW_NO_FIELD, {letter}, {bits} }}")
            elif letter in numbers:
                args.append(f"{{ {numbers[letter]}, 0, {bits} }}")
            else:
                args.append(f"{{ HW_SPARE, {self.spare(form, letter)}, {bits} }}")
        kind = {"literal": "LITERAL", "enum": "ENUM"}.get(item.kind, item.kind)
        table = self.enum(item.enum) if item.enum else 0
        text = self.text(item.text) if item.kind == "literal" else 0
        arg_text = ", ".join(args) or "{ 0, 0, 0 }"
        return (f"{{ HW_ELEMENT_{kind}, {len(args)}, {mark('neg')}, {mark('abs')}, {mark('inv')}, {len(item.text)}, "
                f"{self.number}, {{ {arg_text} }}, {table}, {text} }}")

    def spare(self, form, letter):
        """The lowest bit of a letter that is no field of the form: its bits must be adjacent."""
        top = len(form.source) - 1
        runs = self.parts([top - i for i, c in enumerate(form.source) if c == letter][::-1])
        if len(runs) != 1:
            raise IsaError(f"{where(self.isa, form)}: spare letter '{letter}' must be adjacent bits")
        return runs[0][0]

    def form(self, form):
        numbers, fields, slots = self.fields(form)
        items = {s: [self.item(form, i, numbers) for i in form.items.get(s, [])] for s in SYNTAXES}
        settings = [setting(m, v) for m, v in form.mods]
        never = [f"{{ {wide(m)}, {wide(v)} }}" for m, v in form.never]
        first = {array: self.runs[array].place(run) for array, run in (("masks", never), ("fields", fields), ("settings", settings))}
        first_items = [str(self.runs["elements"].place(items[s])) for s in SYNTAXES]
        top = len(form.pattern) - 1
        masks = {c: sum(1 << (top - i) for i, p in enumerate(form.pattern) if p == c) for c in "-+?."}
        dont_care = sum(1 << self.isa.chips.index(c) for c in form.dont_care) if masks["."] else 0
        pattern = form.pattern.replace(".", "0")
        own = f"{{ {self.isa.control.first}, {self.isa.control.bits} }}" if "=" in form.pattern else "{ 0, 0 }"
        chips = sum(1 << self.isa.chips.index(c) for c in form.chips)
        assembled = sum(1 << self.isa.chips.index(c) for c in (form.chips if form.row.assembled is None else form.row.assembled))
        programs = sum(1 << PROGRAMS.index(p) for p in form.programs)
        texts = [form.name, mnemonic(form, "text"), form.row.summary, pattern]
        return (f"{{ {', '.join(self.text(t) for t in texts)}, {self.number},\n"
                f"      {len(form.pattern) // 8}, HW_OP_{form.row.op.upper()}, HW_CLASS_{self.classes[form.row.timing]}, 0x{chips:x}, 0x{assembled & chips:x}, 0x{dont_care:x}, 0x{programs:x}, "
                f"{self.sets(form)}, {slots}, {len(fields)}, {len(settings)}, {len(never)},\n"
                f"      {{ {wide(form.mask)}, {wide(form.value)} }}, "
                f"{{ {wide(masks['-'] | masks['+'])}, {wide(masks['+'])} }}, {wide(masks['?'])}, {wide(masks['.'])}, {own},\n"
                f"      {first['masks']}, {first['fields']}, {first['settings']},\n"
                f"      {{ {', '.join(first_items)} }}, {{ {', '.join(str(len(items[s])) for s in SYNTAXES)} }} }}")

    # ---- the whole
    def emit(self, timings, classes):
        """`timings`: path -> .timing file; `classes`: timing class -> its C name."""
        self.classes = classes
        name = self.isa.name
        self.line(f"/* Generated by tools/isagen from isa/{name}.isa.  Do not edit. */")
        self.line('#include "isa/primitives.h"\n#include "isa/tables.h"\n\n#include <halfwarp/sched.h>\n')
        rows = [self.form(form) for form in self.forms]
        self.line(f"static const struct hw_form rows[{len(rows)}] = {{")
        for row in rows:
            self.line(f"    {row},")
        self.line("};")
        trees = [self.tree(p) for p in PROGRAMS]
        tables = [self.mnemonics(s) for s in SYNTAXES]
        chips = self.table("char *const", "chips_", [quoted(c) for c in self.isa.chips] + ["NULL"])
        aliases = [f"{{ {quoted(a)}, {self.isa.chips.index(c)} }}" for a, c in self.isa.aliases.items()]
        alias_table = self.table("struct hw_alias", "aliases_", aliases)
        old = sum(1 << self.isa.chips.index(c) for c in self.isa.old_dialect)
        timing_table = self.timings(timings)
        sizes = sorted({len(f.pattern) // 8 for f in self.forms})
        self.pools()
        self.line(f"const struct hw_isa hw_isa_{name} = {{")
        self.line(f"    {quoted(name)}, {sizes[0]}, {sizes[-1]}, {1 << self.isa.short[0]}, {self.isa.short[1] << self.isa.short[0]}, {len(rows)}, {len(self.isa.chips)}, {len(aliases)}, 0x{old:x},")
        self.line(f"    {self.control()},")
        self.line(f"    rows, {chips}, {alias_table}, {timing_table},")
        self.line(f"    {{ {', '.join(trees)} }},")
        for i in range(3):
            self.line(f"    {{ {', '.join(t[i] for t in tables)} }},")
        self.line(f"    texts, enums, {', '.join(self.runs)}")
        self.line("};")

    def pools(self):
        """What forms and elements name by numbers."""
        self.line("static const char texts[] =")
        for text in self.places:
            self.line(f"    {quoted(text)} {ENDED}")
        self.line("    ;")
        enums = [f"&{name}" for name in self.enums] or ["NULL"]
        self.line(f"static const struct hw_enum *const enums[] = {{ {', '.join(enums)} }};")
        for array, ctype in ARRAYS.items():
            items = self.runs[array].all
            self.line(f"static const {ctype} {array}[{max(len(items), 1)}]{' = {' if items else ';'}")
            for item in items:
                self.line(f"    {item},")
            self.line("};" if items else "")

    def timings(self, timings):
        """The table that each chip has, NULL: no chip has one."""
        names = {path: f"timing_{number}" for number, path in enumerate(timings)}
        for path, name in names.items():
            timing.emit(timings[path], self.classes, name, self, quoted)
        tables = [f"&{names[self.isa.timings[c]]}" if c in self.isa.timings else "NULL" for c in self.isa.chips]
        return self.table("struct hw_timing_table *const", "timings_", tables if names else [])

    def control(self):
        """Where the scheduling bits lie: a struct hw_control."""
        control = self.isa.control
        if not control:
            return "{ .chips = 0 }"
        chips = sum(1 << self.isa.chips.index(c) for c in set(control.chips))
        kind, pattern = f"HW_SCHED_{control.kind.upper()}", control.pattern
        if not control.group:
            merged = sum(1 << self.isa.chips.index(c) for c in control.merged)
            return f"{{ 0x{chips:x}, {kind}, 0, {control.bits}, {control.first}, {control.first + control.bits}, {merged}, 0, 0 }}"
        fixed = int(pattern.replace("0", "1").replace("_", "0"), 2), int(pattern.replace("_", "0"), 2)
        return (f"{{ 0x{chips:x}, {kind}, {control.group}, {control.bits}, {63 - pattern.rindex('_')}, {64 - pattern.index('_')}, 0, "
                f"0x{fixed[0]:x}u, 0x{fixed[1]:x}u }}")

    def tree(self, program):
        if program not in self.isa.programs:
            return "{ NULL, NULL }"
        numbered = [(n, f) for n, f in enumerate(self.forms) if program in f.programs]
        built = tree.build(numbered)
        nodes = self.table("struct hw_node", "nodes_", [f"{{ {s}, {b}, {n} }}" for s, b, n in built.nodes])
        leaves = self.table("int16_t", "leaves_", [str(n) for n in built.leaves])
        return f"{{ {nodes}, {leaves} }}"

    def mnemonics(self, syntax):
        groups = {}
        for number, form in enumerate(self.forms):
            if syntax in form.items:
                for name in mnemonics_of(form, syntax):
                    groups.setdefault(name, []).append(number)
        slots = 1
        while slots < 2 * len(groups) + 1:
            slots *= 2
        table, candidates = [None] * slots, []
        for name, numbers in groups.items():
            slot = mnemonic_hash(name) & (slots - 1)
            while table[slot] is not None:
                slot = (slot + 1) & (slots - 1)
            table[slot] = (name, len(candidates), len(numbers))
            candidates += numbers
        rows = [f"{{ {quoted(t[0])}, {t[1]}, {t[2]} }}" if t else "{ NULL, 0, 0 }" for t in table]
        return (self.table("struct hw_mnemonic", "mnemonics_", rows), str(slots),
                self.table("int16_t", "candidates_", [str(c) for c in candidates] or ["-1"]))


def mnemonics_of(form, syntax):
    """The words that the form's text can begin with, behind a guard."""
    first = [item for item in form.items[syntax] if item.kind not in ("guard", "pguard")][0]
    texts = [first.text]
    if first.kind == "enum":
        texts = [text for text, _ in first.enum.entries.values()] + [text for _, text in first.enum.aliases]
    matches = [re.match(r"[A-Za-z0-9_]+", text) for text in texts]
    if None in matches or first.kind not in ("literal", "enum"):
        raise IsaError(f"{form.alternative.line}: row {form.name}: its text must begin with a word")
    return list(dict.fromkeys(match.group(0) for match in matches))


def mnemonic(form, syntax):
    return mnemonics_of(form, syntax)[0]


def mnemonic_hash(name):
    value = 2166136261
    for byte in name.encode():
        value = (value ^ byte) * 16777619 & 0xffffffff
    return value

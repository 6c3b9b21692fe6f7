# SPDX-License-Identifier: MIT
"""Read an `enum` statement: the texts of a modifier.

Entries count from 0, as in C: one without a value has the next.  One value may be taken out of a range that stands before
it, and a text without blanks needs no quotes.
"""
import re

from likeness import Changes
from model import OLDER, Enum

TEXT = r'(?:"[^"]*"|[^\s"|]+)'
VALUES = re.compile(r"\s*(\d+)(?:-(\d+)(?:/(\d+))?)?\s(.*)$")
ENTRY = re.compile(rf'\s*({TEXT})((?: (?:or|nv-4\.[02]) {TEXT})*)\s*(.*)$')
SPELLING = re.compile(rf"(\S+) ({TEXT})")
UNKNOWN = "???"                        # behind the name: so print values without an entry
COUNTED = re.compile(r"\{(\d*)n(?:\+(\d+))?\}")


def values(first, last, step):
    return range(int(first), int(last or first) + 1, int(step or 1))


def unquoted(text):
    return text[1:-1] if text.startswith('"') else text


def counted(text, index, value):
    """The text with numbers for `{An+B}`, where n counts the values of the entry from 0, and for `#`, the value."""
    text = COUNTED.sub(lambda m: str(int(m.group(1) or 1) * index + int(m.group(2) or 0)), text)
    return text.replace("#", str(value))


def read_enum(isa, text, settings_of, fail):
    """`enum NAME [like OTHER a->b ... |] VALUE "text" ... | ... [: modifier]`"""
    name, body = text.split(None, 2)[1:]
    enum = Enum(name)
    if name in isa.enums:
        fail(f"enum {name} is declared twice")
    raw = re.match(r"(.*\s):\s+(\w+)\s*$", body)
    if raw:
        body, enum.raw_mod = raw.groups()
    entries = body.split("|")
    enum.rest = isa.reserved
    if entries[0].startswith(UNKNOWN + " "):
        enum.rest, entries[0] = f".{UNKNOWN}#", entries[0][len(UNKNOWN) + 1:].lstrip()
    if entries[0].startswith("like "):
        copy_entries(isa, enum, entries.pop(0).split(), fail)
    own, taken, following = {}, False, 0   # value -> whether a range gives it; the value of an entry that names none
    for entry in entries:
        found = read_entry(enum, entry, following, settings_of, fail)
        for value in found:
            if value in own and (len(found) > 1 or not own[value]):
                fail(f"enum {name} has two entries for the value {value}")
            taken |= value in own
            own[value] = len(found) > 1
        following = found[-1] + 1
    if body.startswith("like ") or taken:
        enum.entries = dict(sorted(enum.entries.items()))
    check_spellings(enum, fail)
    isa.enums[name] = enum


def copy_entries(isa, enum, words, fail):
    if words[1] not in isa.enums:
        fail(f"'{words[1]}' is no enum")
    other, changes = isa.enums[words[1]], Changes(words[2:], fail)
    enum.rest = other.rest
    enum.entries = {value: (text, changes.settings(mods)) for value, (text, mods) in other.entries.items()}
    enum.aliases, enum.never = list(other.aliases), list(other.never)
    enum.older = {dialect: dict(texts) for dialect, texts in other.older.items()}
    enum.raw_mod = enum.raw_mod or (changes.word(other.raw_mod) if other.raw_mod else None)
    changes.check()


def read_entry(enum, entry, following, settings_of, fail):
    """Put an entry into the enum, for one value or for several; the next one where it names none."""
    placed = VALUES.match(entry)
    found = values(*placed.group(1, 2, 3)) if placed else values(following, None, None)
    match = ENTRY.match(placed.group(4) if placed else entry)
    if not match:
        fail(f'expected: [VALUE] "text" [or "alias"] [nv-4.2 "text"] [modifier=value], found \'{entry.strip()}\'')
    text, spellings, settings = match.groups()
    for index, value in enumerate(found):
        forget(enum, value)
        if text == "never":
            enum.never.append(value)
            continue
        mods = settings_of(counted(settings, index, value).split())
        if len(mods) > 2:
            fail(f"enum {enum.name}: the entry for {value} sets {len(mods)} modifiers; 2 is the most")
        enum.entries[value] = (counted(unquoted(text), index, value), mods)
        for word, other in SPELLING.findall(spellings):
            if word == "or":
                enum.aliases.append((value, unquoted(other)))
            else:
                enum.older.setdefault(word, {})[value] = unquoted(other)
    return found


def forget(enum, value):
    """What the enum has from the one that it is like."""
    enum.entries.pop(value, None)
    enum.never = [other for other in enum.never if other != value]
    enum.aliases = [(other, text) for other, text in enum.aliases if other != value]
    for texts in enum.older.values():
        texts.pop(value, None)


def check_spellings(enum, fail):
    """In each dialect a text must tell the value."""
    for dialect in OLDER:
        texts = [text for text, _ in enum.spelt(dialect).entries.values()]
        for text in enum.older.get(dialect, {}).values():
            if texts.count(text) > 1:
                fail(f"enum {enum.name}: two values are '{text}' in {dialect}")

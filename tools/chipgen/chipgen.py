#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turn chips/*.chip into the C table behind include/halfwarp/chip.h.

A chip file is lines of `key value`, and for numbers `key value | source`; keys.py lists the keys.  A source begins with
its standing: `documented`, `measured`, `derived` or `guess` (include/halfwarp/standing.h).  Behind the name of what it
cites it says `from memory` where that was not at hand.  `like NAME` takes over what another file says; `abstract` marks a
file that exists only for that.  `#` starts a comment.  Every number that a chip needs must be given exactly once on the
way, except that a file may override what it is like.

Cards are lines of their own, as many as there are; the first is what the chip is best known by:

    card NAME = OTHER NAME, ... : MPS CORE SHADER MEMORY TYPE BITS MIB fp64 LANES | source | note

MPS multiprocessors are enabled.  The clocks are in MHz; MEMORY's is half the rate of its data, as CUDA has it.  BITS is
the width of the memory's bus.  `fp64 LANES` stands only where a card is held to a lower rate_fp64 than its chip's.  No two
cards share a name: where NVIDIA sold two chips under one, it is the older chip's, and a note says so.

What the model of a chip under the clock was held against, if anything, and its mean and worst error in per cent; no other
chip takes it over:

    compared WHAT : MEAN WORST | PAGE

    chipgen.py -o OUT.c FILE...
"""
import argparse
import os
import re
import sys
from pathlib import Path

from keys import EVERY, MICRO, POWERS, RANGE, TEXTS, UNSTORED, WORDS

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import standing  # noqa: E402

CARD = re.compile(r"(?P<names>[^:|]+):\s+(?P<mps>\d+)\s+(?P<core>\d+)\s+(?P<shader>\d+)\s+(?P<memory>\d+)\s+"
                  r"(?P<type>[A-Z0-9]+)\s+(?P<bits>\d+)\s+(?P<mib>\d+)(\s+fp64\s+(?P<fp64>\d+))?\s*"
                  r"\|\s*(?P<source>[^|]+?)\s*(\|\s*(?P<note>[^|]+?)\s*)?")


COMPARED = re.compile(r"(?P<what>[^:|]+?)\s*:\s+(?P<mean>\d+)\.(?P<mean_tenth>\d)\s+(?P<worst>\d+)\.(?P<worst_tenth>\d)\s*"
                      r"\|\s*(?P<page>\S+)")


class ChipError(Exception):
    """A mistake in a chip file: file, line and sentence."""


def parse(path):
    """One file as {"like": name, "abstract": bool, "own": {key: value or (number, source)}}."""
    chip = {"name": os.path.splitext(os.path.basename(path))[0], "path": path, "like": None, "abstract": False,
            "own": {}, "cards": [], "compared": None}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.split("#")[0].strip()
            if line:
                parse_line(chip, f"{path}:{number}", line)
    return chip


def parse_line(chip, place, line):
    key, _, rest = line.partition(" ")
    value, bar, source = (part.strip() for part in rest.partition("|"))
    if key == "abstract":
        chip["abstract"] = True
    elif key == "like":
        chip["like"] = value
    elif key == "card":
        chip["cards"].append(parse_card(place, rest))
    elif key == "compared":
        chip["compared"] = COMPARED.fullmatch(rest.strip())
        if not chip["compared"]:
            raise ChipError(f"{place}: expected `compared WHAT : MEAN WORST | PAGE`, errors in per cent with one decimal")
    elif key in chip["own"]:
        raise ChipError(f"{place}: {key} is given twice")
    elif key in WORDS:
        chip["own"][key] = value
    elif key in TEXTS:
        if not source:
            raise ChipError(f"{place}: {key} has no source; expected `{key} NUMBERS | where they are from`")
        chip["own"][key] = (value, *origin(place, key, source))
    elif key in EVERY:
        if not bar or not source:
            raise ChipError(f"{place}: {key} has no source; expected `{key} NUMBER | where it is from`")
        try:
            number = int(value, 0)
        except ValueError:
            raise ChipError(f"{place}: {key} is {value!r}; expected a number") from None
        check_range(place, key, number)
        chip["own"][key] = (number, *origin(place, key, source))
    else:
        raise ChipError(f"{place}: unknown key {key!r}")


def check_range(place, key, number):
    least, most = RANGE.get(key, (0, 0xffffffff))
    if not least <= number <= most:
        raise ChipError(f"{place}: {key} is {number}; expected {least} to {most}")
    if key in POWERS and number & number - 1:
        raise ChipError(f"{place}: {key} is {number}; expected a power of two")


def origin(place, what, text):
    """The standing of a source, and the source."""
    found = standing.split(text)
    if not found:
        raise ChipError(f"{place}: {what}: expected a source {standing.EXPECTED}")
    return found


def is_recalled(rank, source):
    """Whether what it relies on was cited from memory; what it names besides, behind a semicolon, does not count."""
    return rank != "guess" and "from memory" in source.split(";")[0]


def parse_card(place, text):
    card = CARD.fullmatch(text.strip())
    if not card:
        raise ChipError(f"{place}: expected `card NAMES : MPS CORE SHADER MEMORY TYPE BITS MIB [fp64 LANES] | source | note`")
    name, _, others = (part.strip() for part in card["names"].partition("="))
    rank, source = origin(place, name, card["source"])
    return {**card.groupdict(), "name": name, "others": ", ".join(re.split(r"\s*,\s*", others)), "place": place,
            "standing": rank, "source": source}


def check_names(chips):
    """Every name of a card means one card."""
    taken = {}
    for card in (card for chip in chips.values() for card in chip["cards"]):
        for name in [card["name"], *filter(None, card["others"].split(", "))]:
            short = re.sub(r"^(nvidia|geforce|tesla|quadro|jetson)+", "", re.sub(r"[^a-z0-9+]", "", name.lower()))
            if taken.setdefault(short, card) is not card:
                raise ChipError(f"{card['place']}: {name} is also a name of {taken[short]['name']}")


def complete(chip, chips):
    """All keys of a chip, those of the files it is like included."""
    values, seen = {}, set()
    link = chip
    while link:
        if link["name"] in seen:
            raise ChipError(f"{chip['path']}: is like itself")
        seen.add(link["name"])
        values = {**link["own"], **values}
        if link["like"] and link["like"] not in chips:
            raise ChipError(f"{link['path']}: like {link['like']}, which does not exist")
        link = chips.get(link["like"])
    missing = [key for key in WORDS + TEXTS + list(EVERY) if key not in values]
    if missing:
        raise ChipError(f"{chip['path']}: lacks {', '.join(missing)}")
    return values


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def emit_cards(name, cards):
    lines = [f"static const struct hw_card cards_{name}[] = {{"]
    for card in cards:
        lines.append(f"    {{{c_string(card['name'])}, {c_string(card['others'])}, {c_string(card['note'] or '')}, "
                     f"{card['mps']}u, {card['core']}000u, {card['shader']}000u, {card['memory']}000u, {c_string(card['type'])}, "
                     f"{card['bits']}u, {card['mib']}u, {card['fp64'] or 0}u, {c_string(card['source'])}, "
                     f"{standing.c_name(card['standing'])}}},")
    return lines + ["};"] if cards else []


def emit_compared(found):
    if not found:
        return []
    return [f".compared = {{{c_string(found['what'])}, {c_string(found['page'])}, {int(found['mean'] + found['mean_tenth'])}u, "
            f"{int(found['worst'] + found['worst_tenth'])}u}}"]


def emit_chip(name, values, cards, compared):
    stored = [key for key in EVERY if key not in UNSTORED]
    lines = [f"static const struct hw_chip_number numbers_{name}[] = {{"]
    for key in stored:
        number, rank, source = values[key]
        group, unit = EVERY[key]
        lines.append(f"    {{{c_string(key)}, {number}u, {c_string(unit)}, {c_string(group)}, {c_string(source)}, "
                     f"{standing.c_name(rank)}, {'true' if is_recalled(rank, source) else 'false'}}},")
    lines.append("};")
    fields = [f".name = {c_string(name)}"] + [f".{key} = {c_string(values[key])}" for key in WORDS]
    for key in TEXTS:
        text, rank, source = values[key]
        fields.append(f".{key} = {c_string(text)}, .{key}_source = {c_string(source)}, "
                      f".{key}_standing = {standing.c_name(rank)}")
    fields += [f".{'micro.' if key in MICRO else ''}{key} = {values[key][0]}u" for key in stored]
    fields += [f".numbers = numbers_{name}", f".number_count = {len(stored)}u"]
    if cards:
        lines += emit_cards(name, cards)
        fields += [f".cards = cards_{name}", f".card_count = {len(cards)}u"]
    fields += emit_compared(compared)
    return lines, "    {" + ",\n     ".join(fields) + "},"


def emit_keys():
    """Where each number that a caller may change is, and what it may be."""
    lines = ["const struct hw_chip_key hw_chip_keys[] = {"]
    for key, (least, most) in RANGE.items():
        member = f"micro.{key}" if key in MICRO else key
        powers = "true" if key in POWERS else "false"
        lines.append(f"    {{{c_string(key)}, offsetof(struct hw_chip_info, {member}), {least}u, {most}u, {powers}}},")
    return lines + ["};", f"const unsigned hw_chip_key_count = {len(RANGE)}u;"]


def generate(paths):
    chips = {chip["name"]: chip for chip in map(parse, paths)}
    check_names(chips)
    real = [(name, complete(chip, chips)) for name, chip in chips.items() if not chip["abstract"]]
    real.sort(key=lambda item: (item[1]["released"][0], item[0]))
    out = ["/* Generated by tools/chipgen/chipgen.py from the files in chips/.  Do not edit. */", '#include "machine/chip/chips.h"', "",
           "#include <stddef.h>", ""]
    rows = []
    for name, values in real:
        numbers, row = emit_chip(name, values, chips[name]["cards"], chips[name]["compared"])
        out += numbers + [""]
        rows.append(row)
    out += ["const struct hw_chip_info hw_chips[] = {", *rows, "};", f"const unsigned hw_chip_count = {len(rows)}u;"]
    return "\n".join(out + emit_keys()) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Generate the table of chips.")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    try:
        text = generate(arguments.files)
    except ChipError as error:
        print(f"chipgen: {error}", file=sys.stderr)
        return 1
    with open(arguments.output, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

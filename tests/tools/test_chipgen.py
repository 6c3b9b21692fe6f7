# SPDX-License-Identifier: MIT
"""tools/chipgen: cards and limits in chip files, and what is refused."""
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/chipgen"))
import chipgen  # noqa: E402
import keys  # noqa: E402

G200 = re.sub("(?m)^card .*\n", "", (ROOT / "chips/g200.chip").read_text(encoding="utf-8"))
CARD = "card GeForce GTX 299 = The Last : 30 602 1296 1107 GDDR3 512 1024 | documented: a page | a note\n"


class Generated(unittest.TestCase):
    def generate(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            paths = [str(path) for path in sorted((ROOT / "chips").glob("tesla*.chip"))]
            for name, text in files.items():
                path = Path(folder) / f"{name}.chip"
                path.write_text(text, encoding="utf-8")
                paths.append(str(path))
            return chipgen.generate(paths)

    def refused(self, sentence, **files):
        with self.assertRaises(chipgen.ChipError) as caught:
            self.generate(**files)
        self.assertIn(sentence, str(caught.exception))


class Cards(Generated):
    def test_a_card_becomes_a_row(self):
        self.assertIn('{"GeForce GTX 299", "The Last", "a note", 30u, 602000u, 1296000u, 1107000u, "GDDR3", 512u, 1024u, '
                      '0u, "a page", HW_STANDING_DOCUMENTED}', self.generate(g200=G200 + CARD))

    def test_a_card_is_held_to_fewer_doubles(self):
        self.assertIn('512u, 1024u, 4u, "a page"', self.generate(g200=G200 + CARD.replace("1024", "1024 fp64 4")))

    def test_a_guess_is_marked(self):
        self.assertIn('"a page", HW_STANDING_GUESS}', self.generate(g200=G200 + CARD.replace("documented", "guess")))

    def test_every_column_must_be_there(self):
        for spoilt in (CARD.replace(" | documented: a page | a note", ""), CARD.replace("1107 ", ""), CARD.replace(":", ""),
                       CARD.replace("512", "wide")):
            self.refused("expected `card NAMES : MPS CORE SHADER MEMORY TYPE BITS MIB [fp64 LANES] | source | note`",
                         g200=G200 + spoilt)

    def test_what_a_chip_was_held_against_is_its_own(self):
        old = G200.replace("compared", "# compared")
        text = self.generate(mine=old + "compared 6 products : 7.4 19.7 | docs/page.md\n", other="like mine\n" + CARD)
        self.assertEqual(text.count('.compared = {"6 products", "docs/page.md", 74u, 197u}'), 1)
        self.assertEqual(text.count(".compared"), 1)
        self.refused("expected `compared WHAT : MEAN WORST | PAGE`", mine=old + "compared products : 7 19 | page\n")

    def test_comparisons_are_those_of_their_pages(self):
        found = 0
        for path in (ROOT / "chips").glob("*.chip"):
            for mean, worst, page in re.findall(r"(?m)^compared .* : ([\d.]+) ([\d.]+) \| (\S+)$", path.read_text(encoding="utf-8")):
                lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
                with self.subTest(chip=path.stem):
                    self.assertTrue(any(f"{mean} %" in line and f"{worst} %" in line for line in lines))
                found += 1
        self.assertGreater(found, 5)

    def test_a_name_means_one_card(self):
        for name in ("GTX 299", "nvidia gtx-299", "the last"):
            other = CARD.replace("GeForce GTX 299 = The Last", name)
            self.refused("is also a name of GeForce GTX 299", g200=G200 + CARD, g201=G200 + other)


class Numbers(Generated):
    def lane(self, source):
        """g200 with this source for the lanes of a warp."""
        return re.sub("(?m)^(warp_size .*\n)?", "", G200) + f"warp_size 32 | {source}\n"

    def test_a_number_has_unit_group_source_and_standing(self):
        for source, made in (("documented: a page", '"a page", HW_STANDING_DOCUMENTED, false}'),
                             ("measured by them", '"by them", HW_STANDING_MEASURED, false}'),
                             ("derived: from others", '"from others", HW_STANDING_DERIVED, false}'),
                             ("guess: as before", '"as before", HW_STANDING_GUESS, false}')):
            self.assertIn('{"warp_size", 32u, "lanes", "limits", ' + made, self.generate(g200=self.lane(source)))

    def test_a_number_is_within_its_range(self):
        for line, expected in (("shared_banks 33", "shared_banks is 33; expected 1 to 32"),
                               ("latency_l2 7", "latency_l2 is 7; expected 8 to 10000"),
                               ("shared_lanes 12", "shared_lanes is 12; expected a power of two")):
            key = line.split()[0]
            spoilt = re.sub(f"(?m)^{key} .*\n", "", G200) + f"{line} | guess: wrong\n"
            self.refused(expected, g200=spoilt)
        self.assertIn('{"shared_banks", offsetof(struct hw_chip_info, micro.shared_banks), 1u, 32u, false}',
                      self.generate(g200=G200))

    def test_every_number_has_a_range_or_is_fixed(self):
        # What a table of the model knows for the chips that have it; all else has a line in keys.RANGES.
        fixed = {"active_warps"}
        unranged = {key for key, (group, _) in keys.EVERY.items() if group != "limits" and key not in keys.RANGE}
        self.assertEqual(unranged, fixed)
        self.assertFalse(set(keys.RANGE) - set(keys.EVERY))
        self.assertFalse(keys.POWERS - set(keys.RANGE))

    def test_what_is_cited_from_memory_is_marked(self):
        for source, recalled in (("documented: a page, from memory: it says so", "true"),
                                 ("measured by them; another page, from memory, has 64", "false"),
                                 ("guess: from memory", "false")):
            self.assertRegex(self.generate(g200=self.lane(source)), rf'"warp_size", 32u, .*, {recalled}}}')

    def test_a_source_begins_with_its_standing(self):
        expected = "expected a source which begins with documented, measured, derived or guess"
        for source in ("a page", "documentedly a page", "guess", "guess:"):
            self.refused(f"warp_size: {expected}", g200=self.lane(source))
        self.refused(f"GeForce GTX 299: {expected}", g200=G200 + CARD.replace("documented: ", ""))
        self.refused(f"shared_sizes: {expected}", g200=G200 + "shared_sizes 16 | a page\n")

    def test_keys_are_in_one_group_each(self):
        every = [key for _, lines in keys.CHIP + keys.MICROARCHITECTURE for _, names in lines
                for key in names.split()]
        self.assertEqual(every, list(keys.EVERY))

    def test_every_member_of_the_microarchitecture_has_a_key(self):
        header = (ROOT / "include/halfwarp/microarchitecture.h").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"uint32_t\s+(\w+);", header), list(keys.MICRO))


class Chips(Generated):
    def test_no_number_may_be_missing(self):
        self.refused("lacks aliases, isa, variant, ", alone="warp_size 32 | documented: a page\n")

    def test_lists_have_a_source(self):
        self.refused("expected `shared_sizes NUMBERS | where they are from`", g200=G200 + "shared_sizes 16\n")


if __name__ == "__main__":
    unittest.main()

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

G200 = re.sub("(?m)^card .*\n", "", (ROOT / "chips/g200.chip").read_text(encoding="utf-8"))
CARD = "card GeForce GTX 299 = The Last : 30 602 1296 1107 GDDR3 512 1024 | a page | a note\n"


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
                      '"a page", false}', self.generate(g200=G200 + CARD))

    def test_a_guess_is_marked(self):
        self.assertIn('"a page", true}', self.generate(g200=G200 + CARD.replace("| a page", "| guess: a page")))

    def test_every_column_must_be_there(self):
        for spoilt in (CARD.replace(" | a page | a note", ""), CARD.replace("1107 ", ""), CARD.replace(":", ""),
                       CARD.replace("512", "wide")):
            self.refused("expected `card NAMES : MPS CORE SHADER MEMORY TYPE BITS MIB | source | note`", g200=G200 + spoilt)

    def test_a_name_means_one_card(self):
        for name in ("GTX 299", "nvidia gtx-299", "the last"):
            other = CARD.replace("GeForce GTX 299 = The Last", name)
            self.refused("is also a name of GeForce GTX 299", g200=G200 + CARD, g201=G200 + other)


class Limits(Generated):
    LIMITS = (ROOT / "chips/sm_70.chip").read_text(encoding="utf-8")

    def test_they_are_a_table_of_their_own(self):
        text = self.generate(g200=G200, sm_70=self.LIMITS)
        chips, limits = text.split("hw_limits[] = {")
        self.assertIn('.shared_sizes = "0 8 16 32 64 96"', limits)
        self.assertNotIn('.name = "sm_70"', chips)
        self.assertIn("hw_chip_count = 1u", chips)
        self.assertIn("hw_limit_count = 1u", limits)

    def test_none_may_be_missing(self):
        self.refused("lacks warps_per_mp", sm_70=re.sub("(?m)^warps_per_mp .*\n", "", self.LIMITS))
        self.refused("lacks shared_sizes", g200=G200, sm_70=re.sub("(?m)^shared_sizes .*\n", "", self.LIMITS))

    def test_lists_have_a_source(self):
        self.refused("expected `shared_sizes NUMBERS | where they are from`",
                     sm_70=re.sub("(?m)^(shared_sizes [^|]*).*\n", r"\1\n", self.LIMITS))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: MIT
"""tools/mutate changes operators of functions, and nothing else."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from runner import scripts  # noqa: E402

mutate = scripts.load(ROOT / "tools/mutate")

SOURCE = """/* a < b */
#define LESS(a, b) \\
    ((a) < (b))
static const int table[] = {1 << 3, 4};

bool f(int a)
{
    assert(a < 9);
    say("a < b + 1");
    if (!a && a < 3)
        return true;
    return a == '+';
}
"""


class Mutate(unittest.TestCase):
    def test_only_code_of_functions_has_sites(self):
        found = [(SOURCE.count("\n", 0, begin) + 1, was, becomes) for begin, _, was, becomes in mutate.sites(SOURCE)]
        self.assertEqual(found, [(10, "!", ""), (10, "&&", "||"), (10, "<", "<="), (10, "3", "4"), (11, "true", "false"),
                                 (12, "==", "!=")])

    def test_the_same_seed_draws_the_same(self):
        self.assertEqual(list(mutate.draw(["sched"], 5, 1)), list(mutate.draw(["sched"], 5, 1)))
        self.assertNotEqual(list(mutate.draw(["sched"], 5, 1)), list(mutate.draw(["sched"], 5, 2)))

    def test_rooms_take_turns(self):
        rooms = [room for room, _, _ in mutate.draw(None, 40, 1)]
        self.assertEqual(len(set(rooms[:20])), min(20, len(set(rooms))))


if __name__ == "__main__":
    unittest.main()

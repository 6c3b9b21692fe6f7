# SPDX-License-Identifier: MIT
"""Timing classes of rows and .timing files: what is made of them, and what is refused."""
import os
import unittest

from generate import ADD, HEAD, IsaTest

TIMING = """\
# A table for the toy.
register         6 alu                 | measured by maxas
predicate,cc    13 alu                 | documented: a manual
register,predicate,cc varies mem unknown | derived: safe
register        20 alu.multiply        | guess
held        varies mem                 | measured on compiled code
order       memory mem                 | guess: likely
lag              4 mem                 | guess: likely
held            15 mem.shared          | measured on compiled code
uniform     varies mem.shared          | measured on compiled code
least            5 BRA NOP             | measured by maxas
join      unstated                     | measured on compiled code
trait  float_banks                     | measured on compiled code
""".replace("| guess\n", "| guess: as others\n")
USES = HEAD + "timing toy.timing\n" + ADD


class Timing(IsaTest):
    def write(self, text):
        with open(os.path.join(self.folder.name, "toy.timing"), "w", encoding="utf-8") as file:
            file.write(text)

    def wrong(self, line, sentence):
        """A .timing file with this line is refused with this sentence about it."""
        self.write(TIMING + line + "\n")
        path, number = os.path.join(self.folder.name, "toy.timing"), TIMING.count("\n") + 1
        self.assertEqual(self.generate(USES).stderr, f"{path}:{number}: {sentence}\n")

    def test_numbers(self):
        self.write(TIMING)
        made = self.accepted(USES)
        self.assertIn("[HW_CLASS_ALU] = { .reg = 6, .pred = 13, .cond = 13 },", made)
        self.assertIn("[HW_CLASS_MEM] = { .late = true, .lag = 4, .order = HW_ORDER_MEMORY, .finish = HW_ORDER_MEMORY },", made)
        self.assertIn(".least = { [HW_OP_BRA] = 5, [HW_OP_NOP] = 5 },", made)
        self.assertIn(".join = 0, .traits = HW_TRAIT_FLOAT_BANKS, .line_count = 15, ", made)

    def test_what_a_class_does_not_say_its_unit_says(self):
        self.write(TIMING)
        made = self.accepted(USES)
        self.assertIn("[HW_CLASS_ALU_MULTIPLY] = { .reg = 20, .pred = 13, .cond = 13 },", made)
        self.assertIn("[HW_CLASS_MEM_SHARED] = { .held = 15, .late_uniform = true, .lag = 4, .order = HW_ORDER_MEMORY, .finish = HW_ORDER_MEMORY },", made)

    def test_each_number_has_its_source(self):
        self.write(TIMING)
        made = self.accepted(USES)
        self.assertIn('{ "cc", 13, HW_STANDING_DOCUMENTED, "alu", "a manual" }', made)
        self.assertIn('{ "register", 0, HW_STANDING_DERIVED, "mem unknown", "safe" }', made)

    def test_chips(self):
        self.write(TIMING)
        self.assertIn("[] = {\n    &timing_0,\n    &timing_0,\n};", self.accepted(USES))
        self.assertIn("[] = {\n    NULL,\n    &timing_0,\n};", self.accepted(USES.replace("toy.timing", "toy.timing on two")))

    def test_no_file(self):
        self.refused(USES, "timing", f"there is no {os.path.join(self.folder.name, 'toy.timing')}")

    def test_two_files_for_a_chip(self):
        self.write(TIMING)
        self.refused(USES + "timing  toy.timing on two\n", "timing  ", "two has its latencies from toy.timing")

    def test_no_source(self):
        expected = "expected a source behind |, which begins with documented, measured, derived or guess"
        self.wrong("lag 4 alu", expected)
        self.wrong("lag 4 alu | maxas", expected)
        self.wrong("lag 4 alu | measured", expected)

    def test_results_may_finish_in_an_order_of_their_own(self):
        self.write(TIMING + "finish shared mem.shared | guess: likely\n")
        self.assertIn(".order = HW_ORDER_MEMORY, .finish = HW_ORDER_SHARED },", self.accepted(USES))

    def test_unknown_words(self):
        self.wrong("log 4 alu | guess: x", "'log' is none of register predicate cc held lag uniform order finish least join trait")
        self.wrong("lag 4 alu.x | guess: x", "'alu.x' is no timing class of src/isa/timing_classes.h")
        self.wrong("lag 256 alu | guess: x", "'256' is no number of at most 255 cycles")
        self.wrong("lag varies alu | guess: x", "'varies' is no number of at most 255 cycles")
        self.wrong("order last alu | guess: x", "'last' is no order (none memory shared tensor texture double special half matrix uniform)")
        self.wrong("least 4 BRX2 | guess: x", "'BRX2' is no operation of include/halfwarp/operations.h")
        self.wrong("trait fast | guess: x", "'fast' is no trait (lone_accesses float_banks "
                   "late_rewrites barriers_drain split_products integer_matrices views)")
        self.wrong("lag 4 | guess: x", "expected lag, a value and names")
        self.wrong("join | guess: x", "expected join N or join unstated")

    def test_no_cycles(self):
        self.wrong("register 0 sfu | guess: x", "no result is there after 0 cycles; 'varies' stands for those that "
                   "only a scoreboard announces")

    def test_twice(self):
        self.wrong("register 6 alu | guess: x", "register alu is given twice")
        self.wrong("least 6 BRA | guess: x", "BRA is given twice")
        self.wrong("join 5 | guess: x", "join is given twice")

    def test_a_class_without_numbers(self):
        self.write(TIMING)
        done = self.generate(USES.replace("row add alu", "row add fp64"))
        self.assertEqual(done.stderr, f"{os.path.join(self.folder.name, 'toy.timing')}: nothing says how long the class "
                         "fp64 takes to write a register\n")

    def test_a_class_that_is_none(self):
        self.refused(HEAD + ADD.replace("alu", "slow"), "row add",
                     "row add: 'slow' is no timing class of src/isa/timing_classes.h")


if __name__ == "__main__":
    unittest.main()

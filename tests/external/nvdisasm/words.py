# SPDX-License-Identifier: MIT
"""Random words that reach every operation: forms of our tables with any other bits, known words with some bits flipped,
and words of which nothing but the operation's number is chosen, so that what our tables lack is found, too."""
import random

FREE = 0x7F1                            # no scoreboard, one cycle: bits 125:105 from sm_70 on
DENSITIES = (1, 2, 2, 2, 3)             # of four: how many of the free bits are ones


class Words:
    def __init__(self, halfwarp, known, seed):
        self.bits = halfwarp.layout.bits
        self.pictures = [pictures for _, pictures in sorted(halfwarp.pictures().items())]
        self.known = known
        self.rng = random.Random(seed)
        self.number = 0

    def _some_bits(self):
        ones = self.rng.choice(DENSITIES)
        a, b = self.rng.getrandbits(self.bits), self.rng.getrandbits(self.bits)
        return a & b if ones == 1 else a | b if ones == 3 else a

    def _of_a_form(self):
        picture = self.rng.choice(self.rng.choice(self.pictures))
        fixed = int("".join("1" if bit in "01" else "0" for bit in picture), 2)
        value = int("".join("1" if bit == "1" else "0" for bit in picture), 2)
        word = self._some_bits()
        # In half of the words bits that no field owns are what compiled code has there.
        if self.rng.getrandbits(1):
            fixed |= int("".join("1" if bit in "?-+." else "0" for bit in picture), 2)
            value |= int("".join("1" if bit == "+" else "0" for bit in picture), 2)
        return word & ~fixed | value

    def _flipped(self):
        word = self.rng.choice(self.known) if self.known else self._of_a_form()
        for _ in range(self.rng.randrange(1, 6)):
            word ^= 1 << self.rng.randrange(min(self.bits, 126))
        return word

    def _of_a_number(self):
        self.number += 1
        if self.bits == 64:
            return self.rng.getrandbits(64)
        return self._some_bits() & ~0xFFF | self.number & 0xFFF

    def _scheduled(self, word):
        """Mostly scheduling bits that every instruction can have."""
        if self.bits == 64 or self.rng.randrange(8) == 0:
            return word
        return word & ~(0x1FFFFF << 105) | FREE << 105

    def __iter__(self):
        while True:
            for make in (self._of_a_form, self._of_a_form, self._flipped, self._of_a_number):
                yield self._scheduled(make())


def read(path):
    """Words of a list, one a line in hexadecimal."""
    with open(path, encoding="ascii") as file:
        return [int(line.split()[0], 16) for line in file if line.strip() and line[0] != "#"]

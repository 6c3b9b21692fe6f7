# SPDX-License-Identifier: MIT
"""Random words that reach every operation: forms of our tables with any other bits, known words with some bits flipped,
and words of which nothing but the operation's number is chosen, so that what our tables lack is found, too.

Registers that are RZ, predicates that are PT, and floats that are no numbers have texts of their own, which evenly spread
bits reach rarely, and two at once never: so many fields have their lowest or highest number here."""
import random

FREE = 0x7F1                            # no scoreboard, one cycle: bits 125:105 from sm_70 on
DENSITIES = (1, 2, 2, 2, 3)             # of four: how many of the free bits are ones
BYTES = (16, 24, 32, 40, 48, 56, 64)    # where registers stand from sm_70 on
# Literals: infinity, NaNs, denormals and the least and greatest numbers of halves, bfloat16, floats and doubles' high words.
LITERALS = (0x7F800000, 0xFFC00000, 0x7F800001, 0x7FF00000, 0xFFF80000, 0x7FF00001, 0x7C007C00, 0xFE007C01, 0x7F80FFC0,
            0x80000000, 0x00000001, 0x7FFFFFFF, 0x7F7FFFFF, 0x7FEFFFFF, 0x00FF0080, 0x80008000, 0x3F800000)


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

    def _ends(self, picture, word):
        """The word with the lowest or the highest number in some of the picture's fields, or a special literal."""
        for letter in sorted(set(picture) - set("01?-+=.")):
            bits = [i for i, bit in enumerate(reversed(picture)) if bit == letter]
            mask = sum(1 << i for i in bits)
            choice = self.rng.randrange(6)
            if choice < 2:
                word = word | mask if choice else word & ~mask
            elif choice == 2 and bits == list(range(bits[0], bits[0] + 32)):
                word = word & ~mask | self.rng.choice(LITERALS) << bits[0]
        return word

    def _of_a_form(self):
        picture = self.rng.choice(self.rng.choice(self.pictures))
        fixed = int("".join("1" if bit in "01" else "0" for bit in picture), 2)
        value = int("".join("1" if bit == "1" else "0" for bit in picture), 2)
        word = self._some_bits()
        if self.rng.getrandbits(1):
            word = self._ends(picture, word)
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
        word = self._some_bits() & ~0xFFF | self.number & 0xFFF
        for place in BYTES:
            word |= 0xFF << place if self.rng.randrange(8) == 0 else 0
        return word

    def _scheduled(self, word):
        """Mostly scheduling bits that every instruction can have; of the others half are any bits, and half are such as some
        instructions have: a stall count, one scoreboard or none, waits, and three reuse bits."""
        choice = self.rng.randrange(16)
        if self.bits == 64 or choice == 0:
            return word
        control = FREE
        if choice == 1:
            write, read = self.rng.choice(((7, 7), (7, 7), (0, 7), (7, 5), (2, 3)))
            control = self.rng.choice((0, 1, 2, 15, 17, 18, 27)) | write << 5 | read << 8 | self.rng.choice((0, 0, 1, 32)) << 11 \
                | self.rng.getrandbits(3) << 17
        return word & ~(0x1FFFFF << 105) | control << 105

    def __iter__(self):
        while True:
            for make in (self._of_a_form, self._of_a_form, self._flipped, self._of_a_number):
                yield self._scheduled(make())


def read(path):
    """Words of a list, one a line in hexadecimal."""
    with open(path, encoding="ascii") as file:
        return [int(line.split()[0], 16) for line in file if line.strip() and line[0] != "#"]

# SPDX-License-Identifier: MIT
"""What a text of halfwarp's and one of envydis's say of a word of Fermi or Kepler, in terms that can be compared.

The two write the same instruction in very different words, so each text is reduced to facts: the guard, how often
which register, predicate and number occurs, how many signs there are, and the modifiers that both have a name for.
0 and 1 are left out, which envydis writes for RZ and PT as well, and numbers of instructions whose operands it lists in
another way (textures).  What is said at which place is not compared."""
import collections
import re
import struct

ZERO = {"gf100": 63, "gk104": 63, "gk110": 255}         # RZ

# Modifiers: halfwarp's word, envydis's.  `$c` stands for each use of the condition code.
MODIFIERS = dict(word.split("=") for word in """
    SAT=sat FTZ=ftz FMZ=fmz RM=rm RP=rp RZ=rz FLOOR=rmi CEIL=rpi TRUNC=rzi S=join LMT=lim U=allwarp BREV=rev SH=shiftamt
    HI=high D2=div2 D4=div4 D8=div8 M2=mul2 M4=mul4 M8=mul8 CG=cg CV=cv WT=wt PO=addpo OR=or XOR=xor
    LT=lt EQ=eq LE=le GT=gt NE=ne GE=ge NUM=num NAN=nan LTU=ltu EQU=equ LEU=leu GTU=gtu NEU=neu GEU=geu
    EX2=ex2 SIN=sin COS=cos RCP=rcp RSQ=rsqrt LG2=lg2 RCP64H=rcp64h RSQ64H=rsqrt64h
    F4E=f4e B4E=b4e RC8=rc8 ECL=ecl ECR=ecr RC16=rc16 EXCH=exch CAS=cas INC=inc DEC=dec
    IDX=idx UP=up DOWN=down BFLY=bfly AVRG=addpo SIMD_MIN=simd_min SIMD_MAX=simd_max""".split())
TESTS = dict(word.split("=") for word in """
    F=never LT=l EQ=e LE=le GT=g NE=lg GE=ge NUM=lge NAN=u LTU=lu EQU=eu LEU=leu GTU=gu NEU=lgu GEU=geu
    OFF=no LO=nc SFF=ns LS=na HI=a SFT=s HS=c OFT=o""".split())
THEIRS = set(MODIFIERS.values())
JUMPS = {"BRA", "BRX", "JMP", "JMX", "JCAL", "CAL"}
# Instructions with operands that only one of the two names, and others in which a word means something else to each.
OTHER_OPERANDS = set(
    "TEX TLD TLD4 TXD TXA LDG TXQ TMML SULD SUST SULEA SUQ SURED SUSTGA FSWZ CCTL CCTLL ALD AST IPA".split())
OTHER_WORDS = OTHER_OPERANDS | set("SUCLAMP SULDGA CAL JCAL PRET ATOM RED LD_LDU LDS_LDU PIXLD RRO P2R CSET CSETP".split())
OFFSET_BITS = {"LDS": 24, "STS": 24, "LDL": 24, "STL": 24, "LDSLK": 24, "STSUL": 24, "STSCUL": 24, "ATOM": 20, "RED": 20,
               "LD_LDU": 8, "LDS_LDU": 8}
NUMBER = r"-?0x[0-9a-f]+"


def fold(number, bits):
    return number & ((1 << bits) - 1)


class Facts:
    def __init__(self):
        self.guard = ""
        self.registers = collections.Counter()
        self.predicates = collections.Counter()
        self.numbers = collections.Counter()
        self.signs = collections.Counter()
        self.modifiers = set()

    def number(self, value, bits=64):
        value = fold(value, bits)
        if value > 1:
            self.numbers[value] += 1


def float_bits(text, double):
    """The bits of a decimal number; None for one that has many."""
    plain = text.upper().lstrip("+-")
    if "NAN" in plain:
        return None
    value = float("inf") if plain == "INF" else float(plain)
    value = -value if text.startswith("-") else value
    packed = struct.pack("<d" if double else "<f", value)
    return int.from_bytes(packed, "little")


class Ours:
    """Facts of a text of halfwarp's."""
    OPERAND = re.compile(rf"c\[(?P<bank>{NUMBER})\] ?\[(?P<place>[^\]]*)\]|\[(?P<memory>[^\]]*)\]|"
                         rf"R(?P<register>\d+)(?!\w)|P(?P<predicate>\d)(?!\w)|(?P<number>{NUMBER})|"
                         r"(?P<float>[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|INF|[QS]NAN))(?![\w\d])")

    def __init__(self, text):
        self.facts = Facts()
        self.many = False           # a NaN, whose bits are a note
        text = text.split(" # ")[0].strip()
        if text.startswith("@"):
            self.facts.guard, text = text[1:].split(" ", 1)
        head, operands = re.match(r"([^\s\[]+)\s*(.*)", text).groups()
        self.name, *self.words = head.split(".")
        self.short = self.name.endswith("_N")
        self.name = self.name.removesuffix("_N")
        self.read(operands)

    def read(self, operands):
        facts = self.facts
        test = re.search(r"\bCC\.([A-Z]+)", operands)
        if test:
            facts.modifiers.add("test " + TESTS.get(test[1], test[1]))
            operands = operands.replace(test[0], "")
        for word in self.words:
            if word in MODIFIERS and not (word == "U" and self.name != "BRA" and self.name != "JMP"):
                facts.modifiers.add(MODIFIERS[word])
        facts.signs["abs"] = operands.count("|") // 2 + operands.count(".ABS")
        facts.signs["not"] = operands.count("~") + operands.count(".INV") + operands.count("!")
        facts.signs["neg"] = len(re.findall(r"(?<![\w+\[])-(?=[|RcP])", operands)) + operands.count(".NEG")
        facts.signs["neg"] += self.name == "ISUB"
        facts.signs["$c"] = operands.count(".CC") + ("X" in self.words and self.name[0] != "V")
        for part in re.findall(r"\.B([23])", operands) if self.name in ("I2I", "I2F") else ():
            facts.number(int(part))
        if self.name[0] == "V":         # which bytes or halves
            operands = re.sub(r"\.[\d]+", "", operands)
        plain = re.sub(r"\b[1-3]D\b|\bSR_?\w+(\.[XYZ])?|\.[A-Z][A-Z0-9_]*", "", operands)
        for match in self.OPERAND.finditer(plain):
            self.operand(match)

    def operand(self, match):
        facts = self.facts
        if match["bank"]:
            facts.number(int(match["bank"], 16))
            self.address(match["place"], 16)
        elif match["memory"] is not None:
            self.address(match["memory"], 32)
        elif match["register"]:
            facts.registers[int(match["register"])] += 1
        elif match["predicate"]:
            facts.predicates[int(match["predicate"])] += 1
        elif match["number"]:
            facts.number(int(match["number"], 16), 32)
        else:
            bits = float_bits(match["float"], self.name.startswith("D"))
            self.many = self.many or bits is None
            facts.number(bits or 0)

    def address(self, text, bits):
        for part in text.replace("+-", "-").replace("-0x", "+-0x").split("+"):
            if re.fullmatch(r"R\d+", part):
                self.facts.registers[int(part[1:])] += 1
            elif re.fullmatch(NUMBER, part):
                self.facts.number(int(part, 16), bits)


class Theirs:
    """Facts of a text of envydis's."""
    TOKEN = re.compile(rf"(?P<name>[a-z]+)(?P<bank>\d*)\[(?P<memory>[^\]]*)\]|\$r(?P<register>\d+)[dqt]?|"
                       rf"\$p(?P<predicate>\d)|(?P<cc>\$c)(?!\w)|(?P<number>{NUMBER})|(?P<word>[a-z_]\w*)")

    def __init__(self, text, zero):
        self.facts = Facts()
        self.zero = zero
        self.text = text
        self.joined = text.startswith("join ")
        text = text.removeprefix("join ")
        guard = re.match(r"\(not \$p(\d)\) |\$p(\d) |never (?!\$c)", text)
        if guard:
            self.facts.guard = f"!P{guard[1]}" if guard[1] else f"P{guard[2]}" if guard[2] else "!PT"
            text = text[guard.end():]
        test = re.match(r"(\w+) \$c ", text)
        if test:
            self.facts.modifiers.add("test " + test[1])
            text = text[test.end():]
        if self.joined:
            self.facts.modifiers.add("join")
        for match in self.TOKEN.finditer(text):
            self.token(match)

    def token(self, match):
        facts = self.facts
        if match["name"]:
            facts.number(int(match["bank"] or 0))
            for sign, part in re.findall(r"([-+]?)(\$r\d+|0x[0-9a-f]+)", match["memory"]):
                if part.startswith("$"):
                    self.register(int(part[2:]))
                else:
                    facts.number(int(sign + part, 16), 16 if match["name"] == "c" else 32)
        elif match["register"]:
            self.register(int(match["register"]))
        elif match["predicate"]:
            facts.predicates[int(match["predicate"])] += 1
        elif match["cc"]:
            facts.signs["$c"] += 1
        elif match["number"]:
            value = int(match["number"], 16)
            facts.number(value, 32 if abs(value) < 1 << 32 or value >> 32 == 0xFFFFFFFF else 64)
        else:
            self.word(match["word"])

    def register(self, number):
        if number != self.zero:
            self.facts.registers[number] += 1

    def word(self, word):
        if word in ("abs", "not"):
            self.facts.signs[word] += 1
        elif word in ("neg", "sub", "subr", "vsub", "vsubr", "vsub2", "vsubr2", "vsub4", "vsubr4"):
            self.facts.signs["neg"] += 1
        elif word in ("max", "vmax"):
            self.facts.signs["max"] += 1
        elif re.fullmatch("l[0-3]+|lnone", word):       # the lanes that a move writes
            self.facts.number(sum(1 << int(lane) for lane in re.findall(r"\d", word)))
        elif re.fullmatch(r"v?(addpo|avg[24])", word):
            self.facts.modifiers.add("addpo")
        elif word in THEIRS:
            self.facts.modifiers.add(word)


class Comparison:
    def __init__(self, target):
        self.zero = ZERO.get(target)
        self.compared = self.equal = 0

    def differences(self, ours, theirs, end):
        """What the texts of a word that ends at address `end` say otherwise."""
        if self.zero is None:
            return []
        mine, other = Ours(ours), Theirs(theirs, self.zero)
        found = [what for what, differ in (
            ("guard", mine.facts.guard != other.facts.guard),
            ("registers", not registers_agree(mine, other)),
            ("predicates", mine.facts.predicates != other.facts.predicates),
            ("numbers", not numbers_agree(mine, other, end)),
            ("signs", not signs_agree(mine, other)),
            ("modifiers", not modifiers_agree(mine, other))) if differ]
        self.compared += 1
        self.equal += not found
        return found

    def show(self):
        if self.zero is not None:
            print(f"\nof {self.compared:,} words that both take for instructions, {self.equal:,} say the same")


def registers_agree(mine, other):
    """Of vectors envydis names every register, or none, halfwarp the first."""
    if mine.name in OTHER_OPERANDS:
        unnamed = 2 if "#:#:#:#" in other.text else 1
        return len(set(mine.facts.registers) - set(other.facts.registers)) <= unnamed
    return mine.facts.registers == other.facts.registers


def numbers_agree(mine, other, end):
    ours, theirs = mine.facts.numbers, other.facts.numbers
    if mine.name in OTHER_OPERANDS or mine.many:
        return True
    if mine.name[0] == "V":                     # literals of 8 or 16 bits, with a sign
        return {min(fold(n, 16), fold(-n, 16)) for n in ours} - {1} == \
               {min(fold(n, 16), fold(-n, 16)) for n in theirs} - {1}
    if mine.name == "BRX" and "pcrel" not in other.text:
        return not ours or {fold(n + end, 32) for n in ours} == set(theirs)
    bits = 10 if mine.short else OFFSET_BITS.get(mine.name, 32)     # halfwarp's are unsigned where they stand alone
    return {fold(n, bits) for n in ours} == {fold(n, bits) for n in theirs} or ours == theirs


def signs_agree(mine, other):
    ours, theirs = mine.facts.signs, other.facts.signs
    if mine.name == "FSWZ":
        return True
    maximum = theirs["max"] if mine.name in ("IMNMX", "FMNMX", "DMNMX") else 0  # theirs for !PT
    return ((ours["abs"] == theirs["abs"] or mine.name in JUMPS) and ours["not"] == theirs["not"] + maximum and
            (ours["neg"] == theirs["neg"] or mine.name[0] == "V") and
            (ours["$c"] == theirs["$c"] or mine.name in ("CSET", "CSETP", "IMNMX")))


def modifiers_agree(mine, other):
    ours, theirs = set(mine.facts.modifiers), set(other.facts.modifiers)
    if mine.name in OTHER_WORDS:
        ours, theirs = ours & {"join"}, theirs & {"join"}
    if "INVALIDFMZ3" in mine.words:
        ours |= {"ftz", "fmz"}
    if mine.name == "IMNMX":                    # .XHI
        theirs.discard("high")
    return ours == theirs

# SPDX-License-Identifier: MIT
"""The build-time proofs: every bit of a form has one owner, widths are right, no two forms overlap."""
from model import IsaError, MARKS

WIDTHS = (32, 64, 128)
MAX_FREE = 16          # bits of exclusions that the overlap proof tries out one by one


def fixed(form):
    """(mask, value) of the bits that are 0 or 1 in the pattern."""
    mask = value = 0
    top = len(form.pattern) - 1
    for i, c in enumerate(form.pattern):
        if c in "01.":
            mask |= 1 << (top - i)
            value |= (c == "1") << (top - i)
    return mask, value


def dont_care_bits(form):
    """The bits that are drawn `.`, as a mask."""
    top = len(form.pattern) - 1
    return sum(1 << (top - i) for i, c in enumerate(form.pattern) if c == ".")


def mask_on(form, chip):
    """The fixed bits that a chip looks at."""
    return form.mask & ~form.dont_care_mask if chip in form.dont_care else form.mask


def where(isa, form):
    return f"{form.alternative.line}: row {form.name}"


def bit_list(mask):
    """'7:4, 2' for a mask: ranges of bit numbers, high to low."""
    ranges, bit = [], mask.bit_length() - 1
    while bit >= 0:
        if mask >> bit & 1:
            low = bit
            while low > 0 and mask >> (low - 1) & 1:
                low -= 1
            ranges.append(f"{bit}:{low}" if low != bit else f"{bit}")
            bit = low
        bit -= 1
    return ", ".join(ranges)


def check_width(isa, form):
    width = len(form.pattern)
    if width not in WIDTHS:
        raise IsaError(f"{where(isa, form)}: the pattern has {width} bits; it must have 32, 64 or 128")


def check_owners(isa, form):
    """A letter that a row draws and no text of it ever reads is a bit without an owner.  (One that its format draws
    is a place that other rows use.)"""
    source = form.source
    read = form.row.all_read | (form.format.letters if form.format else set())
    top = len(source) - 1
    mask = 0
    for i, c in enumerate(source):
        if c not in MARKS and c not in read:
            mask |= 1 << (top - i)
    if mask:
        raise IsaError(f"{where(isa, form)}: nothing owns bits {bit_list(mask)}: "
                       f"the pattern names them, but no operand, modifier or constraint of the row reads them")


def check_control(isa, form):
    """Scheduling bits of the instruction's own word are drawn where the ISA has them, and nowhere else."""
    top = len(form.pattern) - 1
    drawn = sum(1 << (top - i) for i, c in enumerate(form.pattern) if c == "=")
    own = isa.control.own() if isa.control else 0
    if drawn != own:
        raise IsaError(f"{where(isa, form)}: '=' is drawn in bits {bit_list(drawn) or 'none'}; the scheduling bits of this "
                       f"ISA's instructions are {bit_list(own) or 'none'}")


def check_lengths(isa, forms):
    """The decoder learns the length from one bit, so where there are two lengths every form must fix it."""
    widths = sorted({len(form.pattern) for form in forms})
    number, short = isa.short
    if len(widths) > 2:
        raise IsaError(f"{isa.path}: the patterns have {len(widths)} widths ({', '.join(map(str, widths))} bits); "
                       f"bit {number} can tell only two apart")
    for form in forms:
        bit, drawn = str(short if len(form.pattern) == widths[0] else 1 - short), form.pattern[-1 - number]
        if len(widths) == 2 and drawn != bit:
            raise IsaError(f"{where(isa, form)}: bit {number} tells the length, so it must be fixed at {bit} in a "
                           f"pattern of {len(form.pattern)} bits; it is '{drawn}'")


def excluded(word, never):
    return any(word & mask == value for mask, value in never)


def witness(mask, value, never):
    """A word with these fixed bits that no exclusion hits, or None.

    It tries every value of the bits that the exclusions look at."""
    free = 0
    for never_mask, _ in never:
        free |= never_mask & ~mask
    if bin(free).count("1") > MAX_FREE:
        return value                   # too many to try: two forms so much alike are an error anyway
    sub = 0
    while True:                        # every subset of the free bits, 0 first
        if not excluded(value | sub, never):
            return value | sub
        sub = (sub - free) & free
        if sub == 0:
            return None


def overlaps(a, b):
    """A word that both forms accept, or None."""
    if not set(a.programs) & set(b.programs) or len(a.pattern) != len(b.pattern):
        return None                    # check_lengths has made sure that words of different lengths differ
    for mask_a, mask_b in {(mask_on(a, chip), mask_on(b, chip)) for chip in set(a.chips) & set(b.chips)}:
        if not (a.value ^ b.value) & mask_a & mask_b:
            hit = witness(mask_a | mask_b, a.value | b.value, a.never + b.never)
            if hit is not None:
                return hit
    return None


def check_overlaps(isa, forms):
    """Compare forms in buckets of the bits that all of them fix, so that this stays far from quadratic."""
    always = -1
    for form in forms:
        always &= form.mask & ~form.dont_care_mask
    buckets = {}
    for form in forms:
        buckets.setdefault(form.value & always, []).append(form)
    for bucket in buckets.values():
        for i, a in enumerate(bucket):
            for b in bucket[i + 1:]:
                hit = overlaps(a, b)
                if hit is not None:
                    raise IsaError(f"{where(isa, b)} overlaps row {a.name} ({a.alternative.line.place(b.alternative.line)}): "
                                   f"both accept the word 0x{hit:0{len(b.pattern) // 4}x}, "
                                   f"they agree in all bits that both fix ({bit_list(a.mask & b.mask) or 'none'})")


def prove(isa, forms):
    for form in forms:
        check_width(isa, form)
        form.mask, form.value = fixed(form)
        form.dont_care_mask = dont_care_bits(form)
    for form in forms:
        check_owners(isa, form)
        check_control(isa, form)
    check_lengths(isa, forms)
    names = {}
    for form in forms:
        if form.name in names:
            raise IsaError(f"{where(isa, form)}: the name is taken by {names[form.name].place(form.alternative.line)}")
        names[form.name] = form.alternative.line
    check_overlaps(isa, forms)

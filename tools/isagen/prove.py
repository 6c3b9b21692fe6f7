"""The build-time proofs: every bit of a form has one owner, widths are right, no two forms overlap."""
from notation import IsaError

WIDTHS = (32, 64, 128)


def fixed(form):
    """(mask, value) of the bits that are 0 or 1 in the picture."""
    mask = value = 0
    top = len(form.picture) - 1
    for i, c in enumerate(form.picture):
        if c in "01":
            mask |= 1 << (top - i)
            value |= int(c) << (top - i)
    return mask, value


def where(isa, form):
    return f"{isa.path}:{form.alternative.line}: row {form.name}"


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
    width = len(form.picture)
    if width not in WIDTHS:
        raise IsaError(f"{where(isa, form)}: the picture has {width} bits; it must have 32, 64 or 128")


def check_owners(isa, form):
    """A letter of the source picture that no text of the row ever reads is a bit without an owner."""
    source = form.alternative.picture or form.row.picture
    read = form.row.all_read
    top = len(source) - 1
    mask = 0
    for i, c in enumerate(source):
        if c not in "01-+?" and c not in read:
            mask |= 1 << (top - i)
    if mask:
        raise IsaError(f"{where(isa, form)}: nothing owns bits {bit_list(mask)}: "
                       f"the picture names them, but no operand, modifier or constraint of the row reads them")


def overlaps(a, b):
    """A word that both forms accept, as a mask and value, or None."""
    if not set(a.chips) & set(b.chips) or not set(a.programs) & set(b.programs):
        return None
    if len(a.picture) != len(b.picture):
        width = min(len(a.picture), len(b.picture))
        low = (1 << width) - 1
    else:
        low = -1
    common = a.mask & b.mask & low
    if (a.value ^ b.value) & common:
        return None
    mask, value = (a.mask | b.mask), (a.value | b.value)
    for never_mask, never_value in a.never + b.never:
        if never_mask & ~mask == 0 and value & never_mask == never_value:
            return None
    return mask, value


def check_overlaps(isa, forms):
    """Compare forms in buckets of the bits that all of them fix, so that this stays far from quadratic."""
    always = -1
    for form in forms:
        always &= form.mask
    buckets = {}
    for form in forms:
        buckets.setdefault(form.value & always, []).append(form)
    for bucket in buckets.values():
        for i, a in enumerate(bucket):
            for b in bucket[i + 1:]:
                hit = overlaps(a, b)
                if hit:
                    raise IsaError(f"{where(isa, b)} overlaps row {a.name} (line {a.alternative.line}): "
                                   f"both accept the word 0x{hit[1]:0{len(b.picture) // 4}x}, "
                                   f"they differ in none of the fixed bits {bit_list(a.mask & b.mask)}")


def prove(isa, forms):
    for form in forms:
        check_width(isa, form)
        form.mask, form.value = fixed(form)
    for form in forms:
        check_owners(isa, form)
    names = {}
    for form in forms:
        if form.name in names:
            raise IsaError(f"{where(isa, form)}: the name is taken by line {names[form.name]}")
        names[form.name] = form.alternative.line
    check_overlaps(isa, forms)

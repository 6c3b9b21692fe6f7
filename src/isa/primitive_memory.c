/* Memory operands.
 *
 * NVIDIA's text gives offsets in units of the access size, as they are encoded: `g [A1+0x4].U16` is the
 * fifth 16-bit value from A1.  decuda gives bytes.  With post-increment (`+=`) the offset is signed and the
 * address is the register alone. */
#include "isa/primitive_parts.h"

/* The arguments of an operand that have an offset, perhaps an address register and post-increment. */
struct place {
    uint8_t offset, areg, postinc;       /* argument numbers; NONE where the operand has none */
};
#define NONE 0xff

static struct place place_from(const struct hw_element *item, uint8_t offset)
{
    struct place place = { offset, NONE, NONE };
    if (item->arg_count > offset + 1)
        place.areg = (uint8_t)(offset + 1);
    if (item->arg_count > offset + 2)
        place.postinc = (uint8_t)(offset + 2);
    return place;
}

void hw_print_open(struct hw_printer *p)
{
    if (p->spaced && p->language == HW_LANGUAGE_NV)
        hw_put(p, ' ');
    hw_put(p, '[');
}

static const char *const addr_prefix[HW_LANGUAGE_COUNT] = { "A", "$ofs" };

/* `[A1+0x4]` without the brackets; `unit` scales decuda's byte offsets. */
static void print_place(struct hw_printer *p, const struct hw_element *item, struct place place, uint64_t offset,
                        unsigned bits, unsigned unit)
{
    uint64_t areg = place.areg == NONE ? 0 : hw_show(p, item, place.areg);
    bool postinc = place.postinc != NONE && hw_show(p, item, place.postinc);
    unsigned scale = p->language == HW_LANGUAGE_NV ? 1 : unit;
    if (areg || postinc) {
        hw_print_numbered(p, addr_prefix[p->language], areg);
        hw_put(p, '+');
        if (postinc)
            hw_put(p, '=');
    }
    if (postinc) {
        hw_put_signed(p, hw_sign_extend(offset, bits) * (int64_t)scale);
    } else if (p->language == HW_LANGUAGE_DECUDA && !(areg || postinc)) {
        hw_put_literal(p, "0x");
        hw_put_padded(p, offset * scale, offset * scale > 0xffff ? 8 : 4);
    } else {
        hw_put_hex(p, offset * scale);
    }
}

/* The same read back: *offset is in units, cut to `bits`. */
static bool parse_place(struct hw_parser *p, const struct hw_element *item, struct place place, unsigned bits, unsigned unit,
                        uint64_t *offset)
{
    uint64_t areg = 0, scale = p->language == HW_LANGUAGE_NV ? 1 : unit;
    bool postinc = false, negative = false, has_offset = true;
    if (hw_take_numbered(p, addr_prefix[p->language], &areg)) {
        if (hw_take(p, "+="))
            postinc = true;
        else
            has_offset = hw_take(p, "+");
    }
    if (areg && place.areg == NONE)
        return hw_expect(p, "an operand without an address register here");
    if (postinc && place.postinc == NONE)
        return hw_expect(p, "an operand without post-increment here");
    if (place.areg != NONE && !hw_give(p, item, place.areg, areg))
        return false;
    if (place.postinc != NONE && !hw_give(p, item, place.postinc, postinc))
        return false;
    *offset = 0;
    if (has_offset) {
        negative = postinc && hw_take(p, "-");
        if (!hw_take_number(p, offset))
            return false;
    }
    if (*offset % scale)
        return hw_expect(p, "an offset that is a multiple of the access size");
    *offset /= scale;
    if (postinc && *offset > (1ull << (bits - 1)) - !negative)
        return hw_expect(p, "an increment that fits its field");
    if (*offset >> bits)
        return hw_expect(p, "an offset that fits its field");
    if (negative)
        *offset = (0 - *offset) & ((1ull << bits) - 1);
    return true;
}

static struct hw_operand *view_place(const struct hw_insn *insn, const struct hw_element *item, struct place place,
                                     uint64_t offset, unsigned bits, unsigned unit, struct hw_view *view,
                                     enum hw_operand_kind kind, unsigned bytes)
{
    struct hw_operand *operand = hw_new_operand(view, kind, bytes);
    bool postinc = place.postinc != NONE && hw_arg_of(insn, item, place.postinc);
    operand->offset = (postinc ? hw_sign_extend(offset, bits) : (int64_t)offset) * (int64_t)unit;
    if (place.areg != NONE && (postinc || hw_arg_of(insn, item, place.areg))) {
        operand->base_kind = HW_BASE_ADDR;
        operand->reg = (uint16_t)hw_arg_of(insn, item, place.areg);
    }
    if (postinc)
        operand->flags |= HW_OPERAND_POSTINC;
    return operand;
}

/* ---------------------------------------------------------------- one space, one access size */

struct space {
    const char *open[HW_LANGUAGE_COUNT];
    uint8_t kind;                        /* enum hw_operand_kind */
    uint8_t unit, bytes;
};

static void print_plain(struct hw_printer *p, const struct hw_element *item, const struct space *space)
{
    hw_put_text(p, space->open[p->language], strlen(space->open[p->language]));
    print_place(p, item, place_from(item, 0), hw_show(p, item, 0), hw_arg_bits(p->insn, item, 0), space->unit);
    hw_put(p, ']');
}

/* `g [` may be written `g[`: a space's opening is its letters and the bracket. */
static bool take_open(struct hw_parser *p, const char *open)
{
    const char *start = p->at;
    hw_skip_blanks(p);
    for (; *open; open++) {
        if (*open == ' ' || *open == '[')
            hw_skip_blanks(p);
        if (*open == ' ')
            continue;
        if (*p->at != *open) {
            p->at = start;
            return false;
        }
        p->at++;
    }
    return true;
}

static bool take_close(struct hw_parser *p)
{
    return hw_take(p, "]") || hw_expect(p, "]");
}

static bool parse_plain(struct hw_parser *p, const struct hw_element *item, const struct space *space, const char *what)
{
    uint64_t offset;
    if (!take_open(p, space->open[p->language]))
        return hw_expect(p, what);
    return parse_place(p, item, place_from(item, 0), hw_arg_bits(p->insn, item, 0), space->unit, &offset) &&
           take_close(p) && hw_give(p, item, 0, offset);
}

static void view_plain(const struct hw_insn *insn, const struct hw_element *item, const struct space *space,
                       struct hw_view *view)
{
    view_place(insn, item, place_from(item, 0), hw_arg_of(insn, item, 0), hw_arg_bits(insn, item, 0), space->unit, view,
               (enum hw_operand_kind)space->kind, space->bytes);
}

#define PLAIN(name, nv, decuda, kind, unit, bytes, what) \
    static const struct space space_##name = { { nv, decuda }, kind, unit, bytes }; \
    HW_PRINT(name) { print_plain(p, item, &space_##name); } \
    HW_PARSE(name) { return parse_plain(p, item, &space_##name, what); } \
    HW_VIEW(name) { view_plain(insn, item, &space_##name, view); }

PLAIN(shared8, "g [", "s[", HW_OPERAND_SHARED, 1, 1, "an address in shared memory")
PLAIN(shared16, "g [", "s[", HW_OPERAND_SHARED, 2, 2, "an address in shared memory")
PLAIN(shared32, "g [", "s[", HW_OPERAND_SHARED, 4, 4, "an address in shared memory")
PLAIN(attr, "a [", "a[", HW_OPERAND_ATTR, 4, 4, "an attribute")
PLAIN(attra, "a [", "a[", HW_OPERAND_ATTR, 4, 4, "an attribute")
PLAIN(prim, "p [", "p[", HW_OPERAND_PRIM, 4, 4, "a primitive's attribute")
PLAIN(varying, "v [", "v[", HW_OPERAND_VARYING, 4, 4, "a fragment input")
PLAIN(output, "o [", "o[", HW_OPERAND_OUT, 4, 4, "an output")

/* ---------------------------------------------------------------- shared memory with an access mode */

/* The top two bits of the offset field say how wide the access is. */
static const struct mode {
    const char *suffix, *decuda;
    uint8_t bytes, flags;
} modes[4] = {
    { ".U8", "u8 ", 1, 0 }, { ".U16", "u16 ", 2, 0 }, { ".S16", "s16 ", 2, HW_OPERAND_SIGNED }, { "", "", 4, 0 },
};

HW_PRINT(shared)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 2;
    uint64_t field = hw_show(p, item, 0);
    const struct mode *mode = &modes[field >> bits];
    if (p->language == HW_LANGUAGE_DECUDA)
        hw_put_text(p, mode->decuda, strlen(mode->decuda));
    hw_put_text(p, p->language == HW_LANGUAGE_NV ? "g [" : "s[", p->language == HW_LANGUAGE_NV ? 3 : 2);
    print_place(p, item, place_from(item, 0), field & ((1u << bits) - 1), bits, mode->bytes);
    hw_put(p, ']');
    if (p->language == HW_LANGUAGE_NV)
        hw_put_text(p, mode->suffix, strlen(mode->suffix));
}

static unsigned take_mode(struct hw_parser *p, bool suffix)
{
    for (unsigned i = 0; i < 3; i++)
        if (suffix ? hw_take_word(p, modes[i].suffix) : hw_take(p, modes[i].decuda))
            return i;
    return 3;
}

HW_PARSE(shared)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 2, mode = 3;
    uint64_t offset;
    if (p->language == HW_LANGUAGE_DECUDA)
        mode = take_mode(p, false);
    if (!take_open(p, p->language == HW_LANGUAGE_NV ? "g [" : "s["))
        return hw_expect(p, "an address in shared memory");
    if (!parse_place(p, item, place_from(item, 0), bits, modes[mode].bytes, &offset) || !take_close(p))
        return false;
    if (p->language == HW_LANGUAGE_NV)
        mode = take_mode(p, true);
    return hw_give(p, item, 0, (uint64_t)mode << bits | offset);
}

HW_VIEW(shared)
{
    unsigned bits = hw_arg_bits(insn, item, 0) - 2;
    uint64_t field = hw_arg_of(insn, item, 0);
    const struct mode *mode = &modes[field >> bits];
    view_place(insn, item, place_from(item, 0), field & ((1u << bits) - 1), bits, mode->bytes, view, HW_OPERAND_SHARED,
               mode->bytes)->flags |= mode->flags;
}

/* ---------------------------------------------------------------- constant memory */

static void print_bank(struct hw_printer *p, uint64_t bank)
{
    if (p->language == HW_LANGUAGE_NV) {
        hw_put(p, 'c');
        hw_print_open(p);
        hw_put_hex(p, bank);
        hw_put(p, ']');
        hw_print_open(p);
    } else {
        hw_print_numbered(p, "c", bank);
        hw_put(p, '[');
    }
}

static bool take_bank(struct hw_parser *p, uint64_t *bank)
{
    const char *start = p->at;
    if (p->language == HW_LANGUAGE_NV ? hw_take_word(p, "c") && hw_take(p, "[") && hw_take_number(p, bank) &&
                                        hw_take(p, "]") && hw_take(p, "[")
                                  : hw_take_numbered(p, "c", bank) && hw_take(p, "["))
        return true;
    p->at = start;
    return hw_expect(p, "a constant");
}

static void print_const(struct hw_printer *p, const struct hw_element *item, unsigned unit)
{
    print_bank(p, hw_show(p, item, 0));
    print_place(p, item, place_from(item, 1), hw_show(p, item, 1), hw_arg_bits(p->insn, item, 1), unit);
    hw_put(p, ']');
}

static bool parse_const(struct hw_parser *p, const struct hw_element *item, unsigned unit)
{
    uint64_t bank, offset;
    return take_bank(p, &bank) && hw_give(p, item, 0, bank) &&
           parse_place(p, item, place_from(item, 1), hw_arg_bits(p->insn, item, 1), unit, &offset) && take_close(p) &&
           hw_give(p, item, 1, offset);
}

static void view_const(const struct hw_insn *insn, const struct hw_element *item, unsigned unit, unsigned bytes,
                       struct hw_view *view)
{
    view_place(insn, item, place_from(item, 1), hw_arg_of(insn, item, 1), hw_arg_bits(insn, item, 1), unit, view,
               HW_OPERAND_CONST, bytes)->space = (uint16_t)hw_arg_of(insn, item, 0);
}

#define CONST(name, unit, bytes) \
    HW_PRINT(name) { print_const(p, item, unit); } \
    HW_PARSE(name) { return parse_const(p, item, unit); } \
    HW_VIEW(name) { view_const(insn, item, unit, bytes, view); }

CONST(const8, 1, 1)
CONST(const16, 2, 2)
CONST(const32, 4, 4)

/* Short forms: the top bit of the offset field is the bank. */
static void print_short_const(struct hw_printer *p, const struct hw_element *item, unsigned unit)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 1;
    uint64_t field = hw_show(p, item, 0);
    print_bank(p, field >> bits);
    print_place(p, item, place_from(item, 0), field & ((1u << bits) - 1), bits, unit);
    hw_put(p, ']');
}

static bool parse_short_const(struct hw_parser *p, const struct hw_element *item, unsigned unit)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 1;
    uint64_t bank, offset;
    if (!take_bank(p, &bank))
        return false;
    if (bank > 1)
        return hw_expect(p, "constant bank 0 or 1: short instructions reach no other");
    return parse_place(p, item, place_from(item, 0), bits, unit, &offset) && take_close(p) &&
           hw_give(p, item, 0, bank << bits | offset);
}

static void view_short_const(const struct hw_insn *insn, const struct hw_element *item, unsigned unit, struct hw_view *view)
{
    unsigned bits = hw_arg_bits(insn, item, 0) - 1;
    uint64_t field = hw_arg_of(insn, item, 0);
    view_place(insn, item, place_from(item, 0), field & ((1u << bits) - 1), bits, unit, view, HW_OPERAND_CONST, unit)
        ->space = (uint16_t)(field >> bits);
}

#define SHORT_CONST(name, unit) \
    HW_PRINT(name) { print_short_const(p, item, unit); } \
    HW_PARSE(name) { return parse_short_const(p, item, unit); } \
    HW_VIEW(name) { view_short_const(insn, item, unit, view); }

SHORT_CONST(const16s, 2)
SHORT_CONST(const32s, 4)

/* ---------------------------------------------------------------- local and global memory */

/* Size codes of l[], g[] and the atomics: u8 s8 u16 s16 b64 b128 b32 s32. */
static const uint8_t size_bytes[8] = { 1, 1, 2, 2, 8, 16, 4, 4 };

static void size_operand(struct hw_operand *operand, uint64_t code)
{
    operand->bytes = size_bytes[code];
    if (code == 1 || code == 3)
        operand->flags |= HW_OPERAND_SIGNED;
}

HW_PRINT(local)
{
    hw_put_text(p, p->language == HW_LANGUAGE_NV ? "local [" : "l[", p->language == HW_LANGUAGE_NV ? 7 : 2);
    print_place(p, item, place_from(item, 1), hw_show(p, item, 1), hw_arg_bits(p->insn, item, 1), 1);
    hw_put(p, ']');
}

HW_PARSE(local)
{
    uint64_t offset;
    if (!take_open(p, p->language == HW_LANGUAGE_NV ? "local [" : "l["))
        return hw_expect(p, "an address in local memory");
    return parse_place(p, item, place_from(item, 1), hw_arg_bits(p->insn, item, 1), 1, &offset) && take_close(p) &&
           hw_give(p, item, 1, offset);
}

HW_VIEW(local)
{
    size_operand(view_place(insn, item, place_from(item, 1), hw_arg_of(insn, item, 1), hw_arg_bits(insn, item, 1), 1, view,
                            HW_OPERAND_LOCAL, 4),
                 hw_arg_of(insn, item, 0));
}

HW_PRINT(global)
{
    hw_print_numbered(p, p->language == HW_LANGUAGE_NV ? "global" : "g", hw_show(p, item, 1));
    hw_print_open(p);
    hw_print_numbered(p, p->language == HW_LANGUAGE_NV ? "R" : "$r", hw_show(p, item, 2));
    hw_put(p, ']');
}

HW_PARSE(global)
{
    uint64_t segment, reg;
    if (!hw_take_numbered(p, p->language == HW_LANGUAGE_NV ? "global" : "g", &segment) || !hw_take(p, "["))
        return hw_expect(p, "an address in global memory");
    if (!hw_take_numbered(p, p->language == HW_LANGUAGE_NV ? "R" : "$r", &reg))
        return hw_expect(p, "an address register");
    return take_close(p) && hw_give(p, item, 1, segment) && hw_give(p, item, 2, reg);
}

HW_VIEW(global)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_GLOBAL, 4);
    operand->space = (uint16_t)hw_arg_of(insn, item, 1);
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_arg_of(insn, item, 2);
    size_operand(operand, hw_arg_of(insn, item, 0));
}

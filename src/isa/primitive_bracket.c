/* SPDX-License-Identifier: MIT */
/* This file prints and parses the address expression inside a memory operand's brackets: an offset, and
 * optionally an address register and post-increment.
 *
 * NVIDIA's text gives offsets in units of the access size, as they are encoded: `g [A1+0x4].U16` is the
 * fifth 16-bit value from A1.  decuda gives bytes.  With post-increment (`+=`) the offset is signed and the
 * address is the register alone. */
#include "isa/primitive_parts.h"

struct hw_bracket_arguments hw_bracket_from(const struct hw_element *item, uint8_t offset)
{
    struct hw_bracket_arguments arguments = {offset, HW_NO_ARG, HW_NO_ARG};
    if (item->arg_count > offset + 1)
        arguments.areg = (uint8_t)(offset + 1);
    if (item->arg_count > offset + 2)
        arguments.postinc = (uint8_t)(offset + 2);
    return arguments;
}

static const char *const addr_prefix[HW_LANGUAGE_COUNT] = {"A", "$ofs"};

/* NVIDIA's offsets are in units, decuda's in bytes of four digits. */
void hw_print_bracket(struct hw_printer *p, const struct hw_element *item,
                      struct hw_bracket_arguments arguments, uint64_t offset, unsigned bits, unsigned unit)
{
    uint64_t areg = arguments.areg == HW_NO_ARG ? 0 : hw_show(p, item, arguments.areg);
    bool postinc = arguments.postinc != HW_NO_ARG && hw_show(p, item, arguments.postinc);
    if (areg || postinc) {
        hw_print_numbered(p, addr_prefix[p->language], areg);
        hw_append_char(p, '+');
        if (postinc)
            hw_append_char(p, '=');
    }
    if (p->language == HW_LANGUAGE_NV) {
        if (postinc)
            hw_append_signed(p, hw_sign_extend(offset, bits));
        else
            hw_append_hex(p, offset);
        return;
    }
    int64_t bytes = (postinc ? hw_sign_extend(offset, bits) : (int64_t)offset) * (int64_t)unit;
    uint64_t size = bytes < 0 ? 0 - (uint64_t)bytes : (uint64_t)bytes;
    if (bytes < 0)
        hw_append_char(p, '-');
    hw_append_literal(p, "0x");
    hw_append_padded(p, size, size > 0xffff || (areg && item->kind == HW_ELEMENT_local) ? 8 : 4);
}

bool hw_parse_bracket(struct hw_parser *p, const struct hw_element *item,
                      struct hw_bracket_arguments arguments, unsigned bits, unsigned unit, uint64_t *offset)
{
    uint64_t areg = 0, scale = p->language == HW_LANGUAGE_NV ? 1 : unit;
    bool postinc = false, negative = false, has_offset = true;
    if (hw_accept_numbered(p, addr_prefix[p->language], &areg)) {
        if (hw_accept(p, "+="))
            postinc = true;
        else
            has_offset = hw_accept(p, "+");
    }
    if (areg && arguments.areg == HW_NO_ARG)
        return hw_expect(p, "an operand without an address register here");
    if (postinc && arguments.postinc == HW_NO_ARG)
        return hw_expect(p, "an operand without post-increment here");
    if (arguments.areg != HW_NO_ARG && !hw_give(p, item, arguments.areg, areg))
        return false;
    if (arguments.postinc != HW_NO_ARG && !hw_give(p, item, arguments.postinc, postinc))
        return false;
    *offset = 0;
    if (has_offset) {
        negative = postinc && hw_accept(p, "-");
        if (!hw_accept_number(p, offset))
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

struct hw_operand *hw_semantics_bracket(const struct hw_insn *insn, const struct hw_element *item,
                                        struct hw_bracket_arguments arguments, uint64_t offset, unsigned bits,
                                        unsigned unit, struct hw_semantics *view, enum hw_operand_kind kind,
                                        unsigned bytes)
{
    struct hw_operand *operand = hw_new_operand(view, kind, bytes);
    bool postinc = arguments.postinc != HW_NO_ARG && hw_arg_of(insn, item, arguments.postinc);
    operand->offset = (postinc ? hw_sign_extend(offset, bits) : (int64_t)offset) * (int64_t)unit;
    if (arguments.areg != HW_NO_ARG && (postinc || hw_arg_of(insn, item, arguments.areg))) {
        operand->base_kind = HW_BASE_ADDR;
        operand->reg = (uint16_t)hw_arg_of(insn, item, arguments.areg);
    }
    if (postinc)
        operand->flags |= HW_OPERAND_POSTINC;
    return operand;
}

bool hw_accept_open(struct hw_parser *p, const char *open)
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

bool hw_accept_close(struct hw_parser *p)
{
    return hw_accept(p, "]") || hw_expect(p, "]");
}

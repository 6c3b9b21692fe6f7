/* SPDX-License-Identifier: MIT */
/* These primitives are operands in shared memory: with an access mode, as source 1 of any instruction has it,
 * and decuda's loads.
 *
 * decuda's text does not show the mode.  Where it is the one that the operand's type implies, nothing is
 * added; where only the sign differs, an annotation says so (`access=s16`); where the width differs, the
 * operand begins with it: `u16 s[0x0020]`.  The launch header, s[0] to s[15], has names. */
#include "isa/primitive_parts.h"

/* The top two bits of the offset field say how wide the access is. */
static const struct shared_mode {
    const char *suffix, *prefix, *note;
    uint8_t bytes, flags;
} modes[4] = {
    {".U8", "u8 ", NULL, 1, 0},
    {".U16", "u16 ", "access=u16", 2, 0},
    {".S16", "s16 ", "access=s16", 2, HW_OPERAND_SIGNED},
    {"", "b32 ", NULL, 4, 0},
};
enum { MODE_U8, MODE_U16, MODE_S16, MODE_B32 };

/* The 16-bit cells at the start of shared memory, that the launch fills. */
static const char *const header[8] = {
    "%gridflags", "%ntid.x", "%ntid.y", "%ntid.z", "%nctaid.x", "%nctaid.y", "%ctaid.x", "%ctaid.y",
};

/* decuda: the mode that the type of the operand implies. */
static unsigned implied_mode(const struct hw_types *types)
{
    struct hw_operand_type type = hw_types_source(types);
    return type.bits == 8 ? MODE_U8 : type.bits != 16 ? MODE_B32 : type.kind == 's' ? MODE_S16 : MODE_U16;
}

static bool has_areg(const struct hw_insn *insn, const struct hw_element *item)
{
    struct hw_bracket_arguments arguments = hw_bracket_from(item, 0);
    return (arguments.areg != HW_NO_ARG && hw_arg_of(insn, item, arguments.areg)) ||
           (arguments.postinc != HW_NO_ARG && hw_arg_of(insn, item, arguments.postinc));
}

/* What decuda's text has before the brackets; false when a name stands for the whole operand. */
static bool print_access(struct hw_printer *p, const struct hw_element *item, unsigned mode, uint64_t offset)
{
    unsigned implied = implied_mode(&p->types);
    if (modes[mode].bytes != modes[implied].bytes) {
        hw_append_text(p, modes[mode].prefix, strlen(modes[mode].prefix));
        return true;
    }
    if (mode != implied)
        p->note = modes[mode].note;
    if (modes[mode].bytes != 2 || offset >= 8 || has_areg(p->insn, item))
        return true;
    hw_append_text(p, header[offset], strlen(header[offset]));
    return false;
}

HW_PRINT(shared)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 2;
    uint64_t field = hw_show(p, item, 0), offset = field & ((1u << bits) - 1);
    unsigned mode = (unsigned)(field >> bits);
    bool nv = p->language == HW_LANGUAGE_NV;
    if (!nv && !print_access(p, item, mode, offset))
        return;
    hw_append_text(p, nv ? "g [" : "s[", nv ? 3 : 2);
    hw_print_bracket(p, item, hw_bracket_from(item, 0), offset, bits, modes[mode].bytes);
    hw_append_char(p, ']');
    if (nv)
        hw_append_text(p, modes[mode].suffix, strlen(modes[mode].suffix));
}

/* A name of the launch header; without an address register, so those fields are 0. */
static bool parse_header(struct hw_parser *p, const struct hw_element *item, unsigned mode, unsigned bits)
{
    for (unsigned i = 0; i < 8; i++)
        if (hw_accept_word(p, header[i]))
            return (modes[mode].bytes == 2 ||
                    hw_expect(p, "a name of the launch header with a 16-bit type")) &&
                   hw_give(p, item, 0, (uint64_t)mode << bits | i);
    return hw_expect(p, "an address in shared memory");
}

static bool parse_bracket(struct hw_parser *p, const struct hw_element *item, const char *open, unsigned bits,
                          unsigned bytes, uint64_t *offset)
{
    if (!hw_accept_open(p, open))
        return hw_expect(p, "an address in shared memory");
    return hw_parse_bracket(p, item, hw_bracket_from(item, 0), bits, bytes, offset) && hw_accept_close(p);
}

static bool parse_decuda(struct hw_parser *p, const struct hw_element *item, unsigned bits)
{
    unsigned mode = implied_mode(&p->head.types);
    uint64_t offset;
    hw_skip_blanks(p);
    if (*p->at == '%')
        return parse_header(p, item, mode, bits);
    for (unsigned i = 0; i < 4; i++)
        if (hw_accept(p, modes[i].prefix))
            mode = i;
    return parse_bracket(p, item, "s[", bits, modes[mode].bytes, &offset) &&
           hw_give(p, item, 0, (uint64_t)mode << bits | offset);
}

HW_PARSE(shared)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 2, mode = MODE_B32;
    uint64_t offset;
    if (p->language == HW_LANGUAGE_DECUDA)
        return parse_decuda(p, item, bits);
    if (!parse_bracket(p, item, "g [", bits, 4, &offset))
        return false;
    for (unsigned i = 0; i < MODE_B32; i++)
        if (hw_accept_word(p, modes[i].suffix))
            mode = i;
    return hw_give(p, item, 0, (uint64_t)mode << bits | offset);
}

bool hw_accept_access(struct hw_parser *p, const struct hw_element *item)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 2, field = item->arg[0].field;
    uint64_t mode = hw_accept_word(p, "u16") ? MODE_U16 : hw_accept_word(p, "s16") ? MODE_S16 : MODE_U8;
    p->insn->field[field] = mode << bits | (p->insn->field[field] & ((1u << bits) - 1));
    return mode != MODE_U8;
}

HW_SEMANTICS(shared)
{
    unsigned bits = hw_arg_bits(insn, item, 0) - 2;
    uint64_t field = hw_arg_of(insn, item, 0);
    const struct shared_mode *mode = &modes[field >> bits];
    hw_semantics_bracket(insn, item, hw_bracket_from(item, 0), field & ((1u << bits) - 1), bits, mode->bytes,
                         view, HW_OPERAND_SHARED, mode->bytes)
        ->flags |= mode->flags;
}

/* ---------------------------------------------------------------- two forms with one text in decuda's
 * language */

/* `mov.b32 $r0, s[0x0010]` can be MOV with a source in s[], which reaches 32 words, and the load LDS.  The
 * text alone means MOV; a load that MOV could do as well is noted.  Arguments: offset, post-increment. */
static bool within_mov(uint64_t offset, unsigned bits, bool postinc)
{
    int64_t value = postinc ? hw_sign_extend(offset, bits) : (int64_t)offset;
    return postinc ? value >= -16 && value < 16 : value < 32;
}

HW_PRINT(lds)
{
    if (within_mov(hw_arg_of(p->insn, item, 0), hw_arg_bits(p->insn, item, 0), hw_arg_of(p->insn, item, 1)))
        p->note = "lds";
}
HW_PARSE(lds)
{
    if (within_mov(hw_arg_of(p->insn, item, 0), hw_arg_bits(p->insn, item, 0), hw_arg_of(p->insn, item, 1)))
        p->need_note = "the note that tells a load from a MOV: # lds";
    return true;
}
HW_SEMANTICS(lds)
{
    (void)insn, (void)item, (void)view; /* NVIDIA's text has the meaning */
}

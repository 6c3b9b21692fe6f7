/* SPDX-License-Identifier: MIT */
/* A small decoder of arithmetic words, for tests of src/ops alone.
 *
 * It knows only words whose operands are registers or a literal, and it is written from the bit
 * tables independently of isa/, so that the vectors test arithmetic and not the decoder. */
#ifndef HW_TESTS_OPS_DECODE_H
#define HW_TESTS_OPS_DECODE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <halfwarp/insn.h>

/* Where the operands of a vector come from. */
enum source { FROM_SRC1, FROM_SRC2, FROM_SRC3, FROM_LITERAL };

struct sample {
    struct hw_semantics view;
    enum source source[4]; /* of operands 1..3 */
    bool writes_flags;
};

static inline uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & (uint32_t)(UINT64_C(0xffffffff) >> (31 - (high - low)));
}

static inline void add_operand(struct sample *s, unsigned bytes, unsigned field, unsigned flags,
                               enum source source)
{
    struct hw_operand *o = &s->view.operand[s->view.operand_count];

    o->kind = source == FROM_LITERAL ? HW_OPERAND_IMM : HW_OPERAND_REG;
    o->bytes = (uint8_t)bytes;
    o->flags = (uint8_t)(flags | (bytes == 2 && source != FROM_LITERAL && (field & 1) ? HW_OPERAND_HIGH : 0));
    s->source[s->view.operand_count++] = source;
}

static inline unsigned neg_if(uint32_t bit)
{
    return bit ? HW_OPERAND_NEG : 0;
}

static inline unsigned abs_if(uint32_t bit)
{
    return bit ? HW_OPERAND_ABS : 0;
}

/* The fields that the three forms place differently. */
struct fields {
    bool is_long, literal;
    unsigned d, a, b, c;
};

static inline struct fields split(uint32_t w0, uint32_t w1)
{
    const bool is_long = (w0 & 1) && (w1 & 3) != 3;

    return (struct fields){is_long,
                           (w0 & 1) && (w1 & 3) == 3,
                           is_long ? bits(w0, 8, 2) : bits(w0, 7, 2),
                           is_long ? bits(w0, 15, 9) : bits(w0, 14, 9),
                           is_long ? bits(w0, 22, 16) : bits(w0, 21, 16),
                           is_long ? bits(w1, 20, 14) : bits(w0, 7, 2)};
}

static inline enum source second(const struct fields *f)
{
    return f->literal ? FROM_LITERAL : FROM_SRC2;
}

/* NEG flags of the four ways to combine two addends: add, sub, subr, addc. */
static inline void combine(struct sample *s, unsigned k, unsigned first, unsigned last)
{
    s->view.operand[last].flags |= (uint8_t)neg_if(k == 1);
    s->view.operand[first].flags |= (uint8_t)neg_if(k == 2);
    s->view.mod[HW_MOD_CARRY] = k == 3;
}

static inline void decode_iadd(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f)
{
    const unsigned bytes = (f->is_long ? bits(w1, 26, 26) : bits(w0, 15, 15)) ? 4 : 2;

    s->view.op = HW_OP_IADD;
    add_operand(s, bytes, f->d, 0, FROM_SRC1);
    add_operand(s, bytes, f->a, 0, FROM_SRC1);
    if (f->is_long)
        add_operand(s, bytes, f->c, 0, FROM_SRC3);
    else
        add_operand(s, bytes, f->b, 0, second(f));
    s->view.mod[HW_MOD_SAT] = (uint8_t)(f->is_long ? bits(w1, 27, 27) : bits(w0, 8, 8));
    combine(s, bits(w0, 28, 28) * 2 + bits(w0, 22, 22), 1, 2);
}

static inline void decode_compare(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f,
                                  unsigned sub)
{
    static const uint16_t op[8] = {
        [3] = HW_OP_ISET, [4] = HW_OP_IMAX, [5] = HW_OP_IMIN, [6] = HW_OP_SHL, [7] = HW_OP_SHR};
    const bool word = bits(w1, 26, 26), is_signed = bits(w1, 27, 27);
    const unsigned bytes = word ? 4 : 2;

    (void)w0;
    s->view.op = op[sub];
    add_operand(s, bytes, f->d, 0, FROM_SRC1);
    add_operand(s, bytes, f->a, 0, FROM_SRC1);
    add_operand(s, bytes, f->b, 0, sub >= 6 && bits(w1, 20, 20) ? FROM_LITERAL : FROM_SRC2);
    s->view.mod[HW_MOD_TYPE] = word        ? (is_signed ? HW_TYPE_S32 : HW_TYPE_U32)
                               : is_signed ? HW_TYPE_S16
                                           : HW_TYPE_U16;
    s->view.mod[HW_MOD_CMP] = (uint8_t)bits(w1, 16, 14);
}

static inline void decode_imul(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f)
{
    const bool is_24 = f->is_long ? bits(w1, 16, 16) : bits(w0, 22, 22);
    const bool first = f->is_long ? bits(w1, 15, 15) : bits(w0, 15, 15);
    const bool other = f->is_long ? bits(w1, 14, 14) : bits(w0, 8, 8);

    s->view.op = HW_OP_IMUL;
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    add_operand(s, is_24 ? 4 : 2, f->a, 0, FROM_SRC1);
    add_operand(s, is_24 ? 4 : 2, f->b, 0, second(f));
    s->view.mod[HW_MOD_HIGH] = is_24 && other;
    s->view.mod[HW_MOD_TYPE] = is_24   ? (first ? HW_TYPE_S24 : HW_TYPE_U24)
                               : first ? HW_TYPE_S16
                                       : HW_TYPE_U16;
    s->view.mod[HW_MOD_TYPE2] = is_24 ? s->view.mod[HW_MOD_TYPE] : other ? HW_TYPE_S16 : HW_TYPE_U16;
}

static inline void decode_isad(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f)
{
    const bool word = f->is_long ? bits(w1, 26, 26) : bits(w0, 15, 15);
    const bool is_signed = f->is_long ? bits(w1, 27, 27) : bits(w0, 8, 8);

    s->view.op = HW_OP_ISAD;
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    add_operand(s, word ? 4 : 2, f->a, 0, FROM_SRC1);
    add_operand(s, word ? 4 : 2, f->b, 0, FROM_SRC2);
    add_operand(s, 4, f->c, 0, FROM_SRC3);
    s->view.mod[HW_MOD_TYPE] = word        ? (is_signed ? HW_TYPE_S32 : HW_TYPE_U32)
                               : is_signed ? HW_TYPE_S16
                                           : HW_TYPE_U16;
}

static inline void decode_imad(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f,
                               unsigned sub)
{
    static const struct {
        uint8_t type, sat, high;
    } variant[9] = {
        {HW_TYPE_U16, 0, 0}, {HW_TYPE_S16, 0, 0}, {HW_TYPE_S16, 1, 0},
        {HW_TYPE_U24, 0, 0}, {HW_TYPE_S24, 0, 0}, {HW_TYPE_S24, 1, 0},
        {HW_TYPE_U24, 0, 1}, {HW_TYPE_S24, 0, 1}, {HW_TYPE_S24, 1, 1},
    };
    const unsigned v = f->is_long ? (bits(w0, 28, 28) ? 8 : sub) : bits(w0, 15, 15) * 2 + bits(w0, 8, 8);
    const unsigned bytes = variant[v].type == HW_TYPE_U16 || variant[v].type == HW_TYPE_S16 ? 2 : 4;

    s->view.op = HW_OP_IMAD;
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    add_operand(s, bytes, f->a, 0, FROM_SRC1);
    add_operand(s, bytes, f->b, 0, second(f));
    add_operand(s, 4, f->c, 0, FROM_SRC3);
    s->view.mod[HW_MOD_TYPE] = variant[v].type;
    s->view.mod[HW_MOD_SAT] = variant[v].sat;
    s->view.mod[HW_MOD_HIGH] = variant[v].high;
    combine(s, f->is_long ? bits(w1, 27, 26) : bits(w0, 28, 28) * 2 + bits(w0, 22, 22), 1, 3);
}

static inline void decode_lop(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f)
{
    const unsigned bytes = !f->is_long || bits(w1, 26, 26) ? 4 : 2;
    const bool invert1 = f->is_long ? bits(w1, 16, 16) : bits(w0, 22, 22);

    s->view.op = HW_OP_LOP;
    add_operand(s, bytes, f->d, 0, FROM_SRC1);
    add_operand(s, bytes, f->a, invert1 ? HW_OPERAND_INV : 0, FROM_SRC1);
    add_operand(s, bytes, f->b, f->is_long && bits(w1, 17, 17) ? HW_OPERAND_INV : 0, second(f));
    s->view.mod[HW_MOD_LOGIC] =
        (uint8_t)(f->is_long ? bits(w1, 15, 14) : bits(w0, 15, 15) * 2 + bits(w0, 8, 8));
}

/* Operands 1 and 2 with the modifiers that max, min and set have. */
static inline void add_abs_neg(struct sample *s, uint32_t w1, const struct fields *f, unsigned bytes)
{
    add_operand(s, bytes, f->a, neg_if(bits(w1, 26, 26)) | abs_if(bits(w1, 20, 20)), FROM_SRC1);
    add_operand(s, bytes, f->b, neg_if(bits(w1, 27, 27)) | abs_if(bits(w1, 19, 19)), FROM_SRC2);
}

static inline void decode_fadd(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f)
{
    s->view.op = HW_OP_FADD;
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    if (f->is_long) {
        add_operand(s, 4, f->a, neg_if(bits(w1, 26, 26)), FROM_SRC1);
        add_operand(s, 4, f->c, neg_if(bits(w1, 27, 27)), FROM_SRC3);
        s->view.mod[HW_MOD_ROUND] = (uint8_t)bits(w0, 17, 16);
        s->view.mod[HW_MOD_SAT] = (uint8_t)bits(w1, 29, 29);
    } else {
        add_operand(s, 4, f->a, neg_if(bits(w0, 15, 15)), FROM_SRC1);
        add_operand(s, 4, f->b, neg_if(bits(w0, 22, 22)), second(f));
        s->view.mod[HW_MOD_SAT] = (uint8_t)bits(w0, 8, 8);
    }
}

static inline void decode_fmul(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f)
{
    s->view.op = HW_OP_FMUL;
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    add_operand(s, 4, f->a, neg_if(f->is_long ? bits(w1, 26, 26) : bits(w0, 15, 15)), FROM_SRC1);
    add_operand(s, 4, f->b, neg_if(f->is_long ? bits(w1, 27, 27) : bits(w0, 22, 22)), second(f));
    s->view.mod[HW_MOD_ROUND] = (uint8_t)(f->is_long ? bits(w1, 15, 14) : 0);
    s->view.mod[HW_MOD_SAT] = (uint8_t)(f->is_long ? bits(w1, 20, 20) : bits(w0, 8, 8));
}

static inline void decode_fmad(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f)
{
    s->view.op = HW_OP_FMAD;
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    add_operand(s, 4, f->a, neg_if(f->is_long ? bits(w1, 26, 26) : bits(w0, 15, 15)), FROM_SRC1);
    add_operand(s, 4, f->b, 0, second(f));
    add_operand(s, 4, f->c, neg_if(f->is_long ? bits(w1, 27, 27) : bits(w0, 22, 22)), FROM_SRC3);
    s->view.mod[HW_MOD_SAT] = (uint8_t)(f->is_long ? bits(w1, 29, 29) : bits(w0, 8, 8));
}

static inline void decode_group_b(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f,
                                  unsigned sub)
{
    if (!f->is_long || sub < 2) {
        decode_fadd(s, w0, w1, f);
        return;
    }
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    if (sub == 6) {
        s->view.op = HW_OP_RRO;
        s->view.mod[HW_MOD_REDUCE] = (uint8_t)bits(w1, 14, 14);
        add_operand(s, 4, f->a, neg_if(bits(w1, 26, 26)) | abs_if(bits(w1, 20, 20)), FROM_SRC1);
        return;
    }
    s->view.op = sub == 3 ? HW_OP_FSET : sub == 4 ? HW_OP_FMAX : HW_OP_FMIN;
    s->view.mod[HW_MOD_CMP] = (uint8_t)bits(w1, 17, 14);
    add_abs_neg(s, w1, f, 4);
}

static inline void decode_group_c(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f,
                                  unsigned sub)
{
    if (!f->is_long || sub == 0) {
        decode_fmul(s, w0, w1, f);
        return;
    }
    s->view.op = HW_OP_SLCT;
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    add_operand(s, 4, f->a, 0, FROM_SRC1);
    add_operand(s, 4, f->b, 0, FROM_SRC2);
    add_operand(s, 4, f->c, neg_if(bits(w1, 29, 29)), FROM_SRC3);
}

static inline void decode_sfu(struct sample *s, uint32_t w1, const struct fields *f, unsigned sub)
{
    static const uint16_t op[8] = {
        [0] = HW_OP_RCP, [2] = HW_OP_RSQ, [3] = HW_OP_LG2, [4] = HW_OP_SIN, [5] = HW_OP_COS, [6] = HW_OP_EX2};
    const bool modified = sub <= 3;

    s->view.op = op[sub];
    add_operand(s, 4, f->d, 0, FROM_SRC1);
    add_operand(s, 4, f->a, modified ? neg_if(bits(w1, 26, 26)) | abs_if(bits(w1, 20, 20)) : 0, FROM_SRC1);
    s->view.mod[HW_MOD_SAT] = sub == 6 && bits(w1, 27, 27);
}

static inline void decode_convert(struct sample *s, uint32_t w1, const struct fields *f)
{
    static const uint8_t integer[8] = {HW_TYPE_U16, HW_TYPE_U32, HW_TYPE_U8, HW_TYPE_U8,
                                       HW_TYPE_S16, HW_TYPE_S32, HW_TYPE_S8, HW_TYPE_S8};
    const bool from_float = bits(w1, 31, 31), to_float = bits(w1, 30, 30), wide = bits(w1, 22, 22);
    const bool large_result = bits(w1, 26, 26), large_source = bits(w1, 14, 14), is_signed = bits(w1, 27, 27);
    const unsigned scale = wide ? 2 : 1;
    unsigned type, type2;

    s->view.op = from_float ? (to_float ? HW_OP_F2F : HW_OP_F2I) : to_float ? HW_OP_I2F : HW_OP_I2I;
    if (to_float)
        type = wide ? (large_result ? HW_TYPE_F64 : HW_TYPE_F32) : large_result ? HW_TYPE_F32 : HW_TYPE_F16;
    else if (wide)
        type = (large_result ? HW_TYPE_U64 : HW_TYPE_U32) + is_signed;
    else if (!from_float && bits(w1, 19, 19))
        type = HW_TYPE_U8 + is_signed;
    else
        type = (large_result ? HW_TYPE_U32 : HW_TYPE_U16) + is_signed;
    if (from_float)
        type2 = wide ? (large_source ? HW_TYPE_F64 : HW_TYPE_F32) : large_source ? HW_TYPE_F32 : HW_TYPE_F16;
    else if (wide)
        type2 = (large_source ? HW_TYPE_U64 : HW_TYPE_U32) + bits(w1, 16, 16);
    else
        type2 = integer[bits(w1, 16, 14)];
    add_operand(s, (large_result ? 4 : 2) * scale, f->d, 0, FROM_SRC1);
    add_operand(s, (large_source ? 4 : 2) * scale, f->a, neg_if(bits(w1, 29, 29)) | abs_if(bits(w1, 20, 20)),
                FROM_SRC1);
    s->view.mod[HW_MOD_TYPE] = (uint8_t)type;
    s->view.mod[HW_MOD_TYPE2] = (uint8_t)type2;
    s->view.mod[HW_MOD_ROUND] = (uint8_t)bits(w1, 18, 17);
    s->view.mod[HW_MOD_SAT] = to_float && bits(w1, 19, 19);
    s->view.mod[HW_MOD_INTEGRAL] = from_float && to_float && is_signed;
}

static inline void decode_fp64(struct sample *s, uint32_t w0, uint32_t w1, const struct fields *f,
                               unsigned sub)
{
    static const uint16_t op[8] = {[2] = HW_OP_DFMA, [3] = HW_OP_DADD, [4] = HW_OP_DMUL,
                                   [5] = HW_OP_DMIN, [6] = HW_OP_DMAX, [7] = HW_OP_DSET};

    s->view.op = op[sub];
    add_operand(s, sub == 7 ? 4 : 8, f->d, 0, FROM_SRC1);
    if (sub >= 5) {
        add_abs_neg(s, w1, f, 8);
        s->view.mod[HW_MOD_CMP] = (uint8_t)bits(w1, 17, 14);
        return;
    }
    add_operand(s, 8, f->a, neg_if(bits(w1, 26, 26)), FROM_SRC1);
    if (sub != 3)
        add_operand(s, 8, f->b, 0, FROM_SRC2);
    if (sub != 4)
        add_operand(s, 8, f->c, neg_if(bits(w1, 27, 27)), FROM_SRC3);
    s->view.mod[HW_MOD_ROUND] = (uint8_t)(sub == 2   ? bits(w1, 23, 22)
                                          : sub == 3 ? bits(w0, 17, 16)
                                                     : bits(w1, 18, 17));
}

/* The meaning of a word pair; false if it is none of the arithmetic that vectors exist for. */
static inline bool decode_sample(uint32_t w0, uint32_t w1, struct sample *s)
{
    const struct fields f = split(w0, w1);
    const unsigned sub = f.is_long ? bits(w1, 31, 29) : 0;

    memset(s, 0, sizeof *s);
    s->view.cond_out = -1;
    s->writes_flags = f.is_long && bits(w1, 6, 6);
    switch (w0 >> 28) {
    case 2:
    case 3:
        if (sub == 0)
            decode_iadd(s, w0, w1, &f);
        else
            decode_compare(s, w0, w1, &f, sub);
        return true;
    case 4: decode_imul(s, w0, w1, &f); return true;
    case 5: decode_isad(s, w0, w1, &f); return true;
    case 6:
    case 7: decode_imad(s, w0, w1, &f, sub); return true;
    case 9: decode_sfu(s, w1, &f, sub); return true;
    case 10: decode_convert(s, w1, &f); return true;
    case 11: decode_group_b(s, w0, w1, &f, sub); return true;
    case 12: decode_group_c(s, w0, w1, &f, sub); return true;
    case 13: decode_lop(s, w0, w1, &f); return true;
    case 14:
        if (f.is_long && sub >= 2)
            decode_fp64(s, w0, w1, &f, sub);
        else
            decode_fmad(s, w0, w1, &f);
        return true;
    default: return false;
    }
}

/* The 32-bit literal of the immediate form, or the count of a shift by a literal. */
static inline uint32_t sample_literal(uint32_t w0, uint32_t w1)
{
    return (w1 & 3) == 3 ? bits(w0, 21, 16) | bits(w1, 27, 2) << 6 : bits(w0, 22, 16);
}

#endif

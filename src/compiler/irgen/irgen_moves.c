/* SPDX-License-Identifier: MIT */
/* Translates PTX's moves, selections and conversions: table rows, and mov, cvt, cvta. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

/* --- mov ---------------------------------------------------------------------------------------------- */

/* The type of a part of a value: as many bits as it has, divided. */
static unsigned part_type(struct hw_irgen *builder, const struct hw_ptx_operand *vector)
{
    const unsigned bits = hw_ptx_type_bits((enum hw_ptx_type)builder->types[0]);
    const unsigned part = vector->items ? bits / (unsigned)vector->items : 0;

    switch (part) {
    case 8: return HW_PTX_TYPE_B8;
    case 16: return HW_PTX_TYPE_B16;
    case 32: return HW_PTX_TYPE_B32;
    default: break;
    }
    hw_irgen_fail(builder, vector->location, HW_ERR_SYNTAX,
                  "found %u parts of a value of .%s, expected 2 or 4 of 8, 16 or 32 bits", vector->items,
                  hw_ptx_type_name((enum hw_ptx_type)builder->types[0]));
}

/* Bytes lie in registers of 16 bits: their upper halves are no part of the value. */
static struct hw_ir_value *of_bytes(struct hw_irgen *builder, struct hw_ir_value *low,
                                    struct hw_ir_value *high)
{
    const struct hw_ir_modifiers cut = {.type = HW_TYPE_U8, .from = HW_TYPE_U8};
    struct hw_ir_value *shifted = hw_irgen_op2(builder, HW_IR_SHL, HW_TYPE_B16, HW_IR_KIND_16, high,
                                               hw_irgen_constant(builder, HW_IR_KIND_32, 8));

    low = hw_irgen_op(builder, HW_IR_CONVERT, &cut, HW_IR_KIND_16, 1, &low);
    return hw_irgen_op2(builder, HW_IR_OR, HW_TYPE_B16, HW_IR_KIND_16, low, shifted);
}

static struct hw_ir_value *packed(struct hw_irgen *builder, const struct hw_ptx_operand *vector)
{
    const unsigned part = part_type(builder, vector);
    struct hw_ir_value *value[HW_IRGEN_MAX_SOURCES];
    unsigned count = (unsigned)vector->items;

    for (unsigned i = 0; i < count; i++)
        value[i] = hw_irgen_source(builder, vector->item[i], part, false);
    if (part == HW_PTX_TYPE_B8) {
        count /= 2;
        for (unsigned i = 0; i < count; i++)
            value[i] = of_bytes(builder, value[2 * i], value[2 * i + 1]);
    }
    const enum hw_ir_kind kind = hw_irgen_kind(builder->types[0]);
    const struct hw_ir_modifiers how = {.type = HW_TYPE_NONE};
    return count == 1 ? value[0] : hw_irgen_op(builder, HW_IR_PACK, &how, kind, count, value);
}

static void unpack(struct hw_irgen *builder, const struct hw_ptx_operand *vector, struct hw_ir_value *value)
{
    const unsigned part = part_type(builder, vector), count = (unsigned)vector->items;
    const unsigned each = part == HW_PTX_TYPE_B8 ? 2 : 1, parts = count / each;
    const uint8_t kind = (uint8_t)hw_irgen_kind(part), kinds[] = {kind, kind, kind, kind};
    struct hw_ir_value *half[4] = {value}, *out[HW_IRGEN_MAX_SOURCES];

    if (parts > 1) {
        struct hw_ir_insn *insn = hw_irgen_ops(builder, HW_IR_UNPACK, NULL, parts, kinds, 1, &value);
        for (unsigned i = 0; i < parts; i++)
            half[i] = &insn->result[i];
    }
    for (unsigned i = 0; i < count; i++)
        out[i] = i % each ? hw_irgen_op2(builder, HW_IR_SHR, HW_TYPE_U16, HW_IR_KIND_16, half[i / each],
                                         hw_irgen_constant(builder, HW_IR_KIND_32, 8))
                          : half[i / each];
    hw_irgen_assign_all(builder, (const struct hw_ptx_operand *const *)vector->item, count, part, out, false);
}

/* A register that is a vector is a list of its parts. */
static const struct hw_ptx_operand *spread(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    const unsigned vector = hw_irgen_is_register(operand) ? operand->name.symbol->variable->vector : 1;

    if (vector == 1 || operand->part)
        return operand;
    struct hw_ptx_operand *list = hw_arena_alloc(builder->arena, sizeof *list);
    *list = (struct hw_ptx_operand){
        .kind = HW_PTX_OPERAND_VECTOR, .location = operand->location, .items = vector};
    list->item = hw_arena_array(builder->arena, vector, sizeof(struct hw_ptx_operand *));
    hw_irgen_elements(builder, operand, vector, (const struct hw_ptx_operand **)list->item);
    return list;
}

void hw_irgen_mov(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *to = spread(builder, hw_irgen_operand(builder, 0)),
                                *from = spread(builder, hw_irgen_operand(builder, 1));
    const bool has_parts = from->kind == HW_PTX_OPERAND_VECTOR || to->kind == HW_PTX_OPERAND_VECTOR;
    const char *type = hw_ptx_type_name((enum hw_ptx_type)builder->types[0]);

    if (has_parts && hw_irgen_is_float(builder->types[0]))
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX,
                      "mov has parts of a value of .%s, expected .b16 .b32 .b64", type);
    struct hw_ir_value *value = from->kind == HW_PTX_OPERAND_VECTOR
                                    ? packed(builder, from)
                                    : hw_irgen_source(builder, from, builder->types[0], false);

    if (to->kind == HW_PTX_OPERAND_VECTOR)
        unpack(builder, to, value);
    else
        hw_irgen_assign(builder, to, builder->types[0], value, false);
}

/* Vectors: of registers, or of a special register's parts, which have a last one of 0. */
static void move_vector(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *to[4], *from[4], *source = hw_irgen_operand(builder, 1);
    const unsigned count = builder->says.vector;
    struct hw_ir_value *value[4];

    hw_irgen_elements(builder, hw_irgen_operand(builder, 0), count, to);
    if (source->kind != HW_PTX_OPERAND_SPECIAL)
        hw_irgen_elements(builder, source, count, from);
    for (unsigned i = 0; i < count; i++) {
        struct hw_ptx_operand part = *source;
        part.part = (const char *const[]){"x", "y", "z", NULL}[i];
        value[i] = source->kind != HW_PTX_OPERAND_SPECIAL
                       ? hw_irgen_source(builder, from[i], builder->types[0], false)
                   : part.part ? hw_irgen_source(builder, &part, builder->types[0], false)
                               : hw_irgen_constant(builder, hw_irgen_kind(builder->types[0]), 0);
        if (value[i]->from->op == HW_IR_VARIABLE) /* it may be written before it is read */
            value[i] =
                hw_irgen_op1(builder, HW_IR_COPY, HW_TYPE_NONE, (enum hw_ir_kind)value[i]->kind, value[i]);
    }
    hw_irgen_assign_all(builder, to, count, builder->types[0], value, false);
}

/* --- cvt ---------------------------------------------------------------------------------------------- */

/* Two integers of which one only cuts the other, or extends it into a register that has that size. */
static bool changes_nothing(const struct hw_irgen *builder, const struct hw_ir_value *value)
{
    const unsigned to = builder->types[0], from = builder->types[1];

    return !builder->says.sat && !hw_irgen_is_float(to) && !hw_irgen_is_float(from) &&
           hw_ptx_type_bits((enum hw_ptx_type)to) == hw_ptx_type_bits((enum hw_ptx_type)from) &&
           hw_ptx_type_bits((enum hw_ptx_type)to) >= 16 && value->kind == hw_irgen_kind(to);
}

/* A type of 8 bits gives a value of 16, or in a wider register of 32, extended as the type says. */
void hw_irgen_cvt(struct hw_irgen *builder)
{
    const unsigned type = builder->types[0], from = builder->types[1];
    struct hw_ir_value *value = hw_irgen_source(builder, hw_irgen_operand(builder, 1), from, true);
    struct hw_ir_modifiers how = hw_irgen_how(builder);
    enum hw_ir_kind kind = hw_irgen_kind(type);

    how.from = hw_irgen_type(from);
    how.ftz |= from == HW_PTX_TYPE_F32 && builder->module->version < HW_IRGEN_KEEPS_DENORMALS;
    if (!changes_nothing(builder, value))
        value = hw_irgen_op(builder, HW_IR_CONVERT, &how, kind, 1, &value);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), type, value, true);
}

/* The first source is the high half. */
static void convert_to_halves(struct hw_irgen *builder)
{
    struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *half[2];

    how.type = HW_TYPE_F16;
    how.from = HW_TYPE_F32;
    for (unsigned i = 0; i < 2; i++) {
        struct hw_ir_value *value = hw_irgen_read(builder, 2 - i, HW_PTX_TYPE_F32);
        half[i] = hw_irgen_op(builder, HW_IR_CONVERT, &how, HW_IR_KIND_16, 1, &value);
    }
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_F16X2,
                    hw_irgen_op(builder, HW_IR_PACK, NULL, HW_IR_KIND_32, 2, half), false);
}

/* a and b saturated, b in the low part; then c above both, if there is one. */
static void convert_and_pack(struct hw_irgen *builder)
{
    const enum hw_ir_kind word = HW_IR_KIND_32;
    const unsigned bits = hw_ptx_type_bits((enum hw_ptx_type)builder->types[0]);
    const struct hw_ir_modifiers how = {
        .type = hw_irgen_type(builder->types[0]), .from = HW_TYPE_S32, .sat = true};
    struct hw_ir_value *whole = builder->insn->operands > 3 ? hw_irgen_read(builder, 3, HW_PTX_TYPE_B32)
                                                            : hw_irgen_constant(builder, word, 0);

    if (bits == 8 && builder->insn->operands < 4)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX,
                      "cvt.pack to 8 bits has 3 operands, expected 4");
    for (size_t i = 1; i <= 2; i++) {
        struct hw_ir_value *value = hw_irgen_read(builder, i, HW_PTX_TYPE_S32);
        value = hw_irgen_op(builder, HW_IR_CONVERT, &how, word, 1, &value);
        struct hw_ir_value *mask = hw_irgen_constant(builder, word, ((uint64_t)1 << bits) - 1);
        value = hw_irgen_op2(builder, HW_IR_AND, HW_TYPE_B32, word, value, mask);
        whole = hw_irgen_op2(builder, HW_IR_SHL, HW_TYPE_B32, word, whole,
                             hw_irgen_constant(builder, word, bits));
        whole = hw_irgen_op2(builder, HW_IR_OR, HW_TYPE_B32, word, whole, value);
    }
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_B32, whole, false);
}

/* --- addresses ---------------------------------------------------------------------------------------- */

void hw_irgen_cvta(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *operand = hw_irgen_operand(builder, 1);
    const enum hw_ir_kind kind = hw_irgen_kind(builder->types[0]);
    const struct hw_ir_modifiers how = {.type = hw_irgen_type(builder->types[0]),
                                        .space = hw_irgen_space(builder)};
    struct hw_ir_value *value = hw_irgen_source(builder, operand, builder->types[0], false);

    value =
        hw_irgen_op(builder, builder->says.to ? HW_IR_FROM_GENERIC : HW_IR_TO_GENERIC, &how, kind, 1, &value);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0], value, false);
}

void hw_irgen_isspacep(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *operand = hw_irgen_operand(builder, 1);
    const struct hw_ir_modifiers how = {.space = hw_irgen_space(builder)};
    struct hw_ir_value *value = hw_irgen_source(builder, operand, HW_PTX_TYPE_B32, true);

    value = hw_irgen_op(builder, HW_IR_IS_SPACE, &how, HW_IR_KIND_PRED, 1, &value);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_PRED, value, false);
}

/* clang-format off */
const struct hw_irgen_row hw_irgen_rows_moves[] = {
    /* op              types                               modifiers                   operands  function */
    {HW_PTX_MOV,       "pred most_types",                  "",                         "*",      .lower = hw_irgen_mov},
    {HW_PTX_MOV,       "most_types",                       "vector!",                  "*",      .lower = move_vector},
    {HW_PTX_SELP,      "most_types",                       "",                         "Aaap",   .lower = hw_irgen_selp},
    {HW_PTX_SLCT,      "most_types, s32",                  "",                         "Aaab",   .lower = hw_irgen_slct},
    {HW_PTX_SLCT,      "most_types, f32",                  "ftz",                      "Aaab",   .lower = hw_irgen_slct},
    {HW_PTX_SETP,      "bits",                             "sameness!",                "*",      .lower = hw_irgen_setp},
    {HW_PTX_SETP,      "bits",                             "sameness! logic!",         "*",      .lower = hw_irgen_setp},
    {HW_PTX_SETP,      "s16 s32 s64",                      "relation!",                "*",      .lower = hw_irgen_setp},
    {HW_PTX_SETP,      "s16 s32 s64",                      "relation! logic!",         "*",      .lower = hw_irgen_setp},
    {HW_PTX_SETP,      "u16 u32 u64",                      "unsigned_relation!",       "*",      .lower = hw_irgen_setp},
    {HW_PTX_SETP,      "u16 u32 u64",                      "unsigned_relation! logic!","*",      .lower = hw_irgen_setp},
    {HW_PTX_SETP,      "f16 f32 f64",                      "float_relation! ftz",      "*",      .lower = hw_irgen_setp},
    {HW_PTX_SETP,      "f16 f32 f64",                      "float_relation! logic! ftz", "*",    .lower = hw_irgen_setp},
    {HW_PTX_SET,       "u32 s32 f16 f32, bits",                "sameness!",                "Abb",    .lower = hw_irgen_compare_to_value},
    {HW_PTX_SET,       "u32 s32 f16 f32, bits",                "sameness! logic!",         "Abbp",   .lower = hw_irgen_compare_to_value},
    {HW_PTX_SET,       "u32 s32 f16 f32, s16 s32 s64",         "relation!",                "Abb",    .lower = hw_irgen_compare_to_value},
    {HW_PTX_SET,       "u32 s32 f16 f32, s16 s32 s64",         "relation! logic!",         "Abbp",   .lower = hw_irgen_compare_to_value},
    {HW_PTX_SET,       "u32 s32 f16 f32, u16 u32 u64",         "unsigned_relation!",       "Abb",    .lower = hw_irgen_compare_to_value},
    {HW_PTX_SET,       "u32 s32 f16 f32, u16 u32 u64",         "unsigned_relation! logic!","Abbp",   .lower = hw_irgen_compare_to_value},
    {HW_PTX_SET,       "u16 s16 u32 s32 f16 f32, f16 f32 f64", "float_relation! ftz",  "Abb",    .lower = hw_irgen_compare_to_value},
    {HW_PTX_SET,       "u16 s16 u32 s32 f16 f32, f16 f32 f64", "float_relation! logic! ftz", "Abbp", .lower = hw_irgen_compare_to_value},
    {HW_PTX_SETP,      "f16x2",                            "float_relation! ftz",      "*",      .lower = hw_irgen_setp_of_halves},
    {HW_PTX_SETP,      "f16x2",                            "float_relation! logic! ftz", "*",    .lower = hw_irgen_setp_of_halves},
    {HW_PTX_SET,       "f16x2 u32 s32, f16x2",             "float_relation! ftz",      "*",      .lower = hw_irgen_compare_halves},
    {HW_PTX_SET,       "f16x2 u32 s32, f16x2",             "float_relation! logic! ftz", "*",    .lower = hw_irgen_compare_halves},
    {HW_PTX_CVT,       "any_integers, any_integers",       "sat",                      "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "floats, any_integers",             "rounding! ftz sat",        "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "any_integers, floats",             "integral! ftz sat",        "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f16, f32 f64",                     "rounding! ftz sat",        "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f32, f64",                         "rounding! ftz sat",        "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f32 f64, f16",                     "ftz sat",                  "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f64, f32",                         "ftz sat",                  "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f16, f16",                         "integral ftz sat",         "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f32, f32",                         "integral ftz sat",         "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f64, f64",                         "integral sat",             "AB",     .lower = hw_irgen_cvt},
    {HW_PTX_CVT,       "f16x2, f32",                       "rounding! ftz sat",        "ABB",    .lower = convert_to_halves},
    {HW_PTX_CVT,       "f16x2 bf16 bf16x2, f32",           "rounding! relu satfinite sat ftz", "*", .lower = hw_irgen_cvt, .needs = 80},
    {HW_PTX_CVT,       "bf16 f32 f16 u8 s8 u16 s16 u32 s32 u64 s64, bf16", "rounding integral sat ftz", "*", .lower = hw_irgen_cvt, .needs = 90},
    {HW_PTX_CVT,       "bf16, u8 s8 u16 s16 u32 s32 u64 s64 f16", "rounding integral sat ftz", "*", .lower = hw_irgen_cvt, .needs = 90},
    {HW_PTX_CVT,       "f16x2 f32",                        "rounding satfinite relu eight_bits!", "*", .lower = hw_irgen_cvt, .needs = 89},
    {HW_PTX_CVT_PACK,  "u16 s16, s32",               "sat!",                     "*",      .lower = convert_and_pack},
    {HW_PTX_CVT_PACK,  "u16 s16 u8 s8, s32, b32",          "sat!",                     "*",      .lower = convert_and_pack},
    {HW_PTX_CVTA,      "u32 u64",                          "to window!",               "Aa",     .lower = hw_irgen_cvta},
    {HW_PTX_ISSPACEP,  "",                                 "window!",                  "*",      .lower = hw_irgen_isspacep},
    {0},
};
/* clang-format on */

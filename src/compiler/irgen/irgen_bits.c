/* SPDX-License-Identifier: MIT */
/* Translates PTX's bit instructions: table rows, and functions for those that are more than one operation. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

static void assign_first(struct hw_irgen *builder, unsigned type, struct hw_ir_value *value)
{
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), type, value, false);
}

static void read_words(struct hw_irgen *builder, struct hw_ir_value *operand[3])
{
    for (unsigned i = 0; i < 3; i++)
        operand[i] = hw_irgen_read(builder, i + 1, HW_PTX_TYPE_B32);
}

/* By a table, which is a constant. */
static void lop3(struct hw_irgen *builder)
{
    struct hw_ir_modifiers how = {.type = HW_TYPE_B32};
    struct hw_ir_value *operand[3];
    const struct hw_ptx_operand *table = hw_irgen_operand(builder, 4);

    read_words(builder, operand);
    if (table->kind != HW_PTX_OPERAND_IMMEDIATE || table->constant.bits > 255)
        hw_irgen_fail(builder, table->location, HW_ERR_RANGE,
                      "found another table, expected a constant from 0 to 255");
    how.number = (uint32_t)table->constant.bits;
    assign_first(builder, HW_PTX_TYPE_B32, hw_irgen_op(builder, HW_IR_LOP3, &how, HW_IR_KIND_32, 3, operand));
}

static void funnel(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B32, .wrap = builder->says.wrap};
    struct hw_ir_value *operand[3];

    read_words(builder, operand);
    assign_first(builder, HW_PTX_TYPE_B32,
                 hw_irgen_op(builder, builder->says.is_right ? HW_IR_FUNNEL_RIGHT : HW_IR_FUNNEL_LEFT, &how,
                             HW_IR_KIND_32, 3, operand));
}

/* PTX has what is put in first. */
static void insert(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *operand[] = {
        hw_irgen_read(builder, 1, builder->types[0]), hw_irgen_read(builder, 2, builder->types[0]),
        hw_irgen_read(builder, 3, HW_PTX_TYPE_B32), hw_irgen_read(builder, 4, HW_PTX_TYPE_B32)};

    assign_first(builder, builder->types[0],
                 hw_irgen_op(builder, HW_IR_BFI, &how, hw_irgen_kind(builder->types[0]), 4, operand));
}

static void find_leading(struct hw_irgen *builder)
{
    struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *a = hw_irgen_read(builder, 1, builder->types[0]);

    how.wrap = builder->says.shiftamt;
    assign_first(builder, HW_PTX_TYPE_B32, hw_irgen_op(builder, HW_IR_BFIND, &how, HW_IR_KIND_32, 1, &a));
}

static void permute(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B32, .number = builder->says.prmt};
    struct hw_ir_value *operand[3];

    read_words(builder, operand);
    assign_first(builder, HW_PTX_TYPE_B32, hw_irgen_op(builder, HW_IR_PRMT, &how, HW_IR_KIND_32, 3, operand));
}

/* The sum of products has a sign if one of the operands has. */
static void dot(struct hw_irgen *builder)
{
    struct hw_ir_modifiers how = {.type = hw_irgen_type(builder->types[0]),
                                  .from = hw_irgen_type(builder->types[1]),
                                  .number = builder->says.half == HW_IRGEN_HALF_HIGH};
    struct hw_ir_value *operand[3];

    read_words(builder, operand);
    assign_first(builder, HW_PTX_TYPE_B32,
                 hw_irgen_op(builder, builder->row->ir, &how, HW_IR_KIND_32, 3, operand));
}

/* `count` ones from `low` on: (1 << count) - 1 << low, where counts are clamped or cut. */
static void mask(struct hw_irgen *builder)
{
    const enum hw_ir_kind word = HW_IR_KIND_32;
    struct hw_ir_value *low = hw_irgen_read(builder, 1, HW_PTX_TYPE_B32);
    struct hw_ir_value *count = hw_irgen_read(builder, 2, HW_PTX_TYPE_B32);
    struct hw_ir_value *one = hw_irgen_constant(builder, word, 1);

    if (builder->says.wrap) {
        struct hw_ir_value *rest = hw_irgen_constant(builder, word, 31);
        low = hw_irgen_op2(builder, HW_IR_AND, HW_TYPE_B32, word, low, rest);
        count = hw_irgen_op2(builder, HW_IR_AND, HW_TYPE_B32, word, count, rest);
    }
    struct hw_ir_value *ones = hw_irgen_op2(builder, HW_IR_SHL, HW_TYPE_B32, word, one, count);
    ones = hw_irgen_op2(builder, HW_IR_SUB, HW_TYPE_U32, word, ones, one);
    assign_first(builder, HW_PTX_TYPE_B32, hw_irgen_op2(builder, HW_IR_SHL, HW_TYPE_B32, word, ones, low));
}

/* The low bits of a value extended: a field from 0 on. */
static void extend(struct hw_irgen *builder)
{
    const enum hw_ir_kind word = HW_IR_KIND_32;
    struct hw_ir_value *a = hw_irgen_read(builder, 1, builder->types[0]);
    struct hw_ir_value *count = hw_irgen_read(builder, 2, HW_PTX_TYPE_B32);
    const struct hw_ir_modifiers how = hw_irgen_how(builder);

    if (builder->says.wrap)
        count =
            hw_irgen_op2(builder, HW_IR_AND, HW_TYPE_B32, word, count, hw_irgen_constant(builder, word, 31));
    else /* of a field's length only a byte counts */
        count =
            hw_irgen_op2(builder, HW_IR_MIN, HW_TYPE_U32, word, count, hw_irgen_constant(builder, word, 32));
    struct hw_ir_value *operand[] = {a, hw_irgen_constant(builder, word, 0), count};
    assign_first(builder, builder->types[0], hw_irgen_op(builder, HW_IR_BFE, &how, word, 3, operand));
}

/* clang-format off */
const struct hw_irgen_row hw_irgen_rows_bits[] = {
    /* op             types                  modifiers               operands  function         operation */
    {HW_PTX_AND,      "pred b16 b32 b64",    "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_AND},
    {HW_PTX_OR,       "pred b16 b32 b64",    "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_OR},
    {HW_PTX_XOR,      "pred b16 b32 b64",    "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_XOR},
    {HW_PTX_NOT,      "pred b16 b32 b64",    "",                     "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_NOT},
    {HW_PTX_CNOT,     "bits",                "",                     "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_CNOT},
    {HW_PTX_LOP3,     "b32",                 "",                     "Aaaaa",  .lower = lop3},
    {HW_PTX_LOP3,     "b32",                 "logic!",               "*",      .lower = lop3, .needs = 70},
    {HW_PTX_SHL,      "bits",                "",                     "Aau",    .lower = hw_irgen_plain,  .ir = HW_IR_SHL},
    {HW_PTX_SHR,      "bits integers",       "",                     "Aau",    .lower = hw_irgen_plain,  .ir = HW_IR_SHR},
    {HW_PTX_SHF,      "b32",                 "l! clamp!",            "Aaau",   .lower = funnel},
    {HW_PTX_SHF,      "b32",                 "l! wrap!",             "Aaau",   .lower = funnel},
    {HW_PTX_SHF,      "b32",                 "r! clamp!",            "Aaau",   .lower = funnel},
    {HW_PTX_SHF,      "b32",                 "r! wrap!",             "Aaau",   .lower = funnel},
    {HW_PTX_BFE,      "wide_integers",       "",                     "Aauu",   .lower = hw_irgen_plain,  .ir = HW_IR_BFE},
    {HW_PTX_BFI,      "b32 b64",             "",                     "Aaauu",  .lower = insert},
    {HW_PTX_BFIND,    "wide_integers",       "shiftamt",             "Ua",     .lower = find_leading},
    {HW_PTX_POPC,     "b32 b64",             "",                     "Ua",     .lower = hw_irgen_plain,  .ir = HW_IR_POPC},
    {HW_PTX_CLZ,      "b32 b64",             "",                     "Ua",     .lower = hw_irgen_plain,  .ir = HW_IR_CLZ},
    {HW_PTX_BREV,     "b32 b64",             "",                     "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_BREV},
    {HW_PTX_PRMT,     "b32",                 "",                     "Aaaa",   .lower = permute},
    {HW_PTX_PRMT,     "b32",                 "f4e!",                 "Aaaa",   .lower = permute},
    {HW_PTX_PRMT,     "b32",                 "b4e!",                 "Aaaa",   .lower = permute},
    {HW_PTX_PRMT,     "b32",                 "rc8!",                 "Aaaa",   .lower = permute},
    {HW_PTX_PRMT,     "b32",                 "ecl!",                 "Aaaa",   .lower = permute},
    {HW_PTX_PRMT,     "b32",                 "ecr!",                 "Aaaa",   .lower = permute},
    {HW_PTX_PRMT,     "b32",                 "rc16!",                "Aaaa",   .lower = permute},
    {HW_PTX_DP4A,     "u32 s32, u32 s32",    "",                     "Aaba",   .lower = dot,             .ir = HW_IR_DP4A},
    {HW_PTX_DP2A,     "u32 s32, u32 s32",    "part!",                "Aaba",   .lower = dot,             .ir = HW_IR_DP2A},
    {HW_PTX_BMSK,     "b32",                 "clamp!",               "Aaa",    .lower = mask},
    {HW_PTX_BMSK,     "b32",                 "wrap!",                "Aaa",    .lower = mask},
    {HW_PTX_FNS,      "b32",                 "",                     "Aaaa",   .lower = hw_irgen_find_nth},
    {HW_PTX_SZEXT,    "u32 s32",             "clamp!",               "Aau",    .lower = extend},
    {HW_PTX_SZEXT,    "u32 s32",             "wrap!",                "Aau",    .lower = extend},
    {0},
};
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* Translates PTX's arithmetic: table rows, and functions for those that are more than one operation. */
#include "compiler/irgen/irgen_state.h"

/* Floats without a rounding may be fused with a following addition. */
static void may_be_fused(struct hw_irgen *builder)
{
    struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *operand[] = {hw_irgen_read(builder, 1, builder->types[0]),
                                     hw_irgen_read(builder, 2, builder->types[0])};

    how.loose = !builder->says.is_rounded;
    struct hw_ir_value *value =
        hw_irgen_op(builder, builder->row->ir, &how, hw_irgen_kind(builder->types[0]), 2, operand);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0], value, false);
}

/* mad of floats with a rounding is a fused one; without, what the chip's is. */
static void multiply_and_add(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *operand[3];

    for (unsigned i = 0; i < 3; i++)
        operand[i] = hw_irgen_read(builder, i + 1, builder->types[0]);
    if (!builder->says.is_rounded && builder->module->target >= HW_IRGEN_FUSES &&
        builder->module->version >= HW_IRGEN_FUSES)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX,
                      "mad lacks a modifier, expected one of .rn .rz .rm .rp");
    const bool is_double = builder->types[0] == HW_PTX_TYPE_F64,
               is_fused = is_double ? !builder->module->narrows_doubles : builder->says.is_rounded;
    struct hw_ir_value *value = hw_irgen_op(builder, is_fused ? HW_IR_FMA : HW_IR_MAD, &how,
                                            hw_irgen_kind(builder->types[0]), 3, operand);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0], value, false);
}

/* --- carries: the condition code is a variable ------------------------------------------------------- */

/* The first two operands become their product: what is left to be done is a sum. */
static enum hw_ir_op multiplied(struct hw_irgen *builder, const struct hw_ir_modifiers *how,
                                struct hw_ir_value **operand, unsigned *count)
{
    operand[0] = hw_irgen_op(builder, builder->row->ir == HW_IR_MAD ? HW_IR_MUL : HW_IR_MUL_HIGH, how,
                             HW_IR_KIND_64, 2, operand);
    operand[1] = operand[2];
    *count = 2;
    return HW_IR_ADD;
}

static void carry(struct hw_irgen *builder, bool reads)
{
    const enum hw_ir_kind kind = hw_irgen_kind(builder->types[0]);
    const struct hw_ir_modifiers how = hw_irgen_how(builder);
    const uint8_t kinds[] = {(uint8_t)kind, HW_IR_KIND_CARRY};
    const bool writes = builder->says.cc;
    struct hw_ir_value *operand[HW_IRGEN_MAX_SOURCES];
    enum hw_ir_op op = builder->row->ir;
    unsigned count = 0;

    if (!builder->carry)
        builder->carry = ++builder->variables;
    for (size_t i = 1; builder->row->operands[i]; i++)
        operand[count++] = hw_irgen_read(builder, i, builder->types[0]);
    if (kind == HW_IR_KIND_64 && count == 3) /* the carry of a sum with the product */
        op = multiplied(builder, &how, operand, &count);
    if (reads)
        operand[count++] = hw_irgen_variable_value(builder, builder->carry, HW_IR_KIND_CARRY);
    struct hw_ir_insn *insn = hw_irgen_ops(builder, op, &how, writes ? 2 : 1, kinds, count, operand);
    if (writes)
        hw_irgen_write(builder, builder->carry, &insn->result[1]);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0], insn->result, false);
}

static void with_carry_out(struct hw_irgen *builder)
{
    carry(builder, false);
}

static void with_carry_in(struct hw_irgen *builder)
{
    carry(builder, true);
}

/* --- functions ---------------------------------------------------------------------------------------- */

/* Before PTX 1.4 a function without a rounding was approximated, one of f64 rounded. */
static void of_old(struct hw_irgen *builder)
{
    if (builder->module->version >= 14)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX,
                      "%s lacks a modifier, expected one of .approx .full .rn .rz .rm .rp",
                      hw_ptx_op_row(builder->insn->op)->name);
    builder->says.approximate = builder->types[0] == HW_PTX_TYPE_F32;
    hw_irgen_plain(builder);
}

static void approximate(struct hw_irgen *builder)
{
    builder->says.approximate = 1;
    hw_irgen_plain(builder);
}

static void test(struct hw_irgen *builder)
{
    struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *a = hw_irgen_read(builder, 1, builder->types[0]);

    how.number = builder->says.test;
    struct hw_ir_value *value = hw_irgen_op(builder, HW_IR_TESTP, &how, HW_IR_KIND_PRED, 1, &a);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_PRED, value, false);
}

/* PTX has the sign first. */
static void copy_sign(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *sign = hw_irgen_read(builder, 1, builder->types[0]);
    struct hw_ir_value *operand[] = {hw_irgen_read(builder, 2, builder->types[0]), sign};
    struct hw_ir_value *value =
        hw_irgen_op(builder, HW_IR_COPYSIGN, &how, hw_irgen_kind(builder->types[0]), 2, operand);

    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0], value, false);
}

/* clang-format off */
const struct hw_irgen_row hw_irgen_rows_numbers[] = {
    /* op             types                  modifiers               operands  function         operation */
    {HW_PTX_ADD,      "integers",            "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_ADD},
    {HW_PTX_ADD,      "s32",                 "sat!",                 "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_ADD},
    {HW_PTX_ADD,      "wide_integers",       "cc!",                  "Aaa",    .lower = with_carry_out,  .ir = HW_IR_ADD, .has_effects = true},
    {HW_PTX_ADD,      "f32",                 "rounding ftz sat",     "Aaa",    .lower = may_be_fused,    .ir = HW_IR_ADD},
    {HW_PTX_ADD,      "f64",                 "rounding",             "Aaa",    .lower = may_be_fused,    .ir = HW_IR_ADD},
    {HW_PTX_ADD,      "f16 f16x2",           "rn ftz sat",           "Aaa",    .lower = may_be_fused,    .ir = HW_IR_ADD},
    {HW_PTX_ADDC,     "wide_integers",       "cc",                   "Aaa",    .lower = with_carry_in,   .ir = HW_IR_ADD, .has_effects = true},
    {HW_PTX_SUB,      "integers",            "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_SUB},
    {HW_PTX_SUB,      "s32",                 "sat!",                 "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_SUB},
    {HW_PTX_SUB,      "wide_integers",       "cc!",                  "Aaa",    .lower = with_carry_out,  .ir = HW_IR_SUB, .has_effects = true},
    {HW_PTX_SUB,      "f32",                 "rounding ftz sat",     "Aaa",    .lower = may_be_fused,    .ir = HW_IR_SUB},
    {HW_PTX_SUB,      "f64",                 "rounding",             "Aaa",    .lower = may_be_fused,    .ir = HW_IR_SUB},
    {HW_PTX_SUB,      "f16 f16x2",           "rn ftz sat",           "Aaa",    .lower = may_be_fused,    .ir = HW_IR_SUB},
    {HW_PTX_SUBC,     "wide_integers",       "cc",                   "Aaa",    .lower = with_carry_in,   .ir = HW_IR_SUB, .has_effects = true},
    {HW_PTX_MUL,      "integers",            "lo!",                  "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MUL},
    {HW_PTX_MUL,      "integers",            "hi!",                  "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MUL_HIGH},
    {HW_PTX_MUL,      "u16 s16 u32 s32",     "wide!",                "Waa",    .lower = hw_irgen_plain,  .ir = HW_IR_MUL_WIDE},
    {HW_PTX_MUL,      "f32",                 "rounding ftz sat",     "Aaa",    .lower = may_be_fused,    .ir = HW_IR_MUL},
    {HW_PTX_MUL,      "f64",                 "rounding",             "Aaa",    .lower = may_be_fused,    .ir = HW_IR_MUL},
    {HW_PTX_MUL,      "f16 f16x2",           "rn ftz sat",           "Aaa",    .lower = may_be_fused,    .ir = HW_IR_MUL},
    {HW_PTX_MAD,      "integers",            "lo!",                  "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_MAD},
    {HW_PTX_MAD,      "integers",            "hi!",                  "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_MAD_HIGH},
    {HW_PTX_MAD,      "s32",                 "hi! sat!",             "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_MAD_HIGH},
    {HW_PTX_MAD,      "u16 s16 u32 s32",     "wide!",                "Waaw",   .lower = hw_irgen_plain,  .ir = HW_IR_MAD_WIDE},
    {HW_PTX_MAD,      "wide_integers",       "lo! cc!",              "Aaaa",   .lower = with_carry_out,  .ir = HW_IR_MAD, .has_effects = true},
    {HW_PTX_MAD,      "wide_integers",       "hi! cc!",              "Aaaa",   .lower = with_carry_out,  .ir = HW_IR_MAD_HIGH, .has_effects = true},
    {HW_PTX_MAD,      "f32",                 "rounding ftz sat",     "Aaaa",   .lower = multiply_and_add},
    {HW_PTX_MAD,      "f64",                 "rounding",             "Aaaa",   .lower = multiply_and_add},
    {HW_PTX_MADC,     "wide_integers",       "lo! cc",               "Aaaa",   .lower = with_carry_in,   .ir = HW_IR_MAD, .has_effects = true},
    {HW_PTX_MADC,     "wide_integers",       "hi! cc",               "Aaaa",   .lower = with_carry_in,   .ir = HW_IR_MAD_HIGH, .has_effects = true},
    {HW_PTX_MUL24,    "u32 s32",             "lo!",                  "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MUL24},
    {HW_PTX_MUL24,    "u32 s32",             "hi!",                  "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MUL24_HIGH},
    {HW_PTX_MAD24,    "u32 s32",             "lo!",                  "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_MAD24},
    {HW_PTX_MAD24,    "u32 s32",             "hi!",                  "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_MAD24_HIGH},
    {HW_PTX_MAD24,    "s32",                 "hi! sat!",             "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_MAD24_HIGH},
    {HW_PTX_FMA,      "f32",                 "rounding! ftz sat",    "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_FMA},
    {HW_PTX_FMA,      "f64",                 "rounding!",            "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_FMA},
    {HW_PTX_FMA,      "f16 f16x2",           "rn! ftz sat",          "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_FMA},
    {HW_PTX_SAD,      "integers",            "",                     "Aaaa",   .lower = hw_irgen_plain,  .ir = HW_IR_SAD},
    {HW_PTX_DIV,      "integers",            "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_DIV},
    {HW_PTX_DIV,      "f32",                 "rounding! ftz",        "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_DIV},
    {HW_PTX_DIV,      "f32",                 "approx! ftz",          "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_DIV},
    {HW_PTX_DIV,      "f32",                 "full! ftz",            "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_DIV},
    {HW_PTX_DIV,      "f64",                 "rounding!",            "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_DIV},
    {HW_PTX_DIV,      "f32 f64",             "",                     "Aaa",    .lower = of_old,          .ir = HW_IR_DIV},
    {HW_PTX_REM,      "integers",            "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_REM},
    {HW_PTX_ABS,      "s16 s32 s64",         "",                     "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_ABS},
    {HW_PTX_ABS,      "f32 f16 f16x2",       "ftz",                  "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_ABS},
    {HW_PTX_ABS,      "f64",                 "",                     "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_ABS},
    {HW_PTX_NEG,      "s16 s32 s64",         "",                     "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_NEG},
    {HW_PTX_NEG,      "f32 f16 f16x2",       "ftz",                  "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_NEG},
    {HW_PTX_NEG,      "f64",                 "",                     "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_NEG},
    {HW_PTX_MIN,      "integers",            "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MIN},
    {HW_PTX_MIN,      "f32",                 "ftz",                  "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MIN},
    {HW_PTX_MIN,      "f32",                 "ftz NaN xorsign abs",  "*",      .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_MIN,      "f16 f16x2",           "ftz NaN xorsign abs",  "*",      .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_MIN,      "f64",                 "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MIN},
    {HW_PTX_MAX,      "integers",            "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MAX},
    {HW_PTX_MAX,      "f32",                 "ftz",                  "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MAX},
    {HW_PTX_MAX,      "f32",                 "ftz NaN xorsign abs",  "*",      .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_MAX,      "f16 f16x2",           "ftz NaN xorsign abs",  "*",      .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_MAX,      "f64",                 "",                     "Aaa",    .lower = hw_irgen_plain,  .ir = HW_IR_MAX},
    {HW_PTX_RCP,      "f32",                 "rounding! ftz",        "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_RCP},
    {HW_PTX_RCP,      "f32",                 "approx! ftz",          "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_RCP},
    {HW_PTX_RCP,      "f64",                 "rounding!",            "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_RCP},
    {HW_PTX_RCP,      "f64",                 "approx! ftz!",         "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_RCP},
    {HW_PTX_RCP,      "f32 f64",             "",                     "Aa",     .lower = of_old,          .ir = HW_IR_RCP},
    {HW_PTX_SQRT,     "f32",                 "rounding! ftz",        "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_SQRT},
    {HW_PTX_SQRT,     "f32",                 "approx! ftz",          "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_SQRT},
    {HW_PTX_SQRT,     "f64",                 "rounding!",            "Aa",     .lower = hw_irgen_plain,  .ir = HW_IR_SQRT},
    {HW_PTX_SQRT,     "f32 f64",             "",                     "Aa",     .lower = of_old,          .ir = HW_IR_SQRT},
    {HW_PTX_RSQRT,    "f32 f64",             "approx ftz",           "Aa",     .lower = approximate,     .ir = HW_IR_RSQRT},
    {HW_PTX_SIN,      "f32",                 "approx ftz",           "Aa",     .lower = approximate,     .ir = HW_IR_SIN},
    {HW_PTX_COS,      "f32",                 "approx ftz",           "Aa",     .lower = approximate,     .ir = HW_IR_COS},
    {HW_PTX_EX2,      "f32",                 "approx ftz",           "Aa",     .lower = approximate,     .ir = HW_IR_EX2},
    {HW_PTX_EX2,      "f16 f16x2",           "approx!",              "Aa",     .lower = hw_irgen_plain,  .needs = 75},
    {HW_PTX_LG2,      "f32",                 "approx ftz",           "Aa",     .lower = approximate,     .ir = HW_IR_LG2},
    {HW_PTX_COPYSIGN, "f32 f64",             "",                     "Aaa",    .lower = copy_sign},
    {HW_PTX_TESTP,    "f32 f64",             "test!",                "Pa",     .lower = test},
    {HW_PTX_FMA,      "bf16 bf16x2",         "rn! relu",             "Aaaa",   .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_FMA,      "f16 f16x2",           "rn! ftz relu!",        "Aaaa",   .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_ADD,      "bf16 bf16x2",         "rn",                   "Aaa",    .needs = 90, .lower = hw_irgen_plain},
    {HW_PTX_SUB,      "bf16 bf16x2",         "rn",                   "Aaa",    .needs = 90, .lower = hw_irgen_plain},
    {HW_PTX_MUL,      "bf16 bf16x2",         "rn",                   "Aaa",    .needs = 90, .lower = hw_irgen_plain},
    {HW_PTX_ABS,      "bf16 bf16x2",         "",                     "Aa",     .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_NEG,      "bf16 bf16x2",         "",                     "Aa",     .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_MIN,      "bf16 bf16x2",         "NaN",                  "Aaa",    .needs = 80, .lower = hw_irgen_plain},
    {HW_PTX_MAX,      "bf16 bf16x2",         "NaN",                  "Aaa",    .needs = 80, .lower = hw_irgen_plain},
    {0},
};
/* clang-format on */

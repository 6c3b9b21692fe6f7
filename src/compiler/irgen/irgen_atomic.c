/* SPDX-License-Identifier: MIT */
/* Translates PTX's atomic and warp-wide instructions: table rows and their functions. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

/* --- memory ------------------------------------------------------------------------------------------- */

/* atom has a result, red has none; else they are the same. */
static void atomic(struct hw_irgen *builder)
{
    const uint8_t order = builder->says.order, kind = (uint8_t)hw_irgen_kind(builder->types[0]);
    const unsigned results = builder->insn->op == HW_PTX_ATOM;
    const unsigned values = builder->says.atom == 1 + HW_ATOM_CAS ? 2 : 1;
    struct hw_ir_value *operand[3];
    uint64_t offset;

    if (builder->insn->operands < results + 1 + values)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX,
                      "this form of %s has %u operands, expected %u", hw_ptx_op_row(builder->insn->op)->name,
                      builder->insn->operands, results + 1 + values);
    operand[0] = hw_irgen_address(builder, hw_irgen_operand(builder, results), &offset);
    for (unsigned i = 0; i < values; i++)
        operand[1 + i] = hw_irgen_read(builder, results + 1 + i, builder->types[0]);
    struct hw_ir_modifiers how = {.type = hw_irgen_type(builder->types[0]),
                                  .space = hw_irgen_space_at(builder, hw_irgen_operand(builder, results)),
                                  .bits = offset,
                                  .number = (uint32_t)(builder->says.atom - 1) | (uint32_t)builder->says.scope
                                                                                     << 8};
    if (order == HW_IRGEN_ORDER_RELEASE || order == HW_IRGEN_ORDER_ACQ_REL)
        hw_irgen_fence(builder, HW_IR_SCOPE_GPU);
    struct hw_ir_insn *insn = hw_irgen_ops(builder, HW_IR_ATOMIC, &how, results, &kind, 1 + values, operand);
    if (order == HW_IRGEN_ORDER_ACQUIRE || order == HW_IRGEN_ORDER_ACQ_REL)
        hw_irgen_fence(builder, HW_IR_SCOPE_GPU);
    if (results)
        hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0], insn->result, false);
}

static void prefetch(struct hw_irgen *builder)
{
    uint64_t offset;
    struct hw_ir_value *address = hw_irgen_address(builder, hw_irgen_operand(builder, 0), &offset);
    const struct hw_ir_modifiers how = {
        .space = builder->says.space, .bits = offset, .number = builder->row->number};

    hw_irgen_ops(builder, HW_IR_PREFETCH, &how, 0, NULL, 1, &address);
}

#define MAX_STACK_ALIGN 4096u

static void stack(struct hw_irgen *builder)
{
    const bool takes = builder->row->number == HW_IR_STACK_ALLOC;
    struct hw_ir_modifiers how = {.number = builder->row->number};
    struct hw_ir_value *operand[] = {takes ? hw_irgen_read(builder, 1, builder->types[0]) : NULL};
    const enum hw_ir_kind kind = hw_irgen_kind(builder->types[0]);

    if (builder->row->number == HW_IR_STACK_RESTORE) {
        operand[0] = hw_irgen_read(builder, 0, builder->types[0]);
        hw_irgen_ops(builder, HW_IR_STACK, &how, 0, NULL, 1, operand);
        return;
    }
    if (takes) {
        const struct hw_ptx_operand *align =
            builder->insn->operands > 2 ? hw_irgen_operand(builder, 2) : NULL;
        how.bits = align && align->kind == HW_PTX_OPERAND_IMMEDIATE ? align->constant.bits : 8;
        if (!how.bits || how.bits & (how.bits - 1) || how.bits > MAX_STACK_ALIGN)
            hw_irgen_fail(builder, builder->location, HW_ERR_RANGE,
                          "found an alignment of %llu, expected a power of two of at most %u",
                          (unsigned long long)how.bits, MAX_STACK_ALIGN);
    }
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0],
                    hw_irgen_op(builder, HW_IR_STACK, &how, kind, takes, operand), false);
}

/* --- lanes -------------------------------------------------------------------------------------------- */

/* The mask of lanes, which .sync forms have. */
static unsigned add_mask(struct hw_irgen *builder, size_t which, struct hw_ir_value **operand, unsigned count)
{
    if (builder->insn->operands <= which)
        return count;
    operand[count] = hw_irgen_read(builder, which, HW_PTX_TYPE_B32);
    return count + 1;
}

static void vote(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = {.number = builder->says.vote};
    const enum hw_ir_kind kind = hw_irgen_kind(builder->types[0]);
    struct hw_ir_value *operand[2] = {hw_irgen_read(builder, 1, HW_PTX_TYPE_PRED)};
    const unsigned count = add_mask(builder, 2, operand, 1);

    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0],
                    hw_irgen_op(builder, HW_IR_VOTE, &how, kind, count, operand), false);
}

/* A value and, if there is a second result, whether its source lane is active. */
static void assign_with_pred(struct hw_irgen *builder, const struct hw_ir_insn *insn)
{
    const struct hw_ptx_operand *to = hw_irgen_operand(builder, 0);

    if (to->kind != HW_PTX_OPERAND_PAIR) {
        hw_irgen_assign(builder, to, HW_PTX_TYPE_B32, insn->result, false);
        return;
    }
    hw_irgen_assign(builder, to->item[0], HW_PTX_TYPE_B32, &insn->result[0], false);
    hw_irgen_assign(builder, to->item[1], HW_PTX_TYPE_PRED, &insn->result[1], false);
}

static unsigned results_of(struct hw_irgen *builder)
{
    return hw_irgen_operand(builder, 0)->kind == HW_PTX_OPERAND_PAIR ? 2 : 1;
}

static const uint8_t word_and_pred[] = {HW_IR_KIND_32, HW_IR_KIND_PRED};

static void shuffle(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B32, .number = builder->says.shuffle};
    struct hw_ir_value *operand[4];

    for (unsigned i = 0; i < 3; i++)
        operand[i] = hw_irgen_read(builder, 1 + i, HW_PTX_TYPE_B32);
    const unsigned count = add_mask(builder, 4, operand, 3);
    assign_with_pred(builder, hw_irgen_ops(builder, HW_IR_SHUFFLE, &how, results_of(builder), word_and_pred,
                                           count, operand));
}

static void active(struct hw_irgen *builder)
{
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_B32,
                    hw_irgen_op(builder, HW_IR_ACTIVE, NULL, HW_IR_KIND_32, 0, NULL), false);
}

/* clang-format off */
#define ATOMIC "order scope atomic_space L2::cache_hint "
#define BOTH(types, modifiers) \
    {HW_PTX_ATOM, types, ATOMIC modifiers, "*", .lower = atomic, .has_effects = true}, \
    {HW_PTX_RED,  types, ATOMIC modifiers, "*", .lower = atomic, .has_effects = true}
const struct hw_irgen_row hw_irgen_rows_together[] = {
    BOTH("b32 b64", "logic!"),
    BOTH("u32 s32 u64 s64 f32 f64", "add!"),
    BOTH("f16x2", "add! noftz!"),
    {HW_PTX_ATOM, "f16", ATOMIC "add! noftz!", "*", .lower = atomic, .needs = 70},
    {HW_PTX_RED, "f16", ATOMIC "add! noftz!", "*", .lower = atomic, .needs = 70},
    BOTH("u32", "inc!"),
    BOTH("u32", "dec!"),
    BOTH("u32 s32 u64 s64", "min!"),
    BOTH("u32 s32 u64 s64", "max!"),
    {HW_PTX_ATOM, "b32 b64", ATOMIC "exch!", "*", .lower = atomic, .has_effects = true},
    {HW_PTX_ATOM, "b32 b64", ATOMIC "cas!", "*", .lower = atomic, .has_effects = true},
    {HW_PTX_ATOM, "b16", ATOMIC "cas!", "*", .lower = atomic, .needs = 70},
    {HW_PTX_PREFETCH, "", "global L1!", "*", .lower = prefetch, .number = 1, .has_effects = true},
    {HW_PTX_PREFETCH, "", "local L1!", "*", .lower = prefetch, .number = 1, .has_effects = true},
    {HW_PTX_PREFETCH, "", "global L2!", "*", .lower = prefetch, .number = 2, .has_effects = true},
    {HW_PTX_PREFETCH, "", "local L2!", "*", .lower = prefetch, .number = 2, .has_effects = true},
    {HW_PTX_PREFETCH, "", "global! L2::evict_last!", "*", .lower = prefetch, .number = 2, .has_effects = true},
    {HW_PTX_PREFETCH, "", "global! L2::evict_normal!", "*", .lower = prefetch, .number = 2, .has_effects = true},
    {HW_PTX_PREFETCHU, "", "L1!", "*", .lower = prefetch, .number = 1, .has_effects = true},
    {HW_PTX_ALLOCA, "u32 u64 b32 b64 s32 s64", "", "*", .lower = stack, .number = HW_IR_STACK_ALLOC, .has_effects = true},
    {HW_PTX_STACKSAVE, "u32 u64 b32 b64", "", "*", .lower = stack, .number = HW_IR_STACK_SAVE, .has_effects = true},
    {HW_PTX_STACKRESTORE, "u32 u64 b32 b64", "", "*", .lower = stack, .number = HW_IR_STACK_RESTORE, .has_effects = true},
    {HW_PTX_VOTE, "pred", "all!", "Pp", .lower = vote, .has_effects = true},
    {HW_PTX_VOTE, "pred", "any!", "Pp", .lower = vote, .has_effects = true},
    {HW_PTX_VOTE, "pred", "uni!", "Pp", .lower = vote, .has_effects = true},
    {HW_PTX_VOTE, "b32", "ballot!", "Up", .lower = vote, .has_effects = true},
    {HW_PTX_VOTE, "pred", "sync! all!", "Ppu", .lower = vote, .has_effects = true},
    {HW_PTX_VOTE, "pred", "sync! any!", "Ppu", .lower = vote, .has_effects = true},
    {HW_PTX_VOTE, "pred", "sync! uni!", "Ppu", .lower = vote, .has_effects = true},
    {HW_PTX_VOTE, "b32", "sync! ballot!", "Upu", .lower = vote, .has_effects = true},
    {HW_PTX_SHFL, "b32", "shuffle!", "Uuuu", .lower = shuffle, .has_effects = true},
    {HW_PTX_SHFL, "b32", "sync! shuffle!", "Uuuuu", .lower = shuffle, .has_effects = true},
    {HW_PTX_ACTIVEMASK, "b32", "", "U", .lower = active, .has_effects = true},
    {0},
};
/* clang-format on */

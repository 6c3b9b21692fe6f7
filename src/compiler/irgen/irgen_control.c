/* SPDX-License-Identifier: MIT */
/* Translates PTX's control flow: table rows; branches, exits, barriers and fences. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

/* --- branches ------------------------------------------------------------------------------------------- */

static struct hw_ir_block *block_of(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    const struct hw_ptx_symbol *symbol = operand->kind == HW_PTX_OPERAND_NAME ? operand->name.symbol : NULL;

    if (!symbol || symbol->kind != HW_PTX_SYMBOL_LABEL)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found %s, expected a label",
                      hw_irgen_name(builder, operand));
    return builder->label[symbol->label];
}

void hw_irgen_bra(struct hw_irgen *builder)
{
    struct hw_ir_block *to[2] = {block_of(builder, hw_irgen_operand(builder, 0))};

    if (!builder->insn->guard.symbol) {
        hw_irgen_end(builder, HW_IR_JUMP, NULL, to, 1, NULL);
        return;
    }
    struct hw_ir_block *next = hw_ir_block(builder->function);
    to[1] = next;
    if (builder->insn->guard_negated) {
        to[1] = to[0];
        to[0] = next;
    }
    hw_irgen_end(builder, HW_IR_BRANCH, hw_irgen_guard(builder), to, 2, next);
}

/* One of the labels of a list, by its index. */
static void branch_by_index(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *list = hw_irgen_operand(builder, 1);
    struct hw_ir_value *index = hw_irgen_read(builder, 0, HW_PTX_TYPE_U32);

    if (list->kind != HW_PTX_OPERAND_NAME || list->name.symbol->kind != HW_PTX_SYMBOL_TARGETS ||
        list->name.symbol->targets->is_call)
        hw_irgen_fail(builder, list->location, HW_ERR_SYNTAX,
                      "found another operand, expected a list of .branchtargets");
    const struct hw_ptx_targets *targets = list->name.symbol->targets;
    struct hw_ir_block **to = hw_arena_array(builder->arena, targets->count, sizeof(struct hw_ir_block *));
    for (size_t i = 0; i < targets->count; i++)
        to[i] = block_of(builder, targets->target[i]);
    hw_irgen_end(builder, HW_IR_SWITCH, index, to, (unsigned)targets->count, NULL);
}

static void exit_thread(struct hw_irgen *builder)
{
    if (builder->row->ir == HW_IR_RETURN)
        hw_irgen_return(builder);
    else
        hw_irgen_end(builder, builder->row->ir, NULL, NULL, 0, NULL);
}

/* --- barriers ------------------------------------------------------------------------------------------- */

/* PTX ISA, "bar": 16 barriers of a block; threads are counted in whole warps, and a block has 1,024. */
#define LAST_BARRIER 15u
#define MAX_THREADS  1024u

static struct hw_ir_value *read_within(struct hw_irgen *builder, size_t which, uint32_t most,
                                       const char *what)
{
    struct hw_ir_value *value = hw_irgen_read(builder, which, HW_PTX_TYPE_B32);
    uint64_t bits;

    if (hw_ir_is_constant(value, &bits) && bits > most)
        hw_irgen_fail(builder, hw_irgen_operand(builder, which)->location, HW_ERR_RANGE,
                      "found %u, expected %s from 0 to %u", (unsigned)bits, what, most);
    return value;
}

static struct hw_ir_value *barrier(struct hw_irgen *builder, size_t which)
{
    return read_within(builder, which, LAST_BARRIER, "a barrier");
}

/* How many threads take part; 0: all of the block. */
static struct hw_ir_value *threads(struct hw_irgen *builder, size_t which, bool is_there)
{
    return is_there ? read_within(builder, which, MAX_THREADS, "a number of threads")
                    : hw_irgen_constant(builder, HW_IR_KIND_32, 0);
}

void hw_irgen_bar(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = {.number = builder->row->number};
    const size_t operands = builder->insn->operands;
    struct hw_ir_value *operand[] = {barrier(builder, 0), threads(builder, 1, operands > 1)};

    hw_irgen_ops(builder, HW_IR_BARRIER, &how, 0, NULL, 2, operand);
}

/* Lanes of a mask wait for each other. */
static void barrier_of_warp(struct hw_irgen *builder)
{
    const struct hw_ir_modifiers how = {.number = HW_IR_BARRIER_WARP};
    struct hw_ir_value *mask = hw_irgen_read(builder, 0, HW_PTX_TYPE_B32);

    hw_irgen_ops(builder, HW_IR_BARRIER, &how, 0, NULL, 1, &mask);
}

/* How many threads say yes, or whether all or any do. */
static void barrier_with_reduction(struct hw_irgen *builder)
{
    const bool counts = builder->types[0] == HW_PTX_TYPE_U32;
    const struct hw_ir_modifiers how = {.number = counts ? HW_IR_BARRIER_POPC
                                                  : builder->says.logic == 1 + HW_LOGIC_AND
                                                      ? HW_IR_BARRIER_AND
                                                      : HW_IR_BARRIER_OR};
    const size_t last = builder->insn->operands - 1;
    struct hw_ir_value *operand[] = {barrier(builder, 1), threads(builder, 2, last > 2),
                                     hw_irgen_read(builder, last, HW_PTX_TYPE_PRED)};
    struct hw_ir_value *value =
        hw_irgen_op(builder, HW_IR_BARRIER, &how, counts ? HW_IR_KIND_32 : HW_IR_KIND_PRED, 3, operand);

    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0], value, false);
}

/* --- the rest --------------------------------------------------------------------------------------------
 */

static void memory_barrier(struct hw_irgen *builder)
{
    hw_irgen_fence(builder, HW_IR_SCOPE_SYSTEM);
}

static void ignore(struct hw_irgen *builder)
{
    (void)builder;
}

static void without_operands(struct hw_irgen *builder)
{
    hw_irgen_ops(builder, builder->row->ir, NULL, 0, NULL, 0, NULL);
}

static void performance_event(struct hw_irgen *builder)
{
    struct hw_ir_modifiers how = {.number = 0};
    const struct hw_ptx_operand *which = hw_irgen_operand(builder, 0);

    if (which->kind != HW_PTX_OPERAND_IMMEDIATE)
        hw_irgen_fail(builder, which->location, HW_ERR_SYNTAX, "found another operand, expected a constant");
    how.number = (uint32_t)which->constant.bits;
    if (builder->insn->modifiers == 0)
        how.number = how.number < 16 ? 1u << how.number : 0;
    hw_irgen_ops(builder, HW_IR_PMEVENT, &how, 0, NULL, 0, NULL);
}

/* clang-format off */
#define BARRIERS(name) \
    {HW_PTX_##name##_SYNC,   "",     "aligned",        "u" "u?",   .lower = hw_irgen_bar, .number = HW_IR_BARRIER_SYNC, .has_effects = true}, \
    {HW_PTX_##name##_ARRIVE, "",     "aligned",        "uu",       .lower = hw_irgen_bar, .number = HW_IR_BARRIER_ARRIVE, .has_effects = true}, \
    {HW_PTX_##name##_RED,    "u32",  "popc! aligned",  "*",        .lower = barrier_with_reduction, .has_effects = true}, \
    {HW_PTX_##name##_RED,    "pred", "and! aligned",   "*",        .lower = barrier_with_reduction, .has_effects = true}, \
    {HW_PTX_##name##_RED,    "pred", "or! aligned",    "*",        .lower = barrier_with_reduction, .has_effects = true}
const struct hw_irgen_row hw_irgen_rows_control[] = {
    /* op              types   modifiers        operands  function */
    {HW_PTX_BRA,       "",     "uni",           "*",      .lower = hw_irgen_bra, .takes_guard = true},
    {HW_PTX_BRX_IDX,   "",     "uni",           "*",      .lower = branch_by_index, .has_effects = true},
    {HW_PTX_RET,       "",     "uni",           "",       .lower = exit_thread, .ir = HW_IR_RETURN, .has_effects = true},
    {HW_PTX_EXIT,      "",     "",              "",       .lower = exit_thread, .ir = HW_IR_EXIT, .has_effects = true},
    {HW_PTX_TRAP,      "",     "",              "",       .lower = exit_thread, .ir = HW_IR_TRAP, .has_effects = true},
    {HW_PTX_CALL, "", "uni", "*", .lower = hw_irgen_call, .has_effects = true},
    {HW_PTX_BRKPT,     "",     "",              "",       .lower = without_operands, .ir = HW_IR_BREAKPOINT, .has_effects = true},
    BARRIERS(BAR), BARRIERS(BAR_CTA), BARRIERS(BARRIER), BARRIERS(BARRIER_CTA),
    {HW_PTX_BAR_WARP_SYNC, "", "",              "u",      .lower = barrier_of_warp, .has_effects = true},
    {HW_PTX_MEMBAR,    "",     "scope!",        "",       .lower = memory_barrier, .has_effects = true},
    {HW_PTX_FENCE,     "",     "fence_order! scope!",  "",       .lower = memory_barrier, .has_effects = true},
    {HW_PTX_PMEVENT,   "",     "",              "u",      .lower = performance_event, .has_effects = true},
    {HW_PTX_PMEVENT,   "",     "mask!",         "u",      .lower = performance_event, .has_effects = true},
    {HW_PTX_DISCARD,   "",     "global L2!",    "*",      .lower = ignore},
    {HW_PTX_APPLYPRIORITY, "", "global L2::evict_normal!", "*", .lower = ignore},
    {0},
};
/* clang-format on */

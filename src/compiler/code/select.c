/* SPDX-License-Identifier: MIT */
/* See select.h: the walk over blocks and operations. */
#include "compiler/code/family.h"

#include "compiler/ir/ir_flow.h"

const char hw_codegen_jump[] = "jump", hw_codegen_branch[] = "branch", hw_codegen_exit[] = "exit",
           hw_codegen_sink[] = "IADD32I %0, %1, %2";

void hw_select_place_error(struct hw_selection *s)
{
    if (!s->error)
        return;
    s->error->line = s->insn->text_line;
    s->error->column = s->insn->text_column;
}

void hw_select_fail(struct hw_selection *s, const char *what)
{
    if (s->status != HW_OK)
        return;
    s->status =
        hw_fail(s->error, HW_ERR_UNSUPPORTED, "compiler", "%s cannot %s%s%s (%s)", s->target->name, what,
                what[0] ? ": " : "be had: ", hw_ir_op_name((enum hw_ir_op)s->insn->op), s->from->name);
    hw_select_place_error(s);
}

/* --- ends of blocks ---------------------------------------------------------------------------------- */

void hw_select_end(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    struct hw_select_fold fold[HW_SELECT_MOST_FOLDS];
    struct hw_mach_operand operand = {.kind = HW_MACH_OPERAND_NONE};
    const char *form = insn->op == HW_IR_JUMP ? hw_codegen_jump : hw_codegen_exit;

    if (insn->op == HW_IR_BRANCH) {
        const struct hw_ir_value *value = insn->operand[0].value;
        const bool is_folded = hw_select_folds(s, value, HW_CODEGEN_READS_BITS, HW_CODEGEN_PRED, fold) > 0;
        operand = hw_select_operand(s, is_folded ? fold[0].base : value);
        operand.inv = operand.inv != (is_folded && fold[0].operand.inv);
        form = hw_codegen_branch;
    }
    if (insn->op == HW_IR_RETURN) {
        hw_select_return(s, insn);
        return;
    }
    if (insn->op == HW_IR_TRAP)
        hw_select_put(s, "BPT.TRAP 0x1", 0, 0, &operand)->stays = true;
    hw_select_put(s, form, 0, operand.kind != HW_MACH_OPERAND_NONE, &operand)->stays = true;
}

/* --- operations -------------------------------------------------------------------------------------- */

hw_select_fn *const hw_select_by_op[HW_IR_OP_COUNT] = {
    [HW_IR_ADD] = hw_select_add,
    [HW_IR_SUB] = hw_select_sub,
    [HW_IR_LOAD] = hw_select_load,
    [HW_IR_STORE] = hw_select_store,
    [HW_IR_ATOMIC] = hw_select_atomic,
    [HW_IR_TEXTURE] = hw_select_texture,
    [HW_IR_SURFACE_LOAD] = hw_select_surface,
    [HW_IR_SURFACE_STORE] = hw_select_surface,
    [HW_IR_SURFACE_REDUCE] = hw_select_surface,
    [HW_IR_TEXTURE_QUERY] = hw_select_texture_query,
    [HW_IR_VIDEO] = hw_select_video,
    [HW_IR_BFE] = hw_select_field,
    [HW_IR_BFI] = hw_select_field,
    [HW_IR_CONVERT] = hw_select_convert,
    [HW_IR_PACK] = hw_select_pack,
    [HW_IR_UNPACK] = hw_select_unpack,
    [HW_IR_COPY] = hw_select_copy,
    [HW_IR_HANDLE] = hw_select_handle,
    [HW_IR_SPECIAL] = hw_select_special,
    [HW_IR_CLOCK] = hw_select_clock,
    [HW_IR_BARRIER] = hw_select_barrier,
    [HW_IR_FENCE] = hw_select_fence,
    [HW_IR_VOTE] = hw_select_vote,
    [HW_IR_SHUFFLE] = hw_select_shuffle,
    [HW_IR_ACTIVE] = hw_select_active,
    [HW_IR_BREAKPOINT] = hw_select_breakpoint,
    [HW_IR_PREFETCH] = hw_select_nothing,
    [HW_IR_PMEVENT] = hw_select_nothing,
    [HW_IR_TO_GENERIC] = hw_select_to_generic,
    [HW_IR_FROM_GENERIC] = hw_select_from_generic,
    [HW_IR_IS_SPACE] = hw_select_is_space,
    [HW_IR_CALL] = hw_select_call,
    [HW_IR_ARGUMENT] = hw_select_argument,
    [HW_IR_STACK] = hw_select_room,
};

static bool has_carry(const struct hw_ir_insn *insn)
{
    return (insn->results == 2 && insn->result[1].kind == HW_IR_KIND_CARRY) ||
           (insn->operands && insn->operand[insn->operands - 1].value->kind == HW_IR_KIND_CARRY);
}

static void select_insn(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const unsigned is = hw_ir_op_is((enum hw_ir_op)insn->op);
    const struct hw_codegen_family *family = s->target->family;

    s->insn = insn;
    if (is & HW_IR_IS_END)
        family->end(s, insn);
    else if (insn->op == HW_IR_PHI)
        return;
    else if (!(is & HW_IR_IS_WRITE) && !insn->how.is_volatile && !hw_select_is_wanted(s, insn))
        return;
    else if (has_carry(insn))
        family->carry(s, insn);
    else if (family->by_op[insn->op])
        family->by_op[insn->op](s, insn);
    else if (!hw_select_by_rules(s, insn))
        hw_select_fail(s, hw_codegen_class(insn) & (HW_CODEGEN_HALF | HW_CODEGEN_HALVES)
                              ? "compute with numbers of 16 bits, which needs sm_53"
                              : "do this");
}

static void select_block(struct hw_selection *s, const struct hw_ir_block *block)
{
    s->block = s->to->block[block->number];
    s->at = NULL;
    s->literals = 0;
    for (const struct hw_ir_insn *insn = block->last; insn && s->status == HW_OK; insn = insn->before) {
        const struct hw_mach_insn *before = s->at ? s->at->before : s->block->last;
        select_insn(s, insn);
        s->at = before ? before->behind : s->block->first;
        hw_select_begin_joined(s);
        if (insn == block->last && block->to_count == 1) {
            hw_select_phis(s, block->to[0]);
            s->at = s->block->first;
        }
    }
}

/* The address of the stack, for all that need it. */
void hw_select_begin(struct hw_selection *s)
{
    if (s->frame) {
        hw_select_begin_called(s);
        return;
    }
    hw_select_stack(s);
    s->block = s->to->block[0];
    s->at = s->block->first;
    const struct hw_mach_operand load[] = {hw_select_of(s, s->stack),
                                           {.kind = HW_MACH_OPERAND_CONSTANT,
                                            .bank = (uint8_t)(s->target->places->stack >> 16),
                                            .value = s->target->places->stack & 0xffff}};
    const struct hw_mach_operand sink[] = {hw_select_of(s, s->stack), hw_select_of(s, s->stack),
                                           hw_select_immediate(0, HW_IMMEDIATE_SIGNED)};
    hw_select_put(s, "MOV %0, %1", 1, 2, load);
    hw_select_put(s, hw_codegen_sink, 1, 3, sink);
}

hw_status hw_select(struct hw_selection *s)
{
    const struct hw_ir_flow *flow = hw_ir_flow(s->from);

    s->to = hw_mach_function(s->arena);
    s->reg = hw_arena_array(s->arena, (size_t)s->from->values + 1, sizeof *s->reg);
    s->part = hw_arena_array(s->arena, (size_t)s->from->values + 1, sizeof *s->part);
    for (uint32_t i = 0; i < s->from->block_count; i++)
        hw_mach_block(s->to);
    for (uint32_t i = 0; i < s->from->block_count; i++)
        for (uint32_t k = 0; k < s->from->block[i]->to_count; k++)
            hw_mach_edge(s->to, i, s->from->block[i]->to[k]->number);
    for (uint32_t i = flow->count; i-- > 0 && s->status == HW_OK;) {
        s->to->block[flow->order[i]->number]->depth = flow->depth[i];
        select_block(s, flow->order[i]);
    }
    s->target->family->begin(s);
    return s->status;
}

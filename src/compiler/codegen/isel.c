/* SPDX-License-Identifier: MIT */
/* Drives instruction selection over blocks and operations: see isel.h. */
#include "compiler/codegen/target_hooks.h"

#include "compiler/ir/ir_flow.h"

const char hw_codegen_jump[] = "jump", hw_codegen_branch[] = "branch", hw_codegen_exit[] = "exit",
           hw_codegen_sink[] = "IADD32I %0, %1, %2";

void hw_isel_locate_error(struct hw_isel *s)
{
    if (!s->error)
        return;
    s->error->line = s->insn->text_line;
    s->error->column = s->insn->text_column;
}

void hw_isel_fail(struct hw_isel *s, const char *what)
{
    if (s->status != HW_OK)
        return;
    s->status =
        hw_fail(s->error, HW_ERR_UNSUPPORTED, "compiler", "%s cannot %s%s%s (%s)", s->target->name, what,
                what[0] ? ": " : "be had: ", hw_ir_op_name((enum hw_ir_op)s->insn->op), s->from->name);
    hw_isel_locate_error(s);
}

/* --- ends of blocks ---------------------------------------------------------------------------------- */

void hw_isel_end(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_isel_fold fold[HW_ISEL_MAX_FOLDS];
    struct hw_mir_operand operand = {.kind = HW_MIR_OPERAND_NONE};
    const char *template = insn->op == HW_IR_JUMP ? hw_codegen_jump : hw_codegen_exit;

    if (insn->op == HW_IR_BRANCH) {
        const struct hw_ir_value *value = insn->operand[0].value;
        const bool is_folded = hw_isel_folds(s, value, HW_CODEGEN_READS_BITS, HW_CODEGEN_PRED, fold) > 0;
        operand = hw_isel_operand(s, is_folded ? fold[0].base : value);
        operand.inv = operand.inv != (is_folded && fold[0].operand.inv);
        template = hw_codegen_branch;
    }
    if (insn->op == HW_IR_RETURN) {
        hw_isel_return(s, insn);
        return;
    }
    if (insn->op == HW_IR_TRAP)
        hw_isel_emit(s, "BPT.TRAP 0x1", 0, 0, &operand)->has_side_effects = true;
    hw_isel_emit(s, template, 0, operand.kind != HW_MIR_OPERAND_NONE, &operand)->has_side_effects = true;
}

/* --- operations -------------------------------------------------------------------------------------- */

hw_isel_fn *const hw_isel_by_op[HW_IR_OP_COUNT] = {
    [HW_IR_ADD] = hw_isel_add,
    [HW_IR_SUB] = hw_isel_sub,
    [HW_IR_LOAD] = hw_isel_load,
    [HW_IR_STORE] = hw_isel_store,
    [HW_IR_ATOMIC] = hw_isel_atomic,
    [HW_IR_TEXTURE] = hw_isel_texture,
    [HW_IR_SURFACE_LOAD] = hw_isel_surface,
    [HW_IR_SURFACE_STORE] = hw_isel_surface,
    [HW_IR_SURFACE_REDUCE] = hw_isel_surface,
    [HW_IR_TEXTURE_QUERY] = hw_isel_texture_query,
    [HW_IR_VIDEO] = hw_isel_video,
    [HW_IR_BFE] = hw_isel_field,
    [HW_IR_BFI] = hw_isel_field,
    [HW_IR_CONVERT] = hw_isel_convert,
    [HW_IR_PACK] = hw_isel_pack,
    [HW_IR_UNPACK] = hw_isel_unpack,
    [HW_IR_COPY] = hw_isel_copy,
    [HW_IR_HANDLE] = hw_isel_handle,
    [HW_IR_SPECIAL] = hw_isel_special,
    [HW_IR_CLOCK] = hw_isel_clock,
    [HW_IR_BARRIER] = hw_isel_barrier,
    [HW_IR_FENCE] = hw_isel_fence,
    [HW_IR_VOTE] = hw_isel_vote,
    [HW_IR_SHUFFLE] = hw_isel_shuffle,
    [HW_IR_ACTIVE] = hw_isel_active,
    [HW_IR_BREAKPOINT] = hw_isel_breakpoint,
    [HW_IR_PREFETCH] = hw_isel_nothing,
    [HW_IR_PMEVENT] = hw_isel_nothing,
    [HW_IR_TO_GENERIC] = hw_isel_to_generic,
    [HW_IR_FROM_GENERIC] = hw_isel_from_generic,
    [HW_IR_IS_SPACE] = hw_isel_is_space,
    [HW_IR_CALL] = hw_isel_call,
    [HW_IR_ARGUMENT] = hw_isel_argument,
    [HW_IR_STACK] = hw_isel_alloca,
};

static bool has_carry(const struct hw_ir_insn *insn)
{
    return (insn->results == 2 && insn->result[1].kind == HW_IR_KIND_CARRY) ||
           (insn->operands && insn->operand[insn->operands - 1].value->kind == HW_IR_KIND_CARRY);
}

static void select_insn(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned is = hw_ir_op_is((enum hw_ir_op)insn->op);
    const struct hw_codegen_target_hooks *family = s->target->family;

    s->insn = insn;
    if (is & HW_IR_IS_END)
        family->end(s, insn);
    else if (insn->op == HW_IR_PHI)
        return;
    else if (!(is & HW_IR_IS_WRITE) && !insn->how.is_volatile && !hw_isel_is_wanted(s, insn))
        return;
    else if (has_carry(insn))
        family->carry(s, insn);
    else if (family->by_op[insn->op])
        family->by_op[insn->op](s, insn);
    else if (!hw_isel_by_patterns(s, insn))
        hw_isel_fail(s, hw_codegen_class(insn) & (HW_CODEGEN_HALF | HW_CODEGEN_HALVES)
                            ? "compute with numbers of 16 bits, which needs sm_53"
                            : "do this");
}

static void select_block(struct hw_isel *s, const struct hw_ir_block *block)
{
    s->block = s->to->block[block->number];
    s->at = NULL;
    s->literals = 0;
    for (const struct hw_ir_insn *insn = block->last; insn && s->status == HW_OK; insn = insn->prev) {
        const struct hw_mir_insn *before = s->at ? s->at->prev : s->block->last;
        select_insn(s, insn);
        s->at = before ? before->next : s->block->first;
        hw_isel_begin_reg_sequences(s);
        if (insn == block->last && block->to_count == 1) {
            hw_isel_eliminate_phis(s, block->to[0]);
            s->at = s->block->first;
        }
    }
}

/* The address of the stack, for all that need it. */
void hw_isel_begin(struct hw_isel *s)
{
    if (s->frame) {
        hw_isel_begin_called(s);
        return;
    }
    hw_isel_stack(s);
    s->block = s->to->block[0];
    s->at = s->block->first;
    const struct hw_mir_operand load[] = {hw_isel_of(s, s->stack),
                                          {.kind = HW_MIR_OPERAND_CONSTANT,
                                           .bank = (uint8_t)(s->target->banks->stack >> 16),
                                           .value = s->target->banks->stack & 0xffff}};
    const struct hw_mir_operand sink[] = {hw_isel_of(s, s->stack), hw_isel_of(s, s->stack),
                                          hw_isel_immediate(0, HW_IMMEDIATE_SIGNED)};
    hw_isel_emit(s, "MOV %0, %1", 1, 2, load);
    hw_isel_emit(s, hw_codegen_sink, 1, 3, sink);
}

hw_status hw_isel_run(struct hw_isel *s)
{
    const struct hw_ir_flow *flow = hw_ir_flow(s->from);

    s->to = hw_mir_function(s->arena);
    s->reg = hw_arena_array(s->arena, (size_t)s->from->values + 1, sizeof *s->reg);
    s->part = hw_arena_array(s->arena, (size_t)s->from->values + 1, sizeof *s->part);
    for (uint32_t i = 0; i < s->from->block_count; i++)
        hw_mir_block(s->to);
    for (uint32_t i = 0; i < s->from->block_count; i++)
        for (uint32_t k = 0; k < s->from->block[i]->to_count; k++)
            hw_mir_edge(s->to, i, s->from->block[i]->to[k]->number);
    for (uint32_t i = flow->count; i-- > 0 && s->status == HW_OK;) {
        s->to->block[flow->order[i]->number]->depth = flow->depth[i];
        select_block(s, flow->order[i]);
    }
    s->target->family->begin(s);
    return s->status;
}

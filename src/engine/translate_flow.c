/* Jumps, calls, barriers, votes and traps as micro-ops.
 *
 * Jumps test their own guard, so no bracket of guard micro-ops stands around them. */
#include "engine/translate.h"

/* A micro-op that carries the instruction's guard itself. */
static struct hw_uop *emit_guarded(struct hw_translator *t, hw_uop_fn *fn)
{
    struct hw_uop *uop = hw_emit(t, fn);
    if (t->view.guard.kind == HW_GUARD_COND) {
        uop->a = hw_cond_row(t, t->view.guard.reg);
        uop->mode = t->view.guard.test;
    }
    return uop;
}

static void emit_to_target(struct hw_translator *t, hw_uop_fn *fn, bool guarded)
{
    struct hw_uop *uop = guarded ? emit_guarded(t, fn) : hw_emit(t, fn);
    uop->imm = (uint32_t)t->view.operand[0].offset;
    if (!guarded)
        uop->mode = t->view.mod[HW_MOD_LIMITED];
    hw_note_target(t);
}

static void translate_indirect(struct hw_translator *t)
{
    uint16_t row;
    uint8_t part;
    if (!hw_source_row(t, &t->view.operand[0], &row, &part))
        return;
    emit_guarded(t, hw_uop_brx)->b = row;
}

/* The count 0xfff, which is what compilers write, and the "all" form mean every warp of the block. */
static void translate_barrier(struct hw_translator *t)
{
    const struct hw_view *view = &t->view;
    uint32_t count = view->operand_count > 1 ? (uint32_t)view->operand[1].offset & 0xfff : 0xfff;
    struct hw_uop *uop = hw_emit(t, hw_uop_bar);

    uop->a = (uint16_t)(view->operand[0].offset % HW_BARRIERS);
    uop->imm = view->mod[HW_MOD_ALL] || count == 0xfff ? HW_BARRIER_ALL : count;
    uop->mode = (uint8_t)((view->mod[HW_MOD_ARRIVE] ? HW_BAR_ARRIVE : 0) |
                          (view->mod[HW_MOD_WAIT] ? HW_BAR_WAIT : 0));
}

/* The guard of a vote is what it votes on. */
static void translate_vote(struct hw_translator *t)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_vote);
    uop->d = hw_cond_row(t, t->view.operand[0].reg);
    uop->high = t->view.mod[HW_MOD_ALL];
    if (t->view.guard.kind == HW_GUARD_COND) {
        uop->b = hw_cond_row(t, t->view.guard.reg);
        uop->mode = t->view.guard.test;
    }
}

static void translate_stop(struct hw_translator *t, unsigned kind, unsigned bad)
{
    struct hw_uop *uop = hw_emit_fault(t, kind, bad, 0);
    if (t->view.guard.kind == HW_GUARD_COND) {
        uop->a = hw_cond_row(t, t->view.guard.reg);
        uop->lanes = t->view.guard.test;
    }
}

bool hw_translate_flow(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_BRA: emit_to_target(t, hw_uop_bra, true); return true;
    case HW_OP_BRX: translate_indirect(t); return true;
    case HW_OP_SSY: emit_to_target(t, hw_uop_ssy, false); return true;
    case HW_OP_PBK: emit_to_target(t, hw_uop_pbk, false); return true;
    case HW_OP_PRET: emit_to_target(t, hw_uop_pret, false); return true;
    case HW_OP_CALL: emit_to_target(t, hw_uop_call, false); return true;
    case HW_OP_RET: emit_guarded(t, hw_uop_ret); return true;
    case HW_OP_BRK: emit_guarded(t, hw_uop_brk); return true;
    case HW_OP_QUADON: hw_emit(t, hw_uop_quadon); return true;
    case HW_OP_QUADPOP: hw_emit(t, hw_uop_quadpop); return true;
    case HW_OP_BAR: translate_barrier(t); return true;
    case HW_OP_VOTE: translate_vote(t); return true;
    case HW_OP_TRAP: translate_stop(t, HW_FAULT_TRAP, HW_BAD_TRAP); return true;
    case HW_OP_BPT: translate_stop(t, HW_FAULT_BREAKPOINT, HW_BAD_BREAKPOINT); return true;
    case HW_OP_NOP:
    case HW_OP_PMEVENT: return true;
    default: return false;
    }
}

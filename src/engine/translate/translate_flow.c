/* SPDX-License-Identifier: MIT */
/* Control flow becomes micro-ops: jumps, calls, barriers, votes and traps.
 *
 * Jumps evaluate their own guard, so they have no guarded region.  A target is a code address, a constant,
 * whose value is available now, or the sum of a register and a number. */
#include "engine/translate/translate.h"

#include "machine/paths/paths.h"

/* Values of modifiers, as encoded (modifiers.h). */
enum { BAR_SYNC = 0, BAR_ARV, BAR_RED, BAR_SCAN };
enum { BAR_RED_POPC = 0, BAR_RED_AND, BAR_RED_OR };
enum { BPT_TRAP = 3, BPT_DRAIN = 5, TRAPCTL_IDE = 0, TRAPCTL_RAM, TRAPCTL_SAM };

bool hw_is_flow(unsigned op)
{
    return hw_operation_info(op)->flow != HW_FLOW_NONE;
}

uint32_t hw_code_address(const struct hw_translator *t, const struct hw_operand *operand)
{
    const struct hw_program *program = t->program;
    const uint32_t next = t->pc + program->insn[program->insn_count - 1].insn.bytes;

    if (operand->kind == HW_OPERAND_CONST)
        return t->view.mod[HW_MOD_ABSOLUTE] ? 0 : next;
    return (uint32_t)operand->offset + (operand->flags & HW_OPERAND_RELATIVE ? next : 0);
}

bool hw_resolved_target(struct hw_translator *t, const struct hw_operand *operand, uint32_t *target)
{
    if (operand->base_kind != HW_BASE_NONE && operand->reg != HW_RZ)
        return false;
    *target = 0;
    if (operand->kind == HW_OPERAND_CONST)
        hw_constant_word(t, operand, target);
    *target += hw_code_address(t, operand);
    return operand->kind == HW_OPERAND_CODE || operand->kind == HW_OPERAND_CONST;
}

bool hw_code_base(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg)
{
    uint8_t part;

    if (operand->kind == HW_OPERAND_CODE)
        return hw_base_register(t, operand, reg);
    return hw_source_register(t, operand, reg, &part);
}

static void translate_jump(struct hw_translator *t)
{
    const struct hw_operand *operand = &t->view.operand[0];
    uint16_t reg;
    uint32_t target;

    if (hw_resolved_target(t, operand, &target)) {
        struct hw_uop *uop = hw_emit_guarded(t, hw_uop_bra);
        uop->jump.target = target;
        uop->jump.uniform = t->view.mod[HW_MOD_UNIFORM];
        hw_record_target(t);
    } else if (hw_code_base(t, operand, &reg)) {
        struct hw_uop *uop = hw_emit_guarded(t, hw_uop_brx);
        uop->b = reg;
        uop->jump.offset = hw_code_address(t, operand);
    }
}

/* An instruction that pushes a stack entry; it has no guard, or ignores it. */
static void translate_push(struct hw_translator *t, hw_uop_fn *fn, enum hw_path_kind kind)
{
    uint32_t target;

    if (!hw_resolved_target(t, &t->view.operand[0], &target)) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return;
    }
    struct hw_uop *uop = hw_emit(t, fn);
    uop->jump.path = (uint8_t)kind;
    uop->jump.target = target;
    hw_record_target(t);
}

static enum hw_path_kind call_kind(const struct hw_translator *t)
{
    return t->view.mod[HW_MOD_LIMITED] ? HW_PATH_LIMITED_CALL : HW_PATH_CALL;
}

hw_uop_fn *hw_barrier_function(const struct hw_translator *t)
{
    return t->kernel_abi->has_its ? hw_uop_bar_lanes : hw_uop_bar;
}

/* Number or count of a barrier: a literal or a register. */
static bool barrier_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg)
{
    uint8_t part;

    if (operand->kind == HW_OPERAND_BARRIER) {
        *reg = hw_literal_register(t, (uint32_t)(operand->offset % HW_BARRIERS));
        return true;
    }
    return hw_source_register(t, operand, reg, &part);
}

/* Tesla counts warps; 0xfff, which is what compilers write, and the "all" form mean every warp of the
 * block. */
static bool count_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg)
{
    const struct hw_semantics *view = &t->view;
    const bool given = operand < view->operand + view->operand_count && operand->kind != HW_OPERAND_PRED;

    if (t->kernel_abi->counts_threads) {
        const struct hw_operand all = {.kind = HW_OPERAND_IMM, .bytes = 4};
        return barrier_register(t, given ? operand : &all, reg);
    }
    uint32_t count = given ? (uint32_t)operand->offset & 0xfff : 0xfff;
    *reg = hw_literal_register(t, view->mod[HW_MOD_ALL] || count == 0xfff ? HW_BARRIER_ALL : count);
    return true;
}

/* What a barrier does: Tesla says it in two bits, later chips in a mode. */
static uint8_t barrier_mode(const struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;

    if (!t->kernel_abi->counts_threads)
        return (uint8_t)((mod[HW_MOD_ARRIVE] ? HW_BAR_ARRIVE : 0) | (mod[HW_MOD_WAIT] ? HW_BAR_WAIT : 0));
    return HW_BAR_THREADS | HW_BAR_ARRIVE | (mod[HW_MOD_BARMODE] == BAR_ARV ? 0 : HW_BAR_WAIT);
}

bool hw_barrier_writes(const struct hw_semantics *view)
{
    return view->op == HW_OP_BAR && view->mod[HW_MOD_BARMODE] == BAR_RED && view->operand_count > 1 &&
           view->operand[1].kind == HW_OPERAND_PRED &&
           (view->operand[0].reg != HW_RZ || view->operand[1].reg != HW_PT);
}

/* GF100's barrier writes the result of its reduction itself, in the lanes for which its guard is true; on
 * later chips B2R reads it. */
static void emit_result(struct hw_translator *t, const struct hw_operand *d, const struct hw_operand *pred)
{
    uint16_t reg;
    uint8_t part;

    if (!hw_barrier_writes(&t->view) || !hw_destination_register(t, d, &reg, &part))
        return;
    hw_emit_guarded(t, hw_uop_guard)->jump.skipped = 2;
    struct hw_uop *uop = hw_emit(t, hw_uop_bar_result);
    uop->d = reg;
    uop->p_out = hw_predicate_number(pred);
    hw_instrument_result(t);
    hw_emit(t, hw_uop_unguard);
}

/* Whether no register names the barrier. */
static bool is_named(const struct hw_operand *barrier)
{
    return barrier->kind == HW_OPERAND_BARRIER ||
           (barrier->kind == HW_OPERAND_IMM && (uint64_t)barrier->offset < HW_BARRIERS);
}

/* Whether the count is left out or 0, or says "all". */
static bool waits_for_all(const struct hw_translator *t, const struct hw_operand *count)
{
    const bool given = count < t->view.operand + t->view.operand_count && count->kind != HW_OPERAND_PRED;

    if (!t->kernel_abi->counts_threads)
        return !given || t->view.mod[HW_MOD_ALL] || (count->offset & 0xfff) == 0xfff;
    return !given || (count->kind == HW_OPERAND_IMM && count->offset == 0);
}

static void translate_barrier(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    const bool results = view->operand_count > 1 && view->operand[1].kind == HW_OPERAND_PRED;
    const struct hw_operand *barrier = &view->operand[results ? 2 : 0];
    uint16_t number, count;

    if (view->mod[HW_MOD_BARMODE] >= BAR_SCAN ||
        (view->mod[HW_MOD_BARMODE] == BAR_RED && view->mod[HW_MOD_BARRED] > BAR_RED_OR)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    if (!barrier_register(t, barrier, &number) || !count_register(t, barrier + 1, &count))
        return;
    struct hw_uop *uop =
        t->kernel_abi->counts_threads ? hw_emit_guarded(t, hw_barrier_function(t)) : hw_emit(t, hw_uop_bar);
    uop->b = number;
    uop->c = count;
    uop->bar.what = barrier_mode(t);
    uop->bar.number = (uint8_t)(barrier->offset % HW_BARRIERS);
    uop->bar.is_common = is_named(barrier) && waits_for_all(t, barrier + 1) && uop->bar.what & HW_BAR_WAIT &&
                         uop->bar.what & HW_BAR_ARRIVE && view->mod[HW_MOD_BARMODE] != BAR_RED;
    if (view->mod[HW_MOD_BARMODE] == BAR_RED) {
        const struct hw_operand *last = &view->operand[view->operand_count - 1];
        uop->bar.reduction = (uint8_t)(HW_BAR_POPC + view->mod[HW_MOD_BARRED]);
        uop->bar.predicate = last->kind == HW_OPERAND_PRED ? hw_predicate_code(last) : HW_PT;
        if (results)
            emit_result(t, &view->operand[0], &view->operand[1]);
    }
}

/* The guard of a vote is what it votes on. */
static void translate_vote(struct hw_translator *t)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_vote);
    uop->d = hw_cond_register(t, t->view.operand[0].reg, true);
    uop->vote.all = t->view.mod[HW_MOD_ALL];
    if (t->view.guard.kind == HW_GUARD_COND) {
        uop->b = hw_cond_register(t, t->view.guard.reg, false);
        uop->vote.test = t->view.guard.test;
    }
}

/* IDE switches interrupts, of which there are none.  SAM and RAM, which compilers emit around texture lookups
 * that need all lanes, make all of them active and undo it.  The others need the state of a trap handler. */
static void translate_trap_control(struct hw_translator *t)
{
    switch (t->view.mod[HW_MOD_TRAPCTL]) {
    case TRAPCTL_IDE: break;
    case TRAPCTL_SAM: hw_emit(t, hw_uop_sam); break;
    case TRAPCTL_RAM: hw_emit(t, hw_uop_quadpop); break;
    default: hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_HANDLER); break;
    }
}

/* A fragment program drops its fragment, and ends. */
static void translate_discard(struct hw_translator *t)
{
    if (!t->launch->graphics || t->launch->code.target.program != HW_PROGRAM_FP) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION);
        return;
    }
    hw_emit_guarded(t, hw_uop_discard);
    hw_emit_guarded(t, hw_uop_exit);
}

/* From Volta on there may be a second condition beside the guard: a guarded region of its own, which the exit
 * closes.
 */
static void translate_end_of_threads(struct hw_translator *t)
{
    const struct hw_operand *second = &t->view.operand[0];

    if (t->view.operand_count && hw_predicate_code(second) != HW_PT) {
        struct hw_uop *uop = hw_emit(t, hw_uop_guard);
        uop->p_in = hw_predicate_code(second);
        uop->jump.skipped = 2;
        hw_emit_guarded(t, hw_uop_exit);
        hw_emit(t, hw_uop_unguard);
        return;
    }
    hw_graphics_save_outputs(t, true);
    hw_emit_guarded(t, hw_uop_exit);
}

bool hw_translate_flow(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_BRA:
    case HW_OP_BRX: translate_jump(t); return true;
    case HW_OP_SSY: translate_push(t, hw_uop_push, HW_PATH_JOIN); return true;
    case HW_OP_PBK: translate_push(t, hw_uop_push, HW_PATH_BREAK); return true;
    case HW_OP_PCNT: translate_push(t, hw_uop_push, HW_PATH_CONTINUE); return true;
    case HW_OP_PLONGJMP: translate_push(t, hw_uop_push, HW_PATH_LONGJMP); return true;
    case HW_OP_PRET: translate_push(t, hw_uop_push, call_kind(t)); return true;
    case HW_OP_CALL: translate_push(t, hw_uop_call, call_kind(t)); return true;
    case HW_OP_RET: hw_emit_guarded(t, hw_uop_ret); return true;
    case HW_OP_BRK: hw_emit_guarded(t, hw_uop_brk); return true;
    case HW_OP_CONT: hw_emit_guarded(t, hw_uop_cont); return true;
    case HW_OP_LONGJMP: hw_emit_guarded(t, hw_uop_longjmp); return true;
    case HW_OP_SYNC: hw_emit_guarded(t, hw_uop_sync); return true;
    case HW_OP_EXIT:
    case HW_OP_KIL: translate_end_of_threads(t); return true;
    case HW_OP_DISCARD: translate_discard(t); return true;
    case HW_OP_PEXIT: hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED); return true;
    case HW_OP_QUADON: hw_emit(t, hw_uop_quadon); return true;
    case HW_OP_QUADPOP: hw_emit(t, hw_uop_quadpop); return true;
    case HW_OP_BAR: translate_barrier(t); return true;
    case HW_OP_VOTE: translate_vote(t); return true;
    case HW_OP_TRAP: hw_emit_guarded_fault(t, HW_FAULT_TRAP, HW_TRAP_INSN); return true;
    case HW_OP_BPT:
        if (t->view.mod[HW_MOD_BPT] == BPT_TRAP)
            hw_emit_guarded_fault(t, HW_FAULT_TRAP, HW_TRAP_INSN);
        else if (t->view.mod[HW_MOD_BPT] != BPT_DRAIN) /* it waits for accesses, which are done */
            hw_emit_guarded_fault(t, HW_FAULT_BREAKPOINT, HW_TRAP_BREAKPOINT);
        return true;
    case HW_OP_TRAPCTL: translate_trap_control(t); return true;
    case HW_OP_PREEXIT: /* grids of a stream run one behind the other, whether they may overlap or not */
    case HW_OP_ACQUIRE:
    case HW_OP_NOP:
    case HW_OP_PMEVENT:
    case HW_OP_CCTL: return true;
    case HW_OP_DEPBAR:
        if (t->puts_off)
            hw_async_depbar(t);
        return true;
    case HW_OP_MEMBAR: hw_note_fence(t); return true;
    default: return false;
    }
}

/* SPDX-License-Identifier: MIT */
/* This file decodes a function into scheduled instructions: what each reads, writes, takes, and where it
 * branches. */
#include "sched/sched_insn.h"

#include "isa/tables.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- effects */

static void add_registers(struct hw_resources *set, const struct hw_register_range *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned r = list[i].first; r < list[i].first + list[i].count && r < HW_READY_PRED; r++)
            hw_resources_add(set, r);
}

/* The resources from `first` on whose bits are set. */
static void add_bits(struct hw_resources *set, unsigned first, uint64_t bits)
{
    for (; bits; bits &= bits - 1)
        hw_resources_add(set, first + (unsigned)__builtin_ctzll(bits));
}

static void add_uniform(struct hw_resources *set, const uint64_t bits[HW_UNIFORM_WORDS])
{
    for (unsigned i = 0; i < HW_UNIFORM_WORDS; i++)
        add_bits(set, HW_READY_UREG + 64 * i, bits[i]);
}

/* Registers of either kind that an instruction does not read at issue. */
static void add_late_reads(struct hw_sched_insn *step)
{
    HW_EACH_RESOURCE(r, &step->reads)
        if (r < HW_READY_PRED ? step->timing->late
                              : r >= HW_READY_UREG && r < HW_READY_UPRED && step->timing->late_uniform)
            hw_resources_add(&step->late_reads, r);
}

/* R2UR.OR leaves its predicate true where it was: it adds to what is there at last, and need not wait. */
static unsigned kept_predicates(const struct hw_insn *insn, const struct hw_effects *effects)
{
    struct hw_semantics view;
    hw_insn_semantics(insn, &view);
    return view.op != HW_OP_R2UR              ? 0
           : view.guard.kind == HW_GUARD_PRED ? effects->pred_written & ~(1u << (view.guard.reg & 7))
                                              : effects->pred_written;
}

/* The halves of LDTM write a register for half of the threads each, and leave it as it was in the others: no
 * source, though liveness has one.  It reads no other registers. */
static bool keeps_threads(const struct hw_insn *insn)
{
    struct hw_semantics view;
    hw_insn_semantics(insn, &view);
    return view.op == HW_OP_LDTM;
}

static void read_effects(const struct hw_insn *insn, struct hw_sched_insn *step)
{
    struct hw_effects effects;
    hw_insn_effects(insn, &effects);
    if (!keeps_threads(insn))
        add_registers(&step->reads, effects.read, effects.read_count);
    add_bits(&step->reads, HW_READY_PRED, effects.pred_read & ~kept_predicates(insn, &effects));
    add_bits(&step->reads, HW_READY_COND, effects.cond_read & 1);
    add_uniform(&step->reads, effects.ureg_read);
    add_bits(&step->reads, HW_READY_UPRED, effects.upred_read);
    add_registers(&step->writes, effects.write, effects.write_count);
    add_bits(&step->writes, HW_READY_PRED, effects.pred_written);
    add_bits(&step->writes, HW_READY_COND, effects.cond_written & 1);
    add_uniform(&step->writes, effects.ureg_written);
    add_bits(&step->writes, HW_READY_UPRED, effects.upred_written);
    step->barriers = effects.breg_read;
    add_late_reads(step);
}

/* ---------------------------------------------------------------- flow */

/* Whether the instruction acts in some threads only: by its guard, a test, or from Volta on a predicate that
 * a jump reads beside the guard, or whether lanes have diverged (BRA.DIV, BRA.CONV). */
static bool is_conditional(const struct hw_semantics *view)
{
    bool tests = (view->mod[HW_MOD_TEST] && view->mod[HW_MOD_TEST] != 16) || view->mod[HW_MOD_UNIFORM] > 1;

    const unsigned flow = hw_operation_info(view->op)->flow;
    if (flow == HW_FLOW_JUMP || flow == HW_FLOW_INDIRECT)
        for (unsigned i = 0; i < view->operand_count; i++)
            tests |= hw_operand_is_predicate(&view->operand[i]) &&
                     (view->operand[i].reg != HW_PT || view->operand[i].flags & HW_OPERAND_INV);
    return hw_guard_is_test(&view->guard) || tests;
}

/* DEPBAR: the scoreboards that are at zero behind it.  One that only falls to a number is taken for released
 * too: what else it guards finishes in order, which compilers count on. */
static uint8_t released(const struct hw_semantics *view)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < view->operand_count; i++) {
        const struct hw_operand *operand = &view->operand[i];
        if (operand->kind == HW_OPERAND_BARRIER)
            mask |= 1u << (operand->offset & 7);
        else if (operand->kind == HW_OPERAND_BREG) /* from Volta on */
            mask |= 1u << (operand->reg & 7);
        else if (operand->kind == HW_OPERAND_IMM && (i == 0 || i == 2))
            mask |= (unsigned)operand->offset;
    }
    return (uint8_t)(mask & ((1u << HW_SCOREBOARD_COUNT) - 1));
}

/* The smallest stall count that is correct for an operation. */
static uint8_t min_stall_of(const struct hw_timing_table *timing, unsigned op)
{
    return timing && timing->least[op] ? timing->least[op] : 1;
}

/* What an instruction does beside its own work.  `.S`: the lanes that execute it go to the target of SSY; but
 * on Tesla they have met before it. */
static void read_also(const struct hw_target *target, const struct hw_semantics *view,
                      struct hw_sched_insn *step)
{
    const struct hw_timing_table *timing = hw_timing_table(target);

    if (view->also & HW_ALSO_EXIT) {
        step->flow = HW_FLOW_END;
        step->conditional = hw_guard_is_test(&view->guard);
    }
    if (!(view->also & HW_ALSO_JOIN) || !strcmp(hw_isa_name(target->isa), "tesla"))
        return;
    step->flow = HW_FLOW_LEAVE;
    step->token = HW_TOKEN_JOIN;
    step->leaves_function = false;
    step->unstated = timing && !timing->join;
    if (timing && timing->join)
        step->least = timing->join;
}

/* FENCE.VIEW orders what asynchronous units see of memory: a scoreboard tells when that is done, and what
 * starts such units or tells others waits for it.  It must not overtake a MEMBAR. */
static void read_view(const struct hw_target *target, const struct hw_insn *insn,
                      const struct hw_semantics *view, struct hw_sched_insn *step)
{
    const enum hw_timing_class class = hw_timing_class(insn);
    const unsigned flow = hw_operation_info(view->op)->flow;
    if (!hw_timing_has(target, HW_TRAIT_VIEWS))
        return;
    if (class == HW_CLASS_MEM_VIEW) {
        hw_resources_add(&step->writes, view->mod[HW_MOD_TMEM] ? HW_READY_TMEM_VIEW : HW_READY_VIEW);
    } else if (view->op == HW_OP_MEMBAR && view->mod[HW_MOD_SCOPE] == 0 && insn->form->sets == HW_SETS_READ) {
        hw_resources_add(&step->reads, HW_READY_VIEW);
        hw_resources_add(&step->late_reads, HW_READY_VIEW);
    } else if (class == HW_CLASS_MEM_TENSOR) {
        hw_resources_add(&step->reads, HW_READY_TMEM_VIEW);
    } else if (class == HW_CLASS_MEM_BULK || class == HW_CLASS_MEM_BARRIER_OBJECT ||
               flow == HW_FLOW_BARRIER || (view->op == HW_OP_WARPGROUP && view->mod[HW_MOD_ARRIVE])) {
        hw_resources_add(&step->reads, HW_READY_TMEM_VIEW);
        hw_resources_add(&step->reads, HW_READY_VIEW);
    }
}

/* Products of a warpgroup, and WARPGROUP.DEPBAR. */
static void read_warpgroup(const struct hw_semantics *view, struct hw_sched_insn *step)
{
    if (view->op == HW_OP_WGMMA)
        step->group = (uint8_t)(HW_GROUP_PRODUCT | (view->mod[HW_MOD_COMMIT] ? HW_GROUP_CLOSES : 0));
    if (view->op != HW_OP_WARPGROUP || !view->mod[HW_MOD_WAIT] || step->guard)
        return;
    step->group = HW_GROUP_WAITS;
    for (unsigned i = 0; i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_IMM)
            step->groups_left = (uint8_t)(view->operand[i].offset & 7);
}

#define UNIFORM_GUARD 9u /* 1 and up are P0 to PT */

unsigned hw_guard_resource(unsigned guard)
{
    const unsigned number = guard / 2;
    if (!number || number == UNIFORM_GUARD - 1 || number == UNIFORM_GUARD + HW_PT) /* which do not change */
        return HW_READY_VALUES;
    return number < UNIFORM_GUARD ? HW_READY_PRED + number - 1 : HW_READY_UPRED + number - UNIFORM_GUARD;
}

/* What it waits for, beside scheduling bits: under @!PT and @!UPT nothing. */
static void read_waits(const struct hw_target *target, const struct hw_insn *insn,
                       const struct hw_semantics *view, struct hw_sched_insn *step)
{
    const struct hw_operation_info *info = hw_operation_info(view->op);
    if (step->guard && hw_guard_resource(step->guard) == HW_READY_VALUES)
        return;
    step->drains = (info->memory & HW_EFFECT_FENCE && hw_timing_class(insn) != HW_CLASS_MEM_VIEW) ||
                   (info->flow == HW_FLOW_BARRIER && hw_timing_has(target, HW_TRAIT_BARRIERS_DRAIN));
    if (view->op == HW_OP_DEPBAR)
        step->releases = step->names = released(view);
    read_warpgroup(view, step);
}

/* `target` becomes a byte offset here; resolve_target turns it into a number. */
static void read_flow(const struct hw_target *target, enum hw_sched_kind kind, const struct hw_insn *insn,
                      struct hw_sched_insn *step)
{
    struct hw_semantics view;
    uint64_t address;
    if (hw_insn_target(insn, step->offset, &address) && address < HW_NOWHERE)
        step->target = (uint32_t)address;
    hw_insn_semantics(insn, &view);
    const struct hw_operation_info *info = hw_operation_info(view.op);
    step->least = min_stall_of(hw_timing_table(target), view.op);
    step->padding = view.op == HW_OP_NOP;
    step->early_predicate = view.op == HW_OP_ATOM || view.op == HW_OP_ATOMF;
    if (view.guard.kind == HW_GUARD_PRED)
        step->guard = (uint8_t)(2 * (1 + view.guard.reg) + view.guard.test);
    if (view.guard.kind == HW_GUARD_UPRED)
        step->guard = (uint8_t)(2 * (UNIFORM_GUARD + view.guard.reg) + view.guard.test);
    step->calls = info->flow == HW_FLOW_CALL || view.op == HW_OP_CALLP;
    step->returns = info->flow == HW_FLOW_RETURN || view.op == HW_OP_RETP;
    step->flow = info->flow;
    step->token = info->token;
    step->leaves_function =
        info->flow == HW_FLOW_INDIRECT || info->flow == HW_FLOW_CALL || info->flow == HW_FLOW_RETURN;
    step->settles = step->leaves_function;
    step->conditional = is_conditional(&view) || info->flow == HW_FLOW_CALL;
    read_also(target, &view, step);
    hw_product_halves(target, insn, &view, step);
    step->waits_textures = kind == HW_SCHED_COUNTS && view.op == HW_OP_DEPBAR;
    read_waits(target, insn, &view, step);
    step->commits = view.op == HW_OP_LDGDEPBAR || view.op == HW_OP_TENSORFLUSH;
    read_view(target, insn, &view, step);
    if (view.op == HW_OP_BSYNC) { /* leads to the target of BSSY, where it stands in compiled code */
        step->flow = HW_FLOW_LEAVE;
        step->conditional = true;
    }
}

/* The scheduling of a word that is no valid instruction is that in its bits. */
static struct hw_sched read_sched(const struct hw_target *target, const uint8_t *code, size_t at,
                                  const struct hw_insn *insn)
{
    return hw_sched_unpack(hw_sched_kind(target),
                           insn->form ? insn->control : hw_code_control(target, code, at));
}

static void read_step(const struct hw_target *target, const struct hw_insn *insn, uint32_t offset,
                      struct hw_sched_insn *step)
{
    enum hw_sched_kind kind = hw_sched_kind(target);
    *step = (struct hw_sched_insn){.offset = offset,
                                   .target = HW_NOWHERE,
                                   .timing = hw_timing_of(target, insn),
                                   .least = 1,
                                   .low_read = HW_READY_VALUES,
                                   .high_read = HW_READY_VALUES,
                                   .low_written = HW_READY_VALUES};
    step->late_rewrites = hw_timing_has(target, HW_TRAIT_LATE_REWRITES);
    step->rests = kind == HW_SCHED_SCOREBOARDS && !hw_target_group(target);
    step->fixed = !hw_code_has_control(target, insn, offset);
    step->unstated = kind == HW_SCHED_COUNTS && step->fixed;
    memset(step->slot, HW_RZ, sizeof(step->slot));
    if (insn->form) {
        hw_read_slots(insn, step);
        read_effects(insn, step);
        read_flow(target, kind, insn, step);
    } else { /* whatever it does, nothing else is in flight */
        step->least = 15;
        step->settles = true;
    }
}

/* The instruction at, or behind the control word at, a byte offset. */
static uint32_t find_step(const struct hw_cfg *flow, uint32_t offset)
{
    uint32_t low = 0, high = flow->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (flow->step[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < flow->count ? low : HW_NOWHERE;
}

/* A jump to an unknown target leaves the function. */
static void resolve_target(const struct hw_cfg *flow, struct hw_sched_insn *step)
{
    if (step->target != HW_NOWHERE)
        step->target = find_step(flow, step->target);
    if (step->flow == HW_FLOW_JUMP && step->target == HW_NOWHERE) {
        step->leaves_function = true;
        step->settles = true;
    }
}

hw_status hw_cfg_decode(const struct hw_target *target, const uint8_t *code, size_t length,
                        struct hw_cfg *flow)
{
    *flow = (struct hw_cfg){.kind = hw_sched_kind(target)};
    if (length / 4 >= HW_NOWHERE)
        return HW_ERR_NO_MEMORY;
    flow->step = malloc((length / 4 + 1) * sizeof(*flow->step));
    if (!flow->step)
        return HW_ERR_NO_MEMORY;
    struct hw_insn insn;
    for (size_t at = 0; hw_decode_code(target, code, length, &at, &insn) == HW_OK; at += insn.bytes) {
        struct hw_sched_insn *step = &flow->step[flow->count++];
        read_step(target, &insn, (uint32_t)at, step);
        step->sched = read_sched(target, code, at, &insn);
    }
    for (uint32_t i = 0; i < flow->count; i++)
        resolve_target(flow, &flow->step[i]);
    return HW_OK;
}

bool hw_sched_insn_ends_block(const struct hw_sched_insn *step)
{
    switch (step->flow) {
    case HW_FLOW_JUMP:
    case HW_FLOW_INDIRECT:
    case HW_FLOW_CALL:
    case HW_FLOW_RETURN:
    case HW_FLOW_LEAVE:
    case HW_FLOW_END: return true;
    default: return false;
    }
}

bool hw_sched_insn_pushes(const struct hw_sched_insn *step)
{
    return step->flow == HW_FLOW_PUSH && !step->barriers && step->token != HW_TOKEN_CALL &&
           step->token != HW_TOKEN_EXIT;
}

bool hw_jumps_to_itself(const struct hw_cfg *flow, uint32_t number)
{
    const struct hw_sched_insn *step = &flow->step[number];
    return step->flow == HW_FLOW_JUMP && step->target == number && !step->conditional;
}

void hw_cfg_free(struct hw_cfg *flow)
{
    free(flow->step);
    free(flow->block);
    *flow = (struct hw_cfg){.kind = HW_SCHED_NONE};
}

/* SPDX-License-Identifier: MIT */
/* Control flow: guards (predication), branches, calls, breaks, returns, votes and the end of threads. */
#include "machine/paths/control_flow.h"

#include "machine/paths/paths.h"
#include "machine/program.h"
#include "machine/lane_writes.h"
#include "machine/warp_control.h"
#include "ops/scalar/cond.h"

/* Inlined where each guarded instruction passes. */
static inline __attribute__((always_inline)) uint32_t own_lanes(const struct hw_regs *regs,
                                                                const struct hw_uop *uop)
{
    const struct hw_warp *warp = (const struct hw_warp *)regs;
    uint32_t lanes = regs->exec & hw_read_pred(regs, uop->p_in);

    if (!uop->guard.tests)
        return lanes;
    return lanes & warp->block->program->cond_lanes(regs->reg[uop->guard.cond], uop->guard.test);
}

uint32_t hw_uop_lanes(const struct hw_regs *regs, const struct hw_uop *uop)
{
    return own_lanes(regs, uop);
}

void hw_uop_guard(struct hw_regs *regs, const struct hw_uop *uop)
{
    regs->exec = own_lanes(regs, uop);
    if (regs->exec == 0)
        hw_warp_set_pc(hw_warp_of(regs), hw_warp_uop_index(hw_warp_of(regs), uop) + uop->jump.skipped);
}

void hw_uop_unguard(struct hw_regs *regs, const struct hw_uop *uop)
{
    (void)uop;
    regs->exec = hw_warp_of(regs)->active;
}

void hw_uop_nop(struct hw_regs *regs, const struct hw_uop *uop)
{
    (void)regs;
    (void)uop;
}

void hw_uop_bra(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = own_lanes(regs, uop);

    if (lanes == warp->active) {
        hw_warp_count_and_branch(warp, uop, uop->jump.target);
    } else if (lanes != 0 && !uop->jump.uniform) {
        warp->block->stats.divergent_branches++;
        hw_paths_split(warp, uop, lanes, uop->jump.target);
    }
}

/* A preemption point: the start of an instruction where the next warp may run, as if the instruction before
 * had branched here. */
void hw_uop_preemption_point(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t here = hw_warp_uop_index(warp, uop);

    if (warp->run_start <
        warp->block->program
            ->insn_of[here]) /* else a branch came here, which was a preemption point itself */
        hw_warp_count_and_branch(warp, uop - 1, here + 1);
}

/* Lanes with different targets become different paths; the path of the lowest lane runs last. */
void hw_uop_brx(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_program *program = warp->block->program;
    uint32_t lanes = hw_uop_lanes(regs, uop) & hw_read_pred(regs, uop->p_out2),
             next = hw_warp_uop_index(warp, uop) + 1, stay = warp->active & ~lanes;

    if (lanes == 0)
        return;
    hw_warp_count(warp, uop);
    if (stay && !hw_paths_suspend(warp, uop, stay, next))
        return;
    for (;;) {
        const uint32_t base = regs->reg[uop->b][hw_lowest_lane(lanes)], address = base + uop->jump.offset,
                       same = hw_lanes_with_word(regs->reg[uop->b], base) & lanes;
        uint32_t target;
        if (!hw_program_locate(program, address, &target)) {
            hw_warp_fault(warp, uop, HW_FAULT_JUMP, hw_lowest_lane(lanes),
                          &(struct hw_access){.address = address},
                          "no instruction begins at the jump's target 0x%x", address);
            return;
        }
        lanes &= ~same;
        hw_warp_activate(warp, same);
        if (lanes == 0) {
            hw_warp_count_and_branch(warp, uop, target);
            return;
        }
        warp->block->stats.divergent_branches++;
        if (!hw_paths_suspend(warp, uop, same, target))
            return;
    }
}

void hw_uop_push(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    hw_paths_push(warp, uop, uop->jump.path, uop->jump.target);
}

/* A limited call does nothing when as many limited calls are in effect as the launch allows. */
void hw_uop_call(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t limit = warp->block->launch->limits.call_limit;

    if (uop->jump.path == HW_PATH_LIMITED_CALL && limit &&
        (limit == HW_NO_CALLS || hw_paths_limited_calls(warp) >= limit))
        return;
    if (hw_paths_push(warp, uop, uop->jump.path, hw_warp_uop_index(warp, uop) + 1))
        hw_warp_count_and_branch(warp, uop, uop->jump.target);
}

void hw_uop_exit(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = own_lanes(regs, uop);

    regs->exec = warp->active;
    hw_paths_end(warp, uop, lanes);
}

void hw_uop_ret(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = own_lanes(regs, uop);

    if (!hw_paths_unwind(warp, uop, HW_PATH_CALL, lanes))
        hw_paths_end(warp, uop, lanes);
}

/* Unwind to the entry that an instruction called `pusher` pushed; a fault where there is none. */
static void unwind_or_fault(struct hw_regs *regs, const struct hw_uop *uop, enum hw_path_kind kind,
                            const char *name, const char *pusher)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = hw_uop_lanes(regs, uop);

    if (lanes != 0 && !hw_paths_unwind(warp, uop, kind, lanes))
        hw_warp_fault(warp, uop, HW_FAULT_STACK_UNDERFLOW, hw_lowest_lane(lanes), NULL,
                      "a %s, but no %s is in effect", name, pusher);
}

void hw_uop_brk(struct hw_regs *regs, const struct hw_uop *uop)
{
    unwind_or_fault(regs, uop, HW_PATH_BREAK, "break", "PBK");
}

void hw_uop_cont(struct hw_regs *regs, const struct hw_uop *uop)
{
    unwind_or_fault(regs, uop, HW_PATH_CONTINUE, "continue", "PCNT");
}

void hw_uop_longjmp(struct hw_regs *regs, const struct hw_uop *uop)
{
    unwind_or_fault(regs, uop, HW_PATH_LONGJMP, "long jump", "PLONGJMP");
}

void hw_uop_join(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    hw_paths_reconverge(warp, uop, warp->active);
}

void hw_uop_sync(struct hw_regs *regs, const struct hw_uop *uop)
{
    uint32_t lanes = hw_uop_lanes(regs, uop);

    if (lanes != 0)
        hw_paths_reconverge(hw_warp_of(regs), uop, lanes);
}

/* The lanes of every quad that has an active one. */
static uint32_t full_quads(uint32_t active)
{
    uint32_t any = (active | active >> 1 | active >> 2 | active >> 3) & 0x11111111u;
    return any * 0xf;
}

void hw_uop_quadon(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_paths_enable_lanes(hw_warp_of(regs), uop, full_quads(regs->exec));
}

void hw_uop_sam(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_paths_enable_lanes(hw_warp_of(regs), uop, ~0u);
}

void hw_uop_quadpop(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_paths_restore_lanes(hw_warp_of(regs), uop);
}

void hw_uop_bar_result(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t result = hw_warp_of(regs)->reduced;

    hw_splat_word_masked(regs->reg[uop->d], result, regs->exec);
    hw_write_pred(regs, uop->p_out, result ? ~0u : 0);
}

void hw_uop_vote(struct hw_regs *regs, const struct hw_uop *uop)
{
    uint32_t lanes = regs->exec, yes = lanes;
    if (uop->b != HW_NO_REGISTER)
        yes &= hw_cond_lanes(regs->reg[uop->b], uop->vote.test);
    uint32_t flags = (uop->vote.all ? yes == lanes : yes != 0) ? HW_FLAG_S : HW_FLAG_Z;
    hw_splat_word_masked(regs->reg[uop->d], flags, lanes);
}

/* Guards, jumps, calls, loops' exits, votes and the end of threads.
 *
 * When a branch splits a warp, the side that lies later in the program runs first, as was measured on the
 * GT200 (Wong et al., "Demystifying GPU Microarchitecture through Microbenchmarking"); which side that is
 * cannot be seen by a program that is correct, but lanes that leave a loop run before those that stay, so
 * a lane that spins on a lock lets the lane that holds it go on. */
#include "machine/paths/control_flow.h"

#include "engine/code.h"
#include "machine/warp.h"
#include "ops/scalar/cond.h"

uint32_t hw_uop_lanes(const struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = (const struct hw_warp *)regs;
    uint32_t lanes = regs->exec & hw_read_pred(regs, uop->p_in);

    return uop->a == HW_NO_REGISTER ? lanes
                                    : lanes & warp->block->code->cond_lanes(regs->reg[uop->a], uop->mode);
}

static uint32_t index_of(const struct hw_warp *warp, const struct hw_uop *uop)
{
    return (uint32_t)(uop - warp->block->code->uop);
}

void hw_uop_guard(struct hw_regs *regs, const struct hw_uop *uop)
{
    regs->exec = hw_uop_lanes(regs, uop);
    if (regs->exec == 0)
        hw_warp_goto(hw_warp_of(regs), uop + uop->imm);
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

/* `lanes` of the path go to `target`, the others fall through. */
static void split(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t target)
{
    uint32_t behind = index_of(warp, uop) + 1, stay = warp->active & ~lanes;
    bool target_first = target >= behind;

    warp->block->stats.divergent_branches++;
    hw_warp_account(warp, uop);
    if (!hw_warp_push(warp, uop, HW_ENTRY_BRANCH, target_first ? behind : target,
                      target_first ? stay : lanes))
        return;
    hw_warp_activate(warp, target_first ? lanes : stay);
    if (target_first)
        hw_warp_jump(warp, uop, target);
}

void hw_uop_bra(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = hw_uop_lanes(regs, uop);

    if (lanes == warp->active)
        hw_warp_jump(warp, uop, uop->imm);
    else if (lanes != 0 && !uop->high)
        split(warp, uop, lanes, uop->imm);
}

/* The begin of an instruction where the next warp may have its turn: as if the one before had jumped here. */
void hw_uop_turn(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t here = index_of(warp, uop);

    if (warp->run_start < warp->block->code->insn_of[here]) /* else a jump came here and was asked already */
        hw_warp_jump(warp, uop - 1, here + 1);
}

/* Lanes with different targets become different paths; the path of the lowest lane runs first. */
void hw_uop_brx(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_code *code = warp->block->code;
    uint32_t lanes = hw_uop_lanes(regs, uop), behind = index_of(warp, uop) + 1, stay = warp->active & ~lanes;

    if (lanes == 0)
        return;
    hw_warp_account(warp, uop);
    if (stay && !hw_warp_push(warp, uop, HW_ENTRY_BRANCH, behind, stay))
        return;
    for (;;) {
        uint32_t base = regs->reg[uop->b][hw_lowest_lane(lanes)], address = base + uop->imm, same = 0, target;
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            same |= (uint32_t)(regs->reg[uop->b][lane] == base) << lane;
        same &= lanes;
        if (!hw_code_find(code, address, &target)) {
            hw_warp_fault(warp, uop, HW_FAULT_JUMP, hw_lowest_lane(lanes),
                          &(struct hw_access){.address = address},
                          "no instruction begins at the jump's target 0x%x", address);
            return;
        }
        lanes &= ~same;
        hw_warp_activate(warp, same);
        if (lanes == 0) {
            hw_warp_jump(warp, uop, target);
            return;
        }
        warp->block->stats.divergent_branches++;
        if (!hw_warp_push(warp, uop, HW_ENTRY_BRANCH, target, same))
            return;
    }
}

void hw_uop_push(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    hw_warp_push(warp, uop, uop->high, uop->imm, warp->active);
}

/* A limited call does nothing once as many are active as the launch allows. */
void hw_uop_call(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t limit = warp->block->launch->call_limit;

    if (uop->high == HW_ENTRY_LIMITED_CALL && limit && warp->limited_calls >= limit)
        return;
    if (hw_warp_push(warp, uop, uop->high, index_of(warp, uop) + 1, warp->active))
        hw_warp_jump(warp, uop, uop->imm);
}

/* Take lanes off the current path; what is left goes on. */
static void drop_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    hw_warp_activate(warp, warp->active & ~lanes);
    if (warp->active == 0)
        hw_warp_resume(warp, uop);
}

static void end_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    if (lanes == 0)
        return;
    if (warp->quads) {
        hw_warp_fault(warp, uop, HW_FAULT_QUADON, hw_lowest_lane(lanes), NULL,
                      "threads end while QUADON is in effect");
        return;
    }
    hw_warp_account(warp, uop);
    warp->live &= ~lanes;
    drop_lanes(warp, uop, lanes);
}

void hw_uop_exit(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = hw_uop_lanes(regs, uop);

    regs->exec = warp->active;
    end_lanes(warp, uop, lanes);
}

/* The lanes that take the instruction wait for the entry that takes them back; false when there is none. */
static bool go_away(struct hw_warp *warp, const struct hw_uop *uop, enum hw_away where)
{
    uint32_t lanes = hw_uop_lanes(&warp->regs, uop);

    if (warp->takers[where] == 0)
        return false;
    if (lanes != 0) {
        hw_warp_account(warp, uop);
        warp->away[where] |= lanes;
        drop_lanes(warp, uop, lanes);
    }
    return true;
}

void hw_uop_ret(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (!go_away(warp, uop, HW_AWAY_RETURNED))
        end_lanes(warp, uop, hw_uop_lanes(regs, uop));
}

/* As above; without an entry it is a fault. */
static void must_go_away(struct hw_regs *regs, const struct hw_uop *uop, enum hw_away where, const char *what,
                         const char *push)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = hw_uop_lanes(regs, uop);

    if (lanes != 0 && !go_away(warp, uop, where))
        hw_warp_fault(warp, uop, HW_FAULT_STACK_UNDERFLOW, hw_lowest_lane(lanes), NULL,
                      "a %s, but no %s is in effect", what, push);
}

void hw_uop_brk(struct hw_regs *regs, const struct hw_uop *uop)
{
    must_go_away(regs, uop, HW_AWAY_BROKEN, "break", "PBK");
}

void hw_uop_cont(struct hw_regs *regs, const struct hw_uop *uop)
{
    must_go_away(regs, uop, HW_AWAY_CONTINUED, "continue", "PCNT");
}

void hw_uop_longjmp(struct hw_regs *regs, const struct hw_uop *uop)
{
    must_go_away(regs, uop, HW_AWAY_JUMPED, "long jump", "PLONGJMP");
}

/* Whether `lanes` of the path can wait for the entry on top of the stack; reports the fault when not. */
static bool can_join(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    if (warp->depth == 0) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_UNDERFLOW, HW_NO_LANE, NULL,
                      "a join, but the control-flow stack is empty");
        return false;
    }
    const struct hw_entry *top = &warp->stack[warp->depth - 1];
    if (top->kind == HW_ENTRY_JOIN && (lanes & ~top->mask) != 0) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_MISMATCH, hw_lowest_lane(lanes & ~top->mask), NULL,
                      "lanes 0x%08x join others that were pushed without them", lanes & ~top->mask);
        return false;
    }
    if (top->kind != HW_ENTRY_BRANCH && top->kind != HW_ENTRY_JOIN) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_MISMATCH, HW_NO_LANE, NULL,
                      "a join, but a %s is on top of the control-flow stack",
                      hw_entry_traits[top->kind].name);
        return false;
    }
    return true;
}

void hw_uop_join(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (!can_join(warp, uop, warp->active))
        return;
    hw_warp_account(warp, uop);
    hw_warp_resume(warp, uop);
}

/* Those that take it wait in the entry that SSY pushed; the others go on. */
void hw_uop_sync(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = hw_uop_lanes(regs, uop);

    if (lanes == 0 || !can_join(warp, uop, lanes))
        return;
    hw_warp_account(warp, uop);
    drop_lanes(warp, uop, lanes);
}

/* The lanes of every quad that has an active one. */
static uint32_t whole_quads(uint32_t active)
{
    uint32_t any = (active | active >> 1 | active >> 2 | active >> 3) & 0x11111111u;
    return any * 0xf;
}

static void widen(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    hw_warp_account(warp, uop);
    if (hw_warp_push(warp, uop, HW_ENTRY_QUADON, index_of(warp, uop) + 1, warp->active))
        hw_warp_activate(warp, lanes & warp->launched);
}

void hw_uop_quadon(struct hw_regs *regs, const struct hw_uop *uop)
{
    widen(hw_warp_of(regs), uop, whole_quads(regs->exec));
}

void hw_uop_sam(struct hw_regs *regs, const struct hw_uop *uop)
{
    widen(hw_warp_of(regs), uop, ~0u);
}

void hw_uop_quadpop(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (warp->depth == 0 || warp->stack[warp->depth - 1].kind != HW_ENTRY_QUADON) {
        hw_warp_fault(warp, uop, warp->depth ? HW_FAULT_STACK_MISMATCH : HW_FAULT_STACK_UNDERFLOW, HW_NO_LANE,
                      NULL, "QUADPOP or RAM, but neither QUADON nor SAM is on top of the control-flow stack");
        return;
    }
    hw_warp_account(warp, uop);
    warp->quads--;
    hw_warp_activate(warp, warp->stack[--warp->depth].mask & warp->live);
}

void hw_uop_bar(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_warp_barrier(hw_warp_of(regs), uop);
}

void hw_uop_bar_result(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t result = hw_warp_of(regs)->reduced;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[uop->d][lane] = result;
    hw_write_pred(regs, uop->p_out, result ? ~0u : 0);
}

void hw_uop_vote(struct hw_regs *regs, const struct hw_uop *uop)
{
    uint32_t lanes = regs->exec, yes = lanes;
    if (uop->b != HW_NO_REGISTER)
        yes &= hw_cond_lanes(regs->reg[uop->b], uop->mode);
    uint32_t flags = (uop->high ? yes == lanes : yes != 0) ? HW_FLAG_S : HW_FLAG_Z;
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (lanes >> lane & 1)
            regs->reg[uop->d][lane] = flags;
}

/* The control-flow stack: how a warp splits, waits and comes together again.
 *
 * A path is a set of lanes at one place in the code.  One path runs; the others wait in stack entries.
 * SSY pushes the lanes that will meet at a join; a branch that only some lanes take pushes the side that
 * waits; CALL, PBK, PCNT, PLONGJMP and QUADON push what RET, BRK, CONT, LONGJMP and QUADPOP take off.  A lane
 * that returned, broke, continued, jumped or ended is no longer on any path, so an entry's lanes are its mask
 * less those; when the entry comes to the top it takes back those that waited for it.
 *
 * Entries hold the micro-op to go on with.  On Tesla SSY names the instruction that joins: a path that
 * arrives there waits, and all execute it together when the last has come, so the entry goes on within it.
 * Later SSY's target is the place where all go on, wherever a path ended in SYNC, or in an instruction with
 * `.S`.
 * @see envytools, "Tesla CUDA ISA", control flow */
#include "engine/code.h"
#include "machine/warp.h"

void hw_warp_account(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_block *block = warp->block;
    uint32_t insn = block->code->insn_of[uop - block->code->uop];
    uint32_t count = insn + 1 - warp->run_start;

    warp->run_start = insn + 1;
    warp->slice -= (int32_t)count;
    block->instructions += count;
    block->stats.warp_instructions += count;
    block->stats.thread_instructions += (uint64_t)count * hw_lane_count(warp->active);
}

/* Go on at `target`, all instructions up to here being counted. */
static void go(struct hw_warp *warp, const struct hw_uop *uop, uint32_t target)
{
    const struct hw_block *block = warp->block;
    const struct hw_code *code = block->code;

    warp->run_start = code->insn_of[target];
    if (block->launch->max_instructions && block->instructions > block->launch->max_instructions) {
        hw_warp_fault(warp, uop, HW_FAULT_LIMIT, HW_NO_LANE, NULL,
                      "the block has executed more than %llu warp instructions",
                      (unsigned long long)block->launch->max_instructions);
        return;
    }
    hw_warp_goto(warp, code->uop + target);
    if (warp->slice <= 0) {
        warp->yielded = uop;
        hw_warp_leave(warp, HW_LEAVE_YIELD);
    }
}

void hw_warp_jump(struct hw_warp *warp, const struct hw_uop *uop, uint32_t target)
{
    hw_warp_account(warp, uop);
    go(warp, uop, target);
}

/* clang-format off */
const struct hw_entry_traits hw_entry_traits[HW_ENTRY_KINDS] = {
    [HW_ENTRY_BRANCH] = {"branch", HW_AWAY_NONE},
    [HW_ENTRY_CALL] = {"call", HW_AWAY_RETURNED},
    [HW_ENTRY_LIMITED_CALL] = {"call", HW_AWAY_RETURNED},
    [HW_ENTRY_BREAK] = {"break", HW_AWAY_BROKEN},
    [HW_ENTRY_QUADON] = {"QUADON", HW_AWAY_NONE},
    [HW_ENTRY_JOIN] = {"join", HW_AWAY_NONE},
    [HW_ENTRY_CONTINUE] = {"continue", HW_AWAY_CONTINUED},
    [HW_ENTRY_LONGJMP] = {"long jump", HW_AWAY_JUMPED},
};
/* clang-format on */

/* Count an entry in, or (by -1) out. */
static void count_entry(struct hw_warp *warp, unsigned kind, uint32_t by)
{
    unsigned takes = hw_entry_traits[kind].takes;

    if (takes != HW_AWAY_NONE)
        warp->takers[takes] += by;
    if (kind == HW_ENTRY_LIMITED_CALL)
        warp->limited_calls += by;
    if (kind == HW_ENTRY_QUADON)
        warp->quads += by;
}

bool hw_warp_push(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, uint32_t target,
                  uint32_t mask)
{
    const struct hw_launch *launch = warp->block->launch;
    uint32_t limit = launch->stack_entries ? launch->stack_entries : HW_STACK_ENTRIES;

    if (warp->depth == limit) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_OVERFLOW, HW_NO_LANE, NULL,
                      "the warp's control-flow stack is full (%u entries)", limit);
        return false;
    }
    warp->stack[warp->depth++] = (struct hw_entry){.target = target, .mask = mask, .kind = (uint8_t)kind};
    count_entry(warp, kind, 1);
    return true;
}

/* Take the top entry off and say which of its lanes go on. */
static uint32_t pop(struct hw_warp *warp, struct hw_entry *entry)
{
    *entry = warp->stack[--warp->depth];
    unsigned takes = hw_entry_traits[entry->kind].takes;
    count_entry(warp, entry->kind, -1u);
    if (takes != HW_AWAY_NONE)
        warp->away[takes] &= ~entry->mask;
    return entry->mask & warp->live & ~hw_warp_away(warp);
}

/* An instruction that joins was counted for each path that came to it, and so was a barrier. */
static void count_once(struct hw_warp *warp, const struct hw_entry *entry)
{
    const struct hw_code *code = warp->block->code;

    if (entry->parked || (entry->kind == HW_ENTRY_JOIN && code->insn[warp->run_start].uop < entry->target))
        warp->run_start++;
}

void hw_warp_resume(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_entry entry;

    while (warp->depth > 0) {
        uint32_t lanes = pop(warp, &entry);
        if (lanes == 0)
            continue;
        hw_warp_activate(warp, lanes);
        /* a parked path comes to its barrier again, now without those that ended */
        go(warp, uop, entry.parked ? entry.target - 1 : entry.target);
        count_once(warp, &entry);
        return;
    }
    if (warp->live != 0) {
        hw_warp_activate(warp, warp->live);
        hw_warp_fault(warp, uop, HW_FAULT_STACK_UNDERFLOW, HW_NO_LANE, NULL,
                      "the control-flow stack is empty, but lanes 0x%08x still wait to go on", warp->live);
        return;
    }
    hw_warp_activate(warp, 0);
    hw_warp_leave(warp, HW_LEAVE_DONE);
}

/* The control-flow stack: how a warp splits, waits and comes together again.
 *
 * A path is a set of lanes at one place in the code.  One path runs; the others wait in stack entries.
 * SSY pushes the lanes that will meet at a join; a branch that only some lanes take pushes the side that
 * waits; CALL, PBK and QUADON push what RET, BRK and QUADPOP take off.  A lane that returned, broke or
 * ended is no longer on any path, so an entry's lanes are its mask less those.
 *
 * Entries hold the micro-op to go on with.  For SSY that is the one behind the joining instruction: a
 * path that arrived there has executed it already.  @see envytools, "Tesla CUDA ISA", control flow */
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

void hw_warp_jump(struct hw_warp *warp, const struct hw_uop *uop, uint32_t target)
{
    const struct hw_block *block = warp->block;
    const struct hw_code *code = block->code;

    hw_warp_account(warp, uop);
    warp->run_start = code->insn_of[target];
    if (block->launch->max_instructions && block->instructions > block->launch->max_instructions) {
        hw_warp_fault(warp, uop, HW_FAULT_LIMIT, HW_NO_LANE, NULL,
                      "the block has executed more than %llu warp instructions",
                      (unsigned long long)block->launch->max_instructions);
        return;
    }
    hw_warp_goto(warp, code->uop + target);
    if (warp->slice <= 0)
        hw_warp_leave(warp, HW_LEAVE_YIELD);
}

/* Counters that tell whether RET or BRK have anything to go to. */
static uint32_t *entry_counter(struct hw_warp *warp, unsigned kind)
{
    switch (kind) {
    case HW_ENTRY_CALL:
    case HW_ENTRY_LIMITED_CALL: return &warp->calls;
    case HW_ENTRY_BREAK: return &warp->breaks;
    case HW_ENTRY_QUADON: return &warp->quads;
    default: return NULL;
    }
}

bool hw_warp_push(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, uint32_t target,
                  uint32_t mask)
{
    const struct hw_launch *launch = warp->block->launch;
    uint32_t limit = launch->stack_entries ? launch->stack_entries : HW_STACK_ENTRIES;
    uint32_t *counter = entry_counter(warp, kind);

    if (warp->depth == limit) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_OVERFLOW, HW_NO_LANE, NULL,
                      "the warp's control-flow stack is full (%u entries)", limit);
        return false;
    }
    warp->stack[warp->depth++] = (struct hw_entry){.target = target, .mask = mask, .kind = (uint8_t)kind};
    if (counter)
        ++*counter;
    warp->limited_calls += kind == HW_ENTRY_LIMITED_CALL;
    return true;
}

/* Take the top entry off and say which of its lanes go on. */
static uint32_t pop(struct hw_warp *warp, struct hw_entry *entry)
{
    *entry = warp->stack[--warp->depth];
    uint32_t *counter = entry_counter(warp, entry->kind);
    if (counter)
        --*counter;
    warp->limited_calls -= entry->kind == HW_ENTRY_LIMITED_CALL;
    if (entry->kind == HW_ENTRY_CALL || entry->kind == HW_ENTRY_LIMITED_CALL)
        warp->returned &= ~entry->mask;
    else if (entry->kind == HW_ENTRY_BREAK)
        warp->broken &= ~entry->mask;
    return entry->mask & warp->live & ~(warp->returned | warp->broken);
}

void hw_warp_resume(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_entry entry;

    while (warp->depth > 0) {
        uint32_t lanes = pop(warp, &entry);
        if (lanes == 0)
            continue;
        hw_warp_activate(warp, lanes);
        if (entry.parked) {
            hw_warp_fault(warp, uop, HW_FAULT_DEADLOCK, HW_NO_LANE, NULL,
                          "lanes 0x%08x wait at a barrier that the rest of their warp went past", lanes);
            return;
        }
        warp->run_start = warp->block->code->insn_of[entry.target];
        hw_warp_goto(warp, warp->block->code->uop + entry.target);
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

/* SPDX-License-Identifier: MIT */
/* The banks of a scheduler's registers, and the collectors in which operands come together.
 *
 * An instruction has `operand_clocks` to read its operands; registers of one bank are read one after another,
 * and after those of the instructions before.  What comes too late holds up the scheduler and the stall
 * counts of its warps.
 *
 * From Maxwell on there are two collectors, of which an instruction takes one for a clock.  Registers that it
 * marks for reuse stay there until another instruction takes this collector: that is the reuse cache.  A warp
 * takes its own collector again, or else one that is free.
 *
 * CuAssembler's microbenchmarks of sm_50 show all this (RegBank): an instruction with two registers of a bank
 * costs a clock behind another such one and none alone, and three cost one alone and two behind
 * (BankConflictComb, ReuseStall); a warp that changes between two sets of registers keeps both (ReuseSwitch);
 * of three and of four warps one keeps its registers, the others take them from each other (ReuseStall).
 * ptxas marks registers for reuse by the next instruction but one, too, and across loads and stores: these
 * take no collector. */
#include "timing/model/multiprocessor.h"

#include <string.h>

/* The slots of an instruction whose registers a collector has kept for this warp. */
static unsigned kept_slots(const struct hw_sm *sm, const struct hw_collector *collector, uint32_t warp,
                           const struct hw_timed_insn *insn)
{
    unsigned slots = 0;

    if (collector->warp != warp)
        return 0;
    const struct hw_timed_insn *before = &sm->code->insn[collector->place];
    for (unsigned s = 0; s < HW_TIMED_SLOTS; s++)
        if (before->kept >> s & 1 && before->slot[s] == insn->slot[s])
            slots |= 1u << s;
    return slots;
}

static bool is_free(const struct hw_collector *collector)
{
    return collector->warp >= HW_WARPS_MAX;
}

/* The collector that an instruction takes, of those that nobody took a clock ago: the keeper of its
 * registers, its warp's, a free one, the first one. */
static struct hw_collector *choose_collector(struct hw_sm_scheduler *scheduler, uint32_t warp, uint64_t now,
                                             struct hw_collector *keeper)
{
    struct hw_collector *const first = &scheduler->collector[0], *const second = &scheduler->collector[1];

    if (first->taken_until >= now)
        return second;
    if (second->taken_until >= now)
        return first;
    if (keeper)
        return keeper;
    if (second->warp == warp)
        return second;
    return first->warp == warp || is_free(first) || !is_free(second) ? first : second;
}

/* Leave out what is reused: a register is not read unless a slot that is not reused names it, too. */
static void leave_out(const struct hw_timed_insn *insn, unsigned slots, uint8_t bank[4])
{
    for (unsigned s = 0; s < HW_TIMED_SLOTS; s++) {
        bool needed = !(slots >> s & 1);
        for (unsigned other = 0; other < HW_TIMED_SLOTS; other++)
            needed |= insn->slot[other] == insn->slot[s] && (other < s || !(slots >> other & 1));
        if (!needed)
            bank[insn->slot_bank[s]]--;
    }
}

/* Each bank reads one register a clock, from `from` on; returns when all are read. */
static uint64_t read_banks(struct hw_sm_scheduler *scheduler, const uint8_t bank[4], uint64_t from)
{
    uint64_t end = 0;

    for (unsigned b = 0; b < 4; b++) {
        if (!bank[b])
            continue;
        scheduler->bank_free[b] = hw_later(scheduler->bank_free[b], from) + bank[b];
        end = hw_later(end, scheduler->bank_free[b]);
    }
    return end;
}

/* The instruction's operands come together in a collector; what that has of them is left out of `bank`. */
static void collect(struct hw_sm *sm, struct hw_sm_scheduler *scheduler, uint32_t warp, uint8_t bank[4])
{
    const uint32_t place = sm->warp[warp].place;
    const struct hw_timed_insn *insn = &sm->code->insn[place];
    struct hw_collector *keeper = NULL;
    unsigned reused = 0;

    for (unsigned i = 0; i < HW_COLLECTORS; i++) {
        const unsigned slots = kept_slots(sm, &scheduler->collector[i], warp, insn);
        if (__builtin_popcount(slots) > __builtin_popcount(reused)) {
            reused = slots;
            keeper = &scheduler->collector[i];
        }
    }
    if (reused)
        leave_out(insn, reused, bank);
    struct hw_collector *taken = choose_collector(scheduler, warp, sm->now, keeper);
    taken->warp = warp;
    taken->place = place;
    taken->taken_until = sm->now + 1;
}

uint32_t hw_sm_use_banks(struct hw_sm *sm, struct hw_sm_scheduler *scheduler, uint32_t warp)
{
    const struct hw_microarchitecture *micro = &sm->chip->micro;
    const struct hw_timed_insn *insn = &sm->code->insn[sm->warp[warp].place];
    uint8_t bank[4] = {insn->bank[0], insn->bank[1], insn->bank[2], insn->bank[3]};
    uint64_t from = sm->now;

    if (!micro->register_banks || hw_timed_has_queue(insn))
        return 0;
    if (micro->reuse_cache) {
        collect(sm, scheduler, warp, bank);
        if (sm->now == scheduler->held_until) /* it was held up: its operands were read meanwhile */
            from -= scheduler->held;
    } else {
        memset(scheduler->bank_free, 0, sizeof scheduler->bank_free);
    }
    const uint64_t end = read_banks(scheduler, bank, from), until = sm->now + micro->operand_clocks;
    return end > until ? (uint32_t)(end - until) : 0;
}

void hw_sm_leave_collectors(struct hw_sm_scheduler *scheduler, uint32_t warp)
{
    for (unsigned i = 0; i < HW_COLLECTORS; i++)
        if (scheduler->collector[i].warp == warp)
            scheduler->collector[i].warp = HW_WARPS_MAX;
}

void hw_sm_hold(struct hw_sm *sm, uint32_t number, uint32_t clocks)
{
    struct hw_sm_scheduler *scheduler = &sm->scheduler[number];

    scheduler->held = clocks;
    scheduler->held_until = sm->now + sm->chip->micro.issue_cycles + clocks;
    for (unsigned i = 0; i < HW_COLLECTORS; i++)
        if (scheduler->collector[i].taken_until > sm->now)
            scheduler->collector[i].taken_until += clocks;
    for (uint32_t i = 0; i < scheduler->count; i++) {
        struct hw_sm_warp *w = &sm->warp[i * sm->chip->micro.schedulers + number];
        if (!w->trace || w->why != HW_STALL_FIXED || scheduler->ready_at[i] <= sm->now ||
            scheduler->ready_at[i] == HW_TIME_UNKNOWN)
            continue;
        scheduler->ready_at[i] += clocks;
        w->earliest += clocks;
    }
}

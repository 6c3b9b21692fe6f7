/* SPDX-License-Identifier: MIT */
/* The banks of a scheduler's registers, and the reuse cache before them.  What is known of them comes from
 * CuAssembler's microbenchmarks of sm_50. */
#include "timing/model/multiprocessor.h"

static uint64_t later(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

/* Whether the reuse cache has the operands of a warp's instruction.  It keeps those of the two warps that
 * issued last: measured by CuAssembler on sm_50 (RegBank, ReuseStall: with a stall count of 2 reuse works,
 * with 3 it works for two warps and not for more). */
static bool has_operands(const struct hw_sm_scheduler *scheduler, uint32_t warp, uint32_t place)
{
    for (unsigned i = 0; i < 2; i++)
        if (scheduler->reuse[i].warp == warp && scheduler->reuse[i].place == place)
            return true;
    return false;
}

/* Registers of one bank are read one after another, but not at once: what an instruction has too many of,
 * those around it have fewer.  Three of one bank cost a clock even so, except right behind another such
 * instruction (CuAssembler on sm_50: BankConflictComb 181 to 240, ReuseSwitch).  Returns when the scheduler
 * can issue again. */
uint64_t hw_sm_use_banks(struct hw_sm *sm, struct hw_sm_scheduler *scheduler, uint32_t warp)
{
    const uint32_t place = sm->warp[warp].place;
    const struct hw_timed_insn *insn = &sm->code->insn[place];
    const uint8_t *bank = insn->bank[has_operands(scheduler, warp, place)];
    const uint64_t slack = sm->chip->micro.register_ports;
    uint64_t next = 0;
    unsigned most = 0;

    for (unsigned b = 0; b < 4; b++) {
        if (!bank[b])
            continue;
        most = bank[b] > most ? bank[b] : most;
        scheduler->bank_free[b] = later(slack > 1 ? scheduler->bank_free[b] : 0, sm->now) + bank[b];
        if (scheduler->bank_free[b] > sm->now + slack)
            next = later(next, scheduler->bank_free[b] - slack + 1);
    }
    scheduler->delayed = most > 2 && slack && !scheduler->delayed;
    if (scheduler->delayed)
        next = later(next, sm->now + 2);
    if (scheduler->reuse[0].warp != warp)
        scheduler->reuse[1] = scheduler->reuse[0];
    scheduler->reuse[0].warp = warp;
    scheduler->reuse[0].place = insn->next;
    return next;
}

/* What the banks hold up holds up the counts of stalls, too. */
void hw_sm_freeze(struct hw_sm *sm, uint32_t number, uint64_t clocks)
{
    struct hw_sm_scheduler *scheduler = &sm->scheduler[number];

    for (uint32_t i = 0; i < scheduler->count; i++) {
        struct hw_sm_warp *w = &sm->warp[i * sm->chip->micro.schedulers + number];
        if (!w->trace || w->why != HW_STALL_FIXED || scheduler->ready_at[i] <= sm->now ||
            scheduler->ready_at[i] == HW_TIME_UNKNOWN)
            continue;
        scheduler->ready_at[i] += clocks;
        w->earliest += clocks;
    }
}

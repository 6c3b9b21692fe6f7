/* SPDX-License-Identifier: MIT */
/* Who waits for what: results of instructions, and when the next one has all that it needs.
 *
 * Chips without scoreboards in the code check registers: an instruction waits for what it reads and for what
 * it overwrites.  Where the code has scoreboards it waits for those that it names, and nothing checks
 * registers.  GK104 and GK110 count on their code: an instruction that comes too early for a result of
 * arithmetic is issued all the same, and again until the result is there (envytools, Fermi CUDA ISA). */
#include "timing/model/multiprocessor.h"

static bool has_boards(const struct hw_sm *sm)
{
    return sm->code->kind == HW_SCHED_SCOREBOARDS;
}

void hw_sm_result(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn, uint64_t time,
                  uint8_t source)
{
    struct hw_sm_warp *w = &sm->warp[warp];
    const uint64_t predicate = time + (insn->latency_predicate - insn->latency);

    for (unsigned i = 0; i < insn->write_count; i++) {
        const unsigned reg = insn->write[i];
        w->ready[reg] = reg >= HW_WAIT_PRED ? predicate : time;
        w->source[reg] = source;
    }
    if (has_boards(sm) && insn->sched.write < HW_SCOREBOARD_COUNT) {
        w->board[insn->sched.write].ready = hw_later(w->board[insn->sched.write].ready, time);
        w->board[insn->sched.write].source = source;
    }
}

void hw_sm_result_pending(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn, uint8_t source)
{
    struct hw_sm_warp *w = &sm->warp[warp];

    for (unsigned i = 0; i < insn->write_count; i++) {
        w->ready[insn->write[i]] = HW_TIME_UNKNOWN;
        w->source[insn->write[i]] = source;
    }
    if (has_boards(sm) && insn->sched.write < HW_SCOREBOARD_COUNT) {
        w->board[insn->sched.write].waiting++;
        w->board[insn->sched.write].source = source;
    }
}

static void wait_for(struct hw_sm_warp *w, uint64_t *ready, uint64_t time, uint8_t source)
{
    if (time > *ready) {
        *ready = time;
        w->why = source;
    }
}

static uint64_t by_boards(struct hw_sm_warp *w, const struct hw_timed_insn *insn, uint64_t ready)
{
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        if (insn->sched.wait >> b & 1)
            wait_for(w, &ready, w->board[b].waiting ? HW_TIME_UNKNOWN : w->board[b].ready,
                     w->board[b].source);
    return ready;
}

static uint64_t by_registers(struct hw_sm_warp *w, const struct hw_timed_insn *insn, uint64_t ready)
{
    for (unsigned i = 0; i < insn->read_count; i++)
        wait_for(w, &ready, w->ready[insn->read[i]], w->source[insn->read[i]]);
    for (unsigned i = 0; i < insn->write_count; i++)
        wait_for(w, &ready, w->ready[insn->write[i]], w->source[insn->write[i]]);
    return ready;
}

void hw_sm_find_ready(struct hw_sm *sm, uint32_t warp)
{
    struct hw_sm_warp *w = &sm->warp[warp];
    const uint32_t schedulers = sm->chip->micro.schedulers;
    struct hw_sm_scheduler *scheduler = &sm->scheduler[warp % schedulers];
    uint64_t ready = w->earliest;

    if (w->at_barrier) {
        ready = HW_TIME_UNKNOWN;
    } else {
        const struct hw_timed_insn *insn = &sm->code->insn[w->place];
        const struct hw_timed_insn *second = hw_timed_pair(sm->code, insn);
        ready = has_boards(sm) ? by_boards(w, insn, ready) : by_registers(w, insn, ready);
        if (second)
            ready = has_boards(sm) ? by_boards(w, second, ready) : by_registers(w, second, ready);
    }
    if (sm->code->kind == HW_SCHED_COUNTS && w->why == HW_STALL_EXECUTION && ready > w->earliest) {
        w->met = ready;
        ready = w->earliest;
    }
    scheduler->ready_at[warp / schedulers] = ready;
    if (ready < scheduler->next)
        scheduler->next = ready;
}

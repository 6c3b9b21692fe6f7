/* SPDX-License-Identifier: MIT */
/* Instrumentation events: listeners are notified of blocks, warps, instructions, barriers and clock reads. */
#include "machine/events.h"

#include "machine/chip/sm_slot.h"
#include "machine/device_clock.h"
#include "machine/paths/control_flow.h"
#include "machine/warp_control.h"

/* A loop over the listeners of a launch that have a function. */
#define EACH_LISTENER(listener, launch, function)                                                           \
    for (uint32_t n_ = 0; n_ < (launch)->listener_count; n_++)                                              \
        for (const struct hw_listener *listener = &(launch)->listeners[n_]; listener && listener->function; \
             listener = NULL)

struct hw_subscriptions hw_subscriptions(const struct hw_launch *launch)
{
    struct hw_subscriptions subscriptions = {0};

    for (uint32_t i = 0; i < launch->listener_count; i++) {
        const struct hw_listener *listener = &launch->listeners[i];
        subscriptions.blocks |= listener->block != NULL;
        subscriptions.warps |= listener->warp != NULL;
        subscriptions.issues |= listener->issue != NULL;
        subscriptions.writes |= listener->written != NULL;
        subscriptions.accesses |= listener->access != NULL;
        subscriptions.barriers |= listener->barrier != NULL;
        subscriptions.clock |= listener->clock != NULL;
        subscriptions.one_worker |= listener->one_worker;
    }
    return subscriptions;
}

static struct hw_event_source source_of(const struct hw_block *block, uint32_t warp)
{
    return (struct hw_event_source){.launch = block->launch,
                                    .block = block->number,
                                    .block_id = {block->id[0], block->id[1], block->id[2]},
                                    .sm = hw_block_sm(block),
                                    .warp = warp};
}

struct hw_event_source hw_event_source(const struct hw_warp *warp)
{
    return source_of(warp->block, warp->number);
}

/* --- blocks, warps, barriers, the clock --- */

void hw_notify_block(const struct hw_block *block, enum hw_moment moment)
{
    const struct hw_event_source at = source_of(block, 0);

    EACH_LISTENER(listener, block->launch, block)
    listener->block(listener->context, &at, moment);
}

void hw_notify_gone(const struct hw_block *block)
{
    const struct hw_event_source at = source_of(block, 0);

    EACH_LISTENER(listener, block->launch, gone)
    listener->gone(listener->context, &at);
}

void hw_notify_warp(const struct hw_warp *warp, enum hw_moment moment)
{
    const struct hw_event_source at = hw_event_source(warp);

    EACH_LISTENER(listener, warp->block->launch, warp)
    listener->warp(listener->context, &at, moment);
}

void hw_notify_barrier(const struct hw_warp *warp, unsigned barrier, bool released, bool waits)
{
    const struct hw_barrier_event event = {
        .at = hw_event_source(warp), .barrier = barrier, .released = released, .waits = waits};

    EACH_LISTENER(listener, warp->block->launch, barrier)
    listener->barrier(listener->context, &event);
}

void hw_notify_sleep(const struct hw_warp *warp, uint32_t nanoseconds)
{
    EACH_LISTENER(listener, warp->block->launch, sleep)
    {
        const struct hw_event_source at = hw_event_source(warp);
        listener->sleep(listener->context, &at, nanoseconds);
    }
}

uint64_t hw_warp_clock(const struct hw_warp *warp)
{
    struct hw_block *block = warp->block;

    block->read_clock = true;
    if (!block->subscriptions.clock)
        return hw_clock_read(warp);
    block->stats.clock_reads++;
    return warp->clock;
}

bool hw_query_clock(struct hw_warp *warp)
{
    const struct hw_event_source at = hw_event_source(warp);

    EACH_LISTENER(listener, warp->block->launch, clock)
    return listener->clock(listener->context, &at, &warp->clock);
    return true;
}

/* --- performance counters --- */

uint64_t hw_warp_counter(const struct hw_warp *warp, unsigned number)
{
    const struct hw_launch *launch = warp->block->launch;
    const struct hw_event_source at = hw_event_source(warp);

    EACH_LISTENER(listener, launch, counter)
    return listener->counter(listener->context, &at, number);
    return launch->pm[number];
}

/* --- instructions --- */

void hw_uop_notify_issue(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_program *program = warp->block->program;
    const uint32_t first = program->insn_of[hw_program_uop_index(program, uop)];
    struct hw_issue_event event = {
        .at = hw_event_source(warp), .active = warp->active, .executed = hw_uop_lanes(regs, uop)};

    for (uint32_t i = first; i <= first + uop->event.more; i++) {
        const struct hw_program_insn *insn = &program->insn[i];
        const struct hw_insn_event *insn_event = &program->insn_event[i];
        event.pc = insn->pc;
        event.insn = &insn->insn;
        event.op = insn_event->op;
        event.unit = insn_event->unit;
        event.effects = &insn_event->effects;
        EACH_LISTENER(listener, warp->block->launch, issue)
        listener->issue(listener->context, &event);
    }
}

void hw_uop_enter_run(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_program *program = warp->block->program;

    hw_uop_notify_issue(regs, uop);
    hw_warp_set_pc(warp, hw_program_insn(program, uop)->uop + 1);
}

/* A predicate as a register: 0 or 1 a lane. */
static void spread_mask(uint32_t lanes, uint32_t *reg)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        reg[lane] = lanes >> lane & 1;
}

void hw_uop_notify_written(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_program *program = warp->block->program;
    const struct hw_program_insn *insn = hw_program_insn(program, uop);
    const struct hw_insn_event *insn_event = &program->insn_event[insn - program->insn];
    hw_lanes predicate[HW_EVENT_WRITES];
    struct hw_written_event event = {.at = hw_event_source(warp),
                                     .pc = insn->pc,
                                     .insn = &insn->insn,
                                     .active = warp->active,
                                     .executed = regs->exec,
                                     .written_count = insn_event->written_count};

    for (unsigned i = 0; i < insn_event->written_count; i++) {
        event.written[i].kind = insn_event->written[i].kind;
        event.written[i].number = insn_event->written[i].number;
        const bool uniform = insn_event->written[i].kind == HW_OPERAND_UPRED;
        if (uniform || insn_event->written[i].kind == HW_OPERAND_PRED) {
            spread_mask(regs->pred[insn_event->written[i].number + (uniform ? HW_UP0 : 0)], predicate[i]);
            event.written[i].lanes = predicate[i];
        } else {
            event.written[i].lanes = regs->reg[insn_event->written[i].reg];
        }
    }
    EACH_LISTENER(listener, warp->block->launch, written)
    listener->written(listener->context, &event);
}

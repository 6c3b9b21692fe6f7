/* What is pending at a place of the code, and what an instruction there must wait for.
 *
 * Results of fixed latency become ready after a number of cycles, which only stall counts cover.  Other results,
 * and sources that are read late, are tied to scoreboards: the state knows for each register which ones. */
#include "sched/code.h"

#include <string.h>

/* ---------------------------------------------------------------- needs */

static void need_delay(struct hw_need *need, unsigned cycles, unsigned resource, enum hw_hazard_kind kind)
{
    if (cycles <= need->delay)
        return;
    need->delay = (uint8_t)cycles;
    need->delay_resource = (uint16_t)resource;
    need->delay_kind = (uint8_t)kind;
}

/* `pending` scoreboards must have been waited for, one of `other` is as good. */
static void need_wait(struct hw_need *need, unsigned pending, unsigned other, unsigned waited, unsigned resource,
                      enum hw_hazard_kind kind)
{
    if (!(pending & ~waited) || (other & waited))
        return;
    if (!need->wait) {
        need->wait_resource = (uint16_t)resource;
        need->wait_kind = (uint8_t)kind;
    }
    need->wait |= (uint8_t)(pending & ~waited);
}

static void need_sources(const struct hw_pending *p, const struct hw_step *step, unsigned waited, struct hw_need *need)
{
    for (unsigned r = hw_resources_next(&step->reads, 0); r < HW_READY_VALUES; r = hw_resources_next(&step->reads, r + 1)) {
        unsigned lag = r < HW_READY_PRED ? step->timing->lag : 0;
        need_delay(need, p->ready[r] > lag ? p->ready[r] - lag : 0, r, HW_HAZARD_READ);
        need_wait(need, p->write[r], 0, waited, r, HW_HAZARD_READ);
    }
}

/* A result may be overwritten when the later one arrives later. */
static void need_results(const struct hw_pending *p, const struct hw_step *step, unsigned waited, struct hw_need *need)
{
    for (unsigned r = hw_resources_next(&step->writes, 0); r < HW_READY_VALUES;
         r = hw_resources_next(&step->writes, r + 1)) {
        unsigned latency = hw_timing_latency(step->timing, r);
        if (latency && p->ready[r] > latency)
            need_delay(need, p->ready[r] - latency, r, HW_HAZARD_WRITE);
        need_wait(need, p->write[r], 0, waited, r, HW_HAZARD_WRITE);
        need_wait(need, p->read[r], p->other[r], waited, r, HW_HAZARD_SOURCE);
    }
}

/* A scoreboard counts from the cycle after the one in which it is taken. */
static void need_scoreboards(const struct hw_pending *p, unsigned waited, struct hw_need *need)
{
    for (unsigned b = 0; b < HW_SCHED_BARRIERS; b++)
        if (waited >> b & 1)
            need_delay(need, p->ready[HW_READY_BARRIER + b], HW_READY_BARRIER + b, HW_HAZARD_BARRIER);
}

void hw_pending_need(const struct hw_pending *pending, const struct hw_step *step, unsigned wait, struct hw_need *need)
{
    *need = (struct hw_need){.delay = 0};
    need_sources(pending, step, wait, need);
    need_results(pending, step, wait, need);
    need_scoreboards(pending, wait | need->wait, need);
}

/* ---------------------------------------------------------------- changes */

static unsigned scoreboard(unsigned number)
{
    return number < HW_SCHED_BARRIERS ? 1u << number : 0;
}

void hw_pending_release(struct hw_pending *pending, unsigned mask)
{
    if (!mask)
        return;
    uint8_t keep = (uint8_t)~mask;
    for (unsigned r = 0; r < HW_READY_VALUES; r++) {
        bool done = pending->other[r] & mask;
        pending->write[r] &= keep;
        pending->read[r] = done ? 0 : pending->read[r] & keep;
        if (!pending->read[r])
            pending->other[r] = 0;
    }
}

void hw_pending_age(struct hw_pending *pending, unsigned cycles)
{
    uint8_t n = (uint8_t)cycles;
    for (unsigned r = 0; r < HW_READY_COUNT; r++)
        pending->ready[r] = pending->ready[r] > n ? (uint8_t)(pending->ready[r] - n) : 0;
}

/* Who finishes in order has told of those before it when its own scoreboard is released. */
static void adopt_lone(struct hw_pending *p, unsigned order, unsigned read, unsigned write)
{
    if (!order || !(read | write))
        return;
    for (unsigned r = 0; r < HW_READY_VALUES; r++) {
        if (write && p->lone_write[r] == order) {
            p->write[r] = (uint8_t)((p->write[r] & ~HW_PENDING_UNGUARDED) | write);
            p->lone_write[r] = 0;
        }
        if (p->lone_read[r] == order) {
            p->read[r] = (uint8_t)((p->read[r] & ~HW_PENDING_UNGUARDED) | (read ? read : write));
            p->lone_read[r] = 0;
        }
    }
}

static void issue_sources(struct hw_pending *p, const struct hw_step *step)
{
    unsigned read = scoreboard(step->sched.read), write = scoreboard(step->sched.write);
    unsigned mask = read ? read : write, other = read ? write : 0;
    if (!mask)
        mask = HW_PENDING_UNGUARDED;
    for (unsigned r = hw_resources_next(&step->reads, 0); r < HW_READY_PRED; r = hw_resources_next(&step->reads, r + 1)) {
        p->other[r] = p->read[r] ? p->other[r] & other : (uint8_t)other;
        p->read[r] |= (uint8_t)mask;
        p->lone_read[r] = mask == HW_PENDING_UNGUARDED ? step->timing->order : 0;
    }
}

static void issue_results(struct hw_pending *p, const struct hw_step *step)
{
    unsigned write = scoreboard(step->sched.write);
    for (unsigned r = hw_resources_next(&step->writes, 0); r < HW_READY_VALUES;
         r = hw_resources_next(&step->writes, r + 1)) {
        unsigned latency = hw_timing_latency(step->timing, r);
        p->ready[r] = (uint8_t)latency;
        p->write[r] = (uint8_t)(latency ? 0 : write ? write : HW_PENDING_UNGUARDED);
        p->lone_write[r] = p->write[r] == HW_PENDING_UNGUARDED ? step->timing->order : 0;
    }
}

void hw_pending_issue(struct hw_pending *pending, const struct hw_step *step)
{
    hw_pending_release(pending, step->sched.wait | step->releases);
    adopt_lone(pending, step->timing->order, scoreboard(step->sched.read), scoreboard(step->sched.write));
    if (step->timing->late)
        issue_sources(pending, step);
    issue_results(pending, step);
    if (step->sched.read < HW_SCHED_BARRIERS)
        pending->ready[HW_READY_BARRIER + step->sched.read] = 2;
    if (step->sched.write < HW_SCHED_BARRIERS)
        pending->ready[HW_READY_BARRIER + step->sched.write] = 2;
    hw_pending_age(pending, step->sched.stall);
}

/* Of two paths only what both say of unguarded results is sure. */
static void join_lone(uint8_t *into, unsigned into_mask, unsigned from, unsigned from_mask)
{
    if (!(into_mask & HW_PENDING_UNGUARDED))
        *into = (uint8_t)from;
    else if ((from_mask & HW_PENDING_UNGUARDED) && *into != from)
        *into = 0;
}

bool hw_pending_join(struct hw_pending *into, const struct hw_pending *from)
{
    unsigned changed = 0;
    for (unsigned r = 0; r < HW_READY_COUNT; r++) {
        uint8_t ready = into->ready[r] > from->ready[r] ? into->ready[r] : from->ready[r];
        changed |= (unsigned)(ready ^ into->ready[r]);
        into->ready[r] = ready;
    }
    for (unsigned r = 0; r < HW_READY_VALUES; r++) {
        uint8_t other = !into->read[r] ? from->other[r] : !from->read[r] ? into->other[r] : into->other[r] & from->other[r];
        uint8_t write = into->write[r] | from->write[r], read = into->read[r] | from->read[r];
        changed |= (unsigned)((write ^ into->write[r]) | (read ^ into->read[r]) | (other ^ into->other[r]));
        join_lone(&into->lone_write[r], into->write[r], from->lone_write[r], from->write[r]);
        join_lone(&into->lone_read[r], into->read[r], from->lone_read[r], from->read[r]);
        into->write[r] = write;
        into->read[r] = read;
        into->other[r] = other;
    }
    return changed != 0;
}

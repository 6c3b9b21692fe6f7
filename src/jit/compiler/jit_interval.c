/* SPDX-License-Identifier: MIT */
/* See jit_interval.h.  An interval is a small loop in which nothing is called but accesses that are rare. */
#include "jit/compiler/jit_interval.h"

#include "jit/compiler/jit_flush.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_straight_code.h"

#define LOOP  72u  /* micro-operations of a loop that is one */
#define TAKEN 160u /* registers that all entrances of an interval together may take */

const struct hw_jit_interval *hw_jit_interval_of(const struct hw_jit_intervals *intervals, uint32_t place)
{
    for (unsigned i = 0; i < intervals->count; i++)
        if (place >= intervals->interval[i].first && place < intervals->interval[i].end)
            return &intervals->interval[i];
    return NULL;
}

/* --- choosing --- */

/* How many micro-operations of some kinds, a bit each, are from `first` up to `end`. */
static unsigned count_kinds(const struct hw_jit_unit *unit, uint32_t first, uint32_t end, unsigned kinds)
{
    unsigned count = 0;

    for (uint32_t i = first; i < end; i++)
        count += kinds >> unit->kind[i] & 1;
    return count;
}

static unsigned count_calls(const struct hw_jit_unit *unit, uint32_t first, uint32_t end)
{
    return count_kinds(unit, first, end, 1u << HW_JIT_KIND_CALL | 1u << HW_JIT_KIND_INDIRECT);
}

static unsigned count_size(const struct hw_jit_unit *unit, uint32_t first, uint32_t end)
{
    return count_kinds(unit, first, end, 1u << HW_JIT_KIND_INLINE | 1u << HW_JIT_KIND_ACCESS);
}

static void add(struct hw_jit_intervals *intervals, uint32_t first, uint32_t end)
{
    if (intervals->count < HW_JIT_INTERVALS)
        intervals->interval[intervals->count++] = (struct hw_jit_interval){.first = first, .end = end};
}

/* Whether the host had better flush denormals for the loop (jit_flush.h), which it does not where registers
 * are held: that saves more for each of these than holding saves for two accesses, or for eight others. */
static bool had_better_flush(const struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    const unsigned flushed = hw_jit_flush_count(build, first, end);

    return 2 * flushed > count_kinds(build->unit, first, end, 1u << HW_JIT_KIND_ACCESS) &&
           8 * flushed > count_size(build->unit, first, end);
}

/* Whether a jump at `place` closes a small loop that has none of the intervals so far in it.  Nor may it have
 * straight code in it, whose accesses are wrapped in another way: no way leads to a jump back into that. */
static bool closes_loop(const struct hw_jit_build *build, const struct hw_jit_intervals *intervals,
                        uint32_t place)
{
    const struct hw_jit_unit *unit = build->unit;
    const uint32_t target = unit->uop[place].jump.target;

    if (unit->kind[place] != HW_JIT_KIND_BRANCH || target > place)
        return false;
    for (uint32_t i = target; i <= place; i++)
        if (hw_jit_interval_of(intervals, i) || hw_jit_straight_has(build, i))
            return false;
    return count_calls(unit, target, place + 1) == 0 && count_size(unit, target, place + 1) <= LOOP &&
           !had_better_flush(build, target, place + 1);
}

void hw_jit_intervals_choose(const struct hw_jit_build *build, struct hw_jit_intervals *intervals)
{
    const struct hw_jit_unit *unit = build->unit;

    for (uint32_t i = unit->count; i-- > 0;) /* outer loops come before those in them */
        if (closes_loop(build, intervals, i))
            add(intervals, unit->uop[i].jump.target, i + 1);
}

/* --- what they touch --- */

unsigned hw_jit_interval_find(const struct hw_jit_interval *interval, uint16_t reg)
{
    unsigned i = 0;

    while (i < interval->count && interval->reg[i] != reg)
        i++;
    return i;
}

/* Whether there are more registers now. */
static bool touch(struct hw_jit_interval *interval, uint16_t reg)
{
    if (hw_jit_interval_find(interval, reg) < interval->count || interval->count == HW_JIT_TOUCHED)
        return false;
    interval->reg[interval->count++] = reg;
    return true;
}

static bool touch_operands(const struct hw_jit_build *build, struct hw_jit_interval *interval, uint32_t place)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(build, place, operand);
    bool more = false;

    for (unsigned o = 0; o < count; o++) {
        const uint16_t reg = operand[o].reg, other = operand[o].paired ? operand[o + 1].reg : reg;
        if (operand[o].stored && !operand[o].maybe)
            more |= touch(interval, reg);
        if (hw_jit_interval_find(interval, reg) < interval->count)
            more |= touch(interval, other);
        if (hw_jit_interval_find(interval, other) < interval->count)
            more |= touch(interval, reg);
    }
    return more;
}

/* What is only read stays in the warp, unless it is a pair with what is stored. */
static void touch_all(const struct hw_jit_build *build, struct hw_jit_interval *interval)
{
    bool more;

    do {
        more = false;
        for (uint32_t i = interval->first; i < interval->end; i++)
            more |= touch_operands(build, interval, i);
    } while (more);
}

static unsigned count_entrances(const struct hw_jit_build *build, const struct hw_jit_interval *interval)
{
    unsigned count = 0;

    for (uint32_t i = interval->first; i < interval->end; i++)
        count += build->unit->leader[i];
    return count;
}

/* Whether most of it are accesses whose place has to be looked for each time: the functions that are called
 * elsewhere do that for all slices at once. */
static bool mostly_looks(const struct hw_jit_build *build, const struct hw_jit_interval *interval)
{
    const struct hw_jit_unit *unit = build->unit;
    unsigned looks = 0;

    for (uint32_t i = interval->first; i < interval->end; i++)
        looks += unit->kind[i] == HW_JIT_KIND_ACCESS &&
                 hw_jit_interval_find(interval, hw_jit_base_of(unit, i)) < interval->count;
    return 2 * looks > count_size(unit, interval->first, interval->end);
}

/* Whether it is small enough, now that it is known. */
static bool is_small(const struct hw_jit_build *build, struct hw_jit_interval *interval)
{
    touch_all(build, interval);
    return interval->count < HW_JIT_TOUCHED &&
           count_calls(build->unit, interval->first, interval->end) == 0 && /* some wrappers became calls */
           count_entrances(build, interval) * interval->count <= TAKEN && !mostly_looks(build, interval);
}

/* --- what may have been stored --- */

bool hw_jit_comes_into_loop(const struct hw_jit_unit *unit, uint32_t from, uint32_t place)
{
    if (from >= place)
        return false;
    for (uint32_t i = place; i < unit->count; i++)
        if (unit->kind[i] == HW_JIT_KIND_BRANCH && unit->uop[i].jump.target == place)
            return true;
    return false;
}

uint64_t hw_jit_interval_stores(const struct hw_jit_build *build, const struct hw_jit_interval *interval,
                                uint32_t place)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(build, place, operand);
    uint64_t stores = 0;

    for (unsigned o = 0; o < count; o++) {
        const unsigned i = hw_jit_interval_find(interval, operand[o].reg);
        if (operand[o].stored && i < interval->count)
            stores |= 1ull << i;
    }
    return stores;
}

/* Whether more is known to be stored at a place, if it is one of the interval. */
static bool reach(const struct hw_jit_build *build, struct hw_jit_intervals *intervals,
                  const struct hw_jit_interval *interval, uint32_t from, uint32_t place, uint64_t stored)
{
    if (hw_jit_comes_into_loop(build->unit, from, place) || place < interval->first ||
        place >= interval->end || !(stored & ~intervals->stored[place]))
        return false;
    intervals->stored[place] |= stored;
    return true;
}

static void find_stored(const struct hw_jit_build *build, struct hw_jit_intervals *intervals,
                        const struct hw_jit_interval *interval)
{
    bool more;

    do {
        more = false;
        for (uint32_t i = interval->first; i < interval->end; i++) {
            const uint64_t behind = intervals->stored[i] | hw_jit_interval_stores(build, interval, i);
            more |= reach(build, intervals, interval, i, i + 1, behind);
            if (build->unit->kind[i] == HW_JIT_KIND_BRANCH)
                more |= reach(build, intervals, interval, i, build->unit->uop[i].jump.target, behind);
        }
    } while (more);
}

void hw_jit_intervals_look(const struct hw_jit_build *build, struct hw_jit_intervals *intervals)
{
    for (unsigned i = intervals->count; i-- > 0;) {
        struct hw_jit_interval *interval = &intervals->interval[i];
        if (is_small(build, interval))
            find_stored(build, intervals, interval);
        else
            *interval = intervals->interval[--intervals->count];
    }
}

/* SPDX-License-Identifier: MIT */
/* See jit_region.h.  A region is a small loop in which nothing is called but accesses that are rare. */
#include "jit/compiler/jit_region.h"

#include "jit/compiler/jit_ftz.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_stateless.h"

#define LOOP  72u  /* micro-operations of a loop that is one */
#define TAKEN 160u /* registers that all entries of a region together may load */

const struct hw_jit_region *hw_jit_region_of(const struct hw_jit_regions *regions, uint32_t index)
{
    for (unsigned i = 0; i < regions->count; i++)
        if (index >= regions->region[i].first && index < regions->region[i].end)
            return &regions->region[i];
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

static void add(struct hw_jit_regions *regions, uint32_t first, uint32_t end)
{
    if (regions->count < HW_JIT_REGIONS)
        regions->region[regions->count++] = (struct hw_jit_region){.first = first, .end = end};
}

/* Whether the host had better flush denormals for the loop (jit_ftz.h), which it does not where registers
 * are promoted: that saves more for each of these than promotion saves for two accesses, or for eight others.
 */
static bool had_better_flush(const struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    const unsigned flushed = hw_jit_ftz_count(build, first, end);

    return 2 * flushed > count_kinds(build->unit, first, end, 1u << HW_JIT_KIND_ACCESS) &&
           8 * flushed > count_size(build->unit, first, end);
}

/* Whether a jump at `index` closes a small loop that has none of the regions so far in it.  Nor may it have
 * straight code in it, whose accesses are wrapped in another way: no way leads to a jump back into that. */
static bool closes_loop(const struct hw_jit_build *build, const struct hw_jit_regions *regions,
                        uint32_t index)
{
    const struct hw_jit_unit *unit = build->unit;
    const uint32_t target = unit->uop[index].jump.target;

    if (unit->kind[index] != HW_JIT_KIND_BRANCH || target > index)
        return false;
    for (uint32_t i = target; i <= index; i++)
        if (hw_jit_region_of(regions, i) || hw_jit_stateless_has(build, i))
            return false;
    return count_calls(unit, target, index + 1) == 0 && count_size(unit, target, index + 1) <= LOOP &&
           !had_better_flush(build, target, index + 1);
}

void hw_jit_regions_select(const struct hw_jit_build *build, struct hw_jit_regions *regions)
{
    const struct hw_jit_unit *unit = build->unit;

    for (uint32_t i = unit->count; i-- > 0;) /* outer loops come before those in them */
        if (closes_loop(build, regions, i))
            add(regions, unit->uop[i].jump.target, i + 1);
}

/* --- what they touch --- */

unsigned hw_jit_region_find(const struct hw_jit_region *region, uint16_t reg)
{
    unsigned i = 0;

    while (i < region->count && region->reg[i] != reg)
        i++;
    return i;
}

/* Whether there are more registers now. */
static bool touch(struct hw_jit_region *region, uint16_t reg)
{
    if (hw_jit_region_find(region, reg) < region->count || region->count == HW_JIT_REGION_MAX_REGISTERS)
        return false;
    region->reg[region->count++] = reg;
    return true;
}

static bool touch_operands(const struct hw_jit_build *build, struct hw_jit_region *region, uint32_t index)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(build, index, operand);
    bool more = false;

    for (unsigned o = 0; o < count; o++) {
        const uint16_t reg = operand[o].reg, other = operand[o].paired ? operand[o + 1].reg : reg;
        if (operand[o].stored && !operand[o].maybe)
            more |= touch(region, reg);
        if (hw_jit_region_find(region, reg) < region->count)
            more |= touch(region, other);
        if (hw_jit_region_find(region, other) < region->count)
            more |= touch(region, reg);
    }
    return more;
}

/* What is only read stays in the warp, unless it is a pair with what is stored. */
static void touch_all(const struct hw_jit_build *build, struct hw_jit_region *region)
{
    bool more;

    do {
        more = false;
        for (uint32_t i = region->first; i < region->end; i++)
            more |= touch_operands(build, region, i);
    } while (more);
}

static unsigned count_entries(const struct hw_jit_build *build, const struct hw_jit_region *region)
{
    unsigned count = 0;

    for (uint32_t i = region->first; i < region->end; i++)
        count += build->unit->leader[i];
    return count;
}

/* Whether most of it are accesses whose address has to be looked for each time: the functions that are called
 * elsewhere do that for all slices at once. */
static bool mostly_looks(const struct hw_jit_build *build, const struct hw_jit_region *region)
{
    const struct hw_jit_unit *unit = build->unit;
    unsigned looks = 0;

    for (uint32_t i = region->first; i < region->end; i++)
        looks += unit->kind[i] == HW_JIT_KIND_ACCESS &&
                 hw_jit_region_find(region, hw_jit_base_of(unit, i)) < region->count;
    return 2 * looks > count_size(unit, region->first, region->end);
}

/* Whether it is small enough, now that it is known. */
static bool is_small(const struct hw_jit_build *build, struct hw_jit_region *region)
{
    touch_all(build, region);
    return region->count < HW_JIT_REGION_MAX_REGISTERS &&
           count_calls(build->unit, region->first, region->end) == 0 && /* some wrappers became calls */
           count_entries(build, region) * region->count <= TAKEN && !mostly_looks(build, region);
}

/* --- what may have been stored --- */

bool hw_jit_comes_into_loop(const struct hw_jit_unit *unit, uint32_t from, uint32_t index)
{
    if (from >= index)
        return false;
    for (uint32_t i = index; i < unit->count; i++)
        if (unit->kind[i] == HW_JIT_KIND_BRANCH && unit->uop[i].jump.target == index)
            return true;
    return false;
}

uint64_t hw_jit_region_stores(const struct hw_jit_build *build, const struct hw_jit_region *region,
                              uint32_t index)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(build, index, operand);
    uint64_t stores = 0;

    for (unsigned o = 0; o < count; o++) {
        const unsigned i = hw_jit_region_find(region, operand[o].reg);
        if (operand[o].stored && i < region->count)
            stores |= 1ull << i;
    }
    return stores;
}

/* Whether more is known to be dirty at a micro-operation, if it is one of the region. */
static bool reach(const struct hw_jit_build *build, struct hw_jit_regions *regions,
                  const struct hw_jit_region *region, uint32_t from, uint32_t index, uint64_t stored)
{
    if (hw_jit_comes_into_loop(build->unit, from, index) || index < region->first || index >= region->end ||
        !(stored & ~regions->dirty[index]))
        return false;
    regions->dirty[index] |= stored;
    return true;
}

static void find_dirty(const struct hw_jit_build *build, struct hw_jit_regions *regions,
                       const struct hw_jit_region *region)
{
    bool more;

    do {
        more = false;
        for (uint32_t i = region->first; i < region->end; i++) {
            const uint64_t behind = regions->dirty[i] | hw_jit_region_stores(build, region, i);
            more |= reach(build, regions, region, i, i + 1, behind);
            if (build->unit->kind[i] == HW_JIT_KIND_BRANCH)
                more |= reach(build, regions, region, i, build->unit->uop[i].jump.target, behind);
        }
    } while (more);
}

void hw_jit_regions_prune(const struct hw_jit_build *build, struct hw_jit_regions *regions)
{
    for (unsigned i = regions->count; i-- > 0;) {
        struct hw_jit_region *region = &regions->region[i];
        if (is_small(build, region))
            find_dirty(build, regions, region);
        else
            *region = regions->region[--regions->count];
    }
}

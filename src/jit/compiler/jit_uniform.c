/* SPDX-License-Identifier: MIT */
/* See jit_uniform.h.
 *
 * A forward dataflow analysis in one pass over the program: its state is where each register was defined
 * last, and whether from uniform operands.  At a join a register with two definitions is divergent, for lanes
 * may have come by either; and so is what a loop writes, at its header.  Lanes that left a path join others
 * at any micro-operation behind. */
#include "jit/compiler/jit_uniform.h"

#include <stdlib.h>
#include <string.h>

#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_signature.h"

#define DIVERGENT        0u         /* in place of the index of a register's last write + 1 */
#define DEFINED_AT_ENTRY UINT32_MAX /* as a warp begins with it */
#define CALLED           4u         /* registers that an operation may write of which nothing is known */

struct uniform_analysis {
    const struct hw_jit_build *build;
    uint32_t registers; /* all but literals */
    uint32_t *state;    /* by register */
    uint32_t **entry;   /* by index, of leaders that edges lead to: the state there; NULL: none yet */
    uint32_t *diverged; /* the state of lanes that left a path; NULL: none did */
};

bool hw_jit_uniform_has(const struct hw_jit_uniform *uniform, uint16_t reg)
{
    for (unsigned i = 0; i < uniform->count; i++)
        if (uniform->reg[i] == reg)
            return true;
    return false;
}

/* --- operations --- */

/* Whether an operation does the same in all lanes where its operands are the same. */
static bool preserves_uniformity(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_unit *unit = build->unit;

    return unit->kind[index] == HW_JIT_KIND_INLINE && unit->guard_region[index] == HW_JIT_GUARD_REGION_NONE &&
           !hw_jit_depends_on_lane(unit, index) && !hw_jit_depends_on_predicates(unit, index);
}

/* --- the analysis --- */

/* The meet of two states. */
static bool merge_into(const struct uniform_analysis *analysis, uint32_t **to, const uint32_t *from)
{
    if (!*to) {
        *to = malloc(analysis->registers * sizeof **to);
        if (*to)
            memcpy(*to, from, analysis->registers * sizeof **to);
        return *to;
    }
    for (uint32_t reg = 0; reg < analysis->registers; reg++)
        if ((*to)[reg] != from[reg])
            (*to)[reg] = DIVERGENT;
    return true;
}

static bool is_the_same(const struct uniform_analysis *analysis, uint16_t reg)
{
    return reg >= analysis->registers || analysis->state[reg] != DIVERGENT;
}

static void note_write(const struct uniform_analysis *analysis, uint32_t reg, uint32_t what)
{
    if (reg < analysis->registers)
        analysis->state[reg] = what;
}

/* The transfer function of a micro-operation. */
static void transfer(const struct uniform_analysis *analysis, uint32_t index)
{
    const struct hw_jit_unit *unit = analysis->build->unit;
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(analysis->build, index, operand);
    bool same = preserves_uniformity(analysis->build, index);

    for (unsigned o = 0; o < count; o++)
        same &= !operand[o].read || is_the_same(analysis, operand[o].reg);
    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored)
            note_write(analysis, operand[o].reg, same && !operand[o].maybe ? index + 1 : DIVERGENT);
    if (unit->kind[index] == HW_JIT_KIND_CALL || unit->kind[index] == HW_JIT_KIND_INDIRECT)
        for (unsigned i = 0; unit->uop[index].d != HW_NO_REGISTER && i < CALLED; i++)
            note_write(analysis, unit->uop[index].d + i, DIVERGENT);
}

/* What loops write whose header is a micro-operation. */
static void invalidate_loop_writes(const struct uniform_analysis *analysis, uint32_t leader)
{
    const struct hw_jit_unit *unit = analysis->build->unit;
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    uint32_t end = leader;

    for (uint32_t i = leader; i < unit->count; i++)
        if (unit->kind[i] == HW_JIT_KIND_BRANCH && unit->uop[i].jump.target == leader)
            end = i;
    for (uint32_t i = leader; i < end; i++) {
        const unsigned count = hw_jit_operands_of(analysis->build, i, operand);
        for (unsigned o = 0; o < count; o++)
            if (operand[o].stored)
                note_write(analysis, operand[o].reg, DIVERGENT);
    }
}

/* Whether no lane goes on to the next micro-operation. */
static bool ends(const struct hw_jit_unit *unit, uint32_t index)
{
    return (unit->kind[index] == HW_JIT_KIND_BRANCH || unit->kind[index] == HW_JIT_KIND_EXIT) &&
           unit->uop[index].p_in == HW_PT && !hw_jit_tests(unit, index) &&
           unit->guard_region[index] == HW_JIT_GUARD_REGION_NONE;
}

static bool go_on(struct uniform_analysis *analysis, uint32_t index)
{
    const struct hw_jit_unit *unit = analysis->build->unit;
    const uint32_t target = unit->uop[index].jump.target;
    bool ok = true;

    if (unit->kind[index] == HW_JIT_KIND_BRANCH && target > index && target < unit->count)
        ok = merge_into(analysis, &analysis->entry[target], analysis->state);
    if (unit->kind[index] == HW_JIT_KIND_EXIT && unit->function[index].number != HW_JIT_ENDS)
        ok = ok && merge_into(analysis, &analysis->diverged, analysis->state);
    if (index + 1 < unit->count && unit->leader[index + 1] && !ends(unit, index))
        ok = ok && merge_into(analysis, &analysis->entry[index + 1], analysis->state);
    return ok;
}

static void begin(const struct uniform_analysis *analysis, uint32_t reg)
{
    const struct hw_jit_unit *unit = analysis->build->unit;
    const uint32_t special = reg - unit->numbering.special;
    const bool differs =
        (reg == 0 && unit->entry_state.ids_in_r0) || special < unit->entry_state.special_by_number;

    analysis->state[reg] = differs ? DIVERGENT : DEFINED_AT_ENTRY;
}

/* What comes to a leader; where nothing is known of that, all is divergent. */
static bool come_to(struct uniform_analysis *analysis, uint32_t leader)
{
    const size_t bytes = analysis->registers * sizeof *analysis->state;

    if (leader == analysis->build->unit->entry_state.start) {
        for (uint32_t reg = 0; reg < analysis->registers; reg++)
            begin(analysis, reg);
        if (!merge_into(analysis, &analysis->entry[leader], analysis->state))
            return false;
    }
    if (analysis->diverged && !merge_into(analysis, &analysis->entry[leader], analysis->diverged))
        return false;
    if (analysis->entry[leader])
        memcpy(analysis->state, analysis->entry[leader], bytes);
    else
        memset(analysis->state, 0, bytes);
    return true;
}

/* --- regions --- */

static bool all_in(const struct hw_jit_operand *operand, unsigned count, const bool *uniform,
                   uint32_t registers)
{
    for (unsigned o = 0; o < count; o++)
        if (operand[o].read && operand[o].reg < registers && !uniform[operand[o].reg])
            return false;
    return true;
}

/* Drop what an operation writes that is not alike, or reads something else; whether there was any. */
static bool drop(const struct uniform_analysis *analysis, uint32_t index, bool *uniform)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(analysis->build, index, operand);
    const bool stays =
        preserves_uniformity(analysis->build, index) && all_in(operand, count, uniform, analysis->registers);
    bool dropped = false;

    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored && operand[o].reg < analysis->registers && uniform[operand[o].reg] &&
            (!stays || operand[o].maybe)) {
            uniform[operand[o].reg] = false;
            dropped = true;
        }
    return dropped;
}

static void add(struct hw_jit_uniform *list, uint16_t reg)
{
    if (!hw_jit_uniform_has(list, reg) && list->count < HW_JIT_UNIFORM_MAX)
        list->reg[list->count++] = reg;
}

/* What is needed: the operands of operations that are done for one slice.  None, if they write nothing. */
static void list_needed(const struct uniform_analysis *analysis, const struct hw_jit_region *region,
                        const bool *uniform, struct hw_jit_uniform *list)
{
    bool writes = false;

    for (uint32_t i = region->first; i < region->end; i++) {
        struct hw_jit_operand operand[HW_JIT_OPERANDS];
        const unsigned count = hw_jit_operands_of(analysis->build, i, operand);
        if (!preserves_uniformity(analysis->build, i) ||
            !all_in(operand, count, uniform, analysis->registers))
            continue;
        for (unsigned o = 0; o < count; o++)
            if (operand[o].reg < analysis->registers && uniform[operand[o].reg]) {
                add(list, operand[o].reg);
                writes |= operand[o].stored;
            }
    }
    if (!writes || list->count == HW_JIT_UNIFORM_MAX)
        list->count = 0;
}

static void look_at(const struct uniform_analysis *analysis, const struct hw_jit_region *region,
                    struct hw_jit_uniform *list)
{
    bool *uniform = malloc(analysis->registers * sizeof *uniform), dropped;

    if (!uniform)
        return;
    for (uint32_t reg = 0; reg < analysis->registers; reg++)
        uniform[reg] = analysis->state[reg] != DIVERGENT;
    do {
        dropped = false;
        for (uint32_t i = region->first; i < region->end; i++)
            dropped |= drop(analysis, i, uniform);
    } while (dropped);
    list_needed(analysis, region, uniform, list);
    free(uniform);
}

static bool come(struct uniform_analysis *analysis, uint32_t leader, const struct hw_jit_regions *regions,
                 struct hw_jit_uniform uniform[HW_JIT_REGIONS])
{
    if (!come_to(analysis, leader))
        return false;
    for (unsigned i = 0; i < regions->count; i++)
        if (regions->region[i].first == leader)
            look_at(analysis, &regions->region[i], &uniform[i]);
    invalidate_loop_writes(analysis, leader);
    return true;
}

void hw_jit_find_uniform(const struct hw_jit_build *build, const struct hw_jit_regions *regions,
                         struct hw_jit_uniform uniform[HW_JIT_REGIONS])
{
    const struct hw_jit_unit *unit = build->unit;
    struct uniform_analysis analysis = {.build = build, .registers = unit->numbering.literal};

    analysis.state = calloc(analysis.registers, sizeof *analysis.state);
    analysis.entry = calloc(unit->count, sizeof *analysis.entry);
    for (uint32_t i = 0; analysis.state && analysis.entry && i < unit->count; i++) {
        if (unit->leader[i] && !come(&analysis, i, regions, uniform))
            break;
        transfer(&analysis, i);
        if (!go_on(&analysis, i))
            break;
    }
    for (uint32_t i = 0; analysis.entry && i < unit->count; i++)
        free(analysis.entry[i]);
    free(analysis.entry);
    free(analysis.diverged);
    free(analysis.state);
}

/* SPDX-License-Identifier: MIT */
/* See jit_even.h.
 *
 * One walk through the program, from its first place to its last, follows where each register was written
 * last and whether from what is the same in all lanes.  Where two ways meet, a register that they wrote at
 * different places may differ from lane to lane, for lanes may have come by either; and so may what a loop
 * writes, at its begin.  Lanes that left a path meet others at any place behind. */
#include "jit/compiler/jit_even.h"

#include <stdlib.h>
#include <string.h>

#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_operation.h"

#define VARIES 0u         /* in the place of a register's last write + 1 */
#define BEGUN  UINT32_MAX /* as a warp begins with it */
#define CALLED 4u         /* registers that an operation may write of which nothing is known */

struct even_walk {
    const struct hw_jit_build *build;
    uint32_t registers; /* all but literals */
    uint32_t *here;     /* by register */
    uint32_t **at;      /* by place, of leaders that ways lead to: what they bring; NULL: none yet */
    uint32_t *left;     /* what lanes bring that left a path; NULL: none did */
};

bool hw_jit_even_has(const struct hw_jit_even *even, uint16_t reg)
{
    for (unsigned i = 0; i < even->count; i++)
        if (even->reg[i] == reg)
            return true;
    return false;
}

/* --- operations --- */

/* Whether an operation does the same in all lanes where its operands are the same. */
static bool is_alike(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_unit *unit = build->unit;

    return unit->kind[place] == HW_JIT_KIND_INLINE && unit->guard_region[place] == HW_JIT_GUARD_REGION_NONE &&
           !hw_jit_depends_on_lane(unit, place) && !hw_jit_depends_on_predicates(unit, place);
}

/* --- the walk --- */

static bool bring(const struct even_walk *walk, uint32_t **to, const uint32_t *from)
{
    if (!*to) {
        *to = malloc(walk->registers * sizeof **to);
        if (*to)
            memcpy(*to, from, walk->registers * sizeof **to);
        return *to;
    }
    for (uint32_t reg = 0; reg < walk->registers; reg++)
        if ((*to)[reg] != from[reg])
            (*to)[reg] = VARIES;
    return true;
}

static bool is_the_same(const struct even_walk *walk, uint16_t reg)
{
    return reg >= walk->registers || walk->here[reg] != VARIES;
}

static void note_write(const struct even_walk *walk, uint32_t reg, uint32_t what)
{
    if (reg < walk->registers)
        walk->here[reg] = what;
}

static void execute(const struct even_walk *walk, uint32_t place)
{
    const struct hw_jit_unit *unit = walk->build->unit;
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(walk->build, place, operand);
    bool same = is_alike(walk->build, place);

    for (unsigned o = 0; o < count; o++)
        same &= !operand[o].read || is_the_same(walk, operand[o].reg);
    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored)
            note_write(walk, operand[o].reg, same && !operand[o].maybe ? place + 1 : VARIES);
    if (unit->kind[place] == HW_JIT_KIND_CALL || unit->kind[place] == HW_JIT_KIND_INDIRECT)
        for (unsigned i = 0; unit->uop[place].d != HW_NO_REGISTER && i < CALLED; i++)
            note_write(walk, unit->uop[place].d + i, VARIES);
}

/* What loops write that begin at a place. */
static void begin_loops(const struct even_walk *walk, uint32_t leader)
{
    const struct hw_jit_unit *unit = walk->build->unit;
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    uint32_t end = leader;

    for (uint32_t i = leader; i < unit->count; i++)
        if (unit->kind[i] == HW_JIT_KIND_BRANCH && unit->uop[i].jump.target == leader)
            end = i;
    for (uint32_t i = leader; i < end; i++) {
        const unsigned count = hw_jit_operands_of(walk->build, i, operand);
        for (unsigned o = 0; o < count; o++)
            if (operand[o].stored)
                note_write(walk, operand[o].reg, VARIES);
    }
}

/* Whether the next place is not the next one of any lane. */
static bool ends(const struct hw_jit_unit *unit, uint32_t place)
{
    return (unit->kind[place] == HW_JIT_KIND_BRANCH || unit->kind[place] == HW_JIT_KIND_EXIT) &&
           unit->uop[place].p_in == HW_PT && !hw_jit_tests(unit, place) &&
           unit->guard_region[place] == HW_JIT_GUARD_REGION_NONE;
}

static bool go_on(struct even_walk *walk, uint32_t place)
{
    const struct hw_jit_unit *unit = walk->build->unit;
    const uint32_t target = unit->uop[place].jump.target;
    bool ok = true;

    if (unit->kind[place] == HW_JIT_KIND_BRANCH && target > place && target < unit->count)
        ok = bring(walk, &walk->at[target], walk->here);
    if (unit->kind[place] == HW_JIT_KIND_EXIT && unit->function[place].number != HW_JIT_ENDS)
        ok = ok && bring(walk, &walk->left, walk->here);
    if (place + 1 < unit->count && unit->leader[place + 1] && !ends(unit, place))
        ok = ok && bring(walk, &walk->at[place + 1], walk->here);
    return ok;
}

static void begin(const struct even_walk *walk, uint32_t reg)
{
    const struct hw_jit_unit *unit = walk->build->unit;
    const uint32_t special = reg - unit->numbering.special;
    const bool differs =
        (reg == 0 && unit->entry_state.ids_in_r0) || special < unit->entry_state.special_by_number;

    walk->here[reg] = differs ? VARIES : BEGUN;
}

/* What comes to a leader; where nothing is known of that, all varies. */
static bool come_to(struct even_walk *walk, uint32_t leader)
{
    const size_t bytes = walk->registers * sizeof *walk->here;

    if (leader == walk->build->unit->entry_state.start) {
        for (uint32_t reg = 0; reg < walk->registers; reg++)
            begin(walk, reg);
        if (!bring(walk, &walk->at[leader], walk->here))
            return false;
    }
    if (walk->left && !bring(walk, &walk->at[leader], walk->left))
        return false;
    if (walk->at[leader])
        memcpy(walk->here, walk->at[leader], bytes);
    else
        memset(walk->here, 0, bytes);
    return true;
}

/* --- intervals --- */

static bool all_in(const struct hw_jit_operand *operand, unsigned count, const bool *even, uint32_t registers)
{
    for (unsigned o = 0; o < count; o++)
        if (operand[o].read && operand[o].reg < registers && !even[operand[o].reg])
            return false;
    return true;
}

/* Drop what an operation writes that is not alike, or reads something else; whether there was any. */
static bool drop(const struct even_walk *walk, uint32_t place, bool *even)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(walk->build, place, operand);
    const bool stays = is_alike(walk->build, place) && all_in(operand, count, even, walk->registers);
    bool dropped = false;

    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored && operand[o].reg < walk->registers && even[operand[o].reg] &&
            (!stays || operand[o].maybe)) {
            even[operand[o].reg] = false;
            dropped = true;
        }
    return dropped;
}

static void add(struct hw_jit_even *list, uint16_t reg)
{
    if (!hw_jit_even_has(list, reg) && list->count < HW_JIT_EVEN_MOST)
        list->reg[list->count++] = reg;
}

/* What is needed: the operands of operations that are done for one slice.  None, if they write nothing. */
static void list_needed(const struct even_walk *walk, const struct hw_jit_interval *interval,
                        const bool *even, struct hw_jit_even *list)
{
    bool writes = false;

    for (uint32_t i = interval->first; i < interval->end; i++) {
        struct hw_jit_operand operand[HW_JIT_OPERANDS];
        const unsigned count = hw_jit_operands_of(walk->build, i, operand);
        if (!is_alike(walk->build, i) || !all_in(operand, count, even, walk->registers))
            continue;
        for (unsigned o = 0; o < count; o++)
            if (operand[o].reg < walk->registers && even[operand[o].reg]) {
                add(list, operand[o].reg);
                writes |= operand[o].stored;
            }
    }
    if (!writes || list->count == HW_JIT_EVEN_MOST)
        list->count = 0;
}

static void look_at(const struct even_walk *walk, const struct hw_jit_interval *interval,
                    struct hw_jit_even *list)
{
    bool *even = malloc(walk->registers * sizeof *even), dropped;

    if (!even)
        return;
    for (uint32_t reg = 0; reg < walk->registers; reg++)
        even[reg] = walk->here[reg] != VARIES;
    do {
        dropped = false;
        for (uint32_t i = interval->first; i < interval->end; i++)
            dropped |= drop(walk, i, even);
    } while (dropped);
    list_needed(walk, interval, even, list);
    free(even);
}

static bool come(struct even_walk *walk, uint32_t leader, const struct hw_jit_intervals *intervals,
                 struct hw_jit_even even[HW_JIT_INTERVALS])
{
    if (!come_to(walk, leader))
        return false;
    for (unsigned i = 0; i < intervals->count; i++)
        if (intervals->interval[i].first == leader)
            look_at(walk, &intervals->interval[i], &even[i]);
    begin_loops(walk, leader);
    return true;
}

void hw_jit_even_find(const struct hw_jit_build *build, const struct hw_jit_intervals *intervals,
                      struct hw_jit_even even[HW_JIT_INTERVALS])
{
    const struct hw_jit_unit *unit = build->unit;
    struct even_walk walk = {.build = build, .registers = unit->numbering.literal};

    walk.here = calloc(walk.registers, sizeof *walk.here);
    walk.at = calloc(unit->count, sizeof *walk.at);
    for (uint32_t i = 0; walk.here && walk.at && i < unit->count; i++) {
        if (unit->leader[i] && !come(&walk, i, intervals, even))
            break;
        execute(&walk, i);
        if (!go_on(&walk, i))
            break;
    }
    for (uint32_t i = 0; walk.at && i < unit->count; i++)
        free(walk.at[i]);
    free(walk.at);
    free(walk.left);
    free(walk.here);
}

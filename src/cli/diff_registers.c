/* SPDX-License-Identifier: MIT */
/* Renamed registers, by data flow over the rows.
 *
 * A map says, before each row, which register of the second kernel holds what a register of the first one
 * does.  At the entry each holds its own.  An instruction of both that writes maps its result; one of a
 * single side, or a changed one, makes what it writes free, and the next instruction of both that reads it
 * decides.  Where paths join, registers count that are mapped the same on all.  Leaves (SYNC, BRK) go where
 * the push before them in the code says; indirect jumps are not followed. */
#include "cli/diff.h"
#include "cli/diff_named.h"

#include <stdlib.h>
#include <string.h>

#define FREE_NOW 0xffffu /* nothing is known of it */
#define OTHERS   0xfffeu /* it is no register of the other side */

#define ROUNDS 20 /* of the data flow; most code needs two or three */

struct register_map {
    uint16_t to[HW_DIFF_REGISTERS];
};

/* --- maps --- */

static void forget_first(struct register_map *map, const struct hw_diff_named *a)
{
    for (unsigned i = 0; i < a->write_count; i++)
        map->to[a->write[i]] = FREE_NOW;
}

static void forget_second(struct register_map *map, const struct hw_diff_named *b)
{
    for (unsigned i = 0; i < b->write_count; i++)
        for (unsigned r = 0; r < HW_DIFF_REGISTERS; r++)
            if (map->to[r] == b->write[i])
                map->to[r] = FREE_NOW;
}

static bool is_taken(const struct register_map *map, unsigned to)
{
    for (unsigned r = 0; r < HW_DIFF_REGISTERS; r++)
        if (map->to[r] == to)
            return true;
    return false;
}

static void set(struct register_map *map, unsigned from, unsigned to)
{
    for (unsigned r = 0; r < HW_DIFF_REGISTERS; r++)
        if (map->to[r] == to)
            map->to[r] = OTHERS; /* what it has held is overwritten on the other side */
    map->to[from] = (uint16_t)to;
}

/* Whether a register of the one is that of the other. */
static bool is_same(struct register_map *map, unsigned from, unsigned to)
{
    if (map->to[from] == to)
        return true;
    if (map->to[from] != FREE_NOW && !(map->to[from] == OTHERS && from == to))
        return false;
    if (is_taken(map, to) && from != to)
        return false;
    set(map, from, to);
    return true;
}

/* Take the map through a row of both; whether all that it reads is the same. */
static bool pass_both(struct register_map *map, const struct hw_diff_named *a, const struct hw_diff_named *b)
{
    bool same = a->read_count == b->read_count && a->write_count == b->write_count;

    for (unsigned i = 0; same && i < a->read_count; i++)
        same = is_same(map, a->read[i], b->read[i]);
    if (a->write_count != b->write_count) {
        forget_first(map, a);
        forget_second(map, b);
    } else {
        for (unsigned i = 0; i < a->write_count; i++)
            set(map, a->write[i], b->write[i]);
    }
    return same;
}

/* The same for any row; *renamed: they are other registers. */
static bool pass(struct register_map *map, const struct hw_diff *diff, const struct hw_diff_row *row,
                 bool *renamed)
{
    struct hw_diff_named a = {.read = {0}}, b = {.read = {0}};

    if (row->a != HW_DIFF_NONE)
        hw_diff_registers_of(&diff->a.insn[row->a].insn, &a);
    if (row->b != HW_DIFF_NONE)
        hw_diff_registers_of(&diff->b.insn[row->b].insn, &b);
    *renamed = memcmp(a.read, b.read, a.read_count * sizeof *a.read) != 0 ||
               memcmp(a.write, b.write, a.write_count * sizeof *a.write) != 0;
    if (row->a != HW_DIFF_NONE && row->b != HW_DIFF_NONE)
        return pass_both(map, &a, &b);
    forget_first(map, &a);
    forget_second(map, &b);
    return true;
}

/* Where two paths join; whether that changes the map. */
static bool merge(struct register_map *map, const struct register_map *other)
{
    bool changed = false;

    for (unsigned r = 0; r < HW_DIFF_REGISTERS; r++) {
        const uint16_t both = map->to[r] == other->to[r]                           ? map->to[r]
                              : map->to[r] == OTHERS || other->to[r] == OTHERS     ? OTHERS
                              : map->to[r] == FREE_NOW || other->to[r] == FREE_NOW ? FREE_NOW
                                                                                   : OTHERS;
        changed |= both != map->to[r];
        map->to[r] = both;
    }
    return changed;
}

/* --- flow --- */

struct rename_flow {
    struct hw_diff *diff;
    uint32_t *row_a, *row_b; /* rows of instructions */
    uint32_t *leader;        /* of a row that jumps come to: its map; else none */
    struct register_map *map;
    bool *visited;
    uint32_t leaders;
};

static const struct hw_diff_insn *insn_of(const struct hw_diff *diff, const struct hw_diff_row *row)
{
    return row->a != HW_DIFF_NONE ? &diff->a.insn[row->a] : &diff->b.insn[row->b];
}

static uint32_t target_row(const struct rename_flow *flow, const struct hw_diff_row *row)
{
    const uint32_t target = insn_of(flow->diff, row)->target;

    return target == HW_DIFF_NONE ? HW_DIFF_NONE
                                  : (row->a != HW_DIFF_NONE ? flow->row_a : flow->row_b)[target];
}

static void flow_of(const struct hw_insn *insn, uint8_t *kind, uint8_t *token, bool *guarded)
{
    struct hw_semantics view;

    *kind = HW_FLOW_NONE;
    *token = HW_TOKEN_NONE;
    *guarded = false;
    if (!insn->form)
        return;
    hw_insn_semantics(insn, &view);
    *kind = hw_operation_info(view.op)->flow;
    *token = hw_operation_info(view.op)->token;
    *guarded = view.guard.kind != HW_GUARD_ALWAYS;
    for (unsigned i = 0; i < view.operand_count; i++)
        *guarded |= hw_operand_is_predicate(&view.operand[i]) && view.operand[i].reg != HW_PT;
}

/* Where a leave leads: what the last push for it before has named. */
static uint32_t pushed_row(const struct rename_flow *flow, uint32_t from, uint8_t token)
{
    uint8_t kind, pushed;
    bool guarded;

    for (uint32_t r = from; r-- > 0;) {
        flow_of(&insn_of(flow->diff, &flow->diff->row[r])->insn, &kind, &pushed, &guarded);
        const uint32_t target =
            kind == HW_FLOW_PUSH && pushed == token ? target_row(flow, &flow->diff->row[r]) : HW_DIFF_NONE;
        if (target != HW_DIFF_NONE && target > from)
            return target;
    }
    return HW_DIFF_NONE;
}

/* The row that a row may jump to, and whether the next one may follow. */
static uint32_t leads_to(const struct rename_flow *flow, uint32_t r, bool *goes_on)
{
    const struct hw_diff_row *row = &flow->diff->row[r];
    uint8_t kind, token;
    bool guarded;

    flow_of(&insn_of(flow->diff, row)->insn, &kind, &token, &guarded);
    *goes_on = true;
    switch (kind) {
    case HW_FLOW_JUMP: *goes_on = guarded; return target_row(flow, row);
    case HW_FLOW_INDIRECT:
    case HW_FLOW_RETURN:
    case HW_FLOW_END: *goes_on = guarded; return HW_DIFF_NONE;
    case HW_FLOW_LEAVE: *goes_on = guarded; return pushed_row(flow, r, token);
    }
    return HW_DIFF_NONE;
}

static void number_leaders(struct rename_flow *flow)
{
    const struct hw_diff *diff = flow->diff;
    bool goes_on;

    for (uint32_t r = 0; r < diff->row_count; r++) {
        if (diff->row[r].a != HW_DIFF_NONE)
            flow->row_a[diff->row[r].a] = r;
        if (diff->row[r].b != HW_DIFF_NONE)
            flow->row_b[diff->row[r].b] = r;
        flow->leader[r] = HW_DIFF_NONE;
    }
    for (uint32_t r = 0; r < diff->row_count; r++) {
        const uint32_t to = leads_to(flow, r, &goes_on);
        if (to != HW_DIFF_NONE && flow->leader[to] == HW_DIFF_NONE)
            flow->leader[to] = flow->leaders++;
    }
}

static bool arrive(struct rename_flow *flow, uint32_t row, const struct register_map *map)
{
    const uint32_t leader = row < flow->diff->row_count ? flow->leader[row] : HW_DIFF_NONE;

    if (leader == HW_DIFF_NONE)
        return false;
    if (flow->visited[leader])
        return merge(&flow->map[leader], map);
    flow->visited[leader] = true;
    flow->map[leader] = *map;
    return true;
}

/* Once over all rows; whether a map has changed.  With `mark` rows get their status. */
static bool go_over(struct rename_flow *flow, bool mark)
{
    struct hw_diff *diff = flow->diff;
    struct register_map map, entry;
    bool changed = false, goes_on = true, renamed;

    for (unsigned r = 0; r < HW_DIFF_REGISTERS; r++)
        entry.to[r] = (uint16_t)r;
    map = entry;
    for (uint32_t r = 0; r < diff->row_count; r++) {
        struct hw_diff_row *row = &diff->row[r];
        const uint32_t leader = flow->leader[r];
        if (leader != HW_DIFF_NONE) {
            if (goes_on)
                changed |= arrive(flow, r, &map);
            map = flow->visited[leader] ? flow->map[leader] : entry;
        } else if (!goes_on) {
            map = entry; /* nobody knows how one comes here */
        }
        const bool same = pass(&map, diff, row, &renamed);
        if (mark && row->status == HW_DIFF_EQUAL && (!same || renamed))
            row->status = same ? HW_DIFF_RENAMED : HW_DIFF_CHANGED;
        const uint32_t to = leads_to(flow, r, &goes_on);
        if (to != HW_DIFF_NONE)
            changed |= arrive(flow, to, &map);
    }
    return changed;
}

bool hw_diff_rename(struct hw_diff *diff)
{
    struct rename_flow flow = {.diff = diff,
                               .row_a = calloc(diff->a.count + 1, sizeof *flow.row_a),
                               .row_b = calloc(diff->b.count + 1, sizeof *flow.row_b),
                               .leader = calloc(diff->row_count + 1, sizeof *flow.leader)};
    bool has_memory = flow.row_a && flow.row_b && flow.leader;

    if (has_memory) {
        number_leaders(&flow);
        flow.map = calloc(flow.leaders + 1, sizeof *flow.map);
        flow.visited = calloc(flow.leaders + 1, sizeof *flow.visited);
        has_memory = flow.map && flow.visited;
    }
    for (unsigned round = 0; has_memory && round < ROUNDS && go_over(&flow, false); round++)
        ;
    if (has_memory)
        (void)go_over(&flow, true);
    free(flow.row_a);
    free(flow.row_b);
    free(flow.leader);
    free(flow.map);
    free(flow.visited);
    return has_memory;
}

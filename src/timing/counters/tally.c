/* SPDX-License-Identifier: MIT */
/* See tally.h: this file is the listener that counts. */
#include "timing/counters/tally.h"

#include "timing/access/bank_conflicts.h"
#include "timing/access/coalesce_texture.h"
#include "timing/access/coalesce_local.h"
#include "timing/access/coalesce_texels.h"

#include "machine/warp.h"

#include <halfwarp/operations.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The tally of a worker, of the counters that it counted for last. */
static _Thread_local struct {
    uint64_t serial;
    struct hw_tally *tally;
} mine;

static struct hw_tally nowhere; /* without memory */

static struct hw_tally *tally_of(struct hw_counters *counters)
{
    if (mine.serial == counters->serial)
        return mine.tally;
    struct hw_tally *made = calloc(1, sizeof *made);
    if (!made)
        return &nowhere;
    pthread_mutex_lock(&counters->lock);
    made->next = counters->tallies;
    counters->tallies = made;
    pthread_mutex_unlock(&counters->lock);
    mine.serial = counters->serial;
    mine.tally = made;
    return made;
}

/* --- events --- */

static void on_warp(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    (void)at;
    if (moment == HW_MOMENT_BEGIN)
        tally_of(context)->sum[HW_SUM_WARPS]++;
}

/* Requests of a load or a store, by its space; a generic address is of the space that it lies in. */
static enum hw_sum request_of(unsigned space, bool store)
{
    switch (space) {
    case HW_OPERAND_GLOBAL: return store ? HW_SUM_GLOBAL_STORE_REQUESTS : HW_SUM_GLOBAL_LOAD_REQUESTS;
    case HW_OPERAND_LOCAL: return store ? HW_SUM_LOCAL_STORE_REQUESTS : HW_SUM_LOCAL_LOAD_REQUESTS;
    case HW_OPERAND_SHARED: return store ? HW_SUM_SHARED_STORE_REQUESTS : HW_SUM_SHARED_LOAD_REQUESTS;
    default: return HW_SUM_NONE;
    }
}

static unsigned find_space(const struct hw_insn *insn)
{
    struct hw_semantics view;

    hw_insn_semantics(insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++)
        switch (view.operand[i].kind) {
        case HW_OPERAND_GLOBAL:
        case HW_OPERAND_LOCAL:
        case HW_OPERAND_SHARED:
        case HW_OPERAND_GENERIC:
        case HW_OPERAND_CONST: return view.operand[i].kind;
        default: break;
        }
    return HW_OPERAND_NONE;
}

static unsigned space_of(struct hw_tally *tally, const struct hw_insn *insn)
{
    const uint64_t mixed = (insn->word[0] ^ insn->word[1]) * UINT64_C(0x9e3779b97f4a7c15);
    struct hw_cached_space *known = &tally->known[mixed >> 56];

    if (known->space == HW_OPERAND_NONE || known->word[0] != insn->word[0] || known->word[1] != insn->word[1])
        *known = (struct hw_cached_space){{insn->word[0], insn->word[1]}, (uint8_t)find_space(insn)};
    return known->space;
}

/* Loads of constants by LDC; and loads and stores that no lane executes, which are requests all the same:
 * nvprof divides by them. */
static void on_load_or_store(struct hw_tally *tally, const struct hw_issue_event *event)
{
    const unsigned space = space_of(tally, event->insn);

    tally->sum[HW_SUM_CONSTANT_LOADS] += space == HW_OPERAND_CONST;
    if (!event->executed && request_of(space, false))
        tally->sum[request_of(space, event->op == HW_OP_ST)]++;
}

/* All control flow that goes somewhere: what only notes a target (SSY, PBK) is none. */
static bool is_branch(unsigned flow)
{
    switch (flow) {
    case HW_FLOW_JUMP:
    case HW_FLOW_INDIRECT:
    case HW_FLOW_CALL:
    case HW_FLOW_RETURN:
    case HW_FLOW_LEAVE:
    case HW_FLOW_END: return true;
    default: return false;
    }
}

static void on_issue(void *context, const struct hw_issue_event *event)
{
    struct hw_tally *tally = tally_of(context);
    const unsigned op = event->op < HW_OP_COUNT ? event->op : HW_OP_COUNT;
    const uint32_t executed = hw_lane_count(event->executed);
    const unsigned flow = hw_operation_info(op)->flow;

    tally->issues[op]++;
    tally->lanes[op] += executed;
    tally->sum[HW_SUM_LANES] += hw_lane_count(event->active);
    tally->sum[HW_SUM_EXECUTED] += executed;
    tally->sum[HW_SUM_BRANCHES] += is_branch(flow);
    if (flow == HW_FLOW_JUMP)
        tally->sum[HW_SUM_DIVERGENT_BRANCHES] += event->executed && event->executed != event->active;
    if (op == HW_OP_LD || op == HW_OP_ST)
        on_load_or_store(tally, event);
}

static uint32_t sectors_of(const struct hw_chip_info *chip, const struct hw_access_event *event)
{
    struct hw_line_requests requests;
    uint32_t sectors = 0;

    hw_coalesce(chip, event, &requests);
    for (uint32_t i = 0; i < requests.count; i++)
        sectors += (uint32_t)__builtin_popcount(requests.item[i].sectors);
    return sectors;
}

static uint32_t bytes_of(const struct hw_access_event *event)
{
    return hw_lane_count(event->lanes) * event->bytes;
}

static void on_load(const struct hw_chip_info *chip, const struct hw_access_event *event, uint64_t *sum)
{
    struct hw_line_requests requests;

    sum[request_of(event->space, false)]++;
    switch (event->space) {
    case HW_OPERAND_GLOBAL:
        sum[HW_SUM_GLOBAL_LOADS]++;
        sum[HW_SUM_GLOBAL_LOAD_BYTES] += bytes_of(event);
        if (chip->micro.l1_texture) {
            sum[HW_SUM_GLOBAL_LOAD_LOOKUPS] += hw_load_lookups(event);
            sum[HW_SUM_TEXTURE_TURNS] += hw_load_groups(event);
        } else {
            sum[HW_SUM_GLOBAL_LOAD_LOOKUPS] += sectors_of(chip, event);
        }
        break;
    case HW_OPERAND_LOCAL:
        hw_coalesce_local(event, 0, &requests);
        sum[HW_SUM_LOCAL_LOADS]++;
        sum[HW_SUM_LOCAL_LOAD_LINES] += requests.count;
        break;
    case HW_OPERAND_SHARED:
        sum[HW_SUM_SHARED_LOADS]++;
        sum[HW_SUM_SHARED_LOAD_PASSES] += hw_shared_passes(chip, event);
        sum[HW_SUM_SHARED_BYTES] += bytes_of(event);
        break;
    default: break;
    }
}

static void on_store(const struct hw_chip_info *chip, const struct hw_access_event *event, uint64_t *sum)
{
    struct hw_line_requests requests;

    sum[request_of(event->space, true)]++;
    switch (event->space) {
    case HW_OPERAND_GLOBAL:
        sum[HW_SUM_GLOBAL_STORES]++;
        sum[HW_SUM_GLOBAL_STORE_BYTES] += bytes_of(event);
        sum[HW_SUM_GLOBAL_STORE_SECTORS] += sectors_of(chip, event);
        break;
    case HW_OPERAND_LOCAL:
        hw_coalesce_local(event, 0, &requests);
        sum[HW_SUM_LOCAL_STORES]++;
        sum[HW_SUM_LOCAL_STORE_LINES] += requests.count;
        break;
    case HW_OPERAND_SHARED:
        sum[HW_SUM_SHARED_STORES]++;
        sum[HW_SUM_SHARED_STORE_PASSES] += hw_shared_passes(chip, event);
        sum[HW_SUM_SHARED_BYTES] += bytes_of(event);
        break;
    default: break;
    }
}

static void on_access(void *context, const struct hw_access_event *event)
{
    const struct hw_counters *counters = context;
    uint64_t *sum = tally_of(context)->sum;

    switch (event->kind) {
    case HW_ACCESS_LOAD:
    case HW_ACCESS_LOCK: on_load(counters->chip, event, sum); break;
    case HW_ACCESS_STORE:
    case HW_ACCESS_UNLOCK: on_store(counters->chip, event, sum); break;
    case HW_ACCESS_ATOMIC:
        sum[event->space == HW_OPERAND_SHARED ? HW_SUM_SHARED_ATOMICS : HW_SUM_GLOBAL_ATOMICS]++;
        break;
    case HW_ACCESS_REDUCTION:
        sum[event->space == HW_OPERAND_SHARED ? HW_SUM_SHARED_ATOMICS : HW_SUM_GLOBAL_REDUCTIONS]++;
        break;
    case HW_ACCESS_TEXTURE:
        sum[HW_SUM_TEXTURE_REQUESTS]++;
        sum[HW_SUM_TEXTURE_TURNS] += hw_texel_groups(event);
        break;
    default: sum[HW_SUM_SURFACE_REQUESTS]++;
    }
}

/* --- counters --- */

void hw_tally_total(const struct hw_counters *counters, struct hw_tally *total)
{
    memset(total, 0, sizeof *total);
    for (const struct hw_tally *tally = counters->tallies; tally; tally = tally->next) {
        for (unsigned i = 0; i < HW_SUM_EVENTS; i++)
            total->sum[i] += tally->sum[i];
        for (unsigned op = 0; op <= HW_OP_COUNT; op++) {
            total->issues[op] += tally->issues[op];
            total->lanes[op] += tally->lanes[op];
        }
    }
}

hw_status hw_counters_create(const struct hw_chip_info *chip, struct hw_counters **counters,
                             struct hw_error *error)
{
    static _Atomic uint64_t serials;
    struct hw_counters *made = calloc(1, sizeof *made);

    if (!made || pthread_mutex_init(&made->lock, NULL) != 0) {
        free(made);
        return hw_fail(error, HW_ERR_NO_MEMORY, "counters", "no memory for counters");
    }
    made->chip = chip;
    made->serial = atomic_fetch_add(&serials, 1) + 1;
    *counters = made;
    return HW_OK;
}

void hw_counters_destroy(struct hw_counters *counters)
{
    if (!counters)
        return;
    for (struct hw_tally *tally = counters->tallies, *next; tally; tally = next) {
        next = tally->next;
        free(tally);
    }
    pthread_mutex_destroy(&counters->lock);
    free(counters);
}

struct hw_listener hw_counters_listener(struct hw_counters *counters)
{
    return (struct hw_listener){.context = counters, .warp = on_warp, .issue = on_issue, .access = on_access};
}

/* SPDX-License-Identifier: MIT */
/* Counters of a launch: see include/halfwarp/counters.h.
 *
 * A listener adds to sums; a metric is one of them, or the quotient of two.  Counters of caches and DRAM need
 * the model: they would be further sums, filled from its results after a launch. */
#include <halfwarp/counters.h>

#include "timing/access/bank_passes.h"
#include "timing/access/local_requests.h"

#include <halfwarp/operations.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum counter_sum {
    SUM_NONE,
    SUM_WARPS,
    SUM_INSTRUCTIONS,
    SUM_LANES,      /* active, of all instructions */
    SUM_EXECUTED,   /* of these, those for which the guard holds */
    SUM_LANES_MOST, /* 32 for each instruction */
    SUM_CONTROL,
    SUM_GLOBAL_LOADS,
    SUM_GLOBAL_STORES,
    SUM_GLOBAL_STORE_SECTORS,
    SUM_LOCAL_LOADS,
    SUM_LOCAL_STORES,
    SUM_LOCAL_LOAD_TRANSACTIONS,
    SUM_LOCAL_STORE_TRANSACTIONS,
    SUM_SHARED_LOADS,
    SUM_SHARED_STORES,
    SUM_SHARED_LOAD_TRANSACTIONS,
    SUM_SHARED_STORE_TRANSACTIONS,
    SUM_COUNT
};

struct hw_counters {
    const struct hw_chip_info *chip;
    _Atomic uint64_t sum[SUM_COUNT];
};

/* clang-format off */
static const struct { struct hw_metric metric; enum counter_sum sum, of; } METRIC[] = {
    {{"warps_launched",    "warps",        "warps that began"}, SUM_WARPS, SUM_NONE},
    {{"inst_executed",     "instructions", "instructions issued to warps"}, SUM_INSTRUCTIONS, SUM_NONE},
    {{"inst_per_warp",     "instructions", "instructions issued, of each warp"}, SUM_INSTRUCTIONS, SUM_WARPS},
    {{"thread_inst_executed", "instructions", "active threads of all instructions"}, SUM_LANES, SUM_NONE},
    {{"not_predicated_off_thread_inst_executed", "instructions", "threads that executed, of all instructions"}, SUM_EXECUTED, SUM_NONE},
    {{"warp_execution_efficiency", "", "part of a warp's threads that are active, on average"}, SUM_LANES, SUM_LANES_MOST},
    {{"warp_nonpred_execution_efficiency", "", "part of a warp's threads that execute, on average"}, SUM_EXECUTED, SUM_LANES_MOST},
    {{"cf_executed",       "instructions", "control flow instructions; barriers are none"}, SUM_CONTROL, SUM_NONE},
    {{"gld_request",       "requests",     "loads of global memory, of warps"}, SUM_GLOBAL_LOADS, SUM_NONE},
    {{"gst_request",       "requests",     "stores to global memory, of warps"}, SUM_GLOBAL_STORES, SUM_NONE},
    {{"gst_transactions",  "transactions", "sectors of 32 bytes that these stores name, as nvprof counts on 5.x and 6.x"}, SUM_GLOBAL_STORE_SECTORS, SUM_NONE},
    {{"gst_transactions_per_request", "transactions", "their quotient"}, SUM_GLOBAL_STORE_SECTORS, SUM_GLOBAL_STORES},
    {{"local_load",        "requests",     "loads of local memory, of warps"}, SUM_LOCAL_LOADS, SUM_NONE},
    {{"local_store",       "requests",     "stores to local memory, of warps"}, SUM_LOCAL_STORES, SUM_NONE},
    {{"local_load_transactions",  "transactions", "lines of 128 bytes that these loads name"}, SUM_LOCAL_LOAD_TRANSACTIONS, SUM_NONE},
    {{"local_store_transactions", "transactions", "lines of 128 bytes that these stores name"}, SUM_LOCAL_STORE_TRANSACTIONS, SUM_NONE},
    {{"shared_load",       "requests",     "loads of shared memory, of warps"}, SUM_SHARED_LOADS, SUM_NONE},
    {{"shared_store",      "requests",     "stores to shared memory, of warps"}, SUM_SHARED_STORES, SUM_NONE},
    {{"shared_load_transactions",  "transactions", "passes through the banks of loads"}, SUM_SHARED_LOAD_TRANSACTIONS, SUM_NONE},
    {{"shared_store_transactions", "transactions", "passes through the banks of stores"}, SUM_SHARED_STORE_TRANSACTIONS, SUM_NONE},
    {{"shared_load_transactions_per_request",  "transactions", "their quotient"}, SUM_SHARED_LOAD_TRANSACTIONS, SUM_SHARED_LOADS},
    {{"shared_store_transactions_per_request", "transactions", "their quotient"}, SUM_SHARED_STORE_TRANSACTIONS, SUM_SHARED_STORES},
};
/* clang-format on */

#define METRICS (sizeof METRIC / sizeof METRIC[0])

static void add(struct hw_counters *counters, enum counter_sum sum, uint64_t value)
{
    atomic_fetch_add_explicit(&counters->sum[sum], value, memory_order_relaxed);
}

static bool is_control(unsigned op)
{
    const unsigned flow = hw_operation_info(op)->flow;

    return flow != HW_FLOW_NONE && flow != HW_FLOW_BARRIER;
}

static void on_warp(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    (void)at;
    if (moment == HW_MOMENT_BEGIN)
        add(context, SUM_WARPS, 1);
}

static void on_issue(void *context, const struct hw_issue_event *event)
{
    add(context, SUM_INSTRUCTIONS, 1);
    add(context, SUM_LANES, (uint64_t)__builtin_popcount(event->active));
    add(context, SUM_EXECUTED, (uint64_t)__builtin_popcount(event->executed));
    add(context, SUM_LANES_MOST, 32);
    if (is_control(event->op))
        add(context, SUM_CONTROL, 1);
}

static void add_sectors(struct hw_counters *counters, const struct hw_access_event *event)
{
    struct hw_line_requests requests;
    uint64_t sectors = 0;

    hw_line_requests(counters->chip, event, &requests);
    for (uint32_t i = 0; i < requests.count; i++)
        sectors += (uint64_t)__builtin_popcount(requests.item[i].sectors);
    add(counters, SUM_GLOBAL_STORE_SECTORS, sectors);
}

static void on_access(void *context, const struct hw_access_event *event)
{
    struct hw_counters *counters = context;
    const bool store = event->kind == HW_ACCESS_STORE;
    struct hw_line_requests requests;

    if (!store && event->kind != HW_ACCESS_LOAD)
        return;
    switch (event->space) {
    case HW_OPERAND_GLOBAL:
        add(counters, store ? SUM_GLOBAL_STORES : SUM_GLOBAL_LOADS, 1);
        if (store)
            add_sectors(counters, event);
        break;
    case HW_OPERAND_LOCAL:
        hw_local_requests(event, 0, &requests);
        add(counters, store ? SUM_LOCAL_STORES : SUM_LOCAL_LOADS, 1);
        add(counters, store ? SUM_LOCAL_STORE_TRANSACTIONS : SUM_LOCAL_LOAD_TRANSACTIONS, requests.count);
        break;
    case HW_OPERAND_SHARED:
        add(counters, store ? SUM_SHARED_STORES : SUM_SHARED_LOADS, 1);
        add(counters, store ? SUM_SHARED_STORE_TRANSACTIONS : SUM_SHARED_LOAD_TRANSACTIONS,
            hw_shared_passes(counters->chip, event));
        break;
    default: break;
    }
}

hw_status hw_counters_create(const struct hw_chip_info *chip, struct hw_counters **counters,
                             struct hw_error *error)
{
    struct hw_counters *made = calloc(1, sizeof *made);

    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "counters", "no memory for counters");
    made->chip = chip;
    *counters = made;
    return HW_OK;
}

void hw_counters_destroy(struct hw_counters *counters)
{
    free(counters);
}

struct hw_listener hw_counters_listener(struct hw_counters *counters)
{
    return (struct hw_listener){.context = counters, .warp = on_warp, .issue = on_issue, .access = on_access};
}

const struct hw_metric *hw_metric_at(unsigned index)
{
    return index < METRICS ? &METRIC[index].metric : NULL;
}

hw_status hw_counters_read(const struct hw_counters *counters, const char *name, double *value,
                           struct hw_error *error)
{
    for (unsigned i = 0; i < METRICS; i++) {
        if (strcmp(METRIC[i].metric.name, name) != 0)
            continue;
        const double sum = (double)counters->sum[METRIC[i].sum];
        const double of = METRIC[i].of == SUM_NONE ? 1 : (double)counters->sum[METRIC[i].of];
        *value = of > 0 ? sum / of : 0;
        return HW_OK;
    }
    return hw_fail(error, HW_ERR_NOT_FOUND, "counters", "no metric is named %s", name);
}

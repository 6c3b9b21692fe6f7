/* SPDX-License-Identifier: MIT */
/* A tally has the sums that launches are counted by, of which metrics are made (counters.c).
 *
 * Each worker adds to a tally of its own, so that counting needs neither locks nor atomic operations; a
 * reader takes all of them together when no launch runs.  Sums by operation come from counts by operation. */
#ifndef HW_TIMING_COUNTERS_TALLY_H
#define HW_TIMING_COUNTERS_TALLY_H

#include <halfwarp/counters.h>

#include <pthread.h>

/* clang-format off */
/* Counted by events. */
#define HW_EVENT_SUMS(X) \
    X(WARPS) X(LANES) X(EXECUTED) X(CONSTANT_LOADS) X(BRANCHES) X(DIVERGENT_BRANCHES) \
    X(GLOBAL_LOADS) X(GLOBAL_LOAD_REQUESTS) X(GLOBAL_LOAD_BYTES) X(GLOBAL_LOAD_LOOKUPS) \
    X(GLOBAL_STORES) X(GLOBAL_STORE_REQUESTS) X(GLOBAL_STORE_BYTES) X(GLOBAL_STORE_SECTORS) \
    X(GLOBAL_ATOMICS) X(GLOBAL_REDUCTIONS) \
    X(LOCAL_LOADS) X(LOCAL_LOAD_REQUESTS) X(LOCAL_LOAD_LINES) \
    X(LOCAL_STORES) X(LOCAL_STORE_REQUESTS) X(LOCAL_STORE_LINES) \
    X(SHARED_LOADS) X(SHARED_LOAD_REQUESTS) X(SHARED_LOAD_PASSES) \
    X(SHARED_STORES) X(SHARED_STORE_REQUESTS) X(SHARED_STORE_PASSES) \
    X(SHARED_BYTES) X(SHARED_ATOMICS) X(TEXTURE_TURNS) X(TEXTURE_REQUESTS) X(SURFACE_REQUESTS)

/* Made of counts by operation: of warps' instructions and of the threads that executed them. */
#define HW_OPERATION_SUMS(X) \
    X(INSTRUCTIONS) X(ISSUED) X(LANES_MOST) X(CONTROL) X(MEMORY_INSTRUCTIONS) X(TEXTURE_INSTRUCTIONS) \
    X(FP16) X(FP32) X(FP64) X(INTEGER) X(CONVERSIONS) X(FLOW_LANES) X(MEMORY_LANES) X(EXCHANGES) X(MISC) \
    X(HALF_ADD) X(HALF_MUL) X(HALF_FMA) X(HALF_FLOPS) \
    X(SINGLE_ADD) X(SINGLE_MUL) X(SINGLE_FMA) X(SINGLE_FLOPS) X(SINGLE_SPECIAL) \
    X(DOUBLE_ADD) X(DOUBLE_MUL) X(DOUBLE_FMA) X(DOUBLE_FLOPS)

/* What the model says of a launch (hw_counters_add_time). */
#define HW_TIME_SUMS(X) \
    X(CYCLES) X(SM_CYCLES) X(SECONDS) X(ACTIVE_CYCLES) X(WARP_CYCLES) X(WARP_CYCLES_MOST) X(ISSUE_CYCLES) \
    X(ISSUE_CYCLES_MOST) X(ELIGIBLE_CYCLES) \
    X(SLOTS) X(PAIRS) X(SINGLE_ISSUES) X(REISSUES) X(ALL_ISSUES) X(L2_READS) X(L2_READ_HITS) X(L2_WRITES) X(L2_ATOMICS) X(DRAM_READS) X(DRAM_WRITES) \
    X(SINGLE_PEAK) X(DOUBLE_PEAK) X(HALF_PEAK) \
    X(STALLS) X(STALL_FETCH) X(STALL_EXECUTION) X(STALL_MEMORY) X(STALL_TEXTURE) X(STALL_SYNC) \
    X(STALL_CONSTANT) X(STALL_PIPE) \
    X(STALL_THROTTLE) X(STALL_SLEEPING) X(STALL_NOT_SELECTED) X(STALL_OTHER)

/* Made of others. */
#define HW_DERIVED_SUMS(X) \
    X(GLOBAL_LOAD_SECTOR_BYTES) X(GLOBAL_STORE_SECTOR_BYTES) X(SHARED_PASS_BYTES) X(ALL_BRANCHES) \
    X(STRAIGHT_BRANCHES) \
    X(GLOBAL_HITS) X(LOAD_STORES)
/* clang-format on */

enum hw_sum {
    HW_SUM_NONE,
#define HW_SUM_NAME(name) HW_SUM_##name,
    HW_EVENT_SUMS(HW_SUM_NAME) HW_OPERATION_SUMS(HW_SUM_NAME) HW_TIME_SUMS(HW_SUM_NAME)
        HW_DERIVED_SUMS(HW_SUM_NAME)
#undef HW_SUM_NAME
            HW_SUM_COUNT,
    HW_SUM_EVENTS = HW_SUM_INSTRUCTIONS /* how many of them are counted by events */
};

/* The space that the operand of a load or store names, by the instruction's encoding: a small table of those
 * that came last. */
#define HW_TALLY_SPACES 256
struct hw_cached_space {
    uint64_t word[2];
    uint8_t space; /* enum hw_operand_kind */
};

struct hw_tally {
    uint64_t sum[HW_SUM_EVENTS];
    uint64_t issues[HW_OP_COUNT + 1], lanes[HW_OP_COUNT + 1]; /* by operation; lanes that executed */
    struct hw_cached_space known[HW_TALLY_SPACES];
    struct hw_tally *next;
};

struct hw_counters {
    const struct hw_chip_info *chip;
    uint64_t serial;          /* no other counters have the same */
    pthread_mutex_t lock;     /* of the list */
    struct hw_tally *tallies; /* one of each worker */
    double time[HW_SUM_COUNT];
};

/* All tallies together. */
void hw_tally_total(const struct hw_counters *counters, struct hw_tally *total);

/* Add what counts by operation come to (operation_sums.c). */
void hw_operation_sums(const struct hw_chip_info *chip, const struct hw_tally *total,
                       double sum[HW_SUM_COUNT]);

#endif

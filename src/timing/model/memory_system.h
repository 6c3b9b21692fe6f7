/* SPDX-License-Identifier: MIT */
/* Everything behind the multiprocessors: the second cache in slices, and memory in channels.
 *
 * It is a set of queues.  A request takes its slice for as long as its sectors need, a miss its channel; who
 * comes later waits until it is free.  Requests are served in the order of their times, and of their
 * multiprocessors' numbers within a clock.  A slice belongs to one channel, and channels know nothing of each
 * other, so several threads may serve requests of different ones. */
#ifndef HW_TIMING_MODEL_MEMORY_SYSTEM_H
#define HW_TIMING_MODEL_MEMORY_SYSTEM_H

#include "timing/model/sector_cache.h"
#include "timing/model/time_series.h"

#include <halfwarp/chip.h>
#include <halfwarp/status.h>

#define HW_TIME_UNKNOWN UINT64_MAX

/* What has to wait for two times can begin at the later one. */
static inline uint64_t hw_later(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

struct hw_memory_request {
    uint64_t time;                  /* when it leaves the multiprocessor; later when its answer is there */
    uint64_t served;                /* when its slice has served it */
    uint64_t line;                  /* number of the line */
    struct hw_memory_request *next; /* of those of the same part, then of those of the same clock */
    uint32_t slice;
    uint32_t token; /* whom the answer is for */
    uint8_t sectors;
    uint8_t kind;   /* enum hw_access_kind */
    uint8_t passes; /* of atomics: how many hit one address */
    uint8_t block;  /* the slot of the block that asks */
};

/* Sectors that have moved. */
struct hw_memory_traffic {
    uint64_t l2_reads, l2_read_hits, l2_writes, l2_atomics;
    uint64_t dram_reads, dram_writes;
};

struct hw_slice {
    struct hw_sector_cache cache;
    uint64_t free; /* ticks: when it can serve the next request */
    struct hw_memory_traffic traffic;
    struct hw_time_series dram; /* sectors that its channel has moved for it */
};

/* Each in a cache line of its own, since threads share out the channels. */
struct hw_memory_channel {
    _Alignas(64) uint64_t free; /* ticks */
};

struct hw_memory_system {
    const struct hw_chip_info *chip;
    struct hw_slice *slice;
    struct hw_memory_channel *channel;
    uint32_t slices, channels;
    uint32_t slice_ticks, write_ticks, channel_ticks, atomic_ticks; /* of a sector; of a lane's atomic */
    uint32_t latency_dram;                                          /* at the board's clock */
};

/* What a card makes of a chip. */
struct hw_board {
    uint32_t sms, sm_khz, memory_khz, memory_bits;
    uint32_t rate_fp64; /* lanes of double precision a clock of a multiprocessor */
};
hw_status hw_memory_system_create(struct hw_memory_system *system, const struct hw_chip_info *chip,
                                  const struct hw_board *board, struct hw_error *error);
void hw_memory_system_destroy(struct hw_memory_system *system);
/* Nothing is under way; what the cache holds stays. */
void hw_memory_system_settle(struct hw_memory_system *system);

/* How long a sector takes on a way that carries so many bytes a clock. */
uint32_t hw_sector_ticks(uint64_t bytes_by_clock);
/* Where a line lies. */
uint32_t hw_memory_slice(const struct hw_memory_system *system, uint64_t line);
uint32_t hw_memory_channel(const struct hw_memory_system *system, uint32_t slice);
/* Serve a request: its time becomes that of its answer, which then has to find its way back. */
void hw_memory_serve(struct hw_memory_system *system, struct hw_memory_request *request);
/* What all slices and channels have moved. */
struct hw_memory_traffic hw_memory_traffic(const struct hw_memory_system *system);

#endif

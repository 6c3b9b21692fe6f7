/* SPDX-License-Identifier: MIT */
/* What the clock keeps of a program: sums by name, and where a list is asked for each launch and copy. */
#ifndef HW_CUDA_PROFILER_PROFILER_RECORD_H
#define HW_CUDA_PROFILER_PROFILER_RECORD_H

#include "timing/device/device_timeline.h"

#include <halfwarp/timer.h>

#include <stdio.h>

#define HW_PROFILER_DEVICES 16

/* A device as the tables name it. */
struct hw_profiler_board {
    const struct hw_chip_info *chip; /* NULL: the program did not use the device */
    const char *card;                /* NULL where the program's chip is known by none */
    uint32_t sms, clock_khz, memory_clock_khz;
};

/* A metric of the launches of a kernel. */
struct hw_profiler_value {
    double least, most, total;
};

struct hw_profiler_sum {
    char *name;       /* of a kernel as people write it, or of copies in brackets */
    char *symbol;     /* of the kernel in its file; NULL: copies */
    const char *chip; /* that ran it */
    uint64_t calls, picoseconds, least, most;
    struct hw_launch_time time;       /* of a kernel: what its launches come to together */
    struct hw_profiler_value *values; /* of the metrics that are asked for */
};

struct hw_profiler_entry {
    struct hw_time_span span;
    uint32_t sum;    /* its number among the sums, which has the name */
    uint32_t number; /* of the launch or copy, from 1 on */
    int device;
    unsigned stream;
    bool kernel;
    uint32_t grid[3], block[3], registers, static_shared, dynamic_shared; /* of a kernel */
    uint64_t bytes;                                                       /* of a copy */
};

struct hw_profiler_record {
    struct hw_profiler_board board[HW_PROFILER_DEVICES];
    int board_count;
    struct hw_profiler_sum *sums;
    uint32_t sum_count;
    struct hw_profiler_entry *entries;
    uint64_t entry_count, entry_room;
    uint32_t numbers;
    bool no_memory; /* something is missing here */
};

/* Add something: a kernel by its symbol, with its time and metrics, or a copy, with none. */
void hw_profiler_record_add(struct hw_profiler_record *record, const char *name,
                            const struct hw_profiler_entry *entry, const struct hw_launch_time *time,
                            const double *values, bool keep);
void hw_profiler_record_clear(struct hw_profiler_record *record);

/* Write the tables that are asked for (profiler_table.c), as JSON (profiler_json.c). */
void hw_profiler_write(const struct hw_profiler_record *record);
void hw_profiler_put_metrics(FILE *out, const struct hw_profiler_record *record,
                             bool csv); /* profiler_metrics_table.c */
char *hw_profiler_as_text(const struct hw_profiler_record *record);
/* A metric as text: an integer, or with six decimals. */
void hw_profiler_value_text(char text[32], double value);
char *hw_profiler_as_json(const struct hw_profiler_record *record);

#endif

/* SPDX-License-Identifier: MIT */
/* The parts of `halfwarp occupancy` share this header (occupancy_*.c, one concept each). */
#ifndef HW_CLI_OCCUPANCY_REPORT_H
#define HW_CLI_OCCUPANCY_REPORT_H

#include <halfwarp/occupancy.h>

#include <stdio.h>

struct hw_module;
struct hw_kernel;
struct json_object;

/* --- what is shown (occupancy_report.c) --- */

#define HW_SENTENCE_BYTES 200

/* A question, its answer, and what follows from it. */
struct hw_occupancy_report {
    struct hw_block_needs needs;
    struct hw_occupancy result;
    struct hw_occupancy_step steps[HW_STEPS];
    unsigned step_count;
    uint32_t room_registers; /* that the same number of blocks could have */
    uint64_t room_shared;
    uint32_t most_threads;        /* of a block with these registers and this shared memory */
    const struct hw_module *file; /* the numbers' source, or NULL */
    const struct hw_kernel *kernel;
};

/* All members behind `needs`, except for the file. */
void hw_report_occupancy(struct hw_occupancy_report *report);

/* Warps of those that a multiprocessor has, as hundredths of a percent, rounded. */
uint32_t hw_basis_points(const struct hw_occupancy *occupancy);

/* "registers and shared memory": the limits of a set of bits. */
void hw_format_limits(unsigned limits, char text[HW_SENTENCE_BYTES]);
/* "10 registers a thread instead of 12: 3 blocks, 24 warps, 100.00 %" */
void hw_format_step(const struct hw_occupancy_report *report, const struct hw_occupancy_step *step,
                    char text[HW_SENTENCE_BYTES]);

/* --- rows of tables (occupancy_rows.c) --- */

/* What a table goes over. */
enum hw_occupancy_axis { HW_OVER_THREADS = 0, HW_OVER_REGISTERS, HW_OVER_SHARED, HW_OVERS };

/* Neighbours that give the same. */
struct hw_occupancy_row {
    uint32_t from, to; /* threads, registers, bytes */
    struct hw_occupancy result;
};

/* The needs with another number on the axis. */
struct hw_block_needs hw_occupancy_at(const struct hw_block_needs *needs, enum hw_occupancy_axis axis,
                                      uint32_t value);
/* The smallest and the largest number on an axis, and the one that the needs have. */
uint32_t hw_axis_first(enum hw_occupancy_axis axis);
uint32_t hw_axis_last(const struct hw_block_needs *needs, enum hw_occupancy_axis axis);
uint64_t hw_axis_value(const struct hw_block_needs *needs, enum hw_occupancy_axis axis);

/* The row that begins at row->from; false past the last number. */
bool hw_occupancy_row(const struct hw_block_needs *needs, enum hw_occupancy_axis axis,
                      struct hw_occupancy_row *row);

/* --- a kernel's numbers (occupancy_kernel.c) --- */

/* What ptxas -v says of a kernel, a line or two. */
void hw_print_ptxas(const struct hw_module *file, const struct hw_kernel *kernel, FILE *out);

/* --- output: text, JSON, picture (occupancy_text.c, occupancy_json.c, occupancy_picture.c) --- */

void hw_print_occupancy(const struct hw_occupancy_report *report, bool tables);
void hw_print_occupancy_json(const struct hw_occupancy_report *report, bool tables);
void hw_draw_occupancy(const struct hw_occupancy_report *report, FILE *out);

#endif

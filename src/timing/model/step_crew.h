/* SPDX-License-Identifier: MIT */
/* Threads that share out the parts of a step: each part is done once, by the thread that did it in the step
 * before as long as it keeps up, else by whoever comes first.
 *
 * A crew is whoever is there: threads that have to wait until the steps are over join it for that long, and
 * where nobody else waits, threads of its own can be called in. */
#ifndef HW_TIMING_MODEL_STEP_CREW_H
#define HW_TIMING_MODEL_STEP_CREW_H

#include <stdint.h>

struct hw_step_crew;

/* For so many threads; more or fewer may come. */
struct hw_step_crew *hw_step_crew_create(uint32_t threads);
void hw_step_crew_destroy(struct hw_step_crew *crew);

/* Call in so many threads of its own, which sleep while no steps are taken; send them away.  Fewer come where
 * the system has no more. */
void hw_step_crew_call(struct hw_step_crew *crew, uint32_t count);
void hw_step_crew_dismiss(struct hw_step_crew *crew);

/* Steps are taken between these two, by one thread. */
void hw_step_crew_open(struct hw_step_crew *crew);
void hw_step_crew_close(struct hw_step_crew *crew);

typedef void hw_step_part_fn(void *context, uint32_t part);
#define HW_STEP_PARTS_MAX 0xfffffu
/* Call `part` for 0 .. parts - 1, and return when all have returned. */
void hw_step_crew_do(struct hw_step_crew *crew, uint32_t parts, hw_step_part_fn *part, void *context);

/* Another thread: help until no steps are taken. */
void hw_step_crew_join(struct hw_step_crew *crew);

#endif

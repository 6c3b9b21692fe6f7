/* SPDX-License-Identifier: MIT */
/* Threads that share out the parts of a step: each part is done once, by whoever comes first. */
#ifndef HW_TIMING_MODEL_STEP_CREW_H
#define HW_TIMING_MODEL_STEP_CREW_H

#include <stdint.h>

struct hw_step_crew;

/* A crew of `count` threads, the caller of hw_step_crew_do among them; NULL: there is none, as for a count of
 * 1, and the caller does everything. */
struct hw_step_crew *hw_step_crew_create(uint32_t count);
void hw_step_crew_destroy(struct hw_step_crew *crew);

typedef void hw_step_part_fn(void *context, uint32_t part);
/* Call `part` for 0 .. parts - 1, and return when all have returned.  `crew` may be NULL. */
void hw_step_crew_do(struct hw_step_crew *crew, uint32_t parts, hw_step_part_fn *part, void *context);

#endif

/* SPDX-License-Identifier: MIT */
/* The rules by which one worker runs a launch, and their texts. */
#ifndef HW_ENGINE_LAUNCH_ONE_WORKER_H
#define HW_ENGINE_LAUNCH_ONE_WORKER_H

#include <halfwarp/machine.h>

#include "machine/program.h"

/* The rule for a launch that could have more; HW_ONE_WORKER_NONE: there is none. */
enum hw_one_worker hw_one_worker(const struct hw_launch *launch, const struct hw_program *program);

/* Whether the launch's reductions come to memory in the order of blocks (machine/memory/reduction_order.h)
 * where several workers run it. */
bool hw_orders_reductions(const struct hw_program *program);

/* Whether they may be collected (machine/memory/reduction_buffer.h). */
bool hw_collects_reductions(const struct hw_launch *launch, const struct hw_program *program);

/* For the result: the launch has run on one worker from a block on. */
void hw_serial_set(struct hw_serial *serial, enum hw_one_worker reason, uint64_t block,
                   const struct hw_program *program);

#endif

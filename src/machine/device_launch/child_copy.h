/* SPDX-License-Identifier: MIT */
/* Copies and fills that device code asks for (cudaMemcpyAsync, cudaMemsetAsync and their kin in kernels). */
#ifndef HW_MACHINE_DEVICE_LAUNCH_CHILD_COPY_H
#define HW_MACHINE_DEVICE_LAUNCH_CHILD_COPY_H

#include "machine/device_launch/child_queue.h"

/* Whether all of it is memory that kernels can reach; else the address of a line that is not. */
bool hw_child_copy_reaches(const struct hw_memory *memory, const struct hw_child_box *box, uint64_t *address);

/* Do it. */
void hw_child_copy_run(struct hw_memory *memory, const struct hw_child_box *box);

#endif

/* SPDX-License-Identifier: MIT */
/* Devices, each with its primary context. */
#ifndef HW_CUDA_CORE_DEVICES_DEVICE_H
#define HW_CUDA_CORE_DEVICES_DEVICE_H

#include "cuda/core/devices/busy_time.h"
#include "cuda/core/devices/context.h"

#include <halfwarp/chip.h>
#include <halfwarp/isa.h>

struct hw_code_count;

struct hw_cuda_device {
    int ordinal; /* among those that the program sees */
    int number;  /* among all */
    const struct hw_chip_info *chip;
    const struct hw_card *card; /* NULL: named by its chip */
    struct hw_target target;
    uint64_t memory_bytes;                                  /* that it says it has */
    uint64_t used;                                          /* of these, by allocations of programs */
    uint64_t ticks;                                         /* its clock (machine.h) */
    uint32_t launches;                                      /* so far */
    struct CUmemPoolHandle_st *default_pool, *current_pool; /* NULL: not yet (memory_pool.c) */
    struct hw_busy_time kernels_run, memory_moves;          /* the latter: copies and fills that are long */
    struct hw_cuda_context primary;
};

/* The capability from which on 64-bit programs have one address space for host and devices. */
#define HW_CUDA_UNIFIED 20

/* A device that the program sees; NULL: there is none of that number. */
struct hw_cuda_device *hw_cuda_device_at(int ordinal);
/* One of all, which CUDA_VISIBLE_DEVICES may hide. */
struct hw_cuda_device *hw_cuda_installed_at(int number);
/* The code by which the chip was chosen; NULL: it was named. */
const struct hw_code_count *hw_cuda_chosen_by(void);
/* Capability of the device of the current context (20 for 2.0). */
unsigned hw_cuda_capability(void);
/* Whether a context is a device's primary one; any pointer may be asked about. */
bool hw_cuda_is_primary(const struct hw_cuda_context *context);

/* Shared memory that a block of the chip may have although its kernel has not asked for more. */
uint32_t hw_cuda_usual_shared(const struct hw_chip_info *chip);

#endif

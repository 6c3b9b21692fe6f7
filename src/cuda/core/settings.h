/* SPDX-License-Identifier: MIT */
/* Settings of launches and memory from the environment. */
#ifndef HW_CUDA_CORE_SETTINGS_H
#define HW_CUDA_CORE_SETTINGS_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stdint.h>

struct hw_kernel;

/* HALFWARP_GUARD, HALFWARP_STRICT, HALFWARP_METHODS, and of HALFWARP_WORKERS hw_launch.host.workers. */
bool hw_cuda_guarded(void);
bool hw_cuda_strict(void);
bool hw_cuda_by_methods(void);
uint32_t hw_cuda_workers(void);

/* HALFWARP_TIMEOUT: seconds after which launches are stopped that only wait; 0: never. */
double hw_cuda_timeout(void);
/* CUDA_LAUNCH_BLOCKING, which is CUDA's own: a launch returns when it is over. */
bool hw_cuda_launches_block(void);

/* Whether all of the environment has values that are allowed, but for those about chips and memory, which are
 * read when devices are made. */
hw_status hw_cuda_settings_check(struct hw_error *error);

/* Something about a kernel is in doubt: it is told on standard error.  False: HALFWARP_STRICT refuses
 * that. */
bool hw_cuda_doubt(const struct hw_kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

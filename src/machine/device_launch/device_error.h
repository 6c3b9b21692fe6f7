/* SPDX-License-Identifier: MIT */
/* Errors that functions of device code return: CUDA's numbers (cudaError_t of toolkits since 10.1), and the
 * last error of each thread. */
#ifndef HW_MACHINE_DEVICE_LAUNCH_DEVICE_ERROR_H
#define HW_MACHINE_DEVICE_LAUNCH_DEVICE_ERROR_H

#include <stdbool.h>
#include <stdint.h>

enum hw_cdp_error {
    HW_CDP_SUCCESS = 0,
    HW_CDP_INVALID_VALUE = 1,
    HW_CDP_NO_MEMORY = 2,
    HW_CDP_INVALID_CONFIGURATION = 9,
    HW_CDP_TOO_DEEP = 65,      /* cudaErrorLaunchMaxDepthExceeded */
    HW_CDP_SYNC_TOO_DEEP = 68, /* cudaErrorSyncDepthExceeded */
    HW_CDP_INVALID_FUNCTION = 98,
    HW_CDP_INVALID_DEVICE = 101,
    HW_CDP_UNSUPPORTED_LIMIT = 215,
    HW_CDP_INVALID_HANDLE = 400,
    HW_CDP_OUT_OF_RESOURCES = 701, /* cudaErrorLaunchOutOfResources */
    HW_CDP_NOT_SUPPORTED = 801
};

/* The name of an error (cudaErrorInvalidValue), and what it means. */
const char *hw_device_error_name(int error);
const char *hw_device_error_text(int error);

/* The last errors of threads; zero memory has none. */
struct hw_thread_error {
    struct hw_thread_error *next;
    const void *grid;
    uint64_t block;
    uint32_t thread;
    int error;
};
#define HW_THREAD_ERROR_LISTS 256u
struct hw_thread_errors {
    struct hw_thread_error *list[HW_THREAD_ERROR_LISTS];
};

/* Who has an error: a thread of a block of a grid. */
struct hw_device_thread {
    const void *grid;
    uint64_t block;
    uint32_t thread;
};

/* Set the last error; without memory it is lost. */
void hw_thread_error_set(struct hw_thread_errors *errors, const struct hw_device_thread *thread, int error);
int hw_thread_error_get(struct hw_thread_errors *errors, const struct hw_device_thread *thread, bool forget);
/* Forget those of a grid; NULL: all. */
void hw_thread_errors_clear(struct hw_thread_errors *errors, const void *grid);

#endif

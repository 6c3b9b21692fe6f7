/* SPDX-License-Identifier: MIT */
/* Devices and their numbers, as the interfaces ask for them.  cuda_core.h has the frame of calls. */
#ifndef HW_CUDA_CORE_DEVICES_CUDA_DEVICE_H
#define HW_CUDA_CORE_DEVICES_CUDA_DEVICE_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_chip_info;

#pragma GCC visibility push(default)

/* --- devices (device.c, properties.c, attribute.c, pci.c) --- */

/* How many there are: one, or as many as HALFWARP_CHIP names; 0 where it names a chip that there is not.  Of
 * these, those that CUDA_VISIBLE_DEVICES names. */
int hw_cuda_device_count(void);
/* The identifier of a device, which follows it when CUDA_VISIBLE_DEVICES numbers devices anew. */
cudaError_t hw_cuda_uuid(int device, uint8_t id[16]);
cudaError_t hw_cuda_properties(int device, struct cudaDeviceProp *properties);
/* An attribute by the driver interface's number (attribute.c); cudaErrorInvalidValue: there is none of that
 * number. */
cudaError_t hw_cuda_attribute(int device, int attribute, int *value);
/* Write where a device is on its bus, as snprintf does; and the device at such a place, or one of the two. */
enum {
    HW_CUDA_PLACE_WRONG = -2 /* the text names none */,
    HW_CUDA_PLACE_EMPTY = -1 /* no device is there */
};
int hw_cuda_place(const struct cudaDeviceProp *device, char *text, size_t bytes);
int hw_cuda_device_placed(const char *text);
/* All devices, whatever CUDA_VISIBLE_DEVICES hides: what NVML shows. */
int hw_cuda_installed_count(void);
struct hw_cuda_installed {
    struct cudaDeviceProp properties;
    const struct hw_chip_info *chip;
    uint64_t used;      /* bytes of its memory that this process has allocated */
    char uuid_text[48]; /* "GPU-" and the identifier's digits in groups */
};
cudaError_t hw_cuda_installed(int number, struct hw_cuda_installed *about);
/* Whether this process has a context there. */
bool hw_cuda_installed_in_use(int number);
/* What it did there in periods of a sixth of a second, the oldest first; how many these are. */
#define HW_CUDA_USE_MAX 128
struct hw_cuda_use_sample {
    uint64_t microseconds;    /* when the period ended, since 1970 */
    unsigned kernels, memory; /* percents of it in which kernels ran, and in which copies and fills did */
};
unsigned hw_cuda_installed_use(int number, struct hw_cuda_use_sample use[HW_CUDA_USE_MAX]);
int hw_cuda_installed_placed(const char *text); /* as hw_cuda_device_placed */
/* The newest toolkit whose programs the driver is for, as 1000 * major + 10 * minor. */
#define HW_CUDA_DRIVER_VERSION 13000
/* The runtime's device of the calling thread, which is not used by setting it.  Where the thread has a
 * current context, the device's primary one takes its place. */
int hw_cuda_device(void);
cudaError_t hw_cuda_set_device(int device);
/* Make a device's primary context ready for use; and the runtime's device's the current one, where the thread
 * has none. */
cudaError_t hw_cuda_begin_device(int device);
cudaError_t hw_cuda_begin_set_device(void);
/* cudaDeviceBlockingSync and so on, of a device's primary context, which may be in use already where
 * `at_any_time`. */
unsigned hw_cuda_device_flags(int device);
cudaError_t hw_cuda_set_device_flags(int device, unsigned flags, bool at_any_time);
/* Of the current context's device. */
cudaError_t hw_cuda_memory_info(size_t *free_bytes, size_t *total_bytes);

/* --- the profiler's switch (profiler_switch.c), which needs the lock only --- */

cudaError_t hw_cuda_profiler_initialize(const char *counters, const char *output, int format);
cudaError_t hw_cuda_profiler_start(void);
cudaError_t hw_cuda_profiler_stop(void);

#pragma GCC visibility pop
#endif

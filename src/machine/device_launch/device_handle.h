/* SPDX-License-Identifier: MIT */
/* Streams and events that a grid has created (cudaStreamCreateWithFlags in a kernel).  They are the grid's
 * own and go with it. */
#ifndef HW_MACHINE_DEVICE_LAUNCH_DEVICE_HANDLE_H
#define HW_MACHINE_DEVICE_LAUNCH_DEVICE_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hw_created { HW_CREATED_STREAM = 0, HW_CREATED_EVENT };

struct hw_device_handle {
    enum hw_created kind;
    const void *grid;
    uint64_t value;    /* what device code knows it by */
    uint64_t recorded; /* of an event: the number of an item (child_queue.h); 0: none */
};

/* Those that exist; zero memory has none, `list` is freed at the end. */
struct hw_device_handles {
    struct hw_device_handle *list;
    size_t count, capacity;
    uint64_t created;
};

/* The value of a new one; 0: no memory. */
uint64_t hw_device_handle_add(struct hw_device_handles *handles, const struct hw_device_handle *handle);
/* The one with kind, grid and value; NULL: there is none. */
struct hw_device_handle *hw_device_handle_find(struct hw_device_handles *handles,
                                               const struct hw_device_handle *handle);
bool hw_device_handle_remove(struct hw_device_handles *handles, const struct hw_device_handle *handle);
/* Remove those of a grid. */
void hw_device_handles_drop(struct hw_device_handles *handles, const void *grid);

#endif

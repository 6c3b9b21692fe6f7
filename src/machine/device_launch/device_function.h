/* SPDX-License-Identifier: MIT */
/* The functions of CUDA's device runtime that launch kernels and graphs and what belongs to them (streams,
 * events, copies, questions), by the names of their symbols.
 *
 * CUDA 12's headers call them __cudaCDP2..., earlier ones cuda....  nvcc links them from libcudadevrt.a, and
 * that code is NVIDIA's and for NVIDIA's driver: the loader puts ours in the place of every function with
 * such a name, whether the file defines it or not. */
#ifndef HW_MACHINE_DEVICE_LAUNCH_DEVICE_FUNCTION_H
#define HW_MACHINE_DEVICE_LAUNCH_DEVICE_FUNCTION_H

#include "machine/device_launch/child_queue.h"
#include "machine/lane_call.h"

struct hw_device_function;

/* One lane's call; false: it is a fault, which the warp has. */
typedef bool hw_device_function_fn(struct hw_lane_call *call, const struct hw_device_function *function);

struct hw_device_function {
    const char *name; /* as toolkits before 12 have it */
    hw_device_function_fn *call;
    bool per_thread;  /* stream 0 is the thread's, not the block's (..._ptsz) */
    uint8_t toolkits; /* those that have it: enum hw_toolkits */
    uint8_t use;      /* enum hw_device_use */
};

/* What code does that calls a function: bits. */
enum hw_device_use {
    HW_DEVICE_USE_CHILDREN = 1, /* it launches kernels, or asks for copies and fills (dynamic parallelism) */
    HW_DEVICE_USE_GRAPHS = 2,   /* it launches graphs */
    HW_DEVICE_USE_NODES = 4     /* it changes nodes of graphs */
};

enum hw_toolkits { HW_TOOLKIT_ANY = 0, HW_TOOLKIT_BEFORE_12, HW_TOOLKIT_SINCE_12 };

/* How many there are, and each. */
uint32_t hw_device_function_count(void);
const struct hw_device_function *hw_device_function_at(uint32_t index);
/* The index of a symbol's function; false: it is none of them. */
bool hw_device_function_find(const char *symbol, uint32_t *index);

/* --- what they have in common (device_function.c) --- */

/* The queue of the launch, and the grid in it whose thread calls. */
struct hw_child_queue *hw_call_queue(const struct hw_lane_call *call);
struct hw_child *hw_call_grid(const struct hw_lane_call *call);
/* Return an error, which becomes the thread's last one; always true. */
bool hw_call_return(struct hw_lane_call *call, int error);
/* Write to where an argument points.  False: nothing is there, which is a fault. */
bool hw_call_store(struct hw_lane_call *call, uint64_t address, const void *from, size_t bytes);
bool hw_call_load(struct hw_lane_call *call, uint64_t address, void *to, size_t bytes);
/* The stream that an argument names; an error if it names none. */
int hw_call_stream(const struct hw_lane_call *call, const struct hw_device_function *function,
                   uint64_t handle, struct hw_child_stream *stream);

/* --- the functions, by the files that have them --- */

hw_device_function_fn hw_device_get_parameter_buffer, hw_device_get_parameter_buffer_v2, hw_device_launch,
    hw_device_launch_v2;
hw_device_function_fn hw_device_stream_create, hw_device_stream_destroy, hw_device_stream_wait_event,
    hw_device_event_create, hw_device_event_record, hw_device_event_destroy;
hw_device_function_fn hw_device_memcpy, hw_device_memcpy_2d, hw_device_memcpy_3d, hw_device_memset,
    hw_device_memset_2d, hw_device_memset_3d, hw_device_malloc, hw_device_free;
hw_device_function_fn hw_device_get_last_error, hw_device_peek_last_error, hw_device_get_error_name,
    hw_device_get_error_string, hw_device_get_attribute, hw_device_get_limit, hw_device_get_device,
    hw_device_get_device_count, hw_device_runtime_version, hw_device_get_config;
hw_device_function_fn hw_device_set_condition;
hw_device_function_fn hw_device_func_attributes, hw_device_occupancy, hw_device_occupancy_with_flags;

/* Graphs, which those know who run the launch (child_queue.h). */
hw_device_function_fn hw_device_graph_launch, hw_device_node_set_param, hw_device_node_set_grid,
    hw_device_node_set_enabled, hw_device_node_updates_apply;

/* cudaDeviceSynchronize: the lanes come back to it until what their block has launched is complete.  So it is
 * an instruction of its own. */
hw_device_function_fn hw_device_synchronize;
hw_uop_fn hw_uop_children_wait;
bool hw_device_function_waits(uint32_t index);

#endif

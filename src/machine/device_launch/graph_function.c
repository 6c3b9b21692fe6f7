/* SPDX-License-Identifier: MIT */
/* Graphs that device code launches, and nodes of them that it changes.  A graph is launched by a node of
 * another one: by a kernel that a kernel has launched it is not, which CUDA's guide leaves open. */
#include "machine/device_launch/device_function.h"

#include <string.h>

/* Arguments, as registers. */
#define GRAPH  4u
#define STREAM 6u

bool hw_device_graph_launch(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct hw_child_queue *queue = hw_call_queue(call);
    const struct hw_child_host *host = hw_child_queue_host(queue);

    (void)function;
    if (!host->launch_graph || hw_call_grid(call) != hw_child_queue_root(queue))
        return hw_call_return(call, HW_CDP_NOT_SUPPORTED);
    return hw_call_return(call, host->launch_graph(host->context, hw_argument_pair(call, GRAPH),
                                                   hw_argument_pair(call, STREAM)));
}

/* --- nodes that kernels change --- */

#define NODE   4u
#define GRID   6u /* three words */
#define ENABLE 6u
#define OFFSET 6u
#define VALUE  8u
#define BYTES  10u

#define VALUE_MOST 4096u /* bytes of parameters */

static bool change_node(struct hw_lane_call *call, const struct hw_node_change *change, int *error)
{
    const struct hw_child_host *host = hw_child_queue_host(hw_call_queue(call));

    *error = host->change_node ? host->change_node(host->context, change) : HW_CDP_NOT_SUPPORTED;
    return true;
}

/* The value of a parameter lies where device code says. */
static bool change_parameter(struct hw_lane_call *call, uint64_t from, struct hw_node_change *change,
                             int *error)
{
    uint8_t value[VALUE_MOST];

    if (change->bytes > VALUE_MOST) {
        *error = HW_CDP_INVALID_VALUE;
        return true;
    }
    if (!hw_call_load(call, from, value, change->bytes))
        return false;
    change->field = HW_CHANGED_PARAM;
    change->value = value;
    return change_node(call, change, error);
}

bool hw_device_node_set_param(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct hw_node_change change = {.node = hw_argument_pair(call, NODE),
                                    .offset = hw_argument_pair(call, OFFSET),
                                    .bytes = hw_argument_pair(call, BYTES)};
    int error;

    (void)function;
    return change_parameter(call, hw_argument_pair(call, VALUE), &change, &error) &&
           hw_call_return(call, error);
}

bool hw_device_node_set_grid(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_node_change change = {.node = hw_argument_pair(call, NODE),
                                          .field = HW_CHANGED_GRID,
                                          .grid = {hw_argument_word(call, GRID),
                                                   hw_argument_word(call, GRID + 1),
                                                   hw_argument_word(call, GRID + 2)}};
    int error;

    (void)function;
    return change_node(call, &change, &error) && hw_call_return(call, error);
}

bool hw_device_node_set_enabled(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_node_change change = {.node = hw_argument_pair(call, NODE),
                                          .field = HW_CHANGED_ENABLED,
                                          .enabled = hw_argument_word(call, ENABLE) & 0xff};
    int error;

    (void)function;
    return change_node(call, &change, &error) && hw_call_return(call, error);
}

/* cudaGraphKernelNodeUpdate. */
struct node_update {
    uint64_t node;
    uint32_t field, hole;
    union {
        uint32_t grid[3];
        struct {
            uint64_t value, offset, bytes;
        } param;
        uint32_t enabled;
    };
};

static bool apply(struct hw_lane_call *call, const struct node_update *update, int *error)
{
    struct hw_node_change change = {.node = update->node, .field = update->field};

    switch (update->field) {
    case HW_CHANGED_GRID: memcpy(change.grid, update->grid, sizeof change.grid); break;
    case HW_CHANGED_ENABLED: change.enabled = update->enabled != 0; break;
    case HW_CHANGED_PARAM:
        change.offset = update->param.offset;
        change.bytes = update->param.bytes;
        return change_parameter(call, update->param.value, &change, error);
    default: *error = HW_CDP_INVALID_VALUE; return true;
    }
    return change_node(call, &change, error);
}

/* (updates, count).  Those before the first error have their effect. */
bool hw_device_node_updates_apply(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const uint64_t list = hw_argument_pair(call, 4), count = hw_argument_pair(call, 6);
    int error = HW_CDP_SUCCESS;

    (void)function;
    for (uint64_t i = 0; i < count && !error; i++) {
        struct node_update update;
        if (!hw_call_load(call, list + i * sizeof update, &update, sizeof update) ||
            !apply(call, &update, &error))
            return false;
    }
    return hw_call_return(call, error);
}

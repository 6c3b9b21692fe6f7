/* SPDX-License-Identifier: MIT */
/* What device code asks about: errors, its device, limits.  Those who run the launch know the device's
 * attributes and limits; without them there is nothing to say. */
#include "machine/device_launch/device_function.h"
#include "machine/memory/parameter_pool.h"

#include <halfwarp/image.h>
#include <stddef.h>

#define RUNTIME_VERSION 12000 /* the first whose kernels do not wait for their children, as here */

/* An int goes where the first argument points. */
static bool answer(struct hw_lane_call *call, int value)
{
    return hw_call_store(call, hw_argument_pair(call, 4), &value, sizeof value) &&
           hw_call_return(call, HW_CDP_SUCCESS);
}

bool hw_device_get_attribute(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_child_host *host = hw_child_queue_host(hw_call_queue(call));
    int value = 0;

    (void)function;
    if (!host->attribute || !host->attribute(host->context, (int)hw_argument_word(call, 6), &value))
        return hw_call_return(call, HW_CDP_INVALID_VALUE);
    return answer(call, value);
}

bool hw_device_get_limit(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_child_host *host = hw_child_queue_host(hw_call_queue(call));
    uint64_t value = 0;

    (void)function;
    if (!host->limit || !host->limit(host->context, (int)hw_argument_word(call, 6), &value))
        return hw_call_return(call, HW_CDP_UNSUPPORTED_LIMIT);
    return hw_call_store(call, hw_argument_pair(call, 4), &value, sizeof value) &&
           hw_call_return(call, HW_CDP_SUCCESS);
}

bool hw_device_get_device(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return answer(call, hw_child_queue_host(hw_call_queue(call))->device);
}

bool hw_device_get_device_count(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const int count = hw_child_queue_host(hw_call_queue(call))->device_count;

    (void)function;
    return answer(call, count ? count : 1);
}

bool hw_device_runtime_version(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return answer(call, RUNTIME_VERSION);
}

/* The preferences of caches and banks, of which nothing depends here: none, and the default. */
bool hw_device_get_config(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return answer(call, 0);
}

/* Text in device memory. */
static bool answer_text(struct hw_lane_call *call, const char *text)
{
    hw_return_pair(call, hw_parameter_pool_text(call->warp->block->launch->memory, text));
    return true;
}

bool hw_device_get_error_name(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return answer_text(call, hw_device_error_name((int)hw_argument_word(call, HW_FIRST_ARGUMENT)));
}

bool hw_device_get_error_string(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return answer_text(call, hw_device_error_text((int)hw_argument_word(call, HW_FIRST_ARGUMENT)));
}

static const struct hw_kernel *kernel_at(const struct hw_lane_call *call, unsigned argument)
{
    return hw_image_kernel_at(call->warp->block->launch->children.image, hw_argument_pair(call, argument));
}

/* (attributes, kernel).  Toolkits before 9 have a shorter structure. */
bool hw_device_func_attributes(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_child_host *host = hw_child_queue_host(hw_call_queue(call));
    const struct hw_kernel *kernel = kernel_at(call, 6);
    struct hw_function_attributes attributes = {.carveout = -1};
    const size_t bytes = function->toolkits == HW_TOOLKIT_BEFORE_12
                             ? offsetof(struct hw_function_attributes, max_dynamic_bytes)
                             : offsetof(struct hw_function_attributes, carveout) + sizeof attributes.carveout;

    if (!kernel || !host->function || !host->function(host->context, kernel, &attributes))
        return hw_call_return(call, HW_CDP_INVALID_FUNCTION);
    return hw_call_store(call, hw_argument_pair(call, 4), &attributes, bytes) &&
           hw_call_return(call, HW_CDP_SUCCESS);
}

/* (number of blocks, kernel, threads, dynamic shared memory) */
static bool answer_occupancy(struct hw_lane_call *call, unsigned flags)
{
    const struct hw_child_host *host = hw_child_queue_host(hw_call_queue(call));
    const struct hw_kernel *kernel = kernel_at(call, 6);
    const int threads = (int)hw_argument_word(call, 8);
    int blocks = 0;

    if (!kernel || !host->occupancy)
        return hw_call_return(call, HW_CDP_INVALID_FUNCTION);
    if (threads <= 0 ||
        !host->occupancy(host->context, kernel, threads, hw_argument_pair(call, 10), flags, &blocks))
        return hw_call_return(call, HW_CDP_INVALID_VALUE);
    return answer(call, blocks);
}

bool hw_device_occupancy(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return answer_occupancy(call, 0);
}

bool hw_device_occupancy_with_flags(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return answer_occupancy(call, hw_argument_word(call, 12));
}

/* SPDX-License-Identifier: MIT */
/* Launches in device code.  What nvcc makes of `kernel<<<grid, block, shared, stream>>>(...)` asks for a
 * buffer by the kernel's code address and the launch's shape (cudaGetParameterBufferV2), writes the
 * parameters as the kernel has them in bank 0, and launches the buffer in a stream (cudaLaunchDeviceV2).  The
 * older pair (cudaGetParameterBuffer, cudaLaunchDevice) gives the shape with the launch.
 *
 * An impossible launch has a null pointer as its buffer, which code does not launch, and an error. */
#include "machine/device_launch/device_function.h"

#include <halfwarp/image.h>
#include <string.h>

/* Arguments, as registers: the address of the kernel, or the buffer; grid and block, three words each; shared
 * memory.  The stream of the older launch is on the stack. */
#define KERNEL    4u
#define V2_GRID   6u
#define V2_BLOCK  9u
#define V2_SHARED 12u
#define V2_STREAM 6u
#define V1_SIZE   6u
#define V1_BUFFER 6u
#define V1_GRID   8u
#define V1_BLOCK  11u
#define V1_SHARED 14u

static void read_dimensions(const struct hw_lane_call *call, unsigned from, uint32_t to[3])
{
    for (unsigned i = 0; i < 3; i++)
        to[i] = hw_argument_word(call, from + i);
}

static int check_shape(const struct hw_chip_info *chip, const struct hw_child *child)
{
    const uint32_t most_grid[3] = {chip->grid_x, chip->grid_y, chip->grid_z},
                   most_block[3] = {chip->block_x, chip->block_y, chip->block_z};
    uint64_t threads = 1;

    for (int i = 0; i < 3; i++) {
        if (child->grid[i] == 0 || child->grid[i] > most_grid[i] || child->block[i] == 0 ||
            child->block[i] > most_block[i])
            return HW_CDP_INVALID_CONFIGURATION;
        threads *= child->block[i];
    }
    return threads > chip->threads_per_block ? HW_CDP_INVALID_CONFIGURATION : HW_CDP_SUCCESS;
}

/* Whether a multiprocessor can hold a block. */
static int check_resources(const struct hw_chip_info *chip, const struct hw_child *child)
{
    const struct hw_kernel *kernel = child->kernel;
    const uint64_t threads = (uint64_t)child->block[0] * child->block[1] * child->block[2];

    if ((uint64_t)kernel->shared_bytes + child->shared_bytes > chip->shared_per_block ||
        threads * kernel->registers > chip->registers_per_block)
        return HW_CDP_OUT_OF_RESOURCES;
    return HW_CDP_SUCCESS;
}

/* The kernel at a code address, and what the launch needs of it. */
static int find_kernel(const struct hw_lane_call *call, uint64_t address, struct hw_child *child)
{
    const struct hw_launch *launch = call->warp->block->launch;

    child->kernel = hw_image_kernel_at(launch->children.image, address);
    if (!child->kernel)
        return HW_CDP_INVALID_FUNCTION;
    child->param_bytes = child->kernel->param_bytes > 0 ? (uint32_t)child->kernel->param_bytes : 0;
    const int error = check_shape(launch->code.chip, child);
    return error ? error : check_resources(launch->code.chip, child);
}

static bool return_buffer(struct hw_lane_call *call, int error, uint64_t address)
{
    hw_call_return(call, error);
    hw_return_pair(call, error ? 0 : address);
    return true;
}

bool hw_device_get_parameter_buffer_v2(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct hw_child child = {.kind = HW_CHILD_KERNEL,
                             .parent = hw_call_grid(call),
                             .submitter = call->warp->block->number,
                             .shared_bytes = hw_argument_word(call, V2_SHARED)};
    uint64_t address = 0;

    (void)function;
    read_dimensions(call, V2_GRID, child.grid);
    read_dimensions(call, V2_BLOCK, child.block);
    int error = find_kernel(call, hw_argument_pair(call, KERNEL), &child);
    if (!error)
        error = hw_child_reserve(hw_call_queue(call), &child, &address);
    return return_buffer(call, error, address);
}

bool hw_device_launch_v2(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct hw_child_queue *queue = hw_call_queue(call);
    struct hw_child *child = hw_child_reserved(queue, hw_argument_pair(call, KERNEL));
    struct hw_child_stream stream;

    if (!child || !child->kernel)
        return hw_call_return(call, HW_CDP_INVALID_VALUE);
    int error = hw_call_stream(call, function, hw_argument_pair(call, V2_STREAM), &stream);
    if (!error)
        error = hw_child_launch(queue, child, &stream);
    if (error)
        hw_child_release(queue, child);
    return hw_call_return(call, error);
}

bool hw_device_get_parameter_buffer(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const uint64_t bytes = hw_argument_pair(call, V1_SIZE);
    const struct hw_child child = {.kind = HW_CHILD_KERNEL,
                                   .parent = hw_call_grid(call),
                                   .submitter = call->warp->block->number,
                                   .param_bytes = (uint32_t)bytes};
    uint64_t address = 0;
    int error = HW_CDP_INVALID_VALUE;

    (void)function;
    if (bytes <= call->warp->block->launch->code.chip->parameter_bytes)
        error = hw_child_reserve(hw_call_queue(call), &child, &address);
    return return_buffer(call, error, address);
}

/* A kernel without parameters has no buffer. */
bool hw_device_launch(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct hw_child_queue *queue = hw_call_queue(call);
    const uint64_t buffer = hw_argument_pair(call, V1_BUFFER);
    struct hw_child shape = {.kind = HW_CHILD_KERNEL,
                             .parent = hw_call_grid(call),
                             .submitter = call->warp->block->number,
                             .shared_bytes = hw_argument_word(call, V1_SHARED)};
    struct hw_child_stream stream;
    uint64_t reserved = buffer, handle;

    if (!hw_call_load(call, hw_argument_on_stack(call, 0), &handle, sizeof handle))
        return false;
    read_dimensions(call, V1_GRID, shape.grid);
    read_dimensions(call, V1_BLOCK, shape.block);
    int error = find_kernel(call, hw_argument_pair(call, KERNEL), &shape);
    if (!error)
        error = hw_call_stream(call, function, handle, &stream);
    if (!error && !buffer && !shape.param_bytes)
        error = hw_child_reserve(queue, &shape, &reserved);
    struct hw_child *child = error ? NULL : hw_child_reserved(queue, reserved);
    if (!error && (!child || (buffer && (child->kernel || child->param_bytes < shape.param_bytes))))
        error = HW_CDP_INVALID_VALUE;
    if (error)
        return hw_call_return(call, error);
    child->kernel = shape.kernel;
    child->shared_bytes = shape.shared_bytes;
    child->param_bytes = shape.param_bytes;
    memcpy(child->grid, shape.grid, sizeof child->grid);
    memcpy(child->block, shape.block, sizeof child->block);
    return hw_call_return(call, hw_child_launch(queue, child, &stream));
}

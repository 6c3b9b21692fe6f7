/* SPDX-License-Identifier: MIT */
/* Copies, fills and allocations in device code.  Memory that a copy cannot reach is a fault of the call. */
#include "machine/device_launch/child_copy.h"
#include "machine/device_launch/device_function.h"
#include "machine/memory/heap.h"
#include "machine/warp_control.h"

static bool submit_box(struct hw_lane_call *call, const struct hw_device_function *function, uint64_t handle,
                       const struct hw_child_box *box)
{
    struct hw_child item = {.kind = HW_CHILD_COPY,
                            .parent = hw_call_grid(call),
                            .submitter = call->warp->block->number,
                            .box = *box};
    uint64_t address;
    const int error = hw_call_stream(call, function, handle, &item.stream);

    if (error)
        return hw_call_return(call, error);
    if (hw_child_copy_reaches(call->warp->block->launch->memory, box, &address))
        return hw_call_return(call, hw_child_submit(hw_call_queue(call), &item));
    hw_warp_fault(call->warp, call->uop, HW_FAULT_ADDRESS, call->lane,
                  &(struct hw_access){.space = HW_OPERAND_GLOBAL, .size = 1, .address = address},
                  "%s is given %llu bytes at 0x%llx, which are not all allocated", function->name,
                  (unsigned long long)box->width, (unsigned long long)address);
    return false;
}

/* (to, from, bytes, kind, stream) */
bool hw_device_memcpy(struct hw_lane_call *call, const struct hw_device_function *function)
{
    return submit_box(call, function, hw_argument_pair(call, 12),
                      &(struct hw_child_box){.to = hw_argument_pair(call, 4),
                                             .from = hw_argument_pair(call, 6),
                                             .width = hw_argument_pair(call, 8),
                                             .height = 1,
                                             .depth = 1});
}

/* (to, value, bytes, stream) */
bool hw_device_memset(struct hw_lane_call *call, const struct hw_device_function *function)
{
    return submit_box(call, function, hw_argument_pair(call, 10),
                      &(struct hw_child_box){.fills = true,
                                             .to = hw_argument_pair(call, 4),
                                             .value = (uint8_t)hw_argument_word(call, 6),
                                             .width = hw_argument_pair(call, 8),
                                             .height = 1,
                                             .depth = 1});
}

/* (to, pitch, from, pitch, width, height; on the stack: kind, stream) */
bool hw_device_memcpy_2d(struct hw_lane_call *call, const struct hw_device_function *function)
{
    uint64_t stream;

    return hw_call_load(call, hw_argument_on_stack(call, 8), &stream, sizeof stream) &&
           submit_box(call, function, stream,
                      &(struct hw_child_box){.to = hw_argument_pair(call, 4),
                                             .to_pitch = hw_argument_pair(call, 6),
                                             .from = hw_argument_pair(call, 8),
                                             .from_pitch = hw_argument_pair(call, 10),
                                             .width = hw_argument_pair(call, 12),
                                             .height = hw_argument_pair(call, 14),
                                             .depth = 1});
}

/* (to, pitch, value, width, height, stream) */
bool hw_device_memset_2d(struct hw_lane_call *call, const struct hw_device_function *function)
{
    return submit_box(call, function, hw_argument_pair(call, 14),
                      &(struct hw_child_box){.fills = true,
                                             .to = hw_argument_pair(call, 4),
                                             .to_pitch = hw_argument_pair(call, 6),
                                             .value = (uint8_t)hw_argument_word(call, 8),
                                             .width = hw_argument_pair(call, 10),
                                             .height = hw_argument_pair(call, 12),
                                             .depth = 1});
}

/* (cudaPitchedPtr: address, pitch, width and height of its lines; value; on the stack the extent; stream) */
bool hw_device_memset_3d(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const uint64_t pitch = hw_argument_pair(call, 6);
    uint64_t extent[3];

    return hw_call_load(call, hw_argument_on_stack(call, 0), extent, sizeof extent) &&
           submit_box(call, function, hw_argument_pair(call, 14),
                      &(struct hw_child_box){.fills = true,
                                             .to = hw_argument_pair(call, 4),
                                             .to_pitch = pitch,
                                             .to_slice = pitch * hw_argument_pair(call, 10),
                                             .value = (uint8_t)hw_argument_word(call, 12),
                                             .width = extent[0],
                                             .height = extent[1],
                                             .depth = extent[2]});
}

/* cudaMemcpy3DParms: arrays, positions, pitched pointers. */
struct copy_end {
    uint64_t array, x, y, z, address, pitch, width, height;
};
struct copy_3d {
    struct copy_end from, to;
    uint64_t extent[3];
    uint32_t kind;
};

static uint64_t address_of(const struct copy_end *end)
{
    return end->address + end->x + (end->y + end->z * end->height) * end->pitch;
}

/* (address of the parameters, stream).  Device code has no arrays. */
bool hw_device_memcpy_3d(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct copy_3d copy;

    if (!hw_call_load(call, hw_argument_pair(call, 4), &copy, sizeof copy))
        return false;
    if (copy.from.array || copy.to.array)
        return hw_call_return(call, HW_CDP_NOT_SUPPORTED);
    return submit_box(call, function, hw_argument_pair(call, 6),
                      &(struct hw_child_box){.to = address_of(&copy.to),
                                             .to_pitch = copy.to.pitch,
                                             .to_slice = copy.to.pitch * copy.to.height,
                                             .from = address_of(&copy.from),
                                             .from_pitch = copy.from.pitch,
                                             .from_slice = copy.from.pitch * copy.from.height,
                                             .width = copy.extent[0],
                                             .height = copy.extent[1],
                                             .depth = copy.extent[2]});
}

/* cudaMalloc of device code is malloc: the guide, "Memory allocation and lifetime". */
bool hw_device_malloc(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct hw_heap *heap = hw_memory_heap(call->warp->block->launch->memory);
    const uint64_t bytes = hw_argument_pair(call, 6), address = hw_heap_alloc(heap, bytes);

    (void)function;
    return hw_call_store(call, hw_argument_pair(call, 4), &address, sizeof address) &&
           hw_call_return(call, address || !bytes ? HW_CDP_SUCCESS : HW_CDP_NO_MEMORY);
}

bool hw_device_free(struct hw_lane_call *call, const struct hw_device_function *function)
{
    struct hw_heap *heap = hw_memory_heap(call->warp->block->launch->memory);

    (void)function;
    return hw_call_return(call, hw_heap_free(heap, hw_argument_pair(call, 4)) ? HW_CDP_SUCCESS
                                                                              : HW_CDP_INVALID_VALUE);
}

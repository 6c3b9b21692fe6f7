/* SPDX-License-Identifier: MIT */
/* See device_function.h. */
#include "machine/device_launch/device_function.h"

#include "machine/memory/access_generic.h"
#include "machine/warp_control.h"

#include <string.h>

/* The values of named streams (driver_types.h, cuda_device_runtime_api.h). */
enum { DEFAULT_STREAM = 0, LEGACY_STREAM = 1, THREAD_STREAM = 2, TAIL_STREAM = 3, AT_ONCE_STREAM = 4 };

#define THREADS 1024u /* of a block, at most */

#define FUNCTION(name, function, per_thread, toolkits, use) \
    {                                                       \
        "cuda" name, function, per_thread, toolkits, (use)  \
    }
#define PLAIN(name, function) FUNCTION(name, function, false, HW_TOOLKIT_ANY, 0)
#define OLD(name, function)   FUNCTION(name, function, false, HW_TOOLKIT_BEFORE_12, 0)
#define NEW(name, function)   FUNCTION(name, function, false, HW_TOOLKIT_SINCE_12, 0)
#define GRAPH(name, function) FUNCTION(name, function, false, HW_TOOLKIT_ANY, HW_DEVICE_USE_GRAPHS)
#define NODE(name, function)  FUNCTION(name, function, false, HW_TOOLKIT_ANY, HW_DEVICE_USE_NODES)
#define STREAMED(name, function)                                             \
    FUNCTION(name, function, false, HW_TOOLKIT_ANY, HW_DEVICE_USE_CHILDREN), \
        FUNCTION(name "_ptsz", function, true, HW_TOOLKIT_ANY, HW_DEVICE_USE_CHILDREN)

/* clang-format off */
static const struct hw_device_function functions[] = {
    PLAIN("GetParameterBuffer", hw_device_get_parameter_buffer),
    PLAIN("GetParameterBufferV2", hw_device_get_parameter_buffer_v2),
    STREAMED("LaunchDevice", hw_device_launch),
    STREAMED("LaunchDeviceV2", hw_device_launch_v2),
    PLAIN("StreamCreateWithFlags", hw_device_stream_create),
    PLAIN("StreamDestroy", hw_device_stream_destroy),
    STREAMED("StreamWaitEvent", hw_device_stream_wait_event),
    PLAIN("EventCreateWithFlags", hw_device_event_create),
    STREAMED("EventRecord", hw_device_event_record),
    STREAMED("EventRecordWithFlags", hw_device_event_record),
    PLAIN("EventDestroy", hw_device_event_destroy),
    STREAMED("MemcpyAsync", hw_device_memcpy),
    STREAMED("Memcpy2DAsync", hw_device_memcpy_2d),
    STREAMED("Memcpy3DAsync", hw_device_memcpy_3d),
    STREAMED("MemsetAsync", hw_device_memset),
    STREAMED("Memset2DAsync", hw_device_memset_2d),
    STREAMED("Memset3DAsync", hw_device_memset_3d),
    PLAIN("Malloc", hw_device_malloc),
    PLAIN("Free", hw_device_free),
    PLAIN("GetLastError", hw_device_get_last_error),
    PLAIN("PeekAtLastError", hw_device_peek_last_error),
    PLAIN("GetErrorName", hw_device_get_error_name),
    PLAIN("GetErrorString", hw_device_get_error_string),
    PLAIN("DeviceGetAttribute", hw_device_get_attribute),
    PLAIN("DeviceGetLimit", hw_device_get_limit),
    PLAIN("DeviceGetCacheConfig", hw_device_get_config),
    PLAIN("DeviceGetSharedMemConfig", hw_device_get_config),
    PLAIN("GetDevice", hw_device_get_device),
    PLAIN("GetDeviceCount", hw_device_get_device_count),
    PLAIN("RuntimeGetVersion", hw_device_runtime_version),
    OLD("FuncGetAttributes", hw_device_func_attributes),
    NEW("FuncGetAttributes", hw_device_func_attributes),
    PLAIN("OccupancyMaxActiveBlocksPerMultiprocessor", hw_device_occupancy),
    PLAIN("OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", hw_device_occupancy_with_flags),
    OLD("DeviceSynchronize", hw_device_synchronize),
    PLAIN("GraphSetConditional", hw_device_set_condition),
    GRAPH("GraphLaunch", hw_device_graph_launch),
    NODE("GraphKernelNodeSetParam", hw_device_node_set_param),
    NODE("GraphKernelNodeSetGridDim", hw_device_node_set_grid),
    NODE("GraphKernelNodeSetEnabled", hw_device_node_set_enabled),
    NODE("GraphKernelNodeUpdatesApply", hw_device_node_updates_apply),
};
/* clang-format on */

uint32_t hw_device_function_count(void)
{
    return sizeof functions / sizeof functions[0];
}

const struct hw_device_function *hw_device_function_at(uint32_t index)
{
    return &functions[index];
}

static const char *skip(const char *text, const char *beginning)
{
    const size_t length = strlen(beginning);

    return strncmp(text, beginning, length) == 0 ? text + length : NULL;
}

bool hw_device_function_find(const char *symbol, uint32_t *index)
{
    const char *later = skip(symbol, "__cudaCDP2"), *name = later ? later : skip(symbol, "cuda");
    const uint8_t other = later ? HW_TOOLKIT_BEFORE_12 : HW_TOOLKIT_SINCE_12;

    for (uint32_t i = 0; name && i < hw_device_function_count(); i++)
        if (strcmp(skip(functions[i].name, "cuda"), name) == 0 && functions[i].toolkits != other) {
            *index = i;
            return true;
        }
    return false;
}

/* --- calls --- */

struct hw_child_queue *hw_call_queue(const struct hw_lane_call *call)
{
    return call->warp->block->launch->children.queue;
}

struct hw_child *hw_call_grid(const struct hw_lane_call *call)
{
    const struct hw_launch_children *children = &call->warp->block->launch->children;

    return children->self ? children->self : hw_child_queue_root(children->queue);
}

static uint32_t thread_of(const struct hw_lane_call *call)
{
    return call->warp->number * hw_launch_lanes(call->warp->block->launch) + call->lane;
}

static struct hw_device_thread thread_key(const struct hw_lane_call *call)
{
    return (struct hw_device_thread){
        .grid = hw_call_grid(call), .block = call->warp->block->number, .thread = thread_of(call)};
}

bool hw_call_return(struct hw_lane_call *call, int error)
{
    if (error) {
        const struct hw_device_thread thread = thread_key(call);
        hw_child_queue_set_error(hw_call_queue(call), &thread, error);
    }
    hw_return_word(call, (uint32_t)error);
    return true;
}

static bool miss(struct hw_lane_call *call, uint64_t address, size_t bytes)
{
    hw_warp_fault(
        call->warp, call->uop, HW_FAULT_ADDRESS, call->lane,
        &(struct hw_access){
            .space = HW_OPERAND_GENERIC, .size = (uint8_t)(bytes < 16 ? bytes : 16), .address = address},
        "a function of the device runtime is given 0x%llx, where nothing is", (unsigned long long)address);
    return false;
}

bool hw_call_store(struct hw_lane_call *call, uint64_t address, const void *from, size_t bytes)
{
    return hw_generic_write(call->warp, call->lane, address, from, bytes) || miss(call, address, bytes);
}

bool hw_call_load(struct hw_lane_call *call, uint64_t address, void *to, size_t bytes)
{
    return hw_generic_read(call->warp, call->lane, address, to, bytes) || miss(call, address, bytes);
}

int hw_call_stream(const struct hw_lane_call *call, const struct hw_device_function *function,
                   uint64_t handle, struct hw_child_stream *stream)
{
    const uint64_t block = call->warp->block->number;
    const struct hw_device_handle named = {
        .kind = HW_CREATED_STREAM, .grid = hw_call_grid(call), .value = handle};

    *stream = (struct hw_child_stream){.placed = HW_PLACED_IN_STREAM, .handle = handle};
    if (handle == DEFAULT_STREAM)
        stream->handle = function->per_thread ? THREAD_STREAM : LEGACY_STREAM;
    switch (stream->handle) {
    case LEGACY_STREAM: stream->owner = block; return HW_CDP_SUCCESS;
    case THREAD_STREAM: stream->owner = block * THREADS + thread_of(call); return HW_CDP_SUCCESS;
    case TAIL_STREAM: stream->placed = HW_PLACED_AT_TAIL; return HW_CDP_SUCCESS;
    case AT_ONCE_STREAM: stream->placed = HW_PLACED_AT_ONCE; return HW_CDP_SUCCESS;
    default: break;
    }
    return hw_child_queue_find_handle(hw_call_queue(call), &named, NULL) ? HW_CDP_SUCCESS
                                                                         : HW_CDP_INVALID_HANDLE;
}

bool hw_device_get_last_error(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_device_thread thread = thread_key(call);

    (void)function;
    hw_return_word(call, (uint32_t)hw_child_queue_error(hw_call_queue(call), &thread, true));
    return true;
}

bool hw_device_peek_last_error(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_device_thread thread = thread_key(call);

    (void)function;
    hw_return_word(call, (uint32_t)hw_child_queue_error(hw_call_queue(call), &thread, false));
    return true;
}

/* SPDX-License-Identifier: MIT */
/* Contexts: a program's state on a device, from the first use until it is destroyed or reset.
 *
 * Each device has a primary context, which the runtime uses; the driver interface makes further ones.  A
 * context that is destroyed while stacks of threads hold it stays until they let go, so that it is never
 * taken for another. */
#include "cuda/core/devices/context.h"

#include "cuda/base/message.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/array.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/graphs/graph_memory.h"
#include "cuda/core/launches/cooperative.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/memory/memory_pool.h"
#include "cuda/core/memory/mipmap.h"
#include "cuda/core/textures/cuda_texture_object.h"
#include "cuda/core/memory/page_locked.h"
#include "cuda/core/ipc/ipc_memory.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_event.h"
#include "cuda/core/streams/stream_queue.h"
#include "cuda/core/pointer_map.h"
#include "cuda/core/textures/texture_reference.h"
#include "cuda/core/memory/virtual_memory.h"
#include "cuda/replay/replay.h"

#include <halfwarp/submit.h>
#include <halfwarp/machine.h>

#include <stdlib.h>

struct hw_cuda_state hw_cuda;

static unsigned active; /* contexts */

/* The memory, and what launches keep, are there as long as any context is active. */
static bool need_memory(void)
{
    struct hw_error error;

    if (hw_cuda.memory)
        return true;
    if (hw_memory_create(&hw_cuda.memory, &error) == HW_OK &&
        hw_execution_context_create(&hw_cuda.execution_context, &error) == HW_OK) {
        hw_cuda_virtual_return();
        return true;
    }
    hw_memory_destroy(hw_cuda.memory);
    hw_cuda.memory = NULL;
    hw_cuda_message("%s", error.text);
    return false;
}

bool hw_cuda_context_activate(struct hw_cuda_context *context)
{
    if (context->active)
        return true;
    if (!need_memory())
        return false;
    context->active = true;
    context->address_bits = 64;
    hw_cuda_fit(context);
    context->next = hw_cuda.contexts;
    hw_cuda.contexts = context;
    active++;
    return true;
}

static void forget(struct hw_cuda_context *context)
{
    struct hw_cuda_context **link = &hw_cuda.contexts;

    while (*link && *link != context)
        link = &(*link)->next;
    if (*link)
        *link = context->next;
    context->next = NULL;
}

/* Free all that it has; the structure is as if it had never been used. */
static void take_down(struct hw_cuda_context *context)
{
    struct hw_cuda_context *other;

    while (context->modules)
        hw_cuda_module_destroy(context->modules);
    hw_cuda_objects_clear(context);
    hw_cuda_textures_clear(context);
    if (context->gl_clear)
        context->gl_clear(context);
    hw_cuda_mipmaps_clear(context);
    hw_cuda_arrays_clear(context);
    hw_cuda_streams_clear(context);
    hw_cuda_events_clear(context);
    hw_cuda_memory_clear(context);
    hw_cuda_blocks_clear(context);
    hw_cuda_opened_clear(context);
    if (context == &context->device->primary)
        hw_cuda_pools_clear(context->device);
    hw_cuda_host_clear(context);
    if (context->fence)
        hw_memory_free(hw_cuda.memory, context->fence, NULL);
    hw_cuda_cooperate_clear(context);
    hw_cuda_pointer_map_clear(&context->kernels);
    hw_cuda_pointer_map_clear(&context->peers);
    for (other = hw_cuda.contexts; other; other = other->next)
        hw_cuda_pointer_map_remove(&other->peers, context);
    context->fence = 0;
    context->failed = context->fault = cudaSuccess;
    *context->failed_kernel = '\0';
    hw_cuda_assertions_forget(context);
    context->cache = 0;
    context->banks = 0;
    context->active = false;
    for (int i = 0; i < HW_CUDA_LIMITS; i++)
        context->limits[i] = 0;
    if (--active > 0)
        return;
    hw_cuda_replay_clear();
    hw_submitter_destroy(hw_cuda.stage);
    hw_cuda.stage = NULL;
    hw_execution_context_destroy(hw_cuda.execution_context);
    hw_cuda_virtual_leave();
    hw_memory_destroy(hw_cuda.memory);
    hw_shared_end();
    hw_cuda.execution_context = NULL;
    hw_cuda.memory = NULL;
}

/* --- the runtime's --- */

struct hw_cuda_context *hw_cuda_primary(int device)
{
    struct hw_cuda_device *found = hw_cuda_device_at(device);

    return found ? &found->primary : NULL;
}

bool hw_cuda_active(const struct hw_cuda_context *context)
{
    return context && context->active;
}

void hw_cuda_context_use(struct hw_cuda_context *context)
{
    if (context->runtime_uses || context != &context->device->primary)
        return;
    context->runtime_uses = true;
    context->users++;
}

/* Programs keep their own references (documentation of cuDevicePrimaryCtxReset). */
void hw_cuda_reset(int device)
{
    struct hw_cuda_context *context = hw_cuda_primary(device);

    hw_cuda_queue_wait_context(context);
    if (!hw_cuda_active(context))
        return;
    if (context->runtime_uses && context->users > 0) /* 0: a program has let go in its stead */
        context->users--;
    context->runtime_uses = false;
    take_down(context);
    forget(context);
}

/* --- the driver's --- */

cudaError_t hw_cuda_context_create(struct hw_cuda_context **context, unsigned flags, int device)
{
    struct hw_cuda_device *on = hw_cuda_device_at(device);

    if (!on)
        return cudaErrorInvalidDevice;
    struct hw_cuda_context *made = calloc(1, sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    made->device = on;
    made->flags = flags;
    made->users = 1;
    cudaError_t error = hw_cuda_push(made);
    if (error == cudaSuccess && !hw_cuda_context_activate(made)) {
        hw_cuda_pop(NULL);
        error = cudaErrorMemoryAllocation;
    }
    if (error != cudaSuccess)
        free(made);
    else
        *context = made;
    return error;
}

bool hw_cuda_context_is_valid(const struct hw_cuda_context *context)
{
    if (hw_cuda_is_primary(context))
        return true;
    for (const struct hw_cuda_context *one = hw_cuda.contexts; one; one = one->next)
        if (one == context)
            return !one->destroyed;
    return false;
}

void hw_cuda_context_settle(struct hw_cuda_context *context)
{
    if (!context->destroyed || context->holders > 0)
        return;
    forget(context);
    free(context);
}

cudaError_t hw_cuda_context_destroy(struct hw_cuda_context *context)
{
    if (!hw_cuda_context_is_valid(context) || context == &context->device->primary)
        return cudaErrorInvalidResourceHandle;
    hw_cuda_queue_wait_context(context);
    if (!hw_cuda_context_is_valid(context)) /* another thread was faster */
        return cudaErrorInvalidResourceHandle;
    take_down(context);
    context->destroyed = true;
    if (hw_cuda_current() == context)
        hw_cuda_pop(NULL);
    else
        hw_cuda_context_settle(context);
    return cudaSuccess;
}

int hw_cuda_context_device(const struct hw_cuda_context *context)
{
    return context->device->ordinal;
}

unsigned hw_cuda_context_flags(const struct hw_cuda_context *context)
{
    return context->flags;
}

cudaError_t hw_cuda_context_attach(struct hw_cuda_context *context)
{
    context->users++;
    return cudaSuccess;
}

unsigned hw_cuda_context_users(const struct hw_cuda_context *context)
{
    return context->users;
}

cudaError_t hw_cuda_context_detach(struct hw_cuda_context *context)
{
    if (context->users == 0)
        return cudaErrorInvalidResourceHandle;
    if (--context->users > 0 || context == &context->device->primary)
        return cudaSuccess;
    return hw_cuda_context_destroy(context);
}

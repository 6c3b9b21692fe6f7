/* SPDX-License-Identifier: MIT */
/* See gl.h: the registered resources, and the operations that each state allows. */
#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/textures/texture_reference.h"
#include "cuda/gl/gl_state.h"

#include <halfwarp/memory.h>
#include <stdlib.h>

#define GL_ARRAY_BUFFER         0x8892u
#define GL_ARRAY_BUFFER_BINDING 0x8894u
#define GL_BUFFER_SIZE          0x8764u
#define GL_BUFFER_MAPPED        0x88bcu

/* --- buffers --- */

static int bind_buffer(const struct hw_gl *gl, unsigned buffer)
{
    int bound = 0;

    gl->GetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffer);
    return bound;
}

/* Of the buffer that is bound. */
static int property(const struct hw_gl *gl, unsigned name)
{
    int value = 0;

    gl->GetBufferParameteriv(GL_ARRAY_BUFFER, name, &value);
    return value;
}

static cudaError_t open_buffer(const struct hw_gl *gl, struct cudaGraphicsResource *resource)
{
    struct hw_cuda_device *device = hw_cuda.context->device;

    if (!gl->IsBuffer(resource->name))
        return cudaErrorInvalidResourceHandle;
    const int bound = bind_buffer(gl, resource->name), bytes = property(gl, GL_BUFFER_SIZE);
    gl->BindBuffer(GL_ARRAY_BUFFER, (unsigned)bound);
    if (bytes <= 0)
        return cudaErrorInvalidValue;
    resource->bytes = (size_t)bytes;
    if (resource->bytes > device->memory_bytes - device->used)
        return cudaErrorMemoryAllocation;
    const cudaError_t error = hw_cuda_allocate(hw_cuda.context, resource->bytes, &resource->address);
    if (error == cudaSuccess)
        device->used += resource->bytes;
    return error;
}

/* False: the program deleted the buffer, made it smaller, or has it mapped into the host's memory. */
static bool copy_buffer(const struct hw_gl *gl, const struct cudaGraphicsResource *resource, bool to_device)
{
    void *memory = hw_memory_host(hw_cuda.memory, resource->address, resource->bytes);

    if (!gl->IsBuffer(resource->name) || !memory)
        return false;
    const int bound = bind_buffer(gl, resource->name);
    const bool usable = property(gl, GL_BUFFER_SIZE) >= 0 &&
                        (size_t)property(gl, GL_BUFFER_SIZE) >= resource->bytes &&
                        !property(gl, GL_BUFFER_MAPPED);
    if (usable && to_device)
        gl->GetBufferSubData(GL_ARRAY_BUFFER, 0, (ptrdiff_t)resource->bytes, memory);
    else if (usable)
        gl->BufferSubData(GL_ARRAY_BUFFER, 0, (ptrdiff_t)resource->bytes, memory);
    gl->BindBuffer(GL_ARRAY_BUFFER, (unsigned)bound);
    return usable;
}

static void close_buffer(const struct cudaGraphicsResource *resource)
{
    if (!resource->address)
        return;
    hw_cuda_forget_memory(resource->address, resource->bytes);
    hw_memory_free(hw_cuda.memory, resource->address, NULL);
    resource->context->device->used -= resource->bytes;
}

/* --- registration --- */

static void destroy(const struct hw_gl *gl, struct cudaGraphicsResource *resource)
{
    if (resource->target)
        hw_gl_image_close(gl, resource);
    else
        close_buffer(resource);
    free(resource);
}

/* When the context goes, with which OpenGL's need not be current. */
static void clear(struct hw_cuda_context *context)
{
    while (context->gl_resources) {
        struct cudaGraphicsResource *resource = context->gl_resources;
        context->gl_resources = resource->next;
        destroy(NULL, resource);
    }
}

static cudaError_t add(const struct cudaGraphicsResource *like, struct cudaGraphicsResource **resource)
{
    const struct hw_gl *gl = hw_gl_current();

    if (!gl)
        return HW_CUDA_GL_NO_CONTEXT;
    struct cudaGraphicsResource *made = calloc(1, sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    *made = *like;
    made->context = hw_cuda.context;
    const cudaError_t error = made->target ? hw_gl_image_open(gl, made) : open_buffer(gl, made);
    if (error != cudaSuccess) {
        destroy(gl, made);
        return error;
    }
    made->next = made->context->gl_resources;
    made->context->gl_clear = clear;
    made->context->gl_resources = *resource = made;
    return cudaSuccess;
}

/* Where a resource of the current context is linked, or NULL. */
static struct cudaGraphicsResource **find(const struct cudaGraphicsResource *resource)
{
    struct cudaGraphicsResource **link = &hw_cuda.context->gl_resources;

    while (*link && *link != resource)
        link = &(*link)->next;
    return link;
}

static bool known(const struct cudaGraphicsResource *resource)
{
    return resource && *find(resource);
}

cudaError_t hw_cuda_gl_register_buffer(struct cudaGraphicsResource **resource, unsigned buffer,
                                       unsigned flags)
{
    if (!resource || flags > HW_CUDA_GL_WRITE_DISCARD)
        return cudaErrorInvalidValue;
    return add(&(struct cudaGraphicsResource){.name = buffer, .flags = flags}, resource);
}

cudaError_t hw_cuda_gl_register_image(struct cudaGraphicsResource **resource, unsigned image, unsigned target,
                                      unsigned flags)
{
    const unsigned uses = flags & (HW_CUDA_GL_READ_ONLY | HW_CUDA_GL_WRITE_DISCARD);

    if (!resource || target == 0 ||
        flags > (HW_CUDA_GL_GATHER | HW_CUDA_GL_SURFACE | HW_CUDA_GL_WRITE_DISCARD) ||
        uses == (HW_CUDA_GL_READ_ONLY | HW_CUDA_GL_WRITE_DISCARD))
        return cudaErrorInvalidValue;
    return add(&(struct cudaGraphicsResource){.name = image,
                                              .target = target,
                                              .flags = uses,
                                              .array_flags =
                                                  flags & HW_CUDA_GL_SURFACE ? cudaArraySurfaceLoadStore : 0},
               resource);
}

/* --- mapping --- */

static bool download(const struct hw_gl *gl, struct cudaGraphicsResource *resource)
{
    if (resource->flags == HW_CUDA_GL_WRITE_DISCARD)
        return true;
    return resource->target ? hw_gl_image_download(gl, resource) : copy_buffer(gl, resource, true);
}

static bool upload(const struct hw_gl *gl, struct cudaGraphicsResource *resource)
{
    if (resource->flags == HW_CUDA_GL_READ_ONLY)
        return true;
    return resource->target ? hw_gl_image_upload(gl, resource) : copy_buffer(gl, resource, false);
}

/* Whether the list is one of different resources that all are mapped, or all are not. */
static cudaError_t check(int count, struct cudaGraphicsResource **resources, cudaStream_t stream, bool mapped)
{
    if (count < 0 || (count > 0 && !resources))
        return cudaErrorInvalidValue;
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    for (int i = 0; i < count; i++) {
        if (!known(resources[i]))
            return cudaErrorInvalidResourceHandle;
        for (int k = 0; k < i; k++)
            if (resources[k] == resources[i])
                return cudaErrorInvalidResourceHandle;
    }
    for (int i = 0; i < count; i++)
        if (resources[i]->mapped != mapped)
            return mapped ? HW_CUDA_GL_NOT_MAPPED : HW_CUDA_GL_ALREADY_MAPPED;
    return cudaSuccess;
}

cudaError_t hw_cuda_gl_map(int count, struct cudaGraphicsResource **resources, cudaStream_t stream)
{
    const cudaError_t error = check(count, resources, stream, false);

    if (error != cudaSuccess)
        return error;
    const struct hw_gl *gl = hw_gl_current();
    if (!gl)
        return HW_CUDA_GL_NO_CONTEXT;
    for (int i = 0; i < count; i++)
        if (!download(gl, resources[i]))
            return HW_CUDA_GL_MAP_FAILED;
    for (int i = 0; i < count; i++)
        resources[i]->mapped = true;
    return cudaSuccess;
}

cudaError_t hw_cuda_gl_unmap(int count, struct cudaGraphicsResource **resources, cudaStream_t stream)
{
    cudaError_t error = check(count, resources, stream, true);

    if (error != cudaSuccess)
        return error;
    const struct hw_gl *gl = hw_gl_current();
    if (!gl)
        return HW_CUDA_GL_NO_CONTEXT;
    for (int i = 0; i < count; i++) {
        if (!upload(gl, resources[i]))
            error = HW_CUDA_GL_UNMAP_FAILED;
        resources[i]->mapped = false;
    }
    return error;
}

cudaError_t hw_cuda_gl_set_flags(struct cudaGraphicsResource *resource, unsigned flags)
{
    if (!known(resource))
        return cudaErrorInvalidResourceHandle;
    if (flags > HW_CUDA_GL_WRITE_DISCARD)
        return cudaErrorInvalidValue;
    if (resource->mapped)
        return HW_CUDA_GL_ALREADY_MAPPED;
    resource->flags = flags;
    return cudaSuccess;
}

cudaError_t hw_cuda_gl_pointer(void **address, size_t *bytes, struct cudaGraphicsResource *resource)
{
    if (!known(resource))
        return cudaErrorInvalidResourceHandle;
    if (!address)
        return cudaErrorInvalidValue;
    if (resource->target)
        return HW_CUDA_GL_NOT_POINTER;
    if (!resource->mapped)
        return HW_CUDA_GL_NOT_MAPPED;
    *address = (void *)(uintptr_t)resource->address;
    if (bytes)
        *bytes = resource->bytes;
    return cudaSuccess;
}

cudaError_t hw_cuda_gl_array(struct cudaArray **array, struct cudaGraphicsResource *resource, unsigned index,
                             unsigned level)
{
    if (!known(resource))
        return cudaErrorInvalidResourceHandle;
    if (!array)
        return cudaErrorInvalidValue;
    if (!resource->target)
        return HW_CUDA_GL_NOT_ARRAY;
    if (!resource->mapped)
        return HW_CUDA_GL_NOT_MAPPED;
    if (index >= resource->indices || level >= resource->levels)
        return cudaErrorInvalidValue;
    const struct hw_gl *gl = hw_gl_current();
    return gl ? hw_gl_image_part(gl, resource, index, level, array) : HW_CUDA_GL_NO_CONTEXT;
}

cudaError_t hw_cuda_gl_unregister(struct cudaGraphicsResource *resource)
{
    struct cudaGraphicsResource **link = find(resource);

    if (!resource || !*link)
        return cudaErrorInvalidResourceHandle;
    const struct hw_gl *gl = resource->mapped || resource->twin ? hw_gl_current() : NULL;
    if (resource->mapped && gl)
        upload(gl, resource);
    *link = resource->next;
    destroy(gl, resource);
    return cudaSuccess;
}

/* --- the rest --- */

cudaError_t hw_cuda_gl_add_buffer(unsigned buffer)
{
    struct cudaGraphicsResource *resource;

    if (hw_cuda_gl_find_buffer(buffer))
        return HW_CUDA_GL_ALREADY_MAPPED;
    return add(&(struct cudaGraphicsResource){.name = buffer, .by_name = true}, &resource);
}

struct cudaGraphicsResource *hw_cuda_gl_find_buffer(unsigned buffer)
{
    struct cudaGraphicsResource *resource = hw_cuda.context->gl_resources;

    while (resource && !(resource->by_name && resource->name == buffer))
        resource = resource->next;
    return resource;
}

cudaError_t hw_cuda_gl_devices(unsigned *count, int *devices, unsigned room, int list)
{
    const unsigned there = (unsigned)hw_cuda_device_count();

    if (!count || (room > 0 && !devices) || list < 1 || list > 3)
        return cudaErrorInvalidValue;
    if (!hw_gl_current())
        return HW_CUDA_GL_NO_CONTEXT;
    *count = there;
    for (unsigned i = 0; i < room && i < there; i++)
        devices[i] = (int)i;
    return cudaSuccess;
}

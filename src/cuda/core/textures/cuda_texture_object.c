/* SPDX-License-Identifier: MIT */
/* Texture and surface objects: entries of the launch's table of textures and surfaces, behind those of
 * references.
 *
 * An object's number is that of its entry.  Only surfaces of sm_30 to sm_37 have more: their code reads a
 * descriptor, which stands in device memory at the address that is the object's number, and their entries are
 * among the first HW_TEXTURES (halfwarp/surface.h), of which references take those at the beginning. */
#include "cuda/core/textures/cuda_texture_object.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_queue.h"
#include "cuda/core/textures/surface_reference.h"
#include "cuda/core/textures/texture_reference.h"
#include "machine/memory/device_memory.h"

#include <halfwarp/machine.h>
#include <halfwarp/surface.h>
#include <stdlib.h>
#include <string.h>

#define CAPABILITY          30 /* the first that has objects */
#define WITHOUT_DESCRIPTORS 50 /* from here on surfaces have numbers, too */
#define ENTRIES_MAX         65536u

struct object {
    struct object *next;
    uint64_t number;
    uint32_t entry;
    struct hw_cuda_texture *texture; /* NULL: a surface */
    const struct cudaArray *array;   /* of a surface; NULL: it has been freed */
    struct hw_surface surface;
    uint64_t descriptor; /* where that is in device memory; 0: it has none */
};

/* Of a context, from its first object on. */
struct hw_cuda_objects {
    struct object *first;
    uint32_t count; /* of entries up to the last object's; it never shrinks */
};

static struct object *find(uint64_t number, bool texture)
{
    struct hw_cuda_objects *objects = hw_cuda.context->objects;
    struct object *object = objects ? objects->first : NULL;

    while (object && (object->number != number || (object->texture != NULL) != texture))
        object = object->next;
    return object;
}

/* --- entries --- */

static bool is_taken(const struct hw_cuda_objects *objects, uint32_t entry)
{
    const struct object *object = objects->first;

    while (object && object->entry != entry)
        object = object->next;
    return object != NULL;
}

/* The first free entry behind those of references, or the last free one among them; ENTRIES_MAX: there is
 * none. */
static uint32_t free_entry(const struct hw_cuda_objects *objects, bool among_references)
{
    uint32_t entry = among_references ? HW_TEXTURES - 1 : HW_TEXTURES;

    while (entry > 0 && entry < ENTRIES_MAX && is_taken(objects, entry))
        entry += among_references ? -1u : 1u;
    return entry > 0 ? entry : ENTRIES_MAX;
}

static struct hw_cuda_objects *objects_of(struct hw_cuda_context *context)
{
    if (!context->objects)
        context->objects = calloc(1, sizeof *context->objects);
    return context->objects;
}

/* A new object of the current context with an entry; NULL: there is no room. */
static struct object *add(bool among_references)
{
    struct hw_cuda_objects *objects = objects_of(hw_cuda.context);
    struct object *made = objects ? calloc(1, sizeof *made) : NULL;

    if (!made)
        return NULL;
    made->entry = free_entry(objects, among_references);
    if (made->entry >= ENTRIES_MAX) {
        free(made);
        return NULL;
    }
    if (objects->count <= made->entry)
        objects->count = made->entry + 1;
    made->number = made->entry;
    made->next = objects->first;
    objects->first = made;
    return made;
}

static void take_away(struct hw_cuda_objects *objects, struct object *object)
{
    struct object **link = &objects->first;

    while (*link != object)
        link = &(*link)->next;
    *link = object->next;
    if (object->texture)
        hw_cuda_texture_destroy(object->texture);
    if (object->descriptor)
        hw_memory_free(hw_cuda.memory, object->descriptor, NULL);
    free(object);
}

static cudaError_t check_place(const uint64_t *number)
{
    if (!number)
        return hw_cuda_fail(cudaErrorInvalidValue, "the object's place is null");
    if (hw_cuda_capability() < CAPABILITY)
        return hw_cuda_fail(cudaErrorInvalidValue, "a device of capability %u.%u; expected 3.0 or later",
                            hw_cuda_capability() / 10, hw_cuda_capability() % 10);
    return cudaSuccess;
}

int hw_cuda_fail_object(const char *kind, const void *room, uint64_t number)
{
    return room ? hw_cuda_fail(cudaErrorInvalidValue, "%s object %#llx is none of this context", kind,
                               (unsigned long long)number)
                : hw_cuda_fail(cudaErrorInvalidValue, "the description's place is null");
}

/* Objects of no number are nothing: NVIDIA's sample volumeFiltering destroys a surface that it has not made.
 */
static cudaError_t destroy(uint64_t number, bool texture)
{
    hw_cuda_queue_wait_all();
    struct object *object = find(number, texture);

    if (number == 0)
        return cudaSuccess;
    if (!object)
        return hw_cuda_fail_object(texture ? "texture" : "surface", hw_cuda.context, number);
    take_away(hw_cuda.context->objects, object);
    return cudaSuccess;
}

/* --- textures --- */

cudaError_t hw_cuda_texture_object_create(uint64_t *number, const struct hw_cuda_binding *binding,
                                          const struct hw_cuda_sampling *sampling)
{
    cudaError_t error = check_place(number);

    if (error != cudaSuccess)
        return error;
    if (binding->mipmap && !sampling->normalized)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "a mipmapped array without normalised coordinates; expected normalizedCoords");
    struct hw_cuda_texture *texture = hw_cuda_texture_create();
    if (!texture)
        return cudaErrorMemoryAllocation;
    *hw_cuda_texture_sampling(texture) = *sampling;
    error = hw_cuda_texture_bind(texture, binding, NULL);
    struct object *object = error == cudaSuccess ? add(false) : NULL;
    if (!object) {
        hw_cuda_texture_destroy(texture);
        return error != cudaSuccess ? error : cudaErrorMemoryAllocation;
    }
    object->texture = texture;
    *number = object->number;
    return cudaSuccess;
}

cudaError_t hw_cuda_texture_object_destroy(uint64_t number)
{
    return destroy(number, true);
}

struct hw_cuda_texture *hw_cuda_texture_object(uint64_t number)
{
    const struct object *object = find(number, true);

    return object ? object->texture : NULL;
}

/* --- surfaces --- */

/* Put an object's descriptor into device memory. */
static cudaError_t describe(struct object *object)
{
    uint32_t word[HW_SURFACE_WORDS];

    if (hw_surface_describe(&object->surface, object->entry, word, NULL) != HW_OK)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_allocate(hw_cuda.context, sizeof word, &object->descriptor);
    if (error != cudaSuccess)
        return error;
    memcpy(hw_memory_host(hw_cuda.memory, object->descriptor, sizeof word), word, sizeof word);
    object->number = object->descriptor;
    return cudaSuccess;
}

cudaError_t hw_cuda_surface_object_create(uint64_t *number, const struct cudaArray *array)
{
    const bool described = hw_cuda_capability() < WITHOUT_DESCRIPTORS;
    struct hw_surface surface;
    cudaError_t error = check_place(number);

    if (error == cudaSuccess)
        error = hw_cuda_surface_of_array(array, &surface);
    if (error != cudaSuccess)
        return error;
    struct object *object = add(described);
    if (!object)
        return cudaErrorMemoryAllocation;
    object->array = array;
    object->surface = surface;
    if (described && (error = describe(object)) != cudaSuccess)
        take_away(hw_cuda.context->objects, object);
    else
        *number = object->number;
    return error;
}

cudaError_t hw_cuda_surface_object_destroy(uint64_t number)
{
    return destroy(number, false);
}

const struct cudaArray *hw_cuda_surface_object(uint64_t number)
{
    const struct object *object = find(number, false);

    return object ? object->array : NULL;
}

/* --- for the rest of this room --- */

uint32_t hw_cuda_objects_count(const struct hw_cuda_context *context)
{
    return context->objects && context->objects->first ? context->objects->count : 0;
}

void hw_cuda_objects_bind(const struct hw_cuda_context *context, struct hw_bindless *table)
{
    struct object *object = context->objects ? context->objects->first : NULL;

    for (; object; object = object->next) {
        if (object->texture && hw_cuda_texture_refresh(object->texture))
            table[object->entry].texture = &object->texture->texture;
        if (object->array)
            table[object->entry].surface = &object->surface;
    }
}

void hw_cuda_objects_forget(const struct hw_cuda_context *context, const struct cudaArray *array)
{
    for (struct object *object = context->objects ? context->objects->first : NULL; object;
         object = object->next)
        if (object->array == array)
            object->array = NULL;
}

void hw_cuda_objects_clear(struct hw_cuda_context *context)
{
    if (!context->objects)
        return;
    while (context->objects->first)
        take_away(context->objects, context->objects->first);
    free(context->objects);
    context->objects = NULL;
}

/* SPDX-License-Identifier: MIT */
/* See objects.h. */
#include "channel/engine/objects.h"

#include <stdlib.h>
#include <string.h>

/* The index of the first object whose handle is not below. */
static size_t lower_bound(const struct hw_objects *objects, uint32_t handle)
{
    size_t low = 0, high = objects->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (objects->object[middle]->handle < handle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct hw_named_object *hw_objects_find(const struct hw_objects *objects, uint32_t handle)
{
    const size_t at = lower_bound(objects, handle);

    return at < objects->count && objects->object[at]->handle == handle ? objects->object[at] : NULL;
}

hw_status hw_objects_add(struct hw_objects *objects, const struct hw_named_object *object,
                         struct hw_error *error)
{
    const size_t at = lower_bound(objects, object->handle);

    if (hw_objects_find(objects, object->handle))
        return hw_fail(error, HW_ERR_ARGUMENT, "channel", "the channel has an object 0x%08x already",
                       object->handle);
    struct hw_named_object *made = malloc(sizeof *made);
    struct hw_named_object **grown =
        made ? realloc(objects->object, (objects->count + 1) * sizeof(struct hw_named_object *)) : NULL;
    if (!grown) {
        free(made);
        return hw_fail(error, HW_ERR_NO_MEMORY, "channel", "no memory for an object");
    }
    *made = *object;
    memmove(grown + at + 1, grown + at, (objects->count - at) * sizeof(struct hw_named_object *));
    grown[at] = made;
    objects->object = grown;
    objects->count++;
    return HW_OK;
}

void hw_objects_clear(struct hw_objects *objects)
{
    for (size_t i = 0; i < objects->count; i++)
        free(objects->object[i]);
    free(objects->object);
    *objects = (struct hw_objects){.count = 0};
}

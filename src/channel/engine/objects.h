/* SPDX-License-Identifier: MIT */
/* This table finds the objects of a channel by their handles: engine objects and DMA objects. */
#ifndef HW_CHANNEL_ENGINE_OBJECTS_H
#define HW_CHANNEL_ENGINE_OBJECTS_H

#include <halfwarp/channel.h>

struct hw_named_object {
    uint32_t handle;
    const struct hw_object_class *engine; /* NULL: a DMA object */
    struct hw_dma_object dma;
};

struct hw_objects {
    struct hw_named_object **object; /* by handle; each stays where it is as long as the channel lives */
    size_t count;
};

/* Add one; HW_ERR_ARGUMENT: the handle is taken. */
hw_status hw_objects_add(struct hw_objects *objects, const struct hw_named_object *object,
                         struct hw_error *error);
void hw_objects_clear(struct hw_objects *objects);

/* NULL: there is none. */
const struct hw_named_object *hw_objects_find(const struct hw_objects *objects, uint32_t handle);

#endif

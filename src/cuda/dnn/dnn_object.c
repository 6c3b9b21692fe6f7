/* SPDX-License-Identifier: MIT */
/* See dnn_object.h. */
#include "cuda/dnn/dnn_object.h"

#include "cuda/core/pointer_map.h"

#include <stdint.h>
#include <stdlib.h>

static struct hw_cuda_pointer_map objects; /* what each is */

void *hw_dnn_object_new(enum hw_dnn_kind kind, size_t bytes)
{
    void *object = calloc(1, bytes);

    if (object && !hw_cuda_pointer_map_put(&objects, object, (void *)(uintptr_t)kind)) {
        free(object);
        return NULL;
    }
    return object;
}

bool hw_dnn_object_free(void *object, enum hw_dnn_kind kind)
{
    if (!hw_dnn_is(object, kind))
        return false;
    hw_cuda_pointer_map_remove(&objects, object);
    if (objects.count == 0)
        hw_cuda_pointer_map_clear(&objects);
    free(object);
    return true;
}

bool hw_dnn_is(const void *object, enum hw_dnn_kind kind)
{
    return object && (uintptr_t)hw_cuda_pointer_map_get(&objects, object) == (uintptr_t)kind;
}

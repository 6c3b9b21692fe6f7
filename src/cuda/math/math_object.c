/* SPDX-License-Identifier: MIT */
/* See math_object.h. */
#include "cuda/math/math_object.h"

#include "cuda/core/pointer_map.h"

#include <stdlib.h>

static struct hw_cuda_pointer_map objects; /* the kind of each */

void *hw_math_object_new(const char *kind, size_t bytes)
{
    void *object = calloc(1, bytes);

    if (object && !hw_cuda_pointer_map_put(&objects, object, (void *)kind)) {
        free(object);
        return NULL;
    }
    return object;
}

bool hw_math_object_is(const void *object, const char *kind)
{
    return object && hw_cuda_pointer_map_get(&objects, object) == (const void *)kind;
}

bool hw_math_object_free(void *object, const char *kind)
{
    if (!hw_math_object_is(object, kind))
        return false;
    hw_cuda_pointer_map_remove(&objects, object);
    if (objects.count == 0)
        hw_cuda_pointer_map_clear(&objects);
    free(object);
    return true;
}

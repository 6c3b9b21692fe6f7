/* SPDX-License-Identifier: MIT */
/* Descriptors are made and destroyed: none of that needs a device. */
#include "cuda/dnn/dnn_descriptor.h"

#include "cuda/dnn/dnn_call.h"
#include "cuda/dnn/rnn.h"

cudnnStatus_t hw_dnn_create(const char *name, void *place, enum hw_dnn_kind kind, size_t bytes)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    hw_dnn_need(&call, place != NULL);
    if (hw_dnn_is_ready(&call)) {
        void *made = hw_dnn_object_new(kind, bytes);
        hw_dnn_check(&call, made != NULL, CUDNN_STATUS_ALLOC_FAILED);
        *(void **)place = made;
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t hw_dnn_destroy(const char *name, void *object, enum hw_dnn_kind kind)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    if (object) /* NVIDIA's library takes NULL */
        hw_dnn_need(&call, hw_dnn_object_free(object, kind));
    return hw_dnn_end(&call);
}

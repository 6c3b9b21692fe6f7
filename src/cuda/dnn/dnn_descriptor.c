/* SPDX-License-Identifier: MIT */
/* Descriptors are made and destroyed: none of that needs a device. */
#include "cuda/dnn/dnn_descriptor.h"

#include "cuda/dnn/dnn_call.h"
#include "cuda/dnn/rnn.h"

static cudnnStatus_t create(const char *name, void *place, enum hw_dnn_kind kind, size_t bytes)
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

static cudnnStatus_t destroy(const char *name, void *object, enum hw_dnn_kind kind)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    if (object) /* NVIDIA's library takes NULL */
        hw_dnn_need(&call, hw_dnn_object_free(object, kind));
    return hw_dnn_end(&call);
}

#define CREATE(name, kind)                                                             \
    cudnnStatus_t cudnnCreate##name##Descriptor(cudnn##name##Descriptor_t *descriptor) \
    {                                                                                  \
        return create(__func__, descriptor, kind, sizeof **descriptor);                \
    }
#define DESCRIPTOR(name, kind)                                                         \
    CREATE(name, kind)                                                                 \
    cudnnStatus_t cudnnDestroy##name##Descriptor(cudnn##name##Descriptor_t descriptor) \
    {                                                                                  \
        return destroy(__func__, descriptor, kind);                                    \
    }

DESCRIPTOR(Tensor, HW_DNN_TENSOR)
DESCRIPTOR(Filter, HW_DNN_FILTER)
DESCRIPTOR(OpTensor, HW_DNN_OP_TENSOR)
DESCRIPTOR(ReduceTensor, HW_DNN_REDUCE)
DESCRIPTOR(Activation, HW_DNN_ACTIVATION)
DESCRIPTOR(Pooling, HW_DNN_POOLING)
DESCRIPTOR(LRN, HW_DNN_LRN)
DESCRIPTOR(SpatialTransformer, HW_DNN_SPATIAL)
DESCRIPTOR(Dropout, HW_DNN_DROPOUT)
DESCRIPTOR(Convolution, HW_DNN_CONVOLUTION)
DESCRIPTOR(RNN, HW_DNN_RNN)
DESCRIPTOR(CTCLoss, HW_DNN_CTC)
CREATE(RNNData, HW_DNN_RNN_DATA) /* its lengths are memory of their own: rnn_data.c */

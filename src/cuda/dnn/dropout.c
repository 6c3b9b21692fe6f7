/* SPDX-License-Identifier: MIT */
/* See dropout.h. */
#include "cuda/dnn/dropout.h"

#include <stdlib.h>
#include <string.h>

enum { STATE_BYTES = sizeof(uint64_t) };

size_t hw_dnn_dropout_bytes(size_t count)
{
    return (count + 7) / 8;
}

static uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

cudaError_t hw_dnn_dropout_draw(const struct cudnnDropoutStruct *dropout, uint8_t *bits, size_t count)
{
    uint64_t none = 0, *state = dropout->states ? hw_cuda_device_memory(dropout->states, STATE_BYTES) : &none;

    if (!state)
        return cudaErrorInvalidDevicePointer;
    memset(bits, 0, hw_dnn_dropout_bytes(count));
    for (size_t i = 0; i < count; i++)
        if ((double)(next_number(state) >> 11) * 0x1p-53 >= (double)dropout->rate)
            bits[i / 8] |= (uint8_t)(1u << i % 8);
    return cudaSuccess;
}

void hw_dnn_dropout_apply(const struct cudnnDropoutStruct *dropout, const uint8_t *bits, double *values,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = bits[i / 8] >> i % 8 & 1 ? values[i] / (1 - (double)dropout->rate) : 0;
}

/* --- descriptors --- */

cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_need(&call, bytes != NULL);
    if (hw_dnn_is_ready(&call))
        *bytes = STATE_BYTES;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    const struct cudnnTensorStruct x = hw_dnn_tensor(&call, xdesc);

    hw_dnn_need(&call, bytes != NULL);
    if (hw_dnn_is_ready(&call))
        *bytes = hw_dnn_dropout_bytes(hw_dnn_count(&x));
    return hw_dnn_end(&call);
}

static cudaError_t do_seed(void *data)
{
    const struct cudnnDropoutStruct *dropout = data;
    uint64_t *state = hw_cuda_device_memory(dropout->states, STATE_BYTES);

    if (!state)
        return cudaErrorInvalidDevicePointer;
    *state = dropout->seed;
    return cudaSuccess;
}

/* Without states, nothing may be dropped. */
static cudnnStatus_t set(struct hw_dnn_call *call, cudnnDropoutDescriptor_t descriptor,
                         struct cudnnDropoutStruct value, bool seed)
{
    hw_dnn_need(call, hw_dnn_is(descriptor, HW_DNN_DROPOUT) && value.rate >= 0 && value.rate <= 1);
    if (value.states)
        hw_dnn_check(call, value.states_bytes >= STATE_BYTES, CUDNN_STATUS_INVALID_VALUE);
    if (value.states && seed)
        hw_dnn_work(call, do_seed, &value, sizeof value);
    if (hw_dnn_is_ready(call))
        *descriptor = value;
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropout_desc, cudnnHandle_t handle,
                                        float dropout, void *states, size_t state_bytes,
                                        unsigned long long seed)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    return set(&call, dropout_desc, (struct cudnnDropoutStruct){true, dropout, states, state_bytes, seed},
               true);
}

cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropout_desc, cudnnHandle_t handle,
                                            float dropout, void *states, size_t state_bytes,
                                            unsigned long long seed)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    return set(&call, dropout_desc, (struct cudnnDropoutStruct){true, dropout, states, state_bytes, seed},
               false);
}

cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropout_desc, cudnnHandle_t handle,
                                        float *dropout, void **states, unsigned long long *seed)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_need(&call, hw_dnn_is(dropout_desc, HW_DNN_DROPOUT) && dropout_desc->set);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(dropout, dropout_desc->rate);
        HW_DNN_GIVE(states, dropout_desc->states);
        HW_DNN_GIVE(seed, dropout_desc->seed);
    }
    return hw_dnn_end(&call);
}

/* --- work --- */

struct dropout_work {
    struct cudnnDropoutStruct dropout;
    struct hw_dnn_operand from, to;
    void *reserve;
    bool draw; /* else the reserve has the bits */
};

static cudaError_t do_dropout(void *data)
{
    const struct dropout_work *work = data;
    const size_t count = hw_dnn_count(&work->from.tensor);
    uint8_t *bits = hw_cuda_device_memory(work->reserve, hw_dnn_dropout_bytes(count));
    cudaError_t error = bits ? cudaSuccess : cudaErrorInvalidDevicePointer;
    double *values = bits ? hw_dnn_gather(&work->from, &error) : NULL;

    if (values && work->draw)
        error = hw_dnn_dropout_draw(&work->dropout, bits, count);
    if (values && error == cudaSuccess) {
        hw_dnn_dropout_apply(&work->dropout, bits, values, count);
        error = hw_dnn_spread(&work->to, values, 1, 0);
    }
    free(values);
    return error;
}

static cudnnStatus_t drop(const char *name, cudnnHandle_t handle, cudnnDropoutDescriptor_t descriptor,
                          cudnnTensorDescriptor_t from_desc, const void *from,
                          cudnnTensorDescriptor_t to_desc, void *to, void *reserve, size_t reserve_bytes,
                          bool draw)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    struct dropout_work work = {.from = hw_dnn_operand(&call, from_desc, from),
                                .to = hw_dnn_operand(&call, to_desc, to),
                                .reserve = reserve,
                                .draw = draw};

    hw_dnn_need(&call, hw_dnn_is(descriptor, HW_DNN_DROPOUT) && reserve);
    hw_dnn_need(&call, hw_dnn_is_ready(&call) && descriptor->set &&
                           hw_dnn_same_size(&work.from.tensor, &work.to.tensor));
    if (hw_dnn_is_ready(&call)) {
        hw_dnn_need(&call, reserve_bytes >= hw_dnn_dropout_bytes(hw_dnn_count(&work.from.tensor)));
        work.dropout = *descriptor;
    }
    hw_dnn_work(&call, do_dropout, &work, sizeof work);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout_desc,
                                  cudnnTensorDescriptor_t xdesc, const void *x, cudnnTensorDescriptor_t ydesc,
                                  void *y, void *reserve, size_t reserve_bytes)
{
    return drop(__func__, handle, dropout_desc, xdesc, x, ydesc, y, reserve, reserve_bytes, true);
}

cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout_desc,
                                   cudnnTensorDescriptor_t dydesc, const void *dy,
                                   cudnnTensorDescriptor_t dxdesc, void *dx, void *reserve,
                                   size_t reserve_bytes)
{
    return drop(__func__, handle, dropout_desc, dydesc, dy, dxdesc, dx, reserve, reserve_bytes, false);
}

/* SPDX-License-Identifier: MIT */
/* See tensor.h. */
#include "cuda/dnn/tensor.h"

#include <stdlib.h>

size_t hw_dnn_type_bytes(cudnnDataType_t type)
{
    switch (type) {
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_INT32: return 4;
    case CUDNN_DATA_DOUBLE:
    case CUDNN_DATA_INT64: return 8;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16: return 2;
    case CUDNN_DATA_INT8:
    case CUDNN_DATA_UINT8:
    case CUDNN_DATA_BOOLEAN: return 1;
    default: return 0;
    }
}

bool hw_dnn_is_real(cudnnDataType_t type)
{
    return type == CUDNN_DATA_FLOAT || type == CUDNN_DATA_DOUBLE || type == CUDNN_DATA_HALF ||
           type == CUDNN_DATA_BFLOAT16;
}

size_t hw_dnn_count(const struct cudnnTensorStruct *tensor)
{
    size_t count = 1;

    for (int i = 0; i < tensor->dims; i++)
        count *= (size_t)tensor->size[i];
    return count;
}

size_t hw_dnn_span(const struct cudnnTensorStruct *tensor)
{
    size_t span = 1;

    for (int i = 0; i < tensor->dims; i++)
        span += (size_t)(tensor->size[i] - 1) * (size_t)tensor->stride[i];
    return span;
}

static bool multiply_add(size_t a, size_t b, size_t *sum)
{
    size_t product;

    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

bool hw_dnn_is_within(const struct cudnnTensorStruct *tensor, size_t most)
{
    size_t span = 1, count = 1;

    for (int i = 0; i < tensor->dims; i++) {
        const size_t size = (size_t)tensor->size[i];
        if (!multiply_add(size - 1, (size_t)tensor->stride[i], &span) ||
            !multiply_add(count, size - 1, &count) || span > most || count > most)
            return false;
    }
    return true;
}

bool hw_dnn_stretches(const struct cudnnTensorStruct *operand, const struct cudnnTensorStruct *result)
{
    if (operand->dims != result->dims)
        return false;
    for (int i = 0; i < operand->dims; i++)
        if (operand->size[i] != 1 && operand->size[i] != result->size[i])
            return false;
    return true;
}

size_t hw_dnn_place_in(const struct cudnnTensorStruct *operand, const struct cudnnTensorStruct *result,
                       size_t index)
{
    size_t place = 0, step = 1;

    for (int i = result->dims - 1; i >= 0; i--) {
        const size_t at = index % (size_t)result->size[i];
        index /= (size_t)result->size[i];
        place += (operand->size[i] == 1 ? 0 : at) * step;
        step *= (size_t)operand->size[i];
    }
    return place;
}

bool hw_dnn_same_size(const struct cudnnTensorStruct *a, const struct cudnnTensorStruct *b)
{
    if (a->dims != b->dims)
        return false;
    for (int i = 0; i < a->dims; i++)
        if (a->size[i] != b->size[i])
            return false;
    return true;
}

/* Strides that are too large are the largest there is: hw_dnn_is_within finds them. */
void hw_dnn_pack(struct cudnnTensorStruct *tensor)
{
    int64_t step = 1;

    if (tensor->format == CUDNN_TENSOR_NHWC) {
        tensor->stride[1] = 1;
        step = tensor->size[1];
    }
    for (int i = tensor->dims - 1; i >= 0; i--)
        if (i != 1 || tensor->format != CUDNN_TENSOR_NHWC) {
            tensor->stride[i] = step;
            if (__builtin_mul_overflow(step, tensor->size[i], &step))
                step = INT64_MAX;
        }
}

struct cudnnTensorStruct hw_dnn_packed(cudnnDataType_t type, int dims, const int *size)
{
    struct cudnnTensorStruct tensor = {.type = type, .dims = dims};

    for (int i = 0; i < dims; i++)
        tensor.size[i] = size[i];
    hw_dnn_pack(&tensor);
    return tensor;
}

bool hw_dnn_is_packed(const struct cudnnTensorStruct *tensor)
{
    int64_t step = 1;

    for (int i = tensor->dims - 1; i >= 0; i--) {
        if (tensor->size[i] > 1 && tensor->stride[i] != step)
            return false;
        step *= tensor->size[i];
    }
    return true;
}

static struct cudnnTensorStruct value_of(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor,
                                         enum hw_dnn_kind kind)
{
    const bool known = hw_dnn_is(descriptor, kind) && descriptor->dims > 0;

    hw_dnn_need(call, known);
    return known ? *descriptor : (struct cudnnTensorStruct){0};
}

struct cudnnTensorStruct hw_dnn_tensor(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor)
{
    return value_of(call, descriptor, HW_DNN_TENSOR);
}

struct cudnnTensorStruct hw_dnn_filter(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor)
{
    return value_of(call, descriptor, HW_DNN_FILTER);
}

struct hw_dnn_operand hw_dnn_operand(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor,
                                     const void *memory)
{
    const bool filter = hw_dnn_is(descriptor, HW_DNN_FILTER);

    hw_dnn_need(call, memory != NULL);
    return (struct hw_dnn_operand){.tensor =
                                       value_of(call, descriptor, filter ? HW_DNN_FILTER : HW_DNN_TENSOR),
                                   .memory = (void *)memory};
}

struct hw_dnn_operand hw_dnn_optional(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor,
                                      const void *memory)
{
    return memory ? hw_dnn_operand(call, descriptor, memory) : (struct hw_dnn_operand){.memory = NULL};
}

double hw_dnn_scalar(const void *scalar, cudnnDataType_t type)
{
    return type == CUDNN_DATA_DOUBLE ? *(const double *)scalar : (double)*(const float *)scalar;
}

double hw_dnn_element(cudnnDataType_t type, const void *element)
{
    const struct cudnnTensorStruct one = hw_dnn_packed(type, 1, (const int[]){1});
    double value = 0;

    hw_dnn_load_doubles(&one, element, &value);
    return value;
}

/* --- in work --- */

void *hw_dnn_host(const struct hw_dnn_operand *operand)
{
    const size_t element = hw_dnn_type_bytes(operand->tensor.type);

    if (operand->host)
        return operand->host;
    return hw_cuda_device_memory(operand->memory, hw_dnn_span(&operand->tensor) * element);
}

double *hw_dnn_room(const struct hw_dnn_operand *operand, cudaError_t *error)
{
    double *values = calloc(hw_dnn_count(&operand->tensor), sizeof *values);

    if (!values)
        *error = cudaErrorMemoryAllocation;
    return values;
}

double *hw_dnn_gather(const struct hw_dnn_operand *operand, cudaError_t *error)
{
    const void *host = hw_dnn_host(operand);
    double *values = host ? hw_dnn_room(operand, error) : NULL;

    if (!host)
        *error = cudaErrorInvalidDevicePointer;
    if (values)
        hw_dnn_load_doubles(&operand->tensor, host, values);
    return values;
}

cudaError_t hw_dnn_spread(const struct hw_dnn_operand *operand, const double *values, double alpha,
                          double beta)
{
    void *host = hw_dnn_host(operand);

    if (!host)
        return cudaErrorInvalidDevicePointer;
    hw_dnn_store_doubles(&operand->tensor, host, values, alpha, beta);
    return cudaSuccess;
}

/* SPDX-License-Identifier: MIT */
/* See reduce.h; and the calls that reduce. */
#include "cuda/dnn/reduce.h"

#include <math.h>
#include <stdlib.h>

/* Whether one element decides the result. */
static bool is_choice(cudnnReduceTensorOp_t op)
{
    return op == CUDNN_REDUCE_TENSOR_MIN || op == CUDNN_REDUCE_TENSOR_MAX || op == CUDNN_REDUCE_TENSOR_AMAX;
}

static double start_of(cudnnReduceTensorOp_t op)
{
    switch (op) {
    case CUDNN_REDUCE_TENSOR_MUL:
    case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS: return 1;
    case CUDNN_REDUCE_TENSOR_MIN: return INFINITY;
    case CUDNN_REDUCE_TENSOR_MAX: return -INFINITY;
    default: return 0;
    }
}

static double step(cudnnReduceTensorOp_t op, double sum, double value)
{
    switch (op) {
    case CUDNN_REDUCE_TENSOR_ADD:
    case CUDNN_REDUCE_TENSOR_AVG: return sum + value;
    case CUDNN_REDUCE_TENSOR_MUL: return sum * value;
    case CUDNN_REDUCE_TENSOR_MIN: return isnan(value) || value < sum ? value : sum;
    case CUDNN_REDUCE_TENSOR_MAX: return isnan(value) || value > sum ? value : sum;
    case CUDNN_REDUCE_TENSOR_AMAX: return isnan(value) || fabs(value) > sum ? fabs(value) : sum;
    case CUDNN_REDUCE_TENSOR_NORM1: return sum + fabs(value);
    case CUDNN_REDUCE_TENSOR_NORM2: return sum + value * value;
    case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS: return value == 0 ? sum : sum * value;
    }
    return sum;
}

/* Where an element of the operand goes: which element of the result, and its number among those that go
 * there.  Where a size of the result is a factor of the operand's, as many in turn go to one. */
struct reduced_place {
    size_t target;
    uint32_t number;
};

static struct reduced_place place_of(const struct hw_dnn_reduction *work, size_t index)
{
    const struct cudnnTensorStruct *a = &work->a.tensor, *c = &work->c.tensor;
    struct reduced_place place = {0};
    size_t stride = 1;
    uint32_t step = 1;

    for (int i = a->dims - 1; i >= 0; i--) {
        const size_t at = index % (size_t)a->size[i], in_turn = (size_t)(a->size[i] / c->size[i]);
        index /= (size_t)a->size[i];
        place.number += (uint32_t)(at % in_turn) * step;
        step *= (uint32_t)in_turn;
        place.target += at / in_turn * stride;
        stride *= (size_t)c->size[i];
    }
    return place;
}

/* Indices, where they are wanted, are of the elements that decided: the first of equal ones. */
static void reduce(const struct hw_dnn_reduction *work, const double *a, double *c, uint32_t *indices)
{
    const size_t count = hw_dnn_count(&work->a.tensor), results = hw_dnn_count(&work->c.tensor);

    for (size_t i = 0; i < results; i++)
        c[i] = start_of(work->op);
    for (size_t i = 0; indices && i < results; i++)
        indices[i] = 0;
    for (size_t i = 0; i < count; i++) {
        const struct reduced_place place = place_of(work, i);
        const double sum = c[place.target];
        c[place.target] = step(work->op, sum, a[i]);
        if (indices && c[place.target] != sum)
            indices[place.target] = place.number;
    }
    for (size_t i = 0; i < results; i++) {
        if (work->op == CUDNN_REDUCE_TENSOR_AVG)
            c[i] /= (double)(count / results);
        if (work->op == CUDNN_REDUCE_TENSOR_NORM2)
            c[i] = sqrt(c[i]);
    }
}

cudaError_t hw_dnn_do_reduction(void *data)
{
    const struct hw_dnn_reduction *work = data;
    cudaError_t error = cudaSuccess;
    double *a = hw_dnn_gather(&work->a, &error);
    double *c = a ? hw_dnn_room(&work->c, &error) : NULL;
    uint32_t *indices = NULL;

    if (c && work->indices) {
        indices = hw_cuda_device_memory(work->indices, hw_dnn_count(&work->c.tensor) * sizeof *indices);
        error = indices ? cudaSuccess : cudaErrorInvalidDevicePointer;
    }
    if (error == cudaSuccess) {
        reduce(work, a, c, indices);
        error = hw_dnn_spread(&work->c, c, work->alpha, work->beta);
    }
    free(a);
    free(c);
    return error;
}

/* Whether c has the sizes of a, or 1. */
static bool reduces(const struct cudnnTensorStruct *a, const struct cudnnTensorStruct *c)
{
    for (int i = 0; i < a->dims; i++)
        if (c->size[i] != 1 && c->size[i] != a->size[i])
            return false;
    return a->dims == c->dims;
}

/* Indices are of 32 bits, and of reductions that one element decides, as NVIDIA's library has them. */
static void check_indices(struct hw_dnn_call *call, const struct cudnnReduceTensorStruct *descriptor,
                          struct hw_dnn_reduction *work, void *indices, size_t bytes)
{
    const cudnnReduceTensorOp_t op = descriptor->op;

    if (descriptor->indices == CUDNN_REDUCE_TENSOR_NO_INDICES)
        return;
    hw_dnn_check(call, descriptor->index_type == CUDNN_32BIT_INDICES && is_choice(op),
                 CUDNN_STATUS_NOT_SUPPORTED);
    hw_dnn_need(call, indices && bytes >= hw_dnn_count(&work->c.tensor) * sizeof(uint32_t));
    work->indices = indices;
}

cudnnStatus_t cudnnReduceTensor(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                void *indices, size_t indices_bytes, void *workspace, size_t workspace_bytes,
                                const void *alpha, cudnnTensorDescriptor_t a_desc, const void *a,
                                const void *beta, cudnnTensorDescriptor_t c_desc, void *c)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_reduction work = {.a = hw_dnn_operand(&call, a_desc, a),
                                    .c = hw_dnn_operand(&call, c_desc, c)};

    (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, alpha && beta && hw_dnn_is(reduce_tensor_desc, HW_DNN_REDUCE));
    hw_dnn_need(&call, hw_dnn_is_ready(&call) && reduce_tensor_desc->set);
    hw_dnn_need(&call, reduces(&work.a.tensor, &work.c.tensor));
    if (hw_dnn_is_ready(&call)) {
        check_indices(&call, reduce_tensor_desc, &work, indices, indices_bytes);
        work.op = reduce_tensor_desc->op;
        work.alpha = hw_dnn_scalar(alpha, work.c.tensor.type);
        work.beta = hw_dnn_scalar(beta, work.c.tensor.type);
    }
    hw_dnn_work(&call, hw_dnn_do_reduction, &work, sizeof work);
    return hw_dnn_end(&call);
}

/* No workspace is needed. */
static cudnnStatus_t give_bytes(const char *name, cudnnHandle_t handle,
                                const struct cudnnReduceTensorStruct *descriptor,
                                const struct cudnnTensorStruct *a_desc,
                                const struct cudnnTensorStruct *c_desc, bool of_indices, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    const struct cudnnTensorStruct a = hw_dnn_tensor(&call, a_desc), c = hw_dnn_tensor(&call, c_desc);

    hw_dnn_need(&call, bytes && hw_dnn_is(descriptor, HW_DNN_REDUCE) && reduces(&a, &c));
    if (hw_dnn_is_ready(&call))
        *bytes = of_indices && descriptor->indices == CUDNN_REDUCE_TENSOR_FLATTENED_INDICES
                     ? hw_dnn_count(&c) * sizeof(uint32_t)
                     : 0;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t handle,
                                           cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                           cudnnTensorDescriptor_t a_desc, cudnnTensorDescriptor_t c_desc,
                                           size_t *bytes)
{
    return give_bytes(__func__, handle, reduce_tensor_desc, a_desc, c_desc, true, bytes);
}

cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t handle,
                                             cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                             cudnnTensorDescriptor_t a_desc, cudnnTensorDescriptor_t c_desc,
                                             size_t *bytes)
{
    return give_bytes(__func__, handle, reduce_tensor_desc, a_desc, c_desc, false, bytes);
}

cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                             cudnnReduceTensorOp_t reduce_tensor_op,
                                             cudnnDataType_t reduce_tensor_comp_type,
                                             cudnnNanPropagation_t reduce_tensor_nan_opt,
                                             cudnnReduceTensorIndices_t reduce_tensor_indices,
                                             cudnnIndicesType_t reduce_tensor_indices_type)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(reduce_tensor_desc, HW_DNN_REDUCE) &&
                           (unsigned)reduce_tensor_op <= CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS &&
                           (unsigned)reduce_tensor_comp_type <= CUDNN_DATA_BOOLEAN &&
                           (unsigned)reduce_tensor_nan_opt <= CUDNN_PROPAGATE_NAN &&
                           (unsigned)reduce_tensor_indices <= CUDNN_REDUCE_TENSOR_FLATTENED_INDICES &&
                           (unsigned)reduce_tensor_indices_type <= CUDNN_8BIT_INDICES);
    if (hw_dnn_is_ready(&call))
        *reduce_tensor_desc = (struct cudnnReduceTensorStruct){true,
                                                               reduce_tensor_op,
                                                               reduce_tensor_comp_type,
                                                               reduce_tensor_nan_opt,
                                                               reduce_tensor_indices,
                                                               reduce_tensor_indices_type};
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                             cudnnReduceTensorOp_t *reduce_tensor_op,
                                             cudnnDataType_t *reduce_tensor_comp_type,
                                             cudnnNanPropagation_t *reduce_tensor_nan_opt,
                                             cudnnReduceTensorIndices_t *reduce_tensor_indices,
                                             cudnnIndicesType_t *reduce_tensor_indices_type)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(reduce_tensor_desc, HW_DNN_REDUCE));
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(reduce_tensor_op, reduce_tensor_desc->op);
        HW_DNN_GIVE(reduce_tensor_comp_type, reduce_tensor_desc->compute);
        HW_DNN_GIVE(reduce_tensor_nan_opt, reduce_tensor_desc->nan);
        HW_DNN_GIVE(reduce_tensor_indices, reduce_tensor_desc->indices);
        HW_DNN_GIVE(reduce_tensor_indices_type, reduce_tensor_desc->index_type);
    }
    return hw_dnn_end(&call);
}

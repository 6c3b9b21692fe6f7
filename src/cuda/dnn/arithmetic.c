/* SPDX-License-Identifier: MIT */
/* Arithmetic on whole tensors: copies between layouts and types, sums, products, fills. */
#include "cuda/dnn/tensor.h"

#include <math.h>
#include <stdlib.h>

/* result = alpha * a + beta * result; then, and for the others, a tensor of size 1 in a dimension stands for
 * all.  An operand with a factor of 0 counts as zeros. */
struct binary {
    struct hw_dnn_operand a, b, result; /* b.memory NULL: none */
    double alpha_a, alpha_b, beta;
    cudnnOpTensorOp_t op;
};

static double combine(const struct binary *work, double a, double b)
{
    a *= work->alpha_a;
    b *= work->alpha_b;
    switch (work->op) {
    case CUDNN_OP_TENSOR_ADD: return a + b;
    case CUDNN_OP_TENSOR_MUL: return a * b;
    case CUDNN_OP_TENSOR_MIN: return isnan(a) || a < b ? a : b;
    case CUDNN_OP_TENSOR_MAX: return isnan(a) || a > b ? a : b;
    case CUDNN_OP_TENSOR_SQRT: return sqrt(a);
    case CUDNN_OP_TENSOR_NOT: return 1 - a;
    }
    return 0;
}

static void combine_all(const struct binary *work, const double *a, const double *b, double *result)
{
    const struct cudnnTensorStruct *tensor = &work->result.tensor;
    const size_t count = hw_dnn_count(tensor);
    const bool whole_a = a && hw_dnn_same_size(&work->a.tensor, tensor),
               whole_b = b && hw_dnn_same_size(&work->b.tensor, tensor);

    for (size_t i = 0; i < count; i++) {
        const double x = whole_a ? a[i] : a ? a[hw_dnn_place_in(&work->a.tensor, tensor, i)] : 0;
        const double y = whole_b ? b[i] : b ? b[hw_dnn_place_in(&work->b.tensor, tensor, i)] : 0;
        result[i] = combine(work, x, y);
    }
}

static cudaError_t do_binary(void *data)
{
    const struct binary *work = data;
    cudaError_t error = cudaSuccess;
    double *a = work->alpha_a != 0 ? hw_dnn_gather(&work->a, &error) : NULL;
    double *b = error == cudaSuccess && work->alpha_b != 0 ? hw_dnn_gather(&work->b, &error) : NULL;
    double *result = error == cudaSuccess ? hw_dnn_room(&work->result, &error) : NULL;

    if (result) {
        combine_all(work, a, b, result);
        error = hw_dnn_spread(&work->result, result, 1, work->beta);
    }
    free(a);
    free(b);
    free(result);
    return error;
}

static cudnnStatus_t end_binary(struct hw_dnn_call *call, struct binary *work, const void *alpha_a,
                                const void *alpha_b, const void *beta)
{
    const cudnnDataType_t type = work->result.tensor.type;

    hw_dnn_need(call, alpha_a && beta && (alpha_b || !work->b.memory));
    hw_dnn_need(call, hw_dnn_stretches(&work->a.tensor, &work->result.tensor));
    if (work->b.memory)
        hw_dnn_need(call, hw_dnn_stretches(&work->b.tensor, &work->result.tensor));
    if (hw_dnn_is_ready(call)) {
        work->alpha_a = hw_dnn_scalar(alpha_a, type);
        work->alpha_b = work->b.memory ? hw_dnn_scalar(alpha_b, type) : 0;
        work->beta = hw_dnn_scalar(beta, type);
    }
    hw_dnn_work(call, do_binary, work, sizeof *work);
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnTransformTensor(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x_desc,
                                   const void *x, const void *beta, cudnnTensorDescriptor_t y_desc, void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct binary work = {.a = hw_dnn_operand(&call, x_desc, x), .result = hw_dnn_operand(&call, y_desc, y)};

    hw_dnn_need(&call, hw_dnn_same_size(&work.a.tensor, &work.result.tensor));
    return end_binary(&call, &work, alpha, NULL, beta);
}

cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t a_desc,
                             const void *a, const void *beta, cudnnTensorDescriptor_t c_desc, void *c)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct binary work = {.a = hw_dnn_operand(&call, a_desc, a), .result = hw_dnn_operand(&call, c_desc, c)};

    return end_binary(&call, &work, alpha, NULL, beta);
}

cudnnStatus_t cudnnOpTensor(cudnnHandle_t handle, cudnnOpTensorDescriptor_t op_tensor_desc,
                            const void *alpha1, cudnnTensorDescriptor_t a_desc, const void *a,
                            const void *alpha2, cudnnTensorDescriptor_t b_desc, const void *b,
                            const void *beta, cudnnTensorDescriptor_t c_desc, void *c)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct binary work = {.a = hw_dnn_operand(&call, a_desc, a), .result = hw_dnn_operand(&call, c_desc, c)};

    hw_dnn_need(&call, hw_dnn_is(op_tensor_desc, HW_DNN_OP_TENSOR) && op_tensor_desc->set);
    if (hw_dnn_is_ready(&call)) {
        work.op = op_tensor_desc->op;
        if (work.op != CUDNN_OP_TENSOR_SQRT && work.op != CUDNN_OP_TENSOR_NOT)
            work.b = hw_dnn_operand(&call, b_desc, b);
    }
    return end_binary(&call, &work, alpha1, alpha2, beta);
}

cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t op_tensor_desc,
                                         cudnnOpTensorOp_t op_tensor_op, cudnnDataType_t op_tensor_comp_type,
                                         cudnnNanPropagation_t op_tensor_nan_opt)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(op_tensor_desc, HW_DNN_OP_TENSOR));
    hw_dnn_need(&call, (unsigned)op_tensor_op <= CUDNN_OP_TENSOR_NOT &&
                           (unsigned)op_tensor_comp_type <= CUDNN_DATA_BOOLEAN &&
                           (unsigned)op_tensor_nan_opt <= CUDNN_PROPAGATE_NAN);
    if (hw_dnn_is_ready(&call))
        *op_tensor_desc =
            (struct cudnnOpTensorStruct){true, op_tensor_op, op_tensor_comp_type, op_tensor_nan_opt};
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetOpTensorDescriptor(cudnnOpTensorDescriptor_t op_tensor_desc,
                                         cudnnOpTensorOp_t *op_tensor_op,
                                         cudnnDataType_t *op_tensor_comp_type,
                                         cudnnNanPropagation_t *op_tensor_nan_opt)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(op_tensor_desc, HW_DNN_OP_TENSOR));
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(op_tensor_op, op_tensor_desc->op);
        HW_DNN_GIVE(op_tensor_comp_type, op_tensor_desc->compute);
        HW_DNN_GIVE(op_tensor_nan_opt, op_tensor_desc->nan);
    }
    return hw_dnn_end(&call);
}

/* --- one number for all --- */

struct fill {
    struct hw_dnn_operand y;
    double value, beta;
};

static cudaError_t do_fill(void *data)
{
    const struct fill *work = data;
    cudaError_t error = cudaSuccess;
    double *values = hw_dnn_room(&work->y, &error);
    const size_t count = values ? hw_dnn_count(&work->y.tensor) : 0;

    for (size_t i = 0; i < count; i++)
        values[i] = work->value;
    if (values)
        error = hw_dnn_spread(&work->y, values, 1, work->beta);
    free(values);
    return error;
}

/* The value is of the tensor's own type here. */
cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t y_desc, void *y,
                             const void *value_ptr)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct fill work = {.y = hw_dnn_operand(&call, y_desc, y)};

    hw_dnn_need(&call, value_ptr != NULL);
    if (hw_dnn_is_ready(&call)) {
        const struct cudnnTensorStruct one = hw_dnn_packed(work.y.tensor.type, 1, (const int[]){1});
        hw_dnn_load_doubles(&one, value_ptr, &work.value);
    }
    hw_dnn_work(&call, do_fill, &work, sizeof work);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t y_desc, void *y,
                               const void *alpha)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct fill work = {.y = hw_dnn_operand(&call, y_desc, y)};

    hw_dnn_need(&call, alpha != NULL);
    if (hw_dnn_is_ready(&call))
        work.beta = hw_dnn_scalar(alpha, work.y.tensor.type);
    hw_dnn_work(&call, do_fill, &work, sizeof work);
    return hw_dnn_end(&call);
}

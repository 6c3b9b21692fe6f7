/* SPDX-License-Identifier: MIT */
/* For tests of cuDNN's backend: descriptors, made and finalized in one call. */
#ifndef CUDA_DNN_BACKEND_H
#define CUDA_DNN_BACKEND_H

#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn_gradient.h"

#define BACKEND(type) make_backend(CUDNN_BACKEND_##type##_DESCRIPTOR)
/* Set one value, or several, of a type. */
#define SET(descriptor, name, kind, ctype, ...)                                    \
    cudnnBackendSetAttribute(descriptor, CUDNN_ATTR_##name, CUDNN_TYPE_##kind,     \
                             sizeof((const ctype[]){__VA_ARGS__}) / sizeof(ctype), \
                             (const ctype[]){__VA_ARGS__})
#define SET_CHILDREN(descriptor, name, ...) \
    SET(descriptor, name, BACKEND_DESCRIPTOR, cudnnBackendDescriptor_t, __VA_ARGS__)

static inline cudnnBackendDescriptor_t make_backend(cudnnBackendDescriptorType_t type)
{
    cudnnBackendDescriptor_t made = NULL;

    RIGHT(cudnnBackendCreateDescriptor(type, &made));
    return made;
}

static inline void drop(cudnnBackendDescriptor_t descriptor)
{
    RIGHT(cudnnBackendDestroyDescriptor(descriptor));
}

/* A tensor as a box is; not finalized. */
static inline cudnnBackendDescriptor_t begin_tensor(const struct box *box, int64_t id)
{
    cudnnBackendDescriptor_t tensor = BACKEND(TENSOR);
    int64_t size[CUDNN_DIM_MAX], stride[CUDNN_DIM_MAX];

    for (int i = 0; i < box->dims; i++) {
        size[i] = box->size[i];
        stride[i] = box->stride[i];
    }
    RIGHT(SET(tensor, TENSOR_DATA_TYPE, DATA_TYPE, cudnnDataType_t, box->type));
    RIGHT(SET(tensor, TENSOR_UNIQUE_ID, INT64, int64_t, id));
    RIGHT(SET(tensor, TENSOR_BYTE_ALIGNMENT, INT64, int64_t, 4));
    RIGHT(cudnnBackendSetAttribute(tensor, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, box->dims, size));
    RIGHT(cudnnBackendSetAttribute(tensor, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, box->dims, stride));
    return tensor;
}

static inline cudnnBackendDescriptor_t make_tensor(const struct box *box, int64_t id)
{
    cudnnBackendDescriptor_t tensor = begin_tensor(box, id);

    RIGHT(cudnnBackendFinalize(tensor));
    return tensor;
}

/* The result of one operation that is the operand of another. */
static inline cudnnBackendDescriptor_t make_virtual(const struct box *like, int64_t id, cudnnDataType_t type)
{
    cudnnBackendDescriptor_t tensor = begin_tensor(like, id);

    RIGHT(SET(tensor, TENSOR_DATA_TYPE, DATA_TYPE, cudnnDataType_t, type));
    RIGHT(SET(tensor, TENSOR_IS_VIRTUAL, BOOLEAN, bool, true));
    RIGHT(cudnnBackendFinalize(tensor));
    return tensor;
}

/* The same, dense and of four sizes. */
static inline cudnnBackendDescriptor_t make_between(cudnnDataType_t type, int64_t id, const int *size)
{
    struct box box = {.type = type, .dims = 4};

    memcpy(box.size, size, 4 * sizeof *size);
    lay_out(&box, DENSE);
    return make_virtual(&box, id, type);
}

/* A number that the program gives with the call, of type float. */
static inline cudnnBackendDescriptor_t make_by_value(int64_t id)
{
    static const struct box one = {
        .type = CUDNN_DATA_FLOAT, .dims = 4, .size = {1, 1, 1, 1}, .stride = {1, 1, 1, 1}};
    cudnnBackendDescriptor_t tensor = begin_tensor(&one, id);

    RIGHT(SET(tensor, TENSOR_IS_BY_VALUE, BOOLEAN, bool, true));
    RIGHT(cudnnBackendFinalize(tensor));
    return tensor;
}

static inline cudnnBackendDescriptor_t make_mode(cudnnPointwiseMode_t mode)
{
    cudnnBackendDescriptor_t pointwise = BACKEND(POINTWISE);

    RIGHT(SET(pointwise, POINTWISE_MODE, POINTWISE_MODE, cudnnPointwiseMode_t, mode));
    RIGHT(SET(pointwise, POINTWISE_MATH_PREC, DATA_TYPE, cudnnDataType_t, CUDNN_DATA_FLOAT));
    RIGHT(cudnnBackendFinalize(pointwise));
    return pointwise;
}

/* y = mode(x, b); a backward mode: y = mode(dy = b, x). */
static inline cudnnBackendDescriptor_t make_pointwise(cudnnPointwiseMode_t mode, cudnnBackendDescriptor_t x,
                                                      cudnnBackendDescriptor_t b, cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_POINTWISE), pointwise = make_mode(mode);
    const bool backward = mode >= 200 && mode < 300;

    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_PW_DESCRIPTOR, pointwise));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, x));
    if (backward) {
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_DYDESC, b));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_DXDESC, y));
    } else {
        if (b)
            RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_BDESC, b));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_YDESC, y));
    }
    RIGHT(cudnnBackendFinalize(operation));
    drop(pointwise);
    return operation;
}

/* y is the number of each element on an axis. */
static inline cudnnBackendDescriptor_t begin_index(int64_t axis, cudnnBackendDescriptor_t x,
                                                   cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_POINTWISE), pointwise = BACKEND(POINTWISE);

    RIGHT(SET(pointwise, POINTWISE_MODE, POINTWISE_MODE, cudnnPointwiseMode_t, CUDNN_POINTWISE_GEN_INDEX));
    RIGHT(SET(pointwise, POINTWISE_MATH_PREC, DATA_TYPE, cudnnDataType_t, CUDNN_DATA_INT32));
    RIGHT(SET(pointwise, POINTWISE_AXIS, INT64, int64_t, axis));
    RIGHT(cudnnBackendFinalize(pointwise));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_PW_DESCRIPTOR, pointwise));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, x));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_YDESC, y));
    drop(pointwise);
    return operation;
}

/* y = t ? x : b */
static inline cudnnBackendDescriptor_t make_select(cudnnBackendDescriptor_t t, cudnnBackendDescriptor_t x,
                                                   cudnnBackendDescriptor_t b, cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_POINTWISE),
                             pointwise = make_mode(CUDNN_POINTWISE_BINARY_SELECT);

    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_PW_DESCRIPTOR, pointwise));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_TDESC, t));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, x));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_BDESC, b));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_YDESC, y));
    RIGHT(cudnnBackendFinalize(operation));
    drop(pointwise);
    return operation;
}

static inline cudnnBackendDescriptor_t begin_reduction(cudnnReduceTensorOp_t op, cudnnBackendDescriptor_t x,
                                                       cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_REDUCTION), reduction = BACKEND(REDUCTION);

    RIGHT(SET(reduction, REDUCTION_OPERATOR, REDUCTION_OPERATOR_TYPE, cudnnReduceTensorOp_t, op));
    RIGHT(SET(reduction, REDUCTION_COMP_TYPE, DATA_TYPE, cudnnDataType_t, CUDNN_DATA_FLOAT));
    RIGHT(cudnnBackendFinalize(reduction));
    RIGHT(SET_CHILDREN(operation, OPERATION_REDUCTION_DESC, reduction));
    RIGHT(SET_CHILDREN(operation, OPERATION_REDUCTION_XDESC, x));
    RIGHT(SET_CHILDREN(operation, OPERATION_REDUCTION_YDESC, y));
    drop(reduction);
    return operation;
}

static inline cudnnBackendDescriptor_t begin_reshape(cudnnBackendDescriptor_t x, cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_RESHAPE);

    RIGHT(SET_CHILDREN(operation, OPERATION_RESHAPE_XDESC, x));
    RIGHT(SET_CHILDREN(operation, OPERATION_RESHAPE_YDESC, y));
    return operation;
}

static inline cudnnBackendDescriptor_t begin_matmul(cudnnBackendDescriptor_t a, cudnnBackendDescriptor_t b,
                                                    cudnnBackendDescriptor_t c)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_MATMUL), matmul = BACKEND(MATMUL);

    RIGHT(SET(matmul, MATMUL_COMP_TYPE, DATA_TYPE, cudnnDataType_t, CUDNN_DATA_FLOAT));
    RIGHT(SET(matmul, MATMUL_PADDING_VALUE, DOUBLE, double, 0.25));
    RIGHT(cudnnBackendFinalize(matmul));
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_DESC, matmul));
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_ADESC, a));
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_BDESC, b));
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_CDESC, c));
    drop(matmul);
    return operation;
}

/* y = x in the band, else b: with CUDNN_POINTWISE_CMP_GE and no bounds, the causal mask. */
static inline cudnnBackendDescriptor_t begin_band_mask(cudnnPointwiseMode_t compare,
                                                       cudnnBackendDescriptor_t x, cudnnBackendDescriptor_t b,
                                                       cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_DIAGONAL_BAND_MASK);

    RIGHT(SET(operation, OPERATION_DIAGONAL_BAND_MASK_COMPARISON_MODE, POINTWISE_MODE, cudnnPointwiseMode_t,
              compare));
    RIGHT(SET_CHILDREN(operation, OPERATION_DIAGONAL_BAND_MASK_XDESC, x));
    RIGHT(SET_CHILDREN(operation, OPERATION_DIAGONAL_BAND_MASK_BDESC, b));
    RIGHT(SET_CHILDREN(operation, OPERATION_DIAGONAL_BAND_MASK_YDESC, y));
    return operation;
}

static inline cudnnBackendDescriptor_t begin_softmax(cudnnBackendDescriptor_t x, cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_SOFTMAX);

    RIGHT(SET_CHILDREN(operation, OPERATION_SOFTMAX_XDESC, x));
    RIGHT(SET_CHILDREN(operation, OPERATION_SOFTMAX_YDESC, y));
    return operation;
}

/* A plan of a graph, as a program finds one; operations and all between are destroyed. */
static inline cudnnBackendDescriptor_t make_plan(cudnnBackendDescriptor_t *operations, int64_t count)
{
    cudnnBackendDescriptor_t graph = BACKEND(OPERATIONGRAPH), heuristics = BACKEND(ENGINEHEUR),
                             config = BACKEND(ENGINECFG), plan = BACKEND(EXECUTION_PLAN);
    int64_t engines = 0, found = 0, bytes = -1;

    RIGHT(SET(graph, OPERATIONGRAPH_HANDLE, HANDLE, cudnnHandle_t, dnn));
    RIGHT(cudnnBackendSetAttribute(graph, CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR, count,
                                   operations));
    RIGHT(cudnnBackendFinalize(graph));
    RIGHT(cudnnBackendGetAttribute(graph, CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT, CUDNN_TYPE_INT64, 1,
                                   NULL, &engines));
    assert_int_equal(engines, 1);
    RIGHT(SET(heuristics, ENGINEHEUR_MODE, HEUR_MODE, cudnnBackendHeurMode_t, CUDNN_HEUR_MODE_INSTANT));
    RIGHT(SET_CHILDREN(heuristics, ENGINEHEUR_OPERATION_GRAPH, graph));
    RIGHT(cudnnBackendFinalize(heuristics));
    RIGHT(cudnnBackendGetAttribute(heuristics, CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
                                   0, &found, NULL));
    assert_int_equal(found, 1);
    RIGHT(cudnnBackendGetAttribute(heuristics, CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
                                   1, &found, &config));
    RIGHT(cudnnBackendGetAttribute(config, CUDNN_ATTR_ENGINECFG_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, NULL,
                                   &bytes));
    assert_int_equal(bytes, 0);
    bytes = -1;
    RIGHT(SET(plan, EXECUTION_PLAN_HANDLE, HANDLE, cudnnHandle_t, dnn));
    RIGHT(SET_CHILDREN(plan, EXECUTION_PLAN_ENGINE_CONFIG, config));
    RIGHT(cudnnBackendFinalize(plan));
    RIGHT(cudnnBackendGetAttribute(plan, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, NULL,
                                   &bytes));
    assert_int_equal(bytes, 0);
    for (int64_t i = 0; i < count; i++)
        drop(operations[i]);
    drop(graph), drop(heuristics), drop(config);
    return plan;
}

static inline cudnnBackendDescriptor_t make_pack(int64_t count, const int64_t *ids, void *const *pointers)
{
    cudnnBackendDescriptor_t pack = BACKEND(VARIANT_PACK);

    RIGHT(cudnnBackendSetAttribute(pack, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, count, ids));
    RIGHT(cudnnBackendSetAttribute(pack, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, count,
                                   pointers));
    RIGHT(SET(pack, VARIANT_PACK_WORKSPACE, VOID_PTR, void *, NULL));
    RIGHT(cudnnBackendFinalize(pack));
    return pack;
}

/* Do a plan with tensors 0, 1, ... and destroy it. */
static inline cudnnStatus_t execute(cudnnBackendDescriptor_t plan, int64_t count, void *const *pointers)
{
    const int64_t ids[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    cudnnBackendDescriptor_t pack = make_pack(count, ids, pointers);
    const cudnnStatus_t status = cudnnBackendExecute(dnn, plan, pack);

    drop(pack), drop(plan);
    return status;
}

/* One number. */
static inline struct box make_number(double value)
{
    struct box box = make_box(CUDNN_DATA_DOUBLE, DENSE, 3, (const int[]){1, 1, 1});

    box.value[0] = value;
    upload(&box);
    return box;
}

#endif

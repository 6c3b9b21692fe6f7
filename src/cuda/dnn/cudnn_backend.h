/* SPDX-License-Identifier: MIT */
/* cuDNN: the backend, descriptors with attributes.  Here are the numbers of those that src/cuda/dnn knows. */
#ifndef HW_CUDA_DNN_CUDNN_BACKEND_H
#define HW_CUDA_DNN_CUDNN_BACKEND_H

#include "cuda/dnn/cudnn.h"

#include <stdint.h>

typedef void *cudnnBackendDescriptor_t;

typedef enum {
    CUDNN_BACKEND_POINTWISE_DESCRIPTOR = 0,
    CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR = 1,
    CUDNN_BACKEND_ENGINE_DESCRIPTOR = 2,
    CUDNN_BACKEND_ENGINECFG_DESCRIPTOR = 3,
    CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR = 4,
    CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR = 5,
    CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR = 7,
    CUDNN_BACKEND_KNOB_INFO_DESCRIPTOR = 8,
    CUDNN_BACKEND_LAYOUT_INFO_DESCRIPTOR = 9,
    CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR = 10,
    CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR = 11,
    CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR = 12,
    CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR = 13,
    CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR = 15,
    CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR = 16,
    CUDNN_BACKEND_TENSOR_DESCRIPTOR = 17
} cudnnBackendDescriptorType_t;

typedef enum {
    CUDNN_ATTR_POINTWISE_MODE = 0,
    CUDNN_ATTR_POINTWISE_MATH_PREC = 1,
    CUDNN_ATTR_POINTWISE_NAN_PROPAGATION = 2,
    CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP = 3,
    CUDNN_ATTR_POINTWISE_RELU_UPPER_CLIP = 4,
    CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE = 5,
    CUDNN_ATTR_POINTWISE_ELU_ALPHA = 6,
    CUDNN_ATTR_POINTWISE_SOFTPLUS_BETA = 7,
    CUDNN_ATTR_POINTWISE_SWISH_BETA = 8,
    CUDNN_ATTR_CONVOLUTION_COMP_TYPE = 100,
    CUDNN_ATTR_CONVOLUTION_CONV_MODE = 101,
    CUDNN_ATTR_CONVOLUTION_DILATIONS = 102,
    CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES = 103,
    CUDNN_ATTR_CONVOLUTION_POST_PADDINGS = 104,
    CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS = 105,
    CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS = 106,
    CUDNN_ATTR_ENGINEHEUR_MODE = 200,
    CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH = 201,
    CUDNN_ATTR_ENGINEHEUR_RESULTS = 202,
    CUDNN_ATTR_ENGINEHEUR_SM_COUNT_TARGET = 203,
    CUDNN_ATTR_ENGINECFG_ENGINE = 300,
    CUDNN_ATTR_ENGINECFG_INTERMEDIATE_INFO = 301,
    CUDNN_ATTR_ENGINECFG_KNOB_CHOICES = 302,
    CUDNN_ATTR_EXECUTION_PLAN_HANDLE = 400,
    CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG = 401,
    CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE = 402,
    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA = 700,
    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA = 701,
    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC = 702,
    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W = 703,
    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X = 704,
    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y = 705,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA = 706,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA = 707,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC = 708,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W = 709,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX = 710,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY = 711,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA = 712,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA = 713,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC = 714,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW = 715,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X = 716,
    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY = 717,
    CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR = 750,
    CUDNN_ATTR_OPERATION_POINTWISE_XDESC = 751,
    CUDNN_ATTR_OPERATION_POINTWISE_BDESC = 752,
    CUDNN_ATTR_OPERATION_POINTWISE_YDESC = 753,
    CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1 = 754,
    CUDNN_ATTR_OPERATION_POINTWISE_ALPHA2 = 755,
    CUDNN_ATTR_OPERATION_POINTWISE_DXDESC = 756,
    CUDNN_ATTR_OPERATION_POINTWISE_DYDESC = 757,
    CUDNN_ATTR_OPERATION_POINTWISE_TDESC = 758,
    CUDNN_ATTR_OPERATIONGRAPH_HANDLE = 800,
    CUDNN_ATTR_OPERATIONGRAPH_OPS = 801,
    CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT = 802,
    CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT = 900,
    CUDNN_ATTR_TENSOR_DATA_TYPE = 901,
    CUDNN_ATTR_TENSOR_DIMENSIONS = 902,
    CUDNN_ATTR_TENSOR_STRIDES = 903,
    CUDNN_ATTR_TENSOR_VECTOR_COUNT = 904,
    CUDNN_ATTR_TENSOR_VECTORIZED_DIMENSION = 905,
    CUDNN_ATTR_TENSOR_UNIQUE_ID = 906,
    CUDNN_ATTR_TENSOR_IS_VIRTUAL = 907,
    CUDNN_ATTR_TENSOR_IS_BY_VALUE = 908,
    CUDNN_ATTR_TENSOR_REORDERING_MODE = 909,
    CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS = 1000,
    CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS = 1001,
    CUDNN_ATTR_VARIANT_PACK_INTERMEDIATES = 1002,
    CUDNN_ATTR_VARIANT_PACK_WORKSPACE = 1003,
    CUDNN_ATTR_ENGINE_OPERATION_GRAPH = 1300,
    CUDNN_ATTR_ENGINE_GLOBAL_INDEX = 1301,
    CUDNN_ATTR_ENGINE_KNOB_INFO = 1302,
    CUDNN_ATTR_ENGINE_NUMERICAL_NOTE = 1303,
    CUDNN_ATTR_ENGINE_LAYOUT_INFO = 1304,
    CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE = 1305,
    CUDNN_ATTR_ENGINE_SM_COUNT_TARGET = 1306
} cudnnBackendAttributeName_t;

typedef enum {
    CUDNN_TYPE_HANDLE = 0,
    CUDNN_TYPE_DATA_TYPE = 1,
    CUDNN_TYPE_BOOLEAN = 2,
    CUDNN_TYPE_INT64 = 3,
    CUDNN_TYPE_FLOAT = 4,
    CUDNN_TYPE_DOUBLE = 5,
    CUDNN_TYPE_VOID_PTR = 6,
    CUDNN_TYPE_CONVOLUTION_MODE = 7,
    CUDNN_TYPE_HEUR_MODE = 8,
    CUDNN_TYPE_KNOB_TYPE = 9,
    CUDNN_TYPE_NAN_PROPOGATION = 10,
    CUDNN_TYPE_NUMERICAL_NOTE = 11,
    CUDNN_TYPE_LAYOUT_TYPE = 12,
    CUDNN_TYPE_ATTRIB_NAME = 13,
    CUDNN_TYPE_POINTWISE_MODE = 14,
    CUDNN_TYPE_BACKEND_DESCRIPTOR = 15,
    CUDNN_TYPE_BEHAVIOR_NOTE = 19,
    CUDNN_TYPE_TENSOR_REORDERING_MODE = 20,
    CUDNN_TYPE_INT32 = 23
} cudnnBackendAttributeType_t;

typedef enum {
    CUDNN_HEUR_MODE_INSTANT,
    CUDNN_HEUR_MODE_B,
    CUDNN_HEUR_MODE_FALLBACK,
    CUDNN_HEUR_MODE_A,
    CUDNN_HEUR_MODES_COUNT
} cudnnBackendHeurMode_t;

/* POINTWISE(number, name, operands that it needs: x, b, t, d for dy) */
#define HW_CUDNN_POINTWISE_MODES(POINTWISE)    \
    POINTWISE(0, ADD, "xb")                    \
    POINTWISE(1, MUL, "xb")                    \
    POINTWISE(2, MIN, "xb")                    \
    POINTWISE(3, MAX, "xb")                    \
    POINTWISE(4, SQRT, "x")                    \
    POINTWISE(5, ADD_SQUARE, "xb")             \
    POINTWISE(6, DIV, "xb")                    \
    POINTWISE(7, MOD, "xb")                    \
    POINTWISE(8, POW, "xb")                    \
    POINTWISE(9, SUB, "xb")                    \
    POINTWISE(10, ABS, "x")                    \
    POINTWISE(11, CEIL, "x")                   \
    POINTWISE(12, COS, "x")                    \
    POINTWISE(13, EXP, "x")                    \
    POINTWISE(14, FLOOR, "x")                  \
    POINTWISE(15, LOG, "x")                    \
    POINTWISE(16, NEG, "x")                    \
    POINTWISE(17, RSQRT, "x")                  \
    POINTWISE(18, SIN, "x")                    \
    POINTWISE(19, TAN, "x")                    \
    POINTWISE(20, ERF, "x")                    \
    POINTWISE(21, IDENTITY, "x")               \
    POINTWISE(22, RECIPROCAL, "x")             \
    POINTWISE(23, ATAN2, "xb")                 \
    POINTWISE(100, RELU_FWD, "x")              \
    POINTWISE(101, TANH_FWD, "x")              \
    POINTWISE(102, SIGMOID_FWD, "x")           \
    POINTWISE(103, ELU_FWD, "x")               \
    POINTWISE(104, GELU_FWD, "x")              \
    POINTWISE(105, SOFTPLUS_FWD, "x")          \
    POINTWISE(106, SWISH_FWD, "x")             \
    POINTWISE(107, GELU_APPROX_TANH_FWD, "x")  \
    POINTWISE(200, RELU_BWD, "dx")             \
    POINTWISE(201, TANH_BWD, "dx")             \
    POINTWISE(202, SIGMOID_BWD, "dx")          \
    POINTWISE(203, ELU_BWD, "dx")              \
    POINTWISE(204, GELU_BWD, "dx")             \
    POINTWISE(205, SOFTPLUS_BWD, "dx")         \
    POINTWISE(206, SWISH_BWD, "dx")            \
    POINTWISE(207, GELU_APPROX_TANH_BWD, "dx") \
    POINTWISE(300, CMP_EQ, "xb")               \
    POINTWISE(301, CMP_NEQ, "xb")              \
    POINTWISE(302, CMP_GT, "xb")               \
    POINTWISE(303, CMP_GE, "xb")               \
    POINTWISE(304, CMP_LT, "xb")               \
    POINTWISE(305, CMP_LE, "xb")               \
    POINTWISE(400, LOGICAL_AND, "xb")          \
    POINTWISE(401, LOGICAL_OR, "xb")           \
    POINTWISE(402, LOGICAL_NOT, "x")           \
    POINTWISE(601, BINARY_SELECT, "xbt")

#define HW_CUDNN_POINTWISE_MODE(number, name, operands) CUDNN_POINTWISE_##name = number,
typedef enum { HW_CUDNN_POINTWISE_MODES(HW_CUDNN_POINTWISE_MODE) } cudnnPointwiseMode_t;
#undef HW_CUDNN_POINTWISE_MODE

#pragma GCC visibility push(default)

cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptor_type,
                                           cudnnBackendDescriptor_t *descriptor);
cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor,
                                       cudnnBackendAttributeName_t attribute_name,
                                       cudnnBackendAttributeType_t attribute_type, int64_t element_count,
                                       const void *array_of_elements);
cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                       cudnnBackendAttributeName_t attribute_name,
                                       cudnnBackendAttributeType_t attribute_type,
                                       int64_t requested_element_count, int64_t *element_count,
                                       void *array_of_elements);
cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t execution_plan,
                                  cudnnBackendDescriptor_t variant_pack);

#pragma GCC visibility pop
#endif

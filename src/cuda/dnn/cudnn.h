/* SPDX-License-Identifier: MIT */
/* cuDNN as programs call it: the types, numbers and handles of libcudnn.so.8 and libcudnn.so.9 (cuDNN 8.5 and
 * 9.1: names, numbers and the order of arguments).
 *
 * Both libraries are the same functions; only the numbers of statuses differ, and inside they are those of
 * cuDNN 8.  Data are device memory; scalars such as alpha and beta are the host's, double for tensors of
 * doubles and float for all others. */
#ifndef HW_CUDA_DNN_CUDNN_H
#define HW_CUDA_DNN_CUDNN_H

#include "cuda/core/cuda_abi.h"

/* STATUS(number in cuDNN 8, number in cuDNN 9, name) */
#define HW_CUDNN_STATUSES(STATUS)                               \
    STATUS(0, 0, CUDNN_STATUS_SUCCESS)                          \
    STATUS(1, 1001, CUDNN_STATUS_NOT_INITIALIZED)               \
    STATUS(2, 4003, CUDNN_STATUS_ALLOC_FAILED)                  \
    STATUS(3, 2000, CUDNN_STATUS_BAD_PARAM)                     \
    STATUS(4, 4000, CUDNN_STATUS_INTERNAL_ERROR)                \
    STATUS(5, 2001, CUDNN_STATUS_INVALID_VALUE)                 \
    STATUS(6, 3007, CUDNN_STATUS_ARCH_MISMATCH)                 \
    STATUS(7, 4006, CUDNN_STATUS_MAPPING_ERROR)                 \
    STATUS(8, 5000, CUDNN_STATUS_EXECUTION_FAILED)              \
    STATUS(9, 3000, CUDNN_STATUS_NOT_SUPPORTED)                 \
    STATUS(10, 1005, CUDNN_STATUS_LICENSE_ERROR)                \
    STATUS(11, 3008, CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING) \
    STATUS(12, 1006, CUDNN_STATUS_RUNTIME_IN_PROGRESS)          \
    STATUS(13, 1007, CUDNN_STATUS_RUNTIME_FP_OVERFLOW)          \
    STATUS(14, 1002, CUDNN_STATUS_VERSION_MISMATCH)

#define HW_CUDNN_ENUMERATOR(number, number_of_9, name) name = number,
typedef enum { HW_CUDNN_STATUSES(HW_CUDNN_ENUMERATOR) } cudnnStatus_t;
#undef HW_CUDNN_ENUMERATOR

#define CUDNN_DIM_MAX 8

typedef enum {
    CUDNN_DATA_FLOAT,
    CUDNN_DATA_DOUBLE,
    CUDNN_DATA_HALF,
    CUDNN_DATA_INT8,
    CUDNN_DATA_INT32,
    CUDNN_DATA_INT8x4,
    CUDNN_DATA_UINT8,
    CUDNN_DATA_UINT8x4,
    CUDNN_DATA_INT8x32,
    CUDNN_DATA_BFLOAT16,
    CUDNN_DATA_INT64,
    CUDNN_DATA_BOOLEAN
} cudnnDataType_t;
typedef enum {
    CUDNN_DEFAULT_MATH,
    CUDNN_TENSOR_OP_MATH,
    CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION,
    CUDNN_FMA_MATH
} cudnnMathType_t;
typedef enum { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN } cudnnNanPropagation_t;
typedef enum { CUDNN_NON_DETERMINISTIC, CUDNN_DETERMINISTIC } cudnnDeterminism_t;
typedef enum { CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_NCHW_VECT_C } cudnnTensorFormat_t;
typedef enum {
    CUDNN_ERRQUERY_RAWCODE,
    CUDNN_ERRQUERY_NONBLOCKING,
    CUDNN_ERRQUERY_BLOCKING
} cudnnErrQueryMode_t;
typedef enum { CUDNN_SEV_FATAL, CUDNN_SEV_ERROR, CUDNN_SEV_WARNING, CUDNN_SEV_INFO } cudnnSeverity_t;
typedef enum { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL } libraryPropertyType;

typedef struct cudnnContext *cudnnHandle_t;
typedef struct cudnnTensorStruct *cudnnTensorDescriptor_t;
typedef struct cudnnTensorStruct *cudnnFilterDescriptor_t; /* a tensor with a format */
typedef struct cudnnPoolingStruct *cudnnPoolingDescriptor_t;
typedef struct cudnnLRNStruct *cudnnLRNDescriptor_t;
typedef struct cudnnActivationStruct *cudnnActivationDescriptor_t;
typedef struct cudnnSpatialTransformerStruct *cudnnSpatialTransformerDescriptor_t;
typedef struct cudnnOpTensorStruct *cudnnOpTensorDescriptor_t;
typedef struct cudnnReduceTensorStruct *cudnnReduceTensorDescriptor_t;
typedef struct cudnnCTCLossStruct *cudnnCTCLossDescriptor_t;
typedef struct cudnnDropoutStruct *cudnnDropoutDescriptor_t;
typedef struct cudnnConvolutionStruct *cudnnConvolutionDescriptor_t;
typedef struct cudnnRNNStruct *cudnnRNNDescriptor_t;
typedef struct cudnnRNNDataStruct *cudnnRNNDataDescriptor_t;
typedef struct cudnnPersistentRNNPlan *cudnnPersistentRNNPlan_t;

/* What a program's callback is told of a call. */
typedef struct cudnnDebugStruct {
    unsigned cudnn_version;
    int status;
    unsigned seconds, microseconds, since_start;
    cudnnHandle_t handle;
    cudaStream_t stream;
    unsigned long long process, thread;
    int device;
    int reserved[15];
} cudnnDebug_t;
typedef void (*cudnnCallback_t)(cudnnSeverity_t severity, void *user, const cudnnDebug_t *debug,
                                const char *message);

#endif

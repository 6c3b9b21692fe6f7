/* SPDX-License-Identifier: MIT */
/* What descriptors hold.  Zeroed ones have not been set: cuDNN takes none of them. */
#ifndef HW_CUDA_DNN_DNN_DESCRIPTOR_H
#define HW_CUDA_DNN_DNN_DESCRIPTOR_H

#include "cuda/dnn/cudnn_convolution.h"
#include "cuda/dnn/cudnn_ctc.h"
#include "cuda/dnn/cudnn_layers.h"
#include "cuda/dnn/cudnn_tensor.h"
#include "cuda/dnn/dnn_object.h"

#include <stdint.h>

/* A tensor or filter: elements of the device by as many coordinates as it has dimensions. */
struct cudnnTensorStruct {
    cudnnDataType_t type;
    cudnnTensorFormat_t format; /* as it was given: of filters, and for programs that ask */
    int dims;                   /* 0: not set */
    int size[CUDNN_DIM_MAX];
    int64_t stride[CUDNN_DIM_MAX]; /* elements */
};

struct cudnnOpTensorStruct {
    bool set;
    cudnnOpTensorOp_t op;
    cudnnDataType_t compute;
    cudnnNanPropagation_t nan;
};

struct cudnnReduceTensorStruct {
    bool set;
    cudnnReduceTensorOp_t op;
    cudnnDataType_t compute;
    cudnnNanPropagation_t nan;
    cudnnReduceTensorIndices_t indices;
    cudnnIndicesType_t index_type;
};

struct cudnnActivationStruct {
    bool set;
    cudnnActivationMode_t mode;
    cudnnNanPropagation_t nan;
    double coefficient; /* ceiling or alpha */
    double swish_beta;
};

enum { HW_DNN_SPATIAL_DIMS = CUDNN_DIM_MAX - 2 };

struct cudnnPoolingStruct {
    cudnnPoolingMode_t mode;
    cudnnNanPropagation_t nan;
    int dims; /* 0: not set */
    int window[HW_DNN_SPATIAL_DIMS], padding[HW_DNN_SPATIAL_DIMS], stride[HW_DNN_SPATIAL_DIMS];
};

struct cudnnLRNStruct {
    unsigned n; /* 0: not set */
    double alpha, beta, k;
};

struct cudnnSpatialTransformerStruct {
    cudnnDataType_t type;
    int dims; /* 0: not set */
    int size[CUDNN_DIM_MAX];
};

struct cudnnDropoutStruct {
    bool set;
    float rate;
    void *states;
    size_t states_bytes;
    unsigned long long seed;
};

struct cudnnConvolutionStruct {
    int dims; /* 0: not set */
    int padding[HW_DNN_SPATIAL_DIMS], stride[HW_DNN_SPATIAL_DIMS], dilation[HW_DNN_SPATIAL_DIMS];
    cudnnConvolutionMode_t mode;
    cudnnDataType_t compute;
    cudnnMathType_t math;
    cudnnReorderType_t reorder;
    int groups;
};

struct cudnnCTCLossStruct {
    bool set;
    cudnnDataType_t compute;
    cudnnLossNormalizationMode_t normalization;
    int gradient_mode; /* cudnnNanPropagation_t or, of cuDNN 9, cudnnCTCGradMode_t */
    int longest_label; /* 0: any */
};

/* Make one, whose address goes to `place`, and destroy one, for the call of that name. */
cudnnStatus_t hw_dnn_create(const char *name, void *place, enum hw_dnn_kind kind, size_t bytes);
cudnnStatus_t hw_dnn_destroy(const char *name, void *object, enum hw_dnn_kind kind);

#endif

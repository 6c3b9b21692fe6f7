/* SPDX-License-Identifier: MIT */
/* Reductions of a tensor along the dimensions in which the result has size 1, or a factor of the operand's:
 * c = alpha * reduced + beta * c. */
#ifndef HW_CUDA_DNN_REDUCE_H
#define HW_CUDA_DNN_REDUCE_H

#include "cuda/dnn/tensor.h"

struct hw_dnn_reduction {
    struct hw_dnn_operand a, c;
    cudnnReduceTensorOp_t op;
    double alpha, beta;
    void *indices; /* of the device; NULL: none */
};

/* The work itself. */
cudaError_t hw_dnn_do_reduction(void *reduction);

#endif

/* SPDX-License-Identifier: MIT */
/* The arithmetic of convolutions in floats (convolution.h). */
#define REAL  float
#define GEMM  hw_dnn_gemm_floats
#define LOAD  hw_dnn_load_floats
#define STORE hw_dnn_store_floats
#include "cuda/dnn/convolve.h"

cudaError_t hw_dnn_convolve_floats(const struct hw_dnn_convolution *work, const struct hw_dnn_hosts *host)
{
    return convolve(work, host);
}

/* SPDX-License-Identifier: MIT */
/* The arithmetic of convolutions in doubles (convolution.h). */
#define REAL  double
#define GEMM  hw_dnn_gemm_doubles
#define LOAD  hw_dnn_load_doubles
#define STORE hw_dnn_store_doubles
#include "cuda/dnn/convolve.h"

cudaError_t hw_dnn_convolve_doubles(const struct hw_dnn_convolution *work, const struct hw_dnn_hosts *host)
{
    return convolve(work, host);
}

/* SPDX-License-Identifier: MIT */
/* cuFFT as programs of CUDA 4.2 call it: what libcufft.so.4 exports.
 *
 * Names, numbers and the order of arguments are those of the CUFFT Library User Guide 4.2.  Data is device
 * memory: a real number is a float or double, a complex one two of them. */
#ifndef HW_CUDA_FFT_CUFFT_H
#define HW_CUDA_FFT_CUFFT_H

#include "cuda/core/cuda_abi.h"

#define HW_CUFFT_RESULTS(RESULT)    \
    RESULT(0, CUFFT_SUCCESS)        \
    RESULT(1, CUFFT_INVALID_PLAN)   \
    RESULT(2, CUFFT_ALLOC_FAILED)   \
    RESULT(3, CUFFT_INVALID_TYPE)   \
    RESULT(4, CUFFT_INVALID_VALUE)  \
    RESULT(5, CUFFT_INTERNAL_ERROR) \
    RESULT(6, CUFFT_EXEC_FAILED)    \
    RESULT(7, CUFFT_SETUP_FAILED)   \
    RESULT(8, CUFFT_INVALID_SIZE)   \
    RESULT(9, CUFFT_UNALIGNED_DATA)

#define HW_CUFFT_ENUMERATOR(number, name) name = number,
typedef enum { HW_CUFFT_RESULTS(HW_CUFFT_ENUMERATOR) } cufftResult;
#undef HW_CUFFT_ENUMERATOR

typedef enum {
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_C2C = 0x29,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
    CUFFT_Z2Z = 0x69
} cufftType;

enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };

typedef enum {
    CUFFT_COMPATIBILITY_NATIVE = 0,
    CUFFT_COMPATIBILITY_FFTW_PADDING = 1, /* the default */
    CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC = 2,
    CUFFT_COMPATIBILITY_FFTW_ALL = 3
} cufftCompatibility;

typedef unsigned cufftHandle;

#pragma GCC visibility push(default)

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch);
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type);
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type);
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftExecC2C(cufftHandle plan, void *in, void *out, int direction);
cufftResult cufftExecR2C(cufftHandle plan, void *in, void *out);
cufftResult cufftExecC2R(cufftHandle plan, void *in, void *out);
cufftResult cufftExecZ2Z(cufftHandle plan, void *in, void *out, int direction);
cufftResult cufftExecD2Z(cufftHandle plan, void *in, void *out);
cufftResult cufftExecZ2D(cufftHandle plan, void *in, void *out);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftSetCompatibilityMode(cufftHandle plan, cufftCompatibility mode);
cufftResult cufftGetVersion(int *version);

#pragma GCC visibility pop
#endif

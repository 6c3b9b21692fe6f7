/* SPDX-License-Identifier: MIT */
/* cuFFT as programs call it: what libcufft.so of CUDA 4 to 13 exports, except for transforms with descriptors
 * (cufft_xt.h).
 *
 * Names, numbers and the order of arguments are those of the CUFFT Library User Guide 4.2 and of the cuFFT
 * guides 11 to 13.  Data is device memory: a real number is a float or double, a complex one two of them. */
#ifndef HW_CUDA_FFT_CUFFT_H
#define HW_CUDA_FFT_CUFFT_H

#include "cuda/core/cuda_abi.h"

#define HW_CUFFT_RESULTS(RESULT)                \
    RESULT(0, CUFFT_SUCCESS)                    \
    RESULT(1, CUFFT_INVALID_PLAN)               \
    RESULT(2, CUFFT_ALLOC_FAILED)               \
    RESULT(3, CUFFT_INVALID_TYPE)               \
    RESULT(4, CUFFT_INVALID_VALUE)              \
    RESULT(5, CUFFT_INTERNAL_ERROR)             \
    RESULT(6, CUFFT_EXEC_FAILED)                \
    RESULT(7, CUFFT_SETUP_FAILED)               \
    RESULT(8, CUFFT_INVALID_SIZE)               \
    RESULT(9, CUFFT_UNALIGNED_DATA)             \
    RESULT(10, CUFFT_INCOMPLETE_PARAMETER_LIST) \
    RESULT(11, CUFFT_INVALID_DEVICE)            \
    RESULT(12, CUFFT_PARSE_ERROR)               \
    RESULT(13, CUFFT_NO_WORKSPACE)              \
    RESULT(14, CUFFT_NOT_IMPLEMENTED)           \
    RESULT(15, CUFFT_LICENSE_ERROR)             \
    RESULT(16, CUFFT_NOT_SUPPORTED)

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

/* Behaviour of a plan that only costs time. */
typedef enum {
    NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT = 1,
    NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS = 2
} cufftProperty;

/* Parts of a version (library_types.h). */
typedef enum { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL } libraryPropertyType;

typedef int cufftHandle; /* unsigned in CUDA 4 */

#pragma GCC visibility push(default)

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch);
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type);
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type);
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch);

/* The same in two steps.  `bytes` becomes the size of the work area. */
cufftResult cufftCreate(cufftHandle *plan);
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes);
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes);
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes);
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                              int *onembed, int ostride, int odist, cufftType type, int batch, size_t *bytes);
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed, long long ostride,
                                long long odist, cufftType type, long long batch, size_t *bytes);

/* Sizes of work areas: of what is not planned yet, and of a plan. */
cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *bytes);
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *bytes);
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *bytes);
cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, cufftType type, int batch, size_t *bytes);
cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes);
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes);
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes);
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                             int *onembed, int ostride, int odist, cufftType type, int batch, size_t *bytes);
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                               long long istride, long long idist, long long *onembed, long long ostride,
                               long long odist, cufftType type, long long batch, size_t *bytes);
cufftResult cufftGetSize(cufftHandle plan, size_t *bytes);
cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic);
cufftResult cufftSetWorkArea(cufftHandle plan, void *area);

cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftExecC2C(cufftHandle plan, void *in, void *out, int direction);
cufftResult cufftExecR2C(cufftHandle plan, void *in, void *out);
cufftResult cufftExecC2R(cufftHandle plan, void *in, void *out);
cufftResult cufftExecZ2Z(cufftHandle plan, void *in, void *out, int direction);
cufftResult cufftExecD2Z(cufftHandle plan, void *in, void *out);
cufftResult cufftExecZ2D(cufftHandle plan, void *in, void *out);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftSetCompatibilityMode(cufftHandle plan, cufftCompatibility mode);
cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long value);
cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long *value);
cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property);
cufftResult cufftGetVersion(int *version);
cufftResult cufftGetProperty(libraryPropertyType type, int *value);

#pragma GCC visibility pop
#endif

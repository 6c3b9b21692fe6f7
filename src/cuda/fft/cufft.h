/* SPDX-License-Identifier: MIT */
/* cuFFT as programs call it: what libcufft.so of CUDA 4 to 13 exports and does is in
 * its table, cufft.api.
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

/* --- transforms with descriptors, and types of data named one by one --- */

/* cudaDataType of library_types.h, as far as transforms have them. */
typedef enum {
    CUDA_R_32F = 0,
    CUDA_R_64F = 1,
    CUDA_R_16F = 2,
    CUDA_C_32F = 4,
    CUDA_C_64F = 5,
    CUDA_C_16F = 6,
    CUDA_R_16BF = 14,
    CUDA_C_16BF = 15
} cudaDataType;

typedef enum {
    CUFFT_XT_FORMAT_INPUT,
    CUFFT_XT_FORMAT_OUTPUT,
    CUFFT_XT_FORMAT_INPLACE,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED
} cufftXtSubFormat;

typedef enum {
    CUFFT_COPY_HOST_TO_DEVICE,
    CUFFT_COPY_DEVICE_TO_HOST,
    CUFFT_COPY_DEVICE_TO_DEVICE
} cufftXtCopyType;
typedef enum { CUFFT_QUERY_1D_FACTORS } cufftXtQueryType;
typedef enum {
    CUFFT_WORKAREA_MINIMAL,
    CUFFT_WORKAREA_USER,
    CUFFT_WORKAREA_PERFORMANCE
} cufftXtWorkAreaPolicy;
typedef enum {
    CUFFT_CB_LD_COMPLEX,
    CUFFT_CB_ST_REAL_DOUBLE = 7
} cufftXtCallbackType; /* the first and the last */

/* Memory of a library on several GPUs (cudalibxt.h). */
#define MAX_CUDA_DESCRIPTOR_GPUS 64
typedef struct cudaXtDesc_t {
    int version;
    int nGPUs;
    int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void *cudaXtState;
} cudaXtDesc;
typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc *descriptor;
    int library; /* 0: cuFFT */
    int subFormat;
    void *libDescriptor;
} cudaLibXtDesc;

#include "generated/api/cufft.h"

#endif

/* SPDX-License-Identifier: MIT */
/* The extended interface of cuFFT (cufftXt.h of the guides 11 to 13): types of data that a plan names one by
 * one, memory that descriptors tell of, several GPUs, callbacks.  A plan has one GPU here and no callback. */
#ifndef HW_CUDA_FFT_CUFFT_XT_H
#define HW_CUDA_FFT_CUFFT_XT_H

#include "cuda/fft/cufft.h"

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

#pragma GCC visibility push(default)

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType input, long long *onembed,
                                long long ostride, long long odist, cudaDataType output, long long batch,
                                size_t *bytes, cudaDataType execution);
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                               long long istride, long long idist, cudaDataType input, long long *onembed,
                               long long ostride, long long odist, cudaDataType output, long long batch,
                               size_t *bytes, cudaDataType execution);
cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction);

cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int *gpus);
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **areas);
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t *bytes);
cufftResult cufftXtQueryPlan(cufftHandle plan, void *answer, cufftXtQueryType query);

cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **memory, cufftXtSubFormat format);
cufftResult cufftXtFree(cudaLibXtDesc *memory);
cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);

cufftResult cufftXtSetCallback(cufftHandle plan, void **routine, cufftXtCallbackType type, void **info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t bytes);
cufftResult cufftXtSetJITCallback(cufftHandle plan, const char *name, const void *code, size_t code_bytes,
                                  cufftXtCallbackType type, void **info);

#pragma GCC visibility pop
#endif

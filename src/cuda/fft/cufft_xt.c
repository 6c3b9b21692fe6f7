/* SPDX-License-Identifier: MIT */
/* Plans whose types of data are named one by one, on one GPU and without callbacks.
 *
 * Callbacks are device functions that NVIDIA's library links into its kernels.  There are no kernels here
 * that could call them: they are refused, by the result that the library without callbacks gives. */
#include "cuda/fft/cufft.h"

#include "cuda/core/cuda_core.h"
#include "cuda/core/log/stubs.h"
#include "cuda/fft/execute.h"
#include "cuda/fft/make_plan.h"
#include "cuda/fft/plan.h"
#include "cuda/fft/toolkit/cufft_version.h"

#define NOT_SUPPORTED(name, result) \
    static unsigned char told;      \
    return (cufftResult)hw_cuda_missing(hw_fft_version.library, name, (int)(result), &told)

/* --- types --- */

struct fft_type {
    bool known, complex;
    enum hw_fft_precision precision;
};

static struct fft_type type_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F: return (struct fft_type){true, false, HW_FFT_SINGLE};
    case CUDA_C_32F: return (struct fft_type){true, true, HW_FFT_SINGLE};
    case CUDA_R_64F: return (struct fft_type){true, false, HW_FFT_DOUBLE};
    case CUDA_C_64F: return (struct fft_type){true, true, HW_FFT_DOUBLE};
    case CUDA_R_16F: return (struct fft_type){true, false, HW_FFT_HALF};
    case CUDA_C_16F: return (struct fft_type){true, true, HW_FFT_HALF};
    case CUDA_R_16BF: return (struct fft_type){true, false, HW_FFT_BFLOAT};
    case CUDA_C_16BF: return (struct fft_type){true, true, HW_FFT_BFLOAT};
    }
    return (struct fft_type){0};
}

/* Transforms of 16 bits have sizes that are powers of two (cuFFT guide, "Half-precision cuFFT Transforms").
 */
static bool size_allowed(const struct hw_fft_shape *shape)
{
    if (shape->precision != HW_FFT_HALF && shape->precision != HW_FFT_BFLOAT)
        return true;
    for (int i = 0; i < shape->rank; i++)
        if (shape->n[i] & (shape->n[i] - 1))
            return false;
    return true;
}

/* All types are of one precision, and the transform is one of complex numbers. */
static cufftResult set_types(struct hw_fft_shape *shape, cudaDataType input, cudaDataType output,
                             cudaDataType execution)
{
    const struct fft_type in = type_of(input), out = type_of(output), of_it = type_of(execution);

    if (!in.known || !out.known || !of_it.known || !of_it.complex || (!in.complex && !out.complex) ||
        in.precision != out.precision || in.precision != of_it.precision)
        return CUFFT_INVALID_TYPE;
    shape->precision = in.precision;
    shape->real_in = !in.complex;
    shape->real_out = !out.complex;
    const cufftResult result = hw_fft_check(shape);
    return result == CUFFT_SUCCESS && !size_allowed(shape) ? CUFFT_INVALID_SIZE : result;
}

static cufftResult types(struct hw_fft_shape *shape, const struct hw_fft_layout *layout, cudaDataType input,
                         cudaDataType output, cudaDataType execution)
{
    const cufftResult result = hw_fft_many(shape, layout);

    return result == CUFFT_SUCCESS ? set_types(shape, input, output, execution) : result;
}

#define SHAPE                                                                       \
    const struct hw_fft_layout layout = {rank,    n,     true,    inembed, onembed, \
                                         istride, idist, ostride, odist,   batch};  \
    struct hw_fft_shape shape;                                                      \
    const cufftResult fits = types(&shape, &layout, input, output, execution)

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType input, long long *onembed,
                                long long ostride, long long odist, cudaDataType output, long long batch,
                                size_t *bytes, cudaDataType execution)
{
    SHAPE;
    HW_FFT_CALL(CUFFT_SETUP_FAILED, hw_fft_make(plan, &shape, fits, bytes));
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                               long long istride, long long idist, cudaDataType input, long long *onembed,
                               long long ostride, long long odist, cudaDataType output, long long batch,
                               size_t *bytes, cudaDataType execution)
{
    SHAPE;
    HW_FFT_LOCKED_CALL(hw_fft_get_size(plan, &shape, fits, bytes));
}

/* --- GPUs --- */

#define GPUS_MOST 16 /* cuFFT guide, "Multiple GPU cuFFT Transforms" */

static cufftResult set_gpus(cufftHandle handle, int count, const int *gpus)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || plan->made)
        return CUFFT_INVALID_PLAN;
    if (!gpus || count < 1 || count > GPUS_MOST)
        return CUFFT_INVALID_VALUE;
    for (int i = 0; i < count; i++)
        if (gpus[i] < 0 || gpus[i] >= hw_cuda_device_count())
            return CUFFT_INVALID_DEVICE;
    if (count > 1)
        return CUFFT_NOT_SUPPORTED;
    plan->has_gpu = true;
    plan->gpu = gpus[0];
    return CUFFT_SUCCESS;
}

cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int *gpus)
{
    hw_fft_lock();
    const cufftResult result = set_gpus(plan, count, gpus);
    if (result != CUFFT_NOT_SUPPORTED)
        return hw_fft_leave(__func__, result);
    hw_cuda_unlock(cudaSuccess);
    NOT_SUPPORTED("cufftXtSetGPUs with several GPUs", result);
}

/* One work area, since there is one GPU. */
cufftResult hw_fft_xt_set_work_area(cufftHandle handle, void **areas)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || !plan->made)
        return CUFFT_INVALID_PLAN;
    if (!areas)
        return CUFFT_INVALID_VALUE;
    plan->area = areas[0];
    return CUFFT_SUCCESS;
}

/* What a plan needs does not depend on the policy here. */
cufftResult hw_fft_xt_set_work_area_policy(cufftHandle handle, cufftXtWorkAreaPolicy policy,
                                           const size_t *bytes)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || plan->made)
        return CUFFT_INVALID_PLAN;
    if ((unsigned)policy > CUFFT_WORKAREA_PERFORMANCE || (policy == CUFFT_WORKAREA_USER && !bytes))
        return CUFFT_INVALID_VALUE;
    return CUFFT_SUCCESS;
}

/* Only plans on several GPUs have factors to tell of. */
cufftResult hw_fft_xt_query_plan(cufftHandle handle, const void *answer)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || !plan->made)
        return CUFFT_INVALID_PLAN;
    return answer ? CUFFT_NOT_SUPPORTED : CUFFT_INVALID_VALUE;
}

/* --- callbacks --- */

/* A plan of that number, which is made, and a type of callback: what has to be right before anything else. */
cufftResult hw_fft_check_callback(cufftHandle handle, cufftXtCallbackType type)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    return (unsigned)type <= CUFFT_CB_ST_REAL_DOUBLE ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

static cufftResult check_callback_call(const char *call, cufftHandle handle, cufftXtCallbackType type)
{
    hw_fft_lock();
    return hw_fft_leave(call, hw_fft_check_callback(handle, type));
}

#define REFUSED_CALLBACK(type)                                           \
    const cufftResult wrong = check_callback_call(__func__, plan, type); \
    if (wrong != CUFFT_SUCCESS)                                          \
        return wrong;                                                    \
    NOT_SUPPORTED(__func__, CUFFT_NOT_IMPLEMENTED)

cufftResult cufftXtSetCallback(cufftHandle plan, void **routine, cufftXtCallbackType type, void **info)
{
    (void)routine, (void)info;
    REFUSED_CALLBACK(type);
}

cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t bytes)
{
    (void)bytes;
    REFUSED_CALLBACK(type);
}

cufftResult cufftXtSetJITCallback(cufftHandle plan, const char *name, const void *code, size_t code_bytes,
                                  cufftXtCallbackType type, void **info)
{
    (void)name, (void)code, (void)code_bytes, (void)info;
    REFUSED_CALLBACK(type);
}

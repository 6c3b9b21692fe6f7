/* SPDX-License-Identifier: MIT */
/* Making plans of cuFFT, and the sizes of their work areas.
 *
 * Every call becomes a shape.  A call that plans gives it to a plan, new or created before; one that
 * estimates only counts its bytes.  FFTW needs no work area of the program's: what is counted is what
 * NVIDIA's guide says that most plans need, so that programs which bring an area do it here as well. */
#include "cuda/fft/cufft.h"
#include "cuda/fft/make_plan.h"
#include "cuda/fft/plan.h"
#include "cuda/fft/transform.h"

#include <string.h>

/* --- what becomes of a shape --- */

cufftResult hw_fft_make(cufftHandle handle, const struct hw_fft_shape *shape, cufftResult result,
                        size_t *bytes)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || plan->made)
        return CUFFT_INVALID_PLAN;
    if (result != CUFFT_SUCCESS)
        return result;
    if (!bytes)
        return CUFFT_INVALID_VALUE;
    if (!hw_fft_possible(shape))
        return CUFFT_SETUP_FAILED;
    const bool packed = plan->shape.packed;
    plan->shape = *shape;
    plan->shape.packed = packed;
    plan->made = true;
    *bytes = hw_fft_work_bytes(shape);
    return CUFFT_SUCCESS;
}

/* A new plan, which is no more where it cannot be made. */
static cufftResult make_new(cufftHandle *handle, const struct hw_fft_shape *shape, cufftResult result)
{
    cufftHandle made;
    size_t bytes;

    if (!handle)
        return CUFFT_INVALID_VALUE;
    if (result == CUFFT_SUCCESS)
        result = hw_fft_create(&made);
    if (result != CUFFT_SUCCESS)
        return result;
    result = hw_fft_make(made, shape, result, &bytes);
    if (result != CUFFT_SUCCESS)
        hw_fft_destroy(made);
    else
        *handle = made;
    return result;
}

static cufftResult estimate(const struct hw_fft_shape *shape, cufftResult result, size_t *bytes)
{
    if (result != CUFFT_SUCCESS)
        return result;
    if (!bytes)
        return CUFFT_INVALID_VALUE;
    *bytes = hw_fft_work_bytes(shape);
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_get_size(cufftHandle handle, const struct hw_fft_shape *shape, cufftResult result,
                            size_t *bytes)
{
    return hw_fft_plan(handle) ? estimate(shape, result, bytes) : CUFFT_INVALID_PLAN;
}

/* --- shapes of calls --- */

/* All but the types; `sizes` are int or long long. */
static cufftResult set_sizes(struct hw_fft_shape *shape, int rank, const void *n, bool wide, int64_t batch)
{
    memset(shape, 0, sizeof *shape);
    if (!n)
        return CUFFT_INVALID_VALUE;
    if (rank < 1 || rank > HW_FFT_RANKS)
        return CUFFT_INVALID_SIZE;
    shape->rank = rank;
    shape->batch = batch;
    for (int i = 0; i < rank; i++)
        shape->n[i] = wide ? ((const long long *)n)[i] : ((const int *)n)[i];
    return CUFFT_SUCCESS;
}

/* Interfaces of 32 bits do not count further in one transform. */
static bool counts(const struct hw_fft_shape *shape)
{
    int total = 1;

    for (int i = 0; i < shape->rank; i++)
        if (__builtin_mul_overflow(total, shape->n[i] + (i == shape->rank - 1 ? 2 : 0), &total))
            return false;
    return true;
}

static cufftResult set_type(struct hw_fft_shape *shape, cufftType type, bool wide)
{
    if (!hw_fft_set_type(shape, type))
        return CUFFT_INVALID_TYPE;
    const cufftResult result = hw_fft_check(shape);
    return result == CUFFT_SUCCESS && !wide && !counts(shape) ? CUFFT_INVALID_SIZE : result;
}

static cufftResult plain(struct hw_fft_shape *shape, int rank, const int *n, cufftType type, int batch)
{
    const cufftResult result = set_sizes(shape, rank, n, false, batch);

    return result == CUFFT_SUCCESS ? set_type(shape, type, false) : result;
}

/* Without both arrays of sizes, what is said of strides does not count. */
cufftResult hw_fft_many(struct hw_fft_shape *shape, const struct hw_fft_layout *layout)
{
    const cufftResult result = set_sizes(shape, layout->rank, layout->n, layout->wide, layout->batch);

    if (result != CUFFT_SUCCESS || !layout->in_embed || !layout->out_embed)
        return result;
    shape->own_layout = true;
    for (int i = 0; i < layout->rank; i++) {
        shape->in.embed[i] =
            layout->wide ? ((const long long *)layout->in_embed)[i] : ((const int *)layout->in_embed)[i];
        shape->out.embed[i] =
            layout->wide ? ((const long long *)layout->out_embed)[i] : ((const int *)layout->out_embed)[i];
    }
    shape->in.stride = layout->in_stride;
    shape->in.dist = layout->in_dist;
    shape->out.stride = layout->out_stride;
    shape->out.dist = layout->out_dist;
    return CUFFT_SUCCESS;
}

static cufftResult many(struct hw_fft_shape *shape, const struct hw_fft_layout *layout, cufftType type)
{
    const cufftResult result = hw_fft_many(shape, layout);

    return result == CUFFT_SUCCESS ? set_type(shape, type, layout->wide) : result;
}

/* --- calls --- */

/* The shape of a call, and whether it is one. */
#define PLAIN(rank, type, batch, ...) \
    struct hw_fft_shape shape;        \
    const cufftResult fits = plain(&shape, rank, (const int[]){__VA_ARGS__}, type, batch)
#define MANY(wide)                                                                  \
    const struct hw_fft_layout layout = {rank,    n,     wide,    inembed, onembed, \
                                         istride, idist, ostride, odist,   batch};  \
    struct hw_fft_shape shape;                                                      \
    const cufftResult fits = many(&shape, &layout, type)

/* What follows it. */
#define PLAN     HW_FFT_CALL(CUFFT_SETUP_FAILED, make_new(plan, &shape, fits))
#define MAKE     HW_FFT_CALL(CUFFT_SETUP_FAILED, hw_fft_make(plan, &shape, fits, bytes))
#define GET_SIZE HW_FFT_LOCKED_CALL(hw_fft_get_size(plan, &shape, fits, bytes))
#define ESTIMATE HW_FFT_LOCKED_CALL(estimate(&shape, fits, bytes))

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    PLAIN(1, type, batch, nx);
    PLAN;
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    PLAIN(2, type, 1, nx, ny);
    PLAN;
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    PLAIN(3, type, 1, nx, ny, nz);
    PLAN;
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch)
{
    MANY(false);
    PLAN;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes)
{
    PLAIN(1, type, batch, nx);
    MAKE;
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes)
{
    PLAIN(2, type, 1, nx, ny);
    MAKE;
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes)
{
    PLAIN(3, type, 1, nx, ny, nz);
    MAKE;
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                              int *onembed, int ostride, int odist, cufftType type, int batch, size_t *bytes)
{
    MANY(false);
    MAKE;
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed, long long ostride,
                                long long odist, cufftType type, long long batch, size_t *bytes)
{
    MANY(true);
    MAKE;
}

cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes)
{
    PLAIN(1, type, batch, nx);
    GET_SIZE;
}

cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes)
{
    PLAIN(2, type, 1, nx, ny);
    GET_SIZE;
}

cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes)
{
    PLAIN(3, type, 1, nx, ny, nz);
    GET_SIZE;
}

cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                             int *onembed, int ostride, int odist, cufftType type, int batch, size_t *bytes)
{
    MANY(false);
    GET_SIZE;
}

cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                               long long istride, long long idist, long long *onembed, long long ostride,
                               long long odist, cufftType type, long long batch, size_t *bytes)
{
    MANY(true);
    GET_SIZE;
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *bytes)
{
    PLAIN(1, type, batch, nx);
    ESTIMATE;
}

cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *bytes)
{
    PLAIN(2, type, 1, nx, ny);
    ESTIMATE;
}

cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *bytes)
{
    PLAIN(3, type, 1, nx, ny, nz);
    ESTIMATE;
}

cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, cufftType type, int batch, size_t *bytes)
{
    MANY(false);
    ESTIMATE;
}

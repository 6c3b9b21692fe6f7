/* SPDX-License-Identifier: MIT */
/* The interface of cuFFT: plans by number, and calls.  All of them hold the lock of src/cuda. */
#include "cuda/fft/cufft.h"

#include "cuda/core/cuda_core.h"
#include "cuda/fft/plan.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 4020

static struct {
    struct hw_fft_plan *first;
    cufftHandle last_handle;
} plans;

static const char *result_name(cufftResult result)
{
#define CASE(number, name) \
    case name: return #name;
    switch (result) {
        HW_CUFFT_RESULTS(CASE)
    }
#undef CASE
    return NULL;
}

static cufftResult leave(const char *call, cufftResult result)
{
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call, (int)result, result_name(result));
    return result;
}

/* The body of a function; `trouble` is what it returns where the device cannot be used. */
#define CALL(trouble, work) return leave(__func__, hw_cuda_enter() ? (work) : (trouble))

static struct hw_fft_plan **find(cufftHandle handle)
{
    struct hw_fft_plan **place = &plans.first;

    while (*place && (*place)->handle != handle)
        place = &(*place)->next;
    return place;
}

/* --- making plans --- */

/* Whether the numbers of one batch can be counted, with padding. */
static bool size_fits(const struct hw_fft_plan *plan)
{
    int total = 1, row = plan->n[plan->rank - 1];

    for (int i = 0; i < plan->rank; i++)
        if (plan->n[i] < 1 || __builtin_mul_overflow(total, plan->n[i], &total))
            return false;
    return row <= INT_MAX - 2 && !__builtin_mul_overflow(total / row, row + 2, &total) && plan->batch >= 1;
}

/* Whether a layout that a program gives holds the transform's elements. */
static bool layout_fits(const struct hw_fft_plan *plan, const struct hw_fft_side *side)
{
    if (side->stride < 1 || side->dist < 0)
        return false;
    for (int i = 1; i < plan->rank; i++)
        if (side->embed[i] < side->size[i])
            return false;
    return true;
}

static cufftResult keep(struct hw_fft_plan *plan, cufftHandle *handle)
{
    struct hw_fft_side in, out;

    if (!hw_fft_known_type(plan->type))
        return CUFFT_INVALID_TYPE;
    if (!size_fits(plan))
        return CUFFT_INVALID_SIZE;
    hw_fft_sides(plan, false, &in, &out);
    if (!layout_fits(plan, &in) || !layout_fits(plan, &out))
        return CUFFT_INVALID_VALUE;
    plan->fftw = hw_fftw_get(hw_fft_is_double(plan->type));
    if (!plan->fftw)
        return CUFFT_SETUP_FAILED;
    struct hw_fft_plan *kept = malloc(sizeof *kept);
    if (!kept)
        return CUFFT_ALLOC_FAILED;
    plan->mode = CUFFT_COMPATIBILITY_FFTW_PADDING;
    plan->handle = *handle = ++plans.last_handle;
    plan->next = plans.first;
    *kept = *plan;
    plans.first = kept;
    return CUFFT_SUCCESS;
}

/* A plan before it is kept: sizes, nothing else. */
static cufftResult begin(struct hw_fft_plan *plan, const cufftHandle *handle, int rank, const int *n,
                         cufftType type, int batch)
{
    *plan = (struct hw_fft_plan){.type = type, .rank = rank, .batch = batch};
    if (!handle || !n)
        return CUFFT_INVALID_VALUE;
    if (rank < 1 || rank > HW_FFT_RANKS)
        return CUFFT_INVALID_SIZE;
    memcpy(plan->n, n, (size_t)rank * sizeof *n);
    return CUFFT_SUCCESS;
}

static cufftResult make(cufftHandle *handle, int rank, const int *n, cufftType type, int batch)
{
    struct hw_fft_plan plan;
    const cufftResult result = begin(&plan, handle, rank, n, type, batch);

    return result == CUFFT_SUCCESS ? keep(&plan, handle) : result;
}

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    CALL(CUFFT_SETUP_FAILED, make(plan, 1, &nx, type, batch));
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    CALL(CUFFT_SETUP_FAILED, make(plan, 2, (const int[]){nx, ny}, type, 1));
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    CALL(CUFFT_SETUP_FAILED, make(plan, 3, (const int[]){nx, ny, nz}, type, 1));
}

/* Without both arrays of sizes, what is said of strides does not count. */
static cufftResult make_many(cufftHandle *handle, struct hw_fft_plan *plan, const int *inembed,
                             const int *onembed)
{
    plan->own_layout = inembed && onembed;
    if (plan->own_layout) {
        memcpy(plan->in.embed, inembed, (size_t)plan->rank * sizeof *inembed);
        memcpy(plan->out.embed, onembed, (size_t)plan->rank * sizeof *onembed);
    }
    return keep(plan, handle);
}

cufftResult cufftPlanMany(cufftHandle *handle, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch)
{
    struct hw_fft_plan plan;
    const cufftResult result = begin(&plan, handle, rank, n, type, batch);

    plan.in.stride = istride;
    plan.in.dist = idist;
    plan.out.stride = ostride;
    plan.out.dist = odist;
    CALL(CUFFT_SETUP_FAILED, result == CUFFT_SUCCESS ? make_many(handle, &plan, inembed, onembed) : result);
}

static cufftResult destroy(cufftHandle handle)
{
    struct hw_fft_plan **place = find(handle), *plan = *place;

    if (!plan)
        return CUFFT_INVALID_PLAN;
    *place = plan->next;
    hw_fft_forget(plan);
    free(plan);
    return CUFFT_SUCCESS;
}

/* A plan may be destroyed after its device has been reset, so this needs no device. */
cufftResult cufftDestroy(cufftHandle plan)
{
    hw_cuda_lock();
    return leave(__func__, destroy(plan));
}

/* --- executing them --- */

static cufftResult execute(cufftHandle handle, cufftType type, void *in, void *out, int direction)
{
    struct hw_fft_plan *plan = *find(handle);

    if (!plan || plan->type != type)
        return CUFFT_INVALID_PLAN;
    if (!in || !out || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    return hw_fft_execute(plan, in, out, direction);
}

cufftResult cufftExecC2C(cufftHandle plan, void *in, void *out, int direction)
{
    CALL(CUFFT_EXEC_FAILED, execute(plan, CUFFT_C2C, in, out, direction));
}

cufftResult cufftExecR2C(cufftHandle plan, void *in, void *out)
{
    CALL(CUFFT_EXEC_FAILED, execute(plan, CUFFT_R2C, in, out, CUFFT_FORWARD));
}

cufftResult cufftExecC2R(cufftHandle plan, void *in, void *out)
{
    CALL(CUFFT_EXEC_FAILED, execute(plan, CUFFT_C2R, in, out, CUFFT_INVERSE));
}

cufftResult cufftExecZ2Z(cufftHandle plan, void *in, void *out, int direction)
{
    CALL(CUFFT_EXEC_FAILED, execute(plan, CUFFT_Z2Z, in, out, direction));
}

cufftResult cufftExecD2Z(cufftHandle plan, void *in, void *out)
{
    CALL(CUFFT_EXEC_FAILED, execute(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD));
}

cufftResult cufftExecZ2D(cufftHandle plan, void *in, void *out)
{
    CALL(CUFFT_EXEC_FAILED, execute(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE));
}

/* --- what else a plan has --- */

/* Work is done in the call that asks for it, in whatever stream. */
static cufftResult set_stream(cufftHandle handle, cudaStream_t stream)
{
    if (!*find(handle))
        return CUFFT_INVALID_PLAN;
    return hw_cuda_stream_check(stream) == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
    CALL(CUFFT_SETUP_FAILED, set_stream(plan, stream));
}

static cufftResult set_mode(cufftHandle handle, cufftCompatibility mode)
{
    struct hw_fft_plan *plan = *find(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if ((unsigned)mode > CUFFT_COMPATIBILITY_FFTW_ALL)
        return CUFFT_INVALID_VALUE;
    hw_fft_forget(plan);
    plan->mode = mode;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetCompatibilityMode(cufftHandle plan, cufftCompatibility mode)
{
    hw_cuda_lock();
    return leave(__func__, set_mode(plan, mode));
}

cufftResult cufftGetVersion(int *version)
{
    hw_cuda_lock();
    if (version)
        *version = VERSION;
    return leave(__func__, version ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE);
}

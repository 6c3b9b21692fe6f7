/* SPDX-License-Identifier: MIT */
/* Executing a plan: FFTW on the host's view of device memory. */
#include "cuda/fft/plan.h"

#include "cuda/core/cuda_core.h"

#include <stdlib.h>
#include <string.h>

void hw_fft_forget(struct hw_fft_plan *plan)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (plan->made[i][j])
                plan->fftw->destroy_plan(plan->made[i][j]);
            plan->made[i][j] = NULL;
        }
}

/* FFTW cannot keep the input of a transform of several dimensions to real numbers. */
static unsigned flags_of(const struct hw_fft_plan *plan)
{
    const bool keeps = plan->rank == 1 || !hw_fft_real_out(plan->type);

    return HW_FFTW_ESTIMATE | HW_FFTW_UNALIGNED | (keeps ? HW_FFTW_PRESERVE_INPUT : HW_FFTW_DESTROY_INPUT);
}

/* One execution. */
struct fft_run {
    struct hw_fft_plan *plan;
    struct hw_fft_side in_side, out_side;
    void *in, *out; /* on the host */
    int direction;
};

static void *make(const struct fft_run *run)
{
    const struct hw_fft_plan *plan = run->plan;
    const struct hw_fft_side *in = &run->in_side, *out = &run->out_side;
    const unsigned flags = flags_of(plan);

    if (hw_fft_real_in(plan->type))
        return plan->fftw->plan_r2c(plan->rank, plan->n, plan->batch, run->in, in->embed, in->stride,
                                    in->dist, run->out, out->embed, out->stride, out->dist, flags);
    if (hw_fft_real_out(plan->type))
        return plan->fftw->plan_c2r(plan->rank, plan->n, plan->batch, run->in, in->embed, in->stride,
                                    in->dist, run->out, out->embed, out->stride, out->dist, flags);
    return plan->fftw->plan_dft(plan->rank, plan->n, plan->batch, run->in, in->embed, in->stride, in->dist,
                                run->out, out->embed, out->stride, out->dist, run->direction, flags);
}

static cufftResult transform(const struct fft_run *run)
{
    const struct hw_fft_plan *plan = run->plan;
    const struct hw_fftw *fftw = plan->fftw;
    void **made = &run->plan->made[run->in == run->out][run->direction == CUFFT_INVERSE];

    if (!*made)
        *made = make(run);
    if (!*made)
        return CUFFT_INTERNAL_ERROR;
    if (hw_fft_real_in(plan->type))
        fftw->execute_r2c(*made, run->in, run->out);
    else if (hw_fft_real_out(plan->type))
        fftw->execute_c2r(*made, run->in, run->out);
    else
        fftw->execute_dft(*made, run->in, run->out);
    return CUFFT_SUCCESS;
}

/* In place, with real numbers that have no room for the complex ones between them: rows would run over each
 * other. */
static cufftResult transform_packed(struct fft_run *run, size_t bytes)
{
    void *copy = malloc(bytes);

    if (!copy)
        return CUFFT_ALLOC_FAILED;
    memcpy(copy, run->in, bytes);
    run->in = copy;
    const cufftResult result = transform(run);
    free(copy);
    return result;
}

cufftResult hw_fft_execute(struct hw_fft_plan *plan, void *in, void *out, int direction)
{
    struct fft_run run = {.plan = plan, .direction = direction};
    const bool real_in = hw_fft_real_in(plan->type), real_out = hw_fft_real_out(plan->type);
    const bool packed = in == out && (real_in || real_out) && !plan->own_layout &&
                        !(plan->mode & CUFFT_COMPATIBILITY_FFTW_PADDING);

    hw_fft_sides(plan, in == out, &run.in_side, &run.out_side);
    const size_t in_bytes = hw_fft_bytes(plan, &run.in_side, real_in);
    run.in = hw_cuda_device_memory(in, in_bytes);
    run.out = hw_cuda_device_memory(out, hw_fft_bytes(plan, &run.out_side, real_out));
    if (!run.in || !run.out)
        return CUFFT_EXEC_FAILED;
    return packed ? transform_packed(&run, in_bytes) : transform(&run);
}

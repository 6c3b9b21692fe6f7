/* SPDX-License-Identifier: MIT */
/* See plan.h. */
#include "cuda/fft/plan.h"

#include "cuda/core/cuda_core.h"
#include "cuda/core/log/stubs.h"

#include <stdlib.h>

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

void hw_fft_lock(void)
{
    hw_cuda_lock();
}

bool hw_fft_enter(void)
{
    return hw_cuda_enter();
}

cufftResult hw_fft_leave(const char *call, cufftResult result)
{
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call, (int)result, result_name(result));
    return result;
}

static struct hw_fft_plan **find(cufftHandle handle)
{
    struct hw_fft_plan **place = &plans.first;

    while (*place && (*place)->handle != handle)
        place = &(*place)->next;
    return place;
}

struct hw_fft_plan *hw_fft_plan(cufftHandle handle)
{
    return *find(handle);
}

cufftResult hw_fft_create(cufftHandle *handle)
{
    struct hw_fft_plan *plan = calloc(1, sizeof *plan);

    if (!plan)
        return CUFFT_ALLOC_FAILED;
    plan->handle = *handle = ++plans.last_handle;
    plan->next = plans.first;
    plans.first = plan;
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_destroy(cufftHandle handle)
{
    struct hw_fft_plan **place = find(handle), *plan = *place;

    if (!plan)
        return CUFFT_INVALID_PLAN;
    *place = plan->next;
    free(plan);
    return CUFFT_SUCCESS;
}

/* A name of NVIDIA's library that nobody has written (tools/exportgen). */
int hw_fft_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, CUFFT_NOT_IMPLEMENTED, told);
}

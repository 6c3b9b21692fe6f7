/* SPDX-License-Identifier: MIT */
/* Memory that cuFFT allocates and copies for a program (cudaLibXtDesc), of a plan that has one GPU.
 *
 * Descriptors belong to the program.  Those that are there are known, so that any pointer may be given. */
#include "cuda/core/cuda_core.h"
#include "cuda/fft/cufft.h"
#include "cuda/fft/execute.h"
#include "cuda/fft/plan.h"

#include <stdlib.h>

struct fft_memory {
    cudaLibXtDesc outer; /* the first member: what the program gets is its address */
    cudaXtDesc inner;
    struct fft_memory *next;
};
static struct fft_memory *memories;

#define VERSION (0x01000000 + 12000) /* CUDA_XT_DESCRIPTOR_VERSION and the runtime's */

static struct fft_memory **find(const cudaLibXtDesc *memory)
{
    struct fft_memory **place = &memories;

    while (*place && &(*place)->outer != memory)
        place = &(*place)->next;
    return place;
}

/* Of a side; in place both have to have room. */
static size_t bytes_of(const struct hw_fft_plan *plan, cufftXtSubFormat format)
{
    const struct hw_fft_shape *shape = &plan->shape;
    const bool in_place = format != CUFFT_XT_FORMAT_INPUT && format != CUFFT_XT_FORMAT_OUTPUT;
    struct hw_fft_side in, out;

    hw_fft_sides(shape, in_place, &in, &out);
    const size_t in_count = hw_fft_extent(shape, &in), out_count = hw_fft_extent(shape, &out);
    if (in_count == SIZE_MAX || out_count == SIZE_MAX)
        return SIZE_MAX;
    const size_t in_bytes = in_count * hw_fft_element(shape, shape->real_in);
    const size_t out_bytes = out_count * hw_fft_element(shape, shape->real_out);
    if (format == CUFFT_XT_FORMAT_INPUT)
        return in_bytes;
    return format == CUFFT_XT_FORMAT_OUTPUT || out_bytes > in_bytes ? out_bytes : in_bytes;
}

/* --- memory --- */

cufftResult hw_fft_xt_malloc(cufftHandle handle, cudaLibXtDesc **memory, cufftXtSubFormat format)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || !plan->made || !plan->has_gpu)
        return CUFFT_INVALID_PLAN;
    if (!memory || (unsigned)format > CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED)
        return CUFFT_INVALID_VALUE;
    struct fft_memory *made = calloc(1, sizeof *made);
    if (!made)
        return CUFFT_ALLOC_FAILED;
    made->inner = (cudaXtDesc){.version = VERSION, .nGPUs = 1, .GPUs = {plan->gpu}};
    made->inner.size[0] = bytes_of(plan, format);
    if (hw_cuda_alloc(&made->inner.data[0], made->inner.size[0]) != cudaSuccess) {
        free(made);
        return CUFFT_ALLOC_FAILED;
    }
    made->outer = (cudaLibXtDesc){.version = VERSION, .descriptor = &made->inner, .subFormat = (int)format};
    made->next = memories;
    memories = made;
    *memory = &made->outer;
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_xt_free(cudaLibXtDesc *memory)
{
    struct fft_memory **place = find(memory), *found = *place;

    if (!found)
        return CUFFT_INVALID_VALUE;
    *place = found->next;
    const cudaError_t error = hw_cuda_free(found->inner.data[0]);
    free(found);
    return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

/* --- copies --- */

/* One end of a copy: the memory of a descriptor, or the host's. */
static bool set_end(struct hw_cuda_end *end, void *pointer, bool device, size_t *bytes)
{
    const struct fft_memory *memory = device ? *find(pointer) : NULL;

    if (!pointer || (device && !memory))
        return false;
    if (memory && memory->inner.size[0] < *bytes)
        *bytes = memory->inner.size[0];
    *end = (struct hw_cuda_end){.memory = memory ? memory->inner.data[0] : pointer, .device = device};
    return true;
}

/* Data of the host is in its natural order, without gaps but those of a descriptor in place. */
cufftResult hw_fft_xt_memcpy(cufftHandle handle, void *to, void *from, cufftXtCopyType type)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);
    struct hw_cuda_end to_end, from_end;
    size_t bytes = SIZE_MAX;

    if (!plan || !plan->made)
        return CUFFT_INVALID_PLAN;
    if ((unsigned)type > CUFFT_COPY_DEVICE_TO_DEVICE ||
        !set_end(&to_end, to, type != CUFFT_COPY_DEVICE_TO_HOST, &bytes) ||
        !set_end(&from_end, from, type != CUFFT_COPY_HOST_TO_DEVICE, &bytes))
        return CUFFT_INVALID_VALUE;
    return hw_cuda_copy(&to_end, &from_end, bytes, 1, 1, plan->stream) == cudaSuccess ? CUFFT_SUCCESS
                                                                                      : CUFFT_EXEC_FAILED;
}

/* --- transforms --- */

cufftResult hw_fft_execute_descriptor(cufftHandle plan, int type, const cudaLibXtDesc *in,
                                      const cudaLibXtDesc *out, int direction)
{
    const struct fft_memory *from = *find(in), *to = *find(out);

    if (!from || !to)
        return CUFFT_INVALID_VALUE;
    return hw_fft_execute_handle(plan, type, from->inner.data[0], to->inner.data[0], direction);
}

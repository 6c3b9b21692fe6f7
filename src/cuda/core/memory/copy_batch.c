/* SPDX-License-Identifier: MIT */
/* See copy_batch.h.  The copies of a batch are done one after the other: their order is not the program's
 * business. */
#include "cuda/core/memory/copy_batch.h"

#include "cuda/core/log/reason.h"
#include "cuda/core/memory/batch_entry.h"
#include "cuda/core/memory/copy.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"

#define FLAGS 1u /* that copies may run beside kernels: a hint */

/* A copy of a list, and when its source is read. */
typedef cudaError_t describe_fn(const void *list, size_t index, struct hw_cuda_copy_work *copy, int *source);

static cudaError_t check_attributes(int source, unsigned flags)
{
    if (source < HW_COPY_SOURCE_IN_STREAM || source > HW_COPY_SOURCE_ANY)
        return hw_cuda_fail(cudaErrorInvalidValue, "srcAccessOrder %d; expected 1 to 3", source);
    if (flags & ~FLAGS)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x of a copy; expected 0 or 1", flags);
    return cudaSuccess;
}

/* What is read in the call. */
struct copy_batch_sources {
    bool in_call;
    bool of_device; /* or page-locked: it is read when the copy's turn comes, so the call waits for that */
};

static cudaError_t check_all(const void *list, size_t count, describe_fn *describe, size_t *failed,
                             struct copy_batch_sources *sources)
{
    for (size_t i = 0; i < count; i++) {
        struct hw_cuda_copy_work copy;
        int source;
        cudaError_t error = describe(list, i, &copy, &source);

        if (error == cudaSuccess)
            error = hw_cuda_copy_check(&copy);
        if (error != cudaSuccess && failed)
            *failed = i;
        if (error != cudaSuccess)
            return error;
        sources->in_call |= source == HW_COPY_SOURCE_IN_CALL;
        sources->of_device |= source == HW_COPY_SOURCE_IN_CALL && copy.from.device;
    }
    return cudaSuccess;
}

static cudaError_t submit(const void *list, size_t index, describe_fn *describe, cudaStream_t stream)
{
    struct hw_cuda_work work = {.kind = HW_CUDA_WORK_COPY};
    int source;
    const cudaError_t error = describe(list, index, &work.copy, &source);

    work.source_in_order = source == HW_COPY_SOURCE_IN_STREAM;
    return error == cudaSuccess ? hw_cuda_submit(stream, &work) : error;
}

/* Memory of the host that is not page-locked is read by the call, unless that has to be in order. */
static cudaError_t copy_all(const void *list, size_t count, describe_fn *describe, size_t *failed,
                            cudaStream_t stream)
{
    struct copy_batch_sources sources = {.in_call = false};
    cudaError_t error = check_all(list, count, describe, failed, &sources);

    if (error == cudaSuccess && sources.in_call && hw_cuda_capturing())
        error = hw_cuda_capture_allows_stream(hw_cuda_stream_resolve(stream));
    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        error = submit(list, i, describe, stream);
    return sources.of_device ? hw_cuda_finish(stream, error) : error;
}

/* --- lines --- */

static cudaError_t describe_line(const void *list, size_t index, struct hw_cuda_copy_work *copy, int *source)
{
    const struct hw_copy_batch *batch = list;
    const size_t at = hw_batch_entry(batch->first, batch->attribute_count, index);

    *source = batch->attributes[at].source;
    *copy = (struct hw_cuda_copy_work){.to = {.memory = batch->to[index]},
                                       .from = {.memory = batch->from[index]},
                                       .width = batch->bytes[index],
                                       .height = 1,
                                       .depth = 1};
    return hw_cuda_set_kind(&copy->to, &copy->from, cudaMemcpyDefault);
}

static cudaError_t check_batch(const struct hw_copy_batch *batch)
{
    if (!batch->to || !batch->from || !batch->bytes || batch->count == 0)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%zu copies; expected 1 or more, and lists of destinations, "
                            "sources and sizes",
                            batch->count);
    if (!batch->attributes)
        return hw_cuda_fail(cudaErrorInvalidValue, "the attributes are null");
    cudaError_t error = hw_batch_check(batch->first, batch->attribute_count, batch->count);
    for (size_t i = 0; i < batch->attribute_count && error == cudaSuccess; i++)
        error = check_attributes(batch->attributes[i].source, batch->attributes[i].flags);
    return error;
}

cudaError_t hw_cuda_copy_batch(const struct hw_copy_batch *batch, size_t *failed, cudaStream_t stream)
{
    cudaError_t error = hw_cuda_stream_check_batch(stream);

    if (failed)
        *failed = SIZE_MAX;
    if (error == cudaSuccess)
        error = check_batch(batch);
    return error == cudaSuccess ? copy_all(batch, batch->count, describe_line, failed, stream) : error;
}

cudaError_t hw_cuda_copy_with(void *to, const void *from, size_t bytes,
                              const struct hw_copy_attributes *attributes, cudaStream_t stream)
{
    const size_t first = 0;
    const struct hw_copy_batch batch = {&to, &from, &bytes, 1, attributes, &first, 1};
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = check_batch(&batch);
    return error == cudaSuccess ? copy_all(&batch, 1, describe_line, NULL, stream) : error;
}

/* --- boxes --- */

/* Sizes are the program's, so their products may be too large. */
static bool scale(size_t *value, size_t by)
{
    return !__builtin_mul_overflow(*value, by, value);
}

static cudaError_t check_pitch(const char *which, const char *name, size_t value, size_t least)
{
    if (value == 0 || value >= least)
        return cudaSuccess;
    return hw_cuda_fail(cudaErrorInvalidValue, "%s: %s %zu; expected 0 or at least %zu, that of the box",
                        which, name, value, least);
}

static cudaError_t describe_end(const char *which, const struct hw_copy_operand *operand,
                                const struct cudaExtent *extent, size_t element, struct hw_cuda_end *end)
{
    if (operand->type == HW_COPY_ARRAY) {
        *end = (struct hw_cuda_end){.array = operand->array.array,
                                    .x = operand->array.x,
                                    .y = operand->array.y,
                                    .z = operand->array.z};
        return scale(&end->x, element) ? cudaSuccess : cudaErrorInvalidValue;
    }
    cudaError_t error = check_pitch(which, "rowLength", operand->memory.row_length, extent->width);
    if (error == cudaSuccess)
        error = check_pitch(which, "layerHeight", operand->memory.layer_height, extent->height);
    *end = (struct hw_cuda_end){
        .memory = operand->memory.pointer,
        .pitch = operand->memory.row_length ? operand->memory.row_length : extent->width,
        .rows = operand->memory.layer_height ? operand->memory.layer_height : extent->height};
    if (error == cudaSuccess && !scale(&end->pitch, element))
        error = cudaErrorInvalidValue;
    return error;
}

/* What an operand has to be; the element is that of the arrays. */
static cudaError_t check_operand(const char *which, const struct hw_copy_operand *operand, size_t *element)
{
    if (operand->type != HW_COPY_MEMORY && operand->type != HW_COPY_ARRAY)
        return hw_cuda_fail(cudaErrorInvalidValue, "%s: operand of type %d; expected 1 or 2", which,
                            operand->type);
    if (operand->type == HW_COPY_MEMORY)
        return cudaSuccess;
    if (!hw_cuda_array_is_valid(operand->array.array))
        return hw_cuda_fail_handle(cudaErrorInvalidValue, which, operand->array.array);
    const size_t texel = hw_cuda_array_texel(operand->array.array);
    if (*element && *element != texel)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "texels of %zu bytes to those of %zu; expected the same size", *element, texel);
    *element = texel;
    return cudaSuccess;
}

static cudaError_t describe_box(const void *list, size_t index, struct hw_cuda_copy_work *copy, int *source)
{
    const struct hw_copy_box *box = &((const struct hw_copy_box *)list)[index];
    size_t element = 0;
    cudaError_t error = check_attributes(box->source, box->flags);

    if (error == cudaSuccess && (!box->extent.width || !box->extent.height || !box->extent.depth))
        error = hw_cuda_fail(cudaErrorInvalidValue, "a box of %zu by %zu by %zu; expected 1 or more",
                             box->extent.width, box->extent.height, box->extent.depth);
    if (error == cudaSuccess)
        error = check_operand("source", &box->from, &element);
    if (error == cudaSuccess)
        error = check_operand("destination", &box->to, &element);
    if (error != cudaSuccess)
        return error;
    element = element ? element : 1;
    *copy = (struct hw_cuda_copy_work){
        .width = box->extent.width, .height = box->extent.height, .depth = box->extent.depth};
    *source = box->source;
    if (!scale(&copy->width, element))
        return cudaErrorInvalidValue;
    error = describe_end("source", &box->from, &box->extent, element, &copy->from);
    if (error == cudaSuccess)
        error = describe_end("destination", &box->to, &box->extent, element, &copy->to);
    return error == cudaSuccess ? hw_cuda_set_kind(&copy->to, &copy->from, cudaMemcpyDefault) : error;
}

static cudaError_t copy_boxes(size_t count, const struct hw_copy_box *boxes, size_t *failed,
                              unsigned long long flags, cudaStream_t stream)
{
    if (failed)
        *failed = SIZE_MAX;
    if (!boxes || count == 0 || flags)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%zu copies, flags %#llx; expected a list of 1 or more, and 0", count, flags);
    return copy_all(boxes, count, describe_box, failed, stream);
}

cudaError_t hw_cuda_copy_boxes(size_t count, const struct hw_copy_box *boxes, size_t *failed,
                               unsigned long long flags, cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check_batch(stream);

    return error == cudaSuccess ? copy_boxes(count, boxes, failed, flags, stream) : error;
}

cudaError_t hw_cuda_copy_box_with(const struct hw_copy_box *box, unsigned long long flags,
                                  cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess ? copy_boxes(1, box, NULL, flags, stream) : error;
}

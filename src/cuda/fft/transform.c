/* SPDX-License-Identifier: MIT */
/* See transform.h. */
#include "cuda/fft/transform.h"

#include "cuda/fft/fftw.h"

#include <stdlib.h>
#include <string.h>

/* FFTW's plans that are kept; the least recently used one makes room. */
#define KEPT 64

struct fft_kept {
    struct hw_fft_transform key;
    bool aligned;
    void *plan; /* NULL: an empty place */
    uint64_t used;
};
static struct fft_kept kept[KEPT];
static uint64_t uses;

static const struct hw_fftw *fftw_of(const struct hw_fft_shape *shape)
{
    return hw_fftw_get(shape->precision == HW_FFT_DOUBLE);
}

bool hw_fft_possible(const struct hw_fft_shape *shape)
{
    return fftw_of(shape);
}

/* --- making plans --- */

/* FFTW cannot keep the input of a transform of several dimensions to real numbers. */
static unsigned flags_of(const struct hw_fft_shape *shape, bool aligned)
{
    const bool keeps = shape->rank == 1 || !shape->real_out;

    return HW_FFTW_ESTIMATE | (keeps ? HW_FFTW_PRESERVE_INPUT : HW_FFTW_DESTROY_INPUT) |
           (aligned ? 0 : HW_FFTW_UNALIGNED);
}

static void *make(const struct hw_fft_transform *transform, bool aligned, void *from, void *to)
{
    const struct hw_fft_shape *shape = &transform->shape;
    const struct hw_fftw *fftw = fftw_of(shape);
    const unsigned flags = flags_of(shape, aligned);
    struct hw_fftw_dimension dimensions[HW_FFT_RANKS];
    struct hw_fft_side in, out;

    hw_fft_sides(shape, transform->in_place, &in, &out);
    const struct hw_fftw_dimension batches = {shape->batch, in.dist, out.dist};
    int64_t in_stride = in.stride, out_stride = out.stride;
    for (int i = shape->rank - 1; i >= 0; i--) {
        dimensions[i] = (struct hw_fftw_dimension){shape->n[i], in_stride, out_stride};
        if (i > 0) {
            in_stride *= in.embed[i];
            out_stride *= out.embed[i];
        }
    }
    if (shape->real_in)
        return fftw->plan_r2c(shape->rank, dimensions, 1, &batches, from, to, flags);
    if (shape->real_out)
        return fftw->plan_c2r(shape->rank, dimensions, 1, &batches, from, to, flags);
    return fftw->plan_dft(shape->rank, dimensions, 1, &batches, from, to, transform->direction, flags);
}

static bool same_side(const struct hw_fft_side *a, const struct hw_fft_side *b)
{
    return !memcmp(a->embed, b->embed, sizeof a->embed) && a->stride == b->stride && a->dist == b->dist;
}

static bool same(const struct hw_fft_transform *one, const struct hw_fft_transform *other)
{
    const struct hw_fft_shape *a = &one->shape, *b = &other->shape;

    return one->direction == other->direction && one->in_place == other->in_place && a->rank == b->rank &&
           !memcmp(a->n, b->n, sizeof a->n) && a->batch == b->batch && a->precision == b->precision &&
           a->real_in == b->real_in && a->real_out == b->real_out && a->packed == b->packed &&
           a->own_layout == b->own_layout && same_side(&a->in, &b->in) && same_side(&a->out, &b->out);
}

/* The place of such a plan, or the one to put it in. */
static struct fft_kept *place_of(const struct hw_fft_transform *transform, bool aligned)
{
    struct fft_kept *oldest = kept;

    for (struct fft_kept *place = kept; place < kept + KEPT; place++) {
        if (place->plan && place->aligned == aligned && same(&place->key, transform))
            return place;
        if (place->used < oldest->used)
            oldest = place;
    }
    if (oldest->plan)
        fftw_of(&oldest->key.shape)->destroy_plan(oldest->plan);
    oldest->plan = NULL;
    oldest->key = *transform;
    oldest->aligned = aligned;
    return oldest;
}

/* NULL where FFTW has no such transform, as for some layouts in place. */
static void *plan_of(const struct hw_fft_transform *transform, void *in, void *out)
{
    const bool aligned = (((uintptr_t)in | (uintptr_t)out) & 15) == 0; /* for the host's vectors */
    struct fft_kept *place = place_of(transform, aligned);

    if (!place->plan)
        place->plan = make(transform, aligned, in, out);
    place->used = place->plan ? ++uses : 0;
    return place->plan;
}

/* --- executing them --- */

static bool try_transform(const struct hw_fft_transform *transform, void *in, void *out)
{
    const struct hw_fftw *fftw = fftw_of(&transform->shape);
    void *plan = plan_of(transform, in, out);

    if (!plan)
        return false;
    if (transform->shape.real_in)
        fftw->execute_r2c(plan, in, out);
    else if (transform->shape.real_out)
        fftw->execute_c2r(plan, in, out);
    else
        fftw->execute_dft(plan, in, out);
    return true;
}

/* The same in place, by a copy of what goes in. */
static cufftResult transform_copy(const struct hw_fft_transform *transform, void *in, void *out)
{
    struct hw_fft_transform apart = *transform;
    struct hw_fft_side in_side, out_side;

    hw_fft_sides(&transform->shape, true, &in_side, &out_side);
    apart.in_place = false;
    if (!transform->shape.own_layout) { /* that in place, said as one of its own */
        apart.shape.own_layout = true;
        apart.shape.in = in_side;
        apart.shape.out = out_side;
    }
    const size_t bytes = hw_fft_extent(&transform->shape, &in_side) *
                         hw_fft_element(&transform->shape, transform->shape.real_in);
    void *copy = malloc(bytes);
    if (!copy)
        return CUFFT_ALLOC_FAILED;
    memcpy(copy, in, bytes);
    const bool done = try_transform(&apart, copy, out);
    free(copy);
    return done ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

/* Real numbers in place that have no room for the complex ones between them: rows would run over each other.
 */
static bool overlaps(const struct hw_fft_transform *transform)
{
    const struct hw_fft_shape *shape = &transform->shape;

    return transform->in_place && (shape->real_in || shape->real_out) && (shape->packed || shape->own_layout);
}

cufftResult hw_fft_transform(const struct hw_fft_transform *transform, void *in, void *out)
{
    if (overlaps(transform))
        return transform_copy(transform, in, out);
    if (try_transform(transform, in, out))
        return CUFFT_SUCCESS;
    return transform->in_place ? transform_copy(transform, in, out) : CUFFT_INTERNAL_ERROR;
}

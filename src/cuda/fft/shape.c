/* SPDX-License-Identifier: MIT */
/* Where the numbers of a transform lie (CUFFT Library User Guide 4.2, "Data Layout"; cuFFT guide 12,
 * "Advanced Data Layout").
 *
 * Rows of complex numbers that belong to n real ones have n / 2 + 1 elements.  Out of place nothing lies
 * between rows; in place the rows of real numbers are as long as those of the complex ones, unless the native
 * mode of CUDA 4 packs them. */
#include "cuda/fft/shape.h"

#include <string.h>

bool hw_fft_set_type(struct hw_fft_shape *shape, cufftType type)
{
    switch (type) {
    case CUFFT_R2C:
    case CUFFT_D2Z: shape->real_in = true; break;
    case CUFFT_C2R:
    case CUFFT_Z2D: shape->real_out = true; break;
    case CUFFT_C2C:
    case CUFFT_Z2Z: break;
    default: return false;
    }
    shape->precision =
        type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z ? HW_FFT_DOUBLE : HW_FFT_SINGLE;
    return true;
}

/* Elements of a row on one side. */
static int64_t row_of(const struct hw_fft_shape *shape, bool real)
{
    const int64_t n = shape->n[shape->rank - 1];

    return real || (!shape->real_in && !shape->real_out) ? n : n / 2 + 1;
}

/* --- checks --- */

/* Whether the numbers of all batches can be counted, with padding, and so can their bytes. */
static bool size_fits(const struct hw_fft_shape *shape)
{
    int64_t total = shape->batch;

    for (int i = 0; i < shape->rank; i++) {
        int64_t n = shape->n[i];
        if (n < 1 || (i == shape->rank - 1 && __builtin_add_overflow(n, 2, &n)) ||
            __builtin_mul_overflow(total, n, &total))
            return false;
    }
    return shape->batch >= 1 && !__builtin_mul_overflow(total, (int64_t)16, &total);
}

/* Whether a layout that a program gives holds the transform's elements. */
static bool layout_fits(const struct hw_fft_shape *shape, const struct hw_fft_side *side)
{
    if (side->stride < 1 || side->dist < 0)
        return false;
    for (int i = 1; i < shape->rank; i++)
        if (side->embed[i] < side->size[i])
            return false;
    return true;
}

cufftResult hw_fft_check(const struct hw_fft_shape *shape)
{
    struct hw_fft_side in, out;

    if (!size_fits(shape))
        return CUFFT_INVALID_SIZE;
    hw_fft_sides(shape, false, &in, &out);
    return layout_fits(shape, &in) && layout_fits(shape, &out) ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

/* --- places --- */

/* The layout that a side has where the program has not said any. */
static void set_layout(const struct hw_fft_shape *shape, struct hw_fft_side *side, bool real, bool padded)
{
    const int last = shape->rank - 1;

    memcpy(side->embed, side->size, sizeof side->embed);
    if (real && padded)
        side->embed[last] = 2 * row_of(shape, false);
    side->stride = side->dist = 1;
    for (int i = 0; i < shape->rank; i++)
        side->dist *= side->embed[i];
}

static void set_side(const struct hw_fft_shape *shape, struct hw_fft_side *side, bool real, bool padded)
{
    memcpy(side->size, shape->n, sizeof side->size);
    side->size[shape->rank - 1] = row_of(shape, real);
    if (!shape->own_layout)
        set_layout(shape, side, real, padded);
}

void hw_fft_sides(const struct hw_fft_shape *shape, bool in_place, struct hw_fft_side *in,
                  struct hw_fft_side *out)
{
    const bool padded = in_place && !shape->packed;

    *in = shape->in;
    *out = shape->out;
    set_side(shape, in, shape->real_in, padded);
    set_side(shape, out, shape->real_out, padded);
}

size_t hw_fft_extent(const struct hw_fft_shape *shape, const struct hw_fft_side *side)
{
    size_t last = 0, transforms, bytes;
    bool over = false;

    for (int i = 0; i < shape->rank; i++) {
        if (i > 0)
            over |= __builtin_mul_overflow(last, (size_t)side->embed[i], &last);
        over |= __builtin_add_overflow(last, (size_t)side->size[i] - 1, &last);
    }
    over |= __builtin_mul_overflow(last, (size_t)side->stride, &last);
    over |= __builtin_mul_overflow((size_t)shape->batch - 1, (size_t)side->dist, &transforms);
    over |= __builtin_add_overflow(last, transforms, &last);
    over |= __builtin_add_overflow(last, 1, &last);
    over |= __builtin_mul_overflow(last, (size_t)16, &bytes); /* the largest element */
    return over ? SIZE_MAX : last;
}

size_t hw_fft_element(const struct hw_fft_shape *shape, bool real)
{
    static const size_t real_bytes[] = {
        [HW_FFT_SINGLE] = 4, [HW_FFT_DOUBLE] = 8, [HW_FFT_HALF] = 2, [HW_FFT_BFLOAT] = 2};

    return real_bytes[shape->precision] * (real ? 1 : 2);
}

size_t hw_fft_work_bytes(const struct hw_fft_shape *shape)
{
    size_t elements = (size_t)shape->batch * (size_t)row_of(shape, false);

    for (int i = 0; i + 1 < shape->rank; i++)
        elements *= (size_t)shape->n[i];
    return elements * hw_fft_element(shape, false);
}

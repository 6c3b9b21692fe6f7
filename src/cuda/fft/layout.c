/* SPDX-License-Identifier: MIT */
/* Where the numbers of a transform lie (CUFFT Library User Guide 4.2, "Data Layout").
 *
 * Rows of complex numbers that belong to n real ones have n / 2 + 1 elements.  Out of place nothing lies
 * between rows; in place the rows of real numbers are as long as those of the complex ones, unless the native
 * mode packs them. */
#include "cuda/fft/plan.h"

#include <stdint.h>
#include <string.h>

bool hw_fft_known_type(cufftType type)
{
    switch (type) {
    case CUFFT_R2C:
    case CUFFT_C2R:
    case CUFFT_C2C:
    case CUFFT_D2Z:
    case CUFFT_Z2D:
    case CUFFT_Z2Z: return true;
    }
    return false;
}

bool hw_fft_is_double(cufftType type)
{
    return type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z;
}

bool hw_fft_real_in(cufftType type)
{
    return type == CUFFT_R2C || type == CUFFT_D2Z;
}

bool hw_fft_real_out(cufftType type)
{
    return type == CUFFT_C2R || type == CUFFT_Z2D;
}

/* Elements of a row on one side. */
static int row_of(const struct hw_fft_plan *plan, bool real)
{
    const int n = plan->n[plan->rank - 1];

    return real || plan->type == CUFFT_C2C || plan->type == CUFFT_Z2Z ? n : n / 2 + 1;
}

/* The layout that a side has where the program has not said any. */
static void set_layout(const struct hw_fft_plan *plan, struct hw_fft_side *side, bool real, bool padded)
{
    const int last = plan->rank - 1;

    memcpy(side->embed, side->size, sizeof side->embed);
    if (real && padded)
        side->embed[last] = 2 * row_of(plan, false);
    side->stride = side->dist = 1;
    for (int i = 0; i < plan->rank; i++)
        side->dist *= side->embed[i];
}

static void set_side(const struct hw_fft_plan *plan, struct hw_fft_side *side, bool real, bool padded)
{
    memcpy(side->size, plan->n, sizeof side->size);
    side->size[plan->rank - 1] = row_of(plan, real);
    if (!plan->own_layout)
        set_layout(plan, side, real, padded);
}

void hw_fft_sides(const struct hw_fft_plan *plan, bool in_place, struct hw_fft_side *in,
                  struct hw_fft_side *out)
{
    const bool padded = in_place && (plan->mode & CUFFT_COMPATIBILITY_FFTW_PADDING);

    *in = plan->in;
    *out = plan->out;
    set_side(plan, in, hw_fft_real_in(plan->type), padded);
    set_side(plan, out, hw_fft_real_out(plan->type), padded);
}

size_t hw_fft_bytes(const struct hw_fft_plan *plan, const struct hw_fft_side *side, bool real)
{
    size_t last = 0, transforms, bytes = 0;
    bool over = false;

    for (int i = 0; i < plan->rank; i++) {
        over |= __builtin_mul_overflow(last, (size_t)side->embed[i], &last);
        over |= __builtin_add_overflow(last, (size_t)side->size[i] - 1, &last);
    }
    over |= __builtin_mul_overflow(last, (size_t)side->stride, &last);
    over |= __builtin_mul_overflow((size_t)plan->batch - 1, (size_t)side->dist, &transforms);
    over |= __builtin_add_overflow(last, transforms, &last);
    over |= __builtin_add_overflow(last, 1, &last);
    over |= __builtin_mul_overflow(last, plan->fftw->real_bytes * (real ? 1 : 2), &bytes);
    return over ? SIZE_MAX : bytes;
}

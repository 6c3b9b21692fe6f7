/* SPDX-License-Identifier: MIT */
/* For tests of cuDNN's layers: gradients by differences of a layer that is written down as a loop. */
#ifndef CUDA_DNN_GRADIENT_H
#define CUDA_DNN_GRADIENT_H

#include "cuda_dnn.h"

/* A layer: y of x; `problem` is what else it depends on. */
typedef void layer_fn(const void *problem, const double *x, double *y);

/* dx[i] = sum of dy[j] * (slope of y[j] along x[i]), to be freed. */
static inline double *gradient(layer_fn *layer, const void *problem, double *x, size_t count_x,
                               const double *dy, size_t count_y)
{
    const double step = 1e-5;
    double *dx = calloc(count_x, sizeof *dx), *high = calloc(count_y, sizeof *high),
           *low = calloc(count_y, sizeof *low);

    for (size_t i = 0; i < count_x; i++) {
        const double kept = x[i];
        x[i] = kept + step;
        layer(problem, x, high);
        x[i] = kept - step;
        layer(problem, x, low);
        x[i] = kept;
        for (size_t j = 0; j < count_y; j++)
            dx[i] += dy[j] * (high[j] - low[j]) / (2 * step);
    }
    free(high);
    free(low);
    return dx;
}

/* The box's memory against numbers that are right to six places, and free these. */
static inline void compare_nearly(const struct box *box, double *expected)
{
    download(box);
    for (size_t i = 0; i < box->count; i++)
        if (!(fabs(box->value[i] - expected[i]) <= 1e-6 * (1 + fabs(expected[i]))))
            fail_msg("element %zu is %.9g, expected %.9g", i, box->value[i], expected[i]);
    free(expected);
}

/* Numbers that differ by more than the steps. */
static inline void spread_out(struct box *box)
{
    for (size_t i = 0; i < box->count; i++)
        box->value[i] = random_eighth() + (double)i / 1024;
    upload(box);
}

#endif

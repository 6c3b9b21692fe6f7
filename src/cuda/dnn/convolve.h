/* SPDX-License-Identifier: MIT */
/* Convolutions of numbers of the kind REAL, for convolve_floats.c and convolve_doubles.c, which include
 * this and say how such are loaded, stored and multiplied: LOAD, STORE, GEMM. */
#ifndef HW_CUDA_DNN_CONVOLVE_H
#define HW_CUDA_DNN_CONVOLVE_H

#include "cuda/dnn/activation.h"
#include "cuda/dnn/convolution.h"
#include "cuda/dnn/gemm.h"
#include "cuda/math/scaled.h"

#include <stdlib.h>
#include <string.h>

enum { PANEL = 1 << 19 }; /* numbers that are gathered at once: they stay in a cache */

/* What one element of the window sees of the input, along one row of the output after another. */
struct hw_dnn_cursor {
    int at[HW_DNN_CONVOLVED_DIMS]; /* of the input; outside where it is padding */
    int start[HW_DNN_CONVOLVED_DIMS], plane_end, position;
};

static struct hw_dnn_cursor begin_cursor(const struct hw_dnn_geometry *g, size_t first, const int window[])
{
    struct hw_dnn_cursor cursor;

    for (int i = HW_DNN_CONVOLVED_DIMS - 1; i >= 0; i--) {
        const int position = (int)(first % (size_t)g->output[i]);
        first /= (size_t)g->output[i];
        cursor.start[i] = window[i] * g->dilation[i] - g->padding[i];
        cursor.at[i] = cursor.start[i] + position * g->stride[i];
        if (i == HW_DNN_CONVOLVED_DIMS - 1)
            cursor.position = position;
    }
    cursor.plane_end = cursor.start[1] + g->output[1] * g->stride[1];
    return cursor;
}

static bool is_inside(const struct hw_dnn_geometry *g, const struct hw_dnn_cursor *cursor)
{
    return (unsigned)cursor->at[1] < (unsigned)g->input[1] && (unsigned)cursor->at[0] < (unsigned)g->input[0];
}

static void next_row(const struct hw_dnn_geometry *g, struct hw_dnn_cursor *cursor)
{
    cursor->position = 0;
    cursor->at[2] = cursor->start[2];
    cursor->at[1] += g->stride[1];
    if (cursor->at[1] == cursor->plane_end) {
        cursor->at[1] = cursor->start[1];
        cursor->at[0] += g->stride[0];
    }
}

/* What work on a convolution holds, dense: `channels` and `filters` are those of a group; there are `patch`
 * numbers in a patch, `positions` positions of the output, `room` of which fit into `columns` at once. */
struct state {
    const struct hw_dnn_geometry *geometry;
    size_t channels, filters, patch, positions, room;
    REAL *x, *w, *y; /* an image, all filters, an image */
    REAL *columns;
};

/* What one element of the window sees along a row of the output, at every `stride`th place of a row of the
 * input; NULL: that row is padding.  Either copy it or add to it. */
static void see(REAL *row, int at, int stride, int width, size_t count, REAL *seen, bool add)
{
    for (size_t i = 0; i < count; i++, at += stride) {
        const bool inside = row && (unsigned)at < (unsigned)width;
        if (!add)
            seen[i] = inside ? row[at] : 0;
        else if (inside)
            row[at] += seen[i];
    }
}

/* One element of the window in one channel, at the positions from `first` to `end`. */
static void copy_element(const struct hw_dnn_geometry *g, REAL *x, const int window[], size_t first,
                         size_t end, REAL *seen, bool add)
{
    struct hw_dnn_cursor cursor = begin_cursor(g, first, window);

    for (size_t rest = end - first; rest > 0;) {
        const size_t row = (size_t)(g->output[2] - cursor.position), count = row < rest ? row : rest;
        REAL *from = is_inside(g, &cursor)
                         ? x + ((int64_t)cursor.at[0] * g->input[1] + cursor.at[1]) * g->input[2]
                         : NULL;
        see(from, cursor.at[2], g->stride[2], g->input[2], count, seen, add);
        seen += count;
        rest -= count;
        next_row(g, &cursor);
    }
}

/* Copy patches of one group's input into columns, or add columns to the input: positions `first` to `end`. */
static void copy_patches(const struct state *state, REAL *x, size_t first, size_t end, bool add)
{
    const struct hw_dnn_geometry *g = state->geometry;
    const size_t plane = (size_t)g->input[0] * (size_t)g->input[1] * (size_t)g->input[2], width = end - first;
    REAL *to = state->columns;

    for (size_t c = 0; c < state->channels; c++, x += plane)
        for (int d = 0; d < g->window[0]; d++)
            for (int h = 0; h < g->window[1]; h++)
                for (int w = 0; w < g->window[2]; w++, to += width)
                    copy_element(g, x, (const int[]){d, h, w}, first, end, to, add);
}

/* Whether the input is its own matrix of patches. */
static bool is_plain(const struct hw_dnn_geometry *g)
{
    for (int i = 0; i < HW_DNN_CONVOLVED_DIMS; i++)
        if (g->window[i] != 1 || g->stride[i] != 1 || g->padding[i] != 0)
            return false;
    return true;
}

static void multiply_group(const struct state *state, enum hw_dnn_direction direction, size_t group, REAL sum)
{
    const size_t patch = state->patch, positions = state->positions, filters = state->filters;
    const bool plain = is_plain(state->geometry);
    REAL *w = state->w + group * filters * patch, *y = state->y + group * filters * positions;
    const size_t input = (size_t)state->geometry->input[0] * (size_t)state->geometry->input[1] *
                         (size_t)state->geometry->input[2];
    REAL *x = state->x + group * state->channels * input;

    for (size_t first = 0; first < positions; first += state->room) {
        const size_t end = first + state->room < positions ? first + state->room : positions;
        const size_t width = end - first, ld = plain ? positions : width;
        REAL *columns = plain ? x + first : state->columns;
        const struct hw_dnn_matrix of_columns = {columns, ld, direction == HW_CONVOLVE_BACKWARD_FILTER};
        const struct hw_dnn_matrix of_w = {w, patch, direction == HW_CONVOLVE_BACKWARD_DATA};
        const struct hw_dnn_matrix of_y = {y + first, positions, false};

        if (!plain && direction != HW_CONVOLVE_BACKWARD_DATA)
            copy_patches(state, x, first, end, false);
        if (direction == HW_CONVOLVE_FORWARD)
            GEMM(filters, width, patch, of_w, of_columns, 0, y + first, positions);
        else if (direction == HW_CONVOLVE_BACKWARD_DATA)
            GEMM(patch, width, filters, of_w, of_y, 0, columns, ld);
        else
            GEMM(filters, patch, width, of_y, of_columns, first > 0 ? 1 : sum, w, patch);
        if (!plain && direction == HW_CONVOLVE_BACKWARD_DATA)
            copy_patches(state, x, first, end, true);
    }
}

/* Turn the windows of all filters round. */
static void flip(const struct state *state, size_t filters)
{
    const size_t window = state->patch / state->channels;
    REAL *w = state->w;

    for (size_t i = 0; i < filters * state->channels; i++, w += window)
        for (size_t a = 0, b = window - 1; a < b; a++, b--) {
            const REAL kept = w[a];
            w[a] = w[b];
            w[b] = kept;
        }
}

/* What comes behind a forward product, on one image. */
static void finish(const struct hw_dnn_convolution *work, const struct state *state, const REAL *bias,
                   const REAL *added)
{
    const size_t count = state->filters * (size_t)state->geometry->groups * state->positions;

    for (size_t i = 0; i < count; i++) {
        double value = HW_SCALED(work->alpha, (double)state->y[i]);
        if (added)
            value += work->added_factor * (double)added[i];
        if (bias)
            value += (double)bias[i / state->positions];
        if (work->activation.set)
            value = hw_dnn_activate(&work->activation, value);
        state->y[i] = (REAL)value;
    }
}

static void *image_at(const struct hw_dnn_operand *operand, void *host, int n)
{
    return (char *)host +
           (int64_t)n * operand->tensor.stride[0] * (int64_t)hw_dnn_type_bytes(operand->tensor.type);
}

/* All images; x, w, y, added and bias are where these are in the host. */
static void convolve_images(const struct hw_dnn_convolution *work, const struct state *state,
                            const struct hw_dnn_hosts *host, REAL *bias, REAL *added)
{
    const struct cudnnTensorStruct x = hw_dnn_image(&work->x.tensor), y = hw_dnn_image(&work->y.tensor),
                                   z = hw_dnn_image(&work->added.tensor);
    const bool fused = added || bias || work->activation.set;

    if (bias)
        LOAD(&work->bias.tensor, host->bias, bias);
    for (int n = 0; n < work->x.tensor.size[0]; n++) {
        void *x_image = image_at(&work->x, host->x, n), *y_image = image_at(&work->y, host->y, n);
        if (work->direction == HW_CONVOLVE_BACKWARD_DATA)
            memset(state->x, 0, hw_dnn_count(&x) * sizeof(REAL));
        else
            LOAD(&x, x_image, state->x);
        if (work->direction != HW_CONVOLVE_FORWARD)
            LOAD(&y, y_image, state->y);
        for (size_t group = 0; group < (size_t)state->geometry->groups; group++)
            multiply_group(state, work->direction, group, n > 0);
        if (work->direction == HW_CONVOLVE_BACKWARD_DATA)
            STORE(&x, x_image, state->x, (REAL)work->alpha, (REAL)work->beta);
        if (work->direction != HW_CONVOLVE_FORWARD)
            continue;
        if (added)
            LOAD(&z, image_at(&work->added, host->added, work->added.tensor.size[0] == 1 ? 0 : n), added);
        if (fused)
            finish(work, state, bias, added);
        STORE(&y, y_image, state->y, fused ? 1 : (REAL)work->alpha, (REAL)work->beta);
    }
}

static cudaError_t convolve(const struct hw_dnn_convolution *work, const struct hw_dnn_hosts *host)
{
    const struct cudnnTensorStruct x = hw_dnn_image(&work->x.tensor), y = hw_dnn_image(&work->y.tensor);
    const size_t filters = (size_t)work->w.tensor.size[0], of_w = hw_dnn_count(&work->w.tensor);
    struct state state = {.geometry = &work->geometry,
                          .channels = (size_t)work->w.tensor.size[1],
                          .filters = filters / (size_t)work->geometry.groups,
                          .patch = of_w / filters,
                          .positions = hw_dnn_count(&y) / filters};
    const size_t most = PANEL / state.patch > 0 ? PANEL / state.patch : 1;

    state.room = most < state.positions ? most : state.positions;
    state.x = malloc(hw_dnn_count(&x) * sizeof(REAL));
    state.w = malloc(of_w * sizeof(REAL));
    state.y = malloc(hw_dnn_count(&y) * sizeof(REAL));
    state.columns = malloc(state.room * state.patch * sizeof(REAL));
    REAL *bias = malloc(filters * sizeof(REAL)), *added = malloc(hw_dnn_count(&y) * sizeof(REAL));
    const bool room = state.x && state.w && state.y && state.columns && bias && added;

    if (room) {
        const bool filter_is_result = work->direction == HW_CONVOLVE_BACKWARD_FILTER;
        if (!filter_is_result)
            LOAD(&work->w.tensor, host->w, state.w);
        if (!filter_is_result && work->geometry.flipped)
            flip(&state, filters);
        convolve_images(work, &state, host, work->bias.memory ? bias : NULL,
                        work->added.memory ? added : NULL);
        if (filter_is_result && work->geometry.flipped)
            flip(&state, filters);
        if (filter_is_result)
            STORE(&work->w.tensor, host->w, state.w, (REAL)work->alpha, (REAL)work->beta);
    }
    free(state.x), free(state.w), free(state.y), free(state.columns), free(bias), free(added);
    return room ? cudaSuccess : cudaErrorMemoryAllocation;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Spatial transformers: grids of places to look at, and images seen there.  Places go from -1 to 1 over the
 * centres of an image's first and last elements; what is outside is 0.  The one place along a dimension of
 * size 1 is 0, which NVIDIA does not say. */
#include "cuda/dnn/tensor.h"

#include <math.h>
#include <stdlib.h>

/* --- descriptors --- */

cudnnStatus_t cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t st_desc,
                                                     cudnnSamplerType_t sampler_type,
                                                     cudnnDataType_t data_type, int nb_dims, const int *dim_a)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(st_desc, HW_DNN_SPATIAL) && sampler_type == CUDNN_SAMPLER_BILINEAR &&
                           dim_a && nb_dims > 0);
    hw_dnn_check(&call, nb_dims == 4 && hw_dnn_is_real(data_type), CUDNN_STATUS_NOT_SUPPORTED);
    if (hw_dnn_is_ready(&call)) {
        struct cudnnSpatialTransformerStruct value = {.type = data_type, .dims = nb_dims};
        for (int i = 0; i < nb_dims; i++) {
            hw_dnn_need(&call, dim_a[i] > 0);
            value.size[i] = dim_a[i];
        }
        if (hw_dnn_is_ready(&call))
            *st_desc = value;
    }
    return hw_dnn_end(&call);
}

static struct cudnnSpatialTransformerStruct value_of(struct hw_dnn_call *call,
                                                     const struct cudnnSpatialTransformerStruct *descriptor)
{
    const bool set = hw_dnn_is(descriptor, HW_DNN_SPATIAL) && descriptor->dims > 0;

    hw_dnn_need(call, set);
    return set ? *descriptor : (struct cudnnSpatialTransformerStruct){.dims = 0};
}

/* A grid has two numbers for each element of a plane; matrices are 2 by 3, one an image. */
static struct hw_dnn_operand grid_operand(struct hw_dnn_call *call,
                                          const struct cudnnSpatialTransformerStruct *st, const void *memory)
{
    const int size[] = {st->size[0], st->size[2], st->size[3], 2};
    struct hw_dnn_operand operand = {.memory = (void *)memory};

    hw_dnn_need(call, memory != NULL);
    if (hw_dnn_is_ready(call))
        operand.tensor = hw_dnn_packed(st->type, 4, size);
    if (hw_dnn_is_ready(call))
        hw_dnn_check(call, hw_dnn_is_within(&operand.tensor, INT32_MAX), CUDNN_STATUS_NOT_SUPPORTED);
    return operand;
}

static struct hw_dnn_operand
matrix_operand(struct hw_dnn_call *call, const struct cudnnSpatialTransformerStruct *st, const void *memory)
{
    const int size[] = {st->size[0], 2, 3};

    hw_dnn_need(call, memory != NULL);
    return (struct hw_dnn_operand){.tensor = hw_dnn_packed(st->type, 3, size), .memory = (void *)memory};
}

/* --- grids --- */

struct grid_work {
    struct hw_dnn_operand matrices, grid;
    bool backward; /* from a grid's gradient to that of the matrices */
};

static double place_along(int at, int size)
{
    return size > 1 ? 2.0 * at / (size - 1) - 1 : 0;
}

/* Each place is a matrix times (x, y, 1). */
static void generate(const struct grid_work *work, double *matrix, double *grid)
{
    const int *size = work->grid.tensor.size;

    for (int n = 0; n < size[0]; n++, matrix += 6)
        for (int h = 0; h < size[1]; h++)
            for (int w = 0; w < size[2]; w++, grid += 2) {
                const double from[] = {place_along(w, size[2]), place_along(h, size[1]), 1};
                for (int i = 0; i < 6; i++)
                    if (work->backward)
                        matrix[i] += grid[i / 3] * from[i % 3];
                    else
                        grid[i / 3] += matrix[i] * from[i % 3];
            }
}

static cudaError_t do_grid(void *data)
{
    const struct grid_work *work = data;
    cudaError_t error = cudaSuccess;
    double *matrix =
        work->backward ? hw_dnn_room(&work->matrices, &error) : hw_dnn_gather(&work->matrices, &error);
    double *grid = !matrix          ? NULL
                   : work->backward ? hw_dnn_gather(&work->grid, &error)
                                    : hw_dnn_room(&work->grid, &error);

    if (grid) {
        generate(work, matrix, grid);
        error = work->backward ? hw_dnn_spread(&work->matrices, matrix, 1, 0)
                               : hw_dnn_spread(&work->grid, grid, 1, 0);
    }
    free(matrix), free(grid);
    return error;
}

static cudnnStatus_t make_grid(const char *name, cudnnHandle_t handle,
                               cudnnSpatialTransformerDescriptor_t st_desc, const void *matrices,
                               const void *grid, bool backward)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    const struct cudnnSpatialTransformerStruct st = value_of(&call, st_desc);
    struct grid_work work = {.matrices = matrix_operand(&call, &st, matrices),
                             .grid = grid_operand(&call, &st, grid),
                             .backward = backward};

    hw_dnn_work(&call, do_grid, &work, sizeof work);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle,
                                                 cudnnSpatialTransformerDescriptor_t st_desc,
                                                 const void *theta, void *grid)
{
    return make_grid(__func__, handle, st_desc, theta, grid, false);
}

cudnnStatus_t cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                  cudnnSpatialTransformerDescriptor_t st_desc,
                                                  const void *dgrid, void *dtheta)
{
    return make_grid(__func__, handle, st_desc, dtheta, dgrid, true);
}

/* --- samples --- */

struct sampler_work {
    struct hw_dnn_operand x, grid, y, dx, dgrid; /* backward, y is its gradient */
    double alpha, beta, alpha_grid, beta_grid;
};

/* The elements around a place: the first, and how far it is from there. */
struct sampled {
    double row, column, down, right;
};

static struct sampled sampled_at(const int *size, const double *place)
{
    const double column = (place[0] + 1) / 2 * (size[3] - 1), row = (place[1] + 1) / 2 * (size[2] - 1);

    return (struct sampled){floor(row), floor(column), row - floor(row), column - floor(column)};
}

/* Where one of the four elements is in a plane; -1: outside, as is what is no number. */
static int64_t corner(const int *size, const struct sampled *at, int i)
{
    const double row = at->row + i / 2, column = at->column + i % 2;

    if (!(row >= 0 && row < size[2] && column >= 0 && column < size[3]))
        return -1;
    return (int64_t)row * size[3] + (int64_t)column;
}

/* How much of it is seen, and how that changes along the row or (`down`) the column. */
static double weight(const struct sampled *at, int i)
{
    return (i / 2 ? at->down : 1 - at->down) * (i % 2 ? at->right : 1 - at->right);
}

static double weight_slope(const struct sampled *at, int i, bool down)
{
    if (down)
        return (i / 2 ? 1 : -1) * (i % 2 ? at->right : 1 - at->right);
    return (i % 2 ? 1 : -1) * (i / 2 ? at->down : 1 - at->down);
}

/* One place in all channels: y of x, or with gradients the other way. */
static void sample(const struct sampler_work *work, const double *place, const double *x, double *y,
                   size_t step, double *dx, double *dplace)
{
    const int *size = work->x.tensor.size;
    const size_t plane = (size_t)size[2] * (size_t)size[3];
    const struct sampled at = sampled_at(size, place);

    for (int i = 0; i < 4; i++) {
        const int64_t seen = corner(size, &at, i);
        for (size_t c = 0; seen >= 0 && c < (size_t)size[1]; c++) {
            const size_t element = c * plane + (size_t)seen;
            if (!dx) {
                y[c * step] += weight(&at, i) * x[element];
                continue;
            }
            dx[element] += weight(&at, i) * y[c * step];
            dplace[0] += weight_slope(&at, i, false) * x[element] * y[c * step] * (size[3] - 1) / 2;
            dplace[1] += weight_slope(&at, i, true) * x[element] * y[c * step] * (size[2] - 1) / 2;
        }
    }
}

static void sample_all(const struct sampler_work *work, const double *x, const double *grid, double *y,
                       double *dx, double *dgrid)
{
    const int *size = work->y.tensor.size;
    const size_t plane = (size_t)size[2] * (size_t)size[3], image_y = plane * (size_t)size[1];
    const size_t image_x = hw_dnn_count(&work->x.tensor) / (size_t)size[0];

    for (size_t n = 0; n < (size_t)size[0]; n++)
        for (size_t p = 0; p < plane; p++) {
            const size_t place = 2 * (n * plane + p);
            sample(work, grid + place, x + n * image_x, y + n * image_y + p, plane,
                   dx ? dx + n * image_x : NULL, dgrid ? dgrid + place : NULL);
        }
}

static cudaError_t do_sampler(void *data)
{
    const struct sampler_work *work = data;
    const bool backward = work->dx.memory != NULL;
    cudaError_t error = cudaSuccess;
    double *x = hw_dnn_gather(&work->x, &error);
    double *grid = error == cudaSuccess ? hw_dnn_gather(&work->grid, &error) : NULL;
    double *y = error != cudaSuccess ? NULL
                : backward           ? hw_dnn_gather(&work->y, &error)
                                     : hw_dnn_room(&work->y, &error);
    double *dx = error == cudaSuccess && backward ? hw_dnn_room(&work->dx, &error) : NULL;
    double *dgrid = error == cudaSuccess && backward ? hw_dnn_room(&work->dgrid, &error) : NULL;

    if (error == cudaSuccess) {
        sample_all(work, x, grid, y, dx, dgrid);
        error = backward ? hw_dnn_spread(&work->dx, dx, work->alpha, work->beta)
                         : hw_dnn_spread(&work->y, y, work->alpha, work->beta);
    }
    if (error == cudaSuccess && backward)
        error = hw_dnn_spread(&work->dgrid, dgrid, work->alpha_grid, work->beta_grid);
    free(x), free(grid), free(y), free(dx), free(dgrid);
    return error;
}

/* Whether x and y have the descriptor's images and channels, and y its planes. */
static void check_sizes(struct hw_dnn_call *call, const struct cudnnSpatialTransformerStruct *st,
                        const struct cudnnTensorStruct *x, const struct cudnnTensorStruct *y)
{
    hw_dnn_need(call, x->dims == st->dims && y->dims == st->dims);
    for (int i = 0; hw_dnn_is_ready(call) && i < st->dims; i++)
        hw_dnn_need(call, y->size[i] == st->size[i] && (i > 1 || x->size[i] == st->size[i]));
}

cudnnStatus_t cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t st_desc,
                                           const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                           const void *grid, const void *beta, cudnnTensorDescriptor_t y_desc,
                                           void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnSpatialTransformerStruct st = value_of(&call, st_desc);
    struct sampler_work work = {.x = hw_dnn_operand(&call, x_desc, x),
                                .grid = grid_operand(&call, &st, grid),
                                .y = hw_dnn_operand(&call, y_desc, y)};

    hw_dnn_need(&call, alpha && beta);
    check_sizes(&call, &st, &work.x.tensor, &work.y.tensor);
    if (hw_dnn_is_ready(&call)) {
        work.alpha = hw_dnn_scalar(alpha, work.y.tensor.type);
        work.beta = hw_dnn_scalar(beta, work.y.tensor.type);
    }
    hw_dnn_work(&call, do_sampler, &work, sizeof work);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t st_desc,
                                            const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                            const void *beta, cudnnTensorDescriptor_t dx_desc, void *dx,
                                            const void *alpha_dgrid, cudnnTensorDescriptor_t dy_desc,
                                            const void *dy, const void *grid, const void *beta_dgrid,
                                            void *dgrid)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnSpatialTransformerStruct st = value_of(&call, st_desc);
    struct sampler_work work = {.x = hw_dnn_operand(&call, x_desc, x),
                                .grid = grid_operand(&call, &st, grid),
                                .y = hw_dnn_operand(&call, dy_desc, dy),
                                .dx = hw_dnn_operand(&call, dx_desc, dx),
                                .dgrid = grid_operand(&call, &st, dgrid)};

    hw_dnn_need(&call, alpha && beta && alpha_dgrid && beta_dgrid);
    hw_dnn_need(&call, hw_dnn_same_size(&work.x.tensor, &work.dx.tensor));
    check_sizes(&call, &st, &work.x.tensor, &work.y.tensor);
    if (hw_dnn_is_ready(&call)) {
        work.alpha = hw_dnn_scalar(alpha, work.x.tensor.type);
        work.beta = hw_dnn_scalar(beta, work.x.tensor.type);
        work.alpha_grid = hw_dnn_scalar(alpha_dgrid, st.type);
        work.beta_grid = hw_dnn_scalar(beta_dgrid, st.type);
    }
    hw_dnn_work(&call, do_sampler, &work, sizeof work);
    return hw_dnn_end(&call);
}

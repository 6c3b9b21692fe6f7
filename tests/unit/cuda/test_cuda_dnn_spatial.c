/* SPDX-License-Identifier: MIT */
/* cuDNN's spatial transformers against loops over the definitions, their gradients against differences of
 * these, and the errors of wrong use. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn_gradient.h"

enum { IMAGES = 2, CHANNELS = 2, IN_H = 4, IN_W = 5, OUT_H = 3, OUT_W = 2, PLACES = IMAGES * OUT_H * OUT_W };
enum { IN = IMAGES * CHANNELS * IN_H * IN_W, OUT = CHANNELS * PLACES };

static const double one = 1, zero = 0;

static void generate(const void *problem, const double *matrices, double *grid)
{
    (void)problem;
    for (int n = 0; n < IMAGES; n++)
        for (int h = 0; h < OUT_H; h++)
            for (int w = 0; w < OUT_W; w++) {
                const double x = -1 + 2.0 * w / (OUT_W - 1), y = -1 + 2.0 * h / (OUT_H - 1);
                const double *m = matrices + n * 6;
                *grid++ = m[0] * x + m[1] * y + m[2];
                *grid++ = m[3] * x + m[4] * y + m[5];
            }
}

/* Each element of an image is seen as far as it is less than one away. */
static void look(const double *x, const double *grid, double *y)
{
    for (int i = 0; i < OUT; i++) {
        const int place = i % (OUT_H * OUT_W), image = i / (OUT_H * OUT_W * CHANNELS);
        const double *at = grid + 2 * (image * OUT_H * OUT_W + place);
        const double column = (at[0] + 1) / 2 * (IN_W - 1), row = (at[1] + 1) / 2 * (IN_H - 1);
        y[i] = 0;
        for (int k = 0; k < IN_H * IN_W; k++) {
            const double near_row = 1 - fabs(row - k / IN_W), near_column = 1 - fabs(column - k % IN_W);
            if (near_row > 0 && near_column > 0)
                y[i] += near_row * near_column * x[i / (OUT_H * OUT_W) * IN_H * IN_W + k];
        }
    }
}

static void of_x(const void *grid, const double *x, double *y)
{
    look(x, grid, y);
}

static void of_grid(const void *x, const double *grid, double *y)
{
    look(x, grid, y);
}

static cudnnSpatialTransformerDescriptor_t make_transformer(void)
{
    cudnnSpatialTransformerDescriptor_t made;

    RIGHT(cudnnCreateSpatialTransformerDescriptor(&made));
    RIGHT(cudnnSetSpatialTransformerNdDescriptor(made, CUDNN_SAMPLER_BILINEAR, CUDNN_DATA_DOUBLE, 4,
                                                 (const int[]){IMAGES, CHANNELS, OUT_H, OUT_W}));
    return made;
}

static void test_grid(void **state)
{
    double expected[2 * PLACES];

    (void)state;
    cudnnSpatialTransformerDescriptor_t st = make_transformer();
    struct box matrices = make_box(CUDNN_DATA_DOUBLE, DENSE, 3, (const int[]){IMAGES, 2, 3});
    struct box grid = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){IMAGES, OUT_H, OUT_W, 2});
    struct box dgrid = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){IMAGES, OUT_H, OUT_W, 2});
    struct box dmatrices = make_box(CUDNN_DATA_DOUBLE, DENSE, 3, (const int[]){IMAGES, 2, 3});
    RIGHT(cudnnSpatialTfGridGeneratorForward(dnn, st, matrices.device, grid.device));
    generate(NULL, matrices.value, expected);
    compare(&grid, expected);
    RIGHT(cudnnSpatialTfGridGeneratorBackward(dnn, st, dgrid.device, dmatrices.device));
    compare_nearly(&dmatrices,
                   gradient(generate, NULL, matrices.value, matrices.count, dgrid.value, dgrid.count));
    BAD(cudnnSpatialTfGridGeneratorForward(dnn, st, NULL, grid.device));
    BAD(cudnnSpatialTfGridGeneratorForward(NULL, st, matrices.device, grid.device));
    assert_int_equal(cudnnSpatialTfGridGeneratorForward(dnn, st, &st, grid.device),
                     CUDNN_STATUS_EXECUTION_FAILED);
    free_box(&matrices), free_box(&grid), free_box(&dgrid), free_box(&dmatrices);
    RIGHT(cudnnDestroySpatialTransformerDescriptor(st));
}

static void test_sampler(void **state)
{
    double expected[OUT];

    (void)state;
    cudnnSpatialTransformerDescriptor_t st = make_transformer();
    for (int round = 0; round < LAYOUTS; round++) {
        struct box x =
            make_box(CUDNN_DATA_DOUBLE, (enum layout)round, 4, (const int[]){IMAGES, CHANNELS, IN_H, IN_W});
        struct box y = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){IMAGES, CHANNELS, OUT_H, OUT_W});
        struct box dy = make_box(CUDNN_DATA_DOUBLE, CHANNELS_LAST, 4, y.size);
        struct box dx = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, x.size);
        struct box grid = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){IMAGES, OUT_H, OUT_W, 2});
        struct box dgrid = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, grid.size);
        spread_out(&grid);
        for (size_t i = 0; i < grid.count; i++)
            grid.value[i] = 1.25 * grid.value[i] + 0.03; /* some outside, none on an element */
        upload(&grid);
        RIGHT(cudnnSpatialTfSamplerForward(dnn, st, &one, x.descriptor, x.device, grid.device, &zero,
                                           y.descriptor, y.device));
        look(x.value, grid.value, expected);
        compare(&y, expected);
        RIGHT(cudnnSpatialTfSamplerBackward(dnn, st, &one, x.descriptor, x.device, &zero, dx.descriptor,
                                            dx.device, &one, dy.descriptor, dy.device, grid.device, &zero,
                                            dgrid.device));
        compare_nearly(&dx, gradient(of_x, grid.value, x.value, IN, dy.value, OUT));
        compare_nearly(&dgrid, gradient(of_grid, x.value, grid.value, grid.count, dy.value, OUT));
        BAD(cudnnSpatialTfSamplerForward(dnn, st, &one, x.descriptor, x.device, grid.device, &zero,
                                         x.descriptor, x.device));
        BAD(cudnnSpatialTfSamplerForward(dnn, st, &one, x.descriptor, x.device, NULL, &zero, y.descriptor,
                                         y.device));
        free_box(&x), free_box(&y), free_box(&dy), free_box(&dx), free_box(&grid), free_box(&dgrid);
    }
    RIGHT(cudnnDestroySpatialTransformerDescriptor(st));
}

static void test_wrong_descriptors(void **state)
{
    const int size[] = {1, 1, 2, 2}, none[] = {1, 0, 2, 2};
    cudnnSpatialTransformerDescriptor_t st;

    (void)state;
    struct box x = make_box(CUDNN_DATA_DOUBLE, DENSE, 3, (const int[]){1, 8, 8});
    RIGHT(cudnnCreateSpatialTransformerDescriptor(&st));
    BAD(cudnnSpatialTfGridGeneratorForward(dnn, st, x.device, x.device)); /* not set */
    BAD(cudnnSetSpatialTransformerNdDescriptor(st, 1, CUDNN_DATA_FLOAT, 4, size));
    BAD(cudnnSetSpatialTransformerNdDescriptor(st, 0, CUDNN_DATA_FLOAT, 4, NULL));
    BAD(cudnnSetSpatialTransformerNdDescriptor(st, 0, CUDNN_DATA_FLOAT, 4, none));
    assert_int_equal(cudnnSetSpatialTransformerNdDescriptor(st, 0, CUDNN_DATA_FLOAT, 5, size),
                     CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(cudnnSetSpatialTransformerNdDescriptor(st, 0, CUDNN_DATA_INT8, 4, size),
                     CUDNN_STATUS_NOT_SUPPORTED);
    RIGHT(cudnnDestroySpatialTransformerDescriptor(st));
    free_box(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_grid, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_sampler, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_descriptors, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* cuDNN's pooling, softmax, local response normalization and dropout against loops over their definitions,
 * their gradients against differences of these loops, and the errors of wrong use. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn_gradient.h"

#include <pthread.h>

static const double one = 1, zero = 0;

/* --- pooling, in two dimensions and, as three, in one deep --- */

struct pool {
    cudnnPoolingMode_t mode;
    int planes, in[3], out[3], window[3], padding[3], stride[3];
};

static void pool(const void *problem, const double *x, double *y)
{
    const struct pool *p = problem;
    const bool mean = p->mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING ||
                      p->mode == CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING;
    const size_t of_x = (size_t)(p->in[0] * p->in[1] * p->in[2]);

    for (int plane = 0; plane < p->planes; plane++, x += of_x)
        for (int a = 0; a < p->out[0]; a++)
            for (int b = 0; b < p->out[1]; b++)
                for (int c = 0; c < p->out[2]; c++) {
                    double sum = 0, most = -1e300, inside = 0;
                    for (int i = 0; i < p->window[0]; i++)
                        for (int j = 0; j < p->window[1]; j++)
                            for (int k = 0; k < p->window[2]; k++) {
                                const int d = a * p->stride[0] + i - p->padding[0];
                                const int h = b * p->stride[1] + j - p->padding[1];
                                const int w = c * p->stride[2] + k - p->padding[2];
                                if (d < 0 || h < 0 || w < 0 || d >= p->in[0] || h >= p->in[1] ||
                                    w >= p->in[2])
                                    continue;
                                const double value = x[(d * p->in[1] + h) * p->in[2] + w];
                                sum += value;
                                inside++;
                                most = value > most ? value : most;
                            }
                    if (p->mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING)
                        inside = p->window[0] * p->window[1] * p->window[2];
                    *y++ = mean ? sum / inside : most;
                }
}

static void check_pooling(cudnnPoolingMode_t mode, cudnnDataType_t type, int dims, enum layout layout)
{
    struct pool p = {.mode = mode, .planes = 4};
    int x_size[5] = {2, 2}, y_size[5] = {2, 2}, asked[5];
    cudnnPoolingDescriptor_t descriptor;
    struct scalar alpha, beta;

    for (int i = 0; i < 3; i++) {
        const bool there = i >= 3 - dims;
        p.window[i] = there ? random_between(2, 3) : 1;
        p.padding[i] = there ? random_between(0, 1) : 0;
        p.stride[i] = there ? random_between(1, 3) : 1;
        p.in[i] = there ? random_between(4, 6) : 1;
        p.out[i] = (p.in[i] + 2 * p.padding[i] - p.window[i]) / p.stride[i] + 1;
    }
    memcpy(x_size + 2, p.in + 3 - dims, (size_t)dims * sizeof(int));
    memcpy(y_size + 2, p.out + 3 - dims, (size_t)dims * sizeof(int));
    struct box x = make_box(type, layout, dims + 2, x_size), dx = make_box(type, layout, dims + 2, x_size);
    if (type == CUDNN_DATA_DOUBLE)
        spread_out(&x);
    RIGHT(cudnnCreatePoolingDescriptor(&descriptor));
    RIGHT(cudnnSetPoolingNdDescriptor(descriptor, mode, CUDNN_PROPAGATE_NAN, dims, p.window + 3 - dims,
                                      p.padding + 3 - dims, p.stride + 3 - dims));
    RIGHT(cudnnGetPoolingNdForwardOutputDim(descriptor, x.descriptor, dims + 2, asked));
    assert_memory_equal(asked, y_size, (size_t)(dims + 2) * sizeof(int));
    if (p.out[2] * p.stride[2] - p.padding[2] < p.in[2]) /* one more window sees something */
        y_size[dims + 1] = ++p.out[2];
    struct box y = make_box(type, DENSE, dims + 2, y_size), dy = make_box(type, layout, dims + 2, y_size);
    double *expected = calloc(y.count, sizeof *expected);
    pool(&p, x.value, expected);
    for (size_t i = 0; i < y.count; i++)
        expected[i] = 2 * expected[i] + y.value[i];
    RIGHT(cudnnPoolingForward(dnn, descriptor, scalar(&alpha, type, 2), x.descriptor, x.device,
                              scalar(&beta, type, 1), y.descriptor, y.device));
    compare(&y, expected);
    RIGHT(cudnnPoolingBackward(dnn, descriptor, scalar(&alpha, type, 1), y.descriptor, y.device,
                               dy.descriptor, dy.device, x.descriptor, x.device, scalar(&beta, type, 0),
                               dx.descriptor, dx.device));
    if (type == CUDNN_DATA_DOUBLE)
        compare_nearly(&dx, gradient(pool, &p, x.value, x.count, dy.value, dy.count));
    RIGHT(cudnnDestroyPoolingDescriptor(descriptor));
    free(expected);
    free_box(&x), free_box(&y), free_box(&dy), free_box(&dx);
}

static void test_pooling(void **state)
{
    (void)state;
    for (int round = 0; round < 16; round++)
        check_pooling((cudnnPoolingMode_t)(round % 4), round % 3 ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT,
                      2 + round % 5 / 4, (enum layout)(round % LAYOUTS));
}

/* --- softmax, over channels or images --- */

struct soft {
    cudnnSoftmaxAlgorithm_t algorithm;
    cudnnSoftmaxMode_t mode;
    int images, channels, positions;
};

static void soft(const void *problem, const double *x, double *y)
{
    const struct soft *p = problem;
    const bool whole = p->mode == CUDNN_SOFTMAX_MODE_INSTANCE;
    const int count = p->images * p->channels * p->positions, image = p->channels * p->positions;

    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int j = 0; j < count; j++)
            if (i / image == j / image && (whole || i % p->positions == j % p->positions))
                sum += exp(x[j]);
        y[i] = p->algorithm == CUDNN_SOFTMAX_LOG ? x[i] - log(sum) : exp(x[i]) / sum;
    }
}

static void test_softmax(void **state)
{
    const int size[] = {2, 3, 2, 2};

    (void)state;
    for (int round = 0; round < 6; round++) {
        const struct soft p = {(cudnnSoftmaxAlgorithm_t)(round % 3), (cudnnSoftmaxMode_t)(round / 3), 2, 3,
                               4};
        struct box x = make_box(CUDNN_DATA_DOUBLE, (enum layout)(round % LAYOUTS), 4, size);
        struct box y = make_box(CUDNN_DATA_DOUBLE, CHANNELS_LAST, 4, size);
        struct box dy = make_box(CUDNN_DATA_DOUBLE, WITH_GAPS, 4, size);
        struct box dx = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, size);
        double expected[24];
        soft(&p, x.value, expected);
        RIGHT(cudnnSoftmaxForward(dnn, p.algorithm, p.mode, &one, x.descriptor, x.device, &zero, y.descriptor,
                                  y.device));
        compare(&y, expected);
        RIGHT(cudnnSoftmaxBackward(dnn, p.algorithm, p.mode, &one, y.descriptor, y.device, dy.descriptor,
                                   dy.device, &zero, dx.descriptor, dx.device));
        compare_nearly(&dx, gradient(soft, &p, x.value, x.count, dy.value, dy.count));
        free_box(&x), free_box(&y), free_box(&dy), free_box(&dx);
    }
}

/* --- local response --- */

struct response {
    int n, channels, positions, images;
    double alpha, beta, k;
};

static void respond(const void *problem, const double *x, double *y)
{
    const struct response *p = problem;

    for (int image = 0; image < p->images; image++)
        for (int c = 0; c < p->channels; c++)
            for (int at = 0; at < p->positions; at++) {
                double sum = 0;
                for (int i = c - (p->n - 1) / 2; i < c - (p->n - 1) / 2 + p->n; i++)
                    if (i >= 0 && i < p->channels)
                        sum += pow(x[(image * p->channels + i) * p->positions + at], 2);
                const int place = (image * p->channels + c) * p->positions + at;
                y[place] = x[place] / pow(p->k + p->alpha / p->n * sum, p->beta);
            }
}

static void test_local_response(void **state)
{
    const int size[] = {2, 5, 2, 1};
    cudnnLRNDescriptor_t descriptor;
    unsigned n;

    (void)state;
    RIGHT(cudnnCreateLRNDescriptor(&descriptor));
    for (int round = 1; round < 6; round++) {
        const struct response p = {round, 5, 2, 2, 1.5, 0.75, 2};
        struct box x = make_box(CUDNN_DATA_DOUBLE, (enum layout)(round % LAYOUTS), 4, size);
        struct box y = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, size);
        struct box dy = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, size);
        double expected[20];
        RIGHT(cudnnSetLRNDescriptor(descriptor, (unsigned)p.n, p.alpha, p.beta, p.k));
        respond(&p, x.value, expected);
        RIGHT(cudnnLRNCrossChannelForward(dnn, descriptor, CUDNN_LRN_CROSS_CHANNEL_DIM1, &one, x.descriptor,
                                          x.device, &zero, y.descriptor, y.device));
        compare(&y, expected);
        RIGHT(cudnnLRNCrossChannelBackward(dnn, descriptor, CUDNN_LRN_CROSS_CHANNEL_DIM1, &one, y.descriptor,
                                           y.device, dy.descriptor, dy.device, x.descriptor, x.device, &zero,
                                           y.descriptor, y.device));
        compare_nearly(&y, gradient(respond, &p, x.value, x.count, dy.value, dy.count));
        free_box(&x), free_box(&y), free_box(&dy);
    }
    BAD(cudnnSetLRNDescriptor(descriptor, 17, 1, 1, 1));
    BAD(cudnnSetLRNDescriptor(descriptor, 5, 1, 1, 0));
    RIGHT(cudnnGetLRNDescriptor(descriptor, &n, NULL, NULL, NULL));
    assert_int_equal(n, 5);
    RIGHT(cudnnDestroyLRNDescriptor(descriptor));
}

/* --- dropout --- */

struct drop {
    cudnnDropoutDescriptor_t descriptor;
    void *states, *reserve;
    size_t states_bytes, reserve_bytes;
};

static struct drop make_drop(cudnnHandle_t handle, const struct box *x, float rate)
{
    struct drop drop;

    RIGHT(cudnnCreateDropoutDescriptor(&drop.descriptor));
    RIGHT(cudnnDropoutGetStatesSize(handle, &drop.states_bytes));
    RIGHT(cudnnDropoutGetReserveSpaceSize(x->descriptor, &drop.reserve_bytes));
    assert_int_equal(cudaMalloc(&drop.states, drop.states_bytes), cudaSuccess);
    assert_int_equal(cudaMalloc(&drop.reserve, drop.reserve_bytes), cudaSuccess);
    RIGHT(cudnnSetDropoutDescriptor(drop.descriptor, handle, rate, drop.states, drop.states_bytes, 42));
    return drop;
}

static void free_drop(struct drop *drop)
{
    cudaFree(drop->states);
    cudaFree(drop->reserve);
    RIGHT(cudnnDestroyDropoutDescriptor(drop->descriptor));
}

#define FORWARD(drop, x, y)                                                                             \
    cudnnDropoutForward(dnn, (drop).descriptor, (x).descriptor, (x).device, (y).descriptor, (y).device, \
                        (drop).reserve, (drop).reserve_bytes)

static void test_dropout(void **state)
{
    const int size[] = {1, 1, 1, 4000};
    double kept = 0;

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, size), y = make_box(CUDNN_DATA_FLOAT, DENSE, 4, size);
    struct box again = make_box(CUDNN_DATA_FLOAT, DENSE, 4, size);
    for (size_t i = 0; i < x.count; i++)
        x.value[i] = 1;
    upload(&x);
    struct drop drop = make_drop(dnn, &x, 0.25f);
    RIGHT(FORWARD(drop, x, y));
    download(&y);
    for (size_t i = 0; i < y.count; i++) {
        assert_true(y.value[i] == 0 || fabs(y.value[i] - 4 / 3.0) < 1e-6);
        kept += y.value[i] > 0;
    }
    assert_true(fabs(kept / 4000 - 0.75) < 0.05); /* seven deviations */
    /* Backward lets through what forward did; the next draw is another, and the first again from the seed. */
    RIGHT(cudnnDropoutBackward(dnn, drop.descriptor, x.descriptor, x.device, again.descriptor, again.device,
                               drop.reserve, drop.reserve_bytes));
    compare(&again, y.value);
    RIGHT(FORWARD(drop, x, again));
    download(&again);
    assert_memory_not_equal(again.value, y.value, y.count * sizeof(double));
    RIGHT(cudnnSetDropoutDescriptor(drop.descriptor, dnn, 0.25f, drop.states, drop.states_bytes, 42));
    RIGHT(FORWARD(drop, x, again));
    compare(&again, y.value);
    /* All, none, and no states. */
    RIGHT(cudnnRestoreDropoutDescriptor(drop.descriptor, dnn, 1, drop.states, drop.states_bytes, 42));
    RIGHT(FORWARD(drop, x, again));
    memset(y.value, 0, y.count * sizeof(double));
    compare(&again, y.value);
    RIGHT(cudnnSetDropoutDescriptor(drop.descriptor, dnn, 0, NULL, 0, 0));
    RIGHT(FORWARD(drop, x, again));
    compare(&again, x.value);
    free_drop(&drop);
    free_box(&x), free_box(&y), free_box(&again);
}

static void *draw_often(void *box)
{
    const struct box *x = box;
    cudnnHandle_t handle;
    long wrong = cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS;
    struct drop drop = make_drop(handle, x, 0.5f);

    for (int i = 0; i < 20; i++)
        wrong += cudnnDropoutForward(handle, drop.descriptor, x->descriptor, x->device, x->descriptor,
                                     x->device, drop.reserve, drop.reserve_bytes) != CUDNN_STATUS_SUCCESS;
    free_drop(&drop);
    wrong += cudnnDestroy(handle) != CUDNN_STATUS_SUCCESS;
    return (void *)wrong;
}

static void test_four_threads(void **state)
{
    pthread_t thread[4];
    struct box x[4];

    (void)state;
    for (int i = 0; i < 4; i++) {
        x[i] = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){2, 3, 4});
        assert_int_equal(pthread_create(&thread[i], NULL, draw_often, &x[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        void *wrong;
        assert_int_equal(pthread_join(thread[i], &wrong), 0);
        assert_null(wrong);
        free_box(&x[i]);
    }
}

/* --- wrong use --- */

static void test_wrong_pooling(void **state)
{
    const int ones[] = {1, 1}, zeros[] = {0, 0};
    cudnnPoolingDescriptor_t pooling;
    int n;

    (void)state;
    struct box x = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){1, 1, 4, 4});
    struct box two = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){1, 2, 2, 2});
    RIGHT(cudnnCreatePoolingDescriptor(&pooling));
#define POOL(handle, of, alpha, memory) \
    cudnnPoolingForward(handle, of, alpha, x.descriptor, memory, &zero, x.descriptor, x.device)
    BAD(POOL(dnn, pooling, &one, x.device));
    BAD(cudnnSetPoolingNdDescriptor(pooling, 0, 0, 2, zeros, zeros, ones));
    BAD(cudnnSetPoolingNdDescriptor(pooling, 0, 0, 2, ones, zeros, zeros));
    BAD(cudnnSetPoolingNdDescriptor(pooling, 0, 0, 0, ones, zeros, ones));
    BAD(cudnnSetPoolingNdDescriptor(pooling, 9, 0, 2, ones, zeros, ones));
    BAD(cudnnSetPoolingNdDescriptor(pooling, 0, 0, 2, NULL, zeros, ones));
    assert_int_equal(cudnnSetPoolingNdDescriptor(pooling, 0, 0, 7, ones, zeros, ones),
                     CUDNN_STATUS_NOT_SUPPORTED);
    RIGHT(cudnnSetPooling2dDescriptor(pooling, 0, 0, 1, 1, 0, 0, 1, 1));
    RIGHT(POOL(dnn, pooling, &one, x.device));
    BAD(POOL(NULL, pooling, &one, x.device));
    BAD(POOL(dnn, NULL, &one, x.device));
    BAD(POOL(dnn, pooling, NULL, x.device));
    BAD(POOL(dnn, pooling, &one, NULL));
    assert_int_equal(POOL(dnn, pooling, &one, &one), CUDNN_STATUS_EXECUTION_FAILED);
    RIGHT(cudnnSetPooling2dDescriptor(pooling, 0, 0, 2, 2, 0, 0, 2, 2));
    BAD(cudnnPoolingForward(dnn, pooling, &one, x.descriptor, x.device, &zero, two.descriptor, two.device));
    RIGHT(cudnnGetPooling2dForwardOutputDim(pooling, x.descriptor, NULL, NULL, &n, NULL));
    assert_int_equal(n, 2);
    RIGHT(cudnnSetPooling2dDescriptor(pooling, 0, 0, 5, 5, 0, 0, 2, 2));
    BAD(cudnnGetPooling2dForwardOutputDim(pooling, x.descriptor, NULL, NULL, &n, NULL));
    /* Most of a window may be padding: it takes no time. */
    RIGHT(
        cudnnSetPooling2dDescriptor(pooling, 0, 0, INT32_MAX, INT32_MAX, INT32_MAX / 2, INT32_MAX / 2, 1, 1));
    RIGHT(POOL(dnn, pooling, &one, x.device));
    RIGHT(cudnnDestroyPoolingDescriptor(pooling));
    free_box(&x), free_box(&two);
}

static void test_wrong_layers(void **state)
{
    cudnnDropoutDescriptor_t dropout;

    (void)state;
    struct box x = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){1, 2, 4, 4});
    struct box other = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, (const int[]){1, 1, 4, 4});
    RIGHT(cudnnCreateDropoutDescriptor(&dropout));
    BAD(cudnnSoftmaxForward(dnn, 3, 0, &one, x.descriptor, x.device, &zero, x.descriptor, x.device));
    BAD(cudnnSoftmaxForward(dnn, 0, 2, &one, x.descriptor, x.device, &zero, x.descriptor, x.device));
    BAD(cudnnSoftmaxForward(dnn, 0, 0, &one, x.descriptor, x.device, &zero, other.descriptor, other.device));
    BAD(cudnnSoftmaxForward(dnn, 0, 0, &one, x.descriptor, x.device, NULL, x.descriptor, x.device));
    BAD(cudnnSoftmaxBackward(dnn, 0, 0, &one, x.descriptor, x.device, other.descriptor, other.device, &zero,
                             x.descriptor, x.device));
    BAD(cudnnDropoutForward(dnn, dropout, x.descriptor, x.device, x.descriptor, x.device, x.device, 99));
    BAD(cudnnSetDropoutDescriptor(dropout, dnn, 2, NULL, 0, 0));
    assert_int_equal(cudnnSetDropoutDescriptor(dropout, dnn, 0.5f, x.device, 1, 0),
                     CUDNN_STATUS_INVALID_VALUE);
    assert_int_equal(cudnnSetDropoutDescriptor(dropout, dnn, 0.5f, &dropout, 99, 0),
                     CUDNN_STATUS_EXECUTION_FAILED);
    RIGHT(cudnnSetDropoutDescriptor(dropout, dnn, 0.5f, other.device, 99, 0));
    BAD(cudnnDropoutForward(dnn, dropout, x.descriptor, x.device, x.descriptor, x.device, x.device, 3));
    BAD(cudnnDropoutForward(dnn, dropout, x.descriptor, x.device, x.descriptor, x.device, NULL, 99));
    RIGHT(cudnnDestroyDropoutDescriptor(dropout));
    free_box(&x), free_box(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pooling, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_softmax, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_local_response, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_dropout, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_four_threads, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_pooling, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_layers, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* cuDNN's convolutions, forward and both backward, against loops over the definition, in random shapes,
 * layouts and types; biases and activations; and the errors of wrong use. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn.h"

#include <pthread.h>

struct problem {
    int dims, groups, padding[3], stride[3], dilation[3];
    bool flipped;
    struct box x, w, y;
    cudnnConvolutionDescriptor_t descriptor;
};

static struct problem make_problem(cudnnDataType_t type, cudnnDataType_t result, int dims, enum layout layout)
{
    struct problem p = {.dims = dims, .groups = random_between(1, 2), .flipped = random_between(0, 3) == 0};
    int x[5], w[5], y[5];

    x[0] = random_between(1, 3);
    w[1] = random_between(1, 3);
    w[0] = p.groups * random_between(1, 3);
    x[1] = p.groups * w[1];
    for (int i = 0; i < dims; i++) {
        p.padding[i] = random_between(0, 2);
        p.stride[i] = random_between(1, 2);
        p.dilation[i] = random_between(1, 2);
        w[i + 2] = random_between(1, 3);
        x[i + 2] = random_between(5, 7);
        y[i + 2] = (x[i + 2] + 2 * p.padding[i] - (w[i + 2] - 1) * p.dilation[i] - 1) / p.stride[i] + 1;
    }
    y[0] = x[0];
    y[1] = w[0];
    p.x = make_box(type, layout, dims + 2, x);
    p.w = make_filter(type, layout, dims + 2, w);
    p.y = make_box(result, layout, dims + 2, y);
    RIGHT(cudnnCreateConvolutionDescriptor(&p.descriptor));
    RIGHT(cudnnSetConvolutionGroupCount(p.descriptor, p.groups));
    RIGHT(cudnnSetConvolutionNdDescriptor(p.descriptor, dims, p.padding, p.stride, p.dilation,
                                          p.flipped ? CUDNN_CONVOLUTION : CUDNN_CROSS_CORRELATION,
                                          CUDNN_DATA_FLOAT));
    return p;
}

static void free_problem(struct problem *p)
{
    free_box(&p->x);
    free_box(&p->w);
    free_box(&p->y);
    cudnnDestroyConvolutionDescriptor(p->descriptor);
}

/* Split a place in the order of coordinates. */
static void coordinates(const struct box *box, size_t place, int at[5])
{
    for (int i = box->dims - 1; i >= 0; i--) {
        at[i] = (int)(place % (size_t)box->size[i]);
        place /= (size_t)box->size[i];
    }
}

/* Walk over all products of the definition: y[n, k, out] += x[n, c, in] * w[k, c, window]. */
static void each_product(const struct problem *p, double *x, double *w, double *y, int to)
{
    int of_y[5], of_w[5];

    for (size_t i = 0; i < p->y.count; i++)
        for (size_t j = 0; j < p->w.count; j++) {
            coordinates(&p->y, i, of_y);
            coordinates(&p->w, j, of_w);
            if (of_w[0] != of_y[1])
                continue;
            const int group = of_w[0] / (p->w.size[0] / p->groups);
            size_t place = (size_t)of_y[0] * (size_t)p->x.size[1] + (size_t)(group * p->w.size[1] + of_w[1]);
            bool inside = true;
            for (int d = 0; d < p->dims; d++) {
                const int window = p->flipped ? p->w.size[d + 2] - 1 - of_w[d + 2] : of_w[d + 2];
                const int at = of_y[d + 2] * p->stride[d] - p->padding[d] + window * p->dilation[d];
                inside = inside && at >= 0 && at < p->x.size[d + 2];
                place = place * (size_t)p->x.size[d + 2] + (size_t)at;
            }
            if (!inside)
                continue;
            if (to == 'y')
                y[i] += x[place] * w[j];
            else if (to == 'x')
                x[place] += w[j] * y[i];
            else
                w[j] += x[place] * y[i];
        }
}

/* One direction with alpha and beta against the products. */
static void check_direction(struct problem *p, int to)
{
    const struct box *result = to == 'y' ? &p->y : to == 'x' ? &p->x : &p->w;
    const double alpha = 0.5, beta = random_between(0, 1) * 2;
    struct scalar a, b;
    const void *at_alpha = scalar(&a, p->x.type, alpha), *at_beta = scalar(&b, p->x.type, beta);
    double *sums = calloc(result->count, sizeof *sums);

    each_product(p, to == 'x' ? sums : p->x.value, to == 'w' ? sums : p->w.value,
                 to == 'y' ? sums : p->y.value, to);
    for (size_t i = 0; i < result->count; i++)
        sums[i] = alpha * sums[i] + beta * result->value[i];
    if (to == 'y')
        RIGHT(cudnnConvolutionForward(dnn, at_alpha, p->x.descriptor, p->x.device, p->w.descriptor,
                                      p->w.device, p->descriptor, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, NULL, 0,
                                      at_beta, p->y.descriptor, p->y.device));
    else if (to == 'x')
        RIGHT(cudnnConvolutionBackwardData(dnn, at_alpha, p->w.descriptor, p->w.device, p->y.descriptor,
                                           p->y.device, p->descriptor, CUDNN_CONVOLUTION_BWD_DATA_ALGO_0,
                                           NULL, 0, at_beta, p->x.descriptor, p->x.device));
    else
        RIGHT(cudnnConvolutionBackwardFilter(dnn, at_alpha, p->x.descriptor, p->x.device, p->y.descriptor,
                                             p->y.device, p->descriptor, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1,
                                             NULL, 0, at_beta, p->w.descriptor, p->w.device));
    compare(result, sums);
    free(sums);
}

static void test_directions(void **state)
{
    static const cudnnDataType_t types[] = {CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF,
                                            CUDNN_DATA_BFLOAT16};

    (void)state;
    need_library(dnn_blas);
    for (int round = 0; round < 60; round++) {
        struct problem p = make_problem(types[round % 4], types[round % 4], 1 + round % 3,
                                        (enum layout)(round / 4 % LAYOUTS));
        check_direction(&p, "yxw"[round % 3 ? round / 3 % 3 : round / 9 % 3]);
        free_problem(&p);
    }
}

static void test_integers(void **state)
{
    (void)state;
    need_library(dnn_blas);
    for (int round = 0; round < 4; round++) {
        struct problem p = make_problem(CUDNN_DATA_INT8, round % 2 ? CUDNN_DATA_FLOAT : CUDNN_DATA_INT32, 2,
                                        (enum layout)(round % LAYOUTS));
        for (size_t i = 0; i < p.y.count; i++)
            p.y.value[i] = 0;
        upload(&p.y);
        double *sums = calloc(p.y.count, sizeof *sums);
        each_product(&p, p.x.value, p.w.value, sums, 'y');
        RIGHT(cudnnConvolutionForward(dnn, &(float){1}, p.x.descriptor, p.x.device, p.w.descriptor,
                                      p.w.device, p.descriptor, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, NULL, 0,
                                      &(float){0}, p.y.descriptor, p.y.device));
        compare(&p.y, sums);
        free(sums);
        free_problem(&p);
    }
}

/* More positions than are gathered at once. */
static void test_large_image(void **state)
{
    struct problem p = {.dims = 2, .groups = 1, .padding = {1, 1}, .stride = {1, 1}, .dilation = {1, 1}};

    (void)state;
    need_library(dnn_blas);
    p.x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, 8, 90, 90});
    p.w = make_filter(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){2, 8, 3, 3});
    p.y = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, 2, 90, 90});
    RIGHT(cudnnCreateConvolutionDescriptor(&p.descriptor));
    RIGHT(cudnnSetConvolution2dDescriptor(p.descriptor, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION,
                                          CUDNN_DATA_FLOAT));
    for (const char *to = "yxw"; *to; to++)
        check_direction(&p, *to);
    free_problem(&p);
}

static void test_bias_and_activation(void **state)
{
    struct problem p;
    cudnnActivationDescriptor_t relu;

    (void)state;
    need_library(dnn_blas);
    p = make_problem(CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 2, WITH_GAPS);
    struct box bias = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, p.y.size[1], 1, 1});
    struct box z = make_box(CUDNN_DATA_FLOAT, CHANNELS_LAST, 4, p.y.size);
    double *sums = calloc(p.y.count, sizeof *sums);
    RIGHT(cudnnCreateActivationDescriptor(&relu));
    RIGHT(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0));
    each_product(&p, p.x.value, p.w.value, sums, 'y');
    const size_t plane = (size_t)p.y.size[2] * (size_t)p.y.size[3];
    for (size_t i = 0; i < p.y.count; i++) {
        const double sum = 2 * sums[i] + 3 * z.value[i] + bias.value[i / plane % (size_t)p.y.size[1]];
        sums[i] = sum > 0 ? sum : 0;
    }
    RIGHT(cudnnConvolutionBiasActivationForward(
        dnn, &(float){2}, p.x.descriptor, p.x.device, p.w.descriptor, p.w.device, p.descriptor,
        CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, NULL, 0, &(float){3}, z.descriptor, z.device,
        bias.descriptor, bias.device, relu, p.y.descriptor, p.y.device));
    compare(&p.y, sums);
    /* The bias's gradient. */
    double *of_bias = calloc(bias.count, sizeof *of_bias);
    for (size_t i = 0; i < z.count; i++)
        of_bias[i / plane % (size_t)p.y.size[1]] += z.value[i];
    RIGHT(cudnnConvolutionBackwardBias(dnn, &(float){1}, z.descriptor, z.device, &(float){0}, bias.descriptor,
                                       bias.device));
    compare(&bias, of_bias);
    free(of_bias);
    free(sums);
    cudnnDestroyActivationDescriptor(relu);
    free_box(&bias);
    free_box(&z);
    free_problem(&p);
}

static void test_algorithms(void **state)
{
    cudnnConvolutionFwdAlgoPerf_t forward[8];
    cudnnConvolutionBwdDataAlgoPerf_t data[8];
    cudnnConvolutionBwdFilterAlgoPerf_t filter[8];
    int count = 0;
    size_t bytes = 1;

    (void)state;
    struct problem p = make_problem(CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 2, DENSE);
    RIGHT(cudnnGetConvolutionForwardAlgorithm_v7(dnn, p.x.descriptor, p.w.descriptor, p.descriptor,
                                                 p.y.descriptor, 1, &count, forward));
    assert_int_equal(count, 1);
    assert_int_equal(forward->status, CUDNN_STATUS_SUCCESS);
    RIGHT(cudnnFindConvolutionBackwardDataAlgorithmEx(dnn, p.w.descriptor, p.w.device, p.y.descriptor,
                                                      p.y.device, p.descriptor, p.x.descriptor, p.x.device, 8,
                                                      &count, data, NULL, 0));
    assert_int_equal(count, 2);
    RIGHT(cudnnGetConvolutionBackwardFilterAlgorithm_v7(dnn, p.x.descriptor, p.y.descriptor, p.descriptor,
                                                        p.w.descriptor, 8, &count, filter));
    assert_int_equal(count, 3);
    assert_int_equal(filter->determinism, CUDNN_DETERMINISTIC);
    RIGHT(cudnnGetConvolutionForwardWorkspaceSize(dnn, p.x.descriptor, p.w.descriptor, p.descriptor,
                                                  p.y.descriptor, (cudnnConvolutionFwdAlgo_t)forward->algo,
                                                  &bytes));
    assert_int_equal(bytes, 0);
    BAD(cudnnGetConvolutionForwardWorkspaceSize(dnn, p.x.descriptor, p.w.descriptor, p.descriptor,
                                                p.y.descriptor, CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &bytes));
    BAD(cudnnGetConvolutionForwardAlgorithm_v7(dnn, p.y.descriptor, p.w.descriptor, p.descriptor,
                                               p.y.descriptor, 0, &count, forward));
    free_problem(&p);
}

static void test_wrong_use(void **state)
{
    float one = 1, zero = 0;
    int size[4];
    cudnnConvolutionDescriptor_t unset;

    (void)state;
    need_library(dnn_blas);
    struct problem p = make_problem(CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 2, DENSE);
    RIGHT(cudnnCreateConvolutionDescriptor(&unset));
#define FORWARD(handle, alpha, x, memory, of, algorithm)                                                  \
    cudnnConvolutionForward(handle, alpha, x, memory, p.w.descriptor, p.w.device, of, algorithm, NULL, 0, \
                            &zero, p.y.descriptor, p.y.device)
    BAD(FORWARD(NULL, &one, p.x.descriptor, p.x.device, p.descriptor, 0));
    BAD(FORWARD(dnn, NULL, p.x.descriptor, p.x.device, p.descriptor, 0));
    BAD(FORWARD(dnn, &one, NULL, p.x.device, p.descriptor, 0));
    BAD(FORWARD(dnn, &one, p.w.descriptor, p.x.device, unset, 0));
    BAD(FORWARD(dnn, &one, p.x.descriptor, NULL, p.descriptor, 0));
    BAD(FORWARD(dnn, &one, p.x.descriptor, p.x.device, unset, 0));
    BAD(FORWARD(dnn, &one, p.x.descriptor, p.x.device, p.descriptor, 99));
    assert_int_equal(FORWARD(dnn, &one, p.x.descriptor, &one, p.descriptor, 0),
                     CUDNN_STATUS_EXECUTION_FAILED);
    BAD(cudnnSetConvolutionNdDescriptor(unset, 2, (const int[]){-1, 0}, p.stride, p.dilation, 1, 0));
    BAD(cudnnSetConvolutionNdDescriptor(unset, 0, p.padding, p.stride, p.dilation, 1, 0));
    BAD(cudnnSetConvolutionNdDescriptor(unset, 2, p.padding, (const int[]){0, 1}, p.dilation, 1, 0));
    assert_int_equal(cudnnSetConvolutionNdDescriptor(unset, 7, p.padding, p.stride, p.dilation, 1, 0),
                     CUDNN_STATUS_NOT_SUPPORTED);
    RIGHT(cudnnSetConvolution2dDescriptor(unset, 1 << 30, 1 << 30, INT32_MAX, INT32_MAX, 1, 1, 1, 0));
    struct box one_place =
        make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){p.x.size[0], p.w.size[0], 2, 2});
    RIGHT(cudnnSetConvolutionGroupCount(unset, p.groups));
    assert_int_equal(cudnnConvolutionForward(dnn, &one, p.x.descriptor, p.x.device, p.w.descriptor,
                                             p.w.device, unset, 0, NULL, 0, &zero, one_place.descriptor,
                                             one_place.device),
                     CUDNN_STATUS_NOT_SUPPORTED);
    free_box(&one_place);
    BAD(cudnnSetConvolutionGroupCount(unset, 0));
    BAD(cudnnSetConvolutionMathType(unset, (cudnnMathType_t)9));
    BAD(cudnnSetConvolutionMathType((cudnnConvolutionDescriptor_t)p.x.descriptor, CUDNN_DEFAULT_MATH));
    RIGHT(cudnnGetConvolutionNdForwardOutputDim(p.descriptor, p.x.descriptor, p.w.descriptor, 4, size));
    assert_memory_equal(size, p.y.size, sizeof size);
    BAD(cudnnGetConvolutionNdForwardOutputDim(p.descriptor, p.x.descriptor, p.x.descriptor, 4, size));
    RIGHT(cudnnDestroyConvolutionDescriptor(unset));
    BAD(cudnnDestroyConvolutionDescriptor(unset));
    free_problem(&p);
}

static int convolve_once(void)
{
    float one = 1;

    dnn_setup(NULL);
    struct problem p = make_problem(CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 2, DENSE);
    return (int)cudnnConvolutionForward(dnn, &one, p.x.descriptor, p.x.device, p.w.descriptor, p.w.device,
                                        p.descriptor, 0, NULL, 0, &one, p.y.descriptor, p.y.device);
}

static void test_without_blas(void **state)
{
    char said[1000];

    (void)state;
    assert_int_equal(without_library(convolve_once, said, sizeof said),
                     CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING);
    assert_non_null(strstr(said, "libcudnn needs libopenblas.so.0"));
}

static void *convolve_often(void *problem)
{
    const struct problem *p = problem;
    cudnnHandle_t handle;
    float one = 1, zero = 0;
    long wrong = cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS;

    for (int i = 0; i < 20; i++)
        wrong += cudnnConvolutionForward(handle, &one, p->x.descriptor, p->x.device, p->w.descriptor,
                                         p->w.device, p->descriptor, 0, NULL, 0, &zero, p->y.descriptor,
                                         p->y.device) != CUDNN_STATUS_SUCCESS;
    wrong += cudnnDestroy(handle) != CUDNN_STATUS_SUCCESS;
    return (void *)wrong;
}

static void test_four_threads(void **state)
{
    pthread_t thread[4];
    struct problem p[4];

    (void)state;
    need_library(dnn_blas);
    for (int i = 0; i < 4; i++) {
        p[i] = make_problem(CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 2, DENSE);
        assert_int_equal(pthread_create(&thread[i], NULL, convolve_often, &p[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        void *wrong;
        assert_int_equal(pthread_join(thread[i], &wrong), 0);
        assert_null(wrong);
        double *sums = calloc(p[i].y.count, sizeof *sums);
        each_product(&p[i], p[i].x.value, p[i].w.value, sums, 'y');
        compare(&p[i].y, sums);
        free(sums);
        free_problem(&p[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_blas),
        cmocka_unit_test_setup_teardown(test_directions, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_integers, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_large_image, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_bias_and_activation, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_algorithms, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_use, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_four_threads, dnn_setup, dnn_teardown),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

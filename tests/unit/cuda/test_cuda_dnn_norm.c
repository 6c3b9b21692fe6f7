/* SPDX-License-Identifier: MIT */
/* cuDNN's batch normalization by both interfaces against a loop over the definition, its gradients against
 * differences of this loop, and the errors of wrong use. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn_gradient.h"

enum { IMAGES = 3, CHANNELS = 2, POSITIONS = 4, COUNT = IMAGES * CHANNELS * POSITIONS, MOST = 8 };
static const double one = 1, zero = 0, epsilon = 1e-3;

struct norm_problem {
    bool each_activation, relu;
    const double *x, *scale, *bias, *z;
    const double *mean, *variance; /* of inference; NULL: those of x */
};

/* Which parameter belongs to an element. */
static int feature(const struct norm_problem *p, int i)
{
    return p->each_activation ? i % (CHANNELS * POSITIONS) : i / POSITIONS % CHANNELS;
}

static double mean_of(const struct norm_problem *p, const double *x, int f, int power, double centre)
{
    double sum = 0, count = 0;

    for (int i = 0; i < COUNT; i++)
        if (feature(p, i) == f) {
            sum += pow(x[i] - centre, power);
            count++;
        }
    return sum / count;
}

static void normalize(const struct norm_problem *p, const double *x, const double *scale, const double *bias,
                      double *y)
{
    for (int i = 0; i < COUNT; i++) {
        const int f = feature(p, i);
        const double mean = p->mean ? p->mean[f] : mean_of(p, x, f, 1, 0);
        const double variance = p->variance ? p->variance[f] : mean_of(p, x, f, 2, mean);
        y[i] = scale[f] * (x[i] - mean) / sqrt(variance + epsilon) + bias[f] + (p->z ? p->z[i] : 0);
        if (p->relu && y[i] < 0)
            y[i] = 0;
    }
}

static void of_x(const void *problem, const double *x, double *y)
{
    const struct norm_problem *p = problem;
    normalize(p, x, p->scale, p->bias, y);
}

static void of_scale(const void *problem, const double *scale, double *y)
{
    const struct norm_problem *p = problem;
    normalize(p, p->x, scale, p->bias, y);
}

static void of_bias(const void *problem, const double *bias, double *y)
{
    const struct norm_problem *p = problem;
    normalize(p, p->x, p->scale, bias, y);
}

static void of_z(const void *problem, const double *z, double *y)
{
    struct norm_problem p = *(const struct norm_problem *)problem;
    p.z = z;
    normalize(&p, p.x, p.scale, p.bias, y);
}

/* All tensors of a problem. */
struct norm_boxes {
    struct box x, y, z, dy, dx, dz, scale, bias, mean, variance, saved_mean, saved_deviation, dscale, dbias;
    struct norm_problem problem;
    cudnnActivationDescriptor_t relu;
    void *reserve;
    size_t reserve_bytes;
};

static struct norm_boxes make_boxes(bool each_activation, bool relu, enum layout layout)
{
    const int size[] = {IMAGES, CHANNELS, 2, 2};
    struct norm_boxes b = {.problem = {.each_activation = each_activation, .relu = relu}};
    struct box *whole[] = {&b.x, &b.y, &b.z, &b.dy, &b.dx, &b.dz},
               *parameters[] = {&b.scale,           &b.bias,   &b.mean, &b.variance, &b.saved_mean,
                                &b.saved_deviation, &b.dscale, &b.dbias};
    cudnnTensorDescriptor_t derived;
    int dims, sizes[4], strides[4];
    cudnnDataType_t type;

    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        *whole[i] = make_box(CUDNN_DATA_DOUBLE, layout, 4, size);
    spread_out(&b.x);
    spread_out(&b.z);
    RIGHT(cudnnCreateTensorDescriptor(&derived));
    RIGHT(cudnnDeriveBNTensorDescriptor(
        derived, b.x.descriptor, each_activation ? CUDNN_BATCHNORM_PER_ACTIVATION : CUDNN_BATCHNORM_SPATIAL));
    RIGHT(cudnnGetTensorNdDescriptor(derived, 4, &type, &dims, sizes, strides));
    RIGHT(cudnnDestroyTensorDescriptor(derived));
    assert_int_equal(sizes[0], 1);
    assert_int_equal(sizes[1] * sizes[2] * sizes[3], each_activation ? MOST : CHANNELS);
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        *parameters[i] = make_box(type, DENSE, 4, sizes);
        spread_out(parameters[i]);
    }
    for (size_t i = 0; i < b.variance.count; i++)
        b.variance.value[i] = 2 + random_eighth();
    upload(&b.variance);
    RIGHT(cudnnCreateActivationDescriptor(&b.relu));
    RIGHT(cudnnSetActivationDescriptor(b.relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0));
    RIGHT(cudnnGetBatchNormalizationTrainingExReserveSpaceSize(dnn, CUDNN_BATCHNORM_SPATIAL,
                                                               CUDNN_BATCHNORM_OPS_BN_ACTIVATION, b.relu,
                                                               b.x.descriptor, &b.reserve_bytes));
    assert_true(b.reserve_bytes > 0);
    assert_int_equal(cudaMalloc(&b.reserve, b.reserve_bytes), cudaSuccess);
    b.problem.x = b.x.value;
    b.problem.scale = b.scale.value;
    b.problem.bias = b.bias.value;
    return b;
}

static void free_boxes(struct norm_boxes *b)
{
    struct box *all[] = {&b->x,      &b->y,    &b->z,    &b->dy,       &b->dx,         &b->dz,
                         &b->scale,  &b->bias, &b->mean, &b->variance, &b->saved_mean, &b->saved_deviation,
                         &b->dscale, &b->dbias};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free_box(all[i]);
    cudaFree(b->reserve);
    cudnnDestroyActivationDescriptor(b->relu);
}

/* The gradients that a backward call left. */
static void compare_gradients(struct norm_boxes *b)
{
    const struct norm_problem *p = &b->problem;

    compare_nearly(&b->dx, gradient(of_x, p, b->x.value, COUNT, b->dy.value, COUNT));
    compare_nearly(&b->dscale, gradient(of_scale, p, b->scale.value, b->scale.count, b->dy.value, COUNT));
    compare_nearly(&b->dbias, gradient(of_bias, p, b->bias.value, b->bias.count, b->dy.value, COUNT));
    if (p->z)
        compare_nearly(&b->dz, gradient(of_z, p, b->z.value, COUNT, b->dy.value, COUNT));
}

static void compare_statistics(struct norm_boxes *b, const double *old_mean, const double *old_variance)
{
    const struct norm_problem *p = &b->problem;
    const double each = (double)COUNT / (double)b->scale.count;
    double mean[MOST], variance[MOST], deviation[MOST], running_mean[MOST], running_variance[MOST];

    for (int f = 0; f < (int)b->scale.count; f++) {
        mean[f] = mean_of(p, b->x.value, f, 1, 0);
        variance[f] = mean_of(p, b->x.value, f, 2, mean[f]);
        deviation[f] = 1 / sqrt(variance[f] + epsilon);
        running_mean[f] = 0.75 * old_mean[f] + 0.25 * mean[f];
        running_variance[f] = 0.75 * old_variance[f] + 0.25 * variance[f] * each / (each - 1);
    }
    compare(&b->saved_mean, mean);
    compare(&b->saved_deviation, deviation);
    compare(&b->mean, running_mean);
    compare(&b->variance, running_variance);
}

static void test_training(void **state)
{
    (void)state;
    for (int round = 0; round < 6; round++) {
        struct norm_boxes b = make_boxes(round % 2, false, (enum layout)(round % LAYOUTS));
        const cudnnBatchNormMode_t mode =
            round % 2 ? CUDNN_BATCHNORM_PER_ACTIVATION : CUDNN_BATCHNORM_SPATIAL;
        double expected[COUNT], mean[MOST], variance[MOST];
        memcpy(mean, b.mean.value, b.mean.count * sizeof *mean);
        memcpy(variance, b.variance.value, b.mean.count * sizeof *variance);
        of_x(&b.problem, b.x.value, expected);
        RIGHT(cudnnBatchNormalizationForwardTraining(
            dnn, mode, &one, &zero, b.x.descriptor, b.x.device, b.y.descriptor, b.y.device,
            b.scale.descriptor, b.scale.device, b.bias.device, 0.25, b.mean.device, b.variance.device,
            epsilon, b.saved_mean.device, b.saved_deviation.device));
        compare(&b.y, expected);
        compare_statistics(&b, mean, variance);
        const bool saved = round < 4; /* they may be measured again */
        RIGHT(cudnnBatchNormalizationBackward(
            dnn, mode, &one, &zero, &one, &zero, b.x.descriptor, b.x.device, b.dy.descriptor, b.dy.device,
            b.dx.descriptor, b.dx.device, b.scale.descriptor, b.scale.device, b.dscale.device, b.dbias.device,
            epsilon, saved ? b.saved_mean.device : NULL, saved ? b.saved_deviation.device : NULL));
        compare_gradients(&b);
        free_boxes(&b);
    }
}

static void test_sum_and_activation(void **state)
{
    double expected[COUNT];

    (void)state;
    struct norm_boxes b = make_boxes(false, true, CHANNELS_LAST);
    b.problem.z = b.z.value;
    of_x(&b.problem, b.x.value, expected);
    RIGHT(cudnnBatchNormalizationForwardTrainingEx(
        dnn, CUDNN_BATCHNORM_SPATIAL_PERSISTENT, CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION, &one, &zero,
        b.x.descriptor, b.x.device, b.z.descriptor, b.z.device, b.y.descriptor, b.y.device,
        b.scale.descriptor, b.scale.device, b.bias.device, 1, NULL, NULL, epsilon, b.saved_mean.device,
        b.saved_deviation.device, b.relu, NULL, 0, b.reserve, b.reserve_bytes));
    compare(&b.y, expected);
    RIGHT(cudnnBatchNormalizationBackwardEx(
        dnn, CUDNN_BATCHNORM_SPATIAL_PERSISTENT, CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION, &one, &zero, &one,
        &zero, b.x.descriptor, b.x.device, b.y.descriptor, b.y.device, b.dy.descriptor, b.dy.device,
        b.dz.descriptor, b.dz.device, b.dx.descriptor, b.dx.device, b.scale.descriptor, b.scale.device,
        b.bias.device, b.dscale.device, b.dbias.device, epsilon, b.saved_mean.device,
        b.saved_deviation.device, b.relu, NULL, 0, b.reserve, b.reserve_bytes));
    compare_gradients(&b);
    free_boxes(&b);
}

/* The same through cudnnNormalization. */
static void test_other_interface(void **state)
{
    double expected[COUNT];

    (void)state;
    struct norm_boxes b = make_boxes(false, true, DENSE);
    of_x(&b.problem, b.x.value, expected);
    RIGHT(cudnnNormalizationForwardTraining(
        dnn, CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_OPS_NORM_ACTIVATION, CUDNN_NORM_ALGO_STANDARD, &one, &zero,
        b.x.descriptor, b.x.device, b.scale.descriptor, b.scale.device, b.bias.device, 1, b.mean.descriptor,
        b.mean.device, b.variance.device, epsilon, b.saved_mean.device, b.saved_deviation.device, b.relu,
        NULL, NULL, b.y.descriptor, b.y.device, NULL, 0, b.reserve, b.reserve_bytes, 1));
    compare(&b.y, expected);
    RIGHT(cudnnNormalizationBackward(
        dnn, CUDNN_NORM_PER_CHANNEL, CUDNN_NORM_OPS_NORM_ACTIVATION, CUDNN_NORM_ALGO_STANDARD, &one, &zero,
        &one, &zero, b.x.descriptor, b.x.device, b.y.descriptor, b.y.device, b.dy.descriptor, b.dy.device,
        NULL, NULL, b.dx.descriptor, b.dx.device, b.scale.descriptor, b.scale.device, b.bias.device,
        b.dscale.device, b.dbias.device, epsilon, b.mean.descriptor, b.saved_mean.device,
        b.saved_deviation.device, b.relu, NULL, 0, b.reserve, b.reserve_bytes, 1));
    compare_gradients(&b);
    free_boxes(&b);
}

static void test_inference(void **state)
{
    double expected[COUNT];

    (void)state;
    for (int each = 0; each < 2; each++) {
        struct norm_boxes b = make_boxes(each, false, WITH_GAPS);
        b.problem.mean = b.mean.value;
        b.problem.variance = b.variance.value;
        of_x(&b.problem, b.x.value, expected);
        RIGHT(cudnnBatchNormalizationForwardInference(
            dnn, each ? CUDNN_BATCHNORM_PER_ACTIVATION : CUDNN_BATCHNORM_SPATIAL, &one, &zero, b.x.descriptor,
            b.x.device, b.y.descriptor, b.y.device, b.scale.descriptor, b.scale.device, b.bias.device,
            b.mean.device, b.variance.device, epsilon));
        compare(&b.y, expected);
        cudaMemset(b.y.device, 0, b.y.bytes);
#define INFER(algorithm)                                                                                \
    cudnnNormalizationForwardInference(dnn, each ? CUDNN_NORM_PER_ACTIVATION : CUDNN_NORM_PER_CHANNEL,  \
                                       CUDNN_NORM_OPS_NORM, algorithm, &one, &zero, b.x.descriptor,     \
                                       b.x.device, b.scale.descriptor, b.scale.device, b.bias.device,   \
                                       b.mean.descriptor, b.mean.device, b.variance.device, NULL, NULL, \
                                       NULL, b.y.descriptor, b.y.device, epsilon, 1)
        RIGHT(INFER(CUDNN_NORM_ALGO_STANDARD));
        compare(&b.y, expected);
        BAD(INFER((cudnnNormAlgo_t)9));
        free_boxes(&b);
    }
}

static void test_wrong_use(void **state)
{
    (void)state;
    struct norm_boxes b = make_boxes(false, true, DENSE);
#define TRAIN(mode, ops, factors, means, activation, bytes)                                                 \
    cudnnBatchNormalizationForwardTrainingEx(dnn, mode, ops, &one, &zero, b.x.descriptor, b.x.device, NULL, \
                                             NULL, b.y.descriptor, b.y.device, b.scale.descriptor, factors, \
                                             b.bias.device, 1, means, b.variance.device, epsilon, NULL,     \
                                             NULL, activation, NULL, 0, b.reserve, bytes)
    BAD(TRAIN(3, 0, b.scale.device, b.mean.device, NULL, 0));
    BAD(TRAIN(1, 3, b.scale.device, b.mean.device, NULL, 0));
    BAD(TRAIN(1, 0, NULL, b.mean.device, NULL, 0));
    BAD(TRAIN(1, 0, b.scale.device, NULL, NULL, 0));
    BAD(TRAIN(0, 0, b.scale.device, b.mean.device, NULL, 0)); /* too few parameters */
    BAD(TRAIN(1, 1, b.scale.device, b.mean.device, NULL, b.reserve_bytes));
    BAD(TRAIN(1, 1, b.scale.device, b.mean.device, b.relu, b.reserve_bytes - 1));
    BAD(TRAIN(1, 2, b.scale.device, b.mean.device, b.relu, b.reserve_bytes)); /* no z */
    assert_int_equal(TRAIN(1, 0, &b, b.mean.device, NULL, 0), CUDNN_STATUS_EXECUTION_FAILED);
    RIGHT(cudnnSetActivationDescriptor(b.relu, CUDNN_ACTIVATION_TANH, CUDNN_PROPAGATE_NAN, 0));
    assert_int_equal(TRAIN(1, 1, b.scale.device, b.mean.device, b.relu, b.reserve_bytes),
                     CUDNN_STATUS_NOT_SUPPORTED);
    free_boxes(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_training, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_sum_and_activation, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_other_interface, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_inference, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_use, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* cuDNN's arithmetic on tensors, reductions and activations against loops over the definitions, in layouts
 * and types; descriptors of tensors; the library and its handles; and the errors of wrong use. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn_gradient.h"

#include <pthread.h>

static const int whole[] = {2, 3, 2, 2}, of_channels[] = {1, 3, 1, 1};
enum { COUNT = 24, PLANE = 4, CHANNELS = 3 };

/* --- sums and products --- */

static double combine(cudnnOpTensorOp_t op, double a, double b)
{
    switch (op) {
    case CUDNN_OP_TENSOR_ADD: return a + b;
    case CUDNN_OP_TENSOR_MUL: return a * b;
    case CUDNN_OP_TENSOR_MIN: return a < b ? a : b;
    case CUDNN_OP_TENSOR_MAX: return a > b ? a : b;
    case CUDNN_OP_TENSOR_SQRT: return sqrt(a);
    default: return 1 - a;
    }
}

static void test_operations(void **state)
{
    cudnnOpTensorDescriptor_t op;
    cudnnOpTensorOp_t kind;
    double expected[COUNT];
    const float two = 2, three = 3, half = 0.5f;

    (void)state;
    RIGHT(cudnnCreateOpTensorDescriptor(&op));
    BAD(cudnnSetOpTensorDescriptor(op, 9, CUDNN_DATA_FLOAT, 0));
    for (int round = 0; round < 12; round++) {
        const cudnnDataType_t type = round < 6 ? CUDNN_DATA_FLOAT : CUDNN_DATA_BFLOAT16;
        struct box a = make_box(type, (enum layout)(round % 3), 4, whole),
                   c = make_box(type, DENSE, 4, whole);
        struct box b = make_box(type, DENSE, 4, of_channels);
        kind = (cudnnOpTensorOp_t)(round % 6);
        for (int i = 0; i < COUNT; i++)
            a.value[i] = fabs(a.value[i]);
        upload(&a);
        for (int i = 0; i < COUNT; i++)
            expected[i] = combine(kind, 2 * a.value[i], 3 * b.value[i / PLANE % CHANNELS]) + 0.5 * c.value[i];
        RIGHT(cudnnSetOpTensorDescriptor(op, kind, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN));
        RIGHT(cudnnOpTensor(dnn, op, &two, a.descriptor, a.device, &three, b.descriptor, b.device, &half,
                            c.descriptor, c.device));
        compare(&c, expected);
        BAD(cudnnOpTensor(dnn, op, &two, a.descriptor, a.device, &three, b.descriptor, b.device, &half,
                          b.descriptor, b.device)); /* a is larger than the result */
        BAD(cudnnOpTensor(dnn, op, NULL, a.descriptor, a.device, &three, b.descriptor, b.device, &half,
                          c.descriptor, c.device));
        free_box(&a), free_box(&b), free_box(&c);
    }
    RIGHT(cudnnGetOpTensorDescriptor(op, &kind, NULL, NULL));
    assert_int_equal(kind, CUDNN_OP_TENSOR_NOT);
    RIGHT(cudnnDestroyOpTensorDescriptor(op));
}

static void test_add_transform_fill(void **state)
{
    double expected[COUNT];
    const float two = 2, three = 3;

    (void)state;
    struct box a = make_box(CUDNN_DATA_HALF, CHANNELS_LAST, 4, whole),
               c = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, whole);
    struct box b = make_box(CUDNN_DATA_FLOAT, DENSE, 4, of_channels);
    for (int i = 0; i < COUNT; i++)
        expected[i] = 2 * b.value[i / PLANE % CHANNELS] + 3 * c.value[i];
    RIGHT(cudnnAddTensor(dnn, &two, b.descriptor, b.device, &three, c.descriptor, c.device));
    compare(&c, expected);
    for (int i = 0; i < COUNT; i++)
        expected[i] = 2 * a.value[i] + 3 * c.value[i];
    RIGHT(cudnnTransformTensor(dnn, &two, a.descriptor, a.device, &three, c.descriptor, c.device));
    compare(&c, expected);
    BAD(cudnnTransformTensor(dnn, &two, b.descriptor, b.device, &three, c.descriptor, c.device));
    RIGHT(cudnnScaleTensor(dnn, c.descriptor, c.device, &two));
    for (int i = 0; i < COUNT; i++)
        expected[i] *= 2;
    compare(&c, expected);
    RIGHT(cudnnSetTensor(dnn, c.descriptor, c.device, &three));
    for (int i = 0; i < COUNT; i++)
        expected[i] = 3;
    compare(&c, expected);
    BAD(cudnnSetTensor(dnn, c.descriptor, c.device, NULL));
    BAD(cudnnSetTensor(dnn, c.descriptor, NULL, &three));
    BAD(cudnnScaleTensor(NULL, c.descriptor, c.device, &two));
    assert_int_equal(cudnnSetTensor(dnn, c.descriptor, expected, &three), CUDNN_STATUS_EXECUTION_FAILED);
    free_box(&a), free_box(&b), free_box(&c);
}

/* --- reductions to channels --- */

static double reduced(cudnnReduceTensorOp_t op, const double *values, int channel, unsigned *index)
{
    double sum = op == CUDNN_REDUCE_TENSOR_MUL || op == CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS ? 1 : 0;
    bool first = true;

    for (int i = 0; i < COUNT; i++) {
        const double v = values[i], size = fabs(v);
        if (i / PLANE % CHANNELS != channel)
            continue;
        const unsigned number = (unsigned)(i / (PLANE * CHANNELS) * PLANE + i % PLANE);
        const double by = op == CUDNN_REDUCE_TENSOR_AMAX ? size : op == CUDNN_REDUCE_TENSOR_MIN ? -v : v;
        switch (op) {
        case CUDNN_REDUCE_TENSOR_ADD: sum += v; break;
        case CUDNN_REDUCE_TENSOR_AVG: sum += v / (COUNT / CHANNELS); break;
        case CUDNN_REDUCE_TENSOR_MUL: sum *= v; break;
        case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS: sum *= v == 0 ? 1 : v; break;
        case CUDNN_REDUCE_TENSOR_NORM1: sum += size; break;
        case CUDNN_REDUCE_TENSOR_NORM2: sum = sqrt(sum * sum + v * v); break;
        default:
            if (first || by > (op == CUDNN_REDUCE_TENSOR_MIN ? -sum : sum)) {
                sum = op == CUDNN_REDUCE_TENSOR_MIN ? v : by;
                *index = number;
            }
            first = false;
        }
    }
    return sum;
}

static void check_reduction(cudnnReduceTensorOp_t op, cudnnDataType_t type, enum layout layout)
{
    const bool choice = op >= CUDNN_REDUCE_TENSOR_MIN && op <= CUDNN_REDUCE_TENSOR_AMAX;
    struct box a = make_box(type, layout, 4, whole), c = make_box(type, DENSE, 4, of_channels);
    double expected[CHANNELS];
    unsigned indices[CHANNELS] = {0}, found[CHANNELS];
    struct scalar alpha, beta;
    cudnnReduceTensorDescriptor_t reduce;
    size_t bytes;
    void *of_device;

    for (int i = 0; i < CHANNELS; i++)
        expected[i] = 2 * reduced(op, a.value, i, &indices[i]) + 3 * c.value[i];
    RIGHT(cudnnCreateReduceTensorDescriptor(&reduce));
    RIGHT(cudnnSetReduceTensorDescriptor(reduce, op, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN,
                                         choice ? CUDNN_REDUCE_TENSOR_FLATTENED_INDICES
                                                : CUDNN_REDUCE_TENSOR_NO_INDICES,
                                         CUDNN_32BIT_INDICES));
    RIGHT(cudnnGetReductionIndicesSize(dnn, reduce, a.descriptor, c.descriptor, &bytes));
    assert_int_equal(bytes, choice ? sizeof indices : 0);
    assert_int_equal(cudaMalloc(&of_device, sizeof indices), cudaSuccess);
    RIGHT(cudnnReduceTensor(dnn, reduce, of_device, bytes, NULL, 0, scalar(&alpha, type, 2), a.descriptor,
                            a.device, scalar(&beta, type, 3), c.descriptor, c.device));
    compare(&c, expected);
    host_copy(found, of_device, sizeof found);
    if (choice)
        assert_memory_equal(found, indices, sizeof found);
    cudaFree(of_device);
    RIGHT(cudnnDestroyReduceTensorDescriptor(reduce));
    free_box(&a), free_box(&c);
}

static void test_reductions(void **state)
{
    (void)state;
    for (int i = 0; i < 18; i++)
        check_reduction((cudnnReduceTensorOp_t)(i % 9), i < 9 ? CUDNN_DATA_FLOAT : CUDNN_DATA_DOUBLE,
                        (enum layout)(i % LAYOUTS));
}

static void test_wrong_reductions(void **state)
{
    const float one = 1;
    cudnnReduceTensorDescriptor_t reduce;
    size_t bytes;

    (void)state;
    struct box a = make_box(CUDNN_DATA_FLOAT, DENSE, 4, whole),
               c = make_box(CUDNN_DATA_FLOAT, DENSE, 4, of_channels);
    RIGHT(cudnnCreateReduceTensorDescriptor(&reduce));
#define REDUCE(indices, bytes, from, to)                                                                  \
    cudnnReduceTensor(dnn, reduce, indices, bytes, NULL, 0, &one, (from).descriptor, (from).device, &one, \
                      (to).descriptor, (to).device)
    BAD(REDUCE(NULL, 0, a, c)); /* not set */
    BAD(cudnnSetReduceTensorDescriptor(reduce, 9, 0, 0, 0, 0));
    RIGHT(cudnnSetReduceTensorDescriptor(reduce, CUDNN_REDUCE_TENSOR_MAX, 0, 0, 1, CUDNN_32BIT_INDICES));
    BAD(REDUCE(NULL, 0, a, c));
    BAD(REDUCE(a.device, 11, a, c));
    BAD(REDUCE(a.device, 12, c, a));
    BAD(cudnnGetReductionWorkspaceSize(dnn, reduce, c.descriptor, a.descriptor, &bytes));
    assert_int_equal(REDUCE(&bytes, 12, a, c), CUDNN_STATUS_EXECUTION_FAILED);
    RIGHT(cudnnSetReduceTensorDescriptor(reduce, CUDNN_REDUCE_TENSOR_ADD, 0, 0, 1, CUDNN_32BIT_INDICES));
    assert_int_equal(REDUCE(a.device, 12, a, c), CUDNN_STATUS_NOT_SUPPORTED);
    RIGHT(cudnnSetReduceTensorDescriptor(reduce, CUDNN_REDUCE_TENSOR_MAX, 0, 0, 1, CUDNN_64BIT_INDICES));
    assert_int_equal(REDUCE(a.device, 99, a, c), CUDNN_STATUS_NOT_SUPPORTED);
    RIGHT(cudnnDestroyReduceTensorDescriptor(reduce));
    free_box(&a), free_box(&c);
}

/* --- activations --- */

static void activate(const void *mode, const double *x, double *y)
{
    for (int i = 0; i < COUNT; i++)
        switch (*(const cudnnActivationMode_t *)mode) {
        case CUDNN_ACTIVATION_SIGMOID: y[i] = 1 / (1 + exp(-x[i])); break;
        case CUDNN_ACTIVATION_RELU: y[i] = fmax(x[i], 0); break;
        case CUDNN_ACTIVATION_TANH: y[i] = tanh(x[i]); break;
        case CUDNN_ACTIVATION_CLIPPED_RELU: y[i] = fmin(fmax(x[i], 0), 0.505); break;
        case CUDNN_ACTIVATION_ELU: y[i] = x[i] > 0 ? x[i] : 0.505 * (exp(x[i]) - 1); break;
        case CUDNN_ACTIVATION_SWISH: y[i] = x[i] / (1 + exp(-2 * x[i])); break;
        default: y[i] = x[i];
        }
}

static void test_activations(void **state)
{
    cudnnActivationDescriptor_t descriptor;
    const double one = 1, zero = 0;
    double expected[COUNT], beta;

    (void)state;
    RIGHT(cudnnCreateActivationDescriptor(&descriptor));
    for (int i = 0; i < 7; i++) {
        const cudnnActivationMode_t mode = (cudnnActivationMode_t)i;
        struct box x = make_box(CUDNN_DATA_DOUBLE, (enum layout)(i % LAYOUTS), 4, whole);
        struct box y = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, whole),
                   dy = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, whole);
        for (int k = 0; k < COUNT; k++)
            x.value[k] += 0.01; /* none at a kink */
        upload(&x);
        RIGHT(cudnnSetActivationDescriptor(descriptor, mode, CUDNN_PROPAGATE_NAN, 0.505));
        RIGHT(cudnnSetActivationDescriptorSwishBeta(descriptor, 2));
        RIGHT(cudnnActivationForward(dnn, descriptor, &one, x.descriptor, x.device, &zero, y.descriptor,
                                     y.device));
        activate(&mode, x.value, expected);
        compare(&y, expected);
        RIGHT(cudnnActivationBackward(dnn, descriptor, &one, y.descriptor, y.device, dy.descriptor, dy.device,
                                      x.descriptor, x.device, &zero, y.descriptor, y.device));
        compare_nearly(&y, gradient(activate, &mode, x.value, COUNT, dy.value, COUNT));
        BAD(cudnnActivationForward(dnn, descriptor, NULL, x.descriptor, x.device, &zero, y.descriptor,
                                   y.device));
        BAD(cudnnActivationForward(dnn, descriptor, &one, x.descriptor, NULL, &zero, y.descriptor, y.device));
        free_box(&x), free_box(&y), free_box(&dy);
    }
    RIGHT(cudnnGetActivationDescriptorSwishBeta(descriptor, &beta));
    assert_true(beta == 2);
    BAD(cudnnSetActivationDescriptor(descriptor, 7, 0, 0));
    BAD(cudnnSetActivationDescriptor(NULL, 0, 0, 0));
    RIGHT(cudnnDestroyActivationDescriptor(descriptor));
}

/* --- descriptors, the library --- */

static void test_tensors(void **state)
{
    cudnnTensorDescriptor_t tensor;
    cudnnFilterDescriptor_t filter;
    cudnnTensorFormat_t format;
    int n, c, h, w, strides[4], dims, size[4], many[] = {1 << 30, 1 << 30, 1 << 30, 1 << 30, 16};
    size_t bytes;

    (void)state;
    RIGHT(cudnnCreateTensorDescriptor(&tensor));
    RIGHT(cudnnCreateFilterDescriptor(&filter));
    RIGHT(cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 2, 3, 4, 5));
    RIGHT(cudnnGetTensor4dDescriptor(tensor, NULL, &n, &c, &h, &w, &strides[0], &strides[1], &strides[2],
                                     &strides[3]));
    assert_true(n == 2 && c == 3 && h == 4 && w == 5);
    assert_true(strides[0] == 60 && strides[1] == 1 && strides[2] == 15 && strides[3] == 3);
    RIGHT(cudnnGetTensorSizeInBytes(tensor, &bytes));
    assert_int_equal(bytes, 240);
    RIGHT(cudnnSetTensor4dDescriptorEx(tensor, CUDNN_DATA_FLOAT, 2, 3, 4, 5, 100, 30, 7, 1));
    RIGHT(cudnnGetTensorSizeInBytes(tensor, &bytes));
    assert_int_equal(bytes, 4 * (100 + 60 + 21 + 4 + 1));
    BAD(cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 0, 3, 4, 5));
    BAD(cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, (cudnnDataType_t)99, 2, 3, 4, 5));
    BAD(cudnnSetTensor4dDescriptor(NULL, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 3, 4, 5));
    assert_int_equal(
        cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW_VECT_C, CUDNN_DATA_INT8x4, 2, 4, 4, 5),
        CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(cudnnSetTensorNdDescriptorEx(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 5, many),
                     CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(
        cudnnSetTensorNdDescriptor(tensor, CUDNN_DATA_FLOAT, 5, many, (const int[]){1, 1, 1, 1, 1}),
        CUDNN_STATUS_NOT_SUPPORTED);
    BAD(cudnnSetTensorNdDescriptor(tensor, CUDNN_DATA_FLOAT, 3, whole, NULL));
    RIGHT(cudnnGetTensorNdDescriptor(tensor, 2, NULL, &dims, size, NULL)); /* it has not changed */
    assert_true(dims == 4 && size[0] == 2 && size[1] == 3);
    RIGHT(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NHWC, 2, 3, 4, 5));
    RIGHT(cudnnGetFilterNdDescriptor(filter, 4, NULL, &format, &dims, size));
    assert_true(format == CUDNN_TENSOR_NHWC && dims == 4 && size[3] == 5);
    RIGHT(cudnnGetFilterSizeInBytes(filter, &bytes));
    assert_int_equal(bytes, 480);
    BAD(cudnnDestroyTensorDescriptor((cudnnTensorDescriptor_t)filter));
    RIGHT(cudnnDestroyTensorDescriptor(tensor));
    BAD(cudnnDestroyTensorDescriptor(tensor));
    RIGHT(cudnnDestroyFilterDescriptor(filter));
}

static unsigned told;

static void listen(cudnnSeverity_t severity, void *user, const cudnnDebug_t *debug, const char *message)
{
    (void)user, (void)debug;
    told += severity == CUDNN_SEV_ERROR && strstr(message, "cudnnDestroy: CUDNN_STATUS_BAD_PARAM");
}

static void test_library(void **state)
{
    int value = 0;
    cudaStream_t stream, kept;

    (void)state;
    assert_true(cudnnGetVersion() / 1000 == 8);
    RIGHT(cudnnGetProperty(MAJOR_VERSION, &value));
    assert_int_equal(value, 8);
    assert_int_equal(cudnnGetProperty((libraryPropertyType)3, &value), CUDNN_STATUS_INVALID_VALUE);
    assert_string_equal(cudnnGetErrorString(CUDNN_STATUS_BAD_PARAM), "CUDNN_STATUS_BAD_PARAM");
    assert_non_null(cudnnGetErrorString(12345));
    RIGHT(cudnnOpsInferVersionCheck());
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    RIGHT(cudnnSetStream(dnn, stream));
    RIGHT(cudnnGetStream(dnn, &kept));
    assert_ptr_equal(kept, stream);
    BAD(cudnnSetStream(dnn, (cudaStream_t)&value));
    RIGHT(cudnnSetStream(dnn, NULL));
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    RIGHT(cudnnSetCallback(1u << CUDNN_SEV_ERROR, NULL, listen));
    BAD(cudnnDestroy((cudnnHandle_t)&value));
    RIGHT(cudnnSetCallback(0, NULL, NULL));
    assert_int_equal(told, 1);
    BAD(cudnnCreate(NULL));
    BAD(cudnnGetStream(NULL, &kept));
    RIGHT(cudnnQueryRuntimeError(dnn, &value, CUDNN_ERRQUERY_RAWCODE, NULL));
}

static void *scale_often(void *box)
{
    const struct box *x = box;
    const float two = 2;
    cudnnHandle_t handle;
    long wrong = cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS;

    for (int i = 0; i < 50; i++)
        wrong += cudnnScaleTensor(handle, x->descriptor, x->device, &two) != CUDNN_STATUS_SUCCESS;
    wrong += cudnnDestroy(handle) != CUDNN_STATUS_SUCCESS;
    return (void *)wrong;
}

static void test_four_threads(void **state)
{
    pthread_t thread[4];

    (void)state;
    struct box x = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, whole);
    RIGHT(cudnnSetTensor4dDescriptor(x.descriptor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 1, 2 * COUNT));
    const float small = 0x1p-100f;
    RIGHT(cudnnSetTensor(dnn, x.descriptor, x.device, &small));
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, scale_often, &x), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        assert_int_equal(pthread_join(thread[i], &wrong), 0);
        assert_null(wrong);
    }
    float values[2 * COUNT];
    host_copy(values, x.device, sizeof values);
    for (int i = 0; i < 2 * COUNT; i++)
        assert_true(values[i] == 0x1p100f);
    free_box(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_operations, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_add_transform_fill, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_reductions, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_reductions, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_activations, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_tensors, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_library, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_four_threads, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

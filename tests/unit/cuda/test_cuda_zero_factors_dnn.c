/* SPDX-License-Identifier: MIT */
/* cuDNN does not read what a factor of 0 multiplies: with alpha = 0 operands may be NaN, and NULL in the
 * backend; with beta = 0 the result may be NaN before.  A row of the table is a function. */
#include "cuda_dnn_backend.h"

static const int whole[] = {1, 4, 2, 2}, of_channels[] = {1, 4, 1, 1}, of_filter[] = {4, 4, 1, 1},
                 of_grid[] = {1, 2, 2, 2};
static const double none = 0; /* as a float, too */

/* What calls work with: a, b, d and c are of `whole`. */
static struct box a, b, d, c, bias, filter, grid;
static struct box *const boxes[] = {&a, &b, &d, &c, &bias, &filter, &grid};
enum { BOXES = sizeof boxes / sizeof *boxes };

static cudnnActivationDescriptor_t relu;
static cudnnConvolutionDescriptor_t convolution;
static cudnnPoolingDescriptor_t pooling;
static cudnnLRNDescriptor_t lrn;
static cudnnOpTensorDescriptor_t addition;
static cudnnReduceTensorDescriptor_t reduction;
static cudnnSpatialTransformerDescriptor_t transformer;

#define OF(box) (box).descriptor, (box).device
/* ROW(name, result, arguments): result = alpha .. + beta result */
#define EVERYTHING(ROW)                                                                                      \
    ROW(TransformTensor, c, alpha, OF(a), beta, OF(c))                                                       \
    ROW(AddTensor, c, alpha, OF(a), beta, OF(c))                                                             \
    ROW(OpTensor, c, addition, alpha, OF(a), alpha, OF(b), beta, OF(c))                                      \
    ROW(ReduceTensor, bias, reduction, NULL, 0, NULL, 0, alpha, OF(a), beta, OF(bias))                       \
    ROW(ConvolutionForward, c, alpha, OF(a), OF(filter), convolution, 0, NULL, 0, beta, OF(c))               \
    ROW(ConvolutionBackwardData, c, alpha, OF(filter), OF(a), convolution, 0, NULL, 0, beta, OF(c))          \
    ROW(ConvolutionBackwardFilter, filter, alpha, OF(a), OF(b), convolution, 0, NULL, 0, beta, OF(filter))   \
    ROW(ConvolutionBackwardBias, bias, alpha, OF(a), beta, OF(bias))                                         \
    ROW(ActivationForward, c, relu, alpha, OF(a), beta, OF(c))                                               \
    ROW(ActivationBackward, c, relu, alpha, OF(a), OF(b), OF(d), beta, OF(c))                                \
    ROW(SoftmaxForward, c, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, alpha, OF(a), beta, OF(c))    \
    ROW(SoftmaxBackward, c, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, alpha, OF(a), OF(b), beta,   \
        OF(c))                                                                                               \
    ROW(PoolingForward, c, pooling, alpha, OF(a), beta, OF(c))                                               \
    ROW(PoolingBackward, c, pooling, alpha, OF(a), OF(b), OF(d), beta, OF(c))                                \
    ROW(LRNCrossChannelForward, c, lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, alpha, OF(a), beta, OF(c))             \
    ROW(LRNCrossChannelBackward, c, lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, alpha, OF(a), OF(b), OF(d), beta,     \
        OF(c))                                                                                               \
    ROW(BatchNormalizationForwardInference, c, CUDNN_BATCHNORM_SPATIAL, alpha, beta, OF(a), OF(c), OF(bias), \
        bias.device, bias.device, bias.device, 1e-5)                                                         \
    ROW(BatchNormalizationForwardTraining, c, CUDNN_BATCHNORM_SPATIAL, alpha, beta, OF(a), OF(c), OF(bias),  \
        bias.device, 1, NULL, NULL, 1e-5, NULL, NULL)                                                        \
    ROW(BatchNormalizationBackward, c, CUDNN_BATCHNORM_SPATIAL, alpha, beta, &none, &none, OF(a), OF(b),     \
        OF(c), OF(bias), filter.device, grid.device, 1e-5, NULL, NULL)                                       \
    ROW(SpatialTfSamplerForward, c, transformer, alpha, OF(a), grid.device, beta, OF(c))                     \
    ROW(SpatialTfSamplerBackward, c, transformer, alpha, OF(a), beta, OF(c), &none, OF(b), grid.device,      \
        &none, d.device)

#define DEFINE(name, result, ...)                                         \
    static cudnnStatus_t call_##name(const void *alpha, const void *beta) \
    {                                                                     \
        return cudnn##name(dnn, __VA_ARGS__);                             \
    }
EVERYTHING(DEFINE)

#define ENTRY(name, result, ...) {#name, &result, call_##name},
static const struct row {
    const char *name;
    struct box *result;
    cudnnStatus_t (*call)(const void *alpha, const void *beta);
} rows[] = {EVERYTHING(ENTRY)};

/* All bits set are a NaN of every type. */
static void set_all(struct box *box, double value)
{
    for (size_t i = 0; i < box->count; i++)
        box->value[i] = isnan(value) ? 0 : value;
    upload(box);
    if (isnan(value))
        assert_int_equal(cudaMemset(box->device, 0xff, box->bytes), cudaSuccess);
}

/* All of a box is one number; or where a NaN is expected, any number.  NaNs of 16 bits are read as large
 * numbers. */
static void expect_all(const char *name, const struct box *box, double expected)
{
    download(box);
    for (size_t i = 0; i < box->count; i++)
        if (isnan(expected) ? !(fabs(box->value[i]) < 1e4) : box->value[i] != expected)
            fail_msg("cudnn%s of type %d: element %zu is %g, not %g", name, box->type, i, box->value[i],
                     expected);
}

static void check(const struct row *row, double alpha, double beta, double operands, double before,
                  double expected)
{
    struct scalar one, two;

    for (int i = 0; i < BOXES; i++)
        set_all(boxes[i], boxes[i] == row->result ? before : operands);
    assert_int_equal(row->call(scalar(&one, a.type, alpha), scalar(&two, a.type, beta)),
                     CUDNN_STATUS_SUCCESS);
    expect_all(row->name, row->result, expected);
}

static void make_descriptors(cudnnDataType_t type)
{
    const int ones[] = {1, 1}, zeros[] = {0, 0};

    a = make_box(type, DENSE, 4, whole), b = make_box(type, DENSE, 4, whole);
    d = make_box(type, DENSE, 4, whole), c = make_box(type, DENSE, 4, whole);
    bias = make_box(type, DENSE, 4, of_channels), filter = make_filter(type, DENSE, 4, of_filter);
    grid = make_box(type, DENSE, 4, of_grid);
    RIGHT(cudnnCreateActivationDescriptor(&relu));
    RIGHT(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0));
    RIGHT(cudnnCreateConvolutionDescriptor(&convolution));
    RIGHT(cudnnSetConvolutionNdDescriptor(convolution, 2, zeros, ones, ones, CUDNN_CROSS_CORRELATION, type));
    RIGHT(cudnnCreatePoolingDescriptor(&pooling));
    RIGHT(cudnnSetPoolingNdDescriptor(pooling, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, ones, zeros, ones));
    RIGHT(cudnnCreateLRNDescriptor(&lrn));
    RIGHT(cudnnSetLRNDescriptor(lrn, 3, 1, 1, 1));
    RIGHT(cudnnCreateOpTensorDescriptor(&addition));
    RIGHT(cudnnSetOpTensorDescriptor(addition, CUDNN_OP_TENSOR_ADD, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN));
    RIGHT(cudnnCreateReduceTensorDescriptor(&reduction));
    RIGHT(cudnnSetReduceTensorDescriptor(reduction, CUDNN_REDUCE_TENSOR_ADD, CUDNN_DATA_FLOAT,
                                         CUDNN_PROPAGATE_NAN, CUDNN_REDUCE_TENSOR_NO_INDICES,
                                         CUDNN_32BIT_INDICES));
    RIGHT(cudnnCreateSpatialTransformerDescriptor(&transformer));
    RIGHT(cudnnSetSpatialTransformerNdDescriptor(transformer, CUDNN_SAMPLER_BILINEAR, type, 4, whole));
}

static void drop_descriptors(void)
{
    for (int i = 0; i < BOXES; i++)
        free_box(boxes[i]);
    cudnnDestroyActivationDescriptor(relu), cudnnDestroyConvolutionDescriptor(convolution);
    cudnnDestroyPoolingDescriptor(pooling), cudnnDestroyLRNDescriptor(lrn);
    cudnnDestroyOpTensorDescriptor(addition), cudnnDestroyReduceTensorDescriptor(reduction);
    cudnnDestroySpatialTransformerDescriptor(transformer);
}

/* y = relu(alpha1 convolution + alpha2 z + bias), where the first two are NaN. */
static void check_fused(void)
{
    struct scalar zero;
    const void *factor = scalar(&zero, a.type, 0);

    for (int i = 0; i < BOXES; i++)
        set_all(boxes[i], boxes[i] == &bias ? 1 : NAN);
    RIGHT(cudnnConvolutionBiasActivationForward(dnn, factor, OF(a), OF(filter), convolution, 0, NULL, 0,
                                                factor, OF(b), OF(bias), relu, OF(c)));
    expect_all("ConvolutionBiasActivationForward", &c, 1);
    RIGHT(cudnnConvolutionBiasActivationForward(dnn, factor, OF(a), OF(filter), convolution, 0, NULL, 0,
                                                factor, NULL, NULL, OF(bias), relu, OF(c)));
}

/* c = alpha a + beta b */
static void check_sum(double alpha, double beta)
{
    struct scalar one, two;

    set_all(&a, alpha == 0 ? NAN : 4), set_all(&b, beta == 0 ? NAN : 4), set_all(&c, NAN);
    RIGHT(cudnnOpTensor(dnn, addition, scalar(&one, a.type, alpha), OF(a), scalar(&two, a.type, beta), OF(b),
                        &none, OF(c)));
    expect_all("OpTensor", &c, 4 * (alpha + beta));
}

static void test_every_function(void **state)
{
    static const cudnnDataType_t types[] = {CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF};

    (void)state;
    need_library(dnn_blas);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        make_descriptors(types[t]);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            check(&rows[i], 0, 0, NAN, NAN, 0);
            check(&rows[i], 0, 2, NAN, 3, 6);
            check(&rows[i], 1, 0, 1, NAN, NAN);
        }
        check_fused();
        check_sum(0, 2), check_sum(2, 0), check_sum(0, 0);
        drop_descriptors();
    }
}

/* --- the backend --- */

/* y = 3 x + 0 b, where b is a NaN, or NULL. */
static void test_pointwise(void **state)
{
    static const cudnnPointwiseMode_t modes[] = {CUDNN_POINTWISE_ADD, CUDNN_POINTWISE_SUB,
                                                 CUDNN_POINTWISE_MAX, CUDNN_POINTWISE_ADD_SQUARE};

    (void)state;
    make_descriptors(CUDNN_DATA_FLOAT);
    for (int round = 0; round < 8; round++) {
        cudnnBackendDescriptor_t x = make_tensor(&a, 0), addend = make_tensor(&b, 1), y = make_tensor(&c, 2);
        cudnnBackendDescriptor_t operation = BACKEND(OPERATION_POINTWISE), mode = make_mode(modes[round % 4]);
        set_all(&a, 4), set_all(&b, NAN), set_all(&c, NAN);
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_PW_DESCRIPTOR, mode));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, x));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_BDESC, addend));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_YDESC, y));
        RIGHT(SET(operation, OPERATION_POINTWISE_ALPHA1, FLOAT, float, 3));
        RIGHT(SET(operation, OPERATION_POINTWISE_ALPHA2, FLOAT, float, 0));
        RIGHT(cudnnBackendFinalize(operation));
        void *const pointers[] = {a.device, round < 4 ? b.device : NULL, c.device};
        RIGHT(execute(make_plan(&operation, 1), 3, pointers));
        expect_all("BackendExecute", &c, 12);
        drop(mode), drop(x), drop(addend), drop(y);
    }
    drop_descriptors();
}

/* relu(convolution + 0 z), as XLA asks for it, where z has not been written; and y = 0 convolution + 2 y. */
static void test_convolution(void **state)
{
    (void)state;
    need_library(dnn_blas);
    make_descriptors(CUDNN_DATA_FLOAT);
    for (int round = 0; round < 4; round++) {
        const bool nothing = round >= 2, absent = round % 2;
        cudnnBackendDescriptor_t x = make_tensor(&a, 0), w = make_tensor(&filter, 1), z = make_tensor(&b, 2),
                                 y = make_tensor(&c, 3), between = make_virtual(&c, 9, CUDNN_DATA_FLOAT);
        cudnnBackendDescriptor_t shape = BACKEND(CONVOLUTION), sum = BACKEND(OPERATION_POINTWISE),
                                 mode = make_mode(CUDNN_POINTWISE_ADD);
        cudnnBackendDescriptor_t operations[] = {BACKEND(OPERATION_CONVOLUTION_FORWARD), sum};
        RIGHT(SET(shape, CONVOLUTION_COMP_TYPE, DATA_TYPE, cudnnDataType_t, CUDNN_DATA_FLOAT));
        RIGHT(SET(shape, CONVOLUTION_CONV_MODE, CONVOLUTION_MODE, cudnnConvolutionMode_t, 1));
        RIGHT(SET(shape, CONVOLUTION_SPATIAL_DIMS, INT64, int64_t, 2));
        RIGHT(SET(shape, CONVOLUTION_DILATIONS, INT64, int64_t, 1, 1));
        RIGHT(SET(shape, CONVOLUTION_FILTER_STRIDES, INT64, int64_t, 1, 1));
        RIGHT(SET(shape, CONVOLUTION_PRE_PADDINGS, INT64, int64_t, 0, 0));
        RIGHT(SET(shape, CONVOLUTION_POST_PADDINGS, INT64, int64_t, 0, 0));
        RIGHT(cudnnBackendFinalize(shape));
        RIGHT(SET(operations[0], OPERATION_CONVOLUTION_FORWARD_ALPHA, FLOAT, float, nothing ? 0 : 1));
        RIGHT(SET(operations[0], OPERATION_CONVOLUTION_FORWARD_BETA, FLOAT, float, nothing ? 2 : 0));
        RIGHT(SET_CHILDREN(operations[0], OPERATION_CONVOLUTION_FORWARD_CONV_DESC, shape));
        RIGHT(SET_CHILDREN(operations[0], OPERATION_CONVOLUTION_FORWARD_X, x));
        RIGHT(SET_CHILDREN(operations[0], OPERATION_CONVOLUTION_FORWARD_W, w));
        RIGHT(SET_CHILDREN(operations[0], OPERATION_CONVOLUTION_FORWARD_Y, nothing ? y : between));
        RIGHT(cudnnBackendFinalize(operations[0]));
        RIGHT(SET_CHILDREN(sum, OPERATION_POINTWISE_PW_DESCRIPTOR, mode));
        RIGHT(SET_CHILDREN(sum, OPERATION_POINTWISE_XDESC, between));
        RIGHT(SET_CHILDREN(sum, OPERATION_POINTWISE_BDESC, z));
        RIGHT(SET_CHILDREN(sum, OPERATION_POINTWISE_YDESC, y));
        RIGHT(SET(sum, OPERATION_POINTWISE_ALPHA2, FLOAT, float, 0));
        RIGHT(cudnnBackendFinalize(sum));
        set_all(&a, nothing ? NAN : 1), set_all(&filter, nothing ? NAN : 1), set_all(&b, NAN);
        set_all(&c, nothing ? 3 : NAN);
        void *const pointers[] = {nothing && absent ? NULL : a.device,
                                  nothing && absent ? NULL : filter.device, absent ? NULL : b.device,
                                  c.device};
        RIGHT(execute(make_plan(operations, nothing ? 1 : 2), 4, pointers));
        expect_all("BackendExecute", &c, nothing ? 6 : 4);
        if (nothing)
            drop(sum);
        drop(x), drop(w), drop(z), drop(y), drop(between), drop(shape), drop(mode);
    }
    drop_descriptors();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_function, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_pointwise, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_convolution, dnn_setup, dnn_teardown),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* What cuDNN's descriptors say of themselves, sizes, algorithms, and what the library says of itself. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn.h"

/* A function of cuDNN 9, whose numbers of statuses are others. */
static void *of_later(const char *name)
{
    void *library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL), *found;

    assert_non_null(library);
    found = dlsym(library, name);
    assert_non_null(found);
    return found;
}

#define LATER(name) ((__typeof__(name) *)of_later(#name))
#define LATER_BAD   2000

static void test_convolution_descriptors(void **state)
{
    const int pad[] = {1, 2}, step[] = {3, 4}, dilation[] = {5, 6};
    int got[6] = {0}, count = 0, groups = 0;
    cudnnConvolutionDescriptor_t conv;
    cudnnConvolutionMode_t mode;
    cudnnDataType_t type;
    cudnnMathType_t math;
    cudnnReorderType_t reorder;

    (void)state;
    RIGHT(cudnnCreateConvolutionDescriptor(&conv));
    RIGHT(
        cudnnSetConvolution2dDescriptor(conv, 1, 2, 3, 4, 5, 6, CUDNN_CROSS_CORRELATION, CUDNN_DATA_DOUBLE));
    RIGHT(cudnnGetConvolution2dDescriptor(conv, &got[0], &got[1], &got[2], &got[3], &got[4], &got[5], &mode,
                                          &type));
    for (int i = 0; i < 6; i++)
        assert_int_equal(got[i], i + 1);
    assert_true(mode == CUDNN_CROSS_CORRELATION && type == CUDNN_DATA_DOUBLE);
    RIGHT(cudnnSetConvolutionNdDescriptor(conv, 2, pad, step, dilation, CUDNN_CONVOLUTION, CUDNN_DATA_FLOAT));
    RIGHT(cudnnGetConvolutionNdDescriptor(conv, 2, &count, got, got + 2, got + 4, &mode, &type));
    assert_true(count == 2 && got[1] == 2 && got[2] == 3 && got[5] == 6 && mode == CUDNN_CONVOLUTION);
    RIGHT(cudnnSetConvolutionGroupCount(conv, 3));
    RIGHT(cudnnGetConvolutionGroupCount(conv, &groups));
    assert_int_equal(groups, 3);
    RIGHT(cudnnSetConvolutionMathType(conv, CUDNN_TENSOR_OP_MATH));
    RIGHT(cudnnGetConvolutionMathType(conv, &math));
    assert_int_equal(math, CUDNN_TENSOR_OP_MATH);
    RIGHT(cudnnSetConvolutionReorderType(conv, CUDNN_NO_REORDER));
    RIGHT(cudnnGetConvolutionReorderType(conv, &reorder));
    assert_int_equal(reorder, CUDNN_NO_REORDER);
    BAD(cudnnSetConvolutionReorderType(conv, (cudnnReorderType_t)5));
    RIGHT(cudnnDestroyConvolutionDescriptor(conv));
    BAD(cudnnGetConvolution2dDescriptor(conv, got, got, got, got, got, got, &mode, &type));
    BAD(cudnnGetConvolutionNdDescriptor(conv, 2, &count, got, got, got, &mode, &type));
    BAD(cudnnGetConvolutionGroupCount(NULL, &groups));
    BAD(cudnnGetConvolutionMathType(NULL, &math));
    BAD(cudnnGetConvolutionReorderType(NULL, &reorder));
}

/* Two images of 3 channels, 4 by 5, and 2 filters of 3 by 3. */
static void test_convolution_algorithms(void **state)
{
    const int x_size[] = {2, 3, 4, 5}, w_size[] = {2, 3, 3, 3}, y_size[] = {2, 2, 2, 3};
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, x_size),
               y = make_box(CUDNN_DATA_FLOAT, DENSE, 4, y_size);
    struct box w = make_filter(CUDNN_DATA_FLOAT, DENSE, 4, w_size);
    cudnnConvolutionDescriptor_t conv;
    cudnnConvolutionFwdAlgoPerf_t forward;
    cudnnConvolutionBwdDataAlgoPerf_t data;
    cudnnConvolutionBwdFilterAlgoPerf_t filter;
    int size[4], count = 0;
    size_t bytes = 7;

    (void)state;
    RIGHT(cudnnCreateConvolutionDescriptor(&conv));
    RIGHT(cudnnSetConvolution2dDescriptor(conv, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    RIGHT(cudnnGetConvolution2dForwardOutputDim(conv, x.descriptor, w.descriptor, &size[0], &size[1],
                                                &size[2], &size[3]));
    assert_memory_equal(size, y_size, sizeof size);
    BAD(cudnnGetConvolution2dForwardOutputDim(conv, NULL, w.descriptor, &size[0], &size[1], &size[2],
                                              &size[3]));
    RIGHT(cudnnGetConvolutionForwardAlgorithmMaxCount(dnn, &count));
    assert_true(count > 0);
    RIGHT(cudnnGetConvolutionBackwardDataAlgorithmMaxCount(dnn, &count));
    assert_true(count > 0);
    RIGHT(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(dnn, &count));
    assert_true(count > 0);
    BAD(cudnnGetConvolutionForwardAlgorithmMaxCount(dnn, NULL));
    BAD(cudnnGetConvolutionBackwardDataAlgorithmMaxCount(dnn, NULL));
    BAD(cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(dnn, NULL));
/* An algorithm that does, and the same call with a wrong number of them. */
#define FOUND(result, function, ...)                       \
    count = 0;                                             \
    result.status = CUDNN_STATUS_BAD_PARAM;                \
    RIGHT(function(dnn, __VA_ARGS__, 1, &count, &result)); \
    assert_int_equal(count, 1);                            \
    assert_int_equal(result.status, CUDNN_STATUS_SUCCESS); \
    BAD(function(dnn, __VA_ARGS__, 0, &count, &result))
#define FORWARD x.descriptor, w.descriptor, conv, y.descriptor
#define DATA    w.descriptor, y.descriptor, conv, x.descriptor
#define FILTER  x.descriptor, y.descriptor, conv, w.descriptor
    FOUND(forward, cudnnFindConvolutionForwardAlgorithm, FORWARD);
    FOUND(data, cudnnFindConvolutionBackwardDataAlgorithm, DATA);
    FOUND(data, cudnnGetConvolutionBackwardDataAlgorithm_v7, DATA);
    FOUND(filter, cudnnFindConvolutionBackwardFilterAlgorithm, FILTER);
    RIGHT(cudnnFindConvolutionForwardAlgorithmEx(dnn, x.descriptor, x.device, w.descriptor, w.device, conv,
                                                 y.descriptor, y.device, 1, &count, &forward, NULL, 0));
    assert_int_equal(forward.status, CUDNN_STATUS_SUCCESS);
    BAD(cudnnFindConvolutionForwardAlgorithmEx(dnn, x.descriptor, x.device, w.descriptor, w.device, NULL,
                                               y.descriptor, y.device, 1, &count, &forward, NULL, 0));
    RIGHT(cudnnFindConvolutionBackwardFilterAlgorithmEx(dnn, x.descriptor, x.device, y.descriptor, y.device,
                                                        conv, w.descriptor, w.device, 1, &count, &filter,
                                                        NULL, 0));
    assert_int_equal(filter.status, CUDNN_STATUS_SUCCESS);
    BAD(cudnnFindConvolutionBackwardFilterAlgorithmEx(dnn, x.descriptor, x.device, y.descriptor, y.device,
                                                      conv, w.descriptor, w.device, 1, NULL, &filter, NULL,
                                                      0));
    RIGHT(cudnnGetConvolutionBackwardDataWorkspaceSize(dnn, DATA, data.algo, &bytes));
    RIGHT(cudnnGetConvolutionBackwardFilterWorkspaceSize(dnn, FILTER, filter.algo, &bytes));
    BAD(cudnnGetConvolutionBackwardDataWorkspaceSize(dnn, DATA, data.algo, NULL));
    BAD(cudnnGetConvolutionBackwardFilterWorkspaceSize(dnn, FILTER, (cudnnConvolutionBwdFilterAlgo_t)99,
                                                       &bytes));
    RIGHT(cudnnDestroyConvolutionDescriptor(conv));
    free_box(&x);
    free_box(&y);
    free_box(&w);
}

static void test_layer_descriptors(void **state)
{
    const int window[] = {2, 3}, padding[] = {0, 1}, step[] = {4, 5};
    cudnnPoolingDescriptor_t pooling;
    cudnnPoolingMode_t pooling_mode;
    cudnnNanPropagation_t nan;
    cudnnActivationDescriptor_t activation;
    cudnnActivationMode_t activation_mode;
    cudnnFilterDescriptor_t filter;
    cudnnTensorFormat_t format;
    cudnnReduceTensorDescriptor_t reduce;
    cudnnReduceTensorOp_t op;
    cudnnReduceTensorIndices_t indices;
    cudnnIndicesType_t index_type;
    cudnnDropoutDescriptor_t dropout;
    cudnnDataType_t type;
    double ceiling = 0;
    float rate = 1;
    unsigned long long seed;
    void *states = &rate;
    int got[6], count;

    (void)state;
    RIGHT(cudnnCreatePoolingDescriptor(&pooling));
    RIGHT(cudnnSetPooling2dDescriptor(pooling, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, 3, 0, 1, 4, 5));
    RIGHT(cudnnGetPooling2dDescriptor(pooling, &pooling_mode, &nan, &got[0], &got[1], &got[2], &got[3],
                                      &got[4], &got[5]));
    assert_memory_equal(got, ((int[]){2, 3, 0, 1, 4, 5}), sizeof got);
    RIGHT(cudnnSetPoolingNdDescriptor(pooling, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, window, padding,
                                      step));
    RIGHT(cudnnGetPoolingNdDescriptor(pooling, 2, &pooling_mode, &nan, &count, got, got + 2, got + 4));
    assert_memory_equal(got, ((int[]){2, 3, 0, 1, 4, 5}), sizeof got);
    assert_true(count == 2 && pooling_mode == CUDNN_POOLING_MAX && nan == CUDNN_PROPAGATE_NAN);
    RIGHT(cudnnDestroyPoolingDescriptor(pooling));
    BAD(cudnnGetPooling2dDescriptor(pooling, &pooling_mode, &nan, got, got, got, got, got, got));
    BAD(cudnnGetPoolingNdDescriptor(NULL, 2, &pooling_mode, &nan, &count, got, got, got));
    RIGHT(cudnnCreateActivationDescriptor(&activation));
    RIGHT(
        cudnnSetActivationDescriptor(activation, CUDNN_ACTIVATION_CLIPPED_RELU, CUDNN_NOT_PROPAGATE_NAN, 6));
    RIGHT(cudnnGetActivationDescriptor(activation, &activation_mode, &nan, &ceiling));
    assert_true(activation_mode == CUDNN_ACTIVATION_CLIPPED_RELU && ceiling == 6);
    RIGHT(cudnnDestroyActivationDescriptor(activation));
    BAD(cudnnGetActivationDescriptor(activation, &activation_mode, &nan, &ceiling));
    RIGHT(cudnnCreateFilterDescriptor(&filter));
    RIGHT(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_HALF, CUDNN_TENSOR_NHWC, 2, 3, 4, 5));
    RIGHT(cudnnGetFilter4dDescriptor(filter, &type, &format, &got[0], &got[1], &got[2], &got[3]));
    assert_memory_equal(got, ((int[]){2, 3, 4, 5}), sizeof(int[4]));
    assert_true(type == CUDNN_DATA_HALF && format == CUDNN_TENSOR_NHWC);
    RIGHT(cudnnDestroyFilterDescriptor(filter));
    BAD(cudnnGetFilter4dDescriptor(filter, &type, &format, got, got, got, got));
    RIGHT(cudnnCreateReduceTensorDescriptor(&reduce));
    RIGHT(cudnnSetReduceTensorDescriptor(reduce, CUDNN_REDUCE_TENSOR_MAX, CUDNN_DATA_FLOAT,
                                         CUDNN_PROPAGATE_NAN, CUDNN_REDUCE_TENSOR_FLATTENED_INDICES,
                                         CUDNN_32BIT_INDICES));
    RIGHT(cudnnGetReduceTensorDescriptor(reduce, &op, &type, &nan, &indices, &index_type));
    assert_true(op == CUDNN_REDUCE_TENSOR_MAX && indices == CUDNN_REDUCE_TENSOR_FLATTENED_INDICES);
    RIGHT(cudnnDestroyReduceTensorDescriptor(reduce));
    BAD(cudnnGetReduceTensorDescriptor(reduce, &op, &type, &nan, &indices, &index_type));
    RIGHT(cudnnCreateDropoutDescriptor(&dropout));
    RIGHT(cudnnSetDropoutDescriptor(dropout, dnn, 0, NULL, 0, 5));
    RIGHT(cudnnGetDropoutDescriptor(dropout, dnn, &rate, &states, &seed));
    assert_true(rate == 0 && states == NULL);
    RIGHT(cudnnDestroyDropoutDescriptor(dropout));
    BAD(cudnnGetDropoutDescriptor(dropout, dnn, &rate, &states, &seed));
}

static void test_ctc_descriptors(void **state)
{
    cudnnCTCLossDescriptor_t ctc;
    cudnnDataType_t type;
    cudnnLossNormalizationMode_t mode;
    cudnnNanPropagation_t nan;
    cudnnCTCGradMode_t gradient = (cudnnCTCGradMode_t)9;
    int longest = 0;

    (void)state;
    RIGHT(cudnnCreateCTCLossDescriptor(&ctc));
    RIGHT(cudnnSetCTCLossDescriptorEx(ctc, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX,
                                      CUDNN_PROPAGATE_NAN));
    RIGHT(cudnnGetCTCLossDescriptor(ctc, &type));
    assert_int_equal(type, CUDNN_DATA_FLOAT);
    RIGHT(cudnnGetCTCLossDescriptorEx(ctc, &type, &mode, &nan));
    assert_true(mode == CUDNN_LOSS_NORMALIZATION_SOFTMAX && nan == CUDNN_PROPAGATE_NAN);
    RIGHT(cudnnDestroyCTCLossDescriptor(ctc));
    BAD(cudnnGetCTCLossDescriptor(ctc, &type));
    BAD(cudnnGetCTCLossDescriptorEx(NULL, &type, &mode, &nan));
    RIGHT(LATER(cudnnCreateCTCLossDescriptor)(&ctc));
    RIGHT(LATER(cudnnSetCTCLossDescriptor_v9)(ctc, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX,
                                              (cudnnCTCGradMode_t)1, 20));
    RIGHT(LATER(cudnnGetCTCLossDescriptor_v9)(ctc, &type, &mode, &gradient, &longest));
    assert_true(gradient == (cudnnCTCGradMode_t)1 && longest == 20);
    assert_int_equal(LATER(cudnnSetCTCLossDescriptor_v9)(NULL, CUDNN_DATA_FLOAT, mode, gradient, 20),
                     LATER_BAD);
    RIGHT(LATER(cudnnDestroyCTCLossDescriptor)(ctc));
    assert_int_equal(LATER(cudnnGetCTCLossDescriptor_v9)(ctc, &type, &mode, &gradient, &longest), LATER_BAD);
}

static void test_rnn_descriptors(void **state)
{
    cudnnRNNDescriptor_t rnn;
    cudnnDropoutDescriptor_t dropout, got_dropout;
    cudnnRNNAlgo_t algorithm;
    cudnnRNNMode_t cell;
    cudnnRNNBiasMode_t bias;
    cudnnDirectionMode_t direction;
    cudnnRNNInputMode_t input;
    cudnnDataType_t type, precision;
    cudnnMathType_t math;
    cudnnRNNClipMode_t clip;
    cudnnNanPropagation_t nan;
    double least = 0, most = 0;
    int hidden, layers, projected, out;
    int32_t sizes[4];
    uint32_t flags;
    unsigned padding;

    (void)state;
    RIGHT(cudnnCreateDropoutDescriptor(&dropout));
    RIGHT(cudnnSetDropoutDescriptor(dropout, dnn, 0, NULL, 0, 0));
    RIGHT(cudnnCreateRNNDescriptor(&rnn));
    RIGHT(cudnnSetRNNDescriptor_v8(rnn, CUDNN_RNN_ALGO_STANDARD, CUDNN_LSTM, CUDNN_RNN_DOUBLE_BIAS,
                                   CUDNN_BIDIRECTIONAL, CUDNN_LINEAR_INPUT, CUDNN_DATA_FLOAT,
                                   CUDNN_DATA_FLOAT, CUDNN_DEFAULT_MATH, 3, 4, 2, 5, dropout,
                                   CUDNN_RNN_PADDED_IO_ENABLED));
    RIGHT(cudnnGetRNNDescriptor_v8(rnn, &algorithm, &cell, &bias, &direction, &input, &type, &precision,
                                   &math, &sizes[0], &sizes[1], &sizes[2], &sizes[3], &got_dropout, &flags));
    assert_memory_equal(sizes, ((int32_t[]){3, 4, 2, 5}), sizeof sizes);
    assert_true(cell == CUDNN_LSTM && direction == CUDNN_BIDIRECTIONAL && got_dropout == dropout &&
                flags == CUDNN_RNN_PADDED_IO_ENABLED);
    RIGHT(cudnnSetRNNDescriptor_v6(dnn, rnn, 4, 5, dropout, CUDNN_LINEAR_INPUT, CUDNN_UNIDIRECTIONAL,
                                   CUDNN_LSTM, CUDNN_RNN_ALGO_STANDARD, CUDNN_DATA_FLOAT));
    RIGHT(cudnnGetRNNDescriptor_v6(dnn, rnn, &hidden, &layers, &got_dropout, &input, &direction, &cell,
                                   &algorithm, &precision));
    assert_true(hidden == 4 && layers == 5 && direction == CUDNN_UNIDIRECTIONAL &&
                precision == CUDNN_DATA_FLOAT);
    RIGHT(cudnnSetRNNProjectionLayers(dnn, rnn, 3, 0));
    RIGHT(cudnnGetRNNProjectionLayers(dnn, rnn, &projected, &out));
    assert_true(projected == 3 && out == 0);
    RIGHT(cudnnSetRNNBiasMode(rnn, CUDNN_RNN_SINGLE_INP_BIAS));
    RIGHT(cudnnGetRNNBiasMode(rnn, &bias));
    assert_int_equal(bias, CUDNN_RNN_SINGLE_INP_BIAS);
    RIGHT(cudnnSetRNNMatrixMathType(rnn, CUDNN_TENSOR_OP_MATH));
    RIGHT(cudnnGetRNNMatrixMathType(rnn, &math));
    assert_int_equal(math, CUDNN_TENSOR_OP_MATH);
    RIGHT(cudnnSetRNNPaddingMode(rnn, CUDNN_RNN_PADDED_IO_ENABLED));
    RIGHT(cudnnGetRNNPaddingMode(rnn, &padding));
    assert_int_equal(padding, CUDNN_RNN_PADDED_IO_ENABLED);
    RIGHT(cudnnRNNSetClip(dnn, rnn, CUDNN_RNN_CLIP_MINMAX, CUDNN_PROPAGATE_NAN, -1, 2));
    RIGHT(cudnnRNNGetClip(dnn, rnn, &clip, &nan, &least, &most));
    assert_true(clip == CUDNN_RNN_CLIP_MINMAX && least == -1 && most == 2);
    BAD(cudnnSetRNNBiasMode(rnn, (cudnnRNNBiasMode_t)7));
    BAD(cudnnSetRNNMatrixMathType(rnn, (cudnnMathType_t)9));
    BAD(cudnnSetRNNPaddingMode(NULL, 0));
    BAD(cudnnRNNSetClip(dnn, rnn, CUDNN_RNN_CLIP_MINMAX, CUDNN_PROPAGATE_NAN, 3, 2));
    RIGHT(cudnnDestroyRNNDescriptor(rnn));
    BAD(cudnnGetRNNDescriptor_v8(rnn, &algorithm, &cell, &bias, &direction, &input, &type, &precision, &math,
                                 &sizes[0], &sizes[1], &sizes[2], &sizes[3], &got_dropout, &flags));
    BAD(cudnnGetRNNDescriptor_v6(dnn, rnn, &hidden, &layers, &got_dropout, &input, &direction, &cell,
                                 &algorithm, &precision));
    BAD(cudnnGetRNNProjectionLayers(dnn, rnn, &projected, &out));
    BAD(cudnnGetRNNBiasMode(rnn, &bias));
    BAD(cudnnGetRNNMatrixMathType(rnn, &math));
    BAD(cudnnGetRNNPaddingMode(rnn, &padding));
    BAD(cudnnRNNGetClip(dnn, rnn, &clip, &nan, &least, &most));
    RIGHT(cudnnDestroyDropoutDescriptor(dropout));
    RIGHT(LATER(cudnnCreateRNNDescriptor)(&rnn));
    RIGHT(LATER(cudnnSetRNNDescriptor_v8)(rnn, 0, CUDNN_LSTM, CUDNN_RNN_DOUBLE_BIAS, CUDNN_UNIDIRECTIONAL,
                                          CUDNN_LINEAR_INPUT, CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT,
                                          CUDNN_DEFAULT_MATH, 3, 4, 4, 1, NULL, 0));
    RIGHT(LATER(cudnnRNNSetClip_v9)(rnn, CUDNN_RNN_CLIP_MINMAX, -3, 4));
    RIGHT(LATER(cudnnRNNGetClip_v9)(rnn, &clip, &least, &most));
    assert_true(least == -3 && most == 4);
    assert_int_equal(LATER(cudnnRNNSetClip_v9)(rnn, CUDNN_RNN_CLIP_MINMAX, 5, 4), LATER_BAD);
    RIGHT(LATER(cudnnDestroyRNNDescriptor)(rnn));
    assert_int_equal(LATER(cudnnRNNGetClip_v9)(rnn, &clip, &least, &most), LATER_BAD);
}

static void test_norm_sizes(void **state)
{
    const int size[] = {2, 3, 4, 5}, channels[] = {1, 3, 1, 1};
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, size);
    cudnnTensorDescriptor_t scale, mean, d = x.descriptor;
    cudnnDataType_t type;
    int got[4], strides[4], dims;
    size_t bytes, *where;

    (void)state;
    RIGHT(cudnnCreateTensorDescriptor(&scale));
    RIGHT(cudnnCreateTensorDescriptor(&mean));
    RIGHT(cudnnDeriveNormTensorDescriptor(scale, mean, d, CUDNN_NORM_PER_CHANNEL, 1));
    RIGHT(cudnnGetTensorNdDescriptor(mean, 4, &type, &dims, got, strides));
    assert_memory_equal(got, channels, sizeof got);
    BAD(cudnnDeriveNormTensorDescriptor(scale, mean, NULL, CUDNN_NORM_PER_CHANNEL, 1));
/* A size, and the same with nowhere to put it. */
#define BYTES(function, ...)           \
    where = &bytes;                    \
    RIGHT(function(dnn, __VA_ARGS__)); \
    where = NULL;                      \
    BAD(function(dnn, __VA_ARGS__))
#define OPS CUDNN_NORM_OPS_NORM, CUDNN_NORM_ALGO_STANDARD
    BYTES(cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize, CUDNN_BATCHNORM_SPATIAL,
          CUDNN_BATCHNORM_OPS_BN, d, NULL, d, scale, NULL, where);
    BYTES(cudnnGetBatchNormalizationBackwardExWorkspaceSize, CUDNN_BATCHNORM_SPATIAL, CUDNN_BATCHNORM_OPS_BN,
          d, NULL, d, NULL, d, scale, NULL, where);
    BYTES(cudnnGetNormalizationForwardTrainingWorkspaceSize, CUDNN_NORM_PER_CHANNEL, OPS, d, NULL, d, scale,
          NULL, mean, where, 1);
    BYTES(cudnnGetNormalizationBackwardWorkspaceSize, CUDNN_NORM_PER_CHANNEL, OPS, d, NULL, d, NULL, d, scale,
          NULL, mean, where, 1);
    BYTES(cudnnGetNormalizationTrainingReserveSpaceSize, CUDNN_NORM_PER_CHANNEL, OPS, NULL, d, where, 1);
    RIGHT(cudnnDestroyTensorDescriptor(scale));
    RIGHT(cudnnDestroyTensorDescriptor(mean));
    free_box(&x);
}

static void hear(cudnnSeverity_t severity, void *user, const cudnnDebug_t *debug, const char *message)
{
    (void)severity, (void)user, (void)debug, (void)message;
}

static void test_library(void **state)
{
    cudnnStatus_t (*const checks[])(void) = {
        cudnnOpsInferVersionCheck,     cudnnOpsTrainVersionCheck,   cudnnCnnInferVersionCheck,
        cudnnCnnTrainVersionCheck,     cudnnAdvInferVersionCheck,   cudnnAdvTrainVersionCheck,
        LATER(cudnnOpsVersionCheck),   LATER(cudnnCnnVersionCheck), LATER(cudnnAdvVersionCheck),
        LATER(cudnnGraphVersionCheck),
    };
    cudnnCallback_t function;
    void *user;
    unsigned mask;
    char said[128];

    (void)state;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        RIGHT(checks[i]());
    RIGHT(cudnnSetCallback(3, &mask, hear));
    RIGHT(cudnnGetCallback(&mask, &user, &function));
    assert_true(mask == 3 && user == &mask && function == hear);
    RIGHT(cudnnSetCallback(0, NULL, NULL));
    assert_int_equal(cudnnGetCudartVersion(), 11070);
    assert_true(LATER(cudnnGetMaxDeviceVersion)() > 0);
    assert_int_equal(LATER(cudnnDestroyTensorDescriptor)((cudnnTensorDescriptor_t)said), LATER_BAD);
    LATER(cudnnGetLastErrorString)(said, sizeof said);
    assert_non_null(strstr(said, "cudnnDestroyTensorDescriptor"));
    LATER(cudnnGetLastErrorString)(said, sizeof said);
    assert_string_equal(said, "");
    LATER(cudnnGetLastErrorString)(NULL, 5);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, dnn_setup, dnn_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_convolution_descriptors),
        TEST(test_convolution_algorithms),
        TEST(test_layer_descriptors),
        TEST(test_ctc_descriptors),
        TEST(test_rnn_descriptors),
        TEST(test_norm_sizes),
        TEST(test_library),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

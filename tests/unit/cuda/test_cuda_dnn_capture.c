/* SPDX-License-Identifier: MIT */
/* Random scripts of cuDNN's calls: captured into a graph and launched they do what they do at once, after all
 * that the calls were given by the host is gone. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda/runtime/runtime.h"
#include "cuda_dnn_backend.h"

/* Each call takes as many floats to as many: images, or three sequences of two steps. */
enum { IMAGES = 2, CHANNELS = 3, EDGE = 4, COUNT = IMAGES * CHANNELS * EDGE * EDGE, STEPS = 2, VECTOR = 16 };
enum { WEIGHTS = 4096, CALLS = 6 };

static float *weights; /* of the device, for all that takes some */
static cudaStream_t stream;
static const float one = 1, zero = 0;

static cudnnTensorDescriptor_t make_descriptor(int a, int b, int c, int d)
{
    cudnnTensorDescriptor_t made;

    RIGHT(cudnnCreateTensorDescriptor(&made));
    RIGHT(cudnnSetTensor4dDescriptor(made, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, a, b, c, d));
    return made;
}

static cudnnTensorDescriptor_t make_images(void)
{
    return make_descriptor(IMAGES, CHANNELS, EDGE, EDGE);
}

/* --- calls: from one buffer to another --- */

static void add(float *from, float *to)
{
    cudnnTensorDescriptor_t images = make_images(), bias = make_descriptor(1, CHANNELS, 1, 1);
    float factor = (float)random_eighth();

    RIGHT(cudnnTransformTensor(dnn, &one, images, from, &zero, images, to));
    RIGHT(cudnnAddTensor(dnn, &factor, bias, weights, &one, images, to));
    factor = NAN;
    RIGHT(cudnnDestroyTensorDescriptor(images));
    RIGHT(cudnnDestroyTensorDescriptor(bias));
}

static void soften(float *from, float *to)
{
    cudnnTensorDescriptor_t images = make_images();

    RIGHT(cudnnSoftmaxForward(dnn, CUDNN_SOFTMAX_LOG, CUDNN_SOFTMAX_MODE_CHANNEL, &one, images, from, &zero,
                              images, to));
    RIGHT(cudnnDestroyTensorDescriptor(images));
}

static void convolve(float *from, float *to)
{
    cudnnTensorDescriptor_t images = make_images();
    cudnnFilterDescriptor_t filter;
    cudnnConvolutionDescriptor_t convolution;

    RIGHT(cudnnCreateFilterDescriptor(&filter));
    RIGHT(cudnnCreateConvolutionDescriptor(&convolution));
    RIGHT(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, CHANNELS, CHANNELS, 3, 3));
    RIGHT(cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION,
                                          CUDNN_DATA_FLOAT));
    RIGHT(cudnnConvolutionForward(dnn, &one, images, from, filter, weights, convolution, 0, NULL, 0, &zero,
                                  images, to));
    RIGHT(cudnnDestroyConvolutionDescriptor(convolution));
    RIGHT(cudnnDestroyFilterDescriptor(filter));
    RIGHT(cudnnDestroyTensorDescriptor(images));
}

static void normalize(float *from, float *to)
{
    cudnnTensorDescriptor_t images = make_images(), parameters = make_descriptor(1, CHANNELS, 1, 1);

    RIGHT(cudnnBatchNormalizationForwardTraining(dnn, CUDNN_BATCHNORM_SPATIAL, &one, &zero, images, from,
                                                 images, to, parameters, weights, weights + CHANNELS, 0, NULL,
                                                 NULL, 1e-5, NULL, NULL));
    RIGHT(cudnnDestroyTensorDescriptor(images));
    RIGHT(cudnnDestroyTensorDescriptor(parameters));
}

static void pool(float *from, float *to)
{
    cudnnTensorDescriptor_t images = make_images();
    cudnnPoolingDescriptor_t pooling;

    RIGHT(cudnnCreatePoolingDescriptor(&pooling));
    RIGHT(cudnnSetPooling2dDescriptor(pooling, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 3, 3, 1, 1, 1, 1));
    RIGHT(cudnnPoolingForward(dnn, pooling, &one, images, from, &zero, images, to));
    RIGHT(cudnnDestroyPoolingDescriptor(pooling));
    RIGHT(cudnnDestroyTensorDescriptor(images));
}

static void by_backend(float *from, float *to)
{
    struct box box = {.type = CUDNN_DATA_FLOAT, .dims = 1, .size = {COUNT}, .stride = {1}};
    cudnnBackendDescriptor_t x = make_tensor(&box, 0), y = make_tensor(&box, 1);
    cudnnBackendDescriptor_t operation = make_pointwise(CUDNN_POINTWISE_TANH_FWD, x, NULL, y);

    RIGHT(execute(make_plan(&operation, 1), 2, (void *const[]){from, to}));
    drop(x), drop(y);
}

/* The gradient of a loss, with labels on the stack. */
static void lose(float *from, float *to)
{
    const int size[] = {STEPS, CHANNELS, VECTOR}, stride[] = {CHANNELS * VECTOR, VECTOR, 1};
    int labels[] = {1, 2, random_between(1, 9)}, lengths[] = {1, 1, 1}, steps[] = {STEPS, STEPS, 1};
    cudnnTensorDescriptor_t tensor;
    cudnnCTCLossDescriptor_t loss;

    RIGHT(cudnnCreateTensorDescriptor(&tensor));
    RIGHT(cudnnSetTensorNdDescriptor(tensor, CUDNN_DATA_FLOAT, 3, size, stride));
    RIGHT(cudnnCreateCTCLossDescriptor(&loss));
    RIGHT(cudnnSetCTCLossDescriptorEx(loss, CUDNN_DATA_FLOAT, CUDNN_LOSS_NORMALIZATION_SOFTMAX, 0));
    RIGHT(cudnnCTCLoss(dnn, tensor, from, labels, lengths, steps, weights + WEIGHTS, tensor, to, 0, loss,
                       NULL, 0));
    memset(labels, 0x77, sizeof labels);
    memset(lengths, 0x77, sizeof lengths);
    memset(steps, 0x77, sizeof steps);
    RIGHT(cudnnDestroyCTCLossDescriptor(loss));
    RIGHT(cudnnDestroyTensorDescriptor(tensor));
}

/* A recurrent network over sequences whose lengths are on the stack. */
static void recur(float *from, float *to)
{
    int lengths[] = {STEPS, 1, STEPS};
    cudnnRNNDescriptor_t rnn;
    cudnnRNNDataDescriptor_t data;
    size_t bytes;

    RIGHT(cudnnCreateRNNDescriptor(&rnn));
    RIGHT(cudnnCreateRNNDataDescriptor(&data));
    RIGHT(cudnnSetRNNDescriptor_v8(rnn, CUDNN_RNN_ALGO_STANDARD, CUDNN_GRU, CUDNN_RNN_DOUBLE_BIAS,
                                   CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT, CUDNN_DATA_FLOAT,
                                   CUDNN_DATA_FLOAT, CUDNN_DEFAULT_MATH, VECTOR, VECTOR, VECTOR, 1, NULL,
                                   CUDNN_RNN_PADDED_IO_ENABLED));
    RIGHT(cudnnSetRNNDataDescriptor(data, CUDNN_DATA_FLOAT, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED, STEPS,
                                    CHANNELS, VECTOR, lengths, NULL));
    RIGHT(cudnnGetRNNWeightSpaceSize(dnn, rnn, &bytes));
    assert_true(bytes <= WEIGHTS * sizeof(float));
    RIGHT(cudnnRNNForward(dnn, rnn, CUDNN_FWD_MODE_INFERENCE, NULL, data, from, data, to, NULL, NULL, NULL,
                          NULL, NULL, NULL, bytes, weights, 0, NULL, 0, NULL));
    memset(lengths, 0x77, sizeof lengths);
    RIGHT(cudnnDestroyRNNDataDescriptor(data));
    RIGHT(cudnnDestroyRNNDescriptor(rnn));
}

/* --- scripts --- */

static void play(uint32_t seed, float *from, float *to)
{
    static void (*const calls[])(float *, float *) = {add,  soften,     convolve, normalize,
                                                      pool, by_backend, lose,     recur};

    dnn_seed = seed;
    for (int i = 0; i < CALLS; i++)
        calls[random_between(0, 7)](i % 2 ? to : from, i % 2 ? from : to);
}

static void fill(float *device, int start)
{
    float values[COUNT];

    for (int i = 0; i < COUNT; i++)
        values[i] = (float)((i * 7 + start) % 31 - 15) / 16;
    assert_int_equal(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice), cudaSuccess);
}

/* What a script leaves in its first buffer, as it has an even number of calls. */
static void take(const float *device, float *values)
{
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    host_copy(values, device, COUNT * sizeof *values);
}

static void test_scripts(void **state)
{
    float values[WEIGHTS + CHANNELS], expected[COUNT], found[COUNT], first[COUNT], *buffer[2];
    int differ = 0;

    (void)state;
    need_library(dnn_blas);
    for (int i = 0; i < WEIGHTS + CHANNELS; i++)
        values[i] = (float)((i * 5 + 3) % 17 - 8) / 16;
    weights = device_copy(values, sizeof values);
    for (int i = 0; i < 2; i++)
        assert_int_equal(cudaMalloc((void **)&buffer[i], COUNT * sizeof **buffer), cudaSuccess);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    RIGHT(cudnnSetStream(dnn, stream));
    for (uint32_t seed = 1; seed < 17; seed++) {
        hw_graph graph;
        hw_exec exec;
        fill(buffer[0], 0);
        assert_int_equal(cudaStreamBeginCapture(stream, 0), cudaSuccess);
        play(seed, buffer[0], buffer[1]);
        assert_int_equal(cudaStreamEndCapture(stream, &graph), cudaSuccess);
        take(buffer[0], found);
        fill(buffer[0], 0);
        take(buffer[0], expected);
        assert_memory_equal(found, expected, sizeof found); /* nothing has been done */
        assert_int_equal(cudaGraphInstantiateWithFlags(&exec, graph, 0), cudaSuccess);
        for (int input = 0; input < 2; input++) {
            fill(buffer[0], input);
            play(seed, buffer[0], buffer[1]);
            take(buffer[0], expected);
            fill(buffer[0], input);
            assert_int_equal(cudaGraphLaunch(exec, stream), cudaSuccess);
            take(buffer[0], found);
            assert_memory_equal(found, expected, sizeof found);
            for (int i = 0; i < COUNT; i++)
                assert_true(isfinite(found[i]));
            differ += input && memcmp(found, first, sizeof found) != 0;
            memcpy(first, found, sizeof first);
        }
        assert_int_equal(cudaGraphExecDestroy(exec), cudaSuccess);
        assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    }
    assert_int_equal(differ, 16); /* by their inputs */
    RIGHT(cudnnSetStream(dnn, NULL));
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    cudaFree(buffer[0]), cudaFree(buffer[1]), cudaFree(weights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_scripts, dnn_setup, dnn_teardown),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

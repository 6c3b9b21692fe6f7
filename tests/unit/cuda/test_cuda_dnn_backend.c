/* SPDX-License-Identifier: MIT */
/* cuDNN's backend: graphs of convolutions in all directions and pointwise operations against loops over the
 * definitions, and the errors of wrong use. */
#include "cuda_dnn_backend.h"

#include <pthread.h>

enum {
    IMAGES = 2,
    CHANNELS = 4,
    FILTERS = 6,
    GROUPS = 2,
    IN = 5,
    WINDOW = 3,
    OUT = 3,
    STRIDE = 2,
    PADDING = 1
};

/* Tensors of a convolution: x is 0, w is 1, y is 2. */
struct convolved {
    struct box x, w, y;
    cudnnBackendDescriptor_t of_x, of_w, of_y, convolution;
};

static struct convolved make_convolved(cudnnDataType_t type, enum layout layout)
{
    struct convolved c = {
        .x = make_box(type, layout, 4, (const int[]){IMAGES, CHANNELS, IN, IN}),
        .w = make_box(type, layout, 4, (const int[]){FILTERS, CHANNELS / GROUPS, WINDOW, WINDOW}),
        .y = make_box(type, layout, 4, (const int[]){IMAGES, FILTERS, OUT, OUT}),
        .convolution = BACKEND(CONVOLUTION)};

    c.of_x = make_tensor(&c.x, 0);
    c.of_w = make_tensor(&c.w, 1);
    c.of_y = make_tensor(&c.y, 2);
    RIGHT(SET(c.convolution, CONVOLUTION_COMP_TYPE, DATA_TYPE, cudnnDataType_t, CUDNN_DATA_FLOAT));
    RIGHT(SET(c.convolution, CONVOLUTION_CONV_MODE, CONVOLUTION_MODE, cudnnConvolutionMode_t,
              CUDNN_CROSS_CORRELATION));
    RIGHT(SET(c.convolution, CONVOLUTION_SPATIAL_DIMS, INT64, int64_t, 2));
    RIGHT(SET(c.convolution, CONVOLUTION_DILATIONS, INT64, int64_t, 1, 1));
    RIGHT(SET(c.convolution, CONVOLUTION_FILTER_STRIDES, INT64, int64_t, STRIDE, STRIDE));
    RIGHT(SET(c.convolution, CONVOLUTION_PRE_PADDINGS, INT64, int64_t, PADDING, PADDING));
    RIGHT(SET(c.convolution, CONVOLUTION_POST_PADDINGS, INT64, int64_t, PADDING, PADDING));
    RIGHT(cudnnBackendFinalize(c.convolution));
    return c;
}

static void free_convolved(struct convolved *c)
{
    drop(c->of_x), drop(c->of_w), drop(c->of_y), drop(c->convolution);
    free_box(&c->x), free_box(&c->w), free_box(&c->y);
}

/* y += x * w, or the same product added to x or w. */
static void each_product(double *x, double *w, double *y, int to)
{
    for (int n = 0; n < IMAGES; n++)
        for (int k = 0; k < FILTERS; k++)
            for (int i = 0; i < OUT * OUT; i++)
                for (int c = 0; c < CHANNELS / GROUPS; c++)
                    for (int j = 0; j < WINDOW * WINDOW; j++) {
                        const int h = i / OUT * STRIDE + j / WINDOW - PADDING;
                        const int v = i % OUT * STRIDE + j % WINDOW - PADDING;
                        const int channel = k / (FILTERS / GROUPS) * (CHANNELS / GROUPS) + c;
                        double *at_y = &y[(n * FILTERS + k) * OUT * OUT + i];
                        double *at_w = &w[(k * (CHANNELS / GROUPS) + c) * WINDOW * WINDOW + j];
                        if (h < 0 || v < 0 || h >= IN || v >= IN)
                            continue;
                        double *at_x = &x[((n * CHANNELS + channel) * IN + h) * IN + v];
                        if (to == 'y')
                            *at_y += *at_x * *at_w;
                        else if (to == 'x')
                            *at_x += *at_y * *at_w;
                        else
                            *at_w += *at_x * *at_y;
                    }
}

#define SET_CONVOLUTION(operation, name, x_name, w_name, y_name, c, result) \
    do {                                                                    \
        RIGHT(SET(operation, name##_ALPHA, FLOAT, float, 2));               \
        RIGHT(SET(operation, name##_BETA, DOUBLE, double, 1));              \
        RIGHT(SET_CHILDREN(operation, name##_CONV_DESC, (c)->convolution)); \
        RIGHT(SET_CHILDREN(operation, name##_##x_name, (c)->of_x));         \
        RIGHT(SET_CHILDREN(operation, name##_##w_name, (c)->of_w));         \
        RIGHT(SET_CHILDREN(operation, name##_##y_name, result));            \
        RIGHT(cudnnBackendFinalize(operation));                             \
    } while (0)

static cudnnBackendDescriptor_t make_forward(const struct convolved *c, cudnnBackendDescriptor_t y)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_CONVOLUTION_FORWARD);

    SET_CONVOLUTION(operation, OPERATION_CONVOLUTION_FORWARD, X, W, Y, c, y);
    return operation;
}

static cudnnBackendDescriptor_t make_direction(const struct convolved *c, int to)
{
    if (to == 'y')
        return make_forward(c, c->of_y);
    cudnnBackendDescriptor_t operation = to == 'x' ? BACKEND(OPERATION_CONVOLUTION_BACKWARD_DATA)
                                                   : BACKEND(OPERATION_CONVOLUTION_BACKWARD_FILTER);
    if (to == 'x')
        SET_CONVOLUTION(operation, OPERATION_CONVOLUTION_BWD_DATA, DX, W, DY, c, c->of_y);
    else
        SET_CONVOLUTION(operation, OPERATION_CONVOLUTION_BWD_FILTER, X, DW, DY, c, c->of_y);
    return operation;
}

static void test_directions(void **state)
{
    (void)state;
    need_library(dnn_blas);
    for (int round = 0; round < 6; round++) {
        const int to = "yxw"[round % 3];
        struct convolved c = make_convolved(round < 3 ? CUDNN_DATA_FLOAT : CUDNN_DATA_DOUBLE,
                                            round < 3 ? CHANNELS_LAST : DENSE);
        const struct box *result = to == 'y' ? &c.y : to == 'x' ? &c.x : &c.w;
        double *sums = calloc(result->count, sizeof *sums);
        each_product(to == 'x' ? sums : c.x.value, to == 'w' ? sums : c.w.value, to == 'y' ? sums : c.y.value,
                     to);
        for (size_t i = 0; i < result->count; i++)
            sums[i] = 2 * sums[i] + result->value[i];
        cudnnBackendDescriptor_t operation = make_direction(&c, to);
        void *const pointers[] = {c.x.device, c.w.device, c.y.device};
        RIGHT(execute(make_plan(&operation, 1), 3, pointers));
        compare(result, sums);
        free(sums);
        free_convolved(&c);
    }
}

/* relu(convolution + z + bias * constant), of halves, with what is between in floats. */
static void test_fused(void **state)
{
    float constant = 0.5f;

    (void)state;
    need_library(dnn_blas);
    struct convolved c = make_convolved(CUDNN_DATA_HALF, CHANNELS_LAST);
    struct box z = make_box(CUDNN_DATA_HALF, CHANNELS_LAST, 4, c.y.size);
    struct box bias = make_box(CUDNN_DATA_HALF, DENSE, 4, (const int[]){1, FILTERS, 1, 1});
    struct box one = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, 1, 1, 1});
    double *sums = calloc(c.y.count, sizeof *sums);
    each_product(c.x.value, c.w.value, sums, 'y');
    for (size_t i = 0; i < c.y.count; i++) {
        sums[i] = 2 * sums[i] + z.value[i] + 0.5 * bias.value[i / (OUT * OUT) % FILTERS];
        sums[i] = sums[i] > 0 ? sums[i] : 0;
    }
    cudnnBackendDescriptor_t of_z = make_tensor(&z, 3), of_bias = make_tensor(&bias, 4),
                             by_value = begin_tensor(&one, 5);
    RIGHT(SET(by_value, TENSOR_IS_BY_VALUE, BOOLEAN, bool, true));
    RIGHT(cudnnBackendFinalize(by_value));
    cudnnBackendDescriptor_t between[] = {
        make_virtual(&c.y, 10, CUDNN_DATA_FLOAT), make_virtual(&c.y, 11, CUDNN_DATA_FLOAT),
        make_virtual(&bias, 12, CUDNN_DATA_FLOAT), make_virtual(&c.y, 13, CUDNN_DATA_FLOAT)};
    cudnnBackendDescriptor_t operations[] = {
        make_forward(&c, between[0]), make_pointwise(CUDNN_POINTWISE_ADD, between[0], of_z, between[1]),
        make_pointwise(CUDNN_POINTWISE_MUL, of_bias, by_value, between[2]),
        make_pointwise(CUDNN_POINTWISE_ADD, between[1], between[2], between[3]),
        make_pointwise(CUDNN_POINTWISE_RELU_FWD, between[3], NULL, c.of_y)};
    cudnnBackendDescriptor_t plan = make_plan(operations, 5);
    void *const pointers[] = {c.x.device, c.w.device, c.y.device, z.device, bias.device, &constant};
    RIGHT(execute(plan, 6, pointers));
    compare(&c.y, sums);
    for (int i = 0; i < 4; i++)
        drop(between[i]);
    drop(of_z), drop(of_bias), drop(by_value);
    free(sums);
    free_box(&z), free_box(&bias), free_box(&one);
    free_convolved(&c);
}

/* --- threads --- */

static void *add_often(void *box)
{
    struct box *x = box;
    void *const pointers[] = {x->device, x->device, x->device};

    for (int i = 0; i < 10; i++) {
        cudnnBackendDescriptor_t tensor = make_tensor(x, 0);
        cudnnBackendDescriptor_t operation = make_pointwise(CUDNN_POINTWISE_ADD, tensor, tensor, tensor);
        RIGHT(execute(make_plan(&operation, 1), 3, pointers));
        drop(tensor);
    }
    return NULL;
}

static void test_four_threads(void **state)
{
    pthread_t thread[4];
    struct box x[4];

    (void)state;
    for (int i = 0; i < 4; i++) {
        x[i] = make_number(i + 1);
        assert_int_equal(pthread_create(&thread[i], NULL, add_often, &x[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        download(&x[i]);
        assert_true(x[i].value[0] == (i + 1) * 1024);
        free_box(&x[i]);
    }
}

/* --- wrong use --- */

static void test_wrong_descriptors(void **state)
{
    cudnnBackendDescriptor_t made;
    int64_t count = 7;

    (void)state;
    struct box x = make_number(1);
    BAD(cudnnBackendCreateDescriptor(CUDNN_BACKEND_TENSOR_DESCRIPTOR, NULL));
    assert_int_equal(cudnnBackendCreateDescriptor((cudnnBackendDescriptorType_t)99, &made),
                     CUDNN_STATUS_NOT_SUPPORTED);
    BAD(cudnnBackendDestroyDescriptor(&x));
    BAD(cudnnBackendFinalize(NULL));
    cudnnBackendDescriptor_t tensor = BACKEND(TENSOR);
    BAD(cudnnBackendFinalize(tensor)); /* nothing is set */
    BAD(SET(tensor, TENSOR_UNIQUE_ID, DATA_TYPE, int, 1));
    BAD(SET(tensor, TENSOR_UNIQUE_ID, INT64, int64_t, 1, 2));
    BAD(cudnnBackendSetAttribute(tensor, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, 1, NULL));
    BAD(cudnnBackendSetAttribute(tensor, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, -1, &count));
    assert_int_equal(SET(tensor, TENSOR_STRIDES, INT64, int64_t, 1, 1, 1, 1, 1, 1, 1, 1, 1),
                     CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(SET(tensor, CONVOLUTION_SPATIAL_DIMS, INT64, int64_t, 1), CUDNN_STATUS_NOT_SUPPORTED);
    drop(tensor);
    BAD(cudnnBackendFinalize(tensor));
    tensor = begin_tensor(&x, 1);
    RIGHT(SET(tensor, TENSOR_STRIDES, INT64, int64_t, 1, 1));
    BAD(cudnnBackendFinalize(tensor)); /* fewer strides than sizes */
    RIGHT(SET(tensor, TENSOR_STRIDES, INT64, int64_t, INT64_MAX, INT64_MAX, INT64_MAX));
    RIGHT(SET(tensor, TENSOR_DIMENSIONS, INT64, int64_t, INT32_MAX, INT32_MAX, INT32_MAX));
    assert_int_equal(cudnnBackendFinalize(tensor), CUDNN_STATUS_NOT_SUPPORTED);
    RIGHT(SET(tensor, TENSOR_DIMENSIONS, INT64, int64_t, 0, 1, 1));
    BAD(cudnnBackendFinalize(tensor));
    assert_int_equal(
        cudnnBackendGetAttribute(tensor, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, 1, NULL, &count),
        CUDNN_STATUS_NOT_INITIALIZED);
    RIGHT(cudnnBackendInitialize(tensor));
    BAD(cudnnBackendFinalize(tensor)); /* as new */
    drop(tensor);
    tensor = make_tensor(&x, 1);
    assert_int_equal(SET(tensor, TENSOR_UNIQUE_ID, INT64, int64_t, 2), CUDNN_STATUS_NOT_INITIALIZED);
    BAD(cudnnBackendGetAttribute(tensor, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_DATA_TYPE, 1, NULL, &count));
    RIGHT(cudnnBackendGetAttribute(tensor, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, 0, &count, NULL));
    assert_int_equal(count, 3);
    drop(tensor);
    free_box(&x);
}

static void test_wrong_graphs(void **state)
{
    const int64_t ids[] = {0, 1};

    (void)state;
    struct box x = make_number(1), pair = make_box(CUDNN_DATA_DOUBLE, DENSE, 3, (const int[]){1, 1, 2});
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), of_pair = make_tensor(&pair, 1),
                             later = make_virtual(&x, 2, CUDNN_DATA_FLOAT), graph = BACKEND(OPERATIONGRAPH),
                             engine = BACKEND(ENGINE), operation = BACKEND(OPERATION_POINTWISE);
    cudnnBackendDescriptor_t mode = make_mode(CUDNN_POINTWISE_NEG), raw = begin_tensor(&x, 3);
    BAD(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, raw)); /* not finalized */
    BAD(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, mode));
    BAD(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, &x));
    BAD(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, NULL));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_PW_DESCRIPTOR, mode));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, of_pair));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_YDESC, of_x));
    BAD(cudnnBackendFinalize(operation)); /* two elements do not become one */
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, later));
    RIGHT(cudnnBackendFinalize(operation));
    BAD(SET_CHILDREN(graph, OPERATIONGRAPH_OPS, of_x));
    RIGHT(SET_CHILDREN(graph, OPERATIONGRAPH_OPS, operation));
    RIGHT(SET(graph, OPERATIONGRAPH_HANDLE, HANDLE, cudnnHandle_t, dnn));
    assert_int_equal(cudnnBackendFinalize(graph),
                     CUDNN_STATUS_NOT_SUPPORTED); /* nothing writes its operand */
    drop(operation);
    operation = make_pointwise(CUDNN_POINTWISE_NEG, of_x, NULL, of_x);
    RIGHT(SET_CHILDREN(graph, OPERATIONGRAPH_OPS, operation));
    BAD(SET(graph, OPERATIONGRAPH_ENGINE_GLOBAL_COUNT, INT64, int64_t, 2));
    RIGHT(cudnnBackendFinalize(graph));
    RIGHT(SET_CHILDREN(engine, ENGINE_OPERATION_GRAPH, graph));
    RIGHT(SET(engine, ENGINE_GLOBAL_INDEX, INT64, int64_t, 1));
    BAD(cudnnBackendFinalize(engine));
    cudnnBackendDescriptor_t plan = make_plan(&operation, 1);
    cudnnBackendDescriptor_t missing = make_pack(1, &ids[1], (void *[]){x.device}),
                             foreign = make_pack(1, ids, (void *[]){&x});
    BAD(cudnnBackendExecute(dnn, plan, missing));
    BAD(cudnnBackendExecute(dnn, missing, plan));
    BAD(cudnnBackendExecute(NULL, plan, missing));
    assert_int_equal(cudnnBackendExecute(dnn, plan, foreign), CUDNN_STATUS_EXECUTION_FAILED);
    drop(missing), drop(foreign), drop(plan), drop(engine), drop(graph), drop(mode), drop(raw);
    drop(of_x), drop(of_pair), drop(later);
    free_box(&x), free_box(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_directions, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_fused, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_four_threads, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_descriptors, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_graphs, dnn_setup, dnn_teardown),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

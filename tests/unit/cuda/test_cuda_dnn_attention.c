/* SPDX-License-Identifier: MIT */
/* Scaled dot-product attention of cuDNN's backend against loops over the definition. */
#include "cuda_dnn_backend.h"

enum { IMAGES = 2, HEADS = 4, ROWS = 3, KEYS = 5, DEPTH = 6, WIDE = 7 };

static cudnnBackendDescriptor_t begin_attention(cudnnBackendDescriptor_t q, cudnnBackendDescriptor_t k,
                                                cudnnBackendDescriptor_t v, cudnnBackendDescriptor_t o)
{
    cudnnBackendDescriptor_t operation = BACKEND(OPERATION_SDPA_FWD);

    RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_QDESC, q));
    RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_KDESC, k));
    RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_VDESC, v));
    RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_ODESC, o));
    return operation;
}

/* One row of O, of the first keys, and the logarithm of its sum of exponentials. */
static double attend_masked(const double *q, const double *k, const double *v, double scale,
                            const double *bias, int keys, double *o)
{
    double weight[KEYS], sum = 0;

    for (int j = 0; j < keys; j++) {
        double score = 0;
        for (int d = 0; d < DEPTH; d++)
            score += q[d] * k[j * DEPTH + d];
        sum += weight[j] = exp(scale * score + bias[j]);
    }
    for (int d = 0; d < WIDE; d++) {
        o[d] = 0;
        for (int j = 0; j < keys; j++)
            o[d] += weight[j] / sum * v[j * WIDE + d];
    }
    return log(sum);
}

static double attend(const double *q, const double *k, const double *v, double scale, double *o)
{
    static const double no_bias[KEYS];

    return attend_masked(q, k, v, scale, no_bias, KEYS, o);
}

/* `of_k` and `of_v` heads of K and V, of which several of Q share one. */
static void check_attention(cudnnDataType_t type, int of_k, int of_v, bool scaled)
{
    double o_expected[IMAGES * HEADS * ROWS * WIDE], expected[IMAGES * HEADS * ROWS];
    float scale = 0.5f;
    struct box q = make_box(type, WITH_GAPS, 4, (const int[]){IMAGES, HEADS, ROWS, DEPTH}),
               k = make_box(type, DENSE, 4, (const int[]){IMAGES, of_k, KEYS, DEPTH}),
               v = make_box(type, DENSE, 4, (const int[]){IMAGES, of_v, KEYS, WIDE}),
               o = make_box(type, CHANNELS_LAST, 4, (const int[]){IMAGES, HEADS, ROWS, WIDE}),
               statistics = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){IMAGES, HEADS, ROWS, 1}),
               one = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, 1, 1, 1});
    cudnnBackendDescriptor_t tensors[] = {make_tensor(&q, 0),          make_tensor(&k, 1),
                                          make_tensor(&v, 2),          make_tensor(&o, 3),
                                          make_tensor(&statistics, 4), begin_tensor(&one, 5)};
    cudnnBackendDescriptor_t operation = begin_attention(tensors[0], tensors[1], tensors[2], tensors[3]);
    void *const pointers[] = {q.device, k.device, v.device, o.device, statistics.device, &scale};

    RIGHT(SET(tensors[5], TENSOR_IS_BY_VALUE, BOOLEAN, bool, true));
    RIGHT(cudnnBackendFinalize(tensors[5]));
    if (scaled)
        RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_SCALEDESC, tensors[5]));
    RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_STATSDESC, tensors[4]));
    RIGHT(cudnnBackendFinalize(operation));
    for (int i = 0; i < IMAGES * HEADS * ROWS; i++) {
        const int image = i / (HEADS * ROWS), head = i / ROWS % HEADS;
        expected[i] =
            attend(q.value + i * DEPTH, k.value + (image * of_k + head / (HEADS / of_k)) * KEYS * DEPTH,
                   v.value + (image * of_v + head / (HEADS / of_v)) * KEYS * WIDE, scaled ? scale : 1,
                   o_expected + i * WIDE);
    }
    RIGHT(execute(make_plan(&operation, 1), 6, pointers));
    compare(&o, o_expected);
    compare(&statistics, expected);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        drop(tensors[i]);
    free_box(&q), free_box(&k), free_box(&v), free_box(&o), free_box(&statistics), free_box(&one);
}

static void test_attention(void **state)
{
    (void)state;
    need_library(dnn_blas);
    check_attention(CUDNN_DATA_FLOAT, HEADS, HEADS, true);
    check_attention(CUDNN_DATA_HALF, HEADS, HEADS, false);
    check_attention(CUDNN_DATA_BFLOAT16, 2, 1, true);
}

/* The sum of bias and scores is masked by operations of a graph of their own, and statistics belong to a
 * softmax: what cudnn-frontend asks of cuDNN 9.21 and later. */
static void test_subgraph(void **state)
{
    double o_expected[IMAGES * HEADS * ROWS * WIDE], expected[IMAGES * HEADS * ROWS];
    float minus_infinity = -INFINITY;
    static const int of_scores[] = {IMAGES, HEADS, ROWS, KEYS};
    const int64_t input = 20, output = 22;

    (void)state;
    need_library(dnn_blas);
    struct box q = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){IMAGES, HEADS, ROWS, DEPTH}),
               k = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){IMAGES, HEADS, KEYS, DEPTH}),
               v = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){IMAGES, HEADS, KEYS, WIDE}),
               o = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){IMAGES, HEADS, ROWS, WIDE}),
               statistics = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){IMAGES, HEADS, ROWS, 1}),
               bias = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, 1, ROWS, KEYS});
    cudnnBackendDescriptor_t tensors[] = {make_tensor(&q, 0),
                                          make_tensor(&k, 1),
                                          make_tensor(&v, 2),
                                          make_tensor(&o, 3),
                                          make_tensor(&statistics, 4),
                                          make_tensor(&bias, 5),
                                          make_by_value(6),
                                          make_between(CUDNN_DATA_FLOAT, input, of_scores),
                                          make_between(CUDNN_DATA_FLOAT, 21, of_scores),
                                          make_between(CUDNN_DATA_FLOAT, output, of_scores),
                                          make_between(CUDNN_DATA_FLOAT, 30, of_scores),
                                          make_between(CUDNN_DATA_FLOAT, 31, of_scores)};
    cudnnBackendDescriptor_t operation = begin_attention(tensors[0], tensors[1], tensors[2], tensors[3]),
                             graph = BACKEND(OPERATIONGRAPH),
                             softmax = begin_softmax(tensors[10], tensors[11]);
    cudnnBackendDescriptor_t inner[] = {
        make_pointwise(CUDNN_POINTWISE_ADD, tensors[7], tensors[5], tensors[8]),
        begin_band_mask(CUDNN_POINTWISE_CMP_GE, tensors[8], tensors[6], tensors[9])};
    void *const pointers[] = {q.device,          k.device,    v.device,       o.device,
                              statistics.device, bias.device, &minus_infinity};
    RIGHT(cudnnBackendFinalize(inner[1]));
    RIGHT(SET_CHILDREN(graph, OPERATIONGRAPH_OPS, inner[0], inner[1]));
    RIGHT(cudnnBackendFinalize(graph));
    RIGHT(SET_CHILDREN(softmax, OPERATION_SOFTMAX_STATS_DESC, tensors[4]));
    RIGHT(cudnnBackendFinalize(softmax));
    RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_SUBGRAPH, graph));
    RIGHT(SET(operation, OPERATION_SDPA_FWD_SUBGRAPH_INPUT_UID, INT64, int64_t, input));
    RIGHT(SET(operation, OPERATION_SDPA_FWD_SUBGRAPH_OUTPUT_UID, INT64, int64_t, 99));
    RIGHT(SET_CHILDREN(operation, OPERATION_SDPA_FWD_SOFTMAX_DESC, softmax));
    BAD(cudnnBackendFinalize(operation)); /* no tensor is 99 */
    RIGHT(SET(operation, OPERATION_SDPA_FWD_SUBGRAPH_OUTPUT_UID, INT64, int64_t, output));
    RIGHT(cudnnBackendFinalize(operation));
    for (int i = 0; i < IMAGES * HEADS * ROWS; i++)
        expected[i] = attend_masked(q.value + i * DEPTH, k.value + i / ROWS * KEYS * DEPTH,
                                    v.value + i / ROWS * KEYS * WIDE, 1, bias.value + i % ROWS * KEYS,
                                    i % ROWS + 1, o_expected + i * WIDE);
    RIGHT(execute(make_plan(&operation, 1), 7, pointers));
    compare(&o, o_expected);
    compare(&statistics, expected);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        drop(tensors[i]);
    drop(graph), drop(softmax), drop(inner[0]), drop(inner[1]);
    free_box(&q), free_box(&k), free_box(&v), free_box(&o), free_box(&statistics), free_box(&bias);
}

static void test_wrong_use(void **state)
{
    (void)state;
    struct box q = make_box(CUDNN_DATA_HALF, DENSE, 4, (const int[]){IMAGES, HEADS, ROWS, DEPTH}),
               k = make_box(CUDNN_DATA_HALF, DENSE, 4, (const int[]){IMAGES, 3, ROWS, DEPTH});
    cudnnBackendDescriptor_t of_q = make_tensor(&q, 0), of_k = make_tensor(&k, 1);
    cudnnBackendDescriptor_t uneven = begin_attention(of_q, of_k, of_q, of_q),
                             plain = begin_attention(of_q, of_q, of_q, of_q);
    BAD(cudnnBackendFinalize(uneven)); /* 4 heads cannot share 3 */
    RIGHT(SET_CHILDREN(plain, OPERATION_SDPA_FWD_STATSDESC, of_q));
    BAD(cudnnBackendFinalize(plain)); /* statistics are one number a row */
    assert_int_equal(cudnnBackendSetAttribute(plain, (cudnnBackendAttributeName_t)2809,
                                              CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &of_q),
                     CUDNN_STATUS_NOT_SUPPORTED); /* lengths and the like */
    drop(uneven), drop(plain), drop(of_q), drop(of_k);
    free_box(&q), free_box(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_attention, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_subgraph, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_use, dnn_setup, dnn_teardown),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

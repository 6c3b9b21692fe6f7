/* SPDX-License-Identifier: MIT */
/* Products of matrices as graphs of cuDNN's backend, alone and with what follows, against loops; and
 * descriptors that are refused, by name, when they are finalized. */
#include "cuda_dnn_backend.h"

enum { BATCHES = 3, M = 4, N = 5, K = 6 };

/* c = a b, where a or b has one matrix for all batches if `of_a` or `of_b` is 1. */
static void multiply(const struct box *a, int of_a, const struct box *b, int of_b, double *c)
{
    for (int batch = 0; batch < BATCHES; batch++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                double *sum = &c[(batch * M + i) * N + j];
                *sum = 0;
                for (int k = 0; k < K; k++)
                    *sum += a->value[((of_a == 1 ? 0 : batch) * M + i) * K + k] *
                            b->value[((of_b == 1 ? 0 : batch) * K + k) * N + j];
            }
}

/* Rows and columns exchanged in memory. */
static struct box make_turned(cudnnDataType_t type, int batches)
{
    struct box box = make_box(type, DENSE, 3, (const int[]){batches, K, N});

    box.stride[1] = 1, box.stride[2] = K;
    upload(&box);
    return box;
}

static void test_products(void **state)
{
    static const cudnnDataType_t types[] = {CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF,
                                            CUDNN_DATA_BFLOAT16};
    double expected[BATCHES * M * N];

    (void)state;
    need_library(dnn_blas);
    for (int round = 0; round < 12; round++) {
        const cudnnDataType_t type = types[round % 4];
        const int of_a = round / 4 == 1 ? 1 : BATCHES, of_b = round / 4 == 2 ? 1 : BATCHES;
        struct box a = make_box(type, WITH_GAPS, 3, (const int[]){of_a, M, K}), b = make_turned(type, of_b),
                   c = make_box(type, DENSE, 3, (const int[]){BATCHES, M, N});
        cudnnBackendDescriptor_t tensors[] = {make_tensor(&a, 0), make_tensor(&b, 1), make_tensor(&c, 2)};
        cudnnBackendDescriptor_t operation = begin_matmul(tensors[0], tensors[1], tensors[2]);
        void *const pointers[] = {a.device, b.device, c.device};
        RIGHT(cudnnBackendFinalize(operation));
        multiply(&a, of_a, &b, of_b, expected);
        RIGHT(execute(make_plan(&operation, 1), 3, pointers));
        compare(&c, expected);
        drop(tensors[0]), drop(tensors[1]), drop(tensors[2]);
        free_box(&a), free_box(&b), free_box(&c);
    }
}

/* tanh(a b / 2 + bias), of halves with floats between. */
static void test_epilogue(void **state)
{
    double expected[BATCHES * M * N];
    float half = 0.5f;

    (void)state;
    need_library(dnn_blas);
    struct box a = make_box(CUDNN_DATA_HALF, DENSE, 3, (const int[]){BATCHES, M, K}),
               b = make_box(CUDNN_DATA_HALF, DENSE, 3, (const int[]){BATCHES, K, N}),
               c = make_box(CUDNN_DATA_HALF, DENSE, 3, (const int[]){BATCHES, M, N}),
               bias = make_box(CUDNN_DATA_HALF, DENSE, 3, (const int[]){1, 1, N}),
               one = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){1, 1, 1});
    multiply(&a, BATCHES, &b, BATCHES, expected);
    for (int i = 0; i < BATCHES * M * N; i++)
        expected[i] = tanh(0.5 * expected[i] + bias.value[i % N]);
    cudnnBackendDescriptor_t by_value = begin_tensor(&one, 4);
    RIGHT(SET(by_value, TENSOR_IS_BY_VALUE, BOOLEAN, bool, true));
    RIGHT(cudnnBackendFinalize(by_value));
    cudnnBackendDescriptor_t tensors[] = {make_tensor(&a, 0),
                                          make_tensor(&b, 1),
                                          make_tensor(&c, 2),
                                          make_tensor(&bias, 3),
                                          make_virtual(&c, 10, CUDNN_DATA_FLOAT),
                                          make_virtual(&c, 11, CUDNN_DATA_FLOAT),
                                          make_virtual(&c, 12, CUDNN_DATA_FLOAT)};
    cudnnBackendDescriptor_t operations[] = {
        begin_matmul(tensors[0], tensors[1], tensors[4]),
        make_pointwise(CUDNN_POINTWISE_MUL, tensors[4], by_value, tensors[5]),
        make_pointwise(CUDNN_POINTWISE_ADD, tensors[5], tensors[3], tensors[6]),
        make_pointwise(CUDNN_POINTWISE_TANH_FWD, tensors[6], NULL, tensors[2])};
    void *const pointers[] = {a.device, b.device, c.device, bias.device, &half};
    RIGHT(cudnnBackendFinalize(operations[0]));
    RIGHT(execute(make_plan(operations, 4), 5, pointers));
    compare(&c, expected);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        drop(tensors[i]);
    drop(by_value);
    free_box(&a), free_box(&b), free_box(&c), free_box(&bias), free_box(&one);
}

/* Two heads of a in turn share one of b; rows, columns and inner sizes that are read from memory, of which
 * what is beyond is padding. */
static void test_heads_and_sizes(void **state)
{
    enum { HEADS = 4, SHARED = 2 };
    static const double counts[][BATCHES] = {{M, 1, 0}, {N - 1, N, N + 7}, {K, 2, K}};
    double expected[BATCHES * HEADS * M * N];

    (void)state;
    need_library(dnn_blas);
    struct box a = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){BATCHES, HEADS, M, K}),
               b = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){BATCHES, SHARED, K, N}),
               c = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){BATCHES, HEADS, M, N}), size[3];
    cudnnBackendDescriptor_t of_a = make_tensor(&a, 0), of_b = make_tensor(&b, 1), of_c = make_tensor(&c, 2),
                             of_size[3];
    for (int i = 0; i < 3; i++) {
        size[i] = make_box(CUDNN_DATA_INT32, DENSE, 4, (const int[]){BATCHES, 1, 1, 1});
        memcpy(size[i].value, counts[i], sizeof counts[i]);
        upload(&size[i]);
        of_size[i] = make_tensor(&size[i], 3 + i);
    }
    for (int at = 0; at < BATCHES * HEADS * M * N; at++) {
        const int batch = at / (HEADS * M * N), head = at / (M * N) % HEADS, i = at / N % M, j = at % N;
        const bool counted = i < counts[0][batch] && j < counts[1][batch];
        expected[at] = counted ? 0 : 0.25;
        for (int k = 0; counted && k < K && k < counts[2][batch]; k++)
            expected[at] += a.value[((batch * HEADS + head) * M + i) * K + k] *
                            b.value[((batch * SHARED + head / 2) * K + k) * N + j];
    }
    cudnnBackendDescriptor_t operation = begin_matmul(of_a, of_b, of_c);
    void *const pointers[] = {a.device, b.device, c.device, size[0].device, size[1].device, size[2].device};
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_GEMM_M_OVERRIDE_DESC, of_size[0]));
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_GEMM_N_OVERRIDE_DESC, of_size[1]));
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_GEMM_K_OVERRIDE_DESC, of_size[2]));
    RIGHT(cudnnBackendFinalize(operation));
    RIGHT(execute(make_plan(&operation, 1), 6, pointers));
    compare(&c, expected);
    drop(of_a), drop(of_b), drop(of_c);
    free_box(&a), free_box(&b), free_box(&c);
    for (int i = 0; i < 3; i++) {
        drop(of_size[i]);
        free_box(&size[i]);
    }
}

/* --- what is refused --- */

static void test_wrong_sizes(void **state)
{
    static const int sizes[][3] = {{BATCHES, M + 1, K}, {BATCHES, M, K + 1}, {2, M, K}};

    (void)state;
    struct box b = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){BATCHES, K, N}),
               c = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){BATCHES, M, N});
    cudnnBackendDescriptor_t of_b = make_tensor(&b, 1), of_c = make_tensor(&c, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct box a = make_box(CUDNN_DATA_FLOAT, DENSE, 3, sizes[i]);
        cudnnBackendDescriptor_t of_a = make_tensor(&a, 0), operation = begin_matmul(of_a, of_b, of_c);
        BAD(cudnnBackendFinalize(operation));
        drop(operation), drop(of_a);
        free_box(&a);
    }
    struct box a = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){BATCHES, M, K});
    cudnnBackendDescriptor_t of_a = make_tensor(&a, 0), operation = begin_matmul(of_a, of_b, of_c);
    RIGHT(SET_CHILDREN(operation, OPERATION_MATMUL_GEMM_M_OVERRIDE_DESC, of_b));
    BAD(cudnnBackendFinalize(operation)); /* not one number a matrix */
    drop(operation), drop(of_a), drop(of_b), drop(of_c);
    free_box(&a), free_box(&b), free_box(&c);
}

static int refuse_attention(void)
{
    cudnnBackendDescriptor_t made = NULL;
    const int64_t value = 1;

    if (cudnnBackendCreateDescriptor(CUDNN_BACKEND_OPERATION_SDPA_BWD_DESCRIPTOR, &made) ||
        cudnnBackendSetAttribute(made, (cudnnBackendAttributeName_t)2500, CUDNN_TYPE_INT64, 1, &value))
        return 1;
    return cudnnBackendFinalize(made) == CUDNN_STATUS_NOT_SUPPORTED && !cudnnBackendDestroyDescriptor(made)
               ? 0
               : 2;
}

/* Known descriptors that are not done: the sentence says which. */
static void test_refused_descriptors(void **state)
{
    char said[512];

    (void)state;
    assert_int_equal(without_library(refuse_attention, said, sizeof said), 0);
    assert_non_null(strstr(said, "CUDNN_BACKEND_OPERATION_SDPA_BWD_DESCRIPTOR is not implemented"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, dnn_setup, dnn_teardown)
    const struct CMUnitTest tests[] = {TEST(test_products), TEST(test_epilogue), TEST(test_heads_and_sizes),
                                       TEST(test_wrong_sizes), TEST(test_refused_descriptors)};

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

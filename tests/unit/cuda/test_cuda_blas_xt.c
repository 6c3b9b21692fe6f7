/* SPDX-License-Identifier: MIT */
/* cuBLASXt: products of matrices of the host and of the device, and what a handle keeps. */
#include "cuda/cublas/cublas.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { M = 5, N = 4, K = 3, CELLS = 25 };

typedef double complex number;

static number a[CELLS], b[CELLS], c[CELLS], was[CELLS];
static const number alpha = 1.5 - 0.5 * I, beta = -0.75 + 0.25 * I;

#define RIGHT(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)
#define WRONG(call) assert_int_equal(call, CUBLAS_STATUS_INVALID_VALUE)

static cublasXtHandle_t set_up(void)
{
    cublasXtHandle_t handle;
    uint32_t seed = 5;

    need_library(blas);
    for (int i = 0; i < CELLS; i++) {
        a[i] = next_number(&seed) + I * next_number(&seed);
        b[i] = next_number(&seed) + I * next_number(&seed);
        c[i] = was[i] = next_number(&seed) + I * next_number(&seed);
    }
    RIGHT(cublasXtCreate(&handle));
    return handle;
}

static void expect_product(void)
{
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++) {
            number wanted = beta * was[column * M + row];
            for (int k = 0; k < K; k++)
                wanted += alpha * a[k * M + row] * b[column * K + k];
            assert_true(cabs(c[column * M + row] - wanted) < 1e-13);
        }
}

static void test_products(void **state)
{
    cublasXtHandle_t handle = set_up();

    (void)state;
    RIGHT(cublasXtZgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, a, M, b, K, &beta, c, M));
    expect_product();
    /* A and C of the device. */
    number *device_a = device_copy(a, sizeof a), *device_c = device_copy(was, sizeof was);
    memset(c, 0, sizeof c);
    RIGHT(cublasXtZgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, device_a, M, b, K, &beta, device_c,
                        M));
    host_copy(c, device_c, sizeof c);
    expect_product();
    assert_int_equal(
        cublasXtZgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, NULL, M, b, K, &beta, c, M),
        CUBLAS_STATUS_EXECUTION_FAILED);
    WRONG(cublasXtZgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, a, M - 1, b, K, &beta, c, M));
    assert_int_equal(
        cublasXtZgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, SIZE_MAX, N, K, &alpha, a, M, b, K, &beta, c, M),
        CUBLAS_STATUS_NOT_SUPPORTED);
    cudaFree(device_a);
    cudaFree(device_c);
    RIGHT(cublasXtDestroy(handle));
}

/* A triangle's product and solution, a square, a product with a Hermitian matrix. */
static void test_others(void **state)
{
    const double real = 0.5, none = 0;
    const number one = 1, zero = 0;
    cublasXtHandle_t handle = set_up();

    (void)state;
    memcpy(c, was, sizeof c);
    RIGHT(cublasXtZtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C, CUBLAS_DIAG_UNIT, N, N,
                        &one, a, N, c, N, c, N));
    RIGHT(cublasXtZtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C, CUBLAS_DIAG_UNIT, N, N,
                        &one, a, N, c, N));
    for (int i = 0; i < N * N; i++)
        assert_true(cabs(c[i] - was[i]) < 1e-13);
    RIGHT(cublasXtZherk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N, K, &real, a, N, &none, c, N));
    RIGHT(cublasXtZhemm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N, N, &one, c, N, b, N, &zero, was,
                        N));
    for (int i = 0; i < N * N; i++) {
        number wanted = 0;
        for (int j = 0; j < N; j++)
            for (int k = 0; k < K; k++)
                wanted += 0.5 * a[k * N + i % N] * conj(a[k * N + j]) * b[i / N * N + j];
        assert_true(cabs(was[i] - wanted) < 1e-13);
    }
    RIGHT(cublasXtDestroy(handle));
}

static void test_handles(void **state)
{
    cublasXtHandle_t handle = set_up();
    cublasHandle_t other;
    int number_of = 0, device[] = {0, 0, 99};
    const float one = 1;

    (void)state;
    RIGHT(cublasXtMaxBoards(&number_of));
    assert_true(number_of > 0);
    RIGHT(cublasXtGetNumBoards(2, device, &number_of));
    assert_int_equal(number_of, 2);
    RIGHT(cublasXtDeviceSelect(handle, 1, device));
    WRONG(cublasXtDeviceSelect(handle, 3, device));
    WRONG(cublasXtDeviceSelect(handle, 1, NULL));
    WRONG(cublasXtGetNumBoards(0, device, &number_of));
    WRONG(cublasXtMaxBoards(NULL));
    RIGHT(cublasXtSetBlockDim(handle, 64));
    RIGHT(cublasXtGetBlockDim(handle, &number_of));
    assert_int_equal(number_of, 64);
    WRONG(cublasXtSetBlockDim(handle, 0));
    RIGHT(cublasXtSetPinningMemMode(handle, 1));
    RIGHT(cublasXtGetPinningMemMode(handle, &number_of));
    assert_int_equal(number_of, 1);
    WRONG(cublasXtSetPinningMemMode(handle, 2));
    WRONG(cublasXtGetPinningMemMode(handle, NULL));
    RIGHT(cublasXtSetCpuRoutine(handle, 0, 0, &number_of));
    WRONG(cublasXtSetCpuRoutine(handle, 0, 9, &number_of));
    WRONG(cublasXtSetCpuRatio(handle, 0, 0, 2));
    /* Handles of one interface are none of another. */
    RIGHT(cublasCreate_v2(&other));
    assert_int_equal(cublasXtDestroy(other), CUBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(cublasXtGetBlockDim(other, &number_of), CUBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(cublasSscal_v2(handle, 1, &one, NULL, 1), CUBLAS_STATUS_NOT_INITIALIZED);
    RIGHT(cublasDestroy_v2(other));
    RIGHT(cublasXtDestroy(handle));
    assert_int_equal(cublasXtDestroy(handle), CUBLAS_STATUS_NOT_INITIALIZED);
    WRONG(cublasXtCreate(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_products), cmocka_unit_test(test_others),
                                       cmocka_unit_test(test_handles)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

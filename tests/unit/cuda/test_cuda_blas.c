/* SPDX-License-Identifier: MIT */
/* cuBLAS over the host's BLAS: every function against loops, in both precisions, by both interfaces, with
 * scalars of the host and of the device; and the errors of wrong use. */
#include "cuda/cublas/cublas.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { M = 5, N = 4, K = 3, LD = 7, CELLS = LD * LD };

/* Matrices in columns of LD, and vectors, of the host as double. */
static double a[CELLS], b[CELLS], c[CELLS];

static void fill_all(void)
{
    uint32_t seed = 11;

    for (int i = 0; i < CELLS; i++) {
        a[i] = (float)next_number(&seed);
        b[i] = (float)next_number(&seed);
        c[i] = (float)next_number(&seed);
    }
    for (int i = 0; i < LD; i++)
        a[i * LD + i] += 4; /* so that triangles are easily solved */
}

static double at(const double *matrix, bool turned, int row, int column)
{
    return turned ? matrix[row * LD + column] : matrix[column * LD + row];
}

/* An element of a triangle, or of the symmetric matrix that it stands for. */
static double of_triangle(bool upper, bool unit, bool turned, int row, int column)
{
    const int i = turned ? column : row, j = turned ? row : column;

    if (i == j)
        return unit ? 1 : a[j * LD + i];
    return (i < j) == upper ? a[j * LD + i] : 0;
}

static double symmetric(bool upper, int row, int column)
{
    return (row < column) == upper || row == column ? a[column * LD + row] : a[row * LD + column];
}

/* The tests themselves, once a precision. */
#define REAL             float
#define NAME(name)       cublasS##name
#define INDEX_NAME(name) cublasIs##name
#define TEST(name)       single_##name
#define CLOSE            2e-5
#include "cuda_blas_real.h"

#define REAL             double
#define NAME(name)       cublasD##name
#define INDEX_NAME(name) cublasId##name
#define TEST(name)       double_##name
#define CLOSE            1e-13
#include "cuda_blas_real.h"

/* --- what is not arithmetic --- */

static void test_transfers(void **state)
{
    double back[CELLS] = {0};
    void *memory;

    (void)state;
    fill_all();
    assert_int_equal(cublasAlloc(CELLS, sizeof(double), &memory), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasSetMatrix(M, N, sizeof(double), a, LD, memory, M), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGetMatrix(M, N, sizeof(double), memory, M, back, LD), CUBLAS_STATUS_SUCCESS);
    for (int column = 0; column < N; column++) {
        assert_memory_equal(back + column * LD, a + column * LD, M * sizeof(double));
        assert_true(back[column * LD + M] == 0);
    }
    assert_int_equal(cublasSetVectorAsync(N, sizeof(double), a, LD, memory, 2, NULL), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGetVectorAsync(N, sizeof(double), memory, 2, back, 1, NULL),
                     CUBLAS_STATUS_SUCCESS);
    for (int i = 0; i < N; i++)
        assert_true(back[i] == a[i * LD]);
    assert_int_equal(cublasSetMatrixAsync(M, N, sizeof(double), a, LD, memory, M, NULL),
                     CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGetVector(M, sizeof(double), memory, 1, back, 1), CUBLAS_STATUS_SUCCESS);
    assert_memory_equal(back, a, M * sizeof(double));
    assert_int_equal(cublasSetMatrix(M, N, sizeof(double), a, M - 1, memory, M), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasSetVector(N, 0, a, 1, memory, 1), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasGetVector(1 << 20, sizeof(double), memory, 1, a, 1), CUBLAS_STATUS_MAPPING_ERROR);
    assert_int_equal(cublasGetMatrixAsync(M, -1, sizeof(double), memory, M, a, M, NULL),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasAlloc(0, 4, &memory), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasAlloc(INT32_MAX, INT32_MAX, &memory), CUBLAS_STATUS_ALLOC_FAILED);
    assert_int_equal(cublasFree(memory), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasFree((void *)16), CUBLAS_STATUS_INTERNAL_ERROR);
}

static void test_handles(void **state)
{
    cublasHandle_t handle, nobody = NULL;
    cublasPointerMode_t mode;
    cudaStream_t stream, got;
    int version;

    (void)state;
    need_library(blas);
    assert_int_equal(cublasGetVersion_v2(NULL, &version), CUBLAS_STATUS_SUCCESS); /* as JAX asks */
    assert_int_equal(version, 4020);
    assert_int_equal(cublasGetVersion(&version), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasCreate_v2(NULL), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasCreate_v2(&handle), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGetVersion_v2(handle, &version), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGetVersion_v2(handle, NULL), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(cublasSetStream_v2(handle, stream), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGetStream_v2(handle, &got), CUBLAS_STATUS_SUCCESS);
    assert_ptr_equal(got, stream);
    assert_int_equal(cublasGetStream_v2(handle, NULL), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasGetPointerMode_v2(handle, &mode), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(mode, CUBLAS_POINTER_MODE_HOST);
    assert_int_equal(cublasGetPointerMode_v2(handle, NULL), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasSetPointerMode_v2(handle, (cublasPointerMode_t)2), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasSetPointerMode_v2(nobody, mode), CUBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(cublasDestroy_v2(handle), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasDestroy_v2(handle), CUBLAS_STATUS_NOT_INITIALIZED);
    cudaStreamDestroy(stream);
}

static void test_old_interface(void **state)
{
    float *memory;
    int version;

    (void)state;
    need_library(blas);
    cublasSscal(1, 2.0f, NULL, 1);
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS); /* asking forgets */
    assert_int_equal(cublasInit(), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasInit(), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGetVersion(&version), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasSetKernelStream(NULL), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasAlloc(16, sizeof *memory, (void **)&memory), CUBLAS_STATUS_SUCCESS);
    cublasSgemm('x', 'n', 2, 2, 2, 1, memory, 2, memory, 2, 0, memory, 2);
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
    cublasSgemm('n', 'c', 2, 2, 2, 1, memory, 2, memory, 2, 0, memory, 1); /* rows that overlap */
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
    cublasSgemm('n', 't', 32, 32, 2, 1, memory, 32, memory, 32, 0, memory, 32); /* beyond the end */
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_EXECUTION_FAILED);
    cublasStrsm('l', 'x', 'n', 'n', 2, 2, 1, memory, 2, memory, 2);
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
    cublasSgemv('n', 2, 2, 1, memory, 2, memory, 0, 0, memory, 1);
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
    cublasDscal(2, 1, (double *)memory, -1); /* nothing, as in BLAS */
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS);
    /* 2^64 bytes and one number */
    cublasDcopy((1 << 30) + 2, (double *)memory, -INT32_MAX, (double *)memory, -INT32_MAX);
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_EXECUTION_FAILED);
    assert_int_equal(cublasFree(memory), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasShutdown(), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasShutdown(), CUBLAS_STATUS_NOT_INITIALIZED);
}

static int create_without(void)
{
    cublasHandle_t handle;

    return (int)cublasCreate_v2(&handle);
}

/* First of all, before a library is found. */
static void test_no_blas(void **state)
{
    char said[512];

    (void)state;
    assert_int_equal(without_library(create_without, said, sizeof said), CUBLAS_STATUS_NOT_INITIALIZED);
    assert_non_null(strstr(said, "halfwarp: libcublas needs libopenblas.so.0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_blas),
        cmocka_unit_test(single_test_vectors),
        cmocka_unit_test(single_test_matrix_and_vector),
        cmocka_unit_test(single_test_matrices),
        cmocka_unit_test(single_test_device_scalars),
        cmocka_unit_test(double_test_vectors),
        cmocka_unit_test(double_test_matrix_and_vector),
        cmocka_unit_test(double_test_matrices),
        cmocka_unit_test(double_test_device_scalars),
        cmocka_unit_test(test_transfers),
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_old_interface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

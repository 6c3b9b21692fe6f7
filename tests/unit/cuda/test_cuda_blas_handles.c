/* SPDX-License-Identifier: MIT */
/* What cuBLAS's handles are told and asked, what the library says of itself, and transfers with sizes of 64
 * bits. */
#include "cuda/cublas/cublas.h"
#include "cuda_host_library.h"

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

#define DONE(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)

static void log_nothing(const char *message)
{
    (void)message;
}

static int complain(void)
{
    cublasXerbla("SGEMM", 3);
    return 0;
}

static void test_handles(void **state)
{
    char said[256];
    cublasHandle_t handle;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    cublasLogCallback callback;
    int value;

    (void)state;
    need_library(blas);
    DONE(cublasCreate_v2(&handle));
    DONE(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
    DONE(cublasGetMathMode(handle, &math));
    assert_int_equal(math, CUBLAS_TF32_TENSOR_OP_MATH);
    DONE(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
    DONE(cublasGetAtomicsMode(handle, &atomics));
    assert_int_equal(atomics, CUBLAS_ATOMICS_ALLOWED);
    DONE(cublasSetSmCountTarget(handle, 3));
    DONE(cublasGetSmCountTarget(handle, &value));
    assert_int_equal(value, 3);
    DONE(cublasSetWorkspace_v2(handle, NULL, 0));
    DONE(cublasGetProperty(MAJOR_VERSION, &value));
    assert_true(value > 0 && cublasGetCudartVersion() >= 1000);
    DONE(cublasLoggerConfigure(0, 0, 0, NULL));
    DONE(cublasSetLoggerCallback(log_nothing));
    DONE(cublasGetLoggerCallback(&callback));
    assert_ptr_equal(callback, log_nothing);
    DONE(cublasSetLoggerCallback(NULL));
    assert_string_equal(cublasGetStatusName(CUBLAS_STATUS_ARCH_MISMATCH), "CUBLAS_STATUS_ARCH_MISMATCH");
    assert_true(strlen(cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE)) > 5);
    assert_non_null(cublasGetStatusName((cublasStatus_t)99));
    assert_non_null(cublasGetStatusString((cublasStatus_t)99));
    assert_int_equal(without_library(complain, said, sizeof said), 0);
    assert_non_null(strstr(said, "SGEMM"));
    const cublasStatus_t wrong[] = {
        cublasSetMathMode(handle, (cublasMath_t)7),
        cublasGetMathMode(handle, NULL),
        cublasSetAtomicsMode(handle, (cublasAtomicsMode_t)2),
        cublasGetAtomicsMode(handle, NULL),
        cublasSetSmCountTarget(handle, -1),
        cublasGetSmCountTarget(handle, NULL),
        cublasSetWorkspace_v2(handle, NULL, 8),
        cublasSetWorkspace_v2(handle, (void *)4, 8),
        cublasGetProperty(MAJOR_VERSION, NULL),
        cublasGetProperty((libraryPropertyType)3, &value),
        cublasGetLoggerCallback(NULL),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(wrong[i], CUBLAS_STATUS_INVALID_VALUE);
    DONE(cublasDestroy_v2(handle));
    assert_int_equal(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH), CUBLAS_STATUS_NOT_INITIALIZED);
}

/* Rows of four, of which three columns go to the device and come back. */
static void test_transfers(void **state)
{
    static const double numbers[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const size_t size = sizeof(double);
    double got[12], *memory;

    (void)state;
    assert_int_equal(cudaMalloc((void **)&memory, sizeof numbers), cudaSuccess);
#define ROUND(kind, suffix, set, get)      \
    memset(got, 0, sizeof got);            \
    cudaMemset(memory, 0, sizeof numbers); \
    DONE(cublasSet##kind##suffix set);     \
    DONE(cublasGet##kind##suffix get);     \
    for (int i = 0; i < 9; i++)            \
    assert_true(got[i] == (#kind[0] == 'V' ? numbers[i] : numbers[i / 3 * 4 + i % 3]))
    ROUND(Vector, _64, (9, size, numbers, 1, memory, 1), (9, size, memory, 1, got, 1));
    ROUND(Vector, Async_64, (9, size, numbers, 1, memory, 1, NULL), (9, size, memory, 1, got, 1, NULL));
    ROUND(Matrix, _64, (3, 3, size, numbers, 4, memory, 3), (3, 3, size, memory, 3, got, 3));
    ROUND(Matrix, Async_64, (3, 3, size, numbers, 4, memory, 3, NULL), (3, 3, size, memory, 3, got, 3, NULL));
    const cublasStatus_t wrong[] = {
        cublasSetVector_64(9, 0, numbers, 1, memory, 1),
        cublasGetVector_64(9, size, memory, 0, got, 1),
        cublasSetVectorAsync_64(-1, size, numbers, 1, memory, 1, NULL),
        cublasGetVectorAsync_64(9, size, memory, 1, got, -1, NULL),
        cublasSetMatrix_64(3, 3, size, numbers, 2, memory, 3),
        cublasGetMatrix_64(3, 3, size, memory, 3, got, 2),
        cublasSetMatrixAsync_64(3, -3, size, numbers, 4, memory, 3, NULL),
        cublasGetMatrixAsync_64(3, 3, 0, memory, 3, got, 3, NULL),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(wrong[i], CUBLAS_STATUS_INVALID_VALUE);
    cudaFree(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_transfers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

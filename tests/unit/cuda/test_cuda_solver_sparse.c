/* SPDX-License-Identifier: MIT */
/* cuSOLVER's sparse functions: a solution times the matrix is the right-hand side, by loops. */
#include "cuda/solver/cusolver.h"
#include "cuda_sparse.h"

#include <pthread.h>

static const char *const lapack[] = {"libopenblas.so.0", "liblapack.so.3", NULL};

enum { N = 6 };

#define DONE(call) assert_int_equal(call, CUSOLVER_STATUS_SUCCESS)

#define FUNCTION(name) cusolverSpS##name
#define TEST(name)     single_##name
#define TYPE           HW_NUMBER_R32F
#define REAL           float
#define CLOSE          1e-4
#include "cuda_solver_sparse.h"

#define FUNCTION(name) cusolverSpD##name
#define TEST(name)     double_##name
#define TYPE           HW_NUMBER_R64F
#define REAL           double
#define CLOSE          1e-12
#include "cuda_solver_sparse.h"

#define FUNCTION(name) cusolverSpC##name
#define TEST(name)     complex_##name
#define TYPE           HW_NUMBER_C32F
#define REAL           float
#define CLOSE          1e-4
#include "cuda_solver_sparse.h"

#define FUNCTION(name) cusolverSpZ##name
#define TEST(name)     double_complex_##name
#define TYPE           HW_NUMBER_C64F
#define REAL           double
#define CLOSE          1e-12
#include "cuda_solver_sparse.h"

static void test_handles(void **state)
{
    cusolverSpHandle_t handle;
    cudaStream_t stream, got;

    (void)state;
    need_library(lapack);
    assert_int_equal(cusolverSpCreate(NULL), CUSOLVER_STATUS_INVALID_VALUE);
    DONE(cusolverSpCreate(&handle));
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    DONE(cusolverSpSetStream(handle, stream));
    DONE(cusolverSpGetStream(handle, &got));
    assert_ptr_equal(got, stream);
    assert_int_equal(cusolverSpGetStream(handle, NULL), CUSOLVER_STATUS_INVALID_VALUE);
    DONE(cusolverSpDestroy(handle));
    assert_int_equal(cusolverSpDestroy(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
    assert_int_equal(cusolverSpSetStream(handle, NULL), CUSOLVER_STATUS_NOT_INITIALIZED);
    cudaStreamDestroy(stream);
}

static void *solve_often(void *unused)
{
    for (int i = 0; i < 10; i++)
        double_complex_solutions(NULL);
    return unused;
}

static void test_threads(void **state)
{
    pthread_t thread[4];

    (void)state;
    need_library(lapack);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, solve_often, NULL), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
}

#define TYPED(kind)                                                          \
    cmocka_unit_test(kind##_solutions), cmocka_unit_test(kind##_eigenvalue), \
        cmocka_unit_test(kind##_host_solutions)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TYPED(single),
        TYPED(double),
        TYPED(complex),
        TYPED(double_complex),
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* cuSOLVER over the host's LAPACK: factors give their matrices back, by loops, for four kinds of numbers; the
 * errors of wrong use; four threads at once. */
#include "cuda/math/number.h"
#include "cuda/solver/cusolver.h"
#include "cuda_host_library.h"

#include <math.h>
#include <pthread.h>

static const char *const lapack[] = {"libopenblas.so.0", "liblapack.so.3", NULL};

enum { M = 6, N = 5, RIGHT = 2, LD = 10, CELLS = LD * LD, WORK = 1024 };

#define OK(call) assert_int_equal(call, CUSOLVER_STATUS_SUCCESS)

#define T           float
#define REAL        float
#define TEST(name)  single_##name
#define TYPE        HW_NUMBER_R32F
#define DN(name)    cusolverDnS##name
#define DN_OR(name) cusolverDnSor##name
#define DN_SY(name) cusolverDnSsy##name
#define CLOSE       5e-5
#define CONJ(x)     (x)
#include "cuda_solver_typed.h"

#define T           double
#define REAL        double
#define TEST(name)  double_##name
#define TYPE        HW_NUMBER_R64F
#define DN(name)    cusolverDnD##name
#define DN_OR(name) cusolverDnDor##name
#define DN_SY(name) cusolverDnDsy##name
#define CLOSE       1e-12
#define CONJ(x)     (x)
#include "cuda_solver_typed.h"

#define T           float _Complex
#define REAL        float
#define TEST(name)  complex_##name
#define TYPE        HW_NUMBER_C32F
#define DN(name)    cusolverDnC##name
#define DN_OR(name) cusolverDnCun##name
#define DN_SY(name) cusolverDnChe##name
#define CLOSE       5e-5
#define CONJ(x)     conjf(x)
#include "cuda_solver_typed.h"

#define T           double _Complex
#define REAL        double
#define TEST(name)  double_complex_##name
#define TYPE        HW_NUMBER_C64F
#define DN(name)    cusolverDnZ##name
#define DN_OR(name) cusolverDnZun##name
#define DN_SY(name) cusolverDnZhe##name
#define CLOSE       1e-12
#define CONJ(x)     conj(x)
#include "cuda_solver_typed.h"

/* --- what is not arithmetic --- */

static void test_handles(void **state)
{
    cusolverDnHandle_t handle;
    cudaStream_t stream, got;
    cusolverDeterministicMode_t mode;
    int version;

    (void)state;
    need_library(lapack);
    assert_int_equal(cusolverDnCreate(NULL), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnCreate(&handle));
    OK(cudaStreamCreate(&stream));
    OK(cusolverDnSetStream(handle, stream));
    OK(cusolverDnGetStream(handle, &got));
    assert_ptr_equal(got, stream);
    assert_int_equal(cusolverDnGetStream(handle, NULL), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnGetDeterministicMode(handle, &mode));
    assert_int_equal(mode, CUSOLVER_DETERMINISTIC_RESULTS);
    OK(cusolverDnSetDeterministicMode(handle, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS));
    assert_int_equal(cusolverDnSetDeterministicMode(handle, (cusolverDeterministicMode_t)3),
                     CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverGetVersion(&version));
    assert_int_equal(version, 11405);
    assert_int_equal(cusolverGetVersion(NULL), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverGetProperty(0, &version));
    assert_int_equal(version, 11);
    assert_int_equal(cusolverGetProperty(3, &version), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnDestroy(handle));
    assert_int_equal(cusolverDnDestroy(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
    assert_int_equal(cusolverDnSetStream(handle, NULL), CUSOLVER_STATUS_NOT_INITIALIZED);
    cudaStreamDestroy(stream);
}

static void test_wrong_use(void **state)
{
    float a[CELLS] = {1};
    gesvdjInfo_t gesvdj;
    syevjInfo_t syevj;
    cusolverDnParams_t params;
    size_t device_bytes, host_bytes;
    int size, sweeps;

    (void)state;
    struct single_device d = single_begin(a, a);
    assert_int_equal(cusolverDnSgetrf_bufferSize(NULL, N, N, d.a, LD, &size),
                     CUSOLVER_STATUS_NOT_INITIALIZED);
    assert_int_equal(cusolverDnSgetrf_bufferSize(d.handle, -1, N, d.a, LD, &size),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnSgetrf_bufferSize(d.handle, N, N, d.a, N - 1, &size),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnSgetrf_bufferSize(d.handle, N, N, d.a, LD, NULL),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnSgetrf(d.handle, N, N, a, LD, d.work, d.pivots, d.info),
                     CUSOLVER_STATUS_INTERNAL_ERROR); /* memory of the host */
    assert_int_equal(cusolverDnSgetrf(d.handle, 1 << 20, 1 << 20, d.a, 1 << 20, d.work, d.pivots, d.info),
                     CUSOLVER_STATUS_INTERNAL_ERROR);
    assert_int_equal(cusolverDnSgetrf(d.handle, N, N, d.a, LD, d.work, d.pivots, NULL),
                     CUSOLVER_STATUS_INTERNAL_ERROR);
    assert_int_equal(cusolverDnSgetrs(d.handle, 3, N, 1, d.a, LD, d.pivots, d.b, LD, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    OK(cudaMemset(d.pivots, 0x7f, LD * sizeof(int)));
    assert_int_equal(cusolverDnSgetrs(d.handle, 0, N, 1, d.a, LD, d.pivots, d.b, LD, d.info),
                     CUSOLVER_STATUS_INTERNAL_ERROR); /* rows that there are not */
    assert_int_equal(cusolverDnSpotrf(d.handle, 2, N, d.a, LD, d.work, WORK, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnSpotrf(d.handle, 0, N, d.a, LD, d.work, 1, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnSgesvd(d.handle, 'A', 'A', N, M, d.a, LD, d.s, d.u, LD, d.v, LD, d.work, WORK,
                                      NULL, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnSgesvd(d.handle, 'X', 'A', M, N, d.a, LD, d.s, d.u, LD, d.v, LD, d.work, WORK,
                                      NULL, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnSsytrf(d.handle, 0, N, d.a, LD, NULL, d.work, WORK, d.info),
                     CUSOLVER_STATUS_NOT_SUPPORTED);
    OK(cusolverDnCreateGesvdjInfo(&gesvdj));
    OK(cusolverDnCreateSyevjInfo(&syevj));
    OK(cusolverDnXgesvdjSetMaxSweeps(gesvdj, 10));
    OK(cusolverDnXgesvdjSetTolerance(gesvdj, 1e-6));
    assert_int_equal(cusolverDnXgesvdjSetSortEig(gesvdj, 2), CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnXsyevjSetSortEig((syevjInfo_t)gesvdj, 1), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnXsyevjGetSweeps(d.handle, syevj, &sweeps));
    assert_int_equal(cusolverDnSsyevj(d.handle, CUSOLVER_EIG_MODE_VECTOR, 0, N, d.a, LD, d.s, d.work, WORK,
                                      d.info, (syevjInfo_t)gesvdj),
                     CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnDestroyGesvdjInfo(gesvdj));
    assert_int_equal(cusolverDnDestroyGesvdjInfo(gesvdj), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnDestroySyevjInfo(syevj));
    OK(cusolverDnCreateParams(&params));
    OK(cusolverDnSetAdvOptions(params, 0, 1));
    assert_int_equal(cusolverDnSetAdvOptions(params, 2, 1), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnXgetrf_bufferSize(d.handle, params, N, N, HW_NUMBER_R32F, d.a, LD, HW_NUMBER_R32F,
                                   &device_bytes, &host_bytes));
    assert_int_equal(cusolverDnXgetrf_bufferSize(d.handle, params, N, N, HW_NUMBER_R16F, d.a, LD,
                                                 HW_NUMBER_R16F, &device_bytes, &host_bytes),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnXgetrf_bufferSize(d.handle, params, (int64_t)1 << 33, N, HW_NUMBER_R32F, d.a,
                                                 (int64_t)1 << 33, HW_NUMBER_R32F, &device_bytes,
                                                 &host_bytes),
                     CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnDestroyParams(params));
    OK(cudaMemset(d.info, 0, sizeof(int)));
    single_end(&d, 0);
}

/* Two matrices: (2 1; 1 2) and (0 2; 2 0). */
static void test_batched_eigenvalues(void **state)
{
    const double a[] = {2, 1, 1, 2, 0, 2, 2, 0}, wanted[] = {1, 3, -2, 2};
    double vectors[8], w[4];
    cusolverDnHandle_t handle;
    size_t device_bytes, host_bytes;
    void *buffer;

    (void)state;
    need_library(lapack);
    OK(cusolverDnCreate(&handle));
    double *matrices = device_copy(a, sizeof a), *values = device_copy(wanted, sizeof wanted);
    int *info = device_copy((int[]){7, 7}, sizeof(int[2]));
    cudaMemset(values, 0, sizeof wanted);
#define PROBLEM                                                                                        \
    handle, NULL, CUSOLVER_EIG_MODE_VECTOR, 0, 2, HW_NUMBER_R64F, matrices, 2, HW_NUMBER_R64F, values, \
        HW_NUMBER_R64F
    OK(cusolverDnXsyevBatched_bufferSize(PROBLEM, &device_bytes, &host_bytes, 2));
    assert_int_equal(cudaMalloc(&buffer, device_bytes), cudaSuccess);
    OK(cusolverDnXsyevBatched(PROBLEM, buffer, device_bytes, NULL, 0, info, 2));
    host_copy(vectors, matrices, sizeof vectors);
    host_copy(w, values, sizeof w);
    for (int i = 0; i < 4; i++) {
        const double *v = vectors + i * 2, *m = a + i / 2 * 4;
        assert_true(fabs(w[i] - wanted[i]) < 1e-12);
        assert_true(fabs(m[0] * v[0] + m[2] * v[1] - w[i] * v[0]) < 1e-12);
        assert_true(fabs(m[1] * v[0] + m[3] * v[1] - w[i] * v[1]) < 1e-12);
    }
    assert_int_equal(cusolverDnXsyevBatched(PROBLEM, buffer, device_bytes, NULL, 0, info, -1),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnXsyevBatched(PROBLEM, buffer, device_bytes, NULL, 0, info, 1 << 20),
                     CUSOLVER_STATUS_INTERNAL_ERROR); /* there are but two */
    OK(cusolverDnDestroy(handle));
    cudaFree(matrices);
    cudaFree(values);
    cudaFree(info);
    cudaFree(buffer);
}

/* --- threads --- */

static void *solve_often(void *unused)
{
    for (int i = 0; i < 10; i++)
        double_lu(NULL);
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

#define TYPED(kind)                                                                                        \
    cmocka_unit_test(kind##_lu), cmocka_unit_test(kind##_singular), cmocka_unit_test(kind##_cholesky),     \
        cmocka_unit_test(kind##_batches), cmocka_unit_test(kind##_symmetric), cmocka_unit_test(kind##_qr), \
        cmocka_unit_test(kind##_reductions), cmocka_unit_test(kind##_eigen), cmocka_unit_test(kind##_svd), \
        cmocka_unit_test(kind##_svd_batches), cmocka_unit_test(kind##_lower),                              \
        cmocka_unit_test(kind##_reflections), cmocka_unit_test(kind##_eigen_more),                         \
        cmocka_unit_test(kind##_sizes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TYPED(single),
        TYPED(double),
        TYPED(complex),
        TYPED(double_complex),
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_wrong_use),
        cmocka_unit_test(test_batched_eigenvalues),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

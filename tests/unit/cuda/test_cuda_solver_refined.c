/* SPDX-License-Identifier: MIT */
/* Solutions of cuSOLVER by the names of two precisions, and by parameters: the matrix times the solution is
 * the right-hand side, by loops. */
#include "cuda/solver/cusolver.h"
#include "cuda_sparse.h"

static const char *const lapack[] = {"libopenblas.so.0", "liblapack.so.3", NULL};

enum { N = 5, RIGHT = 2, WORK = 1 << 16 };

#define DONE(call) assert_int_equal(call, CUSOLVER_STATUS_SUCCESS)

/* What a solution works with: a matrix that is well conditioned, and right-hand sides. */
struct system {
    int type;
    struct dense a, b;
    void *a_device, *b_device, *x_device, *work;
    int *pivots, *info;
    cusolverDnHandle_t handle;
};

static struct system begin(int type)
{
    struct system s = {
        .type = type, .a = dense_random(N, N, type, 91, true), .b = dense_random(N, RIGHT, type, 92, true)};

    for (int i = 0; i < N; i++)
        s.a.at[i][i] += 40;
    s.a_device = dense_device(&s.a, type, CUSPARSE_ORDER_COL);
    s.b_device = dense_device(&s.b, type, CUSPARSE_ORDER_COL);
    s.x_device = dense_device(&s.b, type, CUSPARSE_ORDER_COL);
    s.pivots = device_copy((int[MOST]){0}, sizeof(int[MOST]));
    s.info = device_copy((int[]){7}, sizeof(int));
    assert_int_equal(cudaMalloc(&s.work, WORK), cudaSuccess);
    DONE(cusolverDnCreate(&s.handle));
    return s;
}

static void end(struct system *s)
{
    void *const all[] = {s->a_device, s->b_device, s->x_device, s->work, s->pivots, s->info};

    DONE(cusolverDnDestroy(s->handle));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cudaFree(all[i]);
}

static void expect_solution(const struct system *s)
{
    const struct dense x = dense_host(s->x_device, N, RIGHT, s->type, CUSPARSE_ORDER_COL);
    const struct dense back = dense_product(&s->a, &x, 1, NULL, 0);
    const bool wide = s->type == HW_NUMBER_R64F || s->type == HW_NUMBER_C64F;
    int info;

    host_copy(&info, s->info, sizeof info);
    assert_int_equal(info, 0);
    expect_dense(&back, &s->b, wide ? 1e-12 : 1e-4);
    cudaMemset(s->x_device, 0x7f, hw_number_bytes(s->type));
}

enum { TYPE_S = HW_NUMBER_R32F, TYPE_D = HW_NUMBER_R64F, TYPE_C = HW_NUMBER_C32F, TYPE_Z = HW_NUMBER_C64F };

/* PAIR(letters, letter of the matrices) */
/* clang-format off */
#define PAIRS(PAIR) \
    PAIR(SS, S) PAIR(SH, S) PAIR(SB, S) PAIR(SX, S) \
    PAIR(DD, D) PAIR(DS, D) PAIR(DH, D) PAIR(DB, D) PAIR(DX, D) \
    PAIR(CC, C) PAIR(CK, C) PAIR(CE, C) PAIR(CY, C) \
    PAIR(ZZ, Z) PAIR(ZC, Z) PAIR(ZK, Z) PAIR(ZE, Z) PAIR(ZY, Z)
/* clang-format on */

#define PAIR(pair, letter)                                                                                   \
    static void test_##pair(void **state)                                                                    \
    {                                                                                                        \
        size_t bytes;                                                                                        \
        int iterations = 7;                                                                                  \
        (void)state;                                                                                         \
        need_library(lapack);                                                                                \
        struct system s = begin(TYPE_##letter);                                                              \
        DONE(cusolverDn##pair##gesv_bufferSize(s.handle, N, RIGHT, NULL, MOST, NULL, NULL, MOST, NULL, MOST, \
                                               NULL, &bytes));                                               \
        assert_in_range(bytes, 1, WORK);                                                                     \
        DONE(cusolverDn##pair##gesv(s.handle, N, RIGHT, s.a_device, MOST, s.pivots, s.b_device, MOST,        \
                                    s.x_device, MOST, s.work, WORK, &iterations, s.info));                   \
        assert_int_equal(iterations, 0);                                                                     \
        expect_solution(&s);                                                                                 \
        DONE(cusolverDn##pair##gels_bufferSize(s.handle, N, N, RIGHT, NULL, MOST, NULL, MOST, NULL, MOST,    \
                                               NULL, &bytes));                                               \
        DONE(cusolverDn##pair##gels(s.handle, N, N, RIGHT, s.a_device, MOST, s.b_device, MOST, s.x_device,   \
                                    MOST, s.work, WORK, &iterations, s.info));                               \
        expect_solution(&s);                                                                                 \
        assert_int_equal(cusolverDn##pair##gesv(s.handle, N, RIGHT, s.a_device, N - 1, s.pivots, s.b_device, \
                                                MOST, s.x_device, MOST, s.work, WORK, &iterations, s.info),  \
                         CUSOLVER_STATUS_INVALID_VALUE);                                                     \
        end(&s);                                                                                             \
    }
PAIRS(PAIR)

static void test_parameters(void **state)
{
    cusolverDnIRSParams_t params;
    cusolverDnIRSInfos_t infos;
    size_t bytes;
    int iterations;

    (void)state;
    need_library(lapack);
    struct system s = begin(HW_NUMBER_C64F);
#define SOLVE(a)                                                                                       \
    cusolverDnIRSXgesv(s.handle, params, infos, N, RIGHT, a, MOST, s.b_device, MOST, s.x_device, MOST, \
                       s.work, WORK, &iterations, s.info)
    DONE(cusolverDnIRSParamsCreate(&params));
    DONE(cusolverDnIRSInfosCreate(&infos));
    assert_int_equal(SOLVE(s.a_device), CUSOLVER_STATUS_IRS_PARAMS_INVALID); /* no precision */
    DONE(cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_C_64F, CUSOLVER_C_32F));
    assert_int_equal(SOLVE(s.a_device), CUSOLVER_STATUS_IRS_PARAMS_INVALID); /* no solver */
    DONE(cusolverDnIRSParamsSetRefinementSolver(params, CUSOLVER_IRS_REFINE_NONE));
    DONE(cusolverDnIRSParamsSetMaxIters(params, 9));
    assert_int_equal(cusolverDnIRSParamsSetMaxIters(params, -1), CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnIRSParamsSetSolverMainPrecision(params, CUSOLVER_R_8I),
                     CUSOLVER_STATUS_INVALID_VALUE);
    DONE(cusolverDnIRSXgesv_bufferSize(s.handle, params, N, RIGHT, &bytes));
    DONE(SOLVE(s.a_device));
    expect_solution(&s);
    DONE(cusolverDnIRSInfosGetNiters(infos, &iterations));
    assert_int_equal(iterations, 0);
    DONE(cusolverDnIRSInfosGetMaxIters(infos, &iterations));
    assert_int_equal(iterations, 9);
    DONE(cusolverDnIRSXgels(s.handle, params, infos, N, N, RIGHT, s.a_device, MOST, s.b_device, MOST,
                            s.x_device, MOST, s.work, WORK, &iterations, s.info));
    expect_solution(&s);
    assert_int_equal(SOLVE(&s), CUSOLVER_STATUS_INTERNAL_ERROR); /* memory of the host */
    DONE(cusolverDnIRSXgels_bufferSize(s.handle, params, N, N, RIGHT, &bytes));
    assert_int_equal(cusolverDnIRSXgels_bufferSize(s.handle, params, N, N, RIGHT, NULL),
                     CUSOLVER_STATUS_INVALID_VALUE);
    DONE(cusolverDnIRSParamsGetMaxIters(params, &iterations));
    assert_int_equal(iterations, 9);
    DONE(cusolverDnIRSInfosGetOuterNiters(infos, &iterations));
    assert_int_equal(iterations, 0);
    DONE(cusolverDnIRSParamsSetSolverLowestPrecision(params, CUSOLVER_C_32F));
    DONE(cusolverDnIRSParamsSetTol(params, 1e-9));
    DONE(cusolverDnIRSParamsSetTolInner(params, 1e-3));
    DONE(cusolverDnIRSParamsSetMaxItersInner(params, 4));
    DONE(cusolverDnIRSParamsEnableFallback(params));
    DONE(cusolverDnIRSParamsDisableFallback(params));
    const cusolverStatus_t wrong[] = {
        cusolverDnIRSParamsGetMaxIters(params, NULL),
        cusolverDnIRSInfosGetOuterNiters(infos, NULL),
        cusolverDnIRSParamsSetSolverLowestPrecision(params, (cusolverPrecType_t)7),
        cusolverDnIRSParamsSetTol(params, 0),
        cusolverDnIRSParamsSetTolInner(params, -1),
        cusolverDnIRSParamsSetMaxItersInner(params, -1)};
    EACH(i, wrong)
    assert_int_equal(wrong[i], CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnIRSParamsEnableFallback(NULL), CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    assert_int_equal(cusolverDnIRSParamsDisableFallback(NULL), CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    DONE(cusolverDnIRSInfosDestroy(infos));
    assert_int_equal(SOLVE(s.a_device), CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);
    DONE(cusolverDnIRSParamsDestroy(params));
    assert_int_equal(cusolverDnIRSParamsDestroy(params), CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    assert_int_equal(cusolverDnIRSXgesv_bufferSize(s.handle, params, N, RIGHT, &bytes),
                     CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
    end(&s);
}

int main(void)
{
#define TEST(pair, letter) cmocka_unit_test(test_##pair),
    const struct CMUnitTest tests[] = {PAIRS(TEST) cmocka_unit_test(test_parameters)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* cuBLAS by all of its names: with sizes of 64 bits, without a handle, of cuBLASXt; and functions of mixed
 * types, whose types are not mixed here.  What they do is what functions do that are tested against loops. */
#include "cuda/cublas/cublas.h"
#include "cuda/math/number.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { M = 5, N = 4, K = 3, LD = 7, CELLS = LD * LD };

#define DONE(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)

/* Two calls, from the same beginning, do the same. */
#define TWICE(one, other) \
    TEST(restore)(&t);    \
    DONE(one);            \
    TEST(keep)(&t);       \
    TEST(restore)(&t);    \
    DONE(other);          \
    TEST(same)(&t)
/* Sizes of 32 and of 64 bits. */
#define WIDE_AS(one, other, ...)                                     \
    TWICE(one(t.handle, __VA_ARGS__), other(t.handle, __VA_ARGS__)); \
    assert_int_equal(other(NULL, __VA_ARGS__), CUBLAS_STATUS_NOT_INITIALIZED)
#define WIDE(name, ...) WIDE_AS(NAME(name), NAME(name##_64), __VA_ARGS__)
#define V2(name, ...)   WIDE_AS(NAME(name##_v2), NAME(name##_v2_64), __VA_ARGS__)

/* Operands, and how a triangle is taken. */
#define A     t.a, LD
#define B     t.b, LD
#define C     t.c, LD
#define ALPHA &t.alpha
#define BETA  &t.beta
#define UP    CUBLAS_FILL_MODE_UPPER
#define PART  UP, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT

#define LISTED(x) (const NUMBER *const *)(x)
#define SMALL     CUBLAS_OP_N, CUBLAS_OP_T, 2, 3, 2

#define NUMBER           float
#define REAL             float
#define IS_COMPLEX       0
#define NAME(name)       cublasS##name
#define XT_NAME(name)    cublasXtS##name
#define INDEX_NAME(name) cublasIs##name
#define SUM_NAME(name)   cublasS##name
#define TEST(name)       single_##name
#define CLOSE            5e-5
#include "cuda_blas_twins.h"

#define NUMBER           double
#define REAL             double
#define IS_COMPLEX       0
#define NAME(name)       cublasD##name
#define XT_NAME(name)    cublasXtD##name
#define INDEX_NAME(name) cublasId##name
#define SUM_NAME(name)   cublasD##name
#define TEST(name)       double_##name
#define CLOSE            1e-12
#include "cuda_blas_twins.h"

#define NUMBER           float complex
#define REAL             float
#define IS_COMPLEX       1
#define NAME(name)       cublasC##name
#define XT_NAME(name)    cublasXtC##name
#define INDEX_NAME(name) cublasIc##name
#define SUM_NAME(name)   cublasSc##name
#define PART_NAME(name)  cublasCs##name
#define TEST(name)       complex_##name
#define CLOSE            5e-5
#include "cuda_blas_twins.h"

#define NUMBER           double complex
#define REAL             double
#define IS_COMPLEX       1
#define NAME(name)       cublasZ##name
#define XT_NAME(name)    cublasXtZ##name
#define INDEX_NAME(name) cublasIz##name
#define SUM_NAME(name)   cublasDz##name
#define PART_NAME(name)  cublasZd##name
#define TEST(name)       double_complex_##name
#define CLOSE            1e-12
#include "cuda_blas_twins.h"

/* --- mixed types --- */

#define F             CUDA_R_32F
#define NAME(name)    cublasS##name
#define TEST(name)    single_##name
#define NUMBER        float
#define EX(name, ...) WIDE_AS(cublas##name##Ex, cublas##name##Ex_64, __VA_ARGS__)

static void test_typed_vectors(void **state)
{
    struct single_twins t = single_begin();
    float cosine = 0.6f, sine = 0.8f;
    const float h[] = {-1, 1, 2, 3, 4};
    int place = 0, wanted = 1;
    int64_t wide = 2;

    (void)state;
#define EXTREME(name, same)                                                                            \
    DONE(same(t.handle, CELLS, t.a, 1, &wanted));                                                      \
    DONE(cublas##name##Ex(t.handle, CELLS, t.a, F, 1, &place));                                        \
    DONE(cublas##name##Ex_64(t.handle, CELLS, t.a, F, 1, &wide));                                      \
    assert_true(wanted == place && wanted == wide);                                                    \
    assert_int_equal(cublas##name##Ex(t.handle, CELLS, t.a, F, 1, NULL), CUBLAS_STATUS_INVALID_VALUE); \
    assert_int_equal(cublas##name##Ex_64(NULL, CELLS, t.a, F, 1, &wide), CUBLAS_STATUS_NOT_INITIALIZED)
    EXTREME(Iamax, cublasIsamax_v2);
    EXTREME(Iamin, cublasIsamin_v2);
    TWICE(cublasSasum_v2(t.handle, N, t.a, 2, &t.result),
          cublasAsumEx(t.handle, N, t.a, F, 2, &t.result, F, F));
    EX(Asum, N, t.a, F, 2, &t.result, F, F);
    assert_int_equal(cublasAsumEx(t.handle, N, t.a, F, 2, NULL, F, F), CUBLAS_STATUS_INVALID_VALUE);
    EX(Nrm2, N, t.a, F, 2, &t.result, F, F);
    TWICE(cublasSdot_v2(t.handle, N, t.a, 1, t.b, 2, &t.result),
          cublasDotcEx(t.handle, N, t.a, F, 1, t.b, F, 2, &t.result, F, F));
    EX(Dotc, N, t.a, F, 1, t.b, F, 2, &t.result, F, F);
    assert_int_equal(cublasDotcEx(t.handle, N, t.a, F, 1, t.b, 99, 2, &t.result, F, F),
                     CUBLAS_STATUS_NOT_SUPPORTED);
    EX(Dot, N, t.a, F, 1, t.b, F, 2, &t.result, F, F);
    EX(Scal, N, ALPHA, F, t.c, F, 1, F);
    EX(Axpy, N, ALPHA, F, t.a, F, 1, t.c, F, 2, F);
    EX(Copy, N, t.a, F, 1, t.c, F, 2);
    EX(Swap, N, t.a, F, 1, t.c, F, 2);
    EX(Rot, N, t.a, F, 1, t.c, F, 1, &cosine, &sine, F, F);
    TWICE(cublasSrotm_v2(t.handle, N, t.a, 1, t.c, 1, h),
          cublasRotmEx(t.handle, N, t.a, F, 1, t.c, F, 1, h, F, F));
    EX(Rotm, N, t.a, F, 1, t.c, F, 1, h, F, F);
    assert_int_equal(cublasRotmEx(t.handle, N, t.a, F, 1, t.c, F, 1, NULL, F, F),
                     CUBLAS_STATUS_INVALID_VALUE);
    single_end(&t);
}

static void test_typed_matrices(void **state)
{
    struct single_twins t = single_begin();
    const float scales[] = {t.alpha, t.beta};
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T};
    const int m = 2, n = 3, k = 2, ld = LD, two = 2;
    const int64_t wide_m = m, wide_n = n, wide_k = k, wide_ld = LD, wide_two = 2;

    (void)state;
    single_list(&t, 3);
#define ADDRESSES(x) (const void *const *)(x)
#define LIST_ITEMS   ADDRESSES(t.as), F, LD, ADDRESSES(t.bs), F, LD, BETA, (void *const *)t.cs, F, LD, 2
#define HOW          CUBLAS_COMPUTE_32F, -1
#define STRIDED      t.a, F, LD, 2, t.b, F, LD, 2, BETA, t.c, F, LD, 3 * LD, 2
    WIDE_AS(cublasSgemmEx, cublasSgemmEx_64, SMALL, ALPHA, t.a, F, LD, t.b, F, LD, BETA, t.c, F, LD);
    EX(Gemm, SMALL, ALPHA, t.a, F, LD, t.b, F, LD, BETA, t.c, F, LD, HOW);
    EX(GemmBatched, SMALL, ALPHA, LIST_ITEMS, HOW);
    TWICE(cublasSgemmStridedBatched(t.handle, SMALL, ALPHA, A, 2, B, 2, BETA, C, 3 * LD, 2),
          cublasGemmStridedBatchedEx(t.handle, SMALL, ALPHA, STRIDED, HOW));
    EX(GemmStridedBatched, SMALL, ALPHA, STRIDED, HOW);
    assert_int_equal(cublasGemmStridedBatchedEx(t.handle, SMALL, NULL, STRIDED, HOW),
                     CUBLAS_STATUS_INVALID_VALUE);
    /* One group of two. */
#define GROUP(p) &ops[0], &ops[1], &p##m, &p##n, &p##k, scales
#define MATRICES(p) \
    ADDRESSES(t.as), &p##ld, ADDRESSES(t.bs), &p##ld, scales + 1, (void *const *)t.cs, &p##ld, 1, &p##two
    TWICE(cublasSgemmBatched(t.handle, SMALL, ALPHA, LISTED(t.as), LD, LISTED(t.bs), LD, BETA, t.cs, LD, 2),
          cublasSgemmGroupedBatched(t.handle, GROUP(), MATRICES()));
    TWICE(cublasSgemmGroupedBatched(t.handle, GROUP(), MATRICES()),
          cublasSgemmGroupedBatched_64(t.handle, GROUP(wide_), MATRICES(wide_)));
    assert_int_equal(cublasSgemmGroupedBatched(NULL, GROUP(), MATRICES()), CUBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(cublasSgemmGroupedBatched_64(NULL, GROUP(wide_), MATRICES(wide_)),
                     CUBLAS_STATUS_NOT_INITIALIZED);
#define TYPED_MATRICES(p)                                                                                  \
    ADDRESSES(t.as), F, &p##ld, ADDRESSES(t.bs), F, &p##ld, scales + 1, (void *const *)t.cs, F, &p##ld, 1, \
        &p##two, CUBLAS_COMPUTE_32F
    TWICE(cublasGemmGroupedBatchedEx(t.handle, GROUP(), TYPED_MATRICES()),
          cublasGemmGroupedBatchedEx_64(t.handle, GROUP(wide_), TYPED_MATRICES(wide_)));
    assert_int_equal(cublasGemmGroupedBatchedEx_64(NULL, GROUP(wide_), TYPED_MATRICES(wide_)),
                     CUBLAS_STATUS_NOT_INITIALIZED);
    /* Half numbers from 1 to 2, for which the matrices have room. */
    for (int i = 0; i < 3 * CELLS; i++) {
        const uint16_t pair[] = {(uint16_t)(0x3c00 | (i * 37 & 0x3ff)),
                                 (uint16_t)(0x3c00 | (i * 91 & 0x3ff))};
        memcpy(&t.start[i / CELLS][i % CELLS], pair, sizeof pair);
    }
    const uint16_t one[] = {0x3c00};
#define HALVES t.a, LD, t.b, LD, one, t.c, LD
    WIDE_AS(cublasHgemm, cublasHgemm_64, SMALL, one, HALVES);
    TWICE((cublasHgemm(t.handle, SMALL, one, HALVES),
           cublasHgemm(t.handle, SMALL, one, t.a + 2, LD, t.b + 2, LD, one, t.c + 3 * LD, LD)),
          cublasHgemmBatched(t.handle, SMALL, one, ADDRESSES(t.as), LD, ADDRESSES(t.bs), LD, one,
                             (void *const *)t.cs, LD, 2));
    WIDE_AS(cublasHgemmBatched, cublasHgemmBatched_64, SMALL, one, ADDRESSES(t.as), LD, ADDRESSES(t.bs), LD,
            one, (void *const *)t.cs, LD, 2);
    WIDE_AS(cublasHgemmStridedBatched, cublasHgemmStridedBatched_64, SMALL, one, t.a, LD, 4, t.b, LD, 4, one,
            t.c, LD, 6 * LD, 2);
    assert_int_equal(cublasHgemmBatched(t.handle, SMALL, NULL, ADDRESSES(t.as), LD, ADDRESSES(t.bs), LD, one,
                                        (void *const *)t.cs, LD, 2),
                     CUBLAS_STATUS_INVALID_VALUE);
    single_end(&t);
}

#undef NAME
#undef TEST
#undef NUMBER
#define NAME(name) cublasD##name
#define TEST(name) double_##name
#define NUMBER     double

static void test_double_groups(void **state)
{
    struct double_twins t = double_begin();
    const double scales[] = {t.alpha, t.beta};
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T};
    const int m = 2, n = 3, k = 2, ld = LD, two = 2;
    const int64_t wide_m = m, wide_n = n, wide_k = k, wide_ld = LD, wide_two = 2;

    (void)state;
    double_list(&t, 3);
    TWICE(cublasDgemmBatched(t.handle, SMALL, ALPHA, LISTED(t.as), LD, LISTED(t.bs), LD, BETA, t.cs, LD, 2),
          cublasDgemmGroupedBatched(t.handle, GROUP(), MATRICES()));
    TWICE(cublasDgemmGroupedBatched(t.handle, GROUP(), MATRICES()),
          cublasDgemmGroupedBatched_64(t.handle, GROUP(wide_), MATRICES(wide_)));
    assert_int_equal(cublasDgemmGroupedBatched_64(NULL, GROUP(wide_), MATRICES(wide_)),
                     CUBLAS_STATUS_NOT_INITIALIZED);
    double_end(&t);
}

#undef NAME
#undef TEST
#undef NUMBER
#define NAME(name) cublasC##name
#define TEST(name) complex_##name
#define NUMBER     float complex
#define Z          CUDA_C_32F

static void test_typed_complex(void **state)
{
    struct complex_twins t = complex_begin();
    const float real = 1.5f, scale = -0.5f;

    (void)state;
#define TYPED   t.a, Z, LD
#define PRODUCT SMALL, ALPHA, TYPED, t.b, Z, LD, BETA, t.c, Z, LD
#define SAME(name, arguments, typed, ...)                \
    TWICE(name arguments, typed(t.handle, __VA_ARGS__)); \
    WIDE_AS(typed, typed##_64, __VA_ARGS__)
    SAME(cublasCgemm_v2, (t.handle, SMALL, ALPHA, A, B, BETA, C), cublasCgemmEx, PRODUCT);
    SAME(cublasCgemm_v2, (t.handle, SMALL, ALPHA, A, B, BETA, C), cublasCgemm3mEx, PRODUCT);
#define SQUARE(alpha, beta) UP, CUBLAS_OP_N, N, K, alpha, TYPED, beta, t.c, Z, LD
    SAME(cublasCsyrk_v2, (t.handle, UP, CUBLAS_OP_N, N, K, ALPHA, A, BETA, C), cublasCsyrkEx,
         SQUARE(ALPHA, BETA));
    SAME(cublasCsyrk_v2, (t.handle, UP, CUBLAS_OP_N, N, K, ALPHA, A, BETA, C), cublasCsyrk3mEx,
         SQUARE(ALPHA, BETA));
    SAME(cublasCherk_v2, (t.handle, UP, CUBLAS_OP_N, N, K, &real, A, &scale, C), cublasCherkEx,
         SQUARE(&real, &scale));
    SAME(cublasCherk_v2, (t.handle, UP, CUBLAS_OP_N, N, K, &real, A, &scale, C), cublasCherk3mEx,
         SQUARE(&real, &scale));
    complex_end(&t);
}

/* Products of half matrices and vectors, against loops: of one batch, listed or not. */
static void test_half_vectors(void **state)
{
    static const struct {
        int factor, result;
        __typeof__(cublasHSHgemvBatched) *listed;
        __typeof__(cublasHSHgemvBatched_64) *wide_listed;
        __typeof__(cublasHSHgemvStridedBatched) *strided;
        __typeof__(cublasHSHgemvStridedBatched_64) *wide_strided;
    } kinds[] = {
#define KIND(letters)                                                                                   \
    cublas##letters##gemvBatched, cublas##letters##gemvBatched_64, cublas##letters##gemvStridedBatched, \
        cublas##letters##gemvStridedBatched_64
        {HW_NUMBER_R16F, HW_NUMBER_R16F, KIND(HSH)},
        {HW_NUMBER_R16F, HW_NUMBER_R32F, KIND(HSS)},
        {HW_NUMBER_R16BF, HW_NUMBER_R16BF, KIND(TST)},
        {HW_NUMBER_R16BF, HW_NUMBER_R32F, KIND(TSS)},
    };
    const float alpha = 2, beta = 0;

    (void)state;
    need_library(blas);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        uint16_t a[CELLS], x[LD];
        float zeros[LD] = {0};
        double wanted[M] = {0};
        cublasHandle_t handle;
        for (int i = 0; i < CELLS; i++)
            hw_number_store(kinds[k].factor, a, (size_t)i, i % 5 - 2);
        for (int i = 0; i < LD; i++)
            hw_number_store(kinds[k].factor, x, (size_t)i, i % 3 + 1);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                wanted[i] += 2.0 * ((j * LD + i) % 5 - 2) * (j % 3 + 1);
        void *matrix = device_copy(a, sizeof a), *from = device_copy(x, sizeof x),
             *to = device_copy(zeros, sizeof zeros);
        void **matrices = device_copy(&matrix, sizeof matrix), **froms = device_copy(&from, sizeof from),
             **tos = device_copy(&to, sizeof to);
        DONE(cublasCreate_v2(&handle));
#define GEMV(call, more, ...)                                                              \
    cudaMemset(to, 0, sizeof zeros);                                                       \
    DONE(kinds[k].call(handle, CUBLAS_OP_N, M, N, &alpha, __VA_ARGS__, more));             \
    for (int i = 0; i < M; i++) {                                                          \
        float got[LD];                                                                     \
        host_copy(got, to, sizeof got);                                                    \
        assert_true(creal(hw_number_load(kinds[k].result, got, (size_t)i)) == wanted[i]);  \
    }                                                                                      \
    assert_int_equal(kinds[k].call(NULL, CUBLAS_OP_N, M, N, &alpha, __VA_ARGS__, more),    \
                     CUBLAS_STATUS_NOT_INITIALIZED);                                       \
    assert_int_equal(kinds[k].call(handle, CUBLAS_OP_N, -1, N, &alpha, __VA_ARGS__, more), \
                     CUBLAS_STATUS_INVALID_VALUE)
#define LISTS ADDRESSES(matrices), LD, ADDRESSES(froms), 1, &beta, (void *const *)tos, 1
        GEMV(listed, 1, LISTS);
        GEMV(wide_listed, 1, LISTS);
        GEMV(strided, 1, matrix, LD, CELLS, from, 1, LD, &beta, to, 1, LD);
        GEMV(wide_strided, 1, matrix, LD, CELLS, from, 1, LD, &beta, to, 1, LD);
        DONE(cublasDestroy_v2(handle));
        void *const all[] = {matrix, from, to, matrices, froms, tos};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            cudaFree(all[i]);
    }
}

#define TESTS(kind)                                                                                     \
    cmocka_unit_test(kind##_vectors), cmocka_unit_test(kind##_matrix_and_vector),                       \
        cmocka_unit_test(kind##_matrices), cmocka_unit_test(kind##_forms), cmocka_unit_test(kind##_xt), \
        cmocka_unit_test(kind##_old)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TESTS(single),
        TESTS(double),
        TESTS(complex),
        TESTS(double_complex),
        cmocka_unit_test(test_typed_vectors),
        cmocka_unit_test(test_typed_matrices),
        cmocka_unit_test(test_double_groups),
        cmocka_unit_test(test_typed_complex),
        cmocka_unit_test(test_half_vectors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

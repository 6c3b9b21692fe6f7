/* SPDX-License-Identifier: MIT */
/* Functions of cuBLAS by all of their names, for test_cuda_blas_twins.c, which includes this four times: what
 * one name does the others do as well.  NUMBER is the kind, CLOSE how near results come, other names as in
 * cublas.h. */

#if IS_COMPLEX
#define IMAGINARY I
#else
#define IMAGINARY 0
#endif

/* Three matrices on the device, and what they begin with; lists of two in each (TEST(list)). */
struct TEST(twins) {
    cublasHandle_t handle;
    NUMBER *a, *b, *c, **as, **bs, **cs, alpha, beta, start[3][CELLS], kept[3 * CELLS + 1], result;
};

static void TEST(restore)(struct TEST(twins) * t)
{
    NUMBER *const to[] = {t->a, t->b, t->c};

    for (int i = 0; i < 3; i++)
        assert_int_equal(cudaMemcpy(to[i], t->start[i], sizeof t->start[i], cudaMemcpyHostToDevice),
                         cudaSuccess);
    t->result = 0;
}

static void TEST(read)(const struct TEST(twins) * t, NUMBER got[3 * CELLS + 1])
{
    const NUMBER *const from[] = {t->a, t->b, t->c};

    for (int i = 0; i < 3; i++)
        host_copy(got + i * CELLS, from[i], sizeof t->start[i]);
    got[3 * CELLS] = t->result;
}

/* Keep what a call has made, which is something. */
static void TEST(keep)(struct TEST(twins) * t)
{
    TEST(read)(t, t->kept);
    assert_true(t->result != 0 || memcmp(t->kept, t->start, sizeof t->start) != 0);
}

static void TEST(same)(const struct TEST(twins) * t)
{
    NUMBER got[3 * CELLS + 1];

    TEST(read)(t, got);
    for (int i = 0; i < 3 * CELLS + 1; i++) {
        const double complex found = got[i], wanted = t->kept[i];
        if (!(cabs(found - wanted) <= CLOSE * (1 + cabs(wanted))))
            fail_msg("number %d differs", i);
    }
}

static struct TEST(twins) TEST(begin)(void)
{
    struct TEST(twins)
        t = {.alpha = (NUMBER)(1.5 - 0.5 * IMAGINARY), .beta = (NUMBER)(-0.75 + 0.25 * IMAGINARY)};
    uint32_t seed = 29;

    need_library(blas);
    for (int m = 0; m < 3; m++)
        for (int i = 0; i < CELLS; i++)
            t.start[m][i] = (NUMBER)((float)next_number(&seed) + IMAGINARY * (float)next_number(&seed)) +
                            (i % (LD + 1) ? 0 : 4);
    t.a = device_copy(t.start[0], sizeof t.start[0]);
    t.b = device_copy(t.start[1], sizeof t.start[1]);
    t.c = device_copy(t.start[2], sizeof t.start[2]);
    DONE(cublasCreate_v2(&t.handle));
    return t;
}

/* For batches of two: the results lie `columns` apart. */
static void TEST(list)(struct TEST(twins) * t, int columns)
{
    NUMBER *const as[] = {t->a, t->a + 2}, *const bs[] = {t->b, t->b + 2},
                  *const cs[] = {t->c, t->c + columns * LD};

    t->as = device_copy(as, sizeof as);
    t->bs = device_copy(bs, sizeof bs);
    t->cs = device_copy(cs, sizeof cs);
}

static void TEST(end)(struct TEST(twins) * t)
{
    void *const all[] = {t->a, t->b, t->c, t->as, t->bs, t->cs};

    DONE(cublasDestroy_v2(t->handle));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cudaFree(all[i]);
}

static void TEST(vectors)(void **state)
{
    struct TEST(twins) t = TEST(begin)();
    REAL cosine = (REAL)0.6, sum = 0, wide_sum = 0;
    int place = 0;
    int64_t wide_place = 1;

    (void)state;
    V2(axpy, N, ALPHA, t.a, 1, t.c, 2);
    V2(copy, N, t.a, 1, t.c, 2);
    V2(swap, N, t.a, 1, t.c, 1);
    for (int i = 0; i < N; i++)
        assert_true(t.kept[i] == t.start[2][i] && t.kept[2 * CELLS + i] == t.start[0][i]);
    V2(scal, N, ALPHA, t.c, 1);
    V2(rot, N, t.a, 1, t.c, 1, &cosine, ALPHA);
#define SUM(name)                                                 \
    DONE(SUM_NAME(name##_v2)(t.handle, N, t.a, 2, &sum));         \
    DONE(SUM_NAME(name##_v2_64)(t.handle, N, t.a, 2, &wide_sum)); \
    assert_true(sum > 0 && wide_sum == sum);                      \
    assert_true(SUM_NAME(name)(N, t.a, 2) == sum);                \
    assert_int_equal(SUM_NAME(name##_v2_64)(t.handle, N, t.a, 2, NULL), CUBLAS_STATUS_INVALID_VALUE)
#define PLACE(name)                                                              \
    DONE(INDEX_NAME(name##_v2)(t.handle, CELLS, t.a, 1, &place));                \
    DONE(INDEX_NAME(name##_v2_64)(t.handle, CELLS, t.a, 1, &wide_place));        \
    assert_true(place > 0 && wide_place == place);                               \
    assert_int_equal(INDEX_NAME(name)(CELLS, t.a, 1), place);                    \
    assert_int_equal(INDEX_NAME(name##_v2_64)(NULL, CELLS, t.a, 1, &wide_place), \
                     CUBLAS_STATUS_NOT_INITIALIZED)
    DONE(cublasInit());
    SUM(asum);
    SUM(nrm2);
    PLACE(amax);
    PLACE(amin);
    DONE(cublasShutdown());
#if IS_COMPLEX
    REAL sine = (REAL)0.8;
    V2(dotu, N, t.a, 1, t.b, 2, &t.result);
    V2(dotc, N, t.a, 1, t.b, 2, &t.result);
    WIDE_AS(PART_NAME(scal_v2), PART_NAME(scal_v2_64), N, &cosine, t.c, 1);
    WIDE_AS(PART_NAME(rot_v2), PART_NAME(rot_v2_64), N, t.a, 1, t.c, 1, &cosine, &sine);
#else
    const REAL h[] = {-1, 1, 2, 3, 4};
    V2(dot, N, t.a, 1, t.b, 2, &t.result);
    V2(rotm, N, t.a, 1, t.c, 1, h);
    for (int i = 0; i < N; i++) {
        const double x = t.start[0][i], y = t.start[2][i];
        assert_true(fabs(t.kept[i] - (x + 3 * y)) <= CLOSE * 10);
        assert_true(fabs(t.kept[2 * CELLS + i] - (2 * x + 4 * y)) <= CLOSE * 10);
    }
#endif
    TEST(end)(&t);
}

static void TEST(matrix_and_vector)(void **state)
{
    struct TEST(twins) t = TEST(begin)();

    (void)state;
    TEST(list)(&t, 2);
    V2(gemv, CUBLAS_OP_C, M, N, ALPHA, A, t.b, 1, BETA, t.c, 1);
    V2(gbmv, CUBLAS_OP_T, M, N, 1, 1, ALPHA, A, t.b, 1, BETA, t.c, 1);
    V2(symv, UP, N, ALPHA, A, t.b, 1, BETA, t.c, 1);
    V2(syr, UP, N, ALPHA, t.b, 1, C);
    V2(syr2, UP, N, ALPHA, t.a, 1, t.b, 1, C);
    V2(trmv, PART, N, A, t.c, 1);
    V2(trsv, PART, N, A, t.c, 1);
    V2(tbmv, PART, N, 1, A, t.c, 1);
    V2(tbsv, PART, N, 1, A, t.c, 1);
    V2(tpmv, PART, N, t.a, t.c, 1);
    V2(tpsv, PART, N, t.a, t.c, 1);
    /* Two of a batch, as two calls. */
#define TWO_VECTORS                                                              \
    (NAME(gemv_v2)(t.handle, CUBLAS_OP_N, M, N, ALPHA, A, t.b, 1, BETA, t.c, 1), \
     NAME(gemv_v2)(t.handle, CUBLAS_OP_N, M, N, ALPHA, t.a + 2, LD, t.b + 2, 1, BETA, t.c + 2 * LD, 1))
    TWICE(TWO_VECTORS, NAME(gemvBatched)(t.handle, CUBLAS_OP_N, M, N, ALPHA, LISTED(t.as), LD, LISTED(t.bs),
                                         1, BETA, t.cs, 1, 2));
    TWICE(TWO_VECTORS, NAME(gemvStridedBatched)(t.handle, CUBLAS_OP_N, M, N, ALPHA, A, 2, t.b, 1, 2, BETA,
                                                t.c, 1, 2 * LD, 2));
    WIDE(gemvBatched, CUBLAS_OP_N, M, N, ALPHA, LISTED(t.as), LD, LISTED(t.bs), 1, BETA, t.cs, 1, 2);
    WIDE(gemvStridedBatched, CUBLAS_OP_N, M, N, ALPHA, A, 2, t.b, 1, 2, BETA, t.c, 1, 2 * LD, 2);
    assert_int_equal(NAME(gemvBatched)(t.handle, CUBLAS_OP_N, M, N, ALPHA, LISTED(t.as), LD, LISTED(t.bs), 1,
                                       BETA, t.cs, 1, -1),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(NAME(gemvStridedBatched)(t.handle, CUBLAS_OP_N, M, N, ALPHA, t.a, 1, 2, t.b, 1, 2, BETA,
                                              t.c, 1, 2 * LD, 2),
                     CUBLAS_STATUS_INVALID_VALUE);
#if IS_COMPLEX
    const REAL real = (REAL)1.5;
    V2(geru, M, N, ALPHA, t.a, 1, t.b, 1, C);
    V2(gerc, M, N, ALPHA, t.a, 1, t.b, 1, C);
    V2(hemv, UP, N, ALPHA, A, t.b, 1, BETA, t.c, 1);
    V2(hbmv, UP, N, 1, ALPHA, A, t.b, 1, BETA, t.c, 1);
    V2(hpmv, UP, N, ALPHA, t.a, t.b, 1, BETA, t.c, 1);
    V2(her, UP, N, &real, t.b, 1, C);
    V2(hpr, UP, N, &real, t.b, 1, t.c);
    V2(her2, UP, N, ALPHA, t.a, 1, t.b, 1, C);
    V2(hpr2, UP, N, ALPHA, t.a, 1, t.b, 1, t.c);
#else
    V2(ger, M, N, ALPHA, t.a, 1, t.b, 1, C);
    V2(sbmv, UP, N, 1, ALPHA, A, t.b, 1, BETA, t.c, 1);
    V2(spmv, UP, N, ALPHA, t.a, t.b, 1, BETA, t.c, 1);
    V2(spr, UP, N, ALPHA, t.b, 1, t.c);
    V2(spr2, UP, N, ALPHA, t.a, 1, t.b, 1, t.c);
#endif
    TEST(end)(&t);
}

static void TEST(matrices)(void **state)
{
    struct TEST(twins) t = TEST(begin)();

    (void)state;
    TEST(list)(&t, 3);
    V2(gemm, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, ALPHA, A, B, BETA, C);
    V2(symm, CUBLAS_SIDE_LEFT, UP, M, N, ALPHA, A, B, BETA, C);
    V2(syrk, UP, CUBLAS_OP_N, N, K, ALPHA, A, BETA, C);
    V2(syr2k, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, BETA, C);
    WIDE(syrkx, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, BETA, C);
    V2(trmm, CUBLAS_SIDE_RIGHT, PART, M, N, ALPHA, A, B, C);
    V2(trsm, CUBLAS_SIDE_RIGHT, PART, M, N, ALPHA, A, C);
    WIDE(geam, CUBLAS_OP_N, CUBLAS_OP_T, M, N, ALPHA, A, BETA, B, C);
    WIDE(dgmm, CUBLAS_SIDE_LEFT, M, N, A, t.b, 1, C);
    WIDE(gemmBatched, SMALL, ALPHA, LISTED(t.as), LD, LISTED(t.bs), LD, BETA, t.cs, LD, 2);
    TWICE((NAME(trsm_v2)(t.handle, CUBLAS_SIDE_LEFT, PART, 3, 3, ALPHA, A, C),
           NAME(trsm_v2)(t.handle, CUBLAS_SIDE_LEFT, PART, 3, 3, ALPHA, t.a + 2, LD, t.c + 3 * LD, LD)),
          NAME(trsmBatched)(t.handle, CUBLAS_SIDE_LEFT, PART, 3, 3, ALPHA, LISTED(t.as), LD, t.cs, LD, 2));
    WIDE(trsmBatched, CUBLAS_SIDE_LEFT, PART, 3, 3, ALPHA, LISTED(t.as), LD, t.cs, LD, 2);
    assert_int_equal(
        NAME(trsmBatched)(t.handle, CUBLAS_SIDE_LEFT, PART, 3, 3, ALPHA, LISTED(t.as), 2, t.cs, LD, 2),
        CUBLAS_STATUS_INVALID_VALUE);
#if IS_COMPLEX
    const REAL real = (REAL)1.5, scale = (REAL)-0.5;
    WIDE_AS(NAME(gemm_v2), NAME(gemm3m), SMALL, ALPHA, A, B, BETA, C);
    WIDE_AS(NAME(gemmBatched), NAME(gemm3mBatched), SMALL, ALPHA, LISTED(t.as), LD, LISTED(t.bs), LD, BETA,
            t.cs, LD, 2);
    WIDE_AS(NAME(gemmStridedBatched), NAME(gemm3mStridedBatched), SMALL, ALPHA, A, 2, B, 2, BETA, C, 3 * LD,
            2);
    WIDE(gemm3m, SMALL, ALPHA, A, B, BETA, C);
    WIDE(gemm3mBatched, SMALL, ALPHA, LISTED(t.as), LD, LISTED(t.bs), LD, BETA, t.cs, LD, 2);
    WIDE(gemm3mStridedBatched, SMALL, ALPHA, A, 2, B, 2, BETA, C, 3 * LD, 2);
    V2(hemm, CUBLAS_SIDE_LEFT, UP, M, N, ALPHA, A, B, BETA, C);
    V2(herk, UP, CUBLAS_OP_N, N, K, &real, A, &scale, C);
    V2(her2k, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, &scale, C);
    WIDE(herkx, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, &scale, C);
#endif
    TEST(end)(&t);
}

/* Bands and packed triangles, as whole matrices of the same numbers. */
static void TEST(forms)(void **state)
{
    struct TEST(twins) t = TEST(begin)();

    (void)state;
    for (int i = 0; i < LD; i++)
        for (int j = 0; j < LD; j++)
            if (abs(i - j) > 1)
                t.start[0][j * LD + i] = 0;
            else if (1 + i - j < LD)
                t.start[1][j * LD + 1 + i - j] = t.start[0][j * LD + i];
    for (int op = 0; op < 3; op++) {
        TWICE(
            NAME(gemv_v2)(t.handle, (cublasOperation_t)op, M, N, ALPHA, A, t.c, 1, BETA, t.c + LD, 1),
            NAME(gbmv_v2)(t.handle, (cublasOperation_t)op, M, N, 1, 1, ALPHA, B, t.c, 1, BETA, t.c + LD, 1));
    }
    assert_int_equal(NAME(gbmv_v2)(t.handle, CUBLAS_OP_N, M, N, 4, 4, ALPHA, B, t.c, 1, BETA, t.c, 1),
                     CUBLAS_STATUS_INVALID_VALUE);
#if !IS_COMPLEX
    TWICE(NAME(symv_v2)(t.handle, UP, N, ALPHA, A, t.c, 1, BETA, t.c + LD, 1),
          NAME(sbmv_v2)(t.handle, UP, N, 1, ALPHA, B, t.c, 1, BETA, t.c + LD, 1));
    for (int j = 0, next = 0; j < N; j++)
        for (int i = 0; i <= j; i++)
            t.start[1][next++] = t.start[0][j * LD + i];
    TWICE(NAME(symv_v2)(t.handle, UP, N, ALPHA, A, t.c, 1, BETA, t.c + LD, 1),
          NAME(spmv_v2)(t.handle, UP, N, ALPHA, t.b, t.c, 1, BETA, t.c + LD, 1));
    for (int two = 0; two < 2; two++) {
        TEST(restore)(&t);
        if (two) {
            DONE(NAME(syr2_v2)(t.handle, UP, N, ALPHA, t.c, 1, t.c + LD, 1, A));
            DONE(NAME(spr2_v2)(t.handle, UP, N, ALPHA, t.c, 1, t.c + LD, 1, t.b));
        } else {
            DONE(NAME(syr_v2)(t.handle, UP, N, ALPHA, t.c, 1, A));
            DONE(NAME(spr_v2)(t.handle, UP, N, ALPHA, t.c, 1, t.b));
        }
        TEST(keep)(&t);
        for (int j = 0, next = 0; j < N; j++)
            for (int i = 0; i <= j; i++) {
                const double x = t.start[2][i], y = t.start[2][LD + j], u = t.start[2][j],
                             v = t.start[2][LD + i];
                const double wanted = t.start[0][j * LD + i] + t.alpha * (two ? x * y + u * v : x * u);
                assert_true(fabs(t.kept[j * LD + i] - wanted) <= CLOSE * 10);
                assert_true(fabs(t.kept[CELLS + next++] - wanted) <= CLOSE * 10);
            }
    }
#endif
    TEST(end)(&t);
}

/* cuBLASXt: matrices of the device here, of the host in test_cuda_blas_xt.c. */
static void TEST(xt)(void **state)
{
    struct TEST(twins) t = TEST(begin)();
    cublasXtHandle_t xt;

    (void)state;
    DONE(cublasXtCreate(&xt));
#define XT_AS(one, name, ...)                                          \
    TWICE(one(t.handle, __VA_ARGS__), XT_NAME(name)(xt, __VA_ARGS__)); \
    assert_int_equal(XT_NAME(name)(NULL, __VA_ARGS__), CUBLAS_STATUS_NOT_INITIALIZED)
#define XT(name, ...) XT_AS(NAME(name##_v2), name, __VA_ARGS__)
    XT(gemm, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, ALPHA, A, B, BETA, C);
    XT(symm, CUBLAS_SIDE_LEFT, UP, M, N, ALPHA, A, B, BETA, C);
    XT(syrk, UP, CUBLAS_OP_N, N, K, ALPHA, A, BETA, C);
    XT(syr2k, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, BETA, C);
    XT_AS(NAME(syrkx), syrkx, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, BETA, C);
    XT(trmm, CUBLAS_SIDE_RIGHT, PART, M, N, ALPHA, A, B, C);
    XT(trsm, CUBLAS_SIDE_RIGHT, PART, M, N, ALPHA, A, C);
#if IS_COMPLEX
    const REAL real = (REAL)1.5, scale = (REAL)-0.5;
    XT(hemm, CUBLAS_SIDE_LEFT, UP, M, N, ALPHA, A, B, BETA, C);
    XT(herk, UP, CUBLAS_OP_N, N, K, &real, A, &scale, C);
    XT(her2k, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, &scale, C);
    XT_AS(NAME(herkx), herkx, UP, CUBLAS_OP_N, N, K, ALPHA, A, B, &scale, C);
#endif
    DONE(cublasXtDestroy(xt));
    TEST(end)(&t);
}

#include "cuda_blas_old.h"

#undef SUM
#undef PLACE
#undef TWO_VECTORS
#undef XT_AS
#undef XT

/* What the next inclusion defines anew. */
#undef NUMBER
#undef REAL
#undef IS_COMPLEX
#undef NAME
#undef XT_NAME
#undef INDEX_NAME
#undef SUM_NAME
#undef PART_NAME
#undef TEST
#undef CLOSE
#undef IMAGINARY

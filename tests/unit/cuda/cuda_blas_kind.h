/* SPDX-License-Identifier: MIT */
/* Functions of cuBLAS that every kind of numbers has, for test_cuda_blas_kinds.c, which includes this four
 * times: NUMBER is the kind, CLOSE how near its results come. */

static NUMBER *TEST(device)(const number *numbers)
{
    NUMBER here[CELLS];

    for (int i = 0; i < CELLS; i++)
        here[i] = (NUMBER)numbers[i];
    return device_copy(here, sizeof here);
}

/* The matrices on the device, of which the functions change the third, and a handle. */
struct TEST(bench) {
    cublasHandle_t handle;
    NUMBER *a, *b, *c, alpha, beta;
};

static void TEST(set_up)(struct TEST(bench) * bench)
{
    need_library(blas);
    fill_all(IS_COMPLEX);
    bench->a = TEST(device)(a);
    bench->b = TEST(device)(b);
    bench->c = TEST(device)(c);
    bench->alpha = (NUMBER)alpha;
    bench->beta = (NUMBER)beta;
    assert_int_equal(cublasCreate_v2(&bench->handle), CUBLAS_STATUS_SUCCESS);
}

static void TEST(tear_down)(struct TEST(bench) * bench)
{
    assert_int_equal(cublasDestroy_v2(bench->handle), CUBLAS_STATUS_SUCCESS);
    cudaFree(bench->a);
    cudaFree(bench->b);
    cudaFree(bench->c);
}

/* All cells of the third matrix are the wanted ones; put it back to what the host has. */
static void TEST(check)(struct TEST(bench) * bench, const number *wanted)
{
    NUMBER got[CELLS];

    host_copy(got, bench->c, sizeof got);
    for (int i = 0; i < CELLS; i++)
        assert_true(cabs(got[i] - wanted[i]) <= CLOSE * (1 + cabs(wanted[i])));
    for (int i = 0; i < CELLS; i++)
        got[i] = (NUMBER)c[i];
    assert_int_equal(cudaMemcpy(bench->c, got, sizeof got, cudaMemcpyHostToDevice), cudaSuccess);
}

#define DONE(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)

static void TEST(test_products)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];

    (void)state;
    TEST(set_up)(&of);
    for (int i = 0; i < 9; i++) {
        const cublasOperation_t one = (cublasOperation_t)(i / 3), two = (cublasOperation_t)(i % 3);
        DONE(NAME(gemm_v2)(of.handle, one, two, M, N, K, &of.alpha, of.a, LD, of.b, LD, &of.beta, of.c, LD));
        want(wanted, M, N, 'f', beta, product, (struct terms){.one = one, .two = two, .depth = K});
        TEST(check)(&of, wanted);
        DONE(NAME(geam)(of.handle, one, two, M, N, &of.alpha, of.a, LD, &of.beta, of.b, LD, of.c, LD));
        want(wanted, M, N, 'f', 0, sum, (struct terms){.one = one, .two = two});
        TEST(check)(&of, wanted);
    }
    for (int i = 0; i < 4; i++) {
        const cublasSideMode_t side = (cublasSideMode_t)(i / 2);
        const cublasFillMode_t uplo = (cublasFillMode_t)(i % 2);
        const struct terms terms = {.left = side == CUBLAS_SIDE_LEFT, .upper = uplo, .depth = i < 2 ? M : N};
        DONE(NAME(symm_v2)(of.handle, side, uplo, M, N, &of.alpha, of.a, LD, of.b, LD, &of.beta, of.c, LD));
        want(wanted, M, N, 'f', beta, symmetric_product, terms);
        TEST(check)(&of, wanted);
        DONE(NAME(dgmm)(of.handle, side, M, N, of.a, LD, of.b, 2, of.c, LD));
        want(wanted, M, N, 'f', 0, diagonal_product, terms);
        TEST(check)(&of, wanted);
    }
    TEST(tear_down)(&of);
}

static void TEST(test_triangles_of_products)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];

    (void)state;
    TEST(set_up)(&of);
    for (int i = 0; i < 4; i++) {
        const cublasOperation_t trans = (cublasOperation_t)(i / 2);
        const cublasFillMode_t uplo = (cublasFillMode_t)(i % 2);
        const char part = uplo == CUBLAS_FILL_MODE_UPPER ? 'u' : 'l';
        const struct terms terms = {
            .one = trans, .two = trans == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N, .depth = K};
        DONE(NAME(syrk_v2)(of.handle, uplo, trans, N, K, &of.alpha, of.a, LD, &of.beta, of.c, LD));
        want(wanted, N, N, part, beta, square, terms);
        TEST(check)(&of, wanted);
        DONE(NAME(syrkx)(of.handle, uplo, trans, N, K, &of.alpha, of.a, LD, of.b, LD, &of.beta, of.c, LD));
        want(wanted, N, N, part, beta, product, terms);
        TEST(check)(&of, wanted);
        DONE(NAME(syr2k_v2)(of.handle, uplo, trans, N, K, &of.alpha, of.a, LD, of.b, LD, &of.beta, of.c, LD));
        want(wanted, N, N, part, beta, both_products, terms);
        TEST(check)(&of, wanted);
    }
    TEST(tear_down)(&of);
}

/* A product with a triangle, and the solution that undoes it. */
static void TEST(test_triangles)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];

    (void)state;
    TEST(set_up)(&of);
    for (int i = 0; i < 24; i++) {
        const cublasSideMode_t side = (cublasSideMode_t)(i / 12);
        const cublasOperation_t trans = (cublasOperation_t)(i / 4 % 3);
        const cublasFillMode_t uplo = (cublasFillMode_t)(i / 2 % 2);
        const cublasDiagType_t diag = (cublasDiagType_t)(i % 2);
        const struct terms terms = {.left = side == CUBLAS_SIDE_LEFT,
                                    .upper = uplo,
                                    .one = trans,
                                    .unit = diag,
                                    .depth = i < 12 ? M : N};
        const NUMBER inverse = 1 / of.alpha;
        DONE(
            NAME(trmm_v2)(of.handle, side, uplo, trans, diag, M, N, &of.alpha, of.a, LD, of.b, LD, of.c, LD));
        want(wanted, M, N, 'f', 0, triangle_product, terms);
        TEST(check)(&of, wanted);
        DONE(
            NAME(trmm_v2)(of.handle, side, uplo, trans, diag, M, N, &of.alpha, of.a, LD, of.c, LD, of.c, LD));
        DONE(NAME(trsm_v2)(of.handle, side, uplo, trans, diag, M, N, &inverse, of.a, LD, of.c, LD));
        TEST(check)(&of, c);
        DONE(NAME(trmv_v2)(of.handle, uplo, trans, diag, N, of.a, LD, of.c, -2));
        DONE(NAME(trsv_v2)(of.handle, uplo, trans, diag, N, of.a, LD, of.c, -2));
        DONE(NAME(tbmv_v2)(of.handle, uplo, trans, CUBLAS_DIAG_UNIT, N, 1, of.a, LD, of.c, 3));
        DONE(NAME(tbsv_v2)(of.handle, uplo, trans, CUBLAS_DIAG_UNIT, N, 1, of.a, LD, of.c, 3));
        DONE(NAME(tpmv_v2)(of.handle, uplo, trans, CUBLAS_DIAG_UNIT, N, of.a, of.c, 1));
        DONE(NAME(tpsv_v2)(of.handle, uplo, trans, CUBLAS_DIAG_UNIT, N, of.a, of.c, 1));
        TEST(check)(&of, c);
    }
    TEST(tear_down)(&of);
}

static void TEST(test_forms)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];

    (void)state;
    TEST(set_up)(&of);
    for (int upper = 0; upper < 2; upper++) {
        const cublasFillMode_t uplo = (cublasFillMode_t)upper;
        DONE(NAME(trttp)(of.handle, uplo, N, of.a, LD, of.c));
        memcpy(wanted, c, sizeof wanted);
        for (int column = 0, next = 0; column < N; column++)
            for (int row = 0; row < N; row++)
                if (row == column || (row < column) == upper)
                    wanted[next++] = a[column * LD + row];
        TEST(check)(&of, wanted);
        DONE(NAME(tpttr)(of.handle, uplo, N, of.a, of.c, LD));
        memcpy(wanted, c, sizeof wanted);
        for (int column = 0, next = 0; column < N; column++)
            for (int row = 0; row < N; row++)
                if (row == column || (row < column) == upper)
                    wanted[column * LD + row] = a[next++];
        TEST(check)(&of, wanted);
    }
    TEST(tear_down)(&of);
}

/* --- batches: items of one matrix each, the matrices a, b and c, so that results go to c and b --- */

/* Addresses of matrices that lie LD elements from each other in one, on the device. */
static NUMBER **TEST(list)(NUMBER *first, int step)
{
    NUMBER *listed[BATCH];

    for (int i = 0; i < BATCH; i++)
        listed[i] = first + i * step;
    return device_copy(listed, sizeof listed);
}

static void TEST(test_batches)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];

    (void)state;
    TEST(set_up)(&of);
    /* Matrices of 2 by 2, at rows 0, 2 and 4 of the large ones. */
    NUMBER **as = TEST(list)(of.a, 2), **bs = TEST(list)(of.b, 2), **cs = TEST(list)(of.c, 2);
    want(wanted, 2 * BATCH, 2, 'f', beta, small_product, (struct terms){.one = CUBLAS_OP_N});
    DONE(NAME(gemmBatched)(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &of.alpha, (const NUMBER *const *)as,
                           LD, (const NUMBER *const *)bs, LD, &of.beta, cs, LD, BATCH));
    TEST(check)(&of, wanted);
    DONE(NAME(gemmStridedBatched)(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &of.alpha, of.a, LD, 2, of.b,
                                  LD, 2, &of.beta, of.c, LD, 2, BATCH));
    TEST(check)(&of, wanted);
    DONE(NAME(gemmStridedBatched_64)(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &of.alpha, of.a, LD, 2,
                                     of.b, LD, 2, &of.beta, of.c, LD, 2, BATCH));
    TEST(check)(&of, wanted);
    assert_int_equal(NAME(gemmBatched)(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &of.alpha, NULL, LD,
                                       (const NUMBER *const *)bs, LD, &of.beta, cs, LD, BATCH),
                     CUBLAS_STATUS_EXECUTION_FAILED);
    assert_int_equal(NAME(gemmStridedBatched)(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &of.alpha, of.a,
                                              LD, 2, of.b, LD, 2, &of.beta, of.c, LD, 2, -1),
                     CUBLAS_STATUS_INVALID_VALUE);
    cudaFree(as);
    cudaFree(bs);
    cudaFree(cs);
    TEST(tear_down)(&of);
}

/* Factors of one matrix of 4 by 4 in a batch of one; solutions and inverses times it are what they should. */
static void TEST(test_factors)(void **state)
{
    struct TEST(bench) of;
    NUMBER one = 1, zero = 0;
    int wrong = 7, numbers[N + 1] = {0}, *pivots = device_copy(numbers, sizeof numbers);

    (void)state;
    TEST(set_up)(&of);
    NUMBER *factors = TEST(device)(a), *solution = TEST(device)(c);
    NUMBER **listed = TEST(list)(factors, 0), **as = TEST(list)(of.a, 0), **cs = TEST(list)(solution, 0);
    for (int with = 0; with < 2; with++) {
        int *exchanged = with ? pivots : NULL;
        cudaMemcpy(factors, of.a, CELLS * sizeof *factors, cudaMemcpyDeviceToDevice);
        cudaMemcpy(solution, of.c, CELLS * sizeof *solution, cudaMemcpyDeviceToDevice);
        DONE(NAME(getrfBatched)(of.handle, N, listed, LD, exchanged, pivots + N, 1));
        for (int trans = 0; trans < 3; trans++) {
            DONE(NAME(getrsBatched)(of.handle, (cublasOperation_t)trans, N, K, (const NUMBER *const *)listed,
                                    LD, exchanged, cs, LD, &wrong, 1));
            assert_int_equal(wrong, 0);
            DONE(NAME(gemm_v2)(of.handle, (cublasOperation_t)trans, CUBLAS_OP_N, N, K, N, &one, of.a, LD,
                               solution, LD, &zero, of.c, LD));
            TEST(check)(&of, c);
            cudaMemcpy(solution, of.c, CELLS * sizeof *solution, cudaMemcpyDeviceToDevice);
        }
        DONE(NAME(getriBatched)(of.handle, N, (const NUMBER *const *)listed, LD, exchanged, cs, LD,
                                pivots + N, 1));
        DONE(NAME(gemm_v2)(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, of.a, LD, solution, LD, &zero,
                           of.c, LD));
        TEST(check)(&of, unit_matrix());
    }
    DONE(NAME(matinvBatched)(of.handle, N, (const NUMBER *const *)as, LD, cs, LD, pivots + N, 1));
    DONE(NAME(gemm_v2)(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, of.a, LD, solution, LD, &zero,
                       of.c, LD));
    TEST(check)(&of, unit_matrix());
    /* R times its own turned is the matrix times its own turned. */
    number wanted[CELLS], scale = alpha;
    alpha = 1;
    want(wanted, N, N, 'f', 0, square, (struct terms){.one = CUBLAS_OP_C, .two = CUBLAS_OP_N, .depth = M});
    alpha = scale;
    cudaMemcpy(factors, of.a, CELLS * sizeof *factors, cudaMemcpyDeviceToDevice);
    DONE(NAME(geqrfBatched)(of.handle, M, N, listed, LD, cs, &wrong, 1));
    DONE(NAME(dgmm)(of.handle, CUBLAS_SIDE_LEFT, N, N, factors, LD, of.b, 0, of.c, LD));
    cudaMemset(solution, 0, CELLS * sizeof *solution);
    for (int column = 0; column < N; column++)
        cudaMemcpy(solution + column * LD, factors + column * LD, (size_t)(column + 1) * sizeof *factors,
                   cudaMemcpyDeviceToDevice);
    cudaMemset(of.c, 0, CELLS * sizeof *solution);
    for (int i = 0; i < CELLS; i++)
        wanted[i] = i % LD < N && i / LD < N ? wanted[i] : 0;
    DONE(NAME(gemm_v2)(of.handle, CUBLAS_OP_C, CUBLAS_OP_N, N, N, N, &one, solution, LD, solution, LD, &zero,
                       of.c, LD));
    TEST(check)(&of, wanted);
    /* The least squares of a square matrix are its solution. */
    cudaMemcpy(factors, of.a, CELLS * sizeof *factors, cudaMemcpyDeviceToDevice);
    cudaMemcpy(solution, of.c, CELLS * sizeof *solution, cudaMemcpyDeviceToDevice);
    DONE(NAME(gelsBatched)(of.handle, CUBLAS_OP_N, N, N, K, listed, LD, cs, LD, &wrong, NULL, 1));
    DONE(NAME(gemm_v2)(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, N, K, N, &one, of.a, LD, solution, LD, &zero,
                       of.c, LD));
    TEST(check)(&of, c);
    assert_int_equal(NAME(getrsBatched)(of.handle, CUBLAS_OP_N, N, K, (const NUMBER *const *)listed, 1,
                                        pivots, cs, LD, &wrong, 1),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(wrong, -5);
    assert_int_equal(NAME(matinvBatched)(of.handle, 33, (const NUMBER *const *)as, 33, cs, 33, pivots, 1),
                     CUBLAS_STATUS_INVALID_VALUE);
    cudaFree(factors);
    cudaFree(solution);
    cudaFree(listed);
    cudaFree(as);
    cudaFree(cs);
    cudaFree(pivots);
    TEST(tear_down)(&of);
}

/* --- wrong use, and empty matrices --- */

static void TEST(test_wrong)(void **state)
{
    struct TEST(bench) of;

    (void)state;
    TEST(set_up)(&of);
    DONE(NAME(gemm_v2)(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, N, K, &of.alpha, NULL, 1, NULL, K, &of.beta,
                       NULL, 1));
    DONE(NAME(axpy_v2)(of.handle, -1, &of.alpha, NULL, 1, NULL, 1));
    assert_int_equal(NAME(axpy_v2)(NULL, 1, &of.alpha, of.a, 1, of.c, 1), CUBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(NAME(axpy_v2)(of.handle, 1, NULL, of.a, 1, of.c, 1), CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(NAME(axpy_v2)(of.handle, CELLS, &of.alpha, of.a, 1 << 20, of.c, 1),
                     CUBLAS_STATUS_EXECUTION_FAILED);
    assert_int_equal(NAME(copy_v2_64)(of.handle, (int64_t)1 << 40, of.a, 1, of.c, 1),
                     CUBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(NAME(gemm_v2)(of.handle, (cublasOperation_t)9, CUBLAS_OP_N, M, N, K, &of.alpha, of.a, LD,
                                   of.b, LD, &of.beta, of.c, LD),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(NAME(gemm_v2)(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, N, K, &of.alpha, of.a, LD, of.b,
                                   LD, &of.beta, of.c, LD),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(NAME(gemm_v2)(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &of.alpha, of.a, M - 1, of.b,
                                   LD, &of.beta, of.c, LD),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(NAME(gemm_v2)(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &of.alpha, NULL, LD, of.b,
                                   LD, &of.beta, of.c, LD),
                     CUBLAS_STATUS_EXECUTION_FAILED);
    assert_int_equal(NAME(geam)(of.handle, CUBLAS_OP_T, CUBLAS_OP_N, N, N, &of.alpha, of.c, LD, &of.beta,
                                of.b, LD, of.c, LD),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(NAME(trsm_v2)(of.handle, CUBLAS_SIDE_LEFT, (cublasFillMode_t)3, CUBLAS_OP_N,
                                   CUBLAS_DIAG_UNIT, M, N, &of.alpha, of.a, LD, of.c, LD),
                     CUBLAS_STATUS_INVALID_VALUE);
    TEST(check)(&of, c);
    TEST(tear_down)(&of);
}

#undef DONE

/* What the next inclusion defines anew. */
#undef NUMBER
#undef IS_COMPLEX
#undef NAME
#undef TEST
#undef CLOSE

/* SPDX-License-Identifier: MIT */
/* The arithmetic of cuBLAS in one precision, for test_cuda_blas.c, which includes this twice. */

/* Device memory with the numbers of a matrix of the host. */
static REAL *TEST(device)(const double *matrix)
{
    REAL here[CELLS];

    for (int i = 0; i < CELLS; i++)
        here[i] = (REAL)matrix[i];
    return device_copy(here, sizeof here);
}

static void TEST(host)(double *matrix, const REAL *device)
{
    REAL here[CELLS];

    host_copy(here, device, sizeof here);
    for (int i = 0; i < CELLS; i++)
        matrix[i] = here[i];
}

/* The three matrices on the device, a handle, and the old interface. */
struct TEST(bench) {
    cublasHandle_t handle;
    REAL *a, *b, *c;
    REAL alpha, beta;
};

static void TEST(set_up)(struct TEST(bench) * bench)
{
    need_library(blas);
    fill_all();
    bench->a = TEST(device)(a);
    bench->b = TEST(device)(b);
    bench->c = TEST(device)(c);
    bench->alpha = (REAL)1.5;
    bench->beta = (REAL)-0.75;
    assert_int_equal(cublasCreate_v2(&bench->handle), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasInit(), CUBLAS_STATUS_SUCCESS);
}

static void TEST(tear_down)(struct TEST(bench) * bench)
{
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasShutdown(), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasDestroy_v2(bench->handle), CUBLAS_STATUS_SUCCESS);
    cudaFree(bench->a);
    cudaFree(bench->b);
    cudaFree(bench->c);
}

/* Put a matrix of the device back to what the host has. */
static void TEST(restore)(REAL *device, const double *matrix)
{
    REAL *fresh = TEST(device)(matrix);

    assert_int_equal(cudaMemcpy(device, fresh, CELLS * sizeof(REAL), cudaMemcpyDeviceToDevice), cudaSuccess);
    cudaFree(fresh);
}

static void TEST(expect)(double got, double wanted)
{
    assert_true(fabs(got - wanted) <= CLOSE * (1 + fabs(wanted)) * 10);
}

/* All `count` elements of a vector of the device in steps of `inc`. */
static void TEST(expect_vector)(const REAL *device, int count, int inc, const double *wanted)
{
    double got[CELLS];

    TEST(host)(got, device);
    for (int i = 0; i < count; i++)
        TEST(expect)(got[i * inc], wanted[i]);
}

/* Rows and columns of a matrix of the device. */
static void TEST(expect_matrix)(const REAL *device, int rows, int columns, const double *wanted)
{
    double got[CELLS];

    TEST(host)(got, device);
    for (int column = 0; column < columns; column++)
        for (int row = 0; row < rows; row++)
            TEST(expect)(got[column * LD + row], wanted[column * LD + row]);
}

#define OK(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)

/* Vectors: x is every second number of a, y every third of b. */
static void TEST(test_vectors)(void **state)
{
    struct TEST(bench) t;
    double dot = 0, sum = 0, squares = 0, wanted[N], turned[N];
    int largest = 0, smallest = 0, place;
    REAL result;
    const REAL cosine = (REAL)0.8, sine = (REAL)0.6;

    (void)state;
    TEST(set_up)(&t);
    for (int i = 0; i < N; i++) {
        const double x = a[2 * i], y = b[3 * i];
        dot += x * y;
        sum += fabs(x);
        squares += x * x;
        wanted[i] = t.alpha * x + y;
        largest = fabs(x) > fabs(a[2 * largest]) ? i : largest;
        smallest = fabs(x) < fabs(a[2 * smallest]) ? i : smallest;
    }
    OK(NAME(dot_v2)(t.handle, N, t.a, 2, t.b, 3, &result));
    TEST(expect)(result, dot);
    TEST(expect)(NAME(dot)(N, t.a, 2, t.b, 3), dot);
    OK(NAME(asum_v2)(t.handle, N, t.a, 2, &result));
    TEST(expect)(result, sum);
    TEST(expect)(NAME(asum)(N, t.a, 2), sum);
    OK(NAME(nrm2_v2)(t.handle, N, t.a, 2, &result));
    TEST(expect)(result, sqrt(squares));
    TEST(expect)(NAME(nrm2)(N, t.a, 2), sqrt(squares));
    OK(INDEX_NAME(amax_v2)(t.handle, N, t.a, 2, &place));
    assert_int_equal(place, largest + 1);
    assert_int_equal(INDEX_NAME(amax)(N, t.a, 2), largest + 1);
    OK(INDEX_NAME(amin_v2)(t.handle, N, t.a, 2, &place));
    assert_int_equal(place, smallest + 1);
    assert_int_equal(INDEX_NAME(amin)(N, t.a, 2), smallest + 1);
    assert_int_equal(INDEX_NAME(amin)(0, NULL, 1), 0);
    OK(NAME(axpy_v2)(t.handle, N, &t.alpha, t.a, 2, t.b, 3));
    TEST(expect_vector)(t.b, N, 3, wanted);
    TEST(restore)(t.b, b);
    NAME(axpy)(N, t.alpha, t.a, 2, t.b, 3);
    TEST(expect_vector)(t.b, N, 3, wanted);
    TEST(restore)(t.b, b);
    for (int i = 0; i < N; i++) {
        wanted[i] = (double)cosine * a[2 * i] + (double)sine * b[3 * i];
        turned[i] = (double)cosine * b[3 * i] - (double)sine * a[2 * i];
    }
    OK(NAME(rot_v2)(t.handle, N, t.a, 2, t.b, 3, &cosine, &sine));
    TEST(expect_vector)(t.a, N, 2, wanted);
    TEST(expect_vector)(t.b, N, 3, turned);
    OK(NAME(copy_v2)(t.handle, N, t.a, 2, t.c, 1));
    TEST(expect_vector)(t.c, N, 1, wanted);
    OK(NAME(swap_v2)(t.handle, N, t.a, 2, t.b, 3));
    TEST(expect_vector)(t.b, N, 3, wanted);
    NAME(swap)(N, t.a, 2, t.b, 3);
    NAME(copy)(N, t.b, 3, t.c, 1);
    TEST(expect_vector)(t.c, N, 1, turned);
    const REAL back = -sine;
    NAME(rot)(N, t.a, 2, t.b, 3, cosine, back);
    OK(NAME(scal_v2)(t.handle, N, &t.alpha, t.a, 2));
    NAME(scal)(N, t.beta, t.a, 2);
    for (int i = 0; i < N; i++)
        wanted[i] = (double)t.alpha * (double)t.beta * a[2 * i];
    TEST(expect_vector)(t.a, N, 2, wanted);
    TEST(tear_down)(&t);
}

static void TEST(gemv)(struct TEST(bench) * t, bool turned, bool old)
{
    const int rows = turned ? N : M, columns = turned ? M : N;
    double wanted[CELLS];

    for (int i = 0; i < rows; i++) {
        wanted[i] = t->beta * c[2 * i];
        for (int j = 0; j < columns; j++)
            wanted[i] += t->alpha * at(a, turned, i, j) * b[j];
    }
    if (old)
        NAME(gemv)(turned ? 'T' : 'n', M, N, t->alpha, t->a, LD, t->b, 1, t->beta, t->c, 2);
    else
        OK(NAME(gemv_v2)(t->handle, turned ? CUBLAS_OP_C : CUBLAS_OP_N, M, N, &t->alpha, t->a, LD, t->b, 1,
                         &t->beta, t->c, 2));
    TEST(expect_vector)(t->c, rows, 2, wanted);
    TEST(restore)(t->c, c);
}

static void TEST(symv_and_syr)(struct TEST(bench) * t, bool upper, bool old)
{
    const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    double wanted[CELLS];

    for (int i = 0; i < N; i++) {
        wanted[i] = t->beta * c[i];
        for (int j = 0; j < N; j++)
            wanted[i] += t->alpha * symmetric(upper, i, j) * b[j];
    }
    if (old)
        NAME(symv)(upper ? 'U' : 'L', N, t->alpha, t->a, LD, t->b, 1, t->beta, t->c, 1);
    else
        OK(NAME(symv_v2)(t->handle, uplo, N, &t->alpha, t->a, LD, t->b, 1, &t->beta, t->c, 1));
    TEST(expect_vector)(t->c, N, 1, wanted);
    memcpy(wanted, c, sizeof c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wanted[j * LD + i] += (i < j) == upper || i == j ? t->alpha * b[i] * b[j] : 0;
    TEST(restore)(t->c, c);
    if (old)
        NAME(syr)(upper ? 'u' : 'l', N, t->alpha, t->b, 1, t->c, LD);
    else
        OK(NAME(syr_v2)(t->handle, uplo, N, &t->alpha, t->b, 1, t->c, LD));
    TEST(expect_matrix)(t->c, N, N, wanted);
    TEST(restore)(t->c, c);
}

/* A triangle times a vector, which solving gives back. */
static void TEST(triangle_and_vector)(struct TEST(bench) * t, bool upper, bool turned, bool unit, bool old)
{
    const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    const cublasOperation_t trans = turned ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    const char letters[3] = {upper ? 'U' : 'L', turned ? 't' : 'N', unit ? 'U' : 'n'};
    double wanted[N];

    for (int i = 0; i < N; i++) {
        wanted[i] = 0;
        for (int j = 0; j < N; j++)
            wanted[i] += of_triangle(upper, unit, turned, i, j) * b[j];
    }
    if (old)
        NAME(trmv)(letters[0], letters[1], letters[2], N, t->a, LD, t->b, 1);
    else
        OK(NAME(trmv_v2)(t->handle, uplo, trans, diag, N, t->a, LD, t->b, 1));
    TEST(expect_vector)(t->b, N, 1, wanted);
    if (old)
        NAME(trsv)(letters[0], letters[1], letters[2], N, t->a, LD, t->b, 1);
    else
        OK(NAME(trsv_v2)(t->handle, uplo, trans, diag, N, t->a, LD, t->b, 1));
    TEST(expect_vector)(t->b, N, 1, b);
    TEST(restore)(t->b, b);
}

static void TEST(test_matrix_and_vector)(void **state)
{
    struct TEST(bench) t;
    double wanted[CELLS];

    (void)state;
    TEST(set_up)(&t);
    for (int i = 0; i < 4; i++) {
        TEST(gemv)(&t, i & 1, i & 2);
        TEST(symv_and_syr)(&t, i & 1, i & 2);
    }
    for (int i = 0; i < 16; i++)
        TEST(triangle_and_vector)(&t, i & 1, i & 2, i & 4, i & 8);
    memcpy(wanted, c, sizeof c);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            wanted[j * LD + i] += 2 * t.alpha * a[i] * b[2 * j];
    OK(NAME(ger_v2)(t.handle, M, N, &t.alpha, t.a, 1, t.b, 2, t.c, LD));
    NAME(ger)(M, N, t.alpha, t.a, 1, t.b, 2, t.c, LD);
    TEST(expect_matrix)(t.c, M, N, wanted);
    TEST(tear_down)(&t);
}

static void TEST(gemm)(struct TEST(bench) * t, bool turn_a, bool turn_b, bool old)
{
    double wanted[CELLS];

    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            wanted[j * LD + i] = t->beta * c[j * LD + i];
            for (int k = 0; k < K; k++)
                wanted[j * LD + i] += t->alpha * at(a, turn_a, i, k) * at(b, turn_b, k, j);
        }
    if (old)
        NAME(gemm)
    (turn_a ? 'T' : 'N', turn_b ? 'c' : 'n', M, N, K, t->alpha, t->a, LD, t->b, LD, t->beta, t->c, LD);
    else OK(NAME(gemm_v2)(t->handle, turn_a ? CUBLAS_OP_T : CUBLAS_OP_N, turn_b ? CUBLAS_OP_C : CUBLAS_OP_N,
                          M, N, K, &t->alpha, t->a, LD, t->b, LD, &t->beta, t->c, LD));
    TEST(expect_matrix)(t->c, M, N, wanted);
    TEST(restore)(t->c, c);
}

/* Many products at once, of which the second has other matrices; each is what it is alone. */
static void TEST(gemm_batched)(struct TEST(bench) * t)
{
    REAL *left[2] = {t->a, t->b}, *right[2] = {t->b, t->a}, *product[2] = {t->c, TEST(device)(c)},
         *alone = TEST(device)(c);
    void *lists[3] = {device_copy(left, sizeof left), device_copy(right, sizeof right),
                      device_copy(product, sizeof product)};
    double wanted[CELLS];

    OK(NAME(gemmBatched)(t->handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &t->alpha, lists[0], LD, lists[1], LD,
                         &t->beta, lists[2], LD, 2));
    for (int i = 0; i < 2; i++) {
        TEST(restore)(alone, c);
        OK(NAME(gemm_v2)(t->handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &t->alpha, left[i], LD, right[i], LD,
                         &t->beta, alone, LD));
        TEST(host)(wanted, alone);
        TEST(expect_matrix)(product[i], M, N, wanted);
    }
    assert_int_equal(NAME(gemmBatched)(t->handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &t->alpha,
                                       (const REAL *const *)left, LD, lists[1], LD, &t->beta, lists[2], LD,
                                       2),
                     CUBLAS_STATUS_EXECUTION_FAILED); /* the list is the host's */
    for (int i = 0; i < 3; i++)
        cudaFree(lists[i]);
    cudaFree(product[1]);
    cudaFree(alone);
    TEST(restore)(t->c, c);
}

static void TEST(symm_and_syrk)(struct TEST(bench) * t, bool upper, bool right, bool old)
{
    const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    const int order = right ? N : M;
    double wanted[CELLS];

    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            wanted[j * LD + i] = t->beta * c[j * LD + i];
            for (int k = 0; k < order; k++)
                wanted[j * LD + i] += t->alpha * (right ? b[k * LD + i] * symmetric(upper, k, j)
                                                        : symmetric(upper, i, k) * b[j * LD + k]);
        }
    if (old)
        NAME(symm)
    (right ? 'R' : 'L', upper ? 'U' : 'L', M, N, t->alpha, t->a, LD, t->b, LD, t->beta, t->c, LD);
    else OK(NAME(symm_v2)(t->handle, right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT, uplo, M, N, &t->alpha,
                          t->a, LD, t->b, LD, &t->beta, t->c, LD));
    TEST(expect_matrix)(t->c, M, N, wanted);
    TEST(restore)(t->c, c);
    memcpy(wanted, c, sizeof c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (i != j && (i < j) != upper)
                continue;
            wanted[j * LD + i] *= t->beta;
            for (int k = 0; k < K; k++) /* `right` stands for the transposed here */
                wanted[j * LD + i] += t->alpha * at(a, right, i, k) * at(a, right, j, k);
        }
    if (old)
        NAME(syrk)(upper ? 'U' : 'L', right ? 'T' : 'N', N, K, t->alpha, t->a, LD, t->beta, t->c, LD);
    else
        OK(NAME(syrk_v2)(t->handle, uplo, right ? CUBLAS_OP_T : CUBLAS_OP_N, N, K, &t->alpha, t->a, LD,
                         &t->beta, t->c, LD));
    TEST(expect_matrix)(t->c, N, N, wanted);
    TEST(restore)(t->c, c);
}

/* A triangle times a matrix, into another or the same one; solving gives back what was. */
static void TEST(triangle_and_matrix)(struct TEST(bench) * t, bool upper, bool turned, bool unit, bool right,
                                      bool old)
{
    const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    const cublasOperation_t trans = turned ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    const cublasSideMode_t side = right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
    const char letters[4] = {right ? 'R' : 'l', upper ? 'U' : 'L', turned ? 't' : 'N', unit ? 'U' : 'n'};
    const REAL back = 1 / t->alpha;
    REAL *product = old ? t->b : t->c;
    double wanted[CELLS];

    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            wanted[j * LD + i] = 0;
            for (int k = 0; k < (right ? N : M); k++)
                wanted[j * LD + i] +=
                    t->alpha * (right ? b[k * LD + i] * of_triangle(upper, unit, turned, k, j)
                                      : of_triangle(upper, unit, turned, i, k) * b[j * LD + k]);
        }
    if (old)
        NAME(trmm)(letters[0], letters[1], letters[2], letters[3], M, N, t->alpha, t->a, LD, t->b, LD);
    else
        OK(NAME(trmm_v2)(t->handle, side, uplo, trans, diag, M, N, &t->alpha, t->a, LD, t->b, LD, t->c, LD));
    TEST(expect_matrix)(product, M, N, wanted);
    if (old)
        NAME(trsm)(letters[0], letters[1], letters[2], letters[3], M, N, back, t->a, LD, t->b, LD);
    else
        OK(NAME(trsm_v2)(t->handle, side, uplo, trans, diag, M, N, &back, t->a, LD, t->c, LD));
    TEST(expect_matrix)(product, M, N, b);
    TEST(restore)(t->b, b);
    TEST(restore)(t->c, c);
}

static void TEST(test_matrices)(void **state)
{
    struct TEST(bench) t;

    (void)state;
    TEST(set_up)(&t);
    for (int i = 0; i < 8; i++) {
        TEST(gemm)(&t, i & 1, i & 2, i & 4);
        TEST(symm_and_syrk)(&t, i & 1, i & 2, i & 4);
    }
    TEST(gemm_batched)(&t);
    for (int i = 0; i < 32; i++)
        TEST(triangle_and_matrix)(&t, i & 1, i & 2, i & 4, i & 8, i & 16);
    OK(NAME(gemm_v2)(t.handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, N, K, &t.alpha, NULL, LD, t.b, LD, &t.beta, NULL,
                     LD));
    TEST(tear_down)(&t);
}

/* Scalars and results that are device memory. */
static void TEST(test_device_scalars)(void **state)
{
    struct TEST(bench) t;
    REAL host[2] = {2, 0};

    (void)state;
    TEST(set_up)(&t);
    REAL *scalars = device_copy(host, sizeof host);
    OK(cublasSetPointerMode_v2(t.handle, CUBLAS_POINTER_MODE_DEVICE));
    OK(NAME(scal_v2)(t.handle, N, scalars, t.a, 1));
    OK(NAME(asum_v2)(t.handle, 1, t.a, 1, scalars + 1));
    host_copy(host, scalars, sizeof host);
    TEST(expect)(host[1], 2 * fabs(a[0]));
    assert_int_equal(NAME(scal_v2)(t.handle, N, host, t.a, 1), CUBLAS_STATUS_EXECUTION_FAILED);
    assert_int_equal(NAME(scal_v2)(t.handle, N, NULL, t.a, 1), CUBLAS_STATUS_INVALID_VALUE);
    OK(cublasSetPointerMode_v2(t.handle, CUBLAS_POINTER_MODE_HOST));
    OK(NAME(scal_v2)(t.handle, N, host, t.a, 1));
    cudaFree(scalars);
    TEST(tear_down)(&t);
}

#undef OK

/* What the next inclusion defines anew. */
#undef REAL
#undef NAME
#undef INDEX_NAME
#undef TEST
#undef CLOSE

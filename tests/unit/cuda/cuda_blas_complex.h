/* SPDX-License-Identifier: MIT */
/* What only complex numbers have, and vectors, for test_cuda_blas_complex.c, which includes this twice. */

struct TEST(bench) {
    cublasHandle_t handle;
    NUMBER *a, *x, *y, alpha, beta;
};

static NUMBER *TEST(device)(const number *numbers)
{
    NUMBER here[CELLS];

    for (int i = 0; i < CELLS; i++)
        here[i] = (NUMBER)numbers[i];
    return device_copy(here, sizeof here);
}

static void TEST(set_up)(struct TEST(bench) * bench)
{
    need_library(blas);
    fill_all();
    bench->a = TEST(device)(a);
    bench->x = TEST(device)(x);
    bench->y = TEST(device)(y);
    bench->alpha = (NUMBER)alpha;
    bench->beta = (NUMBER)beta;
    assert_int_equal(cublasCreate_v2(&bench->handle), CUBLAS_STATUS_SUCCESS);
}

static void TEST(tear_down)(struct TEST(bench) * bench)
{
    assert_int_equal(cublasDestroy_v2(bench->handle), CUBLAS_STATUS_SUCCESS);
    cudaFree(bench->a);
    cudaFree(bench->x);
    cudaFree(bench->y);
}

static bool TEST(close)(number got, number wanted)
{
    return cabs(got - wanted) <= CLOSE * (1 + cabs(wanted));
}

/* All of one of the device's arrays is what is wanted; put it back to what the host has. */
static void TEST(check)(NUMBER *device, const number *wanted, const number *before)
{
    NUMBER got[CELLS];

    host_copy(got, device, sizeof got);
    for (int i = 0; i < CELLS; i++)
        assert_true(TEST(close)(got[i], wanted[i]));
    for (int i = 0; i < CELLS; i++)
        got[i] = (NUMBER)before[i];
    assert_int_equal(cudaMemcpy(device, got, sizeof got, cudaMemcpyHostToDevice), cudaSuccess);
}

#define DONE(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)

static void TEST(test_vectors)(void **state)
{
    struct TEST(bench) of;
    number total = 0, turned = 0, sum = 0, square = 0, wanted[CELLS];
    NUMBER got;
    REAL real, cosine = (REAL)0.6, sine = (REAL)0.8;
    int place;

    (void)state;
    TEST(set_up)(&of);
    for (int i = 0; i < N; i++) {
        total += x[i * 2] * y[(N - 1 - i) * 3];
        turned += conj(x[i * 2]) * y[(N - 1 - i) * 3];
        sum += fabs(creal(x[i * 2])) + fabs(cimag(x[i * 2]));
        square += x[i * 2] * conj(x[i * 2]);
    }
    DONE(NAME(dotu_v2)(of.handle, N, of.x, 2, of.y, -3, &got));
    assert_true(TEST(close)(got, total));
    DONE(NAME(dotc_v2)(of.handle, N, of.x, 2, of.y, -3, &got));
    assert_true(TEST(close)(got, turned));
    DONE(SUM_NAME(asum_v2)(of.handle, N, of.x, 2, &real));
    assert_true(TEST(close)(real, sum));
    DONE(SUM_NAME(asum_v2)(of.handle, CELLS, of.x, 1, &real));
    assert_true(TEST(close)(real, sum_of_parts()));
    DONE(SUM_NAME(nrm2_v2)(of.handle, N, of.x, 2, &real));
    assert_true(TEST(close)(real, csqrt(square)));
    DONE(INDEX_NAME(amax_v2)(of.handle, CELLS, of.a, 1, &place));
    assert_int_equal(place, extreme_place(1));
    DONE(INDEX_NAME(amin_v2)(of.handle, CELLS, of.a, 1, &place));
    assert_int_equal(place, extreme_place(-1));

    memcpy(wanted, y, sizeof wanted);
    for (int i = 0; i < N; i++)
        wanted[i * 2] += alpha * x[i * 3];
    DONE(NAME(axpy_v2)(of.handle, N, &of.alpha, of.x, 3, of.y, 2));
    TEST(check)(of.y, wanted, y);
    memcpy(wanted, y, sizeof wanted);
    for (int i = 0; i < N; i++)
        wanted[i * 2] = x[(N - 1 - i) * 2];
    DONE(NAME(copy_v2)(of.handle, N, of.x, -2, of.y, 2));
    TEST(check)(of.y, wanted, y);
    memcpy(wanted, y, sizeof wanted);
    for (int i = 0; i < N; i++)
        wanted[i * 2] *= alpha;
    DONE(NAME(scal_v2)(of.handle, N, &of.alpha, of.y, 2));
    TEST(check)(of.y, wanted, y);
    memcpy(wanted, y, sizeof wanted);
    for (int i = 0; i < N; i++)
        wanted[i * 2] *= 0.6;
    DONE(PART_NAME(scal_v2)(of.handle, N, &cosine, of.y, 2));
    TEST(check)(of.y, wanted, y);
    memcpy(wanted, y, sizeof wanted);
    for (int i = 0; i < N; i++)
        wanted[i] = 0.6 * y[i] - conj(alpha) * x[i];
    DONE(NAME(rot_v2)(of.handle, N, of.x, 1, of.y, 1, &cosine, &of.alpha));
    TEST(check)(of.y, wanted, y);
    memcpy(wanted, x, sizeof wanted);
    for (int i = 0; i < N; i++)
        wanted[i] = 0.6 * x[i] + alpha * y[i];
    TEST(check)(of.x, wanted, x);
    for (int i = 0; i < N; i++)
        wanted[i] = 0.6 * x[i] + 0.8 * y[i];
    DONE(PART_NAME(rot_v2)(of.handle, N, of.x, 1, of.y, 1, &cosine, &sine));
    TEST(check)(of.x, wanted, x);
    NUMBER first = (NUMBER)x[0], second = (NUMBER)y[0];
    DONE(NAME(rotg_v2)(of.handle, &first, &second, &cosine, &of.alpha));
    assert_true(TEST(close)(cosine * x[0] + of.alpha * y[0], first));
    assert_true(TEST(close)(cosine * y[0] - conj(of.alpha) * x[0], 0));
    assert_true(TEST(close)(cosine * cosine + of.alpha * conj(of.alpha), 1));
    TEST(tear_down)(&of);
}

static void TEST(test_matrix_and_vector)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];

    (void)state;
    TEST(set_up)(&of);
    for (int trans = 0; trans < 3; trans++) {
        const int rows = trans ? N : M;
        DONE(NAME(gemv_v2)(of.handle, (cublasOperation_t)trans, M, N, &of.alpha, of.a, LD, of.x, 2, &of.beta,
                           of.y, 1));
        memcpy(wanted, y, sizeof wanted);
        for (int i = 0; i < rows; i++) {
            wanted[i] *= beta;
            for (int k = 0; k < M + N - rows; k++)
                wanted[i] += alpha * general(trans, i, k) * x[2 * k];
        }
        TEST(check)(of.y, wanted, y);
    }
    for (int turned = 0; turned < 2; turned++) {
        memcpy(wanted, a, sizeof wanted);
        for (int i = 0; i < M * N; i++)
            wanted[i / M * LD + i % M] += alpha * x[i % M] * (turned ? conj(y[i / M]) : y[i / M]);
        if (turned)
            DONE(NAME(gerc_v2)(of.handle, M, N, &of.alpha, of.x, 1, of.y, 1, of.a, LD));
        else
            DONE(NAME(geru_v2)(of.handle, M, N, &of.alpha, of.x, 1, of.y, 1, of.a, LD));
        TEST(check)(of.a, wanted, a);
    }
    TEST(tear_down)(&of);
}

/* What becomes of y, or of one triangle of a, full or packed. */
static void TEST(test_hermitian)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];
    const REAL real = (REAL)0.5;

    (void)state;
    TEST(set_up)(&of);
    for (int upper = 0; upper < 2; upper++) {
        const cublasFillMode_t uplo = (cublasFillMode_t)upper;
        multiply(wanted, full, upper, true);
        DONE(NAME(hemv_v2)(of.handle, uplo, N, &of.alpha, of.a, LD, of.x, 1, &of.beta, of.y, 1));
        TEST(check)(of.y, wanted, y);
        multiply(wanted, full, upper, false);
        DONE(NAME(symv_v2)(of.handle, uplo, N, &of.alpha, of.a, LD, of.x, 1, &of.beta, of.y, 1));
        TEST(check)(of.y, wanted, y);
        multiply(wanted, packed, upper, true);
        DONE(NAME(hpmv_v2)(of.handle, uplo, N, &of.alpha, of.a, of.x, 1, &of.beta, of.y, 1));
        TEST(check)(of.y, wanted, y);
        multiply(wanted, banded, upper, true);
        DONE(NAME(hbmv_v2)(of.handle, uplo, N, 1, &of.alpha, of.a, LD, of.x, 1, &of.beta, of.y, 1));
        TEST(check)(of.y, wanted, y);

        add_outer(wanted, full, upper, hermitian_one);
        DONE(NAME(her_v2)(of.handle, uplo, N, &real, of.x, 1, of.a, LD));
        TEST(check)(of.a, wanted, a);
        add_outer(wanted, packed, upper, hermitian_one);
        DONE(NAME(hpr_v2)(of.handle, uplo, N, &real, of.x, 1, of.a));
        TEST(check)(of.a, wanted, a);
        add_outer(wanted, full, upper, hermitian_two);
        DONE(NAME(her2_v2)(of.handle, uplo, N, &of.alpha, of.x, 1, of.y, 1, of.a, LD));
        TEST(check)(of.a, wanted, a);
        add_outer(wanted, packed, upper, hermitian_two);
        DONE(NAME(hpr2_v2)(of.handle, uplo, N, &of.alpha, of.x, 1, of.y, 1, of.a));
        TEST(check)(of.a, wanted, a);
        add_outer(wanted, full, upper, symmetric_one);
        DONE(NAME(syr_v2)(of.handle, uplo, N, &of.alpha, of.x, 1, of.a, LD));
        TEST(check)(of.a, wanted, a);
        add_outer(wanted, full, upper, symmetric_two);
        DONE(NAME(syr2_v2)(of.handle, uplo, N, &of.alpha, of.x, 1, of.y, 1, of.a, LD));
        TEST(check)(of.a, wanted, a);
    }
    TEST(tear_down)(&of);
}

/* Hermitian products: one triangle of y, a matrix of N by N, is their sum with what it was. */
static void TEST(test_hermitian_products)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS];
    const REAL real = (REAL)0.5, half = (REAL)-0.75;

    (void)state;
    TEST(set_up)(&of);
    for (int i = 0; i < 4; i++) {
        const bool upper = i % 2;
        const cublasFillMode_t uplo = (cublasFillMode_t)(i % 2);
        const cublasOperation_t trans = i < 2 ? CUBLAS_OP_N : CUBLAS_OP_C;
        DONE(NAME(herk_v2)(of.handle, uplo, trans, N, K, &real, of.a, LD, &half, of.y, LD));
        add_square(wanted, upper, trans, 0.5, 0, a);
        TEST(check)(of.y, wanted, y);
        DONE(NAME(her2k_v2)(of.handle, uplo, trans, N, K, &of.alpha, of.a, LD, of.x, LD, &half, of.y, LD));
        add_square(wanted, upper, trans, alpha, conj(alpha), x);
        TEST(check)(of.y, wanted, y);
        /* The same matrix twice, as the product has to be Hermitian. */
        NUMBER scale = (NUMBER)real;
        DONE(NAME(herkx)(of.handle, uplo, trans, N, K, &scale, of.a, LD, of.a, LD, &half, of.y, LD));
        add_square(wanted, upper, trans, 0.5, 0, a);
        TEST(check)(of.y, wanted, y);
        const cublasSideMode_t side = i < 2 ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
        DONE(NAME(hemm_v2)(of.handle, side, uplo, N, N, &of.alpha, of.a, LD, of.x, LD, &of.beta, of.y, LD));
        multiply_side(wanted, upper, side == CUBLAS_SIDE_LEFT);
        TEST(check)(of.y, wanted, y);
    }
    assert_int_equal(
        NAME(herk_v2)(of.handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, N, K, &real, of.a, LD, &half, of.y, LD),
        CUBLAS_STATUS_INVALID_VALUE);
    TEST(tear_down)(&of);
}

/* Scalars and results on the device; names of 64 bits; the interface before CUDA 4.0. */
static void TEST(test_interfaces)(void **state)
{
    struct TEST(bench) of;
    number wanted[CELLS], total = 0;
    NUMBER got;

    (void)state;
    TEST(set_up)(&of);
    memcpy(wanted, y, sizeof wanted);
    for (int i = 0; i < N; i++) {
        wanted[i] += alpha * x[i];
        total += conj(x[i]) * y[i];
    }
    NUMBER *scalar = device_copy(&of.alpha, sizeof of.alpha);
    DONE(cublasSetPointerMode_v2(of.handle, CUBLAS_POINTER_MODE_DEVICE));
    DONE(NAME(axpy_v2_64)(of.handle, N, scalar, of.x, 1, of.y, 1));
    TEST(check)(of.y, wanted, y);
    DONE(NAME(dotc_v2_64)(of.handle, N, of.x, 1, of.y, 1, scalar));
    host_copy(&got, scalar, sizeof got);
    assert_true(TEST(close)(got, total));
    assert_int_equal(NAME(dotc_v2)(of.handle, N, of.x, 1, of.y, 1, &got), CUBLAS_STATUS_EXECUTION_FAILED);
    assert_int_equal(NAME(axpy_v2)(of.handle, N, &of.alpha, of.x, 1, of.y, 1),
                     CUBLAS_STATUS_EXECUTION_FAILED);
    cudaFree(scalar);
    DONE(cublasInit());
    NAME(axpy)(N, of.alpha, of.x, 1, of.y, 1);
    TEST(check)(of.y, wanted, y);
    assert_true(TEST(close)(NAME(dotc)(N, of.x, 1, of.y, 1), total));
    multiply(wanted, full, true, true);
    NAME(hemv)('u', N, of.alpha, of.a, LD, of.x, 1, of.beta, of.y, 1);
    TEST(check)(of.y, wanted, y);
    DONE(cublasGetError());
    DONE(cublasShutdown());
    TEST(tear_down)(&of);
}

#undef DONE

/* What the next inclusion defines anew. */
#undef NUMBER
#undef REAL
#undef NAME
#undef INDEX_NAME
#undef SUM_NAME
#undef PART_NAME
#undef TEST
#undef CLOSE

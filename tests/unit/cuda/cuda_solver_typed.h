/* SPDX-License-Identifier: MIT */
/* The tests of cuSOLVER for one kind of numbers: T, REAL, DN, DN_OR, DN_SY as in cusolver.h, TYPE its
 * cudaDataType, CLOSE how near results must be, TEST the names.  What a factorization is must give the matrix
 * back, by loops. */

/* --- matrices of the host, in columns of LD, and their copies on the device --- */

static T TEST(at)(const T *a, bool turned, int row, int column)
{
    return turned ? CONJ(a[row * LD + column]) : a[column * LD + row];
}

/* The product of two matrices, each as it is or conjugate transposed. */
static void TEST(times)(T *c, const T *a, bool turn_a, const T *b, bool turn_b, int m, int n, int k)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            T sum = 0;
            for (int l = 0; l < k; l++)
                sum += TEST(at)(a, turn_a, i, l) * TEST(at)(b, turn_b, l, j);
            c[j * LD + i] = sum;
        }
}

static void TEST(expect)(const T *a, const T *b, int m, int n)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            if (!(cabs((double _Complex)(a[j * LD + i] - b[j * LD + i])) < CLOSE))
                fail_msg("row %d, column %d: %g%+gi and %g%+gi", i, j, creal((double _Complex)a[j * LD + i]),
                         cimag((double _Complex)a[j * LD + i]), creal((double _Complex)b[j * LD + i]),
                         cimag((double _Complex)b[j * LD + i]));
}

static void TEST(fill)(T *a, uint32_t seed)
{
    for (int i = 0; i < CELLS; i++)
        a[i] = (T)(next_number(&seed) + I * next_number(&seed));
}

/* Hermitian and, where `shift` is large, positive. */
static void TEST(fill_hermitian)(T *a, uint32_t seed, double shift)
{
    TEST(fill)(a, seed);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            a[i * LD + j] = i == j ? (T)(creal((double _Complex)a[i * LD + j]) + shift) : CONJ(a[j * LD + i]);
}

static void TEST(identity)(T *a)
{
    memset(a, 0, CELLS * sizeof *a);
    for (int i = 0; i < LD; i++)
        a[i * LD + i] = 1;
}

struct TEST(device) {
    cusolverDnHandle_t handle;
    T *a, *b, *u, *v, *tau, *work;
    REAL *s;
    int *pivots, *info;
};

static struct TEST(device) TEST(begin)(const T *a, const T *b)
{
    struct TEST(device) d;

    need_library(lapack);
    assert_int_equal(cusolverDnCreate(&d.handle), CUSOLVER_STATUS_SUCCESS);
    d.a = device_copy(a, CELLS * sizeof *a);
    d.b = device_copy(b, CELLS * sizeof *b);
    d.u = device_copy(a, CELLS * sizeof *a);
    d.v = device_copy(a, CELLS * sizeof *a);
    d.tau = device_copy(a, LD * sizeof *a);
    d.s = device_copy(a, LD * sizeof(REAL));
    assert_int_equal(cudaMalloc((void **)&d.work, WORK * sizeof *a), cudaSuccess);
    assert_int_equal(cudaMalloc((void **)&d.pivots, LD * sizeof(int)), cudaSuccess);
    assert_int_equal(cudaMalloc((void **)&d.info, 4 * sizeof(int)), cudaSuccess);
    assert_int_equal(cudaMemset(d.info, 0xff, 4 * sizeof(int)), cudaSuccess);
    return d;
}

static void TEST(end)(struct TEST(device) * d, int expected)
{
    int info = -1;

    host_copy(&info, d->info, sizeof info);
    assert_int_equal(info, expected);
    void *const memory[] = {d->a, d->b, d->u, d->v, d->tau, d->s, d->work, d->pivots, d->info};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        assert_int_equal(cudaFree(memory[i]), cudaSuccess);
    assert_int_equal(cusolverDnDestroy(d->handle), CUSOLVER_STATUS_SUCCESS);
}

static T *TEST(back)(T *host, const T *device)
{
    host_copy(host, device, CELLS * sizeof *host);
    return host;
}

/* --- systems of equations --- */

static void TEST(lu)(void **state)
{
    T a[CELLS], b[CELLS], x[CELLS], c[CELLS];
    int size;

    (void)state;
    TEST(fill)(a, 1);
    TEST(fill)(b, 2);
    for (int pivots = 0; pivots < 2; pivots++)
        for (unsigned trans = 0; trans < 3; trans += 2) {
            struct TEST(device) d = TEST(begin)(a, b);
            for (int i = 0; !pivots && i < N; i++)
                a[i * LD + i] += 4;
            assert_int_equal(cudaMemcpy(d.a, a, sizeof a, cudaMemcpyHostToDevice), cudaSuccess);
            OK(DN(getrf_bufferSize)(d.handle, N, N, d.a, LD, &size));
            OK(DN(getrf)(d.handle, N, N, d.a, LD, d.work, pivots ? d.pivots : NULL, d.info));
            OK(DN(getrs)(d.handle, trans, N, RIGHT, d.a, LD, pivots ? d.pivots : NULL, d.b, LD, d.info));
            TEST(times)(c, a, trans == 2, TEST(back)(x, d.b), false, N, RIGHT, N);
            TEST(expect)(c, b, N, RIGHT);
            TEST(end)(&d, 0);
        }
}

static void TEST(singular)(void **state)
{
    T a[CELLS] = {0};

    (void)state;
    a[0] = 1;
    struct TEST(device) d = TEST(begin)(a, a);
    OK(DN(getrf)(d.handle, N, N, d.a, LD, d.work, d.pivots, d.info));
    TEST(end)(&d, 2);
    d = TEST(begin)(a, a);
    OK(DN(potrf)(d.handle, 0, N, d.a, LD, d.work, WORK, d.info));
    TEST(end)(&d, 2);
}

static void TEST(cholesky)(void **state)
{
    T a[CELLS], b[CELLS], x[CELLS], c[CELLS];
    int size;

    (void)state;
    TEST(fill_hermitian)(a, 3, 8);
    TEST(fill)(b, 4);
    for (unsigned uplo = 0; uplo < 2; uplo++) {
        struct TEST(device) d = TEST(begin)(a, b);
        OK(DN(potrf_bufferSize)(d.handle, uplo, N, d.a, LD, &size));
        assert_true(size <= WORK);
        OK(DN(potrf)(d.handle, uplo, N, d.a, LD, d.work, size, d.info));
        OK(DN(potrs)(d.handle, uplo, N, RIGHT, d.a, LD, d.b, LD, d.info));
        TEST(times)(c, a, false, TEST(back)(x, d.b), false, N, RIGHT, N);
        TEST(expect)(c, b, N, RIGHT);
        OK(DN(potri)(d.handle, uplo, N, d.a, LD, d.work, size, d.info));
        TEST(back)(x, d.a);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (uplo ? i > j : i < j)
                    x[j * LD + i] = CONJ(x[i * LD + j]);
        TEST(times)(c, a, false, x, false, N, N, N);
        TEST(identity)(x);
        TEST(expect)(c, x, N, N);
        TEST(end)(&d, 0);
    }
}

static void TEST(batches)(void **state)
{
    T a[CELLS], b[CELLS], x[CELLS], c[CELLS];
    int info[2];

    (void)state;
    TEST(fill_hermitian)(a, 3, 8);
    TEST(fill)(b, 4);
    struct TEST(device) d = TEST(begin)(a, b);
    T *both[] = {d.a, d.u};
    T *ends[] = {d.b, d.v};
    T **device_both = device_copy(both, sizeof both), **device_ends = device_copy(ends, sizeof ends);
    assert_int_equal(cudaMemcpy(d.v, b, sizeof b, cudaMemcpyHostToDevice), cudaSuccess);
    OK(DN(potrfBatched)(d.handle, 0, N, device_both, LD, d.info, 2));
    host_copy(info, d.info, sizeof info);
    assert_true(info[0] == 0 && info[1] == 0);
    OK(DN(potrsBatched)(d.handle, 0, N, 1, device_both, LD, device_ends, LD, d.info, 2));
    TEST(times)(c, a, false, TEST(back)(x, d.v), false, N, 1, N);
    TEST(expect)(c, b, N, 1);
    assert_int_equal(DN(potrfBatched)(d.handle, 0, N, both, LD, d.info, 2), CUSOLVER_STATUS_INTERNAL_ERROR);
    cudaFree(device_both);
    cudaFree(device_ends);
    TEST(end)(&d, 0);
}

static void TEST(symmetric)(void **state)
{
    T a[CELLS], b[CELLS], x[CELLS], c[CELLS];
    int64_t wide[LD];
    int narrow[LD], size;
    size_t bytes, host_bytes;

    (void)state;
    TEST(fill)(a, 5);
    TEST(fill)(b, 6);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            a[i * LD + j] = a[j * LD + i];
    struct TEST(device) d = TEST(begin)(a, b);
    OK(DN(sytrf_bufferSize)(d.handle, N, d.a, LD, &size));
    OK(DN(sytrf)(d.handle, 0, N, d.a, LD, d.pivots, d.work, size, d.info));
    host_copy(narrow, d.pivots, sizeof narrow);
    for (int i = 0; i < N; i++)
        wide[i] = narrow[i];
    int64_t *device_wide = device_copy(wide, sizeof wide);
    OK(cusolverDnXsytrs_bufferSize(d.handle, 0, N, RIGHT, TYPE, d.a, LD, device_wide, TYPE, d.b, LD, &bytes,
                                   &host_bytes));
    OK(cusolverDnXsytrs(d.handle, 0, N, RIGHT, TYPE, d.a, LD, device_wide, TYPE, d.b, LD, d.work, bytes, NULL,
                        0, d.info));
    TEST(times)(c, a, false, TEST(back)(x, d.b), false, N, RIGHT, N);
    TEST(expect)(c, b, N, RIGHT);
    cudaFree(device_wide);
    TEST(end)(&d, 0);
}

/* --- orthogonal matrices --- */

static void TEST(qr)(void **state)
{
    T a[CELLS], b[CELLS], r[CELLS], q[CELLS], c[CELLS];
    int size;

    (void)state;
    TEST(fill)(a, 7);
    TEST(fill)(b, 8);
    struct TEST(device) d = TEST(begin)(a, b);
    OK(DN(geqrf_bufferSize)(d.handle, M, N, d.a, 1, &size));
    OK(DN(geqrf_bufferSize)(d.handle, M, N, d.a, LD, &size));
    OK(DN(geqrf)(d.handle, M, N, d.a, LD, d.tau, d.work, size, d.info));
    TEST(back)(r, d.a);
    OK(DN_OR(mqr_bufferSize)(d.handle, 0, 2, M, RIGHT, N, d.a, LD, d.tau, d.b, LD, &size));
    OK(DN_OR(mqr)(d.handle, 0, 2, M, RIGHT, N, d.a, LD, d.tau, d.b, LD, d.work, size, d.info));
    OK(DN_OR(gqr_bufferSize)(d.handle, M, N, N, d.a, LD, d.tau, &size));
    OK(DN_OR(gqr)(d.handle, M, N, N, d.a, LD, d.tau, d.work, size, d.info));
    TEST(back)(q, d.a);
    for (int j = 0; j < N; j++)
        for (int i = j + 1; i < M; i++)
            r[j * LD + i] = 0;
    TEST(times)(c, q, false, r, false, M, N, N);
    TEST(expect)(c, a, M, N);
    TEST(times)(c, q, true, b, false, N, RIGHT, M);
    TEST(back)(r, d.b);
    TEST(expect)(c, r, N, RIGHT);
    TEST(end)(&d, 0);
}

/* Reductions: Q and P or Q of the reflections, around the band, give the matrix back. */
static void TEST(reductions)(void **state)
{
    T a[CELLS], h[CELLS], band[CELLS] = {0}, q[CELLS], c[CELLS], product[CELLS];
    REAL diagonal[LD], beside[LD], *device_beside;
    int size;

    (void)state;
    TEST(fill)(a, 9);
    TEST(fill_hermitian)(h, 10, 0);
    struct TEST(device) d = TEST(begin)(h, a);
    assert_int_equal(cudaMalloc((void **)&device_beside, sizeof beside), cudaSuccess);
    OK(DN_SY(trd_bufferSize)(d.handle, 0, N, d.a, LD, d.s, device_beside, d.tau, &size));
    OK(DN_SY(trd)(d.handle, 0, N, d.a, LD, d.s, device_beside, d.tau, d.work, size, d.info));
    OK(DN_OR(gtr)(d.handle, 0, N, d.a, LD, d.tau, d.work, size, d.info));
    host_copy(diagonal, d.s, sizeof diagonal);
    host_copy(beside, device_beside, sizeof beside);
    for (int i = 0; i < N; i++) {
        band[i * LD + i] = diagonal[i];
        if (i + 1 < N)
            band[i * LD + i + 1] = band[(i + 1) * LD + i] = beside[i];
    }
    TEST(back)(q, d.a);
    TEST(times)(c, q, false, band, false, N, N, N);
    TEST(times)(product, c, false, q, true, N, N, N);
    TEST(expect)(product, h, N, N);

    OK(DN(gebrd_bufferSize)(d.handle, M, N, &size));
    OK(DN(gebrd)(d.handle, M, N, d.b, LD, d.s, device_beside, d.tau, d.v, d.work, size, d.info));
    assert_int_equal(cudaMemcpy(d.u, d.b, sizeof a, cudaMemcpyDeviceToDevice), cudaSuccess);
    OK(DN_OR(gbr)(d.handle, 0, M, N, N, d.u, LD, d.tau, d.work, size, d.info));
    OK(DN_OR(gbr)(d.handle, 1, N, N, M, d.b, LD, d.v, d.work, size, d.info));
    host_copy(diagonal, d.s, sizeof diagonal);
    host_copy(beside, device_beside, sizeof beside);
    memset(band, 0, sizeof band);
    for (int i = 0; i < N; i++) {
        band[i * LD + i] = diagonal[i];
        if (i + 1 < N)
            band[(i + 1) * LD + i] = beside[i];
    }
    TEST(back)(q, d.u);
    TEST(times)(c, q, false, band, false, M, N, N);
    TEST(back)(q, d.b); /* P's conjugate transposed */
    TEST(times)(product, c, false, q, false, M, N, N);
    TEST(expect)(product, a, M, N);
    cudaFree(device_beside);
    TEST(end)(&d, 0);
}

/* --- eigenvalues --- */

/* A V = V diag(w), with B before V where there is one. */
static void TEST(expect_eigen)(const T *a, const T *b, const T *v, const REAL *w, int found)
{
    T left[CELLS], right[CELLS] = {0}, product[CELLS];

    TEST(times)(left, a, false, v, false, N, found, N);
    memcpy(product, v, sizeof product);
    if (b)
        TEST(times)(product, b, false, v, false, N, found, N);
    for (int j = 0; j < found; j++)
        for (int i = 0; i < N; i++)
            right[j * LD + i] = product[j * LD + i] * w[j];
    TEST(expect)(left, right, N, found);
    for (int j = 0; j + 1 < found; j++)
        assert_true(w[j] <= w[j + 1]);
    for (int j = 0; j < found; j++) {
        double sum = 0;
        for (int i = 0; i < N; i++)
            sum += cabs((double _Complex)v[j * LD + i]);
        assert_true(sum > 0.1);
    }
}

static void TEST(eigen)(void **state)
{
    T a[CELLS], b[CELLS], v[CELLS];
    REAL w[LD];
    syevjInfo_t jacobi;
    int size, found;

    (void)state;
    TEST(fill_hermitian)(a, 11, 0);
    TEST(fill_hermitian)(b, 12, 8);
    OK(cusolverDnCreateSyevjInfo(&jacobi));
    for (int which = 0; which < 4; which++) {
        struct TEST(device) d = TEST(begin)(a, b);
        OK(DN_SY(evd_bufferSize)(d.handle, CUSOLVER_EIG_MODE_VECTOR, 1, N, d.a, LD, d.s, &size));
        found = N;
        if (which == 0)
            OK(DN_SY(evd)(d.handle, CUSOLVER_EIG_MODE_VECTOR, 1, N, d.a, LD, d.s, d.work, size, d.info));
        else if (which == 1)
            OK(DN_SY(evj)(d.handle, CUSOLVER_EIG_MODE_VECTOR, 0, N, d.a, LD, d.s, d.work, size, d.info,
                          jacobi));
        else if (which == 2)
            OK(DN_SY(evdx)(d.handle, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_I, 0, N, d.a, LD, 0, 0, 2,
                           3, &found, d.s, d.work, size, d.info));
        else
            OK(DN_SY(gvd)(d.handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, 1, N, d.a, LD, d.b, LD,
                          d.s, d.work, size, d.info));
        assert_int_equal(found, which == 2 ? 2 : N);
        host_copy(w, d.s, sizeof w);
        TEST(expect_eigen)(a, which == 3 ? b : NULL, TEST(back)(v, d.a), w, found);
        TEST(end)(&d, 0);
    }
    OK(cusolverDnDestroySyevjInfo(jacobi));
}

/* --- singular values --- */

/* A = U diag(s) V^H of `count` columns. */
static void TEST(expect_svd)(const T *a, const T *u, const T *v, bool turned, const REAL *s, int m, int n,
                             int count)
{
    T scaled[CELLS], product[CELLS];

    for (int j = 0; j < count; j++)
        for (int i = 0; i < m; i++)
            scaled[j * LD + i] = u[j * LD + i] * s[j];
    TEST(times)(product, scaled, false, v, !turned, m, n, count);
    TEST(expect)(product, a, m, n);
    for (int j = 0; j + 1 < count; j++)
        assert_true(s[j] >= s[j + 1] && s[j + 1] >= 0);
}

static void TEST(svd)(void **state)
{
    T a[CELLS], u[CELLS], v[CELLS];
    REAL s[LD];
    gesvdjInfo_t jacobi;
    double norm = 1;
    int size;

    (void)state;
    TEST(fill)(a, 13);
    OK(cusolverDnCreateGesvdjInfo(&jacobi));
    for (int which = 0; which < 4; which++) {
        struct TEST(device) d = TEST(begin)(a, a);
        const int m = which == 3 ? N : M, n = which == 3 ? M : N;
        OK(DN(gesvd_bufferSize)(d.handle, M, N, &size));
        if (which == 0)
            OK(DN(gesvd)(d.handle, 'A', 'S', m, n, d.a, LD, d.s, d.u, LD, d.v, LD, d.work, size, NULL,
                         d.info));
        else if (which == 2)
            OK(DN(gesvdaStridedBatched)(d.handle, CUSOLVER_EIG_MODE_VECTOR, N, m, n, d.a, LD, CELLS, d.s, N,
                                        d.u, LD, CELLS, d.v, LD, CELLS, d.work, size, d.info, &norm, 1));
        else
            OK(DN(gesvdj)(d.handle, CUSOLVER_EIG_MODE_VECTOR, which == 3, m, n, d.a, LD, d.s, d.u, LD, d.v,
                          LD, d.work, size, d.info, jacobi));
        host_copy(s, d.s, sizeof s);
        TEST(back)(u, d.u);
        TEST(back)(v, d.v);
        TEST(expect_svd)(a, u, v, which == 0, s, m, n, N);
        TEST(end)(&d, 0);
    }
    assert_true(norm == 0);
    OK(cusolverDnDestroyGesvdjInfo(jacobi));
}

static void TEST(svd_batches)(void **state)
{
    T a[2 * N * M], u[CELLS], v[CELLS], plain[CELLS];
    REAL s[2 * N];
    gesvdjInfo_t jacobi;
    uint32_t seed = 14;
    int size;

    (void)state;
    for (int i = 0; i < 2 * N * M; i++)
        a[i] = (T)next_number(&seed);
    OK(cusolverDnCreateGesvdjInfo(&jacobi));
    struct TEST(device) d = TEST(begin)(plain, plain);
    assert_int_equal(cudaMemcpy(d.a, a, sizeof a, cudaMemcpyHostToDevice), cudaSuccess);
    OK(DN(gesvdjBatched_bufferSize)(d.handle, CUSOLVER_EIG_MODE_VECTOR, M, N, d.a, M, d.s, d.u, M, d.v, N,
                                    &size, jacobi, 2));
    OK(DN(gesvdjBatched)(d.handle, CUSOLVER_EIG_MODE_VECTOR, M, N, d.a, M, d.s, d.u, M, d.v, N, d.work, size,
                         d.info, jacobi, 2));
    host_copy(s, d.s, sizeof s);
    T packed_u[2 * M * M], packed_v[2 * N * N];
    host_copy(packed_u, d.u, sizeof packed_u);
    host_copy(packed_v, d.v, sizeof packed_v);
    for (int batch = 0; batch < 2; batch++) {
        for (int j = 0; j < M; j++)
            for (int i = 0; i < M; i++)
                u[j * LD + i] = packed_u[batch * M * M + j * M + i];
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
                plain[j * LD + i] = a[batch * M * N + j * M + i];
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                v[j * LD + i] = packed_v[batch * N * N + j * N + i];
        TEST(expect_svd)(plain, u, v, false, s + batch * N, M, N, N);
    }
    OK(cusolverDnDestroyGesvdjInfo(jacobi));
    TEST(end)(&d, 0);
}

#include "cuda_solver_sizes.h"

#undef T
#undef REAL
#undef TEST
#undef TYPE
#undef DN
#undef DN_OR
#undef DN_SY
#undef CLOSE
#undef CONJ

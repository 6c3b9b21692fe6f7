/* SPDX-License-Identifier: MIT */
/* For the numbers of cuda_solver_typed.h, which includes this: what its other tests leave out, and each size
 * of a buffer. */

/* Rows that change places, L^H L, and the inverse of a symmetric matrix. */
static void TEST(lower)(void **state)
{
    const int swaps[] = {3, 2, 5};
    T a[CELLS], b[CELLS], x[CELLS], c[CELLS];
    int size;

    (void)state;
    TEST(fill)(a, 21);
    TEST(fill)(b, 22);
    for (int i = 0; i < N; i++) {
        b[i * LD + i] = (T)creal((double _Complex)b[i * LD + i]); /* LAPACK takes L's diagonal for real */
        for (int j = 0; j < i; j++)
            a[i * LD + j] = a[j * LD + i];
    }
    struct TEST(device) d = TEST(begin)(a, b);
    assert_int_equal(cudaMemcpy(d.pivots, swaps, sizeof swaps, cudaMemcpyHostToDevice), cudaSuccess);
    OK(DN(laswp)(d.handle, 2, d.b, LD, 1, 3, d.pivots, 1));
    TEST(back)(x, d.b);
    for (int j = 0; j < 3; j++) {
        const int from[] = {2, 1, 4, 3, 0};
        for (int i = 0; i < N; i++)
            assert_true(x[j * LD + i] == b[j * LD + (j < 2 ? from[i] : i)]);
    }
    assert_int_equal(DN(laswp)(d.handle, -2, d.b, LD, 1, 3, d.pivots, 1), CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(DN(laswp)(d.handle, 2, d.b, LD, 1, 3, swaps, 1), CUSOLVER_STATUS_INTERNAL_ERROR);
    assert_int_equal(cudaMemcpy(d.b, b, sizeof b, cudaMemcpyHostToDevice), cudaSuccess);
    OK(DN(lauum)(d.handle, 0, N, d.b, LD, d.work, WORK, d.info));
    TEST(back)(x, d.b);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < j; i++)
            b[j * LD + i] = x[j * LD + i] = 0;
    TEST(times)(c, b, true, b, false, N, N, N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < j; i++)
            c[j * LD + i] = 0;
    TEST(expect)(x, c, N, N);
    assert_int_equal(DN(lauum)(d.handle, 2, N, d.b, LD, d.work, WORK, d.info), CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(DN(lauum)(d.handle, 0, N, d.b, N - 1, d.work, WORK, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    OK(DN(sytrf_bufferSize)(d.handle, N, d.a, LD, &size));
    OK(DN(sytrf)(d.handle, 0, N, d.a, LD, d.pivots, d.work, size, d.info));
    OK(DN(sytri)(d.handle, 0, N, d.a, LD, d.pivots, d.work, WORK, d.info));
    TEST(back)(x, d.a);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            x[i * LD + j] = x[j * LD + i];
    TEST(times)(c, a, false, x, false, N, N, N);
    TEST(identity)(x);
    TEST(expect)(c, x, N, N);
    assert_int_equal(DN(sytri)(d.handle, 0, -1, d.a, LD, d.pivots, d.work, WORK, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    TEST(end)(&d, 0);
}

/* The reflections of a reduction, applied to ones, are the matrix that they make. */
static void TEST(reflections)(void **state)
{
    T h[CELLS], one[CELLS], q[CELLS], c[CELLS];
    REAL *beside;
    int size;

    (void)state;
    TEST(fill_hermitian)(h, 23, 0);
    TEST(identity)(one);
    struct TEST(device) d = TEST(begin)(h, one);
    assert_int_equal(cudaMalloc((void **)&beside, LD * sizeof *beside), cudaSuccess);
    OK(DN_SY(trd_bufferSize)(d.handle, 0, N, d.a, LD, d.s, beside, d.tau, &size));
    OK(DN_SY(trd)(d.handle, 0, N, d.a, LD, d.s, beside, d.tau, d.work, size, d.info));
    OK(DN_OR(mtr)(d.handle, 0, 0, 0, N, N, d.a, LD, d.tau, d.b, LD, d.work, WORK, d.info));
    OK(DN_OR(gtr)(d.handle, 0, N, d.a, LD, d.tau, d.work, WORK, d.info));
    TEST(expect)(TEST(back)(q, d.b), TEST(back)(c, d.a), N, N);
    assert_int_equal(DN_OR(mtr)(d.handle, 2, 0, 0, N, N, d.a, LD, d.tau, d.b, LD, d.work, WORK, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    cudaFree(beside);
    TEST(end)(&d, 0);
}

/* Two matrices at once; pairs of matrices, all and two of their values. */
static void TEST(eigen_more)(void **state)
{
    T both[CELLS], a[CELLS] = {0}, b[CELLS], v[CELLS];
    REAL w[LD];
    syevjInfo_t jacobi;
    int found, info[2];

    (void)state;
    OK(cusolverDnCreateSyevjInfo(&jacobi));
    OK(cusolverDnXsyevjSetMaxSweeps(jacobi, 20));
    OK(cusolverDnXsyevjSetTolerance(jacobi, 1e-7));
    assert_int_equal(cusolverDnXsyevjSetMaxSweeps(jacobi, -1), CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(cusolverDnXsyevjSetTolerance(NULL, 1e-7), CUSOLVER_STATUS_INVALID_VALUE);
    TEST(fill_hermitian)(both, 24, 0);
    TEST(fill_hermitian)(a, 25, 0);
    memcpy(both + N * LD, a, (size_t)N * LD * sizeof *a);
    TEST(fill_hermitian)(b, 26, 8);
    struct TEST(device) d = TEST(begin)(both, b);
    OK(DN_SY(evjBatched)(d.handle, CUSOLVER_EIG_MODE_VECTOR, 0, N, d.a, LD, d.s, d.work, WORK, d.info, jacobi,
                         2));
    host_copy(info, d.info, sizeof info);
    assert_true(info[0] == 0 && info[1] == 0);
    host_copy(w, d.s, sizeof w);
    TEST(back)(v, d.a);
    TEST(expect_eigen)(both, NULL, v, w, N);
    memmove(v, v + N * LD, (size_t)N * LD * sizeof *v);
    TEST(expect_eigen)(a, NULL, v, w + N, N);
    assert_int_equal(DN_SY(evjBatched)(d.handle, CUSOLVER_EIG_MODE_VECTOR, 0, N, d.a, LD, d.s, d.work, WORK,
                                       d.info, jacobi, -1),
                     CUSOLVER_STATUS_INVALID_VALUE);
    for (int jacobian = 0; jacobian < 2; jacobian++) {
        assert_int_equal(cudaMemcpy(d.a, a, sizeof a, cudaMemcpyHostToDevice), cudaSuccess);
        assert_int_equal(cudaMemcpy(d.b, b, sizeof b, cudaMemcpyHostToDevice), cudaSuccess);
        found = N;
        if (jacobian)
            OK(DN_SY(gvj)(d.handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, 0, N, d.a, LD, d.b, LD,
                          d.s, d.work, WORK, d.info, jacobi));
        else
            OK(DN_SY(gvdx)(d.handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_I, 0,
                           N, d.a, LD, d.b, LD, 0, 0, 2, 3, &found, d.s, d.work, WORK, d.info));
        assert_int_equal(found, jacobian ? N : 2);
        host_copy(w, d.s, sizeof w);
        TEST(expect_eigen)(a, b, TEST(back)(v, d.a), w, found);
    }
    assert_int_equal(DN_SY(gvdx)(d.handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR,
                                 CUSOLVER_EIG_RANGE_I, 0, N, d.a, LD, d.b, LD, 0, 0, 3, 2, &found, d.s,
                                 d.work, WORK, d.info),
                     CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(DN_SY(gvj)(d.handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, 0, N, d.a, LD, d.b,
                                LD, d.s, d.work, WORK, d.info, (syevjInfo_t)d.work),
                     CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnDestroySyevjInfo(jacobi));
    TEST(end)(&d, 0);
}

static void TEST(sizes)(void **state)
{
    T a[CELLS] = {0};
    syevjInfo_t syevj;
    gesvdjInfo_t gesvdj;
    int size, *lwork, *found = NULL;

    (void)state;
    struct TEST(device) d = TEST(begin)(a, a);
    OK(cusolverDnCreateSyevjInfo(&syevj));
    OK(cusolverDnCreateGesvdjInfo(&gesvdj));
#define SIZE(function, ...)                                                         \
    lwork = &size;                                                                  \
    size = 0;                                                                       \
    OK(function(d.handle, __VA_ARGS__));                                            \
    assert_true(size > 0);                                                          \
    assert_int_equal(function(NULL, __VA_ARGS__), CUSOLVER_STATUS_NOT_INITIALIZED); \
    lwork = NULL;                                                                   \
    assert_int_equal(function(d.handle, __VA_ARGS__), CUSOLVER_STATUS_INVALID_VALUE);
#define A d.a, LD
#define B d.b, LD
#define V CUSOLVER_EIG_MODE_VECTOR
    SIZE(DN(potri_bufferSize), 0, N, A, lwork)
    SIZE(DN(lauum_bufferSize), 0, N, A, lwork)
    SIZE(DN(sytri_bufferSize), 0, N, A, d.pivots, lwork)
    SIZE(DN_OR(gbr_bufferSize), 0, M, N, N, A, d.tau, lwork)
    SIZE(DN_OR(gtr_bufferSize), 0, N, A, d.tau, lwork)
    SIZE(DN_OR(mtr_bufferSize), 0, 0, 0, N, N, A, d.tau, B, lwork)
    SIZE(DN_SY(evdx_bufferSize), V, CUSOLVER_EIG_RANGE_ALL, 0, N, A, 0, 0, 0, 0, found, d.s, lwork)
    SIZE(DN_SY(evj_bufferSize), V, 0, N, A, d.s, lwork, syevj)
    SIZE(DN_SY(evjBatched_bufferSize), V, 0, N, A, d.s, lwork, syevj, 2)
    SIZE(DN_SY(gvd_bufferSize), CUSOLVER_EIG_TYPE_1, V, 0, N, A, B, d.s, lwork)
    SIZE(DN_SY(gvdx_bufferSize), CUSOLVER_EIG_TYPE_1, V, CUSOLVER_EIG_RANGE_ALL, 0, N, A, B, 0, 0, 0, 0,
         found, d.s, lwork)
    SIZE(DN_SY(gvj_bufferSize), CUSOLVER_EIG_TYPE_1, V, 0, N, A, B, d.s, lwork, syevj)
    SIZE(DN(gesvdj_bufferSize), V, 0, M, N, A, d.s, d.u, LD, d.v, LD, lwork, gesvdj)
    SIZE(DN(gesvdaStridedBatched_bufferSize), V, N, M, N, A, CELLS, d.s, N, d.u, LD, CELLS, d.v, LD, CELLS,
         lwork, 1)
    OK(cusolverDnXgesvdjGetSweeps(d.handle, gesvdj, &size));
    assert_int_equal(cusolverDnXgesvdjGetSweeps(d.handle, gesvdj, NULL), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusolverDnDestroySyevjInfo(syevj));
    OK(cusolverDnDestroyGesvdjInfo(gesvdj));
    OK(cudaMemset(d.info, 0, sizeof(int)));
    TEST(end)(&d, 0);
}

#undef SIZE
#undef A
#undef B
#undef V

/* SPDX-License-Identifier: MIT */
/* The tests of cuSOLVER's sparse functions for one kind of numbers: FUNCTION as in cusolverSpSFUNCTION, TYPE
 * its cudaDataType, CLOSE how near results must be, TEST the names. */

/* A Hermitian matrix with two diagonals beside the main one, positive. */
static struct dense TEST(matrix)(void)
{
    struct dense a = {.rows = N, .columns = N};

    for (int i = 0; i < N; i++) {
        a.at[i][i] = 9 + i;
        if (i > 0) {
            a.at[i][i - 1] = hw_number_is_complex(TYPE) ? hw_number_of(1, i) : 1 + i;
            a.at[i - 1][i] = conj(a.at[i][i - 1]);
        }
    }
    return a;
}

static void TEST(solutions)(void **state)
{
    const struct dense a = TEST(matrix)(), b = dense_random(N, 1, TYPE, 81, true);
    struct sparse s = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 1);
    void *from = dense_device(&b, TYPE, CUSPARSE_ORDER_COL), *to = dense_device(&b, TYPE, CUSPARSE_ORDER_COL);
    cusolverSpHandle_t handle;
    cusparseMatDescr_t d;
    int singularity = 5;

    (void)state;
    need_library(lapack);
    DONE(cusolverSpCreate(&handle));
    OK(cusparseCreateMatDescr(&d));
    OK(cusparseSetMatIndexBase(d, CUSPARSE_INDEX_BASE_ONE));
#define SYSTEM handle, N, s.count, d, s.values, s.offsets, s.indices
    for (int cholesky = 0; cholesky < 2; cholesky++) {
        cudaMemset(to, 0, hw_number_bytes(TYPE));
        DONE((cholesky ? FUNCTION(csrlsvchol) : FUNCTION(csrlsvqr))(SYSTEM, from, 0, 1, to, &singularity));
        assert_int_equal(singularity, -1);
        const struct dense got = dense_host(to, N, 1, TYPE, CUSPARSE_ORDER_COL);
        const struct dense back = dense_product(&a, &got, 1, NULL, 0);
        expect_dense(&back, &b, CLOSE);
    }
    assert_int_equal(FUNCTION(csrlsvqr)(SYSTEM, from, 0, 4, to, &singularity), CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(FUNCTION(csrlsvqr)(SYSTEM, from, 0, 0, to, NULL), CUSOLVER_STATUS_INVALID_VALUE);
    assert_int_equal(FUNCTION(csrlsvqr)(SYSTEM, &b, 0, 0, to, &singularity), CUSOLVER_STATUS_INTERNAL_ERROR);
    assert_int_equal(FUNCTION(csrlsvqr)(handle, N, s.count, NULL, s.values, s.offsets, s.indices, from, 0, 0,
                                        to, &singularity),
                     CUSOLVER_STATUS_INVALID_VALUE);
    cudaMemset(s.values, 0, 2 * hw_number_bytes(TYPE)); /* the first row */
    DONE(FUNCTION(csrlsvqr)(SYSTEM, from, 0, 0, to, &singularity));
    assert_int_not_equal(singularity, -1);
    DONE(FUNCTION(csrlsvchol)(SYSTEM, from, 0, 0, to, &singularity));
    assert_int_equal(singularity, 0);
    cudaMemset(s.indices, 0x7f, sizeof(int)); /* a column that there is not */
    assert_int_equal(FUNCTION(csrlsvqr)(SYSTEM, from, 0, 0, to, &singularity),
                     CUSOLVER_STATUS_INTERNAL_ERROR);
    OK(cusparseDestroyMatDescr(d));
    DONE(cusolverSpDestroy(handle));
    sparse_free(&s);
    cudaFree(from);
    cudaFree(to);
}

/* The same of arrays of the host. */
static void TEST(host_solutions)(void **state)
{
    static cusolverStatus_t (*const functions[])(HW_CUSOLVER_CSR, const void *b, REAL tolerance, int reorder,
                                                 void *x, int *singularity) = {
        FUNCTION(csrlsvqrHost), FUNCTION(csrlsvluHost), FUNCTION(csrlsvcholHost)};
    const struct dense a = TEST(matrix)(), b = dense_random(N, 1, TYPE, 83, true);
    struct sparse s = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
    unsigned char values[CELLS * sizeof(hw_number)], right[MOST * sizeof(hw_number)],
        got[MOST * sizeof(hw_number)];
    int offsets[N + 1], indices[CELLS], singularity;
    struct dense x = {.rows = N, .columns = 1};
    cusolverSpHandle_t handle;
    cusparseMatDescr_t d;

    (void)state;
    need_library(lapack);
    DONE(cusolverSpCreate(&handle));
    OK(cusparseCreateMatDescr(&d));
    host_copy(values, s.values, (size_t)s.count * hw_number_bytes(TYPE));
    host_copy(offsets, s.offsets, sizeof offsets);
    host_copy(indices, s.indices, (size_t)s.count * sizeof(int));
    for (int i = 0; i < N; i++)
        hw_number_store(TYPE, right, (size_t)i, b.at[i][0]);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        singularity = 5;
        DONE(functions[f](handle, N, s.count, d, values, offsets, indices, right, 0, 1, got, &singularity));
        assert_int_equal(singularity, -1);
        for (int i = 0; i < N; i++)
            x.at[i][0] = hw_number_load(TYPE, got, (size_t)i);
        const struct dense back = dense_product(&a, &x, 1, NULL, 0);
        expect_dense(&back, &b, CLOSE);
        assert_int_equal(
            functions[f](handle, N, s.count, d, values, offsets, indices, right, 0, 9, got, &singularity),
            CUSOLVER_STATUS_INVALID_VALUE);
        assert_int_equal(
            functions[f](NULL, N, s.count, d, values, offsets, indices, right, 0, 1, got, &singularity),
            CUSOLVER_STATUS_NOT_INITIALIZED);
    }
    OK(cusparseDestroyMatDescr(d));
    DONE(cusolverSpDestroy(handle));
    sparse_free(&s);
}

/* A vector with A x = mu x, and the same from memory of the host. */
static void TEST(eigenvalue)(void **state)
{
    const struct dense a = TEST(matrix)(), x0 = dense_random(N, 1, TYPE, 82, true);
    struct sparse s = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
    void *from = dense_device(&x0, TYPE, CUSPARSE_ORDER_COL),
         *x = dense_device(&x0, TYPE, CUSPARSE_ORDER_COL);
    void *mu = dense_device(&x0, TYPE, CUSPARSE_ORDER_COL);
    unsigned char values[CELLS * sizeof(hw_number)], start[MOST * sizeof(hw_number)],
        host_mu[sizeof(hw_number)], host_x[MOST * sizeof(hw_number)];
    int offsets[N + 1], indices[CELLS];
    cusolverSpHandle_t handle;
    cusparseMatDescr_t d;

    (void)state;
    need_library(lapack);
    DONE(cusolverSpCreate(&handle));
    OK(cusparseCreateMatDescr(&d));
    DONE(FUNCTION(csreigvsi)(SYSTEM, 5, from, 200, 0, mu, x));
    const struct dense got = dense_host(x, N, 1, TYPE, CUSPARSE_ORDER_COL);
    const struct dense value = dense_host(mu, 1, 1, TYPE, CUSPARSE_ORDER_COL);
    const struct dense wanted = dense_product(&got, &value, 1, NULL, 0),
                       back = dense_product(&a, &got, 1, NULL, 0);
    expect_dense(&back, &wanted, CLOSE * 10);
    host_copy(values, s.values, (size_t)s.count * hw_number_bytes(TYPE));
    host_copy(offsets, s.offsets, sizeof offsets);
    host_copy(indices, s.indices, (size_t)s.count * sizeof(int));
    host_copy(start, from, N * hw_number_bytes(TYPE));
    DONE(FUNCTION(csreigvsiHost)(handle, N, s.count, d, values, offsets, indices, 5, start, 200, 0, host_mu,
                                 host_x));
    expect_number(hw_number_load(TYPE, host_mu, 0), value.at[0][0], 1e-6, 0, 0);
    assert_int_equal(FUNCTION(csreigvsi)(SYSTEM, 5, from, -1, 0, mu, x), CUSOLVER_STATUS_INVALID_VALUE);
    OK(cusparseDestroyMatDescr(d));
    DONE(cusolverSpDestroy(handle));
    sparse_free(&s);
    cudaFree(from);
    cudaFree(x);
    cudaFree(mu);
}

#undef SYSTEM
#undef FUNCTION
#undef TYPE
#undef CLOSE
#undef REAL
#undef TEST

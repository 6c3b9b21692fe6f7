/* SPDX-License-Identifier: MIT */
/* Factors, solutions and sizes of buffers of cuSPARSE's older interface, for the numbers of
 * cuda_sparse_older.h, which includes this. */

#define VALUES(s) d, (s).values, (s).offsets, (s).indices
#define BLOCKS(s) VALUES(s), 2

/* A Hermitian matrix with a large diagonal, all of it or a band of three. */
static struct dense TEST(hermitian)(int rows, bool band)
{
    struct dense made = {.rows = rows, .columns = rows};

    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= i; j++) {
            const double number = i == j ? 20 + i : i - j == 1 || !band ? 1 + i + j : 0;
            made.at[i][j] = hw_number_is_complex(TYPE) && i != j ? hw_number_of(number, i) : number;
            made.at[i][j] = number == 0 ? 0 : made.at[i][j];
            made.at[j][i] = conj(made.at[i][j]);
        }
    return made;
}

/* LU of a band of three, which stays within it, and solutions with both for two columns. */
static void TEST(csr_solutions)(void **state)
{
    const struct dense a = TEST(hermitian)(5, true), b = dense_random(5, 2, TYPE, 81, true);
    const struct scalar one = scalar(TYPE, 1), boost = scalar(TYPE, 7);
    struct infos infos = infos_new();
    struct sparse s = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
    void *x = dense_device(&b, TYPE, CUSPARSE_ORDER_COL);
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t d;
    double tolerance = 0.5;
    int position;

    (void)state;
    OK(cusparseCreateMatDescr(&d));
    OK(FUNCTION(csrilu02_analysis)(handle, 5, s.count, VALUES(s), infos.CSRILU02, 0, NULL));
    OK(FUNCTION(csrilu02)(handle, 5, s.count, VALUES(s), infos.CSRILU02, 0, NULL));
    OK(cusparseXcsrilu02_zeroPivot(handle, infos.CSRILU02, &position));
#define SOLVE(function, ...) \
    FUNCTION(function)(handle, 0, 0, 0, 5, 2, s.count, &one, VALUES(s), x, MOST, infos.CSRSM2, 0, NULL)
    OK(cusparseSetMatDiagType(d, CUSPARSE_DIAG_TYPE_UNIT));
    assert_int_equal(cusparseGetMatDiagType(d), CUSPARSE_DIAG_TYPE_UNIT);
    OK(SOLVE(csrsm2_analysis));
    OK(SOLVE(csrsm2_solve));
    OK(cusparseSetMatDiagType(d, CUSPARSE_DIAG_TYPE_NON_UNIT));
    OK(cusparseSetMatFillMode(d, CUSPARSE_FILL_MODE_UPPER));
    OK(SOLVE(csrsm2_solve));
    const struct dense solution = dense_host(x, 5, 2, TYPE, CUSPARSE_ORDER_COL),
                       right = dense_product(&a, &solution, 1, NULL, 0);
    expect_dense(&right, &b, 1e-5);
    assert_int_equal(FUNCTION(csrsm2_solve)(handle, 0, 0, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, 5, 2,
                                            s.count, &one, VALUES(s), x, MOST, infos.CSRSM2, 0, NULL),
                     CUSPARSE_STATUS_NOT_SUPPORTED);
    assert_int_equal(FUNCTION(csrsm2_analysis)(handle, 0, 3, 0, 5, 2, s.count, &one, VALUES(s), x, MOST,
                                               infos.CSRSM2, 0, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    /* The first pivot is 0, and then boosted. */
    cudaMemset(s.values, 0, hw_number_bytes(TYPE));
    OK(FUNCTION(csrilu02)(handle, 5, s.count, VALUES(s), infos.CSRILU02, 0, NULL));
    assert_int_equal(cusparseXcsrilu02_zeroPivot(handle, infos.CSRILU02, &position),
                     CUSPARSE_STATUS_ZERO_PIVOT);
    assert_int_equal(position, 0);
    cudaMemset(s.values, 0, hw_number_bytes(TYPE));
    OK(FUNCTION(csrilu02_numericBoost)(handle, infos.CSRILU02, 1, &tolerance, (void *)&boost));
    OK(FUNCTION(csrilu02)(handle, 5, s.count, VALUES(s), infos.CSRILU02, 0, NULL));
    OK(cusparseXcsrilu02_zeroPivot(handle, infos.CSRILU02, &position));
    struct dense boosted = sparse_host(&s);
    expect_number(boosted.at[0][0], 7, 0, 0, 0);
    assert_int_equal(FUNCTION(csrilu02_numericBoost)(handle, infos.CSRILU02, 1, NULL, (void *)&boost),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(FUNCTION(csrilu02_numericBoost)(handle, NULL, 0, NULL, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroyMatDescr(d));
    OK(cusparseDestroy(handle));
    infos_free(&infos);
    sparse_free(&s);
    cudaFree(x);
}

/* Cholesky's factors of four blocks, and solutions with L and its transpose. */
static void TEST(block_cholesky)(void **state)
{
    const struct dense a = TEST(hermitian)(4, false), b = dense_random(4, 1, TYPE, 82, true);
    const struct scalar one = scalar(TYPE, 1), boost = scalar(TYPE, 3);
    struct infos infos = infos_new();
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t d;
    double tolerance = 0.5;
    int position;

    (void)state;
    OK(cusparseCreateMatDescr(&d));
    for (int dir = 0; dir < 2; dir++) {
        const cusparseDirection_t direction = (cusparseDirection_t)dir;
        struct sparse s = TEST(blocks)(&a, direction);
        void *x = dense_device(&b, TYPE, CUSPARSE_ORDER_COL), *y = dense_device(&b, TYPE, CUSPARSE_ORDER_COL);
        OK(FUNCTION(bsric02_analysis)(handle, direction, 2, 4, BLOCKS(s), infos.BSRIC02, 0, NULL));
        OK(FUNCTION(bsric02)(handle, direction, 2, 4, BLOCKS(s), infos.BSRIC02, 0, NULL));
        OK(cusparseXbsric02_zeroPivot(handle, infos.BSRIC02, &position));
        OK(FUNCTION(bsrsv2_analysis)(handle, direction, 0, 2, 4, BLOCKS(s), infos.BSRSV2, 0, NULL));
        OK(FUNCTION(bsrsv2_solve)(handle, direction, 0, 2, 4, &one, BLOCKS(s), infos.BSRSV2, x, y, 0, NULL));
        OK(FUNCTION(bsrsv2_solve)(handle, direction, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, 2, 4, &one,
                                  BLOCKS(s), infos.BSRSV2, y, x, 0, NULL));
        const struct dense solution = dense_host(x, 4, 1, TYPE, CUSPARSE_ORDER_COL),
                           right = dense_product(&a, &solution, 1, NULL, 0);
        expect_dense(&right, &b, 1e-5);
        assert_int_equal(
            FUNCTION(bsrsv2_solve)(handle, direction, 0, 2, 4, NULL, BLOCKS(s), infos.BSRSV2, x, y, 0, NULL),
            CUSPARSE_STATUS_INVALID_VALUE);
        assert_int_equal(FUNCTION(bsrsv2_analysis)(handle, direction, 0, 2, 4, BLOCKS(s),
                                                   (bsrsv2Info_t)infos.BSRIC02, 0, NULL),
                         CUSPARSE_STATUS_INVALID_VALUE);
        assert_int_equal(FUNCTION(bsric02)(handle, direction, 2, -1, BLOCKS(s), infos.BSRIC02, 0, NULL),
                         CUSPARSE_STATUS_INVALID_VALUE);
        sparse_free(&s);
        cudaFree(x);
        cudaFree(y);
    }
    OK(FUNCTION(bsrilu02_numericBoost)(handle, infos.BSRILU02, 1, &tolerance, (void *)&boost));
    assert_int_equal(FUNCTION(bsrilu02_numericBoost)(handle, infos.BSRILU02, 1, &tolerance, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroyMatDescr(d));
    OK(cusparseDestroy(handle));
    infos_free(&infos);
}

/* Two systems of three diagonals, one behind the other or row by row in turns. */
static void TEST(three_diagonals)(void **state)
{
    enum { M = 4, BATCHES = 2, STRIDE = 5, NUMBERS = STRIDE * BATCHES };
    const struct dense b = dense_random(M, BATCHES, TYPE, 83, true);
    void *columns = dense_device(&b, TYPE, CUSPARSE_ORDER_COL);
    cusparseHandle_t handle = handle_new();

    (void)state;
    for (int interleaved = 0; interleaved < 2; interleaved++) {
        unsigned char bytes[4][NUMBERS * sizeof(hw_number)] = {{0}};
        struct dense a[BATCHES] = {{M, M, {{0}}}, {M, M, {{0}}}},
                     got[BATCHES] = {{M, 1, {{0}}}, {M, 1, {{0}}}};
        void *device[4];
        for (int batch = 0; batch < BATCHES; batch++)
            for (int row = 0; row < M; row++) {
                const size_t at = (size_t)(interleaved ? row * BATCHES + batch : batch * STRIDE + row);
                for (int i = 0; i < 3; i++) {
                    const int column = row + i - 1;
                    if (column < 0 || column >= M)
                        continue;
                    a[batch].at[row][column] = i == 1 ? 9 + row : 1 + row + batch + i;
                    hw_number_store(TYPE, bytes[i], at, a[batch].at[row][column]);
                }
                hw_number_store(TYPE, bytes[3], at, b.at[row][batch]);
            }
        for (int i = 0; i < 4; i++)
            device[i] = device_copy(bytes[i], NUMBERS * hw_number_bytes(TYPE));
#define DIAGONALS device[0], device[1], device[2]
        if (interleaved)
            OK(FUNCTION(gtsvInterleavedBatch)(handle, 0, M, DIAGONALS, device[3], BATCHES, NULL));
        else
            OK(FUNCTION(gtsv2StridedBatch)(handle, M, DIAGONALS, device[3], BATCHES, STRIDE, NULL));
        host_copy(bytes[3], device[3], NUMBERS * hw_number_bytes(TYPE));
        for (int batch = 0; batch < BATCHES; batch++) {
            for (int row = 0; row < M; row++)
                got[batch].at[row][0] = hw_number_load(
                    TYPE, bytes[3], (size_t)(interleaved ? row * BATCHES + batch : batch * STRIDE + row));
            const struct dense back = dense_product(&a[batch], &got[batch], 1, NULL, 0);
            for (int row = 0; row < M; row++)
                expect_number(back.at[row][0], b.at[row][batch], 1e-5, row, batch);
        }
        if (!interleaved) { /* the first system's diagonals, for both columns */
            OK(FUNCTION(gtsv2_nopivot)(handle, M, BATCHES, DIAGONALS, columns, MOST, NULL));
            const struct dense found = dense_host(columns, M, BATCHES, TYPE, CUSPARSE_ORDER_COL),
                               back = dense_product(&a[0], &found, 1, NULL, 0);
            expect_dense(&back, &b, 1e-5);
        }
        assert_int_equal(FUNCTION(gtsv2StridedBatch)(handle, M, DIAGONALS, device[3], BATCHES, M - 1, NULL),
                         CUSPARSE_STATUS_INVALID_VALUE);
        assert_int_equal(FUNCTION(gtsv2_nopivot)(handle, 2, BATCHES, DIAGONALS, columns, MOST, NULL),
                         CUSPARSE_STATUS_INVALID_VALUE);
        assert_int_equal(FUNCTION(gtsvInterleavedBatch)(handle, 0, M, DIAGONALS, bytes, BATCHES, NULL),
                         CUSPARSE_STATUS_EXECUTION_FAILED);
        for (int i = 0; i < 4; i++)
            cudaFree(device[i]);
    }
    OK(cusparseDestroy(handle));
    cudaFree(columns);
}

static void TEST(vectors)(void **state)
{
    const int places[] = {4, 1, 3};
    const struct dense y = dense_random(5, 1, TYPE, 84, true), nothing = {.rows = 5, .columns = 1};
    int *indices = device_copy(places, sizeof places);
    void *from = dense_device(&y, TYPE, CUSPARSE_ORDER_COL), *values = dense_device(&nothing, TYPE, 1),
         *to = dense_device(&nothing, TYPE, CUSPARSE_ORDER_COL);
    cusparseHandle_t handle = handle_new();

    (void)state;
    OK(FUNCTION(gthr)(handle, 3, from, values, indices, CUSPARSE_INDEX_BASE_ONE));
    OK(FUNCTION(sctr)(handle, 3, values, indices, to, CUSPARSE_INDEX_BASE_ZERO));
    const struct dense got = dense_host(to, 5, 1, TYPE, CUSPARSE_ORDER_COL);
    for (int i = 0; i < 5; i++)
        expect_number(got.at[i][0], i == 0 || i == 2 ? 0 : y.at[i - 1][0], 0, i, 0);
    assert_int_equal(FUNCTION(gthr)(handle, -1, from, values, indices, 0), CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(FUNCTION(sctr)(handle, 3, values, places, to, 0), CUSPARSE_STATUS_EXECUTION_FAILED);
    OK(cusparseDestroy(handle));
    cudaFree(indices);
    cudaFree(from);
    cudaFree(values);
    cudaFree(to);
}

/* Sizes of buffers look at no memory. */
static void TEST(sizes)(void **state)
{
    struct infos infos = infos_new();
    const struct scalar one = scalar(TYPE, 1);
    const struct sparse s = {.count = 4};
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t d;

    (void)state;
    OK(cusparseCreateMatDescr(&d));
#define SIZE(type, name, ...)                                                                         \
    {                                                                                                 \
        type bytes = 0;                                                                               \
        OK(FUNCTION(name)(handle, __VA_ARGS__, &bytes));                                              \
        assert_true(bytes > 0);                                                                       \
        assert_int_equal(FUNCTION(name)(handle, __VA_ARGS__, NULL), CUSPARSE_STATUS_INVALID_VALUE);   \
        assert_int_equal(FUNCTION(name)(NULL, __VA_ARGS__, &bytes), CUSPARSE_STATUS_NOT_INITIALIZED); \
    }
#define INFO_SIZE(type, name, info, ...)                                                                   \
    {                                                                                                      \
        type size = 0;                                                                                     \
        SIZE(type, name, __VA_ARGS__, info)                                                                \
        assert_int_equal(FUNCTION(name)(handle, __VA_ARGS__, NULL, &size), CUSPARSE_STATUS_INVALID_VALUE); \
    }
    INFO_SIZE(int, csrilu02_bufferSize, infos.CSRILU02, 4, 4, VALUES(s))
    INFO_SIZE(int, csric02_bufferSize, infos.CSRIC02, 4, 4, VALUES(s))
    INFO_SIZE(int, bsrilu02_bufferSize, infos.BSRILU02, 0, 2, 4, BLOCKS(s))
    INFO_SIZE(int, bsric02_bufferSize, infos.BSRIC02, 0, 2, 4, BLOCKS(s))
    INFO_SIZE(int, bsrsv2_bufferSize, infos.BSRSV2, 0, 0, 2, 4, BLOCKS(s))
    INFO_SIZE(int, bsrsm2_bufferSize, infos.BSRSM2, 0, 0, 0, 2, 4, 4, BLOCKS(s))
    INFO_SIZE(int, csrsv2_bufferSize, infos.CSRSV2, 0, 4, 4, VALUES(s))
    SIZE(size_t, csrsm2_bufferSizeExt, 0, 0, 0, 4, 2, 4, &one, VALUES(s), NULL, 4, infos.CSRSM2, 0)
    SIZE(size_t, gtsv2_bufferSizeExt, 4, 2, NULL, NULL, NULL, NULL, 4)
    SIZE(size_t, gtsv2_nopivot_bufferSizeExt, 4, 2, NULL, NULL, NULL, NULL, 4)
    SIZE(size_t, gtsv2StridedBatch_bufferSizeExt, 4, NULL, NULL, NULL, NULL, 2, 4)
    SIZE(size_t, gtsvInterleavedBatch_bufferSizeExt, 0, 4, NULL, NULL, NULL, NULL, 2)
    SIZE(size_t, gpsvInterleavedBatch_bufferSizeExt, 0, 5, NULL, NULL, NULL, NULL, NULL, NULL, 2)
    OK(cusparseDestroyMatDescr(d));
    OK(cusparseDestroy(handle));
    infos_free(&infos);
}

/* Sizes that CUDA 12.9 has added. */
static void TEST(later_sizes)(void **state)
{
    const struct sparse s = {.count = 4};
    cusparseMatDescr_t d = NULL;
    cusparseHandle_t handle;
    size_t bytes;

    (void)state;
    OK(LATER(cusparseCreate)(&handle));
#define LATER_SIZE(type, name, made, ...)                                                                \
    {                                                                                                    \
        type##Info_t info;                                                                               \
        bytes = 0;                                                                                       \
        OK(LATER(cusparseCreate##made)(&info));                                                          \
        OK(LATER(name)(handle, __VA_ARGS__, info, &bytes));                                              \
        assert_true(bytes > 0);                                                                          \
        assert_int_equal(LATER(name)(handle, __VA_ARGS__, info, NULL), CUSPARSE_STATUS_INVALID_VALUE);   \
        assert_int_equal(LATER(name)(handle, __VA_ARGS__, NULL, &bytes), CUSPARSE_STATUS_INVALID_VALUE); \
        assert_int_equal(LATER(name)(NULL, __VA_ARGS__, info, &bytes), CUSPARSE_STATUS_NOT_INITIALIZED); \
        OK(LATER(cusparseDestroy##made)(info));                                                          \
    }
    LATER_SIZE(csrilu02, FUNCTION(csrilu02_bufferSizeExt), Csrilu02Info, 4, 4, VALUES(s))
    LATER_SIZE(csric02, FUNCTION(csric02_bufferSizeExt), Csric02Info, 4, 4, VALUES(s))
    LATER_SIZE(bsrilu02, FUNCTION(bsrilu02_bufferSizeExt), Bsrilu02Info, 0, 2, 4, BLOCKS(s))
    LATER_SIZE(bsric02, FUNCTION(bsric02_bufferSizeExt), Bsric02Info, 0, 2, 4, BLOCKS(s))
    LATER_SIZE(bsrsv2, FUNCTION(bsrsv2_bufferSizeExt), Bsrsv2Info, 0, 0, 2, 4, BLOCKS(s))
    LATER_SIZE(bsrsm2, FUNCTION(bsrsm2_bufferSizeExt), Bsrsm2Info, 0, 0, 0, 2, 4, 4, BLOCKS(s))
    OK(LATER(cusparseDestroy)(handle));
}

#undef VALUES
#undef BLOCKS
#undef SOLVE
#undef DIAGONALS
#undef SIZE
#undef INFO_SIZE
#undef LATER_SIZE

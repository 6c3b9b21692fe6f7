/* SPDX-License-Identifier: MIT */
/* The tests of cuSPARSE's older interface for one kind of numbers: FUNCTION as in cusparseSFUNCTION, TYPE its
 * cudaDataType, TEST the names.  Oracles are loops over dense matrices. */

static void TEST(dense)(void **state)
{
    const struct dense a = dense_random(ROWS, COLUMNS, TYPE, 61, false),
                       nothing = {.rows = ROWS, .columns = COLUMNS};
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t descriptor;
    void *from = dense_device(&a, TYPE, CUSPARSE_ORDER_COL),
         *to = dense_device(&nothing, TYPE, CUSPARSE_ORDER_COL);
    int *per_line = device_copy((int[MOST]){0}, sizeof(int[MOST])), total = 0;

    (void)state;
    OK(cusparseCreateMatDescr(&descriptor));
    OK(cusparseSetMatIndexBase(descriptor, CUSPARSE_INDEX_BASE_ONE));
    for (int columns = 0; columns < 2; columns++) {
        const cusparseDirection_t direction = columns ? CUSPARSE_DIRECTION_COLUMN : CUSPARSE_DIRECTION_ROW;
        struct sparse made = sparse_device(&a, columns ? CUSPARSE_FORMAT_CSC : CUSPARSE_FORMAT_CSR, TYPE,
                                           CUSPARSE_INDEX_32I, 1);
        cudaMemset(made.offsets, 0, (size_t)sparse_offsets(&made) * sizeof(int));
        cudaMemset(made.indices, 0, (size_t)made.count * sizeof(int));
        cudaMemset(made.values, 0, (size_t)made.count * hw_number_bytes(TYPE));
        OK(FUNCTION(nnz)(handle, direction, ROWS, COLUMNS, descriptor, from, MOST, per_line, &total));
        assert_int_equal(total, made.count);
        if (columns)
            OK(FUNCTION(dense2csc)(handle, ROWS, COLUMNS, descriptor, from, MOST, per_line, made.values,
                                   made.indices, made.offsets));
        else
            OK(FUNCTION(dense2csr)(handle, ROWS, COLUMNS, descriptor, from, MOST, per_line, made.values,
                                   made.offsets, made.indices));
        const struct dense got = sparse_host(&made);
        expect_dense(&got, &a, 0);
        if (columns)
            OK(FUNCTION(csc2dense)(handle, ROWS, COLUMNS, descriptor, made.values, made.indices, made.offsets,
                                   to, MOST));
        else
            OK(FUNCTION(csr2dense)(handle, ROWS, COLUMNS, descriptor, made.values, made.offsets, made.indices,
                                   to, MOST));
        const struct dense back = dense_host(to, ROWS, COLUMNS, TYPE, CUSPARSE_ORDER_COL);
        expect_dense(&back, &a, 0);
        cudaMemset(to, 1, sizeof(int));
        sparse_free(&made);
    }
    OK(FUNCTION(nnz)(handle, 0, ROWS, COLUMNS, descriptor, from, ROWS, per_line, &total));
    OK(FUNCTION(nnz)(handle, 0, 0, COLUMNS, descriptor, from, 1, per_line, &total));
    assert_int_equal(total, 0);
    OK(FUNCTION(nnz)(handle, 0, ROWS, 0, descriptor, from, ROWS, per_line, &total));
    assert_int_equal(total, 0);
    assert_int_equal(FUNCTION(nnz)(handle, 0, ROWS, COLUMNS, descriptor, from, ROWS - 1, per_line, &total),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(FUNCTION(nnz)(handle, 0, ROWS, COLUMNS, NULL, from, MOST, per_line, &total),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(FUNCTION(nnz)(handle, 0, ROWS, COLUMNS, descriptor, &a, MOST, per_line, &total),
                     CUSPARSE_STATUS_EXECUTION_FAILED);
    OK(cusparseDestroyMatDescr(descriptor));
    OK(cusparseDestroy(handle));
    cudaFree(from);
    cudaFree(to);
    cudaFree(per_line);
}

/* Only what is larger than 3 stays. */
static void TEST(compress)(void **state)
{
    const struct dense a = dense_random(ROWS, COLUMNS, TYPE, 62, false);
    struct dense wanted = a;
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t descriptor;
    struct sparse from = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0), made;
    int *per_row = device_copy((int[MOST]){0}, sizeof(int[MOST])), total = 0, large = 0;

    (void)state;
    for (int i = 0; i < CELLS; i++) {
        hw_number *at = &wanted.at[i / MOST][i % MOST];
        large += cabs(*at) > 3;
        *at = cabs(*at) > 3 ? *at : 0;
    }
    made = sparse_device(&wanted, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
    cudaMemset(made.offsets, 0, (ROWS + 1) * sizeof(int));
    cudaMemset(made.values, 0, (size_t)made.count * hw_number_bytes(TYPE));
    OK(cusparseCreateMatDescr(&descriptor));
    OK(FUNCTION(nnz_compress)(handle, ROWS, descriptor, from.values, from.offsets, per_row, &total, 3));
    assert_int_equal(total, large);
    OK(FUNCTION(csr2csr_compress)(handle, ROWS, COLUMNS, descriptor, from.values, from.indices, from.offsets,
                                  from.count, per_row, made.values, made.indices, made.offsets, 3));
    const struct dense got = sparse_host(&made);
    expect_dense(&got, &wanted, 0);
    OK(cusparseDestroyMatDescr(descriptor));
    OK(cusparseDestroy(handle));
    sparse_free(&from);
    sparse_free(&made);
    cudaFree(per_row);
}

/* Room for all numbers of a matrix. */
static struct sparse TEST(room)(int rows, int columns)
{
    struct dense full = {.rows = rows, .columns = columns};

    for (int i = 0; i < CELLS; i++)
        full.at[i / MOST][i % MOST] = 1;
    struct sparse made = sparse_device(&full, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
    cudaMemset(made.offsets, 0, (size_t)(rows + 1) * sizeof(int));
    return made;
}

#define ARRAYS(s)  (s).count, (s).values, (s).offsets, (s).indices
#define PATTERN(s) (s).count, (s).offsets, (s).indices

static void TEST(products)(void **state)
{
    const struct dense a = dense_random(5, 5, TYPE, 63, false), b = dense_random(5, 5, TYPE, 64, false);
    const struct dense one = {5, 5, {{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0, 1}}};
    const struct dense sum = dense_product(&a, &one, 2, &b, -1), product = dense_product(&a, &b, 2, &a, -1);
    struct sparse left = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
    struct sparse right = sparse_device(&b, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
    struct sparse made = TEST(room)(5, 5);
    const struct scalar alpha = scalar(TYPE, 2), beta = scalar(TYPE, -1);
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t d;
    csrgemm2Info_t info;
    size_t bytes;

    (void)state;
    OK(cusparseCreateMatDescr(&d));
    OK(FUNCTION(csrgeam2_bufferSizeExt)(handle, 5, 5, &alpha, d, ARRAYS(left), &beta, d, ARRAYS(right), d,
                                        NULL, NULL, NULL, &bytes));
    OK(cusparseXcsrgeam2Nnz(handle, 5, 5, d, PATTERN(left), d, PATTERN(right), d, made.offsets, &made.count,
                            NULL));
    OK(FUNCTION(csrgeam2)(handle, 5, 5, &alpha, d, ARRAYS(left), &beta, d, ARRAYS(right), d, made.values,
                          made.offsets, made.indices, NULL));
    const struct dense got_sum = sparse_host(&made);
    expect_dense(&got_sum, &sum, 1e-6);
    OK(cusparseCreateCsrgemm2Info(&info));
    OK(FUNCTION(csrgemm2_bufferSizeExt)(handle, 5, 5, 5, &alpha, d, PATTERN(left), d, PATTERN(right), &beta,
                                        d, PATTERN(left), info, &bytes));
    OK(cusparseXcsrgemm2Nnz(handle, 5, 5, 5, d, PATTERN(left), d, PATTERN(right), d, PATTERN(left), d,
                            made.offsets, &made.count, info, NULL));
    OK(FUNCTION(csrgemm2)(handle, 5, 5, 5, &alpha, d, ARRAYS(left), d, ARRAYS(right), &beta, d, ARRAYS(left),
                          d, made.values, made.offsets, made.indices, info, NULL));
    const struct dense got_product = sparse_host(&made);
    expect_dense(&got_product, &product, 1e-6);
    OK(cusparseDestroyCsrgemm2Info(info));
    assert_int_equal(cusparseXcsrgemm2Nnz(handle, 5, 5, 5, d, PATTERN(left), d, PATTERN(right), d,
                                          PATTERN(left), d, made.offsets, &made.count, info, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroyMatDescr(d));
    OK(cusparseDestroy(handle));
    sparse_free(&left);
    sparse_free(&right);
    sparse_free(&made);
}

#include "cuda_sparse_blocks.h"

/* Cholesky's factors of a band, which stay within it, and solutions with L and its transpose. */
static void TEST(cholesky)(void **state)
{
    struct dense a = {.rows = 5, .columns = 5};
    const struct dense b = dense_random(5, 1, TYPE, 67, true);
    const struct scalar one = scalar(TYPE, 1);
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t d;
    csric02Info_t factor;
    csrsv2Info_t forth, back;
    int position;

    (void)state;
    for (int i = 0; i < 5; i++) {
        a.at[i][i] = 9 + i;
        if (i > 0) {
            a.at[i][i - 1] = hw_number_is_complex(TYPE) ? hw_number_of(1, i) : 1 + i;
            a.at[i - 1][i] = conj(a.at[i][i - 1]);
        }
    }
    struct sparse s = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 1);
    void *x = dense_device(&b, TYPE, CUSPARSE_ORDER_COL), *y = dense_device(&b, TYPE, CUSPARSE_ORDER_COL);
    OK(cusparseCreateMatDescr(&d));
    OK(cusparseSetMatIndexBase(d, CUSPARSE_INDEX_BASE_ONE));
    OK(cusparseCreateCsric02Info(&factor));
    OK(cusparseCreateCsrsv2Info(&forth));
    OK(cusparseCreateCsrsv2Info(&back));
#define VALUES d, s.values, s.offsets, s.indices
    OK(FUNCTION(csric02_analysis)(handle, 5, s.count, VALUES, factor, 0, NULL));
    OK(FUNCTION(csric02)(handle, 5, s.count, VALUES, factor, 0, NULL));
    OK(cusparseXcsric02_zeroPivot(handle, factor, &position));
    OK(FUNCTION(csrsv2_analysis)(handle, 0, 5, s.count, VALUES, forth, 0, NULL));
    OK(FUNCTION(csrsv2_solve)(handle, 0, 5, s.count, &one, VALUES, forth, x, y, 0, NULL));
    OK(FUNCTION(csrsv2_solve)(handle, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, 5, s.count, &one, VALUES, back,
                              y, x, 0, NULL));
    const struct dense solution = dense_host(x, 5, 1, TYPE, CUSPARSE_ORDER_COL);
    const struct dense right = dense_product(&a, &solution, 1, NULL, 0);
    expect_dense(&right, &b, 1e-5);
    cudaMemset(s.values, 0, hw_number_bytes(TYPE)); /* the first pivot */
    OK(FUNCTION(csric02)(handle, 5, s.count, VALUES, factor, 0, NULL));
    assert_int_equal(cusparseXcsric02_zeroPivot(handle, factor, &position), CUSPARSE_STATUS_ZERO_PIVOT);
    assert_int_equal(position, 1); /* counted from 1 */
    assert_int_equal(FUNCTION(csric02)(handle, 5, s.count, VALUES, (csric02Info_t)forth, 0, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE); /* another info */
    OK(cusparseDestroyMatDescr(d));
    OK(cusparseDestroyCsric02Info(factor));
    OK(cusparseDestroyCsrsv2Info(forth));
    OK(cusparseDestroyCsrsv2Info(back));
    OK(cusparseDestroy(handle));
    sparse_free(&s);
    cudaFree(x);
    cudaFree(y);
}

/* --- bands: the matrix times what was found is the right-hand side; the first pivot is 0 --- */

static void TEST(bands)(void **state)
{
    enum { M = 6, BATCHES = 2 };
    unsigned char diagonal[5][M * BATCHES * sizeof(hw_number)] = {{0}},
                                            right[M * BATCHES * sizeof(hw_number)];
    struct dense a[BATCHES] = {{.rows = M, .columns = M}, {.rows = M, .columns = M}};
    const struct dense b = dense_random(M, BATCHES, TYPE, 68, true);
    cusparseHandle_t handle = handle_new();
    void *device[6];
    uint32_t seed = 69;

    (void)state;
    for (int batch = 0; batch < BATCHES; batch++)
        for (int row = 0; row < M; row++) {
            hw_number_store(TYPE, right, (size_t)(row * BATCHES + batch), b.at[row][batch]);
            for (int i = 0; i < 5; i++) {
                const int column = row + i - 2;
                if (column < 0 || column >= M)
                    continue;
                a[batch].at[row][column] = row == 0 && i == 2 ? 0 : 1 + next_number(&seed) / 2;
                hw_number_store(TYPE, diagonal[i], (size_t)(row * BATCHES + batch), a[batch].at[row][column]);
            }
        }
    for (int i = 0; i < 5; i++)
        device[i] = device_copy(diagonal[i], M * BATCHES * hw_number_bytes(TYPE));
    device[5] = device_copy(right, M * BATCHES * hw_number_bytes(TYPE));
    OK(FUNCTION(gpsvInterleavedBatch)(handle, 0, M, device[0], device[1], device[2], device[3], device[4],
                                      device[5], BATCHES, NULL));
    host_copy(right, device[5], M * BATCHES * hw_number_bytes(TYPE));
    for (int batch = 0; batch < BATCHES; batch++)
        for (int row = 0; row < M; row++) {
            hw_number sum = 0;
            for (int column = 0; column < M; column++)
                sum += a[batch].at[row][column] *
                       hw_number_load(TYPE, right, (size_t)(column * BATCHES + batch));
            expect_number(sum, b.at[row][batch], 1e-4, row, batch);
        }
    /* Three diagonals, for two columns. */
    void *columns = dense_device(&b, TYPE, CUSPARSE_ORDER_COL);
    struct dense three = {.rows = M, .columns = M};
    for (int row = 0; row < M; row++)
        for (int i = 1; i < 4; i++) {
            const double number = row == 0 && i == 2 ? 0 : 1 + next_number(&seed) / 2;
            hw_number_store(TYPE, diagonal[i], (size_t)row, number);
            if (row + i - 2 >= 0 && row + i - 2 < M)
                three.at[row][row + i - 2] = number;
        }
    for (int i = 1; i < 4; i++)
        cudaMemcpy(device[i], diagonal[i], M * hw_number_bytes(TYPE), cudaMemcpyHostToDevice);
    OK(FUNCTION(gtsv2)(handle, M, BATCHES, device[1], device[2], device[3], columns, MOST, NULL));
    const struct dense got = dense_host(columns, M, BATCHES, TYPE, CUSPARSE_ORDER_COL);
    const struct dense back = dense_product(&three, &got, 1, NULL, 0);
    expect_dense(&back, &b, 1e-3);
    assert_int_equal(
        FUNCTION(gtsv2)(handle, 2, BATCHES, device[1], device[2], device[3], columns, MOST, NULL),
        CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(
        FUNCTION(gtsv2)(handle, 1 << 20, 2, device[1], device[2], device[3], columns, 1 << 20, NULL),
        CUSPARSE_STATUS_EXECUTION_FAILED);
    OK(cusparseDestroy(handle));
    for (int i = 0; i < 6; i++)
        cudaFree(device[i]);
    cudaFree(columns);
}

#undef ARRAYS
#undef PATTERN
#undef VALUES

#include "cuda_sparse_solutions.h"

#undef FUNCTION
#undef TYPE
#undef TEST

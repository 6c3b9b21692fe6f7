/* SPDX-License-Identifier: MIT */
/* Blocks of cuSPARSE's older interface, for the numbers of cuda_sparse_older.h, which includes this. */

/* --- blocks: 2 by 2 blocks of 2 by 2 numbers, all there: their values are the dense matrix's by blocks ---
 */

static struct sparse TEST(blocks)(const struct dense *a, cusparseDirection_t direction)
{
    const int offsets[] = {0, 2, 4}, indices[] = {0, 1, 0, 1};
    unsigned char values[16 * sizeof(hw_number)];

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const int block = i / 2 * 2 + j / 2,
                      in = direction == CUSPARSE_DIRECTION_ROW ? i % 2 * 2 + j % 2 : j % 2 * 2 + i % 2;
            hw_number_store(TYPE, values, (size_t)(block * 4 + in), a->at[i][j]);
        }
    return (struct sparse){.count = 4,
                           .offsets = device_copy(offsets, sizeof offsets),
                           .indices = device_copy(indices, sizeof indices),
                           .values = device_copy(values, 16 * hw_number_bytes(TYPE))};
}

static struct dense TEST(of_blocks)(const struct sparse *blocks, cusparseDirection_t direction)
{
    unsigned char values[16 * sizeof(hw_number)];
    struct dense made = {.rows = 4, .columns = 4};

    host_copy(values, blocks->values, 16 * hw_number_bytes(TYPE));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const int block = i / 2 * 2 + j / 2,
                      in = direction == CUSPARSE_DIRECTION_ROW ? i % 2 * 2 + j % 2 : j % 2 * 2 + i % 2;
            made.at[i][j] = hw_number_load(TYPE, values, (size_t)(block * 4 + in));
        }
    return made;
}

/* A matrix of 5 by 5 in blocks of 2, and back to one of 6 by 6. */
static void TEST(block_conversions)(void **state)
{
    const struct dense a = dense_random(5, 5, TYPE, 73, false);
    struct dense wider = a;
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t d;
    int total = 0;

    (void)state;
    wider.rows = wider.columns = 6;
    OK(cusparseCreateMatDescr(&d));
    for (int dir = 0; dir < 2; dir++) {
        const cusparseDirection_t direction = (cusparseDirection_t)dir;
        struct sparse from = sparse_device(&a, CUSPARSE_FORMAT_CSR, TYPE, CUSPARSE_INDEX_32I, 0);
        struct sparse blocks = TEST(room)(6, 6), back = TEST(room)(6, 6);
        OK(cusparseXcsr2bsrNnz(handle, direction, 5, 5, d, from.offsets, from.indices, 2, d, blocks.offsets,
                               &total));
        assert_in_range(total, 1, 9);
        OK(FUNCTION(csr2bsr)(handle, direction, 5, 5, d, from.values, from.offsets, from.indices, 2, d,
                             blocks.values, blocks.offsets, blocks.indices));
        OK(FUNCTION(bsr2csr)(handle, direction, 3, 3, d, blocks.values, blocks.offsets, blocks.indices, 2, d,
                             back.values, back.offsets, back.indices));
        back.count = total * 4;
        const struct dense got = sparse_host(&back);
        expect_dense(&got, &wider, 0);
        sparse_free(&from);
        sparse_free(&blocks);
        sparse_free(&back);
    }
    assert_int_equal(cusparseXcsr2bsrNnz(handle, 0, 5, 5, d, NULL, NULL, 0, d, NULL, &total),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseXcsr2bsrNnz(handle, 0, 5, 5, d, &total, &total, 2, d, &total, &total),
                     CUSPARSE_STATUS_EXECUTION_FAILED);
    OK(cusparseDestroyMatDescr(d));
    OK(cusparseDestroy(handle));
}

/* The whole matrix is there, so the incomplete factors are whole ones; then solutions with them. */
static void TEST(block_solutions)(void **state)
{
    struct dense a = dense_random(4, 4, TYPE, 65, true);
    const struct dense b = dense_random(4, 2, TYPE, 66, true);
    const struct scalar one = scalar(TYPE, 1), zero = scalar(TYPE, 0);
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t d, unit;
    bsrilu02Info_t ilu;
    bsrsm2Info_t lower, upper;
    int size, position;

    (void)state;
    for (int i = 0; i < 4; i++)
        a.at[i][i] += 32;
    OK(cusparseCreateMatDescr(&d));
    OK(cusparseSetMatFillMode(d, CUSPARSE_FILL_MODE_UPPER));
    OK(cusparseCreateMatDescr(&unit));
    OK(cusparseSetMatDiagType(unit, CUSPARSE_DIAG_TYPE_UNIT));
    OK(cusparseCreateBsrilu02Info(&ilu));
    OK(cusparseCreateBsrsm2Info(&lower));
    OK(cusparseCreateBsrsm2Info(&upper));
    for (int dir = 0; dir < 2; dir++) {
        const cusparseDirection_t direction = (cusparseDirection_t)dir;
        struct sparse s = TEST(blocks)(&a, direction);
        void *x = dense_device(&b, TYPE, CUSPARSE_ORDER_COL), *y = dense_device(&b, TYPE, CUSPARSE_ORDER_COL);
#define BLOCKS s.values, s.offsets, s.indices, 2
        OK(FUNCTION(bsrmm)(handle, direction, 0, 0, 2, 2, 2, 4, &one, d, BLOCKS, x, MOST, &zero, y, MOST));
        const struct dense wanted = dense_product(&a, &b, 1, NULL, 0),
                           got = dense_host(y, 4, 2, TYPE, CUSPARSE_ORDER_COL);
        expect_dense(&got, &wanted, 1e-6);
        OK(FUNCTION(bsrmv)(handle, direction, CUSPARSE_OPERATION_TRANSPOSE, 2, 2, 4, &one, d, BLOCKS, x,
                           &zero, y));
        const struct dense turned = dense_op(&a, CUSPARSE_OPERATION_TRANSPOSE);
        const struct dense wanted_column = dense_product(&turned, &b, 1, NULL, 0);
        const struct dense got_column = dense_host(y, 4, 1, TYPE, CUSPARSE_ORDER_COL);
        for (int i = 0; i < 4; i++)
            expect_number(got_column.at[i][0], wanted_column.at[i][0], 1e-6, i, 0);
        OK(FUNCTION(bsrilu02_bufferSize)(handle, direction, 2, 4, d, BLOCKS, ilu, &size));
        OK(FUNCTION(bsrilu02_analysis)(handle, direction, 2, 4, d, BLOCKS, ilu, 0, NULL));
        OK(FUNCTION(bsrilu02)(handle, direction, 2, 4, d, BLOCKS, ilu, 0, NULL));
        OK(cusparseXbsrilu02_zeroPivot(handle, ilu, &position));
        assert_int_equal(position, -1);
        struct dense l = TEST(of_blocks)(&s, direction), u = l;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                if (j < i)
                    u.at[i][j] = 0;
                else
                    l.at[i][j] = i == j;
        const struct dense back = dense_product(&l, &u, 1, NULL, 0);
        expect_dense(&back, &a, 1e-5);
        OK(FUNCTION(bsrsm2_analysis)(handle, direction, 0, 0, 2, 2, 4, unit, BLOCKS, lower, 0, NULL));
        OK(FUNCTION(bsrsm2_solve)(handle, direction, 0, 0, 2, 2, 4, &one, unit, BLOCKS, lower, x, MOST, y,
                                  MOST, 0, NULL));
        OK(FUNCTION(bsrsm2_solve)(handle, direction, 0, 0, 2, 2, 4, &one, d, BLOCKS, upper, y, MOST, x, MOST,
                                  0, NULL));
        OK(cusparseXbsrsm2_zeroPivot(handle, upper, &position));
        const struct dense solution = dense_host(x, 4, 2, TYPE, CUSPARSE_ORDER_COL);
        const struct dense right = dense_product(&a, &solution, 1, NULL, 0);
        expect_dense(&right, &b, 1e-5);
        sparse_free(&s);
        cudaFree(x);
        cudaFree(y);
    }
    OK(cusparseDestroyMatDescr(d));
    OK(cusparseDestroyMatDescr(unit));
    OK(cusparseDestroyBsrilu02Info(ilu));
    OK(cusparseDestroyBsrsm2Info(lower));
    OK(cusparseDestroyBsrsm2Info(upper));
    OK(cusparseDestroy(handle));
}

#undef BLOCKS

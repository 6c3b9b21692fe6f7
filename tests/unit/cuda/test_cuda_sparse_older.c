/* SPDX-License-Identifier: MIT */
/* The older interface of cuSPARSE, for four kinds of numbers: conversions, products, factors, solutions,
 * sorting. */
#include "cuda_sparse.h"

/* All infos: INFO(type, name, name of its number). */
#define INFOS(INFO)                              \
    INFO(csrsv2Info_t, Csrsv2Info, CSRSV2)       \
    INFO(csrsm2Info_t, Csrsm2Info, CSRSM2)       \
    INFO(csric02Info_t, Csric02Info, CSRIC02)    \
    INFO(csrilu02Info_t, Csrilu02Info, CSRILU02) \
    INFO(bsrsv2Info_t, Bsrsv2Info, BSRSV2)       \
    INFO(bsrsm2Info_t, Bsrsm2Info, BSRSM2)       \
    INFO(bsric02Info_t, Bsric02Info, BSRIC02)    \
    INFO(bsrilu02Info_t, Bsrilu02Info, BSRILU02) \
    INFO(csrgemm2Info_t, Csrgemm2Info, CSRGEMM2) \
    INFO(csru2csrInfo_t, Csru2csrInfo, CSRU2CSR) \
    INFO(cusparseColorInfo_t, ColorInfo, COLOR)  \
    INFO(pruneInfo_t, PruneInfo, PRUNE)

#define MEMBER(type, name, of) type of;
#define MAKE(type, name, of)   OK(cusparseCreate##name(&made.of));
#define DROP(type, name, of)   OK(cusparseDestroy##name(infos->of));
struct infos {
    INFOS(MEMBER)
};

static struct infos infos_new(void)
{
    struct infos made;

    INFOS(MAKE)
    return made;
}

static void infos_free(struct infos *infos)
{
    INFOS(DROP)
}

#define FUNCTION(name) cusparseS##name
#define TEST(name)     single_##name
#define TYPE           HW_NUMBER_R32F
#include "cuda_sparse_older.h"

#define FUNCTION(name) cusparseD##name
#define TEST(name)     double_##name
#define TYPE           HW_NUMBER_R64F
#include "cuda_sparse_older.h"

#define FUNCTION(name) cusparseC##name
#define TEST(name)     complex_##name
#define TYPE           HW_NUMBER_C32F
#include "cuda_sparse_older.h"

#define FUNCTION(name) cusparseZ##name
#define TEST(name)     double_complex_##name
#define TYPE           HW_NUMBER_C64F
#include "cuda_sparse_older.h"

/* Those that may find no pivot: PIVOT(type, function, number). */
#define PIVOTS(PIVOT)                         \
    PIVOT(csrsv2Info_t, csrsv2, CSRSV2)       \
    PIVOT(csrsm2Info_t, csrsm2, CSRSM2)       \
    PIVOT(csric02Info_t, csric02, CSRIC02)    \
    PIVOT(csrilu02Info_t, csrilu02, CSRILU02) \
    PIVOT(bsrsv2Info_t, bsrsv2, BSRSV2)       \
    PIVOT(bsrsm2Info_t, bsrsm2, BSRSM2)       \
    PIVOT(bsric02Info_t, bsric02, BSRIC02)    \
    PIVOT(bsrilu02Info_t, bsrilu02, BSRILU02)

static void expect_ints(const int *device, const int *wanted, int count)
{
    int got[MOST];

    host_copy(got, device, (size_t)count * sizeof *got);
    for (int i = 0; i < count; i++)
        assert_int_equal(got[i], wanted[i]);
}

static void test_rows(void **state)
{
    const int rows[] = {1, 1, 3, 3, 3}, offsets[] = {1, 3, 3, 6, 6};
    int *row = device_copy(rows, sizeof rows), *offset = device_copy(rows, sizeof offsets);
    cusparseHandle_t handle = handle_new();

    (void)state;
    OK(cusparseXcoo2csr(handle, row, 5, 4, offset, CUSPARSE_INDEX_BASE_ONE));
    expect_ints(offset, offsets, 5);
    cudaMemset(row, 0, sizeof rows);
    OK(cusparseXcsr2coo(handle, offset, 5, 4, row, CUSPARSE_INDEX_BASE_ONE));
    expect_ints(row, rows, 5);
    assert_int_equal(cusparseXcsr2coo(handle, offset, 4, 4, row, CUSPARSE_INDEX_BASE_ONE),
                     CUSPARSE_STATUS_EXECUTION_FAILED); /* offsets lead past the end */
    assert_int_equal(cusparseXcoo2csr(handle, rows, 5, 4, offset, 0), CUSPARSE_STATUS_EXECUTION_FAILED);
    assert_int_equal(cusparseXcoo2csr(handle, row, -1, 4, offset, 0), CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseXcoo2csr(NULL, row, 5, 4, offset, 0), CUSPARSE_STATUS_NOT_INITIALIZED);
    OK(cusparseDestroy(handle));
    cudaFree(row);
    cudaFree(offset);
}

static void test_sorting(void **state)
{
    const int rows[] = {2, 0, 1, 0, 2}, columns[] = {1, 3, 0, 2, 0}, offsets[] = {0, 2, 5};
    int *row = device_copy(rows, sizeof rows), *column = device_copy(columns, sizeof columns);
    int *offset = device_copy(offsets, sizeof offsets), *place = device_copy(rows, sizeof rows);
    cusparseHandle_t handle = handle_new();
    cusparseMatDescr_t descriptor;
    size_t bytes;

    (void)state;
    OK(cusparseCreateMatDescr(&descriptor));
    OK(cusparseCreateIdentityPermutation(handle, 5, place));
    OK(cusparseXcoosort_bufferSizeExt(handle, 3, 4, 5, row, column, &bytes));
    OK(cusparseXcsrsort_bufferSizeExt(handle, 3, 4, 5, offset, column, &bytes));
    OK(cusparseXcscsort_bufferSizeExt(handle, 3, 4, 5, offset, column, &bytes));
    assert_int_equal(cusparseXcoosort_bufferSizeExt(handle, 3, 4, 5, row, column, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseXcsrsort_bufferSizeExt(handle, 3, 4, 5, offset, column, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseXcscsort_bufferSizeExt(NULL, 3, 4, 5, offset, column, &bytes),
                     CUSPARSE_STATUS_NOT_INITIALIZED);
    OK(cusparseXcoosortByRow(handle, 3, 4, 5, row, column, place, NULL));
    expect_ints(row, (int[]){0, 0, 1, 2, 2}, 5);
    expect_ints(column, (int[]){2, 3, 0, 0, 1}, 5);
    expect_ints(place, (int[]){3, 1, 2, 4, 0}, 5);
    OK(cusparseXcoosortByColumn(handle, 3, 4, 5, row, column, NULL, NULL));
    expect_ints(row, (int[]){1, 2, 2, 0, 0}, 5);
    OK(cusparseCreateIdentityPermutation(handle, 5, place));
    cudaMemcpy(column, columns, sizeof columns, cudaMemcpyHostToDevice);
    OK(cusparseXcsrsort(handle, 2, 4, 5, descriptor, offset, column, place, NULL));
    expect_ints(column, (int[]){1, 3, 0, 0, 2}, 5);
    expect_ints(place, (int[]){0, 1, 2, 4, 3}, 5);
    cudaMemcpy(column, columns, sizeof columns, cudaMemcpyHostToDevice);
    OK(cusparseXcscsort(handle, 4, 2, 5, descriptor, offset, column, NULL, NULL));
    expect_ints(column, (int[]){1, 3, 0, 0, 2}, 5);
    assert_int_equal(cusparseXcscsort(handle, 4, 2, 4, descriptor, offset, column, NULL, NULL),
                     CUSPARSE_STATUS_EXECUTION_FAILED);
    assert_int_equal(cusparseXcsrsort(handle, 2, 4, 4, descriptor, offset, column, place, NULL),
                     CUSPARSE_STATUS_EXECUTION_FAILED);
    assert_int_equal(cusparseXcsrsort(handle, 2, 4, 5, NULL, offset, column, place, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroyMatDescr(descriptor));
    OK(cusparseDestroy(handle));
    cudaFree(row);
    cudaFree(column);
    cudaFree(offset);
    cudaFree(place);
}

/* Infos of each kind: of fresh ones no pivot is missing, of others and of those that are gone nothing is
 * known. */
static void test_infos(void **state)
{
    cusparseHandle_t handle = handle_new();
    struct infos infos = infos_new();
    int position = 5;

    (void)state;
#define ASK(type, function, of)                                                               \
    OK(cusparseX##function##_zeroPivot(handle, infos.of, &position));                         \
    assert_int_equal(position, -1);                                                           \
    assert_int_equal(cusparseX##function##_zeroPivot(handle, infos.of, NULL),                 \
                     CUSPARSE_STATUS_INVALID_VALUE);                                          \
    assert_int_equal(cusparseX##function##_zeroPivot(handle, (void *)infos.PRUNE, &position), \
                     CUSPARSE_STATUS_INVALID_VALUE);
    PIVOTS(ASK)
    infos_free(&infos);
#define AGAIN(type, name, of)                                                         \
    assert_int_equal(cusparseDestroy##name(infos.of), CUSPARSE_STATUS_INVALID_VALUE); \
    assert_int_equal(cusparseCreate##name(NULL), CUSPARSE_STATUS_INVALID_VALUE);
    INFOS(AGAIN)
    OK(cusparseDestroy(handle));
}

static void test_transposition(void **state)
{
    const int type = HW_NUMBER_C32F;
    const struct dense a = dense_random(ROWS, COLUMNS, type, 71, false);
    struct sparse from = sparse_device(&a, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 1);
    struct sparse to = sparse_device(&a, CUSPARSE_FORMAT_CSC, type, CUSPARSE_INDEX_32I, 1);
    cusparseHandle_t handle = handle_new();
    size_t bytes;

    (void)state;
    cudaMemset(to.offsets, 0, (COLUMNS + 1) * sizeof(int));
    cudaMemset(to.indices, 0, (size_t)to.count * sizeof(int));
    cudaMemset(to.values, 0, (size_t)to.count * hw_number_bytes(type));
#define ARRAYS from.values, from.offsets, from.indices, to.values, to.offsets, to.indices, type
    OK(cusparseCsr2cscEx2_bufferSize(handle, ROWS, COLUMNS, from.count, ARRAYS, CUSPARSE_ACTION_NUMERIC, 1, 0,
                                     &bytes));
    OK(cusparseCsr2cscEx2(handle, ROWS, COLUMNS, from.count, ARRAYS, CUSPARSE_ACTION_NUMERIC, 1, 0, NULL));
    const struct dense got = sparse_host(&to);
    expect_dense(&got, &a, 0);
    assert_int_equal(
        cusparseCsr2cscEx2(handle, ROWS, 1, from.count, ARRAYS, CUSPARSE_ACTION_NUMERIC, 1, 0, NULL),
        CUSPARSE_STATUS_EXECUTION_FAILED); /* columns that there are not */
    OK(cusparseDestroy(handle));
    sparse_free(&from);
    sparse_free(&to);
}

#define TYPED(kind)                                                                                       \
    cmocka_unit_test(kind##_dense), cmocka_unit_test(kind##_compress), cmocka_unit_test(kind##_products), \
        cmocka_unit_test(kind##_block_conversions), cmocka_unit_test(kind##_block_solutions),             \
        cmocka_unit_test(kind##_cholesky), cmocka_unit_test(kind##_bands),                                \
        cmocka_unit_test(kind##_csr_solutions), cmocka_unit_test(kind##_block_cholesky),                  \
        cmocka_unit_test(kind##_three_diagonals), cmocka_unit_test(kind##_vectors),                       \
        cmocka_unit_test(kind##_sizes), cmocka_unit_test(kind##_later_sizes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TYPED(single),
        TYPED(double),
        TYPED(complex),
        TYPED(double_complex),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_sorting),
        cmocka_unit_test(test_infos),
        cmocka_unit_test(test_transposition),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* What cuSPARSE's descriptors say of themselves, and how that is changed; steps of products and solutions of
 * the generic interface that other tests leave out. */
#include "cuda_sparse.h"

#define REFUSED(call) assert_int_equal(call, CUSPARSE_STATUS_INVALID_VALUE)

/* Where answers go, and pointers that nobody follows. */
static int64_t rows, columns, count, extra;
static void *offsets, *indices, *values;
static cusparseIndexType_t index_type, offset_type;
static cusparseIndexBase_t base;
static cusparseOrder_t order;
static int type, batches;
static char marks[4];

static void test_matrices(void **state)
{
    cusparseSpMatDescr_t coo, pairs, ell, csc;

    (void)state;
    OK(cusparseCreateCoo(&coo, 4, 5, 2, marks, marks + 1, marks + 2, 3, 1, 0));
    OK(cusparseCooGet(coo, &rows, &columns, &count, &offsets, &indices, &values, &index_type, &base, &type));
    assert_true(rows == 4 && columns == 5 && count == 2 && offsets == marks && indices == marks + 1 &&
                values == marks + 2 && index_type == CUSPARSE_INDEX_64I && base == 1);
    REFUSED(
        cusparseCooGet(coo, &rows, &columns, &count, &offsets, &indices, NULL, &index_type, &base, &type));
    OK(cusparseCooSetPointers(coo, marks + 3, marks, marks));
    OK(cusparseSpMatSetValues(coo, marks + 1));
    OK(cusparseSpMatGetValues(coo, &values));
    assert_ptr_equal(values, marks + 1);
    OK(cusparseCooGet(coo, &rows, &columns, &count, &offsets, &indices, &values, &index_type, &base, &type));
    assert_true(offsets == marks + 3 && indices == marks);
    REFUSED(cusparseCscSetPointers(coo, marks, marks, marks));
    REFUSED(cusparseSpMatSetValues(NULL, marks));
    REFUSED(cusparseSpMatGetValues(coo, NULL));
    OK(cusparseSpMatGetIndexBase(coo, &base));
    assert_int_equal(base, CUSPARSE_INDEX_BASE_ONE);
    REFUSED(cusparseSpMatGetIndexBase(coo, NULL));
    OK(cusparseCooSetStridedBatch(coo, 3, 7));
    OK(cusparseSpMatGetStridedBatch(coo, &batches));
    assert_int_equal(batches, 3);
    REFUSED(cusparseCooSetStridedBatch(coo, 0, 7));
    REFUSED(cusparseCooSetStridedBatch(coo, 3, INT64_MAX));
    OK(cusparseSpMatSetStridedBatch(coo, 4));
    OK(cusparseSpMatGetStridedBatch(coo, &batches));
    assert_int_equal(batches, 4);
    REFUSED(cusparseSpMatSetStridedBatch(coo, -1));
    OK(cusparseCreateCooAoS(&pairs, 4, 5, 2, marks, marks + 2, 2, 0, 1));
    OK(cusparseCooAoSGet(pairs, &rows, &columns, &count, &indices, &values, &index_type, &base, &type));
    assert_true(count == 2 && indices == marks && values == marks + 2 && base == 0 && type == 1);
    REFUSED(cusparseCooAoSGet(coo, &rows, &columns, &count, &indices, &values, &index_type, &base, &type));
    REFUSED(cusparseCreateCooAoS(&pairs, 4, -5, 2, marks, marks, 2, 0, 1));
    OK(cusparseCreateBlockedEll(&ell, 4, 6, 2, 4, marks, marks + 1, 2, 0, 0));
    OK(cusparseBlockedEllGet(ell, &rows, &columns, &extra, &count, &indices, &values, &index_type, &base,
                             &type));
    assert_true(rows == 4 && columns == 6 && extra == 2 && count == 4 && values == marks + 1);
    REFUSED(cusparseBlockedEllGet(ell, &rows, &columns, &extra, NULL, &indices, &values, &index_type, &base,
                                  &type));
    REFUSED(cusparseBlockedEllGet(coo, &rows, &columns, &extra, &count, &indices, &values, &index_type, &base,
                                  &type));
    OK(cusparseCreateCsc(&csc, 4, 5, 2, marks, marks, marks, 2, 2, 0, 0));
    OK(cusparseCscSetPointers(csc, marks + 1, marks + 2, marks + 3));
    OK(cusparseCscGet(csc, &rows, &columns, &count, &offsets, &indices, &values, &offset_type, &index_type,
                      &base, &type));
    assert_true(offsets == marks + 1 && indices == marks + 2 && values == marks + 3);
    OK(cusparseDestroySpMat(coo));
    OK(cusparseDestroySpMat(pairs));
    OK(cusparseDestroySpMat(ell));
    OK(cusparseDestroySpMat(csc));
    REFUSED(
        cusparseCooGet(coo, &rows, &columns, &count, &offsets, &indices, &values, &index_type, &base, &type));
}

static void test_dense(void **state)
{
    cusparseDnMatDescr_t matrix;
    cusparseDnVecDescr_t vector;

    (void)state;
    OK(cusparseCreateDnMat(&matrix, 4, 5, 7, marks, HW_NUMBER_R64F, CUSPARSE_ORDER_COL));
    OK(cusparseDnMatGet(matrix, &rows, &columns, &extra, &values, &type, &order));
    assert_true(rows == 4 && columns == 5 && extra == 7 && values == marks && type == HW_NUMBER_R64F &&
                order == CUSPARSE_ORDER_COL);
    REFUSED(cusparseDnMatGet(matrix, &rows, &columns, NULL, &values, &type, &order));
    OK(cusparseDnMatSetValues(matrix, marks + 1));
    OK(cusparseDnMatGetValues(matrix, &values));
    assert_ptr_equal(values, marks + 1);
    REFUSED(cusparseDnMatGetValues(matrix, NULL));
    REFUSED(cusparseDnMatSetValues(NULL, marks));
    OK(cusparseDnMatSetStridedBatch(matrix, 3, 40));
    OK(cusparseDnMatGetStridedBatch(matrix, &batches, &extra));
    assert_true(batches == 3 && extra == 40);
    REFUSED(cusparseDnMatSetStridedBatch(matrix, 0, 40));
    REFUSED(cusparseDnMatGetStridedBatch(matrix, NULL, &extra));
    OK(cusparseDestroyDnMat(matrix));
    OK(cusparseCreateDnVec(&vector, 9, marks, HW_NUMBER_R32F));
    OK(cusparseDnVecGet(vector, &rows, &values, &type));
    assert_true(rows == 9 && values == marks && type == HW_NUMBER_R32F);
    OK(cusparseDnVecSetValues(vector, marks + 2));
    OK(cusparseDnVecGetValues(vector, &values));
    assert_ptr_equal(values, marks + 2);
    REFUSED(cusparseDnVecGet(vector, NULL, &values, &type));
    REFUSED(cusparseDnVecGetValues(vector, NULL));
    REFUSED(cusparseDnVecSetValues((cusparseDnVecDescr_t)marks, marks));
    OK(cusparseDestroyDnVec(vector));
}

static void test_sparse_vectors(void **state)
{
    cusparseSpVecDescr_t vector;
    cusparseMatDescr_t older;

    (void)state;
    OK(cusparseCreateSpVec(&vector, 9, 3, marks, marks + 1, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE,
                           HW_NUMBER_R32F));
    OK(cusparseSpVecGet(vector, &rows, &count, &indices, &values, &index_type, &base, &type));
    assert_true(rows == 9 && count == 3 && indices == marks && values == marks + 1 && base == 1);
    OK(cusparseSpVecGetIndexBase(vector, &base));
    assert_int_equal(base, CUSPARSE_INDEX_BASE_ONE);
    OK(cusparseSpVecSetValues(vector, marks + 2));
    OK(cusparseSpVecGetValues(vector, &values));
    assert_ptr_equal(values, marks + 2);
    REFUSED(cusparseSpVecGet(vector, &rows, &count, &indices, &values, &index_type, NULL, &type));
    REFUSED(cusparseSpVecGetIndexBase(vector, NULL));
    REFUSED(cusparseSpVecGetValues(vector, NULL));
    REFUSED(cusparseSpVecSetValues(NULL, marks));
    OK(cusparseDestroySpVec(vector));
    OK(cusparseCreateMatDescr(&older));
    OK(cusparseSetMatType(older, CUSPARSE_MATRIX_TYPE_HERMITIAN));
    OK(cusparseSetMatIndexBase(older, CUSPARSE_INDEX_BASE_ONE));
    assert_int_equal(cusparseGetMatType(older), CUSPARSE_MATRIX_TYPE_HERMITIAN);
    assert_int_equal(cusparseGetMatIndexBase(older), CUSPARSE_INDEX_BASE_ONE);
    OK(cusparseDestroyMatDescr(older));
}

/* --- what CUDA 12 has --- */

static void test_const(void **state)
{
    cusparseConstSpMatDescr_t ell, csc, bsr;
    cusparseSpMatDescr_t changed;
    cusparseConstDnMatDescr_t dense;
    cusparseConstDnVecDescr_t column;
    cusparseConstSpVecDescr_t vector;
    const void *in, *at;

    (void)state;
    OK(LATER(cusparseCreateConstBlockedEll)(&ell, 4, 6, 2, 4, marks, marks + 1, 2, 0, 0));
    OK(LATER(cusparseConstBlockedEllGet)(ell, &rows, &columns, &extra, &count, &in, &at, &index_type, &base,
                                         &type));
    assert_true(rows == 4 && columns == 6 && extra == 2 && count == 4 && in == marks && at == marks + 1);
    REFUSED(LATER(cusparseConstBlockedEllGet)(ell, &rows, &columns, &extra, &count, &in, NULL, &index_type,
                                              &base, &type));
    REFUSED(LATER(cusparseCreateConstBlockedEll)(&ell, 5, 6, 2, 4, marks, marks, 2, 0, 0));
    OK(LATER(cusparseCreateConstCsc)(&csc, 4, 5, 2, marks, marks, marks, 2, 2, 0, 0));
    REFUSED(LATER(cusparseConstBlockedEllGet)(csc, &rows, &columns, &extra, &count, &in, &at, &index_type,
                                              &base, &type));
    REFUSED(LATER(cusparseCreateConstCsc)(NULL, 4, 5, 2, marks, marks, marks, 2, 2, 0, 0));
    OK(LATER(cusparseCreateConstBsr)(&bsr, 2, 3, 4, 2, 3, marks, marks, marks, 2, 2, 0, 0,
                                     CUSPARSE_ORDER_ROW));
    REFUSED(LATER(cusparseCreateConstBsr)(&bsr, 2, 3, 4, 0, 3, marks, marks, marks, 2, 2, 0, 0,
                                          CUSPARSE_ORDER_ROW));
    OK(LATER(cusparseCreateBsr)(&changed, 2, 3, 4, 2, 3, marks, marks, marks, 2, 2, 0, 0,
                                CUSPARSE_ORDER_ROW));
    OK(LATER(cusparseSpMatGetSize)(changed, &rows, &columns, &count));
    assert_true(rows == 4 && columns == 9);
    OK(LATER(cusparseBsrSetStridedBatch)(changed, 2, 3, 4, 24));
    OK(LATER(cusparseSpMatGetStridedBatch)(changed, &batches));
    assert_int_equal(batches, 2);
    REFUSED(LATER(cusparseBsrSetStridedBatch)(changed, 2, -3, 4, 24));
    REFUSED(LATER(cusparseCreateBsr)(&changed, INT64_MAX, 3, 4, 2, 3, marks, marks, marks, 2, 2, 0, 0,
                                     CUSPARSE_ORDER_ROW));
    OK(LATER(cusparseCreateConstDnMat)(&dense, 4, 5, 7, marks, 0, CUSPARSE_ORDER_COL));
    OK(LATER(cusparseConstDnMatGet)(dense, &rows, &columns, &extra, &at, &type, &order));
    assert_true(rows == 4 && columns == 5 && extra == 7 && at == marks);
    OK(LATER(cusparseConstDnMatGetValues)(dense, &at));
    assert_ptr_equal(at, marks);
    REFUSED(LATER(cusparseConstDnMatGetValues)(dense, NULL));
    REFUSED(LATER(cusparseCreateConstDnMat)(&dense, 4, 5, 3, marks, 0, CUSPARSE_ORDER_COL));
    OK(LATER(cusparseCreateConstDnVec)(&column, 7, marks + 1, 1));
    OK(LATER(cusparseConstDnVecGetValues)(column, &at));
    assert_ptr_equal(at, marks + 1);
    REFUSED(LATER(cusparseConstDnVecGetValues)(NULL, &at));
    OK(LATER(cusparseCreateConstSpVec)(&vector, 9, 3, marks, marks + 2, 2, 0, 0));
    OK(LATER(cusparseConstSpVecGetValues)(vector, &at));
    assert_ptr_equal(at, marks + 2);
    REFUSED(LATER(cusparseConstSpVecGetValues)(vector, NULL));
    OK(LATER(cusparseDestroySpMat)(ell));
    OK(LATER(cusparseDestroySpMat)(csc));
    OK(LATER(cusparseDestroySpMat)(bsr));
    OK(LATER(cusparseDestroySpMat)(changed));
    OK(LATER(cusparseDestroyDnMat)(dense));
    OK(LATER(cusparseDestroyDnVec)(column));
    OK(LATER(cusparseDestroySpVec)(vector));
}

static void test_later_steps(void **state)
{
    const double alpha = 1, beta = 0;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t from, to;
    cusparseSpGEMMDescr_t plan;
    cusparseHandle_t handle;
    size_t bytes = 0, less = 0;
    const int number = HW_NUMBER_R64F;
    const struct dense one = {3, 3, {{1}, {0, 1, 2}, {0, 0, 1}}};
    struct sparse sparse = sparse_device(&one, CUSPARSE_FORMAT_CSR, number, CUSPARSE_INDEX_32I, 0);

    (void)state;
    OK(LATER(cusparseCreate)(&handle));
    OK(LATER(cusparseCreateCsr)(&matrix, 3, 3, sparse.count, sparse.offsets, sparse.indices, sparse.values,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, 0, number));
    OK(LATER(cusparseCreateDnVec)(&from, 3, sparse.values, number));
    OK(LATER(cusparseCreateDnVec)(&to, 3, sparse.values, number));
    OK(LATER(cusparseSpMV_preprocess)(handle, 0, &alpha, matrix, from, &beta, to, number, 0, NULL));
    REFUSED(LATER(cusparseSpMV_preprocess)(handle, 0, &alpha, NULL, from, &beta, to, number, 0, NULL));
    OK(LATER(cusparseSpGEMM_createDescr)(&plan));
#define STEP(name, ...)          \
    LATER(cusparseSpGEMM_##name) \
    (handle, 0, 0, &alpha, matrix, matrix, &beta, matrix, number, 0, plan, __VA_ARGS__)
    OK(STEP(workEstimation, &bytes, NULL));
    OK(STEP(workEstimation, &bytes, &bytes));
    OK(LATER(cusparseSpGEMM_getNumProducts)(plan, &count));
    assert_int_equal(count, 1 + 3 + 1); /* of rows 0, 1 and 2: an entry times those of its row */
    REFUSED(LATER(cusparseSpGEMM_getNumProducts)(plan, NULL));
    bytes = 0;
    OK(STEP(estimateMemory, 0.5f, &bytes, NULL, NULL));
    OK(STEP(estimateMemory, 0.5f, &bytes, &bytes, &less));
    assert_true(bytes > 0 && less > 0);
    REFUSED(STEP(estimateMemory, 2.0f, &bytes, NULL, NULL));
    OK(LATER(cusparseSpGEMM_destroyDescr)(plan));
    REFUSED(LATER(cusparseSpGEMM_getNumProducts)(plan, &count));
    OK(LATER(cusparseDestroySpMat)(matrix));
    OK(LATER(cusparseDestroyDnVec)(from));
    OK(LATER(cusparseDestroyDnVec)(to));
    OK(LATER(cusparseDestroy)(handle));
    sparse_free(&sparse);
}

/* --- products and solutions --- */

struct sides {
    struct dense a, x;
    struct sparse sparse;
    void *x_device, *y_device;
    cusparseHandle_t handle;
    cusparseSpMatDescr_t matrix;
};

static struct sides sides_new(int lines, int right)
{
    const int number = HW_NUMBER_R64F;
    struct sides made = {.a = dense_random(lines, lines, number, 91, false),
                         .x = dense_random(lines, right, number, 92, true),
                         .handle = handle_new()};

    for (int i = 0; i < lines; i++)
        made.a.at[i][i] = 16;
    made.sparse = sparse_device(&made.a, CUSPARSE_FORMAT_CSR, number, CUSPARSE_INDEX_32I, 0);
    made.x_device = dense_device(&made.x, number, CUSPARSE_ORDER_COL);
    made.y_device = dense_device(&made.x, number, CUSPARSE_ORDER_COL);
    made.matrix = sparse_descriptor(&made.sparse);
    return made;
}

static void sides_free(struct sides *sides)
{
    OK(cusparseDestroySpMat(sides->matrix));
    OK(cusparseDestroy(sides->handle));
    sparse_free(&sides->sparse);
    cudaFree(sides->x_device);
    cudaFree(sides->y_device);
}

/* A lower triangle, then the sum that it was. */
static void test_spsv(void **state)
{
    struct sides s = sides_new(5, 1);
    const double alpha = 1;
    cusparseDnVecDescr_t x, y;
    cusparseSpSVDescr_t plan;
    size_t bytes = 0;

    (void)state;
    OK(cusparseCreateDnVec(&x, 5, s.x_device, HW_NUMBER_R64F));
    OK(cusparseCreateDnVec(&y, 5, s.y_device, HW_NUMBER_R64F));
    OK(cusparseSpSV_createDescr(&plan));
#define SPSV(name, ...) \
    cusparseSpSV_##name(s.handle, 0, &alpha, s.matrix, x, y, HW_NUMBER_R64F, 0, plan, ##__VA_ARGS__)
    REFUSED(SPSV(solve)); /* no analysis */
    OK(SPSV(bufferSize, &bytes));
    assert_true(bytes > 0);
    OK(SPSV(analysis, NULL));
    OK(SPSV(solve));
    const struct dense got = dense_host(s.y_device, 5, 1, HW_NUMBER_R64F, CUSPARSE_ORDER_COL);
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++)
            s.a.at[i][j] = 0;
    const struct dense back = dense_product(&s.a, &got, 1, NULL, 0);
    expect_dense(&back, &s.x, 1e-9);
    REFUSED(SPSV(bufferSize, NULL));
    OK(cusparseSpSV_destroyDescr(plan));
    REFUSED(SPSV(analysis, NULL));
    REFUSED(cusparseSpSV_destroyDescr(plan));
    REFUSED(cusparseSpSV_createDescr(NULL));
    OK(cusparseDestroyDnVec(x));
    OK(cusparseDestroyDnVec(y));
    sides_free(&s);
}

/* The older product with types, and steps before products that need none. */
static void test_products(void **state)
{
    struct sides s = sides_new(5, 3);
    const double alpha = 2, beta = 0;
    const struct dense wanted = dense_product(&s.a, &s.x, 2, NULL, 0);
    cusparseDnMatDescr_t x, y;
    cusparseMatDescr_t d;
    size_t bytes = 0;

    (void)state;
    OK(cusparseCreateMatDescr(&d));
#define REAL HW_NUMBER_R64F
#define CSRMVEX(name, m, last)                                                                           \
    cusparseCsrmvEx##name(s.handle, 0, 0, m, 5, s.sparse.count, &alpha, REAL, d, s.sparse.values, REAL,  \
                          s.sparse.offsets, s.sparse.indices, s.x_device, REAL, &beta, REAL, s.y_device, \
                          REAL, REAL, last)
    OK(CSRMVEX(_bufferSize, 5, &bytes));
    assert_true(bytes > 0);
    OK(CSRMVEX(, 5, NULL));
    const struct dense column = dense_host(s.y_device, 5, 1, REAL, CUSPARSE_ORDER_COL);
    for (int i = 0; i < 5; i++)
        expect_number(column.at[i][0], wanted.at[i][0], 1e-12, i, 0);
    REFUSED(CSRMVEX(_bufferSize, 5, NULL));
    REFUSED(CSRMVEX(, -5, NULL));
    OK(cusparseCreateDnMat(&x, 5, 3, MOST, s.x_device, REAL, CUSPARSE_ORDER_COL));
    OK(cusparseCreateDnMat(&y, 3, 5, MOST, s.y_device, REAL, CUSPARSE_ORDER_ROW));
    OK(cusparseSpMM_preprocess(s.handle, 0, 0, &alpha, s.matrix, x, &beta, x, REAL, 0, NULL));
    REFUSED(cusparseSpMM_preprocess(s.handle, 0, 0, &alpha, s.matrix, y, &beta, x, REAL, 0, NULL));
#define SAMPLED(name, left, ...) \
    cusparse##name(s.handle, 0, 0, &alpha, left, y, &beta, s.matrix, REAL, ##__VA_ARGS__)
    OK(SAMPLED(SDDMM_bufferSize, x, 0, &bytes));
    OK(SAMPLED(SDDMM_preprocess, x, 0, NULL));
    OK(SAMPLED(ConstrainedGeMM_bufferSize, x, &bytes));
    REFUSED(SAMPLED(SDDMM_bufferSize, x, 0, NULL));
    REFUSED(SAMPLED(SDDMM_preprocess, NULL, 0, NULL));
    REFUSED(SAMPLED(ConstrainedGeMM_bufferSize, x, NULL));
    REFUSED(SAMPLED(ConstrainedGeMM, NULL, NULL));
    const struct dense right = dense_host(s.y_device, 3, 5, REAL, CUSPARSE_ORDER_ROW);
    const struct dense product = dense_product(&s.x, &right, 2, NULL, 0);
    OK(SAMPLED(ConstrainedGeMM, x, NULL));
    const struct dense sampled = sparse_host(&s.sparse);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            expect_number(sampled.at[i][j], s.a.at[i][j] == 0 ? 0 : product.at[i][j], 1e-12, i, j);
    OK(cusparseDestroyDnMat(x));
    OK(cusparseDestroyDnMat(y));
    OK(cusparseDestroyMatDescr(d));
    sides_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrices),       cmocka_unit_test(test_dense),
        cmocka_unit_test(test_sparse_vectors), cmocka_unit_test(test_const),
        cmocka_unit_test(test_later_steps),    cmocka_unit_test(test_spsv),
        cmocka_unit_test(test_products),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

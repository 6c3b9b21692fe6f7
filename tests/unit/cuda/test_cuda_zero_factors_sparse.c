/* SPDX-License-Identifier: MIT */
/* cuSPARSE does not read what a factor of 0 multiplies: with alpha = 0 operands may be NaN, with beta = 0 the
 * result may be NaN before.  A row of the table is a function. */
#include "cuda/sparse/cusparse.h"
#include "cuda_host_library.h"
#include "cuda_zero_factors.h"

#include <math.h>

static cusparseHandle_t handle;
static cusparseMatDescr_t general;
static int *offsets, *indices; /* of full matrices of N rows, and of their first row */
static void *a, *b, *c;        /* values */

/* Descriptors of what lies in a, b and c, as sparse and as dense. */
static cusparseSpMatDescr_t sparse_a, sparse_b, sparse_c;
static cusparseDnMatDescr_t dense_a, dense_b, dense_c;
static cusparseDnVecDescr_t vector_b, vector_c;
static cusparseSpVecDescr_t entries_a;

#define WORKS(call)                            \
    do {                                       \
        const cusparseStatus_t status = call;  \
        if (status != CUSPARSE_STATUS_SUCCESS) \
            return status;                     \
    } while (0)

static cusparseStatus_t spmv(int type, const void *alpha, const void *beta)
{
    return cusparseSpMV(handle, 0, alpha, sparse_a, vector_b, beta, vector_c, type, 0, NULL);
}

static cusparseStatus_t spmm(int type, const void *alpha, const void *beta)
{
    return cusparseSpMM(handle, 0, 0, alpha, sparse_a, dense_b, beta, dense_c, type, 0, NULL);
}

static cusparseStatus_t sddmm(int type, const void *alpha, const void *beta)
{
    return cusparseSDDMM(handle, 0, 0, alpha, dense_a, dense_b, beta, sparse_c, type, 0, NULL);
}

static cusparseStatus_t axpby(int type, const void *alpha, const void *beta)
{
    (void)type;
    return cusparseAxpby(handle, alpha, entries_a, beta, vector_c);
}

/* Results replace the entries of C, which they have already. */
static cusparseStatus_t spgemm(int type, const void *alpha, const void *beta)
{
    cusparseSpGEMMDescr_t plan;
    size_t bytes = 0;

    WORKS(cusparseSpGEMM_createDescr(&plan));
    WORKS(cusparseSpGEMM_workEstimation(handle, 0, 0, alpha, sparse_a, sparse_b, beta, sparse_c, type, 0,
                                        plan, &bytes, &bytes));
    WORKS(cusparseSpGEMM_compute(handle, 0, 0, alpha, sparse_a, sparse_b, beta, sparse_c, type, 0, plan,
                                 &bytes, &bytes));
    WORKS(cusparseSpGEMM_copy(handle, 0, 0, alpha, sparse_a, sparse_b, beta, sparse_c, type, 0, plan));
    return cusparseSpGEMM_destroyDescr(plan);
}

static cusparseStatus_t spsv(int type, const void *alpha, const void *beta)
{
    cusparseSpSVDescr_t plan;
    size_t bytes;

    (void)beta;
    WORKS(cusparseSpSV_createDescr(&plan));
    WORKS(cusparseSpSV_bufferSize(handle, 0, alpha, sparse_a, vector_b, vector_c, type, 0, plan, &bytes));
    WORKS(cusparseSpSV_analysis(handle, 0, alpha, sparse_a, vector_b, vector_c, type, 0, plan, &bytes));
    WORKS(cusparseSpSV_solve(handle, 0, alpha, sparse_a, vector_b, vector_c, type, 0, plan));
    return cusparseSpSV_destroyDescr(plan);
}

static cusparseStatus_t spsm(int type, const void *alpha, const void *beta)
{
    cusparseSpSMDescr_t plan;
    size_t bytes;

    (void)beta;
    WORKS(cusparseSpSM_createDescr(&plan));
    WORKS(cusparseSpSM_bufferSize(handle, 0, 0, alpha, sparse_a, dense_b, dense_c, type, 0, plan, &bytes));
    WORKS(cusparseSpSM_analysis(handle, 0, 0, alpha, sparse_a, dense_b, dense_c, type, 0, plan, &bytes));
    WORKS(cusparseSpSM_solve(handle, 0, 0, alpha, sparse_a, dense_b, dense_c, type, 0, plan));
    return cusparseSpSM_destroyDescr(plan);
}

/* The older interface, for the types that it has functions for. */
#define OF_TYPE(S, S_function, D_function, C_function, Z_function) \
    ((S) == HW_NUMBER_R32F   ? (void *)(S_function)                \
     : (S) == HW_NUMBER_R64F ? (void *)(D_function)                \
     : (S) == HW_NUMBER_C32F ? (void *)(C_function)                \
                             : (void *)(Z_function))
#define OLDER(name, type)                                                                           \
    ((__typeof__(&cusparseS##name))OF_TYPE(type, cusparseS##name, cusparseD##name, cusparseC##name, \
                                           cusparseZ##name))

static cusparseStatus_t csrgeam2(int type, const void *alpha, const void *beta)
{
    return OLDER(csrgeam2, type)(handle, N, N, alpha, general, CELLS, a, offsets, indices, beta, general,
                                 CELLS, b, offsets, indices, general, c, offsets, indices, NULL);
}

static cusparseStatus_t bsrmv(int type, const void *alpha, const void *beta)
{
    return OLDER(bsrmv, type)(handle, 0, 0, N, N, CELLS, alpha, general, a, offsets, indices, 1, b, beta, c);
}

static cusparseStatus_t bsrmm(int type, const void *alpha, const void *beta)
{
    return OLDER(bsrmm, type)(handle, 0, 0, 0, N, N, N, CELLS, alpha, general, a, offsets, indices, 1, b, N,
                              beta, c, N);
}

static cusparseStatus_t csrsv2(int type, const void *alpha, const void *beta)
{
    csrsv2Info_t info;

    (void)beta;
    WORKS(cusparseCreateCsrsv2Info(&info));
    WORKS(OLDER(csrsv2_solve, type)(handle, 0, N, CELLS, alpha, general, a, offsets, indices, info, b, c, 0,
                                    NULL));
    return cusparseDestroyCsrsv2Info(info);
}

enum effect { SCALES, SUMS, SOLVES }; /* c = alpha .. + beta c; c = alpha a + beta b; c = alpha .. */

static const struct row {
    const char *name;
    cusparseStatus_t (*call)(int type, const void *alpha, const void *beta);
    int cells; /* of the result */
    enum effect effect;
    bool older;
} rows[] = {
    {"SpMV", spmv, N, SCALES, false},          {"SpMM", spmm, CELLS, SCALES, false},
    {"SDDMM", sddmm, CELLS, SCALES, false},    {"Axpby", axpby, N, SCALES, false},
    {"SpGEMM", spgemm, CELLS, SCALES, false},  {"SpSV", spsv, N, SOLVES, false},
    {"SpSM", spsm, CELLS, SOLVES, false},      {"csrgeam2", csrgeam2, CELLS, SUMS, true},
    {"bsrmv", bsrmv, N, SCALES, true},         {"bsrmm", bsrmm, CELLS, SCALES, true},
    {"csrsv2_solve", csrsv2, N, SOLVES, true},
};

/* Do it with such values of a, b and c before, and compare c; where a NaN is expected, a number is. */
static void check(const struct row *row, int type, double alpha, double beta, const double values[3],
                  double expected)
{
    unsigned char bytes[CELLS * sizeof(hw_number)], factors[2][sizeof(hw_number)];

    set_all(type, a, values[0]), set_all(type, b, values[1]), set_all(type, c, values[2]);
    hw_number_store(type, factors[0], 0, alpha);
    hw_number_store(type, factors[1], 0, beta);
    assert_int_equal(row->call(type, factors[0], factors[1]), CUSPARSE_STATUS_SUCCESS);
    host_copy(bytes, c, CELLS * hw_number_bytes(type));
    for (int i = 0; i < row->cells; i++) {
        const hw_number got = hw_number_load(type, bytes, (size_t)i);
        if (isnan(expected) ? isnan(creal(got)) || isnan(cimag(got)) : got != expected)
            fail_msg("cusparse%s of type %d, alpha %g, beta %g: number %d is %g%+gi, not %g", row->name, type,
                     alpha, beta, i, creal(got), cimag(got), expected);
    }
}

static void check_row(const struct row *row, int type)
{
    const double all_nan[] = {NAN, NAN, NAN}, operands[] = {NAN, NAN, 3}, result[] = {1, 1, NAN},
                 side[] = {1, NAN, NAN}, only_a[] = {4, NAN, NAN}, only_b[] = {NAN, 4, NAN};

    if (row->effect == SOLVES) {
        check(row, type, 0, 0, side, 0);
        return;
    }
    check(row, type, 0, 0, all_nan, 0);
    if (row->effect == SUMS) {
        check(row, type, 2, 0, only_a, 8);
        check(row, type, 0, 2, only_b, 8);
    } else {
        check(row, type, 0, 2, operands, 6);
        check(row, type, 1, 0, result, NAN);
    }
}

static void make_descriptors(int type)
{
    cusparseSpMatDescr_t *const sparse[] = {&sparse_a, &sparse_b, &sparse_c};
    cusparseDnMatDescr_t *const dense[] = {&dense_a, &dense_b, &dense_c};
    void *const values[] = {a, b, c};

    for (int i = 0; i < 3; i++) {
        assert_int_equal(cusparseCreateCsr(sparse[i], N, N, CELLS, offsets, indices, values[i],
                                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, 0, type),
                         CUSPARSE_STATUS_SUCCESS);
        assert_int_equal(cusparseCreateDnMat(dense[i], N, N, N, values[i], type, CUSPARSE_ORDER_COL),
                         CUSPARSE_STATUS_SUCCESS);
    }
    assert_int_equal(cusparseCreateDnVec(&vector_b, N, b, type), CUSPARSE_STATUS_SUCCESS);
    assert_int_equal(cusparseCreateDnVec(&vector_c, N, c, type), CUSPARSE_STATUS_SUCCESS);
    assert_int_equal(cusparseCreateSpVec(&entries_a, N, N, indices, a, CUSPARSE_INDEX_32I, 0, type),
                     CUSPARSE_STATUS_SUCCESS);
}

static void drop_descriptors(void)
{
    cusparseDestroySpMat(sparse_a), cusparseDestroySpMat(sparse_b), cusparseDestroySpMat(sparse_c);
    cusparseDestroyDnMat(dense_a), cusparseDestroyDnMat(dense_b), cusparseDestroyDnMat(dense_c);
    cusparseDestroyDnVec(vector_b), cusparseDestroyDnVec(vector_c), cusparseDestroySpVec(entries_a);
}

static void test_every_function(void **state)
{
    static const int types[] = {HW_NUMBER_R32F, HW_NUMBER_R64F, HW_NUMBER_C32F, HW_NUMBER_C64F,
                                HW_NUMBER_R16F};
    static const int full[N + 1] = {0, 3, 6, 9}, columns[CELLS] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    static const unsigned char nothing[CELLS * sizeof(hw_number)];

    (void)state;
    a = device_copy(nothing, sizeof nothing), b = device_copy(nothing, sizeof nothing);
    c = device_copy(nothing, sizeof nothing);
    offsets = device_copy(full, sizeof full), indices = device_copy(columns, sizeof columns);
    assert_int_equal(cusparseCreate(&handle), CUSPARSE_STATUS_SUCCESS);
    assert_int_equal(cusparseCreateMatDescr(&general), CUSPARSE_STATUS_SUCCESS);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        make_descriptors(types[t]);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (!rows[i].older || types[t] != HW_NUMBER_R16F)
                check_row(&rows[i], types[t]);
        drop_descriptors();
    }
    cusparseDestroyMatDescr(general), cusparseDestroy(handle);
    cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(offsets), cudaFree(indices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_function)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

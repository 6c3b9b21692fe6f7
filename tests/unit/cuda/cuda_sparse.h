/* SPDX-License-Identifier: MIT */
/* For tests of cuSPARSE: small matrices in the host, with zeros, as every format of the device; the oracle is
 * loops over dense matrices. */
#ifndef CUDA_SPARSE_H
#define CUDA_SPARSE_H

#include "cuda/math/number.h"
#include "cuda/sparse/cusparse.h"
#include "cuda_host_library.h"

enum { ROWS = 6, COLUMNS = 4, MOST = 8, CELLS = MOST * MOST };

#define OK(call) assert_int_equal(call, CUSPARSE_STATUS_SUCCESS)

static const cusparseFormat_t formats[] = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO};
static const int types[] = {HW_NUMBER_R32F, HW_NUMBER_R64F, HW_NUMBER_C32F, HW_NUMBER_C64F, HW_NUMBER_R16F};

#define EACH(name, array) for (size_t name = 0; name < sizeof(array) / sizeof *(array); name++)

/* A function of CUDA 12's library, which programs of CUDA 11 do not have. */
static inline void *of_later(const char *name)
{
    void *library = dlopen("libcusparse.so.12", RTLD_NOW | RTLD_LOCAL);

    assert_non_null(library);
    void *found = dlsym(library, name);
    assert_non_null(found);
    return found;
}

#define TEXT(name)  #name
#define LATER(name) ((__typeof__(name) *)of_later(TEXT(name)))

static inline cusparseHandle_t handle_new(void)
{
    cusparseHandle_t handle;

    OK(cusparseCreate(&handle));
    return handle;
}

/* A number of the host in a type. */
struct scalar {
    unsigned char bytes[sizeof(hw_number)];
};

static inline struct scalar scalar(int type, double value)
{
    struct scalar made;

    hw_number_store(type, made.bytes, 0, value);
    return made;
}

/* Rows of MOST numbers. */
struct dense {
    int rows, columns;
    hw_number at[MOST][MOST];
};

/* Whole numbers and halves, which all types hold, half of them 0. */
static inline struct dense dense_random(int rows, int columns, int type, uint32_t seed, bool full)
{
    struct dense made = {.rows = rows, .columns = columns};

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            const double real = (int)(next_number(&seed) * 8), imaginary = (int)(next_number(&seed) * 8);
            if (full || next_number(&seed) > 0)
                made.at[i][j] = hw_number_is_complex(type) ? hw_number_of(real, imaginary) : real;
        }
    return made;
}

static inline struct dense dense_op(const struct dense *from, cusparseOperation_t op)
{
    struct dense made = {.rows = from->columns, .columns = from->rows};

    if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
        return *from;
    for (int i = 0; i < made.rows; i++)
        for (int j = 0; j < made.columns; j++)
            made.at[i][j] = op == CUSPARSE_OPERATION_TRANSPOSE ? from->at[j][i] : conj(from->at[j][i]);
    return made;
}

/* alpha a b + beta c */
static inline struct dense dense_product(const struct dense *a, const struct dense *b, hw_number alpha,
                                         const struct dense *c, hw_number beta)
{
    struct dense made = {.rows = a->rows, .columns = b->columns};

    for (int i = 0; i < made.rows; i++)
        for (int j = 0; j < made.columns; j++) {
            for (int k = 0; k < a->columns; k++)
                made.at[i][j] += a->at[i][k] * b->at[k][j];
            made.at[i][j] = alpha * made.at[i][j] + (c ? beta * c->at[i][j] : 0);
        }
    return made;
}

static inline void expect_number(hw_number got, hw_number wanted, double close, int i, int j)
{
    if (!(cabs(got - wanted) <= close * (1 + cabs(wanted))))
        fail_msg("row %d, column %d: %g%+gi, not %g%+gi", i, j, creal(got), cimag(got), creal(wanted),
                 cimag(wanted));
}

static inline void expect_dense(const struct dense *got, const struct dense *wanted, double close)
{
    assert_int_equal(got->rows, wanted->rows);
    assert_int_equal(got->columns, wanted->columns);
    for (int i = 0; i < got->rows; i++)
        for (int j = 0; j < got->columns; j++)
            expect_number(got->at[i][j], wanted->at[i][j], close, i, j);
}

/* --- on the device --- */

static inline size_t dense_place(int i, int j, int ld, cusparseOrder_t order)
{
    return (size_t)(order == CUSPARSE_ORDER_ROW ? i * ld + j : j * ld + i);
}

/* Numbers whose lines are MOST apart. */
static inline void *dense_device(const struct dense *dense, int type, cusparseOrder_t order)
{
    unsigned char bytes[CELLS * sizeof(hw_number)] = {0};

    for (int i = 0; i < dense->rows; i++)
        for (int j = 0; j < dense->columns; j++)
            hw_number_store(type, bytes, dense_place(i, j, MOST, order), dense->at[i][j]);
    return device_copy(bytes, CELLS * hw_number_bytes(type));
}

static inline struct dense dense_host(const void *device, int rows, int columns, int type,
                                      cusparseOrder_t order)
{
    unsigned char bytes[CELLS * sizeof(hw_number)];
    struct dense made = {.rows = rows, .columns = columns};

    host_copy(bytes, device, CELLS * hw_number_bytes(type));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            made.at[i][j] = hw_number_load(type, bytes, dense_place(i, j, MOST, order));
    return made;
}

/* A sparse matrix of the device: compressed rows, compressed columns or pairs. */
struct sparse {
    cusparseFormat_t format;
    int rows, columns, count, type, index_type, base;
    void *offsets, *indices, *values;
};

static inline void set_index(int type, void *to, int place, int64_t index)
{
    if (type == CUSPARSE_INDEX_32I)
        ((int32_t *)to)[place] = (int32_t)index;
    else
        ((int64_t *)to)[place] = index;
}

static inline int64_t get_index(int type, const void *from, int place)
{
    return type == CUSPARSE_INDEX_32I ? ((const int32_t *)from)[place] : ((const int64_t *)from)[place];
}

static inline int sparse_offsets(const struct sparse *sparse)
{
    return sparse->format == CUSPARSE_FORMAT_CSR   ? sparse->rows + 1
           : sparse->format == CUSPARSE_FORMAT_CSC ? sparse->columns + 1
                                                   : sparse->count;
}

static inline size_t index_bytes(int type)
{
    return type == CUSPARSE_INDEX_32I ? 4 : 8;
}

static inline struct sparse sparse_device(const struct dense *dense, cusparseFormat_t format, int type,
                                          int index_type, int base)
{
    struct sparse made = {.format = format, .rows = dense->rows, .columns = dense->columns, .type = type};
    int64_t offsets[CELLS + 1] = {0}, indices[CELLS + 1] = {0};
    unsigned char values[CELLS * sizeof(hw_number)];
    const bool turn = format == CUSPARSE_FORMAT_CSC;
    const int lines = turn ? dense->columns : dense->rows, length = turn ? dense->rows : dense->columns;

    for (int i = 0; i < lines; i++) {
        for (int j = 0; j < length; j++) {
            const hw_number value = turn ? dense->at[j][i] : dense->at[i][j];
            if (value == 0)
                continue;
            if (format == CUSPARSE_FORMAT_COO)
                set_index(index_type, offsets, made.count, i + base);
            set_index(index_type, indices, made.count, j + base);
            hw_number_store(type, values, (size_t)made.count++, value);
        }
        if (format != CUSPARSE_FORMAT_COO)
            set_index(index_type, offsets, i + 1, made.count + base);
    }
    if (format != CUSPARSE_FORMAT_COO)
        set_index(index_type, offsets, 0, base);
    made.index_type = index_type;
    made.base = base;
    made.offsets = device_copy(offsets, (size_t)sparse_offsets(&made) * index_bytes(index_type) + 1);
    made.indices = device_copy(indices, (size_t)made.count * index_bytes(index_type) + 1);
    made.values = device_copy(values, (size_t)made.count * hw_number_bytes(type) + 1);
    return made;
}

static inline struct dense sparse_host(const struct sparse *sparse)
{
    struct dense made = {.rows = sparse->rows, .columns = sparse->columns};
    int64_t offsets[CELLS + 1], indices[CELLS + 1];
    unsigned char values[CELLS * sizeof(hw_number)];
    const bool pairs = sparse->format == CUSPARSE_FORMAT_COO, turn = sparse->format == CUSPARSE_FORMAT_CSC;

    host_copy(offsets, sparse->offsets, (size_t)sparse_offsets(sparse) * index_bytes(sparse->index_type));
    host_copy(indices, sparse->indices, (size_t)sparse->count * index_bytes(sparse->index_type));
    host_copy(values, sparse->values, (size_t)sparse->count * hw_number_bytes(sparse->type));
    for (int line = 0, i = 0; i < sparse->count; i++) {
        while (!pairs && get_index(sparse->index_type, offsets, line + 1) - sparse->base <= i)
            line++;
        const int64_t from = pairs ? get_index(sparse->index_type, offsets, i) - sparse->base : line;
        const int64_t to = get_index(sparse->index_type, indices, i) - sparse->base;
        assert_in_range(turn ? to : from, 0, sparse->rows - 1);
        assert_in_range(turn ? from : to, 0, sparse->columns - 1);
        made.at[turn ? to : from][turn ? from : to] += hw_number_load(sparse->type, values, (size_t)i);
    }
    return made;
}

static inline void sparse_free(struct sparse *sparse)
{
    cudaFree(sparse->offsets);
    cudaFree(sparse->indices);
    cudaFree(sparse->values);
}

static inline cusparseSpMatDescr_t sparse_descriptor(const struct sparse *s)
{
    cusparseSpMatDescr_t made;
    const cusparseIndexType_t index = (cusparseIndexType_t)s->index_type;
    const cusparseIndexBase_t base = (cusparseIndexBase_t)s->base;

    if (s->format == CUSPARSE_FORMAT_COO)
        OK(cusparseCreateCoo(&made, s->rows, s->columns, s->count, s->offsets, s->indices, s->values, index,
                             base, s->type));
    else
        OK((s->format == CUSPARSE_FORMAT_CSR ? cusparseCreateCsr : cusparseCreateCsc)(
            &made, s->rows, s->columns, s->count, s->offsets, s->indices, s->values, index, index, base,
            s->type));
    return made;
}

#endif

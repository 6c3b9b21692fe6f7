/* SPDX-License-Identifier: MIT */
/* See csr.h. */
#include "cuda/sparse/csr.h"

#include "cuda/core/cuda_core.h"

#include <stdlib.h>
#include <string.h>

bool hw_csr_make(struct hw_csr *csr, int64_t rows, int64_t columns, int64_t room)
{
    *csr = (struct hw_csr){.rows = rows, .columns = columns};
    csr->offset = calloc((size_t)rows + 2, sizeof *csr->offset);
    csr->column = calloc((size_t)room + 1, sizeof *csr->column);
    csr->place = calloc((size_t)room + 1, sizeof *csr->place);
    csr->value = calloc((size_t)room + 1, sizeof *csr->value);
    return csr->offset && csr->column && csr->place && csr->value;
}

void hw_csr_free(struct hw_csr *csr)
{
    free(csr->offset);
    free(csr->column);
    free(csr->place);
    free(csr->value);
    *csr = (struct hw_csr){0};
}

/* --- reading: entries in the order of the format, then sorted by row --- */

/* The device's arrays of one batch, and where the next entry goes. */
struct storage {
    const struct hw_sparse_matrix *matrix;
    const char *offsets, *indices, *values;
    int64_t *row, *column, *place;
    int64_t count;
    bool right; /* indices are within the matrix */
};

static void add(struct storage *storage, int64_t row, int64_t column, int64_t place)
{
    const struct hw_sparse_matrix *matrix = storage->matrix;

    if (row < 0 || row >= matrix->rows || column < 0 || column >= matrix->columns) {
        storage->right = false;
        return;
    }
    storage->row[storage->count] = row;
    storage->column[storage->count] = column;
    storage->place[storage->count++] = place;
}

static int64_t index_at(const struct storage *storage, int64_t place)
{
    return hw_sparse_index(storage->matrix->index_type, storage->indices, place) - storage->matrix->base;
}

static int64_t offset_at(const struct storage *storage, int64_t place)
{
    return hw_sparse_index(storage->matrix->offset_type, storage->offsets, place) - storage->matrix->base;
}

/* Lines of entries, or of blocks: from where to where the line goes; false where offsets are wrong. */
static bool line(struct storage *storage, int64_t number, int64_t *from, int64_t *to)
{
    *from = offset_at(storage, number);
    *to = offset_at(storage, number + 1);
    if (*from < 0 || *to < *from || *to > storage->matrix->count)
        storage->right = false;
    return storage->right;
}

static void add_block(struct storage *storage, int64_t block_row, int64_t block_column, int64_t block)
{
    const struct hw_sparse_matrix *matrix = storage->matrix;
    const int64_t height = matrix->block_rows, width = matrix->block_columns;

    for (int64_t i = 0; i < height; i++)
        for (int64_t j = 0; j < width; j++)
            add(storage, block_row * height + i, block_column * width + j,
                block * height * width +
                    (matrix->order == CUSPARSE_ORDER_COL ? j * height + i : i * width + j));
}

static void expand_lines(struct storage *storage)
{
    const struct hw_sparse_matrix *matrix = storage->matrix;
    const int64_t lines = hw_sparse_offset_count(matrix) - 1;

    for (int64_t number = 0, from, to; number < lines && line(storage, number, &from, &to); number++)
        for (int64_t i = from; i < to; i++)
            if (matrix->format == CUSPARSE_FORMAT_CSR)
                add(storage, number, index_at(storage, i), i);
            else if (matrix->format == CUSPARSE_FORMAT_CSC)
                add(storage, index_at(storage, i), number, i);
            else
                add_block(storage, number, index_at(storage, i), i);
}

static void expand_pairs(struct storage *storage)
{
    const bool together = storage->matrix->format == CUSPARSE_FORMAT_COO_AOS;

    for (int64_t i = 0; i < storage->matrix->count; i++)
        add(storage, together ? index_at(storage, 2 * i) : offset_at(storage, i),
            index_at(storage, together ? 2 * i + 1 : i), i);
}

/* Rows of blocks, where column -1 is a block that is not there.  A block's rows lie one behind the other, and
 * the values of all blocks in a row of blocks are one matrix of that many columns. */
static void expand_ell(struct storage *storage)
{
    const struct hw_sparse_matrix *matrix = storage->matrix;
    const int64_t size = matrix->block_rows, across = matrix->count / size, down = matrix->rows / size;

    for (int64_t block_row = 0; block_row < down; block_row++)
        for (int64_t block = 0; block < across; block++) {
            const int64_t column = index_at(storage, block_row * across + block);
            for (int64_t i = 0; column != -1 && i < size; i++)
                for (int64_t j = 0; j < size; j++)
                    add(storage, block_row * size + i, column * size + j,
                        (block_row * size + i) * matrix->count + block * size + j);
        }
}

static void expand(struct storage *storage)
{
    switch (storage->matrix->format) {
    case CUSPARSE_FORMAT_COO:
    case CUSPARSE_FORMAT_COO_AOS: expand_pairs(storage); return;
    case CUSPARSE_FORMAT_BLOCKED_ELL: expand_ell(storage); return;
    default: expand_lines(storage);
    }
}

/* Arrays of a batch, which may be nowhere where they are empty. */
static void *batch_array(const void *first, int64_t elements, size_t element, int64_t count, bool *there)
{
    return hw_sparse_array((const void *)((uintptr_t)first + (size_t)elements * element), count, element,
                           there);
}

static bool find_arrays(struct storage *storage, int batch, bool values)
{
    const struct hw_sparse_matrix *matrix = storage->matrix;
    bool there = true;

    storage->offsets =
        batch_array(matrix->offsets, matrix->offset_stride * batch,
                    hw_sparse_index_bytes(matrix->offset_type), hw_sparse_offset_count(matrix), &there);
    storage->indices =
        batch_array(matrix->indices, matrix->index_stride * batch, hw_sparse_index_bytes(matrix->index_type),
                    hw_sparse_index_count(matrix), &there);
    if (values)
        storage->values = batch_array(matrix->values, matrix->value_stride * batch,
                                      hw_number_bytes(matrix->type), hw_sparse_value_count(matrix), &there);
    return there;
}

/* By row, or where they are turned by column. */
static void sort(struct hw_csr *csr, const struct storage *storage, cusparseOperation_t op)
{
    const bool turn = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int64_t *row = turn ? storage->column : storage->row,
                  *column = turn ? storage->row : storage->column;

    for (int64_t i = 0; i < storage->count; i++)
        csr->offset[row[i] + 2]++;
    for (int64_t i = 0; i < csr->rows; i++)
        csr->offset[i + 2] += csr->offset[i + 1];
    for (int64_t i = 0; i < storage->count; i++) {
        const int64_t to = csr->offset[row[i] + 1]++;
        csr->column[to] = column[i];
        csr->place[to] = storage->place[i];
        if (storage->values)
            csr->value[to] =
                hw_number_load(storage->matrix->type, storage->values, (size_t)storage->place[i]);
        if (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
            csr->value[to] = conj(csr->value[to]);
    }
    csr->count = storage->count;
}

static cudaError_t read_known(struct hw_csr *csr, const struct hw_sparse_matrix *matrix, int batch,
                              cusparseOperation_t op, bool values)
{
    const int64_t room = hw_sparse_value_count(matrix);
    const bool turn = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    struct storage storage = {.matrix = matrix, .right = true};
    int64_t *entries = calloc((size_t)room * 3 + 1, sizeof *entries);
    const bool made =
        hw_csr_make(csr, turn ? matrix->columns : matrix->rows, turn ? matrix->rows : matrix->columns, room);

    if (!made || !entries) {
        free(entries);
        return cudaErrorMemoryAllocation;
    }
    storage.row = entries;
    storage.column = entries + room;
    storage.place = entries + 2 * room;
    if (find_arrays(&storage, matrix->batches > 1 ? batch : 0, values))
        expand(&storage);
    else
        storage.right = false;
    if (storage.right)
        sort(csr, &storage, op);
    free(entries);
    return storage.right ? cudaSuccess : cudaErrorInvalidValue;
}

/* The last offset is the count. */
static bool find_count(struct hw_sparse_matrix *matrix)
{
    const int64_t count = hw_sparse_offset_count(matrix);
    bool there = true;
    const void *offsets =
        hw_sparse_array(matrix->offsets, count, hw_sparse_index_bytes(matrix->offset_type), &there);

    if (there)
        matrix->count = hw_sparse_index(matrix->offset_type, offsets, count - 1) - matrix->base;
    return there && matrix->count >= 0;
}

cudaError_t hw_csr_read(struct hw_csr *csr, const struct hw_sparse_matrix *matrix, int batch,
                        cusparseOperation_t op, bool values)
{
    struct hw_sparse_matrix known = *matrix;

    *csr = (struct hw_csr){0};
    if (known.count == HW_SPARSE_COUNT_UNKNOWN && !find_count(&known))
        return cudaErrorInvalidValue;
    return read_known(csr, &known, batch, op, values);
}

/* --- writing --- */

static void write_lines(const struct hw_csr *csr, const struct hw_sparse_matrix *matrix, void *offsets,
                        void *indices, void *values)
{
    for (int64_t row = 0; row <= csr->rows && offsets && matrix->format != CUSPARSE_FORMAT_COO; row++)
        hw_sparse_set_index(matrix->offset_type, offsets, row, csr->offset[row] + matrix->base);
    for (int64_t row = 0; row < csr->rows; row++)
        for (int64_t i = csr->offset[row]; i < csr->offset[row + 1]; i++) {
            if (offsets && matrix->format == CUSPARSE_FORMAT_COO)
                hw_sparse_set_index(matrix->offset_type, offsets, i, row + matrix->base);
            if (indices)
                hw_sparse_set_index(matrix->index_type, indices, i, csr->column[i] + matrix->base);
            if (values)
                hw_number_store(matrix->type, values, (size_t)i, csr->value[i]);
        }
}

/* The rows of a CSC matrix are the columns of the one that is written: callers have read it turned. */
cudaError_t hw_csr_write(const struct hw_csr *csr, const struct hw_sparse_matrix *matrix, unsigned what)
{
    bool there = true;
    const int64_t offset_count = matrix->format == CUSPARSE_FORMAT_COO ? csr->count : csr->rows + 1;
    void *offsets = what & HW_CSR_OFFSETS
                        ? hw_sparse_array(matrix->offsets, offset_count,
                                          hw_sparse_index_bytes(matrix->offset_type), &there)
                        : NULL;
    void *indices = what & HW_CSR_INDICES ? hw_sparse_array(matrix->indices, csr->count,
                                                            hw_sparse_index_bytes(matrix->index_type), &there)
                                          : NULL;
    void *values = what & HW_CSR_VALUES
                       ? hw_sparse_array(matrix->values, csr->count, hw_number_bytes(matrix->type), &there)
                       : NULL;

    if (there)
        write_lines(csr, matrix, offsets, indices, values);
    return there ? cudaSuccess : cudaErrorInvalidDevicePointer;
}

cudaError_t hw_csr_write_back(const struct hw_csr *csr, const struct hw_sparse_matrix *matrix, int batch)
{
    struct storage storage = {.matrix = matrix};

    if (!find_arrays(&storage, matrix->batches > 1 ? batch : 0, true))
        return cudaErrorInvalidDevicePointer;
    for (int64_t i = 0; i < csr->count; i++)
        hw_number_store(matrix->type, (void *)storage.values, (size_t)csr->place[i], csr->value[i]);
    return cudaSuccess;
}

/* --- building rows --- */

bool hw_csr_row_make(struct hw_csr_row *row, int64_t columns)
{
    row->sum = calloc((size_t)columns + 1, sizeof *row->sum);
    row->seen = calloc((size_t)columns + 1, sizeof *row->seen);
    row->columns = calloc((size_t)columns + 1, sizeof *row->columns);
    row->count = 0;
    return row->sum && row->seen && row->columns;
}

void hw_csr_row_free(struct hw_csr_row *row)
{
    free(row->sum);
    free(row->seen);
    free(row->columns);
}

void hw_csr_row_add(struct hw_csr_row *row, int64_t number, int64_t column, hw_number value)
{
    if (row->seen[column] == number + 1) {
        row->sum[column] += value;
        return;
    }
    row->seen[column] = number + 1;
    row->sum[column] = value;
    row->columns[row->count++] = column;
}

static int by_column(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

static bool grow(struct hw_csr *csr, int64_t needed, int64_t *room)
{
    if (needed <= *room)
        return true;
    *room = needed + needed / 2;
    int64_t *column = realloc(csr->column, (size_t)*room * sizeof *column);
    if (column)
        csr->column = column;
    hw_number *value = realloc(csr->value, (size_t)*room * sizeof *value);
    if (value)
        csr->value = value;
    return column && value;
}

bool hw_csr_row_end(struct hw_csr_row *row, struct hw_csr *csr, int64_t number, int64_t *room)
{
    if (!grow(csr, csr->count + row->count, room))
        return false;
    qsort(row->columns, (size_t)row->count, sizeof *row->columns, by_column);
    for (int64_t i = 0; i < row->count; i++) {
        csr->column[csr->count] = row->columns[i];
        csr->value[csr->count++] = row->sum[row->columns[i]];
    }
    csr->offset[number + 1] = csr->count;
    row->count = 0;
    return true;
}

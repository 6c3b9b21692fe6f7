/* SPDX-License-Identifier: MIT */
/* See sparse_product.h. */
#include "cuda/sparse/sparse_product.h"

/* Add scale * factor * a row: entries that are zero then are entries, too. */
static void add_row(struct hw_csr_row *row, int64_t number, const struct hw_csr *csr, int64_t from,
                    hw_number scale, hw_number factor)
{
    for (int64_t i = csr->offset[from]; i < csr->offset[from + 1]; i++)
        hw_csr_row_add(row, number, csr->column[i],
                       hw_number_scaled(scale, hw_number_times(factor, csr->value[i])));
}

/* Row by row: what `fill` puts into each. */
struct row_source {
    const struct hw_csr *a, *b, *d;
    hw_number alpha, beta;
    int64_t products;
};
typedef void fill_fn(struct row_source *source, struct hw_csr_row *row, int64_t number);

static cudaError_t make(struct hw_csr *made, int64_t rows, int64_t columns, struct row_source *source,
                        fill_fn *fill)
{
    struct hw_csr_row row;
    int64_t room = 0;
    bool right = hw_csr_make(made, rows, columns, 0);

    right = hw_csr_row_make(&row, columns) && right;
    for (int64_t number = 0; number < rows && right; number++) {
        fill(source, &row, number);
        right = hw_csr_row_end(&row, made, number, &room);
    }
    hw_csr_row_free(&row);
    return right ? cudaSuccess : cudaErrorMemoryAllocation;
}

static void fill_product(struct row_source *source, struct hw_csr_row *row, int64_t number)
{
    const struct hw_csr *a = source->a, *b = source->b;

    for (int64_t i = a->offset[number]; i < a->offset[number + 1]; i++) {
        add_row(row, number, b, a->column[i], source->alpha, a->value[i]);
        source->products += b->offset[a->column[i] + 1] - b->offset[a->column[i]];
    }
    if (source->d)
        add_row(row, number, source->d, number, source->beta, 1);
}

cudaError_t hw_csr_multiply(struct hw_csr *made, const struct hw_csr *a, const struct hw_csr *b,
                            hw_number alpha, const struct hw_csr *d, hw_number beta, int64_t *products)
{
    struct row_source source = {.a = a, .b = b, .d = d, .alpha = alpha, .beta = beta};
    const cudaError_t error = make(made, a->rows, b->columns, &source, fill_product);

    *products = source.products;
    return error;
}

static void fill_sum(struct row_source *source, struct hw_csr_row *row, int64_t number)
{
    add_row(row, number, source->a, number, source->alpha, 1);
    add_row(row, number, source->b, number, source->beta, 1);
}

cudaError_t hw_csr_add(struct hw_csr *made, const struct hw_csr *a, hw_number alpha, const struct hw_csr *b,
                       hw_number beta)
{
    struct row_source source = {.a = a, .b = b, .alpha = alpha, .beta = beta};

    return make(made, a->rows, a->columns, &source, fill_sum);
}

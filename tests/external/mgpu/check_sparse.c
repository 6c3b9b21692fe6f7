/* SPDX-License-Identifier: MIT */
/* mgpusparse: products of sparse matrices with vectors, y = alpha A x + beta y, in single and double
 * precision.  The vector x is a texture on linear memory. */
#include "check.h"

typedef struct sparseEngine_d sparseEngine_d; /* the header is C++ in this one place */
#include <mgpusparse.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int values_per_thread[] = {4, 6, 8, 10, 12, 16, 20};

struct matrix {
    int height, width, count;
    int *rows, *columns;
    double *values;
};

/* Rows of 1 to twice the average number of values, most of them short and some long; sums of them are exact
 * in neither precision. */
static struct matrix make_matrix(int height, int width, int average)
{
    struct matrix m = {.height = height, .width = width};
    const size_t most = (size_t)height * (size_t)average * 4 + 1024;

    m.rows = malloc(most * sizeof *m.rows);
    m.columns = malloc(most * sizeof *m.columns);
    m.values = malloc(most * sizeof *m.values);
    for (int row = 0; row < height; row++) {
        const int in_row =
            1 + (int)next_random((uint32_t)(next_random(10) ? 2 * average - 1 : 4 * average - 1));
        for (int i = 0; i < in_row; i++, m.count++) {
            m.rows[m.count] = row;
            m.columns[m.count] = (int)next_random((uint32_t)width);
            m.values[m.count] = (float)next_random(1u << 20) / (1 << 19) - 1;
        }
    }
    return m;
}

/* Numbers of either precision. */
static void *as_precision(const double *from, size_t count, size_t bytes)
{
    uint8_t *list = malloc(count * bytes);

    for (size_t i = 0; i < count; i++) {
        const float single = (float)from[i];
        memcpy(list + i * bytes, bytes == 4 ? (const void *)&single : (const void *)&from[i], bytes);
    }
    return list;
}

/* The greatest error in units of what sums of that many products may be off. */
static double worst(const struct matrix *m, const double *x, const double *y, double alpha, double beta,
                    const uint8_t *got, size_t bytes)
{
    double *sums = calloc((size_t)m->height, sizeof *sums), *sizes = calloc((size_t)m->height, sizeof *sizes),
           most = 0;
    const double unit = (bytes == 4 ? 0x1p-24 : 0x1p-53) * 64;

    for (int i = 0; i < m->count; i++) {
        sums[m->rows[i]] += m->values[i] * x[m->columns[i]];
        sizes[m->rows[i]] += fabs(m->values[i] * x[m->columns[i]]);
    }
    for (int row = 0; row < m->height; row++) {
        float single;
        double value;
        memcpy(bytes == 4 ? (void *)&single : (void *)&value, got + (size_t)row * bytes, bytes);
        value = bytes == 4 ? single : value;
        const double bound = unit * (fabs(alpha) * sizes[row] + fabs(beta * y[row]));
        const double off = fabs(value - (alpha * sums[row] + beta * y[row])) / bound;
        most = off > most || isnan(off) ? off : most;
    }
    free(sums);
    free(sizes);
    return most;
}

static double *random_vector(int count)
{
    double *vector = malloc((size_t)count * sizeof *vector);

    for (int i = 0; i < count; i++)
        vector[i] = (float)next_random(1u << 20) / (1 << 19) - 1;
    return vector;
}

static void check(sparseEngine_t engine, sparsePrec_t precision, const struct matrix *m, int per_thread,
                  double alpha, double beta)
{
    const size_t bytes = precision == SPARSE_PREC_REAL4 ? 4 : 8;
    double *x = random_vector(m->width), *y = random_vector(m->height);
    void *values = as_precision(m->values, (size_t)m->count, bytes),
         *xs = as_precision(x, (size_t)m->width, bytes);
    void *ys = as_precision(y, (size_t)m->height, bytes);
    CUdeviceptr device_x = upload(xs, (size_t)m->width * bytes),
                device_y = upload(ys, (size_t)m->height * bytes);
    sparseMat_t encoded;
    sparseStatus_t status =
        sparseMatCreate(engine, m->height, m->width, precision, per_thread, SPARSE_INPUT_COO, m->count,
                        values, m->rows, m->columns, &encoded);

    if (status == SPARSE_STATUS_SUCCESS)
        status = bytes == 4 ? sparseMatVecSMul(engine, (float)alpha, encoded, device_x, (float)beta, device_y)
                            : sparseMatVecDMul(engine, alpha, encoded, device_x, beta, device_y);
    download(ys, device_y, (size_t)m->height * bytes);
    const double off = worst(m, x, y, alpha, beta, ys, bytes);
    verdict(status == SPARSE_STATUS_SUCCESS && off <= 1,
            "%d x %d matrix of %d values, %zu bytes each, %d a thread: %s, %g", m->height, m->width, m->count,
            bytes, per_thread, sparseStatusString(status), off);
    if (status == SPARSE_STATUS_SUCCESS)
        sparseMatDestroy(encoded);
    cuMemFree(device_x);
    cuMemFree(device_y);
    free(x);
    free(y);
    free(values);
    free(xs);
    free(ys);
}

void check_sparse(void)
{
    static const int heights[] = {40, 1000, 5003}, averages[] = {2, 12, 40};
    sparseEngine_t engine;

    if (sparseCreate(path_in(checkout, "sparse/src/cubin/"), &engine) != SPARSE_STATUS_SUCCESS) {
        verdict(false, "sparse: no engine");
        return;
    }
    for (size_t h = 0; h < sizeof heights / sizeof heights[0]; h++) {
        struct matrix m = make_matrix(heights[h], 777, averages[h]);
        for (sparsePrec_t precision = SPARSE_PREC_REAL4; precision <= SPARSE_PREC_REAL8; precision++)
            for (size_t v = 0; v < sizeof values_per_thread / sizeof values_per_thread[0]; v++) {
                check(engine, precision, &m, values_per_thread[v], 1, 0);
                check(engine, precision, &m, values_per_thread[v], 0.75, 2);
            }
        free(m.rows);
        free(m.columns);
        free(m.values);
    }
    sparseRelease(engine);
}

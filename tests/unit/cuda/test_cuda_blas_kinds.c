/* SPDX-License-Identifier: MIT */
/* cuBLAS of every kind of numbers against loops over complex numbers: products, triangles, sums, batches and
 * factors, and wrong use of them. */
#include "cuda/cublas/cublas.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { M = 5, N = 4, K = 3, LD = 7, CELLS = LD * LD, BATCH = 3 };

typedef double complex number;

/* Matrices of the host, in columns of LD. */
static number a[CELLS], b[CELLS], c[CELLS], alpha, beta;

static number next(uint32_t *seed, bool is_complex)
{
    const float real = (float)next_number(seed), imaginary = (float)next_number(seed);

    return is_complex ? real + I * imaginary : real;
}

static void fill_all(bool is_complex)
{
    uint32_t seed = 17;

    for (int i = 0; i < CELLS; i++) {
        a[i] = next(&seed, is_complex);
        b[i] = next(&seed, is_complex);
        c[i] = next(&seed, is_complex);
    }
    for (int i = 0; i < LD; i++)
        a[i * LD + i] += 4; /* so that triangles are easily solved, and rows need no exchange */
    alpha = is_complex ? 1.5 - 0.5 * I : 1.5;
    beta = is_complex ? -0.75 + 0.25 * I : -0.75;
}

/* What an element of a result is made of. */
struct terms {
    cublasOperation_t one, two; /* done to matrices a and b */
    int depth;                  /* terms in a sum */
    bool left, upper, unit;
};

static number op(const number *matrix, cublasOperation_t trans, int row, int column)
{
    const number plain = trans == CUBLAS_OP_N ? matrix[column * LD + row] : matrix[row * LD + column];

    return trans == CUBLAS_OP_C ? conj(plain) : plain;
}

static number product_of(const number *first, const number *second, struct terms terms, int row, int column)
{
    number total = 0;

    for (int k = 0; k < terms.depth; k++)
        total += op(first, terms.one, row, k) * op(second, terms.two, k, column);
    return alpha * total;
}

static number product(struct terms terms, int row, int column)
{
    return product_of(a, b, terms, row, column);
}

static number square(struct terms terms, int row, int column)
{
    return product_of(a, a, terms, row, column);
}

static number both_products(struct terms terms, int row, int column)
{
    return product_of(a, b, terms, row, column) + product_of(b, a, terms, row, column);
}

static number sum(struct terms terms, int row, int column)
{
    return alpha * op(a, terms.one, row, column) + beta * op(b, terms.two, row, column);
}

/* The product of a matrix that `of` gives, on the left or on the right, and b. */
static number side_product(number (*of)(struct terms terms, int row, int column), struct terms terms, int row,
                           int column)
{
    number total = 0;

    for (int k = 0; k < terms.depth; k++)
        total += terms.left ? of(terms, row, k) * b[column * LD + k] : b[k * LD + row] * of(terms, k, column);
    return alpha * total;
}

static number symmetric(struct terms terms, int row, int column)
{
    const bool stored = row == column || (row < column) == terms.upper;

    return stored ? a[column * LD + row] : a[row * LD + column];
}

static number symmetric_product(struct terms terms, int row, int column)
{
    return side_product(symmetric, terms, row, column);
}

static number triangle(struct terms terms, int row, int column)
{
    const int i = terms.one == CUBLAS_OP_N ? row : column, j = terms.one == CUBLAS_OP_N ? column : row;

    if (i == j && terms.unit)
        return 1;
    return i == j || (i < j) == terms.upper ? op(a, terms.one, row, column) : 0;
}

static number triangle_product(struct terms terms, int row, int column)
{
    return side_product(triangle, terms, row, column);
}

static number diagonal_product(struct terms terms, int row, int column)
{
    return a[column * LD + row] * b[2 * (terms.left ? row : column)];
}

/* Products of 2 by 2 at rows 0, 2 and so on, of which the second is turned. */
static number small_product(struct terms terms, int row, int column)
{
    const int first = row / 2 * 2;

    (void)terms;
    return alpha * (a[row] * b[first + column] + a[LD + row] * b[LD + first + column]);
}

/* What the matrix c becomes: its first rows and columns, or one triangle ('u' or 'l') of them, are what `of`
 * gives and `scale` times what they were. */
static void want(number *wanted, int rows, int columns, char part, number scale,
                 number (*of)(struct terms terms, int row, int column), struct terms terms)
{
    memcpy(wanted, c, sizeof c);
    for (int column = 0; column < columns; column++)
        for (int row = 0; row < rows; row++)
            if (part == 'f' || row == column || (row < column) == (part == 'u'))
                wanted[column * LD + row] = of(terms, row, column) + scale * c[column * LD + row];
}

/* The matrix c with the unit matrix in its corner. */
static const number *unit_matrix(void)
{
    static number made[CELLS];

    memcpy(made, c, sizeof c);
    for (int i = 0; i < N * N; i++)
        made[i / N * LD + i % N] = i / N == i % N;
    return made;
}

#define NUMBER     float
#define IS_COMPLEX false
#define NAME(name) cublasS##name
#define TEST(name) single_##name
#define CLOSE      5e-5
#include "cuda_blas_kind.h"

#define NUMBER     double
#define IS_COMPLEX false
#define NAME(name) cublasD##name
#define TEST(name) double_##name
#define CLOSE      1e-12
#include "cuda_blas_kind.h"

#define NUMBER     float complex
#define IS_COMPLEX true
#define NAME(name) cublasC##name
#define TEST(name) complex_##name
#define CLOSE      5e-5
#include "cuda_blas_kind.h"

#define NUMBER     double complex
#define IS_COMPLEX true
#define NAME(name) cublasZ##name
#define TEST(name) double_complex_##name
#define CLOSE      1e-12
#include "cuda_blas_kind.h"

#define TESTS(kind)                                                                              \
    cmocka_unit_test(kind##_test_products), cmocka_unit_test(kind##_test_triangles_of_products), \
        cmocka_unit_test(kind##_test_triangles), cmocka_unit_test(kind##_test_forms),            \
        cmocka_unit_test(kind##_test_batches), cmocka_unit_test(kind##_test_factors),            \
        cmocka_unit_test(kind##_test_wrong)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(single), TESTS(double), TESTS(complex), TESTS(double_complex)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

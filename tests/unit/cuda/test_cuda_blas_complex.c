/* SPDX-License-Identifier: MIT */
/* cuBLAS of complex numbers against loops: vectors, Hermitian matrices, and by which ways functions are
 * called. */
#include "cuda/cublas/cublas.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { M = 5, N = 4, K = 3, LD = 7, CELLS = LD * LD };

typedef double complex number;

/* Arrays of the host: matrices in columns of LD, or vectors. */
static number a[CELLS], x[CELLS], y[CELLS];
static const number alpha = 1.5 - 0.5 * I, beta = -0.75 + 0.25 * I;

static number next(uint32_t *seed)
{
    const float real = (float)next_number(seed), imaginary = (float)next_number(seed);

    return real + I * imaginary;
}

static void fill_all(void)
{
    uint32_t seed = 23;

    for (int i = 0; i < CELLS; i++) {
        a[i] = next(&seed);
        x[i] = next(&seed);
        y[i] = next(&seed);
    }
    /* What is on the diagonal of a Hermitian matrix is real. */
    for (int i = 0; i < LD; i++)
        y[i * LD + i] = creal(y[i * LD + i]);
}

/* The place, from 1, of the number of `a` whose parts are the largest (1) or the smallest (-1). */
static int extreme_place(int sign)
{
    int place = 0;

    for (int i = 1; i < CELLS; i++)
        if (sign * (fabs(creal(a[i])) + fabs(cimag(a[i]))) >
            sign * (fabs(creal(a[place])) + fabs(cimag(a[place]))))
            place = i;
    return place + 1;
}

static double sum_of_parts(void)
{
    double sum = 0;

    for (int i = 0; i < CELLS; i++)
        sum += fabs(creal(x[i])) + fabs(cimag(x[i]));
    return sum;
}

static number general(int trans, int row, int column)
{
    const number plain = trans ? a[row * LD + column] : a[column * LD + row];

    return trans == CUBLAS_OP_C ? conj(plain) : plain;
}

/* --- where an element of a triangle is stored: -1 for one that is 0 --- */

static int full(bool upper, int row, int column)
{
    (void)upper;
    return column * LD + row;
}

static int packed(bool upper, int row, int column)
{
    int place = 0;

    for (int j = 0; j < column; j++)
        place += upper ? j + 1 : N - j;
    return place + (upper ? row : row - column);
}

static int banded(bool upper, int row, int column)
{
    if (abs(row - column) > 1)
        return -1;
    return column * LD + (upper ? 1 + row - column : row - column);
}

typedef int storage(bool upper, int row, int column);

/* An element of the Hermitian or symmetric matrix of which one triangle is stored. */
static number element(storage *where, bool upper, bool hermitian, int row, int column)
{
    const bool stored = row == column || (row < column) == upper;
    const int place = stored ? where(upper, row, column) : where(upper, column, row);
    const number plain = place < 0 ? 0 : a[place];

    if (!hermitian)
        return plain;
    return row == column ? creal(plain) : stored ? plain : conj(plain);
}

/* What becomes of y. */
static void multiply(number *wanted, storage *where, bool upper, bool hermitian)
{
    memcpy(wanted, y, sizeof y);
    for (int row = 0; row < N; row++) {
        wanted[row] *= beta;
        for (int column = 0; column < N; column++)
            wanted[row] += alpha * element(where, upper, hermitian, row, column) * x[column];
    }
}

/* --- products of vectors, of which one triangle is added to `a` --- */

static number hermitian_one(int row, int column)
{
    return 0.5 * x[row] * conj(x[column]);
}

static number hermitian_two(int row, int column)
{
    return alpha * x[row] * conj(y[column]) + conj(alpha) * y[row] * conj(x[column]);
}

static number symmetric_one(int row, int column)
{
    return alpha * x[row] * x[column];
}

static number symmetric_two(int row, int column)
{
    return alpha * (x[row] * y[column] + y[row] * x[column]);
}

static void add_outer(number *wanted, storage *where, bool upper, number (*outer)(int row, int column))
{
    const bool hermitian = outer == hermitian_one || outer == hermitian_two;

    memcpy(wanted, a, sizeof a);
    for (int column = 0; column < N; column++)
        for (int row = 0; row < N; row++)
            if (row == column || (row < column) == upper) {
                number *to = &wanted[where(upper, row, column)];
                *to += outer(row, column);
                if (hermitian && row == column)
                    *to = creal(*to);
            }
}

/* --- products of matrices, of which one triangle is added to y --- */

static number at(const number *matrix, cublasOperation_t trans, int row, int column)
{
    return trans == CUBLAS_OP_N ? matrix[column * LD + row] : conj(matrix[row * LD + column]);
}

/* `scale` times a and `other`, turned, and `turned` times the same the other way round. */
static void add_square(number *wanted, bool upper, cublasOperation_t trans, number scale, number turned,
                       const number *other)
{
    memcpy(wanted, y, sizeof y);
    for (int column = 0; column < N; column++)
        for (int row = 0; row < N; row++)
            if (row == column || (row < column) == upper) {
                number *to = &wanted[column * LD + row];
                *to *= -0.75;
                for (int k = 0; k < K; k++)
                    *to += scale * at(a, trans, row, k) * conj(at(other, trans, column, k)) +
                           turned * at(other, trans, row, k) * conj(at(a, trans, column, k));
            }
}

static void multiply_side(number *wanted, bool upper, bool left)
{
    memcpy(wanted, y, sizeof y);
    for (int column = 0; column < N; column++)
        for (int row = 0; row < N; row++) {
            number *to = &wanted[column * LD + row];
            *to *= beta;
            for (int k = 0; k < N; k++)
                *to += alpha * (left ? element(full, upper, true, row, k) * x[column * LD + k]
                                     : x[k * LD + row] * element(full, upper, true, k, column));
        }
}

#define NUMBER           float complex
#define REAL             float
#define NAME(name)       cublasC##name
#define INDEX_NAME(name) cublasIc##name
#define SUM_NAME(name)   cublasSc##name
#define PART_NAME(name)  cublasCs##name
#define TEST(name)       single_##name
#define CLOSE            2e-5
#include "cuda_blas_complex.h"

#define NUMBER           double complex
#define REAL             double
#define NAME(name)       cublasZ##name
#define INDEX_NAME(name) cublasIz##name
#define SUM_NAME(name)   cublasDz##name
#define PART_NAME(name)  cublasZd##name
#define TEST(name)       double_##name
#define CLOSE            1e-13
#include "cuda_blas_complex.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_test_vectors),
        cmocka_unit_test(double_test_vectors),
        cmocka_unit_test(single_test_matrix_and_vector),
        cmocka_unit_test(double_test_matrix_and_vector),
        cmocka_unit_test(single_test_hermitian),
        cmocka_unit_test(double_test_hermitian),
        cmocka_unit_test(single_test_hermitian_products),
        cmocka_unit_test(double_test_hermitian_products),
        cmocka_unit_test(single_test_interfaces),
        cmocka_unit_test(double_test_interfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

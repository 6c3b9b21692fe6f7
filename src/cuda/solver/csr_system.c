/* SPDX-License-Identifier: MIT */
/* See csr_system.h. */
#include "cuda/solver/csr_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- entries --- */

typedef void see_fn(void *data, int row, int column, hw_number value);

/* Show all entries to `see`; false: some lie outside. */
static bool each_entry(const struct hw_csr_system *system, see_fn *see, void *data)
{
    for (int row = 0; row < system->rows; row++) {
        const int64_t from = (int64_t)system->offsets[row] - system->base;
        const int64_t to = (int64_t)system->offsets[row + 1] - system->base;
        if (from < 0 || to < from || to > system->count)
            return false;
        for (int64_t i = from; i < to; i++) {
            const int64_t column = (int64_t)system->indices[i] - system->base;
            if (column < 0 || column >= system->rows)
                return false;
            see(data, row, (int)column, hw_number_load(system->type, system->values, (size_t)i));
        }
    }
    return true;
}

/* --- bands --- */

/* LAPACK's: element (i, j) is in row below + above + i - j of column j. */
struct diagonals {
    int type, below, above, ld;
    void *values;
    int *pivots;
};

static void see_width(void *data, int row, int column, hw_number value)
{
    struct diagonals *band = data;

    (void)value;
    if (row - column > band->below)
        band->below = row - column;
    if (column - row > band->above)
        band->above = column - row;
}

static size_t band_place(const struct diagonals *band, int row, int column)
{
    return (size_t)column * (size_t)band->ld + (size_t)(band->below + band->above + row - column);
}

static void see_value(void *data, int row, int column, hw_number value)
{
    const struct diagonals *band = data;
    const size_t at = band_place(band, row, column);

    hw_number_store(band->type, band->values, at, hw_number_load(band->type, band->values, at) + value);
}

/* Factors of the matrix less `shift` on its diagonal.  Free the band in any case. */
static enum hw_band_answer factor(const struct hw_csr_system *system, hw_number shift, struct diagonals *band)
{
    int info;

    *band = (struct diagonals){.type = system->type};
    if (!each_entry(system, see_width, band))
        return HW_BAND_WRONG;
    const int64_t ld = 2 * (int64_t)band->below + band->above + 1;
    band->values =
        ld < INT32_MAX ? calloc((size_t)ld * (size_t)system->rows + 1, hw_number_bytes(system->type)) : NULL;
    band->pivots = calloc((size_t)system->rows + 1, sizeof *band->pivots);
    if (!band->values || !band->pivots)
        return HW_BAND_NO_MEMORY;
    band->ld = (int)ld;
    each_entry(system, see_value, band);
    for (int row = 0; row < system->rows; row++)
        see_value(band, row, row, -shift);
    system->lapack->gbtrf(&system->rows, &system->rows, &band->below, &band->above, band->values, &band->ld,
                          band->pivots, &info);
    return HW_BAND_FOUND;
}

static void free_band(struct diagonals *band)
{
    free(band->values);
    free(band->pivots);
}

static int find_small(const struct hw_csr_system *system, const struct diagonals *band)
{
    for (int row = 0; row < system->rows; row++)
        if (!(cabs(hw_number_load(system->type, band->values, band_place(band, row, row))) >
              system->tolerance))
            return row;
    return -1;
}

static void solve_band(const struct hw_csr_system *system, const struct diagonals *band, void *x)
{
    const int one = 1;
    int info;

    system->lapack->gbtrs("N", &system->rows, &band->below, &band->above, &one, band->values, &band->ld,
                          band->pivots, x, &system->rows, &info, 1);
}

static size_t vector_bytes(const struct hw_csr_system *system)
{
    return (size_t)system->rows * hw_number_bytes(system->type);
}

static enum hw_band_answer solve_lu(const struct hw_csr_system *system, const void *b, void *x,
                                    int *singularity)
{
    struct diagonals band;
    const enum hw_band_answer answer = factor(system, 0, &band);

    if (answer == HW_BAND_FOUND) {
        *singularity = find_small(system, &band);
        if (*singularity < 0) {
            memmove(x, b, vector_bytes(system));
            solve_band(system, &band, x);
        }
    }
    free_band(&band);
    return answer;
}

/* --- Cholesky's factors --- */

struct square {
    int type, rows;
    void *values;
};

static void see_lower(void *data, int row, int column, hw_number value)
{
    const struct square *square = data;
    const size_t at = (size_t)column * (size_t)square->rows + (size_t)row;

    if (row >= column)
        hw_number_store(square->type, square->values, at,
                        hw_number_load(square->type, square->values, at) + value);
}

static enum hw_band_answer solve_cholesky(const struct hw_csr_system *system, const void *b, void *x,
                                          int *singularity)
{
    const int one = 1, *rows = &system->rows;
    struct square square = {system->type, system->rows,
                            calloc((size_t)*rows + 1, (size_t)*rows * hw_number_bytes(system->type) + 1)};
    const bool right = square.values && each_entry(system, see_lower, &square);
    int info = 0;

    if (right)
        system->lapack->potrf("L", rows, square.values, rows, &info, 1);
    *singularity = info > 0 ? info - 1 : -1;
    if (right && info == 0) {
        memmove(x, b, vector_bytes(system));
        system->lapack->potrs("L", rows, &one, square.values, rows, x, rows, &info, 1);
    }
    const enum hw_band_answer answer = right           ? HW_BAND_FOUND
                                       : square.values ? HW_BAND_WRONG
                                                       : HW_BAND_NO_MEMORY;
    free(square.values);
    return answer;
}

enum hw_band_answer hw_csr_system_solve(const struct hw_csr_system *system, bool cholesky, const void *b,
                                        void *x, int *singularity)
{
    *singularity = -1;
    if (system->rows == 0)
        return HW_BAND_FOUND;
    return (cholesky ? solve_cholesky : solve_lu)(system, b, x, singularity);
}

/* --- inverse iterations --- */

/* Divide by the length. */
static void normalize(const struct hw_csr_system *system, void *x)
{
    double squares = 0;

    for (int i = 0; i < system->rows; i++) {
        const hw_number at = hw_number_load(system->type, x, (size_t)i);
        squares += creal(at) * creal(at) + cimag(at) * cimag(at);
    }
    for (int i = 0; i < system->rows && squares > 0; i++)
        hw_number_store(system->type, x, (size_t)i,
                        hw_number_load(system->type, x, (size_t)i) / sqrt(squares));
}

/* (A - mu0)^-1 x = y has the length ratio 1 / (mu - mu0) along x. */
static hw_number along(const struct hw_csr_system *system, const void *x, const void *y)
{
    hw_number sum = 0;

    for (int i = 0; i < system->rows; i++)
        sum += conj(hw_number_load(system->type, x, (size_t)i)) * hw_number_load(system->type, y, (size_t)i);
    return sum;
}

enum hw_band_answer hw_csr_system_eigen(const struct hw_csr_system *system, hw_number mu0, const void *x0,
                                        int iterations, void *mu, void *x)
{
    struct diagonals band;
    const size_t bytes = vector_bytes(system);
    void *next = malloc(bytes + 1);
    enum hw_band_answer answer = factor(system, mu0, &band);
    hw_number found = mu0;

    if (answer == HW_BAND_FOUND && !next)
        answer = HW_BAND_NO_MEMORY;
    if (answer == HW_BAND_FOUND) {
        const bool exact =
            find_small(&(struct hw_csr_system){.type = system->type, .rows = system->rows}, &band) >= 0;
        memmove(x, x0, bytes);
        normalize(system, x);
        for (int i = 0; i < iterations && !exact; i++) {
            const hw_number before = found;
            memcpy(next, x, bytes);
            solve_band(system, &band, next);
            found = mu0 + 1 / along(system, x, next);
            memcpy(x, next, bytes);
            normalize(system, x);
            if (cabs(found - before) < system->tolerance)
                break;
        }
        hw_number_store(system->type, mu, 0, found);
    }
    free_band(&band);
    free(next);
    return answer;
}

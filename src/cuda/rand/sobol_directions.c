/* SPDX-License-Identifier: MIT */
/* See sobol_directions.h.  From as many first numbers as the degree says, the others follow by the polynomial
 * (P. Bratley, B. L. Fox, ACM TOMS 14, 88-100, 1988). */
#include "cuda/rand/sobol_directions.h"

#include "cuda/rand/sobol_file.h"

#include <string.h>

/* Dimensions 2 to 21 of new-joe-kuo-6 (sobol_row.h). */
/* clang-format off */
static const struct hw_sobol_row built_in[HW_SOBOL_BUILT_IN - 1] = {
    {1,  0, {1}},
    {2,  1, {1, 3}},
    {3,  1, {1, 3, 1}},
    {3,  2, {1, 1, 1}},
    {4,  1, {1, 1, 3,  3}},
    {4,  4, {1, 3, 5, 13}},
    {5,  2, {1, 1, 5,  5, 17}},
    {5,  4, {1, 1, 5,  5,  5}},
    {5,  7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5,  1,  1}},
    {5, 13, {1, 1, 1,  3, 11}},
    {5, 14, {1, 3, 5,  5, 31}},
    {6,  1, {1, 3, 3,  9,  7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15,  7,  5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5,  5, 19, 61}},
    {7,  1, {1, 3, 7, 11, 23, 15, 103}},
    {7,  4, {1, 3, 7, 13, 13, 15,  69}},
};
/* clang-format on */

static void follow(const struct hw_sobol_row *row, uint64_t *direction)
{
    const unsigned degree = row->degree;

    for (unsigned i = 0; i < degree; i++)
        direction[i] = (uint64_t)row->first[i] << (HW_SOBOL_BITS - 1 - i);
    for (unsigned i = degree; i < HW_SOBOL_BITS; i++) {
        direction[i] = direction[i - degree] ^ direction[i - degree] >> degree;
        for (unsigned k = 1; k < degree; k++)
            if (row->coefficients >> (degree - 1 - k) & 1)
                direction[i] ^= direction[i - k];
    }
}

/* A file of another list of theirs is found out by the rows that are known. */
static bool read_rows(struct hw_sobol_file *file, unsigned rows, uint64_t (*directions)[HW_SOBOL_BITS])
{
    struct hw_sobol_row row;

    for (unsigned i = 0; i < rows; i++) {
        if (!hw_sobol_file_row(file, &row))
            return false;
        if (i < HW_SOBOL_BUILT_IN - 1 && memcmp(&row, &built_in[i], sizeof row) != 0)
            return hw_sobol_file_wrong(file, "is of another list");
        follow(&row, directions[i]);
    }
    return true;
}

bool hw_rand_sobol_directions(unsigned dimensions, uint64_t (*directions)[HW_SOBOL_BITS])
{
    const unsigned rows = dimensions - 1;
    struct hw_sobol_file file;

    for (unsigned i = 0; i < HW_SOBOL_BITS; i++)
        directions[0][i] = 1ull << (HW_SOBOL_BITS - 1 - i);
    for (unsigned i = 0; i < rows && dimensions <= HW_SOBOL_BUILT_IN; i++)
        follow(&built_in[i], directions[1 + i]);
    if (dimensions <= HW_SOBOL_BUILT_IN)
        return true;
    const bool read = hw_sobol_file_open(&file, dimensions) && read_rows(&file, rows, directions + 1);
    hw_sobol_file_close(&file);
    return read;
}

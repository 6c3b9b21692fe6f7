/* SPDX-License-Identifier: MIT */
/* The authors' file of rows (sobol_row.h), new-joe-kuo-6.21201: a line of titles, then a line for each
 * dimension from the second one, of the dimension, the degree, the coefficients and the first numbers.  The
 * environment's HALFWARP_SOBOL names it.  Whatever is wrong is told on standard error, once. */
#ifndef HW_CUDA_RAND_SOBOL_FILE_H
#define HW_CUDA_RAND_SOBOL_FILE_H

#include "cuda/rand/sobol_row.h"

#include <stdbool.h>
#include <stdio.h>

struct hw_sobol_file {
    FILE *stream;
    const char *path;
    unsigned wanted;    /* dimensions */
    unsigned dimension; /* of the row that was read last */
};

/* Begin to read rows up to that of the dimension `wanted`. */
bool hw_sobol_file_open(struct hw_sobol_file *file, unsigned wanted);
bool hw_sobol_file_row(struct hw_sobol_file *file, struct hw_sobol_row *row);
/* Tell what is wrong with the last row; false. */
bool hw_sobol_file_wrong(const struct hw_sobol_file *file, const char *trouble);
void hw_sobol_file_close(struct hw_sobol_file *file);

#endif

/* SPDX-License-Identifier: MIT */
/* What a dimension of Sobol's sequence begins with: a primitive polynomial and as many first numbers as its
 * degree (S. Joe, F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J.
 * Sci. Comput. 30, 2635-2654, 2008).  The first dimension needs none. */
#ifndef HW_CUDA_RAND_SOBOL_ROW_H
#define HW_CUDA_RAND_SOBOL_ROW_H

#include <stdint.h>

#define HW_SOBOL_DEGREES 18 /* at most, in the authors' list of 21,201 dimensions */

struct hw_sobol_row {
    unsigned degree;
    uint32_t coefficients; /* between the highest and the lowest, which are 1 */
    uint32_t first[HW_SOBOL_DEGREES];
};

#endif

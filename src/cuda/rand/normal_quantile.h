/* SPDX-License-Identifier: MIT */
/* The number that a normal one is less than with some probability between 0 and 1 (both excluded): M. J.
 * Wichura's algorithm AS 241, whose error is some 1e-16 (Applied Statistics 37, 477-484, 1988). */
#ifndef HW_CUDA_RAND_NORMAL_QUANTILE_H
#define HW_CUDA_RAND_NORMAL_QUANTILE_H

double hw_rand_normal_quantile(double probability);

#endif

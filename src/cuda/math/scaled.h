/* SPDX-License-Identifier: MIT */
/* What a factor of 0 multiplies is not read: it may be a NaN, or memory that nobody has written.  The
 * reference BLAS documents so ("when alpha is zero A and B are not referenced", "when beta is zero C need not
 * be set"), and NVIDIA's libraries do. */
#ifndef HW_CUDA_MATH_SCALED_H
#define HW_CUDA_MATH_SCALED_H

/* factor * value, of numbers of any kind; `value` is evaluated only where it counts. */
#define HW_SCALED(factor, value) ((factor) == 0 ? 0 : (factor) * (value))

#endif

/* SPDX-License-Identifier: MIT */
/* The host FP environment while kernels run: nothing traps, rounding is to nearest, denormals are numbers.
 *
 * The program whose kernels run may have chosen otherwise for its own threads; code that gcc's -ffast-math
 * links does so before main. */
#ifndef HW_OPS_HOST_FENV_H
#define HW_OPS_HOST_FENV_H

#ifdef __SSE2__
#include <immintrin.h>

#define HW_MXCSR_KEEPS   0x1f80u
#define HW_MXCSR_FLUSHES 0x9fc0u /* the same, except that denormals are zero, as operands and as results */

/* Begin; returns what `hw_host_fenv_end` needs to put everything back. */
static inline unsigned hw_host_fenv_begin(void)
{
    const unsigned before = _mm_getcsr();

    _mm_setcsr(HW_MXCSR_KEEPS);
    return before;
}

static inline void hw_host_fenv_end(unsigned before)
{
    _mm_setcsr(before);
}
#else
static inline unsigned hw_host_fenv_begin(void)
{
    return 0;
}

static inline void hw_host_fenv_end(unsigned before)
{
    (void)before;
}
#endif

#endif

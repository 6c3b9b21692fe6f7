/* SPDX-License-Identifier: MIT */
/* FFTW 3 of the host, in single and double precision: the few functions that are called, found at run time.
 *
 * Their arguments are those of FFTW 3's manual ("64-bit Guru Interface", "New-array Execute Functions"); a
 * pointer to numbers is void * here, since both precisions are called alike.  The planner of FFTW takes one
 * caller at a time, which the lock of src/cuda sees to. */
#ifndef HW_CUDA_FFT_FFTW_H
#define HW_CUDA_FFT_FFTW_H

#include <stdbool.h>
#include <stddef.h>

#define HW_FFTW_DESTROY_INPUT  (1u << 0)
#define HW_FFTW_UNALIGNED      (1u << 1)
#define HW_FFTW_PRESERVE_INPUT (1u << 4)
#define HW_FFTW_ESTIMATE       (1u << 6)

struct hw_fftw_dimension { /* fftw_iodim64 */
    ptrdiff_t n, in_stride, out_stride;
};

typedef void *hw_fftw_plan_complex(int rank, const struct hw_fftw_dimension *dimensions, int batch_rank,
                                   const struct hw_fftw_dimension *batches, void *in, void *out, int sign,
                                   unsigned flags);
typedef void *hw_fftw_plan_real(int rank, const struct hw_fftw_dimension *dimensions, int batch_rank,
                                const struct hw_fftw_dimension *batches, void *in, void *out, unsigned flags);
typedef void hw_fftw_execute(void *plan, void *in, void *out);
typedef void hw_fftw_destroy(void *plan);

struct hw_fftw {
    hw_fftw_plan_complex *plan_dft;
    hw_fftw_plan_real *plan_r2c, *plan_c2r;
    hw_fftw_execute *execute_dft, *execute_r2c, *execute_c2r;
    hw_fftw_destroy *destroy_plan;
};

/* NULL where it is not installed: a sentence has been printed then. */
const struct hw_fftw *hw_fftw_get(bool is_double);

#endif

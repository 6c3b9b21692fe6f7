/* SPDX-License-Identifier: MIT */
/* Executing a plan of cuFFT as work of its stream. */
#ifndef HW_CUDA_FFT_EXECUTE_H
#define HW_CUDA_FFT_EXECUTE_H

#include "cuda/fft/plan.h"

/* Transform numbers of device memory.  Called with the lock. */
cufftResult hw_fft_execute(const struct hw_fft_plan *plan, void *in, void *out, int direction);
/* The same of the plan of that number, which has to be of that type, a cufftType. */
#define HW_FFT_ANY_TYPE 0
cufftResult hw_fft_execute_handle(cufftHandle handle, int type, void *in, void *out, int direction);

#endif

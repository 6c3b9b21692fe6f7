/* SPDX-License-Identifier: MIT */
/* Plans of cuFFT, by their numbers; and the frame of a call. */
#ifndef HW_CUDA_FFT_PLAN_H
#define HW_CUDA_FFT_PLAN_H

#include "cuda/fft/cufft.h"
#include "cuda/fft/shape.h"

#define HW_FFT_PROPERTIES 2

struct hw_fft_plan {
    struct hw_fft_plan *next;
    cufftHandle handle;
    bool made;                 /* the shape is there, and stays */
    struct hw_fft_shape shape; /* `packed` may be set before */
    cudaStream_t stream;
    bool no_automatic; /* the program gives the work area: */
    void *area;
    bool has_gpu; /* cufftXtSetGPUs has named one: */
    int gpu;
    long long property[HW_FFT_PROPERTIES];
};

/* NULL: there is none of that number. */
struct hw_fft_plan *hw_fft_plan(cufftHandle handle);
/* A new one, or the reason why not. */
cufftResult hw_fft_create(cufftHandle *handle);
cufftResult hw_fft_destroy(cufftHandle handle);

/* Unlock, log, and give `result` back. */
cufftResult hw_fft_leave(const char *call, cufftResult result);
/* A device for a call, with the lock, which hw_fft_leave gives back in any case. */
bool hw_fft_enter(void);
/* The body of a function that uses the device; `trouble` is what it returns where that cannot be used. */
#define HW_FFT_CALL(trouble, work) return hw_fft_leave(__func__, hw_fft_enter() ? (work) : (trouble))
/* The same of one that needs the lock only. */
#define HW_FFT_LOCKED_CALL(work) \
    hw_fft_lock();               \
    return hw_fft_leave(__func__, (work))
void hw_fft_lock(void);

int hw_fft_missing(const char *library, const char *name, unsigned char *told);

/* What rows of cufft.api call with other arguments than the program's own. */
cufftResult hw_fft_set_plan_property(cufftHandle handle, cufftProperty property, long long value);
cufftResult hw_fft_xt_set_work_area_policy(cufftHandle handle, cufftXtWorkAreaPolicy policy,
                                           const size_t *bytes);
cufftResult hw_fft_xt_query_plan(cufftHandle handle, const void *answer);
cufftResult hw_fft_check_callback(cufftHandle handle, cufftXtCallbackType type);
cufftResult hw_fft_execute_descriptor(cufftHandle plan, int type, const cudaLibXtDesc *in,
                                      const cudaLibXtDesc *out, int direction);

#endif

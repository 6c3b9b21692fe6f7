/* SPDX-License-Identifier: MIT */
/* The frame of every call of the driver API: its beginning, which takes the lock and finds out whether the
 * call may be made at all, and its end, which gives the lock back and tells the log. */
#ifndef HW_CUDA_DRIVER_DRIVER_CALL_H
#define HW_CUDA_DRIVER_DRIVER_CALL_H

#include "cuda/core/cuda_core.h"
#include "cuda/driver/driver.h"

/* cuInit or any function of the runtime has been called. */
CUresult hw_cu_begin(void);
/* And the thread has a context that may be used. */
CUresult hw_cu_begin_in_context(void);
/* And the thread has a context that may be used, or a stream or an event says which. */
CUresult hw_cu_begin_of(const void *handle);
/* And the thread may have a context, or none. */
CUresult hw_cu_begin_anywhere(void);
/* And the thread has a context that may be used, or none. */
CUresult hw_cu_begin_by_handle(void);
CUresult hw_cu_end(const char *call, CUresult result);

/* The body of a function, with an expression for what it does: of one that needs the driver only, or a
 * context, or a context if the thread has one. */
#define HW_DRIVER_CALL(work)                                                          \
    do {                                                                              \
        const CUresult begun = hw_cu_begin();                                         \
        return hw_cu_end(__func__, begun == CUDA_SUCCESS ? (CUresult)(work) : begun); \
    } while (0)
#define HW_CONTEXT_CALL(work)                                                         \
    do {                                                                              \
        const CUresult begun = hw_cu_begin_in_context();                              \
        return hw_cu_end(__func__, begun == CUDA_SUCCESS ? (CUresult)(work) : begun); \
    } while (0)

/* Of one for a stream or an event, which has a context of its own: a thread without a current one may use it.
 * (The default streams are those of the current context.) */
#define HW_OWNER_CALL(handle, work)                                                   \
    do {                                                                              \
        const CUresult begun = hw_cu_begin_of(handle);                                \
        return hw_cu_end(__func__, begun == CUDA_SUCCESS ? (CUresult)(work) : begun); \
    } while (0)

#define HW_ANYWHERE_CALL(work)                                                        \
    do {                                                                              \
        const CUresult begun = hw_cu_begin_anywhere();                                \
        return hw_cu_end(__func__, begun == CUDA_SUCCESS ? (CUresult)(work) : begun); \
    } while (0)

/* Of one that gives a thing back, which says by itself whose it is: programs have popped their contexts by
 * then. */
#define HW_HANDLE_CALL(work)                                                          \
    do {                                                                              \
        const CUresult begun = hw_cu_begin_by_handle();                               \
        return hw_cu_end(__func__, begun == CUDA_SUCCESS ? (CUresult)(work) : begun); \
    } while (0)

/* Of one that is done with its work when it returns. */
#define HW_WAITING_CALL(work) HW_CONTEXT_CALL(hw_cu_finish(work))

/* End a call that HALFWARP_FAIL makes fail. */
struct hw_injected;
CUresult hw_cu_injected(const struct hw_injected *injected);

/* What a function does that NVIDIA's driver has and nobody has written (cuda.api). */
int hw_cu_missing(const char *library, const char *name, unsigned char *told);

/* The driver's error for the runtime's, and its name. */
CUresult hw_cu_error(cudaError_t error);
const char *hw_cu_error_name(CUresult result);

/* Wait for what was asked of the default stream. */
CUresult hw_cu_finish(CUresult result);

/* Give a number to the program, where it has room for it. */
static inline CUresult hw_cu_give(int *to, int value)
{
    if (to)
        *to = value;
    return to ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* A device address as cuda.h takes it. */
static inline void *hw_cu_pointer(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

#endif

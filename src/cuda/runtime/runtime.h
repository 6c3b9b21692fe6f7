/* SPDX-License-Identifier: MIT */
/* The runtime API as programs call it, and what its functions share: what libcudart.so.4 and its relatives
 * export and do is in their table, cudart.api.
 *
 * Each function is cuda.h's of the same purpose between the beginning and the end of a call.  Toolkits differ
 * by the table of soname/soname.h.  Some functions have other parameters in some toolkits: they are declared
 * with the most that there are, and look at what their toolkit passes.  CUDA 13 gave cudaMemAdvise and
 * cudaMemPrefetchAsync a location of eight bytes where the number of a device was, and flags before the
 * stream: both fit the registers that are declared. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_H
#define HW_CUDA_RUNTIME_RUNTIME_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/memory/cuda_memory_pool.h"
#include "cuda/core/graphs/graph_api.h"
#include "cuda/core/log/log_listener.h"
#include "cuda/core/memory/copy_batch.h"
#include "cuda/core/memory/memory_abi.h"
#include "cuda/core/streams/stream_attribute.h"
#include "cuda/core/streams/stream_work.h"
#include "cuda/runtime/runtime_abi.h"
#include "cuda/runtime/runtime_handle.h"
#include "cuda/runtime/runtime_object.h"
#include "cuda/runtime/runtime_thread.h"
#include "cuda/runtime/soname/soname.h"

#include "generated/api/cudart.h"

/* The body of a function that uses a context, and of one that does not and so works after a kernel's fault,
 * too. */
#define HW_DEVICE_CALL(work) \
    return hw_runtime_leave(__func__, hw_runtime_enter() ? (cudaError_t)(work) : hw_cuda_trouble())
/* Of one that may have a context, and does without. */
#define HW_ANYWHERE_CALL(work) \
    return hw_runtime_leave(__func__, hw_cuda_enter_anywhere() ? (cudaError_t)(work) : hw_cuda_trouble())
/* Of one that is done with its work when it returns. */
#define HW_WAITING_CALL(work) HW_DEVICE_CALL(hw_cuda_finish(NULL, (work)))
#define HW_PLAIN_CALL(work)                        \
    do {                                           \
        hw_cuda_lock();                            \
        return hw_runtime_leave(__func__, (work)); \
    } while (0)

/* An error as the program's toolkit numbers it, and back (runtime_error.c): all else knows the numbers of
 * cuda_abi.h. */
cudaError_t hw_runtime_error(cudaError_t error);
/* End a call; the error as the program's toolkit has it, by which the log tells it, too. */
cudaError_t hw_runtime_leave(const char *call, cudaError_t error);
cudaError_t hw_runtime_own_error(cudaError_t error);
/* End a call that HALFWARP_FAIL makes fail. */
struct hw_injected;
cudaError_t hw_runtime_injected(const struct hw_injected *injected);

/* What a function does that a toolkit has and nobody has written (cudart.api). */
int hw_runtime_missing(const char *library, const char *name, unsigned char *told);

/* Give a number to the program, where it has room for it. */
static inline cudaError_t hw_runtime_give(int *to, int value)
{
    if (to)
        *to = value;
    return to ? cudaSuccess : cudaErrorInvalidValue;
}

/* What a program means by a stream or an event; within a call. */
static inline cudaStream_t hw_stream(cudaStream_t stream)
{
    return hw_handle_pointer(stream);
}

static inline cudaEvent_t hw_event(cudaEvent_t event)
{
    return hw_handle_pointer(event);
}

/* Between the files of this room, within a call. */
cudaError_t hw_runtime_check_device(int device);
/* What the program's structure says, in CUDA 4's. */
void hw_runtime_read_properties(struct cudaDeviceProp *properties, const struct cudaDeviceProp *from);
cudaError_t hw_runtime_allocate(void **address, size_t bytes);
cudaError_t hw_runtime_check_kind(const struct hw_cuda_end *to, const struct hw_cuda_end *from, int kind);
cudaError_t hw_runtime_check_pitch(const char *which, size_t pitch, size_t width, size_t height);
cudaError_t hw_runtime_copy_box(const struct cudaMemcpy3DParms *copy, cudaStream_t stream);
cudaError_t hw_runtime_read_box(struct hw_cuda_copy_work *work, const struct cudaMemcpy3DParms *copy);

#endif

/* Last errors of host threads, and what errors are called. */
#include "cuda/runtime/runtime.h"

cudaError_t cudaGetLastError(void)
{
    return hw_cuda_last_error(true);
}

cudaError_t cudaPeekAtLastError(void)
{
    return hw_cuda_last_error(false);
}

const char *cudaGetErrorString(cudaError_t error)
{
    if ((int)error > hw_soname.last_error && error != cudaErrorStartupFailure)
        return "unknown error";
    switch (error) {
#define HW_CUDA_TEXT(number, name, text)                                                                     \
    case name:                                                                                               \
        return text;
        HW_CUDA_ERRORS(HW_CUDA_TEXT)
#undef HW_CUDA_TEXT
    }
    return "unknown error";
}

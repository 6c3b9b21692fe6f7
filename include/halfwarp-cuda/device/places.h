/* SPDX-License-Identifier: MIT */
/* Where a thread is: threadIdx and the like, and special registers. */
#ifndef HALFWARP_CUDA_DEVICE_PLACES_H
#define HALFWARP_CUDA_DEVICE_PLACES_H

#include "vectors.h"

#include <__clang_cuda_builtin_vars.h> /* clang's own */

#define HW_PLACE(variable)                                                  \
    __device__ inline __cuda_builtin_##variable##_t::operator dim3() const  \
    {                                                                       \
        return dim3(x, y, z);                                               \
    }                                                                       \
    __device__ inline __cuda_builtin_##variable##_t::operator uint3() const \
    {                                                                       \
        return uint3{x, y, z};                                              \
    }

/* clang-format off */
HW_PLACE(threadIdx)
HW_PLACE(blockIdx)
HW_PLACE(blockDim)
HW_PLACE(gridDim)
/* clang-format on */

#undef HW_PLACE

#define HW_SPECIAL(type, name, letter, text)              \
    HW_DEVICE type name()                                 \
    {                                                     \
        type value;                                       \
        asm volatile("mov" text ";" : "=" letter(value)); \
        return value;                                     \
    }
HW_SPECIAL(unsigned, hw_lane, "r", ".u32 %0, %%laneid")
HW_SPECIAL(unsigned, hw_lanes_below, "r", ".u32 %0, %%lanemask_lt")
HW_SPECIAL(unsigned, hw_clock, "r", ".u32 %0, %%clock")
HW_SPECIAL(unsigned long long, hw_clock64, "l", ".u64 %0, %%clock64")
HW_SPECIAL(unsigned long long, hw_nanoseconds, "l", ".u64 %0, %%globaltimer")
#undef HW_SPECIAL

HW_DEVICE int clock()
{
    return (int)hw_clock();
}
HW_DEVICE long long clock64()
{
    return (long long)hw_clock64();
}

#endif

/* SPDX-License-Identifier: MIT */
/* Names of device functions as CUDA 1 to 4 had them, without underscores; sources of that time use them. */
#ifndef HALFWARP_CUDA_DEVICE_OLD_NAMES_H
#define HALFWARP_CUDA_DEVICE_OLD_NAMES_H

#include "integers.h"
#include "numbers.h"
#include "synchronize.h"
#include "system.h"

#define HW_OLD1(type, name, in, now) \
    HW_DEVICE type name(in a)        \
    {                                \
        return now(a);               \
    }
#define HW_OLD2(type, name, now)        \
    HW_DEVICE type name(type a, type b) \
    {                                   \
        return now(a, b);               \
    }
/* clang-format off */
HW_OLD2(int, mul24, __mul24)
HW_OLD2(unsigned, umul24, __umul24)
HW_OLD2(int, mulhi, __mulhi)
HW_OLD2(unsigned, umulhi, __umulhi)
HW_OLD2(long long, mul64hi, __mul64hi)
HW_OLD2(unsigned long long, umul64hi, __umul64hi)
HW_OLD1(int, float_as_int, float, __float_as_int)
HW_OLD1(float, int_as_float, int, __int_as_float)
HW_OLD1(float, saturate, float, __saturatef)
HW_OLD1(float, int2float, int, __int2float_rn)
HW_OLD1(float, uint2float, unsigned, __uint2float_rn)
HW_OLD1(int, float2int, float, __float2int_rz)
HW_OLD1(unsigned, float2uint, float, __float2uint_rz)
HW_OLD1(bool, any, bool, __any)
HW_OLD1(bool, all, bool, __all)
/* clang-format on */
#undef HW_OLD1
#undef HW_OLD2

HW_DEVICE void syncthreads()
{
    __syncthreads();
}
HW_DEVICE void threadfence()
{
    __threadfence();
}
HW_DEVICE void threadfence_block()
{
    __threadfence_block();
}
HW_DEVICE void trap()
{
    __trap();
}
HW_DEVICE void brkpt(int = 0)
{
    __brkpt();
}

#endif

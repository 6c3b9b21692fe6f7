/* SPDX-License-Identifier: MIT */
/* Complex numbers of two floats or doubles, for host and device, C and C++: the real part is x.
 *
 * Quotients and absolute values are scaled, so that squares within them do not overflow. */
#ifndef HALFWARP_CUDA_CUCOMPLEX_H
#define HALFWARP_CUDA_CUCOMPLEX_H

#include "device/vectors.h"

#ifdef __CUDACC_RTC__ /* a compiler at run time has no headers of the host */
#include "cuda_runtime.h"
#else
#include <math.h>
#endif

#define CU_COMPLEX_H_ /* as a toolkit's header says that it is there */

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* clang-format off */
#define HW_COMPLEX(type, real, make, f, fabs, sqrt)                                                          \
    HW_BOTH type make(real r, real i) { type z; z.x = r; z.y = i; return z; }                                \
    HW_BOTH real cuCreal##f(type z) { return z.x; }                                                          \
    HW_BOTH real cuCimag##f(type z) { return z.y; }                                                          \
    HW_BOTH type cuConj##f(type z) { return make(z.x, -z.y); }                                               \
    HW_BOTH type cuCadd##f(type a, type b) { return make(a.x + b.x, a.y + b.y); }                            \
    HW_BOTH type cuCsub##f(type a, type b) { return make(a.x - b.x, a.y - b.y); }                            \
    HW_BOTH type cuCmul##f(type a, type b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }    \
    HW_BOTH type cuCfma##f(type a, type b, type c) { return cuCadd##f(cuCmul##f(a, b), c); }                 \
    HW_BOTH type cuCdiv##f(type a, type b)                                                                   \
    {                                                                                                        \
        const real scale = (real)1 / (fabs(b.x) + fabs(b.y));                                                \
        const type c = make(a.x * scale, a.y * scale), d = make(b.x * scale, b.y * scale);                   \
        const real whole = (real)1 / (d.x * d.x + d.y * d.y);                                                \
        return make((c.x * d.x + c.y * d.y) * whole, (c.y * d.x - c.x * d.y) * whole);                       \
    }                                                                                                        \
    HW_BOTH real cuCabs##f(type z)                                                                           \
    {                                                                                                        \
        const real x = fabs(z.x), y = fabs(z.y), most = x > y ? x : y, least = x > y ? y : x;                \
        if (isinf(x) || isinf(y) || most == 0)                                                               \
            return x + y;                                                                                    \
        const real ratio = least / most;                                                                     \
        return most * sqrt((real)1 + ratio * ratio);                                                         \
    }
/* clang-format on */

HW_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f, fabsf, sqrtf)
HW_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, , fabs, sqrt)

#undef HW_COMPLEX

HW_BOTH cuComplex make_cuComplex(float r, float i)
{
    return make_cuFloatComplex(r, i);
}
HW_BOTH cuComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}
HW_BOTH cuDoubleComplex cuComplexFloatToDouble(cuComplex z)
{
    return make_cuDoubleComplex(z.x, z.y);
}

#endif

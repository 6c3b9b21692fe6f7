/* SPDX-License-Identifier: MIT */
/* The functions that binary16 and bfloat16 have alike, as a macro over the types of one number and of two. */
#ifndef HALFWARP_CUDA_HALF_SHORT_FUNCTIONS_H
#define HALFWARP_CUDA_HALF_SHORT_FUNCTIONS_H

#include "../device/vectors.h"

#define HW_SHORT_COMPARE(T, T2, name, relation)                            \
    HW_BOTH bool __h##name(T a, T b)                                       \
    {                                                                      \
        return (float)a relation(float) b;                                 \
    }                                                                      \
    HW_BOTH bool __h##name##u(T a, T b)                                    \
    {                                                                      \
        return hw_is_nan(a) || hw_is_nan(b) || (float)a relation(float) b; \
    }                                                                      \
    HW_BOTH T2 __h##name##2(T2 a, T2 b)                                    \
    {                                                                      \
        return T2(T(__h##name(a.x, b.x)), T(__h##name(a.y, b.y)));         \
    }                                                                      \
    HW_BOTH T2 __h##name##u2(T2 a, T2 b)                                   \
    {                                                                      \
        return T2(T(__h##name##u(a.x, b.x)), T(__h##name##u(a.y, b.y)));   \
    }                                                                      \
    HW_BOTH bool __hb##name##2(T2 a, T2 b)                                 \
    {                                                                      \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                 \
    }                                                                      \
    HW_BOTH bool __hb##name##u2(T2 a, T2 b)                                \
    {                                                                      \
        return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);           \
    }                                                                      \
    HW_BOTH bool operator relation(const T &a, const T &b)                 \
    {                                                                      \
        return __h##name(a, b);                                            \
    }                                                                      \
    HW_BOTH bool operator relation(const T2 &a, const T2 &b)               \
    {                                                                      \
        return __hb##name##2(a, b);                                        \
    }

#define HW_SHORT_OPERATOR(T, sign, function)        \
    HW_BOTH T operator sign(const T &a, const T &b) \
    {                                               \
        return function(a, b);                      \
    }                                               \
    HW_BOTH T &operator sign##=(T &a, const T &b)   \
    {                                               \
        return a = function(a, b);                  \
    }

#define HW_SHORT_NAMED(T, name, primitive)    \
    HW_BOTH T name(T a, T b)                  \
    {                                         \
        return primitive(a, b);               \
    }                                         \
    HW_BOTH T name##_rn(T a, T b)             \
    {                                         \
        return primitive(a, b);               \
    }                                         \
    HW_BOTH T name##_sat(T a, T b)            \
    {                                         \
        return hw_saturated(primitive(a, b)); \
    }

#define HW_SHORT_FUNCTIONS(T, T2)                                                \
    HW_BOTH bool hw_is_nan(T x)                                                  \
    {                                                                            \
        return (float)x != (float)x;                                             \
    }                                                                            \
    HW_BOTH T hw_saturated(T x)                                                  \
    {                                                                            \
        return (float)x > 0 ? (float)x < 1 ? x : T(1.0f) : T(0.0f);              \
    }                                                                            \
    HW_BOTH T2 hw_saturated(T2 v)                                                \
    {                                                                            \
        return T2(hw_saturated(v.x), hw_saturated(v.y));                         \
    }                                                                            \
    HW_BOTH T hw_divide(T a, T b)                                                \
    {                                                                            \
        return T((float)a / (float)b);                                           \
    }                                                                            \
    HW_BOTH T2 hw_divide(T2 a, T2 b)                                             \
    {                                                                            \
        return T2(hw_divide(a.x, b.x), hw_divide(a.y, b.y));                     \
    }                                                                            \
    HW_BOTH T __hneg(T x)                                                        \
    {                                                                            \
        return hw_number((unsigned short)(hw_bits(x) ^ 0x8000), (const T *)0);   \
    }                                                                            \
    HW_BOTH T __habs(T x)                                                        \
    {                                                                            \
        return hw_number((unsigned short)(hw_bits(x) & 0x7fff), (const T *)0);   \
    }                                                                            \
    HW_BOTH T2 __hneg2(T2 v)                                                     \
    {                                                                            \
        return T2(__hneg(v.x), __hneg(v.y));                                     \
    }                                                                            \
    HW_BOTH T2 __habs2(T2 v)                                                     \
    {                                                                            \
        return T2(__habs(v.x), __habs(v.y));                                     \
    }                                                                            \
    HW_SHORT_NAMED(T, __hadd, hw_add)                                            \
    HW_SHORT_NAMED(T, __hsub, hw_subtract)                                       \
    HW_SHORT_NAMED(T, __hmul, hw_multiply)                                       \
    HW_SHORT_NAMED(T2, __hadd2, hw_add)                                          \
    HW_SHORT_NAMED(T2, __hsub2, hw_subtract)                                     \
    HW_SHORT_NAMED(T2, __hmul2, hw_multiply)                                     \
    HW_BOTH T __hdiv(T a, T b)                                                   \
    {                                                                            \
        return hw_divide(a, b);                                                  \
    }                                                                            \
    HW_BOTH T2 __h2div(T2 a, T2 b)                                               \
    {                                                                            \
        return hw_divide(a, b);                                                  \
    }                                                                            \
    HW_BOTH T __hfma(T a, T b, T c)                                              \
    {                                                                            \
        return hw_fused(a, b, c);                                                \
    }                                                                            \
    HW_BOTH T2 __hfma2(T2 a, T2 b, T2 c)                                         \
    {                                                                            \
        return hw_fused(a, b, c);                                                \
    }                                                                            \
    HW_BOTH T __hfma_sat(T a, T b, T c)                                          \
    {                                                                            \
        return hw_saturated(hw_fused(a, b, c));                                  \
    }                                                                            \
    HW_BOTH T2 __hfma2_sat(T2 a, T2 b, T2 c)                                     \
    {                                                                            \
        return hw_saturated(hw_fused(a, b, c));                                  \
    }                                                                            \
    HW_BOTH bool __hisnan(T x)                                                   \
    {                                                                            \
        return hw_is_nan(x);                                                     \
    }                                                                            \
    HW_BOTH T2 __hisnan2(T2 v)                                                   \
    {                                                                            \
        return T2(T(__hisnan(v.x)), T(__hisnan(v.y)));                           \
    }                                                                            \
    HW_BOTH int __hisinf(T x)                                                    \
    {                                                                            \
        return (float)__habs(x) == __builtin_inff() ? (float)x > 0 ? 1 : -1 : 0; \
    }                                                                            \
    HW_SHORT_COMPARE(T, T2, eq, ==)                                              \
    HW_SHORT_COMPARE(T, T2, ne, !=)                                              \
    HW_SHORT_COMPARE(T, T2, lt, <)                                               \
    HW_SHORT_COMPARE(T, T2, le, <=)                                              \
    HW_SHORT_COMPARE(T, T2, gt, >)                                               \
    HW_SHORT_COMPARE(T, T2, ge, >=)                                              \
    HW_BOTH T __hmin(T a, T b)                                                   \
    {                                                                            \
        return hw_is_nan(a) || (float)b < (float)a ? b : a;                      \
    }                                                                            \
    HW_BOTH T __hmax(T a, T b)                                                   \
    {                                                                            \
        return hw_is_nan(a) || (float)b > (float)a ? b : a;                      \
    }                                                                            \
    HW_BOTH T2 __hmin2(T2 a, T2 b)                                               \
    {                                                                            \
        return T2(__hmin(a.x, b.x), __hmin(a.y, b.y));                           \
    }                                                                            \
    HW_BOTH T2 __hmax2(T2 a, T2 b)                                               \
    {                                                                            \
        return T2(__hmax(a.x, b.x), __hmax(a.y, b.y));                           \
    }                                                                            \
    HW_SHORT_OPERATOR(T, +, hw_add)                                              \
    HW_SHORT_OPERATOR(T, -, hw_subtract)                                         \
    HW_SHORT_OPERATOR(T, *, hw_multiply)                                         \
    HW_SHORT_OPERATOR(T, /, hw_divide)                                           \
    HW_SHORT_OPERATOR(T2, +, hw_add)                                             \
    HW_SHORT_OPERATOR(T2, -, hw_subtract)                                        \
    HW_SHORT_OPERATOR(T2, *, hw_multiply)                                        \
    HW_SHORT_OPERATOR(T2, /, hw_divide)                                          \
    HW_BOTH T operator-(const T &x)                                              \
    {                                                                            \
        return __hneg(x);                                                        \
    }                                                                            \
    HW_BOTH T2 operator-(const T2 &v)                                            \
    {                                                                            \
        return __hneg2(v);                                                       \
    }                                                                            \
    HW_BOTH T &operator++(T &x)                                                  \
    {                                                                            \
        return x = hw_add(x, T(1.0f));                                           \
    }                                                                            \
    HW_BOTH T &operator--(T &x)                                                  \
    {                                                                            \
        return x = hw_subtract(x, T(1.0f));                                      \
    }

/* Rearranging pairs, and sums of one in memory. */
#define HW_SHORT_PAIRS(T, T2)                                                                 \
    HW_BOTH float __low2float(T2 v)                                                           \
    {                                                                                         \
        return (float)v.x;                                                                    \
    }                                                                                         \
    HW_BOTH float __high2float(T2 v)                                                          \
    {                                                                                         \
        return (float)v.y;                                                                    \
    }                                                                                         \
    HW_BOTH T2 __lowhigh2highlow(T2 v)                                                        \
    {                                                                                         \
        return T2(v.y, v.x);                                                                  \
    }                                                                                         \
    HW_DEVICE T2 atomicAdd(T2 *address, T2 value)                                             \
    {                                                                                         \
        return hw_atomic_loop(                                                                \
            address, [value](T2 old) __attribute__((device)) { return hw_add(old, value); }); \
    }

/* Mathematical functions, by those of float. */
#define HW_SHORT_MATH(T, T2, name, expression) \
    HW_DEVICE T h##name(T a)                   \
    {                                          \
        const float x = (float)a;              \
        return T(expression);                  \
    }                                          \
    HW_DEVICE T2 h2##name(T2 v)                \
    {                                          \
        return T2(h##name(v.x), h##name(v.y)); \
    }
#define HW_SHORT_MATHS(T, T2)                 \
    HW_SHORT_MATH(T, T2, sin, sinf(x))        \
    HW_SHORT_MATH(T, T2, cos, cosf(x))        \
    HW_SHORT_MATH(T, T2, exp, expf(x))        \
    HW_SHORT_MATH(T, T2, exp2, exp2f(x))      \
    HW_SHORT_MATH(T, T2, exp10, exp10f(x))    \
    HW_SHORT_MATH(T, T2, log, logf(x))        \
    HW_SHORT_MATH(T, T2, log2, log2f(x))      \
    HW_SHORT_MATH(T, T2, log10, log10f(x))    \
    HW_SHORT_MATH(T, T2, sqrt, sqrtf(x))      \
    HW_SHORT_MATH(T, T2, rsqrt, 1 / sqrtf(x)) \
    HW_SHORT_MATH(T, T2, rcp, 1 / x)          \
    HW_SHORT_MATH(T, T2, tanh, tanhf(x))      \
    HW_SHORT_MATH(T, T2, floor, floorf(x))    \
    HW_SHORT_MATH(T, T2, ceil, ceilf(x))      \
    HW_SHORT_MATH(T, T2, trunc, truncf(x))    \
    HW_SHORT_MATH(T, T2, rint, rintf(x))

#endif

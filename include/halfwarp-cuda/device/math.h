/* SPDX-License-Identifier: MIT */
/* The math functions by their names, for the device.  float functions have two names: sinf(x) and sin(x).
 *
 * They are declared before any header of the C++ library is read: its constexpr functions then leave the
 * device to these.  Host code has the host's library. */
#ifndef HALFWARP_CUDA_DEVICE_MATH_H
#define HALFWARP_CUDA_DEVICE_MATH_H

#include "numbers.h"
#include "../math/all.h"

#define HW_CALL(name) halfwarp_math::name
#define HW_MATH1(name)               \
    HW_DEVICE float name##f(float x) \
    {                                \
        return HW_CALL(name)(x);     \
    }                                \
    HW_DEVICE float name(float x)    \
    {                                \
        return HW_CALL(name)(x);     \
    }                                \
    HW_DEVICE double name(double x)  \
    {                                \
        return HW_CALL(name)(x);     \
    }
#define HW_MATH2(name)                        \
    HW_DEVICE float name##f(float x, float y) \
    {                                         \
        return HW_CALL(name)(x, y);           \
    }                                         \
    HW_DEVICE float name(float x, float y)    \
    {                                         \
        return HW_CALL(name)(x, y);           \
    }                                         \
    HW_DEVICE double name(double x, double y) \
    {                                         \
        return HW_CALL(name)(x, y);           \
    }
/* With --use_fast_math those of floats are approximate ones. */
#ifdef __USE_FAST_MATH__
#define HW_QUICK1(name)              \
    HW_DEVICE float name##f(float x) \
    {                                \
        return __##name##f(x);       \
    }                                \
    HW_DEVICE float name(float x)    \
    {                                \
        return __##name##f(x);       \
    }                                \
    HW_DEVICE double name(double x)  \
    {                                \
        return HW_CALL(name)(x);     \
    }
HW_DEVICE float powf(float x, float y)
{
    return __powf(x, y);
}
HW_DEVICE float pow(float x, float y)
{
    return __powf(x, y);
}
HW_DEVICE double pow(double x, double y)
{
    return HW_CALL(pow)(x, y);
}
HW_DEVICE void hw_sincos(float x, float *sine, float *cosine)
{
    __sincosf(x, sine, cosine);
}
#else
#define HW_QUICK1(name) HW_MATH1(name)
HW_MATH2(pow)
HW_DEVICE void hw_sincos(float x, float *sine, float *cosine)
{
    HW_CALL(sincos)(x, sine, cosine);
}
#endif
HW_DEVICE void hw_sincos(double x, double *sine, double *cosine)
{
    HW_CALL(sincos)(x, sine, cosine);
}

/* Functions of CUDA's that C has not had: host code has them from here. */
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 41)
#define HW_NEW_IN_C HW_DEVICE
#endif
#endif
#ifndef HW_NEW_IN_C
#define HW_NEW_IN_C HW_BOTH
#endif
#define HW_EXTRA1(name, where)   \
    where float name##f(float x) \
    {                            \
        return HW_CALL(name)(x); \
    }                            \
    where float name(float x)    \
    {                            \
        return HW_CALL(name)(x); \
    }                            \
    where double name(double x)  \
    {                            \
        return HW_CALL(name)(x); \
    }
#define HW_MATH_TO(type, name)         \
    HW_DEVICE type name##f(float x)    \
    {                                  \
        return (type)HW_CALL(name)(x); \
    }                                  \
    HW_DEVICE type name(float x)       \
    {                                  \
        return (type)HW_CALL(name)(x); \
    }                                  \
    HW_DEVICE type name(double x)      \
    {                                  \
        return (type)HW_CALL(name)(x); \
    }
#define HW_WHOLE(type, name, rounding)     \
    HW_DEVICE type name##f(float x)        \
    {                                      \
        return (type)HW_CALL(rounding)(x); \
    }                                      \
    HW_DEVICE type name(float x)           \
    {                                      \
        return (type)HW_CALL(rounding)(x); \
    }                                      \
    HW_DEVICE type name(double x)          \
    {                                      \
        return (type)HW_CALL(rounding)(x); \
    }

/* clang-format off */
HW_QUICK1(sin) HW_QUICK1(cos) HW_QUICK1(tan) HW_EXTRA1(sinpi, HW_NEW_IN_C) HW_EXTRA1(cospi, HW_NEW_IN_C)
HW_MATH1(asin) HW_MATH1(acos) HW_MATH1(atan) HW_MATH2(atan2)
HW_MATH1(sinh) HW_MATH1(cosh) HW_MATH1(tanh) HW_MATH1(asinh) HW_MATH1(acosh) HW_MATH1(atanh)
HW_QUICK1(exp) HW_MATH1(exp2) HW_QUICK1(exp10) HW_MATH1(expm1)
HW_QUICK1(log) HW_QUICK1(log2) HW_QUICK1(log10) HW_MATH1(log1p) HW_MATH1(logb)
HW_EXTRA1(rsqrt, HW_NEW_IN_C) HW_MATH1(cbrt) HW_EXTRA1(rcbrt, HW_BOTH) HW_MATH2(hypot) HW_MATH2(rhypot)
HW_MATH1(floor) HW_MATH1(ceil) HW_MATH1(trunc) HW_MATH1(rint) HW_MATH1(round)
HW_MATH2(fmod) HW_MATH2(remainder) HW_MATH2(fdim) HW_MATH2(fmin) HW_MATH2(fmax) HW_MATH2(nextafter)
HW_MATH1(erf) HW_MATH1(erfc) HW_EXTRA1(erfcx, HW_BOTH) HW_EXTRA1(erfinv, HW_BOTH) HW_EXTRA1(erfcinv, HW_BOTH) HW_EXTRA1(normcdf, HW_BOTH) HW_EXTRA1(normcdfinv, HW_BOTH)
HW_MATH1(tgamma) HW_MATH1(lgamma) HW_MATH1(j0) HW_MATH1(j1) HW_MATH1(y0) HW_MATH1(y1)
HW_EXTRA1(cyl_bessel_i0, HW_BOTH) HW_EXTRA1(cyl_bessel_i1, HW_BOTH)
HW_MATH_TO(int, ilogb)
HW_WHOLE(long, lrint, nearest) HW_WHOLE(long long, llrint, nearest)
HW_WHOLE(long, lround, round) HW_WHOLE(long long, llround, round)
/* clang-format on */

#define HW_SAME(name, other)         \
    HW_DEVICE float name##f(float x) \
    {                                \
        return HW_CALL(other)(x);    \
    }                                \
    HW_DEVICE float name(float x)    \
    {                                \
        return HW_CALL(other)(x);    \
    }                                \
    HW_DEVICE double name(double x)  \
    {                                \
        return HW_CALL(other)(x);    \
    }
    /* clang-format off */
HW_SAME(sqrt, root) HW_SAME(fabs, magnitude) HW_SAME(nearbyint, nearest)
/* clang-format on */
#undef HW_SAME

        HW_DEVICE float abs(float x)
{
    return __builtin_fabsf(x);
}
HW_DEVICE double abs(double x)
{
    return __builtin_fabs(x);
}
HW_DEVICE float copysignf(float x, float y)
{
    return __builtin_copysignf(x, y);
}
HW_DEVICE float copysign(float x, float y)
{
    return __builtin_copysignf(x, y);
}
HW_DEVICE double copysign(double x, double y)
{
    return __builtin_copysign(x, y);
}
HW_DEVICE float fmaf(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}
HW_DEVICE float fma(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}
HW_DEVICE double fma(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}
HW_DEVICE double pow(double x, int y)
{
    return halfwarp_math::powi(x, y);
}
HW_DEVICE float pow(float x, int y)
{
    return halfwarp_math::powi(x, y);
}
HW_DEVICE float powif(float x, int y)
{
    return halfwarp_math::powi(x, y);
}
HW_DEVICE double powi(double x, int y)
{
    return halfwarp_math::powi(x, y);
}
HW_DEVICE float fdividef(float x, float y)
{
    return x / y;
}

/* Functions with more results, or other arguments. */
#define HW_OTHERS(T, f)                                 \
    HW_DEVICE void sincos##f(T x, T *sine, T *cosine)   \
    {                                                   \
        hw_sincos(x, sine, cosine);                     \
    }                                                   \
    HW_DEVICE void sincospi##f(T x, T *sine, T *cosine) \
    {                                                   \
        *sine = HW_CALL(sinpi)(x);                      \
        *cosine = HW_CALL(cospi)(x);                    \
    }                                                   \
    HW_DEVICE T jn##f(int n, T x)                       \
    {                                                   \
        return HW_CALL(jn)(n, x);                       \
    }                                                   \
    HW_DEVICE T yn##f(int n, T x)                       \
    {                                                   \
        return HW_CALL(yn)(n, x);                       \
    }                                                   \
    HW_DEVICE T norm3d##f(T a, T b, T c)                \
    {                                                   \
        return HW_CALL(norm3d)(a, b, c);                \
    }                                                   \
    HW_DEVICE T norm4d##f(T a, T b, T c, T d)           \
    {                                                   \
        return HW_CALL(norm4d)(a, b, c, d);             \
    }                                                   \
    HW_DEVICE T rnorm3d##f(T a, T b, T c)               \
    {                                                   \
        return HW_CALL(rnorm3d)(a, b, c);               \
    }                                                   \
    HW_DEVICE T rnorm4d##f(T a, T b, T c, T d)          \
    {                                                   \
        return HW_CALL(rnorm4d)(a, b, c, d);            \
    }                                                   \
    HW_DEVICE T norm##f(int count, const T *values)     \
    {                                                   \
        return HW_CALL(norm)(count, values);            \
    }                                                   \
    HW_DEVICE T rnorm##f(int count, const T *values)    \
    {                                                   \
        return HW_CALL(rnorm)(count, values);           \
    }                                                   \
    HW_DEVICE T ldexp##f(T x, int n)                    \
    {                                                   \
        return HW_CALL(ldexp)(x, n);                    \
    }                                                   \
    HW_DEVICE T scalbn##f(T x, int n)                   \
    {                                                   \
        return HW_CALL(scalbn)(x, n);                   \
    }                                                   \
    HW_DEVICE T scalbln##f(T x, long n)                 \
    {                                                   \
        return HW_CALL(scalbln)(x, n);                  \
    }                                                   \
    HW_DEVICE T frexp##f(T x, int *n)                   \
    {                                                   \
        return HW_CALL(frexp)(x, n);                    \
    }                                                   \
    HW_DEVICE T modf##f(T x, T *whole)                  \
    {                                                   \
        return HW_CALL(modf)(x, whole);                 \
    }                                                   \
    HW_DEVICE T remquo##f(T x, T y, int *q)             \
    {                                                   \
        return HW_CALL(remquo)(x, y, q);                \
    }                                                   \
    HW_DEVICE T nan##f(const char *)                    \
    {                                                   \
        return HW_CALL(format)<T>::NONE;                \
    }
/* clang-format off */
HW_OTHERS(float, f)
HW_OTHERS(double, )
/* clang-format on */
#undef HW_OTHERS

#define HW_OVERLOADS(T)                  \
    HW_DEVICE T ldexp(T x, int n)        \
    {                                    \
        return HW_CALL(ldexp)(x, n);     \
    }                                    \
    HW_DEVICE T scalbn(T x, int n)       \
    {                                    \
        return HW_CALL(scalbn)(x, n);    \
    }                                    \
    HW_DEVICE T scalbln(T x, long n)     \
    {                                    \
        return HW_CALL(scalbln)(x, n);   \
    }                                    \
    HW_DEVICE T frexp(T x, int *n)       \
    {                                    \
        return HW_CALL(frexp)(x, n);     \
    }                                    \
    HW_DEVICE T modf(T x, T *whole)      \
    {                                    \
        return HW_CALL(modf)(x, whole);  \
    }                                    \
    HW_DEVICE T remquo(T x, T y, int *q) \
    {                                    \
        return HW_CALL(remquo)(x, y, q); \
    }
/* clang-format off */
HW_OVERLOADS(float)
/* clang-format on */
#undef HW_OVERLOADS

#define HW_CLASS(name, condition) \
    HW_DEVICE bool name(float x)  \
    {                             \
        return condition;         \
    }                             \
    HW_DEVICE bool name(double x) \
    {                             \
        return condition;         \
    }
/* clang-format off */
HW_CLASS(isnan, HW_CALL(is_nan)(x))
HW_CLASS(isinf, HW_CALL(is_infinite)(x))
HW_CLASS(isfinite, HW_CALL(is_finite)(x))
HW_CLASS(signbit, HW_CALL(is_negative)(x))
HW_CLASS(isnormal, HW_CALL(is_finite)(x) && HW_CALL(magnitude)(x) >= HW_CALL(format)<decltype(x)>::LEAST_NORMAL)
HW_CLASS(__isnan, HW_CALL(is_nan)(x))
HW_CLASS(__isinf, HW_CALL(is_infinite)(x))
HW_CLASS(__finite, HW_CALL(is_finite)(x))
HW_CLASS(__signbit, HW_CALL(is_negative)(x))
/* clang-format on */
#undef HW_CLASS

/* Whole numbers become double, and mixed arguments double, as in C++. */
namespace halfwarp_math {
template <bool, class T> struct only_if {
};
template <class T> struct only_if<true, T> {
    typedef T type;
};
template <class T> struct is_whole {
    static constexpr bool value = __is_integral(T);
};
template <class A, class B> struct is_mixed {
    static constexpr bool value = __is_arithmetic(A) && __is_arithmetic(B) && !__is_same(A, B);
};
} // namespace halfwarp_math

#define HW_WHOLE1(name)                                                                          \
    template <class T>                                                                           \
    HW_DEVICE typename HW_CALL(only_if)<HW_CALL(is_whole) < T>::value, double > ::type name(T x) \
    {                                                                                            \
        return HW_CALL(name)((double)x);                                                         \
    }
#define HW_MIXED2(name)                                                                                      \
    template <class A, class B>                                                                              \
        HW_DEVICE typename HW_CALL(only_if)<HW_CALL(is_mixed) < A, B>::value || HW_CALL(is_whole)<A>::value, \
        double > ::type name(A x, B y)                                                                       \
    {                                                                                                        \
        return HW_CALL(name)((double)x, (double)y);                                                          \
    }
/* clang-format off */
HW_WHOLE1(sin) HW_WHOLE1(cos) HW_WHOLE1(tan) HW_WHOLE1(asin) HW_WHOLE1(acos) HW_WHOLE1(atan)
HW_WHOLE1(sinh) HW_WHOLE1(cosh) HW_WHOLE1(tanh) HW_WHOLE1(asinh) HW_WHOLE1(acosh) HW_WHOLE1(atanh)
HW_WHOLE1(exp) HW_WHOLE1(exp2) HW_WHOLE1(expm1) HW_WHOLE1(log) HW_WHOLE1(log2) HW_WHOLE1(log10) HW_WHOLE1(log1p)
HW_WHOLE1(erf) HW_WHOLE1(erfc) HW_WHOLE1(tgamma) HW_WHOLE1(lgamma)
HW_WHOLE1(cbrt) HW_WHOLE1(rsqrt) HW_WHOLE1(floor) HW_WHOLE1(ceil) HW_WHOLE1(trunc) HW_WHOLE1(round) HW_WHOLE1(rint)
HW_MIXED2(atan2) HW_MIXED2(fmod) HW_MIXED2(hypot) HW_MIXED2(fmin) HW_MIXED2(fmax) HW_MIXED2(fdim)
template <class T> HW_DEVICE typename HW_CALL(only_if)<HW_CALL(is_whole)<T>::value, double>::type sqrt(T x)
{
    return HW_CALL(root)((double)x);
}
/* clang-format on */
HW_DEVICE double pow(float x, double y)
{
    return halfwarp_math::pow((double)x, y);
}
HW_DEVICE double pow(double x, float y)
{
    return halfwarp_math::pow(x, (double)y);
}
template <class A>
HW_DEVICE typename HW_CALL(only_if)<HW_CALL(is_whole) < A>::value, double > ::type pow(A x, double y)
{
    return halfwarp_math::pow((double)x, y);
}
template <class A>
HW_DEVICE typename HW_CALL(only_if)<HW_CALL(is_whole) < A>::value, double > ::type pow(A x, float y)
{
    return halfwarp_math::pow((double)x, (double)y);
}
template <class A>
HW_DEVICE typename HW_CALL(only_if)<HW_CALL(is_whole) < A>::value, double > ::type pow(A x, int y)
{
    return halfwarp_math::pow((double)x, (double)y);
}

/* min and max of numbers, which CUDA has without fmin and fmax. */
#define HW_MINMAX(T, x_type, y_type)      \
    HW_BOTH T min(x_type x, y_type y)     \
    {                                     \
        return HW_CALL(fmin)((T)x, (T)y); \
    }                                     \
    HW_BOTH T max(x_type x, y_type y)     \
    {                                     \
        return HW_CALL(fmax)((T)x, (T)y); \
    }
/* clang-format off */
HW_MINMAX(float, float, float)
HW_MINMAX(double, double, double)
HW_MINMAX(double, float, double)
HW_MINMAX(double, double, float)
/* clang-format on */
#undef HW_MINMAX
#undef HW_WHOLE1
#undef HW_MIXED2
#undef HW_MATH1
#undef HW_QUICK1
#undef HW_EXTRA1
#undef HW_NEW_IN_C
#undef HW_MATH2
#undef HW_MATH_TO
#undef HW_WHOLE
#undef HW_CALL

#endif

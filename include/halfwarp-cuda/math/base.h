/* SPDX-License-Identifier: MIT */
/* What the math functions stand on: formats, bits, exact pieces of arithmetic.
 *
 * The functions are templates over float and double, in one namespace, for the device and for any host
 * compiler, so a host can test them.  They hold for round to nearest.  Compilers for GPUs join a * b + c into
 * one operation: what relies on a rounded product asks for it by product(). */
#ifndef HALFWARP_CUDA_MATH_BASE_H
#define HALFWARP_CUDA_MATH_BASE_H

#ifdef __CUDA__
#define HW_MATH static inline __attribute__((host, device, unused))
#else
#define HW_MATH static inline __attribute__((unused))
#endif

namespace halfwarp_math {

typedef unsigned u32;
typedef unsigned long long u64;

template <class T> struct format;

template <> struct format<float> {
    typedef u32 bits;
    typedef int whole;
    static constexpr int FRACTION = 23, EXPONENT = 8, BIAS = 127;
    static constexpr float INFINITE = __builtin_inff(), NONE = __builtin_nanf(""), LEAST_NORMAL = 0x1p-126f;
    static constexpr float GREATEST = 0x1.fffffep127f, LEAST = 0x1p-149f, EPSILON = 0x1p-23f;
};

template <> struct format<double> {
    typedef u64 bits;
    typedef long long whole;
    static constexpr int FRACTION = 52, EXPONENT = 11, BIAS = 1023;
    static constexpr double INFINITE = __builtin_inf(), NONE = __builtin_nan(""), LEAST_NORMAL = 0x1p-1022;
    static constexpr double GREATEST = 0x1.fffffffffffffp1023, LEAST = 0x1p-1074, EPSILON = 0x1p-52;
};

template <class To, class From> HW_MATH To same_bits(From from)
{
    To to;
    static_assert(sizeof to == sizeof from, "as many bits");
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

template <class T> HW_MATH typename format<T>::bits bits_of(T x)
{
    return same_bits<typename format<T>::bits>(x);
}

template <class T> HW_MATH T from_bits(typename format<T>::bits bits)
{
    return same_bits<T>(bits);
}

template <class T> struct masks {
    typedef typename format<T>::bits bits;
    static constexpr bits SIGN = (bits)1 << (sizeof(T) * 8 - 1);
    static constexpr bits FRACTION = ((bits)1 << format<T>::FRACTION) - 1;
    static constexpr bits EXPONENT = SIGN - 1 - FRACTION;
};

/* a * b + c with one rounding.  HW_WITHOUT_FMA is for chips before sm_20: there floats have none, and
 * multiply and add are not to be joined (-ffp-contract=off). */
#ifdef HW_WITHOUT_FMA
HW_MATH float fused(float a, float b, float c);
#else
HW_MATH float fused(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
#endif
HW_MATH double fused(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

/* a * b, rounded: no compiler joins it to an addition.  clang before 17 forgets what __nvvm_mul_rn_f says. */
#if defined(__NVPTX__) && __clang_major__ >= 17
static inline __attribute__((device)) float product(float a, float b)
{
    return __nvvm_mul_rn_f(a, b);
}
static inline __attribute__((device)) double product(double a, double b)
{
    return __nvvm_mul_rn_d(a, b);
}
#elif defined(__NVPTX__)
static inline __attribute__((device)) float product(float a, float b)
{
    float result;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
}
static inline __attribute__((device)) double product(double a, double b)
{
    double result;
    asm("mul.rn.f64 %0, %1, %2;" : "=d"(result) : "d"(a), "d"(b));
    return result;
}
#else
HW_MATH float product(float a, float b)
{
#ifdef HW_WITHOUT_FMA
    return a * b;
#else
    return fused(a, b, -0.0f);
#endif
}
HW_MATH double product(double a, double b)
{
    return fused(a, b, -0.0);
}
#endif

HW_MATH float magnitude(float x)
{
    return __builtin_fabsf(x);
}
HW_MATH double magnitude(double x)
{
    return __builtin_fabs(x);
}
HW_MATH float with_sign(float x, float of)
{
    return __builtin_copysignf(x, of);
}
HW_MATH double with_sign(double x, double of)
{
    return __builtin_copysign(x, of);
}
HW_MATH float root(float x)
{
    return __builtin_sqrtf(x);
}
HW_MATH double root(double x)
{
    return __builtin_sqrt(x);
}
HW_MATH float nearest(float x)
{
    return __builtin_rintf(x);
}
HW_MATH double nearest(double x)
{
    return __builtin_rint(x);
}

template <class T> HW_MATH bool is_nan(T x)
{
    return (bits_of(x) & ~masks<T>::SIGN) > masks<T>::EXPONENT;
}

template <class T> HW_MATH bool is_infinite(T x)
{
    return (bits_of(x) & ~masks<T>::SIGN) == masks<T>::EXPONENT;
}

template <class T> HW_MATH bool is_finite(T x)
{
    return (bits_of(x) & masks<T>::EXPONENT) != masks<T>::EXPONENT;
}

template <class T> HW_MATH bool is_negative(T x)
{
    return (bits_of(x) & masks<T>::SIGN) != 0;
}

/* 2^k of normal numbers. */
template <class T> HW_MATH T power_of_two(int k)
{
    return from_bits<T>((typename format<T>::bits)(k + format<T>::BIAS) << format<T>::FRACTION);
}

/* x * 2^k with one rounding, for |k| up to twice the greatest exponent and an x near 1. */
template <class T> HW_MATH T scaled(T x, int k)
{
    const int half = k >> 1;
    return x * power_of_two<T>(half) * power_of_two<T>(k - half);
}

/* a * b + c with one or two roundings. */
HW_MATH float joined(float a, float b, float c)
{
#ifdef HW_WITHOUT_FMA
    return a * b + c;
#else
    return fused(a, b, c);
#endif
}
HW_MATH double joined(double a, double b, double c)
{
    return fused(a, b, c);
}

template <class T> HW_MATH T horner(T, T last)
{
    return last;
}

template <class T, class... Rest> HW_MATH T horner(T u, T first, T second, Rest... rest)
{
    return joined(horner(u, second, rest...), u, first);
}

/* A number as the sum of two: `high` is the sum rounded. */
template <class T> struct pair {
    T high, low;
};

/* a + b for |a| >= |b| or a = 0. */
template <class T> HW_MATH pair<T> quick_sum(T a, T b)
{
    const T sum = a + b;
    return {sum, b - (sum - a)};
}

template <class T> HW_MATH pair<T> exact_sum(T a, T b)
{
    const T sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

#ifdef HW_WITHOUT_FMA
/* Dekker's product (1971): halves of 12 bits, whose products are exact. */
HW_MATH pair<float> halves(float x)
{
    const float far = product(x, 4097), high = far - (far - x);
    return {high, x - high};
}
HW_MATH pair<float> exact_product(float a, float b)
{
    const pair<float> x = halves(a), y = halves(b);
    const float high = product(a, b);
    return {high, ((product(x.high, y.high) - high) + product(x.high, y.low) + product(x.low, y.high)) +
                      product(x.low, y.low)};
}
HW_MATH float fused(float a, float b, float c)
{
    const pair<float> p = exact_product(a, b), sum = exact_sum(p.high, c);
    const float result = sum.high + (sum.low + p.low);
    return is_nan(result) ? product(a, b) + c : result;
}
#endif

template <class T> HW_MATH pair<T> exact_product(T a, T b)
{
    const T high = product(a, b);
    return {high, fused(a, b, -high)};
}

template <class T> HW_MATH pair<T> times(pair<T> a, pair<T> b)
{
    const pair<T> p = exact_product(a.high, b.high);
    return quick_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

template <class T> HW_MATH pair<T> plus(pair<T> a, pair<T> b)
{
    const pair<T> sum = exact_sum(a.high, b.high);
    return quick_sum(sum.high, sum.low + (a.low + b.low));
}

/* Constants as pairs, and as parts whose product with a small whole number is exact. */
template <class T> struct number;

template <> struct number<float> {
    static constexpr float LOG2_E = 0x1.715476p0f, LN2 = 0x1.62e43p-1f, LN2_LOW = -0x1.05c61p-29f;
    static constexpr float LN2_SHORT = 0x1.62e4p-1f, LN2_REST = 0x1.7f7d1cp-20f;
    static constexpr float LOG10_2 = 0x1.344136p-2f, LOG10_2_LOW = -0x1.ec10cp-27f, LOG2_10 = 0x1.a934fp1f;
    static constexpr float LN10 = 0x1.26bb1cp1f, LN10_LOW = -0x1.12aabap-25f;
    static constexpr float LOG2_E_LOW = 0x1.4ae0cp-26f, LOG10_E = 0x1.bcb7b2p-2f,
                           LOG10_E_LOW = -0x1.5b235ep-27f;
    static constexpr float PI = 0x1.921fb6p1f, PI_LOW = -0x1.777a5cp-24f;
    static constexpr float HALF_PI = 0x1.921fb6p0f, HALF_PI_LOW = -0x1.777a5cp-25f,
                           HALF_PI_LAST = -0x1.ee59dap-50f;
    static constexpr float TWO_OVER_PI = 0x1.45f306p-1f;
    static constexpr float EXP_OVER = 0x1.62e42ep6f, EXP_UNDER = -104.0f;
};

template <> struct number<double> {
    static constexpr double LOG2_E = 0x1.71547652b82fep0, LN2 = 0x1.62e42fefa39efp-1,
                            LN2_LOW = 0x1.abc9e3b39803fp-56;
    static constexpr double LN2_SHORT = 0x1.62e42fefa38p-1, LN2_REST = 0x1.ef35793c7673p-45;
    static constexpr double LOG10_2 = 0x1.34413509f79ffp-2, LOG10_2_LOW = -0x1.9dc1da994fd21p-59;
    static constexpr double LOG2_10 = 0x1.a934f0979a371p1;
    static constexpr double LN10 = 0x1.26bb1bbb55516p1, LN10_LOW = -0x1.f48ad494ea3e9p-53;
    static constexpr double LOG2_E_LOW = 0x1.777d0ffda0d24p-56;
    static constexpr double LOG10_E = 0x1.bcb7b1526e50ep-2, LOG10_E_LOW = 0x1.95355baaafad3p-57;
    static constexpr double PI = 0x1.921fb54442d18p1, PI_LOW = 0x1.1a62633145c07p-53;
    static constexpr double HALF_PI = 0x1.921fb54442d18p0, HALF_PI_LOW = 0x1.1a62633145c07p-54;
    static constexpr double HALF_PI_LAST = -0x1.f1976b7ed8fbcp-110;
    static constexpr double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
    static constexpr double EXP_OVER = 0x1.62e42fefa39efp9, EXP_UNDER = -746.0;
};

} // namespace halfwarp_math

#endif

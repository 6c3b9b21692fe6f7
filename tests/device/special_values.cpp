/* SPDX-License-Identifier: MIT */
/* The device's math functions at zeros, infinities, NaN, denormals and the ends of ranges, against the host's library:
 * the same kind of result, the same sign of zeros. */
#include "math/all.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace hw = halfwarp_math;

static int failures;

/* Where both have a number, they only have to be near: accuracy.cpp measures. */
template <class T> static bool alike(T a, T b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    if (a == 0 || b == 0 || std::isinf(a) || std::isinf(b))
        return a == b && std::signbit(a) == std::signbit(b);
    return std::fabs(a - b) <= std::fabs(b) * (T)1e-6 + std::numeric_limits<T>::denorm_min();
}

template <class T> static void expect(const char *name, T x, T y, T got, T wanted)
{
    if (alike(got, wanted))
        return;
    failures++;
    std::printf("%s of %s (%g, %g) is %g, expected %g\n", name, sizeof(T) == 4 ? "float" : "double", (double)x,
                (double)y, (double)got, (double)wanted);
}

template <class T> static std::vector<T> special_values()
{
    typedef std::numeric_limits<T> limits;
    std::vector<T> values = {0, (T)0.1, (T)0.5, 1, (T)1.5, 2, 3, 4, 8, (T)9.5, 100, (T)200.5, (T)8388607.5, 16777216,
                             (T)1e10, (T)1e30, limits::min(), limits::denorm_min(), limits::max(), limits::infinity(),
                             limits::quiet_NaN(), limits::epsilon(), limits::epsilon() / 8, 1 - limits::epsilon() / 2,
                             1 + limits::epsilon()};
    const size_t count = values.size();
    for (size_t k = 0; k < count; k++)
        values.push_back(-values[k]);
    return values;
}

template <class T> static void check()
{
    const std::vector<T> values = special_values<T>();
    for (T x : values) {
#define ONE(name) expect<T>(#name, x, 0, hw::name(x), std::name(x));
        /* clang-format off */
        ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh)
        ONE(atanh) ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt) ONE(erf) ONE(erfc)
        ONE(tgamma) ONE(lgamma) ONE(round) ONE(rint) ONE(floor) ONE(ceil) ONE(trunc) ONE(logb)
        /* clang-format on */
        int ours = 0, theirs = 0;
        T whole, other;
        expect<T>("frexp", x, 0, hw::frexp(x, &ours), std::frexp(x, &theirs));
        if (std::isfinite(x))
            expect<T>("exponent of frexp", x, 0, (T)ours, (T)theirs);
        expect<T>("modf", x, 0, hw::modf(x, &whole), std::modf(x, &other));
        expect<T>("whole part of modf", x, 0, whole, other);
        expect<T>("ilogb", x, 0, (T)hw::ilogb(x), (T)std::ilogb(x));
        for (int n : {0, 1, -1, 5, -5, 100, -100, 1000, -1000, 2000, -2000, 100000, -100000})
            expect<T>("ldexp", x, (T)n, hw::ldexp(x, n), std::ldexp(x, n));
        for (T y : values) {
#define TWO(name) expect<T>(#name, x, y, hw::name(x, y), std::name(x, y));
            /* clang-format off */
            TWO(pow) TWO(atan2) TWO(hypot) TWO(fmod) TWO(remainder) TWO(fdim) TWO(nextafter) TWO(fmin) TWO(fmax)
            /* clang-format on */
            expect<T>("remquo", x, y, hw::remquo(x, y, &ours), std::remquo(x, y, &theirs));
            if (y != 0 && std::isfinite(x) && !std::isnan(y))
                expect<T>("quotient of remquo", x, y, (T)(ours & 7), (T)(theirs & 7));
        }
    }
}

int main()
{
    check<float>();
    check<double>();
    return failures ? 1 : 0;
}

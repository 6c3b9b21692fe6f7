/* SPDX-License-Identifier: MIT */
/* What accuracy.cpp measures: functions, where, and NVIDIA's bounds for float and double. */

#define ALL              \
    Range                \
    {                    \
        Range::ALL, 0, 0 \
    }
#define EVEN(a, b)        \
    Range                 \
    {                     \
        Range::EVEN, a, b \
    }
#define SPREAD(a, b)             \
    Range                        \
    {                            \
        Range::LOGARITHMIC, a, b \
    }

/* ONE(function, reference, where, bounds, ranges...) */
#define ONE_OF(name, call, reference, where, bound_float, bound_double, absolute, ...)                \
    {                                                                                                 \
        Worst worst;                                                                                  \
        for (const Range &range : {__VA_ARGS__})                                                      \
            add<T>(                                                                                   \
                worst, [](T x) { return hw::call; }, [](Quad x) -> Quad { return reference; }, range, \
                absolute);                                                                            \
        report(name, is_float, where, worst, is_float ? bound_float : bound_double, absolute);        \
    }
#define ONE(name, reference, where, bound_float, bound_double, ...) \
    ONE_OF(#name, name(x), reference, where, bound_float, bound_double, false, __VA_ARGS__)
#define FAR(text, call, reference, where, bound_float, bound_double, ...) \
    ONE_OF(text, call, reference, where, bound_float, bound_double, true, __VA_ARGS__)
#define TWO(name, reference, where, bound_float, bound_double, x_range, y_range)             \
    {                                                                                        \
        Worst worst;                                                                         \
        add2<T>(                                                                             \
            worst, [](T x, T y) { return hw::name(x, y); },                                  \
            [](Quad x, Quad y) -> Quad { return reference; }, x_range, y_range);             \
        report(#name, is_float, where, worst, is_float ? bound_float : bound_double, false); \
    }

template <class T> static void measure()
{
    const bool is_float = sizeof(T) == 4;
    const double over = is_float ? 88.8 : 709.9, under = is_float ? -104 : -745.2;
    const double least = is_float ? 1e-44 : 1e-307;

    /* clang-format off */
    ONE(exp, expq(x), "everywhere", 2, 1, ALL, EVEN(under, over), EVEN(-1, 1))
    ONE(exp2, exp2q(x), "everywhere", 2, 1, ALL, EVEN(under * 1.45, over * 1.45), EVEN(-1, 1))
    ONE(exp10, exp10_q(x), "everywhere", 2, 1, ALL, EVEN(under / 2.3, over / 2.3), EVEN(-1, 1))
    ONE(expm1, expm1q(x), "everywhere", 1, 1, ALL, EVEN(-5, over), EVEN(-1, 1))
    ONE(log, logq(x), "everywhere", 1, 1, ALL, EVEN(0.5, 2), EVEN(0.99, 1.01))
    ONE(log2, log2q(x), "everywhere", 1, 1, ALL, EVEN(0.5, 2), EVEN(0.99, 1.01))
    ONE(log10, log10q(x), "everywhere", 2, 1, ALL, EVEN(0.5, 2), EVEN(0.99, 1.01))
    ONE(log1p, log1pq(x), "everywhere", 1, 1, ALL, EVEN(-0.999, 1), SPREAD(1e-9, 1e9))
    ONE(sin, sinq(x), "everywhere", 2, 2, ALL, EVEN(-10, 10), EVEN(-1e5, 1e5), SPREAD(1e4, 1e9))
    ONE(cos, cosq(x), "everywhere", 2, 2, ALL, EVEN(-10, 10), EVEN(-1e5, 1e5), SPREAD(1e4, 1e9))
    ONE(tan, tanq(x), "everywhere", 4, 2, ALL, EVEN(-10, 10), EVEN(-1e5, 1e5), SPREAD(1e4, 1e9))
    ONE(sinpi, sinpi_q(x), "everywhere", 1, 2, ALL, EVEN(-4, 4), EVEN(-1000, 1000))
    ONE(cospi, cospi_q(x), "everywhere", 1, 2, ALL, EVEN(-4, 4), EVEN(-1000, 1000))
    ONE(asin, asinq(x), "everywhere", 2, 2, ALL, EVEN(-1, 1))
    ONE(acos, acosq(x), "everywhere", 2, 2, ALL, EVEN(-1, 1))
    ONE(atan, atanq(x), "everywhere", 2, 2, ALL, EVEN(-3, 3))
    TWO(atan2, atan2q(x, y), "everywhere", 3, 2, EVEN(-2, 2), EVEN(-2, 2))
    TWO(atan2, atan2q(x, y), "all bits", 3, 2, ALL, ALL)
    ONE(sinh, sinhq(x), "everywhere", 3, 2, ALL, EVEN(-over, over), EVEN(-3, 3))
    ONE(cosh, coshq(x), "everywhere", 2, 1, ALL, EVEN(-over, over), EVEN(-3, 3))
    ONE(tanh, tanhq(x), "everywhere", 2, 1, ALL, EVEN(-3, 3))
    ONE(asinh, asinhq(x), "everywhere", 3, 2, ALL, EVEN(-3, 3))
    ONE(acosh, acoshq(x), "everywhere", 4, 2, SPREAD(1, 1e30), EVEN(1, 3))
    ONE(atanh, atanhq(x), "everywhere", 3, 2, EVEN(-1, 1), SPREAD(1e-9, 1))
    TWO(pow, powq(x, y), "all bits", 4, 2, ALL, ALL)
    TWO(pow, powq(x, y), "0 to 100, -20 to 20", 4, 2, EVEN(0, 100), EVEN(-20, 20))
    TWO(pow, powq(x, y), "near 1", 4, 2, EVEN(0.99, 1.01), EVEN(-9000, 9000))
    ONE(rsqrt, 1 / sqrtq(x), "everywhere", 2, 1, ALL)
    ONE(cbrt, cbrtq(x), "everywhere", 1, 1, ALL)
    ONE(rcbrt, 1 / cbrtq(x), "everywhere", 1, 1, ALL)
    TWO(hypot, hypotq(x, y), "everywhere", 3, 2, EVEN(-2, 2), EVEN(-2, 2))
    TWO(hypot, hypotq(x, y), "all bits", 3, 2, ALL, ALL)
    TWO(rhypot, 1 / hypotq(x, y), "everywhere", 2, 1, EVEN(-2, 2), EVEN(-2, 2))
    TWO(fmod, fmodq(x, y), "all bits", 0, 0, ALL, ALL)
    TWO(remainder, remainderq(x, y), "all bits", 0, 0, ALL, ALL)
    TWO(fmod, fmodq(x, y), "small", 0, 0, EVEN(-100, 100), EVEN(-3, 3))
    TWO(remainder, remainderq(x, y), "small", 0, 0, EVEN(-100, 100), EVEN(-3, 3))
    ONE(erf, erfq(x), "everywhere", 2, 2, ALL, EVEN(-4, 4))
    ONE(erfc, erfcq(x), "everywhere", 4, 5, ALL, EVEN(-4, is_float ? 10.5 : 28), EVEN(-1, 2))
    ONE(erfcx, erfcx_q(x), "everywhere", 4, 4, EVEN(-3, 10), SPREAD(1e-3, 1e20))
    ONE(erfinv, erfinv_q(x), "everywhere", 2, 5, EVEN(-1, 1))
    ONE(erfcinv, erfcinv_q(x), "everywhere", 4, 6, EVEN(1e-6, 1.999), SPREAD(least, 1))
    ONE(normcdf, normcdf_q(x), "everywhere", 5, 5, EVEN(-14, 8), EVEN(-2, 2))
    ONE(normcdfinv, normcdfinv_q(x), "everywhere", 5, 8, EVEN(1e-6, 0.999), SPREAD(least, 1))
    ONE(tgamma, tgammaq(x), "everywhere", 5, 10, EVEN(-20, 35), EVEN(-3, 3), EVEN(is_float ? -40 : -170, 0),
        EVEN(30, is_float ? 35 : 171.6))
    ONE(lgamma, lgammaq(x), "from -2.26 on", 6, 4, EVEN(-2.26, 12), SPREAD(1e-30, 1e30))
    ONE(lgamma, lgammaq(x), "below -10.01", 6, 4, EVEN(-100, -11.001))
    ONE(j0, j0q(x), "below 8", 9, 7, EVEN(-8, 8))
    ONE(j1, j1q(x), "below 8", 9, 7, EVEN(-8, 8))
    ONE(y0, y0q(x), "below 8", 9, 7, EVEN(0, 8), SPREAD(1e-30, 1))
    ONE(y1, y1q(x), "below 8", 9, 7, EVEN(0, 8), SPREAD(1e-30, 1))
    FAR("j0", j0(x), j0q(x), "from 8 on", 2.2e-6, 5e-12, SPREAD(8, 1e4))
    FAR("j1", j1(x), j1q(x), "from 8 on", 2.2e-6, 5e-12, SPREAD(8, 1e4))
    FAR("y0", y0(x), y0q(x), "from 8 on", 2.2e-6, 5e-12, SPREAD(8, 1e4))
    FAR("y1", y1(x), y1q(x), "from 8 on", 2.2e-6, 5e-12, SPREAD(8, 1e4))
    FAR("jn", jn(128, x), jnq(128, x), "n = 128", 2.2e-6, 5e-12, EVEN(0, 1000))
    FAR("jn", jn(5, x), jnq(5, x), "n = 5", 2.2e-6, 5e-12, EVEN(0, 1000))
    FAR("yn", yn(5, x), ynq(5, x), "n = 5, from 8 on", 2.2e-6, 5e-12, EVEN(8, 1000))
    ONE(cyl_bessel_i0, bessel_i(0, x), "to 80", 6, 6, EVEN(-80, 80), EVEN(-8, 8))
    ONE(cyl_bessel_i1, bessel_i(1, x), "to 80", 6, 6, EVEN(-80, 80), EVEN(-8, 8))
    /* clang-format on */
}

#undef ALL
#undef EVEN
#undef SPREAD
#undef ONE_OF
#undef ONE
#undef FAR
#undef TWO

/* SPDX-License-Identifier: MIT */
/* The device's math library, compiled for the host, against libquadmath: the greatest error of each function in units
 * in the last place, or as an absolute error, and whether that is within NVIDIA's bound (CUDA C++ Programming Guide,
 * appendix on mathematical functions).
 *
 *   accuracy [COUNT [table]]   COUNT arguments in each range (2,000); `table` prints the rows of docs/compiler-math.md */
#include "math/all.h"

#include <quadmath.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace hw = halfwarp_math;
typedef __float128 Quad;

static uint64_t state = 88172645463325252u;

static uint64_t random_bits()
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 2685821657736338717u;
}

// Where arguments come from: all bits, evenly from an interval, or evenly by their logarithm.
struct Range {
    enum { ALL, EVEN, LOGARITHMIC } kind;
    double low, high;
};

template <class T> static T number_in(const Range &range)
{
    const double part = (double)(random_bits() >> 11) * 0x1p-53;
    if (range.kind == Range::ALL)
        return hw::from_bits<T>((typename hw::format<T>::bits)(random_bits() >> (64 - 8 * sizeof(T))));
    if (range.kind == Range::EVEN)
        return (T)(range.low + (range.high - range.low) * part);
    return (T)std::exp(std::log(range.low) + (std::log(range.high) - std::log(range.low)) * part);
}

// |got - wanted| in units of the last place of `wanted`; what overflows may do so a little early.
template <class T> static double ulps(T got, Quad wanted)
{
    const Quad greatest = hw::format<T>::GREATEST;
    if (isnanq(wanted) || std::isnan(got))
        return isnanq(wanted) && std::isnan(got) ? 0 : 1e30;
    if (std::isinf(got) && fabsq(wanted) > greatest)
        return std::signbit(got) == (signbitq(wanted) != 0) ? 0 : 1e30;
    const Quad limited = fabsq(wanted) > greatest ? copysignq(greatest, wanted) : wanted;
    const Quad finite = std::isinf(got) ? copysignq(greatest, (Quad)got) : (Quad)got;
    int exponent = limited == 0 ? -100000 : ilogbq(limited);
    if (exponent < 1 - hw::format<T>::BIAS)
        exponent = 1 - hw::format<T>::BIAS;
    return (double)(fabsq(finite - limited) / ldexpq(1, exponent - hw::format<T>::FRACTION));
}

// --- references that libquadmath does not have ---

static Quad half_turns(Quad x)
{
    return x - 2 * rintq(x / 2);
}
static Quad sinpi_q(Quad x)
{
    const Quad r = half_turns(x);
    return rintq(r) == r ? 0 : sinq(r * M_PIq);
}
static Quad cospi_q(Quad x)
{
    const Quad r = fabsq(half_turns(x));
    return r == 0.5Q ? 0 : cosq(r * M_PIq);
}
static Quad exp10_q(Quad x)
{
    return expq(x * logq(10));
}
static Quad erfcx_q(Quad x)
{
    if (x < 100)
        return expq(x * x) * erfcq(x);
    const Quad z = 1 / (2 * x * x);
    Quad term = 1, sum = 1;
    for (int k = 1; k < 12; k++) {
        term *= -(2 * k - 1) * z;
        sum += term;
    }
    return sum / (x * sqrtq(M_PIq));
}
static Quad normcdf_q(Quad x)
{
    return 0.5Q * erfcq(-x / sqrtq(2));
}
// Newton's method: on erf near 0, else on the logarithm of erfc, so that it converges from afar.
static Quad erfcinv_q(Quad y)
{
    if (y > 1)
        return -erfcinv_q(2 - y);
    Quad z = y < 0.5Q ? sqrtq(-logq(y)) : (1 - y) * 0.8862269Q;
    for (int k = 0; k < 60; k++) {
        const Quad wrong = z < 0.4Q ? (1 - y) - erfq(z) : logq(erfcq(z) / y) * erfcq(z);
        const Quad step = wrong * sqrtq(M_PIq) / 2 * expq(z * z);
        z += step;
        if (fabsq(step) < 1e-30Q * fabsq(z))
            break;
    }
    return z;
}
static Quad erfinv_q(Quad x)
{
    if (fabsq(x) > 0.5Q)
        return x > 0 ? erfcinv_q(1 - x) : -erfcinv_q(1 + x);
    Quad z = x * 0.8862269Q;
    for (int k = 0; k < 12; k++)
        z -= (erfq(z) - x) * sqrtq(M_PIq) / 2 * expq(z * z);
    return z;
}
static Quad normcdfinv_q(Quad p)
{
    return -sqrtq(2) * erfcinv_q(2 * p);
}
static Quad bessel_i(int n, Quad x)
{
    Quad term = n ? x / 2 : 1, sum = term;
    for (int k = 1; k < 2000 && fabsq(term) > 1e-36Q * fabsq(sum); k++) {
        term *= x * x / 4 / ((Quad)k * (k + n));
        sum += term;
    }
    return sum;
}

// --- measuring ---

static long count = 2000;
static bool as_table;
static int failures;

struct Worst {
    double error = 0, x = 0, y = 0;
};

template <class T, class Function, class Reference>
static void add(Worst &worst, Function f, Reference reference, const Range &range, bool absolute)
{
    for (long k = 0; k < count; k++) {
        const T x = number_in<T>(range), got = f(x);
        const Quad wanted = reference((Quad)x);
        const double error = absolute ? (double)fabsq((Quad)got - wanted) : ulps(got, wanted);
        if (!(error <= worst.error))
            worst = {error, (double)x, 0.0};
    }
}

template <class T, class Function, class Reference>
static void add2(Worst &worst, Function f, Reference reference, const Range &x_range, const Range &y_range)
{
    for (long k = 0; k < count; k++) {
        const T x = number_in<T>(x_range), y = number_in<T>(y_range), got = f(x, y);
        const double error = ulps(got, reference((Quad)x, (Quad)y));
        if (!(error <= worst.error))
            worst = {error, (double)x, (double)y};
    }
}

static void report(const char *name, bool is_float, const char *where, const Worst &worst, double bound, bool absolute)
{
    const bool good = worst.error <= bound + (absolute ? 0 : 0.5); // bounds count whole units beyond rounding
    failures += !good;
    if (as_table)
        std::printf(absolute ? "| `%s` | %s | %s | %.1e | %.1e |\n" : "| `%s` | %s | %s | %.2f | %g |\n", name,
                    is_float ? "float" : "double", where, worst.error, bound);
    else if (!good)
        std::printf("%s of %s, %s: error %g at %.17g %.17g, the bound is %g\n", name, is_float ? "float" : "double",
                    where, worst.error, worst.x, worst.y, bound);
}

#include "accuracy_rows.h"

int main(int arguments, char **argument)
{
    if (arguments > 1)
        count = std::atol(argument[1]);
    as_table = arguments > 2 && !std::strcmp(argument[2], "table");
    measure<float>();
    measure<double>();
    return failures ? 1 : 0;
}

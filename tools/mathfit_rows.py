# SPDX-License-Identifier: MIT
"""What tools/mathfit fits: for each polynomial its name, the function of u, the interval, and what it is good for."""
from mpmath import (asin, atan, besseli, besselj, bessely, cos, erf, erfc, erfinv, exp, gamma, log, loggamma, mp, mpf, pi,
                    sin, sinh, sqrt, tan, tanh)

mp.dps = 50
TINY = mpf(10) ** -20


def odd(f):
    """What is behind the first term of an odd function with slope 1: f(x) = x + x u P(u), u = x^2."""
    def part(u):
        u = max(u, TINY)
        x = sqrt(u)
        return (f(x) / x - 1) / u
    return part


def row(name, text, low, high, f, **more):
    return dict(name=name, text=text, low=low, high=high, f=f, **more)


def near_zero(u):
    return u if abs(u) > TINY else TINY


def erfcx_mapped(scale):
    """(1 + 2x) exp(x^2) erfc(x) over x from 0 to infinity: Shepherd and Laframboise, Math. Comp. 36 (1981), 249."""
    def part(t):
        if t > 1 - mpf(10) ** -12:
            t = 1 - mpf(10) ** -12
        x = scale * (1 + t) / (1 - t)
        if x > 60:
            z = 1 / (2 * x * x)  # asymptotic series, 25 digits and more
            series, term = mpf(1), mpf(1)
            for k in range(1, 25):
                term *= -(2 * k - 1) * z
                series += term
            return (1 + 2 * x) * series / (x * sqrt(pi))
        return (1 + 2 * x) * exp(x * x) * erfc(x)
    return part


def erfinv_of_log(w):
    """erfinv(x) / x over w = -log(1 - x^2): Giles, GPU Computing Gems Jade (2011), 109."""
    if w < mpf(10) ** -20:
        return sqrt(pi) / 2
    if w < 20:
        x = sqrt(1 - exp(-w))
        return erfinv(x) / x
    y = exp(-w) / (1 + sqrt(1 - exp(-w)))
    z = sqrt(w)
    for _ in range(30):  # Newton, on the logarithm of erfc
        value = erfc(z)
        step = (log(value) - log(y)) * value * sqrt(pi) / 2 * exp(z * z)
        z += step
        if abs(step) < mpf(10) ** -40:
            break
    return z / (1 - y)


def stirling(u):
    """What is left of log(gamma(x)) behind (x - 1/2) log(x) - x + log(2 pi)/2, by u = 1/x."""
    if u < mpf("0.004"):
        return u / 12 - u ** 3 / 360 + u ** 5 / 1260 - u ** 7 / 1680 + u ** 9 / 1188 - u ** 11 * 691 / 360360 + u ** 13 / 156
    x = 1 / u
    return loggamma(x) - (x - mpf("0.5")) * log(x) + x - log(2 * pi) / 2


def bessel_far(n, sine):
    """P or Q of J_n(x) = sqrt(2/(pi x)) (P cos(c) - Q sin(c)), c = x - n pi/2 - pi/4, over u = (8/x)^2; Q over 8/x."""
    def part(u):
        x = 8 / sqrt(max(u, mpf(10) ** -6))
        c = x - n * pi / 2 - pi / 4
        j, y = besselj(n, x), bessely(n, x)
        scale = sqrt(pi * x / 2)
        return scale * (y * cos(c) - j * sin(c)) * x / 8 if sine else scale * (j * cos(c) + y * sin(c))
    return part


def about(f, n, zero):
    """f_n(zero + u) / u"""
    def part(u):
        u = u if abs(u) > TINY else TINY
        return f(n, zero + u) / u
    return part


def zero_of(f, n, near):
    return mp.findroot(lambda x: f(n, x), mpf(near))


J0 = [zero_of(besselj, 0, guess) for guess in ("2.40", "5.52", "8.65")]
J1 = [zero_of(besselj, 1, guess) for guess in ("3.83", "7.02")]
Y0 = [zero_of(bessely, 0, guess) for guess in ("0.89", "3.96", "7.09")]
Y1 = [zero_of(bessely, 1, guess) for guess in ("2.20", "5.43", "8.60")]


def bessel_growing(n, u):
    x = 8 / max(u, mpf(10) ** -5)
    return besseli(n, x) * exp(-x) * sqrt(x)


def y0_low(u):
    x = sqrt(max(u, TINY))
    return (bessely(0, x) - 2 / pi * log(x / Y0[0]) * besselj(0, x)) / (x * x - Y0[0] ** 2)


def y1_low(u):
    x = sqrt(max(u, TINY))
    return x * (bessely(1, x) - 2 / pi * log(x / Y1[0]) * besselj(1, x)) / (x * x - Y1[0] ** 2)


def bessel_row(name, f, n, zero, low, high):
    letter = "J" if f is besselj else "Y"
    return row(name, f"{letter}_{n}(z + u) / u, z = {mp.nstr(zero, 17)}", mpf(low) - zero, mpf(high) - zero,
               about(f, n, zero), bits={"float": 22.5, "double": 51.5})


QUARTER = pi / 4 * mpf("1.006")
HALF_LN2 = log(2) / 2 * mpf("1.001")

ELEMENTARY = [
    row("sin", "sin(x) = x + x u P(u), u = x^2", 0, QUARTER ** 2, odd(sin)),
    row("cos", "cos(x) = 1 - u/2 + u^2 P(u), u = x^2", 0, QUARTER ** 2,
        lambda u: (cos(sqrt(max(u, TINY))) - 1 + max(u, TINY) / 2) / max(u, TINY) ** 2),
    row("tan", "tan(x) = x + x u P(u), u = x^2", 0, QUARTER ** 2, odd(tan)),
    row("sinpi", "sin(pi x) = pi x + x u P(u), u = x^2", 0, mpf("0.0626"),
        lambda u: (sin(pi * sqrt(max(u, TINY))) / sqrt(max(u, TINY)) - pi) / max(u, TINY)),
    row("cospi", "cos(pi x) = 1 + u P(u), u = x^2", 0, mpf("0.0626"),
        lambda u: (cos(pi * sqrt(max(u, TINY))) - 1) / max(u, TINY)),
    row("asin", "asin(x) = x + x u P(u), u = x^2", 0, mpf("0.25"), odd(asin)),
    row("atan", "atan(x) = x + x u P(u), u = x^2", 0, 1, odd(atan)),
    row("exp", "exp(u) = 1 + u + u^2 P(u)", -HALF_LN2, HALF_LN2, lambda u: (exp(near_zero(u)) - 1 - near_zero(u)) / near_zero(u) ** 2),
    row("log", "log((1+s)/(1-s)) = 2 s + s u P(u), u = s^2", 0, mpf("0.0296"),
        lambda u: (log((1 + sqrt(max(u, TINY))) / (1 - sqrt(max(u, TINY)))) / sqrt(max(u, TINY)) - 2) / max(u, TINY)),
    row("log_tail", "log((1+s)/(1-s)) = 2 s + 2/3 s^3 + s^3 u P(u), u = s^2", 0, mpf("0.0296"),
        lambda u: ((log((1 + sqrt(max(u, TINY))) / (1 - sqrt(max(u, TINY)))) / sqrt(max(u, TINY)) - 2) / max(u, TINY)
                   - mpf(2) / 3) / max(u, TINY)),
    row("log1p", "log(1+u) = u - u^2/2 + u^3 P(u)", mpf("-0.2930"), mpf("0.4143"),
        lambda u: (log(1 + near_zero(u)) - near_zero(u) + near_zero(u) ** 2 / 2) / near_zero(u) ** 3, kinds=("float",)),
    row("sinh", "sinh(x) = x + x u P(u), u = x^2", 0, 1, odd(sinh)),
    row("tanh", "tanh(x) = x + x u P(u), u = x^2", 0, mpf("0.3025"), odd(tanh)),
]

SPECIAL = [
    row("erf", "erf(x) = x + x P(u), u = x^2", 0, 1, lambda u: erf(sqrt(max(u, TINY))) / sqrt(max(u, TINY)) - 1,
        relative=False, bits={"float": 26, "double": 55}),
    row("erfcx", "(1+2x) exp(x^2) erfc(x), u = (x-4)/(x+4)", -1, 1, erfcx_mapped(4)),
    row("erfinv_near", "erfinv(x) / x, u = -log(1-x^2)", 0, mpf("1.5"), erfinv_of_log),
    row("erfinv_middle", "erfinv(x) / x, u = -log(1-x^2) - 3.25", mpf("-1.751"), mpf("1.75"),
        lambda u: erfinv_of_log(u + mpf("3.25"))),
    row("erfinv_far", "erfinv(x) / x, u = sqrt(-log(1-x^2)) - 3.1", sqrt(mpf(5)) - mpf("3.1001"), mpf("0.9001"),
        lambda u: erfinv_of_log((u + mpf("3.1")) ** 2)),
    row("erfinv_farther", "erfcinv(y) / (1-y), u = sqrt(-log(y(2-y))) - 7", mpf("-3.001"), mpf("3.3"),
        lambda u: erfinv_of_log((u + 7) ** 2)),
    row("erfinv_farthest", "erfcinv(y) / (1-y), u = sqrt(-log(y(2-y))) - 18.5", mpf("-8.3"), mpf("8.9"),
        lambda u: erfinv_of_log((u + mpf("18.5")) ** 2), kinds=("double",)),
    row("gamma", "gamma(1.5 + u)", mpf("-0.5"), mpf("0.5"), lambda u: gamma(mpf("1.5") + u)),
    row("stirling", "exp of the rest of Stirling's formula, u = 1/x", 0, mpf("0.126"), lambda u: exp(stirling(u))),
    row("stirling_log", "the rest of Stirling's formula over u, u = 1/x", 0, mpf("0.126"),
        lambda u: stirling(max(u, mpf(10) ** -9)) / max(u, mpf(10) ** -9)),
    row("lgamma1", "log(gamma(1 + u)) / u", mpf("-0.5"), mpf("0.5"), lambda u: loggamma(1 + near_zero(u)) / near_zero(u)),
    row("lgamma2", "log(gamma(2 + u)) / u", mpf("-0.5"), mpf("1"), lambda u: loggamma(2 + near_zero(u)) / near_zero(u)),
]

BESSEL = [
    row("j0_low", "J_0(x) = 1 + u P(u), u = x^2", 0, mpf("2.56"),
        lambda u: (besselj(0, sqrt(max(u, TINY))) - 1) / max(u, TINY)),
    bessel_row("j0_first", besselj, 0, J0[0], "1.6", "3.84"),
    bessel_row("j0_second", besselj, 0, J0[1], "3.83", "7.02"),
    bessel_row("j0_third", besselj, 0, J0[2], "7.01", "8"),
    row("j1_low", "J_1(x) = x P(u), u = x^2", 0, mpf("5.77"), lambda u: besselj(1, sqrt(max(u, TINY))) / sqrt(max(u, TINY))),
    bessel_row("j1_first", besselj, 1, J1[0], "2.4", "5.34"),
    bessel_row("j1_second", besselj, 1, J1[1], "5.33", "8"),
    row("y0_low", "Y_0(x) = 2/pi log(x/z) J_0(x) + (u - z^2) P(u), u = x^2", 0, mpf("4.84"), y0_low,
        bits={"float": 23, "double": 52}),
    bessel_row("y0_second", bessely, 0, Y0[1], "2.19", "5.44"),
    bessel_row("y0_third", bessely, 0, Y0[2], "5.43", "8"),
    row("y1_low", "Y_1(x) = 2/pi log(x/z) J_1(x) + (u - z^2) P(u) / x, u = x^2", 0, mpf("13.6"), y1_low,
        bits={"float": 23, "double": 52}),
    bessel_row("y1_second", bessely, 1, Y1[1], "3.68", "6.95"),
    bessel_row("y1_third", bessely, 1, Y1[2], "6.94", "8"),
    *[row(f"bessel{n}_{name}", f"{'Q over 8/x' if sine else 'P'} of J_{n} for x from 8 on, u = (8/x)^2", 0, 1,
          bessel_far(n, sine), bits={"float": 24, "double": 49})
      for n in (0, 1) for name, sine in (("cos", False), ("sin", True))],
    row("i0_low", "I_0(x), u = x^2", 0, 64, lambda u: besseli(0, sqrt(max(u, TINY))), bits={"float": 23, "double": 52}),
    row("i0_high", "I_0(x) exp(-x) sqrt(x), u = 8/x", 0, 1, lambda u: bessel_growing(0, u), bits={"float": 23, "double": 52}),
    row("i1_low", "I_1(x) / x, u = x^2", 0, 64, lambda u: besseli(1, sqrt(max(u, TINY))) / sqrt(max(u, TINY)), bits={"float": 23, "double": 52}),
    row("i1_high", "I_1(x) exp(-x) sqrt(x), u = 8/x", 0, 1, lambda u: bessel_growing(1, u), bits={"float": 23, "double": 52}),
]

GROUPS = {"elementary": ELEMENTARY, "special": SPECIAL, "bessel": BESSEL}

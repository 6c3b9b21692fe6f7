/* SPDX-License-Identifier: MIT */
/* The functions of one argument: on_device.cu has a kernel for each, compare.cpp computes them on the host.
 */

/* clang-format off */
FUNCTION(sin) FUNCTION(cos) FUNCTION(tan) FUNCTION(sinpi) FUNCTION(cospi) FUNCTION(asin) FUNCTION(acos) FUNCTION(atan)
FUNCTION(sinh) FUNCTION(cosh) FUNCTION(tanh) FUNCTION(asinh) FUNCTION(acosh) FUNCTION(atanh)
FUNCTION(exp) FUNCTION(exp2) FUNCTION(exp10) FUNCTION(expm1)
FUNCTION(log) FUNCTION(log2) FUNCTION(log10) FUNCTION(log1p) FUNCTION(logb)
FUNCTION(cbrt) FUNCTION(rcbrt) FUNCTION(rsqrt) FUNCTION(round) FUNCTION(rint)
FUNCTION(erf) FUNCTION(erfc) FUNCTION(erfcx) FUNCTION(erfinv) FUNCTION(erfcinv) FUNCTION(normcdf) FUNCTION(normcdfinv)
FUNCTION(tgamma) FUNCTION(lgamma) FUNCTION(j0) FUNCTION(j1) FUNCTION(y0) FUNCTION(y1)
FUNCTION(cyl_bessel_i0) FUNCTION(cyl_bessel_i1)
    /* clang-format on */

/* SPDX-License-Identifier: MIT */
/* Polynomials of the math functions.  tools/mathfit makes this file from tools/mathfit_rows.py; a comment has
 * the interval and the greatest error of the polynomial itself, with exact arithmetic. */
#ifndef HALFWARP_CUDA_MATH_FITS_ELEMENTARY_H
#define HALFWARP_CUDA_MATH_FITS_ELEMENTARY_H

#include "base.h"

/* clang-format off */
namespace halfwarp_math {

// sin(x) = x + x u P(u), u = x^2, u from 0.0 to 0.624275: 3.07e-8
HW_MATH float fit_sin(float u)
{
    return horner(u,
    -0x1.555556p-3f, 0x1.11110ep-7f, -0x1.a0138p-13f, 0x1.6db164p-19f);
}

// sin(x) = x + x u P(u), u = x^2, u from 0.0 to 0.624275: 5.77e-17
HW_MATH double fit_sin(double u)
{
    return horner(u,
    -0x1.5555555555555p-3, 0x1.111111111111p-7, -0x1.a01a01a0198cbp-13, 0x1.71de3a5453796p-19,
    -0x1.ae6453fc23186p-26, 0x1.61216d36f40b3p-33, -0x1.ab0d6166f1358p-41);
}

// cos(x) = 1 - u/2 + u^2 P(u), u = x^2, u from 0.0 to 0.624275: 2.99e-8
HW_MATH float fit_cos(float u)
{
    return horner(u,
    0x1.555556p-5f, -0x1.6c16cp-10f, 0x1.a015aap-16f, -0x1.251bdep-22f);
}

// cos(x) = 1 - u/2 + u^2 P(u), u = x^2, u from 0.0 to 0.624275: 5.54e-17
HW_MATH double fit_cos(double u)
{
    return horner(u,
    0x1.5555555555555p-5, -0x1.6c16c16c1693cp-10, 0x1.a01a019f44bc7p-16, -0x1.27e4fa0b06245p-22,
    0x1.1eeb5b9fa2e26p-29, -0x1.90741f550e43ap-37);
}

// tan(x) = x + x u P(u), u = x^2, u from 0.0 to 0.624275: 3.24e-8
HW_MATH float fit_tan(float u)
{
    return horner(u,
    0x1.555556p-2f, 0x1.11107cp-3f, 0x1.ba56bep-5f, 0x1.61fcb8p-6f, 0x1.4834cp-7f, 0x1.2048c8p-10f,
    0x1.fe58a6p-9f);
}

// tan(x) = x + x u P(u), u = x^2, u from 0.0 to 0.624275: 8.9e-17
HW_MATH double fit_tan(double u)
{
    return horner(u,
    0x1.5555555555555p-2, 0x1.111111111107fp-3, 0x1.ba1ba1ba2c9a5p-5, 0x1.664f487c8744fp-6,
    0x1.226e368fc3696p-7, 0x1.d6d38aa6b955dp-9, 0x1.7da8a48a50458p-10, 0x1.35139006352dap-11,
    0x1.fa674115d5d8ap-13, 0x1.766b69fc7b52fp-14, 0x1.de959c940511dp-15, -0x1.b64fa052731f2p-17,
    0x1.420608fc7ef79p-15, -0x1.44258b891d47fp-16, 0x1.24ba7043ba3d8p-17);
}

// sin(pi x) = pi x + x u P(u), u = x^2, u from 0.0 to 0.0626: 1.77e-8
HW_MATH float fit_sinpi(float u)
{
    return horner(u,
    -0x1.4abbcep+2f, 0x1.466bc2p+1f, -0x1.32ce1ap-1f, 0x1.4cb5dap-4f);
}

// sin(pi x) = pi x + x u P(u), u = x^2, u from 0.0 to 0.0626: 4.4e-17
HW_MATH double fit_sinpi(double u)
{
    return horner(u,
    -0x1.4abbce625be53p+2, 0x1.466bc6775aae1p+1, -0x1.32d2cce62b868p-1, 0x1.50783486f93b1p-4,
    -0x1.e3074d22bd281p-8, 0x1.e8f0337901351p-12, -0x1.6cc4482d015d2p-16);
}

// cos(pi x) = 1 + u P(u), u = x^2, u from 0.0 to 0.0626: 3.1e-8
HW_MATH float fit_cospi(float u)
{
    return horner(u,
    -0x1.3bd3ccp+2f, 0x1.03c1eap+2f, -0x1.55cb9p+0f, 0x1.db61e6p-3f);
}

// cos(pi x) = 1 + u P(u), u = x^2, u from 0.0 to 0.0626: 6.4e-17
HW_MATH double fit_cospi(double u)
{
    return horner(u,
    -0x1.3bd3cc9be45dep+2, 0x1.03c1f081b5acp+2, -0x1.55d3c7e3cb225p+0, 0x1.e1f50686849d7p-3,
    -0x1.a6d1eeeff5621p-6, 0x1.f9ce1ff2fb645p-10, -0x1.b2f25091bacb5p-14);
}

// asin(x) = x + x u P(u), u = x^2, u from 0.0 to 0.25: 2.98e-8
HW_MATH float fit_asin(float u)
{
    return horner(u,
    0x1.555556p-3f, 0x1.33331ep-4f, 0x1.6dc0fp-5f, 0x1.efedf8p-6f, 0x1.82db24p-6f, 0x1.5a80ap-7f,
    0x1.fb7ca4p-6f);
}

// asin(x) = x + x u P(u), u = x^2, u from 0.0 to 0.25: 5.54e-17
HW_MATH double fit_asin(double u)
{
    return horner(u,
    0x1.5555555555555p-3, 0x1.3333333333388p-4, 0x1.6db6db6dac1ep-5, 0x1.f1c71c7a52ba3p-6,
    0x1.6e8ba123e494cp-6, 0x1.1c4efce23019fp-6, 0x1.c990ad3d8fdcap-7, 0x1.7b027ee1dd585p-7,
    0x1.3b49de7121487p-7, 0x1.31622469ce5adp-7, 0x1.8f193743418ffp-9, 0x1.406192d124629p-6,
    -0x1.3b416bb7d9257p-6, 0x1.e529c6fce9bb4p-6);
}

// atan(x) = x + x u P(u), u = x^2, u from 0.0 to 1.0: 5.57e-8
HW_MATH float fit_atan(float u)
{
    return horner(u,
    -0x1.555556p-2f, 0x1.999956p-3f, -0x1.248952p-3f, 0x1.c62cdap-4f, -0x1.6dd8fep-4f, 0x1.2006f8p-4f,
    -0x1.9115a4p-5f, 0x1.aefb2cp-6f, -0x1.2ba6b6p-7f, 0x1.86406cp-10f);
}

// atan(x) = x + x u P(u), u = x^2, u from 0.0 to 1.0: 9.02e-17
HW_MATH double fit_atan(double u)
{
    return horner(u,
    -0x1.5555555555555p-2, 0x1.999999999997dp-3, -0x1.2492492491234p-3, 0x1.c71c71c6882cdp-4,
    -0x1.745d1731e853fp-4, 0x1.3b13af957f086p-4, -0x1.1110f9a06b09dp-4, 0x1.e1e0069edf96ep-5,
    -0x1.af1a76061e434p-5, 0x1.85c82bf04fbd6p-5, -0x1.62c464c86804fp-5, 0x1.42a843b89b0ebp-5,
    -0x1.20f157ad652dfp-5, 0x1.f0f041d3e2f5p-6, -0x1.8c59dbc673323p-6, 0x1.198ad7e0bd0c6p-6,
    -0x1.552f78ddf9b3p-7, 0x1.50ea3497605b5p-8, -0x1.0110cfd66bd22p-9, 0x1.19e6b726893dp-11,
    -0x1.890e58e18ff08p-14, 0x1.04a3628aee536p-17);
}

// exp(u) = 1 + u + u^2 P(u), u from -0.34692 to 0.34692: 9.96e-9
HW_MATH float fit_exp(float u)
{
    return horner(u,
    0x1p-1f, 0x1.555556p-3f, 0x1.5554e8p-5f, 0x1.1110ep-7f, 0x1.6d43bp-10f, 0x1.a1256cp-13f);
}

// exp(u) = 1 + u + u^2 P(u), u from -0.34692 to 0.34692: 7.63e-18
HW_MATH double fit_exp(double u)
{
    return horner(u,
    0x1p-1, 0x1.5555555555555p-3, 0x1.5555555555557p-5, 0x1.1111111111111p-7, 0x1.6c16c16c15a48p-10,
    0x1.a01a01a01969bp-13, 0x1.a01a01a9f72adp-16, 0x1.71de3a5aaefb9p-19, 0x1.27e4d3f50d87fp-22,
    0x1.ae642c5c1fa33p-26, 0x1.1f7f6aa421dd8p-29, 0x1.61bff1c64f494p-33);
}

// log((1+s)/(1-s)) = 2 s + s u P(u), u = s^2, u from 0.0 to 0.0296: 3.31e-8
HW_MATH float fit_log(float u)
{
    return horner(u,
    0x1.555556p-1f, 0x1.9999ecp-2f, 0x1.245ba6p-2f, 0x1.ddf01ap-3f);
}

// log((1+s)/(1-s)) = 2 s + s u P(u), u = s^2, u from 0.0 to 0.0296: 5.55e-17
HW_MATH double fit_log(double u)
{
    return horner(u,
    0x1.5555555555555p-1, 0x1.9999999999a3ep-2, 0x1.2492492475dbcp-2, 0x1.c71c720302bd8p-3,
    0x1.745cf85360411p-3, 0x1.3b1c5ae500a38p-3, 0x1.0fbaab3c72fc6p-3, 0x1.0c2c748b6f13cp-3);
}

// log((1+s)/(1-s)) = 2 s + 2/3 s^3 + s^3 u P(u), u = s^2, u from 0.0 to 0.0296: 1.98e-8
HW_MATH float fit_log_tail(float u)
{
    return horner(u,
    0x1.99999ap-2f, 0x1.24929p-2f, 0x1.c6bfe2p-3f, 0x1.87b1eep-3f);
}

// log((1+s)/(1-s)) = 2 s + 2/3 s^3 + s^3 u P(u), u = s^2, u from 0.0 to 0.0296: 6.5e-17
HW_MATH double fit_log_tail(double u)
{
    return horner(u,
    0x1.999999999999ap-2, 0x1.2492492492527p-2, 0x1.c71c71c6e8f44p-3, 0x1.745d177c10ad9p-3,
    0x1.3b1395347c9ep-3, 0x1.1118e94969b8bp-3, 0x1.df75d14baa685p-4, 0x1.e077188742e3cp-4);
}

// log(1+u) = u - u^2/2 + u^3 P(u), u from -0.293 to 0.4143: 5.71e-8
HW_MATH float fit_log1p(float u)
{
    return horner(u,
    0x1.555556p-2f, -0x1.fffff2p-3f, 0x1.9999a6p-3f, -0x1.555c58p-3f, 0x1.249694p-3f, -0x1.fdfaccp-4f,
    0x1.c41918p-4f, -0x1.b4152ap-4f, 0x1.af6b48p-4f, -0x1.fc2574p-5f);
}

// sinh(x) = x + x u P(u), u = x^2, u from 0.0 to 1.0: 3.17e-8
HW_MATH float fit_sinh(float u)
{
    return horner(u,
    0x1.555556p-3f, 0x1.11111ep-7f, 0x1.a009p-13f, 0x1.78a70ep-19f);
}

// sinh(x) = x + x u P(u), u = x^2, u from 0.0 to 1.0: 6.12e-17
HW_MATH double fit_sinh(double u)
{
    return horner(u,
    0x1.5555555555555p-3, 0x1.11111111110fdp-7, 0x1.a01a01a01ee7p-13, 0x1.71de3a4e14f4p-19,
    0x1.ae6460fae3728p-26, 0x1.611cb330c1fe8p-33, 0x1.b41232cf9950fp-41);
}

// tanh(x) = x + x u P(u), u = x^2, u from 0.0 to 0.3025: 4.13e-8
HW_MATH float fit_tanh(float u)
{
    return horner(u,
    -0x1.555556p-2f, 0x1.111104p-3f, -0x1.ba142ep-5f, 0x1.657936p-6f, -0x1.17641p-7f, 0x1.4b239ap-9f);
}

// tanh(x) = x + x u P(u), u = x^2, u from 0.0 to 0.3025: 5.54e-17
HW_MATH double fit_tanh(double u)
{
    return horner(u,
    -0x1.5555555555555p-2, 0x1.1111111111032p-3, -0x1.ba1ba1b9fec84p-5, 0x1.664f487713373p-6,
    -0x1.226e32f00cf0cp-7, 0x1.d6d339333f329p-9, -0x1.7d97cfd138c28p-10, 0x1.34c5a8a996cd4p-11,
    -0x1.ec1091436eb2ap-13, 0x1.64fd88e9900a5p-14, -0x1.59a834187ce22p-16);
}

} // namespace halfwarp_math
/* clang-format on */

#endif

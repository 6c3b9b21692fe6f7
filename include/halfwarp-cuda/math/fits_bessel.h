/* SPDX-License-Identifier: MIT */
/* Polynomials of the math functions.  tools/mathfit makes this file from tools/mathfit_rows.py; a comment has
 * the interval and the greatest error of the polynomial itself, with exact arithmetic. */
#ifndef HALFWARP_CUDA_MATH_FITS_BESSEL_H
#define HALFWARP_CUDA_MATH_FITS_BESSEL_H

#include "base.h"

/* clang-format off */
namespace halfwarp_math {

// J_0(x) = 1 + u P(u), u = x^2, u from 0.0 to 2.56: 7.44e-10
HW_MATH float fit_j0_low(float u)
{
    return horner(u,
    -0x1p-2f, 0x1.fffffcp-7f, -0x1.c71ad6p-12f, 0x1.c6aba6p-18f, -0x1.1698cap-24f);
}

// J_0(x) = 1 + u P(u), u = x^2, u from 0.0 to 2.56: 1.85e-17
HW_MATH double fit_j0_low(double u)
{
    return horner(u,
    -0x1p-2, 0x1.fffffffffffd2p-7, -0x1.c71c71c71981ep-12, 0x1.c71c71c4d0b93p-18, -0x1.234566a8011ep-24,
    0x1.02e7fde050141p-31, -0x1.51feb140c7e66p-39, 0x1.47a36733d8387p-47);
}

// J_0(z + u) / u, z = 2.4048255576957728, u from -0.804826 to 1.43517: 7.71e-8
HW_MATH float fit_j0_first(float u)
{
    return horner(u,
    -0x1.09cdb4p-1f, 0x1.ba1dfap-4f, 0x1.cfaecap-5f, -0x1.1bb58cp-7f, -0x1.1fa596p-9f, 0x1.168656p-12f,
    0x1.6e6b2ep-15f, -0x1.67cdcp-18f);
}

// J_0(z + u) / u, z = 2.4048255576957728, u from -0.804826 to 1.43517: 2.42e-16
HW_MATH double fit_j0_first(double u)
{
    return horner(u,
    -0x1.09cdb36551281p-1, 0x1.ba1deea029473p-4, 0x1.cfae864368ef8p-5, -0x1.1bb1cbe1a25a6p-7,
    -0x1.1f992590e90bdp-9, 0x1.15382b9f0a848p-12, 0x1.6ed3ba148def6p-15, -0x1.232c771d03c1ap-18,
    -0x1.1cce494c80df3p-21, 0x1.7ff9b1b04d833p-25, 0x1.29616d3acc98ep-28, -0x1.5cb81dc02f9cap-32,
    -0x1.c383a0552c7a8p-36, 0x1.1ca65a7d1101cp-39);
}

// J_0(z + u) / u, z = 5.5200781102863106, u from -1.69008 to 1.49992: 1.21e-7
HW_MATH float fit_j0_second(float u)
{
    return horner(u,
    0x1.5c6e6p-2f, -0x1.f8f706p-6f, -0x1.b2152cp-5f, 0x1.2f7c76p-8f, 0x1.27e714p-9f, -0x1.6eb96ep-13f,
    -0x1.86cbd2p-15f, 0x1.953d6ep-19f, 0x1.332752p-21f);
}

// J_0(z + u) / u, z = 5.5200781102863106, u from -1.69008 to 1.49992: 2.09e-16
HW_MATH double fit_j0_second(double u)
{
    return horner(u,
    0x1.5c6e60a097823p-2, -0x1.f8f72e7a848aap-6, -0x1.b2150cb41e861p-5, 0x1.2f7ffe902488ap-8,
    0x1.27e31fe9a64f4p-9, -0x1.6f641f410d093p-13, -0x1.863f4817ad3cep-15, 0x1.ad77d7009299dp-19,
    0x1.32e6d88d4057p-21, -0x1.2da36aaab27f5p-25, -0x1.41d6b2d5a5568p-28, 0x1.1cfe7be13dccfp-32,
    0x1.e2b4bcd358ea9p-36, -0x1.82dc654f8c6bdp-40, -0x1.07e1cd0d19df3p-43, 0x1.56dd797340bcbp-48);
}

// J_0(z + u) / u, z = 8.6537279129110122, u from -1.64373 to -0.653728: 1.46e-7
HW_MATH float fit_j0_third(float u)
{
    return horner(u,
    -0x1.160afcp-2f, 0x1.f3cbfep-7f, 0x1.604cacp-5f, -0x1.f1200ap-9f, -0x1.82214ep-9f, -0x1.b2678cp-13f);
}

// J_0(z + u) / u, z = 8.6537279129110122, u from -1.64373 to -0.653728: 1.03e-16
HW_MATH double fit_j0_third(double u)
{
    return horner(u,
    -0x1.15f79778ff4e8p-2, 0x1.00f7fe0217982p-6, 0x1.68b987ba55209p-5, -0x1.48e5a815b6bc4p-9,
    -0x1.0e0c34049d249p-9, 0x1.d7cdf638e1205p-14, 0x1.78794d97603fap-15, -0x1.2d39eaff03602p-19,
    -0x1.2377fe8c2feb5p-21, 0x1.3d987c9f6019cp-25, 0x1.fe40d28b71b4ap-28, 0x1.e381c9131f111p-33);
}

// J_1(x) = x P(u), u = x^2, u from 0.0 to 5.77: 2.39e-8
HW_MATH float fit_j1_low(float u)
{
    return horner(u,
    0x1p-1f, -0x1.fffffcp-5f, 0x1.5554dcp-9f, -0x1.c705d4p-15f, 0x1.6a2f5ep-21f, -0x1.5e38c4p-28f);
}

// J_1(x) = x P(u), u = x^2, u from 0.0 to 5.77: 4.63e-17
HW_MATH double fit_j1_low(double u)
{
    return horner(u,
    0x1p-1, -0x1.fffffffffffffp-5, 0x1.55555555554e6p-9, -0x1.c71c71c71896ap-15, 0x1.6c16c16b00839p-21,
    -0x1.845c89b2c45a6p-28, 0x1.27e4e9aee32cap-35, -0x1.5225eacf7ab5p-43, 0x1.2bf28565d2a09p-51,
    -0x1.9056fea1581cfp-60);
}

// J_1(z + u) / u, z = 3.8317059702075123, u from -1.43171 to 1.50829: 5.76e-8
HW_MATH float fit_j1_first(float u)
{
    return horner(u,
    -0x1.9c6cf6p-2f, 0x1.ae8a2cp-5f, 0x1.b589c6p-5f, -0x1.5372c2p-8f, -0x1.24b0e4p-9f, 0x1.6dc6a2p-13f,
    0x1.82f88ep-15f, -0x1.82e63ap-19f, -0x1.217792p-21f);
}

// J_1(z + u) / u, z = 3.8317059702075123, u from -1.43171 to 1.50829: 9.94e-17
HW_MATH double fit_j1_first(double u)
{
    return horner(u,
    -0x1.9c6cf582cbf7fp-2, 0x1.ae8a39f51ad07p-5, 0x1.b589d1da138d6p-5, -0x1.537544c331fe3p-8,
    -0x1.24b34099573e6p-9, 0x1.6e4c2d536c918p-13, 0x1.83a06e2f19964p-15, -0x1.9799d4d87348ep-19,
    -0x1.33825c0e5c621p-21, 0x1.1706968bbc4bap-25, 0x1.45694f8008e7ap-28, -0x1.03bb4409983c3p-32,
    -0x1.ec2b1c50f5a1dp-36, 0x1.5f2f23ba451f3p-40, 0x1.0f98a3226a7fp-43, -0x1.7056d8aca2138p-48);
}

// J_1(z + u) / u, z = 7.0155866698156188, u from -1.68559 to 0.984413: 6.15e-8
HW_MATH float fit_j1_second(float u)
{
    return horner(u,
    0x1.33518cp-2f, -0x1.5e70ep-6f, -0x1.80c842p-5f, 0x1.9a4bbep-9f, 0x1.13fd9ep-9f, -0x1.073d0ep-13f,
    -0x1.7a2156p-15f, 0x1.3ebbf6p-19f, 0x1.447b18p-21f);
}

// J_1(z + u) / u, z = 7.0155866698156188, u from -1.68559 to 0.984413: 9.38e-17
HW_MATH double fit_j1_second(double u)
{
    return horner(u,
    0x1.33518b3874e8ap-2, -0x1.5e70dc60362d5p-6, -0x1.80c83bdeee56cp-5, 0x1.9a4b292e3ef8bp-9,
    0x1.13fbc7d695946p-9, -0x1.07358bbe414bbp-13, -0x1.796a751da082ep-15, 0x1.4255b08021f5bp-19,
    0x1.3026e07e603c4p-21, -0x1.d48e22314cbe6p-26, -0x1.4463fcf4447d1p-28, 0x1.c64a9827d7991p-33,
    0x1.ed4cfccac8fd3p-36, -0x1.3dfcf33151f12p-40, -0x1.3826aba2a526cp-43);
}

// Y_0(x) = 2/pi log(x/z) J_0(x) + (u - z^2) P(u), u = x^2, u from 0.0 to 4.84: 9.05e-8
HW_MATH float fit_y0_low(float u)
{
    return horner(u,
    0x1.75081p-3f, -0x1.125814p-6f, 0x1.2681aap-11f, -0x1.4ab626p-17f, 0x1.a72c5ep-24f);
}

// Y_0(x) = 2/pi log(x/z) J_0(x) + (u - z^2) P(u), u = x^2, u from 0.0 to 4.84: 6.6e-17
HW_MATH double fit_y0_low(double u)
{
    return horner(u,
    0x1.750811790a13cp-3, -0x1.12583f4a4abcp-6, 0x1.268a9aaaea686p-11, -0x1.4c030d9951565p-17,
    0x1.cf0413ac1c4adp-24, -0x1.b796f5963ac43p-31, 0x1.2eb185b59bd1ap-38, -0x1.3bd60e291474bp-46,
    0x1.ea93de83d87b5p-55);
}

// Y_0(z + u) / u, z = 3.9576784193148579, u from -1.76768 to 1.48232: 1.11e-7
HW_MATH float fit_y0_second(float u)
{
    return horner(u,
    -0x1.9c3426p-2f, 0x1.a09c7cp-5f, 0x1.df6d24p-5f, -0x1.c11244p-8f, -0x1.1e28fp-9f, 0x1.987d78p-13f,
    0x1.a8981p-15f, -0x1.330d0ep-18f, -0x1.5678bep-23f, -0x1.ab626ep-24f);
}

// Y_0(z + u) / u, z = 3.9576784193148579, u from -1.76768 to 1.48232: 1.3e-16
HW_MATH double fit_y0_second(double u)
{
    return horner(u,
    -0x1.9c34256a12a0cp-2, 0x1.a09c9290367fap-5, 0x1.df6d59bf50f62p-5, -0x1.c116fdc598d92p-8,
    -0x1.1e32bc4f034ebp-9, 0x1.998276526af1bp-13, 0x1.ab2c1ffe328e8p-15, -0x1.4863727963fe1p-18,
    -0x1.3b21856dd6698p-22, -0x1.776ef4ed2d9bdp-26, 0x1.45323ec314c6cp-26, -0x1.f6a35aaa81ed1p-29,
    0x1.a510ecee9f859p-31, -0x1.9872eefafeb1dp-33, 0x1.900f3abba82efp-35, -0x1.7c5d6a9fdf936p-37,
    0x1.25a439d7241cbp-39, -0x1.3412d9bb8baf3p-41, 0x1.4ba8a264e1136p-42, -0x1.77c87375d0d55p-45,
    -0x1.72a4b271acbdep-46, -0x1.756b972eddc32p-49, 0x1.c1b3733d2ba77p-49);
}

// Y_0(z + u) / u, z = 7.0860510603017727, u from -1.65605 to 0.913949: 1.4e-8
HW_MATH float fit_y0_third(float u)
{
    return horner(u,
    0x1.334ccap-2f, -0x1.5aef64p-6f, -0x1.8969cap-5f, 0x1.b2f21cp-9f, 0x1.1d3788p-9f, -0x1.26f162p-13f,
    -0x1.823fdcp-15f, 0x1.692c72p-19f, 0x1.510e8ap-21f);
}

// Y_0(z + u) / u, z = 7.0860510603017727, u from -1.65605 to 0.913949: 1.44e-16
HW_MATH double fit_y0_third(double u)
{
    return horner(u,
    0x1.334cca0697a5bp-2, -0x1.5aef611fc4d59p-6, -0x1.8969c64cbf44ap-5, 0x1.b2f14a9552a01p-9,
    0x1.1d35e85fddde2p-9, -0x1.26dd71e3a9cdfp-13, -0x1.8177e4fe2ebb1p-15, 0x1.6a92274e9bff7p-19,
    0x1.34aa7597afbaep-21, -0x1.0a2820bb8005fp-25, -0x1.442a8a0e67b26p-28, 0x1.fa74e2b12cafcp-33,
    0x1.f1af660e202f5p-36, -0x1.70fcf8e23bfa6p-40, -0x1.19d1d9261624dp-43);
}

// Y_1(x) = 2/pi log(x/z) J_1(x) + (u - z^2) P(u) / x, u = x^2, u from 0.0 to 13.6: 6.19e-8
HW_MATH float fit_y1_low(float u)
{
    return horner(u,
    0x1.0e14bep-3f, 0x1.069916p-6f, -0x1.7c2bbp-10f, 0x1.5b95a6p-15f, -0x1.4e74c2p-21f, 0x1.8c6e5cp-28f,
    -0x1.0e60a4p-35f);
}

// Y_1(x) = 2/pi log(x/z) J_1(x) + (u - z^2) P(u) / x, u = x^2, u from 0.0 to 13.6: 1.18e-16
HW_MATH double fit_y1_low(double u)
{
    return horner(u,
    0x1.0e14beba09e96p-3, 0x1.069922dcaf0a4p-6, -0x1.7c2ca06d8d85ep-10, 0x1.5ba2f20a3c64fp-15,
    -0x1.4f29406593f3bp-21, 0x1.96551d2005d1dp-28, -0x1.549ce704754e3p-35, 0x1.a3a8c6a32dc9p-43,
    -0x1.8c7684271082cp-51, 0x1.25f768cf55a01p-59, -0x1.37a998438f2efp-68);
}

// Y_1(z + u) / u, z = 5.4296810407941351, u from -1.74968 to 1.52032: 6.16e-8
HW_MATH float fit_y1_second(float u)
{
    return horner(u,
    -0x1.5c7c56p-2f, 0x1.00b9eap-5f, 0x1.a15da8p-5f, -0x1.10a0cp-8f, -0x1.1be924p-9f, 0x1.33065cp-13f,
    0x1.85e27cp-15f, -0x1.6f571p-19f, -0x1.1dcc7ap-21f);
}

// Y_1(z + u) / u, z = 5.4296810407941351, u from -1.74968 to 1.52032: 1.5e-16
HW_MATH double fit_y1_second(double u)
{
    return horner(u,
    -0x1.5c7c556f0c19ap-2, 0x1.00b9f8571ca16p-5, 0x1.a15d92dfe3f0ap-5, -0x1.10a329e2c1e6p-8,
    -0x1.1be6db992da0dp-9, 0x1.337c7e1347b5bp-13, 0x1.85b940f61934fp-15, -0x1.8061911013865p-19,
    -0x1.255e72c3e7617p-21, 0x1.b62c9e4fb2ef1p-26, 0x1.80b5366f00b8p-28, -0x1.a7e0542631e21p-32,
    0x1.2bd0bf8735297p-39, -0x1.3a9c1e15cf238p-38, 0x1.5b3d086aac9e3p-40, -0x1.a1c86f087fafap-43,
    0x1.6e0d3935fa583p-46, -0x1.580f99958844p-47, 0x1.aaded04d5444cp-49);
}

// Y_1(z + u) / u, z = 8.5960058683311689, u from -1.65601 to -0.596006: 7.36e-8
HW_MATH float fit_y1_third(float u)
{
    return horner(u,
    0x1.15fa98p-2f, -0x1.0244f2p-6f, -0x1.62f9f2p-5f, 0x1.4b7b16p-9f, 0x1.13c7b2p-9f, -0x1.0e4068p-14f,
    -0x1.46312ep-15f);
}

// Y_1(z + u) / u, z = 8.5960058683311689, u from -1.65601 to -0.596006: 1.82e-16
HW_MATH double fit_y1_third(double u)
{
    return horner(u,
    0x1.15f993fbee38p-2, -0x1.02b393fbfe9d7p-6, -0x1.6395e1f073c1fp-5, 0x1.3cecbea2a2fd3p-9,
    0x1.07a58d1616965p-9, -0x1.b53aeb4eff733p-14, -0x1.6fe0b1bbc0e94p-15, 0x1.12537465c9be2p-19,
    0x1.200068f77c43bp-21, -0x1.20383c56e8eddp-25, -0x1.ee68496659d5dp-28, -0x1.e90c25c085ebfp-33);
}

// P of J_0 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 5.96e-8
HW_MATH float fit_bessel0_cos(float u)
{
    return horner(u,
    0x1.fffffep-1f, -0x1.1fbcdcp-10f, 0x1.9c8684p-16f);
}

// P of J_0 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 8.82e-16
HW_MATH double fit_bessel0_cos(double u)
{
    return horner(u,
    0x1.ffffffffffff8p-1, -0x1.1fffffff3116ep-10, 0x1.cb5ff92e621dap-16, -0x1.251c0f5051902p-19,
    0x1.841e704f0d434p-22, -0x1.adbde9cb89ee6p-24, 0x1.43cb915eaaf94p-25, -0x1.f8c1882f46116p-27,
    0x1.2acab0377fb2ap-28, -0x1.660c6058be7f6p-31);
}

// Q over 8/x of J_0 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 5.95e-8
HW_MATH float fit_bessel0_sin(float u)
{
    return horner(u,
    -0x1.fffffep-7f, 0x1.2bf1dp-13f, -0x1.c7d18cp-18f, 0x1.340a1ap-21f);
}

// Q over 8/x of J_0 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 1.54e-15
HW_MATH double fit_bessel0_sin(double u)
{
    return horner(u,
    -0x1.ffffffffffff2p-7, 0x1.2bffffffc03aap-13, -0x1.d11dfe7bdf6a4p-18, 0x1.ba4b6de0e4a9cp-21,
    -0x1.85f0d72c72b9fp-23, 0x1.11d21fa602d97p-24, -0x1.0ded60dd7ea4dp-25, 0x1.3c1c5beb27522p-26,
    -0x1.6690c5377c24bp-27, 0x1.4423e880187cbp-28, -0x1.804e6c2acb7acp-30, 0x1.af40b7d730be9p-33);
}

// P of J_1 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 4.05e-9
HW_MATH float fit_bessel1_cos(float u)
{
    return horner(u,
    0x1p+0f, 0x1.dffb8cp-10f, -0x1.246bb2p-15f, 0x1.08f2dcp-19f);
}

// P of J_1 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 1.0e-15
HW_MATH double fit_bessel1_cos(double u)
{
    return horner(u,
    0x1.0000000000004p+0, 0x1.dfffffff22e08p-10, -0x1.274ffc5b5aeap-15, 0x1.5a674d8ace116p-19,
    -0x1.b7e89d6636d91p-22, 0x1.db5ee92a6bfcep-24, -0x1.611e0f0fbb38p-25, 0x1.1125976a1a929p-26,
    -0x1.422060598f50dp-28, 0x1.813841cbbb5ccp-31);
}

// Q over 8/x of J_1 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 3.87e-8
HW_MATH float fit_bessel1_sin(float u)
{
    return horner(u,
    0x1.8p-5f, -0x1.a3effap-13f, 0x1.16fe98p-17f, -0x1.6747fcp-21f);
}

// Q over 8/x of J_1 for x from 8 on, u = (8/x)^2, u from 0.0 to 1.0: 5.86e-16
HW_MATH double fit_bessel1_sin(double u)
{
    return horner(u,
    0x1.7fffffffffffcp-5, -0x1.a3ffffffbc84ep-13, 0x1.1c3cff32a9e9bp-17, -0x1.fe571f3b2d41ap-21,
    0x1.b3d3352cc04fbp-23, -0x1.2bf81a2af4107p-24, 0x1.23e165ee9fe74p-25, -0x1.531eb85c639b9p-26,
    0x1.7ef4cec2fa451p-27, -0x1.59581e2a20b0ap-28, 0x1.98e072cf5d7edp-30, -0x1.ca7047853929ap-33);
}

// I_0(x), u = x^2, u from 0.0 to 64.0: 9.63e-9
HW_MATH float fit_i0_low(float u)
{
    return horner(u,
    0x1p+0f, 0x1.fffffcp-3f, 0x1.000018p-6f, 0x1.c71af6p-12f, 0x1.c7283ap-18f, 0x1.230eeep-24f,
    0x1.042128p-31f, 0x1.4935bap-39f, 0x1.7be056p-47f, 0x1.2a36b2p-56f, 0x1.5dd954p-63f);
}

// I_0(x), u = x^2, u from 0.0 to 64.0: 5.47e-17
HW_MATH double fit_i0_low(double u)
{
    return horner(u,
    0x1p+0, 0x1.0000000000004p-2, 0x1.fffffffffff45p-7, 0x1.c71c71c71d358p-12, 0x1.c71c71c70ef94p-18,
    0x1.2345678a3b363p-24, 0x1.02e85c00c634fp-31, 0x1.522a448d1c138p-39, 0x1.522a3bdea4416p-47,
    0x1.0b318351a4203p-55, 0x1.55fceae2f697ap-64, 0x1.69fbf8016c6a9p-73, 0x1.401b06c070f1fp-82,
    0x1.f72e4735e2d2fp-92, 0x1.05433b1b32441p-101, 0x1.294193ed7827p-110);
}

// I_0(x) exp(-x) sqrt(x), u = 8/x, u from 0.0 to 1.0: 7.31e-8
HW_MATH float fit_i0_high(float u)
{
    return horner(u,
    0x1.988454p-2f, 0x1.98765ap-8f, 0x1.d241ecp-12f, 0x1.574e1cp-15f, 0x1.b0b56p-16f);
}

// I_0(x) exp(-x) sqrt(x), u = 8/x, u from 0.0 to 1.0: 1.79e-16
HW_MATH double fit_i0_high(double u)
{
    return horner(u,
    0x1.9884533d4365p-2, 0x1.9884533d4e5c8p-8, 0x1.cb94dd3770febp-12, 0x1.debbe95be8c68p-15,
    0x1.6e173c99cb8fp-17, 0x1.96783956d4b24p-19, -0x1.64f4422bff739p-19, 0x1.192947feafc82p-15,
    -0x1.dc6169c773619p-13, 0x1.3155a23309505p-10, -0x1.29fd4152bd5a4p-8, 0x1.c081d89fb7535p-7,
    -0x1.05fe68cd75093p-5, 0x1.dc280e4c44318p-5, -0x1.4fb55e60650b6p-4, 0x1.6c8c8e26f4cabp-4,
    -0x1.2cc96afafb97ap-4, 0x1.7102f26989c12p-5, -0x1.44f8171577de2p-6, 0x1.8323f5e649cd3p-8,
    -0x1.1672cb55c1561p-10, 0x1.6bcb8542273bap-14);
}

// I_1(x) / x, u = x^2, u from 0.0 to 64.0: 5.2e-8
HW_MATH float fit_i1_low(float u)
{
    return horner(u,
    0x1p-1f, 0x1.00000cp-4f, 0x1.5554ap-9f, 0x1.c72582p-15f, 0x1.6bdc5ap-21f, 0x1.860b22p-28f,
    0x1.206496p-35f, 0x1.7b217cp-43f, 0x1.508e68p-52f, 0x1.b5ac08p-59f);
}

// I_1(x) / x, u = x^2, u from 0.0 to 64.0: 2.2e-16
HW_MATH double fit_i1_low(double u)
{
    return horner(u,
    0x1.0000000000001p-1, 0x1.fffffffffffc2p-5, 0x1.55555555559d4p-9, 0x1.c71c71c7142d2p-15,
    0x1.6c16c16c96198p-21, 0x1.845c8a03acf9dp-28, 0x1.27e4fbe6ed8a7p-35, 0x1.522a3cc360512p-43,
    0x1.2c97acda75e79p-51, 0x1.ab7c6ebf88594p-60, 0x1.f1b8681cc90c3p-69, 0x1.e031f2b9145b3p-78,
    0x1.98bd48a59a129p-87, 0x1.c9644eff0bafdp-97, 0x1.16bc17a036b2fp-105);
}

// I_1(x) exp(-x) sqrt(x), u = 8/x, u from 0.0 to 1.0: 8.21e-8
HW_MATH float fit_i1_high(float u)
{
    return horner(u,
    0x1.988452p-2f, -0x1.325f26p-6f, -0x1.82e6fp-11f, -0x1.fece46p-15f, -0x1.09a18ep-15f);
}

// I_1(x) exp(-x) sqrt(x), u = 8/x, u from 0.0 to 1.0: 2.04e-16
HW_MATH double fit_i1_high(double u)
{
    return horner(u,
    0x1.9884533d43651p-2, -0x1.32633e6df554bp-6, -0x1.7efc0dd1d7f4cp-11, -0x1.4f1cf9d3ace4fp-14,
    -0x1.d6ce84890f615p-17, -0x1.e96e55ec8eebp-19, 0x1.55dbf177924bap-19, -0x1.1ce45df99313cp-15,
    0x1.e157f38e5810dp-13, -0x1.3408cdbccfe9ap-10, 0x1.2c07c37a875bcp-8, -0x1.c2848e7594cd9p-7,
    0x1.066da4492ba6fp-5, -0x1.db56b48818504p-5, 0x1.4dc5c8b513f1cp-4, -0x1.68ab5c39091efp-4,
    0x1.27cfdb8fd2dep-4, -0x1.68436f9b3a43fp-5, 0x1.3a6a4bf146891p-6, -0x1.725ef9c93c719p-8,
    0x1.06996fdd573c2p-10, -0x1.50bddf9c82a13p-14);
}

} // namespace halfwarp_math
/* clang-format on */

#endif

/* SPDX-License-Identifier: MIT */
/* Polynomials of the math functions.  tools/mathfit makes this file from tools/mathfit_rows.py; a comment has
 * the interval and the greatest error of the polynomial itself, with exact arithmetic. */
#ifndef HALFWARP_CUDA_MATH_FITS_SPECIAL_H
#define HALFWARP_CUDA_MATH_FITS_SPECIAL_H

#include "base.h"

/* clang-format off */
namespace halfwarp_math {

// erf(x) = x + x P(u), u = x^2, u from 0.0 to 1.0: 5.12e-9
HW_MATH float fit_erf(float u)
{
    return horner(u,
    0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2d1p-4f, -0x1.b7fabap-6f, 0x1.54127p-8f, -0x1.a45088p-11f,
    0x1.4a569p-14f);
}

// erf(x) = x + x P(u), u = x^2, u from 0.0 to 1.0: 1.58e-17
HW_MATH double fit_erf(double u)
{
    return horner(u,
    0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b3p-4, -0x1.b82ce31284ep-6,
    0x1.565bcd0dbaa38p-8, -0x1.c02db3dac435fp-11, 0x1.f9a321d5b8e1ep-14, -0x1.f4d1e3183f7aep-17,
    0x1.b9df224ca4b97p-20, -0x1.5f1ecb6f0764cp-23, 0x1.f7b4bf3b13964p-27, -0x1.389d4f2641625p-30,
    0x1.05ffd737fb32ep-34);
}

// (1+2x) exp(x^2) erfc(x), u = (x-4)/(x+4), u from -1.0 to 1.0: 3.58e-8
HW_MATH float fit_erfcx(float u)
{
    return horner(u,
    0x1.3ba592p+0f, -0x1.1df1a8p-3f, 0x1.f7f624p-7f, 0x1.16ebf8p-4f, -0x1.9ddc12p-4f, 0x1.7ff5fap-4f,
    -0x1.0fa8fap-4f, 0x1.30400ep-5f, -0x1.09c926p-6f, 0x1.4d1b64p-8f, -0x1.779174p-11f, -0x1.04b5bap-12f,
    0x1.e916e2p-14f);
}

// (1+2x) exp(x^2) erfc(x), u = (x-4)/(x+4), u from -1.0 to 1.0: 4.06e-17
HW_MATH double fit_erfcx(double u)
{
    return horner(u,
    0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fc17fp-7, 0x1.16ecefcfa5214p-4,
    -0x1.9ddb23c3e0c24p-4, 0x1.7fee004e16d41p-4, -0x1.0fb06dfee479p-4, 0x1.3079edf5d9d05p-5,
    -0x1.0962386da3254p-6, 0x1.49c672b9685cep-8, -0x1.8d4aaa8fbedbcp-11, -0x1.a1df4a1e543bcp-13,
    0x1.3be12bafabe1fp-13, -0x1.99551e5f87e2p-16, -0x1.78a738afaf645p-17, 0x1.7f01a118598aep-18,
    0x1.400a0021a32f1p-22, -0x1.b9339da7bf70bp-21, 0x1.31744dd9b56dp-24, 0x1.cad9b27d6d663p-24,
    -0x1.1904891a069b4p-26, -0x1.af097381d257bp-27, 0x1.afe473b552685p-30, 0x1.0967e527911a9p-30);
}

// erfinv(x) / x, u = -log(1-x^2), u from 0.0 to 1.5: 3.41e-8
HW_MATH float fit_erfinv_near(float u)
{
    return horner(u,
    0x1.c5bf8ap-1f, 0x1.db29a8p-3f, 0x1.7a9a1ap-7f, -0x1.33a6bcp-9f, -0x1.e47a4cp-14f, 0x1.69a236p-15f);
}

// erfinv(x) / x, u = -log(1-x^2), u from 0.0 to 1.5: 4.3e-17
HW_MATH double fit_erfinv_near(double u)
{
    return horner(u,
    0x1.c5bf891b4ef6bp-1, 0x1.db29fb2fee553p-3, 0x1.7a72e72c34311p-7, -0x1.32110262f98dbp-9,
    -0x1.0c86b5e874305p-13, 0x1.87011fec93224p-15, 0x1.0f2735eb377a5p-19, -0x1.0ff387c125902p-20,
    -0x1.398f3b1dfa1f7p-25, 0x1.79a29bd2b3b15p-26, 0x1.6eff763f1e494p-30, -0x1.ba4d0873adb0ep-31,
    0x1.2b0eb7f2309d2p-34);
}

// erfinv(x) / x, u = -log(1-x^2) - 3.25, u from -1.751 to 1.75: 4.07e-8
HW_MATH float fit_erfinv_middle(float u)
{
    return horner(u,
    0x1.aeff02p+0f, 0x1.e8afc4p-3f, -0x1.9c7f44p-8f, -0x1.549398p-11f, 0x1.74d404p-13f, -0x1.edebbep-17f,
    -0x1.1289dcp-20f, 0x1.8e1212p-22f, -0x1.c9136ep-26f);
}

// erfinv(x) / x, u = -log(1-x^2) - 3.25, u from -1.751 to 1.75: 6.41e-17
HW_MATH double fit_erfinv_middle(double u)
{
    return horner(u,
    0x1.aeff02cbbb1f6p+0, 0x1.e8afc29b9bb5fp-3, -0x1.9c7f37c135456p-8, -0x1.548db55d3be6cp-11,
    0x1.74cd69f3ec9fdp-13, -0x1.efa1a92b6a791p-17, -0x1.0ea773e875a42p-20, 0x1.a544b43531597p-22,
    -0x1.1b450b094e271p-25, -0x1.87bc498c83c97p-29, 0x1.09386c14a203dp-30, -0x1.360cd604fee03p-34,
    -0x1.38097fd6986cep-37, 0x1.575798deaebc8p-39, -0x1.361e263ebbb83p-43, -0x1.0858f2ce4f10fp-45,
    0x1.6d388384591ap-48);
}

// erfinv(x) / x, u = sqrt(-log(1-x^2)) - 3.1, u from -0.864032 to 0.9001: 4.59e-8
HW_MATH float fit_erfinv_far(float u)
{
    return horner(u,
    0x1.777422p+1f, 0x1.00dbf2p+0f, 0x1.e8fbf6p-8f, -0x1.753fecp-8f, 0x1.0d4304p-8f, -0x1.64be96p-9f,
    0x1.65e684p-10f, -0x1.2b51ecp-12f, -0x1.ab05fep-13f, 0x1.0f077ap-13f);
}

// erfinv(x) / x, u = sqrt(-log(1-x^2)) - 3.1, u from -0.864032 to 0.9001: 6.59e-17
HW_MATH double fit_erfinv_far(double u)
{
    return horner(u,
    0x1.777422abdd244p+1, 0x1.00dbf2489c73dp+0, 0x1.e8e78c9c11ab2p-8, -0x1.755517e43052p-8,
    0x1.0e19a394338cp-8, -0x1.63a046b7ea722p-9, 0x1.591877273c5a5p-10, -0x1.42850136d51f1p-12,
    -0x1.ff03f30a7d503p-14, 0x1.3c5c1fcd2157ap-13, -0x1.ee8aa41ccf56p-15, -0x1.9f240cf57283dp-20,
    0x1.c469c93c2ee28p-17, -0x1.b65aabf8edec2p-18, 0x1.3756ef3a79239p-21, 0x1.06f07f984578fp-20,
    -0x1.46aab88063b98p-21, 0x1.d296445ae527p-24, 0x1.4372ff2658288p-24, -0x1.a11efd3dad799p-25,
    0x1.194ad5969313ep-30, 0x1.202a0c2224c24p-28);
}

// erfcinv(y) / (1-y), u = sqrt(-log(y(2-y))) - 7, u from -3.001 to 3.3: 5.13e-8
HW_MATH float fit_erfinv_farther(float u)
{
    return horner(u,
    0x1.b79e04p+2f, 0x1.023352p+0f, -0x1.0ccbccp-11f, 0x1.ab83ap-18f, 0x1.97ed44p-18f, -0x1.c01dcap-20f,
    0x1.4cca6cp-22f, -0x1.6ba3bap-25f, 0x1.223d76p-27f, -0x1.4ded52p-29f, 0x1.414146p-32f);
}

// erfcinv(y) / (1-y), u = sqrt(-log(y(2-y))) - 7, u from -3.001 to 3.3: 9.4e-17
HW_MATH double fit_erfinv_farther(double u)
{
    return horner(u,
    0x1.b79e049a17818p+2, 0x1.023352980a514p+0, -0x1.0cc75708c698ep-11, 0x1.a5be674ccf639p-18,
    0x1.965388cdb965ep-18, -0x1.b2ae732e3beaep-20, 0x1.516600337e5f7p-22, -0x1.cf1a04eeb418p-25,
    0x1.2950bbb8c3aa1p-27, -0x1.6d9fdf6b44906p-30, 0x1.b326b369dd0d8p-33, -0x1.f943e4edccc25p-36,
    0x1.2a2f03d768ff1p-38, -0x1.583c98e1a9e7bp-41, 0x1.bc890374734d8p-46, 0x1.56919a723fa35p-48,
    0x1.1b9a8187f8d47p-46, -0x1.444a491fa1fb7p-48, -0x1.76208e8ce4367p-49, 0x1.e7db70784010bp-51,
    0x1.7e4e009bb91a6p-52, -0x1.1992a892d3c51p-53, -0x1.c91bc8839be99p-56, 0x1.9d33117ddc76cp-57,
    0x1.3709bb92a9241p-60, -0x1.a7c4116a52227p-61, 0x1.d78668343e291p-66, 0x1.3a02ce305a6cdp-66,
    -0x1.0089bb1243f1cp-69);
}

// erfcinv(y) / (1-y), u = sqrt(-log(y(2-y))) - 18.5, u from -8.3 to 8.9: 4.46e-17
HW_MATH double fit_erfinv_farthest(double u)
{
    return horner(u,
    0x1.26ca05eb36832p+4, 0x1.00acafdbbca16p+0, -0x1.b0f0b003a89a7p-14, 0x1.17dda2934ad6fp-18,
    -0x1.69ae491818be8p-23, 0x1.c89334702e2cep-28, -0x1.11574a0e5183ap-32, 0x1.252e53390af3cp-37,
    -0x1.d8dd4afa25599p-43, -0x1.35a975c8e17cfp-53, 0x1.43e7316cae0c3p-51, -0x1.080bcdf49e876p-54,
    0x1.44634a4859951p-58, -0x1.684709bbd7937p-62, 0x1.7e72e6036092fp-66, -0x1.6520f49583e95p-70,
    0x1.1cf161c5e5d94p-74, -0x1.6a787bf9b3069p-78, 0x1.1c7af3dfe4e64p-81, -0x1.1e977408c3b34p-86,
    -0x1.2aefd7207b672p-90, -0x1.3e79d32154e89p-96, 0x1.ac42267b6e533p-97, -0x1.0ece0bfb48f4cp-101);
}

// gamma(1.5 + u), u from -0.5 to 0.5: 4.6e-8
HW_MATH float fit_gamma(float u)
{
    return horner(u,
    0x1.c5bf8ap-1f, 0x1.08ea7ep-5f, 0x1.a8c352p-2f, -0x1.b776a8p-4f, 0x1.289d14p-3f, -0x1.3e0a9ap-4f,
    0x1.cf8db6p-5f, -0x1.2c3f1ap-5f, 0x1.1b2cep-5f, -0x1.799e72p-6f);
}

// gamma(1.5 + u), u from -0.5 to 0.5: 4.46e-17
HW_MATH double fit_gamma(double u)
{
    return horner(u,
    0x1.c5bf891b4ef6bp-1, 0x1.08ea88ee561bp-5, 0x1.a8c4dba620c08p-2, -0x1.b77ac1ca2e82ap-4,
    0x1.283bd37505389p-3, -0x1.3d88cfe528c43p-4, 0x1.e022b72a04033p-5, -0x1.374fd5bbb581fp-5,
    0x1.a752ccf6d9af4p-6, -0x1.1a2c2dab649e5p-6, 0x1.7990f5370f825p-7, -0x1.f7fb20be2bce9p-8,
    0x1.50637fe2d2087p-8, -0x1.c0bdf0153ac91p-9, 0x1.29fe79163794cp-9, -0x1.8d6653728eceap-10,
    0x1.15139c02edd48p-10, -0x1.71759e5b83295p-11, 0x1.5c3859742eb2bp-12, -0x1.d04ef72b50b52p-13,
    0x1.8dfdff69832dap-12, -0x1.09546451e99c8p-12);
}

// exp of the rest of Stirling's formula, u = 1/x, u from 0.0 to 0.126: 3.98e-10
HW_MATH float fit_stirling(float u)
{
    return horner(u,
    0x1p+0f, 0x1.55555p-4f, 0x1.c73f36p-9f, -0x1.628c9p-9f);
}

// exp of the rest of Stirling's formula, u = 1/x, u from 0.0 to 0.126: 6.95e-17
HW_MATH double fit_stirling(double u)
{
    return horner(u,
    0x1p+0, 0x1.55555555548b4p-4, 0x1.c71c71dc1c2ffp-9, -0x1.5f726fae28b9bp-9, -0x1.e12b64108c66bp-13,
    0x1.9aa93c91c224ap-11, 0x1.513e82a49bdafp-14, -0x1.64d3981c7bc4ap-11, 0x1.75d57a2befba9p-12);
}

// the rest of Stirling's formula over u, u = 1/x, u from 0.0 to 0.126: 5.96e-8
HW_MATH float fit_stirling_log(float u)
{
    return horner(u,
    0x1.555554p-4f, 0x1.9ce8e4p-22f, -0x1.6e18dp-9f, 0x1.9b841ep-13f);
}

// the rest of Stirling's formula over u, u = 1/x, u from 0.0 to 0.126: 9.13e-17
HW_MATH double fit_stirling_log(double u)
{
    return horner(u,
    0x1.5555555555555p-4, -0x1.6058e00e0189cp-49, -0x1.6c16c16aaa888p-9, -0x1.26ab4c724cd9dp-34,
    0x1.a01a7befc0799p-11, -0x1.d894932059615p-24, -0x1.36f8c9704eeap-11, -0x1.ad357ca599f1dp-16,
    0x1.0fcf89617c141p-10, -0x1.cd5005393791ap-11);
}

// log(gamma(1 + u)) / u, u from -0.5 to 0.5: 4.28e-8
HW_MATH float fit_lgamma1(float u)
{
    return horner(u,
    -0x1.2788dp-1f, 0x1.a51a62p-1f, -0x1.9a4d4ep-2f, 0x1.1516aap-2f, -0x1.a8c064p-3f, 0x1.5a6332p-3f,
    -0x1.26338p-3f, 0x1.0c7bcep-3f, -0x1.dd8254p-4f, 0x1.0b81c6p-4f, -0x1.dd9c72p-5f, 0x1.701b24p-3f,
    -0x1.569ffcp-3f);
}

// log(gamma(1 + u)) / u, u from -0.5 to 0.5: 7.51e-17
HW_MATH double fit_lgamma1(double u)
{
    return horner(u,
    -0x1.2788cfc6fb619p-1, 0x1.a51a6625307dep-1, -0x1.9a4d55beab2ecp-2, 0x1.151322ac7ae9ap-2,
    -0x1.a8b9c17aa1066p-3, 0x1.5b40cb12f7073p-3, -0x1.2703a1dfbe7e4p-3, 0x1.010b35ed62478p-3,
    -0x1.c8066ef4e18adp-4, 0x1.9a021c345d517p-4, -0x1.748c6a047c831p-4, 0x1.5565b242dea9cp-4,
    -0x1.3b189b7ffd58ep-4, 0x1.24e56c2585839p-4, -0x1.115f57bc2aea9p-4, 0x1.f9a2e1a6a7a4cp-5,
    -0x1.dbb5e4c488bc4p-5, 0x1.f49fa5f1945d8p-5, -0x1.db43f62c04bffp-5, 0x1.76b23d342cd58p-6,
    -0x1.5d71c0cb1cfbcp-6, 0x1.1116ae4a0d662p-3, -0x1.0771c936b352fp-3, -0x1.1239968affa53p-3,
    0x1.0a60a21187546p-3, 0x1.bdfb119b3a68fp-3, -0x1.af650bb73f483p-3);
}

// log(gamma(2 + u)) / u, u from -0.5 to 1.0: 2.67e-8
HW_MATH float fit_lgamma2(float u)
{
    return horner(u,
    0x1.b0ee6p-2f, 0x1.4a34ccp-2f, -0x1.13e03ap-4f, 0x1.5131f2p-6f, -0x1.e3caacp-8f, 0x1.7a852cp-9f,
    -0x1.3d3828p-10f, 0x1.18f256p-11f, -0x1.b3567cp-13f, 0x1.6d8c16p-15f);
}

// log(gamma(2 + u)) / u, u from -0.5 to 1.0: 6.46e-17
HW_MATH double fit_lgamma2(double u)
{
    return horner(u,
    0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa5p-2, -0x1.13e001a557663p-4, 0x1.51322ac7d92f1p-6,
    -0x1.e404fc21782fp-8, 0x1.7add6eac5504ap-9, -0x1.38ac5c33bcdfcp-10, 0x1.0b36b0028d199p-11,
    -0x1.d3fd4ac4e9b88p-13, 0x1.a127832c4d0ccp-14, -0x1.78de3cf7a5d44p-15, 0x1.58124b8350c84p-16,
    -0x1.3cc7e35454772p-17, 0x1.256353ff8178dp-18, -0x1.10b4b361e0b86p-19, 0x1.009039362388fp-20,
    -0x1.f3c8394f4e1dfp-22, 0x1.e8fcfd8ab2daap-23, -0x1.9bdce347fd554p-24, 0x1.d7e74b52ed044p-26,
    -0x1.009619712ba51p-28);
}

} // namespace halfwarp_math
/* clang-format on */

#endif

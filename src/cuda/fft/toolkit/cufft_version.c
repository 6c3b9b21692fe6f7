/* SPDX-License-Identifier: MIT */
/* Versions of cuFFT by toolkit, from CUDA's release notes: cuFFT counts 1000 for a major version since it has
 * one of its own, and has been one major version behind the toolkit. */
#include "cuda/fft/toolkit/cufft_version.h"

#if HW_TOOLKIT >= 13000
const struct hw_fft_version hw_fft_version = {"libcufft.so.12", 12500, {12, 5, 0}};
#elif HW_TOOLKIT >= 12000
const struct hw_fft_version hw_fft_version = {"libcufft.so.11", 11401, {11, 4, 1}};
#elif HW_TOOLKIT >= 11000
const struct hw_fft_version hw_fft_version = {"libcufft.so.10", 10900, {10, 9, 0}};
#else
const struct hw_fft_version hw_fft_version = {"libcufft.so.4", 4020, {4, 2, 0}};
#endif

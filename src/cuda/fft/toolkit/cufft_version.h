/* SPDX-License-Identifier: MIT */
/* The version of cuFFT that a library says it is: the one thing in which those of the toolkits differ,
 * besides their names. */
#ifndef HW_CUDA_FFT_TOOLKIT_CUFFT_VERSION_H
#define HW_CUDA_FFT_TOOLKIT_CUFFT_VERSION_H

struct hw_fft_version {
    const char *library;
    int number;  /* of cufftGetVersion */
    int part[3]; /* of cufftGetProperty, by libraryPropertyType */
};

extern const struct hw_fft_version hw_fft_version; /* toolkit/cufft_version.c */

#endif

/* SPDX-License-Identifier: MIT */
/* What the library tells on standard error, and the clock that it measures with.  Everything of CUDA may use
 * this, and it uses nothing. */
#ifndef HW_CUDA_BASE_SAY_H
#define HW_CUDA_BASE_SAY_H

/* Print `halfwarp: ` and a sentence. */
void hw_cuda_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Seconds since some moment. */
double hw_cuda_seconds(void);

#endif

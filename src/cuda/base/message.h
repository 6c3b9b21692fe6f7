/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and the clock for measurements.  All of src/cuda may use this file, and it uses
 * none of the rest. */
#ifndef HW_CUDA_BASE_MESSAGE_H
#define HW_CUDA_BASE_MESSAGE_H

#pragma GCC visibility push(default)

/* Print `halfwarp: ` and a sentence. */
void hw_cuda_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Seconds since some moment. */
double hw_cuda_seconds(void);

#pragma GCC visibility pop

#endif

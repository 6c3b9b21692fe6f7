/* SPDX-License-Identifier: MIT */
/* See dnn_toolkit.h.  HW_TOOLKIT is the newest cuDNN that the library stands for, 1000 * major + 10 * minor.
 * Programs that bring no cuDNN were built with one that is not newer than these versions. */
#include "cuda/dnn/toolkit/dnn_toolkit.h"

#define NUMBER_IN_8(number, number_of_9, name) [name] = number,
#define NUMBER_IN_9(number, number_of_9, name) [name] = number_of_9,

static const int numbers[] = {
#if HW_TOOLKIT < 9000
    HW_CUDNN_STATUSES(NUMBER_IN_8)
#else
    HW_CUDNN_STATUSES(NUMBER_IN_9)
#endif
};

const struct hw_dnn_toolkit hw_dnn_toolkit = {
#if HW_TOOLKIT < 9000
    .version = {.major = 8, .minor = 5, .cudart = 11070},
    .major_factor = 1000,
    .device = 900,
#else
    .version = {.major = 9, .minor = 20, .cudart = 12090},
    .major_factor = 10000,
    .device = 1210,
#endif
    .status = numbers,
};

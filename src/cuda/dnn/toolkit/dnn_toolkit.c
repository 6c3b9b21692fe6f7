/* SPDX-License-Identifier: MIT */
/* See dnn_toolkit.h.  HW_TOOLKIT is the newest cuDNN that the library stands for, 1000 * major + 10 * minor;
 * what it says of itself is what PyTorch 2.0 and 2.4 were built with, since later ones have functions that
 * are missing here. */
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
    .major = 8,
    .minor = 5,
    .version = 8500,
    .cudart = 11070,
#else
    .major = 9,
    .minor = 1,
    .version = 90100,
    .cudart = 12040,
#endif
    .status = numbers,
};

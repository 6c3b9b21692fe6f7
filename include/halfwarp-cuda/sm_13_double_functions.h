/* SPDX-License-Identifier: MIT */
/* A name that sources include: cuda_runtime.h has it all. */
#ifndef HALFWARP_CUDA_SM_13_DOUBLE_FUNCTIONS_H
#define HALFWARP_CUDA_SM_13_DOUBLE_FUNCTIONS_H

#include "cuda_runtime.h"

#endif

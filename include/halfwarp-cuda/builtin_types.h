/* SPDX-License-Identifier: MIT */
/* A name that sources include: cuda_runtime.h has it all. */
#ifndef HALFWARP_CUDA_BUILTIN_TYPES_H
#define HALFWARP_CUDA_BUILTIN_TYPES_H

#include "cuda_runtime.h"

#endif

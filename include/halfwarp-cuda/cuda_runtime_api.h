/* SPDX-License-Identifier: MIT */
/* The runtime API for C and C++ that has no kernels. */
#ifndef HALFWARP_CUDA_CUDA_RUNTIME_API_H
#define HALFWARP_CUDA_CUDA_RUNTIME_API_H

#include "host/runtime_calls.h"

#endif

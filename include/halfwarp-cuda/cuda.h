/* SPDX-License-Identifier: MIT */
/* The driver API, as halfwarp's libcuda and that of CUDA 11.8 have it: what libcuda does, and no more. */
#ifndef HALFWARP_CUDA_CUDA_H
#define HALFWARP_CUDA_CUDA_H

#define __cuda_cuda_h__ /* by which sources and headers of others know that it is there */
#define CUDA_VERSION    11080

#include "driver/structures.h"
#include "driver/versions.h"

#include "driver/calls.h"
#include "driver/graph_calls.h"
#include "driver/memory_calls.h"

#endif

/* SPDX-License-Identifier: MIT */
/* The words that CUDA adds to C++, as attributes of clang. */
#ifndef HALFWARP_CUDA_DEVICE_ATTRIBUTES_H
#define HALFWARP_CUDA_DEVICE_ATTRIBUTES_H

#include <stddef.h>

#include "known_names.h"

#define __host__        __attribute__((host))
#define __device__      __attribute__((device))
#define __global__      __attribute__((global))
#define __shared__      __attribute__((shared))
#define __constant__    __attribute__((constant))
#define __managed__     __attribute__((managed))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n)    __attribute__((aligned(n)))
#define __thread__      __thread
#define __device_builtin__
#define __builtin_align__(n) __align__(n)
#define __cudart_builtin__
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
#define __cluster_dims__(...)
#define __restrict__ __restrict
#if __clang_major__ < 16 /* later ones have the word */
#define __noinline__ __attribute__((noinline))
#endif
#define CUDARTAPI
#define CUDART_CB

/* What the headers here define for the device, and for both. */
#define HW_DEVICE static __inline__ __attribute__((device, always_inline, unused))
#define HW_BOTH   static __inline__ __attribute__((host, device, always_inline, unused))
#define HW_MEMBER __inline__ __attribute__((host, device, always_inline))

#endif

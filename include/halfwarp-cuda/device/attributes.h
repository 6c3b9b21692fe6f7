/* SPDX-License-Identifier: MIT */
/* The words that CUDA adds to C++, as attributes of clang; C and C++ without kernels have them as nothing. */
#ifndef HALFWARP_CUDA_DEVICE_ATTRIBUTES_H
#define HALFWARP_CUDA_DEVICE_ATTRIBUTES_H

#include <stddef.h>

#include "known_names.h"

#ifdef __CUDA__
#define HW_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
#else
#define HW_ATTRIBUTE(...)
#endif

#define __host__        HW_ATTRIBUTE(host)
#define __device__      HW_ATTRIBUTE(device)
#define __global__      HW_ATTRIBUTE(global)
#define __shared__      HW_ATTRIBUTE(shared)
#define __constant__    HW_ATTRIBUTE(constant)
#define __managed__     HW_ATTRIBUTE(managed)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n)    __attribute__((aligned(n)))
#define __thread__      __thread
#define __device_builtin__
#define __builtin_align__(n) __align__(n)
#define __cudart_builtin__
#define __grid_constant__
#define __launch_bounds__(...) HW_ATTRIBUTE(launch_bounds(__VA_ARGS__))
#define __maxnreg__(n)
#define __cluster_dims__(...)
#define __restrict__ __restrict
#if defined(__CUDA__) && __clang_major__ < 16 /* later ones have the word */
#define __noinline__ __attribute__((noinline))
#endif
#define CUDARTAPI
#define CUDART_CB

/* What the headers here define for the device, and for both. */
#define HW_DEVICE static __inline__ __device__ __attribute__((always_inline, unused))
#define HW_BOTH   static __inline__ __host__ __device__ __attribute__((always_inline, unused))
#define HW_MEMBER __inline__ __host__ __device__ __attribute__((always_inline))

#endif

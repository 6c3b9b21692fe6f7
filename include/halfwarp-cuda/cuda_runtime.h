/* SPDX-License-Identifier: MIT */
/* CUDA C++ for clang without a CUDA toolkit: what a source file of CUDA has before its first line.
 *
 *   clang++ -x cuda -nocudainc -nocudalib -isystem .../halfwarp-cuda -include cuda_runtime.h ...
 */
#ifndef HALFWARP_CUDA_CUDA_RUNTIME_H
#define HALFWARP_CUDA_CUDA_RUNTIME_H

#include "device/attributes.h"
#include "device/vectors.h"
#include "device/texture_types.h"
#include "library_types.h"

#ifdef __CUDA__
#include "device/places.h"
#include "device/synchronize.h"
#include "device/integers.h"
#include "device/packed.h"
#include "device/math.h"
#include "device/system.h"
#include "device/atomics.h"
#include "device/old_names.h"
#include "device/textures.h"
#include "device/surfaces.h"
#endif

#if !defined(__CUDACC_RTC__)
#include "host/runtime_calls.h"
#ifdef __cplusplus
#include "host/runtime_overloads.h"
#endif
#ifdef __CUDA__
#include "device/references.h"
#endif
#endif

/* Headers of the host that programs of CUDA count on; a compiler at run time (NVRTC) reads none. */
#ifdef __CUDACC_RTC__
#include "device/runtime_names.h"
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#else
#include <assert.h>
#include <limits.h>
#include <math.h>
#ifdef __cplusplus
#include <new>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* cuRAND's host interface: what libcurand.so.4 and .10 export (CUDA Toolkit 4.2 CURAND Guide and cuRAND
 * documentation of CUDA 12: names, numbers and the order of arguments). */
#ifndef HW_CUDA_RAND_CURAND_H
#define HW_CUDA_RAND_CURAND_H

#include "cuda/core/cuda_abi.h"

#define HW_CURAND_STATUSES(STATUS)                       \
    STATUS(0, CURAND_STATUS_SUCCESS)                     \
    STATUS(100, CURAND_STATUS_VERSION_MISMATCH)          \
    STATUS(101, CURAND_STATUS_NOT_INITIALIZED)           \
    STATUS(102, CURAND_STATUS_ALLOCATION_FAILED)         \
    STATUS(103, CURAND_STATUS_TYPE_ERROR)                \
    STATUS(104, CURAND_STATUS_OUT_OF_RANGE)              \
    STATUS(105, CURAND_STATUS_LENGTH_NOT_MULTIPLE)       \
    STATUS(106, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED) \
    STATUS(201, CURAND_STATUS_LAUNCH_FAILURE)            \
    STATUS(202, CURAND_STATUS_PREEXISTING_FAILURE)       \
    STATUS(203, CURAND_STATUS_INITIALIZATION_FAILED)     \
    STATUS(204, CURAND_STATUS_ARCH_MISMATCH)             \
    STATUS(999, CURAND_STATUS_INTERNAL_ERROR)

#define HW_CURAND_ENUMERATOR(number, name) name = number,
typedef enum { HW_CURAND_STATUSES(HW_CURAND_ENUMERATOR) } curandStatus_t;
#undef HW_CURAND_ENUMERATOR

typedef enum {
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

typedef enum {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,  /* since CUDA 11.0 */
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104, /* since CUDA 11.5 */
    CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef enum {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
    CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;

typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

typedef struct curandGenerator_st *curandGenerator_t;

#include "generated/api/curand.h"

/* As curandGetVersion gives it (toolkit/curand_version.c). */
extern const int hw_rand_version;

int hw_rand_missing(const char *library, const char *name, unsigned char *told);

#endif

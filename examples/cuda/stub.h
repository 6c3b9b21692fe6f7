/* SPDX-License-Identifier: MIT */
/* What nvcc adds to a program's C: its device code, and a stub for each kernel.
 *
 *     DEVICE_CODE("add.fatbin")                              the fat binary, once a program
 *     STUB(add, (float *x, int n), ARGUMENT(x) ARGUMENT(n))  a kernel, which the host calls like a function
 *     CONSTANT(weights, bytes)                               a __constant__ variable
 *
 *     if (cudaConfigureCall(grid, block, 0, NULL) == cudaSuccess)      add<<<grid, block>>>(x, n);
 *         add(x, n);
 *
 * Names and numbers are those that CUDA 4's nvcc writes: the sections .nv_fatbin and .nvFatBinSegment, and
 * static constructors that tell the runtime what there is and by which host address it is known. */
#ifndef STUB_H
#define STUB_H

#include "cuda_runtime.h"

#include <stdbool.h>
#include <stdlib.h>

#define FATBIN_MAGIC 0x466243b1

/* Where the runtime finds a program's fat binary. */
struct fatbin_wrapper {
    int magic, version;
    const void *fatbin;
    void *unused;
};

static void **device_code_handle;

static void device_code_end(void)
{
    __cudaUnregisterFatBinary(device_code_handle);
}

/* Constructors run in the order of their numbers: the fat binary comes before what is in it. */
#define DEVICE_CODE(file)                                                                    \
    __asm__(".section .nv_fatbin, \"a\"\n"                                                   \
            ".balign 8\n"                                                                    \
            "device_code: .incbin \"" file "\"\n"                                            \
            ".text\n");                                                                      \
    extern const unsigned char device_code[] __attribute__((visibility("hidden")));          \
    static struct fatbin_wrapper device_code_wrapper                                         \
        __attribute__((section(".nvFatBinSegment"))) = {FATBIN_MAGIC, 1, device_code, NULL}; \
    __attribute__((constructor(101))) static void device_code_begin(void)                    \
    {                                                                                        \
        device_code_handle = __cudaRegisterFatBinary(&device_code_wrapper);                  \
        atexit(device_code_end);                                                             \
    }

#define STUB(kernel, parameters, arguments)                                                                \
    static void kernel parameters                                                                          \
    {                                                                                                      \
        size_t offset = 0;                                                                                 \
        (void)offset; /* of a kernel without arguments */                                                  \
        arguments cudaLaunch((const void *)kernel);                                                        \
    }                                                                                                      \
    __attribute__((constructor(102))) static void kernel##_begin(void)                                     \
    {                                                                                                      \
        __cudaRegisterFunction(device_code_handle, (const char *)kernel, #kernel, #kernel, -1, NULL, NULL, \
                               NULL, NULL, NULL);                                                          \
    }

#define ARGUMENT(value)                                                                 \
    if (!setup_argument(&(value), sizeof(value), _Alignof(__typeof__(value)), &offset)) \
        return;

static inline bool setup_argument(const void *argument, size_t bytes, size_t alignment, size_t *offset)
{
    *offset = (*offset + alignment - 1) / alignment * alignment;
    const bool is_set = cudaSetupArgument(argument, bytes, *offset) == cudaSuccess;
    *offset += bytes;
    return is_set;
}

#define CONSTANT(variable, bytes)                                                               \
    static char variable;                                                                       \
    __attribute__((constructor(102))) static void variable##_begin(void)                        \
    {                                                                                           \
        __cudaRegisterVar(device_code_handle, &variable, #variable, #variable, 0, bytes, 1, 0); \
    }

#endif

/* SPDX-License-Identifier: MIT */
/* What a program of NVRTC's is to us. */
#ifndef HW_CUDA_NVRTC_NVRTC_PROGRAM_H
#define HW_CUDA_NVRTC_NVRTC_PROGRAM_H

#include "cuda/nvrtc/nvrtc.h"

#include <stdbool.h>
#include <stdint.h>

/* An expression that names a kernel or a variable, and the name in the code. */
struct hw_nvrtc_name {
    char *expression, *lowered; /* lowered: NULL until it is known */
};

struct hw_nvrtc_header {
    char *name, *text;
};

/* Bytes of a form that only NVIDIA's makes. */
struct hw_nvrtc_bytes {
    char *text;
    size_t count;
};
enum { HW_NVRTC_LTOIR, HW_NVRTC_NVVM, HW_NVRTC_OPTIXIR, HW_NVRTC_FORMS };

struct hw_nvrtc_program {
    char *source, *name;
    struct hw_nvrtc_header *headers;
    size_t header_count;
    struct hw_nvrtc_name *names;
    size_t name_count;
    bool tried, compiled; /* tried: there was a call to compile it */
    char *ptx;            /* NULL: none */
    uint8_t *cubin;
    size_t cubin_bytes;
    struct hw_nvrtc_bytes forms[HW_NVRTC_FORMS];
    char *log; /* never NULL once there was a call to compile */
};

/* The targets of our compiler, in their order; returns their count. */
#define HW_NVRTC_MOST_ARCHS 200
int hw_nvrtc_own_archs(int archs[HW_NVRTC_MOST_ARCHS]);

/* Put more text behind the log; text is lost where there is no memory. */
void hw_nvrtc_say(struct hw_nvrtc_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Forget what a compilation made. */
void hw_nvrtc_forget(struct hw_nvrtc_program *program);

#endif

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
    char *log; /* never NULL once there was a call to compile */
};

/* Put more text behind the log; text is lost where there is no memory. */
void hw_nvrtc_say(struct hw_nvrtc_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Forget what a compilation made. */
void hw_nvrtc_forget(struct hw_nvrtc_program *program);

#endif

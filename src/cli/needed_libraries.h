/* SPDX-License-Identifier: MIT */
/* This file lists the CUDA libraries that a program needs (DT_NEEDED), according to its ELF file. */
#ifndef HW_CLI_NEEDED_LIBRARIES_H
#define HW_CLI_NEEDED_LIBRARIES_H

#include <stdbool.h>

struct hw_needed_libraries {
    bool is_program;    /* of this host, and it may be executed */
    bool is_library;    /* a shared one, which would crash at once */
    char runtime[64];   /* the shared libraries that it names: "libcudart.so.4", */
    char driver[64];    /* "libcuda.so.1", */
    char glut[64];      /* "libglut.so.3", */
    char sanitizer[64]; /* GCC's address sanitizer, "libasan.so.8"; empty: none */
    bool has_code;      /* for a device, inside */
};

void hw_needed_libraries_read(const char *path, struct hw_needed_libraries *needs);

#endif

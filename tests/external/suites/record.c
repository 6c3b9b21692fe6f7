/* SPDX-License-Identifier: MIT */
/* Keeps what a CUDA program copies to the device and back, so that programs that print no results can be
 * checked unchanged.
 *
 * Preloaded (LD_PRELOAD), it stands before our libcudart: each copy goes on to there, and what it moved is
 * appended to the file that RECORD_COPIES names: a head (struct head), then the bytes.  copies.py reads the
 * file.  Only cudaMemcpy is kept: the programs of programs.py use no other copy for what is checked. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TO_DEVICE = 1, FROM_DEVICE = 2 }; /* cudaMemcpyKind */

struct head {
    uint64_t kind, device, bytes;
};

typedef int copy_function(void *to, const void *from, size_t bytes, int kind);

static void append(int kind, const void *device, const void *host, size_t bytes)
{
    static FILE *file;
    const char *name = getenv("RECORD_COPIES");
    const struct head head = {(uint64_t)kind, (uintptr_t)device, bytes};

    if (file == NULL && (name == NULL || (file = fopen(name, "wb")) == NULL)) {
        fprintf(stderr, "record: RECORD_COPIES names no file that can be written\n");
        exit(1);
    }
    if (fwrite(&head, sizeof head, 1, file) != 1 || fwrite(host, 1, bytes, file) != bytes ||
        fflush(file) != 0) {
        fprintf(stderr, "record: %s could not be written\n", name);
        exit(1);
    }
}

int cudaMemcpy(void *to, const void *from, size_t bytes, int kind)
{
    static copy_function *next;

    if (next == NULL && (*(void **)&next = dlsym(RTLD_NEXT, "cudaMemcpy")) == NULL) {
        fprintf(stderr, "record: %s\n", dlerror());
        exit(1);
    }
    const int error = next(to, from, bytes, kind);
    if (error == 0 && kind == TO_DEVICE)
        append(kind, to, from, bytes);
    else if (error == 0 && kind == FROM_DEVICE)
        append(kind, from, to, bytes);
    return error;
}

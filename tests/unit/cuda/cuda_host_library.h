/* SPDX-License-Identifier: MIT */
/* For tests of our cuFFT, cuBLAS and cuRAND: device memory, and whether the host has the library that they
 * stand on. */
#ifndef CUDA_HOST_LIBRARY_H
#define CUDA_HOST_LIBRARY_H

#include "cuda/runtime/runtime.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Skips a test where the host has none of some libraries. */
static inline void need_library(const char *const *names)
{
    for (; *names; names++) {
        void *handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (handle) {
            dlclose(handle);
            return;
        }
    }
    skip();
}

/* Runs `call` in a child that finds no library of the host; what it prints is `said`, what it returns is
 * given back. */
static inline int without_library(int (*call)(void), char *said, size_t bytes)
{
    int ends[2], status = 0;

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        setenv("HALFWARP_HOST_LIBRARIES", "/nowhere", 1);
        dup2(ends[1], STDERR_FILENO);
        _exit(call());
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, bytes - 1 - length)) > 0;)
        length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Device memory that holds these bytes. */
static inline void *device_copy(const void *bytes, size_t count)
{
    void *address = NULL;

    assert_int_equal(cudaMalloc(&address, count), cudaSuccess);
    assert_int_equal(cudaMemcpy(address, bytes, count, cudaMemcpyHostToDevice), cudaSuccess);
    return address;
}

static inline void host_copy(void *bytes, const void *address, size_t count)
{
    assert_int_equal(cudaMemcpy(bytes, address, count, cudaMemcpyDeviceToHost), cudaSuccess);
}

/* Numbers between -1 and 1. */
static inline double next_number(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 23) - 1;
}

#endif

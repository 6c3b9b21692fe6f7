/* SPDX-License-Identifier: MIT */
/* The program's registrations: names of its fat binaries' contents, by the address that host code uses. */
#ifndef HW_CUDA_CORE_MODULES_REGISTERED_FATBIN_H
#define HW_CUDA_CORE_MODULES_REGISTERED_FATBIN_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/handle.h"

struct hw_code_count;
struct hw_cuda_module;

struct hw_cuda_item {
    struct hw_cuda_item *next;
    struct hw_cuda_fatbin *fatbin;
    enum hw_cuda_kind kind;
    const void *host;
    void **place; /* a managed variable: where the host's code wants its address; NULL: it is none */
    const char *name;
    size_t bytes;         /* of a variable */
    bool constant;        /* a variable */
    bool normalized_read; /* a texture */
};

struct hw_cuda_fatbin {
    struct hw_cuda_fatbin *next;
    const uint8_t *bytes; /* the container, in the program or `made`; NULL: it is none */
    size_t length;
    bool covered;  /* its code was taken down for coverage, loaded or not */
    uint8_t *made; /* of what programs before CUDA 4 register */
    struct hw_cuda_item *items;
};

/* The code of all that the program has registered so far. */
void hw_cuda_fatbins_count(struct hw_code_count *count);
/* Each of them, the last one first. */
void hw_cuda_fatbins_each(void (*take)(struct hw_cuda_fatbin *fatbin));
/* What the program registered, by its host address, else by name, which counts how many have it. */
const struct hw_cuda_item *hw_cuda_item_find(enum hw_cuda_kind kind, const void *host, unsigned *same);
/* Whether it has managed variables. */
bool hw_cuda_fatbin_manages(const struct hw_cuda_fatbin *fatbin);
/* A module goes: the host's code forgets where its managed variables are. */
void hw_cuda_take_places(struct hw_cuda_module *module);
/* The module of a fat binary in the current context, which is loaded now where it was not. */
cudaError_t hw_cuda_fatbin_module(const struct hw_cuda_fatbin *fatbin, struct hw_cuda_module **module);

#endif

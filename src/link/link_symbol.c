/* SPDX-License-Identifier: MIT */
/* This file decodes a symbol of a relocatable cubin: ptxas says the space of an undefined variable in
 * `other`. */
#include "link/linking.h"

#include <string.h>

#define OTHER_SHARED 0x40

bool hw_link_is_defined(const struct hw_link_symbol *symbol)
{
    return symbol->section || symbol->from->absolute || symbol->from->common;
}

/* `extern __shared__`: no file defines it. */
bool hw_link_is_dynamic_shared(const struct hw_link_symbol *symbol)
{
    return !hw_link_is_defined(symbol) && symbol->from->type != HW_SYMBOL_FUNCTION &&
           (symbol->from->other & OTHER_SHARED);
}

bool hw_link_is_texture(const struct hw_link_symbol *symbol)
{
    return symbol->from->type == HW_SYMBOL_TEXTURE || symbol->from->type == HW_SYMBOL_SURFACE;
}

struct hw_link_function *hw_link_function_of(const struct hw_link_symbol *symbol)
{
    return symbol->section && symbol->section->space == HW_LINKED_CODE ? symbol->section->code : NULL;
}

/* Names that code of CUDA's headers calls and no file defines. */
bool hw_link_is_external(const char *name)
{
    static const char *const names[] = {"vprintf",
                                        "malloc",
                                        "free",
                                        "__assertfail",
                                        "__assert_fail",
                                        "__trap",
                                        "__nv_aligned_device_malloc",
                                        "__profile_start",
                                        "__profile_stop"};
    /* The last lines: kernels that launch kernels, what they may ask for, and groups of grids. */
    static const char *const beginnings[] = {"__cuda_syscall_",
                                             "__cuda_vprintf",
                                             "cnp",
                                             "__cnp",
                                             "__cudaCDP2",
                                             "cudaGetParameterBuffer",
                                             "cudaLaunchDevice",
                                             "cudaGraph",
                                             "cudaStream",
                                             "cudaEvent",
                                             "cudaMemcpy",
                                             "cudaMemset",
                                             "cudaMalloc",
                                             "cudaFree",
                                             "cudaGetLastError",
                                             "cudaPeekAtLastError",
                                             "cudaGetError",
                                             "cudaGetDevice",
                                             "cudaDevice",
                                             "cudaRuntimeGetVersion",
                                             "cudaFuncGetAttributes",
                                             "cudaOccupancyMax",
                                             "cudaGraphSetConditional",
                                             "cudaCG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

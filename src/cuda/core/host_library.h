/* SPDX-License-Identifier: MIT */
/* Libraries of the host that do the work of our libcufft, libcublas and libcurand.  They are looked for when
 * a program first needs them, so that neither our build nor programs without such calls depend on them.
 *
 * HALFWARP_HOST_LIBRARIES names a folder to take them from; without it, the loader looks where it always
 * does. */
#ifndef HW_CUDA_CORE_HOST_LIBRARY_H
#define HW_CUDA_CORE_HOST_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

struct hw_cuda_host_library {
    const char *of;           /* the library of ours that asks, for the sentence */
    const char *names[6];     /* sonames, the most wanted first */
    const char *package;      /* where a user finds it */
    const char *const *entry; /* the names of what is called of it, NULL at the end */
    void *table;              /* a structure that begins with a pointer for each entry, in their order */
    bool tried, found;
};

/* The table with its pointers in place; the library is looked for once.  NULL where there is none, or one
 * that lacks an entry: a sentence has been printed then.  Calls and work of streams may ask. */
const void *hw_cuda_host_library_get(struct hw_cuda_host_library *library);

#pragma GCC visibility pop
#endif

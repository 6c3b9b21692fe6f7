/* Well-kept libraries of the host, of which our libcufft, libcublas and libcurand are made.  They are looked
 * for when a program needs them first, so that neither our build nor programs without such calls depend on
 * them.
 *
 * HALFWARP_HOST_LIBRARIES names a folder to take them from; without it, the loader looks where it always
 * does. */
#ifndef HW_CUDA_HOST_LIBRARY_H
#define HW_CUDA_HOST_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

struct hw_cuda_host_library {
    const char *of;           /* the library of ours that asks, for the sentence */
    const char *names[6];     /* sonames, the most wanted first */
    const char *package;      /* where a user finds it */
    const char *const *entry; /* the names of what is called of it, NULL at the end */
};

/* Put the addresses of a library's entries into `address`.  False where there is no such library, or one that
 * lacks an entry: a sentence has been printed then. */
bool hw_cuda_host_library_open(const struct hw_cuda_host_library *library, void **address);

#pragma GCC visibility pop
#endif

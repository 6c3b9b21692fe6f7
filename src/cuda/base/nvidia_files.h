/* SPDX-License-Identifier: MIT */
/* Where libraries of NVIDIA's lie that need no GPU: its compilers, libnvrtc and libnvJitLink. */
#ifndef HW_CUDA_BASE_NVIDIA_FILES_H
#define HW_CUDA_BASE_NVIDIA_FILES_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

struct hw_nvidia_files {
    char **path;
    size_t count;
};

/* Append the paths of all files of a name: in the search paths of the program and of the libraries that are
 * loaded (DT_RPATH, DT_RUNPATH), in LD_LIBRARY_PATH, in the loader's cache, in Python's packages, in
 * CUDA_HOME and CUDA_PATH.  One that is there already is omitted, as are ours.  What the host has no memory
 * for is left out. */
void hw_nvidia_files_find(struct hw_nvidia_files *files, const char *name);
/* Append a path. */
void hw_nvidia_files_add(struct hw_nvidia_files *files, const char *path);
void hw_nvidia_files_free(struct hw_nvidia_files *files);

/* dlopen(3) of one, with RTLD_NOW and RTLD_LOCAL; NULL: it cannot be loaded, or is a copy of one of
 * ours. */
void *hw_nvidia_open(const char *path);

#pragma GCC visibility pop
#endif

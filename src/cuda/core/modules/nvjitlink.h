/* SPDX-License-Identifier: MIT */
/* NVIDIA's nvJitLink: a library of the host that links and compiles PTX, and needs no GPU.
 *
 * There may be several: each takes the PTX of its time, and makes code for the chips of its time.
 * HALFWARP_JITLINK names a file, which is the only one then, or is `own`: there is none. */
#ifndef HW_CUDA_CORE_MODULES_NVJITLINK_H
#define HW_CUDA_CORE_MODULES_NVJITLINK_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HW_NVJITLINK_SUCCESS = 0, HW_NVJITLINK_PTX_COMPILE = 4 };

struct hw_nvjitlink {
    int (*create)(void **handle, uint32_t count, const char **options);
    int (*destroy)(void **handle);
    int (*add)(void *handle, int input, const void *data, size_t bytes, const char *name);
    int (*complete)(void *handle);
    int (*cubin_size)(void *handle, size_t *bytes);
    int (*cubin)(void *handle, void *cubin);
    int (*error_size)(void *handle, size_t *bytes);
    int (*error)(void *handle, char *text);
    int (*info_size)(void *handle, size_t *bytes);
    int (*info)(void *handle, char *text);
    void *library;
    const char *path;
    unsigned least_target; /* 75: it makes no code for chips before sm_75 */
};

/* Those that are there, numbered by preference; NULL: no more.  A file is loaded when it is first asked for.
 */
const struct hw_nvjitlink *hw_nvjitlink(size_t number);

/* The first from *number on, which is set to its, that may make code for a target, 61. */
const struct hw_nvjitlink *hw_nvjitlink_for(size_t *number, unsigned target);

/* Whether one is there that may. */
bool hw_nvjitlink_is_there_for(unsigned target);

/* Whether HALFWARP_JITLINK names a file. */
bool hw_nvjitlink_is_named(void);

/* HW_OK, or what is wrong with the file that HALFWARP_JITLINK names. */
hw_status hw_nvjitlink_check(struct hw_error *error);

#endif

/* SPDX-License-Identifier: MIT */
/* The differences between the runtimes of CUDA's toolkits, as a program sees them.
 *
 * All libcudart.so.* are the same object files; each has one more, soname/N.c, with the one table that those
 * files ask.  (Where the differences come from: the CUDA Toolkit Reference Manuals 2.3, 3.2, 4.2 and 5.0; of
 * later toolkits their header driver_types.h.) */
#ifndef HW_CUDA_RUNTIME_SONAME_SONAME_H
#define HW_CUDA_RUNTIME_SONAME_SONAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of struct cudaDeviceProp of cuda_abi.h, and where a toolkit's own structure has them. */
struct hw_soname_run {
    uint16_t from, to, bytes;
};

#define HW_SONAME_RUNS 16

/* Where a toolkit's structure has numbers that CUDA 4's lacks: one int behind the other, by the numbers of
 * cudaDeviceGetAttribute. */
#define HW_SONAME_ATTRIBUTES 14
struct hw_soname_numbers {
    uint16_t to;
    uint8_t attributes[HW_SONAME_ATTRIBUTES]; /* up to a 0 */
};

#define HW_SONAME_LATER 10

struct hw_soname {
    int version;            /* 4020 for CUDA 4.2 */
    int last_error;         /* errors beyond it have no text, except cudaErrorStartupFailure */
    const uint16_t *errors; /* numbers of this toolkit by ours, 0 where it is the same; NULL: all are */

    /* struct cudaDeviceProp: the bytes that surely belong to it, and what they hold. */
    size_t properties_bytes;
    size_t properties_v2_bytes; /* the same of CUDA 12's longer structure */
    struct hw_soname_run properties[HW_SONAME_RUNS];
    struct hw_soname_numbers later[HW_SONAME_LATER];
    uint16_t uuid;         /* where the structure has it; 0: it has none */
    size_t function_bytes; /* of struct cudaFuncAttributes, which we fill in */

    unsigned array_flags;  /* those that cudaMallocArray's parameter may have */
    bool array_flags_wild; /* programs may leave that parameter out: other bits mean nothing */
    bool small_handles;    /* streams and events are int (handle.h) */
    bool thread_contexts;  /* each host thread has a context of its own, as before CUDA 4.0 */
    bool any_pointer;      /* cudaPointerGetAttributes knows memory that nobody has registered, too */
    bool profiler_strict;  /* turning the profiler on twice is an error */
};

extern const struct hw_soname hw_soname;

/* Error numbers since CUDA 10.1, which made most of them the driver's (runtime_errors.c). */
#define HW_SONAME_ERRORS 128
extern const uint16_t hw_soname_later_errors[HW_SONAME_ERRORS];

#endif

/* SPDX-License-Identifier: MIT */
/* A fat binary made of cubins of tests/data/programs, as nvcc of CUDA 4 puts it into a program.
 *
 * Whatever goes wrong ends the program: these are no tests.  Programs run in the root of the source tree. */
#ifndef HW_TESTS_FATBIN_H
#define HW_TESTS_FATBIN_H

#include <stddef.h>
#include <stdint.h>

struct fatbin {
    struct {
        uint32_t magic, version;
        const uint8_t *container;
        void *unused;
    } wrapper;
    uint8_t *bytes;
    size_t length;
};

/* Add PROGRAM for each of the targets ("sm_20", ..., NULL): a cubin, or a listing that is assembled. */
void fatbin_make(struct fatbin *fatbin, const char *program, const char *const targets[]);
/* The same of a listing's text. */
void fatbin_make_text(struct fatbin *fatbin, const char *listing);
/* The same of PTX, which the driver compiles, and of files with cubins (NULL behind the last) for chips that
 * it makes no code for. */
void fatbin_make_ptx(struct fatbin *fatbin, const char *ptx, const char *const cubins[]);
/* Say that its cubins for `from` (86) are for `to`. */
void fatbin_rename(struct fatbin *fatbin, uint32_t from, uint32_t to);
void fatbin_free(struct fatbin *fatbin);
/* One of its parts alone, made with malloc, with a NUL behind its end. */
uint8_t *fatbin_cubin(const char *program, const char *target, size_t *bytes);

#endif

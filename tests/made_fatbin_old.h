/* SPDX-License-Identifier: MIT */
/* A fat binary as nvcc of CUDA 2.x (text cubins) and 3.x (ELF cubins) put it into a program.
 *
 * Whatever goes wrong ends the program: these are no tests. */
#ifndef HW_TESTS_FATBIN_OLD_H
#define HW_TESTS_FATBIN_OLD_H

#include <stdint.h>

struct fatbin_old {
    struct {
        unsigned long magic, version, information_version;
        const char *key, *source, *usage;
        const void *ptx, *cubins, *debug, *more_debug;
        unsigned flags;
        const void *exported, *imported, *others;
        unsigned characteristic;
        const void *elf;
    } registered;
    struct {
        const char *profile, *text;
    } cubins[2], ptx[2];
    struct fatbin_old_elf {
        const char *profile;
        uint8_t *bytes;
        struct fatbin_old_elf *next;
        unsigned length;
    } elf[2];
};

/* The file of a listing, as a text cubin (version 2), or as an ELF cubin (version 4). */
void fatbin_old_make(struct fatbin_old *fatbin, const char *listing, const char *target, int version);
/* Nothing but PTX. */
void fatbin_old_make_ptx(struct fatbin_old *fatbin, const char *text, const char *target);
void fatbin_old_free(struct fatbin_old *fatbin);

#endif

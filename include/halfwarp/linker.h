/* SPDX-License-Identifier: MIT */
/* The linker makes one cubin that can be loaded of relocatable cubins (ptxas -c, nvcc -dc).
 *
 * Files are added in order: cubins, fatbins, object files and programs of the host with device code in them,
 * and static libraries, whose members are taken only where they define what others want.  Then
 * hw_linker_finish resolves names between them, removes functions that nobody uses, assigns addresses to
 * variables, constants and shared memory, works out what kernels need for all that they may call, and writes
 * the cubin; docs/link.md says how. Chips: sm_20 to sm_89.
 *
 * Nothing here keeps global state: different linkers may be used from different threads.
 *
 * Stability: may change. */
#ifndef HALFWARP_LINKER_H
#define HALFWARP_LINKER_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_linker;

struct hw_linker_options {
    const char
        *target;  /* "sm_52"; NULL: that of the first file, which must then have code for one chip only */
    bool partial; /* the output is relocatable, to be linked again: names may stay undefined */
};

hw_status hw_linker_create(const struct hw_linker_options *options, struct hw_linker **linker,
                           struct hw_error *error);

/* Add a file's content; `name` stands in messages.  Neither needs to outlive the call.  Errors: those of
 * hw_archive_open and hw_module_read; HW_ERR_UNSUPPORTED (a chip that is not linked for, only PTX),
 * HW_ERR_NOT_FOUND (no code for the target), HW_ERR_FORMAT (the code is linked already or for another
 * target). */
hw_status hw_linker_add(struct hw_linker *linker, const char *name, const void *bytes, size_t length,
                        struct hw_error *error);

/* Link all that was added into *cubin, made with malloc for the caller to free; once for each linker. Errors:
 * HW_ERR_NOT_FOUND (undefined symbols), HW_ERR_FORMAT (a symbol is defined twice, or as different things),
 * HW_ERR_RANGE (something does not fit: a constant bank, a relocation), HW_ERR_UNSUPPORTED, HW_ERR_NO_MEMORY.
 * The error is the first; hw_linker_messages has all of them. */
hw_status hw_linker_finish(struct hw_linker *linker, uint8_t **cubin, size_t *length, struct hw_error *error);

/* What there is to say, a line each: "error: ..." and "note: ..." (what was removed); "" for nothing. */
const char *hw_linker_messages(const struct hw_linker *linker);

void hw_linker_free(struct hw_linker *linker);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/* Our own note section in ELF cubins.  It holds the parts of a text cubin for which ELF cubins have no
 * section, so a module goes from text to ELF and back without loss.  A module without such parts gets no
 * note. */
#ifndef HW_MODULE_ELF_NOTE_H
#define HW_MODULE_ELF_NOTE_H

#include "module/module_internal.h"

void hw_elf_note_write(const struct hw_module *module, struct hw_buffer *out);

/* Apply a note to a module whose items are otherwise complete.  `offset` is where the note stands, for
 * errors. */
hw_status hw_elf_note_read(struct hw_module *module, const uint8_t *note, size_t size, uint64_t offset,
                           struct hw_error *error);

#endif

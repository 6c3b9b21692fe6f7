/* SPDX-License-Identifier: MIT */
/* What e_flags of an ELF cubin say: the target, and where a note stands. */
#ifndef HW_MODULE_ELF_FLAGS_H
#define HW_MODULE_ELF_FLAGS_H

#include "module/elf_cubin.h"

/* The number of the chip, and the bits that the chip's number and the target's suffix take. */
uint32_t hw_cubin_flags_chip(uint32_t os_abi, uint32_t flags);
uint32_t hw_cubin_flags_target(uint32_t os_abi, uint32_t chip);

/* The name of the target, "sm_100a": of a file, and where only its header is there. */
void hw_cubin_target_read(const struct hw_elf_file *file, char *target, size_t size);
void hw_cubin_target_print(uint32_t os_abi, uint32_t flags, char *target, size_t size);

/* The flags of a file without what is read from elsewhere when it is written: struct hw_module's. */
uint32_t hw_cubin_flags_kept(const struct hw_elf_file *file);

/* The OS ABI that a module is written with. */
uint32_t hw_module_os_abi(const struct hw_module *module);

/* e_flags of a module's file, but for the number of the section with the note.  HW_ERR_UNSUPPORTED where they
 * cannot say its target, or where another section says a different one; HW_ERR_RANGE where its own flags have
 * bits of the target. */
hw_status hw_cubin_flags_write(const struct hw_module *module, bool wide, uint32_t *flags,
                               struct hw_error *error);

/* Turn the flag of files with capsules into that of files without. */
void hw_cubin_flags_drop_capsule(struct hw_module *module);

/* Whether a section is the note whose number e_flags have, and flags with that number. */
bool hw_cubin_is_flags_note(const char *section);
uint32_t hw_cubin_flags_add_note(uint32_t os_abi, uint32_t flags, uint32_t section);

#endif

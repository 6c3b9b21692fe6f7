/* SPDX-License-Identifier: MIT */
/* Texture header words for queries (txq, suq), on Volta and later: properties beside the extents.
 *
 * Compiled code reads a word of a table in memory, one entry for each handle: the table's address is in bank
 * 0, the size of an entry is a symbol that the driver defines, and the offset of a word in its entry is in
 * the code.  The driver fills the tables.  Here they have addresses above all memory, and the words are made
 * at the access.  Only the words exist that the PTX ISA states as numbers; the others (types and orders of
 * channels, which it leaves to the source language, modes of filters and addresses, the layout) are a fault.
 */
#ifndef HW_MACHINE_TEXTURE_TEXTURE_HEADER_H
#define HW_MACHINE_TEXTURE_TEXTURE_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include <halfwarp/machine.h>

#define HW_DESCRIPTION_BYTES UINT64_C(64)            /* of an entry */
#define HW_DESCRIBED_FIRST   UINT64_C(0x20000000000) /* of textures */
#define HW_DESCRIBED_SPAN    UINT64_C(0x100000000)   /* of a table; that of surfaces is the next */

static inline bool hw_is_description(uint64_t address)
{
    return address - HW_DESCRIBED_FIRST < 2 * HW_DESCRIBED_SPAN;
}

/* The word at such an address; false: it is not known. */
bool hw_description_word(const struct hw_launch *launch, uint64_t address, uint32_t *word);

/* The size of an entry, if that is what a symbol without a definition stands for; else 0. */
uint32_t hw_description_symbol(const char *name);

#endif

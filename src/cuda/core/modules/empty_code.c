/* SPDX-License-Identifier: MIT */
/* See empty_code.h. */
#include "cuda/core/modules/empty_code.h"

#include "module/elf_file.h"

#include <stdlib.h>
#include <string.h>

/* Only what is as small is looked at: nvcc's empty cubins have some 1,450 bytes (CUDA 13.0), and others are
 * not unpacked for the question. */
#define LARGEST 4096

static bool begins_with(const char *text, const char *front)
{
    return strncmp(text, front, strlen(front)) == 0;
}

static bool is_empty_cubin(const uint8_t *bytes, size_t length)
{
    struct hw_elf_file file;
    bool empty = hw_elf_open(&file, bytes, length, EM_NONE, NULL) == HW_OK;

    for (uint32_t i = 0; empty && i < file.section_count; i++) {
        const char *name = file.sections[i].name;
        empty = !begins_with(name, ".text") && !begins_with(name, ".nv.global") &&
                !begins_with(name, ".nv.constant");
    }
    hw_elf_close(&file);
    return empty;
}

static bool has_word(const uint8_t *bytes, size_t length, const char *word)
{
    return memmem(bytes, length, word, strlen(word)) != NULL;
}

static bool is_empty_text(const uint8_t *bytes, size_t length)
{
    return !has_word(bytes, length, ".entry") && !has_word(bytes, length, ".func") &&
           !has_word(bytes, length, ".global") && !has_word(bytes, length, ".const");
}

bool hw_cuda_entry_is_empty(const struct hw_archive *archive, size_t entry)
{
    const struct hw_entry *const about = &archive->entries[entry];
    uint8_t *bytes = NULL;
    size_t length = 0;

    if (about->bytes > LARGEST || about->unpacked_bytes > LARGEST || about->kind == HW_ENTRY_OTHER ||
        hw_entry_unpack(archive, entry, &bytes, &length, NULL) != HW_OK)
        return false;
    const bool empty =
        about->kind == HW_ENTRY_CUBIN ? is_empty_cubin(bytes, length) : is_empty_text(bytes, length);
    free(bytes);
    return empty;
}

/* SPDX-License-Identifier: MIT */
/* Files of any kind that may hold GPU code: listing and unpacking what is in them is safe, and so is reading
 * the cubins among it, and putting them back, larger than they were. */
#include <halfwarp/archive.h>
#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small inputs can claim much; what takes memory is left to the unit tests. */
enum { UNPACKED_MAX = 1 << 20, ENTRIES_MAX = 16, MORE = 4096 };

/* A file with an entry's own code in its place, with `more` bytes behind it, can be read again. */
static void put_back(const struct hw_archive *archive, size_t index, const uint8_t *code, size_t length,
                     size_t more)
{
    struct hw_archive *again = NULL;
    uint8_t *larger = calloc(1, length + more), *made = NULL;
    size_t made_length;
    if (larger) {
        memcpy(larger, code, length);
        if (hw_archive_replace(archive, index, larger, length + more, &made, &made_length, NULL) == HW_OK)
            hw_archive_open(made, made_length, &again, NULL);
    }
    hw_archive_close(again);
    free(made);
    free(larger);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_archive *archive;
    if (hw_archive_open(data, size, &archive, NULL))
        return 0;
    for (size_t i = 0; i < archive->entry_count && i < ENTRIES_MAX; i++) {
        const struct hw_entry *entry = &archive->entries[i];
        struct hw_module *module = NULL;
        uint8_t *bytes = NULL;
        size_t length;
        if (archive->kind != HW_ARCHIVE_ZIP && (entry->offset > size || entry->bytes > size - entry->offset))
            abort();
        if (entry->unpacked_bytes > UNPACKED_MAX || hw_entry_unpack(archive, i, &bytes, &length, NULL))
            continue;
        if (entry->kind == HW_ENTRY_CUBIN)
            hw_module_read(bytes, length, &module, NULL);
        if (entry->kind == HW_ENTRY_CUBIN && i < 2) {
            put_back(archive, i, bytes, length, 0);
            put_back(archive, i, bytes, length, MORE);
        }
        hw_module_free(module);
        free(bytes);
    }
    hw_archive_close(archive);
    return 0;
}

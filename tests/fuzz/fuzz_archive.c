/* SPDX-License-Identifier: MIT */
/* Files of any kind that may hold GPU code: listing and unpacking what is in them is safe, and so is reading
 * the cubins among it. */
#include <halfwarp/archive.h>
#include <halfwarp/module.h>

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small inputs can claim much; what takes memory is left to the unit tests. */
enum { UNPACKED_MAX = 1 << 20, ENTRIES_MAX = 16 };

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
        if (entry->offset > size || entry->bytes > size - entry->offset)
            abort();
        if (entry->unpacked_bytes > UNPACKED_MAX || hw_entry_unpack(archive, i, &bytes, &length, NULL))
            continue;
        if (entry->kind == HW_ENTRY_CUBIN)
            hw_module_read(bytes, length, &module, NULL);
        hw_module_free(module);
        free(bytes);
    }
    hw_archive_close(archive);
    return 0;
}

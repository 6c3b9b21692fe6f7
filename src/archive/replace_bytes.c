/* SPDX-License-Identifier: MIT */
/* Copies of files with other bytes in one place. */
#include "archive/replace.h"

#include <stdlib.h>
#include <string.h>

hw_status hw_replace_bytes(const struct hw_archive *archive, uint64_t offset, uint64_t old,
                           const uint8_t *bytes, size_t size, struct hw_made_file *made,
                           struct hw_error *error)
{
    const size_t behind = (size_t)(archive->length - offset - old);
    made->length = (size_t)offset + size + behind;
    made->bytes = malloc(made->length + 1);
    if (!made->bytes)
        return hw_module_no_memory(error);
    memcpy(made->bytes, archive->bytes, (size_t)offset);
    memcpy(made->bytes + offset, bytes, size);
    memcpy(made->bytes + offset + size, archive->bytes + offset + old, behind);
    return HW_OK;
}

hw_status hw_overwrite_bytes(const struct hw_archive *archive, uint64_t offset, uint64_t old,
                             const uint8_t *bytes, size_t size, struct hw_made_file *made,
                             struct hw_error *error)
{
    hw_status status =
        hw_replace_bytes(archive, offset, old, archive->bytes + offset, (size_t)old, made, error);
    if (status)
        return status;
    memcpy(made->bytes + offset, bytes, size);
    memset(made->bytes + offset + size, 0, (size_t)(old - size));
    return HW_OK;
}

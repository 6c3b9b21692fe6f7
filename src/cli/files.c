/* SPDX-License-Identifier: MIT */
/* Whole files in and out.  Inputs are small, so they are read into memory at once; pipes work as files do. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads to the end of the stream into a growing buffer, which is the caller's even on failure. */
static hw_status read_stream(FILE *from, const char *name, size_t most, char **data, size_t *size,
                             struct hw_error *error)
{
    size_t room = 0;
    for (;;) {
        if (*size + 1 >= room) {
            room = room ? room * 2 : 65536;
            char *grown = realloc(*data, room);
            if (!grown)
                return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory to read %s", name);
            *data = grown;
        }
        size_t got = fread(*data + *size, 1, room - *size - 1, from);
        *size += got;
        if (*size > most)
            return hw_fail(error, HW_ERR_LIMIT, "cli", "%s is larger than %zu bytes", name, most);
        if (ferror(from))
            return hw_fail(error, HW_ERR_IO, "cli", "cannot read %s: %s", name, strerror(errno));
        if (got == 0) {
            (*data)[*size] = '\0';
            return HW_OK;
        }
    }
}

hw_status hw_read_file(const char *name, size_t most, void **data, size_t *size, struct hw_error *error)
{
    bool standard = !strcmp(name, "-");
    FILE *from = standard ? stdin : fopen(name, "rb");
    if (!from)
        return hw_fail(error, HW_ERR_IO, "cli", "cannot open %s: %s", name, strerror(errno));
    char *bytes = NULL;
    *size = 0;
    hw_status status = read_stream(from, standard ? "standard input" : name, most, &bytes, size, error);
    if (!standard)
        fclose(from);
    if (status) {
        free(bytes);
        bytes = NULL;
    }
    *data = bytes;
    return status;
}

hw_status hw_write_file(const char *name, const void *data, size_t size, struct hw_error *error)
{
    bool standard = !strcmp(name, "-");
    FILE *to = standard ? stdout : fopen(name, "wb");
    bool written = to && fwrite(data, 1, size, to) == size && !fflush(to);
    int reason = errno;
    if (to && !standard && fclose(to) && written) {
        reason = errno;
        written = false;
    }
    if (!written)
        return hw_fail(error, HW_ERR_IO, "cli", "cannot write %s: %s", standard ? "standard output" : name,
                       strerror(reason));
    return HW_OK;
}

/* SPDX-License-Identifier: MIT */
/* These functions read and write entire files.  Inputs are small, so they are read into memory at once; pipes
 * work as files do. */
#include "cli/cli.h"
#include "cli/spared_files.h"

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
    const hw_status spared = hw_spare_input(name, error);
    if (spared != HW_OK)
        return spared;
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

static bool is_standard(const char *name)
{
    return !name || !strcmp(name, "-");
}

static hw_status cannot_write(const char *name, int reason, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_IO, "cli", "cannot write %s: %s",
                   is_standard(name) ? "standard output" : name, strerror(reason ? reason : EIO));
}

hw_status hw_open_output(const char *name, FILE **out, struct hw_error *error)
{
    const hw_status status = hw_check_output(name, error);
    if (status != HW_OK)
        return status;
    *out = is_standard(name) ? stdout : fopen(name, "wb");
    if (!*out)
        return cannot_write(name, errno, error);
    errno = 0; /* for what goes wrong between here and the end */
    return HW_OK;
}

hw_status hw_close_output(const char *name, FILE *out, struct hw_error *error)
{
    const bool failed = ferror(out) || fflush(out) != 0;
    int reason = errno;

    if (!is_standard(name) && fclose(out) != 0 && !failed)
        return cannot_write(name, errno, error);
    return failed ? cannot_write(name, reason, error) : HW_OK;
}

hw_status hw_write_file(const char *name, const void *data, size_t size, struct hw_error *error)
{
    FILE *out;
    hw_status status = hw_open_output(name, &out, error);

    if (status != HW_OK)
        return status;
    fwrite(data, 1, size, out);
    return hw_close_output(name, out, error);
}

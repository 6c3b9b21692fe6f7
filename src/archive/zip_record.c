/* SPDX-License-Identifier: MIT */
/* RECORD in a wheel's .dist-info: lines `path,sha256=HASH,bytes`, the hash in base64url without `=` (PyPA,
 * "Recording installed projects").  A path with a comma stands in quotes. */
#include "archive/zip.h"

#include "archive/sha256.h"

#include <stdlib.h>
#include <string.h>

/* 32 bytes are 42 characters of six bits, and one of the last four. */
static void print_hash(const uint8_t hash[HW_SHA256_BYTES], char text[44])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (unsigned i = 0; i < 43; i++) {
        const unsigned bit = 6 * i, byte = bit / 8;
        const unsigned next = byte + 1 < HW_SHA256_BYTES ? hash[byte + 1] : 0;
        text[i] = digits[((unsigned)hash[byte] << 8 | next) >> (10 - bit % 8) & 63];
    }
    text[43] = '\0';
}

/* Whether a line is about a path: where what follows the path begins, NULL if it is not. */
static const char *behind_path(const char *line, size_t length, const char *path, size_t bytes)
{
    const bool quoted = length && line[0] == '"';
    if (length < bytes + 1 + 2 * quoted || memcmp(line + quoted, path, bytes) != 0)
        return NULL;
    const char *behind = line + quoted + bytes;
    if (quoted && *behind++ != '"')
        return NULL;
    return *behind == ',' ? behind : NULL;
}

static void add_line(struct hw_buffer *out, const char *line, const char *behind,
                     const struct hw_zip_change *changed, bool ends_in_return)
{
    uint8_t hash[HW_SHA256_BYTES];
    char text[44];
    hw_sha256(changed->bytes, changed->length, hash);
    print_hash(hash, text);
    hw_buffer_add(out, line, (size_t)(behind - line));
    hw_buffer_printf(out, ",sha256=%s,%zu%s", text, changed->length, ends_in_return ? "\r\n" : "\n");
}

/* The text with the member's line changed; whether there is one. */
static bool change_lines(const char *text, size_t length, const struct hw_zip_member *member,
                         const struct hw_zip_change *changed, struct hw_buffer *out)
{
    bool found = false;
    for (size_t at = 0; at < length;) {
        const char *line = text + at, *end = memchr(line, '\n', length - at);
        const size_t bytes = end ? (size_t)(end - line) + 1 : length - at;
        const char *behind = behind_path(line, bytes, member->name, member->name_bytes);
        if (behind)
            add_line(out, line, behind, changed, bytes > 1 && line[bytes - 2] == '\r');
        else
            hw_buffer_add(out, line, bytes);
        found = found || behind;
        at += bytes;
    }
    return found;
}

static const struct hw_zip_member *find_record(const struct hw_zip *zip)
{
    for (size_t i = 0; i < zip->count; i++)
        if (hw_zip_ends_in(&zip->members[i], ".dist-info/RECORD"))
            return &zip->members[i];
    return NULL;
}

hw_status hw_zip_record(const struct hw_zip *zip, const struct hw_zip_change *changed,
                        struct hw_zip_change *change, struct hw_error *error)
{
    const struct hw_zip_member *record = find_record(zip);
    struct hw_buffer out = {0};
    *change = (struct hw_zip_change){.bytes = NULL};
    if (!record)
        return HW_OK;
    if (record->bytes > HW_ENTRY_BYTES_MAX)
        return hw_fail(error, HW_ERR_LIMIT, HW_ARCHIVE_ERROR, "RECORD has %llu bytes, which is refused",
                       (unsigned long long)record->bytes);
    uint8_t *text = malloc((size_t)record->bytes + 1);
    if (!text)
        return hw_module_no_memory(error);
    hw_status status = HW_OK;
    if (!hw_zip_read(record, text, (size_t)record->bytes))
        status = hw_fail(error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR,
                         "RECORD of the wheel does not inflate to what it claims");
    const bool found = !status && change_lines((const char *)text, (size_t)record->bytes,
                                               &zip->members[changed->member], changed, &out);
    free(text);
    if (!status && out.failed)
        status = hw_module_no_memory(error);
    if (status || !found) {
        free(out.bytes);
        return status;
    }
    *change = (struct hw_zip_change){
        .member = (size_t)(record - zip->members), .bytes = out.bytes, .length = out.length};
    return HW_OK;
}

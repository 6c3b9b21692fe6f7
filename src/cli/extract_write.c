/* SPDX-License-Identifier: MIT */
/* Entries into files.  Names come from files and archives of others, so of each only what is behind its last
 * slash is taken, and of that only harmless characters: nothing is written outside of the folder. */
#include "cli/cli.h"
#include "cli/extract.h"
#include "cli/spared_files.h"
#include "cli/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME_MAX_BYTES = 160 };

static const char *ending_of(enum hw_entry_kind kind)
{
    return kind == HW_ENTRY_CUBIN ? "cubin" : kind == HW_ENTRY_PTX ? "ptx" : "bin";
}

/* `name` without what would be said twice. */
static size_t stem_length(const char *name)
{
    static const char *const endings[] = {".cubin", ".ptx", ".fatbin"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t bytes = strlen(endings[i]);
        if (length > bytes && strcmp(name + length - bytes, endings[i]) == 0)
            return length - bytes;
    }
    return length;
}

/* The end of the name, which tells files apart best. */
static void safe_name(const char *name, char *safe, size_t size)
{
    const size_t length = stem_length(name);
    const char *from = name + (length >= size ? length - size + 1 : 0);
    size_t count = 0;
    for (; from < name + length; from++) {
        const char c = *from;
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           (count && strchr(".-+", c));
        safe[count++] = plain ? c : '_';
    }
    safe[count] = '\0';
}

/* A member of a zip file has the name of a file; behind a colon may be that of an object in it. */
static const char *base_name(const struct hw_archive *archive, const struct hw_entry *entry, const char *name,
                             char *text, size_t size)
{
    if (archive->kind != HW_ARCHIVE_ZIP || !entry->member)
        return name;
    snprintf(text, size, "%.*s", (int)strcspn(entry->member, ":"), entry->member);
    const char *slash = strrchr(text, '/');
    return slash ? slash + 1 : text;
}

/* Those that the folder is in; what fails shows when it is made itself. */
static void make_parents(const char *folder)
{
    char path[4096];

    if (strlen(folder) >= sizeof path)
        return;
    strcpy(path, folder);
    for (char *slash = strchr(path + 1, '/'); *folder && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static hw_status make_folder(const char *folder, struct hw_error *error)
{
    struct stat about;
    make_parents(folder);
    if (mkdir(folder, 0777) == 0)
        return HW_OK;
    const int reason = errno;
    if (reason != EEXIST)
        return hw_fail(error, HW_ERR_IO, "cli", "cannot make the folder %.200s: %s", folder,
                       strerror(reason));
    if (stat(folder, &about) == 0 && S_ISDIR(about.st_mode))
        return HW_OK;
    return hw_fail(error, HW_ERR_IO, "cli", "%.200s is no folder; -o names one that code goes into", folder);
}

static hw_status write_bytes(const struct hw_extract *extract, const char *path, const uint8_t *bytes,
                             size_t length, struct hw_error *error)
{
    struct stat about;
    hw_status status = make_folder(extract->folder, error);
    if (status)
        return status;
    if (!extract->force && lstat(path, &about) == 0)
        return hw_fail(error, HW_ERR_IO, "cli", "%.200s is there already; --force writes over it", path);
    if (!extract->force)
        return hw_write_new_file(path, bytes, length, error);
    if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
        return hw_fail(error, HW_ERR_IO, "cli", "%.200s is a link, which may lead out of the folder", path);
    status = hw_check_output(path, error);
    return status == HW_OK ? hw_write_over_file(path, 0644, bytes, length, error) : status;
}

hw_status hw_extract_keep(struct hw_extract *extract, const struct hw_archive *archive, size_t index,
                          struct hw_error *error)
{
    return extract->bytes ? HW_OK : hw_entry_unpack(archive, index, &extract->bytes, &extract->length, error);
}

int hw_extract_put(const struct hw_extract *extract)
{
    struct hw_error error;

    if (extract->found > 1)
        return hw_complain("-o - is standard output, which takes one entry; %zu are chosen, and --target, -k "
                           "and -n choose fewer",
                           extract->found);
    return hw_write_file("-", extract->bytes, extract->length, &error) == HW_OK
               ? HW_EXIT_DONE
               : hw_report(NULL, NULL, &error);
}

hw_status hw_extract_write(const struct hw_extract *extract, const struct hw_archive *archive, size_t index,
                           const char *name, char **written, struct hw_error *error)
{
    const struct hw_entry *entry = &archive->entries[index];
    char text[1024], safe[NAME_MAX_BYTES];
    uint8_t *bytes = NULL;
    size_t length;
    *written = NULL;
    safe_name(base_name(archive, entry, name, text, sizeof text), safe, sizeof safe);
    hw_status status = hw_entry_unpack(archive, index, &bytes, &length, error);
    if (!status && asprintf(written, "%s/%s.%zu%s%s.%s", extract->folder, safe[0] ? safe : "code", index,
                            entry->target[0] ? "." : "", entry->target, ending_of(entry->kind)) < 0) {
        *written = NULL;
        status = hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for a name");
    }
    if (!status)
        status = write_bytes(extract, *written, bytes, length, error);
    if (status) {
        free(*written);
        *written = NULL;
    }
    free(bytes);
    return status;
}

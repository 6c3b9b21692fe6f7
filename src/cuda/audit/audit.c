/* SPDX-License-Identifier: MIT */
/* Our libraries in the place of NVIDIA's, wherever a program looks for those.
 *
 * LD_LIBRARY_PATH is not enough: packages name their libraries in a search path that comes before it
 * (DT_RPATH), open them by an absolute path, or carry a copy under a name with a hash in it.  The loader asks
 * an audit library (rtld-audit(7), `halfwarp run` sets LD_AUDIT) about each name before it searches, and
 * takes the answer in its place.
 *
 * A name is ours if the folder of this library has a file for it: of the same name, without the hash
 * (libcudart-45da57e3.so.11.0), or with fewer numbers at the end (libcublas.so.11.10.3.66 is
 * libcublas.so.11).  NVRTC has a folder of its own: only HALFWARP_NVRTC=own puts ours in the place of
 * NVIDIA's.
 *
 * The loader gives this library a namespace and a C library of its own, so it shares nothing with the rest of
 * us. */

#include "cuda/audit/audit.h"

#include "cuda/audit/own_name.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[PATH_MAX];     /* of our libraries; empty: it is not known */
static char nvrtc[PATH_MAX + 16]; /* of our NVRTC */
static bool wants_nvrtc;          /* in the place of NVIDIA's */

/* What the log has: every library of ours, or only those that were asked for by another name or by path. */
static bool tells_all, tells_replaced, tells_json;

static void find_folder(void)
{
    Dl_info about;

    if (dladdr((void *)(uintptr_t)find_folder, &about) && about.dli_fname &&
        realpath(about.dli_fname, folder) && strrchr(folder, '/'))
        *strrchr(folder, '/') = '\0';
    else
        folder[0] = '\0';
}

/* Whether a variable of words with commas between them has one of these. */
static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = words; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, word, length) == 0 && (at[length] == '\0' || at[length] == ','))
            return true;
    return false;
}

unsigned la_version(unsigned version)
{
    const char *log = getenv("HALFWARP_LOG");

    const char *wish = getenv("HALFWARP_NVRTC");

    find_folder();
    snprintf(nvrtc, sizeof nvrtc, "%s/nvrtc", folder);
    wants_nvrtc = wish && strcmp(wish, "own") == 0;
    tells_all = has_word(log, "libraries");
    tells_json = has_word(log, "json");
    tells_replaced =
        tells_all || tells_json || has_word(log, "1") || has_word(log, "launches") || has_word(log, "calls");
    return version < LAV_CURRENT ? version : LAV_CURRENT;
}

/* Append text as it may stand between quotation marks in JSON. */
static void append_quoted(char *line, size_t bytes, const char *text)
{
    size_t length = strlen(line);

    for (; *text && length + 7 < bytes; text++)
        length +=
            (size_t)(*text == '"' || *text == '\\' ? snprintf(line + length, bytes - length, "\\%c", *text)
                     : (unsigned char)*text < ' '
                         ? snprintf(line + length, bytes - length, "\\u%04x", (unsigned)*text)
                         : snprintf(line + length, bytes - length, "%c", *text));
}

static void write_object(char *line, size_t bytes, const char *name, const char *path)
{
    snprintf(line, bytes, "{\"event\":\"library\",\"name\":\"");
    append_quoted(line, bytes, name);
    strncat(line, "\",\"path\":\"", bytes - strlen(line) - 1);
    append_quoted(line, bytes, path);
    strncat(line, "\"}\n", bytes - strlen(line) - 1);
}

/* A line of the log, at once and to the same place as core/log/log.c writes its own. */
static void tell(const char *name, const char *path)
{
    const char *file = getenv("HALFWARP_LOG_FILE");
    const int to =
        file && *file ? open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : STDERR_FILENO;
    char line[4 * PATH_MAX];

    if (tells_json)
        write_object(line, sizeof line, name, path);
    else
        snprintf(line, sizeof line, "halfwarp: library %s is %s\n", name, path);
    if (to >= 0 && write(to, line, strlen(line)) < 0)
        return; /* nobody can be told */
    if (to >= 0 && file && *file)
        close(to);
}

/* Whether the file has the name by which it was asked for. */
static bool is_plain(const char *name, const char *path)
{
    return strcmp(name, strrchr(path, '/') + 1) == 0;
}

/* A plain name and a path are answered before the search.  A name with a hash stays until the search tries a
 * first folder: others may name versions of that library's symbols (DT_VERNEED), and the loader wants a
 * library of the name that it began with. */
static bool is_time(const char *name, const char *path, unsigned flag)
{
    if (flag == LA_SER_ORIG)
        return strchr(name, '/') || is_plain(name, path);
    return !is_plain(strrchr(name, '/') + 1, path);
}

static bool is_ours(const char *name, char *path, size_t bytes)
{
    return hw_audit_own_name(folder, name, path, bytes) ||
           (wants_nvrtc && hw_audit_own_name(nvrtc, name, path, bytes));
}

/* Whether this is a file of our NVRTC, which the loader finds by LD_LIBRARY_PATH, behind others. */
static bool is_found_nvrtc(const char *name)
{
    const char *slash = strrchr(name, '/');
    char path[PATH_MAX];

    if (!slash || strncmp(slash + 1, "libnvrtc.so", 11) != 0 || access(name, R_OK) != 0 ||
        snprintf(path, sizeof path, "%.*s", (int)(slash - name), name) >= (int)sizeof path)
        return false;
    char *const whole = realpath(path, NULL);
    const bool is_it = whole && strcmp(whole, nvrtc) == 0;
    free(whole);
    return is_it;
}

char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag)
{
    static char path[PATH_MAX]; /* the loader has its lock, and copies the answer */

    (void)cookie;
    if (tells_all && !wants_nvrtc && is_found_nvrtc(name))
        tell(strrchr(name, '/') + 1, name);
    if (!folder[0] || (flag != LA_SER_ORIG && !strchr(name, '/')) || !is_ours(name, path, sizeof path) ||
        !is_time(name, path, flag))
        return (char *)(uintptr_t)name;
    if (flag != LA_SER_ORIG)
        name = strrchr(name, '/') + 1;
    if (tells_all || (tells_replaced && !is_plain(name, path)))
        tell(name, path);
    return path;
}

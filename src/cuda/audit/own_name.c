/* SPDX-License-Identifier: MIT */
/* See own_name.h.  Only files of CUDA's libraries are looked for, so that each other name costs one
 * comparison. */
#include "cuda/audit/own_name.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What the names of the libraries begin with that NVIDIA has and we may have. */
static bool is_candidate(const char *base)
{
    return strncmp(base, "libcu", 5) == 0 || strncmp(base, "libnv", 5) == 0 ||
           strncmp(base, "libnccl", 7) == 0;
}

/* Copy a name without the hash that a tool which repairs wheels puts before ".so": "-" and eight hexadecimal
 * digits. */
static void copy_without_hash(const char *base, char *name, size_t bytes)
{
    const char *suffix = strstr(base, ".so");
    const size_t stem = suffix ? (size_t)(suffix - base) : 0;
    const bool hashed = stem > 9 && base[stem - 9] == '-' && strspn(base + stem - 8, "0123456789abcdef") == 8;

    if (hashed)
        snprintf(name, bytes, "%.*s%s", (int)(stem - 9), base, suffix);
    else
        snprintf(name, bytes, "%s", base);
}

static bool is_there(const char *folder, const char *name, char *path, size_t bytes)
{
    const int length = snprintf(path, bytes, "%s/%s", folder, name);

    return length > 0 && (size_t)length < bytes && access(path, R_OK) == 0;
}

/* The runtime's name has a second number, the same for all of a major version since CUDA 11. */
static bool is_runtime_of_major(const char *folder, char *name, size_t name_bytes, char *path, size_t bytes)
{
    const size_t length = strlen(name);

    if (strncmp(name, "libcudart.so.", 13) != 0)
        return false;
    snprintf(name + length, name_bytes - length, ".0");
    return is_there(folder, name, path, bytes);
}

bool hw_audit_own_name(const char *folder, const char *library, char *path, size_t bytes)
{
    const char *slash = strrchr(library, '/'), *base = slash ? slash + 1 : library;
    char name[256];
    char *number;

    if (!is_candidate(base))
        return false;
    copy_without_hash(base, name, sizeof name - 2);
    for (;;) {
        if (is_there(folder, name, path, bytes))
            return true;
        number = strrchr(name, '.');
        if (!number || strspn(number + 1, "0123456789") == 0)
            return false;
        *number = '\0';
        if (strcmp(number - 3, ".so") == 0) /* a library without any number is that of CUDA 4 */
            return false;
        if (is_runtime_of_major(folder, name, sizeof name, path, bytes))
            return true;
        name[number - name] = '\0';
    }
}

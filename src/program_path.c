/* SPDX-License-Identifier: MIT */
/* See program_path.h. */
#include "program_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool hw_program_path(const char *name, char path[PATH_MAX])
{
    if (strchr(name, '/'))
        return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX && access(path, X_OK) == 0;
    for (const char *at = getenv("PATH"); at && *at; at += strspn(at, ":")) {
        const int folder = (int)strcspn(at, ":");
        if (snprintf(path, PATH_MAX, "%.*s/%s", folder, at, name) < PATH_MAX && access(path, X_OK) == 0)
            return true;
        at += folder;
    }
    return false;
}

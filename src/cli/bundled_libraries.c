/* SPDX-License-Identifier: MIT */
/* See bundled_libraries.h. */
#include "cli/bundled_libraries.h"

#include "own_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STATE "libhalfwarp-cuda.so" /* what all our libraries need: where it is, they are */

bool hw_has_library(const char *folder, const char *library)
{
    char path[2 * PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, library);
    return access(path, R_OK) == 0;
}

bool hw_bundled_libraries(char folder[PATH_MAX])
{
    static const char *const candidates[] = {"cuda", "../" HW_LIBDIR "/halfwarp"};
    char self[PATH_MAX];

    if (!hw_own_file(self))
        return false;
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        if (snprintf(folder, PATH_MAX, "%s/%s", self, candidates[i]) >= PATH_MAX)
            return false;
        if (hw_has_library(folder, STATE))
            return true;
    }
    return false;
}

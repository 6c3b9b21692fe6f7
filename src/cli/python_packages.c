/* SPDX-License-Identifier: MIT */
/* NVIDIA's compilers as Python packages bring them: ENVIRONMENT/lib/python3.11/site-packages/nvidia/...
 *
 * CuPy and others ask the loader for libnvrtc by its name alone, and the loader does not look there; CUDA's
 * installer would have put it where it looks.  Their other libraries are ours. */
#include "cli/python_packages.h"

#include "nvidia_packages.h"
#include "program_path.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The folder that a program lies in; false where there is none. */
static bool folder_of(const char *program, char folder[PATH_MAX])
{
    if (!hw_program_path(program, folder))
        return false;
    *strrchr(folder, '/') = '\0';
    return true;
}

/* One more folder at the end of a list. */
static bool append(char *folders, size_t bytes, const char *folder)
{
    const size_t used = strlen(folders);

    return snprintf(folders + used, bytes - used, "%s%s", used ? ":" : "", folder) < (int)(bytes - used);
}

static bool append_found(char *folders, size_t bytes, const char *pattern)
{
    glob_t found = {0};
    bool fits = true;

    if (glob(pattern, GLOB_ONLYDIR, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && fits; i++)
            fits = append(folders, bytes, found.gl_pathv[i]);
    globfree(&found);
    return fits;
}

bool hw_python_compilers(const char *program, char *folders, size_t bytes)
{
    /* Debian's pip installs for all users into the second. */
    static const char *const site_folders[] = {"../lib/python3*/site-packages",
                                               "../local/lib/python3*/dist-packages"};
    char folder[PATH_MAX], pattern[2 * PATH_MAX];
    bool fits = true;

    folders[0] = '\0';
    if (!folder_of(program, folder))
        return true;
    for (const char *const *package = hw_nvidia_packages; *package && fits; package++)
        for (size_t i = 0; i < sizeof site_folders / sizeof *site_folders && fits; i++) {
            snprintf(pattern, sizeof pattern, "%s/%s/%s", folder, site_folders[i], *package);
            fits = append_found(folders, bytes, pattern);
        }
    return fits;
}

/* SPDX-License-Identifier: MIT */
/* NVIDIA's compilers as Python packages bring them: ENVIRONMENT/lib/python3.11/site-packages/nvidia/...
 *
 * CuPy and others ask the loader for libnvrtc by its name alone, and the loader does not look there; CUDA's
 * installer would have put it where it looks.  Their other libraries are ours. */
#include "cli/python_packages.h"

#include "program_path.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const compilers[] = {"cuda_nvrtc", "nvjitlink"};

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

bool hw_python_compilers(const char *program, char *folders, size_t bytes)
{
    char folder[PATH_MAX], pattern[2 * PATH_MAX];
    bool fits = true;

    folders[0] = '\0';
    if (!folder_of(program, folder))
        return true;
    for (size_t c = 0; c < sizeof compilers / sizeof *compilers && fits; c++) {
        glob_t found = {0};
        snprintf(pattern, sizeof pattern, "%s/../lib/python3*/site-packages/nvidia/%s/lib", folder,
                 compilers[c]);
        if (glob(pattern, GLOB_ONLYDIR, NULL, &found) == 0)
            for (size_t i = 0; i < found.gl_pathc && fits; i++)
                fits = append(folders, bytes, found.gl_pathv[i]);
        globfree(&found);
    }
    return fits;
}

/* SPDX-License-Identifier: MIT */
/* See own_file.h.  The loader knows a shared library by its path, but the program only by the name that it
 * was started with, which is no path where the shell found it in PATH; the kernel has the program's path. */
#include "own_file.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>

bool hw_own_file(char path[PATH_MAX])
{
    struct link_map *map = NULL;
    Dl_info about;
    const bool known =
        dladdr1((const void *)(uintptr_t)hw_own_file, &about, (void **)&map, RTLD_DL_LINKMAP) && map;
    const bool is_library = known && map->l_name && map->l_name[0];

    return realpath(is_library ? map->l_name : "/proc/self/exe", path) != NULL;
}

/* SPDX-License-Identifier: MIT */
/* See cxx.h: the program, which finds our libcudart where it lies now. */
#include "cli/cxx.h"
#include "cli/bundled_libraries.h"

#include <stdio.h>

/* The runtime whose types our headers have. */
#define TOOLKIT "cuda-11"

bool hw_cxx_link(const struct hw_cxx *cxx, const struct hw_list *objects)
{
    struct hw_clang_arguments list = {.item = NULL};
    char folder[PATH_MAX];

    if (!hw_bundled_libraries(folder))
        return hw_complain(HW_OWN_LIBRARIES_MISSING), false;
    hw_clang_argument(&list, "%s", cxx->clang.path);
    hw_clang_argument(&list, "--driver-mode=g++");
    for (unsigned i = 0; i < objects->count; i++)
        hw_clang_argument(&list, "%s", objects->item[i]);
    for (unsigned i = 0; i < cxx->folders.count; i++)
        hw_clang_argument(&list, "-L%s", cxx->folders.item[i]);
    for (unsigned i = 0; i < cxx->libraries.count; i++)
        hw_clang_argument(&list, "-l%s", cxx->libraries.item[i]);
    for (unsigned i = 0; i < cxx->linker.count; i++) {
        hw_clang_argument(&list, "-Xlinker");
        hw_clang_argument(&list, "%s", cxx->linker.item[i]);
    }
    hw_clang_argument(&list, "-L%s/" TOOLKIT, folder);
    hw_clang_argument(&list, "-lcudart");
    hw_clang_argument(&list, "-Wl,-rpath,%s", folder);
    if (cxx->threads)
        hw_clang_argument(&list, "-pthread");
    hw_clang_argument(&list, "-o");
    hw_clang_argument(&list, "%s", cxx->output);
    return hw_cxx_run(cxx, &list);
}

/* SPDX-License-Identifier: MIT */
/* Finds the target that a PTX text declares, and the targets that it can be compiled for.  The reader of
 * archives finds the directive in any text. */
#include <halfwarp/archive.h>
#include <halfwarp/compiler.h>

#include <stdio.h>

#include "compiler/codegen/codegen_target.h"

unsigned hw_ptx_target(const char *text, size_t length)
{
    struct hw_archive *archive;
    unsigned target = 0;

    if (hw_archive_open(text, length, &archive, NULL) != HW_OK)
        return 0;
    if (archive->kind == HW_ARCHIVE_PTX && archive->entry_count)
        target = sscanf(archive->entries[0].target, "compute_%u", &target) == 1 ? target : 0;
    hw_archive_close(archive);
    return target;
}

bool hw_compile_makes(const char *name)
{
    struct hw_target target;

    return hw_target_find(name, &target, NULL) == HW_OK && hw_codegen_supports(&target);
}

/* SPDX-License-Identifier: MIT */
/* Line information for a module that was compiled: the section that debug_lines.h reads. */
#ifndef HW_MODULE_DEBUG_LINES_WRITE_H
#define HW_MODULE_DEBUG_LINES_WRITE_H

#include <halfwarp/module.h>

/* From this instruction of the kernel on, the code comes from that line. */
struct hw_debug_position {
    const char *kernel;
    uint32_t address; /* within its code */
    uint32_t file;    /* from 1 on, of the files */
    uint32_t line;
};

/* Add .debug_line (DWARF 2) with these source locations, which stand together by kernel and ascend by
 * address; without any nothing is added.  Chips from sm_20 on.  HW_ERR_NO_MEMORY. */
hw_status hw_debug_lines_add(struct hw_module *module, const char *const *file, size_t files,
                             const struct hw_debug_position *position, size_t positions,
                             struct hw_error *error);

#endif

/* SPDX-License-Identifier: MIT */
/* The DWARF line table reader finds which line of which source file an instruction came from, for cubins that
 * were compiled with line information: the program of DWARF (section .debug_line, versions 2 to 4). */
#ifndef HW_MODULE_DEBUG_LINES_H
#define HW_MODULE_DEBUG_LINES_H

#include <halfwarp/module.h>

/* Code from `address` on, as far as the next row of the same section, came from this line. */
struct hw_debug_row {
    const struct hw_section *section; /* of code */
    uint64_t address;                 /* within it */
    uint32_t file;                    /* index into hw_debug_lines.file */
    uint32_t line;                    /* 0: from none */
    uint32_t order;                   /* among all rows as the table has them */
    uint32_t caller; /* of inlined code: the row that it was called from, HW_NO_CALLER: none */
};
#define HW_NO_CALLER UINT32_MAX

/* Which table: lines of the source, or of the PTX that the code was compiled from (.nv_debug_line_sass),
 * whose file is the name of a section with the text. */
enum hw_debug_table { HW_DEBUG_SOURCE = 0, HW_DEBUG_PTX };

struct hw_debug_lines {
    char **file; /* with its folder, as the compiler was told */
    size_t file_count;
    struct hw_debug_row *row; /* by section and address; of several rows for one, the innermost is last */
    size_t row_count;
};

/* What a module says about its lines; nothing is no error, and what cannot be understood is omitted.
 * HW_ERR_NO_MEMORY. */
hw_status hw_debug_lines_read(const struct hw_module *module, struct hw_debug_lines *lines,
                              struct hw_error *error);
/* The same of either table. */
hw_status hw_debug_table_read(const struct hw_module *module, enum hw_debug_table which,
                              struct hw_debug_lines *lines, struct hw_error *error);

void hw_debug_lines_free(struct hw_debug_lines *lines);

/* The row that an address belongs to; NULL: none is known. */
const struct hw_debug_row *hw_debug_lines_find(const struct hw_debug_lines *lines,
                                               const struct hw_section *section, uint64_t address);

/* Its file, and the line in it; NULL: they are not known. */
const char *hw_debug_lines_source(const struct hw_debug_lines *lines, const struct hw_section *section,
                                  uint64_t address, uint32_t *line);

#endif

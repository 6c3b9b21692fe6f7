/* SPDX-License-Identifier: MIT */
/* See fault_source.h. */
#include "engine/launch/fault_source.h"

#include "machine/image/image_layout.h"
#include "module/debug_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool hw_fault_source(const struct hw_image *image, const struct hw_fault *fault,
                     char text[HW_FAULT_SOURCE_BYTES])
{
    struct hw_debug_lines lines;
    uint64_t address = 0;
    uint32_t line = 0;

    if (!*fault->instruction || strstr(fault->sentence, HW_FAULT_OF_CHILD))
        return false;
    const struct hw_section *section = hw_image_code_at(image, fault->pc, &address);
    if (!section || hw_debug_lines_read(image->layout->module, &lines, NULL) != HW_OK)
        return false;
    const char *file = hw_debug_lines_source(&lines, section, address, &line);
    if (file)
        snprintf(text, HW_FAULT_SOURCE_BYTES, "%.480s:%" PRIu32, file, line);
    for (char *c = text; file && *c; c++) /* a terminal shall not obey a file's name */
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
    hw_debug_lines_free(&lines);
    return file != NULL;
}

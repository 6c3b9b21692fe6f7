/* SPDX-License-Identifier: MIT */
/* Comments that say where an instruction comes from. */
#ifndef HW_LISTING_WRITE_SOURCE_H
#define HW_LISTING_WRITE_SOURCE_H

#include "listing/listing_internal.h"

#include "module/debug_lines.h"

/* `form` is an enum hw_listing_lines.  Of inlined code the innermost line stands first, with where it was
 * called from. */
void hw_write_source(struct hw_buffer *out, const struct hw_module *module,
                     const struct hw_debug_lines *lines, const struct hw_debug_row *row, int form);

#endif

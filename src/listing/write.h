/* SPDX-License-Identifier: MIT */
/* These functions write the directives of a listing that are not code; both forms have them. */
#ifndef HW_LISTING_WRITE_H
#define HW_LISTING_WRITE_H

#include "listing/listing_internal.h"

/* A C string: what is not printable as octal. */
void hw_write_string(struct hw_buffer *out, const char *text);
/* A name, in quotes where it has characters that would be misread. */
void hw_write_name(struct hw_buffer *out, const char *name);
/* The module's own properties; for a listing of one kernel `only` of them what concerns it, and the symbols
 * that its records name. */
void hw_write_head(struct hw_buffer *out, const struct hw_module *module, const struct hw_kernel *only);
/* An item that is no kernel; a kernel is passed over. */
void hw_write_item(struct hw_buffer *out, const struct hw_module *module, const struct hw_declaration *item);
/* What an ELF cubin has beside its items: sections, symbols, relocations. */
void hw_write_sections(struct hw_buffer *out, const struct hw_module *module, const struct hw_target *target);
void hw_write_symbol(struct hw_buffer *out, const struct hw_symbol *symbol);
void hw_write_const(struct hw_buffer *out, const struct hw_const *c);
/* A kernel's parameters, records of .nv.info and unknown parts; code offsets in records are labels of
 * `lines`. */
void hw_write_kernel_records(struct hw_buffer *out, const struct hw_kernel *kernel,
                             const struct hw_code_lines *lines);
/* Data lines: words, then the bytes that are left. */
void hw_write_data(struct hw_buffer *out, const uint8_t *data, size_t bytes);
/* The beginning of a line: a directive and a name. */
void hw_write_named(struct hw_buffer *out, const char *directive, const char *name);

#endif

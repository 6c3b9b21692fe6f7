/* Writing the directives of a listing that are not code; both forms have them. */
#ifndef HW_LISTING_WRITE_H
#define HW_LISTING_WRITE_H

#include "module/internal.h"

/* A name, in quotes where it has characters that would be misread. */
void hw_write_name(struct hw_buffer *out, const char *name);
/* The module's own properties. */
void hw_write_head(struct hw_buffer *out, const struct hw_module *module);
/* An item that is no kernel; a kernel is passed over. */
void hw_write_item(struct hw_buffer *out, const struct hw_module *module, const struct hw_item *item);
/* The sections of an ELF cubin that are only carried along. */
void hw_write_sections(struct hw_buffer *out, const struct hw_module *module);
void hw_write_const(struct hw_buffer *out, const struct hw_const *c);
/* A kernel's parameters, records of .nv.info and unknown parts. */
void hw_write_kernel_records(struct hw_buffer *out, const struct hw_kernel *kernel);

#endif

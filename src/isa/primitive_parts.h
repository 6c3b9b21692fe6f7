/* Declares the printer, parser and view of every primitive; the primitive_*.c files define them. */
#ifndef HW_ISA_PRIMITIVE_PARTS_H
#define HW_ISA_PRIMITIVE_PARTS_H

#include "isa/text.h"

#define HW_PRIMITIVE_DECLARE(name) \
    void hw_print_##name(struct hw_printer *p, const struct hw_element *item); \
    bool hw_parse_##name(struct hw_parser *p, const struct hw_element *item); \
    void hw_view_##name(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view);
HW_PRIMITIVES(HW_PRIMITIVE_DECLARE)
#undef HW_PRIMITIVE_DECLARE

/* Open a primitive's three functions; they keep the definitions to the lines that differ. */
#define HW_PRINT(name) void hw_print_##name(struct hw_printer *p, const struct hw_element *item)
#define HW_PARSE(name) bool hw_parse_##name(struct hw_parser *p, const struct hw_element *item)
#define HW_VIEW(name) void hw_view_##name(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view)

/* The bracket of c[..], o[..] and global14[..]: older dialects put a blank before it. */
void hw_print_open(struct hw_printer *p);
/* A register name: prefix and decimal number.  The parser gives the number to argument `index`. */
void hw_print_numbered(struct hw_printer *p, const char *prefix, uint64_t number);
bool hw_take_numbered(struct hw_parser *p, const char *prefix, uint64_t *number);

#endif

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

/* The arguments of a memory operand: numbers of the item's arguments, HW_NO_ARG where it has none. */
struct hw_place {
    uint8_t offset, areg, postinc;
};
#define HW_NO_ARG 0xff

/* An offset that is argument `offset`, and the address register and post-increment that may follow it. */
struct hw_place hw_place_from(const struct hw_element *item, uint8_t offset);
/* `A1+0x4`: the offset is in units of `unit` bytes and `bits` wide. */
void hw_print_place(struct hw_printer *p, const struct hw_element *item, struct hw_place place, uint64_t offset,
                    unsigned bits, unsigned unit);
/* The same read back: *offset is in units, cut to `bits`. */
bool hw_parse_place(struct hw_parser *p, const struct hw_element *item, struct hw_place place, unsigned bits,
                    unsigned unit, uint64_t *offset);
struct hw_operand *hw_view_place(const struct hw_insn *insn, const struct hw_element *item, struct hw_place place,
                                 uint64_t offset, unsigned bits, unsigned unit, struct hw_view *view,
                                 enum hw_operand_kind kind, unsigned bytes);
/* A space's letters and its bracket; `g [` may be written `g[`. */
bool hw_take_open(struct hw_parser *p, const char *open);
bool hw_take_close(struct hw_parser *p);

/* The bracket of c[..], o[..] and global14[..]: older dialects put a blank before it. */
void hw_print_open(struct hw_printer *p);
/* A register name: prefix and decimal number.  The parser gives the number to argument `index`. */
void hw_print_numbered(struct hw_printer *p, const char *prefix, uint64_t number);
bool hw_take_numbered(struct hw_parser *p, const char *prefix, uint64_t *number);

#endif

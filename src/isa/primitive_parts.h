/* SPDX-License-Identifier: MIT */
/* This header declares the printer, parser and semantics function of every operand primitive; the
 * primitive_*.c files define them. */
#ifndef HW_ISA_PRIMITIVE_PARTS_H
#define HW_ISA_PRIMITIVE_PARTS_H

#include "isa/text.h"

#define HW_PRIMITIVE_DECLARE(name)                                                      \
    void hw_print_##name(struct hw_printer *p, const struct hw_element *item);          \
    bool hw_parse_##name(struct hw_parser *p, const struct hw_element *item);           \
    void hw_semantics_##name(const struct hw_insn *insn, const struct hw_element *item, \
                             struct hw_semantics *view);
HW_PRIMITIVES(HW_PRIMITIVE_DECLARE)
#undef HW_PRIMITIVE_DECLARE

/* Open a primitive's three functions; they keep the definitions to the lines that differ. */
#define HW_PRINT(name) void hw_print_##name(struct hw_printer *p, const struct hw_element *item)
#define HW_PARSE(name) bool hw_parse_##name(struct hw_parser *p, const struct hw_element *item)
#define HW_SEMANTICS(name)                                                              \
    void hw_semantics_##name(const struct hw_insn *insn, const struct hw_element *item, \
                             struct hw_semantics *view)

/* Whether an argument is a register or predicate of the uniform datapath. */
static inline bool hw_arg_is_uniform(const struct hw_insn *insn, const struct hw_element *item,
                                     unsigned index)
{
    const struct hw_field *field = index < item->arg_count ? hw_arg_field(insn, item, index) : NULL;

    return field && field->uniform;
}

/* A suffix that an enum has for argument `at`. */
void hw_append_suffix(struct hw_printer *p, const struct hw_element *item, unsigned at);
bool hw_accept_suffix(struct hw_parser *p, const struct hw_element *item, unsigned at);

/* The arguments of a memory operand: numbers of the item's arguments, HW_NO_ARG where it has none. */
struct hw_bracket_arguments {
    uint8_t offset, areg, postinc;
};
#define HW_NO_ARG 0xff

/* An offset that is argument `offset`, and the address register and post-increment that may follow it. */
struct hw_bracket_arguments hw_bracket_from(const struct hw_element *item, uint8_t offset);
/* `A1+0x4`: the offset is in units of `unit` bytes and `bits` wide. */
void hw_print_bracket(struct hw_printer *p, const struct hw_element *item,
                      struct hw_bracket_arguments arguments, uint64_t offset, unsigned bits, unsigned unit);
/* The same read back: *offset is in units, cut to `bits`. */
bool hw_parse_bracket(struct hw_parser *p, const struct hw_element *item,
                      struct hw_bracket_arguments arguments, unsigned bits, unsigned unit, uint64_t *offset);
struct hw_operand *hw_semantics_bracket(const struct hw_insn *insn, const struct hw_element *item,
                                        struct hw_bracket_arguments arguments, uint64_t offset, unsigned bits,
                                        unsigned unit, struct hw_semantics *view, enum hw_operand_kind kind,
                                        unsigned bytes);
/* A space's letters and its bracket; `g [` may be written `g[`. */
bool hw_accept_open(struct hw_parser *p, const char *open);
bool hw_accept_close(struct hw_parser *p);

/* `c[0x1][`, whose bracket the caller closes; blanks are free. */
void hw_print_bank(struct hw_printer *p, uint64_t bank);
bool hw_accept_bank(struct hw_parser *p, uint64_t *bank);
/* `+0x8` or `+-0x8` behind a base register, `0x8` without one. */
void hw_print_distance(struct hw_printer *p, bool based, int64_t distance);
bool hw_parse_distance(struct hw_parser *p, bool based, unsigned bits, unsigned unit, uint64_t *field);
/* An address in brackets: arguments 0 base register and 1 distance, in units of `unit` bytes: of RZ it is the
 * address. In a view it is an operand of this kind, `type` wide (enum hw_type); argument `wide`, if there is
 * one, says whether the address has 64 bits. */
void hw_print_address(struct hw_printer *p, const struct hw_element *item, unsigned unit);
bool hw_parse_address(struct hw_parser *p, const struct hw_element *item, unsigned unit);
void hw_semantics_address(const struct hw_insn *insn, const struct hw_element *item, unsigned unit,
                          unsigned wide, struct hw_semantics *view, enum hw_operand_kind kind, unsigned type);

/* Print a number of so many bytes; whether the text determines all its bits. */
bool hw_append_float(struct hw_printer *p, uint64_t bits, unsigned bytes);
/* A decimal number of 2, 4 or 8 bytes, whose bits below `shift` are zero. */
bool hw_accept_float(struct hw_parser *p, unsigned bytes, unsigned shift, uint64_t *bits);
/* How a literal may be written. */
enum hw_literal_sign {
    HW_LITERAL_BITS,   /* as it stands in the word */
    HW_LITERAL_SIGNED, /* a number */
    HW_LITERAL_EITHER, /* a number with a sign, or the field's bits */
};
/* Argument 0 as an integer of the field's width; a literal in a view. */
bool hw_parse_integer(struct hw_parser *p, const struct hw_element *item, enum hw_literal_sign sign);
void hw_semantics_literal(struct hw_semantics *view, int64_t value, unsigned bytes);

/* Argument `index` as a general register; RZ where the letter has a `zero`. */
void hw_print_register(struct hw_printer *p, const struct hw_element *item, unsigned index);
bool hw_parse_register(struct hw_parser *p, const struct hw_element *item, unsigned index, const char *what);
/* The uniform register `distance` numbers behind that of argument `index`, which the text gave before; behind
 * the last one and URZ it is URZ (HW_RZ). */
unsigned hw_register_behind(const struct hw_insn *insn, const struct hw_element *item, unsigned index,
                            unsigned distance);
void hw_print_register_behind(struct hw_printer *p, const struct hw_element *item, unsigned index,
                              unsigned distance);
bool hw_parse_register_behind(struct hw_parser *p, const struct hw_element *item, unsigned index,
                              unsigned distance);
/* That of argument 0 as an operand. */
void hw_view_register_behind(const struct hw_insn *insn, const struct hw_element *item, unsigned distance,
                             struct hw_semantics *view, unsigned bytes);
/* The suffix of a packed half, behind the bars of an absolute value. */
void hw_print_lanes(struct hw_printer *p, const struct hw_element *item);
bool hw_parse_lanes(struct hw_parser *p, const struct hw_element *item);
/* How many bytes a value of enum hw_type has. */
unsigned hw_type_bytes(unsigned type);
/* Make an operand `bytes` wide, its first byte being byte `first` of the register or constant. */
void hw_narrow_operand(struct hw_operand *operand, unsigned bytes, unsigned first);
/* The last operand of a view, for suffixes that narrow it. */
static inline struct hw_operand *hw_last_operand(struct hw_semantics *view)
{
    return &view->operand[view->operand_count - 1];
}

/* A register name: prefix and decimal number.  The parser gives the number to argument `index`. */
void hw_print_numbered(struct hw_printer *p, const char *prefix, uint64_t number);
bool hw_accept_numbered(struct hw_parser *p, const char *prefix, uint64_t *number);

#endif

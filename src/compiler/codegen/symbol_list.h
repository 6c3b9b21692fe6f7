/* SPDX-License-Identifier: MIT */
/* The symbol table of a listing: symbols that are local to the file first, as ELF wants them, so that each
 * has its index before it is written. */
#ifndef HW_COMPILER_CODEGEN_SYMBOL_LIST_H
#define HW_COMPILER_CODEGEN_SYMBOL_LIST_H

#include "compiler/codegen/codegen_buffer.h"
#include "compiler/ir/ir.h"

/* As in ELF; `section` NULL: it has none. */
struct hw_codegen_symbol {
    const char *name, *section;
    unsigned type, binding, other;
    uint64_t value, bytes;
    bool is_common;
};
#define HW_CODEGEN_OBJECT   1u
#define HW_CODEGEN_FUNCTION 2u
#define HW_CODEGEN_SECTION  3u
#define HW_CODEGEN_TEXTURE  10u
#define HW_CODEGEN_SURFACE  12u
#define HW_CODEGEN_VARIABLE 13u /* in a file that is to be linked: `other` is its memory */
#define HW_CODEGEN_KERNEL   16u /* `other` of a function */
#define HW_CODEGEN_MANAGED  4u  /* in `other` of a variable */

struct hw_codegen_symbols {
    struct hw_codegen_buffer text[2]; /* local ones; others */
    uint32_t count[2];
};

/* What names it in hw_codegen_symbol_number. */
uint32_t hw_codegen_add_symbol(struct hw_codegen_symbols *symbols, const struct hw_codegen_symbol *symbol);
/* When all are there. */
uint32_t hw_codegen_symbol_number(const struct hw_codegen_symbols *symbols, uint32_t id);
void hw_codegen_write_symbols(const struct hw_codegen_symbols *symbols, struct hw_codegen_buffer *to);

unsigned hw_codegen_binding(uint8_t linkage); /* of enum hw_ir_linkage */

#endif

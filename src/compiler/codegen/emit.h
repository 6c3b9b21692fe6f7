/* SPDX-License-Identifier: MIT */
/* Emission writes machine code with physical registers as lines of a listing, blocks in their final order. */
#ifndef HW_COMPILER_CODEGEN_EMIT_H
#define HW_COMPILER_CODEGEN_EMIT_H

#include "compiler/codegen/codegen_buffer.h"
#include "compiler/codegen/reconvergence.h"
#include "compiler/codegen/codegen_target.h"
#include "compiler/mir/mir.h"

/* A relocation, which a loader or linker resolves in a line: the address of a symbol goes into its literal,
 * or an offset in bank 0 into its constant. */
struct hw_codegen_reloc {
    uint32_t label; /* r1, r2, ... */
    const char *symbol;
    const char *kind; /* ABS32_LO */
    bool is_constant;
    int64_t addend;
};

/* From this instruction on, counted from 0, the code comes from that line of the source. */
struct hw_codegen_line_entry {
    uint32_t insn, file, line;
};

struct hw_codegen_emitted {
    struct hw_codegen_buffer text;
    struct hw_codegen_reloc *reloc;
    size_t relocs, reloc_capacity;
    struct hw_codegen_line_entry *line_entry;
    size_t line_entries, line_entry_capacity;
    uint32_t labels; /* of relocations and loops within a template */
    uint32_t barriers;
    unsigned lines;
};

/* The code of a function, whose blocks have the numbers of those of `reconvergence`. */
void hw_codegen_emit(struct hw_codegen_target *target, const struct hw_mir_function *function,
                     const uint32_t *order, uint32_t count,
                     const struct hw_codegen_reconvergence *reconvergence,
                     struct hw_codegen_emitted *emitted);

#endif

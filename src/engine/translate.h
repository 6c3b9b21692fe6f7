/* The translator's own state and pieces: one instruction's meaning becomes micro-ops.
 *
 *   translate.c          the walk over the code, guards and flags, jump targets
 *   translate_emit.c     growing arrays, literals, fault micro-ops
 *   translate_operand.c  operands become rows, loads in front of an instruction where need be
 *   translate_param.c    parameters that are known before the launch
 *   translate_memory.c   loads, stores, atomics
 *   translate_flow.c     jumps, calls, barriers, votes
 *   translate_texture.c  texture lookups */
#ifndef HW_ENGINE_TRANSLATE_H
#define HW_ENGINE_TRANSLATE_H

#include "engine/code.h"
#include "machine/warp.h"
#include "ops/alu.h"
#include "ops/control.h"
#include "ops/mem.h"

struct hw_translator {
    const struct hw_launch *launch;
    struct hw_code *code;
    const struct hw_alu_table *table;
    uint32_t uop_capacity, insn_capacity, literal_capacity;
    uint32_t *literal_table; /* hash of literals: 1 + index, 0 empty */
    uint32_t literal_table_size;
    uint32_t *target; /* micro-ops whose imm is a code address until the end */
    uint32_t target_count, target_capacity;
    struct hw_view view; /* the instruction at hand */
    uint32_t pc;
    unsigned temps;                    /* temporary rows that it uses */
    uint8_t reduction, reduction_type; /* 1 + enum hw_atom of the reductions so far, and their type */
    bool keeps_shared;         /* the kernel stores nothing to shared memory */
    uint16_t shared_header[8]; /* with which it begins */
    bool no_memory;
    struct hw_uop scratch; /* what hw_emit returns when it has no memory */
};

/* --- translate_emit.c --- */

/* Append a micro-op of the current instruction.  On lack of memory the translator is marked, and the
 * result is a scratch micro-op, so that callers need not check. */
struct hw_uop *hw_emit(struct hw_translator *t, hw_uop_fn *fn);

/* The row of a literal. */
uint16_t hw_literal_row(struct hw_translator *t, uint32_t value);

/* Append a micro-op that stops the kernel when it is reached (enum hw_fault_kind, enum hw_bad). */
struct hw_uop *hw_emit_fault(struct hw_translator *t, unsigned kind, unsigned bad, uint32_t number);

/* The last emitted micro-op jumps to this code address. */
void hw_note_target(struct hw_translator *t);

/* --- translate_operand.c --- */

/* The row of a source operand; loads it first where it is in memory.  False, with a fault micro-op
 * emitted, when the operand is impossible. */
bool hw_source_row(struct hw_translator *t, const struct hw_operand *operand, uint16_t *row, uint8_t *part);

/* The row of a destination. */
bool hw_destination_row(struct hw_translator *t, const struct hw_operand *operand, uint16_t *row,
                        uint8_t *part);

/* Condition code and address registers. */
uint16_t hw_cond_row(const struct hw_translator *t, unsigned number);
uint16_t hw_addr_row(const struct hw_translator *t, unsigned number, bool write);

/* Base row and offset of a memory operand into uop->a and uop->imm; false as above. */
bool hw_memory_base(struct hw_translator *t, const struct hw_operand *operand, uint16_t *row,
                    uint32_t *offset);

/* Behind an access: increment the address register of a post-incrementing operand. */
void hw_post_increment(struct hw_translator *t, const struct hw_operand *operand);

/* Load a memory operand to row `d`. */
bool hw_emit_load(struct hw_translator *t, const struct hw_operand *operand, uint16_t d);

/* Behind a write of several registers: those that the thread does not have stay zero. */
void hw_clear_beyond(struct hw_translator *t, const struct hw_operand *operand);

/* --- translate_param.c --- */

/* Look at the whole kernel: does shared memory keep what it begins with? */
void hw_note_shared(struct hw_translator *t);

/* The bytes of an operand at a fixed place of shared memory that is known now; else NULL. */
const uint8_t *hw_known_shared(struct hw_translator *t, const struct hw_operand *operand);

/* --- the families: true when the operation is theirs --- */
bool hw_translate_memory(struct hw_translator *t);
bool hw_translate_flow(struct hw_translator *t);
bool hw_translate_texture(struct hw_translator *t);

#endif

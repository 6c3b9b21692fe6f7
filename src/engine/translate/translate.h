/* SPDX-License-Identifier: MIT */
/* The translator has this state and these functions: the semantics of an instruction become micro-operations.
 */
#ifndef HW_ENGINE_TRANSLATE_TRANSLATE_H
#define HW_ENGINE_TRANSLATE_TRANSLATE_H

#include "engine/executable.h"
#include "machine/events.h"
#include "machine/warp.h"
#include "ops/select/alu.h"
#include "machine/paths/control_flow.h"
#include "machine/graphics/graphics_ops.h"
#include "machine/memory/memory_ops.h"
#include "machine/memory/memory_table.h"

/* Literals in neighbouring registers: one word, or the two of a 64-bit number. */
struct hw_literal {
    uint32_t first; /* index in hw_program.literal */
    uint32_t words; /* 0: an empty slot */
};

#define HW_CONST_PATCH_LISTS 256

/* Registers that a def/use record may name: general ones, condition codes, address and uniform registers. */
#define HW_DEF_USE_REGISTERS 384u

/* Definitions and uses of registers, in the order of the instructions: translate_def_use.c. */
enum hw_def_use_kind {
    HW_DEF_USE_READ,
    HW_DEF_USE_WRITE,      /* certainly, by every thread that executes the instruction */
    HW_DEF_USE_CROSS_LANE, /* the instruction reads other lanes */
    HW_DEF_USE_END         /* no thread continues after the instruction */
};
struct hw_def_use {
    uint32_t insn;
    uint16_t reg;
    uint8_t words, kind; /* enum hw_def_use_kind */
    bool carry;          /* of a condition code only the carry is read */
};
struct hw_def_uses {
    struct hw_def_use *def_use;
    uint32_t count, capacity;
    bool give_up; /* they are not complete */
};

struct hw_translator {
    const struct hw_launch *launch;
    const struct hw_kernel_abi *kernel_abi;
    const struct hw_chip_traits *traits;
    struct hw_executable *code;
    struct hw_program *program; /* of that */
    const struct hw_alu_table *table;
    const struct hw_memory_table *memory; /* of the same build */
    uint32_t uop_capacity, insn_capacity, literal_capacity;
    struct hw_literal *literal_table; /* hash of literals */
    uint32_t literal_table_size;
    uint32_t patch_capacity;
    uint32_t patch_first[HW_CONST_PATCH_LISTS]; /* 1 + the newest patch that has this hash; 0: none */
    uint32_t *patch_next;                       /* the next one of the same hash, by index of a patch */
    uint32_t *target; /* micro-ops whose jump.target is a code address until the end */
    uint32_t target_count, target_capacity;
    struct hw_semantics view; /* the instruction that is translated */
    uint32_t pc;
    unsigned temps;                        /* temporary registers that it uses */
    uint8_t reduction, reduction_type;     /* 1 + enum hw_atom of the reductions so far, and their type */
    bool fences;                           /* the kernel may tell other blocks how far a block is, */
    uint32_t fence;                        /* with this instruction */
    bool puts_off;                         /* asynchronous operations are not done where they are issued */
    uint32_t issue;                        /* the micro-op that issues the one which is emitted */
    bool keeps_shared;                     /* the kernel stores nothing to shared memory */
    uint16_t shared_header[8];             /* the start of shared memory */
    struct hw_subscriptions subscriptions; /* by listeners */
    uint32_t access_capacity;
    bool no_memory;
    struct hw_def_uses def_uses;
    struct hw_uop scratch; /* the result of hw_emit if there is no memory */
};

/* Translate a launch's code into code->program.  On failure the caller destroys the code. */
hw_status hw_translate(const struct hw_launch *launch, struct hw_executable *code, struct hw_error *error);

/* --- translate_emit.c --- */

/* Append a micro-op of the current instruction.  On lack of memory the translator is marked, and the
 * result is a scratch micro-op, so that callers need not check. */
struct hw_uop *hw_emit(struct hw_translator *t, hw_uop_fn *fn);

/* The same with the instruction's own guard, and its test of the condition code, for micro-ops that evaluate
 * them themselves. */
struct hw_uop *hw_emit_guarded(struct hw_translator *t, hw_uop_fn *fn);

/* Append an arithmetic one without condition codes; registers are the caller's. */
struct hw_uop *hw_emit_arithmetic(struct hw_translator *t, const struct hw_semantics *view);

/* d = a, of words. */
void hw_emit_move(struct hw_translator *t, uint16_t d, uint16_t a);

/* The register of a literal, or the first of several consecutive ones. */
uint16_t hw_literal_register(struct hw_translator *t, uint32_t value);
uint16_t hw_literal_registers(struct hw_translator *t, const uint32_t *words, unsigned count);

/* New registers for a value of so many words that differs between launches; they are shared with no other
 * literal. */
uint16_t hw_changing_registers(struct hw_translator *t, const uint32_t *words, unsigned count);

/* --- translate_order.c --- */

/* One worker has to run the launch, because of the current instruction. */
void hw_needs_one_worker(struct hw_translator *t, enum hw_one_worker reason);
/* The current instruction is a fence, or a load. */
void hw_note_fence(struct hw_translator *t);
void hw_note_load(struct hw_translator *t, const struct hw_operand *memory);
/* All code is translated: what its fences mean for its reductions. */
void hw_order_reductions(struct hw_translator *t);

/* --- translate_constants.c --- */

/* The words of the value at `from`, and their number. */
unsigned hw_const_patch_words(const struct hw_const_patch *patch, const uint8_t *from, uint32_t words[4]);

/* The register of the value at a fixed address of a bank, or of the start of shared memory. */
uint16_t hw_const_patch_register(struct hw_translator *t, const struct hw_operand *operand, unsigned space,
                                 uint32_t offset, const uint8_t *from);
/* The code is specialised on this value. */
void hw_const_patch_fixed(struct hw_translator *t, const struct hw_operand *operand, unsigned space,
                          uint32_t offset, uint32_t value);

/* All code is translated: mark the literals that differ between launches. */
void hw_const_patch_mark(struct hw_translator *t);

/* Append a micro-op that stops the kernel when it is reached (enum hw_fault_kind, enum hw_trap). */
struct hw_uop *hw_emit_fault(struct hw_translator *t, unsigned kind, unsigned reason, uint32_t number);

/* The same, reached by the lanes for which the guard of the current instruction is true. */
struct hw_uop *hw_emit_guarded_fault(struct hw_translator *t, unsigned kind, unsigned reason);

/* The last emitted micro-op jumps to this code address. */
void hw_record_target(struct hw_translator *t);

/* --- translate_operand.c --- */

/* The word at a fixed address of a constant bank; false, with a fault micro-op emitted: it is beyond the
 * bound bytes. */
bool hw_constant_word(struct hw_translator *t, const struct hw_operand *operand, uint32_t *value);

/* The register of a source operand; loads it first where it is in memory.  False, with a fault micro-op
 * emitted, when the operand is impossible. */
bool hw_source_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg,
                        uint8_t *part);

/* The register of a destination. */
bool hw_destination_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg,
                             uint8_t *part);

/* The register on which an address or a code address is based, of the thread or of the uniform datapath. */
bool hw_base_register(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg);

/* Condition code and address registers. */
uint16_t hw_cond_register(struct hw_translator *t, unsigned number, bool write);
uint16_t hw_addr_register(struct hw_translator *t, unsigned number, bool write);

/* Temporary registers of the current instruction. */
uint16_t hw_temp_registers(struct hw_translator *t, unsigned words);

/* The arithmetic of t->view, as one micro-operation behind what loads its sources. */
void hw_translate_alu(struct hw_translator *t);

/* After a write of several registers: those that the thread does not have stay zero. */
void hw_clear_beyond(struct hw_translator *t, const struct hw_operand *operand);

/* --- translate_access.c --- */

/* Where the address of a memory operand is: its low 32 bits in a register (the high ones, where addresses
 * have 64, in the next; HW_NO_REGISTER in shared memory: no register), what is added to it, and which bits
 * count. */
struct hw_address {
    uint16_t reg;
    uint32_t offset, mask;
};

/* Find that; false, with a fault micro-op emitted, when the operand is impossible. */
bool hw_memory_address(struct hw_translator *t, const struct hw_operand *operand, struct hw_address *address);

/* Set the address of a memory micro-op. */
void hw_set_address(struct hw_uop *uop, const struct hw_operand *operand, const struct hw_address *address);

/* After an access: increment the address register of a post-incrementing operand. */
void hw_post_increment(struct hw_translator *t, const struct hw_operand *operand);

/* The width of a memory operand. */
enum hw_width hw_operand_width(const struct hw_operand *operand);
/* Whether it is an operation of compute programs; of SAFEADD, a graphics one, no public document states the
 * limits. */
bool hw_is_atomic(unsigned atom);
/* Take the predicate that says which lanes' atomic was done out of the view, and give its number; HW_PT:
 * none. */
uint8_t hw_remove_done_predicate(struct hw_translator *t);
/* An atomic, or one that returns nothing; `done` is what hw_remove_done_predicate gave. */
void hw_translate_atomic(struct hw_translator *t, bool returns, uint8_t done);
/* The same at an address, of the view's operation; the caller sets sources b and c, and predicates. */
struct hw_uop *hw_emit_atomic(struct hw_translator *t, const struct hw_operand *memory,
                              const struct hw_address *address, uint16_t d, bool returns);

/* Load from an address to register `d`, without a post-increment. */
void hw_emit_load_at(struct hw_translator *t, const struct hw_operand *operand,
                     const struct hw_address *address, uint16_t d);
/* Whether uniform registers describe the constants that an operand is in: cx[UR][]. */
bool hw_is_described(const struct hw_operand *operand);
/* Load a memory operand to register `d`. */
bool hw_emit_load(struct hw_translator *t, const struct hw_operand *operand, uint16_t d);
/* Store a register, or a part of it, to an address, likewise. */
void hw_emit_store(struct hw_translator *t, const struct hw_operand *memory, const struct hw_address *address,
                   uint16_t data, uint8_t part);

/* --- translate_address.c --- */

/* d = a + b, of words. */
void hw_emit_add(struct hw_translator *t, uint16_t d, uint16_t a, uint16_t b);
/* Whether a uniform register is part of the address. */
bool hw_adds_uniform(const struct hw_translator *t, const struct hw_operand *operand);
/* An address with one: its 64 bits, without the offset, into temporary registers; its 32 bits likewise, or
 * those of a scaled register, which address->reg names (HW_NO_REGISTER: none).  False, with a fault micro-op
 * emitted, when the operand is impossible. */
bool hw_address_pair(struct hw_translator *t, const struct hw_operand *operand, struct hw_address *address);
bool hw_address_word(struct hw_translator *t, const struct hw_operand *operand, struct hw_address *address);

/* --- translate_parameters.c --- */

/* Analyse the entire kernel: does shared memory keep its initial contents? */
void hw_analyse_shared(struct hw_translator *t);

/* The bytes of an operand at a fixed address of shared memory if they are constant; else NULL. */
const uint8_t *hw_constant_shared(struct hw_translator *t, const struct hw_operand *operand);
/* The same, given the header that shared memory begins with. */
const uint8_t *hw_shared_start(const struct hw_launch *launch, const uint16_t header[8], uint32_t offset,
                               uint32_t bytes);

/* --- translate_def_use.c: def/use records --- */

/* Before all instructions. */
void hw_record_begin(struct hw_translator *t);
/* The current instruction reads or writes so many registers from `reg` on. */
void hw_record_use(struct hw_translator *t, uint16_t reg, unsigned words);
void hw_record_def(struct hw_translator *t, uint16_t reg, unsigned words);
/* It does more to registers than is recorded, or its successors are unknown. */
void hw_record_unknown(struct hw_translator *t);
/* It is translated, from micro-op `first` on.  `certain`: every lane that executes it writes all that it
 * writes.
 */
void hw_record_end(struct hw_translator *t, uint32_t first, bool certain);

/* --- translate_uninitialised.c: which registers are zero when a warp starts --- */

struct hw_code_graph; /* translate_cfg.h; NULL: the records are incomplete, or there was no memory */

/* All code is translated: run the analysis.  False: there is no memory. */
bool hw_find_uninitialised(struct hw_translator *t, const struct hw_code_graph *graph);

/* --- translate_flag_liveness.c --- */

/* Arithmetic by this function reads the condition code that was recorded last: perhaps only the carry. */
void hw_record_carry_use(struct hw_translator *t, hw_uop_fn *fn);
/* Whether a function is faster if only its carry is needed. */
bool hw_makes_carry(const struct hw_alu_table *table, hw_uop_fn *fn);
/* After all code: clear `carry_only` of the micro-operations whose other flags are live. */
void hw_eliminate_dead_flags(struct hw_translator *t, const struct hw_code_graph *graph);

/* --- translate_async.c: asynchronous operations that are put off --- */

/* What follows, to hw_async_end, is the operation; the lanes of predicate `reading` read. */
struct hw_uop *hw_async_begin(struct hw_translator *t, enum hw_async_kind kind, uint8_t reading);
/* What was emitted since reads to these words; what follows writes them. */
void hw_async_reads_to(struct hw_translator *t, uint16_t result, unsigned words);
/* It is an arrival at the barrier there, whose address was known before. */
void hw_async_arrives_at(struct hw_translator *t, const struct hw_address *address);
void hw_async_end(struct hw_translator *t);
/* What was emitted since hw_async_reads_to writes; what follows is done once, behind all. */
void hw_async_writes_to(struct hw_translator *t);
/* A load looks there, perhaps at a barrier. */
void hw_async_look(struct hw_translator *t, const struct hw_operand *memory,
                   const struct hw_address *address);
/* LDGDEPBAR and UTMACMDFLUSH close a group of what is of this kind, DEPBAR waits for groups. */
void hw_async_commit(struct hw_translator *t, enum hw_async_kind kind);
void hw_async_depbar(struct hw_translator *t);
/* The same of products of a warpgroup. */
void hw_async_commit_products(struct hw_translator *t);
void hw_async_wait_products(struct hw_translator *t);

/* --- the families: true when the operation is theirs --- */
bool hw_translate_memory(struct hw_translator *t);
bool hw_translate_flow(struct hw_translator *t);
bool hw_translate_texture(struct hw_translator *t);
bool hw_translate_texture_object(struct hw_translator *t);
bool hw_translate_surface(struct hw_translator *t);
bool hw_translate_special(struct hw_translator *t);
bool hw_translate_float_parts(struct hw_translator *t);
bool hw_translate_mbarrier(struct hw_translator *t);
bool hw_translate_block_copy(struct hw_translator *t);
bool hw_translate_matrix(struct hw_translator *t);
bool hw_translate_product(struct hw_translator *t);
bool hw_translate_warpgroup(struct hw_translator *t);
bool hw_translate_graphics(struct hw_translator *t);

/* --- translate_graphics.c: of launches of graphics programs --- */

/* d = an input operand: a[], p[], or linearly interpolated v[]. */
bool hw_emit_input(struct hw_translator *t, const struct hw_operand *operand, uint16_t d);
/* Before a thread's end: save its outputs.  `guarded`: of the lanes for which the guard of
 * the instruction holds. */
void hw_graphics_save_outputs(struct hw_translator *t, bool guarded);
/* An operation on quads: the neighbours of a fragment. */
void hw_graphics_quad(const struct hw_translator *t, struct hw_uop *uop);

/* The constant target of a jump: a code address, or a constant that holds one; false: it is not constant.  A
 * constant beyond its bank becomes a fault before the jump. */
bool hw_resolved_target(struct hw_translator *t, const struct hw_operand *operand, uint32_t *target);
/* Else the register that it is relative to, and the number that is added.  False, with a fault micro-op
 * emitted, when the operand is impossible. */
bool hw_code_base(struct hw_translator *t, const struct hw_operand *operand, uint16_t *reg);
uint32_t hw_code_address(const struct hw_translator *t, const struct hw_operand *operand);

/* --- translate_its.c: control flow with independent thread scheduling --- */
bool hw_translate_its(struct hw_translator *t);
/* Whether the operation waits for lanes of the warp, or moves convergence barriers; such micro-ops evaluate
 * their guard themselves. */
bool hw_waits_for_lanes(unsigned op);

/* Whether the operation is control flow; such micro-ops evaluate their guard themselves. */
bool hw_is_flow(unsigned op);
/* The lane function of a barrier of the block, as warps of the chip arrive at it. */
hw_uop_fn *hw_barrier_function(const struct hw_translator *t);
/* Whether it is a barrier that writes the result of its reduction. */
bool hw_barrier_writes(const struct hw_semantics *view);

/* --- translate_issue_runs.c: all code is translated: issues are told of in runs --- */

void hw_merge_issues(struct hw_translator *t);

/* --- translate_instrument.c: instrumentation of the current instruction for listeners --- */

/* Before and after it; for a barrier that writes, after the result. */
void hw_instrument_before(struct hw_translator *t);
void hw_instrument_after(struct hw_translator *t);
void hw_instrument_result(struct hw_translator *t);

/* Before an access.  Textures and surfaces have no memory operand and no address. */
void hw_instrument_access(struct hw_translator *t, enum hw_access_kind kind, const struct hw_operand *memory,
                          const struct hw_address *address);

#endif

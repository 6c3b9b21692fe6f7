/* SPDX-License-Identifier: MIT */
/* The effects of an instruction are its defs and uses, all that it reads and writes: registers, predicates,
 * condition codes, memory, the uniform datapath, convergence barriers.
 *
 * They are computed from the semantics (hw_semantics), so they are the same for every generation; the
 * scheduler, checkers and a compiler's passes read them.  Registers that keep nothing (RZ, PT) are in none of
 * the sets.
 *
 * Stability: grows. */
#ifndef HALFWARP_EFFECTS_H
#define HALFWARP_EFFECTS_H

#include <halfwarp/insn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers [first, first + count). */
struct hw_register_range {
    uint16_t first, count;
};

#define HW_EFFECT_RANGES 10

struct hw_effects {
    uint8_t read_count, write_count;
    struct hw_register_range read[HW_EFFECT_RANGES];
    struct hw_register_range write[HW_EFFECT_RANGES];
    uint8_t pred_read, pred_written; /* bit n: P<n>; the guard is among those read */
    uint8_t cond_read, cond_written; /* bit n: condition code register n (Maxwell's CC is 0) */
    uint8_t addr_read, addr_written; /* bit n: Tesla's address register $a<n> */
    uint8_t memory;                  /* enum hw_memory_effect */
    uint64_t ureg_read[HW_UNIFORM_WORDS],
        ureg_written[HW_UNIFORM_WORDS]; /* uniform registers, from Turing on */
    uint8_t upred_read, upred_written;  /* bit n: UP<n> */
    uint16_t breg_read, breg_written;   /* bit n: convergence barrier B<n>, from Volta on */
};

/* The effects of one instruction; none where `insn->form` is NULL. */
void hw_insn_effects(const struct hw_insn *insn, struct hw_effects *effects);

/* Whether the guard can keep threads from executing the instruction. */
bool hw_guard_is_test(const struct hw_guard *guard);

/* How many operands of an instruction, at the head of its view, are written. */
unsigned hw_semantics_written(const struct hw_semantics *view);

/* Whether an instruction at `address` names a code address (to jump to or to push), and which. */
bool hw_insn_target(const struct hw_insn *insn, uint64_t address, uint64_t *target);

#ifdef __cplusplus
}
#endif
#endif

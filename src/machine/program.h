/* SPDX-License-Identifier: MIT */
/* A program is a kernel's code as micro-operations, with the instructions that they came from and the
 * register layout of a warp.
 *
 * It is made for a launch (src/engine/translate) and read-only from then on, except for its literals, so the
 * workers of all launches of the same code share it.  A program counter is the index of a micro-operation:
 * only an engine knows its host address. */
#ifndef HW_MACHINE_PROGRAM_H
#define HW_MACHINE_PROGRAM_H

#include <halfwarp/listener.h>
#include <halfwarp/machine.h>

#include "machine/chip/kernel_abi.h"
#include "machine/memory/memory_table.h"
#include "ops/matrix/dot_matrix.h"
#include "ops/uop.h"

/* The registers of a warp, in this order. */
struct hw_register_layout {
    uint16_t registers; /* $r0 is register 0; the count is rounded up to a multiple of four */
    uint16_t output;    /* $o0 .. $o127 of graphics programs; compute programs have none */
    uint16_t cond;      /* $c0 .. $c3 */
    uint16_t addr;      /* $a0 .. $a7 */
    uint16_t uniform;   /* UR0 .. UR62, each lane with a copy of its own */
    uint16_t zero;      /* four registers that are zero */
    uint16_t sink;      /* four registers that are never read */
    uint16_t temp;      /* HW_TEMP_REGISTERS for memory operands */
    uint16_t special;   /* HW_SPECIAL_REGISTERS for special registers that stay the same */
    uint16_t literal;   /* the program's literals, one each */
    uint16_t count;
};
#define HW_TEMP_REGISTERS 16

struct hw_program_insn {
    uint32_t pc;  /* byte offset in the code */
    uint32_t uop; /* its first micro-operation */
    bool is_end;  /* no instruction: a piece of the code ends in front of it, and coming here is a fault */
    struct hw_insn insn;
};

/* The static part of an instruction's event. */
struct hw_insn_event {
    uint16_t op;
    const char *unit;
    struct hw_effects effects;
    uint32_t entry; /* the micro-operation that a jump to its address leads to, if not its first; else 0 */
    uint8_t written_count; /* the registers that it writes, as numbered here */
    struct {
        uint8_t kind, number;
        uint16_t reg; /* not of predicates */
    } written[HW_EVENT_WRITES];
};

/* An access that is reported to listeners: where each lane's address comes from, as in memory/memory_ops.h.
 */
struct hw_program_access {
    uint8_t kind;         /* enum hw_access_kind */
    uint8_t space, index; /* enum hw_operand_kind; number of a constant bank or global segment */
    uint8_t bytes;
    bool wide; /* an address of 64 bits */
    uint16_t reg;
    uint32_t offset, mask;
};

/* Why one worker runs a launch of the program, and the instruction that says so. */
struct hw_program_rule {
    enum hw_one_worker reason;
    uint32_t insn; /* HW_NO_INSN: none does */
};
#define HW_NO_INSN UINT32_MAX

struct hw_program {
    char *name;    /* the kernel's; NULL: it is not known */
    char *listing; /* for profilers and debuggers, a line for each instruction; NULL: nobody wants it */
    struct hw_target target;
    struct hw_uop *uop;
    uint32_t *insn_of; /* instruction of each micro-operation */
    uint32_t uop_count;
    struct hw_program_insn *insn;
    uint32_t insn_count;
    struct hw_insn_event *insn_event; /* one an instruction; NULL: there is no listener */
    struct hw_program_access *access;
    uint32_t access_count;
    uint32_t start; /* the micro-operation of the entry point */

    struct hw_register_layout numbering;
    uint32_t state_registers; /* from register 0 on, what a thread has */
    /* Of these, what its code may read before it has written it: zero at its start. */
    struct hw_register_range *cleared;
    uint32_t cleared_count;
    uint32_t *literal;     /* as the last launch of the code has it; each launch has a copy */
    bool *literal_changes; /* whether another launch may have another value there */
    uint32_t literal_count;
    /* Special registers that are filled beforehand; those that stay by number come first. */
    uint8_t special[HW_SPECIAL_REGISTERS];
    uint8_t special_lifetime[HW_LIFETIME_COUNT]; /* by enum hw_special_lifetime: a bit for each of them that
                                                    stays so */
    uint8_t special_all, special_by_number;      /* a bit for each; how many stay by number */
    /* Lanes whose condition code passes a test: of the build that fits this CPU. */
    uint32_t (*cond_lanes)(const uint32_t *cond_register, unsigned test);
    struct hw_dot_functions dot;    /* products of matrices, likewise */
    hw_uop_fn *const *double_lanes; /* the functions of HW_LANES_FP64, likewise */
    /* Fast paths of memory accesses, for compiled code, likewise (memory/memory_table.h). */
    hw_mem_fast_fn *const (*mem_fast)[HW_WIDTHS];

    bool queues_async;      /* asynchronous operations are not done where they are issued */
    bool has_reductions;    /* additions to global memory that return nothing, and may come there later */
    bool orders_reductions; /* atomics that return nothing, but whose order decides the result */
    struct hw_program_rule one_worker; /* the order of blocks decides the result beyond that */
    bool names_reserved;               /* bank 0's words about shared memory that the system takes */
    bool reads_clock;                  /* so the order of blocks matters, too */
    bool reads_grid_id;                /* the launch's number */
};

/* The index of the first micro-operation of the instruction at a code address; false when none begins there.
 */
bool hw_program_locate(const struct hw_program *program, uint32_t pc, uint32_t *uop_index);

/* The instruction at a code address; false when none begins there.  The address of a word of scheduling bits
 * is that of the instruction behind it. */
bool hw_program_insn_at(const struct hw_program *program, uint32_t pc, uint32_t *insn);

/* The index of a micro-operation, and its instruction. */
static inline uint32_t hw_program_uop_index(const struct hw_program *program, const struct hw_uop *uop)
{
    return (uint32_t)(uop - program->uop);
}

static inline const struct hw_program_insn *hw_program_insn(const struct hw_program *program,
                                                            const struct hw_uop *uop)
{
    return &program->insn[program->insn_of[hw_program_uop_index(program, uop)]];
}

/* Free what it has. */
void hw_program_clear(struct hw_program *program);

#endif

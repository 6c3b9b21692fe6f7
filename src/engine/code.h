/* A translated kernel: micro-ops, the instructions they came from, and how the registers are numbered.
 *
 * It is made for a launch and read-only while that runs, so all workers share it.  A launch that differs only
 * in what constants and parameters hold can use it again, with other literals (known.c). */
#ifndef HW_ENGINE_CODE_H
#define HW_ENGINE_CODE_H

#include <halfwarp/machine.h>

#include "ops/uop.h"

/* The registers of a warp, in this order. */
struct hw_numbering {
    uint16_t registers; /* $r0 is register 0; the count is rounded up to a multiple of four */
    uint16_t cond;      /* $c0 .. $c3 */
    uint16_t addr;      /* $a0 .. $a7 */
    uint16_t zero;      /* four registers that are zero */
    uint16_t sink;      /* four registers that nobody reads */
    uint16_t temp;      /* HW_TEMP_REGISTERS registers for memory operands */
    uint16_t special;   /* HW_SPECIAL_REGISTERS registers for special registers that stay the same */
    uint16_t literal;   /* the program's literals, one a register */
    uint16_t count;
};
#define HW_TEMP_REGISTERS    16
#define HW_SPECIAL_REGISTERS 8

struct hw_code_insn {
    uint32_t pc;  /* byte offset in the code */
    uint32_t uop; /* its first micro-op */
    struct hw_insn insn;
};

/* What a traced instruction writes: registers to show after it. */
struct hw_code_writes {
    uint8_t count;
    struct {
        uint8_t kind, number;
        uint16_t reg; /* not of predicates */
    } item[HW_TRACE_WRITES];
};

/* A constant or parameter at a fixed place, whose value is a literal. */
struct hw_known {
    uint8_t space;        /* constant bank; HW_KNOWN_SHARED: what shared memory begins with */
    uint8_t bytes, flags; /* of the operand */
    bool fixed;           /* the code was made for this very value */
    uint32_t offset;
    uint32_t literal; /* the first of its words; of a fixed one the value */
};
#define HW_KNOWN_SHARED HW_BANKS

struct hw_code {
    struct hw_uop *uop;
    uint32_t *insn_of; /* instruction of each micro-op */
    uint32_t uop_count;
    struct hw_code_insn *insn;
    struct hw_code_writes *writes; /* one an instruction; NULL unless the launch is traced */
    uint32_t insn_count;
    uint32_t stop; /* the instruction behind the code's end, which is a fault */
    struct hw_target target;
    uint32_t start; /* micro-op at the entry point */
    uint32_t *literal;
    uint32_t literal_count;
    struct hw_numbering numbering;
    uint32_t cleared_registers; /* from register 0 on, what a thread may find zero at its start */
    uint32_t (*cond_lanes)(const uint32_t *cond_register,
                           unsigned test); /* of the build that fits this CPU */
    uint8_t special[HW_SPECIAL_REGISTERS]; /* special registers with a register of their own, which is filled
                                              beforehand */
    uint8_t special_stays[HW_SPECIAL_REGISTERS]; /* enum hw_stays of machine/convention.h */
    uint32_t special_count;
    bool local;   /* accesses to local memory, or to what may be it */
    bool adds;    /* additions to global memory that return nothing */
    bool ordered; /* atomics whose result depends on the order of blocks: one worker */
    struct hw_known *known;
    uint32_t known_count;
    uint64_t version;        /* no other code, and none with other literals, has the same */
    uint64_t block_time;     /* nanoseconds that a block took in the last launch; 0: there was none */
    struct hw_code_key *key; /* NULL: it cannot be used again */
};

hw_status hw_code_create(const struct hw_launch *launch, struct hw_code **code, struct hw_error *error);
void hw_code_destroy(struct hw_code *code);

/* known.c: note what launches have to agree in to use the code again; nothing when there is no memory. */
void hw_code_keep(struct hw_code *code, const struct hw_launch *launch);
/* Take the code for another launch, with its literals; false: it is not for that launch. */
bool hw_code_renew(struct hw_code *code, const struct hw_launch *launch);

/* The first micro-op of the instruction at a code address; false when none begins there. */
bool hw_code_find(const struct hw_code *code, uint32_t pc, uint32_t *uop);

/* run.c: run a warp until it leaves; warp->leave says why. */
struct hw_warp;
void hw_warp_run(struct hw_warp *warp);

#endif

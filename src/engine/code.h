/* A translated kernel: micro-ops, the instructions they came from, and how the rows are numbered.
 *
 * It is made once for a launch and read-only from then on, so all workers share it. */
#ifndef HW_ENGINE_CODE_H
#define HW_ENGINE_CODE_H

#include <halfwarp/machine.h>

#include "ops/uop.h"

/* The rows of a warp, in this order. */
struct hw_rows {
    uint16_t registers; /* $r0 is row 0; the count is rounded up to a multiple of four */
    uint16_t cond;      /* $c0 .. $c3 */
    uint16_t addr;      /* $a0 .. $a7 */
    uint16_t zero;      /* four rows that are zero */
    uint16_t sink;      /* four rows that nobody reads */
    uint16_t temp;      /* HW_TEMP_ROWS rows for memory operands */
    uint16_t literal;   /* the program's literals, one a row */
    uint16_t count;
};
#define HW_TEMP_ROWS 16

struct hw_code_insn {
    uint32_t pc;  /* byte offset in the code */
    uint32_t uop; /* its first micro-op */
    struct hw_insn insn;
};

/* What a traced instruction writes: rows to show after it. */
struct hw_code_writes {
    uint8_t count;
    struct {
        uint8_t kind, number;
        uint16_t row; /* not of predicates */
    } item[HW_TRACE_WRITES];
};

struct hw_code {
    struct hw_uop *uop;
    uint32_t *insn_of; /* instruction of each micro-op */
    uint32_t uop_count;
    struct hw_code_insn *insn;
    struct hw_code_writes *writes; /* one an instruction; NULL unless the launch is traced */
    uint32_t insn_count;
    uint32_t stop;        /* the instruction behind the code's end, which is a fault */
    struct hw_target target;
    uint32_t start; /* micro-op at the entry point */
    uint32_t *literal;
    uint32_t literal_count;
    struct hw_rows rows;
    uint32_t cleared_rows; /* from row 0 on, what a thread may find zero at its start */
    uint32_t (*cond_lanes)(const uint32_t *cond_row, unsigned test); /* of the build that fits this CPU */
    bool local;   /* accesses to local memory, or to what may be it */
    bool adds;    /* additions to global memory that return nothing */
    bool ordered; /* atomics whose result depends on the order of blocks: one worker */
};

hw_status hw_code_create(const struct hw_launch *launch, struct hw_code **code, struct hw_error *error);
void hw_code_destroy(struct hw_code *code);

/* The first micro-op of the instruction at a code address; false when none begins there. */
bool hw_code_find(const struct hw_code *code, uint32_t pc, uint32_t *uop);

/* run.c: run a warp until it leaves; warp->leave says why. */
struct hw_warp;
void hw_warp_run(struct hw_warp *warp);

#endif

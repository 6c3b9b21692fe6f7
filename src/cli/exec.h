/* halfwarp exec: what its parts share.
 *
 *   cmd_exec.c       the command line; a few instructions and what they changed
 *   exec_state.c     registers by name; a thread's state, and running code on it
 *   exec_vectors.c   tables of instructions with operands and results */
#ifndef HW_CLI_EXEC_H
#define HW_CLI_EXEC_H

#include "cli.h"

#include <halfwarp/machine.h>

#define HW_EXEC_REGISTERS 128
#define HW_EXEC_SHARED 16384

/* One thread: what it starts with, and what it ends with. */
struct hw_exec_state {
    uint32_t reg[HW_EXEC_REGISTERS];
    uint32_t cond[4];
    uint32_t addr[8];
};

struct hw_exec {
    struct hw_target target;
    const struct hw_chip_info *chip;
    struct hw_memory *memory;
    struct hw_exec_state before, after;
    uint8_t shared[HW_EXEC_SHARED]; /* at the end */
    uint32_t shared_bytes;
    uint64_t max_instructions;
};

/* Run code on one thread.  The state before is exec->before. */
hw_status hw_exec_run(struct hw_exec *exec, const void *code, size_t bytes, struct hw_launch_result *result,
                      struct hw_error *error);

/* REG=VALUE: R4, R4L, R4H, C0, A1 or $r4, $r4.lo, $r4.hi, $c0, $p0, $a1, $ofs1; a number, or a float with a
 * point. */
hw_status hw_exec_assign(struct hw_exec_state *state, const char *text, struct hw_error *error);

/* --vectors FILE: check every row; prints mismatches, then `N passed, N failed`. */
int hw_exec_vectors(const char *file, const char *isa);

#endif

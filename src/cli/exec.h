/* SPDX-License-Identifier: MIT */
/* The parts of `halfwarp exec` share this header (exec_*.c, one concept each). */
#ifndef HW_CLI_EXEC_H
#define HW_CLI_EXEC_H

#include "cli/cli.h"

#include <halfwarp/machine.h>

#define HW_EXEC_REGISTERS  255 /* those that the chip has count */
#define HW_EXEC_PREDICATES 7
#define HW_EXEC_UNIFORM    63 /* registers of the uniform datapath */
#define HW_EXEC_SHARED     16384
#define HW_EXEC_MAPS       16

/* One thread: what it starts with, and what it ends with. */
struct hw_exec_state {
    uint32_t reg[HW_EXEC_REGISTERS];
    uint32_t cond[4]; /* from Fermi on one: CC */
    uint32_t addr[8]; /* Tesla's */
    uint32_t pred[HW_EXEC_PREDICATES];
    uint32_t uniform[HW_EXEC_UNIFORM], uniform_pred[HW_EXEC_PREDICATES]; /* begin as zero */
};

/* Device memory of --map, and what it held before. */
struct hw_exec_map {
    uint64_t address, bytes;
    uint8_t *before;
};

struct hw_exec {
    struct hw_target target;
    const struct hw_chip_info *chip;
    struct hw_memory *memory;
    struct hw_exec_state before, after;
    uint8_t shared[HW_EXEC_SHARED]; /* at the end */
    uint32_t shared_bytes;
    uint64_t max_instructions;
    struct hw_exec_map maps[HW_EXEC_MAPS];
    unsigned map_count;
};

#define HW_EXEC_CODE 65536

/* Code that is being put together; all zeros is none. */
struct hw_exec_code {
    uint8_t bytes[HW_EXEC_CODE];
    size_t length;
};

/* Begin a group of instructions where one is due; append an instruction to the code. */
void hw_exec_open_group(struct hw_exec_code *code, const struct hw_target *target);
hw_status hw_exec_add(struct hw_exec_code *code, const struct hw_insn *insn, struct hw_error *error);

/* Put an instruction behind the others, with what it needs before it; one that ends the thread. */
hw_status hw_exec_add_text(const struct hw_target *target, enum hw_syntax syntax, const char *text,
                           struct hw_exec_code *code, struct hw_error *error);
hw_status hw_exec_add_end(const struct hw_target *target, struct hw_exec_code *code, struct hw_error *error);

/* Run code on one thread.  The state before is exec->before. */
hw_status hw_exec_run(struct hw_exec *exec, const void *code, size_t bytes, struct hw_launch_result *result,
                      struct hw_error *error);

/* REG=VALUE, into the state before: R4, R4L, R4H, P0, CC, C0, A1 or $r4, $r4.lo, $r4.hi, $c0, $p0, $a1,
 * $ofs1, as the chip has them; a number, or a float with a point. */
hw_status hw_exec_assign(struct hw_exec *exec, const char *text, struct hw_error *error);

/* ADDRESS=BYTES[:FILE]: map device memory, at most HW_EXEC_MAPS times. */
hw_status hw_exec_map(struct hw_exec *exec, const char *text, struct hw_error *error);

/* Print a line for each register, and each word of shared and of mapped memory, that changed; how many lines.
 */
unsigned hw_exec_print_registers(const struct hw_exec *exec, bool decuda);
unsigned hw_exec_print_shared(const struct hw_exec *exec);
unsigned hw_exec_print_maps(const struct hw_exec *exec);

/* Free the memory and what is kept of it. */
void hw_exec_end(struct hw_exec *exec);

/* --vectors FILE: check every row; prints mismatches, then `N passed, N failed`. */
int hw_exec_vectors(const char *file, const char *isa);

#endif

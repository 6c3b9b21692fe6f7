/* SPDX-License-Identifier: MIT */
/* The parts of `halfwarp diff` share this header (diff_*.c, one concept each). */
#ifndef HW_CLI_DIFF_H
#define HW_CLI_DIFF_H

#include "cli/cli.h"
#include "cli/entry_kernels.h"

#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#define HW_DIFF_NONE UINT32_MAX

/* --- diff_code.c: the code of a kernel, ready to be compared --- */

struct hw_diff_insn {
    uint32_t address, target; /* the number of the instruction that it jumps to, or none */
    bool jumps_out;           /* it names an address where no instruction begins */
    uint32_t refers;          /* the number of the instruction whose address a relocation stores, or none */
    struct hw_insn insn;
    char *text;     /* as listings show it, without reuse flags, which are scheduling; what a relocation fills
                     * is its symbol */
    uint64_t shape; /* equal where the texts differ in registers and jump targets only */
    uint64_t form;  /* the same where they also differ in numbers */
    uint64_t name;  /* the same where only the mnemonics are equal, without modifiers */
};

struct hw_diff_code {
    const struct hw_kernel *kernel; /* NULL: there is none */
    struct hw_diff_insn *insn;
    uint32_t count;
};

hw_status hw_diff_code_read(const struct hw_module *module, const struct hw_kernel *kernel,
                            struct hw_diff_code *code, struct hw_error *error);
void hw_diff_code_free(struct hw_diff_code *code);

/* --- diff_align.c --- */

/* A longest common sequence of two lists: match[i] is the number of b's element that a's element i is equal
 * to, or none.  False: no memory. */
bool hw_diff_align(const uint64_t *a, uint32_t a_count, const uint64_t *b, uint32_t b_count, uint32_t *match);

/* --- diff_rows.c --- */

enum hw_diff_status {
    HW_DIFF_EQUAL,
    HW_DIFF_RENAMED,    /* other registers, which hold what those of the other side do */
    HW_DIFF_SCHEDULING, /* the same, at other times */
    HW_DIFF_CHANGED,
    HW_DIFF_REMOVED, /* in the first only */
    HW_DIFF_ADDED,   /* in the second only */
    HW_DIFF_STATUSES
};
const char *hw_diff_status_name(enum hw_diff_status status);

struct hw_diff_row {
    uint32_t a, b; /* numbers of instructions, or none */
    uint8_t status;
};

/* Two kernels, line by line. */
struct hw_diff {
    struct hw_diff_code a, b;
    struct hw_diff_row *row;
    uint32_t row_count;
    uint32_t count[HW_DIFF_STATUSES];
};

hw_status hw_diff_kernels(const struct hw_module *a, const struct hw_kernel *a_kernel,
                          const struct hw_module *b, const struct hw_kernel *b_kernel, bool sched,
                          struct hw_diff *diff, struct hw_error *error);
void hw_diff_free(struct hw_diff *diff);

/* --- diff_registers.c --- */

/* Decide which rows of equal shape differ by a renaming of registers: each register of the one is all the
 * time the same register of the other, on all paths to there.  False: no memory. */
bool hw_diff_rename(struct hw_diff *diff);

/* --- diff_pairs.c: kernels of two modules --- */

struct hw_diff_pair {
    const struct hw_kernel *a, *b; /* NULL: the other has no such kernel */
};
struct hw_diff_pairs {
    struct hw_diff_pair *pair;
    size_t count;
};

/* Kernels of the same name, then those whose code is nearest, then what is left; with symbols, only those of
 * these in A and in B. */
hw_status hw_diff_pair_up(const struct hw_module *a, const struct hw_module *b, const char *const symbol[2],
                          struct hw_diff_pairs *pairs, struct hw_error *error);

/* --- diff_beside.c --- */

enum hw_diff_beside {
    HW_BESIDE_TARGETS,
    HW_BESIDE_CONSTANTS,
    HW_BESIDE_KERNEL_CONSTANTS,
    HW_BESIDE_VALUES,
    HW_BESIDE_ADDRESSES, /* relocations of data */
    HW_BESIDE_COUNT
};
const char *hw_diff_beside_name(enum hw_diff_beside beside);

/* What differs beside the code, as a set of bits. */
unsigned hw_diff_beside_code(const struct hw_module *a, const struct hw_module *b,
                             const struct hw_diff_pairs *pairs);

/* --- diff_cubins.c: the cubins of two files --- */

struct hw_diff_cubin {
    size_t entry; /* of its archive */
    char target[16];
    struct hw_kernel_names names; /* of kernels and functions */
    bool relocatable;
    uint64_t hash;
    size_t bytes;
    bool taken; /* it has a partner */
};

struct hw_diff_file {
    const char *name;
    char *symbol; /* of the kernel that is asked for, in this file; NULL: all are */
    void *data;
    struct hw_archive *archive;
    struct hw_diff_cubin *cubin;
    size_t count;
};

struct hw_diff_cubins {
    const struct hw_diff_cubin *a, *b; /* NULL: the other file has none like it */
};

struct hw_diff_options;
/* Read both files, and which cubins of them are wanted.  After an error *at is the file, if it is one's. */
hw_status hw_diff_files_read(const struct hw_diff_options *options, struct hw_diff_file file[2],
                             const char **at, struct hw_error *error);
void hw_diff_files_free(struct hw_diff_file file[2]);

/* Cubins that are alike: for the same target, with the same kernels, wherever they stand; to be freed, NULL:
 * no memory. */
struct hw_diff_cubins *hw_diff_cubins_pair(struct hw_diff_file file[2], size_t *count);

/* --- output: diff_text.c, diff_json.c --- */

struct hw_diff_options {
    const char *file[2], *target, *kernel, *context_text;
    unsigned context; /* equal rows around others */
    bool sched, all, json, brief, mangled;
};

/* A number that kernels say of themselves. */
struct hw_diff_resource {
    const char *name;
    int64_t a, b;
};
#define HW_DIFF_RESOURCES 7
void hw_diff_resources(const struct hw_diff_pair *pair, struct hw_diff_resource resource[HW_DIFF_RESOURCES]);

/* Whether two kernels differ. */
bool hw_diff_differs(const struct hw_diff_pair *pair, const struct hw_diff *diff);

/* The parts of two texts that differ, each from the first letter to behind the last. */
struct hw_diff_span {
    unsigned from, to;
};
void hw_diff_spans(const char *a, const char *b, struct hw_diff_span *in_a, struct hw_diff_span *in_b);

/* How an instruction is scheduled, in words; empty where its code does not say it. */
void hw_diff_sched(const struct hw_target *target, const struct hw_insn *insn, char *text, size_t bytes);

void hw_diff_print(const struct hw_diff_options *options, const struct hw_target target[2],
                   const struct hw_diff_pair *pair, const struct hw_diff *diff);
struct json_object;
void hw_diff_put_json(struct json_object *list, const struct hw_diff_options *options,
                      const struct hw_target target[2], const struct hw_diff_pair *pair,
                      const struct hw_diff *diff);

#endif

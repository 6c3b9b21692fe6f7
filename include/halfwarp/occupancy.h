/* SPDX-License-Identifier: MIT */
/* Occupancy is how many blocks of a kernel a multiprocessor holds at once; this header says what limits them,
 * and what would have to change for more.
 *
 * The numbers are those of chips/ (chip.h).  Where NVIDIA's own sources contradict each other the rule is
 * named, and a caller may choose the other reading; docs/occupancy.md has the rules and their sources.
 * Nothing here keeps state.
 *
 * Stability: nearly stable. */
#ifndef HALFWARP_OCCUPANCY_H
#define HALFWARP_OCCUPANCY_H

#include <halfwarp/chip.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- what is asked --- */

/* What a kernel would rather have where shared memory and cache share their bytes; the numbers are CUDA's
 * (cudaFuncCachePreferNone and so on).  A block that needs more shared memory than that gets the next size
 * that holds it; before 7.0 the most. */
enum hw_cache_preference {
    HW_PREFER_NONE = 0, /* as HW_PREFER_SHARED */
    HW_PREFER_SHARED,
    HW_PREFER_L1,
    HW_PREFER_EQUAL
};

/* Rules that may be chosen, where sources differ; a rule matters on the chips of its capabilities only. */
#define HW_RULE_SINGLE_WARPS 0x01u /* 2.x: registers are given out by the warp, not by two */
#define HW_RULE_PAIRED_WARPS 0x02u /* 1.x: a block's warps take slots in twos, as they do registers */
#define HW_RULE_PARTITIONED                                                        \
    0x04u /* 5.2, 5.3, 6.1, 6.2: caching of global loads splits the multiprocessor \
           */
#define HW_RULE_STRICT           0x08u /* with that: also where then no block fits */
#define HW_RULE_CALCULATOR_BLOCK 0x10u /* 3.2, 5.2, 6.2: registers of a block as in NVIDIA's calculator */
#define HW_RULE_ENCODED          0x20u /* 1.x: 128 registers a thread, as code can name, not 124 */
#define HW_RULE_FOUR_WARPS       0x40u /* 6.0: registers of a block are counted for a multiple of four warps */

/* A rule as the command line names it. */
struct hw_occupancy_rule {
    unsigned rule;            /* HW_RULE_* */
    const char *name;         /* "single-warps" */
    unsigned capabilities[4]; /* where it matters: 20, 21; then 0 */
    const char *text;         /* what it says, and who says so */
    const char *default_text; /* what counts without it, and who says so */
};

/* The rules in the order of their bits; NULL past the last. */
const struct hw_occupancy_rule *hw_occupancy_rule_at(unsigned index);

/* HW_RULE_*: those that matter on a chip. */
unsigned hw_occupancy_rules_of(const struct hw_chip_info *chip);

#define HW_CARVEOUT_CAPABILITY 70 /* the first that has carve-outs */

/* What one block needs, and of which chip.  A count of registers, bytes or barriers of 0
 * limits nothing. */
struct hw_block_needs {
    const struct hw_chip_info *chip;
    uint32_t threads;      /* of the block */
    uint32_t registers;    /* of a thread */
    uint64_t shared_bytes; /* static and dynamic together; on 1.x with launch header and parameters */
    uint32_t barriers;     /* of the block: BAR.SYNC 0 is one */
    enum hw_cache_preference preference;
    uint32_t carveout; /* from 7.0 on, instead of the preference: percent of the most shared memory; 0: the
                          preference counts, as 0, 50 or 100 percent */
    unsigned rules;    /* HW_RULE_*, joined */
};

/* Find a chip as hw_chip_find does, or by a compute capability ("2.0", "sm_70"), also one whose code halfwarp
 * does not run. */
hw_status hw_occupancy_chip(const char *name, const struct hw_chip_info **chip, struct hw_error *error);

/* --- the answer --- */

/* What can limit the blocks: first what a multiprocessor has, then what a single block may have. */
enum hw_occupancy_limit {
    HW_LIMIT_WARPS = 0,
    HW_LIMIT_BLOCKS,
    HW_LIMIT_REGISTERS,
    HW_LIMIT_SHARED,
    HW_LIMIT_BARRIERS,
    HW_LIMIT_BLOCK_THREADS,
    HW_LIMIT_THREAD_REGISTERS,
    HW_LIMIT_BLOCK_REGISTERS,
    HW_LIMIT_BLOCK_SHARED,
    HW_LIMITS
};
#define HW_LIMIT_COUNTS (HW_LIMIT_BARRIERS + 1) /* those that come to a number of blocks */
#define HW_UNLIMITED    UINT32_MAX

struct hw_occupancy {
    uint32_t blocks;               /* that a multiprocessor holds */
    uint32_t warps;                /* of all of them; the occupancy is this by max_warps */
    uint32_t max_warps;            /* that a multiprocessor has slots for */
    uint32_t block_warps;          /* of one */
    uint32_t block_registers;      /* that one gets, with what rounding adds; where it may not have them, what
                                      their limit counts */
    uint64_t block_shared;         /* bytes that one gets, likewise */
    uint32_t mp_shared;            /* bytes of shared memory that the multiprocessor is set to */
    uint32_t fit[HW_LIMIT_COUNTS]; /* blocks for which each has room; HW_UNLIMITED */
    unsigned limited_by;           /* 1 << HW_LIMIT_*: all that allow no more; where no block fits, why */
};

void hw_occupancy(const struct hw_block_needs *needs, struct hw_occupancy *occupancy);

/* "registers", "registers per block". */
const char *hw_limit_name(enum hw_occupancy_limit limit);

/* The most shared memory of a block, in bytes, with which a multiprocessor still holds `blocks` blocks; false
 * where it does not, whatever the block's shared memory is. */
bool hw_occupancy_max_shared(const struct hw_block_needs *needs, uint32_t blocks, uint64_t *bytes);

/* --- advice --- */

/* The nearest change that puts more warps on a multiprocessor. */
struct hw_occupancy_step {
    struct hw_block_needs needs; /* after the change; what differs is what to change */
    struct hw_occupancy result;
};

#define HW_STEPS 4

/* Fewer registers, less shared memory, a smaller and a larger block: each alone, where it helps.  Where only
 * fewer registers and less shared memory together help, that.  Returns how many there are. */
unsigned hw_occupancy_advise(const struct hw_block_needs *needs, struct hw_occupancy_step steps[HW_STEPS]);

/* How far registers and shared memory may grow, one of them at a time, without a block less. */
void hw_occupancy_headroom(const struct hw_block_needs *needs, uint32_t *registers, uint64_t *shared_bytes);

#ifdef __cplusplus
}
#endif
#endif

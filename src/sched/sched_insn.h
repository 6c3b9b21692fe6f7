/* SPDX-License-Identifier: MIT */
/* These structures are those of hazard analysis: a function's instructions with effects and timing, the
 * control-flow graph, and the scoreboard state along a path. */
#ifndef HW_SCHED_SCHED_INSN_H
#define HW_SCHED_SCHED_INSN_H

#include <halfwarp/effects.h>
#include <halfwarp/sched.h>

#include "isa/timing.h"
#include "sched/resources.h"
#include "sched/scoreboard_sets.h"

#define HW_NOWHERE UINT32_MAX

/* In hw_sched_insn.group: a product of a warpgroup, one that closes a group of them, what waits for groups.
 */
#define HW_GROUP_PRODUCT 1u
#define HW_GROUP_CLOSES  2u
#define HW_GROUP_WAITS   4u

#define HW_OPERAND_SLOTS 4 /* of the operand cache */

#define HW_UNSTATED_STALL  32 /* cycles that the hardware waits where nothing is stated (envytools) */
#define HW_RESTING_STALL   37 /* of a stall count of 0 where none pair: measured by basalt 1.0.0 for sm_120 */
#define HW_COUNT_TEXTURES  0x80u /* where there are only counts: the bit of those that wait for textures */
#define HW_STALL_MAX(kind) ((kind) == HW_SCHED_COUNTS ? 32u : 15u)

/* --- sched_insn.c: a function's instructions --- */

struct hw_sched_insn {
    uint32_t offset;
    uint32_t target; /* index of the instruction, or HW_NOWHERE */
    struct hw_sched sched;
    const struct hw_timing *timing;
    struct hw_resources reads, writes;
    struct hw_resources late_reads;     /* of these, those that are read some time after issue */
    const struct hw_timing *low_timing; /* of low_written */
    uint16_t low_read, high_read;       /* the addend of a product of 64 bits (product_halves.c) */
    uint16_t low_written;               /* and the low register of its result; or HW_READY_VALUES */
    uint8_t flow, token;                /* enum hw_flow_kind, enum hw_flow_token; .S leaves for a join */
    bool leaves_function;               /* goes to code that cannot be seen: calls, returns, indirect jumps */
    uint8_t
        slot[HW_OPERAND_SLOTS]; /* the register that it reads through a slot of the operand cache, HW_RZ */
    uint8_t guard;              /* 2 * number + negated (hw_guard_resource), 0: none */
    uint16_t barriers;          /* convergence barriers that it names */
    uint8_t least;              /* the smallest stall count that is correct for it */
    uint8_t releases;           /* scoreboards that have come to zero behind it: DEPBAR */
    uint8_t names;              /* the same; a schedule that is computed counts on none of them */
    bool commits;               /* LDGDEPBAR: its scoreboard is one that DEPBAR names */
    bool conditional;           /* the next instruction may follow */
    bool calls, returns;  /* from Volta on, where registers hold return addresses, `flow` is that of a jump */
    bool leader;          /* a block begins here, because something outside of the code names it */
    bool padding;         /* a NOP */
    bool unstated;        /* the schedule leaves it to the hardware how long to wait behind it */
    bool waits_textures;  /* waits for results of textures: has bits of its own where there are only counts */
    bool pairs;           /* may issue together with the next, where there are only counts */
    bool fixed;           /* it has no scheduling bits */
    bool rests;           /* with a stall count of 0 it waits long, as nothing issues together */
    bool settles;         /* everything before it must be done: calls, returns */
    uint8_t group;        /* HW_GROUP_*: products of a warpgroup */
    uint8_t groups_left;  /* of HW_GROUP_WAITS: how many groups may be at work behind it */
    bool late_rewrites;   /* HW_TRAIT_LATE_REWRITES */
    bool early_predicate; /* predicates that it writes are known when its sources have been read: ATOM */
    bool drains;          /* all accesses to memory before it have read their sources behind it: MEMBAR */
};

/* --- latency.c: how long results take, and the warp waits --- */

/* The latency of a result: cycles until instructions that read through `port` can use what the instruction
 * has written here; 0: it varies. */
unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource, unsigned port);
/* The same of an instruction whose registers may have latencies of their own (product_halves.c). */
unsigned hw_result_latency(const struct hw_sched_insn *step, unsigned resource, unsigned port);
/* How long the warp waits behind an instruction, at least. */
unsigned hw_sched_insn_cycles(const struct hw_sched_insn *step);

/* --- cfg.c: basic blocks --- */

/* Behind the tokens: targets of BSSY, by the convergence barrier that they are for. */
#define HW_POOL_BARRIER HW_TOKEN_COUNT
#define HW_POOL_COUNT   (HW_POOL_BARRIER + 16)

/* A basic block: instructions that are entered at the first and left at the last. */
struct hw_basic_block {
    uint32_t first, count;
    uint32_t next, jump; /* successors, or HW_NOWHERE */
    uint8_t pool;        /* a token, or HW_POOL_BARRIER and up: any target of that may follow */
    uint32_t target_of;  /* bit t: some instruction pushes its beginning for that */
    bool entry;          /* control can come from outside: a call, an indirect jump */
};

struct hw_cfg {
    enum hw_sched_kind kind;
    struct hw_sched_insn *step;
    uint32_t count;
    struct hw_basic_block *block;
    uint32_t block_count;
};

/* product_halves.c: set `low_read` and the like. */
void hw_product_halves(const struct hw_target *target, const struct hw_insn *insn,
                       const struct hw_semantics *view, struct hw_sched_insn *step);

/* kept_registers.c: set `slot`; report registers that the operand cache keeps though they change. */
void hw_read_slots(const struct hw_insn *insn, struct hw_sched_insn *step);
void hw_kept_registers_check(const struct hw_cfg *flow, hw_hazard_fn *report, void *context);

/* Whether it is a branch: control goes to a target, or away; and falls through if it is conditional. */
bool hw_sched_insn_ends_block(const struct hw_sched_insn *step);
/* Whether it pushes a target to which an instruction of the function branches.  Instructions that pop a
 * return address or an exit handler are not followed. */
bool hw_sched_insn_pushes(const struct hw_sched_insn *step);

/* The resource that a guard (hw_sched_insn.guard) is; HW_READY_VALUES where there is none. */
unsigned hw_guard_resource(unsigned guard);

/* The endless jump at the end of code. */
bool hw_jumps_to_itself(const struct hw_cfg *flow, uint32_t number);

/* Both return HW_ERR_NO_MEMORY or HW_OK; hw_cfg_free in any case. */
hw_status hw_cfg_decode(const struct hw_target *target, const uint8_t *code, size_t length,
                        struct hw_cfg *flow);
hw_status hw_cfg_connect(struct hw_cfg *flow);
void hw_cfg_free(struct hw_cfg *flow);

/* Its name in reports: R12, P0, CC, UR4, UP1, SB3. */
void hw_resource_name(unsigned resource, char name[8]);

/* --- in_flight_need.c, in_flight_issue.c, in_flight_merge.c: the scoreboard state, what is in flight at a
 * point of the code --- */

/* In a mask of scoreboards: */
#define HW_PENDING_UNGUARDED 0x80u /* no scoreboard announces when it is done */

/* Accesses to each value that are in flight after issue: by writers, or by readers; the first of `pending` is
 * what concerns instructions under @P, the second under @!P, others both, where P is `predicate`. */
struct hw_accesses {
    struct hw_resources busy;                       /* `pending` is not empty, as it is for all others */
    hw_scoreboard_sets pending[2][HW_READY_VALUES]; /* what tells that each of them is done */
    uint8_t predicate[HW_READY_VALUES]; /* hw_sched_insn.guard / 2; 0: both concern every instruction */
};

/* What concerns instructions under a guard. */
static inline hw_scoreboard_sets hw_accesses_pending(const struct hw_accesses *accesses, unsigned resource,
                                                     unsigned guard)
{
    if (guard && accesses->predicate[resource] == guard / 2)
        return accesses->pending[guard & 1][resource];
    return accesses->pending[0][resource] | accesses->pending[1][resource];
}

static inline void hw_accesses_set(struct hw_accesses *accesses, unsigned resource,
                                   hw_scoreboard_sets under_guard, hw_scoreboard_sets under_opposite)
{
    accesses->pending[0][resource] = under_guard;
    accesses->pending[1][resource] = under_opposite;
    if (under_guard | under_opposite)
        hw_resources_add(&accesses->busy, resource);
    else
        hw_resources_remove(&accesses->busy, resource);
}

/* TIMED: results of known time that a scoreboard announces, too; whichever comes first.  Readers are
 * separated by hw_timing.order, since only within one does a later instruction imply earlier ones. */
enum {
    HW_ONGOING_WRITES = 0,
    HW_ONGOING_TIMED,
    HW_ONGOING_READS,
    HW_ONGOING_COUNT = HW_ONGOING_READS + HW_ORDER_COUNT
};

/* Instructions that read source registers late, but after a fixed time.  Lookups do not conflict with each
 * other, since they go in order. */
enum { HW_HOLDER_MEMORY = 0, HW_HOLDER_TEXTURE, HW_HOLDER_COUNT };

struct hw_in_flight {
    struct hw_resources counting; /* cycles are left of `ready`, `timed` or `held`, and none for all others */
    uint8_t ready[HW_READY_VALUES][HW_PORT_COUNT]; /* cycles until a result of fixed latency is there */
    uint8_t timed[HW_READY_VALUES];                /* the same where a scoreboard announces it, too */
    uint8_t taken[HW_SCOREBOARD_COUNT]; /* cycles until the scoreboard counts the instruction that has taken
                                            it */
    uint8_t held[HW_HOLDER_COUNT][HW_READY_PRED]; /* cycles until the register has been read */
    uint8_t held_uniform[HW_UNIFORM_REGISTERS];   /* the same where uniform instructions read it */
    uint8_t group_reads[HW_READY_PRED], group_writes[HW_READY_PRED]; /* ages of products (warpgroup.c) */
    uint8_t ready_guard[HW_READY_VALUES]; /* hw_sched_insn.guard of those, 0 where they differ or the
                                             predicate has changed */
    struct hw_accesses access[HW_ONGOING_COUNT];
    uint8_t write_order[HW_READY_VALUES]; /* hw_timing.finish of HW_ONGOING_WRITES, 0 where they differ */
};

/* A hazard: what an instruction must wait for before it may issue, and the resource that causes it. */
struct hw_hazard_need {
    uint8_t delay; /* cycles */
    uint8_t wait;  /* scoreboards; HW_PENDING_UNGUARDED: no scoreboard would help */
    uint16_t delay_resource, wait_resource;
    uint8_t delay_kind, wait_kind; /* enum hw_hazard_kind */
    bool wait_of_warpgroup;        /* a product of a warpgroup is what is waited for */
};

/* `wait`: scoreboards that it waits for in any case. */
void hw_in_flight_need(const struct hw_in_flight *pending, const struct hw_sched_insn *step, unsigned wait,
                       struct hw_hazard_need *need);
/* Issue the instruction. */
void hw_in_flight_issue(struct hw_in_flight *pending, const struct hw_sched_insn *step);
void hw_in_flight_advance(struct hw_in_flight *pending, unsigned cycles);
/* Cycles until the last result of fixed latency is there and the last source has been read. */
unsigned hw_in_flight_longest(const struct hw_in_flight *pending);
/* Merge the state of another path; whether that changed anything. */
bool hw_in_flight_merge(struct hw_in_flight *into, const struct hw_in_flight *from);

/* --- warpgroup.c: the same for products of a warpgroup --- */

void hw_warpgroup_need(const struct hw_in_flight *pending, const struct hw_sched_insn *step,
                       struct hw_hazard_need *need);
void hw_warpgroup_issue(struct hw_in_flight *pending, const struct hw_sched_insn *step);
bool hw_warpgroup_merge(struct hw_in_flight *into, const struct hw_in_flight *from);

/* --- in_flight_dataflow.c: the dataflow analysis --- */

/* The transfer function of block `number`: `pending` is the state at its entry and becomes that at its
 * exit. */
typedef void hw_in_flight_transfer(void *context, uint32_t number, struct hw_in_flight *pending);
/* Solve by calling `visit` for each block, again whenever its state at the entry has grown, until the fixed
 * point; then, if `last` is not NULL, call that once for each.  HW_ERR_LIMIT: there was no fixed point within
 * the limit. */
hw_status hw_in_flight_solve(const struct hw_cfg *flow, hw_in_flight_transfer *visit,
                             hw_in_flight_transfer *last, void *context);

/* --- schedule_check.c: what is unsafe in a schedule --- */

/* Report what comes too early on some path; not what the operand cache keeps (hw_kept_registers_check).
 * HW_ERR_LIMIT as hw_in_flight_solve. */
hw_status hw_hazards_report(const struct hw_cfg *flow, hw_hazard_fn *report, void *context);

/* --- dual_issue.c, dual_issue_pairs.c: which instructions may issue together --- */

#define HW_PAIR_BYTES 8u /* of each of the two */

/* Whether compilers let the two issue together, the second right behind the first. */
bool hw_pair_is_common(const struct hw_target *target, const struct hw_insn *first,
                       const struct hw_insn *second);
/* Set hw_sched_insn.pairs. */
void hw_pairs_mark(const struct hw_target *target, const uint8_t *code, size_t length, struct hw_cfg *flow);

/* --- assign_scoreboards.c: scoreboard allocation --- */

hw_status hw_scoreboards_assign(struct hw_cfg *flow);

#endif

/* SPDX-License-Identifier: MIT */
/* The structures of src/sched: a function's instructions with their effects and timing, the paths between
 * them, and the state of the registers along a path. */
#ifndef HW_SCHED_SCHED_CODE_H
#define HW_SCHED_SCHED_CODE_H

#include <halfwarp/effects.h>
#include <halfwarp/sched.h>

#include "isa/timing.h"
#include "sched/resources.h"

#define HW_NOWHERE UINT32_MAX

#define HW_UNSTATED_STALL  32    /* cycles that the hardware waits where nothing is stated (envytools) */
#define HW_COUNT_TEXTURES  0x80u /* where there are only counts: the bit of those that wait for textures */
#define HW_STALL_MAX(kind) ((kind) == HW_SCHED_COUNTS ? 32u : 15u)

/* Cycles until those who read through `port` can use what the instruction has written here; 0: it varies. */
unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource, unsigned port);

/* --- sched_code.c: a function's instructions --- */

struct hw_step {
    uint32_t offset;
    uint32_t target; /* number of the instruction, or HW_NOWHERE */
    struct hw_sched sched;
    const struct hw_timing *timing;
    struct hw_resources reads, writes;
    uint8_t flow, token; /* enum hw_flow_kind, enum hw_flow_token; .S leaves for a join */
    bool away;           /* goes to code that cannot be seen: calls, returns, indirect jumps */
    uint8_t guard;       /* 2 * number + negated (hw_guard_resource), 0: none */
    uint16_t barriers;   /* convergence barriers that it names */
    uint8_t least;       /* the smallest stall count that is right for it */
    uint8_t releases;    /* scoreboards that have come to zero behind it: DEPBAR */
    uint8_t names;       /* the same; a schedule that is computed counts on none of them */
    bool commits;        /* LDGDEPBAR: its scoreboard is one that DEPBAR names */
    bool conditional;    /* the next instruction may follow */
    bool padding;        /* a NOP */
    bool unstated;       /* the schedule leaves it to the hardware how long to wait behind it */
    bool waits_textures; /* waits for results of textures: has bits of its own where there are only counts */
    bool pairs;          /* may issue together with the next, where there are only counts */
    bool fixed;          /* there is no place for its scheduling bits */
    bool settles;        /* everything before it must be done: calls, returns */
    bool late_rewrites;  /* HW_TRAIT_LATE_REWRITES */
    bool drains;         /* all accesses to memory before it have read their sources behind it: MEMBAR */
};

/* Behind the tokens: targets of BSSY, by the convergence barrier that they are for. */
#define HW_POOL_BARRIER HW_TOKEN_COUNT
#define HW_POOL_COUNT   (HW_POOL_BARRIER + 16)

/* A basic block: instructions that are entered at its beginning and left at its end. */
struct hw_basic_block {
    uint32_t first, count;
    uint32_t next, jump; /* blocks that follow, or HW_NOWHERE */
    uint8_t pool;        /* a token, or HW_POOL_BARRIER and up: any target of that may follow */
    uint32_t target_of;  /* bit t: some instruction pushes its beginning for that */
    bool entry;          /* control can come from outside: a call, an indirect jump */
};

struct hw_flow {
    enum hw_sched_kind kind;
    struct hw_step *step;
    uint32_t count;
    struct hw_basic_block *block;
    uint32_t block_count;
};

/* Whether control goes elsewhere behind it: to a target, or away; and to the next where it is conditional. */
bool hw_step_ends_block(const struct hw_step *step);
/* Whether it pushes a target to which an instruction of the function leaves.  Who takes a return address or
 * an exit handler is not followed. */
bool hw_step_pushes(const struct hw_step *step);

/* The resource that a guard (hw_step.guard) is; HW_READY_VALUES where there is none. */
unsigned hw_guard_resource(unsigned guard);

/* The endless jump at the end of code. */
bool hw_jumps_to_itself(const struct hw_flow *flow, uint32_t number);

/* Both return HW_ERR_NO_MEMORY or HW_OK; hw_flow_free in any case. */
hw_status hw_flow_decode(const struct hw_target *target, const uint8_t *code, size_t length,
                         struct hw_flow *flow);
hw_status hw_flow_connect(struct hw_flow *flow);
void hw_flow_free(struct hw_flow *flow);

/* --- sched_state.c: what is pending at a place of the code --- */

/* In a mask of scoreboards: */
#define HW_PENDING_UNGUARDED 0x80u /* nothing tells when it is done */

/* Accesses to each value that go on after issue: of those who write it, or of those who read it. */
struct hw_accesses {
    uint8_t pending[HW_READY_VALUES]; /* scoreboards that are released when they are done; all of them tell */
    uint8_t any[HW_READY_VALUES];     /* scoreboards each of which tells alone */
    uint8_t order[HW_READY_VALUES];   /* their hw_timing.order, 0 where they differ */
    uint8_t
        guard[HW_READY_VALUES]; /* their hw_step.guard, 0 where they differ or the predicate has changed */
};

/* TIMED: results of known time that a scoreboard announces, too; whichever comes first.  What reads is kept
 * apart by its order, since only within one does a later instruction tell of earlier ones. */
enum {
    HW_ONGOING_WRITES = 0,
    HW_ONGOING_TIMED,
    HW_ONGOING_READS,
    HW_ONGOING_COUNT = HW_ONGOING_READS + HW_ORDER_COUNT
};

/* Who holds source registers for a known time.  Lookups do not harm each other, since they go in order. */
enum { HW_HOLDER_MEMORY = 0, HW_HOLDER_TEXTURE, HW_HOLDER_COUNT };

struct hw_sched_state {
    struct hw_resources used;                      /* by instructions on the way; all about others is 0 */
    uint8_t ready[HW_READY_VALUES][HW_PORT_COUNT]; /* cycles until a result of fixed latency is there */
    uint8_t timed[HW_READY_VALUES];                /* the same where a scoreboard announces it, too */
    uint8_t taken[HW_SCHED_BARRIERS];              /* cycles until the scoreboard counts who has taken it */
    uint8_t held[HW_HOLDER_COUNT][HW_READY_PRED];  /* cycles until the register has been read */
    struct hw_accesses access[HW_ONGOING_COUNT];
};

/* What an instruction must wait for before it may issue, and which resource makes it so. */
struct hw_need {
    uint8_t delay; /* cycles */
    uint8_t wait;  /* scoreboards; HW_PENDING_UNGUARDED: none would help */
    uint16_t delay_resource, wait_resource;
    uint8_t delay_kind, wait_kind; /* enum hw_hazard_kind */
};

/* How long the warp waits behind an instruction, at least. */
unsigned hw_step_cycles(const struct hw_step *step);
/* `wait`: scoreboards that it waits for in any case. */
void hw_sched_state_need(const struct hw_sched_state *pending, const struct hw_step *step, unsigned wait,
                         struct hw_need *need);
/* Issue the instruction. */
void hw_sched_state_issue(struct hw_sched_state *pending, const struct hw_step *step);
void hw_sched_state_age(struct hw_sched_state *pending, unsigned cycles);
/* Cycles until the last result of fixed latency is there and the last source has been read. */
unsigned hw_sched_state_longest(const struct hw_sched_state *pending);
/* Scoreboards have come to zero. */
void hw_sched_state_release(struct hw_sched_state *pending, unsigned mask);
/* Add what is pending on another path; whether that changed anything. */
bool hw_sched_state_join(struct hw_sched_state *into, const struct hw_sched_state *from);

/* --- follow.c: states along all paths --- */

/* Go through block `number`: `pending` is the state at its beginning and becomes that at its end. */
typedef void hw_follow_block(void *context, uint32_t number, struct hw_sched_state *pending);
/* Call `visit` for each block, again whenever its state at the beginning has grown, until nothing changes;
 * then, where `last` is not NULL, call that once for each.  HW_ERR_LIMIT: the paths are too tangled to be
 * followed to the end. */
hw_status hw_follow(const struct hw_flow *flow, hw_follow_block *visit, hw_follow_block *last, void *context);

/* --- dual_issue.c, dual_issue_places.c: which instructions may issue together --- */

#define HW_PAIR_BYTES 8u /* of each of the two */

/* Whether compilers let the two issue together, the second right behind the first. */
bool hw_pair_is_usual(const struct hw_target *target, const struct hw_insn *first,
                      const struct hw_insn *second);
/* Set hw_step.pairs. */
void hw_pairs_mark(const struct hw_target *target, const uint8_t *code, size_t length, struct hw_flow *flow);

/* --- scoreboards.c: which instruction takes which scoreboard --- */

hw_status hw_scoreboards_assign(struct hw_flow *flow);

#endif

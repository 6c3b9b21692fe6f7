/* SPDX-License-Identifier: MIT */
/* A listener instruments a launch: it is notified of warps and instructions, their accesses to memory, their
 * barriers.
 *
 * A listener is a set of callbacks that a launch calls while it runs; a function that is NULL is not called,
 * and listening costs a launch without listeners nothing.  Traces, counters and the clock are listeners.  No
 * result of a launch depends on them, except for the values of clock and counter registers.
 *
 * Threads and order.  The functions are called by the launch's workers, several at a time, unless a listener
 * asks for one worker.  All events of a block come from one worker at a time, and those of a warp come in the
 * order of its instructions; events of different blocks come in any order and carry the block's number.  A
 * block ends before its worker begins the next one, except when blocks wait for each other (machine.h).
 * Arguments are valid only during the call.
 *
 * Stability: will change. */
#ifndef HALFWARP_LISTENER_H
#define HALFWARP_LISTENER_H

#include <halfwarp/effects.h>
#include <halfwarp/insn.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_launch;

/* Where something happens. */
struct hw_event_source {
    const struct hw_launch *launch;
    uint64_t block;       /* its number: (0,0,0), (1,0,0), ... x first */
    uint32_t block_id[3]; /* its coordinates */
    uint32_t sm;          /* the multiprocessor on which the kernel's special registers say that it runs */
    uint32_t warp;        /* within the block; of events of a whole block 0 */
};

/* A block or a warp begins or ends.  A fault ends neither: see hw_listener.gone. */
enum hw_moment { HW_MOMENT_BEGIN = 0, HW_MOMENT_END };

/* An instruction is issued for a path of a warp, before it does anything. */
struct hw_issue_event {
    struct hw_event_source at;
    uint32_t pc; /* byte offset in the code */
    const struct hw_insn *insn;
    unsigned op;                      /* enum hw_op; HW_OP_COUNT: no known instruction */
    const char *unit;                 /* the unit that executes it, as the rows of isa/ name it; "": none */
    const struct hw_effects *effects; /* registers and predicates that it reads and writes */
    uint32_t active;                  /* the lanes of the path */
    uint32_t executed;                /* those for which the guard holds */
};

/* An instruction has written: registers, then predicates, the condition code or address register, 32 lanes
 * each. There is no such event for an instruction that no lane executes.  For a jump it comes before the
 * jump. */
#define HW_EVENT_WRITES 8 /* at most so many that one instruction writes are shown */
struct hw_written_event {
    struct hw_event_source at;
    uint32_t pc;
    const struct hw_insn *insn;
    uint32_t active, executed;
    unsigned written_count;
    struct {
        uint8_t kind; /* HW_OPERAND_REG, _PRED, _COND or _ADDR */
        uint8_t number;
        const uint32_t *lanes; /* of a predicate 0 or 1 */
    } written[HW_EVENT_WRITES];
};

/* An access to memory by the executing lanes of an instruction, before it is checked and done.
 *
 * Constants at an address that the code fixes are no accesses: translation reads them.  A generic address
 * counts as one of the space that it lies in; where an instruction's lanes lie in several spaces, each has an
 * event. A lookup in a texture has the addresses of all texels that it reads, one after another for each
 * lane, and one event for each texture; it comes when the lookup is done, and so do accesses to surfaces. */
#define HW_NO_ADDRESS UINT64_MAX
#define HW_TEXELS_MAX 8
enum hw_access_kind {
    HW_ACCESS_LOAD = 0,
    HW_ACCESS_STORE,
    HW_ACCESS_ATOMIC,    /* returns the old value */
    HW_ACCESS_REDUCTION, /* returns nothing */
    HW_ACCESS_LOCK,      /* a load that may lock its word */
    HW_ACCESS_UNLOCK,    /* a store that unlocks it */
    HW_ACCESS_TEXTURE,
    HW_ACCESS_SURFACE
};
struct hw_access_event {
    struct hw_event_source at;
    uint32_t pc;
    const struct hw_insn *insn;
    uint8_t kind;   /* enum hw_access_kind */
    uint8_t space;  /* HW_OPERAND_SHARED, _LOCAL, _CONST or _GLOBAL; of textures and surfaces _NONE */
    uint8_t texels; /* of textures: that each lane reads, at most HW_TEXELS_MAX; else 1 */
    uint8_t index;  /* of a constant bank */
    uint32_t bytes; /* of each lane; of textures: of each texel */
    uint32_t lanes; /* that access memory */
    const uint64_t *address; /* 32, each lane's: in global memory a device address; then 32 of the next texel.
                                HW_NO_ADDRESS: outside of a texture or surface */
};

/* A warp arrives at a barrier of its block, or the barrier releases it. */
struct hw_barrier_event {
    struct hw_event_source at;
    unsigned barrier; /* its number */
    bool released;    /* else the warp arrives */
    bool waits;       /* on arrival: the warp waits there, even if it is the last */
};

struct hw_listener {
    void *context; /* the first argument of each function */
    void (*block)(void *context, const struct hw_event_source *at, enum hw_moment moment);
    /* A block that has begun will not go on: it has faulted, or one before it has. */
    void (*gone)(void *context, const struct hw_event_source *at);
    void (*warp)(void *context, const struct hw_event_source *at, enum hw_moment moment);
    void (*issue)(void *context, const struct hw_issue_event *event);
    void (*written)(void *context, const struct hw_written_event *event);
    void (*access)(void *context, const struct hw_access_event *event);
    void (*barrier)(void *context, const struct hw_barrier_event *event);
    /* The value of clock registers; of several listeners the first that has this function is asked.  False:
     * it is not known yet.  Then the warp waits, others get their turn, and it asks again. */
    bool (*clock)(void *context, const struct hw_event_source *at, uint64_t *value);
    /* A warp sleeps for so long behind the instruction that was issued last. */
    void (*sleep)(void *context, const struct hw_event_source *at, uint32_t nanoseconds);
    /* What a performance counter of the warp's multiprocessor holds, in place of hw_launch.pm; of several
     * listeners the first that has this function is asked. */
    uint64_t (*counter)(void *context, const struct hw_event_source *at, unsigned number);
    bool one_worker; /* all calls come from one worker, block after block */
};

#ifdef __cplusplus
}
#endif
#endif

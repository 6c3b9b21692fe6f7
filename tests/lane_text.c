/* SPDX-License-Identifier: MIT */
/* The text of steps.
 *
 * R0 is the thread, R1 its lane, R2 x, R3 what the lock gave, R4 to R9 are for a step alone, R10 is the
 * lane's bit, R11 one, R12 and R13 the address of struct lane_memory, R14 the warp's words in shared memory,
 * R15 the mask of the last WARPSYNC; then the registers below.  Shared memory has a word for each thread,
 * from WARPS on LANE_WARP_BYTES for each warp (which lanes have ended, and which have left each team), and
 * the lock. */
#include "lane_text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COUNTER = 16, TEAM = COUNTER + LANE_TEAMS, SAVED = TEAM + LANE_TEAMS, BACK = SAVED + LANE_SAVED };
enum { REGISTERS = BACK + 2 * LANE_SAVED };
enum { WARPS = 0x100, WARP_BYTES_LOG = 7, LOCK = 0x200 };
#define SUM   offsetof(struct lane_memory, sum)
#define TAKEN offsetof(struct lane_memory, taken)

static_assert(COUNTER % 2 == 0 && BACK % 2 == 0 && REGISTERS < 255, "registers");

static void put(struct lane_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct lane_text *t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    t->used += (size_t)vsnprintf(t->text + t->used, sizeof t->text - t->used, format, arguments);
    va_end(arguments);
    assert(t->used < sizeof t->text);
}

/* Instructions, each of which ends a line. */
#define INSN(...) (put(t, __VA_ARGS__), put(t, "\n"), t->instructions++)

static const char *guard(const struct lane_step *step)
{
    static const char *const guards[] = {"@!P0 ", "@P0 ", ""};

    return guards[step->holds];
}

static unsigned gone(const struct lane_step *step)
{
    return WARPS + 4 + 4 * step->number;
}

/* The place of the BSYNC of a BSSY, as regions of a depth contain each other only in callers. */
static uint32_t meeting(const struct lane_program *p, uint32_t place)
{
    const unsigned depth = p->step[place].depth;
    unsigned within = 0;

    for (uint32_t i = place + 1; i < p->count; i++) {
        if (p->step[i].depth != depth)
            continue;
        if (p->step[i].kind == LANE_ENTER)
            within++;
        else if (p->step[i].kind == LANE_RECONVERGE && within-- == 0)
            return i;
    }
    return place;
}

/* --- arithmetic --- */

static void put_test(struct lane_text *t, const struct lane_step *step)
{
    if (step->kind == LANE_TEST)
        INSN("SHF.R.U32.HI R4, RZ, 0x%x, R2", step->shift);
    else
        INSN("MOV R4, R1");
    INSN("LOP3.LUT R4, R4, 0x%x, RZ, 0xc0, !PT", step->mask);
    INSN("ISETP.EQ.U32.AND P0, PT, R4, RZ, PT");
}

static void put_count(struct lane_text *t, const struct lane_step *step)
{
    const unsigned counter = COUNTER + step->depth;

    if (step->kind == LANE_START) {
        INSN("IADD3 R%u, R0, 0x%x, RZ", counter, step->number);
        INSN("LOP3.LUT R%u, R%u, 0x%x, RZ, 0xc0, !PT", counter, counter, step->mask);
        INSN("IADD3 R%u, R%u, 0x1, RZ", counter, counter);
    } else {
        INSN("IADD3 R%u, R%u, -0x1, RZ", counter, counter);
        INSN("ISETP.NE.U32.AND P0, PT, R%u, RZ, PT", counter);
    }
}

/* --- regions --- */

static void put_enter(struct lane_text *t, const struct lane_program *p, uint32_t place)
{
    const struct lane_step *step = &p->step[place];

    INSN("VOTE.ANY R%u, PT, PT", TEAM + step->number);
    INSN("LOP3.LUT R4, RZ, R10, RZ, 0x33, !PT");
    INSN("ATOMS.AND RZ, [R14+0x%x], R4", gone(step));
    INSN("BSSY B%u, L%u", step->depth, meeting(p, place));
}

static void put_apart(struct lane_text *t, const char *condition)
{
    INSN("@%s STG%s [R12+0x%zx], R11", condition, t->wide, offsetof(struct lane_memory, apart));
}

static void put_together(struct lane_text *t, const struct lane_step *step)
{
    INSN("VOTE.ANY R4, PT, PT");
    INSN("LDS R5, [R14+0x%x]", WARPS);
    INSN("LDS R6, [R14+0x%x]", gone(step));
    INSN("LOP3.LUT R5, R5, R6, R4, 0xfe, !PT");
    INSN("LOP3.LUT R5, R%u, R5, RZ, 0x30, !PT", TEAM + step->number);
    INSN("ISETP.NE.U32.AND P1, PT, R5, RZ, PT");
    put_apart(t, "P1");
}

static void put_leave(struct lane_text *t, const struct lane_step *step)
{
    INSN("%sATOMS.OR RZ, [R14+0x%x], R10", guard(step), gone(step));
    if (t->instructions % 2)
        INSN("%sBREAK B%u", guard(step), step->depth);
    else
        INSN("BREAK %sP0, B%u", step->holds ? "" : "!", step->depth);
}

static void put_call(struct lane_text *t, const struct lane_step *step)
{
    const unsigned back = BACK + 2 * step->depth;

    INSN("MOV R%u, 0x%x", back, (t->instructions + 3) * 16);
    INSN("MOV R%u, 0x0", back + 1);
    INSN("CALL.REL.NOINC L%u", step->target);
}

static void put_finish(struct lane_text *t, const struct lane_step *step)
{
    INSN("IMAD.WIDE.U32 R4, R0, 0x4, R12");
    INSN("%sSTG%s [R4], R2", guard(step), t->wide);
    INSN("%sATOMS.OR RZ, [R14+0x%x], R10", guard(step), WARPS);
    INSN("%sEXIT", guard(step));
}

/* --- exchanges --- */

static void put_sync(struct lane_text *t, const struct lane_step *step)
{
    const bool exclusive = t->ampere && t->instructions % 3 == 0;

    if (step->number) {
        INSN("MOV R15, 0x%x", step->number);
    } else {
        INSN("LOP3.LUT R4, R1, 0x18, RZ, 0xc0, !PT");
        INSN("MOV R5, 0xff");
        INSN("SHF.L.U32 R15, R5, R4, RZ");
    }
    if (step->number && t->instructions % 2)
        INSN("WARPSYNC 0x%x", step->number);
    else
        INSN("WARPSYNC%s R15", exclusive ? ".EXCLUSIVE" : "");
}

/* R4: x of another lane; R5: that lane, P1: there is one.  Then x += R4 if it is in the mask R15. */
static void put_shuffle(struct lane_text *t, const struct lane_step *step)
{
    static const char *const names[] = {
        [LANE_BUTTERFLY] = "BFLY", [LANE_UP] = "UP", [LANE_DOWN] = "DOWN", [LANE_INDEX] = "IDX"};
    const char *last = step->exchange == LANE_UP ? "RZ" : "0x1f";

    if (t->instructions % 2) {
        INSN("SHFL.%s P1, R4, R2, 0x%x, %s", names[step->exchange], step->shift, last);
    } else {
        INSN("MOV R6, 0x%x", step->shift);
        INSN("SHFL.%s P1, R4, R2, R6, %s", names[step->exchange], last);
    }
    switch (step->exchange) {
    case LANE_BUTTERFLY: INSN("LOP3.LUT R5, R1, 0x%x, RZ, 0x3c, !PT", step->shift); break;
    case LANE_UP: INSN("IADD3 R5, R1, -0x%x, RZ", step->shift); break;
    case LANE_DOWN: INSN("IADD3 R5, R1, 0x%x, RZ", step->shift); break;
    default: INSN("MOV R5, 0x%x", step->shift); break;
    }
    INSN("VOTE.ANY R6, PT, PT");
    INSN("LOP3.LUT R6, R6, R15, RZ, 0xc0, !PT");
    INSN("SHF.R.U32.HI R6, RZ, R5, R6");
    INSN("LOP3.LUT R6, R6, 0x1, RZ, 0xc0, !PT");
    INSN("ISETP.NE.U32.AND P1, PT, R6, RZ, P1");
    INSN("@P1 IADD3 R2, R2, R4, RZ");
}

/* x += R4, some lanes of the mask. */
static void put_lanes(struct lane_text *t)
{
    INSN("LOP3.LUT R4, R4, R15, RZ, 0xc0, !PT");
    INSN("IADD3 R2, R2, R4, RZ");
}

static void put_vote(struct lane_text *t, const struct lane_step *step)
{
    static const char *const names[] = {
        [LANE_BALLOT] = "ANY", [LANE_VOTE_ALL] = "ALL", [LANE_VOTE_ANY] = "ANY", [LANE_VOTE_SAME] = "EQ"};

    INSN("LOP3.LUT R4, R2, 0x1, RZ, 0xc0, !PT");
    INSN("ISETP.NE.U32.AND P1, PT, R4, RZ, PT");
    if (step->exchange == LANE_BALLOT) {
        INSN("VOTE.ANY R4, PT, P1");
        put_lanes(t);
    } else {
        INSN("VOTE.%s P2, P1", names[step->exchange]);
        INSN("@P2 IADD3 R2, R2, 0x5, RZ");
        INSN("@!P2 IADD3 R2, R2, 0x9, RZ");
    }
}

static void put_match(struct lane_text *t, const struct lane_step *step)
{
    INSN("LOP3.LUT R4, R2, 0x3, RZ, 0xc0, !PT");
    if (step->exchange == LANE_MATCH_ANY)
        INSN("MATCH.ANY R4, R4");
    else
        INSN("MATCH.ALL P1, R4, R4");
    put_lanes(t);
}

static void put_exchange(struct lane_text *t, const struct lane_step *step)
{
    if (t->ampere && step->number) { /* as compilers do before what needs all of the mask */
        INSN("UMOV UR4, 0x%x", step->number);
        INSN("BRA.DIV UR4, apart");
    }
    switch (step->exchange) {
    case LANE_BALLOT:
    case LANE_VOTE_ALL:
    case LANE_VOTE_ANY:
    case LANE_VOTE_SAME: put_vote(t, step); break;
    case LANE_MATCH_ANY:
    case LANE_MATCH_ALL: put_match(t, step); break;
    default: put_shuffle(t, step); break;
    }
}

/* --- locks --- */

static void put_try(struct lane_text *t, const struct lane_program *p)
{
    const size_t lock = offsetof(struct lane_memory, lock);

    switch (p->lock) {
    case LANE_LOCK_SHARED: INSN("ATOMS.CAS R4, [RZ+0x%x], RZ, R11", LOCK); break;
    case LANE_LOCK_CAST: INSN("ATOMS.CAST.SPIN R4, [RZ+0x%x], RZ, R11", LOCK); break;
    case LANE_LOCK_GLOBAL:
        INSN("MOV R5, RZ");
        INSN("ATOMG.E.CAS.STRONG.GPU PT, R4, [R12+0x%zx], R5, R11", lock);
        break;
    default: INSN("ATOM.E.EXCH.STRONG.GPU PT, R4, [R12+0x%zx], R11", lock); break;
    }
    INSN("ISETP.%s.U32.AND P0, PT, R4, RZ, PT", p->lock == LANE_LOCK_CAST ? "NE" : "EQ");
}

static void put_unlock(struct lane_text *t, const struct lane_program *p)
{
    INSN("IADD3 R4, R3, R2, RZ");
    INSN("STG%s [R12+0x%zx], R4", t->wide, SUM);
    INSN("LDG%s R5, [R12+0x%zx]", t->wide, TAKEN);
    INSN("IADD3 R5, R5, 0x1, RZ");
    INSN("STG%s [R12+0x%zx], R5", t->wide, TAKEN);
    INSN("MEMBAR.SC.GPU");
    if (p->lock == LANE_LOCK_SHARED || p->lock == LANE_LOCK_CAST)
        INSN("ATOMS.EXCH RZ, [RZ+0x%x], RZ", LOCK);
    else
        INSN("ATOMG.E.EXCH.STRONG.GPU PT, RZ, [R12+0x%zx], RZ", offsetof(struct lane_memory, lock));
}

/* --- the block --- */

static void put_fetch(struct lane_text *t, const struct lane_program *p, const struct lane_step *step)
{
    INSN("IADD3 R4, R0, 0x%x, RZ", step->shift);
    INSN("LOP3.LUT R4, R4, 0x%x, RZ, 0xc0, !PT", p->threads - 1);
    INSN("SHF.L.U32 R4, R4, 0x2, RZ");
    INSN("LDS R4, [R4]");
    INSN("LOP3.LUT R2, R2, R4, RZ, 0x3c, !PT");
}

/* --- programs --- */

static void put_step(struct lane_text *t, const struct lane_program *p, uint32_t place)
{
    const struct lane_step *step = &p->step[place];

    switch (step->kind) {
    case LANE_MIX:
        INSN("IMAD R2, R2, 0x21, RZ");
        INSN("LOP3.LUT R2, R2, 0x%x, RZ, 0x3c, !PT", step->number);
        break;
    case LANE_TEST:
    case LANE_TEST_OWN: put_test(t, step); break;
    case LANE_START:
    case LANE_COUNT: put_count(t, step); break;
    case LANE_BRANCH: INSN("%sBRA L%u", guard(step), step->target); break;
    case LANE_ENTER: put_enter(t, p, place); break;
    case LANE_RECONVERGE: INSN("BSYNC B%u", step->depth); break;
    case LANE_TOGETHER: put_together(t, step); break;
    case LANE_LEAVE: put_leave(t, step); break;
    case LANE_SAVE: INSN("BMOV.32.CLEAR R%u, B%u", SAVED + step->shift, step->depth); break;
    case LANE_RESTORE: INSN("BMOV.32 B%u, R%u", step->depth, SAVED + step->shift); break;
    case LANE_SYNC: put_sync(t, step); break;
    case LANE_EXCHANGE: put_exchange(t, step); break;
    case LANE_YIELD: INSN("YIELD"); break;
    case LANE_SLEEP: INSN("NANOSLEEP 0x5"); break;
    case LANE_TRY: put_try(t, p); break;
    case LANE_LOAD: INSN("LDG%s R3, [R12+0x%zx]", t->wide, SUM); break;
    case LANE_UNLOCK: put_unlock(t, p); break;
    case LANE_STORE:
        INSN("SHF.L.U32 R4, R0, 0x2, RZ");
        INSN("STS [R4], R2");
        break;
    case LANE_FETCH: put_fetch(t, p, step); break;
    case LANE_BARRIER: INSN("BAR.SYNC 0x0"); break;
    case LANE_CALL: put_call(t, step); break;
    case LANE_RETURN: INSN("RET.REL.NODEC R%u 0x0", BACK + 2 * step->depth); break;
    default: put_finish(t, step); break;
    }
}

static void put_begin(struct lane_text *t)
{
    INSN("S2R R0, SR_TID.X");
    INSN("LOP3.LUT R1, R0, 0x1f, RZ, 0xc0, !PT");
    INSN("MOV R12, c[0x0][0x160]");
    INSN("MOV R13, c[0x0][0x164]");
    INSN("MOV R11, 0x1");
    INSN("SHF.L.U32 R10, R11, R1, RZ");
    INSN("SHF.R.U32.HI R14, RZ, 0x5, R0");
    INSN("SHF.L.U32 R14, R14, 0x%x, RZ", WARP_BYTES_LOG);
    INSN("MOV R4, 0x9e3779b1");
    INSN("IMAD R2, R0, R4, RZ");
    INSN("SHF.L.U32 R4, R0, 0x2, RZ");
    for (unsigned at = 0; at < LANE_SHARED_BYTES - 0x80; at += 0x80)
        INSN("STS [R4+0x%x], RZ", at);
    INSN("BAR.SYNC 0x0");
}

void lane_text_write(const struct lane_program *p, const char *target, struct lane_text *t)
{
    t->used = 0;
    t->instructions = 0;
    t->ampere = strcmp(target, "sm_80") >= 0;
    t->wide = t->ampere ? ".E" : ".E.SYS";
    put(t,
        ".target %s\n.kernel lanes\n.registers %u\n.shared %u\n.barriers 1\n.param_base 352\n.param_bytes "
        "8\n.code\n",
        target, REGISTERS, LANE_SHARED_BYTES);
    put_begin(t);
    for (uint32_t i = 0; i < p->count; i++) {
        put(t, "L%u:\n", i);
        put_step(t, p, i);
    }
    put(t, "apart:\n");
    put_apart(t, "PT");
    INSN("EXIT");
    put(t, ".end\n");
}

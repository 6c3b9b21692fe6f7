/* SPDX-License-Identifier: MIT */
/* Random programs of divergent branches and loops, as compilers place convergence barriers around them.
 *
 * A region is what stands between BSSY and the instruction behind BSYNC.  Locks come in the forms that ptxas
 * gives them: for sm_75 without a region, for sm_86 with one around the loop that waits. */
#include "lane_program.h"

#include <assert.h>

#include "unit/ops/splitmix.h"

#define STATEMENTS  40
#define OF_FUNCTION 6 /* statements of it, about */
#define FUNCTIONS   8
#define LOOPS       3 /* in each other: they multiply; with locks one less */

/* Where a statement stands. */
struct where {
    unsigned depth;        /* of the next region */
    unsigned loop;         /* 1 + the depth of the loop around it that lanes may leave; 0: there is none */
    unsigned saved, loops; /* barriers that are saved around it; loops around it, also around calls */
    uint32_t lanes;        /* that all come here, if they have not ended; 0: nobody knows */
};

/* One that is called, and is yet to be written. */
struct function {
    struct where where;
    uint32_t call[2];
    unsigned calls;
};

struct maker {
    struct lane_program *p;
    unsigned statements;
    struct function function[FUNCTIONS];
    unsigned functions;
    unsigned trap;                /* that is not set yet */
    uint32_t leaving[LANE_STEPS]; /* branches to the end of a loop whose place is not known yet */
    unsigned leaving_count;
};

static unsigned choose(struct maker *m, unsigned count)
{
    return (unsigned)(splitmix64(&m->p->random) % count);
}

static struct lane_step *emit(struct maker *m, unsigned kind)
{
    assert(m->p->count < LANE_STEPS);
    struct lane_step *step = &m->p->step[m->p->count++];

    *step = (struct lane_step){.kind = (uint8_t)kind};
    return step;
}

static struct lane_step *emit_at(struct maker *m, unsigned kind, unsigned depth)
{
    struct lane_step *step = emit(m, kind);

    step->depth = (uint8_t)depth;
    return step;
}

/* A branch whose target is set later, or is given. */
static uint32_t emit_branch(struct maker *m, unsigned holds, uint32_t target)
{
    struct lane_step *step = emit(m, LANE_BRANCH);

    step->holds = (uint8_t)holds;
    step->target = target;
    return m->p->count - 1;
}

static void land(struct maker *m, uint32_t branch)
{
    m->p->step[branch].target = m->p->count;
}

static void emit_mix(struct maker *m)
{
    emit(m, LANE_MIX)->number = choose(m, 1u << 20);
}

static void emit_test(struct maker *m)
{
    struct lane_step *step = emit(m, LANE_TEST);

    step->shift = (uint8_t)(1 + choose(m, 24));
    step->mask = choose(m, 2) ? 1 : 3;
}

static void emit_enter(struct maker *m, struct where where)
{
    emit_at(m, LANE_ENTER, where.depth)->number = where.depth + where.saved;
}

static void emit_end_of_region(struct maker *m, struct where where)
{
    emit_at(m, LANE_RECONVERGE, where.depth);
    if (!m->p->locks)
        emit(m, LANE_TOGETHER)->number = where.depth + where.saved;
}

static void emit_barrier(struct maker *m)
{
    emit(m, LANE_STORE);
    emit(m, LANE_BARRIER);
    emit(m, LANE_FETCH)->shift = (uint8_t)(1 + choose(m, 63));
    emit(m, LANE_BARRIER);
}

static void emit_list(struct maker *m, struct where where);

static void emit_if(struct maker *m, struct where where)
{
    struct where inner = where;

    inner.depth++;
    inner.lanes = 0;

    emit_enter(m, where);
    emit_test(m);
    const uint32_t other = emit_branch(m, 0, 0);
    emit_list(m, inner);
    const uint32_t out = emit_branch(m, 2, 0);
    land(m, other);
    if (choose(m, 3))
        emit_list(m, inner);
    land(m, out);
    emit_end_of_region(m, where);
}

static void emit_side(struct maker *m, struct where where, uint32_t lanes, bool barriers)
{
    if (barriers)
        emit_barrier(m);
    where.depth++;
    where.loop = 0;
    where.lanes &= lanes;
    emit_list(m, where);
}

/* Lanes of fixed numbers go one way and the others another; on each all of them come by. */
static void emit_if_lanes(struct maker *m, struct where where)
{
    const unsigned bits = 1 + choose(m, 31);
    const bool barriers = where.lanes == UINT32_MAX && choose(m, 2);
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < 32; lane++)
        lanes |= (uint32_t)((lane & bits) == 0) << lane;
    emit_enter(m, where);
    emit(m, LANE_TEST_OWN)->mask = bits;
    const uint32_t other = emit_branch(m, 0, 0);
    emit_side(m, where, lanes, barriers);
    const uint32_t out = emit_branch(m, 2, 0);
    land(m, other);
    emit_side(m, where, ~lanes, barriers);
    land(m, out);
    emit_end_of_region(m, where);
}

static void emit_loop(struct maker *m, struct where where)
{
    const unsigned before = m->leaving_count;
    struct lane_step *start = emit(m, LANE_START);

    start->depth = (uint8_t)(where.depth + where.saved);
    start->mask = choose(m, 2) ? 7 : 3;
    start->number = choose(m, 8);
    emit_enter(m, where);
    const uint32_t again = m->p->count;
    emit_list(m, (struct where){.depth = where.depth + 1,
                                .loop = where.depth + 1,
                                .saved = where.saved,
                                .loops = where.loops + 1});
    emit_at(m, LANE_COUNT, where.depth + where.saved);
    emit_branch(m, 1, again);
    while (m->leaving_count > before)
        land(m, m->leaving[--m->leaving_count]);
    emit_end_of_region(m, where);
}

/* Some lanes go to the end of the loop, and out of all regions within it. */
static void emit_leave(struct maker *m, struct where where)
{
    emit_test(m);
    for (unsigned depth = where.depth; depth-- > where.loop;) {
        struct lane_step *step = emit(m, LANE_LEAVE);
        step->depth = (uint8_t)depth;
        step->number = depth + where.saved;
        step->holds = 1;
    }
    m->leaving[m->leaving_count++] = emit_branch(m, 1, 0);
}

/* What a function does that uses the barrier of its caller. */
static void emit_body(struct maker *m, struct where where)
{
    struct where inner = where;

    inner.depth--;
    inner.saved++;
    inner.loop = 0;
    emit_at(m, LANE_SAVE, inner.depth)->shift = (uint8_t)where.saved;
    emit_if(m, inner);
    emit_list(m, inner);
    emit_at(m, LANE_RESTORE, inner.depth)->shift = (uint8_t)where.saved;
}

/* A function is written behind the program, and called from one place or two; or it stands where its call
 * is. */
static void emit_call(struct maker *m, struct where where)
{
    if (m->functions == FUNCTIONS || choose(m, 3) == 0) {
        emit_body(m, where);
        return;
    }
    struct function *function = &m->function[m->functions++];
    *function = (struct function){.where = where, .calls = 1 + choose(m, 2)};
    for (unsigned i = 0; i < function->calls; i++) {
        emit_mix(m);
        emit_at(m, LANE_CALL, where.saved);
        function->call[i] = m->p->count - 1;
    }
}

static void emit_functions(struct maker *m)
{
    for (unsigned i = 0; i < m->functions; i++) {
        const struct function function = m->function[i];
        for (unsigned call = 0; call < function.calls; call++)
            land(m, function.call[call]);
        m->statements = STATEMENTS - OF_FUNCTION;
        emit_body(m, function.where);
        emit_at(m, LANE_RETURN, function.where.saved);
    }
}

static void emit_critical(struct maker *m)
{
    emit(m, LANE_LOAD);
    emit_mix(m);
    emit(m, LANE_UNLOCK);
}

static void emit_rest(struct maker *m)
{
    emit(m, choose(m, 4) ? LANE_YIELD : LANE_SLEEP);
}

static void emit_lock(struct maker *m, struct where where)
{
    static const uint8_t forms[] = {0, 1, 3};
    const unsigned form = m->p->spins ? 2 : forms[choose(m, 3)];
    uint32_t again, got;

    if (form & 1)
        emit_enter(m, where);
    again = m->p->count;
    switch (form) {
    case 0: /* sm_75 */
        emit(m, LANE_TRY);
        got = emit_branch(m, 1, 0);
        emit_rest(m);
        emit_branch(m, 2, again);
        land(m, got);
        emit_critical(m);
        break;
    case 1: /* sm_86 */
        emit_rest(m);
        emit(m, LANE_TRY);
        emit_branch(m, 0, again);
        emit_at(m, LANE_RECONVERGE, where.depth);
        emit_critical(m);
        break;
    case 2: /* without a word of yielding */
        emit(m, LANE_TRY);
        emit_branch(m, 0, again);
        emit_critical(m);
        break;
    default: /* the lock is released within the loop */
        emit_rest(m);
        emit(m, LANE_TRY);
        emit_enter(m, (struct where){.depth = where.depth + 1, .saved = where.saved});
        got = emit_branch(m, 0, 0);
        emit_critical(m);
        land(m, got);
        emit_at(m, LANE_RECONVERGE, where.depth + 1);
        emit_branch(m, 0, again);
        emit_at(m, LANE_RECONVERGE, where.depth);
        break;
    }
}

static void emit_exchange(struct maker *m, uint32_t lanes)
{
    const uint32_t mask = lanes == UINT32_MAX && choose(m, 2) ? 0 : lanes;
    const uint8_t other = (uint8_t)(1 + choose(m, 31));

    emit(m, LANE_SYNC)->number = mask;
    struct lane_step *step = emit(m, LANE_EXCHANGE);
    step->exchange = (uint8_t)choose(m, mask ? LANE_EXCHANGES : LANE_FOR_ANY_LANES);
    step->number = mask;
    step->shift = other;
}

/* What may stop all; it depends on the lanes that come here. */
static void emit_trap(struct maker *m)
{
    const uint32_t again = m->p->count;

    if (m->trap == LANE_TRAP_MASK) {
        emit(m, LANE_SYNC)->number = UINT32_MAX;
        emit(m, LANE_EXCHANGE)->number = UINT32_MAX;
    } else if (m->trap == LANE_TRAP_LOCK) {
        emit(m, LANE_YIELD);
        emit(m, LANE_TRY);
        emit_branch(m, 0, again);
    } else {
        emit(m, LANE_BARRIER);
    }
    m->trap = LANE_NO_TRAP;
}

static void emit_statement(struct maker *m, struct where where)
{
    const bool room = where.depth < LANE_DEPTHS - 2;

    m->statements++;
    if (m->trap && where.depth > 0 && choose(m, 4) == 0)
        emit_trap(m);
    switch (choose(m, 12)) {
    case 0:
    case 1:
        if (room)
            emit_if(m, where);
        break;
    case 2:
    case 3:
        if (room && where.loops < (m->p->locks ? LOOPS - 1u : LOOPS))
            emit_loop(m, where);
        break;
    case 4:
        if (where.loop)
            emit_leave(m, where);
        break;
    case 5:
        if (room && where.depth > 0 && where.saved < LANE_SAVED)
            emit_call(m, where);
        break;
    case 6:
        if (choose(m, 4) == 0) {
            emit_test(m);
            emit(m, LANE_FINISH)->holds = 1;
        }
        break;
    case 7:
        if (m->p->locks && where.depth < 3)
            emit_lock(m, where);
        break;
    case 8:
        if (where.lanes)
            emit_exchange(m, where.lanes);
        break;
    case 9:
        if (where.lanes == UINT32_MAX)
            emit_barrier(m);
        break;
    case 10:
        if (room && where.lanes)
            emit_if_lanes(m, where);
        break;
    default: emit_mix(m); break;
    }
}

static void emit_list(struct maker *m, struct where where)
{
    for (unsigned left = 1 + choose(m, 3); left; left--)
        if (m->statements < STATEMENTS)
            emit_statement(m, where);
}

void lane_program_make(struct lane_program *p, uint64_t seed, unsigned trap)
{
    struct maker maker = {.p = p, .trap = trap};

    *p = (struct lane_program){.random = seed};
    p->locks = choose(&maker, 2);
    p->spins = choose(&maker, 4) == 0;
    p->lock = (uint8_t)choose(&maker, LANE_LOCKS);
    p->trap = (uint8_t)trap;
    p->threads = choose(&maker, 2) ? LANE_THREADS : LANE_THREADS / 2;
    while (maker.statements < STATEMENTS)
        emit_list(&maker, (struct where){.lanes = UINT32_MAX});
    emit(&maker, LANE_FINISH)->holds = 2;
    emit_functions(&maker);
}

/* SPDX-License-Identifier: MIT */
/* Random programs of divergent branches and loops, as compilers place convergence barriers around them.
 *
 * A region is what stands between BSSY and the instruction behind BSYNC.  Locks come in the forms that ptxas
 * gives them: for sm_75 without a region, for sm_86 with one around the loop that waits. */
#include "lane_program.h"

#include "unit/ops/splitmix.h"

#define STATEMENTS 40

/* Where a statement stands. */
struct where {
    unsigned depth; /* of the next region */
    unsigned loop;  /* 1 + the depth of the loop around it that lanes may leave; 0: there is none */
    unsigned saved; /* barriers that are saved around it */
    uint32_t lanes; /* that all come here, if they have not ended; 0: nobody knows */
};

struct maker {
    struct lane_program *p;
    unsigned statements;
    uint32_t leaving[LANE_STEPS]; /* branches to the end of a loop whose place is not known yet */
    unsigned leaving_count;
};

static unsigned choose(struct maker *m, unsigned count)
{
    return (unsigned)(splitmix64(&m->p->random) % count);
}

static struct lane_step *emit(struct maker *m, unsigned kind)
{
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

static void emit_end_of_region(struct maker *m, unsigned depth)
{
    emit_at(m, LANE_MEET, depth);
    if (!m->p->locks)
        emit_at(m, LANE_TOGETHER, depth);
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
    const struct where inner = {.depth = where.depth + 1, .loop = where.loop, .saved = where.saved};

    emit_at(m, LANE_ENTER, where.depth);
    emit_test(m);
    const uint32_t other = emit_branch(m, 0, 0);
    emit_list(m, inner);
    const uint32_t out = emit_branch(m, 2, 0);
    land(m, other);
    if (choose(m, 3))
        emit_list(m, inner);
    land(m, out);
    emit_end_of_region(m, where.depth);
}

/* Lanes of fixed numbers go one way and the others another; on each all of them come by. */
static void emit_if_lanes(struct maker *m, struct where where)
{
    const unsigned bits = 1 + choose(m, 31);
    const bool barriers = where.lanes == UINT32_MAX && choose(m, 2);
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < 32; lane++)
        lanes |= (uint32_t)((lane & bits) == 0) << lane;
    emit_at(m, LANE_ENTER, where.depth);
    emit(m, LANE_TEST_OWN)->mask = bits;
    const uint32_t other = emit_branch(m, 0, 0);
    if (barriers)
        emit_barrier(m);
    emit_list(m,
              (struct where){.depth = where.depth + 1, .saved = where.saved, .lanes = where.lanes & lanes});
    const uint32_t out = emit_branch(m, 2, 0);
    land(m, other);
    if (barriers)
        emit_barrier(m);
    emit_list(m,
              (struct where){.depth = where.depth + 1, .saved = where.saved, .lanes = where.lanes & ~lanes});
    land(m, out);
    emit_end_of_region(m, where.depth);
}

static void emit_loop(struct maker *m, struct where where)
{
    const unsigned before = m->leaving_count;
    struct lane_step *start = emit(m, LANE_START);

    start->depth = (uint8_t)where.depth;
    start->mask = choose(m, 2) ? 7 : 3;
    start->number = choose(m, 8);
    emit_at(m, LANE_ENTER, where.depth);
    const uint32_t again = m->p->count;
    emit_list(m, (struct where){.depth = where.depth + 1, .loop = where.depth + 1, .saved = where.saved});
    emit_at(m, LANE_COUNT, where.depth);
    emit_branch(m, 1, again);
    while (m->leaving_count > before)
        land(m, m->leaving[--m->leaving_count]);
    emit_end_of_region(m, where.depth);
}

/* Some lanes go to the end of the loop, and out of all regions within it. */
static void emit_leave(struct maker *m, struct where where)
{
    emit_test(m);
    for (unsigned depth = where.depth; depth-- > where.loop;) {
        struct lane_step *step = emit(m, LANE_LEAVE);
        step->depth = (uint8_t)depth;
        step->holds = 1;
    }
    m->leaving[m->leaving_count++] = emit_branch(m, 1, 0);
}

/* As a function does that uses the barrier of its caller. */
static void emit_call(struct maker *m, struct where where)
{
    const unsigned depth = where.depth - 1;

    emit_at(m, LANE_SAVE, depth)->shift = (uint8_t)where.saved;
    emit_if(m, (struct where){.depth = depth, .saved = where.saved + 1});
    emit_at(m, LANE_RESTORE, depth)->shift = (uint8_t)where.saved;
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
    const unsigned form = choose(m, 4);
    uint32_t again, got;

    if (form & 1)
        emit_at(m, LANE_ENTER, where.depth);
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
        emit_at(m, LANE_MEET, where.depth);
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
        emit_at(m, LANE_ENTER, where.depth + 1);
        got = emit_branch(m, 0, 0);
        emit_critical(m);
        land(m, got);
        emit_at(m, LANE_MEET, where.depth + 1);
        emit_branch(m, 0, again);
        emit_at(m, LANE_MEET, where.depth);
        break;
    }
}

static void emit_exchange(struct maker *m, uint32_t lanes)
{
    const uint32_t mask = lanes == UINT32_MAX && choose(m, 2) ? 0 : lanes;
    const uint8_t other = (uint8_t)(1 + choose(m, 31));

    emit(m, LANE_SYNC)->number = mask;
    struct lane_step *step = emit(m, LANE_EXCHANGE);
    step->number = mask;
    step->shift = other;
}

static void emit_statement(struct maker *m, struct where where)
{
    const bool room = where.depth < LANE_DEPTHS - 2;

    m->statements++;
    switch (choose(m, 12)) {
    case 0:
    case 1:
        if (room)
            emit_if(m, where);
        break;
    case 2:
    case 3:
        if (room)
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

void lane_program_make(struct lane_program *p, uint64_t seed)
{
    struct maker maker = {.p = p};

    *p = (struct lane_program){.random = seed};
    p->locks = choose(&maker, 2);
    p->threads = choose(&maker, 2) ? LANE_THREADS : LANE_THREADS / 2;
    while (maker.statements < STATEMENTS)
        emit_list(&maker, (struct where){.lanes = UINT32_MAX});
    emit(&maker, LANE_FINISH)->holds = 2;
}

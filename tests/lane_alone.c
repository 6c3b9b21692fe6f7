/* SPDX-License-Identifier: MIT */
/* The model: every lane has a place of its own, one lane at a time does one step or a few, and nothing is
 * known of paths.  Convergence barriers are nothing to it, for results must not depend on them. */
#include "lane_program.h"

#include "unit/ops/splitmix.h"

#include <string.h>

enum lane_waits { RUNS, WAITS_FOR_MASK, WAITS_AT_BARRIER, HAS_ENDED };

struct lane {
    uint32_t place, x, counter[LANE_TEAMS], back[LANE_SAVED], held;
    uint8_t waits; /* enum lane_waits */
    bool p0;
};

struct alone {
    const struct lane_program *p;
    struct lane lane[LANE_THREADS];
    uint32_t shared[LANE_THREADS];
    bool locked;
    uint64_t random;
    struct lane_outcome *outcome;
};

#define MOST_TURNS 300000u /* thousands are usual */

static bool holds(const struct lane *lane, const struct lane_step *step)
{
    return step->holds == 2 || lane->p0 == (step->holds == 1);
}

/* The lanes for whom a lane waits, of all. */
static uint64_t mask_of(unsigned thread, uint32_t number)
{
    const unsigned lane = thread % 32;

    return (uint64_t)(number ? number : 0xffu << (lane & 24)) << (thread - lane);
}

static void one_step(struct alone *a, unsigned thread)
{
    struct lane *lane = &a->lane[thread];
    const struct lane_step *step = &a->p->step[lane->place];

    lane->place++;
    switch (step->kind) {
    case LANE_MIX: lane->x = lane->x * 33 ^ step->number; break;
    case LANE_TEST: lane->p0 = (lane->x >> step->shift & step->mask) == 0; break;
    case LANE_TEST_OWN: lane->p0 = (thread % 32 & step->mask) == 0; break;
    case LANE_START: lane->counter[step->depth] = 1 + ((thread + step->number) & step->mask); break;
    case LANE_COUNT: lane->p0 = --lane->counter[step->depth] != 0; break;
    case LANE_BRANCH:
        if (holds(lane, step))
            lane->place = step->target;
        break;
    case LANE_SYNC: lane->waits = WAITS_FOR_MASK; break;
    case LANE_BARRIER: lane->waits = WAITS_AT_BARRIER; break;
    case LANE_TRY:
        lane->p0 = !a->locked;
        a->locked = true;
        break;
    case LANE_LOAD: lane->held = a->outcome->sum; break;
    case LANE_UNLOCK:
        a->outcome->sum = lane->held + lane->x;
        a->outcome->taken++;
        a->locked = false;
        break;
    case LANE_STORE: a->shared[thread] = lane->x; break;
    case LANE_FETCH: lane->x ^= a->shared[(thread + step->shift) % a->p->threads]; break;
    case LANE_CALL:
        lane->back[step->depth] = lane->place;
        lane->place = step->target;
        break;
    case LANE_RETURN: lane->place = lane->back[step->depth]; break;
    case LANE_FINISH:
        if (holds(lane, step)) {
            lane->waits = HAS_ENDED;
            a->outcome->ended[thread] = true;
        }
        break;
    default: break;
    }
}

/* All that have not ended wait for each other, or not. */
static uint64_t waiting(const struct alone *a, uint8_t waits)
{
    uint64_t lanes = 0;

    for (unsigned i = 0; i < a->p->threads; i++)
        lanes |= (uint64_t)(a->lane[i].waits == waits) << i;
    return lanes;
}

static uint32_t first_bits(uint32_t mask, const uint32_t *x, uint32_t bits, uint32_t value)
{
    uint32_t lanes = 0;

    for (unsigned i = 0; i < 32; i++)
        lanes |= (uint32_t)((x[i] & bits) == value) << i;
    return lanes & mask;
}

/* x of another lane, if there is such a lane in the mask. */
static uint32_t of_lane(uint32_t mask, const uint32_t *x, unsigned lane)
{
    return lane < 32 && mask >> lane & 1 ? x[lane] : 0;
}

uint32_t lane_exchanged(const struct lane_step *step, unsigned lane, uint32_t mask, const uint32_t *x)
{
    const uint32_t odd = first_bits(mask, x, 1, 1), same = first_bits(mask, x, 3, x[lane] & 3);

    switch (step->exchange) {
    case LANE_BUTTERFLY: return x[lane] + of_lane(mask, x, lane ^ step->shift);
    case LANE_UP: return x[lane] + of_lane(mask, x, lane - step->shift);
    case LANE_DOWN: return x[lane] + of_lane(mask, x, lane + step->shift);
    case LANE_INDEX: return x[lane] + of_lane(mask, x, step->shift);
    case LANE_BALLOT: return x[lane] + odd;
    case LANE_MATCH_ANY: return x[lane] + same;
    case LANE_VOTE_ALL: return x[lane] + (odd == mask ? 5 : 9);
    case LANE_VOTE_ANY: return x[lane] + (odd ? 5 : 9);
    case LANE_VOTE_SAME: return x[lane] + (odd == 0 || odd == mask ? 5 : 9);
    default: return x[lane] + (same == mask ? mask : 0);
    }
}

/* The lanes of a mask have all come: they exchange, and go on. */
static void exchange(struct alone *a, uint64_t mask)
{
    uint32_t x[LANE_THREADS] = {0};

    for (unsigned i = 0; i < a->p->threads; i++)
        x[i] = a->lane[i].x;
    for (unsigned i = 0; i < a->p->threads; i++) {
        struct lane *lane = &a->lane[i];
        const unsigned warp = i & ~31u;
        if (!(mask >> i & 1))
            continue;
        lane->x = lane_exchanged(&a->p->step[lane->place], i % 32, (uint32_t)(mask >> warp), x + warp);
        lane->waits = RUNS;
        lane->place++;
    }
}

static uint64_t everyone(const struct alone *a)
{
    return a->p->threads == 64 ? ~UINT64_C(0) : (UINT64_C(1) << a->p->threads) - 1;
}

/* The lanes that wait for the lanes of a mask. */
static uint64_t come_for(const struct alone *a, uint64_t mask)
{
    uint64_t lanes = 0;

    for (unsigned i = 0; i < a->p->threads; i++)
        if (a->lane[i].waits == WAITS_FOR_MASK && mask_of(i, a->p->step[a->lane[i].place].number) == mask)
            lanes |= UINT64_C(1) << i;
    return lanes;
}

static bool settle_masks(struct alone *a)
{
    const uint64_t ended = waiting(a, HAS_ENDED);

    for (unsigned i = 0; i < a->p->threads; i++) {
        if (a->lane[i].waits != WAITS_FOR_MASK)
            continue;
        const uint64_t mask = mask_of(i, a->p->step[a->lane[i].place].number);
        if ((mask & ~ended & ~come_for(a, mask)) == 0) {
            exchange(a, mask & ~ended);
            return true;
        }
    }
    return false;
}

static bool settle_barrier(struct alone *a)
{
    const uint64_t come = waiting(a, WAITS_AT_BARRIER), ended = waiting(a, HAS_ENDED);

    if (come == 0 || (come | ended) != everyone(a))
        return false;
    for (unsigned i = 0; i < a->p->threads; i++)
        if (come >> i & 1)
            a->lane[i].waits = RUNS;
    return true;
}

bool lane_program_alone(const struct lane_program *p, uint64_t seed, struct lane_outcome *outcome)
{
    struct alone a = {.p = p, .random = seed, .outcome = outcome};

    *outcome = (struct lane_outcome){.sum = 0};
    for (unsigned i = 0; i < p->threads; i++)
        a.lane[i].x = i * 0x9e3779b1u;
    for (unsigned turn = 0; turn < MOST_TURNS; turn++) {
        const uint64_t runs = waiting(&a, RUNS);
        const unsigned first = (unsigned)(splitmix64(&a.random) % p->threads);
        if (runs == 0) {
            if (settle_masks(&a) || settle_barrier(&a))
                continue;
            break;
        }
        unsigned thread = first;
        while (!(runs >> thread & 1))
            thread = (thread + 1) % p->threads;
        for (unsigned left = 1 + (unsigned)(splitmix64(&a.random) % 16); left && a.lane[thread].waits == RUNS;
             left--)
            one_step(&a, thread);
    }
    for (unsigned i = 0; i < p->threads; i++)
        outcome->x[i] = a.lane[i].x;
    return waiting(&a, HAS_ENDED) == everyone(&a);
}

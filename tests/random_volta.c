/* SPDX-License-Identifier: MIT */
/* Random kernels of Volta and later: regions between BSSY and BSYNC, BREAK out of them, calls through
 * registers, YIELD and WARPSYNC, the clock.
 *
 * A region has the barrier of its depth.  Functions have barriers of their own, but for the last one, which
 * keeps its caller's in a register; each has its own pair for the return address, so none calls itself. */
#include "random_text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 300, MOST_LABELS = 36, FUNCTIONS = 3, COUNTERS = 8, DEPTH = 3 };

/* Where a list of statements stands. */
struct place {
    unsigned left;     /* regions that may be in each other within it */
    unsigned barrier;  /* of the next region */
    unsigned base;     /* the first barrier of the function */
    unsigned loop;     /* the barrier of the loop around it ... */
    unsigned loop_end; /* ... and the label of its end */
    unsigned function; /* 1 + its number; 0: none */
    bool in_loop;
};

static void put_list(struct random_kernel *k, struct place place);

static struct place inside(struct place place)
{
    place.left -= place.left > 0;
    place.barrier++;
    return place;
}

static void put_end_of_region(struct random_kernel *k, struct place place, unsigned label)
{
    random_put(k, "end%u: BSYNC B%u\n", label, place.barrier);
}

static void put_if(struct random_kernel *k, struct place place)
{
    const unsigned label = k->labels++;

    random_put(k, "BSSY B%u, @end%u\n", place.barrier, label);
    random_put_branch(k, "then", label);
    if (random_one_in(k, 2))
        put_list(k, inside(place));
    random_put(k, "BRA @end%u\nthen%u: NOP\n", label, label);
    put_list(k, inside(place));
    put_end_of_region(k, place, label);
}

/* P0: the counter is at the last round, which is the same for all or each thread's own. */
static void put_last_round(struct random_kernel *k, unsigned counter)
{
    if (random_one_in(k, 2))
        random_put_literal(k, 34, 1 + random_choose(k, 4));
    else
        random_put_and(k, 34, 0, 1 + random_choose(k, 4));
    random_put(k, "ISETP.GT.AND P0, PT, R%u, R34, PT\n", counter);
}

/* Its end is at the top, or at the bottom: a jump backwards that fewer and fewer lanes take. */
static void put_loop(struct random_kernel *k, struct place place)
{
    const unsigned label = k->labels++, counter = RANDOM_COUNTER + k->counters++;
    const bool at_top = random_one_in(k, 2);
    struct place inner = inside(place);

    inner.in_loop = true;
    inner.loop = place.barrier;
    inner.loop_end = label;
    random_put(k, "MOV R%u, RZ\nBSSY B%u, @end%u\nround%u: NOP\n", counter, place.barrier, label, label);
    if (at_top) {
        put_last_round(k, counter);
        random_put(k, "@P0 BRA @end%u\n", label);
    }
    put_list(k, inner);
    random_put(k, "IADD3 R%u, R%u, 0x1, RZ\n", counter, counter);
    if (!at_top)
        put_last_round(k, counter);
    random_put(k, "%sBRA @round%u\n", at_top ? "" : "@!P0 ", label);
    put_end_of_region(k, place, label);
}

/* A jump forward over some code without a place to meet again. */
static void put_skip(struct random_kernel *k, struct place place)
{
    const unsigned label = k->labels++;

    random_put_branch(k, "skip", label);
    put_list(k, place);
    random_put(k, "skip%u: NOP\n", label);
}

static unsigned back_of(unsigned function)
{
    return RANDOM_RETURN + 2 * function;
}

/* Only functions that are not written yet: no recursion. */
static void put_call(struct random_kernel *k)
{
    if (k->functions < FUNCTIONS && (!k->functions || random_one_in(k, 2)))
        k->functions++;
    if (k->functions == k->functions_made)
        return;
    const unsigned function = k->functions_made + random_choose(k, k->functions - k->functions_made),
                   label = k->labels++;
    random_put(k, "MOV R%u, @back%u\nMOV R%u, RZ\nCALL.REL.NOINC @function%u\nback%u: NOP\n",
               back_of(function), label, back_of(function) + 1, function, label);
}

/* --- leaving --- */

static void put_breaks(struct random_kernel *k, struct random_condition condition, unsigned from, unsigned to)
{
    char barrier[16];

    for (unsigned number = from; number-- > to;) {
        snprintf(barrier, sizeof barrier, "B%u", number);
        random_put_guarded(k, condition, "BREAK", barrier);
    }
}

static void put_leave(struct random_kernel *k, struct place place)
{
    const struct random_condition condition = random_put_condition(k);
    char target[40];

    if (place.in_loop && random_one_in(k, 2)) {
        snprintf(target, sizeof target, "@end%u", place.loop_end);
        put_breaks(k, condition, place.barrier, place.loop + 1);
        random_put_guarded(k, condition, "BRA", target);
    } else if (place.function && random_one_in(k, 2)) {
        snprintf(target, sizeof target, "@return%u", place.function - 1);
        put_breaks(k, condition, place.barrier, place.base);
        random_put_guarded(k, condition, "BRA", target);
    } else if (random_one_in(k, 4)) {
        random_put_guarded(k, condition, "BRA", "@leave");
    } else if (random_one_in(k, 4)) {
        random_put_guarded(k, condition, "EXIT", "");
    }
}

static void put_wait(struct random_kernel *k, struct place place)
{
    const bool all = !place.in_loop && !place.function && place.barrier == 0;

    switch (random_choose(k, 5)) {
    case 0:
    case 1: random_put(k, all ? "BAR.SYNC 0x0\n" : "YIELD\n"); break;
    case 2: random_put(k, all ? "WARPSYNC 0xffffffff\n" : "NOP\n"); break;
    case 3: random_put(k, "S2R R%u, SR_CLOCKLO\n", random_data(k)); break;
    default: random_put(k, "NANOSLEEP 0x%x\n", random_choose(k, 1000)); break;
    }
}

/* --- faults --- */

static void put_wrong_address(struct random_kernel *k)
{
    const struct random_condition condition = random_put_condition(k);
    const char *guard = condition.negated ? "!" : "";

    if (random_one_in(k, 2))
        random_put(k, "@%sP%u IADD3 R20, R20, 0x%x, RZ\n", guard, condition.number, 1 + random_choose(k, 3));
    else
        random_put(k, "@%sP%u MOV R%u, 0x%x\n", guard, condition.number, 21 + random_choose(k, 2),
                   1u << random_choose(k, 32));
    for (unsigned i = 0; i < 3; i++)
        random_put_insn(k, RANDOM_MEMORY, 16);
}

static void put_fault(struct random_kernel *k)
{
    const struct random_condition condition = random_put_condition(k);
    char text[48];

    switch (random_choose(k, 10)) {
    case 0: random_put(k, "BAR.SYNC 0x0\n"); break; /* wherever this is */
    case 1: random_put_guarded(k, condition, "BAR.SYNC", "0x1, 0x20"); break;
    case 2: random_put_guarded(k, condition, "BRA", "0x7ff0"); break;
    case 3:
        random_put(k, ".word 0x%08x%08x%08x%08x\n", random_choose(k, UINT32_MAX),
                   random_choose(k, UINT32_MAX), random_choose(k, UINT32_MAX), random_choose(k, UINT32_MAX));
        break;
    case 4: random_put(k, "WARPSYNC 0x%x\n", random_choose(k, UINT32_MAX)); break;
    case 5: random_put_guarded(k, condition, "WARPSYNC", "0xffffffff"); break;
    case 6:
        snprintf(text, sizeof text, "R%u 0x0", random_data(k) & ~1u);
        random_put_guarded(k, condition, "RET.REL.NODEC", text);
        break;
    default: put_wrong_address(k); break;
    }
}

/* --- lists --- */

static void put_statement(struct random_kernel *k, struct place place)
{
    const bool has_room = place.left && k->labels < MOST_LABELS && k->lines < MOST_LINES;
    const unsigned chosen = random_choose(k, 32);

    if (k->faults && random_one_in(k, 25))
        put_fault(k);
    else if (chosen < 4 && has_room)
        put_if(k, place);
    else if (chosen < 5 && has_room)
        put_skip(k, place);
    else if (chosen < 9 && has_room && k->counters < COUNTERS)
        put_loop(k, place);
    else if (chosen < 11 && k->labels < MOST_LABELS)
        put_call(k);
    else if (chosen < 13)
        put_leave(k, place);
    else if (chosen < 15)
        put_wait(k, place);
    else if (chosen < 20)
        random_put_address(k);
    else
        random_put_straight(k);
}

static void put_list(struct random_kernel *k, struct place place)
{
    for (unsigned left = 1 + random_choose(k, 4); left && k->lines < MOST_LINES; left--)
        put_statement(k, place);
}

/* --- the kernel --- */

static void put_begin(struct random_kernel *k)
{
    random_put_begin(k);
    random_put_own(k);
    for (unsigned i = 0; i < RANDOM_DATA; i += 4)
        if (!random_one_in(k, 6)) /* they begin as zero */
            random_put(k, "LDG.E.128%s R%u, [R20+0x%x]\n", random_scope(k), RANDOM_FIRST_DATA + i, 4 * i);
    random_put_global(k);
    random_put_shared(k);
    random_put_local(k);
}

/* Predicates and uniform registers go into registers, and these to memory. */
static void put_end(struct random_kernel *k)
{
    random_put(k, "leave: NOP\n");
    for (unsigned i = 0; i < 7; i++)
        random_put(k, "@P%u LOP3.LUT R%u, R%u, 0x%x, RZ, 0x3c, !PT\n", i, RANDOM_FIRST_DATA + i,
                   RANDOM_FIRST_DATA + i, 0x55u << i);
    for (unsigned i = 0; i < RANDOM_UNIFORM && strcmp(k->chip, "gv100") != 0; i++)
        random_put(k, "LOP3.LUT R%u, R%u, UR%u, RZ, 0x3c, !PT\n", RANDOM_FIRST_DATA + i,
                   RANDOM_FIRST_DATA + i, i);
    random_put_own(k);
    for (unsigned i = 0; i < RANDOM_DATA; i += 4)
        random_put(k, "STG.E.128%s [R20+0x%x], R%u\n", random_scope(k), 4 * i, RANDOM_FIRST_DATA + i);
    random_put(k, "EXIT\n");
}

static void put_function(struct random_kernel *k, unsigned number)
{
    const bool saves = number == FUNCTIONS - 1;
    const unsigned base = saves ? 0 : DEPTH + 2 * number;

    random_put(k, "function%u: NOP\n", number);
    if (saves)
        random_put(k, "BMOV.32.CLEAR R%u, B0\n", RANDOM_SAVED);
    put_list(k, (struct place){.left = 1, .barrier = base, .base = base, .function = 1 + number});
    random_put(k, "return%u: NOP\n", number);
    if (saves)
        random_put(k, "BMOV.32 B0, R%u\n", RANDOM_SAVED);
    random_put(k, "RET.REL.NODEC R%u 0x0\n", back_of(number));
}

static void put_functions(struct random_kernel *k)
{
    while (k->functions_made < k->functions)
        put_function(k, k->functions_made++);
}

void random_put_volta_kernel(struct random_kernel *k)
{
    put_begin(k);
    for (unsigned parts = 1 + random_choose(k, 4); parts; parts--)
        put_list(k, (struct place){.left = DEPTH});
    put_end(k);
    if (random_one_in(k, 3))
        random_put_unreached(k);
    put_functions(k);
}

void random_put_volta_statements(struct random_kernel *k)
{
    put_list(k, (struct place){.left = 2});
    random_put(k, "leave: EXIT\n");
    put_functions(k);
}

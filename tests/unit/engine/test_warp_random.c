/* SPDX-License-Identifier: MIT */
/* Random programs of branches, loops, calls and exits, as compilers lay them out, from Fermi to Pascal:
 * whatever way the warps split and come together, each thread must end with what it computes alone.
 *
 * A program is a tree of statements over one number x, which begins with the thread's; code is written from
 * the tree, and an interpreter goes through it thread by thread. */
#include "generations.h"
#include "unit/ops/splitmix.h"

#define PROGRAMS      48
#define THREADS       64
#define PARTS         3
#define STATEMENTS    48 /* beside those between the parts */
#define FUNCTIONS     3
#define KERNEL_LABELS 64 /* as many as kernel.c knows */
#define FIRST_COUNTER 8  /* registers that count rounds: R8 to R15 */
#define COUNTERS      8

enum kind { MIX = 1, BRANCH, LOOP, REPEAT, CALL, BREAK, CONTINUE, RETURN, END_THREAD, WAIT };
enum outcome { GOES_ON, BROKE, CONTINUED, RETURNED, ENDED };

/* Lists are by number; 0 ends them. */
struct statement {
    uint8_t kind, counter;
    /* A condition holds if these bits of x are zero; a loop makes 1 + (thread & mask) rounds. */
    uint8_t shift, mask;
    uint32_t number; /* of MIX, and the function of CALL */
    uint16_t next, body, other;
};

struct program {
    struct statement statement[1 + STATEMENTS + PARTS];
    uint16_t count, main, function[FUNCTIONS];
    unsigned functions, counters, labels;
    uint64_t random;
    char text[12000];
    size_t used;
};

/* ---------------------------------------------------------------- the tree */

/* Where a list of statements stands. */
struct location {
    unsigned depth;
    bool in_loop, in_function;
};

static unsigned choose(struct program *p, unsigned count)
{
    return (unsigned)(splitmix64(&p->random) % count);
}

static uint16_t list_of(struct program *p, struct location location);

static void make_loop(struct program *p, struct statement *s, struct location location)
{
    s->counter = (uint8_t)(FIRST_COUNTER + p->counters++);
    s->mask = (uint8_t)(choose(p, 2) ? 3 : 1);
    location.depth--;
    location.in_loop = s->kind == LOOP;
    s->body = list_of(p, location);
}

static void make_call(struct program *p, struct statement *s, struct location location)
{
    s->number = p->functions++;
    location = (struct location){.depth = location.depth - 1, .in_function = true};
    p->function[s->number] = list_of(p, location);
}

/* What comes out of a place: a way to leave a loop or function only where there is one, and exits seldom. */
static enum kind kind_for(struct program *p, struct location location)
{
    static const uint8_t often[] = {MIX,    BRANCH, BRANCH, BRANCH,   LOOP,   LOOP,
                                    REPEAT, CALL,   BREAK,  CONTINUE, RETURN, END_THREAD};
    const enum kind kind = often[choose(p, sizeof often)];
    const bool is_leaf = kind == MIX || kind >= BREAK;
    const bool has_loop = location.in_loop || (kind != BREAK && kind != CONTINUE);
    const bool has_function = kind != RETURN || location.in_function;
    const bool has_counter = (kind != LOOP && kind != REPEAT) || p->counters < COUNTERS;
    const bool is_possible = (is_leaf || location.depth > 0) && (kind != CALL || p->functions < FUNCTIONS);

    return has_loop && has_function && has_counter && is_possible && (kind != END_THREAD || choose(p, 3) == 0)
               ? kind
               : MIX;
}

static uint16_t make_statement(struct program *p, struct location location)
{
    const uint16_t number = ++p->count;
    struct statement *s = &p->statement[number];

    *s = (struct statement){.kind = (uint8_t)kind_for(p, location),
                            .shift = (uint8_t)(1 + choose(p, 24)),
                            .mask = (uint8_t)(choose(p, 2) ? 1 : 3),
                            .number = choose(p, 1u << 20)};
    switch (s->kind) {
    case BRANCH:
        location.depth--;
        s->body = list_of(p, location);
        s->other = choose(p, 3) ? list_of(p, location) : 0;
        break;
    case LOOP:
    case REPEAT: make_loop(p, s, location); break;
    case CALL: make_call(p, s, location); break;
    default: break;
    }
    return number;
}

/* One to three statements, while there is room. */
static uint16_t list_of(struct program *p, struct location location)
{
    uint16_t first = 0, *at = &first;

    for (unsigned left = 1 + choose(p, 3); left && p->count < STATEMENTS; left--) {
        const uint16_t made = make_statement(p, location);
        *at = made;
        at = &p->statement[made].next;
    }
    return first;
}

/* The threads that are left meet between the parts of the main program. */
static void make_program(struct program *p, uint64_t seed)
{
    *p = (struct program){.random = seed};
    uint16_t *at = &p->main;

    for (unsigned part = 0; part < PARTS; part++) {
        for (*at = list_of(p, (struct location){.depth = 4}); *at; at = &p->statement[*at].next)
            ;
        *at = ++p->count;
        p->statement[*at].kind = WAIT;
        at = &p->statement[*at].next;
    }
}

/* ---------------------------------------------------------------- alone */

static enum outcome interpret(const struct program *p, uint16_t number, uint32_t thread, uint32_t *x);

static enum outcome one(const struct program *p, const struct statement *s, uint32_t thread, uint32_t *x)
{
    const bool holds = (*x >> s->shift & s->mask) == 0;
    enum outcome outcome = GOES_ON;

    switch (s->kind) {
    case MIX: *x = (*x * 33) ^ s->number; return GOES_ON;
    case BRANCH: return interpret(p, holds ? s->body : s->other, thread, x);
    case CALL:
        outcome = interpret(p, p->function[s->number], thread, x);
        return outcome == ENDED ? ENDED : GOES_ON;
    case LOOP:
    case REPEAT:
        for (uint32_t round = 0; round <= (thread & s->mask) && outcome != BROKE; round++) {
            outcome = interpret(p, s->body, thread, x);
            if (outcome == RETURNED || outcome == ENDED)
                return outcome;
        }
        return GOES_ON;
    case BREAK: return holds ? BROKE : GOES_ON;
    case CONTINUE: return holds ? CONTINUED : GOES_ON;
    case RETURN: return holds ? RETURNED : GOES_ON;
    case END_THREAD: return holds ? ENDED : GOES_ON;
    default: return GOES_ON;
    }
}

static enum outcome interpret(const struct program *p, uint16_t number, uint32_t thread, uint32_t *x)
{
    enum outcome outcome = GOES_ON;

    for (; number && outcome == GOES_ON; number = p->statement[number].next)
        outcome = one(p, &p->statement[number], thread, x);
    return outcome;
}

/* ---------------------------------------------------------------- as code: x is R4, a condition P0 */

static void put(struct program *p, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    p->used += (size_t)vsnprintf(p->text + p->used, sizeof p->text - p->used, format, arguments);
    va_end(arguments);
    assert_true(p->used < sizeof p->text);
}

static void put_condition(struct program *p, const struct statement *s)
{
    put(p, "SHR.U32 R5, R4, 0x%x\nLOP.AND R5, R5, 0x%x\nISETP.EQ.AND P0, PT, R5, RZ, PT\n", s->shift,
        s->mask);
}

/* P0: the counter is beyond the thread's last round. */
static void put_last_round(struct program *p, const struct statement *s)
{
    put(p, "LOP.AND R5, R0, 0x%x\nISETP.GT.AND P0, PT, R%u, R5, PT\n", s->mask, s->counter);
}

static void put_list(struct program *p, uint16_t number);

static void put_branch(struct program *p, const struct statement *s)
{
    const unsigned label = p->labels++;

    put(p, "SSY @end%u\n", label);
    put_condition(p, s);
    put(p, "@P0 BRA @then%u\n", label);
    put_list(p, s->other);
    put(p, "JOIN\nthen%u: NOP\n", label);
    put_list(p, s->body);
    put(p, "JOIN\nend%u: NOP\n", label);
}

/* With a place for BRK and, in each round, one for CONT. */
static void put_loop(struct program *p, const struct statement *s)
{
    const unsigned label = p->labels++, counter = s->counter;

    put(p, "PBK @out%u\nMOV R%u, RZ\nround%u: PCNT @next%u\n", label, counter, label, label);
    put_last_round(p, s);
    put(p, "@P0 BRK\n");
    put_list(p, s->body);
    put(p, "CONT\nnext%u: IADD R%u, R%u, 0x1\nBRA @round%u\nout%u: NOP\n", label, counter, counter, label,
        label);
}

/* Lanes leave one after the other, backwards branches taken by the rest. */
static void put_repeat(struct program *p, const struct statement *s)
{
    const unsigned label = p->labels++, counter = s->counter;

    put(p, "MOV R%u, RZ\nSSY @end%u\nround%u: NOP\n", counter, label, label);
    put_list(p, s->body);
    put(p, "IADD R%u, R%u, 0x1\n", counter, counter);
    put_last_round(p, s);
    put(p, "@!P0 BRA @round%u\nJOIN\nend%u: NOP\n", label, label);
}

static void put_statement(struct program *p, const struct statement *s)
{
    static const char *const leaves[] = {[BREAK] = "BRK", [CONTINUE] = "CONT", [RETURN] = "RET"};

    switch (s->kind) {
    case MIX: put(p, "ISCADD R4, R4, R4, 0x5\nLOP32I.XOR R4, R4, 0x%x\n", s->number); break;
    case BRANCH: put_branch(p, s); break;
    case LOOP: put_loop(p, s); break;
    case REPEAT: put_repeat(p, s); break;
    case CALL: put(p, "CAL @function%u\n", s->number); break;
    case WAIT: put(p, "BARRIER\n"); break;
    case END_THREAD: /* with or without a branch to where all end, which lies before all barriers */
        put_condition(p, s);
        put(p, s->number % 2 ? "@P0 BRA @leave\n" : "@P0 ST_WORD [R2], R4\n@P0 EXIT\n");
        break;
    default: put_condition(p, s); put(p, "@P0 %s\n", leaves[s->kind]);
    }
}

static void put_list(struct program *p, uint16_t number)
{
    for (; number; number = p->statement[number].next)
        put_statement(p, &p->statement[number]);
}

static void put_program(struct program *p)
{
    put(p, START "BRA @begin\nleave: " STORE("R4") END "begin: MOV R4, R0\n"
                                                       "ISCADD R4, R4, R4, 0xb\nISCADD R4, R4, R4, 0x7\n");
    put_list(p, p->main);
    put(p, "BRA @leave\n");
    assert_true(3 * p->labels + p->functions + 2 <= KERNEL_LABELS);
    for (unsigned i = 0; i < p->functions; i++) {
        put(p, "function%u: NOP\n", i);
        put_list(p, p->function[i]);
        put(p, "RET\n");
    }
}

/* What put_program's first lines make of the thread's number. */
static uint32_t first_number(uint32_t thread)
{
    return thread * 2049 * 129;
}

/* ---------------------------------------------------------------- both */

static void check(struct program *p, uint64_t seed, unsigned generation)
{
    struct kernel k;

    make_on(&k, generation, THREADS, p->text);
    kernel_expect_ok(&k);
    for (uint32_t thread = 0; thread < THREADS; thread++) {
        uint32_t x = first_number(thread);

        (void)interpret(p, p->main, thread, &x);
        if (k.out[thread] != x)
            fail_msg("%s, program %llu, thread %u: 0x%x, expected 0x%x\n%s", generations[generation].chip,
                     (unsigned long long)seed, thread, k.out[thread], x, p->text);
    }
    kernel_free(&k);
}

static void test_random_programs(void **state)
{
    static struct program program;

    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        make_program(&program, seed);
        put_program(&program);
        for (unsigned generation = 0; generation < GENERATIONS; generation++)
            check(&program, seed, generation);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

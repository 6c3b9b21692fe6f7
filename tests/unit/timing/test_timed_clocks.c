/* SPDX-License-Identifier: MIT */
/* Random kernels that read clocks around barriers, under the clock, on chips of every generation.
 *
 * The model answers a clock while the kernel still runs, so it must never wait for what the kernel does only
 * behind that answer.  Each kernel ends, the model issues all its instructions, and no clock behind a barrier
 * is earlier than one that any thread of the block read before it. */
#include "kernel.h"

#include <halfwarp/sched.h>
#include <halfwarp/timer.h>

enum { KERNELS = 600, STATEMENTS = 12, MOST_CLOCKS = 12 };

/* A language.  R0: the thread's number, R10: its lane; R2, or the pair: the address of its words; R4: a
 * clock; R5: what is computed. */
struct dialect {
    const char *begin, *block, *clock, *store, *work, *load, *less, *jump, *branch, *split, *join, *barrier;
    const char *arrive, *wait, *leave, *end;
    unsigned unit; /* of a barrier's count, in threads */
};

#define WORDS(low, high)                                                                                 \
    .begin = "S2R R0, SR_TID.X\nLOP.AND R10, R0, 0x1f\nMOV R2, " low "\nMOV R3, " high                   \
             "\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n",                                         \
    .block = "S2R R9, SR_CTAID.X\nSHL R9, R9, 0x%x\nIADD R2.CC, R2, R9\nIADD.X R3, R3, RZ\n",            \
    .clock = "S2R R4, SR_CLOCKLO\n", .work = "FADD R5, R5, R5\n", .jump = "BRA @%s%u\n",                 \
    .less = "ISETP.LT.AND P0, PT, R%u, 0x%x, PT\n", .branch = "@P0 BRA @%s%u\n", .leave = "@!P0 EXIT\n", \
    .split = "SSY @join%u\n", .end = "EXIT\n", .unit = 1

static const struct dialect tesla = {
    .begin = "MOV32 R2, g [0x4]\nMOV32 R4, g [0x4]\nLOP32I.AND R0, R0, 0xffff\nLOP32I.AND R10, R0, 0x1f\n"
             "SHL R4, R0, 0x2\nIADD R2, R2, R4\nMVI R5, 0x1\n",
    .block = "I2I.U32.U16 R6, g [0x6].U16\nSHL R6, R6, 0x%x\nIADD R2, R2, R6\n",
    .clock = "S2R R4, SR_CLOCK\n",
    .store = "MVI R7, 0x%x\nIADD R7, R7, R2\nGST.U32 global14[R7], R4\n",
    .work = "FADD R5, R5, R5\n",
    .load = "GLD.U32 R6, global14[R2]\nIADD R5, R5, R6\n",
    .less = "MOV R7, R%u\nMVI R8, 0x%x\nISET.S32.C0 o[0x7f], R7, R8, LT\n",
    .jump = "BRA @%s%u\n",
    .branch = "BRA C0.NE, @%s%u\n",
    .split = "SSY @join%u\n",
    .join = "join%u: NOP.S\n",
    .barrier = "BAR.ARV.WAIT b0, 0xfff\n",
    .arrive = "BAR.ARV b1, 0x%x\n",
    .wait = "BAR.ARV.WAIT b1, 0x%x\n",
    .leave = "BRA C0.EQ, @leave\n",
    .end = "leave: NOP # exit\n",
    .unit = 32};
static const struct dialect fermi = {
    WORDS("c[0x0][0x20]", "c[0x0][0x24]"),      .store = "ST.E [R2+0x%x], R4\n",
    .load = "LD.E R6, [R2]\nIADD R5, R5, R6\n", .join = "NOP.S CC.T\njoin%u: NOP\n",
    .barrier = "BAR.RED.POPC RZ, RZ, RZ, PT\n", .arrive = "BAR.ARV RZ, 0x1, 0x%x, PT\n",
    .wait = "BAR.RED.POPC RZ, 0x1, 0x%x, PT\n"};
static const struct dialect kepler = {WORDS("c[0x0][0x140]", "c[0x0][0x144]"),
                                      .store = "ST.E [R2+0x%x], R4\n",
                                      .load = "LD.E R6, [R2]\nIADD R5, R5, R6\n",
                                      .join = "NOP.S\njoin%u: NOP\n",
                                      .barrier = "BAR.SYNC 0x0\n",
                                      .arrive = "BAR.ARV 0x1, 0x%x\n",
                                      .wait = "BAR.SYNC 0x1, 0x%x\n"};
static const struct dialect maxwell = {WORDS("c[0x0][0x140]", "c[0x0][0x144]"),
                                       .store = "STG.E [R2+0x%x], R4\n",
                                       .load = "LDG.E R6, [R2]\nIADD R5, R5, R6\n",
                                       .join = "SYNC\njoin%u: NOP\n",
                                       .barrier = "BAR.SYNC 0x0\n",
                                       .arrive = "BAR.ARV 0x1, 0x%x\n",
                                       .wait = "BAR.SYNC 0x1, 0x%x\n"};
/* The clock is read with both halves, as clock64 does.  From Ampere on accesses do not name all of the
 * system. */
#define VOLTA(scope)                                                                                    \
    .begin = "S2R R0, SR_TID.X\nLOP3.LUT R10, R0, 0x1f, RZ, 0xc0, !PT\nMOV R2, c[0x0][0x160]\n"         \
             "MOV R3, c[0x0][0x164]\nIMAD.WIDE.U32 R2, R0, 0x4, R2\n",                                  \
    .block = "S2R R9, SR_CTAID.X\nSHF.L.U32 R9, R9, 0x%x, RZ\nIADD3 R2, P6, R2, R9, RZ\n"               \
             "IADD3.X R3, R3, RZ, RZ, P6, !PT\n",                                                       \
    .clock = "CS2R R12, SR_CLOCKLO\nMOV R4, R12\n", .store = "STG.E" scope " [R2+0x%x], R4\n",          \
    .work = "FADD R5, R5, R5\n", .load = "LDG.E" scope " R6, [R2]\nIADD3 R5, R5, R6, RZ\n",             \
    .less = "ISETP.LT.AND P0, PT, R%u, 0x%x, PT\n", .jump = "BRA @%s%u\n", .branch = "@P0 BRA @%s%u\n", \
    .split = "BSSY B0, @join%u\n", .join = "join%u: BSYNC B0\n", .barrier = "BAR.SYNC 0x0\n",           \
    .arrive = "BAR.ARV 0x1, 0x%x\n", .wait = "BAR.SYNC 0x1, 0x%x\n", .leave = "@!P0 EXIT\n",            \
    .end = "EXIT\n", .unit = 1
static const struct dialect volta = {VOLTA(".SYS")};
static const struct dialect ampere = {VOLTA("")};

static const struct {
    const char *chip;
    const struct dialect *dialect;
} chips[] = {{"g80", &tesla},    {"gt200", &tesla},   {"gf100", &fermi},   {"gk104", &kepler},
             {"gk110", &kepler}, {"gm107", &maxwell}, {"gm204", &maxwell}, {"gp100", &maxwell},
             {"gv100", &volta},  {"tu102", &volta},   {"ga100", &ampere},  {"ga102", &ampere}};
#define CHIPS (sizeof chips / sizeof *chips)

/* A barrier: the threads from `first` on wait until all below `live` have read clock `before` - 1. */
struct barrier {
    unsigned first, live, before;
};

struct clocked {
    uint64_t seed;
    const struct dialect *d;
    unsigned threads, blocks, live, labels;
    unsigned clocks, most_clocks, live_at[MOST_CLOCKS];
    unsigned barriers;
    struct barrier barrier[STATEMENTS];
    char text[16384];
    size_t used;
};

static unsigned choose(struct clocked *c, unsigned count)
{
    c->seed ^= c->seed << 13;
    c->seed ^= c->seed >> 7;
    c->seed ^= c->seed << 17;
    return (unsigned)(c->seed % count);
}

static void put(struct clocked *c, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    c->used += (size_t)vsnprintf(c->text + c->used, sizeof c->text - c->used, format, list);
    va_end(list);
    assert_true(c->used < sizeof c->text);
}

/* --- statements --- */

static void put_clock(struct clocked *c)
{
    put(c, c->d->clock);
    if (c->clocks == c->most_clocks)
        return;
    put(c, c->d->store, 4 * c->threads * c->clocks);
    c->live_at[c->clocks++] = c->live;
}

static void note_barrier(struct clocked *c, unsigned first)
{
    c->barrier[c->barriers++] = (struct barrier){first, c->live, c->clocks};
}

/* Whole warps. */
static unsigned some_threads(struct clocked *c)
{
    return 32 * (1 + choose(c, c->live / 32));
}

/* The first warps do what the others do not, so that they come to the next barrier later. */
static void put_work(struct clocked *c)
{
    const unsigned label = c->labels++;

    put(c, c->d->less, 0, some_threads(c));
    put(c, c->d->branch, "then", label);
    for (unsigned i = 1 + choose(c, 6); i; i--)
        put(c, choose(c, 4) ? c->d->work : choose(c, 2) ? c->d->load : c->d->clock);
    put(c, "then%u: NOP\n", label);
}

/* Some lanes of each warp come to one barrier, the others to another. */
static void put_split(struct clocked *c)
{
    const unsigned label = c->labels++;

    note_barrier(c, 0);
    put(c, c->d->split, label);
    put(c, c->d->less, 10, 1 + choose(c, 31));
    put(c, c->d->branch, "then", label);
    put(c, choose(c, 2) ? c->d->clock : c->d->work);
    put(c, c->d->barrier);
    put(c, c->d->jump, "both", label);
    put(c, "then%u: NOP\n", label);
    put(c, choose(c, 2) ? c->d->clock : c->d->load);
    put(c, c->d->barrier);
    put(c, "both%u: NOP\n", label);
    put(c, c->d->join, label);
}

/* Some warps arrive and go on, the others wait for them; before that all have come from the last such
 * barrier. */
static void put_arrivals(struct clocked *c)
{
    const unsigned label = c->labels++, first = 32 * choose(c, c->live / 32);

    put(c, c->d->barrier);
    put_clock(c);
    note_barrier(c, first);
    put(c, c->d->less, 0, first);
    put(c, c->d->branch, "then", label);
    put(c, c->d->wait, c->live / c->d->unit);
    put(c, c->d->jump, "both", label);
    put(c, "then%u: NOP\n", label);
    put(c, c->d->arrive, c->live / c->d->unit);
    put(c, "both%u: NOP\n", label);
}

static void put_leave(struct clocked *c)
{
    c->live = some_threads(c);
    put(c, c->d->less, 0, c->live);
    put(c, c->d->leave);
}

/* Some lanes of each warp end while the others wait. */
static void put_last(struct clocked *c)
{
    const unsigned label = c->labels++;

    put(c, c->d->less, 10, 1 + choose(c, 31));
    put(c, c->d->branch, "then", label);
    put(c, choose(c, 2) ? c->d->clock : c->d->work);
    put(c, c->d->leave);
    put(c, "then%u: NOP\n", label);
    put(c, c->d->barrier);
    put(c, c->d->clock);
}

static void put_statement(struct clocked *c)
{
    switch (choose(c, 10)) {
    case 0:
    case 1: put_clock(c); break;
    case 2: put_work(c); break;
    case 3: put_leave(c); break;
    case 4: put_arrivals(c); break;
    case 5: put_split(c); break;
    default:
        put_clock(c);
        note_barrier(c, 0);
        put(c, c->d->barrier);
        put_clock(c);
    }
}

static void make(struct clocked *c, uint32_t seed, const struct dialect *dialect)
{
    memset(c, 0, sizeof *c);
    c->seed = seed * 0x9e3779b97f4a7c15ull;
    c->d = dialect;
    c->threads = c->live = 32u << choose(c, dialect == &tesla ? 5 : 6);
    c->blocks = 1u << choose(c, 3);
    c->most_clocks = OUT_WORDS / c->blocks / c->threads;
    if (c->most_clocks > MOST_CLOCKS)
        c->most_clocks = MOST_CLOCKS;
    put(c, "%s", dialect->begin);
    put(c, dialect->block, c->blocks == 1 ? 14 : c->blocks == 2 ? 13 : 12);
    for (unsigned i = 0; i < STATEMENTS; i++)
        put_statement(c);
    put_last(c);
    put(c, "%s", dialect->end);
}

/* --- what must hold --- */

static void check_barrier(const struct clocked *c, const struct barrier *b, const uint32_t *words)
{
    uint32_t last = 0;

    if (b->before == 0 || b->before == c->clocks)
        return;
    for (unsigned t = 0; t < b->live; t++) {
        const uint32_t clock = words[(b->before - 1) * c->threads + t];
        last = clock > last ? clock : last;
    }
    for (unsigned t = b->first; t < c->live_at[b->before] && t < b->live; t++)
        if (words[b->before * c->threads + t] < last)
            fail_msg("clock %u of thread %u is %u; before the barrier a clock was %u\n%s", b->before, t,
                     words[b->before * c->threads + t], last, c->text);
}

static void check(const struct clocked *c, const struct kernel *k)
{
    for (unsigned block = 0; block < c->blocks; block++) {
        const uint32_t *words = k->out + block * OUT_WORDS / c->blocks;
        for (unsigned i = 0; i < c->barriers; i++)
            check_barrier(c, &c->barrier[i], words);
        for (unsigned i = 0; i < c->clocks; i++)
            for (unsigned t = 0; t < c->live_at[i]; t++)
                if (words[i * c->threads + t] < (i ? words[(i - 1) * c->threads + t] : 1))
                    fail_msg("clock %u of thread %u is %u\n%s", i, t, words[i * c->threads + t], c->text);
    }
}

static void count_issue(void *context, const struct hw_issue_event *event)
{
    (void)event;
    ++*(uint64_t *)context;
}

static void test_clocks_and_barriers(void **state)
{
    static struct clocked c;

    (void)state;
    for (uint32_t seed = 1; seed <= (getenv("HW_SMALL_SAMPLE") ? KERNELS / 4 : KERNELS); seed++) {
        struct hw_launch_time time;
        struct hw_timer *timer;
        struct kernel k;
        make(&c, seed, chips[seed % CHIPS].dialect);
        kernel_make(&k, chips[seed % CHIPS].chip, c.text);
        if (hw_sched_kind(&k.target) != HW_SCHED_NONE)
            assert_int_equal(hw_schedule(&k.target, k.code, k.launch.code.bytes, &k.error), HW_OK);
        k.launch.grid[0] = c.blocks;
        k.launch.block[0] = c.threads;
        uint64_t issued = 0;
        const struct hw_listener counts = {.context = &issued, .issue = count_issue};
        k.launch.listeners = &counts;
        k.launch.listener_count = 1;
        const struct hw_timer_options options = {
            .chip = k.chip, .sms = 1 + seed % 2, .workers = 1 + seed / 2 % 2};
        assert_int_equal(hw_timer_create(&options, &timer, &k.error), HW_OK);
        if (hw_timer_run(timer, &k.launch, &k.result, &time, &k.error) != HW_OK)
            fail_msg("%s [%s]\n%s", k.error.text, k.result.fault.instruction, c.text);
        if (time.warp_instructions != issued)
            fail_msg("%s: %llu warp instructions, the model has issued %llu\n%s", chips[seed % CHIPS].chip,
                     (unsigned long long)issued, (unsigned long long)time.warp_instructions, c.text);
        check(&c, &k);
        hw_timer_destroy(timer);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clocks_and_barriers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

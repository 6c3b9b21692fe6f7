/* SPDX-License-Identifier: MIT */
/* Independent thread scheduling is tortured: random programs of divergent branches, loops, locks,
 * exchanges and barriers against a model that lets one lane go on at a time. */
#include "lane_machine.h"

static void show(const struct lane_program *p)
{
    static const char *const names[] = {
        "MIX",    "TEST",  "TEST_OWN", "START",   "COUNT",    "BRANCH", "ENTER", "MEET", "TOGETHER",
        "LEAVE",  "SAVE",  "RESTORE",  "SYNC",    "EXCHANGE", "YIELD",  "SLEEP", "TRY",  "LOAD",
        "UNLOCK", "STORE", "FETCH",    "BARRIER", "CALL",     "RETURN", "FINISH"};

    for (uint32_t i = 0; i < p->count; i++)
        print_message("%3u: %-8s depth %u shift %u holds %u mask %u number %u target %u\n", i,
                      names[p->step[i].kind], p->step[i].depth, p->step[i].shift, p->step[i].holds,
                      p->step[i].mask, p->step[i].number, p->step[i].target);
}

static void check_program(uint64_t seed, uint32_t slices)
{
    static struct lane_program p;
    static struct machine m;
    struct lane_outcome alone, found;

    lane_program_make(&p, seed, LANE_NO_TRAP);
    assert_true(lane_program_alone(&p, seed, &alone));
    start_program(&m, &p, &found, slices == HW_WARP_BUDGET ? 0 : slices);
    const bool ended = run_program(&m, slices);
    if (ended && !m.diverged && !memcmp(&alone, &found, sizeof alone))
        return;
    show(&p);
    for (unsigned i = 0; ended && i < p.threads; i++)
        if (alone.x[i] != found.x[i])
            print_message("thread %u: 0x%08x, expected 0x%08x\n", i, found.x[i], alone.x[i]);
    fail_msg("seed %llu, slices of %u: %s; sum 0x%x of %u, expected 0x%x of %u", (unsigned long long)seed,
             slices,
             !ended       ? m.block.fault.sentence
             : m.diverged ? "a team is not together"
                          : "other results",
             found.sum, found.taken, alone.sum, alone.taken);
}

#define PROGRAMS 2000

static void test_random_programs(void **state)
{
    static const uint32_t slices[] = {1, 7, 100, HW_WARP_BUDGET};

    (void)state;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++)
        check_program(seed, slices[seed % 4]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

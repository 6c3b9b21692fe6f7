/* SPDX-License-Identifier: MIT */
/* Listening to launches: accesses by space and bytes counted on two workers, and the order of a warp's
 * events. */
#include "generations.h"

#include <stdatomic.h>

/* Bytes by kind, space and bytes of a lane: a listener that counts, called by several workers. */
struct counts {
    _Atomic uint64_t bytes[HW_ACCESS_SURFACE + 1][HW_OPERAND_TEXTURE + 1];
    _Atomic uint32_t blocks, warps, issued, arrived, released;
};

static void count_access(void *context, const struct hw_access_event *event)
{
    struct counts *counts = context;

    counts->bytes[event->kind][event->space] += event->bytes * (uint64_t)__builtin_popcount(event->lanes);
}

static void count_block(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    (void)at;
    ((struct counts *)context)->blocks += moment == HW_MOMENT_END;
}

static void count_warp(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    (void)at;
    ((struct counts *)context)->warps += moment == HW_MOMENT_END;
}

static void count_issue(void *context, const struct hw_issue_event *event)
{
    (void)event;
    ((struct counts *)context)->issued++;
}

static void count_barrier(void *context, const struct hw_barrier_event *event)
{
    struct counts *counts = context;

    counts->arrived += !event->released;
    counts->released += event->released;
}

/* Run a kernel of four blocks of 64 threads on two workers. */
static void listen_to(struct counts *counts, struct kernel *k, unsigned generation, const char *source)
{
    const struct hw_listener listener = {.context = counts,
                                         .access = count_access,
                                         .block = count_block,
                                         .warp = count_warp,
                                         .issue = count_issue,
                                         .barrier = count_barrier};

    memset(counts, 0, sizeof *counts);
    make_on(k, generation, 64, source);
    k->launch.grid[0] = 4;
    k->launch.shared_bytes = 1024;
    k->launch.local_bytes = 64;
    k->launch.host.workers = 2;
    k->launch.listeners = &listener;
    k->launch.listener_count = 1;
    kernel_expect_ok(k);
    assert_int_equal(counts->blocks, 4);
    assert_int_equal(counts->warps, 8);
    assert_int_equal(counts->issued, k->result.stats.warp_instructions);
    kernel_free(k);
}

/* Each of 256 threads stores a word: 1,024 bytes of global memory. */
static void test_stores(void **state)
{
    struct counts counts;
    struct kernel k;

    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        listen_to(&counts, &k, g, START OF_BLOCK STORE("R0") END);
        assert_int_equal(counts.bytes[HW_ACCESS_STORE][HW_OPERAND_GLOBAL], 1024);
        assert_int_equal(counts.bytes[HW_ACCESS_LOAD][HW_OPERAND_GLOBAL], 0);
        assert_int_equal(counts.arrived, 0);
    }
}

/* Each thread stores a word to shared memory, meets the others, and half of them load the neighbour's. */
static void test_shared(void **state)
{
    struct counts counts;
    struct kernel k;

    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        listen_to(&counts, &k, g,
                  START OF_BLOCK "SHL R4, R0, 0x2\nSTS [R4], R0\nBARRIER\nMOV32I R6, 0x20\n" LESS(
                      "R0", "R6") "@P0 LDS_WORD R5, [R4+0x4]\n" STORE("R5") END);
        assert_int_equal(counts.bytes[HW_ACCESS_STORE][HW_OPERAND_SHARED], 1024);
        assert_int_equal(counts.bytes[HW_ACCESS_LOAD][HW_OPERAND_SHARED], 512);
        assert_int_equal(counts.bytes[HW_ACCESS_STORE][HW_OPERAND_GLOBAL], 1024);
        assert_int_equal(counts.arrived, 8);
        assert_int_equal(counts.released, 8);
    }
}

/* Local memory, and the same words by generic addresses in its window. */
static void test_local(void **state)
{
    struct counts counts;
    struct kernel k;

    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        listen_to(&counts, &k, g,
                  START OF_BLOCK "MOV R8, STACK\nSTL [R8+-0x8], R0\nLDL R5, [R8+-0x8]\n" STORE("R5") END);
        assert_int_equal(counts.bytes[HW_ACCESS_STORE][HW_OPERAND_LOCAL], 1024);
        assert_int_equal(counts.bytes[HW_ACCESS_LOAD][HW_OPERAND_LOCAL], 1024);
        assert_int_equal(counts.bytes[HW_ACCESS_STORE][HW_OPERAND_GLOBAL], 1024);
    }
}

/* What one warp tells, as a word of letters: B begins, i issues, a accesses, E ends. */
struct story {
    char text[64];
    uint32_t sm, asked;
};

static void tell(struct story *story, const struct hw_event_source *at, char letter)
{
    const size_t length = strlen(story->text);

    assert_true(length + 1 < sizeof story->text);
    story->text[length] = letter;
    story->sm = at->sm;
}

static void tell_warp(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    tell(context, at, moment == HW_MOMENT_BEGIN ? 'B' : 'E');
}

static void tell_issue(void *context, const struct hw_issue_event *event)
{
    assert_int_equal(event->op == HW_OP_EXIT,
                     event->effects->write_count == 0 && event->effects->memory == 0);
    tell(context, &event->at, 'i');
}

static void tell_access(void *context, const struct hw_access_event *event)
{
    assert_int_equal(event->address[0] + 4, event->address[1]);
    tell(context, &event->at, 'a');
}

/* It is known when somebody asks for the second time. */
static bool tell_time(void *context, const struct hw_event_source *at, uint64_t *value)
{
    struct story *story = context;

    *value = 0x1234 + at->warp;
    return story->asked++ > 0;
}

static void test_order(void **state)
{
    struct story story = {.sm = 0};
    const struct hw_listener listener = {
        .context = &story, .warp = tell_warp, .issue = tell_issue, .access = tell_access, .clock = tell_time};
    struct kernel k;

    (void)state;
    make_on(&k, GK110, 32, START "S2R R4, SR_CLOCKLO\n" STORE("R4") END);
    k.launch.listeners = &listener;
    k.launch.listener_count = 1;
    kernel_expect_ok(&k);
    assert_string_equal(story.text, "BiiiiiiiaiE");
    assert_int_equal(story.sm, 0);
    assert_int_equal(k.out[7], 0x1234);
    kernel_free(&k);
}

static void ignore_written(void *context, const struct hw_written_event *event)
{
    (void)context;
    (void)event;
}

/* A warp's issues on TU102, whose number is that of its instructions, whatever else is listened to. */
static void count_issues_from(uint32_t entry, const char *source, uint32_t expected)
{
    for (unsigned hears_writes = 0; hears_writes < 2; hears_writes++) {
        struct counts counts = {.issued = 0};
        const struct hw_listener listener = {
            .context = &counts, .issue = count_issue, .written = hears_writes ? ignore_written : NULL};
        struct kernel k;

        kernel_make(&k, "tu102", source);
        k.launch.block[0] = 32;
        k.launch.code.entry = entry;
        k.launch.listeners = &listener;
        k.launch.listener_count = 1;
        kernel_expect_ok(&k);
        assert_int_equal(counts.issued, expected);
        assert_int_equal(k.result.stats.warp_instructions, expected);
        kernel_free(&k);
    }
}

static void count_issues(const char *source, uint32_t expected)
{
    count_issues_from(0, source, expected);
}

/* The entry point is the third of instructions that only compute. */
static void test_entry(void **state)
{
    (void)state;
    count_issues_from(0x20, "MOV R4, RZ\nMOV R5, RZ\nMOV R6, RZ\nMOV R7, RZ\nEXIT\n", 3);
}

/* The warp comes to `middle` from the instruction before it, and twice by an address. */
static void test_indirect_jump(void **state)
{
    (void)state;
    count_issues("MOV R4, @middle\nMOV R5, RZ\nMOV R6, RZ\nMOV R8, 0x3\n"
                 "middle: IADD3 R6, R6, 0x1, RZ\nISETP.LT.AND P0, PT, R6, R8, PT\n"
                 "@P0 RET.REL.NODEC R4 0x0\nEXIT\n",
                 4 + 3 * 3 + 1);
}

/* Instructions after which the warp continues later: both halves of the warp come to BSYNC. */
static void test_waits(void **state)
{
    (void)state;
    count_issues("S2R R0, SR_TID.X\nISETP.LT.AND P0, PT, R0, 0x10, PT\nBSSY B0, @end\n@P0 BRA @end\nNOP\n"
                 "end: BSYNC B0\nYIELD\nNANOSLEEP 0x10\nWARPSYNC 0xffffffff\nEXIT\n",
                 4 + 1 + 2 + 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stores), cmocka_unit_test(test_shared), cmocka_unit_test(test_local),
        cmocka_unit_test(test_order),  cmocka_unit_test(test_entry),  cmocka_unit_test(test_indirect_jump),
        cmocka_unit_test(test_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

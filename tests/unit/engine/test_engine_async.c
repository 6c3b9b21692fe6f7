/* SPDX-License-Identifier: MIT */
/* When asynchronous copies are done (hw_launch_code.async): a wait that is missing shows where they are late,
 * and with some seeds; a kernel that waits has the same result always. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define THREADS      64
#define OLD          0x55u
#define NUMBER(i)    (0x1000u + (i))
#define OTHER(i)     (0x2000u + (i))
#define WRITTEN      1024 /* the words from here on are the kernel's */

/* R2: the thread's word of the buffer; R6, R5: its words of shared memory, which are OLD. */
#define BEGIN                                                                  \
    "S2R R0, SR_TID.X\nMOV R8, 0x4\nIMAD.WIDE.U32 R2, R0, R8, c[0x0][0x160]\n" \
    "IMAD R6, R0, 0x4, RZ\nMOV R5, 0x100\nIADD3 R5, R6, R5, RZ\nMOV R9, 0x55\nSTS [R6], R9\nSTS [R5], R9\n"
#define COPY       "LDGSTS.E [R6], desc[UR4][R2.64]\n"       /* of NUMBER */
#define COPY_OTHER "LDGSTS.E [R5], desc[UR4][R2.64+0x100]\n" /* of OTHER */
#define COMMIT     "LDGDEPBAR\n"
#define WAIT(n)    "DEPBAR.LE SB0, " n "\n"
#define END                                                                            \
    "BAR.SYNC 0x0\nLDS R10, [R6]\nLDS R11, [R5]\nSTG.E desc[UR4][R2.64+0x1000], R10\n" \
    "STG.E desc[UR4][R2.64+0x1100], R11\nEXIT\n"

static void fill(struct kernel *k, uint64_t async)
{
    k->launch.code.async = async;
    memset(k->out, 0, OUT_WORDS * 4);
    for (unsigned i = 0; i < THREADS; i++) {
        k->out[i] = NUMBER(i);
        k->out[THREADS + i] = OTHER(i);
    }
}

static void make(struct kernel *k, const char *code, uint64_t async)
{
    char source[1024];

    snprintf(source, sizeof source, BEGIN "%s" END, code);
    kernel_make(k, "ga100", source);
    k->launch.block[0] = THREADS;
    k->launch.shared_bytes = 1024;
    fill(k, async);
}

/* Whether each thread has found these, plus its number where they are no OLD. */
static bool is_result(const struct kernel *k, uint32_t first, uint32_t second)
{
    for (unsigned i = 0; i < THREADS; i++)
        if (k->out[WRITTEN + i] != first + (first != OLD) * i ||
            k->out[WRITTEN + THREADS + i] != second + (second != OLD) * i)
            return false;
    return true;
}

struct async_case {
    const char *code;
    uint32_t early[2], late[2];
};

static void check(struct kernel *k, const struct async_case *c, uint64_t async, const uint32_t want[2])
{
    fill(k, async);
    kernel_expect_ok(k);
    if (!is_result(k, want[0], want[1]))
        fail_msg("%s: %x, %x; expected %x, %x", c->code, k->out[WRITTEN], k->out[WRITTEN + THREADS], want[0],
                 want[1]);
}

#define BOTH                \
    {                       \
        NUMBER(0), OTHER(0) \
    }
/* R7 becomes the thread's number of another buffer, and goes where the copy reads. */
#define CHANGE "MOV R7, 0x3000\nIADD3 R7, R7, R0, RZ\nSTG.E desc[UR4][R2.64], R7\n"

static const struct async_case waits[] = {
    {COPY COPY_OTHER COMMIT WAIT("0x0"), BOTH, BOTH},
    {COPY COMMIT COPY_OTHER COMMIT WAIT("0x1") WAIT("0x0"), BOTH, BOTH},
    {COPY COMMIT COPY_OTHER COMMIT "@PT DEPBAR {0}\n", BOTH, BOTH},
    {"@!PT LDGSTS.E [R6], desc[UR4][R2.64]\n" COPY_OTHER COMMIT WAIT("0x0"),
     {OLD, OTHER(0)},
     {OLD, OTHER(0)}},
};

static const struct async_case mistakes[] = {
    {COPY COPY_OTHER COMMIT, BOTH, {OLD, OLD}},                            /* no wait */
    {COPY COPY_OTHER WAIT("0x0"), BOTH, {OLD, OLD}},                       /* no commit */
    {COPY COMMIT COPY_OTHER COMMIT WAIT("0x1"), BOTH, {NUMBER(0), OLD}},   /* one group too few */
    {COPY COMMIT COPY_OTHER WAIT("0x0"), BOTH, {NUMBER(0), OLD}},          /* the second is not closed */
    {COPY COPY_OTHER COMMIT "@!PT " WAIT("0x0"), BOTH, {OLD, OLD}},        /* a wait that nobody does */
    {COPY COPY_OTHER COMMIT CHANGE WAIT("0x0"), BOTH, {0x3000, OTHER(0)}}, /* a source that changes */
    {COPY COPY_OTHER COMMIT "STS [R6], R9\n" WAIT("0x0"),
     {OLD, OTHER(0)},
     BOTH}, /* a target that is written */
};

static void kernels_that_wait_have_one_result(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(waits); i++) {
        struct kernel k;

        make(&k, waits[i].code, 0);
        check(&k, &waits[i], 0, waits[i].early);
        check(&k, &waits[i], HW_ASYNC_LATE, waits[i].late);
        for (uint64_t seed = 1; seed <= 50; seed++)
            check(&k, &waits[i], seed, waits[i].early);
        kernel_free(&k);
    }
}

static void mistakes_show_late(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        struct kernel k;

        make(&k, mistakes[i].code, 0);
        check(&k, &mistakes[i], 0, mistakes[i].early);
        check(&k, &mistakes[i], HW_ASYNC_LATE, mistakes[i].late);
        kernel_free(&k);
    }
}

/* They have several results then, and with one seed one. */
static void mistakes_show_with_some_seeds(void **state)
{
    uint32_t *first = malloc(OUT_WORDS * 4), *once = malloc(OUT_WORDS * 4);

    (void)state;
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        struct kernel k;
        unsigned others = 0;

        make(&k, mistakes[i].code, 0);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            fill(&k, seed);
            kernel_expect_ok(&k);
            memcpy(once, k.out, OUT_WORDS * 4);
            fill(&k, seed);
            kernel_expect_ok(&k);
            assert_memory_equal(k.out, once, OUT_WORDS * 4);
            if (seed == 1)
                memcpy(first, once, OUT_WORDS * 4);
            others += memcmp(first, once, OUT_WORDS * 4) != 0;
        }
        if (others == 0)
            fail_msg("%s: every seed has the same result", mistakes[i].code);
        kernel_free(&k);
    }
    free(first);
    free(once);
}

/* Where a copy goes wrong, its instruction and thread are named, whenever it is done. */
static void faults_name_the_copy(void **state)
{
    static const struct {
        const char *code;
        unsigned kind;
    } cases[] = {
        {"MOV R3, 0x7fffff\n" COPY COMMIT WAIT("0x0"), HW_FAULT_ADDRESS},
        {"MOV R3, 0x7fffff\n" COPY, HW_FAULT_ADDRESS}, /* at the block's end */
        {"MOV R6, 0x1000\n" COPY COMMIT WAIT("0x0"), HW_FAULT_ADDRESS},
        {"MOV R6, 0x2\n" COPY COMMIT WAIT("0x0"), HW_FAULT_MISALIGNED},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (unsigned late = 0; late < 2; late++) {
            struct kernel k;
            char source[1024];

            snprintf(source, sizeof source, BEGIN "%sEXIT\n", cases[i].code);
            kernel_make(&k, "ga100", source);
            k.launch.block[0] = THREADS;
            k.launch.shared_bytes = 1024;
            k.launch.code.async = late ? HW_ASYNC_LATE : 0;
            kernel_expect_fault(&k, cases[i].kind);
            assert_non_null(strstr(k.result.fault.instruction, "LDGSTS"));
            assert_int_equal(k.result.fault.thread[0], 0);
            kernel_free(&k);
        }
}

/* Lanes commit their groups apart. */
static void groups_belong_to_lanes(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "ISETP.LT.AND P0, PT, R0, 0x10, PT\n" COPY COPY_OTHER "@P0 " COMMIT WAIT("0x0"), HW_ASYNC_LATE);
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(k.out[WRITTEN + i], i < 16 ? NUMBER(i) : OLD);
    kernel_free(&k);
}

/* A barrier that is polled by loads, in a loop whose registers change each time. */
static void a_polling_loop_goes_on(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed <= 8; seed++) {
        struct kernel k;

        make(
            &k,
            "MOV R13, 0x200\nMOV R14, 0x3fffffc0\nMOV R15, 0x7fffffc0\nSTS.64 [R13], R14\nBAR.SYNC 0x0\n" COPY
            "ARRIVES.LDGSTSBAR.64 [URZ+0x200]\nMOV R12, RZ\nagain:\nIADD3 R12, R12, 0x1, RZ\n"
            "LDS R14, [R13+0x4]\nISETP.GE.AND P0, PT, R14, RZ, PT\n@P0 BRA @again\n",
            seed ? seed : HW_ASYNC_LATE);
        k.launch.limits.max_instructions = 10000;
        kernel_expect_ok(&k);
        assert_true(is_result(&k, NUMBER(0), OLD));
        kernel_free(&k);
    }
}

/* More than the queue holds: the oldest are done. */
static void a_full_queue_does_the_oldest(void **state)
{
    struct kernel k;

    (void)state;
    make(&k,
         "MOV R12, RZ\nloop:\n" COPY
         "IADD3 R12, R12, 0x1, RZ\nISETP.LT.AND P0, PT, R12, 0x2800, PT\n@P0 BRA @loop\n",
         HW_ASYNC_LATE);
    kernel_expect_ok(&k);
    assert_true(is_result(&k, NUMBER(0), OLD));
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_that_wait_have_one_result),
        cmocka_unit_test(mistakes_show_late),
        cmocka_unit_test(mistakes_show_with_some_seeds),
        cmocka_unit_test(faults_name_the_copy),
        cmocka_unit_test(groups_belong_to_lanes),
        cmocka_unit_test(a_polling_loop_goes_on),
        cmocka_unit_test(a_full_queue_does_the_oldest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

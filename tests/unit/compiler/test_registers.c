/* SPDX-License-Identifier: MIT */
/* Register budget: the largest block of a kernel must be able to start, if it declares one; if it does not,
 * as long as that costs no spills.  hw_occupancy tells whether a block of so many threads starts. */
#include <halfwarp/compiler.h>
#include <halfwarp/occupancy.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 65536 };

static const char *const targets[] = {"sm_20", "sm_30", "sm_35", "sm_37", "sm_52", "sm_60", "sm_61"};

struct taken {
    uint32_t registers, local_bytes;
    bool starts; /* a block of that many threads */
};

static struct taken compile(const char *target, const char *text, uint32_t threads)
{
    const struct hw_compile_options options = {.target = target, .level = 3};
    const struct hw_chip_info *chip;
    struct hw_module *module;
    struct hw_occupancy occupancy;
    struct hw_error error;

    if (hw_compile_ptx(text, strlen(text), &options, &module, &error) != HW_OK)
        fail_msg("%s: line %u: %s", target, error.line, error.text);
    const struct hw_kernel *kernel = hw_module_find_kernel(module, "k");
    assert_int_equal(hw_chip_find(target, &chip, &error), HW_OK);
    const struct hw_block_needs needs = {
        .chip = chip, .threads = threads ? threads : chip->threads_per_block, .registers = kernel->registers};
    hw_occupancy(&needs, &occupancy);
    const struct taken taken = {kernel->registers, kernel->local_bytes, occupancy.blocks > 0};
    hw_module_free(module);
    return taken;
}

/* --- texts ------------------------------------------------------------------------------------------ */

static char *begin_kernel(char *text, const char *limits)
{
    return text + sprintf(text,
                          ".version 6.0\n.target sm_20\n.address_size 64\n"
                          ".entry k(.param .u64 in, .param .u64 out) %s {\n"
                          ".reg .u64 %%a, %%b; .reg .f32 %%s, %%x<99>;\n"
                          "ld.param.u64 %%a, [in]; ld.param.u64 %%b, [out]; mov.f32 %%s, 0f00000000;\n",
                          limits);
}

/* A sum of many words, each of which may be loaded long before it is added. */
static void write_sum(char *text, const char *limits, unsigned words)
{
    char *to = begin_kernel(text, limits);

    for (unsigned i = 0; i < words; i++)
        to += sprintf(to, "ld.global.f32 %%x%u, [%%a+%u]; fma.rn.f32 %%s, %%x%u, %%s, %%x%u;\n", i, 64 * i, i,
                      i);
    sprintf(to, "st.global.f32 [%%b], %%s; ret; }\n");
}

/* All words are live at once: for the sums of neighbours, then of those at distance two, and so on. */
static void write_crowd(char *text, const char *limits, unsigned words)
{
    char *to = begin_kernel(text, limits);

    for (unsigned i = 0; i < words; i++)
        to += sprintf(to, "ld.global.f32 %%x%u, [%%a+%u];\n", i, 64 * i);
    for (unsigned distance = 1; distance < 4; distance++)
        for (unsigned i = 0; i < words; i++)
            to += sprintf(to, "fma.rn.f32 %%s, %%x%u, %%s, %%x%u;\n", i, (i + distance) % words);
    sprintf(to, "st.global.f32 [%%b], %%s; ret; }\n");
}

/* So many values computed from one, before a loop that needs registers itself, and stored after it. */
static void write_long_lives(char *text, const char *limits, unsigned values, unsigned words)
{
    char *to = begin_kernel(text, limits);

    to += sprintf(to, ".reg .u32 %%t, %%n, %%d<99>; .reg .pred %%p; mov.u32 %%t, %%tid.x; mov.u32 %%n, 0;\n");
    for (unsigned i = 0; i < values; i++)
        to += sprintf(to, "%s %%d%u, %%t, %u;\n", i % 2 ? "add.u32" : "xor.b32", i, 1 + i);
    for (unsigned i = 0; i < words; i++)
        to += sprintf(to, "ld.global.f32 %%x%u, [%%a+%u];\n", i, 4 * i);
    to += sprintf(to, "again:\n");
    for (unsigned i = 0; i < words; i++)
        to += sprintf(to, "fma.rn.f32 %%x%u, %%x%u, %%s, %%x%u; add.f32 %%s, %%s, %%x%u;\n", i, i, i, i);
    to += sprintf(to, "add.u32 %%n, %%n, 1; setp.lt.u32 %%p, %%n, 1000; @%%p bra again;\n");
    for (unsigned i = 0; i < values; i++)
        to += sprintf(to, "st.global.u32 [%%b+%u], %%d%u;\n", 4 + 4 * i, i);
    sprintf(to, "st.global.f32 [%%b], %%s; ret; }\n");
}

/* --- tests ------------------------------------------------------------------------------------------ */

static void the_largest_block_starts(void **state)
{
    char text[TEXT];

    (void)state;
    for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++)
        for (unsigned words = 16; words < 96; words += 16) {
            write_sum(text, "", words);
            const struct taken taken = compile(targets[i], text, 0);
            if (!taken.starts || taken.local_bytes)
                fail_msg("%s, %u words: %u registers, %u bytes", targets[i], words, taken.registers,
                         taken.local_bytes);
        }
}

/* What a thread needs at once costs memory otherwise. */
static void not_where_that_costs_memory(void **state)
{
    char text[TEXT];

    (void)state;
    write_crowd(text, "", 50);
    const struct taken taken = compile("sm_20", text, 0);
    assert_true(taken.registers > 50);
    assert_int_equal(taken.local_bytes, 0);
    write_crowd(text, "", 90);
    assert_int_equal(compile("sm_61", text, 0).local_bytes, 0);
}

static void a_declared_block_starts(void **state)
{
    static const struct {
        const char *limits;
        uint32_t threads;
    } blocks[] = {{".maxntid 1024", 1024},      {".maxntid 32, 32, 1", 1024},
                  {".reqntid 768", 768},        {".maxntid 640, 1, 1", 640},
                  {".maxntid 1000", 1000},      {".maxntid 256 .maxnreg 20", 256},
                  {".reqntid 16, 16, 4", 1024}, {".maxntid 512", 512}};
    char text[TEXT];

    (void)state;
    for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++)
        for (unsigned k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            write_crowd(text, blocks[k].limits, 60);
            const struct taken taken = compile(targets[i], text, blocks[k].threads);
            if (!taken.starts)
                fail_msg("%s, %s: %u registers", targets[i], blocks[k].limits, taken.registers);
        }
}

/* A small block leaves room for what waits less. */
static void a_small_block_may_take_more(void **state)
{
    char text[TEXT];

    (void)state;
    write_sum(text, ".maxntid 256", 60);
    assert_true(compile("sm_20", text, 256).registers > 32);
    /* Three such blocks at once want fewer again. */
    write_sum(text, ".maxntid 256 .minnctapersm 4", 60);
    assert_true(compile("sm_20", text, 256).registers <= 32);
    /* Not for the price of memory. */
    write_crowd(text, ".maxntid 256 .minnctapersm 4", 50);
    assert_int_equal(compile("sm_20", text, 256).local_bytes, 0);
}

/* An order for fewer registers comes before memory. */
static void fewer_are_live_before_some_are_kept(void **state)
{
    char text[TEXT];

    (void)state;
    for (unsigned most = 12; most < 40; most += 4) {
        char limits[32];
        snprintf(limits, sizeof limits, ".maxnreg %u", most);
        write_sum(text, limits, 90);
        const struct taken taken = compile("sm_35", text, 0);
        assert_true(taken.registers <= most);
        assert_int_equal(taken.local_bytes, 0);
    }
}

/* What one instruction makes of what is there anyway is made again. */
static void values_are_made_again(void **state)
{
    char text[TEXT];

    (void)state;
    for (unsigned values = 4; values < 40; values += 4) {
        write_long_lives(text, "", values, 22);
        const struct taken taken = compile("sm_20", text, 0);
        if (!taken.starts || taken.local_bytes)
            fail_msg("%u values: %u registers, %u bytes", values, taken.registers, taken.local_bytes);
        write_long_lives(text, ".maxnreg 28", values, 20);
        assert_int_equal(compile("sm_35", text, 0).local_bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_block_starts),
        cmocka_unit_test(not_where_that_costs_memory),
        cmocka_unit_test(a_declared_block_starts),
        cmocka_unit_test(a_small_block_may_take_more),
        cmocka_unit_test(fewer_are_live_before_some_are_kept),
        cmocka_unit_test(values_are_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

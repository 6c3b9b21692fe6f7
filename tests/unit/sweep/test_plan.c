/* SPDX-License-Identifier: MIT */
/* Plans of sweeps: the points that they make, and what is refused, with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sweep/sweep_plan.h"

static struct hw_plan *read_plan(const char *text)
{
    struct hw_error error = {.text = ""};
    struct hw_plan *plan;

    if (hw_plan_read(text, strlen(text), &plan, &error) != HW_OK)
        fail_msg("%s\n%s", error.text, text);
    return plan;
}

/* The command line of a point, numbered from 0. */
static void expect_point(const char *text, uint32_t number, const char *expected)
{
    struct hw_plan *plan = read_plan(text);
    struct hw_error error = {.text = ""};
    struct hw_point point;
    char line[1024] = "";

    if (hw_plan_point(plan, number, &point, &error) != HW_OK)
        fail_msg("%s\n%s", error.text, text);
    for (unsigned i = 0; i < point.argument_count; i++) {
        strcat(line, i ? " " : "");
        strcat(line, point.argument[i]);
    }
    assert_string_equal(line, expected);
    hw_point_free(&point);
    hw_plan_free(plan);
}

#define END " --workers 1 --json"

static void test_settings_become_options(void **state)
{
    (void)state;
    expect_point("{\"file\": \"a.cubin\"}", 0, "time a.cubin" END);
    expect_point(
        "{\"title\": \"t\", \"comment\": \"c\", \"file\": \"a\", \"kernel\": \"k\", \"grid\": [4, 2], "
        "\"block\": 64, \"chip\": \"GTX 980\", \"shared\": \"4k\", \"args\": [\"u32:1\", \"buf:x=4k\"], "
        "\"strict\": true, \"clock\": 1000}",
        0,
        "time a -k k --grid 4,2 --block 64 --chip GTX 980 --shared 4k --arg u32:1 --arg buf:x=4k "
        "--strict --clock 1000" END);
    expect_point("{\"file\": \"-a\", \"strict\": false}", 0, "time ./-a" END);
    expect_point("{\"program\": [\"./p\", \"-n\", \"3\"], \"chip\": \"gk104\", \"kernel\": \"k\"}", 0,
                 "time --chip gk104" END " -- ./p -n 3");
    expect_point("{\"file\": \"a\", \"chip\": \"gm204\", \"set\": {\"mps\": 4, \"l2_bytes\": \"1m\"}}", 0,
                 "time a --chip gm204 --set mps=4,l2_bytes=1048576" END);
}

static void test_axes_multiply(void **state)
{
    const char *const text =
        "{\"file\": \"a\", \"chip\": \"gm204\", \"vary\": {\"block\": [32, [8, 4], \"16\"], "
        "\"set.shared_banks\": {\"from\": 8, \"to\": 32, \"times\": 2}, \"clock\": {\"from\": 5, \"to\": 9, "
        "\"step\": 3}}}";
    struct hw_plan *plan = read_plan(text);

    (void)state;
    assert_int_equal(plan->points, 18);
    assert_string_equal(plan->axis[0].value[1].label, "8,4");
    hw_plan_free(plan);
    expect_point(text, 0, "time a --chip gm204 --block 32 --clock 5 --set shared_banks=8" END);
    expect_point(text, 1, "time a --chip gm204 --block 32 --clock 8 --set shared_banks=8" END);
    expect_point(text, 10, "time a --chip gm204 --block 8,4 --clock 5 --set shared_banks=32" END);
    expect_point(text, 17, "time a --chip gm204 --block 16 --clock 8 --set shared_banks=32" END);
}

static void test_cases_set_several(void **state)
{
    const char *const text = "{\"chip\": \"gm204\", \"block\": 1, \"vary\": {\"code\": [{\"label\": \"one\", "
                             "\"file\": \"a\", \"block\": 2}, {\"file\": \"b\", \"args\": [\"u32:1\"], "
                             "\"set.mps\": 3}, {\"program\": [\"./p\"], \"block\": \"7\"}]}}";
    struct hw_plan *plan = read_plan(text);
    struct hw_point point;
    struct hw_error error;

    (void)state;
    assert_string_equal(plan->axis[0].value[0].label, "one");
    assert_string_equal(plan->axis[0].value[1].label, "b u32:1 3");
    expect_point(text, 0, "time a --chip gm204 --block 2" END);
    expect_point(text, 1, "time b --chip gm204 --block 1 --arg u32:1 --set mps=3" END);
    assert_int_equal(hw_plan_point(plan, 2, &point, &error), HW_ERR_FORMAT);
    assert_string_equal(error.text, "vary.code[2].block: is no setting of programs, which launch kernels "
                                    "themselves (at point 3: code=./p 7)");
    hw_plan_free(plan);
}

static void test_references(void **state)
{
    const char *const text =
        "{\"file\": \"$code.cubin\", \"grid\": \"${(n + block - 1) / block}\", \"args\": [\"u32:$n\", "
        "\"buf:x=${4 * n}\", \"f32:$a\", \"$$5\"], \"parameters\": {\"code\": \"k${block}\", \"a\": 1.5}, "
        "\"vary\": {\"block\": [64, 100], \"n\": [1000, \"1k\"]}}";

    (void)state;
    expect_point(text, 0,
                 "time k64.cubin --grid 16 --arg u32:1000 --arg buf:x=4000 --arg f32:1.5 --arg $5 "
                 "--block 64" END);
    expect_point(text, 3,
                 "time k100.cubin --grid 11 --arg u32:1k --arg buf:x=4096 --arg f32:1.5 --arg $5 "
                 "--block 100" END);
    expect_point("{\"file\": \"a\", \"block\": [16, 4, 2], \"grid\": \"${1k / block}\"}", 0,
                 "time a --block 16,4,2 --grid 8" END);
    expect_point("{\"file\": \"a\", \"clock\": \"${-(2 - 3) * 7 % 4 + 10 / -5 + 2k}\"}", 0,
                 "time a --clock 2049" END);
}

/* --- what is refused --- */

static void expect_error(const char *text, const char *expected)
{
    struct hw_error error = {.text = ""};
    struct hw_plan *plan;
    struct hw_point point;
    hw_status status = hw_plan_read(text, strlen(text), &plan, &error);

    if (status == HW_OK) {
        status = hw_plan_point(plan, 0, &point, &error);
        if (status == HW_OK)
            hw_point_free(&point);
        hw_plan_free(plan);
    }
    if (status == HW_OK || strcmp(error.text, expected) != 0)
        fail_msg("expected %s\nfound    %s\nof       %s", expected, status == HW_OK ? "a plan" : error.text,
                 text);
}

static void test_texts_that_are_no_plans(void **state)
{
    const char *const text = "{\"file\": \"a\",\n \"block\": }";
    struct hw_error error = {.text = ""};
    struct hw_plan *plan;

    (void)state;
    assert_int_equal(hw_plan_read(text, strlen(text), &plan, &error), HW_ERR_FORMAT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 11);
    expect_error("", "this is no JSON: the text ends within a value");
    expect_error("{} x", "this is no JSON: unexpected character");
    expect_error("[]", "the plan: expected an object, found []");
    expect_error("{}", "the plan: expected a file or a program");
    expect_error("{\"file\": \"a\", \"program\": [\"b\"]}",
                 "the plan: expected a file or a program, found both");
}

static void test_wrong_settings(void **state)
{
    (void)state;
    expect_error("{\"file\": 1}", "file: expected a text, found 1");
    expect_error("{\"file\": \"\"}", "file: expected the name of a file");
    expect_error("{\"file\": \"a\\u0000b\"}", "file: expected a text, found \"a\\u0000b\"");
    expect_error("{\"flie\": \"a\"}",
                 "flie: is not known; did you mean file? A parameter of the plan's own stands in "
                 "`parameters` or `vary`");
    expect_error("{\"file\": \"a\", \"titel\": \"b\"}",
                 "titel: is not known; did you mean title? A parameter of the plan's own stands in "
                 "`parameters` or `vary`");
    expect_error("{\"file\": \"a\", \"warp_size\": 5}",
                 "warp_size: is not known; a parameter of the plan's own stands in `parameters` or `vary`");
    expect_error("{\"file\": \"a\", \"block\": [1, 2, 3, 4]}",
                 "block: expected a number or a list of one to three numbers, found [1,2,3,4]");
    expect_error("{\"file\": \"a\", \"block\": 0}",
                 "block: expected one to three sizes from 1 on, found \"0\"");
    expect_error("{\"file\": \"a\", \"strict\": 1}", "strict: expected true or false, found 1");
    expect_error("{\"file\": \"a\", \"clock\": \"1g\"}",
                 "clock: expected a whole number, which k or m may follow, found \"1g\"");
    expect_error("{\"file\": \"a\", \"args\": \"u32:1\"}", "args: expected a list of texts, found \"u32:1\"");
    expect_error("{\"file\": \"a\", \"args\": []}", "args: expected a list of texts, found []");
    expect_error("{\"file\": \"a\", \"args\": [\"u32:1\", 2]}", "args[1]: expected a text, found 2");
    expect_error(
        "{\"file\": \"a\", \"chip\": \"gm2040\"}",
        "chip: no chip is called \"gm2040\", and no card: did you mean gm204, gm200, g200, gt200 or gm206? "
        "`halfwarp chips` lists all");
    expect_error("{\"file\": \"a\", \"set\": {\"warp_size\": 16}}",
                 "set.warp_size: warp_size cannot be changed: code relies on it");
    expect_error("{\"file\": \"a\", \"set\": {\"shared_banks\": 64}}",
                 "set.shared_banks: shared_banks is 64; expected 1 to 32");
    expect_error("{\"file\": \"a\", \"set\": {\"shared_banks\": 16}}",
                 "set: needs a chip whose numbers are changed");
    expect_error("{\"file\": \"a\", \"chip\": \"gm204\", \"set\": {\"l2_slices\": 5}}",
                 "set: l2_bytes is 2097152, no multiple of l2_slices, 5");
    expect_error("{\"file\": \"a\", \"parameters\": {\"block\": 1}}",
                 "parameters.block: is a setting of launches, and cannot be a parameter");
    expect_error("{\"file\": \"a\", \"parameters\": {\"a b\": 1}}",
                 "parameters.a b: expected a name of letters, digits and _");
    expect_error("{\"file\": \"a\", \"parameters\": {\"blocks\": 1}}",
                 "parameters.blocks: blocks is no setting of launches, and nothing refers to it as $blocks; "
                 "did you mean block or clock?");
    expect_error("{\"file\": \"a\", \"plot\": {\"x\": \"n\"}}", "plot.x: nothing called \"n\" is varied");
    expect_error("{\"file\": \"a\", \"plot\": {\"z\": \"n\"}}", "plot.z: is not known; expected x or y");
}

static void test_wrong_axes(void **state)
{
    (void)state;
    expect_error("{\"file\": \"a\", \"vary\": [1]}", "vary: expected an object of names and values");
    expect_error("{\"file\": \"a\", \"vary\": {\"block\": []}}",
                 "vary.block: expected a list of values, or a range with from, to and step, found []");
    expect_error("{\"file\": \"a\", \"vary\": {\"block\": [32, 64, \"x\"]}}",
                 "vary.block[2]: expected one to three sizes from 1 on, found \"x\"");
    expect_error("{\"file\": \"a\", \"vary\": {\"blocks\": [32]}}",
                 "vary.blocks[0]: blocks is no setting of launches, and nothing refers to it as $blocks; did "
                 "you mean block or clock?");
    expect_error("{\"file\": \"a\", \"vary\": {\"set.l2\": [32]}}",
                 "vary.set.l2[0]: no number of chips is called \"l2\"; did you mean l2_line, l2_ways, "
                 "l2_bytes, l2_queue or l2_clock?");
    expect_error("{\"file\": \"a\", \"vary\": {\"set.mps\": [4, 1000]}}",
                 "vary.set.mps[1]: mps is 1000; expected 1 to 512");
    expect_error("{\"file\": \"a\", \"vary\": {\"block\": {\"from\": 1, \"to\": 9}}}",
                 "vary.block: expected from, to, and one of step and times");
    expect_error("{\"file\": \"a\", \"vary\": {\"block\": {\"from\": 1, \"to\": 9, \"by\": 2}}}",
                 "vary.block: by is not known; a range has from, to, and step or times");
    expect_error("{\"file\": \"a\", \"vary\": {\"block\": {\"from\": 9, \"to\": 1, \"step\": 2}}}",
                 "vary.block: ends before it begins");
    expect_error("{\"file\": \"a\", \"vary\": {\"block\": {\"from\": 1, \"to\": 9, \"step\": 0}}}",
                 "vary.block: never ends: expected a step from 1, or times from 2 and from from 1 on");
    expect_error("{\"file\": \"a\", \"vary\": {\"block\": {\"from\": -1, \"to\": 9, \"step\": 1}}}",
                 "vary.block: from is no whole number from 0 on");
    expect_error("{\"file\": \"a\", \"vary\": {\"clock\": {\"from\": 1, \"to\": 1000000, \"step\": 1}}}",
                 "vary.clock: has more than 100000 values");
    expect_error(
        "{\"file\": \"a\", \"vary\": {\"clock\": {\"from\": 1, \"to\": 1000, \"step\": 1}, \"block\": "
        "{\"from\": 1, \"to\": 1000, \"step\": 1}}}",
        "vary.block: 1000 values make 1000000 points; at most 100000 are allowed");
    expect_error("{\"file\": \"a\", \"vary\": {\"case\": [{}]}}",
                 "vary.case[0]: expected settings, found {}");
    expect_error("{\"file\": \"a\", \"vary\": {\"case\": [{\"label\": \"x\"}]}}",
                 "vary.case[0]: expected settings beside the label");
    expect_error("{\"file\": \"a\", \"vary\": {\"case\": [{\"block\": 1}, {\"block\": true}]}}",
                 "vary.case[1].block: expected a number or a list of one to three numbers, found true");
}

static void test_wrong_references(void **state)
{
    (void)state;
    expect_error("{\"file\": \"$f\"}", "file: $f is not known at this point");
    expect_error("{\"file\": \"a$\"}", "file: expected a name, `{` or `$` behind `$` at \"\"");
    expect_error("{\"file\": \"a\", \"grid\": \"${1 / (block - 1)}\", \"vary\": {\"block\": [1]}}",
                 "grid: a division by 0 (at point 1: block=1)");
    expect_error("{\"file\": \"a\", \"grid\": \"${1 +}\"}",
                 "grid: expected a number, a name or `(` at \"}\"");
    expect_error("{\"file\": \"a\", \"grid\": \"${(1}\"}", "grid: expected `)` at \"}\"");
    expect_error("{\"file\": \"a\", \"grid\": \"${1 1}\"}", "grid: expected an operator or `}` at \"1}\"");
    expect_error("{\"file\": \"a\", \"grid\": \"${9223372036854775807 + 1}\"}",
                 "grid: a number is too large");
    expect_error("{\"file\": \"a\", \"grid\": \"${chip + 1}\", \"chip\": \"gm204\"}",
                 "grid: chip is \"gm204\", no whole number");
    expect_error("{\"file\": \"a\", \"grid\": \"$grid\"}", "grid: $grid refers to itself, or to too much");
    expect_error("{\"file\": \"$a\", \"parameters\": {\"a\": \"$b$b\", \"b\": \"$a$a\"}}",
                 "file: $a refers to itself, or to too much");
    expect_error("{\"file\": \"a\", \"grid\": \"${5 - 5}\"}",
                 "grid: expected one to three sizes from 1 on, found \"0\"");
    expect_error("{\"file\": \"a\", \"chip\": \"gm204\", \"set\": {\"mps\": \"${500 + 20}\"}}",
                 "set: mps is 520; expected 1 to 512");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings_become_options),
        cmocka_unit_test(test_axes_multiply),
        cmocka_unit_test(test_cases_set_several),
        cmocka_unit_test(test_references),
        cmocka_unit_test(test_texts_that_are_no_plans),
        cmocka_unit_test(test_wrong_settings),
        cmocka_unit_test(test_wrong_axes),
        cmocka_unit_test(test_wrong_references),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Points as processes: what becomes of each way in which one can end.  A shell stands in for halfwarp. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sweep/sweep_executor.h"

/* Run a script to its end. */
static void run_script(const char *script, double timeout, struct hw_point_result *result)
{
    const char *const argument[] = {"-c", script, NULL};
    const struct hw_subprocess_options where = {.tool = "/bin/sh", .folder = "/", .timeout = timeout};
    const struct hw_task task = {.argument = argument};
    struct hw_subprocess child;
    struct hw_error error = {.text = ""};

    if (hw_subprocess_start(&child, &where, &task, &error) != HW_OK)
        fail_msg("%s", error.text);
    while (!hw_subprocess_poll(&child, result))
        hw_subprocess_wait(&child, 1, 1000);
    assert_int_equal(child.pid, 0);
}

static void expect(const char *script, double timeout, enum hw_point_state state, const char *report,
                   const char *said)
{
    struct hw_point_result result;

    run_script(script, timeout, &result);
    if (result.state != state || strcmp(result.report ? result.report : "", report) != 0 ||
        strcmp(result.error ? result.error : "", said) != 0)
        fail_msg("%s: %s, `%s`, `%s`", script, hw_point_state_name(result.state), result.report,
                 result.error);
    assert_true(result.seconds >= 0 && result.seconds < 30);
    hw_point_result_free(&result);
}

static void test_ends(void **state)
{
    (void)state;
    expect("echo report; echo noise >&2", 0, HW_POINT_DONE, "report\n", "");
    expect("echo half; echo one >&2; echo '  two' >&2; exit 3", 0, HW_POINT_FAILED, "", "one two");
    expect("exit 3", 0, HW_POINT_FAILED, "", "ended with status 3");
    expect("true", 0, HW_POINT_FAILED, "", "reported nothing");
    expect("echo half; kill -SEGV $$", 0, HW_POINT_CRASHED, "", "Segmentation fault (signal 11)");
    expect("pwd", 0, HW_POINT_DONE, "/\n", "");
    expect("cat", 0, HW_POINT_FAILED, "", "reported nothing"); /* there is no input */
}

static void test_time_is_limited(void **state)
{
    (void)state;
    expect("sleep 60", 1, HW_POINT_TIMEOUT, "", "took longer than 1 seconds");
    expect("sleep 60 & sleep 60", 1, HW_POINT_TIMEOUT, "", "took longer than 1 seconds");
}

/* What a process leaves behind keeps its pipes open; it is ended. */
static void test_nothing_is_left(void **state)
{
    struct hw_point_result result;

    (void)state;
    run_script("sleep 1000 & echo $!", 20, &result);
    assert_int_equal(result.state, HW_POINT_DONE);
    char command[128];
    snprintf(command, sizeof command, "test -d /proc/%d && ! grep -q '^State:.Z' /proc/%d/status 2>/dev/null",
             atoi(result.report), atoi(result.report));
    unsigned tries = 0;
    while (system(command) == 0 && tries++ < 100)
        ;
    assert_true(tries < 100);
    hw_point_result_free(&result);
}

static void test_much_output(void **state)
{
    struct hw_point_result result;

    (void)state;
    run_script("head -c 3000000 /dev/zero | tr '\\0' x; head -c 3000000 /dev/zero | tr '\\0' y >&2", 0,
               &result);
    assert_int_equal(result.state, HW_POINT_DONE);
    assert_int_equal(strlen(result.report), 3000000);
    hw_point_result_free(&result);
    expect("head -c 9000000 /dev/zero | tr '\\0' x", 0, HW_POINT_FAILED, "",
           "reported more than 8388608 bytes");
}

static void test_what_cannot_start(void **state)
{
    const struct hw_subprocess_options nowhere = {.tool = "/bin/sh", .folder = "/nowhere"},
                                       nothing = {.tool = "/bin/nothing", .folder = "/"};
    const char *const argument[] = {"time", NULL};
    const struct hw_task task = {.argument = argument};
    struct hw_point_result result;
    struct hw_subprocess child;

    (void)state;
    assert_int_equal(hw_subprocess_start(&child, &nothing, &task, NULL), HW_OK);
    while (!hw_subprocess_poll(&child, &result))
        hw_subprocess_wait(&child, 1, 1000);
    assert_string_equal(result.error, "/bin/nothing cannot be run: No such file or directory");
    hw_point_result_free(&result);
    assert_int_equal(hw_subprocess_start(&child, &nowhere, &task, NULL), HW_OK);
    while (!hw_subprocess_poll(&child, &result))
        hw_subprocess_wait(&child, 1, 1000);
    assert_non_null(strstr(result.error, "/nowhere: No such file or directory"));
    hw_point_result_free(&result);
}

/* --- a crew --- */

static void test_a_crew(void **state)
{
    const struct hw_subprocess_options where = {.tool = "/bin/sh", .folder = "/"};
    const char *const slow[] = {"-c", "sleep 100", NULL}, *const fast[] = {"-c", "echo fast", NULL};
    const struct hw_task tasks[] = {{.argument = slow}, {.argument = fast}};
    struct hw_point_result result;
    struct hw_sweep_executor executor;
    unsigned slot = 7;

    (void)state;
    assert_int_equal(hw_executor_local(2, &where, &executor, NULL), HW_OK);
    assert_int_equal(executor.slots, 2);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(executor.start(executor.context, i, &tasks[i], NULL), HW_OK);
    while (!executor.wait(executor.context, 1000, &slot, &result))
        ;
    assert_int_equal(slot, 1);
    assert_string_equal(result.report, "fast\n");
    hw_point_result_free(&result);
    executor.end(executor.context); /* does not wait for the other */
}

static void test_figures(void **state)
{
    struct hw_sweep_number number[HW_SWEEP_FIGURES];
    const char *const program =
        "{\"kernels\": [{\"name\": \"a(int)\", \"symbol\": \"_Z1ai\", \"cycles\": 5, \"ipc\": 0.5}, "
        "{\"name\": \"b\", \"cycles\": 7, \"ipc\": 1.5}]}";

    (void)state;
    assert_true(hw_point_figures("{\"cycles\": 12, \"ipc\": 1.5, \"memory\": {\"dram\": {\"bytes\": 64}}}",
                                 NULL, number));
    assert_int_equal(number[0].whole, 12);
    assert_true(number[HW_SWEEP_FIGURES - 1].known && number[HW_SWEEP_FIGURES - 1].whole == 64);
    assert_true(number[5].known && number[5].real > 1.49 && number[5].real < 1.51);
    assert_false(number[1].known);
    assert_true(hw_point_figures("{\"cycles\": 12, \"picoseconds\": 2500000}", NULL, number));
    assert_true(number[1].whole == 2500000 && number[2].known);
    assert_true(number[2].real > 2.49 && number[2].real < 2.51); /* microseconds */
    assert_true(hw_point_figures(program, NULL, number));
    assert_int_equal(number[0].whole, 12);
    assert_false(number[5].known); /* a rate of two kernels is no sum */
    assert_true(hw_point_figures(program, "a", number));
    assert_int_equal(number[0].whole, 5);
    assert_true(hw_point_figures(program, "a(int)", number) && number[5].known);
    assert_false(hw_point_figures(program, "c", number));
    for (const char *const *text =
             (const char *const[]){"", "{", "[]", "7", "{}", "{\"cycles\": \"x\"}", "{\"kernels\": []}",
                                   "{\"kernels\": [7]}", "{\"memory\": 7, \"cycles\": null}", NULL};
         *text; text++)
        assert_false(hw_point_figures(*text, NULL, number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_time_is_limited),
        cmocka_unit_test(test_nothing_is_left),
        cmocka_unit_test(test_much_output),
        cmocka_unit_test(test_what_cannot_start),
        cmocka_unit_test(test_a_crew),
        cmocka_unit_test(test_figures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

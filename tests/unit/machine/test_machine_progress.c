/* SPDX-License-Identifier: MIT */
/* The progress line of a launch: on a terminal only, after a second, wiped out at the end. */
#include "engine/launch/progress.h"

#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Standard error as a terminal of so many columns; what is written there is read from `ours`. */
struct terminal {
    int ours, saved;
};

static void terminal_begin(struct terminal *terminal, unsigned short columns)
{
    struct winsize size = {.ws_row = 25, .ws_col = columns};
    int theirs;

    assert_int_equal(openpty(&terminal->ours, &theirs, NULL, NULL, &size), 0);
    terminal->saved = dup(STDERR_FILENO);
    dup2(theirs, STDERR_FILENO);
    close(theirs);
}

/* Back to what standard error was; `text` gets what the terminal was sent. */
static void terminal_end(struct terminal *terminal, char *text, size_t bytes)
{
    static const char end[] = "END";
    size_t length = 0;

    assert_int_equal(write(STDERR_FILENO, end, sizeof end - 1), sizeof end - 1);
    do {
        const ssize_t got = read(terminal->ours, text + length, bytes - 1 - length);
        assert_true(got > 0);
        length += (size_t)got;
        text[length] = '\0';
    } while (!strstr(text, end));
    *strstr(text, end) = '\0';
    dup2(terminal->saved, STDERR_FILENO);
    close(terminal->saved);
    close(terminal->ours);
}

static void tell(const struct hw_launch *launch, uint64_t begun)
{
    const struct hw_progress_report report = {
        .begun = begun, .blocks = 400, .thread_instructions = begun * 1000000};

    launch->host.progress(launch->host.progress_context, &report);
}

static void test_a_line_after_a_second(void **state)
{
    struct hw_launch launch = {0};
    struct hw_progress progress;
    struct terminal terminal;
    char text[512];

    (void)state;
    terminal_begin(&terminal, 100);
    hw_progress_begin(&progress, &launch, "reduce");
    tell(&launch, 99); /* too soon */
    assert_true(progress.next == progress.begin + 1);
    progress.begin -= 2; /* as if the launch had begun before */
    progress.next -= 2;
    tell(&launch, 100);
    tell(&launch, 101); /* too soon after that */
    hw_progress_end(&progress);
    terminal_end(&terminal, text, sizeof text);
    unsigned rate = 0;
    int end = 0;
    assert_int_equal(sscanf(text, "\rreduce: block 100 of 400, 25 %%, %u M instructions/s%n", &rate, &end),
                     1);
    assert_in_range(rate, 10, 50); /* 100 M in two seconds, or in more where the host is busy */
    assert_string_equal(text + end, "\033[K\r\033[K");
}

/* A name that is longer than the terminal is wide. */
static void test_a_narrow_terminal(void **state)
{
    struct hw_launch launch = {0};
    struct hw_progress progress;
    struct terminal terminal;
    char text[512];

    (void)state;
    terminal_begin(&terminal, 30);
    hw_progress_begin(&progress, &launch,
                      "_Z16a_kernel_with_a_name_that_is_longer_than_terminals_are_widePfS_");
    progress.next = progress.begin; /* not to wait again */
    tell(&launch, 7);
    hw_progress_end(&progress);
    terminal_end(&terminal, text, sizeof text);
    assert_int_equal(strncmp(text, "\r: block 7 of 400, 1 %, ", strlen("\r: block 7 of 400, 1 %, ")), 0);
    assert_int_equal(strcspn(text, "\033"), 30); /* with the return before it: a column stays free */
}

static void test_nothing_for_short_launches(void **state)
{
    struct hw_launch launch = {0};
    struct hw_progress progress;
    struct terminal terminal;
    char text[512];

    (void)state;
    terminal_begin(&terminal, 80);
    hw_progress_begin(&progress, &launch, "reduce");
    tell(&launch, 399);
    hw_progress_end(&progress);
    terminal_end(&terminal, text, sizeof text);
    assert_string_equal(text, "");
}

static void test_nobody_looks(void **state)
{
    struct hw_launch launch = {0}, prints = {.code.calls_out = true};
    struct hw_progress progress;
    struct terminal terminal;
    char text[512];
    int ends[2];

    (void)state;
    terminal_begin(&terminal, 80);
    hw_progress_begin(&progress, &prints, "reduce"); /* its text would be mixed with the line */
    terminal_end(&terminal, text, sizeof text);
    assert_null(prints.host.progress);
    assert_int_equal(pipe(ends), 0);
    const int saved = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    hw_progress_begin(&progress, &launch, "reduce");
    hw_progress_end(&progress);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(ends[0]);
    close(ends[1]);
    assert_null(launch.host.progress);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_after_a_second),
        cmocka_unit_test(test_a_narrow_terminal),
        cmocka_unit_test(test_nothing_for_short_launches),
        cmocka_unit_test(test_nobody_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Tracefiles of lcov: order, sums, and what is read again. */
#include "coverage/coverage.h"
#include "coverage/tracefile.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>
#include <string.h>

static struct hw_tracefile *begin(void)
{
    struct hw_tracefile *tracefile;

    assert_int_equal(hw_tracefile_create(&tracefile, NULL), HW_OK);
    return tracefile;
}

/* What is written, to be freed. */
static char *written(struct hw_tracefile *tracefile, struct hw_tracefile_sums *sums)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_int_equal(hw_tracefile_write(tracefile, out, sums, NULL), HW_OK);
    fclose(out);
    return text;
}

static const char whole[] = "TN:\nSF:a.cu\n"
                            "FN:3,f\nFN:3,g\nFNDA:4,f\nFNDA:0,g\nFNF:2\nFNH:1\n"
                            "BRDA:5,0,0,7\nBRDA:5,0,1,0\nBRDA:6,0,0,-\nBRF:3\nBRH:1\n"
                            "DA:3,4\nDA:5,9\nLF:2\nLH:2\nend_of_record\n"
                            "TN:\nSF:b.cuh\nFNF:0\nFNH:0\nBRF:0\nBRH:0\nDA:1,0\nLF:1\nLH:0\nend_of_record\n";

static void records_are_ordered_and_summed(void **state)
{
    struct hw_tracefile *tracefile = begin();
    struct hw_tracefile_sums sums;

    (void)state;
    hw_tracefile_begin(tracefile, "b.cuh");
    hw_tracefile_line(tracefile, 1, 0);
    hw_tracefile_begin(tracefile, "a.cu");
    hw_tracefile_line(tracefile, 5, 4);
    hw_tracefile_line(tracefile, 3, 4);
    hw_tracefile_branch(tracefile, 5, 0, 1, true, 0);
    hw_tracefile_branch(tracefile, 6, 0, 0, false, 0);
    hw_tracefile_branch(tracefile, 5, 0, 0, false, 0);
    hw_tracefile_function(tracefile, 3, "g", 0);
    hw_tracefile_function(tracefile, 3, "f", 4);
    hw_tracefile_begin(tracefile, "b.cuh");
    hw_tracefile_begin(tracefile, "a.cu");
    hw_tracefile_line(tracefile, 5, 5);
    hw_tracefile_branch(tracefile, 5, 0, 0, true, 7);
    char *text = written(tracefile, &sums);
    assert_string_equal(text, whole);
    assert_true(sums.lines == 3 && sums.lines_hit == 2 && sums.branches == 3 && sums.branches_hit == 1 &&
                sums.functions == 2 && sums.functions_hit == 1);
    free(text);
    hw_tracefile_destroy(tracefile);
}

static void what_was_written_is_read(void **state)
{
    struct hw_tracefile *once = begin(), *twice = begin();
    struct hw_tracefile_sums sums;

    (void)state;
    assert_int_equal(hw_tracefile_read(once, whole, NULL), HW_OK);
    char *text = written(once, &sums);
    assert_string_equal(text, whole);
    free(text);
    assert_int_equal(hw_tracefile_read(twice, whole, NULL), HW_OK);
    assert_int_equal(hw_tracefile_read(twice, whole, NULL), HW_OK);
    text = written(twice, &sums);
    assert_non_null(strstr(text, "FNDA:8,f\n"));
    assert_non_null(strstr(text, "BRDA:5,0,0,14\n"));
    assert_non_null(strstr(text, "BRDA:6,0,0,-\n"));
    assert_non_null(strstr(text, "DA:5,18\n"));
    assert_int_equal(sums.lines, 3);
    free(text);
    hw_tracefile_destroy(once);
    hw_tracefile_destroy(twice);
}

static void counts_end_with_their_range(void **state)
{
    struct hw_tracefile *tracefile = begin();
    struct hw_tracefile_sums sums;

    (void)state;
    assert_int_equal(hw_tracefile_read(tracefile, "SF:a\nDA:1,18446744073709551615\nDA:1,5\n", NULL), HW_OK);
    char *text = written(tracefile, &sums);
    assert_non_null(strstr(text, "DA:1,18446744073709551615\n"));
    free(text);
    hw_tracefile_destroy(tracefile);
}

static void records_of_lcov_2_are_read(void **state)
{
    struct hw_tracefile *tracefile = begin();
    struct hw_tracefile_sums sums;

    (void)state;
    assert_int_equal(hw_tracefile_read(tracefile,
                                       "SF:a\nVER:7\nFN:3,9,f\nFNDA:4,f\nFNL:0,12,20\nFNL:1,30\n"
                                       "FNA:0,5,g\nFNA:1,6,h\nFNA:1,0,i\nDA:3,4,sum\nend_of_record\n",
                                       NULL),
                     HW_OK);
    char *text = written(tracefile, &sums);
    assert_non_null(
        strstr(text, "FN:3,f\nFN:12,g\nFN:30,h\nFN:30,i\nFNDA:4,f\nFNDA:5,g\nFNDA:6,h\nFNDA:0,i\n"));
    assert_non_null(strstr(text, "DA:3,4\n"));
    free(text);
    hw_tracefile_destroy(tracefile);
}

static void other_text_is_refused(void **state)
{
    static const char *const texts[] = {"hello\n",
                                        "DA:1,2\n",
                                        "SF:\n",
                                        "SF:a\nDA:1\n",
                                        "SF:a\nDA:x,1\n",
                                        "SF:a\nBRDA:1,0,0,?\n",
                                        "SF:a\nFNDA:1,f\n",
                                        "SF:a\nDA:1,-3\n",
                                        "SF:a\nFNA:0,1,f\n",
                                        "SF:a\nFNL:0\n",
                                        "SF:a\nBRDA:3,e0,0,1\n",
                                        "SF:a\nMCDC:3,1,t,1,0,x\n",
                                        "SF:a\nDA:4294967296,1\n"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct hw_tracefile *tracefile = begin();
        struct hw_error error;
        assert_int_equal(hw_tracefile_read(tracefile, texts[i], &error), HW_ERR_FORMAT);
        assert_int_equal(error.line, strncmp(texts[i], "SF:a", 4) == 0 ? 2 : 1);
        hw_tracefile_destroy(tracefile);
    }
}

static void nothing_is_no_share(void **state)
{
    const struct hw_coverage_summary summary = {
        .sums = {.lines = 4, .lines_hit = 3, .functions = 1, .functions_hit = 1}};
    char text[256];

    (void)state;
    hw_coverage_describe(&summary, "a.info", text, sizeof text);
    assert_string_equal(text,
                        "coverage: 75.0 % of lines (3 of 4), no branches, 100.0 % of functions (1 of 1) in "
                        "a.info; 0 of 0 executed branches diverged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_ordered_and_summed), cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(counts_end_with_their_range),    cmocka_unit_test(records_of_lcov_2_are_read),
        cmocka_unit_test(other_text_is_refused),          cmocka_unit_test(nothing_is_no_share),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Fragments of the course's model: what they may hold, and what is said of bad ones, with line and column. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/course.h>

static hw_status read_text(const char *text, size_t size, struct hw_course_fragment **fragment,
                           struct hw_error *error)
{
    struct hw_target target;
    assert_int_equal(hw_target_find("sm_10", &target, NULL), HW_OK);
    return hw_course_fragment_read(text, size, &target, HW_SYNTAX_NV, fragment, error);
}

static struct hw_course_fragment *fragment_of(const char *text)
{
    struct hw_course_fragment *fragment;
    struct hw_error error = {.text = ""};
    if (read_text(text, strlen(text), &fragment, &error) != HW_OK)
        fail_msg("%s: %s", text, error.text);
    return fragment;
}

static void labels_comments_and_separators(void **state)
{
    (void)state;
    struct hw_course_fragment *fragment =
        fragment_of("/* two\n lines */ FADD R1, R2, R3 ; last :FMUL R1, R2, R3 // of ; two\n\n;;\r\n"
                    "/*0048*/\tIADD R1, R2, R3;");
    assert_int_equal(hw_course_insn_count(fragment), 3);
    assert_string_equal(hw_course_insn_label(fragment, 0), "I1");
    assert_string_equal(hw_course_insn_label(fragment, 1), "last");
    assert_string_equal(hw_course_insn_label(fragment, 2), "I3");
    assert_string_equal(hw_course_insn_text(fragment, 0), "FADD R1, R2, R3");
    assert_string_equal(hw_course_insn_text(fragment, 1), "FMUL R1, R2, R3");
    assert_false(hw_course_diverges(fragment));
    hw_course_fragment_free(fragment);
}

static void invalid_fragments_have_a_location(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        hw_status status;
        unsigned line, column;
        const char *part;
        /* clang-format off */
    } invalid[] = {
        {"",                                        HW_ERR_SYNTAX, 0, 0, "no instructions"},
        {" // nothing\n;",                          HW_ERR_SYNTAX, 0, 0, "no instructions"},
        {"FADD R1, R2, R3\nI2: FROB R1",            HW_ERR_NOT_FOUND, 2, 5, "FROB"},
        {"FADD R1, R2, R3; FADD R1, Q2, R3",        HW_ERR_SYNTAX, 1, 27, "expected"},
        {"I1:",                                     HW_ERR_SYNTAX, 1, 4, "behind the label"},
        {"much_too_long: NOP",                      HW_ERR_SYNTAX, 1, 1, "at most 11"},
        {"BRA 0x0\nif all\nNOP",                    HW_ERR_SYNTAX, 2, 1, "no `endif`"},
        {"BRA 0x0\nif\nNOP\nendif",                 HW_ERR_SYNTAX, 2, 3, "which lanes"},
        {"NOP\n  if all\nNOP\nendif",               HW_ERR_SYNTAX, 2, 3, "expected a branch"},
        {"if all\nNOP\nendif",                      HW_ERR_SYNTAX, 1, 1, "expected a branch"},
        {"NOP\nelse",                               HW_ERR_SYNTAX, 2, 1, "`else` without"},
        {"NOP\nendif",                              HW_ERR_SYNTAX, 2, 1, "`endif` without"},
        {"BRA 0x0; if all; NOP; else; else; endif", HW_ERR_SYNTAX, 1, 29, "a second `else`"},
        {"BRA 0x0; if all; NOP; endif now",         HW_ERR_SYNTAX, 1, 29, "end of the line"},
        {"BRA 0x0; if W64=all; endif",              HW_ERR_RANGE,  1, 13, "W0 to W63"},
        {"BRA 0x0; if W0=32; endif",                HW_ERR_SYNTAX, 1, 16, "expected lanes"},
        {"BRA 0x0; if 7-3; endif",                  HW_ERR_SYNTAX, 1, 13, "expected lanes"},
        {"BRA 0x0; if 0x100000000; endif",          HW_ERR_SYNTAX, 1, 13, "expected lanes"},
        {"BRA 0x0; if evens; endif",                HW_ERR_SYNTAX, 1, 13, "expected lanes"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        struct hw_course_fragment *fragment;
        struct hw_error error = {.text = ""};
        assert_int_not_equal(read_text(invalid[i].text, strlen(invalid[i].text), &fragment, &error), HW_OK);
        assert_null(fragment);
        if (!strstr(error.text, invalid[i].part) || error.line != invalid[i].line ||
            error.column != invalid[i].column || error.status != invalid[i].status)
            fail_msg("`%s`: %u:%u: %s (%s)", invalid[i].text, error.line, error.column, error.text,
                     hw_status_name(error.status));
    }
}

static void sizes_have_limits(void **state)
{
    (void)state;
    struct hw_course_fragment *fragment;
    struct hw_error error;
    static char text[1 << 17];
    for (unsigned i = 0; i <= HW_COURSE_INSNS; i++)
        memcpy(text + i * 4, "NOP;", 4);
    assert_int_equal(read_text(text, 4 * (HW_COURSE_INSNS + 1), &fragment, &error), HW_ERR_LIMIT);
    assert_non_null(strstr(error.text, "256 instructions"));
    assert_int_equal(read_text(text, 4 * HW_COURSE_INSNS, &fragment, &error), HW_OK);
    hw_course_fragment_free(fragment);
    memset(text, ' ', sizeof text);
    assert_int_equal(read_text(text, sizeof text, &fragment, &error), HW_ERR_LIMIT);
    assert_int_equal(read_text("NOP\0", 4, &fragment, &error), HW_ERR_SYNTAX);
    text[0] = '\0';
    for (unsigned i = 0; i <= HW_COURSE_DEPTH; i++)
        strcat(text, "BRA 0x0; if all;\n");
    assert_int_equal(read_text(text, strlen(text), &fragment, &error), HW_ERR_LIMIT);
    assert_int_equal(error.line, HW_COURSE_DEPTH + 1);

    struct hw_course_run run;
    const struct hw_course_machine *machine = hw_course_machine(10);
    fragment = fragment_of("NOP");
    assert_int_equal(hw_course_run(machine, fragment, 0, 0, &run, &error), HW_ERR_RANGE);
    assert_int_equal(hw_course_run(machine, fragment, 25, 0, &run, &error), HW_ERR_RANGE);
    assert_int_equal(hw_course_run(machine, fragment, 1, 1001, &run, &error), HW_ERR_RANGE);
    hw_course_fragment_free(fragment);
}

/* A path that no lane takes costs nothing; paths nest; lanes come together again. */
static void paths_nest(void **state)
{
    (void)state;
    struct hw_course_fragment *fragment =
        fragment_of("BRA C0.NE, 0x0\nif 0-15\n"
                    "A: BRA C0.NE, 0x0\nif even,1\nB: NOP\nelse\nC: NOP\nendif\n"
                    "D: NOP\nelse\nE: NOP\nendif\nF: NOP\n"
                    "BRA C0.NE, 0x0\nif none\nG: NOP\nelse\nH: NOP\nendif");
    static const uint32_t lanes[] = {0xffffffff, 0xffff,     0x5557,     0xaaa8, 0xffff,
                                     0xffff0000, 0xffffffff, 0xffffffff, 0,      0xffffffff};
    struct hw_course_run run;
    uint32_t from = 0;
    assert_true(hw_course_diverges(fragment));
    assert_int_equal(hw_course_run(hw_course_machine(10), fragment, 1, 0, &run, NULL), HW_OK);
    for (unsigned i = 0; i < sizeof lanes / sizeof lanes[0]; i++) {
        const struct hw_course_event *event = hw_course_event(&run, 0, i);
        if (!lanes[i]) {
            assert_null(event);
            continue;
        }
        assert_int_equal(event->lanes, lanes[i]);
        assert_true(event->start >= from);
        from = event->start + 1;
    }
    assert_null(hw_course_event(&run, 1, 0));
    assert_null(hw_course_event(&run, 0, 10));
    hw_course_run_end(&run);
    hw_course_fragment_free(fragment);
}

/* Dependences through predicates, condition codes and pairs of registers. */
static void all_kinds_of_registers_count(void **state)
{
    (void)state;
    static const struct {
        const char *isa, *text;
        unsigned start;
    } pairs[] = {
        {"sm_10", "IADD.C1 R1, R2, R3; MOV R4 (C1.EQ), R5", 24},
        {"sm_10", "IADD.C1 R1, R2, R3; MOV R4 (C2.EQ), R5", 4},
        {"sm_20", "ISETP.LT.AND P1, PT, R0, R1, PT; @P1 IADD R2, R3, R4", 24},
        {"sm_20", "ISETP.LT.AND P1, PT, R0, R1, PT; @P2 IADD R2, R3, R4", 2},
        {"sm_20", "LD.E.64 R2, [R8]; IADD R4, R3, R5", 24},
        {"sm_20", "LD.E.64 R2, [R8]; IADD R4, R6, R5", 0},
        {"sm_20", "MOV RZ, R1; IADD R4, RZ, R5", 2},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct hw_target target;
        struct hw_course_fragment *fragment;
        struct hw_course_run run;
        struct hw_error error = {.text = ""};
        assert_int_equal(hw_target_find(pairs[i].isa, &target, NULL), HW_OK);
        if (hw_course_fragment_read(pairs[i].text, strlen(pairs[i].text), &target, HW_SYNTAX_NV, &fragment,
                                    &error) != HW_OK)
            fail_msg("%s: %s", pairs[i].text, error.text);
        unsigned capability = strcmp(pairs[i].isa, "sm_10") ? 20 : 10;
        assert_int_equal(hw_course_run(hw_course_machine(capability), fragment, 1, 0, &run, NULL), HW_OK);
        if (hw_course_event(&run, 0, 1)->start != pairs[i].start)
            fail_msg("%s: %u", pairs[i].text, hw_course_event(&run, 0, 1)->start);
        hw_course_run_end(&run);
        hw_course_fragment_free(fragment);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_comments_and_separators),
        cmocka_unit_test(invalid_fragments_have_a_location),
        cmocka_unit_test(sizes_have_limits),
        cmocka_unit_test(paths_nest),
        cmocka_unit_test(all_kinds_of_registers_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

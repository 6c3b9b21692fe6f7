/* SPDX-License-Identifier: MIT */
/* The scheduling model: which bytes an access reaches, found in the text of an instruction. */
#include "compiler/codegen/target_sched_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct hw_mir_sched_info info_of(const char *template)
{
    struct hw_codegen_sched_model model = {.function = NULL};
    const struct hw_mir_insn insn = {.template = template};

    assert_int_equal(hw_chip_find("sm_61", &model.chip, NULL), HW_OK);
    return hw_codegen_sched_info(&model, &insn);
}

static void assert_bytes(const char *template, uint8_t bytes)
{
    const struct hw_mir_sched_info info = info_of(template);

    assert_true(info.has_location);
    assert_int_equal(info.bytes, bytes);
}

static void an_access_reaches_what_its_name_says(void **state)
{
    (void)state;
    assert_bytes("LDG.E %0, [%1+0x40]", 4);
    assert_bytes("LDG.E.64 %0, [%1+0x8]", 8);
    assert_bytes("STG.E.128 [%1], %0", 16);
    assert_bytes("ATOM.E.ADD %0, [%1], %2", 4);
    assert_bytes("ATOM.E.ADD.U64 %0, [%1], %2", 8);
    assert_bytes("ATOM.E.MIN.S64 %0, [%1], %2", 8);
    assert_bytes("RED.E.ADD.F64.RN [%0], %1", 8);
}

static void a_guard_hides_no_access(void **state)
{
    const struct hw_mir_sched_info info = info_of("@!%2 RED.E.ADD [%0], %1");

    (void)state;
    assert_int_equal(info.reads, HW_MIR_ALL);
    assert_int_equal(info.writes, HW_MIR_ALL);
    assert_true(info.has_location);
}

static void an_address_is_a_register_and_an_offset(void **state)
{
    const struct hw_mir_sched_info info = info_of("STG.E [%1+-0x10], %0");

    (void)state;
    assert_true(info.has_location);
    assert_int_equal(info.base, 1);
    assert_int_equal(info.offset, -16);
    assert_false(info_of("STG.E [RZ], %0").has_location);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_access_reaches_what_its_name_says),
        cmocka_unit_test(a_guard_hides_no_access),
        cmocka_unit_test(an_address_is_a_register_and_an_offset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

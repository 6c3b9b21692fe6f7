/* SPDX-License-Identifier: MIT */
/* What the order of instructions learns from their text: which bytes an access reaches. */
#include "compiler/codegen/target_sched_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct hw_mir_sched_info trait_of(const char *form)
{
    struct hw_codegen_sched_model traits = {.function = NULL};
    const struct hw_mir_insn insn = {.form = form};

    assert_int_equal(hw_chip_find("sm_61", &traits.chip, NULL), HW_OK);
    return hw_codegen_sched_info(&traits, &insn);
}

static void assert_bytes(const char *form, uint8_t bytes)
{
    const struct hw_mir_sched_info trait = trait_of(form);

    assert_true(trait.has_location);
    assert_int_equal(trait.bytes, bytes);
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
    const struct hw_mir_sched_info trait = trait_of("@!%2 RED.E.ADD [%0], %1");

    (void)state;
    assert_int_equal(trait.reads, HW_MIR_ALL);
    assert_int_equal(trait.writes, HW_MIR_ALL);
    assert_true(trait.has_location);
}

static void a_place_is_a_register_and_a_distance(void **state)
{
    const struct hw_mir_sched_info trait = trait_of("STG.E [%1+-0x10], %0");

    (void)state;
    assert_true(trait.has_location);
    assert_int_equal(trait.base, 1);
    assert_int_equal(trait.offset, -16);
    assert_false(trait_of("STG.E [RZ], %0").has_location);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_access_reaches_what_its_name_says),
        cmocka_unit_test(a_guard_hides_no_access),
        cmocka_unit_test(a_place_is_a_register_and_a_distance),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

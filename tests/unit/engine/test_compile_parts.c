/* SPDX-License-Identifier: MIT */
/* Large programs are cut into parts: no cut is in a guarded region, and none in a small loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "engine/compiler_interface.h"
#include "engine/tiers/compile_parts.h"
#include "machine/paths/control_flow.h"

#define UOPS 50000u

static struct hw_uop uop[UOPS];
static uint32_t end[UOPS];

static struct hw_program program_of(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        uop[i] = (struct hw_uop){.fn = hw_uop_nop};
    return (struct hw_program){.uop = uop, .uop_count = count};
}

/* Cut, and see that the parts are one after the other and no larger than the compiler takes. */
static uint32_t cut(const struct hw_program *program)
{
    const uint32_t parts = hw_compile_parts(program, end);

    assert_in_range(parts, 1, hw_compile_parts_max(program));
    for (uint32_t i = 0; i < parts; i++) {
        const uint32_t first = i ? end[i - 1] : 0;
        assert_true(end[i] > first);
        assert_in_range(end[i] - first, 1, HW_COMPILE_UOPS_MAX);
    }
    assert_int_equal(end[parts - 1], program->uop_count);
    return parts;
}

static void a_program_that_fits_is_one_part(void **state)
{
    const uint32_t counts[] = {1, 100, HW_COMPILE_UOPS_MAX};

    (void)state;
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        const struct hw_program program = program_of(counts[i]);
        assert_int_equal(cut(&program), 1);
    }
    const struct hw_program program = program_of(HW_COMPILE_UOPS_MAX + 1);
    assert_int_equal(cut(&program), 2);
}

static void guarded_regions_are_whole(void **state)
{
    const struct hw_program program = program_of(UOPS);

    (void)state;
    for (uint32_t i = 0; i + 8 <= UOPS; i += 8) { /* seven of eight are guarded */
        uop[i].fn = hw_uop_guard;
        uop[i + 7].fn = i / 8 % 3 ? hw_uop_unguard : hw_uop_exit;
    }
    const uint32_t parts = cut(&program);
    assert_true(parts > 4);
    for (uint32_t i = 0; i + 1 < parts; i++)
        assert_int_equal(end[i] % 8, 0);
}

static void small_loops_are_whole(void **state)
{
    const struct hw_program program = program_of(UOPS);
    const uint32_t length = 300;

    (void)state;
    for (uint32_t i = 0; i + length <= UOPS; i += length) { /* an outer loop with an inner one */
        uop[i + length - 1] = (struct hw_uop){.fn = hw_uop_bra, .jump.target = i};
        uop[i + length / 2] = (struct hw_uop){.fn = hw_uop_bra, .jump.target = i + length / 3};
    }
    const uint32_t parts = cut(&program);
    assert_true(parts > 4);
    for (uint32_t i = 0; i + 1 < parts; i++)
        assert_int_equal(end[i] % length, 0);
}

/* Loops that overlap without an end: cuts are somewhere. */
static void loops_everywhere_are_cut(void **state)
{
    const struct hw_program program = program_of(UOPS);

    (void)state;
    for (uint32_t i = 400; i < UOPS; i += 50)
        uop[i] = (struct hw_uop){.fn = hw_uop_bra, .jump.target = i - 400};
    assert_true(cut(&program) > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_fits_is_one_part),
        cmocka_unit_test(guarded_regions_are_whole),
        cmocka_unit_test(small_loops_are_whole),
        cmocka_unit_test(loops_everywhere_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

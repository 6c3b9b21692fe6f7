/* SPDX-License-Identifier: MIT */
/* Sums of whole matrices by each vector build that this processor runs, against the reference (dot.h), bit
 * for bit: all types and generations, full and sparse, of usual numbers and of any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/modifiers.h>

#include "ops/select/alu.h"
#include "ops/matrix/dot_matrix.h"

static uint32_t random_word(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Formats, and what makes bits of them a usual number: about 1, or zero. */
static const struct format {
    unsigned type, bits;
    uint32_t keep, one; /* the bits that stay, and those that are added */
} formats[] = {
    {HW_TYPE_F16, 16, 0x8bff, 0x3800},
    {HW_TYPE_BF16, 16, 0x81ff, 0x3e00},
    {HW_TYPE_TF32, 32, 0x80ffffff, 0x3f000000},
    {HW_TYPE_E4M3, 8, 0x8f, 0x30},
    {HW_TYPE_E5M2, 8, 0x87, 0x38},
    {HW_TYPE_F32, 32, 0x80ffffff, 0x3f000000},
};

static const struct format *format_of(unsigned type)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].type == type)
            return &formats[i];
    return NULL;
}

static uint32_t random_element(unsigned type, bool normal)
{
    const struct format *format = format_of(type);
    const uint32_t word = random_word();

    if (normal && word % 8 == 0)
        return 0;
    return normal ? (random_word() & format->keep) | format->one : random_word() >> (32 - format->bits);
}

static void fill(struct hw_dot_matrices *m, bool normal)
{
    for (unsigned row = 0; row < HW_DOT_ROWS; row++) {
        for (unsigned k = 0; k < HW_DOT_DEPTH; k++) {
            m->a[row][k] = k < m->depth ? random_element(m->a_type, normal) : 0;
            m->b_row[row][k] = (uint8_t)(random_word() % m->b_depth);
        }
        for (unsigned column = 0; column < HW_DOT_COLUMNS; column++)
            m->c[row][column] = random_element(m->c_type, normal);
    }
    for (unsigned k = 0; k < m->b_depth; k++)
        for (unsigned column = 0; column < HW_DOT_COLUMNS; column++)
            m->b[k][column] = random_element(m->b_type, normal);
}

static uint32_t expected_of(const struct hw_dot_matrices *m, unsigned row, unsigned column, bool finite)
{
    struct hw_dot_number a[HW_DOT_DEPTH], b[HW_DOT_DEPTH];

    for (unsigned k = 0; k < m->depth; k++) {
        a[k] = hw_dot_unpack(m->a_type, m->a[row][k], m->a_negated);
        b[k] = hw_dot_unpack(m->b_type, m->b[m->sparse ? m->b_row[row][k] : k][column], m->b_negated);
    }
    return hw_dot(m->rules, a, b, m->depth, m->c[row][column], m->c_type, m->type, finite);
}

/* Compare the builds' sums; of usual numbers none may be left to the reference. */
static void compare(const struct hw_dot_matrices *before, bool normal, bool finite)
{
    const struct hw_alu_table *table;

    for (unsigned build = 0; (table = hw_alu_table_at(build)) != NULL; build++) {
        struct hw_dot_matrices m = *before;
        uint8_t left[HW_DOT_ROWS];

        table->dot(&m, left);
        for (unsigned row = 0; normal && row < m.rows; row++)
            assert_int_equal(left[row], 0);
        m = *before;
        hw_dot_matrix(table->dot, &m, finite);
        for (unsigned row = 0; row < m.rows; row++)
            for (unsigned column = 0; column < HW_DOT_COLUMNS; column++) {
                const uint32_t expected = expected_of(before, row, column, finite);
                if (m.c[row][column] != expected)
                    fail_msg("%s, types %u %u %u, row %u, column %u: expected 0x%x, got 0x%x", table->name,
                             m.a_type, m.c_type, m.type, row, column, expected, m.c[row][column]);
            }
    }
}

static void check_types(unsigned unit, unsigned a, unsigned b, unsigned c, unsigned result)
{
    for (unsigned round = 0; round < 40; round++) {
        const bool normal = round % 2;
        struct hw_dot_matrices m = {.rules = hw_dot_rules_of(unit, a),
                                    .a_type = a,
                                    .b_type = b,
                                    .c_type = c,
                                    .type = result,
                                    .rows = round & 4 ? 8 : 16,
                                    .depth = 4u << round % 3,
                                    .a_negated = round & 8,
                                    .b_negated = round & 16,
                                    .sparse = round & 2};
        m.b_depth = m.sparse ? 2 * m.depth : m.depth;
        fill(&m, normal);
        compare(&m, normal, round % 3 == 0);
    }
}

static void test_builds(void **state)
{
    (void)state;
    for (unsigned unit = HW_DOT_VOLTA; unit < HW_DOT_UNITS; unit++)
        for (unsigned result = 0; result < 4; result++)
            check_types(unit, HW_TYPE_F16, HW_TYPE_F16, result & 1 ? HW_TYPE_F16 : HW_TYPE_F32,
                        result & 2 ? HW_TYPE_F16 : HW_TYPE_F32);
    for (unsigned unit = HW_DOT_AMPERE; unit < HW_DOT_UNITS; unit++) {
        check_types(unit, HW_TYPE_BF16, HW_TYPE_BF16, HW_TYPE_F32, HW_TYPE_F32);
        check_types(unit, HW_TYPE_TF32, HW_TYPE_TF32, HW_TYPE_F32, HW_TYPE_F32);
    }
    for (unsigned types = 0; types < 4; types++)
        for (unsigned half = 0; half < 2; half++)
            check_types(HW_DOT_ADA, types & 1 ? HW_TYPE_E5M2 : HW_TYPE_E4M3,
                        types & 2 ? HW_TYPE_E5M2 : HW_TYPE_E4M3, half ? HW_TYPE_F16 : HW_TYPE_F32,
                        half ? HW_TYPE_F16 : HW_TYPE_F32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builds)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

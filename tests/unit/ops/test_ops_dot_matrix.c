/* SPDX-License-Identifier: MIT */
/* Products of whole matrices by each vector build that this processor runs: those of floats against the
 * reference (dot.h), bit for bit, of all types and generations, full and half empty, of normal numbers and of
 * any bits; those of integers and bits against sums element by element. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/modifiers.h>

#include "ops/matrix/dot_matrix.h"
#include "ops/matrix/fragment_layout.h"
#include "ops/select/alu.h"
#include "ops/value_types.h"

#define MOST_COLUMNS (HW_DOT_REGISTERS * 4 * 32) /* of a */
#define ROUNDS       96

static uint64_t random_bits(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint32_t random_word(void)
{
    return (uint32_t)(random_bits() >> 16);
}

/* Formats, and what makes bits of them a usual number: about 1, or zero. */
static const struct format {
    unsigned type, bits, fraction, exponent;
    uint32_t keep, one; /* the bits that stay, and those that are added */
} formats[] = {
    {HW_TYPE_F16, 16, 10, 5, 0x8bff, 0x3800},
    {HW_TYPE_BF16, 16, 7, 8, 0x81ff, 0x3e00},
    {HW_TYPE_TF32, 32, 23, 8, 0x80ffffff, 0x3f000000},
    {HW_TYPE_E4M3, 8, 3, 4, 0x8f, 0x30},
    {HW_TYPE_E5M2, 8, 2, 5, 0x87, 0x38},
    {HW_TYPE_F32, 32, 23, 8, 0x80ffffff, 0x3f000000},
};

static const struct format *format_of(unsigned type)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].type == type)
            return &formats[i];
    return NULL;
}

/* What elements are made of.  NEAR: exponents that differ by a few, around any, so that sums cancel and
 * results overflow or become denormal.  ENDS: zeros, denormals, the greatest numbers, infinities, NaNs and
 * what is beside them. */
enum numbers { NORMAL, ANY, NEAR, ENDS, NUMBERS };

static uint32_t random_element(unsigned type, enum numbers numbers, uint32_t around)
{
    const struct format *format = format_of(type);
    const uint32_t word = random_word(), greatest = (1u << format->exponent) - 1,
                   sign = (word >> 31) << (format->bits - 1);
    const uint32_t fraction = random_word() & ((1u << format->fraction) - 1);

    switch (numbers) {
    case NORMAL: return word % 8 == 0 ? 0 : (random_word() & format->keep) | format->one;
    case NEAR:
        return sign | ((around + word % 4) & greatest) << format->fraction | (word & 0x100 ? fraction : 0);
    case ENDS: {
        const uint32_t ends[] = {0, 1, greatest - 1, greatest, around & greatest, 0, around & greatest, 1};
        const uint32_t last[] = {0, 1, (1u << format->fraction) - 1, fraction};

        return sign | ends[word % 8] << format->fraction | last[word / 8 % 4];
    }
    default: return random_word() >> (32 - format->bits);
    }
}

/* A product, its matrices as elements. */
static struct product {
    struct hw_dot_fragments f;
    const struct hw_dot_rules *rules;
    unsigned bits, rows, depth;
    bool half_empty; /* a has zeros in one half of its columns, and blocks are twice as long */
    uint32_t a[HW_MATRIX_ROWS][MOST_COLUMNS], b[HW_MATRIX_COLUMNS][MOST_COLUMNS];
    uint32_t c[HW_MATRIX_ROWS][HW_MATRIX_COLUMNS];
} p;

/* Its fragments. */
static _Alignas(64) hw_lanes a[2 * HW_DOT_REGISTERS], b[HW_DOT_REGISTERS], c[HW_DOT_RESULTS],
    d[HW_DOT_RESULTS];

static void put_element(hw_lanes *reg, bool tall, unsigned line, unsigned k, uint32_t element)
{
    *hw_line_word(reg, tall, line, k * p.bits / 32) |= element << k * p.bits % 32;
}

/* Elements become fragments. */
static void put_product(void)
{
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(c, 0, sizeof c);
    for (unsigned k = 0; k < p.depth; k++) {
        for (unsigned row = 0; row < p.rows; row++)
            put_element(a, p.f.tall, row, k, p.a[row][k]);
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            put_element(b, false, column, k, p.b[column][k]);
    }
    for (unsigned row = 0; row < p.rows; row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            if (p.f.d_type == HW_TYPE_F16)
                hw_set_half(hw_result_halves(c, row, column), column, p.c[row][column]);
            else
                *hw_result_word(c, row, column) = p.c[row][column];
    p.f.a = a;
    p.f.b = b;
    p.f.c = c;
}

static uint32_t result_at(unsigned row, unsigned column)
{
    return p.f.d_type == HW_TYPE_F16 ? hw_half_of(*hw_result_halves(d, row, column), column)
                                     : *hw_result_word(d, row, column);
}

/* --- floats --- */

/* Whether a has an element there: one of two of each four columns. */
static bool is_stored(unsigned row, unsigned k)
{
    return !p.half_empty || ((k + row) >> (row & 1) & 1) == 0;
}

static void fill_floats(enum numbers numbers)
{
    const uint32_t around = random_word(), around_b = random_word();

    for (unsigned k = 0; k < p.depth; k++) {
        for (unsigned row = 0; row < HW_MATRIX_ROWS; row++)
            p.a[row][k] = is_stored(row, k) ? random_element(p.f.a_type, numbers, around) : 0;
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            p.b[column][k] = random_element(p.f.b_type, numbers, around_b);
    }
    for (unsigned row = 0; row < HW_MATRIX_ROWS; row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            p.c[row][column] = random_element(p.f.d_type, numbers, around + around_b);
}

static uint32_t expected_sum(unsigned row, unsigned column)
{
    struct hw_dot_number x[MOST_COLUMNS], y[MOST_COLUMNS];
    unsigned count = 0;

    for (unsigned k = 0; k < p.depth; k++)
        if (is_stored(row, k)) {
            x[count] = hw_dot_unpack(p.f.a_type, p.a[row][k], p.f.a_negated);
            y[count++] = hw_dot_unpack(p.f.b_type, p.b[column][k], p.f.b_negated);
        }
    return hw_dot(p.rules, x, y, count, p.c[row][column], p.f.d_type, p.f.d_type, false);
}

/* Compare the sums that are not left; of normal numbers none may be. */
static void compare_floats(enum numbers numbers)
{
    const struct hw_alu_table *table;
    uint32_t expected[HW_MATRIX_ROWS][HW_MATRIX_COLUMNS];

    put_product();
    for (unsigned row = 0; row < p.rows; row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            expected[row][column] = expected_sum(row, column);
    for (unsigned build = 0; (table = hw_alu_table_at(build)) != NULL; build++) {
        uint32_t left[HW_DOT_RESULTS];

        table->dot.floats(&p.f, d, left);
        for (unsigned i = 0; numbers == NORMAL && i < HW_DOT_RESULTS; i++)
            assert_int_equal(left[i], 0);
        for (unsigned row = 0; row < p.rows; row++)
            for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++) {
                const unsigned lane = row % 8 * HW_LANES_OF_LINE + column / 2;

                if (!(left[row / 8 * 2 + column % 2] >> lane & 1) &&
                    result_at(row, column) != expected[row][column])
                    fail_msg("%s, types %u %u, numbers %u, row %u, column %u: expected 0x%x, got 0x%x",
                             table->name, p.f.a_type, p.f.d_type, numbers, row, column, expected[row][column],
                             result_at(row, column));
            }
    }
}

static void check_floats(unsigned unit, unsigned a_type, unsigned b_type, unsigned result)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        const enum numbers numbers = round % NUMBERS;

        memset(&p, 0, sizeof p);
        p.rules = hw_dot_rules_of(unit, a_type);
        p.bits = format_of(a_type)->bits;
        p.rows = HW_MATRIX_ROWS;
        p.half_empty = round / 4 & 1;
        p.f = (struct hw_dot_fragments){
            .a_type = (uint8_t)a_type,
            .b_type = (uint8_t)b_type,
            .d_type = (uint8_t)result,
            .a_negated = round & 8,
            .b_negated = round & 16,
            .tall = true,
            .registers = (uint8_t)((p.half_empty ? 2 : 1) << round % 2),
            .block = (uint8_t)(p.rules->block * p.bits / 128 << p.half_empty),
            .fraction = p.rules->fraction,
            .kept = p.rules->kept,
        };
        if (p.f.block > p.f.registers)
            p.f.block = p.f.registers;
        p.depth = p.f.registers * 128 / p.bits;
        fill_floats(numbers);
        compare_floats(numbers);
    }
}

static void test_floats(void **state)
{
    (void)state;
    for (unsigned unit = HW_DOT_TURING; unit < HW_DOT_UNITS; unit++)
        for (unsigned half = 0; half < 2; half++)
            check_floats(unit, HW_TYPE_F16, HW_TYPE_F16, half ? HW_TYPE_F16 : HW_TYPE_F32);
    for (unsigned unit = HW_DOT_AMPERE; unit < HW_DOT_UNITS; unit++) {
        check_floats(unit, HW_TYPE_BF16, HW_TYPE_BF16, HW_TYPE_F32);
        check_floats(unit, HW_TYPE_TF32, HW_TYPE_TF32, HW_TYPE_F32);
    }
    for (unsigned types = 0; types < 4; types++)
        for (unsigned half = 0; half < 2; half++)
            for (unsigned unit = HW_DOT_ADA; unit < HW_DOT_UNITS; unit++)
                check_floats(unit, types & 1 ? HW_TYPE_E5M2 : HW_TYPE_E4M3,
                             types & 2 ? HW_TYPE_E5M2 : HW_TYPE_E4M3, half ? HW_TYPE_F16 : HW_TYPE_F32);
}

/* --- blocks in lanes --- */

static void check_products(unsigned unit, unsigned c_type, unsigned result, enum numbers numbers)
{
    static struct hw_dot_products products;
    const struct hw_dot_rules *rules = hw_dot_rules_of(unit, HW_TYPE_F16);
    const uint32_t around = random_word(), around_b = random_word();
    const struct hw_alu_table *table;

    products.c_type = (uint8_t)c_type;
    products.d_type = (uint8_t)result;
    products.a_negated = around & 32;
    products.b_negated = around & 64;
    products.fraction = rules->fraction;
    products.kept = rules->kept;
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        for (unsigned k = 0; k < HW_DOT_PRODUCTS; k++) {
            products.a[k][lane] = random_element(HW_TYPE_F16, numbers, around);
            products.b[k][lane] = random_element(HW_TYPE_F16, numbers, around_b);
        }
        products.c[lane] = random_element(c_type, numbers, around + around_b);
    }
    for (unsigned build = 0; (table = hw_alu_table_at(build)) != NULL; build++) {
        uint32_t left;

        table->dot.products(&products, d[0], &left);
        if (numbers == NORMAL)
            assert_int_equal(left, 0);
        for (unsigned lane = 0; lane < HW_LANES; lane++) {
            struct hw_dot_number x[HW_DOT_PRODUCTS], y[HW_DOT_PRODUCTS];

            for (unsigned k = 0; k < HW_DOT_PRODUCTS; k++) {
                x[k] = hw_dot_unpack(HW_TYPE_F16, products.a[k][lane], products.a_negated);
                y[k] = hw_dot_unpack(HW_TYPE_F16, products.b[k][lane], products.b_negated);
            }
            const uint32_t expected =
                hw_dot(rules, x, y, HW_DOT_PRODUCTS, products.c[lane], c_type, result, false);
            if (!(left >> lane & 1) && d[0][lane] != expected)
                fail_msg("%s, types %u %u, numbers %u, lane %u: expected 0x%x, got 0x%x", table->name, c_type,
                         result, numbers, lane, expected, d[0][lane]);
        }
    }
}

static void test_products(void **state)
{
    (void)state;
    for (unsigned unit = HW_DOT_VOLTA; unit <= HW_DOT_TURING; unit++)
        for (unsigned types = 0; types < 4; types++)
            for (unsigned round = 0; round < 4 * ROUNDS; round++)
                check_products(unit, types & 1 ? HW_TYPE_F16 : HW_TYPE_F32,
                               types & 2 ? HW_TYPE_F16 : HW_TYPE_F32, round % NUMBERS);
}

/* --- integers and bits --- */

static int32_t integer_of(uint32_t element, unsigned type)
{
    const int32_t beyond = 1 << p.bits;

    return hw_type_signed(type) && element >> (p.bits - 1) ? (int32_t)element - beyond : (int32_t)element;
}

static uint32_t expected_integer(unsigned row, unsigned column)
{
    int64_t sum = (int32_t)p.c[row][column];

    for (unsigned k = 0; k < p.depth; k++)
        if (p.bits == 1)
            sum += p.f.logic == HW_LOGIC_AND ? p.a[row][k] & p.b[column][k] : p.a[row][k] ^ p.b[column][k];
        else
            sum += integer_of(p.a[row][k], p.f.a_type) * integer_of(p.b[column][k], p.f.b_type);
    if (p.f.sat)
        sum = sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum;
    return (uint32_t)sum;
}

/* Elements of any bits, or all ends of their range, which give the greatest sums. */
static uint32_t random_integer(bool end)
{
    static const uint32_t ends[] = {0, 1, ~0u};
    const uint32_t last = 1u << (p.bits - 1), any = random_word() & (2 * last - 1);

    if (!end)
        return any;
    return any % 4 == 3 ? last : (ends[any % 4] & (2 * last - 1)) >> (any % 8 == 6 ? 1 : 0);
}

static void check_integers(bool end)
{
    static const uint32_t ends[] = {0, INT32_MAX, (uint32_t)INT32_MIN, (uint32_t)INT32_MIN + 1000};
    const struct hw_alu_table *table;
    const bool uniform = random_word() & 1;
    const uint32_t same_a = random_integer(end), same_b = random_integer(end);

    for (unsigned k = 0; k < p.depth; k++) {
        for (unsigned row = 0; row < HW_MATRIX_ROWS; row++)
            p.a[row][k] = uniform ? same_a : random_integer(end);
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            p.b[column][k] = uniform ? same_b : random_integer(end);
    }
    for (unsigned row = 0; row < HW_MATRIX_ROWS; row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            p.c[row][column] = end ? ends[random_word() % 4] : random_word();
    put_product();
    for (unsigned build = 0; (table = hw_alu_table_at(build)) != NULL; build++) {
        (p.bits == 1 ? table->dot.bits : table->dot.integers)(&p.f, d);
        for (unsigned row = 0; row < p.rows; row++)
            for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
                if (result_at(row, column) != expected_integer(row, column))
                    fail_msg("%s, types %u %u, row %u, column %u: expected 0x%x, got 0x%x", table->name,
                             p.f.a_type, p.f.b_type, row, column, expected_integer(row, column),
                             result_at(row, column));
    }
}

static void test_integers(void **state)
{
    static const struct {
        unsigned a, b, bits;
    } types[] = {{HW_TYPE_U8, HW_TYPE_U8, 8}, {HW_TYPE_U8, HW_TYPE_S8, 8}, {HW_TYPE_S8, HW_TYPE_U8, 8},
                 {HW_TYPE_S8, HW_TYPE_S8, 8}, {HW_TYPE_U4, HW_TYPE_U4, 4}, {HW_TYPE_U4, HW_TYPE_S4, 4},
                 {HW_TYPE_S4, HW_TYPE_U4, 4}, {HW_TYPE_S4, HW_TYPE_S4, 4}, {HW_TYPE_NONE, HW_TYPE_NONE, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (unsigned round = 0; round < ROUNDS; round++) {
            memset(&p, 0, sizeof p);
            p.bits = types[i].bits;
            p.f = (struct hw_dot_fragments){
                .a_type = (uint8_t)types[i].a,
                .b_type = (uint8_t)types[i].b,
                .tall = round & 1,
                .sat = round & 2 && p.bits > 1,
                .registers = (uint8_t)(1u << round / 4 % 3),
                .logic = round & 2 ? HW_LOGIC_AND : HW_LOGIC_XOR,
            };
            p.rows = p.f.tall ? HW_MATRIX_ROWS : HW_MATRIX_ROWS / 2;
            p.depth = p.f.registers * 128 / p.bits;
            check_integers(round / 12 & 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_floats), cmocka_unit_test(test_products),
                                       cmocka_unit_test(test_integers)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

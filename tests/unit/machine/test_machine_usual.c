/* SPDX-License-Identifier: MIT */
/* The functions for usual accesses alone, which compiled code calls first, in every build: the usual ones are
 * done, and of every other one nothing is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/memory/access.h"
#include "machine/memory/memory_table.h"
#include "machine/memory/pending.h"
#include "machine/warp.h"

#define BYTES  2048u
#define OFFSET 0x40u
#define CHANGE 0x400u                           /* where in it the high word of addresses changes */
#define FIRST  (UINT64_C(0x300000000) - CHANGE) /* device address of `memory` */

enum { ADDRESS = 0, DATA = 2, ROWS = 6 };

static _Alignas(64) hw_lanes reg[ROWS];
static uint8_t memory[BYTES];
static struct hw_pending pending;
static const unsigned width_bytes[HW_WIDTHS] = {1, 1, 2, 2, 4, 8, 16};

/* An access, which tests change. */
static struct {
    hw_usual_fn *function;
    unsigned kind, bytes; /* enum hw_lanes_usual */
    struct hw_block block;
    struct hw_range range;
    struct hw_segment segment;
} tried;

static bool is_load(void)
{
    return tried.kind == HW_LANES_USUAL_LOAD_GLOBAL || tried.kind == HW_LANES_USUAL_LOAD_GENERIC;
}

static bool in_segment(void)
{
    return tried.kind <= HW_LANES_USUAL_STORE_GLOBAL;
}

/* Lane l's address becomes that of `memory` at place + l * step. */
static void address(uint32_t place, uint32_t step)
{
    for (uint32_t l = 0; l < HW_LANES; l++) {
        const uint64_t at = (in_segment() ? 0 : FIRST) + place + l * step - OFFSET;
        reg[ADDRESS][l] = (uint32_t)at;
        reg[ADDRESS + 1][l] = (uint32_t)(at >> 32);
    }
}

static void begin(hw_usual_fn *function, unsigned kind, enum hw_width width)
{
    memset(&tried, 0, sizeof tried);
    tried.function = function;
    tried.kind = kind;
    tried.bytes = width_bytes[width];
    tried.block.window = (uint8_t *)((uintptr_t)memory - FIRST); /* host address of device address 0 */
    tried.range = (struct hw_range){FIRST, FIRST + BYTES - 1};
    tried.segment = (struct hw_segment){.mode = HW_SEGMENT_LINEAR, .base = FIRST, .limit = BYTES - 1};
    for (unsigned i = 0; i < BYTES; i++)
        memory[i] = (uint8_t)(i * 37 + i / 256);
    for (unsigned i = 0; i < HW_LANES * (ROWS - DATA); i++)
        reg[DATA + i / HW_LANES][i % HW_LANES] = i * 0x01030507u + 0x80000000u;
    address(OFFSET, tried.bytes);
}

static bool try(void)
{
    return tried.function(reg[DATA], reg[ADDRESS], OFFSET, &tried.block, &tried.range,
                          in_segment() ? &tried.segment : NULL);
}

/* It does nothing. */
static void expect_other(void)
{
    hw_lanes rows[ROWS];
    uint8_t bytes[BYTES];

    memcpy(rows, reg, sizeof rows);
    memcpy(bytes, memory, sizeof bytes);
    assert_false(try());
    assert_memory_equal(rows, reg, sizeof rows);
    assert_memory_equal(bytes, memory, sizeof bytes);
}

/* It is done: lane l's bytes are those at place + l * step. */
static void expect_done(uint32_t place, uint32_t step, enum hw_width width)
{
    const unsigned words = tried.bytes < 4 ? 1 : tried.bytes / 4, part = tried.bytes < 4 ? tried.bytes : 4;

    address(place, step);
    assert_true(try());
    for (unsigned l = 0; l < HW_LANES; l++)
        for (unsigned word = 0; word < words; word++) {
            const uint8_t *at = memory + place + l * step + 4 * word;
            if (is_load())
                assert_int_equal(reg[DATA + word][l], hw_load_word(at, width));
            else
                assert_memory_equal(&reg[DATA + word][l], at, part);
        }
}

static void usual_ones_are_done(enum hw_width width)
{
    const uint32_t last = BYTES - HW_LANES * tried.bytes; /* the last place of a series */

    expect_done(OFFSET, tried.bytes, width);
    expect_done(last, tried.bytes, width);
    address(BYTES / 2, 0);
    if (is_load())
        expect_done(BYTES - tried.bytes, 0, width);
    else
        expect_other();
    /* What is held back of other memory does not matter. */
    tried.block.pending = &pending;
    pending.first = FIRST + BYTES;
    pending.last = pending.first + 3;
    expect_done(last, tried.bytes, width);
}

static void places_must_be_usual(unsigned lane)
{
    address(OFFSET, tried.bytes);
    reg[ADDRESS][lane] += tried.bytes;
    expect_other();
    address(BYTES - HW_LANES * tried.bytes + tried.bytes, tried.bytes); /* the last lane's lies behind all */
    expect_other();
    address(0u - tried.bytes, tried.bytes); /* the first lane's before all */
    expect_other();
    address(OFFSET + 1, tried.bytes);
    if (tried.bytes > 1)
        expect_other();
    address(OFFSET, 2 * tried.bytes);
    expect_other();
    if (in_segment())
        return;
    address(OFFSET, tried.bytes);
    reg[ADDRESS + 1][lane]++;
    expect_other();
    address(CHANGE + OFFSET - 4 * tried.bytes, tried.bytes); /* the high word changes at lane 4 */
    expect_other();
    for (unsigned l = 4; l < HW_LANES; l++) /* or ought to */
        reg[ADDRESS + 1][l] = reg[ADDRESS + 1][0];
    expect_other();
}

static void the_range_must_be_known(void)
{
    address(OFFSET, tried.bytes);
    tried.range = (struct hw_range){.first = 1, .last = 0}; /* none */
    expect_other();
    tried.range = (struct hw_range){FIRST + OFFSET + 1, FIRST + BYTES - 1};
    expect_other();
    tried.range = (struct hw_range){FIRST, FIRST + OFFSET + HW_LANES * tried.bytes - 2};
    expect_other();
    tried.range = (struct hw_range){FIRST, FIRST + BYTES - 1};
    tried.block.pending = &pending;
    pending.first = pending.last = FIRST + BYTES - 1;
    expect_other();
    tried.block.pending = NULL;
    if (in_segment())
        return;
    tried.range.first = HW_SHARED_WINDOW; /* a window hides a part of it */
    expect_other();
}

static void the_segment_must_be_plain(void)
{
    const struct hw_segment plain = tried.segment;

    tried.range = (struct hw_range){FIRST, FIRST + BYTES - 1};
    address(OFFSET, tried.bytes);
    tried.segment.limit = OFFSET + HW_LANES * tried.bytes - 2;
    expect_other();
    tried.segment = plain;
    tried.segment.read_only = true;
    expect_other();
    tried.segment = plain;
    tried.segment.mode = HW_SEGMENT_TILED;
    expect_other();
    tried.segment.mode = HW_SEGMENT_NONE;
    expect_other();
}

static void test_usual_accesses(void **state)
{
    const struct hw_alu_table *alu;

    (void)state;
    for (unsigned index = 0; (alu = hw_alu_table_at(index)) != NULL; index++)
        for (unsigned kind = 0; kind < HW_LANES_USUAL_COUNT; kind++)
            for (unsigned width = 0; width < HW_WIDTHS; width++) {
                hw_usual_fn *const function = hw_memory_table_of(alu)->usual[kind][width];
                begin(function, kind, (enum hw_width)width);
                usual_ones_are_done((enum hw_width)width);
                begin(function, kind, (enum hw_width)width);
                for (unsigned lane = 1; lane < HW_LANES; lane++)
                    places_must_be_usual(lane);
                the_range_must_be_known();
                if (in_segment())
                    the_segment_must_be_plain();
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_usual_accesses)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

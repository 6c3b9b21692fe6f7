/* SPDX-License-Identifier: MIT */
/* The functions for accesses which compiled code calls first, in every build: those to good places are done,
 * and of every other one nothing is.
 *
 * Random accesses are compared with a model that looks at each lane. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/memory/access.h"
#include "machine/memory/memory_table.h"
#include "machine/memory/reduction_buffer.h"
#include "machine/warp.h"

#define BYTES  3072u
#define OFFSET 0x40u
#define MASK   0xffffu                          /* of addresses in shared, local and constant memory */
#define CHANGE 0x400u                           /* where the high word of global addresses changes */
#define FIRST  (UINT64_C(0x300000000) - CHANGE) /* device address of `memory` */

/* A warp's local memory has an unaligned beginning. */
#define LOCAL_FIRST 0x24u
#define LOCAL_BYTES 0x30u
enum { WARP = 1 };
_Static_assert((WARP + 1) * LOCAL_BYTES * HW_LANES <= BYTES, "it is in `memory`");

enum { ADDRESS = 0, DATA = 2, ROWS = 6 };

/* What an access may change. */
static struct state {
    _Alignas(64) hw_lanes reg[ROWS];
    uint8_t memory[BYTES];
} state;

static struct hw_reduction_buffer pending;
static const unsigned width_bytes[HW_WIDTHS] = {1, 1, 2, 2, 4, 8, 16};

/* An access, which tests change. */
static struct {
    hw_mem_fast_fn *function;
    enum hw_mem_fast kind;
    enum hw_width width;
    unsigned bytes;
    struct hw_launch launch;
    struct hw_block block;
    struct hw_warp warp;
    struct hw_uop uop;
    uint32_t noise; /* in bits of addresses that do not count */
} tried;

static struct hw_range *known(void)
{
    return hw_cached_range(&tried.block, &tried.uop);
}

static bool is_load(void)
{
    return hw_mem_fast_loads(tried.kind);
}

static bool in_segment(void)
{
    return tried.kind <= HW_MEM_FAST_STORE_GLOBAL;
}

static bool is_generic(void)
{
    return hw_mem_fast_is_global(tried.kind) && !in_segment();
}

static bool is_local(void)
{
    return tried.kind == HW_MEM_FAST_LOAD_LOCAL || tried.kind == HW_MEM_FAST_STORE_LOCAL;
}

static uint32_t first_place(void)
{
    return is_local() ? LOCAL_FIRST : 0;
}

static uint32_t place_end(void)
{
    return is_local() ? LOCAL_FIRST + LOCAL_BYTES : BYTES;
}

/* A lane's address becomes that of the byte at `place` of its memory. */
static void point(unsigned lane, uint32_t place)
{
    const uint64_t at =
        is_generic() ? FIRST + (uint64_t)(int64_t)(int32_t)place - OFFSET : place + tried.noise - OFFSET;

    state.reg[ADDRESS][lane] = (uint32_t)at;
    state.reg[ADDRESS + 1][lane] = (uint32_t)(at >> 32);
}

/* Lane l's becomes that of place + l * step. */
static void address(uint32_t place, uint32_t step)
{
    for (uint32_t l = 0; l < HW_LANES; l++)
        point(l, place + l * step);
}

static void begin(const struct hw_memory_table *table, enum hw_mem_fast kind, enum hw_width width)
{
    memset(&tried, 0, sizeof tried);
    tried.function = table->mem_fast[kind][width];
    tried.kind = kind;
    tried.width = width;
    tried.bytes = width_bytes[width];
    tried.launch.segment[3] =
        (struct hw_segment){.mode = HW_SEGMENT_LINEAR, .base = FIRST, .limit = BYTES - 1};
    tried.launch.bank[3] = (struct hw_bank){.data = state.memory, .bytes = BYTES};
    tried.block.launch = &tried.launch;
    tried.block.window = (uint8_t *)((uintptr_t)state.memory - FIRST); /* host address of device address 0 */
    tried.block.shared = tried.block.local = state.memory;
    tried.block.shared_bytes = BYTES;
    tried.block.local_first = LOCAL_FIRST;
    tried.block.local_bytes = LOCAL_BYTES;
    tried.block.local_warp_bytes = LOCAL_BYTES * HW_LANES;
    tried.warp.block = &tried.block;
    tried.warp.number = WARP;
    tried.warp.regs.reg = state.reg;
    tried.warp.regs.exec = ~0u;
    *known() = (struct hw_range){FIRST, FIRST + BYTES - 1};
    tried.uop.mem.offset = OFFSET;
    tried.uop.mem.mask = MASK;
    tried.uop.mem.number = 3;
    for (unsigned i = 0; i < BYTES; i++)
        state.memory[i] = (uint8_t)(i * 37 + i / 256);
    for (unsigned i = 0; i < HW_LANES * (ROWS - DATA); i++)
        state.reg[DATA + i / HW_LANES][i % HW_LANES] = i * 0x01030507u + 0x80000000u;
    address(OFFSET, tried.bytes);
}

static bool try(void)
{
    return tried.function(&tried.warp.regs, &tried.uop, state.reg[DATA], state.reg[ADDRESS], known());
}

/* It does nothing. */
static void expect_other(void)
{
    const struct state before = state;

    assert_false(try());
    assert_memory_equal(&before, &state, sizeof state);
}

/* --- the model --- */

/* Where a lane's word is. */
static uint8_t *word_at(unsigned lane, uint32_t place, unsigned word)
{
    if (is_local())
        return state.memory + WARP * LOCAL_BYTES * HW_LANES + (place - LOCAL_FIRST) * HW_LANES +
               word * sizeof(hw_lanes) + lane * 4;
    return state.memory + place + 4 * word;
}

static void access_lane(unsigned lane, uint32_t place)
{
    const unsigned words = tried.bytes < 4 ? 1 : tried.bytes / 4, part = tried.bytes < 4 ? tried.bytes : 4;

    for (unsigned word = 0; word < words; word++) {
        uint8_t *at = word_at(lane, place, word);
        uint32_t *reg = &state.reg[DATA + word][lane];
        if (is_load())
            *reg = hw_load_word(at, tried.width);
        else
            memcpy(at, (uint8_t *)reg + (tried.uop.b_part == HW_PART_HIGH ? 2 : 0), part);
    }
}

/* It is done: of each executing lane, at its place. */
static void expect_done(const uint32_t *place)
{
    const struct state before = state;

    assert_true(try());
    const struct state after = state;
    state = before;
    for (unsigned l = 0; l < HW_LANES; l++)
        if (tried.warp.regs.exec >> l & 1)
            access_lane(l, place[l]);
    assert_memory_equal(&after, &state, sizeof state);
}

static bool is_good(uint32_t place)
{
    return place % tried.bytes == 0 && place >= first_place() && place < place_end() &&
           place_end() - place >= tried.bytes;
}

/* In local memory only words at one address are. */
static bool are_done(const uint32_t *place)
{
    const uint32_t exec = tried.warp.regs.exec;
    bool good = true, same = true;

    for (unsigned l = 0; l < HW_LANES; l++)
        if (exec >> l & 1) {
            good &= is_good(place[l]);
            same &= place[l] == place[hw_lowest_lane(exec)];
        }
    return good && (!is_local() || (same && tried.bytes >= 4));
}

/* --- random accesses --- */

static uint32_t seed = 1;

static uint32_t below(uint32_t count)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % count;
}

/* All lanes, one, neighbours, any. */
static uint32_t random_lanes(void)
{
    const uint32_t any = below(1u << 16) << 16 | below(1u << 16), from = below(HW_LANES);

    switch (below(4)) {
    case 0: return ~0u;
    case 1: return 1u << from;
    case 2: return (~0u >> below(HW_LANES)) << from | 1u << from;
    default: return any | 1u << from;
    }
}

/* A place, most often an aligned one, often near an end. */
static uint32_t random_place(uint32_t extent)
{
    const uint32_t begin = first_place(), end = place_end(), unit = below(8) ? tried.bytes : 1;
    const uint32_t near = below(8) * unit;
    uint32_t place = below(end);

    switch (below(4)) {
    case 0: place = begin + near - 4 * unit; break;
    case 1: place = end - extent + near - 4 * unit; break;
    case 2: place = CHANGE - near; break;
    default: break;
    }
    return place - place % unit;
}

/* Whether it was done. */
static bool try_any(void)
{
    const uint32_t exec = tried.warp.regs.exec = random_lanes();
    const uint32_t step = below(3) == 0 ? 0 : below(8) == 0 ? 2 * tried.bytes : tried.bytes;
    const unsigned first = hw_lowest_lane(exec), changed = below(4 * HW_LANES);
    const uint32_t begin = random_place(step * HW_LANES);
    const bool others = below(2), scattered = below(4) == 0;
    uint32_t place[HW_LANES];

    tried.noise = hw_mem_fast_is_global(tried.kind) ? 0 : below(1u << 16) << 16;
    tried.uop.b_part = tried.bytes <= 2 && below(2) ? HW_PART_HIGH : HW_PART_WORD;
    for (unsigned l = 0; l < HW_LANES; l++) {
        place[l] = begin + (l - first) * step;
        if (others && !(exec >> l & 1))
            place[l] = below(2 * BYTES);
        if (scattered)
            place[l] = below(place_end() / tried.bytes) * tried.bytes;
        if (l == changed)
            place[l] += tried.bytes;
        point(l, place[l]);
    }
    if (!are_done(place)) {
        expect_other();
        return false;
    }
    expect_done(place);
    return true;
}

/* --- what else must hold of global memory --- */

static void the_range_must_be_known(void)
{
    address(OFFSET, tried.bytes);
    *known() = (struct hw_range){.first = 1, .last = 0}; /* none */
    expect_other();
    *known() = (struct hw_range){FIRST + OFFSET + 1, FIRST + BYTES - 1};
    expect_other();
    *known() = (struct hw_range){FIRST, FIRST + OFFSET + HW_LANES * tried.bytes - 2};
    expect_other();
    *known() = (struct hw_range){FIRST, FIRST + BYTES - 1};
    tried.block.pending = &pending;
    pending.first = pending.last = FIRST + BYTES - 1;
    expect_other();
    pending.first = FIRST + BYTES; /* what is held back of other memory does not matter */
    pending.last = pending.first + 3;
    assert_true(try());
    tried.block.pending = NULL;
    if (in_segment())
        return;
    known()->first = HW_SHARED_WINDOW; /* a window hides a part of it */
    expect_other();
}

static void no_carry_may_be_missing(void)
{
    address(CHANGE + OFFSET - 4 * tried.bytes, tried.bytes); /* the high word changes at lane 4, */
    for (unsigned l = 4; l < HW_LANES; l++)                  /* or ought to */
        state.reg[ADDRESS + 1][l] = state.reg[ADDRESS + 1][0];
    expect_other();
    address(OFFSET, tried.bytes);
    state.reg[ADDRESS + 1][HW_LANES - 1]++;
    expect_other();
}

static void the_segment_must_be_plain(void)
{
    struct hw_segment *segment = &tried.launch.segment[3];
    const struct hw_segment plain = *segment;

    address(OFFSET, tried.bytes);
    segment->limit = OFFSET + HW_LANES * tried.bytes - 2;
    expect_other();
    *segment = plain;
    segment->read_only = true;
    expect_other();
    *segment = plain;
    segment->mode = HW_SEGMENT_TILED;
    expect_other();
    segment->mode = HW_SEGMENT_NONE;
    expect_other();
}

/* Where a warp's local memory is not zero must be remembered. */
static void only_touched_words_are_stored(void)
{
    const uint32_t place = LOCAL_FIRST + 12; /* aligned for all widths */
    uint32_t places[HW_LANES];

    for (unsigned l = 0; l < HW_LANES; l++)
        places[l] = place;
    address(place, 0);
    tried.block.local_touched = 12 * HW_LANES + 4;
    expect_other();
    tried.block.local_touched = 12 * HW_LANES;
    if (tried.bytes >= 4)
        expect_done(places);
}

static void try_all(const struct hw_memory_table *table, enum hw_mem_fast kind, enum hw_width width)
{
    unsigned usual = 0;

    begin(table, kind, width);
    for (unsigned i = 0; i < 1000; i++)
        usual += try_any();
    assert_in_range(usual, is_local() && tried.bytes < 4 ? 0 : 40, 900);
    begin(table, kind, width);
    if (hw_mem_fast_is_global(kind))
        the_range_must_be_known();
    if (is_generic())
        no_carry_may_be_missing();
    if (in_segment())
        the_segment_must_be_plain();
    if (is_local() && !is_load())
        only_touched_words_are_stored();
}

static void test_usual_accesses(void **unused)
{
    const struct hw_alu_table *alu;

    (void)unused;
    for (unsigned index = 0; (alu = hw_alu_table_at(index)) != NULL; index++)
        for (unsigned kind = 0; kind < HW_MEM_FAST_COUNT; kind++)
            for (unsigned width = 0; width < HW_WIDTHS; width++)
                try_all(hw_memory_table_of(alu), (enum hw_mem_fast)kind, (enum hw_width)width);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_usual_accesses)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

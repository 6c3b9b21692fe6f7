/* SPDX-License-Identifier: MIT */
/* The memory fast path, in every build: compiled code calls these functions first.  Accesses to valid
 * addresses are done, and every other one has no effect.
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
#include "machine/memory/reduction_bounds.h"
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

#define LANES_OF_LINE 8 /* of a tile */

/* What an access may change. */
static struct state {
    _Alignas(64) hw_lanes reg[ROWS];
    uint8_t memory[BYTES];
} state;

static struct hw_reduction_bounds deferred;
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

static struct hw_range *last_range(void)
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

static uint32_t first_offset(void)
{
    return is_local() ? LOCAL_FIRST : 0;
}

static uint32_t end_offset(void)
{
    return is_local() ? LOCAL_FIRST + LOCAL_BYTES : BYTES;
}

/* A lane's address becomes that of the byte at `offset` of its memory. */
static void set_lane_address(unsigned lane, uint32_t offset)
{
    const uint64_t at =
        is_generic() ? FIRST + (uint64_t)(int64_t)(int32_t)offset - OFFSET : offset + tried.noise - OFFSET;

    state.reg[ADDRESS][lane] = (uint32_t)at;
    state.reg[ADDRESS + 1][lane] = (uint32_t)(at >> 32);
}

/* Lane l's becomes that of offset + l * step. */
static void set_addresses(uint32_t offset, uint32_t step)
{
    for (uint32_t l = 0; l < HW_LANES; l++)
        set_lane_address(l, offset + l * step);
}

static void begin_access(const struct hw_memory_table *table, enum hw_mem_fast kind, enum hw_width width)
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
    *last_range() = (struct hw_range){FIRST, FIRST + BYTES - 1};
    tried.uop.mem.offset = OFFSET;
    tried.uop.mem.mask = MASK;
    tried.uop.mem.number = 3;
    for (unsigned i = 0; i < BYTES; i++)
        state.memory[i] = (uint8_t)(i * 37 + i / 256);
    for (unsigned i = 0; i < HW_LANES * (ROWS - DATA); i++)
        state.reg[DATA + i / HW_LANES][i % HW_LANES] = i * 0x01030507u + 0x80000000u;
    set_addresses(OFFSET, tried.bytes);
}

static bool try_fast_path(void)
{
    return tried.function(&tried.warp.regs, &tried.uop, state.reg[DATA], state.reg[ADDRESS], last_range());
}

/* It does nothing. */
static void expect_other(void)
{
    const struct state before = state;

    assert_false(try_fast_path());
    assert_memory_equal(&before, &state, sizeof state);
}

/* --- the model --- */

/* Where a lane's word is. */
static uint8_t *word_at(unsigned lane, uint32_t offset, unsigned word)
{
    if (is_local())
        return state.memory + WARP * LOCAL_BYTES * HW_LANES + (offset - LOCAL_FIRST) * HW_LANES +
               word * sizeof(hw_lanes) + lane * 4;
    return state.memory + offset + 4 * word;
}

static void access_lane(unsigned lane, uint32_t offset)
{
    const unsigned words = tried.bytes < 4 ? 1 : tried.bytes / 4, part = tried.bytes < 4 ? tried.bytes : 4;

    for (unsigned word = 0; word < words; word++) {
        uint8_t *at = word_at(lane, offset, word);
        uint32_t *reg = &state.reg[DATA + word][lane];
        if (is_load())
            *reg = hw_load_word(at, tried.width);
        else
            memcpy(at, (uint8_t *)reg + (tried.uop.b_part == HW_PART_HIGH ? 2 : 0), part);
    }
}

/* The fast path does the access of each executing lane, at its offset. */
static void expect_done(const uint32_t *offset)
{
    const struct state before = state;

    assert_true(try_fast_path());
    const struct state after = state;
    state = before;
    for (unsigned l = 0; l < HW_LANES; l++)
        if (tried.warp.regs.exec >> l & 1)
            access_lane(l, offset[l]);
    assert_memory_equal(&after, &state, sizeof state);
}

static bool is_valid(uint32_t offset)
{
    return offset % tried.bytes == 0 && offset >= first_offset() && offset < end_offset() &&
           end_offset() - offset >= tried.bytes;
}

/* In local memory only words at one address are. */
static bool are_done(const uint32_t *offset)
{
    const uint32_t exec = tried.warp.regs.exec;
    bool valid = true, same = true;

    for (unsigned l = 0; l < HW_LANES; l++)
        if (exec >> l & 1) {
            valid &= is_valid(offset[l]);
            same &= offset[l] == offset[hw_lowest_lane(exec)];
        }
    return valid && (!is_local() || (same && tried.bytes >= 4));
}

/* --- random accesses --- */

static uint32_t seed = 1;

static uint32_t random_below(uint32_t count)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % count;
}

/* All lanes, one, neighbours, any. */
static uint32_t random_lanes(void)
{
    const uint32_t any = random_below(1u << 16) << 16 | random_below(1u << 16), from = random_below(HW_LANES);

    switch (random_below(4)) {
    case 0: return ~0u;
    case 1: return 1u << from;
    case 2: return (~0u >> random_below(HW_LANES)) << from | 1u << from;
    default: return any | 1u << from;
    }
}

/* A random offset, most often an aligned one, often near an end. */
static uint32_t random_offset(uint32_t extent)
{
    const uint32_t first = first_offset(), end = end_offset(), unit = random_below(8) ? tried.bytes : 1;
    const uint32_t near = random_below(8) * unit;
    uint32_t offset = random_below(end);

    switch (random_below(4)) {
    case 0: offset = first + near - 4 * unit; break;
    case 1: offset = end - extent + near - 4 * unit; break;
    case 2: offset = CHANGE - near; break;
    default: break;
    }
    return offset - offset % unit;
}

/* Whether it was done. */
static bool try_any(void)
{
    const uint32_t exec = tried.warp.regs.exec = random_lanes();
    const uint32_t step = random_below(3) == 0 ? 0 : random_below(8) == 0 ? 2 * tried.bytes : tried.bytes;
    const unsigned first = hw_lowest_lane(exec), changed = random_below(4 * HW_LANES);
    const uint32_t start = random_offset(step * HW_LANES);
    const bool others = random_below(2), scattered = random_below(4) == 0, tiled = random_below(8) == 0;
    uint32_t offset[HW_LANES];

    tried.noise = hw_mem_fast_is_global(tried.kind) ? 0 : random_below(1u << 16) << 16;
    tried.uop.b_part = tried.bytes <= 2 && random_below(2) ? HW_PART_HIGH : HW_PART_WORD;
    for (unsigned l = 0; l < HW_LANES; l++) {
        offset[l] = start + (l - first) * step;
        if (others && !(exec >> l & 1))
            offset[l] = random_below(2 * BYTES);
        if (scattered || (tiled && l % LANES_OF_LINE == 0))
            offset[l] = random_below(end_offset() / tried.bytes) * tried.bytes;
        else if (tiled) /* lines of elements side by side, which may overlap */
            offset[l] = offset[l - 1] + tried.bytes;
        if (l == changed)
            offset[l] += tried.bytes;
        set_lane_address(l, offset[l]);
    }
    if (!are_done(offset)) {
        expect_other();
        return false;
    }
    expect_done(offset);
    return true;
}

/* --- what else must hold of global memory --- */

static void only_the_last_range_is_accessed(void)
{
    set_addresses(OFFSET, tried.bytes);
    *last_range() = (struct hw_range){.first = 1, .last = 0}; /* none */
    expect_other();
    *last_range() = (struct hw_range){FIRST + OFFSET + 1, FIRST + BYTES - 1};
    expect_other();
    *last_range() = (struct hw_range){FIRST, FIRST + OFFSET + HW_LANES * tried.bytes - 2};
    expect_other();
    *last_range() = (struct hw_range){FIRST, FIRST + BYTES - 1};
    tried.block.deferred = &deferred;
    deferred.first = deferred.last = FIRST + OFFSET + HW_LANES * tried.bytes - 1;
    expect_other();
    deferred.first++; /* reductions to other memory do not matter */
    deferred.last += 4;
    assert_true(try_fast_path());
    tried.block.deferred = NULL;
    if (in_segment())
        return;
    last_range()->first = HW_SHARED_WINDOW; /* a window hides a part of it */
    expect_other();
}

static void no_carry_may_be_missing(void)
{
    set_addresses(CHANGE + OFFSET - 4 * tried.bytes, tried.bytes); /* the high word changes at lane 4, */
    for (unsigned l = 4; l < HW_LANES; l++)                        /* or ought to */
        state.reg[ADDRESS + 1][l] = state.reg[ADDRESS + 1][0];
    expect_other();
    set_addresses(OFFSET, tried.bytes);
    state.reg[ADDRESS + 1][HW_LANES - 1]++;
    expect_other();
}

static void the_segment_must_be_plain(void)
{
    struct hw_segment *segment = &tried.launch.segment[3];
    const struct hw_segment plain = *segment;

    set_addresses(OFFSET, tried.bytes);
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
    const uint32_t offset = LOCAL_FIRST + 12; /* aligned for all widths */
    uint32_t offsets[HW_LANES];

    for (unsigned l = 0; l < HW_LANES; l++)
        offsets[l] = offset;
    set_addresses(offset, 0);
    tried.block.local_touched = 12 * HW_LANES + 4;
    expect_other();
    tried.block.local_touched = 12 * HW_LANES;
    if (tried.bytes >= 4)
        expect_done(offsets);
}

static void try_all(const struct hw_memory_table *table, enum hw_mem_fast kind, enum hw_width width)
{
    unsigned done = 0;

    begin_access(table, kind, width);
    for (unsigned i = 0; i < 1000; i++)
        done += try_any();
    assert_in_range(done, is_local() && tried.bytes < 4 ? 0 : 40, 900);
    begin_access(table, kind, width);
    if (hw_mem_fast_is_global(kind))
        only_the_last_range_is_accessed();
    if (is_generic())
        no_carry_may_be_missing();
    if (in_segment())
        the_segment_must_be_plain();
    if (is_local() && !is_load())
        only_touched_words_are_stored();
}

static void test_common_accesses(void **unused)
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_common_accesses)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

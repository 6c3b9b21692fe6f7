/* SPDX-License-Identifier: MIT */
/* Loads and stores of 32 lanes, in every build of the register functions, for all lanes and for few, against
 * a model that goes byte by byte.
 *
 * What differs between the paths inside is how the lanes' addresses lie, how wide they access and which of
 * them execute; so all of these are combined.  Faults are the engine tests' business. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/scheduler/blocks.h"
#include "machine/warp.h"
#include "machine/memory/memory_table.h"
#include "machine/memory/memory_ops.h"
#include "machine/memory/access.h"

#define BYTES   4096u
#define SEGMENT 14
#define ROUNDS  6

enum { REG_ADDRESS = 0, REG_DATA = 4, REG_RESULT = 8, ROWS = 12 };
/* DEVICE: global memory by 64-bit addresses; the last three: what a generic address may mean. */
enum { SHARED, LOCAL, GLOBAL, CONST, DEVICE, GENERIC, GENERIC_SHARED, GENERIC_LOCAL, SPACES };

#define FIRST        UINT64_C(0x1fffff800) /* of device memory: its middle is where the high word changes */
#define LOCAL_FIRST  0xfff000u
#define GLOBAL_FIRST 0x100u

/* A warp with every kind of memory, BYTES of each. */
struct bench {
    struct hw_launch launch;
    struct hw_block block;
    struct hw_warp warp;
    uint8_t *bytes[SPACES]; /* of the space; local: the 32 lanes' */
    uint64_t first[SPACES]; /* where it begins */
    uint8_t *before;        /* a copy */
};

static const unsigned width_bytes[HW_WIDTHS] = {1, 1, 2, 2, 4, 8, 16};

static uint32_t random_word(void)
{
    static uint32_t state = 1;

    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static void *new_bytes(size_t bytes)
{
    uint8_t *made = aligned_alloc(64, bytes);

    assert_non_null(made);
    for (size_t i = 0; i < bytes; i++)
        made[i] = (uint8_t)random_word();
    return made;
}

static void set_up(struct bench *bench)
{
    struct hw_error error;

    memset(bench, 0, sizeof *bench);
    assert_int_equal(hw_memory_create(&bench->launch.memory, &error), HW_OK);
    assert_int_equal(hw_memory_map(bench->launch.memory, GLOBAL_FIRST, BYTES, &error), HW_OK);
    assert_int_equal(hw_memory_map(bench->launch.memory, FIRST, BYTES, &error), HW_OK);
    bench->first[GLOBAL] = GLOBAL_FIRST;
    bench->first[LOCAL] = LOCAL_FIRST;
    bench->first[DEVICE] = bench->first[GENERIC] = FIRST;
    bench->first[GENERIC_SHARED] = HW_SHARED_WINDOW;
    bench->first[GENERIC_LOCAL] = HW_LOCAL_WINDOW + LOCAL_FIRST;
    bench->bytes[SHARED] = new_bytes(BYTES);
    bench->bytes[LOCAL] = new_bytes(BYTES * HW_LANES);
    bench->bytes[CONST] = new_bytes(BYTES);
    bench->bytes[GLOBAL] = hw_memory_host(bench->launch.memory, GLOBAL_FIRST, BYTES);
    bench->bytes[DEVICE] = bench->bytes[GENERIC] = hw_memory_host(bench->launch.memory, FIRST, BYTES);
    bench->bytes[GENERIC_SHARED] = bench->bytes[SHARED];
    bench->bytes[GENERIC_LOCAL] = bench->bytes[LOCAL];
    memcpy(bench->bytes[GLOBAL], bench->bytes[CONST], BYTES);
    memcpy(bench->bytes[DEVICE], bench->bytes[SHARED], BYTES);
    bench->before = new_bytes(BYTES * HW_LANES);
    bench->launch.segment[SEGMENT] = (struct hw_segment){.mode = HW_SEGMENT_LINEAR, .limit = 0xffffffffu};
    bench->launch.bank[0].data = bench->bytes[CONST];
    bench->launch.bank[0].bytes = BYTES;
    bench->block.launch = &bench->launch;
    bench->block.window = hw_memory_reservation(bench->launch.memory)->base;
    bench->block.windows = (struct hw_windows){0, HW_SHARED_WINDOW, HW_LOCAL_WINDOW};
    for (unsigned i = 0; i < HW_RANGE_CACHE; i++)
        bench->block.cached[i].first = 1;
    bench->block.shared = bench->bytes[SHARED];
    bench->block.shared_bytes = bench->block.local_bytes = BYTES;
    bench->block.local = bench->bytes[LOCAL];
    bench->block.local_first = LOCAL_FIRST;
    bench->warp.block = &bench->block;
    bench->warp.regs.reg = new_bytes(ROWS * sizeof(hw_lanes));
}

static void tear_down(struct bench *bench)
{
    hw_memory_destroy(bench->launch.memory);
    free(bench->bytes[SHARED]);
    free(bench->bytes[LOCAL]);
    free(bench->bytes[CONST]);
    free(bench->before);
    free(bench->warp.regs.reg);
}

/* Addresses of lanes, from 0 on: contiguous, uniform, the halves of the warp at a distance, ... */
static void lay_out(uint32_t *address, unsigned shape, unsigned bytes)
{
    const uint32_t half = random_word() % 1024 / bytes * bytes, other = random_word() % 1024 / bytes * bytes;

    for (uint32_t l = 0; l < HW_LANES; l++) {
        const uint32_t base = l < 16 || shape % 2 == 0 ? half : other,
                       step = (shape < 6 ? l & 15 : l) * bytes;
        switch (shape / 2) {
        case 0: address[l] = base; break;                         /* the same */
        case 1: address[l] = base + step; break;                  /* one behind the other, in each half */
        case 2: address[l] = base + (l & 15) * 17 * bytes; break; /* anyhow, in each half */
        case 3: address[l] = base + step; break;                  /* one behind the other */
        default: address[l] = random_word() % BYTES / bytes * bytes; break;
        }
        address[l] %= BYTES;
    }
}

static const uint32_t masks[] = {0xffffffffu, 0x0000ffffu, 0xffff0000u, 0x80000000u,
                                 1u,          0x55555555u, 0x7ffffffeu};

/* A byte of a lane's address. */
static uint8_t *byte_at(uint8_t *bytes, unsigned space, uint32_t address, unsigned lane)
{
    if (space == LOCAL || space == GENERIC_LOCAL)
        return bytes + (address & ~3u) * HW_LANES + lane * 4 + (address & 3);
    return bytes + address;
}

static uint32_t expected_word(const struct bench *bench, unsigned space, uint32_t address, unsigned lane,
                              enum hw_width width)
{
    const unsigned bytes = width_bytes[width] < 4 ? width_bytes[width] : 4;
    uint32_t word = 0;

    for (unsigned i = 0; i < bytes; i++)
        word |= (uint32_t)*byte_at(bench->bytes[space], space, address + i, lane) << 8 * i;
    if (width == HW_WIDTH_S8)
        return (uint32_t)(int32_t)(int8_t)word;
    return width == HW_WIDTH_S16 ? (uint32_t)(int32_t)(int16_t)word : word;
}

static void check_load(struct bench *bench, hw_uop_fn *load, struct hw_uop *uop, unsigned space,
                       enum hw_width width, const uint32_t *address)
{
    const struct hw_regs *regs = &bench->warp.regs;
    hw_lanes old[4];

    memcpy(old, regs->reg + REG_RESULT, sizeof old);
    load(&bench->warp.regs, uop);
    for (unsigned l = 0; l < HW_LANES; l++)
        for (unsigned word = 0; word < 4; word++) {
            bool loaded = regs->exec >> l & 1 && word * 4 < width_bytes[width];
            assert_int_equal(regs->reg[REG_RESULT + word][l],
                             loaded ? expected_word(bench, space, address[l] + 4 * word, l, width)
                                    : old[word][l]);
        }
}

static void check_store(struct bench *bench, hw_uop_fn *store, struct hw_uop *uop, unsigned space,
                        enum hw_width width, const uint32_t *address)
{
    const struct hw_regs *regs = &bench->warp.regs;
    const size_t size = space == LOCAL || space == GENERIC_LOCAL ? BYTES * HW_LANES : BYTES;

    memcpy(bench->before, bench->bytes[space], size);
    store(&bench->warp.regs, uop);
    for (unsigned l = 0; l < HW_LANES; l++)
        for (unsigned i = 0; regs->exec >> l & 1 && i < width_bytes[width]; i++) {
            unsigned from = i + (uop->b_part == HW_PART_HIGH ? 2 : 0);
            *byte_at(bench->before, space, address[l] + i, l) =
                (uint8_t)(regs->reg[REG_DATA + from / 4][l] >> from % 4 * 8);
        }
    assert_memory_equal(bench->before, bench->bytes[space], size);
}

/* One access: fill the address register so that register + imm is what was laid out; lanes that do not
 * execute get rubbish. */
static void check_access(struct bench *bench, const struct hw_memory_table *table, unsigned space,
                         enum hw_width width, unsigned shape, uint32_t exec)
{
    hw_uop_fn *const *const load[SPACES] = {table->load_shared,  table->load_local,  table->load_global,
                                            table->load_const,   table->load_device, table->load_generic,
                                            table->load_generic, table->load_generic};
    hw_uop_fn *const *const store[SPACES] = {
        table->store_shared, table->store_local,   table->store_global,  NULL,
        table->store_device, table->store_generic, table->store_generic, table->store_generic};
    struct hw_uop uop = {.a = REG_ADDRESS,
                         .b = REG_DATA,
                         .d = REG_RESULT,
                         .mem = {.mask = ~0u, .number = space == GLOBAL ? SEGMENT : 0}};
    struct hw_regs *regs = &bench->warp.regs;
    uint32_t address[HW_LANES];

    uop.mem.offset = random_word() & 0xfff0;
    uop.b_part = width_bytes[width] == 2 && random_word() & 1 ? HW_PART_HIGH : HW_PART_WORD;
    bench->warp.regs.exec = exec;
    lay_out(address, shape, width_bytes[width]);
    if (space >= DEVICE && random_word() & 1)
        uop.mem.offset = -uop.mem.offset;
    for (unsigned l = 0; l < HW_LANES; l++) {
        const uint64_t base = address[l] + bench->first[space] - (uint64_t)(int64_t)(int32_t)uop.mem.offset;
        regs->reg[REG_ADDRESS][l] = exec >> l & 1 ? (uint32_t)base : random_word();
        regs->reg[REG_ADDRESS + 1][l] = exec >> l & 1 ? (uint32_t)(base >> 32) : random_word();
    }
    check_load(bench, load[space][width], &uop, space, width, address);
    if (store[space])
        check_store(bench, store[space][width], &uop, space, width, address);
    assert_int_equal(bench->warp.event, HW_EVENT_NONE);
}

static void test_accesses(void **state)
{
    const struct hw_alu_table *alu;
    struct bench bench;

    (void)state;
    set_up(&bench);
    for (unsigned index = 0; (alu = hw_alu_table_at(index)) != NULL; index++)
        for (unsigned space = 0; space < SPACES; space++)
            for (unsigned width = 0; width < HW_WIDTHS; width++)
                for (unsigned shape = 0; shape < 9; shape++)
                    for (unsigned mask = 0; mask < sizeof masks / sizeof masks[0]; mask++)
                        for (unsigned round = 0; round < ROUNDS; round++)
                            check_access(&bench, hw_memory_table_of(alu), space, (enum hw_width)width, shape,
                                         masks[mask]);
    tear_down(&bench);
}

/* The same of warps whose active lanes lie in one window: by the functions for few lanes. */
static void test_few(void **state)
{
    static const uint32_t narrow[] = {1, 2, 0x10, 0x80, 0x55, 0x7e, 0xff};
    const struct hw_alu_table *alu;
    struct bench bench;

    (void)state;
    set_up(&bench);
    for (unsigned index = 0; (alu = hw_alu_table_at(index)) != NULL; index++)
        for (unsigned space = 0; space < SPACES; space++)
            for (unsigned width = 0; width < HW_WIDTHS; width++)
                for (unsigned shape = 0; shape < 9; shape++)
                    for (unsigned mask = 0; mask < sizeof narrow / sizeof narrow[0]; mask++)
                        for (unsigned first = 0; first < HW_LANES; first += HW_NARROW_LANES) {
                            bench.warp.regs.first = first;
                            check_access(&bench, hw_memory_table_of(alu)->narrow, space, (enum hw_width)width,
                                         shape, narrow[mask] << first);
                        }
    tear_down(&bench);
}

/* Shared memory without a base register: all lanes access one address; of a store the last lane's value
 * remains. */
static void test_fixed_addresses(void **state)
{
    const struct hw_alu_table *alu;
    struct bench bench;

    (void)state;
    set_up(&bench);
    for (unsigned index = 0; (alu = hw_alu_table_at(index)) != NULL; index++)
        for (unsigned width = 0; width < HW_WIDTHS; width++)
            for (unsigned mask = 0; mask < sizeof masks / sizeof masks[0]; mask++) {
                struct hw_uop uop = {.a = HW_NO_REGISTER, .b = REG_DATA, .d = REG_RESULT, .mem.mask = ~0u};
                const struct hw_memory_table *table = hw_memory_table_of(alu);
                uint32_t address[HW_LANES];

                uop.mem.offset = random_word() % BYTES & ~15u;
                for (unsigned l = 0; l < HW_LANES; l++)
                    address[l] = uop.mem.offset;
                bench.warp.regs.exec = masks[mask];
                check_load(&bench, table->load_shared[width], &uop, SHARED, (enum hw_width)width, address);
                check_store(&bench, table->store_shared[width], &uop, SHARED, (enum hw_width)width, address);
                bench.warp.regs.first = mask % 4 * HW_NARROW_LANES;
                bench.warp.regs.exec = 1u << random_word() % HW_NARROW_LANES << bench.warp.regs.first;
                check_load(&bench, table->narrow->load_shared[width], &uop, SHARED, (enum hw_width)width,
                           address);
                check_store(&bench, table->narrow->store_shared[width], &uop, SHARED, (enum hw_width)width,
                            address);
            }
    tear_down(&bench);
}

/* A load of one lane from device memory, by a micro-op that has not been there. */
static void load_once(struct bench *bench, const struct hw_memory_table *table, struct hw_uop *uop)
{
    struct hw_regs *regs = &bench->warp.regs;

    *uop = (struct hw_uop){.fn = table->load_device[HW_WIDTH_B32], .a = REG_ADDRESS, .d = REG_RESULT};
    regs->exec = 1;
    regs->first = 0;
    regs->reg[REG_ADDRESS][0] = (uint32_t)FIRST;
    regs->reg[REG_ADDRESS + 1][0] = (uint32_t)(FIRST >> 32);
    uop->fn(regs, uop);
    assert_int_equal(bench->warp.event, HW_EVENT_NONE);
}

/* What one micro-op has found others need not search for, unless each access is to be asked about. */
static void test_recent_ranges(void **state)
{
    const struct hw_memory_table *table = hw_memory_table_of(hw_alu_table());
    const struct hw_range none = {.first = 1, .last = 0};
    struct hw_range range = none;
    struct hw_uop uop[3];
    struct bench bench;

    (void)state;
    set_up(&bench);
    assert_false(hw_recall_range(&bench.block, FIRST, &range));
    load_once(&bench, table, &uop[0]);
    assert_true(hw_recall_range(&bench.block, FIRST + BYTES - 1, &range));
    assert_int_equal(range.first, FIRST);
    assert_false(hw_recall_range(&bench.block, FIRST, &range)); /* it is the same */
    range = none;
    assert_false(hw_recall_range(&bench.block, GLOBAL_FIRST, &range));
    load_once(&bench, table, &uop[1]);
    assert_int_equal(hw_cached_range(&bench.block, &uop[1])->first, FIRST);
    assert_int_equal(bench.block.recent_count, 1); /* the range was not searched again */

    hw_memory_lend(bench.launch.memory, FIRST, BYTES);
    hw_block_forget_ranges(&bench.block);
    assert_false(hw_recall_range(&bench.block, FIRST, &range));
    bench.block.watched = true;
    for (unsigned i = 0; i < 3; i++) {
        bench.block.met_others = false;
        load_once(&bench, table, &uop[i]);
        assert_true(bench.block.met_others);
    }
    hw_memory_reclaim(bench.launch.memory, FIRST, BYTES);
    tear_down(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_fixed_addresses),
        cmocka_unit_test(test_recent_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

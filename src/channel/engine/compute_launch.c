/* SPDX-License-Identifier: MIT */
/* The method LAUNCH makes a launch of the machine from the state of the compute object. */
#include "channel/engine/channel_state.h"

#include "machine/chip/sm_location.h"
#include "machine/chip/sm_slot.h"
#include "machine/stats.h"

#include <halfwarp/isa.h>
#include <stdio.h>
#include <string.h>

#define PARAMS_MAX      64u
#define HEADER_BYTES    16u
#define CALLS_UNLIMITED 0xfu

static uint32_t state_of(const struct hw_channel *channel, uint32_t method)
{
    return hw_state_of_method(channel, HW_OBJECT_COMPUTE, method);
}

static const struct hw_dma_object *slot_of(const struct hw_channel *channel, uint32_t method)
{
    return hw_slot_of(channel, HW_OBJECT_COMPUTE, method);
}

/* --- shape --- */

/* Both must be set for 32 lanes. */
static uint32_t lanes_of(const struct hw_channel *channel)
{
    return state_of(channel, HW_COMPUTE_LANES32_ENABLE) == 1 &&
                   state_of(channel, HW_COMPUTE_REG_MODE) == HW_COMPUTE_REG_MODE_STRIPED
               ? 32
               : 16;
}

static void set_shape(const struct hw_channel *channel, struct hw_launch *launch)
{
    const uint32_t grid = state_of(channel, HW_COMPUTE_GRIDDIM),
                   block = state_of(channel, HW_COMPUTE_BLOCKDIM_XY);

    launch->grid[0] = hw_field(grid, HW_COMPUTE_GRIDDIM_X);
    launch->grid[1] = hw_field(grid, HW_COMPUTE_GRIDDIM_Y);
    launch->block[0] = hw_field(block, HW_COMPUTE_BLOCKDIM_XY_X);
    launch->block[1] = hw_field(block, HW_COMPUTE_BLOCKDIM_XY_Y);
    launch->block[2] = state_of(channel, HW_COMPUTE_BLOCKDIM_Z);
    launch->threads = hw_field(state_of(channel, HW_COMPUTE_BLOCK_ALLOC), HW_COMPUTE_BLOCK_ALLOC_THREADS);
    launch->lanes = lanes_of(channel);
    launch->grid_id = state_of(channel, HW_COMPUTE_GRIDID) & 0xffff;
    launch->shared_bytes = state_of(channel, HW_COMPUTE_SHARED_SIZE);
    launch->params = &channel->state[HW_OBJECT_COMPUTE].word[HW_COMPUTE_USER_PARAM / 4];
    launch->param_bytes =
        4 * hw_field(state_of(channel, HW_COMPUTE_USER_PARAM_COUNT), HW_COMPUTE_USER_PARAM_COUNT_COUNT);
    /* without this bit only the first block runs (rnndb) */
    if (!(state_of(channel, HW_COMPUTE_UNK0384) & 0x100) && launch->grid[0] && launch->grid[1])
        launch->grid[0] = launch->grid[1] = 1;
}

/* A launch of no blocks or no threads: nothing runs.  No document says what the card does. */
static bool is_empty(const struct hw_launch *launch)
{
    return !launch->grid[0] || !launch->grid[1] || !launch->threads;
}

/* Of a block. */
static uint32_t warps_of(const struct hw_launch *launch)
{
    return (launch->threads + launch->lanes - 1) / launch->lanes;
}

/* --- registers, local memory, stack --- */

static struct hw_area area_of(const struct hw_channel *channel, uint32_t slot, uint32_t address, uint32_t log,
                              uint32_t no_clamp)
{
    const struct hw_dma_object *dma = slot_of(channel, slot);
    struct hw_area area = {.warps_log = (uint8_t)state_of(channel, log),
                           .aliases = state_of(channel, no_clamp) != 0};

    if (!dma) { /* whatever touches it is a fault */
        area.memory = channel->space.view;
        area.base = area.end = 1;
        return area;
    }
    area.memory = hw_dma_memory(&channel->space, dma, &area.base);
    area.base += hw_state_address(channel, HW_OBJECT_COMPUTE, address);
    area.end = dma->limit + 1;
    area.read_only = dma->access == HW_DMA_ACCESS_READ_ONLY;
    return area;
}

/* Sizes are 0 or n + 1 for 2^n units. */
static uint32_t units_of(uint32_t log)
{
    return log ? (uint32_t)1 << (log - 1) : 0;
}

static void set_storage(const struct hw_channel *channel, struct hw_launch *launch)
{
    const uint32_t local = units_of(state_of(channel, HW_COMPUTE_LOCAL_SIZE_LOG)),
                   stack = units_of(state_of(channel, HW_COMPUTE_STACK_SIZE_LOG)),
                   calls = state_of(channel, HW_COMPUTE_CALL_LIMIT_LOG);

    launch->code.registers = state_of(channel, HW_COMPUTE_CP_REG_ALLOC_TEMP);
    launch->placement.units = channel->setup.units;
    launch->local_bytes = 16 * local;
    if (local)
        launch->placement.local = area_of(channel, HW_COMPUTE_DMA_LOCAL, HW_COMPUTE_LOCAL_ADDRESS_HIGH,
                                          HW_COMPUTE_LOCAL_WARPS_LOG_ALLOC, HW_COMPUTE_LOCAL_WARPS_NO_CLAMP);
    /* a stack has four entries at least */
    launch->limits.stack_entries = stack == 0 ? HW_NO_STACK : stack < HW_STACK_BLOCK ? HW_STACK_BLOCK : stack;
    if (stack)
        launch->placement.stack = area_of(channel, HW_COMPUTE_DMA_STACK, HW_COMPUTE_STACK_ADDRESS_HIGH,
                                          HW_COMPUTE_STACK_WARPS_LOG_ALLOC, HW_COMPUTE_STACK_WARPS_NO_CLAMP);
    launch->limits.call_limit = calls == CALLS_UNLIMITED ? 0 : calls ? units_of(calls) : HW_NO_CALLS;
}

/* --- memory --- */

/* A global segment, which ends where its DMA object does. */
static struct hw_segment segment_of(const struct hw_channel *channel, unsigned number,
                                    const struct hw_dma_object *dma)
{
    const uint32_t at = 0x20 * number;
    const uint32_t mode = state_of(channel, HW_COMPUTE_GLOBAL_MODE + at);
    struct hw_segment segment = {
        .mode = hw_field(mode, HW_COMPUTE_GLOBAL_MODE_LINEAR) ? HW_SEGMENT_LINEAR : HW_SEGMENT_TILED,
        .tile_mode = (uint8_t)hw_field(mode, HW_COMPUTE_GLOBAL_MODE_BLOCK_HEIGHT),
        .read_only = dma->access == HW_DMA_ACCESS_READ_ONLY,
        .base = hw_state_address(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_GLOBAL_ADDRESS_HIGH + at),
        .limit = state_of(channel, HW_COMPUTE_GLOBAL_LIMIT + at),
        .pitch = state_of(channel, HW_COMPUTE_GLOBAL_PITCH + at),
        .end = dma->limit + 1};
    const uint64_t end = dma->limit - dma->base; /* the last address of the object */

    if (segment.base > end)
        return (struct hw_segment){.mode = HW_SEGMENT_NONE};
    if (segment.mode == HW_SEGMENT_LINEAR && segment.limit > end - segment.base)
        segment.limit = (uint32_t)(end - segment.base);
    segment.base += dma->base;
    return segment;
}

static void set_segments(const struct hw_channel *channel, struct hw_launch *launch)
{
    const struct hw_dma_object *dma = slot_of(channel, HW_COMPUTE_DMA_GLOBAL);
    uint64_t base;

    memset(launch->segment, 0, sizeof launch->segment);
    launch->memory = dma ? hw_dma_memory(&channel->space, dma, &base) : channel->space.view;
    for (unsigned i = 0; i < HW_SEGMENTS && dma; i++)
        launch->segment[i] = segment_of(channel, i, dma);
}

static bool set_constants(struct hw_channel *channel, struct hw_launch *launch, uint32_t used)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; i < HW_CONSTANT_SPACES && status == HW_OK; i++)
        if (used >> i & 1)
            status = hw_constants_of_space(&channel->constants, &channel->space,
                                           slot_of(channel, HW_COMPUTE_DMA_CODE_CB), i, &launch->bank[i]);
    if (status != HW_OK)
        hw_channel_fail(channel, hw_fail(channel->error, status, "channel", "no memory for constants"));
    return status == HW_OK;
}

/* --- textures --- */

/* A descriptor from the table of a kind; false with the fault reported. */
static bool read_descriptor(struct hw_channel *channel, uint32_t dma, uint32_t address, uint32_t number,
                            uint32_t words[HW_DESCRIPTOR_WORDS])
{
    const uint64_t table = hw_state_address(channel, HW_OBJECT_COMPUTE, address);
    struct hw_dma_fault fault;

    if (hw_dma_read(&channel->space, slot_of(channel, dma),
                    table + (uint64_t)number * 4 * HW_DESCRIPTOR_WORDS, words, 4 * HW_DESCRIPTOR_WORDS,
                    &fault))
        return true;
    hw_channel_memory_error(channel, HW_UNIT_CCACHE, &fault, "a texture's descriptor");
    return false;
}

/* Make the texture of a pair; one that is not bound stays unbound.  False: there is no launch. */
static bool set_texture(struct hw_channel *channel, struct hw_launch *launch, struct hw_texture_pair pair)
{
    struct hw_texture_tables *tables = &channel->textures;
    const bool linked = state_of(channel, HW_COMPUTE_LINKED_TSC) != 0;
    const uint32_t tic = pair.texture < HW_BOUND_TEXTURES ? tables->tic[pair.texture] : 0,
                   tsc = linked                             ? tic
                         : pair.sampler < HW_BOUND_SAMPLERS ? tables->tsc[pair.sampler]
                                                            : 0;
    uint32_t words[2][HW_DESCRIPTOR_WORDS];
    struct hw_described described;
    struct hw_dma_fault fault = {.reason = HW_VM_FINE};

    if (!tic || !tsc)
        return true;
    if (!read_descriptor(channel, HW_COMPUTE_DMA_TIC, HW_COMPUTE_TIC_ADDRESS_HIGH, tic - 1, words[0]) ||
        !read_descriptor(channel, HW_COMPUTE_DMA_TSC, HW_COMPUTE_TSC_ADDRESS_HIGH, tsc - 1, words[1]))
        return false;
    hw_status status = hw_describe_texture(words[0], words[1], &described, channel->error);
    if (status == HW_OK)
        status = hw_texture_tables_make(tables, &channel->space, slot_of(channel, HW_COMPUTE_DMA_TEXTURE),
                                        pair.texture, &described, &fault, channel->error);
    if (status == HW_ERR_FAULT)
        hw_channel_memory_error(channel, HW_UNIT_TEXTURE, &fault, "a texture");
    else if (status != HW_OK)
        hw_channel_fail(channel, status);
    launch->textures.unit[pair.texture] = &tables->made[pair.texture];
    return status == HW_OK;
}

/* A texture that code reads with two samplers would be two textures for the machine. */
static bool set_textures(struct hw_channel *channel, struct hw_launch *launch,
                         const struct hw_cached_code *code)
{
    for (uint32_t i = 0; i < code->pair_count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (code->pair[j].texture == code->pair[i].texture) {
                hw_channel_fail(channel,
                                hw_fail(channel->error, HW_ERR_UNSUPPORTED, "channel",
                                        "texture %u is read with samplers %u and %u", code->pair[i].texture,
                                        code->pair[j].sampler, code->pair[i].sampler));
                return false;
            }
        if (!set_texture(channel, launch, code->pair[i]))
            return false;
    }
    return true;
}

/* --- checks --- */

/* What the card checks itself; HW_DATA_OK: it would launch. */
static enum hw_data_error check(const struct hw_channel *channel, const struct hw_launch *launch,
                                char sentence[160])
{
    const struct hw_chip_info *chip = channel->setup.chip;
    const uint64_t whole = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    const uint32_t warps = warps_of(launch);
    const struct hw_launch local = {.code = launch->code,
                                    .lanes = launch->lanes,
                                    .placement = {.local = launch->placement.local}},
                           stack = {.code = launch->code,
                                    .lanes = launch->lanes,
                                    .placement = {.stack = launch->placement.stack}};
    const struct {
        bool wrong;
        enum hw_data_error code;
        const char *sentence;
        uint64_t value, most;
    } checks[] = {
        {!channel->latched, HW_DATA_CP_NO_BLOCKDIM_LATCH, "no BLOCKDIM_LATCH behind the block's dimensions",
         0, 0},
        {launch->threads > whole, HW_DATA_CP_BLOCK_SIZE_MISMATCH,
         "BLOCK_ALLOC asks for %llu threads, the block's dimensions give %llu", launch->threads, whole},
        {HEADER_BYTES + launch->param_bytes > launch->shared_bytes, HW_DATA_CP_MORE_PARAMS_THAN_SHARED,
         "header and parameters take %llu bytes, SHARED_SIZE is %llu", HEADER_BYTES + launch->param_bytes,
         launch->shared_bytes},
        {warps > chip->warps_per_mp, HW_DATA_CP_NOT_ENOUGH_WARPS,
         "the block has %llu warps, a multiprocessor %llu", warps, chip->warps_per_mp},
        {warps > hw_warps_that_fit(&local), HW_DATA_CP_NOT_ENOUGH_LOCAL_WARPS,
         "the block has %llu warps, LOCAL_WARPS_LOG_ALLOC leaves room for %llu", warps,
         hw_warps_that_fit(&local)},
        {warps > hw_warps_that_fit(&stack), HW_DATA_CP_NOT_ENOUGH_STACK_WARPS,
         "the block has %llu warps, STACK_WARPS_LOG_ALLOC leaves room for %llu", warps,
         hw_warps_that_fit(&stack)},
        {(uint64_t)launch->code.registers * warps * launch->lanes > chip->registers_per_block,
         state_of(channel, HW_COMPUTE_REG_MODE) == HW_COMPUTE_REG_MODE_STRIPED
             ? HW_DATA_CP_NO_REG_SPACE_STRIPED
             : HW_DATA_CP_NO_REG_SPACE_PACKED,
         "the block needs %llu registers, a multiprocessor has %llu",
         (uint64_t)launch->code.registers * warps * launch->lanes, chip->registers_per_block},
    };

    for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (checks[i].wrong) {
            snprintf(sentence, 160, checks[i].sentence, (unsigned long long)checks[i].value,
                     (unsigned long long)checks[i].most);
            return checks[i].code;
        }
    return HW_DATA_OK;
}

/* --- the launch --- */

static bool set_code(struct hw_channel *channel, struct hw_launch *launch, const struct hw_cached_code **code)
{
    const uint64_t base = hw_state_address(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_CP_ADDRESS_HIGH);
    struct hw_dma_fault fault = {.reason = HW_VM_FINE};
    const hw_status status = hw_code_cache_find(
        &channel->code, &channel->space, slot_of(channel, HW_COMPUTE_DMA_CODE_CB), &launch->code.target, base,
        state_of(channel, HW_COMPUTE_CP_START_ID), launch->limits.stack_entries, code, &fault);

    if (status == HW_ERR_FAULT)
        hw_channel_memory_error(channel, HW_UNIT_CCACHE, &fault, "the program's first instruction");
    else if (status != HW_OK)
        hw_channel_fail(channel, hw_fail(channel->error, status, "channel", "no memory for code"));
    if (status != HW_OK)
        return false;
    launch->code.data = (*code)->data;
    launch->code.bytes = (*code)->bytes;
    launch->code.entry = (*code)->start;
    return true;
}

/* Counters that went beyond their 32 bits, where MP_PM_OVERFLOW_TRAP_ENABLE asks for them. */
static void tell_overflow(struct hw_channel *channel)
{
    const uint32_t trapped =
        channel->performance.overflowed & state_of(channel, HW_COMPUTE_MP_PM_OVERFLOW_TRAP_ENABLE);

    if (trapped)
        hw_channel_error(channel, HW_REPORT_TRAP, HW_UNIT_MP, HW_MP_PM_OVERFLOW,
                         "performance counter pm%d went beyond 32 bits", __builtin_ctz(trapped));
}

static void run_launch(struct hw_channel *channel, struct hw_launch *launch)
{
    const struct hw_listener counting = hw_performance_listener(&channel->performance);
    struct hw_launch_result result;
    struct hw_error error = {.text = ""};

    if (channel->performance.used) {
        launch->listeners = &counting;
        launch->listener_count = 1;
    }
    channel->performance.overflowed = 0;
    const hw_status status = hw_launch_run(launch, &result, &error);

    tell_overflow(channel);
    channel->result->launches++;
    channel->clock += result.stats.warp_instructions;
    hw_stats_add(&channel->result->stats, &result.stats);
    channel->result->stats.workers = result.stats.workers;
    if (result.fault.kind != HW_FAULT_NONE)
        hw_channel_kernel_error(channel, launch, &result.fault);
    else if (status == HW_ERR_LAUNCH) /* beyond what CUDA allows, which the machine holds to */
        hw_channel_data_error(channel, HW_DATA_INVALID_OPERATION, "%s", error.text);
    else if (status != HW_OK) {
        if (channel->error)
            *channel->error = error;
        hw_channel_fail(channel, status);
    }
}

/* Each warp executes an instruction at least, so a bound of instructions is one of warps, too. */
static bool is_within_bound(struct hw_channel *channel, const struct hw_launch *launch)
{
    const uint64_t warps = (uint64_t)launch->grid[0] * launch->grid[1] * warps_of(launch),
                   most = channel->setup.max_instructions;

    if (most == 0 || warps <= most)
        return true;
    hw_channel_fail(channel, hw_fail(channel->error, HW_ERR_LIMIT, "channel",
                                     "a launch of %llu warps is beyond the limit of %llu instructions",
                                     (unsigned long long)warps, (unsigned long long)most));
    return false;
}

static void begin_launch(struct hw_channel *channel, struct hw_launch *launch)
{
    const struct hw_channel_setup *setup = &channel->setup;

    hw_launch_init(launch, &channel->target, setup->chip, channel->space.view);
    launch->ticks = &channel->ticks;
    launch->host.execution_context = channel->execution_context;
    launch->host.workers = setup->workers;
    launch->limits.max_instructions = setup->max_instructions;
    /* how the card treats the others is not known */
    launch->limits.max_alignment = setup->strict ? 0 : 4;
}

void hw_compute_launch(struct hw_channel *channel)
{
    const struct hw_cached_code *code = NULL;
    struct hw_launch launch;
    char sentence[160];

    if (!hw_compute_condition(channel))
        return;
    begin_launch(channel, &launch);
    set_shape(channel, &launch);
    set_storage(channel, &launch);
    const enum hw_data_error refused = check(channel, &launch, sentence);
    if (refused != HW_DATA_OK) {
        hw_channel_data_error(channel, refused, "LAUNCH: %s", sentence);
        return;
    }
    set_segments(channel, &launch);
    if (!is_empty(&launch) && is_within_bound(channel, &launch) && set_code(channel, &launch, &code) &&
        set_constants(channel, &launch, code->constants) && set_textures(channel, &launch, code))
        run_launch(channel, &launch);
}

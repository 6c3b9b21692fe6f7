/* SPDX-License-Identifier: MIT */
/* This file submits a launch as methods of the compute object, in the order in which drivers send them. */
#include "channel/submit/submit_state.h"

#include "machine/chip/sm_location.h"
#include "machine/chip/sm_slot.h"

#include <string.h>

#define LANES_MOST    32u
#define WARPS_LOG_ALL 7u /* five bits: all warps that a multiprocessor can have */
#define CALLS_ANY     0xfu
#define SHARED_UNIT   0x40u
#define GLOBAL_STEP   0x20u /* from the methods of one g[] space to those of the next */
#define RUNS_ALL      0x100u

struct setting {
    uint32_t method, data;
};

static hw_status set_all(struct hw_submitter *stage, const struct setting *setting, size_t count,
                         struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; i < count && status == HW_OK; i++)
        status = hw_submit_set(stage, setting[i].method, setting[i].data, error);
    return status;
}

#define SET_ALL(stage, setting, error) set_all(stage, setting, sizeof(setting) / sizeof(setting)[0], error)

static uint32_t lanes_of(const struct hw_launch *launch)
{
    return launch->lanes ? launch->lanes : LANES_MOST;
}

/* --- local memory and stacks --- */

/* The same layout as the channel will use: its formulas say how much memory an area takes. */
static struct hw_layout layout_of(const struct hw_launch *launch)
{
    const struct hw_area whole = {.warps_log = WARPS_LOG_ALL};

    return hw_layout_of(launch, &whole);
}

static hw_status set_local(struct hw_submitter *stage, const struct hw_launch *launch, struct hw_error *error)
{
    const struct setting settings[] = {
        {HW_COMPUTE_LOCAL_SIZE_LOG, hw_local_size_log(launch->local_bytes)},
        {HW_COMPUTE_LOCAL_WARPS_LOG_ALLOC, WARPS_LOG_ALL},
        {HW_COMPUTE_LOCAL_WARPS_NO_CLAMP, 0},
    };
    const struct hw_layout layout = layout_of(launch);
    hw_status status = HW_OK;

    if (launch->local_bytes)
        status = hw_submit_reserve(stage, HW_SUBMIT_LOCAL, 0,
                                   hw_local_area_bytes(&layout, launch->local_bytes), error);
    if (status == HW_OK)
        status = hw_submit_set_address(stage, HW_COMPUTE_LOCAL_ADDRESS_HIGH,
                                       hw_submit_region(HW_SUBMIT_LOCAL), error);
    return status == HW_OK ? SET_ALL(stage, settings, error) : status;
}

static hw_status set_stack(struct hw_submitter *stage, const struct hw_launch *launch, struct hw_error *error)
{
    const uint32_t asked = launch->limits.stack_entries, calls = launch->limits.call_limit,
                   entries = asked == HW_NO_STACK ? 0
                             : asked              ? asked
                                                  : HW_STACK_ENTRIES;
    const struct setting settings[] = {
        {HW_COMPUTE_STACK_SIZE_LOG, hw_stack_size_log(entries)},
        {HW_COMPUTE_CALL_LIMIT_LOG, calls == 0             ? CALLS_ANY
                                    : calls == HW_NO_CALLS ? 0
                                                           : hw_stack_size_log(calls)},
        {HW_COMPUTE_STACK_WARPS_LOG_ALLOC, WARPS_LOG_ALL},
        {HW_COMPUTE_STACK_WARPS_NO_CLAMP, 0},
    };
    const struct hw_layout layout = layout_of(launch);
    hw_status status = HW_OK;

    if (entries)
        status = hw_submit_reserve(stage, HW_SUBMIT_STACK, 0, hw_stack_area_bytes(&layout, entries), error);
    if (status == HW_OK)
        status = hw_submit_set_address(stage, HW_COMPUTE_STACK_ADDRESS_HIGH,
                                       hw_submit_region(HW_SUBMIT_STACK), error);
    return status == HW_OK ? SET_ALL(stage, settings, error) : status;
}

/* --- global memory --- */

/* A space that has never been set needs nothing: nothing lies where it points to.  One that has been set gets
 * a limit that leaves the same. */
static hw_status set_segment(struct hw_submitter *stage, unsigned number, const struct hw_segment *segment,
                             struct hw_error *error)
{
    const uint32_t at = number * GLOBAL_STEP;
    const bool none = segment->mode == HW_SEGMENT_NONE;
    const struct setting settings[] = {
        {HW_COMPUTE_GLOBAL_PITCH + at, segment->mode == HW_SEGMENT_TILED ? segment->pitch : 0},
        {HW_COMPUTE_GLOBAL_LIMIT + at, none ? 0 : segment->limit},
        {HW_COMPUTE_GLOBAL_MODE + at,
         hw_in_field(segment->mode != HW_SEGMENT_TILED, HW_COMPUTE_GLOBAL_MODE_LINEAR) |
             hw_in_field(segment->mode == HW_SEGMENT_TILED ? segment->tile_mode : 0,
                         HW_COMPUTE_GLOBAL_MODE_BLOCK_HEIGHT)},
    };

    if (none && !(stage->segments >> number & 1))
        return HW_OK;
    stage->segments |= 1u << number;
    const hw_status status =
        hw_submit_set_address(stage, HW_COMPUTE_GLOBAL_ADDRESS_HIGH + at, none ? 0 : segment->base, error);
    return status == HW_OK ? SET_ALL(stage, settings, error) : status;
}

static hw_status set_segments(struct hw_submitter *stage, const struct hw_launch *launch,
                              struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; i < HW_SEGMENTS && status == HW_OK; i++)
        status = set_segment(stage, i, &launch->segment[i], error);
    return status;
}

/* --- parameters and shape --- */

static hw_status set_parameters(struct hw_submitter *stage, const struct hw_launch *launch,
                                struct hw_error *error)
{
    const uint32_t words = (launch->param_bytes + 3) / 4;
    hw_status status = hw_submit_set(stage, HW_COMPUTE_USER_PARAM_COUNT,
                                     hw_in_field(words, HW_COMPUTE_USER_PARAM_COUNT_COUNT), error);

    for (uint32_t i = 0; i < words && status == HW_OK; i++) {
        const uint32_t left = launch->param_bytes - 4 * i;
        uint32_t word = 0;
        memcpy(&word, (const uint8_t *)launch->params + 4 * i, left < 4 ? left : 4);
        status = hw_submit_set(stage, HW_COMPUTE_USER_PARAM + 4 * i, word, error);
    }
    return status;
}

static hw_status set_shape(struct hw_submitter *stage, const struct hw_launch *launch, struct hw_error *error)
{
    const bool whole = lanes_of(launch) == LANES_MOST;
    const uint32_t *block = launch->block,
                   threads = launch->threads ? launch->threads : block[0] * block[1] * block[2];
    const struct setting settings[] = {
        {HW_COMPUTE_BLOCK_ALLOC, hw_in_field(threads, HW_COMPUTE_BLOCK_ALLOC_THREADS) |
                                     hw_in_field(1, HW_COMPUTE_BLOCK_ALLOC_BARRIERS)},
        {HW_COMPUTE_LANES32_ENABLE, whole},
        {HW_COMPUTE_CP_REG_ALLOC_TEMP, launch->code.registers},
        {HW_COMPUTE_MP_PM_SET, (uint32_t)launch->pm[0]},
        {HW_COMPUTE_MP_PM_SET + 4, (uint32_t)launch->pm[1]},
        {HW_COMPUTE_MP_PM_SET + 8, (uint32_t)launch->pm[2]},
        {HW_COMPUTE_MP_PM_SET + 12, (uint32_t)launch->pm[3]},
        {HW_COMPUTE_COND_MODE, HW_COMPUTE_COND_MODE_ALWAYS},
        {HW_COMPUTE_UNK0384, RUNS_ALL},
        {HW_COMPUTE_GRIDID, launch->grid_id & 0xffff},
        {HW_COMPUTE_GRIDDIM, hw_in_field(launch->grid[0], HW_COMPUTE_GRIDDIM_X) |
                                 hw_in_field(launch->grid[1], HW_COMPUTE_GRIDDIM_Y)},
        {HW_COMPUTE_SHARED_SIZE, (launch->shared_bytes + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT},
        {HW_COMPUTE_BLOCKDIM_XY,
         hw_in_field(block[0], HW_COMPUTE_BLOCKDIM_XY_X) | hw_in_field(block[1], HW_COMPUTE_BLOCKDIM_XY_Y)},
        {HW_COMPUTE_BLOCKDIM_Z, block[2]},
        {HW_COMPUTE_REG_MODE, whole ? HW_COMPUTE_REG_MODE_STRIPED : HW_COMPUTE_REG_MODE_PACKED},
    };

    return SET_ALL(stage, settings, error);
}

hw_status hw_submit_launch(struct hw_submitter *stage, const struct hw_launch *launch, struct hw_error *error)
{
    static hw_status (*const part[])(struct hw_submitter *, const struct hw_launch *, struct hw_error *) = {
        hw_submit_code, hw_submit_constants, hw_submit_textures, set_local,
        set_stack,      set_segments,        set_parameters,     set_shape,
    };
    hw_status status = HW_OK;

    for (unsigned i = 0; i < sizeof part / sizeof part[0] && status == HW_OK; i++)
        status = part[i](stage, launch, error);
    if (status == HW_OK)
        status = hw_submit_send(stage, HW_COMPUTE_BLOCKDIM_LATCH, 1, error);
    if (status == HW_OK)
        status = hw_submit_send(stage, HW_COMPUTE_LAUNCH, 0, error);
    return status == HW_OK ? hw_submit_flush(stage, error) : status;
}

/* SPDX-License-Identifier: MIT */
/* The compute object executes its methods here.  Most only set state, which LAUNCH reads (compute_launch.c).
 * @see the NV50 CUDA page of the nouveau wiki; envytools, rnndb/graph/g80_compute.xml */
#include "channel/engine/channel_state.h"

#define UPLOAD_END (HW_COMPUTE_CB_DATA + 16 * 4)

static uint32_t state_of(const struct hw_channel *channel, uint32_t method)
{
    return hw_state_of_method(channel, HW_OBJECT_COMPUTE, method);
}

/* What the object begins with, where that can be told from how drivers use it: a launch runs all blocks, as
 * without conditions. */
void hw_compute_reset(struct hw_channel *channel)
{
    uint32_t *word = channel->state[HW_OBJECT_COMPUTE].word;

    word[HW_COMPUTE_COND_MODE / 4] = HW_COMPUTE_COND_MODE_ALWAYS;
    word[HW_COMPUTE_UNK0384 / 4] = 0x100;
    channel->performance.chip = channel->setup.chip;
}

/* --- constant buffers --- */

static void upload(struct hw_channel *channel)
{
    struct hw_dma_fault fault;

    switch (hw_constants_upload(&channel->constants, &channel->space,
                                hw_slot_of(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_DMA_CODE_CB), channel->data,
                                &fault)) {
    case HW_UPLOAD_OVERFLOW:
        hw_channel_data_error(channel, HW_DATA_INVALID_OPERATION,
                              "CB_DATA behind the last word of 64 KiB: the upload's address has overflowed");
        break;
    case HW_UPLOAD_UNDEFINED:
        hw_channel_data_error(channel, HW_DATA_INVALID_OPERATION,
                              "CB_DATA to constant buffer %u, which CB_DEF_SET has not defined",
                              channel->constants.upload_buffer);
        break;
    case HW_UPLOAD_FAULT:
        hw_channel_memory_error(channel, HW_UNIT_CCACHE, &fault, "the constant buffer that CB_DATA writes");
        break;
    default: break;
    }
}

static void define_buffer(struct hw_channel *channel)
{
    hw_constants_define(&channel->constants, hw_field(channel->data, HW_COMPUTE_CB_DEF_SET_BUFFER),
                        hw_state_address(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_CB_DEF_ADDRESS_HIGH),
                        hw_field(channel->data, HW_COMPUTE_CB_DEF_SET_SIZE));
}

static void bind_buffer(struct hw_channel *channel)
{
    hw_constants_bind(&channel->constants, hw_field(channel->data, HW_COMPUTE_SET_PROGRAM_CB_INDEX),
                      hw_field(channel->data, HW_COMPUTE_SET_PROGRAM_CB_BUFFER),
                      hw_field(channel->data, HW_COMPUTE_SET_PROGRAM_CB_VALID));
}

/* The caches of code and constants are one thing for a driver. */
static void flush(struct hw_channel *channel)
{
    hw_constants_forget(&channel->constants);
    hw_code_cache_clear(&channel->code);
}

/* --- textures --- */

static void bind_texture(struct hw_channel *channel)
{
    const uint32_t texture = hw_field(channel->data, HW_COMPUTE_BIND_TIC_TEXTURE),
                   tic = hw_field(channel->data, HW_COMPUTE_BIND_TIC_TIC),
                   log = hw_field(state_of(channel, HW_COMPUTE_TEX_LIMITS),
                                  HW_COMPUTE_TEX_LIMITS_TEXTURES_LOG2);
    const bool valid = hw_field(channel->data, HW_COMPUTE_BIND_TIC_VALID);

    if (texture >> log || texture >= HW_BOUND_TEXTURES)
        hw_channel_data_error(channel, HW_DATA_TEXTURE_OVER_LIMIT, "texture %u; TEX_LIMITS allows %u",
                              texture, 1u << log);
    else if (valid && tic > state_of(channel, HW_COMPUTE_TIC_LIMIT))
        hw_channel_data_error(channel, HW_DATA_INVALID_OPERATION, "TIC entry %u; TIC_LIMIT is %u", tic,
                              state_of(channel, HW_COMPUTE_TIC_LIMIT));
    else
        channel->textures.tic[texture] = valid ? tic + 1 : 0;
}

static void bind_sampler(struct hw_channel *channel)
{
    const uint32_t sampler = hw_field(channel->data, HW_COMPUTE_BIND_TSC_SAMPLER),
                   tsc = hw_field(channel->data, HW_COMPUTE_BIND_TSC_TSC),
                   log = hw_field(state_of(channel, HW_COMPUTE_TEX_LIMITS),
                                  HW_COMPUTE_TEX_LIMITS_SAMPLERS_LOG2);
    const bool valid = hw_field(channel->data, HW_COMPUTE_BIND_TSC_VALID);

    if (sampler >> log || sampler >= HW_BOUND_SAMPLERS)
        hw_channel_data_error(channel, HW_DATA_SAMPLER_OVER_LIMIT, "sampler %u; TEX_LIMITS allows %u",
                              sampler, 1u << log);
    else if (valid && tsc > state_of(channel, HW_COMPUTE_TSC_LIMIT))
        hw_channel_data_error(channel, HW_DATA_INVALID_OPERATION, "TSC entry %u; TSC_LIMIT is %u", tsc,
                              state_of(channel, HW_COMPUTE_TSC_LIMIT));
    else
        channel->textures.tsc[sampler] = valid ? tsc + 1 : 0;
}

/* Methods that are no elements of an array. */
static void single_method(struct hw_channel *channel)
{
    switch (channel->method) {
    case HW_COMPUTE_CB_ADDR:
        hw_constants_upload_to(&channel->constants, hw_field(channel->data, HW_COMPUTE_CB_ADDR_BUFFER),
                               hw_field(channel->data, HW_COMPUTE_CB_ADDR_ID));
        break;
    case HW_COMPUTE_CB_DEF_SET: define_buffer(channel); break;
    case HW_COMPUTE_SET_PROGRAM_CB: bind_buffer(channel); break;
    case HW_COMPUTE_CODE_CB_FLUSH: flush(channel); break;
    case HW_COMPUTE_BIND_TIC: bind_texture(channel); break;
    case HW_COMPUTE_BIND_TSC: bind_sampler(channel); break;
    case HW_COMPUTE_QUERY_GET: hw_compute_query(channel); break;
    /* What the latch latches; a change after it needs another one: a guess. */
    case HW_COMPUTE_BLOCKDIM_XY:
    case HW_COMPUTE_BLOCKDIM_Z:
    case HW_COMPUTE_BLOCK_ALLOC: channel->latched = false; break;
    case HW_COMPUTE_BLOCKDIM_LATCH: channel->latched = channel->data != 0; break;
    case HW_COMPUTE_LAUNCH: hw_compute_launch(channel); break;
    default: break;
    }
}

/* Whether the method is an element of an array that begins at `first`; and which. */
static bool is_counter(uint32_t method, uint32_t first, unsigned *counter)
{
    *counter = (method - first) / 4;
    return method - first < 4 * HW_PERFORMANCE_COUNTERS;
}

void hw_compute_method(struct hw_channel *channel)
{
    const uint32_t method = channel->method;
    unsigned counter;

    if (method >= HW_COMPUTE_CB_DATA && method < UPLOAD_END)
        upload(channel);
    else if (is_counter(method, HW_COMPUTE_MP_PM_SET, &counter))
        hw_performance_set(&channel->performance, counter, channel->data);
    else if (is_counter(method, HW_COMPUTE_MP_PM_CONTROL, &counter))
        hw_performance_control(&channel->performance, counter, channel->data);
    else
        single_method(channel);
}

/* SPDX-License-Identifier: MIT */
/* This file writes results that a driver waits for (queries, notifiers, long semaphores) and evaluates
 * conditions on them.
 *
 * They carry a time.  The card's is that of a clock; a channel counts its methods and the warp instructions
 * of its kernels, so that the same stream leaves the same memory. */
#include "channel/engine/channel_state.h"

bool hw_write_timed(struct hw_channel *channel, const struct hw_dma_object *dma, uint64_t address,
                    uint32_t value, uint32_t second, struct hw_dma_fault *fault)
{
    const uint32_t words[4] = {value, second, (uint32_t)channel->clock, (uint32_t)(channel->clock >> 32)};

    return hw_dma_write(&channel->space, dma, address, words, sizeof words, fault);
}

bool hw_write_notifier(struct hw_channel *channel, const struct hw_dma_object *dma, uint64_t address,
                       struct hw_dma_fault *fault)
{
    const uint32_t words[4] = {(uint32_t)channel->clock, (uint32_t)(channel->clock >> 32), 0, 0};

    return hw_dma_write(&channel->space, dma, address, words, sizeof words, fault);
}

void hw_compute_query(struct hw_channel *channel)
{
    const struct hw_dma_object *dma = hw_slot_of(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_DMA_QUERY);
    const uint64_t address = hw_state_address(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_QUERY_ADDRESS_HIGH);
    const uint32_t sequence = hw_state_of_method(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_QUERY_SEQUENCE);
    struct hw_dma_fault fault;

    const bool written = hw_field(channel->data, HW_COMPUTE_QUERY_GET_SHORT)
                             ? hw_dma_write(&channel->space, dma, address, &sequence, sizeof sequence, &fault)
                             : hw_write_timed(channel, dma, address, sequence, 0, &fault);
    if (!written)
        hw_channel_memory_error(channel, HW_UNIT_DISPATCH, &fault, "the query");
    else if (hw_field(channel->data, HW_COMPUTE_QUERY_GET_INTR))
        hw_channel_error(channel, HW_REPORT_QUERY, HW_UNIT_DISPATCH, sequence, "query %u has been written",
                         sequence);
}

/* Two results are equal if their first two words are. */
static bool are_equal(const uint32_t result[8])
{
    return result[0] == result[4] && result[1] == result[5];
}

bool hw_compute_condition(struct hw_channel *channel)
{
    const uint32_t mode = hw_state_of_method(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_COND_MODE);
    const struct hw_dma_object *dma = hw_slot_of(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_DMA_QUERY);
    const uint64_t address = hw_state_address(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_COND_ADDRESS_HIGH);
    struct hw_dma_fault fault;
    uint32_t result[8] = {0};

    if (mode == HW_COMPUTE_COND_MODE_NEVER || mode == HW_COMPUTE_COND_MODE_ALWAYS)
        return mode == HW_COMPUTE_COND_MODE_ALWAYS;
    const uint64_t bytes = mode == HW_COMPUTE_COND_MODE_RES_NON_ZERO ? 16 : 32;
    if (!hw_dma_read(&channel->space, dma, address, result, bytes, &fault)) {
        hw_channel_memory_error(channel, HW_UNIT_DISPATCH, &fault, "the condition");
        return false;
    }
    if (mode == HW_COMPUTE_COND_MODE_RES_NON_ZERO)
        return result[1] != 0;
    return are_equal(result) == (mode == HW_COMPUTE_COND_MODE_EQUAL);
}

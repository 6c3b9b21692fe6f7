/* SPDX-License-Identifier: MIT */
/* The puller executes methods below 0x100, which are the channel's own, and sends the others to engine
 * objects.
 * @see envytools, docs/hw/fifo/puller.rst */
#include "channel/engine/channel_state.h"

/* --- semaphores --- */

static void refuse_semaphore(struct hw_channel *channel, enum hw_semaphore_error code, const char *sentence)
{
    hw_channel_error(channel, HW_REPORT_SEMAPHORE, HW_UNIT_DISPATCH, code, "%s", sentence);
}

static void refuse_memory(struct hw_channel *channel, const struct hw_dma_fault *fault)
{
    hw_channel_error(channel, HW_REPORT_SEMAPHORE, HW_UNIT_DISPATCH, HW_SEMAPHORE_MEM_FAULT,
                     "the semaphore at 0x%010llx: %s", (unsigned long long)fault->address,
                     hw_vm_fault_name(fault->reason));
}

bool hw_puller_acquired(struct hw_channel *channel)
{
    struct hw_acquire *acquire = &channel->puller.acquire;
    struct hw_dma_fault fault;
    uint32_t word;

    if (!acquire->active)
        return true;
    if (!hw_dma_read(&channel->space, channel->puller.semaphore, acquire->address, &word, sizeof word,
                     &fault)) {
        refuse_memory(channel, &fault);
        acquire->active = false;
        return true;
    }
    acquire->active = acquire->greater ? (int32_t)(word - acquire->value) < 0 : word != acquire->value;
    return !acquire->active;
}

static void acquire(struct hw_channel *channel, uint64_t address, uint32_t value, bool greater)
{
    channel->puller.acquire =
        (struct hw_acquire){.active = true, .greater = greater, .address = address, .value = value};
    (void)hw_puller_acquired(channel);
}

static void release_old(struct hw_channel *channel, uint32_t value)
{
    struct hw_dma_fault fault;

    if (!hw_dma_write(&channel->space, channel->puller.semaphore, channel->puller.offset, &value,
                      sizeof value, &fault))
        refuse_memory(channel, &fault);
}

/* The old kind of semaphore needs its offset first. */
static bool has_offset(struct hw_channel *channel)
{
    if (!channel->puller.offset_valid)
        refuse_semaphore(channel, HW_SEMAPHORE_INVALID_STATE,
                         "a semaphore is acquired or released before SEMAPHORE_OFFSET has said where it is");
    return channel->puller.offset_valid;
}

static void set_offset(struct hw_channel *channel, uint32_t data)
{
    if (data & 3) {
        refuse_semaphore(channel, HW_SEMAPHORE_ADDRESS_UNALIGNED, "the offset is no multiple of 4");
    } else if (data > 0xffff) {
        refuse_semaphore(channel, HW_SEMAPHORE_ADDRESS_TOO_LARGE, "the offset has more than 16 bits");
    } else {
        channel->puller.offset = data;
        channel->puller.offset_valid = true;
    }
}

static void set_address_high(struct hw_channel *channel, uint32_t data)
{
    if (data > 0xff)
        refuse_semaphore(channel, HW_SEMAPHORE_ADDRESS_TOO_LARGE, "the address has more than 40 bits");
    else
        channel->puller.address = (channel->puller.address & 0xffffffff) | (uint64_t)data << 32;
}

static void set_address_low(struct hw_channel *channel, uint32_t data)
{
    if (data & 3)
        refuse_semaphore(channel, HW_SEMAPHORE_ADDRESS_UNALIGNED, "the address is no multiple of 4");
    else
        channel->puller.address = (channel->puller.address & ~(uint64_t)0xffffffff) | data;
}

/* The new kind.  The card hangs on operations that are none of these; here the channel stops. */
static void trigger(struct hw_channel *channel, uint32_t data)
{
    const struct hw_puller *puller = &channel->puller;
    struct hw_dma_fault fault;

    switch (data & 7) {
    case HW_CHANNEL_SEMAPHORE_TRIGGER_ACTION_ACQUIRE_EQUAL:
        acquire(channel, puller->address, puller->sequence, false);
        break;
    case HW_CHANNEL_SEMAPHORE_TRIGGER_ACTION_ACQUIRE_GEQUAL:
        acquire(channel, puller->address, puller->sequence, true);
        break;
    case HW_CHANNEL_SEMAPHORE_TRIGGER_ACTION_RELEASE:
        if (!hw_write_timed(channel, puller->semaphore, puller->address, puller->sequence, 0, &fault))
            refuse_memory(channel, &fault);
        break;
    default:
        refuse_semaphore(channel, HW_SEMAPHORE_INVALID_STATE,
                         "no operation of semaphores has this number; expected 1, 2 or 4");
        channel->stop = true;
        channel->result->state = HW_CHANNEL_STOPPED;
    }
}

/* --- objects --- */

static const struct hw_named_object *look_up(struct hw_channel *channel, uint32_t handle)
{
    const struct hw_named_object *found = hw_objects_find(&channel->objects, handle);

    if (!found)
        hw_channel_error(channel, HW_REPORT_CACHE_ERROR, HW_UNIT_DISPATCH, HW_PULLER_NO_HASH,
                         "the channel has no object 0x%08x", handle);
    return found;
}

static void bind(struct hw_channel *channel, uint32_t handle)
{
    const struct hw_named_object *found = look_up(channel, handle);

    if (!found)
        return;
    if (!found->engine) {
        hw_channel_error(channel, HW_REPORT_ILLEGAL_CLASS, HW_UNIT_DISPATCH, found->dma.number,
                         "object 0x%08x is a DMA object, which cannot be bound to a subchannel", handle);
        return;
    }
    channel->puller.bound[channel->subchannel] = found;
    channel->object = found->engine->number;
}

static void bind_semaphore(struct hw_channel *channel, uint32_t handle)
{
    const struct hw_named_object *found = look_up(channel, handle);

    if (!found)
        return;
    if (found->engine)
        refuse_semaphore(channel, HW_SEMAPHORE_INVALID_STATE, "the object is no DMA object");
    else
        channel->puller.semaphore = &found->dma;
}

void hw_puller_method(struct hw_channel *channel, uint32_t method, uint32_t data)
{
    switch (method) {
    case HW_CHANNEL_OBJECT: bind(channel, data); break;
    case HW_CHANNEL_SEMAPHORE_ADDRESS_HIGH: set_address_high(channel, data); break;
    case HW_CHANNEL_SEMAPHORE_ADDRESS_LOW: set_address_low(channel, data); break;
    case HW_CHANNEL_SEMAPHORE_SEQUENCE: channel->puller.sequence = data; break;
    case HW_CHANNEL_SEMAPHORE_TRIGGER: trigger(channel, data); break;
    case HW_CHANNEL_NOTIFY_INTR:
        hw_channel_error(channel, HW_REPORT_NOTIFY_INTR, HW_UNIT_DISPATCH, data,
                         "an interrupt was asked for");
        break;
    case HW_CHANNEL_REF_CNT: channel->puller.reference = data; break;
    case HW_CHANNEL_DMA_SEMAPHORE: bind_semaphore(channel, data); break;
    case HW_CHANNEL_SEMAPHORE_OFFSET: set_offset(channel, data); break;
    case HW_CHANNEL_SEMAPHORE_ACQUIRE:
        if (has_offset(channel))
            acquire(channel, channel->puller.offset, data, false);
        break;
    case HW_CHANNEL_SEMAPHORE_RELEASE:
        if (has_offset(channel))
            release_old(channel, data);
        break;
    default: break; /* caches and other channels, which there are none of */
    }
}

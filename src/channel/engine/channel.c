/* SPDX-License-Identifier: MIT */
/* This file creates a channel, its memory and objects as a driver sets them up. */
#include "channel/engine/channel_state.h"

#include "machine/chip/sm_slot.h"

#include <halfwarp/isa.h>
#include <stdlib.h>
#include <string.h>

#define fail(error, status, ...) hw_fail(error, status, "channel", __VA_ARGS__)

/* The setup, with defaults filled in. */
static hw_status take_setup(struct hw_channel *channel, const struct hw_channel_setup *setup,
                            struct hw_error *error)
{
    const struct hw_chip_info *chip = setup->chip;
    hw_status status = chip ? hw_target_find(chip->name, &channel->target, error) : HW_OK;

    if (!chip || (status == HW_OK && hw_kernel_abi_of(&channel->target)->shared_header == 0))
        return fail(error, HW_ERR_ARGUMENT, "a channel of %s; expected one of Tesla's chips",
                    chip ? chip->name : "no chip");
    if (status != HW_OK)
        return status;
    channel->setup = *setup;
    const struct hw_units all = hw_units_of(chip, 0), units = hw_units_of(chip, setup->units);
    channel->setup.units = units.tp_active | units.mp_active << 24;
    if (!units.tp_active || !units.mp_active || (units.tp_active & ~all.tp_active) ||
        (units.mp_active & ~all.mp_active))
        return fail(error, HW_ERR_ARGUMENT, "active units 0x%08x; %s has %u TPs of %u MPs", setup->units,
                    chip->name, chip->tps, chip->mps_per_tp);
    return HW_OK;
}

hw_status hw_channel_create(const struct hw_channel_setup *setup, struct hw_channel **channel,
                            struct hw_error *error)
{
    struct hw_channel *made = calloc(1, sizeof *made);

    if (!made)
        return fail(error, HW_ERR_NO_MEMORY, "no memory for a channel");
    made->space.vram.file = made->space.host.file = -1;
    hw_status status = take_setup(made, setup, error);
    if (status == HW_OK)
        status = hw_address_space_create(&made->space, setup, error);
    if (status == HW_OK && setup->execution_context)
        made->execution_context = setup->execution_context;
    else if (status == HW_OK)
        status = hw_execution_context_create(&made->execution_context, error);
    if (status != HW_OK) {
        hw_channel_destroy(made);
        return status;
    }
    made->setup.vram = made->space.vram.memory;
    made->setup.vram_bytes = made->space.vram.bytes;
    made->setup.host_bytes = made->space.host.bytes;
    made->own_runner = !setup->execution_context;
    hw_compute_reset(made);
    *channel = made;
    return HW_OK;
}

void hw_channel_destroy(struct hw_channel *channel)
{
    if (!channel)
        return;
    if (channel->own_runner)
        hw_execution_context_destroy(channel->execution_context);
    hw_texture_tables_clear(&channel->textures);
    hw_code_cache_clear(&channel->code);
    hw_constants_clear(&channel->constants);
    hw_objects_clear(&channel->objects);
    hw_address_space_destroy(&channel->space);
    free(channel);
}

const struct hw_channel_setup *hw_channel_setup_of(const struct hw_channel *channel)
{
    return &channel->setup;
}

uint32_t hw_channel_reference(const struct hw_channel *channel)
{
    return channel->puller.reference;
}

/* --- objects --- */

hw_status hw_channel_object(struct hw_channel *channel, uint32_t handle, uint32_t number,
                            struct hw_error *error)
{
    const struct hw_object_class *engine = number ? hw_object_class_of(number) : NULL;

    if (!engine)
        return fail(error, HW_ERR_ARGUMENT, "no engine object of class 0x%04x is known", number);
    if (!hw_tesla_chip_in(engine->chips, channel->setup.chip->id))
        return fail(error, HW_ERR_ARGUMENT, "%s has no objects of class 0x%04x (%s)",
                    channel->setup.chip->name, number, engine->name);
    return hw_objects_add(&channel->objects, &(struct hw_named_object){.handle = handle, .engine = engine},
                          error);
}

hw_status hw_channel_dma(struct hw_channel *channel, uint32_t handle, const struct hw_dma_object *object,
                         struct hw_error *error)
{
    if (object->number != HW_DMA_CLASS_READ && object->number != HW_DMA_CLASS_WRITE &&
        object->number != HW_DMA_CLASS_READ_WRITE)
        return fail(error, HW_ERR_ARGUMENT, "a DMA object of class 0x%x; expected 0x2, 0x3 or 0x3d",
                    object->number);
    if (object->target > HW_DMA_TARGET_HOST_NO_SNOOP || object->access > HW_DMA_ACCESS_READ_WRITE)
        return fail(error, HW_ERR_ARGUMENT,
                    "a DMA object with target %u and access %u; expected 0 to 3, and 0 to 2", object->target,
                    object->access);
    if (object->limit >= HW_VIRTUAL_END || object->base > object->limit)
        return fail(error, HW_ERR_ARGUMENT, "a DMA object from 0x%llx to 0x%llx; addresses have 40 bits",
                    (unsigned long long)object->base, (unsigned long long)object->limit);
    return hw_objects_add(&channel->objects, &(struct hw_named_object){.handle = handle, .dma = *object},
                          error);
}

/* --- memory --- */

hw_status hw_channel_map(struct hw_channel *channel, uint64_t address, uint64_t bytes,
                         const struct hw_page *page, struct hw_error *error)
{
    return hw_address_space_map(&channel->space, address, bytes, page, error);
}

hw_status hw_channel_unmap(struct hw_channel *channel, uint64_t address, uint64_t bytes,
                           struct hw_error *error)
{
    return hw_address_space_unmap(&channel->space, address, bytes, error);
}

enum hw_vm_fault hw_channel_page(const struct hw_channel *channel, uint64_t address, struct hw_page *page)
{
    return hw_page_find(&channel->space.tables, address, page);
}

struct hw_memory *hw_channel_memory(const struct hw_channel *channel)
{
    return channel->space.view;
}

static hw_status not_mapped(struct hw_error *error, uint64_t address)
{
    return fail(error, HW_ERR_RANGE, "no page is mapped at virtual address 0x%010llx",
                (unsigned long long)address);
}

hw_status hw_channel_read(const struct hw_channel *channel, uint64_t address, void *data, uint64_t bytes,
                          struct hw_error *error)
{
    uint8_t *to = data;

    for (uint64_t count; bytes; bytes -= count, address += count, to += count) {
        const uint8_t *from = hw_address_space_page_bytes(&channel->space, address, &count);
        if (!from)
            return not_mapped(error, address);
        count = count < bytes ? count : bytes;
        memcpy(to, from, count);
    }
    return HW_OK;
}

hw_status hw_channel_write(struct hw_channel *channel, uint64_t address, const void *data, uint64_t bytes,
                           struct hw_error *error)
{
    const uint8_t *from = data;

    for (uint64_t count; bytes; bytes -= count, address += count, from += count) {
        uint8_t *to = hw_address_space_page_bytes(&channel->space, address, &count);
        if (!to)
            return not_mapped(error, address);
        count = count < bytes ? count : bytes;
        memcpy(to, from, count);
    }
    return HW_OK;
}

hw_status hw_channel_read_linear(const struct hw_channel *channel, unsigned target, uint64_t linear,
                                 void *data, uint64_t bytes, struct hw_error *error)
{
    const struct hw_linear *memory = hw_address_space_linear(&channel->space, target);

    if (!memory)
        return fail(error, HW_ERR_ARGUMENT, "memory of target %u; expected 0, 2 or 3", target);
    return hw_memory_read(memory->memory, linear, data, bytes, error);
}

hw_status hw_channel_write_linear(struct hw_channel *channel, unsigned target, uint64_t linear,
                                  const void *data, uint64_t bytes, struct hw_error *error)
{
    const struct hw_linear *memory = hw_address_space_linear(&channel->space, target);

    if (!memory)
        return fail(error, HW_ERR_ARGUMENT, "memory of target %u; expected 0, 2 or 3", target);
    return hw_memory_write(memory->memory, linear, data, bytes, error);
}

/* SPDX-License-Identifier: MIT */
/* This file has what all engine objects share: checks of methods and data, DMA objects, notifiers.
 * @see envytools, docs/hw/graph/intro.rst, "Notifiers" */
#include "channel/engine/channel_state.h"

#include <stdio.h>
#include <string.h>

/* What a field takes, in words. */
static void say_range(const struct hw_method_field *field, char text[HW_METHOD_TEXT])
{
    const uint32_t top = (uint32_t)(((uint64_t)1 << field->bits) - 1);

    if (field->kind == HW_FIELD_BOOLEAN)
        snprintf(text, HW_METHOD_TEXT, "0 or 1");
    else if (field->kind == HW_FIELD_ENUM)
        snprintf(text, HW_METHOD_TEXT, "one of %u values that have names", field->name_count);
    else
        snprintf(text, HW_METHOD_TEXT, "0x%x to 0x%x%s", field->least, field->most < top ? field->most : top,
                 field->refused ? ", not all" : "");
    if (field->align > 1) {
        const size_t used = strlen(text);
        snprintf(text + used, HW_METHOD_TEXT - used, ", multiples of 0x%x", field->align);
    }
}

/* Say which bits of the data are refused. */
static void refuse_data(struct hw_channel *channel, const struct hw_object_class *engine,
                        const struct hw_method *row, const struct hw_method_field *field,
                        enum hw_data_error code)
{
    char name[HW_METHOD_TEXT], takes[HW_METHOD_TEXT];

    hw_method_name(engine, channel->method, name, sizeof name);
    if (!field) {
        hw_channel_data_error(channel, code, "%s: 0x%08x has bits that belong to no field", name,
                              channel->data);
        return;
    }
    say_range(field, takes);
    hw_channel_data_error(channel, code, "%s: 0x%08x is nothing that %s takes (%s)", name, channel->data,
                          *field->name ? field->name : row->name, takes);
}

/* A method that binds a DMA object. */
static bool bind_dma(struct hw_channel *channel, unsigned kind)
{
    const struct hw_named_object *found = hw_objects_find(&channel->objects, channel->data);

    if (!found)
        hw_channel_error(channel, HW_REPORT_CACHE_ERROR, HW_UNIT_DISPATCH, HW_PULLER_NO_HASH,
                         "the channel has no object 0x%08x", channel->data);
    else if (found->engine)
        hw_channel_data_error(channel, HW_DATA_INVALID_OBJECT, "object 0x%08x is a %s and no DMA object",
                              channel->data, found->engine->name);
    else if (found->dma.supervisor)
        hw_channel_data_error(channel, HW_DATA_SUPERVISOR_OBJECT, "DMA object 0x%08x is the supervisor's",
                              channel->data);
    else
        channel->slot[kind][(channel->method - HW_DMA_SLOT_FIRST) / 4] = &found->dma;
    return found && !found->engine && !found->dma.supervisor;
}

/* The notifier that was asked for is written when the method behind has been executed. */
static void notify(struct hw_channel *channel, unsigned kind)
{
    const struct hw_dma_object *dma = hw_slot_of(channel, kind, HW_DMA_NOTIFY);
    const struct hw_notify asked = channel->notify;
    struct hw_dma_fault fault;

    channel->notify.pending = false;
    if (!hw_write_notifier(channel, dma, 0, &fault))
        hw_channel_memory_error(channel, HW_UNIT_DISPATCH, &fault, "the notifier");
    else if (asked.awaken)
        hw_channel_error(channel, HW_REPORT_NOTIFY, HW_UNIT_DISPATCH, 0, "the notifier has been written");
}

static void ask_to_notify(struct hw_channel *channel)
{
    if (channel->notify.pending)
        hw_channel_error(channel, HW_REPORT_DOUBLE_NOTIFY, HW_UNIT_DISPATCH, 0,
                         "NOTIFY once more before the notifier that the last one asked for");
    else
        channel->notify = (struct hw_notify){
            .pending = true, .awaken = channel->data == 1, .subchannel = channel->subchannel};
}

static void dispatch(struct hw_channel *channel, const struct hw_object_class *engine)
{
    const uint32_t method = channel->method;

    channel->state[engine->kind].word[method / 4] = channel->data;
    if (method >= HW_DMA_SLOT_FIRST && method < HW_DMA_SLOT_END && !bind_dma(channel, engine->kind))
        return;
    if (engine->kind == HW_OBJECT_COMPUTE)
        hw_compute_method(channel);
    else if (engine->kind == HW_OBJECT_M2MF)
        hw_m2mf_method(channel);
}

void hw_graph_method(struct hw_channel *channel, const struct hw_object_class *engine)
{
    const struct hw_method *row = hw_method_find(engine, channel->method, NULL);
    const struct hw_method_field *field = NULL;

    if (!row || !hw_tesla_chip_in(row->chips, channel->setup.chip->id)) {
        hw_channel_error(channel, HW_REPORT_ILLEGAL_MTHD, HW_UNIT_DISPATCH, 0, "%s has no method 0x%04x",
                         engine->name, channel->method);
        return;
    }
    const enum hw_data_error refused = hw_method_check(row, channel->data, &field);
    if (refused != HW_DATA_OK) {
        refuse_data(channel, engine, row, field, refused);
        return;
    }
    if (channel->method == HW_GRAPH_NOTIFY) {
        ask_to_notify(channel);
        return;
    }
    dispatch(channel, engine);
    if (channel->notify.pending && channel->method != HW_DMA_NOTIFY)
        notify(channel, engine->kind);
}

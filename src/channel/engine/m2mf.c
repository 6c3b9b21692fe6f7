/* SPDX-License-Identifier: MIT */
/* M2MF is the engine that copies lines between two DMA objects, in pitch or blocklinear layout.  Writing
 * BUF_NOTIFY copies.
 *
 * A line is LINE_LENGTH_IN bytes.  FORMAT says how far apart the bytes of a line lie in memory, which is 1
 * for nearly every driver.  A notifier is written when the copy is done.
 * @see envytools, rnndb/graph/nv_m2mf.xml; docs/hw/graph/intro.rst, "Notifiers" */
#include "channel/engine/blocklinear.h"
#include "channel/engine/channel_state.h"

#include <string.h>

#define NOTIFIER 0x10u /* in the DMA object of notifiers */

static uint32_t state_of(const struct hw_channel *channel, uint32_t method)
{
    return hw_state_of_method(channel, HW_OBJECT_M2MF, method);
}

/* One end of a copy. */
struct end {
    const struct hw_dma_object *dma;
    uint64_t address;
    bool blocklinear;
    uint32_t step; /* from byte to byte of a line */
    int32_t pitch; /* from line to line */
    uint32_t x, y, z;
    struct hw_blocklinear surface;
};

/* The methods of an end: those of the output lie behind those of the input. */
struct end_methods {
    uint32_t dma, layout, high, low, pitch;
};
static const struct end_methods input = {HW_M2MF_DMA_BUFFER_IN, HW_M2MF_LAYOUT_IN, HW_M2MF_OFFSET_IN_HIGH,
                                         HW_M2MF_OFFSET_IN, HW_M2MF_PITCH_IN};
static const struct end_methods output = {HW_M2MF_DMA_BUFFER_OUT, HW_M2MF_LAYOUT_OUT, HW_M2MF_OFFSET_OUT_HIGH,
                                          HW_M2MF_OFFSET_OUT, HW_M2MF_PITCH_OUT};

/* Behind LAYOUT_IN as behind LAYOUT_OUT. */
enum { DIMENSIONS = 0x04, WIDTH = 0x08, HEIGHT = 0x0c, DEPTH = 0x10, POSITION_Z = 0x14, POSITION = 0x18 };

static struct end end_of(const struct hw_channel *channel, const struct end_methods *methods, uint32_t step)
{
    const uint32_t layout = methods->layout, dimensions = state_of(channel, layout + DIMENSIONS),
                   position = state_of(channel, layout + POSITION);

    return (struct end){.dma = hw_slot_of(channel, HW_OBJECT_M2MF, methods->dma),
                        .address = (uint64_t)(state_of(channel, methods->high) & 0xff) << 32 |
                                   state_of(channel, methods->low),
                        .blocklinear = state_of(channel, layout) == HW_M2MF_LAYOUT_IN_BLOCKLINEAR,
                        .step = step ? step : 1,
                        .pitch = (int32_t)state_of(channel, methods->pitch),
                        .x = position & 0xffff,
                        .y = position >> 16,
                        .z = state_of(channel, layout + POSITION_Z),
                        .surface = {.width = state_of(channel, layout + WIDTH),
                                    .height = state_of(channel, layout + HEIGHT),
                                    .depth = state_of(channel, layout + DEPTH),
                                    .log_x = dimensions & 0xf,
                                    .log_y = dimensions >> 4 & 0xf,
                                    .log_z = dimensions >> 8 & 0xf}};
}

/* Whether the lines lie within a blocklinear surface. */
static enum hw_data_error check(const struct end *end, uint64_t length, uint32_t lines)
{
    const struct hw_blocklinear *surface = &end->surface;

    if (!end->blocklinear)
        return HW_DATA_OK;
    if (end->z >= surface->depth)
        return HW_DATA_Z_OUT_OF_BOUNDS;
    if (end->x + length * end->step > surface->width || (uint64_t)end->y + lines > surface->height)
        return HW_DATA_XY_OUT_OF_BOUNDS;
    return HW_DATA_OK;
}

/* The address of byte `x` of line `y`, and how many bytes of the line follow there. */
static uint64_t address_of(const struct end *end, uint32_t x, uint32_t y, uint32_t *run)
{
    if (end->blocklinear) {
        const uint32_t at = end->x + x * end->step;
        *run = 64 - at % 64;
        return end->address + hw_blocklinear_offset(&end->surface, at, end->y + y, end->z);
    }
    *run = UINT32_MAX;
    return end->address + (uint64_t)((int64_t)end->pitch * y) + (uint64_t)x * end->step;
}

/* Copy up to `count` bytes of a line from `x` on; how many were copied, 0: memory is missing. */
static uint32_t copy_piece(struct hw_channel *channel, const struct end *in, const struct end *out,
                           uint32_t x, uint32_t y, uint32_t count, struct hw_dma_fault *fault)
{
    uint32_t run_in, run_out;
    uint64_t bytes_in, bytes_out;
    const uint64_t from = address_of(in, x, y, &run_in), to = address_of(out, x, y, &run_out);
    const uint8_t *source = hw_dma_bytes(&channel->space, in->dma, from, HW_FOR_READING, &bytes_in, fault);

    if (!source)
        return 0;
    uint8_t *target = hw_dma_bytes(&channel->space, out->dma, to, HW_FOR_WRITING, &bytes_out, fault);
    if (!target)
        return 0;
    if (in->step != 1 || out->step != 1)
        count = 1;
    count = run_in < count ? run_in : count;
    count = run_out < count ? run_out : count;
    count = bytes_in < count ? (uint32_t)bytes_in : count;
    count = bytes_out < count ? (uint32_t)bytes_out : count;
    memmove(target, source, count);
    return count;
}

static bool copy(struct hw_channel *channel, const struct end *in, const struct end *out, uint32_t length,
                 uint32_t lines, struct hw_dma_fault *fault)
{
    for (uint32_t y = 0; y < lines; y++)
        for (uint32_t x = 0, done; x < length; x += done) {
            done = copy_piece(channel, in, out, x, y, length - x, fault);
            if (done == 0)
                return false;
        }
    return true;
}

static void transfer(struct hw_channel *channel)
{
    const uint32_t format = state_of(channel, HW_M2MF_FORMAT),
                   length = state_of(channel, HW_M2MF_LINE_LENGTH_IN),
                   lines = state_of(channel, HW_M2MF_LINE_COUNT);
    const struct end in = end_of(channel, &input, hw_field(format, HW_M2MF_FORMAT_INPUT_INC)),
                     out = end_of(channel, &output, hw_field(format, HW_M2MF_FORMAT_OUTPUT_INC));
    const uint64_t bytes = (uint64_t)length * lines, most = channel->setup.max_instructions;
    struct hw_dma_fault fault;
    enum hw_data_error refused = check(&in, length, lines);

    if (refused == HW_DATA_OK)
        refused = check(&out, length, lines);
    if (refused != HW_DATA_OK)
        hw_channel_data_error(channel, refused, "M2MF: %u lines of %u bytes do not lie in the surface", lines,
                              length);
    else if (most && bytes / 4 > most)
        hw_channel_fail(
            channel,
            hw_fail(channel->error, HW_ERR_LIMIT, "channel",
                    "M2MF copies %llu bytes, more than 4 for each of %llu instructions that are allowed",
                    (unsigned long long)bytes, (unsigned long long)most));
    else if (!copy(channel, &in, &out, length, lines, &fault))
        hw_channel_memory_error(channel, HW_UNIT_M2MF, &fault, "M2MF");
    else if (!hw_write_notifier(channel, hw_slot_of(channel, HW_OBJECT_M2MF, HW_DMA_NOTIFY), NOTIFIER,
                                &fault))
        hw_channel_memory_error(channel, HW_UNIT_M2MF, &fault, "M2MF's notifier");
}

void hw_m2mf_method(struct hw_channel *channel)
{
    if (channel->method == HW_M2MF_BUF_NOTIFY)
        transfer(channel);
}

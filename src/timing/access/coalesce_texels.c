/* SPDX-License-Identifier: MIT */
/* See coalesce_texels.h. */
#include "timing/access/coalesce_texels.h"

static void want(struct hw_line_requests *requests, uint64_t sector)
{
    const uint64_t line = sector / (HW_LINE_BYTES / HW_SECTOR_BYTES) * HW_LINE_BYTES;
    const uint8_t bit = (uint8_t)(1u << sector % (HW_LINE_BYTES / HW_SECTOR_BYTES));

    for (uint32_t i = requests->count; i-- > 0;)
        if (requests->item[i].line == line) {
            requests->item[i].sectors |= bit;
            return;
        }
    if (requests->count < HW_LINES_MAX)
        requests->item[requests->count++] = (struct hw_line_request){.line = line, .sectors = bit};
}

void hw_coalesce_texels(const struct hw_access_event *event, unsigned texel,
                        struct hw_line_requests *requests)
{
    const uint64_t *address = event->address + (size_t)texel * 32;

    requests->parts = 1;
    for (uint32_t left = event->lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        if (address[lane] == HW_NO_ADDRESS)
            continue;
        want(requests, address[lane] / HW_SECTOR_BYTES);
        want(requests, (address[lane] + event->bytes - 1) / HW_SECTOR_BYTES);
    }
}

uint32_t hw_texel_groups(const struct hw_access_event *event)
{
    uint32_t quads = 0;

    for (unsigned first = 0; first < 32; first += HW_QUAD)
        quads += (event->lanes >> first & ((1u << HW_QUAD) - 1)) != 0;
    return quads * (event->bytes > 8 ? 2 : 1);
}

/* SPDX-License-Identifier: MIT */
/* See line_requests.h. */
#include "timing/access/line_requests.h"

/* The place of a line in the list, which gets it if it is new; HW_LINES_MAX: the list is full. */
static uint32_t place_of(struct hw_line_requests *requests, uint32_t first, uint64_t line)
{
    uint32_t i = first;

    while (i < requests->count && requests->item[i].line != line)
        i++;
    if (i < requests->count || i == HW_LINES_MAX)
        return i;
    requests->item[requests->count++] = (struct hw_line_request){.line = line};
    return i;
}

/* A part of the warp: a line that several lanes need is asked for once. */
static void add_part(const struct hw_access_event *event, unsigned first_lane, unsigned lanes,
                     struct hw_line_requests *requests)
{
    const uint32_t first = requests->count;

    for (unsigned lane = first_lane; lane < first_lane + lanes; lane++) {
        if (!(event->lanes >> lane & 1))
            continue;
        const uint64_t begin = event->address[lane] / HW_SECTOR_BYTES * HW_SECTOR_BYTES;
        for (uint64_t at = begin; at < event->address[lane] + event->bytes; at += HW_SECTOR_BYTES) {
            const uint32_t place = place_of(requests, first, at / HW_LINE_BYTES * HW_LINE_BYTES);
            if (place < HW_LINES_MAX)
                requests->item[place].sectors |= (uint8_t)(1u << at % HW_LINE_BYTES / HW_SECTOR_BYTES);
        }
    }
}

/* Words of 8 bytes are served half a warp at a time, those of 16 a quarter. */
static unsigned lanes_together(const struct hw_access_event *event)
{
    return event->bytes <= 4 ? 32 : event->bytes <= 8 ? 16 : 8;
}

static void add_parts(const struct hw_access_event *event, unsigned lanes, struct hw_line_requests *requests)
{
    for (unsigned first = 0; first < 32; first += lanes) {
        requests->parts++;
        add_part(event, first, lanes, requests);
    }
}

/* --- compute capability 1.x: half a warp at a time --- */

/* 1.0 and 1.1: lane k has to name word k of one aligned area, or each lane has a transaction of its own. */
static bool is_in_order(const struct hw_access_event *event, unsigned first)
{
    const uint64_t area = 16ull * event->bytes;
    uint64_t base = 0;
    bool known = false;

    for (unsigned lane = first; lane < first + 16; lane++) {
        if (!(event->lanes >> lane & 1))
            continue;
        const uint64_t wanted = event->address[lane] - (uint64_t)(lane - first) * event->bytes;
        if (wanted % area || (known && wanted != base))
            return false;
        base = wanted;
        known = true;
    }
    return event->bytes >= 4;
}

static void add_single(const struct hw_access_event *event, unsigned first, struct hw_line_requests *requests)
{
    for (unsigned lane = first; lane < first + 16; lane++)
        if (event->lanes >> lane & 1 && requests->count < HW_LINES_MAX)
            requests->item[requests->count++] = (struct hw_line_request){
                .line = event->address[lane] / HW_LINE_BYTES * HW_LINE_BYTES,
                .sectors = (uint8_t)(1u << event->address[lane] % HW_LINE_BYTES / HW_SECTOR_BYTES)};
}

/* The whole area of the lanes is moved, whether all of them take part or not. */
static void add_area(const struct hw_access_event *event, unsigned first, struct hw_line_requests *requests)
{
    const uint32_t before = requests->count;

    add_part(event, first, 16, requests);
    for (uint32_t i = before; i < requests->count; i++)
        requests->item[i].sectors |=
            (uint8_t)(event->bytes == 4 ? requests->item[i].sectors & 3 ? 3 : 12 : 15);
}

/* 1.2 and 1.3: the smallest segment that holds what is used, of 32 bytes for bytes, 64 for words of 16 bits,
 * 128 for others. */
static void shrink(struct hw_line_request *request, uint32_t bytes)
{
    const unsigned used = request->sectors;

    if (bytes == 1)
        return;
    if (used & 3 && used & 12)
        request->sectors = bytes == 2 ? (uint8_t)((used & 3 ? 3 : 0) | (used & 12 ? 12 : 0)) : 15;
    else if (used == 3 || used == 12)
        request->sectors = (uint8_t)used;
}

static void add_tesla(const struct hw_chip_info *chip, const struct hw_access_event *event,
                      struct hw_line_requests *requests)
{
    for (unsigned first = 0; first < 32; first += 16) {
        requests->parts++;
        if (chip->capability >= 12) {
            const uint32_t before = requests->count;
            add_part(event, first, 16, requests);
            for (uint32_t i = before; i < requests->count; i++)
                shrink(&requests->item[i], event->bytes);
        } else if (is_in_order(event, first)) {
            add_area(event, first, requests);
        } else {
            add_single(event, first, requests);
        }
    }
}

void hw_line_requests(const struct hw_chip_info *chip, const struct hw_access_event *event,
                      struct hw_line_requests *requests)
{
    requests->count = requests->parts = 0;
    if (chip->micro.shared_lanes == 16)
        add_tesla(chip, event, requests);
    else
        add_parts(event, lanes_together(event), requests);
}

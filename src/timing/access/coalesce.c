/* SPDX-License-Identifier: MIT */
/* See coalesce.h: this file coalesces the accesses of parts of a warp to lines.  Transactions of half-warps
 * are in coalesce_cc1.c. */
#include "timing/access/coalesce.h"

#include "timing/access/coalesce_texture.h"
#include "timing/access/coalesce_cc1.h"
#include "timing/access/sequential.h"

#include <string.h>

/* Sectors of a line from that of one byte to that of another. */
static uint8_t sectors_between(uint64_t first, uint64_t last)
{
    const unsigned low = (unsigned)(first / HW_SECTOR_BYTES % 4),
                   high = (unsigned)(last / HW_SECTOR_BYTES % 4);

    return (uint8_t)((2u << high) - (1u << low));
}

/* Add sectors of a line to the requests.  One of those from number `part` on may be for that line already;
 * neighbouring lanes mostly access the line of the last one. */
static void add_request(struct hw_line_requests *requests, uint32_t part, uint64_t line, uint8_t sectors)
{
    for (uint32_t i = requests->count; i-- > part;)
        if (requests->item[i].line == line) {
            requests->item[i].sectors |= sectors;
            return;
        }
    hw_line_request_add(requests, line, sectors);
}

void hw_line_request_add(struct hw_line_requests *requests, uint64_t line, uint8_t sectors)
{
    if (requests->count < HW_LINES_MAX)
        requests->item[requests->count++] = (struct hw_line_request){.line = line, .sectors = sectors};
}

/* The bytes of a lane; unaligned ones may lie in two lines. */
static void add_requests_of_bytes(struct hw_line_requests *requests, uint32_t part, uint64_t address,
                                  uint32_t bytes)
{
    const uint64_t last = address + bytes - 1;
    const uint64_t line = address & ~(uint64_t)(HW_LINE_BYTES - 1);
    const uint64_t end = last & ~(uint64_t)(HW_LINE_BYTES - 1);

    if (line == end) {
        add_request(requests, part, line, sectors_between(address, last));
        return;
    }
    add_request(requests, part, line, sectors_between(address, HW_LINE_BYTES - 1));
    add_request(requests, part, end, sectors_between(0, last));
}

/* A warp in parts, each of which names a line once: all lanes for words of 4 bytes, half of them for 8, a
 * quarter for 16. */
static void lines_of_warp(unsigned lanes, const struct hw_access_event *event,
                          struct hw_line_requests *requests)
{
    const unsigned words = event->bytes <= 4 ? 1 : event->bytes / 4u;
    const unsigned part_lanes = lanes > words ? lanes / words : 1;
    uint32_t part = 0;
    unsigned part_of_last = 0;

    for (uint32_t left = event->lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        if (requests->parts == 0 || lane / part_lanes != part_of_last) {
            part_of_last = lane / part_lanes;
            part = requests->count;
            requests->parts++;
        }
        add_requests_of_bytes(requests, part, event->address[lane], event->bytes);
    }
}

/* A group of 8 lanes stores to a sector; `is_sent`: the group before has sent it. */
static void add_store_sector(struct hw_line_requests *requests, uint8_t named[HW_LINES_MAX], uint64_t sector,
                             bool is_sent)
{
    const uint64_t line = sector * HW_SECTOR_BYTES & ~(uint64_t)(HW_LINE_BYTES - 1);
    const uint8_t bit = (uint8_t)(1u << sector % (HW_LINE_BYTES / HW_SECTOR_BYTES));

    for (uint32_t i = requests->count; i-- > 0;) {
        if (requests->item[i].line != line)
            continue;
        if (named[i] & bit)
            return;
        if (is_sent || !(requests->item[i].sectors & bit)) {
            requests->item[i].sectors |= bit;
            named[i] |= bit;
            return;
        }
        break;
    }
    if (requests->count < HW_LINES_MAX)
        named[requests->count] = bit;
    hw_line_request_add(requests, line, bit);
}

/* A store from Maxwell on: groups of 8 lanes, each of which names a sector once.  Only the sector that a
 * group ends with may be the first of the next; another one that is named again is sent again. */
static void lines_of_store(const struct hw_access_event *event, struct hw_line_requests *requests)
{
    uint8_t named[HW_LINES_MAX] = {0}; /* of each request: sectors that this group has named */
    uint64_t last = UINT64_MAX, sector;

    for (unsigned first = 0; first < 32; first += HW_TEXTURE_GROUP_LANES) {
        uint32_t left = event->lanes >> first & ((1u << HW_TEXTURE_GROUP_LANES) - 1);
        bool begins = true;
        memset(named, 0, requests->count);
        for (; left; left &= left - 1) {
            const uint64_t address = event->address[first + (unsigned)__builtin_ctz(left)];
            for (sector = address / HW_SECTOR_BYTES; sector <= (address + event->bytes - 1) / HW_SECTOR_BYTES;
                 sector++) {
                add_store_sector(requests, named, sector, begins && sector == last);
                begins = false;
                last = sector;
            }
        }
    }
    requests->parts = 1;
}

/* The lines of a sequential access, which is one part. */
static void lines_of_sequential(uint64_t address, struct hw_line_requests *requests)
{
    requests->parts = 1;
    add_requests_of_bytes(requests, 0, address, HW_SEQUENTIAL_BYTES);
}

void hw_coalesce(const struct hw_chip_info *chip, const struct hw_access_event *event,
                 struct hw_line_requests *requests)
{
    requests->count = 0;
    requests->parts = 0;
    if (!event->address || event->bytes == 0)
        return;
    const bool is_store = chip->micro.l1_texture && event->kind == HW_ACCESS_STORE;
    if ((is_store || (chip->micro.coalesce_lines && chip->micro.coalesce_lanes == 32)) &&
        hw_is_sequential(event))
        lines_of_sequential(event->address[0], requests);
    else if (is_store)
        lines_of_store(event, requests);
    else if (chip->micro.coalesce_lines)
        lines_of_warp(chip->micro.coalesce_lanes, event, requests);
    else
        hw_coalesce_cc1(&chip->micro, event, requests);
}

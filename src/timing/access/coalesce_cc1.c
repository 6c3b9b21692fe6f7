/* SPDX-License-Identifier: MIT */
/* See coalesce_cc1.h. */
#include "timing/access/coalesce_cc1.h"

/* A transaction of 32, 64 or 128 bytes at a multiple of its size. */
static void add_transaction(struct hw_line_requests *requests, uint64_t address, uint32_t bytes)
{
    const uint32_t within = (uint32_t)(address % HW_LINE_BYTES);
    const uint32_t sectors = (1u << bytes / HW_SECTOR_BYTES) - 1;

    hw_line_request_add(requests, address - within, (uint8_t)(sectors << within / HW_SECTOR_BYTES));
}

static uint64_t multiple_of(uint64_t address, uint32_t bytes)
{
    return address - address % bytes;
}

/* --- 1.2, 1.3: segments, in any order --- */

/* Halve a segment as often as all bytes that are wanted lie in one half of it, down to 32. */
static void add_reduced(struct hw_line_requests *requests, uint64_t segment, uint32_t bytes, uint64_t first,
                        uint64_t last)
{
    while (bytes > HW_SECTOR_BYTES) {
        const uint64_t middle = segment + bytes / 2;
        if (first < middle && last >= middle)
            break;
        segment = first >= middle ? middle : segment;
        bytes /= 2;
    }
    add_transaction(requests, segment, bytes);
}

static void segments(const struct hw_access_event *event, uint32_t lanes, struct hw_line_requests *requests)
{
    const uint32_t bytes = event->bytes == 1 ? 32 : event->bytes == 2 ? 64 : 128;

    while (lanes) {
        const uint64_t segment = multiple_of(event->address[__builtin_ctz(lanes)], bytes);
        uint64_t first = UINT64_MAX, last = 0;
        for (uint32_t left = lanes; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            const uint64_t address = event->address[lane];
            if (address - segment >= bytes)
                continue;
            lanes &= ~(1u << lane);
            first = address < first ? address : first;
            last = address + event->bytes - 1 > last ? address + event->bytes - 1 : last;
        }
        add_reduced(requests, segment, bytes, first, last);
    }
}

/* --- 1.0, 1.1: word k for lane k --- */

/* Whether lane k of a half-warp wants word k of an aligned row of 16; then where that begins. */
static bool is_in_order(const struct hw_access_event *event, uint32_t lanes, uint64_t *row)
{
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    const uint32_t aligned = event->bytes == 4 ? 64 : 128;

    if (event->bytes < 4)
        return false;
    *row = event->address[first] - (uint64_t)(first % 16) * event->bytes;
    if (*row % aligned != 0)
        return false;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        if (event->address[lane] != *row + (uint64_t)(lane % 16) * event->bytes)
            return false;
    }
    return true;
}

static void in_order(const struct hw_access_event *event, uint32_t lanes, struct hw_line_requests *requests)
{
    uint64_t row;

    if (is_in_order(event, lanes, &row)) {
        add_transaction(requests, row, event->bytes == 4 ? 64 : 128);
        if (event->bytes == 16)
            add_transaction(requests, row + 128, 128);
        return;
    }
    for (uint32_t left = lanes; left; left &= left - 1)
        add_transaction(requests, multiple_of(event->address[__builtin_ctz(left)], 32), 32);
}

void hw_coalesce_cc1(const struct hw_microarchitecture *micro, const struct hw_access_event *event,
                     struct hw_line_requests *requests)
{
    for (unsigned half = 0; half < 2; half++) {
        const uint32_t lanes = event->lanes & 0xffffu << 16 * half;
        if (!lanes)
            continue;
        requests->parts++;
        if (micro->coalesce_order)
            in_order(event, lanes, requests);
        else
            segments(event, lanes, requests);
    }
}

/* SPDX-License-Identifier: MIT */
/* See coalesce_local.h. */
#include "timing/access/coalesce_local.h"

void hw_coalesce_local(const struct hw_access_event *event, uint64_t area, struct hw_line_requests *requests)
{
    requests->count = 0;
    requests->parts = 1;
    for (uint32_t byte = 0; byte < event->bytes; byte += 4)
        for (uint32_t left = event->lanes; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            const uint64_t address = hw_local_on_chip(area, event->address[lane] + byte, lane);
            const uint64_t line = address & ~(uint64_t)(HW_LINE_BYTES - 1);
            uint32_t i = requests->count;
            while (i > 0 && requests->item[i - 1].line != line)
                i--;
            if (i == 0 && requests->count < HW_LINES_MAX) {
                requests->item[requests->count++] = (struct hw_line_request){.line = line};
                i = requests->count;
            }
            if (i > 0)
                requests->item[i - 1].sectors |= (uint8_t)(1u << lane / 8);
        }
}

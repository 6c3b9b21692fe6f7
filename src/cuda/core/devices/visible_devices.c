/* SPDX-License-Identifier: MIT */
/* CUDA_VISIBLE_DEVICES: numbers, or identifiers that begin with "GPU-" and may be cut short, with commas
 * between them.  The list ends before the first entry that is no device; an empty one hides all.  An
 * identifier that fits several devices, or a device that is named twice, hides all, too.  (CUDA C++
 * Programming Guide 12, "CUDA Environment Variables"; the last two as PyTorch's torch/cuda/__init__.py
 * describes NVIDIA's driver.) */
#include "cuda/core/devices/visible_devices.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "GPU-"

enum { NO_DEVICE = -1, AMBIGUOUS = -2 };

void hw_cuda_uuid_of(int number, uint8_t id[HW_CUDA_UUID_BYTES])
{
    char text[HW_CUDA_UUID_BYTES] = "";

    snprintf(text, sizeof text, "halfwarp-%u", (uint8_t)number);
    memcpy(id, text, sizeof text);
}

void hw_cuda_uuid_text(int number, char text[HW_CUDA_UUID_TEXT_BYTES])
{
    static const char format[] =
        PREFIX "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x";
    uint8_t id[HW_CUDA_UUID_BYTES];

    hw_cuda_uuid_of(number, id);
    snprintf(text, HW_CUDA_UUID_TEXT_BYTES, format, id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7],
             id[8], id[9], id[10], id[11], id[12], id[13], id[14], id[15]);
}

static int by_uuid(const char *begin, size_t length, int all)
{
    char text[HW_CUDA_UUID_TEXT_BYTES];
    int found = NO_DEVICE;

    for (int i = 0; i < all; i++) {
        hw_cuda_uuid_text(i, text);
        if (strncmp(text, begin, length) == 0)
            found = found == NO_DEVICE ? i : AMBIGUOUS;
    }
    return found;
}

/* As strtol reads a number, what follows it counts for nothing. */
static int by_number(const char *text, int all)
{
    char *end;
    const long number = strtol(text, &end, 10);

    return end != text && number >= 0 && number < all ? (int)number : NO_DEVICE;
}

static bool is_in(const int *numbers, int count, int number)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

int hw_cuda_visible(const char *list, int all, int *chosen)
{
    int count = 0;

    for (int i = 0; !list && i < all; i++)
        chosen[count++] = i;
    while (list && *list) {
        const size_t length = strcspn(list, ",");
        const bool named = strncmp(list, PREFIX, strlen(PREFIX)) == 0;
        const int number = named ? by_uuid(list, length, all) : by_number(list, all);
        if (number == AMBIGUOUS || is_in(chosen, count, number))
            return 0;
        if (number == NO_DEVICE)
            return count;
        chosen[count++] = number;
        list += length + (list[length] == ',');
    }
    return count;
}

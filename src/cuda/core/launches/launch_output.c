/* SPDX-License-Identifier: MIT */
/* See launch_output.h. */
#include "cuda/core/launches/launch_output.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ended {
    struct ended *next;
    struct hw_cuda_output output;
};
static struct ended *outputs; /* of launches that have ended, by number */

uint64_t hw_cuda_output_number(void)
{
    static uint64_t launches; /* of all devices */

    return ++launches;
}

static void print(struct hw_cuda_output *output)
{
    fwrite(output->text, 1, output->bytes, stdout);
    output->bytes = 0;
}

static bool has_room(struct hw_cuda_output *output, size_t bytes)
{
    if (output->bytes + bytes <= output->room)
        return true;
    const size_t room = 2 * (output->bytes + bytes);
    char *longer = realloc(output->text, room);
    if (!longer)
        return false;
    output->text = longer;
    output->room = room;
    return true;
}

static void append(struct hw_cuda_output *output, const char *text, size_t bytes)
{
    memcpy(output->text + output->bytes, text, bytes);
    output->bytes += bytes;
}

void hw_cuda_output_keep_all(void *context, const char *text, size_t bytes)
{
    struct hw_cuda_output *output = context;

    if (has_room(output, bytes))
        append(output, text, bytes);
}

void hw_cuda_output_keep(void *context, const char *text, size_t bytes)
{
    struct hw_cuda_output *output = context;

    if (output->bytes + bytes > HW_CUDA_OUTPUT_BYTES || !has_room(output, bytes)) {
        if (output->bytes)
            print(output);
        fwrite(text, 1, bytes, stdout);
        return;
    }
    append(output, text, bytes);
}

static bool is_before(const struct hw_cuda_output *one, const struct hw_cuda_output *other)
{
    return one->number < other->number || (one->number == other->number && one->begun < other->begun);
}

void hw_cuda_output_ended(struct hw_cuda_output *output)
{
    struct ended **link = &outputs, *ended = output->bytes ? malloc(sizeof *ended) : NULL;

    if (!ended) {
        if (output->bytes)
            print(output);
        free(output->text);
        return;
    }
    while (*link && is_before(&(*link)->output, output))
        link = &(*link)->next;
    *ended = (struct ended){.next = *link, .output = *output};
    *link = ended;
}

void hw_cuda_output_flush(void)
{
    for (struct ended *ended; (ended = outputs);) {
        outputs = ended->next;
        print(&ended->output);
        free(ended->output.text);
        free(ended);
    }
}

/* SPDX-License-Identifier: MIT */
/* This file prints the outputs of a graphics program: a line for each record, and a picture. */
#include "cli/run_graphics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 3 };

static const uint32_t *record_of(const struct hw_graphics *graphics, uint32_t thread, uint32_t record)
{
    return graphics->output + ((size_t)thread * graphics->records + record) * graphics->output_words;
}

static void print_record(const struct hw_graphics_run *run, uint32_t thread, uint32_t record)
{
    const uint32_t *word = record_of(&run->graphics, thread, record);

    putchar(':');
    for (uint32_t i = 0; i < run->graphics.output_words; i++) {
        putchar(' ');
        hw_run_write_value(run->type, (const uint8_t *)&word[i], stdout);
    }
}

/* A vertex or fragment by its number, or by its position in the picture. */
static void print_name(const struct hw_graphics_run *run, uint32_t thread)
{
    if (run->width)
        printf("%u,%u", run->fragments.fragment[thread].x, run->fragments.fragment[thread].y);
    else
        printf("%u", thread);
}

static void print_thread(const struct hw_graphics_run *run, uint32_t thread)
{
    const struct hw_graphics *graphics = &run->graphics;

    if (graphics->thread[thread].discarded && !graphics->thread[thread].helper) {
        print_name(run, thread);
        puts(": discarded");
    }
    for (uint32_t record = 0; record < graphics->thread[thread].records; record++) {
        print_name(run, thread);
        if (run->program == HW_PROGRAM_GP)
            printf(".%u", record);
        print_record(run, thread, record);
        puts(graphics->cut[(size_t)thread * graphics->records + record] ? " cut" : "");
    }
}

/* A channel's byte: 0 for 0 and less, 255 for 1 and more. */
static uint8_t channel(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value > 0 ? (uint8_t)lrintf(255 * fminf(value, 1)) : 0;
}

/* The first three outputs of the fragments as red, green and blue; the rest is black. */
static hw_status write_picture(const struct hw_graphics_run *run, const char *name, struct hw_error *error)
{
    char head[64];
    const int length = snprintf(head, sizeof head, "P6\n%u %u\n255\n", run->width, run->height);
    const size_t size = (size_t)length + (size_t)run->width * run->height * CHANNELS;
    uint8_t *file = calloc(size, 1);

    if (!file)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for the picture");
    memcpy(file, head, (size_t)length);
    for (uint32_t i = 0; i < run->graphics.threads; i++) {
        const struct hw_fragment *at = &run->fragments.fragment[i];
        if (run->graphics.thread[i].records == 0)
            continue;
        uint8_t *pixel = file + length + ((size_t)at->y * run->width + at->x) * CHANNELS;
        for (unsigned c = 0; c < CHANNELS && c < run->graphics.output_words; c++)
            pixel[c] = channel(record_of(&run->graphics, i, 0)[c]);
    }
    const hw_status status = hw_write_file(name, file, size, error);
    free(file);
    return status;
}

hw_status hw_graphics_print(const struct hw_graphics_run *run, struct hw_error *error)
{
    if (run->options->image)
        return write_picture(run, run->options->image, error);
    for (uint32_t i = 0; i < run->graphics.threads; i++)
        print_thread(run, i);
    return HW_OK;
}

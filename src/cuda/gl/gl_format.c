/* SPDX-License-Identifier: MIT */
/* See gl_format.h.  The CUDA Toolkit Reference Manual 4.2 lists the formats that may be shared at
 * cudaGraphicsGLRegisterImage, the OpenGL registry has their numbers, which come in runs. */
#include "cuda/gl/gl_format.h"

#include <stddef.h>

enum base { NONE, RED, RG, RGBA, ALPHA, INTENSITY, LUMINANCE, LUMINANCE_ALPHA };
enum channel_kind { NORMALIZED, FLOATS, SIGNED, UNSIGNED };

/* An intensity is read and written as red. */
static const struct {
    uint8_t channels;
    uint16_t format, integers;
} bases[] = {
    [RED] = {1, 0x1903, 0x8d94},
    [RG] = {2, 0x8227, 0x8228},
    [RGBA] = {4, 0x1908, 0x8d99},
    [ALPHA] = {1, 0x1906, 0x8d97},
    [INTENSITY] = {1, 0x1903, 0x8d94},
    [LUMINANCE] = {1, 0x1909, 0x8d9c},
    [LUMINANCE_ALPHA] = {2, 0x190a, 0x8d9d},
};

/* Types of pixels, by kind and bits of a channel (8, 16, 32); 0: there is none. */
static const uint16_t types[][3] = {
    [NORMALIZED] = {0x1401, 0x1403, 0},
    [FLOATS] = {0, 0x140b, 0x1406},
    [SIGNED] = {0x1400, 0x1402, 0x1404},
    [UNSIGNED] = {0x1401, 0x1403, 0x1405},
};

/* Formats by their number. */
static const struct {
    uint16_t number;
    uint8_t base, bits, kind;
} singles[] = {
    {4, RGBA, 8, NORMALIZED},
    {0x1908, RGBA, 8, NORMALIZED},
    {0x8058, RGBA, 8, NORMALIZED},
    {0x805b, RGBA, 16, NORMALIZED},
    {0x1903, RED, 8, NORMALIZED},
    {0x8229, RED, 8, NORMALIZED},
    {0x822a, RED, 16, NORMALIZED},
    {0x8227, RG, 8, NORMALIZED},
    {0x822b, RG, 8, NORMALIZED},
    {0x822c, RG, 16, NORMALIZED},
    {0x822d, RED, 16, FLOATS},
    {0x822e, RED, 32, FLOATS},
    {0x822f, RG, 16, FLOATS},
    {0x8230, RG, 32, FLOATS},
    {0x8231, RED, 8, SIGNED},
    {0x8232, RED, 8, UNSIGNED},
    {0x8233, RED, 16, SIGNED},
    {0x8234, RED, 16, UNSIGNED},
    {0x8235, RED, 32, SIGNED},
    {0x8236, RED, 32, UNSIGNED},
    {0x8237, RG, 8, SIGNED},
    {0x8238, RG, 8, UNSIGNED},
    {0x8239, RG, 16, SIGNED},
    {0x823a, RG, 16, UNSIGNED},
    {0x823b, RG, 32, SIGNED},
    {0x823c, RG, 32, UNSIGNED},
    {0x1906, ALPHA, 8, NORMALIZED},
    {0x803c, ALPHA, 8, NORMALIZED},
    {0x803e, ALPHA, 16, NORMALIZED},
    {1, LUMINANCE, 8, NORMALIZED},
    {0x1909, LUMINANCE, 8, NORMALIZED},
    {0x8040, LUMINANCE, 8, NORMALIZED},
    {0x8042, LUMINANCE, 16, NORMALIZED},
    {2, LUMINANCE_ALPHA, 8, NORMALIZED},
    {0x190a, LUMINANCE_ALPHA, 8, NORMALIZED},
    {0x8045, LUMINANCE_ALPHA, 8, NORMALIZED},
    {0x8048, LUMINANCE_ALPHA, 16, NORMALIZED},
    {0x8049, INTENSITY, 8, NORMALIZED},
    {0x804b, INTENSITY, 8, NORMALIZED},
    {0x804d, INTENSITY, 16, NORMALIZED},
};

/* Runs of six formats, one a base in the order below. */
static const uint8_t run_order[6] = {RGBA, NONE, ALPHA, INTENSITY, LUMINANCE, LUMINANCE_ALPHA};
static const struct {
    uint16_t first;
    uint8_t bits, kind;
} runs[] = {
    {0x8814, 32, FLOATS},  {0x881a, 16, FLOATS}, {0x8d70, 32, UNSIGNED}, {0x8d76, 16, UNSIGNED},
    {0x8d7c, 8, UNSIGNED}, {0x8d82, 32, SIGNED}, {0x8d88, 16, SIGNED},   {0x8d8e, 8, SIGNED},
};

static bool set(struct hw_gl_format *format, enum base base, int bits, enum channel_kind kind)
{
    const unsigned count = bases[base].channels;
    const bool integers = kind == SIGNED || kind == UNSIGNED;

    if (base == NONE)
        return false;
    *format = (struct hw_gl_format){
        .channels = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
                     kind == FLOATS   ? cudaChannelFormatKindFloat
                     : kind == SIGNED ? cudaChannelFormatKindSigned
                                      : cudaChannelFormatKindUnsigned},
        .format = integers ? bases[base].integers : bases[base].format,
        .type = types[kind][bits == 8    ? 0
                            : bits == 16 ? 1
                                         : 2],
    };
    return true;
}

bool hw_gl_format_of(int internal, struct hw_gl_format *format)
{
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
        if (singles[i].number == internal)
            return set(format, singles[i].base, singles[i].bits, singles[i].kind);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (internal >= runs[i].first && internal < runs[i].first + 6)
            return set(format, run_order[internal - runs[i].first], runs[i].bits, runs[i].kind);
    return false;
}

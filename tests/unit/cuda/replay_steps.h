/* SPDX-License-Identifier: MIT */
/* The steps of scripts in test_cuda_replay.c: launches, and changes of everything that a launch may find.
 *
 * A step takes a number, of which it uses a few bits to choose what it does. */
#ifndef HW_TESTS_REPLAY_STEPS_H
#define HW_TESTS_REPLAY_STEPS_H

#include "cuda_test.h"

#define WORDS  64
#define WIDTH  8
#define HEIGHT 4

/* What the host knows device code by. */
static char constant_stub, written_stub, named_stub, clock_stub;
static char primes, counters;
static struct textureReference plane = {.addressMode = {1, 1, 1},
                                        .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindFloat}};
static struct textureReference line = {.addressMode = {1, 1, 1},
                                       .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindSigned}};
static struct surfaceReference image;

/* What a script works on. */
static struct {
    uint32_t *in, *out, *lines[2], *extra;
    uint32_t *locked; /* page-locked */
    struct cudaArray *texels, *pixels;
    uint32_t from_locked; /* kernels read `locked` in place of `in` */
    uint8_t *transcript;
    size_t length;
} it;

static void words(uint32_t *to, size_t count, uint32_t seed)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = seed * 1000003u + i * 7u;
}

static void fill(void *device, size_t count, uint32_t seed)
{
    uint32_t host[WORDS];

    words(host, count, seed);
    assert_cuda(cudaMemcpy(device, host, 4 * count, H2D));
}

static void fill_array(struct cudaArray *array, uint32_t seed)
{
    float host[WIDTH * HEIGHT];

    for (int i = 0; i < WIDTH * HEIGHT; i++)
        host[i] = (float)(seed * 100 + (uint32_t)i);
    assert_cuda(cudaMemcpyToArray(array, 0, 0, host, sizeof host, H2D));
}

static const uint32_t *input(void)
{
    void *address;

    if (!it.from_locked)
        return it.in;
    assert_cuda(cudaHostGetDevicePointer(&address, it.locked, 0));
    return address;
}

static void launch_usual(const char *stub, unsigned threads)
{
    const struct {
        const void *in;
        void *out;
        uint32_t n;
    } parameters = {input(), it.out, 7};

    assert_cuda(launch(stub, (dim3){threads, 1, 1}, &parameters, 20));
}

static void launch_constant(uint32_t choice)
{
    (void)choice;
    launch_usual(&constant_stub, 1);
}

static void launch_written(uint32_t choice)
{
    (void)choice;
    launch_usual(&written_stub, 32);
}

static void launch_clock(uint32_t choice)
{
    (void)choice;
    launch_usual(&clock_stub, 1);
}

static void launch_named(uint32_t choice)
{
    (void)choice;
    assert_cuda(launch(&named_stub, (dim3){WIDTH, HEIGHT, 1}, &it.out, sizeof it.out));
}

static void write_input(uint32_t choice)
{
    fill(it.in, WORDS, choice % 2);
}

/* Of what launches read; no less can change. */
static void write_byte(uint32_t choice)
{
    const uint8_t byte = choice % 2 ? 0x5a : 0xa5;

    assert_cuda(cudaMemcpy(it.in, &byte, 1, H2D));
}

static void write_locked(uint32_t choice)
{
    words(it.locked, WORDS, choice % 2);
}

static void choose_input(uint32_t choice)
{
    it.from_locked = choice % 2;
}

static void clear_output(uint32_t choice)
{
    assert_cuda(cudaMemset(it.out, (int)(choice % 2), 4 * WORDS));
}

static void write_constant(uint32_t choice)
{
    uint32_t host[16];

    words(host, 16, choice % 2);
    assert_cuda(cudaMemcpyToSymbol(&primes, host, sizeof host, 0, H2D));
}

static void write_counters(uint32_t choice)
{
    const uint32_t host[4] = {choice % 2, 2, 3, 4};

    assert_cuda(cudaMemcpyToSymbol(&counters, host, sizeof host, 0, H2D));
}

static void write_texels(uint32_t choice)
{
    fill_array(it.texels, choice % 2);
}

static void write_pixels(uint32_t choice)
{
    fill_array(it.pixels, choice % 2);
}

static void write_line(uint32_t choice)
{
    fill(it.lines[choice / 2 % 2], WIDTH, choice % 2);
}

static void bind_line(uint32_t choice)
{
    assert_cuda(cudaBindTexture(NULL, &line, it.lines[choice % 2], &line.channelDesc, 4 * WIDTH));
}

static void set_filter(uint32_t choice)
{
    plane.addressMode[0] = plane.addressMode[1] = choice % 2 ? 3 : 1;
    plane.filterMode = choice / 2 % 2;
    assert_cuda(cudaBindTextureToArray(&plane, it.texels, &plane.channelDesc));
}

static void allocate_again(uint32_t choice)
{
    assert_cuda(cudaFree(it.in));
    assert_cuda(cudaMalloc((void **)&it.in, 4 * WORDS));
    if (choice % 2)
        write_input(choice / 2);
}

static void allocate_more(uint32_t choice)
{
    assert_cuda(cudaFree(it.extra));
    it.extra = NULL;
    if (choice % 3)
        assert_cuda(cudaMalloc((void **)&it.extra, choice % 3 * 70000));
}

static void copy_inside(uint32_t choice)
{
    if (choice % 2)
        assert_cuda(cudaMemcpy(it.in, it.out, 4 * WORDS, D2D));
    else
        assert_cuda(cudaMemcpy(it.locked, it.out, 4 * WORDS, D2H));
}

static void limit_stack(uint32_t choice)
{
    assert_cuda(cudaDeviceSetLimit(cudaLimitStackSize, choice % 2 ? 2048 : 1024));
}

typedef void step(uint32_t choice);

static step *const launches[] = {launch_constant, launch_written, launch_clock, launch_named};
static step *const changes[] = {write_input,    write_locked,   choose_input, clear_output,
                                write_constant, write_counters, write_texels, write_pixels,
                                write_line,     bind_line,      set_filter,   allocate_again,
                                allocate_more,  copy_inside,    limit_stack,  write_byte};
#define COUNT(list) (sizeof(list) / sizeof *(list))

#endif

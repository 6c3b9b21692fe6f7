/* SPDX-License-Identifier: MIT */
/* Methods of the compute object, and launches by methods beside plain ones.
 *
 * Methods are those that a driver sends most: parameters and the shape of a launch.  They are measured as the
 * channel executes them and as `push --dump` explains them, in processor time.  A launch by methods (a stage)
 * differs from a plain one by its parameter, so that the stage has something to send. */
#include "bench.h"
#include "gpu.h"
#include "measure.h"

#include <halfwarp/channel.h>
#include <halfwarp/chip.h>
#include <halfwarp/push.h>
#include <halfwarp/submit.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 7, PACKETS = 1 << 15, PARAMETERS = 16, SUBCHANNEL = 6, HANDLE = 1, LAUNCHES = 2000 };

#define WORDS ((size_t)PACKETS * (1 + PARAMETERS))

static void must(hw_status status, const struct hw_error *error)
{
    if (status != HW_OK) {
        fprintf(stderr, "bench: %s\n", error->text);
        exit(1);
    }
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

/* --- methods --- */

/* Packets of all parameters. */
static uint32_t *packets(const struct hw_object_class *compute)
{
    uint32_t *word = malloc(WORDS * sizeof *word), head[2], method;
    struct hw_error error;

    if (!word)
        exit(1);
    must(hw_method_number(compute, "USER_PARAM", &method, &error), &error);
    const struct hw_push_command command = {.kind = HW_PUSH_INCREASING,
                                            .subchannel = SUBCHANNEL,
                                            .method = (uint16_t)method,
                                            .count = PARAMETERS};
    must(hw_push_encode(&command, head, &error), &error);
    for (size_t i = 0; i < WORDS; i++)
        word[i] = i % (1 + PARAMETERS) ? (uint32_t)i : head[0];
    return word;
}

static struct hw_channel *channel_with(const struct hw_object_class *compute)
{
    struct hw_channel_setup setup = {.chip = NULL};
    struct hw_channel_result result;
    struct hw_channel *channel;
    struct hw_error error;

    must(hw_chip_find("g80", &setup.chip, &error), &error);
    must(hw_channel_create(&setup, &channel, &error), &error);
    must(hw_channel_object(channel, HANDLE, compute->number, &error), &error);
    must(hw_channel_method(channel, SUBCHANNEL, 0, HANDLE, &result, &error), &error);
    return channel;
}

static void explain(const struct hw_object_class *compute, const uint32_t *word)
{
    struct hw_push_command command;
    char text[HW_METHOD_TEXT];

    for (size_t i = 0; i < WORDS; i += command.words + command.count) {
        if (!hw_push_decode(&word[i], WORDS - i, &command))
            exit(1);
        for (uint32_t k = 0; k < command.count; k++) {
            const uint32_t number = command.method + 4 * k;
            hw_method_name(compute, number, text, sizeof text);
            hw_method_value(hw_method_find(compute, number, NULL), word[i + 1 + k], text, sizeof text);
        }
    }
}

static void measure_methods(void)
{
    const struct hw_object_class *compute = hw_object_class_named("G80_COMPUTE");
    struct hw_channel *channel = channel_with(compute);
    struct hw_channel_result result;
    struct hw_error error;
    uint32_t *word = packets(compute);
    double execute = 1e9, print = 1e9;

    for (unsigned round = 0; round < ROUNDS; round++) {
        double start = processor_time();
        must(hw_channel_push(channel, word, WORDS, &result, &error), &error);
        execute = least(execute, processor_time() - start);
        start = processor_time();
        explain(compute, word);
        print = least(print, processor_time() - start);
    }
    const double millions = (double)PACKETS * PARAMETERS / 1e6;
    bench_add("methods executed", millions / execute, "M methods/s", "5 M/s", millions / execute / 5, 1);
    bench_add("methods explained", millions / print, "M methods/s", "1 M/s", millions / print / 1, 1);
    hw_channel_destroy(channel);
    free(word);
}

/* --- launches --- */

static void measure_launches(const char *build, uint32_t blocks)
{
    struct hw_submitter *stage;
    struct hw_error error;
    struct gpu gpu;
    char text[4096];
    double plain = 1e9, methods = 1e9;

    snprintf(text, sizeof text, "%s/examples/hash.cubin", build);
    gpu_open(&gpu, text);
    must(hw_submitter_create(&stage, &error), &error);
    const uint64_t out = gpu_buffer(&gpu, (size_t)blocks * 256 * 4, NULL);
    gpu_u32(&gpu, 64);
    gpu_pointer(&gpu, out);
    struct hw_launch *launch = &gpu.launch;
    launch->grid[0] = blocks;
    launch->grid[1] = launch->block[1] = launch->block[2] = 1;
    launch->block[0] = 256;
    launch->host.workers = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double start = processor_time();
        for (unsigned i = 0; i < LAUNCHES / blocks; i++) {
            gpu.params[0] = (uint8_t)(1 + i % 64);
            must(hw_launch_run(launch, &gpu.result, &error), &error);
        }
        plain = least(plain, processor_time() - start);
        start = processor_time();
        for (unsigned i = 0; i < LAUNCHES / blocks; i++) {
            gpu.params[0] = (uint8_t)(1 + i % 64);
            must(hw_submitter_run(stage, launch, &gpu.result, &error), &error);
        }
        methods = least(methods, processor_time() - start);
    }
    snprintf(text, sizeof text, "launches by methods, %u block%s", blocks, blocks == 1 ? "" : "s");
    bench_add(text, LAUNCHES / blocks / methods / 1e3, "thousand launches/s", "a plain launch",
              plain / methods, 1 / 1.5);
    hw_submitter_destroy(stage);
    gpu_end(&gpu);
}

void bench_methods(const char *build)
{
    measure_methods();
    measure_launches(build, 1);
    measure_launches(build, 16);
}

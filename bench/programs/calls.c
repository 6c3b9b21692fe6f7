/* SPDX-License-Identifier: MIT */
/* The cost of calls by themselves: an empty launch, and copies beside memcpy. */
#include "../measure.h"
#include "program.h"
#include "stub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

DEVICE_CODE(FATBINS "/empty.fatbin")
STUB(empty, (void), )

enum { ROUNDS = 20, LAUNCH_ROUNDS = 200, LAUNCHES = 50 };

/* The best of many rounds, in seconds a launch. */
static double launch_time(unsigned blocks, unsigned threads)
{
    double least = 0;

    for (int round = 0; round < LAUNCH_ROUNDS; round++) {
        const double begin = real_time();
        for (int i = 0; i < LAUNCHES; i++)
            if (cudaConfigureCall((dim3){blocks, 1, 1}, (dim3){threads, 1, 1}, 0, NULL) == cudaSuccess)
                empty();
        must(cudaDeviceSynchronize(), "empty");
        const double seconds = (real_time() - begin) / LAUNCHES;
        if (round == 0 || seconds < least)
            least = seconds;
    }
    return least;
}

void measure_launches(const char *target)
{
    static const unsigned shapes[][2] = {{1, 32}, {1, 256}, {64, 256}};
    char name[64];

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const double seconds = launch_time(shapes[i][0], shapes[i][1]);
        snprintf(name, sizeof name, "launch %s, %u x %u", target, shapes[i][0], shapes[i][1]);
        report(name, seconds * 1e6, "microseconds", "10 microseconds", 10e-6 / seconds);
    }
}

/* Seconds for a copy by the function that is named; each over at least a few milliseconds. */
static double copy_time(void *to, const void *from, size_t bytes, int kind)
{
    const int repeat = bytes < 16 << 20 ? (int)((16 << 20) / bytes) : 1;
    double least = 0;

    for (int round = 0; round < ROUNDS; round++) {
        const double begin = real_time();
        for (int i = 0; i < repeat; i++)
            if (kind)
                must(cudaMemcpy(to, from, bytes, kind), "cudaMemcpy");
            else
                memcpy(to, from, bytes);
        const double seconds = (real_time() - begin) / repeat;
        if (round == 0 || seconds < least)
            least = seconds;
    }
    return least;
}

void measure_copies(void)
{
    static const struct {
        const char *name;
        size_t bytes;
    } sizes[] = {{"4 KiB", 4096}, {"1 MiB", 1 << 20}, {"64 MiB", 64 << 20}};
    char name[64];

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t bytes = sizes[i].bytes;
        void *one = zeros(bytes), *other = zeros(bytes), *device;
        must(cudaMalloc(&device, bytes), "cudaMalloc");
        const double plain = copy_time(other, memset(one, 1, bytes), bytes, 0);
        const double in = copy_time(device, one, bytes, cudaMemcpyHostToDevice);
        const double out = copy_time(other, device, bytes, cudaMemcpyDeviceToHost);
        snprintf(name, sizeof name, "copy in, %s", sizes[i].name);
        report(name, (double)bytes / in / 1e9, "GB/s", "memcpy", plain / in);
        snprintf(name, sizeof name, "copy out, %s", sizes[i].name);
        report(name, (double)bytes / out / 1e9, "GB/s", "memcpy", plain / out);
        must(cudaFree(device), "cudaFree");
        free(one);
        free(other);
    }
}

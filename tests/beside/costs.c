/* SPDX-License-Identifier: MIT */
/* What it costs, and gives, that launches run beside their host and each other. */
#include "beside.h"

#include <time.h>

#define SHORT_LAUNCHES 2000u
#define QUEUED         1000u
#define ROUNDS         20000u /* of a kernel by which the others are calibrated */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double synchronized(cudaStream_t stream, const uint32_t *box)
{
    const double begin = now();

    for (uint32_t i = 0; i < SHORT_LAUNCHES; i++) {
        start(KERNEL_STORE, 64, 256, stream, box, NULL, NULL, i);
        MUST(cudaStreamSynchronize(stream));
    }
    return (now() - begin) / SHORT_LAUNCHES;
}

static double queued(cudaStream_t stream, const uint32_t *box)
{
    const double begin = now();

    for (uint32_t i = 0; i < QUEUED; i++)
        start(KERNEL_STORE, 64, 256, stream, box, NULL, NULL, i);
    MUST(cudaStreamSynchronize(stream));
    return now() - begin;
}

/* Launches of one block, each in its stream, of so many rounds. */
static double busy(const cudaStream_t *streams, unsigned count, uint32_t *box, uint32_t rounds)
{
    const double begin = now();

    for (unsigned i = 0; i < count; i++)
        start(KERNEL_BUSY, 1, 32, streams[i], NULL, NULL, box + 32 * (size_t)i, rounds);
    for (unsigned i = 0; i < count; i++)
        MUST(cudaStreamSynchronize(streams[i]));
    return now() - begin;
}

static void work_of_host(uint64_t rounds)
{
    for (volatile uint64_t i = 0; i < rounds; i++)
        ;
}

static double beside_host(cudaStream_t stream, uint32_t *box, uint32_t rounds, uint64_t host_rounds)
{
    const double begin = now();

    start(KERNEL_BUSY, 1, 32, stream, NULL, NULL, box, rounds);
    work_of_host(host_rounds);
    MUST(cudaStreamSynchronize(stream));
    return now() - begin;
}

bool costs(void)
{
    const cudaStream_t streams[2] = {new_stream(), new_stream()};
    uint32_t *box = device_box();
    const uint64_t host_probe = 20000000;

    synchronized(streams[0], box);
    printf("launch of 64 x 256 and synchronise: %.2f us\n", 1e6 * synchronized(streams[0], box));
    printf("%u launches of 64 x 256, then synchronise: %.2f ms\n", QUEUED, 1e3 * queued(streams[0], box));
    uint32_t rounds = ROUNDS; /* of a second, once the kernel is compiled */
    for (unsigned i = 0; i < 3; i++)
        rounds = (uint32_t)(rounds / busy(streams, 1, box, rounds));
    const double begin = now();
    work_of_host(host_probe);
    const uint64_t host_rounds = (uint64_t)((double)host_probe / (now() - begin));
    const double alone = busy(streams, 1, box, rounds), both = busy(streams, 2, box, rounds);
    printf("a launch of one block: %.2f s; two in two streams: %.2f s, %.2f times\n", alone, both,
           both / alone);
    const double with_host = beside_host(streams[0], box, rounds, host_rounds);
    printf("the same beside a second of the host's: %.2f s\n", with_host);
    return true;
}

/* SPDX-License-Identifier: MIT */
/* Eight host threads that call CUDA's runtime at random, with streams, events, graphs and memory of each
 * other, which may be destroyed at any time: nothing crashes, hangs, leaks or gives an error that NVIDIA's
 * manual does not name, and what a thread computes for itself is right.
 *
 * usage: check_threads COUNT [SEED].  So many calls of each thread, in rounds; a round begins with a device
 * that is as new.  Prints TAP. */
#include "threads/caller.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CALLS_PER_ROUND 500u
#define SECONDS         120u /* of a round, which then hangs */

static struct world world;
static struct caller callers[CALLERS];

static void *call(void *caller)
{
    struct caller *it = caller;

    caller_begin(it);
    for (uint32_t i = 0; i < CALLS_PER_ROUND && !world_has_failed(it->world); i++)
        caller_step(it);
    caller_end(it);
    return NULL;
}

/* Bytes that are free when nothing is left. */
static size_t free_memory(void)
{
    size_t all = 0, bytes = 0, total;

    for (int i = 0; i < DEVICES; i++) {
        cudaMemPool_t pool;
        cudaSetDevice(i);
        cudaDeviceSynchronize();
        cudaDeviceGraphMemTrim(i);
        if (cudaDeviceGetDefaultMemPool(&pool, i) == cudaSuccess)
            cudaMemPoolTrimTo(pool, 0);
        cudaMemGetInfo(&bytes, &total);
        all += bytes;
    }
    return all;
}

static void run_round(uint64_t seed)
{
    pthread_t threads[CALLERS];

    for (uint32_t i = 0; i < CALLERS; i++) {
        callers[i] = (struct caller){.world = &world, .random = seed * CALLERS + i, .number = i};
        if (pthread_create(&threads[i], NULL, call, &callers[i]) != 0)
            abort();
    }
    for (uint32_t i = 0; i < CALLERS; i++)
        pthread_join(threads[i], NULL);
}

/* Each device has its context and its code; then a round is over, with or without a reset. */
static void warm_up(void)
{
    for (int i = 0; i < DEVICES; i++) {
        cudaSetDevice(i);
        caller_touch_device();
    }
}

int main(int argc, char **argv)
{
    const uint64_t count = argc >= 2 && argc <= 3 ? strtoull(argv[1], NULL, 10) : 0,
                   first = argc == 3 ? strtoull(argv[2], NULL, 10) : 1, rounds = count / CALLS_PER_ROUND + 1;
    uint64_t done = 0;

    if (!count) {
        fprintf(stderr, "usage: %s COUNT [SEED]\n", argv[0]);
        return 2;
    }
    setenv("HALFWARP_CHIP", "gp104,gp100", 1);
    setenv("CUDA_CACHE_DISABLE", "1", 0);
    kernels_register();
    for (; done < rounds && !world_has_failed(&world); done++) {
        alarm(SECONDS);
        warm_up();
        const size_t before = free_memory();
        run_round(first + done);
        world_clear(&world);
        const size_t after = free_memory();
        if (after != before)
            world_fail(&world, "%zu bytes of the devices were free, and are %zu", before, after);
        for (int i = 0; i < DEVICES && done % 2; i++) {
            cudaSetDevice(i);
            cudaDeviceReset();
        }
    }
    kernels_unregister();
    if (world_has_failed(&world))
        printf("# round %" PRIu64 ": %s\n", first + done - 1, world.report);
    printf("%s 1 - host threads call at random: %" PRIu64 " rounds, %" PRIu64 " calls, %" PRIu64
           " with an error, %" PRIu64 " host functions, %" PRIu64 " results compared\n",
           world_has_failed(&world) ? "not ok" : "ok", done, world.calls, world.errors, world.functions,
           world.compared);
    return world_has_failed(&world);
}

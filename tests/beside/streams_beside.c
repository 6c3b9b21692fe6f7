/* SPDX-License-Identifier: MIT */
/* Kernels and copies of several streams and devices that wait for each other while they run. */
#include "beside.h"

#include <unistd.h>

#define NUMBERS 300u
#define LAPS    50u
#define ROUNDS  200u
#define HOLDERS 4u  /* blocks of each kernel that take the lock */
#define TIMES   25u /* that each takes it */

/* ../shared/cases/two-streams: one kernel waits for another, and one for the host. */
bool two_streams(void)
{
    uint32_t *box = device_box();
    volatile uint32_t *flag = mapped_box();
    const cudaStream_t first = new_stream(), second = new_stream();

    start(KERNEL_AWAIT, 1, 1, first, box, box + 1, box + 2, 1);
    start(KERNEL_STORE, 1, 1, second, box, NULL, NULL, 1);
    MUST(cudaDeviceSynchronize());
    if (!is_right(device_word(box + 2), 1, "what the kernel stored that waited for a kernel"))
        return false;
    start(KERNEL_AWAIT, 1, 1, first, (const void *)flag, box + 1, box + 3, 1);
    usleep(10000);
    *flag = 1;
    MUST(cudaDeviceSynchronize());
    return is_right(device_word(box + 3), 1, "what the kernel stored that waited for the host");
}

/* --- a producer and a consumer --- */

static bool numbers_are_right(const uint32_t *out)
{
    uint32_t numbers[NUMBERS];
    bool right = true;

    MUST(cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost));
    for (uint32_t i = 0; i < NUMBERS && right; i++)
        right = is_right(numbers[i], 7 * i + 3, "a number");
    return right;
}

bool two_streams_ring(void)
{
    uint32_t *ring = device_box(), *out = device_box();

    start(KERNEL_PRODUCE, 1, 1, new_stream(), ring, NULL, NULL, NUMBERS);
    start(KERNEL_CONSUME, 1, 1, new_stream(), ring, out, NULL, NUMBERS);
    MUST(cudaDeviceSynchronize());
    return numbers_are_right(out);
}

/* The ring is in the first device's memory, which the second reaches. */
bool two_devices_ring(void)
{
    uint32_t *ring, *out;

    MUST(cudaSetDevice(0));
    ring = device_box();
    MUST(cudaSetDevice(1));
    MUST(cudaDeviceEnablePeerAccess(0, 0));
    out = device_box();
    start(KERNEL_CONSUME, 1, 1, new_stream(), ring, out, NULL, NUMBERS);
    MUST(cudaSetDevice(0));
    start(KERNEL_PRODUCE, 1, 1, new_stream(), ring, NULL, NULL, NUMBERS);
    for (int i = 0; i < 2; i++) {
        MUST(cudaSetDevice(i));
        MUST(cudaDeviceSynchronize());
    }
    return numbers_are_right(out);
}

/* --- a token that four devices pass on, each into the next one's memory --- */

bool four_devices(void)
{
    uint32_t *box[4];

    for (int i = 0; i < 4; i++) {
        MUST(cudaSetDevice(i));
        MUST(cudaDeviceEnablePeerAccess((i + 1) % 4, 0));
        box[i] = device_box();
    }
    for (int i = 0; i < 4; i++) {
        MUST(cudaSetDevice(i));
        start(KERNEL_PASS, 1, 1, new_stream(), box[i], box[(i + 1) % 4], (const void *)(uintptr_t)(i == 0),
              LAPS);
    }
    for (int i = 0; i < 4; i++) {
        MUST(cudaSetDevice(i));
        MUST(cudaDeviceSynchronize());
    }
    return is_right(device_word(box[0] + 1), 4 * LAPS, "the number that went round");
}

/* --- others --- */

bool ticket_lock(void)
{
    uint32_t *lock = device_box();

    start(KERNEL_LOCK, HOLDERS, 1, new_stream(), lock, NULL, NULL, TIMES);
    start(KERNEL_LOCK, HOLDERS, 1, new_stream(), lock, NULL, NULL, TIMES);
    MUST(cudaDeviceSynchronize());
    return is_right(device_word(lock + 2), 2 * HOLDERS * TIMES, "the counter under the lock");
}

/* Two branches of a graph, captured from two streams. */
bool graph_branches(void)
{
    uint32_t *box = device_box();
    const cudaStream_t first = new_stream(), second = new_stream();
    cudaEvent_t fork, join;
    hw_graph graph;
    hw_exec exec;

    MUST(cudaEventCreate(&fork));
    MUST(cudaEventCreate(&join));
    MUST(cudaStreamBeginCapture(first, 0));
    MUST(cudaMemsetAsync(box, 0, 2 * sizeof *box, first));
    MUST(cudaEventRecord(fork, first));
    MUST(cudaStreamWaitEvent(second, fork, 0));
    start(KERNEL_MEET, 1, 1, first, box, box + 1, NULL, ROUNDS);
    start(KERNEL_MEET, 1, 1, second, box + 1, box, NULL, ROUNDS);
    MUST(cudaEventRecord(join, second));
    MUST(cudaStreamWaitEvent(first, join, 0));
    MUST(cudaStreamEndCapture(first, &graph));
    MUST(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    for (unsigned i = 0; i < 3; i++)
        MUST(cudaGraphLaunch(exec, first));
    MUST(cudaDeviceSynchronize());
    return is_right(device_word(box), ROUNDS, "the first branch's count") &&
           is_right(device_word(box + 1), ROUNDS, "the second branch's count");
}

/* A kernel waits for a flag that a copy of another stream sets. */
bool flag_by_copy(void)
{
    uint32_t *box = device_box();
    volatile uint32_t *one = mapped_box();
    const cudaStream_t kernels = new_stream(), copies = new_stream();

    *one = 1;
    start(KERNEL_AWAIT, 1, 1, kernels, box, box + 1, box + 2, 1);
    MUST(cudaMemcpyAsync(box, (const void *)one, sizeof *box, cudaMemcpyHostToDevice, copies));
    MUST(cudaStreamSynchronize(kernels));
    return is_right(device_word(box + 2), 1, "what the kernel stored");
}

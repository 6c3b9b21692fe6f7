/* SPDX-License-Identifier: MIT */
/* Kernels and copies of several streams and devices that wait for each other while they run. */
#include "beside.h"

#include <unistd.h>

#define NUMBERS        300u
#define LAPS           50u
#define ROUNDS         200u
#define HOLDERS        4u  /* blocks of each kernel that take the lock */
#define TIMES          25u /* that each takes it */
#define WAITING_BLOCKS 64u

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

/* --- a kernel waits for a flag that something else sets --- */

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

/* The same by calls that are not asynchronous, in the legacy stream: a stream that does not block is no
 * matter to them. */
bool flag_by_copy_now(void)
{
    uint32_t *box = device_box();
    const uint32_t one = 1;
    const cudaStream_t stream = new_stream();

    start(KERNEL_AWAIT, 1, 1, stream, box, box + 1, box + 2, 1);
    const bool waits = is_right(cudaStreamQuery(stream) == cudaErrorNotReady, 1, "that the kernel waits");
    MUST(cudaMemcpy(box, &one, sizeof one, cudaMemcpyHostToDevice));
    MUST(cudaStreamSynchronize(stream));
    return waits && is_right(device_word(box + 2), 1, "what the kernel stored");
}

bool flag_by_fill(void)
{
    uint32_t *box = device_box();
    const cudaStream_t kernels = new_stream();

    start(KERNEL_AWAIT, 1, 1, kernels, box, box + 1, box + 2, 0x01010101);
    MUST(cudaMemsetAsync(box, 1, sizeof *box, new_stream()));
    while (cudaStreamQuery(kernels) == cudaErrorNotReady) /* the host only asks */
        ;
    return is_right(device_word(box + 2), 1, "what the kernel stored");
}

/* A kernel that waits and does not look as if it did: it never gives up its worker by itself. */
bool counting_waiter(void)
{
    uint32_t *box = device_box();
    const cudaStream_t first = new_stream();

    for (uint32_t i = 0; i < 4; i++)
        start(KERNEL_COUNT, 1, 32, new_stream(), box, NULL, box + 64 + i, 1);
    start(KERNEL_COUNT, 1, 32, first, box, NULL, box + 1, 1);
    start(KERNEL_STORE, 1, 1, new_stream(), box, NULL, NULL, 1);
    MUST(cudaStreamSynchronize(first));
    MUST(cudaDeviceSynchronize());
    return is_right(device_word(box + 1) > 0, 1, "that the kernel has looked");
}

bool exit_while_counting(void)
{
    uint32_t *box = device_box();

    start(KERNEL_COUNT, 1, 32, new_stream(), box, NULL, box + 1, 1);
    return true;
}

/* Many blocks wait; a kernel of many blocks sets the flag at last, behind others of its stream. */
bool many_waiters(void)
{
    uint32_t *box = device_box(), *other = device_box();
    const cudaStream_t second = new_stream();

    start(KERNEL_AWAIT, WAITING_BLOCKS, 256, new_stream(), box, box + 1, box + 2, 1);
    for (uint32_t i = 0; i < 20; i++)
        start(KERNEL_STORE, 100, 64, second, other, NULL, NULL, i);
    start(KERNEL_STORE, 1, 1, second, box, NULL, NULL, 1);
    MUST(cudaDeviceSynchronize());
    return is_right(device_word(box + 2), 1, "what the kernel stored") &&
           is_right(device_word(other), 19, "what the other stream's kernels stored");
}

/* Streams, events and memory are made while a kernel waits, and work goes through them. */
bool objects_while_waiting(void)
{
    uint32_t *box = device_box();
    const cudaStream_t first = new_stream();
    cudaEvent_t event;
    void *memory, *pinned;

    start(KERNEL_AWAIT, 1, 1, first, box, box + 1, box + 2, 1);
    const cudaStream_t second = new_stream();
    MUST(cudaEventCreate(&event));
    MUST(cudaMalloc(&memory, BOX_BYTES));
    MUST(cudaMallocHost(&pinned, BOX_BYTES));
    start(KERNEL_STORE, 1, 1, second, memory, NULL, NULL, 5);
    MUST(cudaMemcpyAsync(pinned, memory, sizeof *box, cudaMemcpyDeviceToHost, second));
    MUST(cudaEventRecord(event, second));
    MUST(cudaEventSynchronize(event));
    MUST(cudaEventDestroy(event));
    const bool right = is_right(*(uint32_t *)pinned, 5, "what the other stream stored") &&
                       is_right(cudaStreamQuery(first) == cudaErrorNotReady, 1, "that the kernel waits");
    start(KERNEL_STORE, 1, 1, second, box, NULL, NULL, 1);
    MUST(cudaStreamDestroy(second));
    MUST(cudaStreamSynchronize(first));
    return right && is_right(device_word(box + 2), 1, "what the kernel stored");
}

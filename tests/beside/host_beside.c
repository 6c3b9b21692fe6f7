/* SPDX-License-Identifier: MIT */
/* Kernels that work with their host while both run. */
#include "beside.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>

#define ROUNDS  1000u
#define ITEMS   200u
#define THREADS 64u /* of a block that serves */
#define BLOCKS  3u

/* The host asks, the kernel answers. */
static bool correspond(volatile uint32_t *box)
{
    bool right = true;

    start(KERNEL_ECHO, 1, 1, new_stream(), (const void *)box, NULL, NULL, ROUNDS);
    for (uint32_t i = 1; i <= ROUNDS && right; i++) {
        box[1] = i * i;
        __atomic_store_n(&box[0], i, __ATOMIC_RELEASE);
        while (__atomic_load_n(&box[2], __ATOMIC_ACQUIRE) != i)
            sched_yield();
        right = is_right(box[3], 3 * i * i + i, "an answer");
    }
    MUST(cudaDeviceSynchronize());
    return right;
}

bool mailbox_mapped(void)
{
    return correspond(mapped_box());
}

bool mailbox_managed(void)
{
    return correspond(managed_box());
}

/* A kernel that stays, and does what the host puts into a queue until it is stopped. */
bool queue_of_host(void)
{
    volatile uint32_t *queue = mapped_box();
    uint32_t *taken = device_box(), *out, word = 0;
    bool right = true;

    MUST(cudaMallocManaged((void **)&out, ITEMS * THREADS * sizeof *out, 1));
    start(KERNEL_SERVE, BLOCKS, THREADS, new_stream(), (const void *)queue, taken, out, 0);
    for (uint32_t i = 0; i < ITEMS; i++) {
        queue[16 + i] = i * i;
        __atomic_store_n(&queue[0], i + 1, __ATOMIC_RELEASE);
        if (i % 50 == 49) /* some of it is waited for */
            while (__atomic_load_n(&out[i * THREADS + 1], __ATOMIC_ACQUIRE) == 0)
                sched_yield();
    }
    __atomic_store_n(&queue[1], 1, __ATOMIC_RELEASE);
    MUST(cudaDeviceSynchronize());
    for (uint32_t i = 0; i < ITEMS * THREADS && right; i++) {
        word = i / THREADS;
        right = is_right(out[i], word * word + i % THREADS, "a result");
    }
    return right;
}

/* --- the host's other threads --- */

static void *put_value(void *box)
{
    __atomic_store_n((uint32_t *)box, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Functions of the driver as it has them by name. */
typedef CUresult value_function(CUstream stream, CUdeviceptr address, uint32_t value, unsigned flags);
typedef CUresult batch_function(CUstream stream, unsigned count, void *operations, unsigned flags);

static void *of_driver(const char *name)
{
    void *function = dlsym(RTLD_DEFAULT, name);

    must(!function, name);
    return function;
}

/* CUstreamBatchMemOpParams. */
union memory_operation {
    struct {
        unsigned operation;
        CUdeviceptr address;
        uint64_t value;
        unsigned flags;
        CUdeviceptr alias;
    };
    uint64_t room[6];
};
enum { OPERATION_WAIT = 1, OPERATION_WRITE = 2, WAIT_AT_LEAST = 0, WAIT_EQUAL = 1 };

/* Streams that wait for values in memory and write some: a thread of the host writes the first. */
bool values_of_streams(void)
{
    value_function *wait_value = (value_function *)(uintptr_t)of_driver("cuStreamWaitValue32_v2"),
                   *write_value = (value_function *)(uintptr_t)of_driver("cuStreamWriteValue32_v2");
    batch_function *batch = (batch_function *)(uintptr_t)of_driver("cuStreamBatchMemOp_v2");
    volatile uint32_t *box = mapped_box();
    const CUdeviceptr address = (CUdeviceptr)(uintptr_t)box;
    const cudaStream_t first = new_stream(), second = new_stream();
    union memory_operation operations[2] = {
        {{OPERATION_WAIT, address + 4, 2, WAIT_AT_LEAST, 0}},
        {{OPERATION_WRITE, address + 8, 7, 0, 0}},
    };
    pthread_t thread;

    MUST(cuInit(0)); /* so that the driver is there */
    /* The second stream waits for the first, which waits for the host's thread. */
    MUST(batch(second, 2, operations, 0));
    start(KERNEL_STORE, 1, 1, second, (const void *)(box + 3), NULL, NULL, 9);
    MUST(wait_value(first, address, 1, WAIT_EQUAL));
    start(KERNEL_STORE, 1, 1, first, (const void *)(box + 4), NULL, NULL, 5);
    MUST(write_value(first, address + 4, 2, 0));
    bool right = is_right(box[2] + box[3] + box[4], 0, "what is behind a wait") &&
                 is_right(cudaStreamQuery(first) == cudaErrorNotReady, 1, "that the stream waits");
    MUST(pthread_create(&thread, NULL, put_value, (void *)(uintptr_t)box));
    MUST(cudaStreamSynchronize(second));
    right = right && is_right(box[1], 2, "the value of a write") &&
            is_right(box[2], 7, "the value of a batch") &&
            is_right(box[3], 9, "what the second stream's kernel stored") &&
            is_right(box[4], 5, "what the first stream's kernel stored");
    MUST(pthread_join(thread, NULL));
    return right;
}

static void feed(void *box)
{
    volatile uint32_t *words = box;

    words[1] = 41;
    __atomic_store_n((uint32_t *)box, 1, __ATOMIC_RELEASE);
}

/* A kernel waits for what a host function of another stream writes. */
bool host_function(void)
{
    volatile uint32_t *box = mapped_box();
    const cudaStream_t kernels = new_stream(), functions = new_stream();

    start(KERNEL_AWAIT, 1, 1, kernels, (const void *)box, (const void *)(box + 1), (const void *)(box + 2),
          1);
    MUST(cudaLaunchHostFunc(functions, feed, (void *)(uintptr_t)box));
    MUST(cudaStreamSynchronize(kernels));
    return is_right(box[2], 42, "what the kernel stored");
}

/* --- two threads of the host, each with a kernel that waits for the other's --- */

static void *meet(void *boxes)
{
    uint32_t **box = boxes;
    const cudaStream_t stream = new_stream();

    start(KERNEL_MEET, 1, 1, stream, box[0], box[1], NULL, ROUNDS);
    MUST(cudaStreamSynchronize(stream));
    return NULL;
}

bool two_threads(void)
{
    uint32_t *box = device_box(), *there[2] = {box, box + 1}, *back[2] = {box + 1, box};
    pthread_t threads[2];

    MUST(pthread_create(&threads[0], NULL, meet, there));
    MUST(pthread_create(&threads[1], NULL, meet, back));
    for (unsigned i = 0; i < 2; i++)
        MUST(pthread_join(threads[i], NULL));
    return is_right(device_word(box), ROUNDS, "the first's count") &&
           is_right(device_word(box + 1), ROUNDS, "the second's count");
}

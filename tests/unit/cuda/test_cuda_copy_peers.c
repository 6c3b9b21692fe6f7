/* SPDX-License-Identifier: MIT */
/* A copy in the default stream between memories of two devices is in order with what both are asked for.
 *
 * Functions of the program hold a device's stream up at a gate; the copy is asked for while it is shut. */
#include "cuda_test.h"

#include <semaphore.h>

#define BYTES (256u << 10) /* an executor's copy; SHORT is done in its call where nothing is before it */
#define SHORT 64u

static sem_t gate;

static void pass(void *data)
{
    (void)data;
    while (sem_wait(&gate) != 0)
        ;
}

static int begin(void **state)
{
    for (int device = 2; device >= 0; device--) {
        cudaSetDevice(device);
        fresh_device(state);
    }
    return sem_init(&gate, 0, 0);
}

static unsigned char *block_of(int device, int byte)
{
    void *block;

    assert_cuda(cudaSetDevice(device));
    assert_cuda(cudaMalloc(&block, BYTES));
    assert_cuda(cudaMemset(block, byte, BYTES));
    assert_cuda(cudaDeviceSynchronize());
    return block;
}

/* First and last byte, in no order with anything. */
static void assert_bytes(const unsigned char *block, size_t bytes, int expected)
{
    unsigned char got[2];
    cudaStream_t aside;

    assert_cuda(cudaStreamCreateWithFlags(&aside, 1));
    assert_cuda(cudaMemcpyAsync(got, block, 1, D2H, aside));
    assert_cuda(cudaMemcpyAsync(got + 1, block + bytes - 1, 1, D2H, aside));
    assert_cuda(cudaStreamDestroy(aside));
    assert_int_equal(got[0], expected);
    assert_int_equal(got[1], expected);
}

static void synchronize(int device)
{
    assert_cuda(cudaSetDevice(device));
    assert_cuda(cudaDeviceSynchronize());
}

/* What `busy` has been asked for before comes before the copy, and what it is asked for later comes later. */
static void ordered(size_t bytes, int busy, int from_device, int to_device, int caller)
{
    unsigned char *from = block_of(from_device, 1), *to = block_of(to_device, 2);
    unsigned char *changed = busy == from_device ? from : to;
    cudaStream_t stream;

    assert_cuda(cudaSetDevice(busy));
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaLaunchHostFunc(stream, pass, NULL));
    assert_cuda(cudaMemsetAsync(changed, 3, bytes, stream));
    assert_cuda(cudaSetDevice(caller));
    assert_cuda(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, NULL));
    assert_error(cudaStreamQuery(NULL), cudaErrorNotReady);
    assert_cuda(cudaSetDevice(from_device));
    assert_cuda(cudaMemsetAsync(from, 4, bytes, NULL));
    assert_error(cudaStreamQuery(NULL), cudaErrorNotReady);
    assert_bytes(to, bytes, 2);
    sem_post(&gate);
    for (int device = 0; device < 3; device++)
        synchronize(device);
    assert_bytes(to, bytes, busy == from_device ? 3 : 1);
    assert_bytes(from, bytes, 4);
}

static void source_is_busy(void **state)
{
    (void)state;
    ordered(BYTES, 0, 0, 1, 1);
    ordered(SHORT, 0, 0, 1, 1);
}

static void destination_is_busy(void **state)
{
    (void)state;
    ordered(BYTES, 1, 0, 1, 0);
    ordered(SHORT, 1, 0, 1, 0);
}

static void a_third_device_asks(void **state)
{
    (void)state;
    ordered(BYTES, 0, 0, 1, 2);
    ordered(BYTES, 1, 0, 1, 2);
    ordered(SHORT, 1, 1, 0, 2);
}

/* The kind says nothing: addresses do.  The call waits for its copy, so for the other device, too. */
static void call_waits(void **state)
{
    unsigned char *from = block_of(0, 1), *to = block_of(1, 2);

    (void)state;
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaMemsetAsync(from, 3, BYTES, NULL));
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaMemcpy(to, from, BYTES, cudaMemcpyDefault));
    assert_bytes(to, BYTES, 3);
}

/* In a stream of the program, and for streams that do not block, there is no such order. */
static void no_order(void **state)
{
    unsigned char *from = block_of(0, 1), *to = block_of(1, 2);
    cudaStream_t held, own;

    (void)state;
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaStreamCreateWithFlags(&held, 1));
    assert_cuda(cudaLaunchHostFunc(held, pass, NULL));
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaMemcpyPeerAsync(to, 1, from, 0, BYTES, NULL));
    assert_cuda(cudaStreamSynchronize(NULL));
    assert_bytes(to, BYTES, 1);

    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaLaunchHostFunc(NULL, pass, NULL));
    assert_cuda(cudaMemsetAsync(from, 3, BYTES, NULL));
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaStreamCreate(&own));
    assert_cuda(cudaMemsetAsync(to, 2, BYTES, own));
    assert_cuda(cudaMemcpyPeerAsync(to, 1, from, 0, BYTES, own));
    assert_cuda(cudaStreamSynchronize(own));
    assert_bytes(to, BYTES, 1);
    sem_post(&gate);
    sem_post(&gate);
    synchronize(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(source_is_busy, begin),
        cmocka_unit_test_setup(destination_is_busy, begin),
        cmocka_unit_test_setup(a_third_device_asks, begin),
        cmocka_unit_test_setup(call_waits, begin),
        cmocka_unit_test_setup(no_order, begin),
    };
    setenv("HALFWARP_CHIP", "gp104,gp104,gp104", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}

/* SPDX-License-Identifier: MIT */
/* Both interfaces: memory and events of another process.  That process begins before this one uses a device,
 * does what it is told by single letters, and sends what comes of it. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "unit/cuda/other_process.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define SMALL ((size_t)40)
#define LARGE ((size_t)300000)
#define FLAGS (cudaEventInterprocess | cudaEventDisableTiming)

static int gate[2];

/* --- the other process --- */

static void block_until_told(void *data)
{
    char go;

    (void)data;
    if (read(gate[0], &go, 1) != 1)
        _exit(2);
}

static void give_memory(void **block, size_t bytes, int value)
{
    cudaIpcMemHandle_t handle;

    if (cudaMalloc(block, bytes) != cudaSuccess || cudaMemset(*block, value, bytes) != cudaSuccess ||
        cudaDeviceSynchronize() != cudaSuccess || cudaIpcGetMemHandle(&handle, *block) != cudaSuccess)
        _exit(5);
    send_bytes(&handle, sizeof handle);
}

static void give_event(cudaEvent_t *event)
{
    cudaIpcEventHandle_t handle;

    if (cudaEventCreateWithFlags(event, FLAGS) != cudaSuccess ||
        cudaIpcGetEventHandle(&handle, *event) != cudaSuccess)
        _exit(6);
    send_bytes(&handle, sizeof handle);
}

/* Behind a function that waits, fill memory and record an event. */
static void record_late(void *block, cudaEvent_t event)
{
    static cudaStream_t stream;

    if ((!stream && cudaStreamCreate(&stream) != cudaSuccess) ||
        cudaLaunchHostFunc(stream, block_until_told, NULL) != cudaSuccess ||
        cudaMemsetAsync(block, 9, SMALL, stream) != cudaSuccess ||
        cudaEventRecord(event, stream) != cudaSuccess)
        _exit(7);
    send_bytes("r", 1);
}

static void answer_status(cudaError_t error)
{
    send_bytes(&error, sizeof error);
}

/* `before` shares pages with `small`, but no handle. */
static void serve(void)
{
    void *before = NULL, *small = NULL, *large = NULL;
    cudaEvent_t event = NULL;
    uint8_t bytes[SMALL];
    char what;

    if (cudaMalloc(&before, SMALL) != cudaSuccess || cudaMemset(before, 5, SMALL) != cudaSuccess)
        _exit(8);
    for (;;) {
        take_bytes(&what, 1);
        switch (what) {
        case 's': give_memory(&small, SMALL, 1); break;
        case 'l': give_memory(&large, LARGE, 2); break;
        case 'e': give_event(&event); break;
        case 'f': answer_status(cudaFree(small)); break;
        case 'F': answer_status(cudaFree(large)); break;
        case 'd': answer_status(cudaEventDestroy(event)); break;
        case 'q': answer_status(cudaEventQuery(event)); break;
        case 'w': record_late(small, event); break;
        case 'b':
        case 'S':
            if (cudaMemcpy(bytes, what == 'b' ? before : small, SMALL, D2H) != cudaSuccess)
                _exit(9);
            send_bytes(bytes, SMALL);
            break;
        default: _exit(10);
        }
    }
}

/* --- this process --- */

static void both_write(void **state)
{
    cudaIpcMemHandle_t handle;
    void *block = NULL, *again = NULL;
    uint8_t bytes[SMALL];

    (void)state;
    ask('s', &handle, sizeof handle);
    assert_cuda(cudaIpcOpenMemHandle(&block, handle, 1));
    assert_filled(block, SMALL, 1);
    assert_cuda(cudaMemset(block, 3, SMALL));
    ask('S', bytes, SMALL);
    assert_int_equal(bytes[0] + bytes[SMALL - 1], 6);
    ask('b', bytes, SMALL); /* the neighbour is as it was */
    assert_int_equal(bytes[0] + bytes[SMALL - 1], 10);
    assert_cuda(cudaIpcOpenMemHandle(&again, handle, 1));
    assert_ptr_equal(again, block);
    assert_cuda(cudaIpcCloseMemHandle(again));
    assert_filled(block, SMALL, 3);
    assert_error(cudaFree(block), cudaErrorInvalidDevicePointer);
    assert_error(cudaIpcGetMemHandle(&handle, block), cudaErrorInvalidValue);
    assert_error(cudaMemset(block, 0, SMALL + 1), cudaErrorInvalidValue);
    assert_cuda(cudaIpcCloseMemHandle(block));
    assert_error(cudaIpcCloseMemHandle(block), cudaErrorInvalidValue);
    assert_error(cudaMemset(block, 3, SMALL), cudaErrorInvalidValue);
    ask_done('f');
}

static void whole_pages_by_the_driver(void **state)
{
    CUipcMemHandle handle, before;
    CUdeviceptr block = 0;
    size_t bytes = 0;

    (void)state;
    ask('l', &handle, sizeof handle);
    assert_int_equal(cuIpcOpenMemHandle_v2(&block, handle, 1), CUDA_SUCCESS);
    assert_int_equal(cuMemGetAddressRange_v2(NULL, &bytes, block), CUDA_SUCCESS);
    assert_int_equal(bytes, LARGE);
    assert_filled((void *)(uintptr_t)block, LARGE, 2);
    assert_int_equal(cuIpcCloseMemHandle(block), CUDA_SUCCESS);
    ask_done('F');
    before = handle;
    assert_int_equal(cuIpcOpenMemHandle_v2(&block, before, 1), CUDA_ERROR_INVALID_HANDLE);
    ask('l', &handle, sizeof handle); /* the same place, and another handle */
    assert_int_equal(cuIpcOpenMemHandle_v2(&block, before, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuIpcOpenMemHandle(&block, handle, 1), CUDA_SUCCESS);
    assert_filled((void *)(uintptr_t)block, LARGE, 2);
    assert_int_equal(cuIpcCloseMemHandle(block), CUDA_SUCCESS);
    ask_done('F');
}

static void wrong_use_of_memory(void **state)
{
    cudaIpcMemHandle_t handle, forged;
    void *own, *managed, *block = NULL;

    (void)state;
    assert_cuda(cudaMalloc(&own, LARGE));
    assert_cuda(cudaMemset(own, 4, LARGE));
    assert_error(cudaIpcGetMemHandle(NULL, own), cudaErrorInvalidValue);
    assert_error(cudaIpcGetMemHandle(&handle, NULL), cudaErrorInvalidValue);
    assert_error(cudaIpcGetMemHandle(&handle, &handle), cudaErrorInvalidValue);
    assert_cuda(cudaHostAlloc(&managed, 64, 0));
    assert_error(cudaIpcGetMemHandle(&handle, managed), cudaErrorInvalidValue);
    assert_cuda(cudaIpcGetMemHandle(&handle, (char *)own + 100)); /* the whole block */
    assert_error(cudaIpcOpenMemHandle(&block, handle, 1), cudaErrorDeviceUninitialized);
    assert_filled(own, LARGE, 4);
    assert_cuda(cudaFree(own));
    assert_error(cudaIpcOpenMemHandle(&block, handle, 1), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMalloc(&block, LARGE)); /* what was shared is empty again */
    assert_filled(block, LARGE, 0);
    ask('s', &handle, sizeof handle);
    assert_error(cudaIpcOpenMemHandle(NULL, handle, 1), cudaErrorInvalidValue);
    assert_error(cudaIpcOpenMemHandle(&block, handle, 2), cudaErrorInvalidValue);
    for (size_t i = 0; i < 40; i++) {
        forged = handle;
        forged.reserved[i] ^= 0x40; /* bit 0 of the process may name a thread of it, which is as good */
        assert_error(cudaIpcOpenMemHandle(&block, forged, 1), cudaErrorInvalidResourceHandle);
    }
    memset(&forged, 0, sizeof forged);
    assert_error(cudaIpcOpenMemHandle(&block, forged, 1), cudaErrorInvalidResourceHandle);
    assert_error(cudaIpcCloseMemHandle(NULL), cudaErrorInvalidValue);
    ask_done('f');
}

/* --- events --- */

static void a_late_event(void **state)
{
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t handle;
    cudaStream_t stream;
    cudaEvent_t event;
    void *block;
    uint8_t *copy;
    char ready;

    (void)state;
    ask('s', &memory, sizeof memory);
    ask('e', &handle, sizeof handle);
    assert_cuda(cudaIpcOpenMemHandle(&block, memory, 1));
    assert_cuda(cudaIpcOpenEventHandle(&event, handle));
    assert_cuda(cudaEventQuery(event)); /* never recorded */
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaHostAlloc((void **)&copy, SMALL, 0));
    for (int round = 0; round < 2; round++) {
        assert_cuda(cudaMemset(block, 1, SMALL));
        ask('w', &ready, 1);
        assert_error(cudaEventQuery(event), cudaErrorNotReady);
        assert_cuda(cudaStreamWaitEvent(stream, event, 0));
        assert_cuda(cudaMemcpyAsync(copy, block, SMALL, D2H, stream));
        assert_error(cudaStreamQuery(stream), cudaErrorNotReady);
        assert_int_equal(write(gate[1], "g", 1), 1);
        assert_cuda(round ? cudaEventSynchronize(event) : cudaStreamSynchronize(stream));
        assert_filled(block, SMALL, 9);
        assert_cuda(cudaStreamSynchronize(stream));
        assert_int_equal(copy[0] + copy[SMALL - 1], 18);
        assert_cuda(cudaEventQuery(event));
    }
    assert_cuda(cudaEventRecord(event, NULL)); /* anybody may */
    ask_done('q');
    assert_cuda(cudaEventDestroy(event));
    assert_cuda(cudaStreamDestroy(stream));
    assert_cuda(cudaFreeHost(copy));
    assert_cuda(cudaIpcCloseMemHandle(block));
    ask_done('d');
    ask_done('f');
}

/* --- which record a wait is for --- */

struct late {
    cudaEvent_t event;
    cudaStream_t waits, other;
    uint8_t *block, *copy;
};

/* The other process has asked for a record that is to come, behind a fill of the block. */
static struct late late_record(void)
{
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t handle;
    struct late late;
    char ready;

    ask('s', &memory, sizeof memory);
    ask('e', &handle, sizeof handle);
    assert_cuda(cudaIpcOpenMemHandle((void **)&late.block, memory, 1));
    assert_cuda(cudaIpcOpenEventHandle(&late.event, handle));
    assert_cuda(cudaStreamCreateWithFlags(&late.waits, 1));
    assert_cuda(cudaStreamCreateWithFlags(&late.other, 1));
    assert_cuda(cudaHostAlloc((void **)&late.copy, SMALL, 0));
    ask('w', &ready, 1);
    return late;
}

static void copy_behind(const struct late *late)
{
    assert_cuda(cudaStreamWaitEvent(late->waits, late->event, 0));
    assert_cuda(cudaMemcpyAsync(late->copy, late->block, SMALL, D2H, late->waits));
}

/* The copy waits until the other process's record, and no longer. */
static void assert_waits(const struct late *late)
{
    usleep(20000);
    assert_error(cudaStreamQuery(late->waits), cudaErrorNotReady);
    assert_int_equal(write(gate[1], "g", 1), 1);
    assert_cuda(cudaStreamSynchronize(late->waits));
    assert_int_equal(late->copy[0] + late->copy[SMALL - 1], 18);
}

static void close_late(const struct late *late)
{
    assert_cuda(cudaStreamDestroy(late->waits));
    assert_cuda(cudaStreamDestroy(late->other));
    assert_cuda(cudaFreeHost(late->copy));
    assert_cuda(cudaIpcCloseMemHandle(late->block));
    ask_done('f');
}

static int own_gate[2];

static void block_here(void *data)
{
    char go;

    (void)data;
    assert_int_equal(read(own_gate[0], &go, 1), 1);
}

/* This process has asked for a record before, which has not happened, either. */
static void the_last_record_is_anothers(void **state)
{
    const struct late late = late_record();
    char ready;

    (void)state;
    assert_int_equal(write(gate[1], "g", 1), 1);
    assert_cuda(cudaEventSynchronize(late.event));
    assert_cuda(cudaMemset(late.block, 1, SMALL));
    assert_int_equal(pipe(own_gate), 0);
    assert_cuda(cudaLaunchHostFunc(late.other, block_here, NULL));
    assert_cuda(cudaEventRecord(late.event, late.other));
    ask('w', &ready, 1);
    copy_behind(&late);
    assert_int_equal(write(own_gate[1], "g", 1), 1);
    assert_cuda(cudaStreamSynchronize(late.other));
    assert_error(cudaEventQuery(late.event), cudaErrorNotReady);
    assert_waits(&late);
    assert_cuda(cudaEventQuery(late.event));
    assert_cuda(cudaEventDestroy(late.event));
    ask_done('d');
    close_late(&late);
}

/* What is recorded later does not count, whoever does it. */
static void a_later_record_happens_first(void **state)
{
    const struct late late = late_record();

    (void)state;
    copy_behind(&late);
    assert_cuda(cudaEventRecord(late.event, late.other));
    assert_cuda(cudaEventSynchronize(late.event));
    ask_done('q');
    assert_waits(&late);
    assert_cuda(cudaEventDestroy(late.event));
    ask_done('d');
    close_late(&late);
}

/* Both processes destroy the event before it has happened. */
static void a_destroyed_event_still_happens(void **state)
{
    const struct late late = late_record();

    (void)state;
    copy_behind(&late);
    assert_cuda(cudaEventDestroy(late.event));
    ask_done('d');
    assert_waits(&late);
    close_late(&late);
}

static void let_the_other_go(void *data)
{
    (void)data;
    assert_int_equal(write(gate[1], "g", 1), 1);
}

/* Functions of the program are called while streams wait for another process: this one ends such a wait. */
static void waits_take_no_thread(void **state)
{
    const struct late late = late_record();
    cudaError_t error = cudaErrorNotReady;

    (void)state;
    copy_behind(&late);
    assert_cuda(cudaLaunchHostFunc(late.other, let_the_other_go, NULL));
    for (int i = 0; i < 5000 && error == cudaErrorNotReady; i++) {
        usleep(1000);
        error = cudaStreamQuery(late.waits);
    }
    assert_cuda(error);
    assert_int_equal(late.copy[0] + late.copy[SMALL - 1], 18);
    assert_cuda(cudaEventDestroy(late.event));
    ask_done('d');
    close_late(&late);
}

static void wrong_use_of_events(void **state)
{
    cudaIpcEventHandle_t handle = {{0}}, own;
    cudaEvent_t plain, shared, opened;
    float milliseconds;

    (void)state;
    assert_cuda(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
    assert_cuda(cudaEventCreateWithFlags(&shared, FLAGS));
    assert_error(cudaIpcGetEventHandle(&own, plain), cudaErrorInvalidResourceHandle);
    assert_error(cudaIpcGetEventHandle(&own, NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaIpcGetEventHandle(NULL, shared), cudaErrorInvalidValue);
    assert_error(cudaIpcOpenEventHandle(&opened, handle), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaIpcGetEventHandle(&own, shared));
    assert_error(cudaIpcOpenEventHandle(&opened, own), cudaErrorDeviceUninitialized);
    assert_cuda(cudaEventRecord(shared, NULL));
    assert_cuda(cudaEventSynchronize(shared));
    ask('e', &handle, sizeof handle);
    assert_error(cudaIpcOpenEventHandle(NULL, handle), cudaErrorInvalidValue);
    cudaIpcMemHandle_t as_memory;
    void *block;
    memcpy(&as_memory, &handle, sizeof handle);
    assert_error(cudaIpcOpenMemHandle(&block, as_memory, 1), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaIpcOpenEventHandle(&opened, handle));
    assert_error(cudaIpcGetEventHandle(&own, opened), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventRecord(opened, NULL));
    assert_error(cudaEventElapsedTime(&milliseconds, opened, opened), cudaErrorInvalidResourceHandle);
    ask_done('d');
    assert_cuda(cudaEventQuery(opened)); /* it outlives what it was opened from */
    assert_error(cudaIpcOpenEventHandle(&shared, handle), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventDestroy(opened));
}

static void take_event(void **block, cudaEvent_t *event)
{
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t handle;

    ask('s', &memory, sizeof memory);
    ask('e', &handle, sizeof handle);
    assert_cuda(cudaIpcOpenMemHandle(block, memory, 1));
    assert_cuda(cudaIpcOpenEventHandle(event, handle));
}

static void drop_event(void *block, cudaEvent_t event)
{
    assert_cuda(cudaEventDestroy(event));
    assert_cuda(cudaIpcCloseMemHandle(block));
    ask_done('f');
}

/* The record happens in its turn, though the event is not there any more. */
static void destroyed_before_its_record(void **state)
{
    cudaEvent_t event;
    void *block;
    char ready;

    (void)state;
    take_event(&block, &event);
    ask('w', &ready, 1);
    ask_done('d');
    assert_error(cudaEventQuery(event), cudaErrorNotReady);
    assert_int_equal(write(gate[1], "g", 1), 1);
    assert_cuda(cudaEventSynchronize(event));
    assert_filled(block, SMALL, 9);
    drop_event(block, event);
}

static void rest(void *unused)
{
    (void)unused;
    usleep(50000);
}

static void open_late(void *unused)
{
    rest(unused);
    if (write(gate[1], "g", 1) != 1)
        _exit(11);
}

/* An earlier record of this process does not count, though it has not happened either. */
static void a_later_record_of_the_other(void **state)
{
    cudaStream_t stream;
    cudaEvent_t event;
    void *block;
    char ready;

    (void)state;
    take_event(&block, &event);
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaLaunchHostFunc(stream, rest, NULL));
    assert_cuda(cudaEventRecord(event, stream));
    ask('w', &ready, 1);
    assert_cuda(cudaLaunchHostFunc(stream, open_late, NULL));
    assert_cuda(cudaEventSynchronize(event));
    assert_filled(block, SMALL, 9);
    assert_cuda(cudaStreamDestroy(stream));
    ask_done('d');
    drop_event(block, event);
}

/* --- threads --- */

static cudaIpcMemHandle_t for_threads;

static void *open_and_close(void *good)
{
    void *block, *own;
    cudaIpcMemHandle_t handle;
    bool right = true;

    for (int round = 0; round < 50 && right; round++)
        right = cudaIpcOpenMemHandle(&block, for_threads, 1) == cudaSuccess &&
                cudaMemset(block, 8, SMALL) == cudaSuccess && cudaIpcCloseMemHandle(block) == cudaSuccess &&
                cudaMalloc(&own, 5000) == cudaSuccess && cudaMemset(own, 6, 5000) == cudaSuccess &&
                cudaIpcGetMemHandle(&handle, own) == cudaSuccess && cudaFree(own) == cudaSuccess;
    return right ? good : NULL;
}

static void four_threads(void **state)
{
    pthread_t threads[4];
    void *good;
    uint8_t bytes[SMALL];

    (void)state;
    ask('s', &for_threads, sizeof for_threads);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, &for_threads), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &good);
        assert_ptr_equal(good, &for_threads);
    }
    ask('S', bytes, SMALL);
    assert_int_equal(bytes[0] + bytes[SMALL - 1], 16);
    ask_done('f');
}

/* --- ends --- */

/* What was opened goes with its context, and another one can open it. */
static void a_reset(void **state)
{
    cudaIpcMemHandle_t handle;
    void *block, *own;

    (void)state;
    ask('s', &handle, sizeof handle);
    assert_cuda(cudaIpcOpenMemHandle(&block, handle, 1));
    assert_cuda(cudaDeviceReset());
    assert_error(cudaIpcCloseMemHandle(block), cudaErrorInvalidValue);
    assert_cuda(cudaIpcOpenMemHandle(&block, handle, 1));
    assert_filled(block, SMALL, 1);
    assert_cuda(cudaMalloc(&own, SMALL));
    assert_cuda(cudaIpcGetMemHandle(&handle, own));
    assert_cuda(cudaIpcCloseMemHandle(block));
    ask_done('f');
}

/* Memory stays where it is open; an event that was to be recorded counts as one that was. */
static void the_other_process_ends(void **state)
{
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t handle;
    cudaEvent_t event;
    void *block, *late;
    char ready;

    (void)state;
    ask('s', &memory, sizeof memory);
    ask('e', &handle, sizeof handle);
    assert_cuda(cudaIpcOpenMemHandle(&block, memory, 1));
    assert_cuda(cudaIpcOpenEventHandle(&event, handle));
    ask('w', &ready, 1);
    assert_error(cudaEventQuery(event), cudaErrorNotReady);
    kill(other, SIGKILL);
    assert_cuda(cudaEventSynchronize(event));
    waitpid(other, NULL, 0);
    assert_cuda(cudaEventQuery(event));
    assert_filled(block, SMALL, 1);
    assert_error(cudaIpcOpenEventHandle(&event, handle), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaIpcCloseMemHandle(block));
    assert_error(cudaIpcOpenMemHandle(&late, memory, 1), cudaErrorInvalidResourceHandle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(both_write, fresh_device),
        cmocka_unit_test_setup(whole_pages_by_the_driver, fresh_device),
        cmocka_unit_test_setup(wrong_use_of_memory, fresh_device),
        cmocka_unit_test_setup(a_late_event, fresh_device),
        cmocka_unit_test_setup(the_last_record_is_anothers, fresh_device),
        cmocka_unit_test_setup(a_later_record_happens_first, fresh_device),
        cmocka_unit_test_setup(a_destroyed_event_still_happens, fresh_device),
        cmocka_unit_test_setup(waits_take_no_thread, fresh_device),
        cmocka_unit_test_setup(destroyed_before_its_record, fresh_device),
        cmocka_unit_test_setup(a_later_record_of_the_other, fresh_device),
        cmocka_unit_test_setup(wrong_use_of_events, fresh_device),
        cmocka_unit_test_setup(four_threads, fresh_device),
        cmocka_unit_test_setup(a_reset, fresh_device),
        cmocka_unit_test(the_other_process_ends), /* the last */
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    if (pipe(gate) != 0 || !start_other(serve))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

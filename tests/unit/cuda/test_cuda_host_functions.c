/* SPDX-License-Identifier: MIT */
/* Functions of the program in streams: what is behind one waits for it, and nothing else does.
 *
 * The functions here wait at a gate that the test opens after the calls whose effects it looks at, so each of
 * these tests would hang if functions were called within the call that gives them to a stream. */
#include "cuda/runtime/runtime.h"
#include "cuda_program.h"

#include <pthread.h>
#include <semaphore.h>

static const char *const targets[] = {"sm_20", NULL};
static char saxpy_stub, null_stub;
static struct fatbin service;
static void **service_handle;

#define COUNT 64u /* of floats that the kernel makes of twice as many */
#define BYTES (COUNT * sizeof(float))

static int register_code(void **state)
{
    (void)state;
    register_program("linear", targets);
    add_kernel(program_handle, &saxpy_stub, "linear_saxpy");
    fatbin_make(&service, "service", targets);
    service_handle = __cudaRegisterFatBinary(&service.wrapper);
    add_kernel(service_handle, &null_stub, "service_null");
    return 0;
}

static int unregister_code(void **state)
{
    unregister_program(state);
    __cudaUnregisterFatBinary(service_handle);
    fatbin_free(&service);
    return 0;
}

/* --- gates --- */

struct gate {
    sem_t open;
    int passed;
};

static void pass(void *data)
{
    struct gate *gate = data;

    while (sem_wait(&gate->open) != 0)
        ;
    gate->passed++;
}

static void close_gate(struct gate *gate)
{
    gate->passed = 0;
    assert_int_equal(sem_init(&gate->open, 0, 0), 0);
}

static void open_gate(struct gate *gate)
{
    sem_post(&gate->open);
}

static uint32_t word_of(const void *device)
{
    uint32_t word = 0;
    cudaStream_t aside; /* in no order with the others */

    assert_cuda(cudaStreamCreateWithFlags(&aside, 1));
    assert_cuda(cudaMemcpyAsync(&word, device, sizeof word, D2H, aside));
    assert_cuda(cudaStreamDestroy(aside));
    return word;
}

static void *zeroed(size_t bytes)
{
    void *block;

    assert_cuda(cudaMalloc(&block, bytes));
    assert_cuda(cudaMemset(block, 0, bytes));
    return block;
}

/* --- tests --- */

static void a_stream_waits(void **state)
{
    uint32_t *block = zeroed(8);
    struct gate gate;
    cudaStream_t stream;
    cudaEvent_t before, after;
    float milliseconds;

    (void)state;
    close_gate(&gate);
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaEventCreate(&before));
    assert_cuda(cudaEventCreate(&after));
    assert_cuda(cudaMemsetAsync(block, 1, 4, stream));
    assert_cuda(cudaEventRecord(before, stream));
    assert_cuda(cudaLaunchHostFunc(stream, pass, &gate));
    assert_cuda(cudaMemsetAsync(block, 2, 4, stream));
    assert_cuda(cudaEventRecord(after, stream));
    assert_cuda(cudaMemcpyAsync(block + 1, block, 4, D2D, stream));
    assert_error(cudaStreamQuery(stream), cudaErrorNotReady);
    assert_cuda(cudaEventQuery(before));
    assert_error(cudaEventQuery(after), cudaErrorNotReady);
    assert_error(cudaEventElapsedTime(&milliseconds, before, after), cudaErrorNotReady);
    assert_cuda(cudaGetLastError()); /* which NotReady is not */
    assert_int_equal(word_of(block), 0x01010101);
    assert_int_equal(gate.passed, 0);
    open_gate(&gate);
    assert_cuda(cudaEventSynchronize(after));
    assert_int_equal(gate.passed, 1);
    assert_cuda(cudaStreamSynchronize(stream));
    assert_int_equal(word_of(block + 1), 0x02020202);
    assert_cuda(cudaStreamQuery(stream));
    assert_cuda(cudaEventElapsedTime(&milliseconds, before, after));
    assert_true(milliseconds >= 0);
}

/* What else waits, and what does not. */
/* A record that is still to come does not count once there is a later one. */
static void last_record_counts(void **state)
{
    struct gate gate;
    cudaStream_t held, other;
    cudaEvent_t event, later;
    float milliseconds = -1;

    (void)state;
    close_gate(&gate);
    assert_cuda(cudaStreamCreateWithFlags(&held, 1));
    assert_cuda(cudaStreamCreateWithFlags(&other, 1));
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaEventCreate(&later));
    assert_cuda(cudaLaunchHostFunc(held, pass, &gate));
    assert_cuda(cudaEventRecord(event, held));
    assert_error(cudaEventQuery(event), cudaErrorNotReady);
    assert_cuda(cudaEventRecord(event, other));
    assert_cuda(cudaEventRecord(later, other));
    assert_cuda(cudaStreamSynchronize(other));
    assert_cuda(cudaEventQuery(event));
    assert_cuda(cudaEventSynchronize(event)); /* does not wait for the gate */
    open_gate(&gate);
    assert_cuda(cudaStreamSynchronize(held));
    assert_cuda(cudaEventElapsedTime(&milliseconds, event, later));
    assert_true(milliseconds >= 0);
    assert_cuda(cudaEventDestroy(event));
    assert_cuda(cudaEventDestroy(later));
    assert_cuda(cudaStreamDestroy(held));
    assert_cuda(cudaStreamDestroy(other));
}

static void other_streams(void **state)
{
    uint8_t *block = zeroed(64);
    cudaStream_t held, blocking, aside;
    struct gate gate;
    cudaEvent_t event;

    (void)state;
    close_gate(&gate);
    assert_cuda(cudaStreamCreate(&held));
    assert_cuda(cudaStreamCreate(&blocking));
    assert_cuda(cudaStreamCreateWithFlags(&aside, 1));
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaLaunchHostFunc(held, pass, &gate));
    assert_cuda(cudaEventRecord(event, held));
    assert_cuda(cudaMemsetAsync(block, 1, 4, blocking)); /* nothing binds it */
    assert_cuda(cudaMemsetAsync(block + 4, 1, 4, aside));
    assert_cuda(cudaStreamWaitEvent(aside, event, 0));
    assert_cuda(cudaMemsetAsync(block + 8, 1, 4, aside)); /* behind the event */
    assert_int_equal(word_of(block), 0x01010101);
    assert_int_equal(word_of(block + 4), 0x01010101);
    assert_cuda(cudaStreamQuery(blocking));
    assert_error(cudaStreamQuery(aside), cudaErrorNotReady);
    assert_cuda(cudaMemsetAsync(block + 12, 1, 4, NULL)); /* the default stream waits for all that block */
    assert_error(cudaStreamQuery(NULL), cudaErrorNotReady);
    assert_cuda(cudaMemsetAsync(block + 16, 1, 4, blocking)); /* and they for it */
    assert_error(cudaStreamQuery(blocking), cudaErrorNotReady);
    for (int at = 8; at <= 16; at += 4)
        assert_int_equal(word_of(block + at), 0);
    open_gate(&gate);
    assert_cuda(cudaDeviceSynchronize());
    for (int at = 8; at <= 16; at += 4)
        assert_int_equal(word_of(block + at), 0x01010101);
    assert_cuda(cudaStreamQuery(aside));
}

static void *open_later(void *gate)
{
    const struct timespec little = {.tv_nsec = 2000000};

    nanosleep(&little, NULL);
    open_gate(gate);
    return NULL;
}

/* Calls that wait, with a thread that ends the waiting. */
static void waiting_calls(void **state)
{
    uint32_t *block = zeroed(8), word = 7, *locked;
    struct gate gate;
    cudaStream_t stream;
    pthread_t thread;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaMallocHost((void **)&locked, 8));
    for (int call = 0; call < 6; call++) {
        close_gate(&gate);
        assert_cuda(cudaLaunchHostFunc(stream, pass, &gate));
        assert_cuda(cudaMemcpyAsync(block, &word, 4, H2D, stream)); /* of the bytes as they are now */
        word = 0;
        assert_int_equal(pthread_create(&thread, NULL, open_later, &gate), 0);
        switch (call) {
        case 0:
            assert_cuda(cudaMemcpyAsync(&word, block, 4, D2H, stream));
            break; /* the host's is pageable */
        case 1: assert_cuda(cudaMemcpy(&word, block, 4, D2H)); break;
        case 2: assert_cuda(cudaDeviceSynchronize()); break;
        case 3: assert_cuda(cudaStreamSynchronize(stream)); break;
        case 4: assert_cuda(cudaFreeHost(locked)); break;
        default: assert_cuda(cudaStreamSynchronize(NULL)); break;
        }
        assert_int_equal(gate.passed, 1);
        assert_int_equal(word_of(block), 7);
        assert_int_equal(pthread_join(thread, NULL), 0);
        word = 7;
    }
    close_gate(&gate);
    assert_cuda(cudaLaunchHostFunc(stream, pass, &gate));
    assert_cuda(cudaMemsetAsync(block, 0, 4, stream));
    assert_cuda(cudaStreamDestroy(stream)); /* does not wait */
    assert_error(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
    assert_int_equal(pthread_create(&thread, NULL, open_later, &gate), 0);
    assert_cuda(cudaFree(block));
    assert_int_equal(gate.passed, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    close_gate(&gate);
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaLaunchHostFunc(stream, pass, &gate));
    assert_int_equal(pthread_create(&thread, NULL, open_later, &gate), 0);
    assert_cuda(cudaDeviceReset());
    assert_int_equal(gate.passed, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* Page-locked memory is read when the copy's turn comes, and kernels keep their parameters. */
static void what_is_kept(void **state)
{
    float *locked, *in = zeroed(2 * BYTES), *out = zeroed(BYTES), result[COUNT];
    struct {
        float *in, *out;
        uint32_t count;
    } parameters = {in, out, COUNT};
    struct gate gate;
    cudaEvent_t event;

    (void)state;
    close_gate(&gate);
    assert_cuda(cudaMallocHost((void **)&locked, 2 * BYTES));
    memset(locked, 0, 2 * BYTES);
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaLaunchHostFunc(NULL, pass, &gate));
    assert_cuda(cudaMemcpyAsync(in, locked, 2 * BYTES, H2D, NULL));
    assert_cuda(launch(&saxpy_stub, (dim3){COUNT, 1, 1}, &parameters, 20));
    assert_error(launch(&saxpy_stub, (dim3){4096, 1, 1}, &parameters, 20), cudaErrorInvalidConfiguration);
    assert_error(cudaMemsetAsync(NULL, 1, 4, NULL), cudaErrorInvalidValue);
    assert_error(cudaMemcpyAsync(in, out, 1 << 20, D2D, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaEventRecord(event, NULL));
    assert_cuda(cudaEventDestroy(event));
    memset(&parameters, 0, sizeof parameters);
    for (unsigned i = 0; i < 2 * COUNT; i++)
        locked[i] = (float)i;
    open_gate(&gate);
    assert_cuda(cudaMemcpy(result, out, BYTES, D2H));
    for (unsigned i = 0; i < COUNT; i++)
        assert_true(result[i] == 2.5f * (float)(2 * i) + (float)(2 * i + 1));
}

/* --- errors --- */

static cudaError_t answers[4];

static void call_cuda(void *data)
{
    answers[0] = cudaMalloc(data, 4);
    answers[1] = cudaStreamSynchronize(NULL);
    answers[2] = cudaDeviceSynchronize();
    answers[3] = cudaGetLastError();
}

static void may_not_call_cuda(void **state)
{
    void *block = NULL;

    (void)state;
    assert_cuda(cudaLaunchHostFunc(NULL, call_cuda, &block));
    assert_cuda(cudaDeviceSynchronize());
    for (int i = 0; i < 4; i++)
        assert_error(answers[i], cudaErrorNotPermitted);
    assert_null(block);
    assert_cuda(cudaGetLastError());
}

struct news {
    sem_t come;
    cudaError_t status;
};

static void tell(cudaStream_t stream, cudaError_t status, void *data)
{
    struct news *news = data;

    (void)stream;
    news->status = status;
    sem_post(&news->come);
}

/* Behind a fault callbacks hear of it, and functions are not called.  A call that finds the fault does not
 * wait for that. */
static void faults(void **state)
{
    const struct {
        void *out, *nowhere;
    } parameters = {zeroed(256), NULL};
    struct gate gate, behind;
    struct news news = {.status = cudaSuccess};

    (void)state;
    assert_int_equal(sem_init(&news.come, 0, 0), 0);
    close_gate(&gate);
    close_gate(&behind);
    open_gate(&behind);
    assert_cuda(cudaLaunchHostFunc(NULL, pass, &gate));
    assert_cuda(launch(&null_stub, (dim3){32, 1, 1}, &parameters, sizeof parameters));
    assert_cuda(cudaLaunchHostFunc(NULL, pass, &behind));
    assert_cuda(cudaStreamAddCallback(NULL, tell, &news, 0));
    open_gate(&gate);
    assert_error(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    while (sem_wait(&news.come) != 0)
        ;
    assert_error(news.status, cudaErrorLaunchFailure);
    assert_true(gate.passed == 1 && behind.passed == 0);
    assert_error(cudaLaunchHostFunc(NULL, pass, &behind), cudaErrorLaunchFailure);
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaGetLastError() == cudaErrorLaunchFailure ? cudaSuccess : cudaErrorUnknown);
}

/* --- threads --- */

#define THREADS 4
#define ROUNDS  25

static void add(void *sum)
{
    ++*(int *)sum;
}

static void *use_stream(void *block)
{
    cudaStream_t stream;
    int sum = 0;

    cudaStreamCreate(&stream);
    for (int round = 0; round < ROUNDS; round++) {
        cudaLaunchHostFunc(stream, add, &sum);
        cudaMemsetAsync(block, round, 4, stream);
        if (round % 8 == 7)
            cudaStreamSynchronize(stream);
    }
    while (cudaStreamQuery(stream) == cudaErrorNotReady)
        ;
    cudaStreamDestroy(stream);
    return sum == ROUNDS ? block : NULL;
}

static void four_threads(void **state)
{
    uint32_t *block = zeroed(4 * THREADS);
    pthread_t threads[THREADS];
    void *result;

    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_stream, block + i), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_ptr_equal(result, block + i);
        assert_int_equal(word_of(block + i), (ROUNDS - 1) * 0x01010101);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_stream_waits, fresh_device),
        cmocka_unit_test_setup(last_record_counts, fresh_device),
        cmocka_unit_test_setup(other_streams, fresh_device),
        cmocka_unit_test_setup(waiting_calls, fresh_device),
        cmocka_unit_test_setup(what_is_kept, fresh_device),
        cmocka_unit_test_setup(may_not_call_cuda, fresh_device),
        cmocka_unit_test_setup(faults, fresh_device),
        cmocka_unit_test_setup(four_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}

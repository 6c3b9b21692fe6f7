/* SPDX-License-Identifier: MIT */
/* The runtime API: managed memory, on a chip that takes advice, one that does not, and one without any. */
#include "cuda/runtime/runtime.h"
#include "cuda_managed.h"
#include "cuda_program.h"

#include <pthread.h>

enum { PASCAL, KEPLER, FERMI };
enum { READ_MOSTLY = 1, NOT_READ_MOSTLY, PREFERRED, NOT_PREFERRED, USER, NO_USER };
enum { FACT_PREFERRED = 2, FACT_USERS, FACT_PREFETCHED, FACT_PREFERRED_TYPE, FACT_PREFERRED_ID };
enum { HOST = -1, NONE = -2, MIB = 1 << 20 };

static const char *const targets[] = {"sm_35", "sm_61", NULL};
static char written_stub;
static char table;
static uint32_t *counters; /* as nvcc has `__managed__ uint32_t counters[4]` */
static void *const no_memory = &written_stub;

static int register_code(void **state)
{
    (void)state;
    register_program("variables", targets);
    add_kernel(program_handle, &written_stub, "variable_written");
    __cudaRegisterManagedVar(program_handle, (void **)&counters, NULL, "counters", 0, 16, 0, 0);
    __cudaRegisterVar(program_handle, &table, NULL, "table", 0, 32, 0, 0);
    return 0;
}

static int on_pascal(void **state)
{
    cudaSetDevice(PASCAL);
    return fresh_device(state);
}

/* Host and kernel use the same pointer. */
static void one_pointer_for_both(void **state)
{
    struct {
        uint32_t *in, *out;
        uint32_t n;
    } parameters = {managed(16), managed(128), 3};

    (void)state;
    memset(parameters.in, 0, 16);
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
    assert_cuda(cudaDeviceSynchronize());
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(parameters.out[i], i);
    assert_cuda(cudaFree(parameters.out));
    assert_error(cudaFree(parameters.out), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaFree(parameters.in));
}

/* The kernel adds what it is given. */
static void write_counters(uint32_t more)
{
    struct {
        uint32_t *in, *out;
        uint32_t n;
    } parameters = {managed(16), managed(128), 3};

    for (int i = 0; i < 4; i++)
        parameters.in[i] = more;
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
    assert_cuda(cudaDeviceSynchronize());
    assert_cuda(cudaFree(parameters.in));
    assert_cuda(cudaFree(parameters.out));
}

static void variables_of_host_and_device(void **state)
{
    uint32_t *address = NULL, got[4];
    size_t bytes = 0;

    (void)state;
    cudaFree(managed(16)); /* or skip */
    assert_null(counters);
    assert_int_equal(__cudaInitModule(program_handle), 1);
    assert_non_null(counters);
    assert_int_equal(counters[3], 400);
    counters[0] = 1000;
    write_counters(7);
    assert_true(counters[0] == 1007 && counters[1] == 207);
    assert_cuda(cudaMemcpyFromSymbol(got, (const char *)counters, sizeof got, 0, D2H));
    assert_memory_equal(got, counters, sizeof got);
    assert_cuda(cudaGetSymbolAddress((void **)&address, "counters"));
    assert_ptr_equal(address, counters);
    struct cudaPointerAttributes about;
    assert_cuda(cudaPointerGetAttributes(&about, counters));
    assert_true(about.memoryType == cudaMemoryTypeHost && about.hostPointer == counters); /* before CUDA 10 */
    assert_cuda(cudaGetSymbolAddress((void **)&address, &table));
    assert_cuda(cudaPointerGetAttributes(&about, address)); /* it is beside a managed one, and is none */
    assert_true(about.memoryType == cudaMemoryTypeDevice && about.devicePointer == address &&
                !about.hostPointer);
    assert_cuda(cudaGetSymbolSize(&bytes, (const char *)counters));
    assert_int_equal(bytes, 16);
    assert_cuda(cudaDeviceReset());
    assert_null(counters);
    write_counters(1); /* a launch gives them, too */
    assert_true(counters && counters[0] == 101);
    assert_int_equal(__cudaInitModule(NULL), 0);
    __cudaRegisterManagedVar(NULL, (void **)&address, NULL, "counters", 0, 16, 0, 0);
}

static int number_of(int fact, const void *memory, size_t bytes)
{
    int value = 99;

    assert_cuda(cudaMemRangeGetAttribute(&value, sizeof value, fact, memory, bytes));
    return value;
}

static void advice_is_remembered(void **state)
{
    char *memory = managed(MIB);
    int users[4];

    (void)state;
    assert_int_equal(number_of(READ_MOSTLY, memory, MIB), 0);
    assert_int_equal(number_of(FACT_PREFERRED, memory, MIB), NONE);
    assert_int_equal(number_of(FACT_PREFETCHED, memory, MIB), NONE);
    assert_cuda(cudaMemAdvise(memory, MIB, READ_MOSTLY, 12345)); /* of no device */
    assert_int_equal(number_of(READ_MOSTLY, memory + 5, 100), 1);
    assert_cuda(cudaMemAdvise(memory + MIB / 2, MIB / 2, NOT_READ_MOSTLY, 0));
    assert_int_equal(number_of(READ_MOSTLY, memory, MIB / 2), 1);
    assert_int_equal(number_of(READ_MOSTLY, memory, MIB), 0);
    assert_cuda(cudaMemAdvise(memory, 4096, PREFERRED, PASCAL));
    assert_int_equal(number_of(FACT_PREFERRED, memory, 4096), PASCAL);
    assert_int_equal(number_of(FACT_PREFERRED, memory, 4097), NONE);
    assert_int_equal(number_of(FACT_PREFERRED_TYPE, memory, 1), HW_LOCATION_DEVICE);
    assert_int_equal(number_of(FACT_PREFERRED_ID, memory, 1), PASCAL);
    assert_cuda(cudaMemAdvise(memory, 1, PREFERRED, (uint32_t)HOST));
    assert_int_equal(number_of(FACT_PREFERRED, memory, 4096), HOST);
    assert_int_equal(number_of(FACT_PREFERRED_TYPE, memory, 1), HW_LOCATION_HOST);
    assert_cuda(cudaMemAdvise(memory, 1, NOT_PREFERRED, 0));
    assert_int_equal(number_of(FACT_PREFERRED, memory, 4096), NONE);
    assert_cuda(cudaMemAdvise(memory, MIB, USER, PASCAL));
    assert_cuda(cudaMemAdvise(memory, MIB, USER, (uint32_t)HOST));
    assert_cuda(cudaMemRangeGetAttribute(users, sizeof users, FACT_USERS, memory, MIB));
    assert_true(users[0] == HOST && users[1] == PASCAL && users[2] == NONE && users[3] == NONE);
    assert_cuda(cudaMemAdvise(memory, 1, NO_USER, (uint32_t)HOST));
    assert_cuda(cudaMemRangeGetAttribute(users, sizeof *users, FACT_USERS, memory, MIB));
    assert_int_equal(users[0], PASCAL);
    assert_cuda(cudaFree(memory));
    memory = managed(MIB); /* nothing is left of it */
    assert_int_equal(number_of(READ_MOSTLY, memory, 4096), 0);
    assert_cuda(cudaFree(memory));
}

static void several_answers_at_once(void **state)
{
    char *memory = managed(MIB);
    int mostly = 9, where = 9;
    void *data[] = {&mostly, &where};
    size_t sizes[] = {sizeof mostly, sizeof where};
    int facts[] = {READ_MOSTLY, FACT_PREFETCHED};

    (void)state;
    assert_cuda(cudaMemPrefetchAsync(memory, MIB, PASCAL, 0, NULL));
    assert_cuda(cudaMemRangeGetAttributes(data, sizes, facts, 2, memory, MIB));
    assert_true(mostly == 0 && where == PASCAL);
    assert_cuda(cudaMemPrefetchAsync(memory, MIB / 2, (uint32_t)HOST, 0, NULL));
    assert_cuda(cudaMemRangeGetAttributes(data, sizes, facts, 2, memory, MIB));
    assert_int_equal(where, NONE);
    assert_error(cudaMemRangeGetAttributes(data, sizes, facts, 0, memory, MIB), cudaErrorInvalidValue);
    assert_error(cudaMemRangeGetAttributes(NULL, sizes, facts, 2, memory, MIB), cudaErrorInvalidValue);
    assert_error(cudaMemRangeGetAttributes(data, NULL, facts, 2, memory, MIB), cudaErrorInvalidValue);
    assert_error(cudaMemRangeGetAttributes(data, sizes, NULL, 2, memory, MIB), cudaErrorInvalidValue);
    sizes[1] = 8;
    assert_error(cudaMemRangeGetAttributes(data, sizes, facts, 2, memory, MIB), cudaErrorInvalidValue);
    sizes[1] = 4;
    facts[1] = 77;
    assert_error(cudaMemRangeGetAttributes(data, sizes, facts, 2, memory, MIB), cudaErrorInvalidValue);
    assert_cuda(cudaFree(memory));
}

static void streams_own_memory(void **state)
{
    char *memory = managed(MIB);
    cudaStream_t stream;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaStreamAttachMemAsync(stream, memory, 0, 4));
    assert_cuda(cudaStreamAttachMemAsync(stream, memory, MIB, 1));
    assert_cuda(cudaStreamAttachMemAsync(NULL, memory, 0, 2));
    assert_error(cudaStreamAttachMemAsync(NULL, memory, 0, 4), cudaErrorInvalidValue);
    assert_error(cudaStreamAttachMemAsync(stream, memory, 0, 0), cudaErrorInvalidValue);
    assert_error(cudaStreamAttachMemAsync(stream, memory, 0, 3), cudaErrorInvalidValue);
    assert_error(cudaStreamAttachMemAsync(stream, memory, 4096, 1), cudaErrorInvalidValue);
    assert_error(cudaStreamAttachMemAsync(stream, no_memory, 0, 1), cudaErrorInvalidValue);
    assert_error(cudaStreamAttachMemAsync((cudaStream_t)no_memory, memory, 0, 1),
                 cudaErrorInvalidResourceHandle);
    assert_cuda(cudaStreamDestroy(stream));
    assert_cuda(cudaFree(memory));
}

static void wrong_use(void **state)
{
    char *memory = managed(MIB);
    void *plain, *locked;
    int value;

    (void)state;
    assert_error(cudaMallocManaged(NULL, 16, 1), cudaErrorInvalidValue);
    assert_error(cudaMallocManaged(&plain, 0, 1), cudaErrorInvalidValue);
    assert_error(cudaMallocManaged(&plain, 16, 0), cudaErrorInvalidValue);
    assert_error(cudaMallocManaged(&plain, 16, 4), cudaErrorInvalidValue);
    assert_error(cudaMallocManaged(&plain, SIZE_MAX, 1), cudaErrorMemoryAllocation);
    assert_cuda(cudaMalloc(&plain, 4096));
    assert_cuda(cudaMallocHost(&locked, 4096));
    assert_error(cudaMemAdvise(plain, 4096, READ_MOSTLY, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(locked, 4096, READ_MOSTLY, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(NULL, 4096, READ_MOSTLY, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(memory, 0, READ_MOSTLY, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(memory, MIB + 1, READ_MOSTLY, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(memory + 1, SIZE_MAX, READ_MOSTLY, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(memory, MIB, 0, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(memory, MIB, 7, 0), cudaErrorInvalidValue);
    assert_error(cudaMemAdvise(memory, MIB, PREFERRED, 3), cudaErrorInvalidDevice);
    assert_error(cudaMemAdvise(memory, MIB, USER, KEPLER), cudaErrorInvalidDevice);
    assert_error(cudaMemAdvise(memory, MIB, USER, (uint32_t)NONE), cudaErrorInvalidDevice);
    assert_error(cudaMemPrefetchAsync(memory, MIB, KEPLER, 0, NULL), cudaErrorInvalidDevice);
    assert_error(cudaMemPrefetchAsync(plain, 4096, PASCAL, 0, NULL), cudaErrorInvalidValue);
    assert_error(cudaMemPrefetchAsync(memory, MIB, PASCAL, (uintptr_t)no_memory, NULL),
                 cudaErrorInvalidResourceHandle);
    assert_error(cudaMemRangeGetAttribute(NULL, 4, READ_MOSTLY, memory, MIB), cudaErrorInvalidValue);
    assert_error(cudaMemRangeGetAttribute(&value, 3, FACT_USERS, memory, MIB), cudaErrorInvalidValue);
    assert_error(cudaMemRangeGetAttribute(&value, 0, FACT_USERS, memory, MIB), cudaErrorInvalidValue);
    assert_error(cudaMemRangeGetAttribute(&value, 4, READ_MOSTLY, plain, 4), cudaErrorInvalidValue);
    assert_cuda(cudaFree(plain));
    assert_cuda(cudaFreeHost(locked));
    assert_cuda(cudaFree(memory));
}

static void chips_without_managed_memory(void **state)
{
    void *memory;

    (void)state;
    assert_cuda(cudaSetDevice(FERMI));
    assert_error(cudaMallocManaged(&memory, 4096, 1), cudaErrorNotSupported);
}

extern __typeof__(cudaMemPrefetchAsync) cudaMemPrefetchAsync_ptsz;
cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void *address, size_t bytes, unsigned flags);
cudaError_t cudaMemPrefetchAsync_v2_ptsz(const void *address, size_t bytes, struct hw_location where,
                                         unsigned flags, cudaStream_t stream);

/* Where stream 0 is the thread's own, memory can be its. */
static void own_streams(void **state)
{
    const struct hw_location device = {HW_LOCATION_DEVICE, PASCAL};
    char *memory = managed(MIB);

    (void)state;
    assert_cuda(cudaStreamAttachMemAsync_ptsz(NULL, memory, 0, 4));
    assert_error(cudaStreamAttachMemAsync_ptsz(NULL, memory, 0, 3), cudaErrorInvalidValue);
    assert_cuda(cudaMemPrefetchAsync_ptsz(memory, MIB, PASCAL, 0, NULL));
    assert_error(cudaMemPrefetchAsync_ptsz(memory, MIB, PASCAL, (uintptr_t)no_memory, NULL),
                 cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemPrefetchAsync_v2_ptsz(memory, MIB, device, 0, NULL));
    assert_error(cudaMemPrefetchAsync_v2_ptsz(memory, 0, device, 0, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaFree(memory));
}

/* The newer words, which toolkits from 12.2 on have. */
static void places(void **state)
{
    const struct hw_location device = {HW_LOCATION_DEVICE, PASCAL}, host = {HW_LOCATION_HOST, 5},
                             nowhere = {HW_LOCATION_NONE, 0};
    char *memory = managed(MIB);

    (void)state;
    assert_cuda(cudaMemPrefetchAsync_v2(memory, MIB, device, 0, NULL));
    assert_int_equal(number_of(FACT_PREFETCHED, memory, MIB), PASCAL);
    assert_cuda(cudaMemPrefetchAsync_v2(memory, MIB, host, 0, NULL));
    assert_int_equal(number_of(FACT_PREFETCHED, memory, MIB), HOST);
    assert_error(cudaMemPrefetchAsync_v2(memory, MIB, host, 1, NULL), cudaErrorInvalidValue);
    assert_error(cudaMemPrefetchAsync_v2(memory, MIB, nowhere, 0, NULL), cudaErrorInvalidDevice);
    assert_cuda(cudaMemAdvise_v2(memory, MIB, PREFERRED, device));
    assert_int_equal(number_of(FACT_PREFERRED, memory, MIB), PASCAL);
    assert_error(cudaMemAdvise_v2(memory, MIB, PREFERRED, nowhere), cudaErrorInvalidDevice);
    assert_cuda(cudaFree(memory));
}

static void *work(void *own)
{
    char *memory = managed(MIB / 4);

    for (int turn = 0; turn < 50; turn++) {
        memory[turn * 4096] = *(char *)own;
        assert_cuda(cudaMemAdvise(memory + turn * 4096, 4096, READ_MOSTLY, 0));
        assert_int_equal(number_of(READ_MOSTLY, memory, (size_t)(turn + 1) * 4096), 1);
        assert_int_equal(number_of(READ_MOSTLY, memory, (size_t)(turn + 2) * 4096), 0);
    }
    for (int turn = 0; turn < 50; turn++)
        assert_int_equal(memory[turn * 4096], *(char *)own);
    assert_cuda(cudaFree(memory));
    return NULL;
}

static void four_threads(void **state)
{
    static char own[] = "abcd";
    pthread_t threads[4];

    (void)state;
    cudaFree(managed(16)); /* or skip here: threads cannot */
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &own[i]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_pointer_for_both, on_pascal),
        cmocka_unit_test_setup(variables_of_host_and_device, on_pascal),
        cmocka_unit_test_setup(advice_is_remembered, on_pascal),
        cmocka_unit_test_setup(several_answers_at_once, on_pascal),
        cmocka_unit_test_setup(streams_own_memory, on_pascal),
        cmocka_unit_test_setup(wrong_use, on_pascal),
        cmocka_unit_test_setup(places, on_pascal),
        cmocka_unit_test_setup(own_streams, on_pascal),
        cmocka_unit_test_setup(four_threads, on_pascal),
        cmocka_unit_test_setup(chips_without_managed_memory, on_pascal),
    };
    setenv("HALFWARP_CHIP", "sm_61,sm_35,sm_20", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}

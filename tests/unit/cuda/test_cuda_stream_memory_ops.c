/* SPDX-License-Identifier: MIT */
/* The driver API: streams wait for values in memory, and write them; what ends a wait, batches, and what is
 * refused. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <pthread.h>
#include <unistd.h>

enum { DEVICES = 2, WORDS = 64 };

static CUcontext contexts[DEVICES]; /* of a Pascal chip, and of an Ampere chip, which has 64 bits and NOR */
static CUstream streams[DEVICES][2];
static uint32_t *words;    /* of the host, */
static CUdeviceptr mapped; /* for devices, */
static CUdeviceptr own;    /* and of the first device */

static const char kernel[] = ".version 4.0\n.target sm_30\n.address_size 64\n"
                             ".visible .entry store(.param .u64 pa, .param .u32 pn)\n{\n"
                             ".reg .u64 %a; .reg .u32 %n;\n"
                             "ld.param.u64 %a, [pa]; ld.param.u32 %n, [pn]; st.global.u32 [%a], %n; ret;\n}\n"
                             ".visible .entry await(.param .u64 pa, .param .u32 pn)\n{\n"
                             ".reg .pred %p; .reg .u64 %a; .reg .u32 %n, %x;\n"
                             "ld.param.u64 %a, [pa]; ld.param.u32 %n, [pn];\n"
                             "WAIT: ld.volatile.global.u32 %x, [%a]; setp.ne.u32 %p, %x, %n; @%p bra WAIT;\n"
                             "ret;\n}\n";
static CUfunction store, await;

static int begin(void **state)
{
    CUmodule module;
    int error = cuInit(0);

    (void)state;
    for (int i = DEVICES - 1; i >= 0 && !error; i--)
        error = cuCtxCreate_v2(&contexts[i], 0, i) ||
                cuStreamCreate(&streams[i][0], CU_STREAM_NON_BLOCKING) ||
                cuStreamCreate(&streams[i][1], CU_STREAM_NON_BLOCKING);
    return error || cuMemHostAlloc((void **)&words, WORDS * 4, 3 /* portable, mapped */) ||
           cuMemHostGetDevicePointer_v2(&mapped, words, 0) || cuMemAlloc_v2(&own, WORDS * 4) ||
           cuModuleLoadData(&module, kernel) || cuModuleGetFunction(&store, module, "store") ||
           cuModuleGetFunction(&await, module, "await");
}

static int end(void **state)
{
    (void)state;
    return cuCtxDestroy_v2(contexts[0]) || cuCtxDestroy_v2(contexts[1]);
}

static void clear(void)
{
    memset(words, 0, WORDS * 4);
    assert_cu(cuMemsetD32_v2(own, 0, WORDS));
}

static void put(size_t word, uint32_t value)
{
    __atomic_store_n(&words[word], value, __ATOMIC_RELEASE);
}

static void launch(CUfunction function, CUdeviceptr address, uint32_t number, CUstream stream)
{
    void *parameters[] = {&address, &number};

    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
}

/* --- what devices have, and what is refused --- */

static int attribute(int number, int device)
{
    int value = -1;

    assert_cu(cuDeviceGetAttribute(&value, number, device));
    return value;
}

static void devices_say_what_they_have(void **state)
{
    static const int of_all[] = {92, 98}, of_volta[] = {93, 94, 122, 123};

    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_true(attribute(of_all[i], 0) == 1 && attribute(of_all[i], 1) == 1);
    for (size_t i = 0; i < 4; i++)
        assert_true(attribute(of_volta[i], 0) == 0 && attribute(of_volta[i], 1) == 1);
}

typedef CUresult word_function(CUstream stream, CUdeviceptr address, uint32_t value, unsigned flags);
typedef CUresult wide_function(CUstream stream, CUdeviceptr address, uint64_t value, unsigned flags);
typedef CUresult batch_function(CUstream stream, unsigned count, struct hw_memory_op *op, unsigned flags);

static word_function *const word_waits[] = {cuStreamWaitValue32, cuStreamWaitValue32_ptsz,
                                            cuStreamWaitValue32_v2, cuStreamWaitValue32_v2_ptsz},
                            *const word_writes[] = {cuStreamWriteValue32, cuStreamWriteValue32_ptsz,
                                                    cuStreamWriteValue32_v2, cuStreamWriteValue32_v2_ptsz};
static wide_function *const wide_waits[] = {cuStreamWaitValue64, cuStreamWaitValue64_ptsz,
                                            cuStreamWaitValue64_v2, cuStreamWaitValue64_v2_ptsz},
                            *const wide_writes[] = {cuStreamWriteValue64, cuStreamWriteValue64_ptsz,
                                                    cuStreamWriteValue64_v2, cuStreamWriteValue64_v2_ptsz};
static batch_function *const batches[] = {cuStreamBatchMemOp, cuStreamBatchMemOp_ptsz, cuStreamBatchMemOp_v2,
                                          cuStreamBatchMemOp_v2_ptsz};
enum { FORMS = 4 };

static bool is_old(size_t form)
{
    return form < 2;
}

#define assert_invalid(call)       assert_int_equal(call, CUDA_ERROR_INVALID_VALUE)
#define assert_not_supported(call) assert_int_equal(call, CUDA_ERROR_NOT_SUPPORTED)

static void wrong_arguments(void **state)
{
    const CUstream stream = streams[0][0];
    CUdeviceptr managed;

    (void)state;
    clear();
    /* There is none where host and devices have no addresses in common, as under sanitizers. */
    if (cuMemAllocManaged(&managed, 8, 1) != CUDA_SUCCESS)
        managed = 0;
    for (size_t i = 0; i < FORMS; i++) {
        word_function *const functions[] = {word_waits[i], word_writes[i]};
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(functions[k](no_stream, mapped, 0, 0), CUDA_ERROR_INVALID_HANDLE);
            assert_invalid(functions[k](stream, 0, 0, 0));
            assert_invalid(functions[k](stream, mapped + 2, 0, 0));
            assert_invalid(functions[k](stream, mapped + WORDS * 4, 0, 0));
            assert_invalid(functions[k](stream, managed, 0, 0));
            assert_invalid(functions[k](stream, mapped, 0, 4));
            assert_cu(functions[k](stream, mapped, 0, 0));
        }
        assert_invalid(word_waits[i](stream, mapped, 0, 0x40000004));
        assert_cu(word_waits[i](stream, mapped, 0, HW_MEMORY_WAIT_FLUSH | HW_MEMORY_WAIT_EQ));
        assert_not_supported(word_waits[i](stream, mapped, 0, HW_MEMORY_WAIT_NOR));
        assert_int_equal(word_writes[i](stream, mapped, 0, HW_MEMORY_WRITE_UNORDERED),
                         is_old(i) ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED);
        assert_not_supported(wide_waits[i](stream, mapped, 0, 0));
        assert_not_supported(wide_writes[i](stream, mapped, 0, 0));
        assert_cu(wide_waits[i](streams[1][0], mapped, 0, HW_MEMORY_WAIT_NOR));
        assert_cu(wide_writes[i](streams[1][0], mapped, 0, 0));
        assert_invalid(wide_waits[i](streams[1][0], mapped + 4, 0, 0));
        assert_invalid(wide_writes[i](streams[1][0], mapped + 4, 0, 0));
    }
    assert_cu(cuStreamSynchronize(streams[1][0]));
    assert_cu(cuMemFree_v2(managed));
}

static void wrong_batches(void **state)
{
    const CUstream stream = streams[0][0];
    struct hw_memory_op op[256] = {{.type = HW_MEMORY_OP_WRITE_32, .address = own, .value = 1},
                                   {.type = HW_MEMORY_OP_FLUSH}};

    (void)state;
    clear();
    for (size_t i = 2; i < 256; i++)
        op[i] = op[0];
    for (size_t i = 0; i < FORMS; i++) {
        assert_int_equal(batches[i](no_stream, 1, op, 0), CUDA_ERROR_INVALID_HANDLE);
        assert_invalid(batches[i](stream, 0, op, 0));
        assert_invalid(batches[i](stream, 256, op, 0));
        assert_invalid(batches[i](stream, 1, NULL, 0));
        assert_invalid(batches[i](stream, 1, op, 1));
        op[1] = (struct hw_memory_op){.type = 7};
        assert_invalid(batches[i](stream, 2, op, 0));
        op[1] = (struct hw_memory_op){.type = HW_MEMORY_OP_FLUSH, .order = 1};
        assert_invalid(batches[i](stream, 2, op, 0));
        op[1] = (struct hw_memory_op){.type = HW_MEMORY_OP_BARRIER, .order = 2};
        assert_int_equal(batches[i](stream, 2, op, 0),
                         is_old(i) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE);
    }
    uint32_t word = 9;
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuMemcpyDtoH_v2(&word, own, 4));
    assert_int_equal(word, 0); /* none of a batch is done of which one operation is wrong */
    op[1] = (struct hw_memory_op){.type = HW_MEMORY_OP_FLUSH};
    assert_cu(cuStreamBatchMemOp(stream, 255, op, 0));
    op[1] = (struct hw_memory_op){.type = HW_MEMORY_OP_BARRIER, .order = 1};
    assert_cu(cuStreamBatchMemOp_v2(stream, 255, op, 0));
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuMemcpyDtoH_v2(&word, own, 4));
    assert_int_equal(word, 1);
}

/* --- conditions --- */

/* A value that a wait is not content with, and one that it is. */
static const struct condition {
    unsigned flags;
    uint64_t value, before, after;
} conditions[] =
    {
        {HW_MEMORY_WAIT_GEQ, 5, 4, 5},
        {HW_MEMORY_WAIT_GEQ, 5, 0, 6},
        {HW_MEMORY_WAIT_GEQ, 0xfffffffe, 0xfffffffd, 3}, /* behind the end: cyclic */
        {HW_MEMORY_WAIT_GEQ, 0, 0x80000000, 0x7fffffff},
        {HW_MEMORY_WAIT_EQ, 7, 8, 7},
        {HW_MEMORY_WAIT_EQ | HW_MEMORY_WAIT_FLUSH, 0xffffffff, 0, 0xffffffff},
        {HW_MEMORY_WAIT_AND, 0x80000001, 0x7ffffffe, 0x80000000},
        {HW_MEMORY_WAIT_NOR, 0xffff0000, 0x0000ffff, 0x0000fffe},
},
  wide_conditions[] = {
      {HW_MEMORY_WAIT_GEQ, 1ull << 40, (1ull << 40) - 1, 1ull << 40},
      {HW_MEMORY_WAIT_GEQ, 0xfffffffe, 0xfffffffd, 0x100000003},
      {HW_MEMORY_WAIT_GEQ, ~1ull, ~2ull, 3},
      {HW_MEMORY_WAIT_EQ, 0x700000000, 7, 0x700000000},
      {HW_MEMORY_WAIT_AND, 1ull << 63, ~0ull >> 1, ~0ull},
      {HW_MEMORY_WAIT_NOR, 0xffffffff00000000, 0xffffffff, 0xfffffffe},
      {HW_MEMORY_WAIT_NOR, 0xffffffff, 0xffffffff00000000, 0},
};

/* A write behind the wait shows whether it is over. */
static void assert_waits(CUstream stream)
{
    assert_cu(cuStreamWriteValue32_v2(stream, mapped + 8, 1, 0));
    usleep(300);
    assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
    assert_int_equal(__atomic_load_n(&words[2], __ATOMIC_ACQUIRE), 0);
}

static void assert_over(CUstream stream)
{
    assert_cu(cuStreamSynchronize(stream));
    assert_int_equal(words[2], 1);
    words[2] = 0;
}

static void conditions_of_waits(void **state)
{
    const CUstream stream = streams[1][0];

    (void)state;
    clear();
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const struct condition *condition = &conditions[i];
        put(0, (uint32_t)condition->before);
        put(1, ~(uint32_t)condition->value); /* not looked at */
        assert_cu(word_waits[i % FORMS](stream, mapped, (uint32_t)condition->value, condition->flags));
        assert_waits(stream);
        put(0, (uint32_t)condition->after);
        assert_over(stream);
        assert_cu(cuStreamWaitValue32_v2(stream, mapped, (uint32_t)condition->value, condition->flags));
        assert_cu(cuStreamQuery(stream)); /* over at once */
    }
    for (size_t i = 0; i < sizeof wide_conditions / sizeof *wide_conditions; i++) {
        const struct condition *condition = &wide_conditions[i];
        __atomic_store_n((uint64_t *)(void *)words, condition->before, __ATOMIC_RELEASE);
        assert_cu(wide_waits[i % FORMS](stream, mapped, condition->value, condition->flags));
        assert_waits(stream);
        __atomic_store_n((uint64_t *)(void *)words, condition->after, __ATOMIC_RELEASE);
        assert_over(stream);
    }
}

static void writes(void **state)
{
    (void)state;
    clear();
    for (uint32_t i = 0; i < FORMS; i++) {
        put(1, 77);
        assert_cu(word_writes[i](streams[0][0], mapped, i + 5, 0));
        assert_cu(wide_writes[i](streams[1][0], mapped + 8, 0x123456789abcdef0 + i, 0));
        assert_cu(cuStreamSynchronize(streams[0][0]));
        assert_cu(cuStreamSynchronize(streams[1][0]));
        assert_true(words[0] == i + 5 && words[1] == 77);
        assert_true(words[2] == 0x9abcdef0 + i && words[3] == 0x12345678);
    }
}

/* --- what ends a wait --- */

static void *put_one(void *nothing)
{
    (void)nothing;
    usleep(2000);
    put(0, 1);
    return NULL;
}

static void a_thread_ends_it(void **state)
{
    pthread_t thread;

    (void)state;
    clear();
    assert_cu(cuStreamWaitValue32_v2(streams[0][0], mapped, 1, HW_MEMORY_WAIT_EQ));
    assert_waits(streams[0][0]);
    assert_int_equal(pthread_create(&thread, NULL, put_one, NULL), 0);
    assert_over(streams[0][0]);
    pthread_join(thread, NULL);
}

static void write_by_kernel(CUstream stream)
{
    launch(store, own, 1, stream);
}

static void write_by_stream(CUstream stream)
{
    assert_cu(cuStreamWriteValue32_v2(stream, own, 1, 0));
}

static void write_by_copy(CUstream stream)
{
    put(4, 1);
    assert_cu(cuMemcpyDtoDAsync_v2(own, mapped + 16, 4, stream));
}

static void write_by_copy_now(CUstream stream)
{
    const uint32_t one = 1;

    (void)stream;
    assert_cu(cuMemcpyHtoD_v2(own, &one, 4));
}

static void write_by_fill(CUstream stream)
{
    assert_cu(cuMemsetD32Async(own, 1, 1, stream));
}

static void put_own(void *nothing)
{
    (void)nothing;
    put(5, 1);
}

/* A write in a stream that a host function holds up. */
static void write_behind_function(CUstream stream)
{
    assert_cu(cuLaunchHostFunc(stream, put_own, NULL));
    assert_cu(cuStreamWriteValue32_v2(stream, own, 1, 0));
}

/* A kernel waits for what the waiting stream wrote before, and writes then. */
static void write_by_kernel_that_waits(CUstream stream)
{
    put(6, 0);
    launch(await, mapped + 24, 1, stream);
    launch(store, own, 1, stream);
    assert_cu(cuStreamWriteValue32_v2(streams[1][1], mapped + 24, 1, 0)); /* of another device */
}

static void work_ends_it(void **state)
{
    static void (*const writers[])(CUstream stream) = {
        write_by_kernel,       write_by_stream,           write_by_copy, write_by_copy_now, write_by_fill,
        write_behind_function, write_by_kernel_that_waits};

    (void)state;
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        clear();
        assert_cu(cuStreamWaitValue32_v2(streams[0][0], own, 1, HW_MEMORY_WAIT_GEQ));
        assert_waits(streams[0][0]);
        writers[i](streams[0][1]);
        assert_over(streams[0][0]);
        assert_cu(cuStreamSynchronize(streams[0][1]));
    }
}

/* An event behind a wait, and a stream behind that; the default stream waits for streams that wait. */
static void what_is_behind_it_waits(void **state)
{
    CUstream blocking;
    CUevent event;

    (void)state;
    clear();
    assert_cu(cuStreamCreate(&blocking, 0));
    assert_cu(cuEventCreate(&event, 0));
    assert_cu(cuStreamWaitValue32_v2(blocking, mapped, 1, 0));
    assert_cu(cuEventRecord(event, blocking));
    assert_cu(cuStreamWaitEvent(streams[0][0], event, 0));
    launch(store, mapped + 4, 8, streams[0][0]);
    launch(store, mapped + 12, 9, NULL);
    assert_int_equal(cuEventQuery(event), CUDA_ERROR_NOT_READY);
    usleep(1000);
    assert_true(words[1] == 0 && words[3] == 0);
    put(0, 1);
    assert_cu(cuCtxSynchronize());
    assert_true(words[1] == 8 && words[3] == 9);
    assert_cu(cuEventQuery(event));
    assert_cu(cuEventDestroy_v2(event));
    assert_cu(cuStreamDestroy_v2(blocking));
}

/* --- batches --- */

static void batches_go_on_where_they_waited(void **state)
{
    struct hw_memory_op op[] = {
        {.type = HW_MEMORY_OP_WRITE_32, .address = mapped + 4, .value = 11},
        {.type = HW_MEMORY_OP_WAIT_32, .address = mapped, .value = 1},
        {.type = HW_MEMORY_OP_FLUSH},
        {.type = HW_MEMORY_OP_WRITE_32, .address = mapped + 12, .value = 13},
        {.type = HW_MEMORY_OP_WAIT_32, .address = mapped, .value = 6, .flags = HW_MEMORY_WAIT_EQ},
        {.type = HW_MEMORY_OP_WRITE_32, .address = mapped + 4, .value = 12},
    };

    (void)state;
    for (size_t i = 0; i < FORMS; i++) {
        clear();
        assert_cu(batches[i](streams[0][0], 6, op, 0));
        assert_waits(streams[0][0]);
        assert_true(words[1] == 11 && words[3] == 0);
        put(0, 1);
        while (__atomic_load_n(&words[3], __ATOMIC_ACQUIRE) == 0)
            usleep(10);
        assert_true(words[3] == 13 && words[1] == 11 && words[2] == 0);
        put(0, 6);
        assert_over(streams[0][0]);
        assert_int_equal(words[1], 12);
    }
}

/* The default stream of a thread that waits does not hold up that of another one. */
static void *use_own_stream(void *nothing)
{
    (void)nothing;
    if (cuCtxSetCurrent(contexts[0]) || cuStreamWaitValue32_v2_ptsz(NULL, mapped, 1, 0) ||
        cuStreamWriteValue32_v2_ptsz(NULL, mapped + 4, 1, 0) || cuStreamSynchronize_ptsz(NULL))
        put(3, 1);
    return NULL;
}

static void streams_of_threads(void **state)
{
    pthread_t thread;

    (void)state;
    clear();
    assert_int_equal(pthread_create(&thread, NULL, use_own_stream, NULL), 0);
    usleep(1000);
    assert_cu(cuStreamWriteValue32_v2_ptsz(NULL, mapped + 8, 1, 0));
    assert_cu(cuStreamSynchronize_ptsz(NULL));
    assert_true(words[2] == 1 && words[1] == 0);
    put(0, 1);
    pthread_join(thread, NULL);
    assert_true(words[1] == 1 && words[3] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_say_what_they_have),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(wrong_batches),
        cmocka_unit_test(conditions_of_waits),
        cmocka_unit_test(writes),
        cmocka_unit_test(a_thread_ends_it),
        cmocka_unit_test(work_ends_it),
        cmocka_unit_test(what_is_behind_it_waits),
        cmocka_unit_test(batches_go_on_where_they_waited),
        cmocka_unit_test(streams_of_threads),
    };

    setenv("HALFWARP_CHIP", "gp104,ga100", 1);
    return cmocka_run_group_tests(tests, begin, end);
}

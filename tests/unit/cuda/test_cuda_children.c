/* SPDX-License-Identifier: MIT */
/* Kernels that launch kernels, through the driver interface: in order of the stream, with its limits, its
 * device's attributes and its errors, and in graphs. */
#include "cuda_driver.h"

#include "samples.h"

#include <stdio.h>

#define LOG_WORDS 64

enum { LIMIT_SYNC_DEPTH = 3, LIMIT_PENDING = 4, MULTIPROCESSORS = 16, ILLEGAL_ADDRESS = 700 };

static CUmodule module;

static CUmodule load_children(void)
{
    struct sample ptx = sample_read("tests/data/ptx/children.ptx");
    CUmodule loaded = NULL;

    assert_cu(cuModuleLoadData(&loaded, ptx.bytes));
    free(ptx.bytes);
    return loaded;
}

static int begin(void **state)
{
    if (begin_context(state))
        return 1;
    module = load_children();
    return 0;
}

#define WAITING      20 /* more than there are workers, on most machines */
#define NON_BLOCKING 1

static CUdeviceptr new_log(void)
{
    const CUdeviceptr log = allocate(4 * LOG_WORDS);

    assert_cu(cuMemsetD32_v2(log, 0, LOG_WORDS));
    return log;
}

static CUfunction kernel(const char *name)
{
    CUfunction function = NULL;

    assert_cu(cuModuleGetFunction(&function, module, name));
    return function;
}

static CUresult launch(const char *name, unsigned threads, CUstream stream, void **values)
{
    return cuLaunchKernel(kernel(name), 1, 1, 1, threads, 1, 1, 0, stream, values, NULL);
}

/* What a log has; it is freed. */
static void read_log(CUdeviceptr log, uint32_t words[LOG_WORDS])
{
    assert_cu(cuMemcpyDtoH_v2(words, log, 4 * LOG_WORDS));
    assert_cu(cuMemFree_v2(log));
}

/* A child that is fired and forgotten (c) may come between, before and behind those of a stream (b, e). */
static bool may_swap(uint32_t first, uint32_t second)
{
    return (first == 'e' && second == 'c') || (first == 'c' && second == 'b');
}

static void order_fired(uint32_t *letter, uint32_t count)
{
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 1; i < count; i++)
            if (may_swap(letter[i - 1], letter[i])) {
                const uint32_t kept = letter[i];
                letter[i] = letter[i - 1];
                letter[i - 1] = kept;
            }
}

static void has_letters(CUdeviceptr log, const char *letters)
{
    uint32_t words[LOG_WORDS];

    read_log(log, words);
    order_fired(words + 1, words[0] < LOG_WORDS ? words[0] : 0);
    assert_int_equal(words[0], strlen(letters));
    for (uint32_t i = 0; i < words[0]; i++)
        assert_int_equal(words[1 + i], letters[i]);
}

/* What comes next in the stream begins when all children are complete. */
static void the_stream_waits_for_children(void **state)
{
    CUdeviceptr log = new_log();
    CUstream stream;
    uint32_t letter = 'Z';
    void *values[] = {&log, &letter};

    (void)state;
    assert_cu(cuStreamCreate(&stream, 0));
    assert_cu(launch("order", 1, stream, values));
    assert_cu(launch("letter", 1, stream, values));
    assert_cu(launch("awaiting", 2, stream, values));
    assert_cu(cuStreamSynchronize(stream));
    has_letters(log, "PbceadZabPP");
    assert_cu(cuStreamDestroy_v2(stream));
}

static void a_graph_has_children(void **state)
{
    CUdeviceptr log = new_log();
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;
    uint32_t letter = 'Z';
    void *values[] = {&log, &letter};

    (void)state;
    assert_cu(cuStreamCreate(&stream, 0));
    assert_cu(cuStreamBeginCapture_v2(stream, 0));
    assert_cu(launch("order", 1, stream, values));
    assert_cu(launch("letter", 1, stream, values));
    assert_cu(cuStreamEndCapture(stream, &graph));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < 2; i++)
        assert_cu(cuGraphLaunch(exec, stream));
    assert_cu(cuStreamSynchronize(stream));
    has_letters(log, "PbceadZPbceadZ");
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuStreamDestroy_v2(stream));
}

/* How many of 3,000 launches ran, with so many that may wait. */
static uint32_t ran_with(size_t pending)
{
    CUdeviceptr log = new_log();
    uint32_t words[LOG_WORDS], count = 3000;
    void *values[] = {&log, &count};

    assert_cu(cuCtxSetLimit(LIMIT_PENDING, pending));
    assert_cu(launch("many", 1, NULL, values));
    read_log(log, words);
    assert_int_equal(words[0] + words[1], count);
    return words[0];
}

static void limits_bound_what_waits(void **state)
{
    size_t limit = 0;

    (void)state;
    assert_cu(cuCtxGetLimit(&limit, LIMIT_PENDING));
    assert_int_equal(limit, 2048);
    assert_cu(cuCtxGetLimit(&limit, LIMIT_SYNC_DEPTH));
    assert_int_equal(limit, 2);
    assert_int_equal(ran_with(100), 100);
    assert_int_equal(ran_with(4096), 3000);
    assert_int_equal(ran_with(2048), 2048);
}

static void device_code_asks_about_its_device(void **state)
{
    CUdeviceptr log = new_log();
    uint32_t words[LOG_WORDS];
    int processors = 0;
    void *values[] = {&log};

    (void)state;
    assert_cu(launch("asked", 1, NULL, values));
    read_log(log, words);
    assert_cu(cuDeviceGetAttribute(&processors, MULTIPROCESSORS, 0));
    assert_int_equal(words[0], processors);
    assert_int_equal(words[1], 0);
    assert_int_equal(words[2], 2048);
    assert_int_equal(words[4], 0);
}

/* A device that has no such kernels has no such limits. */
static void an_earlier_device_has_no_limits(void **state)
{
    size_t limit;
    CUcontext context;

    (void)state;
    assert_cu(cuCtxCreate_v2(&context, 0, 1));
    assert_int_equal(cuCtxGetLimit(&limit, LIMIT_PENDING), CUDA_ERROR_UNSUPPORTED_LIMIT);
    assert_int_equal(cuCtxSetLimit(LIMIT_SYNC_DEPTH, 3), CUDA_ERROR_UNSUPPORTED_LIMIT);
    assert_cu(cuCtxDestroy_v2(context));
}

/* Children that wait for another stream's work give way to it, however few workers there are. */
static void children_wait_for_another_stream(void **state)
{
    CUdeviceptr log = new_log();
    CUstream stream[WAITING + 1];
    uint32_t words[LOG_WORDS], one = 1;
    void *values[] = {&log, &one};

    (void)state;
    for (unsigned i = 0; i <= WAITING; i++)
        assert_cu(cuStreamCreate(&stream[i], NON_BLOCKING));
    for (unsigned i = 0; i < WAITING; i++)
        assert_cu(launch("waiting_child", 1, stream[i], values));
    assert_cu(launch("counted", 1, stream[WAITING], values));
    assert_cu(cuCtxSynchronize());
    read_log(log, words);
    assert_int_equal(words[1], WAITING);
    for (unsigned i = 0; i <= WAITING; i++)
        assert_cu(cuStreamDestroy_v2(stream[i]));
}

/* The last: a child's fault is the context's. */
static void a_childs_fault_is_the_contexts(void **state)
{
    CUdeviceptr log = new_log();
    void *values[] = {&log};

    (void)state;
    assert_cu(launch("astray", 1, NULL, values));
    assert_int_equal(cuCtxSynchronize(), ILLEGAL_ADDRESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stream_waits_for_children),
        cmocka_unit_test(a_graph_has_children),
        cmocka_unit_test(limits_bound_what_waits),
        cmocka_unit_test(device_code_asks_about_its_device),
        cmocka_unit_test(an_earlier_device_has_no_limits),
        cmocka_unit_test(children_wait_for_another_stream),
        cmocka_unit_test(a_childs_fault_is_the_contexts),
    };

    setenv("HALFWARP_CHIP", "gp104,gf100", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}

/* SPDX-License-Identifier: MIT */
/* Times between events are those when work ended, whoever waited for it and when; what has no time yet, and
 * never will, says so. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <time.h>

static const char kernels[] = ".version 4.0\n.target sm_30\n.address_size 64\n"
                              ".visible .entry await(.param .u64 pa)\n{\n"
                              ".reg .pred %p; .reg .u64 %a; .reg .u32 %x;\n"
                              "ld.param.u64 %a, [pa];\n"
                              "WAIT: ld.volatile.global.u32 %x, [%a]; setp.eq.u32 %p, %x, 0; @%p bra WAIT;\n"
                              "ret;\n}\n"
                              ".visible .entry stop(.param .u64 pa)\n{\ntrap;\nret;\n}\n";

static CUcontext context;
static CUstream stream;
static CUevent from, to;
static CUmodule module;
static CUdeviceptr mapped;
static uint32_t *word;

static CUevent new_event(void)
{
    CUevent event;

    assert_cu(cuEventCreate(&event, 0));
    return event;
}

/* Each test has a context of its own on the first device. */
static int begin(void **state)
{
    (void)state;
    if (cuInit(0) || cuCtxCreate_v2(&context, 0, 0) || cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) ||
        cuModuleLoadData(&module, kernels) || cuMemHostAlloc((void **)&word, 64, 2) ||
        cuMemHostGetDevicePointer_v2(&mapped, word, 0))
        return -1;
    *word = 0;
    from = new_event();
    to = new_event();
    return 0;
}

static int end(void **state)
{
    (void)state;
    return cuCtxDestroy_v2(context);
}

static void launch_kernel(const char *name)
{
    CUfunction function;

    assert_cu(cuModuleGetFunction(&function, module, name));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, (void *[]){&mapped}, NULL));
}

static void pass(unsigned milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000l}, NULL);
}

/* The kernel runs for 100 ms, and nobody asks for 600 more. */
static void an_event_happens_when_the_work_ends(void **state)
{
    float milliseconds = -1;

    (void)state;
    assert_cu(cuEventRecord(from, stream));
    launch_kernel("await");
    assert_cu(cuEventRecord(to, stream));
    pass(100);
    assert_int_equal(cuEventQuery(to), CUDA_ERROR_NOT_READY);
    assert_int_equal(cuEventElapsedTime(&milliseconds, from, to), CUDA_ERROR_NOT_READY);
    assert_int_equal(cuEventElapsedTime_v2(&milliseconds, from, to), CUDA_ERROR_NOT_READY);
    assert_true(milliseconds == -1);
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
    pass(600);
    assert_cu(cuEventSynchronize(to));
    assert_cu(cuEventElapsedTime(&milliseconds, from, to));
    assert_true(milliseconds > 95 && milliseconds < 600);
    /* An event that was recorded again has the time of that. */
    assert_cu(cuEventRecord(from, stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuEventElapsedTime_v2(&milliseconds, from, to));
    assert_true(milliseconds < -95);
}

/* The same of nodes that record, whichever stream launches them. */
static void nodes_of_graphs_record(void **state)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode first, second, last;
    CUfunction function;
    float milliseconds = -1;
    void *arguments[] = {&mapped};

    (void)state;
    assert_cu(cuModuleGetFunction(&function, module, "await"));
    const struct hw_node_kernel kernel = {
        .function = function, .grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = arguments};
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddEventRecordNode(&first, graph, NULL, 0, from));
    assert_cu(cuGraphAddKernelNode(&second, graph, &first, 1, &kernel));
    assert_cu(cuGraphAddEventRecordNode(&last, graph, &second, 1, to));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_cu(cuGraphLaunch(exec, stream));
    pass(100);
    assert_int_equal(cuEventElapsedTime(&milliseconds, from, to), CUDA_ERROR_NOT_READY);
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
    pass(600);
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuEventElapsedTime(&milliseconds, from, to));
    assert_true(milliseconds > 95 && milliseconds < 600);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

static void events_of_others(void **state)
{
    const CUevent here = new_event();
    CUcontext second, elsewhere;
    float milliseconds = -1;

    (void)state;
    assert_cu(cuEventRecord(here, stream));
    assert_cu(cuCtxCreate_v2(&second, 0, 0));
    const CUevent other = new_event();
    assert_cu(cuEventRecord(other, NULL));
    assert_cu(cuCtxCreate_v2(&elsewhere, 0, 1));
    const CUevent there = new_event();
    assert_cu(cuEventRecord(there, NULL));
    assert_cu(cuCtxSynchronize());
    assert_int_equal(cuEventElapsedTime(&milliseconds, here, other), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuEventElapsedTime(&milliseconds, here, there), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuEventElapsedTime(&milliseconds, there, here), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuEventRecord(there, stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuStreamWaitEvent(stream, there, 0)); /* which any may do */
    assert_cu(cuEventElapsedTime(&milliseconds, there, there));
    assert_cu(cuCtxDestroy_v2(elsewhere));
    assert_int_equal(cuEventElapsedTime(&milliseconds, there, there), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuCtxDestroy_v2(second));
}

/* Events for other processes have no time; handles are of such events only. */
static void events_for_other_processes(void **state)
{
    enum { BLOCKING = 1, UNTIMED = 2, INTERPROCESS = 4 };
    CUipcEventHandle handle;
    CUevent event;
    float milliseconds = -1;

    (void)state;
    assert_int_equal(cuEventCreate(&event, INTERPROCESS), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuEventCreate(&event, INTERPROCESS | BLOCKING), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuEventCreate(&event, 8), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuEventCreate(&event, INTERPROCESS | UNTIMED | BLOCKING));
    assert_cu(cuEventRecord(event, stream));
    assert_cu(cuEventRecord(from, stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_int_equal(cuEventElapsedTime(&milliseconds, from, event), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuIpcGetEventHandle(&handle, event));
    assert_int_equal(cuIpcGetEventHandle(NULL, event), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcGetEventHandle(&handle, from), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventDestroy_v2(event));
    assert_cu(cuEventCreate(&event, UNTIMED));
    assert_int_equal(cuIpcGetEventHandle(&handle, event), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventDestroy_v2(event));
}

/* What comes behind a fault does not happen, so it has no time: not one of 1970, either. */
static void a_fault_before_the_record(void **state)
{
    float milliseconds = -1;
    CUresult result;

    (void)state;
    assert_cu(cuEventRecord(from, stream));
    launch_kernel("stop");
    assert_cu(cuEventRecord(to, stream));
    while ((result = cuEventElapsedTime(&milliseconds, from, to)) == CUDA_ERROR_NOT_READY)
        pass(1);
    assert_int_equal(result, CUDA_ERROR_LAUNCH_FAILED);
    assert_true(milliseconds == -1);
    assert_int_equal(cuEventQuery(to), CUDA_ERROR_LAUNCH_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_event_happens_when_the_work_ends, begin, end),
        cmocka_unit_test_setup_teardown(nodes_of_graphs_record, begin, end),
        cmocka_unit_test_setup_teardown(events_of_others, begin, end),
        cmocka_unit_test_setup_teardown(events_for_other_processes, begin, end),
        cmocka_unit_test_setup_teardown(a_fault_before_the_record, begin, end),
    };

    setenv("HALFWARP_CHIP", "gk110,gk110", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Streams that wait for values which nobody writes, by one worker: they are stopped where that is proven, or
 * after HALFWARP_TIMEOUT, and the message says what was waited for.  And those that are written by what has
 * the worker. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMEOUT 0.4

static const char kernel[] = ".version 4.0\n.target sm_30\n.address_size 64\n"
                             ".visible .entry await(.param .u64 pa, .param .u32 pn)\n{\n"
                             ".reg .pred %p; .reg .u64 %a; .reg .u32 %n, %x;\n"
                             "ld.param.u64 %a, [pa]; ld.param.u32 %n, [pn];\n"
                             "WAIT: ld.volatile.global.u32 %x, [%a]; setp.ne.u32 %p, %x, %n; @%p bra WAIT;\n"
                             "ret;\n}\n"
                             /* counts, until the next word is not 0 */
                             ".visible .entry count(.param .u64 pa, .param .u32 pn)\n{\n"
                             ".reg .pred %p; .reg .u64 %a; .reg .u32 %n, %x;\n"
                             "ld.param.u64 %a, [pa]; mov.u32 %n, 0;\n"
                             "NEXT: add.u32 %n, %n, 1; st.volatile.global.u32 [%a], %n;\n"
                             "ld.volatile.global.u32 %x, [%a+4]; setp.eq.u32 %p, %x, 0; @%p bra NEXT;\n"
                             "ret;\n}\n";

static CUcontext context;
static CUstream stream, other;
static CUdeviceptr own, mapped;
static uint32_t *words;

/* Each test ends with a context that is of no use any more. */
static int make_context(void **state)
{
    (void)state;
    return cuCtxCreate_v2(&context, 0, 0) || cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) ||
           cuStreamCreate(&other, CU_STREAM_NON_BLOCKING) || cuMemAlloc_v2(&own, 64) ||
           cuMemsetD32_v2(own, 0, 16) || cuMemHostAlloc((void **)&words, 64, 2) ||
           cuMemHostGetDevicePointer_v2(&mapped, words, 0) || !memset(words, 0, 64);
}

static int end_context_of_test(void **state)
{
    (void)state;
    return cuCtxDestroy_v2(context);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Wait for the stream: its error, what was said meanwhile, and whether it took less than the timeout. */
static CUresult wait_for_stream(char text[2048], bool *early)
{
    FILE *said = tmpfile();
    const int kept = dup(STDERR_FILENO);
    const double begin = now();

    assert_non_null(said);
    fflush(stderr);
    dup2(fileno(said), STDERR_FILENO);
    const CUresult result = cuStreamSynchronize(stream);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    *early = now() - begin < TIMEOUT;
    rewind(said);
    memset(text, 0, 2048);
    (void)!fread(text, 1, 2047, said);
    fclose(said);
    return result;
}

static void assert_said(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("said: %s expected: %s", text, part);
}

static const char *sentence(const char *format, CUdeviceptr address)
{
    static char text[256];

    snprintf(text, sizeof text, format, address);
    return text;
}

static void launch(const char *name, CUdeviceptr address, CUstream in)
{
    CUmodule module;
    CUfunction function;
    uint32_t number = 1;
    void *parameters[] = {&address, &number};

    assert_cu(cuModuleLoadData(&module, kernel));
    assert_cu(cuModuleGetFunction(&function, module, name));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, in, parameters, NULL));
}

static void do_nothing(void *nothing)
{
    (void)nothing;
}

/* The thread that has called a function of the program is none of the program's. */
static void behind_a_host_function(void **state)
{
    char text[2048];
    bool early;

    (void)state;
    assert_cu(cuLaunchHostFunc(stream, do_nothing, NULL));
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuStreamWaitValue32_v2(stream, own + 8, 5, HW_MEMORY_WAIT_EQ));
    assert_int_equal(wait_for_stream(text, &early), CUDA_ERROR_LAUNCH_TIMEOUT);
    assert_true(early);
}

/* Only the device has the memory, and nobody is left that could write it. */
static void what_nobody_writes_is_proven(void **state)
{
    char text[2048];
    bool early;

    (void)state;
    assert_cu(cuStreamWaitValue32_v2(stream, own + 8, 5, HW_MEMORY_WAIT_EQ));
    assert_cu(cuStreamWriteValue32_v2(stream, own, 1, 0));
    assert_int_equal(wait_for_stream(text, &early), CUDA_ERROR_LAUNCH_TIMEOUT);
    assert_true(early);
    assert_said(text,
                sentence("cuStreamWaitValue32 at %#llx (value = 0; waits until value == 0x5): nothing is "
                         "left that will write the value\n",
                         own + 8));
    assert_int_equal(cuStreamSynchronize(other), CUDA_ERROR_LAUNCH_TIMEOUT); /* it stays */
}

/* Whichever ends first stops the kernel in silence. */
static void with_a_kernel_that_waits(void **state)
{
    char text[2048];
    bool early;

    (void)state;
    launch("await", own, other);
    assert_cu(cuStreamWaitValue32_v2(stream, own + 4, 1, HW_MEMORY_WAIT_AND));
    assert_cu(cuStreamWriteValue32_v2(stream, own, 1, 0)); /* what the kernel waits for */
    assert_int_equal(wait_for_stream(text, &early), CUDA_ERROR_LAUNCH_TIMEOUT);
    assert_true(early);
    assert_said(
        text, sentence("cuStreamWaitValue32 at %#llx (value = 0; waits until (value & 0x1) != 0)", own + 4));
}

/* Streams that wait for each other in a circle. */
static void a_circle_is_proven(void **state)
{
    char text[2048];
    bool early;

    (void)state;
    assert_cu(cuStreamWaitValue32_v2(stream, own, 1, 0));
    assert_cu(cuStreamWriteValue32_v2(stream, own + 4, 1, 0));
    assert_cu(cuStreamWaitValue32_v2(other, own + 4, 1, 0));
    assert_cu(cuStreamWriteValue32_v2(other, own, 1, 0));
    assert_int_equal(wait_for_stream(text, &early), CUDA_ERROR_LAUNCH_TIMEOUT);
    assert_true(early);
}

/* The host has the memory, too: some other process or a signal may write it, so the timeout decides. */
static void the_timeout_ends_it(void **state)
{
    char text[2048];
    bool early;

    (void)state;
    words[2] = 0xffffffff;
    assert_cu(cuStreamWaitValue32_v2(stream, mapped + 8, 5, HW_MEMORY_WAIT_GEQ));
    assert_cu(cuStreamWriteValue32_v2(stream, mapped, 1, 0));
    assert_int_equal(wait_for_stream(text, &early), CUDA_ERROR_LAUNCH_TIMEOUT);
    assert_false(early);
    assert_said(
        text, sentence("cuStreamWaitValue32 at %#llx (value = 0xffffffff; waits until value - 0x5 >= 0): it "
                       "has only waited for ",
                       mapped + 8));
    assert_int_equal(words[0], 0);
}

static void *write_later(void *address)
{
    usleep(100000);
    if (cuCtxSetCurrent(context) || cuMemsetD32_v2((CUdeviceptr)(uintptr_t)address, 5, 1))
        abort();
    return NULL;
}

/* Another thread of the process may write, and does. */
static void another_thread_is_waited_for(void **state)
{
    char text[2048];
    bool early;
    pthread_t thread;

    (void)state;
    assert_cu(cuStreamWaitValue32_v2(stream, own, 5, HW_MEMORY_WAIT_EQ));
    assert_int_equal(pthread_create(&thread, NULL, write_later, (void *)(uintptr_t)own), 0);
    assert_int_equal(wait_for_stream(text, &early), CUDA_SUCCESS);
    assert_string_equal(text, "");
    pthread_join(thread, NULL);
}

static void *end_count_and_write(void *nothing)
{
    volatile uint32_t *word = words;

    usleep((useconds_t)(1.5 * TIMEOUT * 1e6));
    word[1] = 1;
    usleep((useconds_t)(0.25 * TIMEOUT * 1e6));
    word[2] = word[3] = 1;
    return nothing;
}

/* Streams wait beside a kernel that goes on for longer than the timeout: only after it does that count. */
static void a_kernel_runs_beside_it(void **state)
{
    char text[2048];
    bool early;
    pthread_t thread;

    (void)state;
    launch("count", mapped, other);
    assert_cu(cuStreamWaitValue32_v2(other, mapped + 8, 1, HW_MEMORY_WAIT_EQ));
    assert_cu(cuStreamWaitValue32_v2(stream, mapped + 12, 1, HW_MEMORY_WAIT_EQ));
    assert_int_equal(pthread_create(&thread, NULL, end_count_and_write, NULL), 0);
    assert_int_equal(wait_for_stream(text, &early), CUDA_SUCCESS);
    assert_false(early);
    assert_string_equal(text, "");
    pthread_join(thread, NULL);
    assert_cu(cuCtxSynchronize());
}

/* The memory is freed while it is waited for. */
static void memory_that_goes(void **state)
{
    char text[2048];
    bool early;
    CUdeviceptr address;

    (void)state;
    assert_cu(cuMemAllocAsync(&address, 1 << 20, other));
    assert_cu(cuStreamSynchronize(other));
    assert_cu(cuStreamWaitValue32_v2(stream, address, 5, HW_MEMORY_WAIT_EQ));
    assert_cu(cuMemFreeAsync(address, other));
    assert_int_equal(wait_for_stream(text, &early), CUDA_ERROR_ILLEGAL_ADDRESS);
}

/* A kernel that goes on all the time has the only worker, and another kernel is behind it. */
static void what_has_the_worker_writes(void **state)
{
    char text[2048];
    bool early;
    CUstream third;

    (void)state;
    assert_cu(cuStreamCreate(&third, CU_STREAM_NON_BLOCKING));
    launch("count", own, other);
    assert_cu(cuMemsetD32Async(own + 36, 1, 1, third));
    launch("count", own + 32, third);
    assert_cu(cuStreamWaitValue32_v2(stream, own, 1000, HW_MEMORY_WAIT_GEQ));
    assert_cu(cuStreamWriteValue32_v2(stream, own + 4, 1, 0)); /* which ends it */
    assert_int_equal(wait_for_stream(text, &early), CUDA_SUCCESS);
    assert_cu(cuCtxSynchronize());
}

/* All of it in the fixed order, in a process of its own. */
static void one_after_the_other(void **state)
{
    int status = -1;

    (void)state;
    if (getenv("HALFWARP_ORDER")) /* this is that process */
        skip();
    const pid_t child = fork();
    if (child == 0) {
        setenv("HALFWARP_ORDER", "fixed", 1);
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(1);
        execl("/proc/self/exe", "test_cuda_stream_memory_stalls", (char *)NULL);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

#define OWN_CONTEXT(test) cmocka_unit_test_setup_teardown(test, make_context, end_context_of_test)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OWN_CONTEXT(what_nobody_writes_is_proven), OWN_CONTEXT(with_a_kernel_that_waits),
        OWN_CONTEXT(a_circle_is_proven),           OWN_CONTEXT(the_timeout_ends_it),
        OWN_CONTEXT(another_thread_is_waited_for), OWN_CONTEXT(memory_that_goes),
        OWN_CONTEXT(what_has_the_worker_writes),   cmocka_unit_test(one_after_the_other),
        OWN_CONTEXT(behind_a_host_function),       OWN_CONTEXT(a_kernel_runs_beside_it),
    };

    setenv("HALFWARP_CHIP", "gp104", 1);
    setenv("HALFWARP_TIMEOUT", "0.4", 1);
    setenv("HALFWARP_WORKERS", "1", 1);
    return cuInit(0) || cmocka_run_group_tests(tests, NULL, NULL);
}

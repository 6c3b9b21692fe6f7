/* SPDX-License-Identifier: MIT */
/* Cooperative launches on several devices: grids that wait for each other, what they know of each other, what
 * streams wait for before and behind them, and what is refused. */
#include "sanitized.h"
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_driver.h"
#include "cuda_program.h"

#include <stdio.h>
#include <time.h>

#define DEVICES 3u
#define BLOCKS  4u
#define THREADS 64u
#define ALL     (DEVICES * BLOCKS)
#define ROWS    20u
#define FACTS   8u /* words a thread */

enum { NO_PRE_SYNC = 1, NO_POST_SYNC = 2 };

/* pass: each block writes what the next one of all wrote in the row before, and 1 more.
 * facts: what a thread knows of the groups that it is in.
 * await: sets the second word and waits for the first. */
static const char kernels[] =
    ".version 6.0\n.target sm_61\n.address_size 64\n"
    ".extern .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 scope);\n"
    ".extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 h, .param .b32 flags);\n"
    ".extern .func (.param .b32 r) cudaCGSynchronizeGrid(.param .b64 h, .param .b32 flags);\n"
    ".extern .func (.param .b32 r) cudaCGGetSize(.param .b64 t, .param .b64 g, .param .b64 h);\n"
    ".extern .func (.param .b32 r) cudaCGGetRank(.param .b64 t, .param .b64 g, .param .b64 h);\n"
#define HANDLE(scope, to)                                            \
    "{ .param .b32 s; .param .b64 r; st.param.b32 [s], " scope ";\n" \
    "call (r), cudaCGGetIntrinsicHandle, (s); ld.param.b64 " to ", [r]; }\n"
#define SYNC(function, handle, to)                                                                        \
    "{ .param .b64 h; .param .b32 f; .param .b32 r; st.param.b64 [h], " handle "; st.param.b32 [f], 0;\n" \
    "call (r), " function ", (h, f); ld.param.b32 " to ", [r]; }\n"
#define NUMBERS(function, handle, first, second, to)                                               \
    "{ .param .b64 t; .param .b64 g; .param .b64 h; .param .b32 r; st.param.b64 [t], " first ";\n" \
    "st.param.b64 [g], " second "; st.param.b64 [h], " handle ";\n"                                \
    "call (r), " function ", (t, g, h); ld.param.b32 " to ", [r]; }\n"
    ".visible .entry pass(.param .u64 prows, .param .u32 pcount)\n{\n"
    ".local .align 4 .b32 room[4]; .reg .pred %p; .reg .u64 %h, %a, %b, %rows, %to, %from, %n64;\n"
    ".reg .u32 %i, %n, %k, %c, %x, %t, %e, %g, %w;\n"
    "ld.param.u64 %rows, [prows]; ld.param.u32 %c, [pcount];\n"
    "mov.u64 %a, room; cvta.local.u64 %a, %a; add.u64 %b, %a, 4;\n" HANDLE("2", "%h")
        NUMBERS("cudaCGGetRank", "%h", "%a", "%b",
                "%e") "ld.u32 %g, [%b]; mov.u32 %x, %nctaid.x; mov.u32 %i, %ctaid.x; mad.lo.u32 %i, %g, %x, "
                      "%i;\n" NUMBERS(
                          "cudaCGGetSize", "%h", "%a", "%b",
                          "%e") "ld.u32 %n, [%b]; mul.lo.u32 %n, %n, %x; mul.wide.u32 %n64, %n, 4;\n"
                                "add.u32 %w, %i, 1; rem.u32 %w, %w, %n; mov.u32 %k, 0;\n"
                                "mul.wide.u32 %from, %w, 4; add.u64 %from, %from, %rows;\n"
                                "mul.wide.u32 %to, %i, 4; add.u64 %to, %to, %rows; add.u64 %to, %to, "
                                "%n64;\n"
                                "NEXT: mov.u32 %t, %tid.x; setp.ne.u32 %p, %t, 0; @%p bra WAIT;\n"
                                "ld.volatile.u32 %x, [%from]; add.u32 %x, %x, 1; st.volatile.u32 [%to], "
                                "%x; membar.sys;\n"
                                "WAIT:\n" SYNC(
                                    "cudaCGSynchronize",
                                    "%h", "%e") "add.u64 %from, %from, %n64; add.u64 %to, %to, %n64;\n"
                                                "add.u32 %k, %k, 1; setp.lt.u32 %p, %k, %c; @%p bra "
                                                "NEXT;\nret;\n}\n"
                                                ".visible .entry facts(.param .u64 pout)\n{\n"
                                                ".local .align 4 .b32 room[4]; .reg .u64 %h, %g, %a, %b, "
                                                "%out, %x64, %no;\n"
                                                ".reg .u32 %e, %x, %rank, %grid;\n"
                                                "ld.param.u64 %out, [pout]; mov.u64 %no, 0;\n"
                                                "mov.u64 %a, room; cvta.local.u64 %a, %a; add.u64 %b, "
                                                "%a, 4;\n" HANDLE("2", "%h") HANDLE("1", "%g")
                                                    NUMBERS("cudaCGGetRank", "%h", "%a",
                                                            "%b", "%e") "ld.u32 %rank, [%a]; "
                                                                        "ld.u32 %grid, [%b];\n"
                                                                        "mul.wide.u32 %x64, "
                                                                        "%rank, 32; add.u64 "
                                                                        "%out, %out, %x64; "
                                                                        "st.u32 [%out], "
                                                                        "%grid;\n" NUMBERS("cudaCGGetSize", "%h", "%a", "%no", "%e") "ld.u32 %x, [%a]; st.u32 [%out+4], %x;\n" NUMBERS("cudaCGGetSize", "%h", "%no", "%b", "%e") "ld.u32 %x, [%b]; st.u32 [%out+8], %x;\n" NUMBERS("cudaCGGetRank", "%g", "%a", "%b", "%e") "ld.u32 %x, [%a]; st.u32 [%out+12], %x; ld.u32 %x, [%b]; st.u32 [%out+16], %x;\n" NUMBERS("cudaCGGetSize", "%g", "%a", "%b", "%e") "ld.u32 %x, [%a]; st.u32 [%out+20], %x;\n" SYNC("cudaCGSynchronizeGrid",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "%g",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "%x") SYNC("cudaCGSynchronize",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                          "%g",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                          "%e") "add.u32 %x, %x, %e;\n" SYNC("cudaCGSynchronize", "%h", "%e") "add.u32 %x, %x, %e; st.u32 [%out+24], %x;\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              "mov.u64 %g, 12345;\n" SYNC("cudaCGSynchronize", "%g", "%x") NUMBERS("cudaCGGetSize",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   "%g",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   "%a",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   "%b", "%e") "shl.b32 %e, %e, 8; add.u32 %x, %x, %e;\n" NUMBERS("cudaCGGetRank", "%g", "%a", "%b", "%e") "shl.b32 %e, %e, 16; add.u32 %x, %x, %e;\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "st.u32 [%out+28], %x;\nret;\n}\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           /* Of a grid alone: whether there is a group of all, and what waiting for it returns. */
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           ".visible .entry alone(.param .u64 pout)\n{\n.reg .u64 %h, %out; .reg .u32 %e, %x; .reg .pred %p;\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "ld.param.u64 %out, [pout];\n" HANDLE("2", "%h") "setp.ne.u64 %p, %h, 0; selp.u32 %x, 1, 0, %p; st.u32 [%out], %x;\n" SYNC("cudaCGSynchronize",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      "%h",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      "%e") "st.u32 [%out+4], %e;\nret;\n}\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            ".visible .entry await(.param .u64 pa)\n{\n.reg .pred %p; .reg .u64 %a; .reg .u32 %x;\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            "ld.param.u64 %a, [pa]; mov.u32 %x, 1; st.volatile.u32 [%a+4], %x;\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            "WAIT: ld.volatile.u32 %x, [%a]; setp.eq.u32 %p, %x, 0; @%p bra WAIT;\nret;\n}\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            /* The grid with a null pointer traps, the others wait for it. */
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            ".visible .entry fail(.param .u64 pa)\n{\n.reg .pred %p; .reg .u64 %a, %h; .reg .u32 %e;\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            "ld.param.u64 %a, [pa]; setp.ne.u64 %p, %a, 0; @%p bra WAIT; trap;\nWAIT:\n" HANDLE("2",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                "%h") SYNC("cudaCGSynchronize",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "%h",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "%e") "ret;\n}\n";

static CUcontext context[DEVICES];
static CUmodule module[DEVICES];
static CUstream stream[DEVICES];

static int begin(void **state)
{
    (void)state;
    for (unsigned i = 0; i < DEVICES; i++)
        if (cuInit(0) || cuCtxCreate_v2(&context[i], 0, (int)i) ||
            cuStreamCreate(&stream[i], CU_STREAM_NON_BLOCKING) || cuModuleLoadData(&module[i], kernels))
            return -1;
    return cuCtxSetCurrent(context[0]);
}

static int end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < DEVICES; i++)
        if (cuCtxDestroy_v2(context[i]))
            return -1;
    return 0;
}

static CUfunction function_of(unsigned device, const char *name)
{
    CUfunction function;

    assert_cu(cuModuleGetFunction(&function, module[device], name));
    return function;
}

/* A launch of one kernel on each device. */
static void describe(CUDA_LAUNCH_PARAMS params[DEVICES], const char *name, void **arguments)
{
    for (unsigned i = 0; i < DEVICES; i++)
        params[i] = (CUDA_LAUNCH_PARAMS){.function = function_of(i, name),
                                         .gridDimX = BLOCKS,
                                         .gridDimY = 1,
                                         .gridDimZ = 1,
                                         .blockDimX = THREADS,
                                         .blockDimY = 1,
                                         .blockDimZ = 1,
                                         .hStream = stream[i],
                                         .kernelParams = arguments};
}

static CUdeviceptr allocate_zeros(size_t words)
{
    CUdeviceptr block;

    assert_cu(cuMemAlloc_v2(&block, 4 * words));
    assert_cu(cuMemsetD32_v2(block, 0, words));
    assert_cu(cuCtxSynchronize()); /* for streams that do not wait for this one */
    return block;
}

static void synchronize(void)
{
    for (unsigned i = 0; i < DEVICES; i++)
        assert_cu(cuStreamSynchronize(stream[i]));
}

static void grids_wait_for_each_other(void **state)
{
    CUDA_LAUNCH_PARAMS params[DEVICES];
    uint32_t row[ROWS + 1][ALL] = {{0}}, count = ROWS;
    CUdeviceptr rows = allocate_zeros((ROWS + 1) * ALL);

    (void)state;
    describe(params, "pass", (void *[]){&rows, &count});
    for (uint32_t i = 0; i < ALL; i++)
        row[0][i] = i * i;
    for (int launch = 0; launch < 3; launch++) {
        assert_cu(cuMemcpyHtoD_v2(rows, row, sizeof row));
        assert_cu(cuLaunchCooperativeKernelMultiDevice(params, DEVICES, (unsigned)launch));
        synchronize();
        assert_cu(cuMemcpyDtoH_v2(row, rows, sizeof row));
        for (uint32_t k = 0; k <= ROWS; k++)
            for (uint32_t i = 0; i < ALL; i++)
                assert_int_equal(row[k][i], (i + k) % ALL * ((i + k) % ALL) + k);
        memset(row[1], 0, sizeof row - sizeof row[0]);
    }
    assert_cu(cuMemFree_v2(rows));
}

static void what_grids_know(void **state)
{
    CUDA_LAUNCH_PARAMS params[DEVICES];
    static uint32_t facts[ALL * THREADS][FACTS];
    const CUdeviceptr out = allocate_zeros(ALL * THREADS * FACTS);

    (void)state;
    describe(params, "facts", (void *[]){(void *)&out});
    assert_cu(cuLaunchCooperativeKernelMultiDevice(params, DEVICES, 0));
    synchronize();
    assert_cu(cuMemcpyDtoH_v2(facts, out, sizeof facts));
    for (uint32_t i = 0; i < ALL * THREADS; i++) {
        const uint32_t expected[FACTS] = {i / (BLOCKS * THREADS),
                                          ALL * THREADS,
                                          DEVICES,
                                          i % (BLOCKS * THREADS),
                                          0,
                                          BLOCKS * THREADS,
                                          0,
                                          0x10101};
        assert_memory_equal(facts[i], expected, sizeof expected);
    }
    /* On one device it is a group of one grid; a cooperative launch is none. */
    assert_cu(cuMemsetD32_v2(out, 9, 16));
    assert_cu(cuCtxSynchronize());
    assert_cu(cuLaunchCooperativeKernelMultiDevice(params, 1, 0));
    synchronize();
    assert_cu(cuMemcpyDtoH_v2(facts, out, sizeof facts));
    assert_true(facts[0][0] == 0 && facts[0][1] == BLOCKS * THREADS && facts[0][2] == 1 && facts[0][6] == 0);
    assert_cu(cuLaunchCooperativeKernel(function_of(0, "alone"), 1, 1, 1, 1, 1, 1, 0, NULL,
                                        (void *[]){(void *)&out}));
    assert_cu(cuMemcpyDtoH_v2(facts, out, sizeof facts));
    assert_true(facts[0][0] == 0 && facts[0][1] == 1);
    assert_cu(cuMemFree_v2(out));
}

static void pass_time(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
}

static uint32_t *words_of_all(CUdeviceptr *mapped)
{
    uint32_t *words;

    assert_cu(cuMemHostAlloc((void **)&words, 64, 2));
    assert_cu(cuMemHostGetDevicePointer_v2(mapped, words, 0));
    memset(words, 0, 64);
    return words;
}

static bool is_set(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* A kernel of the last stream waits for the program; the first device's grid waits for that kernel, or not.
 */
static void what_is_before(void **state)
{
    (void)state;
    for (unsigned flags = 0; flags <= NO_PRE_SYNC; flags++) {
        CUDA_LAUNCH_PARAMS params[DEVICES];
        CUdeviceptr mapped, grids;
        uint32_t *words = words_of_all(&mapped);
        grids = mapped + 16;
        words[4] = 1; /* grids end at once */
        assert_cu(cuCtxSetCurrent(context[DEVICES - 1]));
        assert_cu(cuLaunchKernel(function_of(DEVICES - 1, "await"), 1, 1, 1, 1, 1, 1, 0, stream[DEVICES - 1],
                                 (void *[]){&mapped}, NULL));
        assert_cu(cuCtxSetCurrent(context[0]));
        describe(params, "await", (void *[]){&grids});
        assert_cu(cuLaunchCooperativeKernelMultiDevice(params, DEVICES - 1, 0)); /* without that stream */
        assert_cu(cuStreamSynchronize(stream[0]));
        assert_true(is_set(&words[5]));
        words[5] = 0;
        assert_cu(cuLaunchCooperativeKernelMultiDevice(params, DEVICES, flags | NO_POST_SYNC));
        if (flags & NO_PRE_SYNC)
            assert_cu(cuStreamSynchronize(stream[0]));
        else
            pass_time();
        assert_int_equal(is_set(&words[5]), (flags & NO_PRE_SYNC) != 0);
        assert_int_equal(cuStreamQuery(stream[DEVICES - 1]), CUDA_ERROR_NOT_READY);
        __atomic_store_n(&words[0], 1, __ATOMIC_RELEASE);
        synchronize();
        assert_true(is_set(&words[5]));
        assert_cu(cuMemFreeHost(words));
    }
}

/* The grid of the last device waits for the program; what comes next in the first stream waits for it, or
 * not. */
static void what_comes_behind(void **state)
{
    (void)state;
    for (unsigned flags = 0; flags <= NO_POST_SYNC; flags += NO_POST_SYNC) {
        CUDA_LAUNCH_PARAMS params[DEVICES];
        CUdeviceptr mapped, ends;
        uint32_t *words = words_of_all(&mapped);
        const CUdeviceptr block = allocate_zeros(1);
        void *waits[] = {&mapped}, *goes[] = {&ends};
        ends = mapped + 16;
        words[4] = 1;
        describe(params, "await", goes);
        params[DEVICES - 1].kernelParams = waits;
        assert_cu(cuLaunchCooperativeKernelMultiDevice(params, DEVICES, flags));
        assert_cu(cuMemsetD32Async(block, 7, 1, stream[0]));
        if (flags & NO_POST_SYNC)
            assert_cu(cuStreamSynchronize(stream[0]));
        else
            pass_time();
        assert_int_equal(cuStreamQuery(stream[0]),
                         flags & NO_POST_SYNC ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY);
        assert_int_equal(cuStreamQuery(stream[DEVICES - 1]), CUDA_ERROR_NOT_READY);
        __atomic_store_n(&words[0], 1, __ATOMIC_RELEASE);
        synchronize();
        assert_cu(cuMemFree_v2(block));
        assert_cu(cuMemFreeHost(words));
    }
}

static void what_is_refused(void **state)
{
    CUDA_LAUNCH_PARAMS params[DEVICES], good[DEVICES];
    CUdeviceptr out = allocate_zeros(16);
    CUgraph graph;
    CUstream made;
    int able = 0;

    (void)state;
    describe(good, "alone", (void *[]){&out});
#define REFUSED(error, change)                                                             \
    do {                                                                                   \
        memcpy(params, good, sizeof params);                                               \
        change;                                                                            \
        assert_int_equal(cuLaunchCooperativeKernelMultiDevice(params, DEVICES, 0), error); \
    } while (0)
    REFUSED(CUDA_ERROR_INVALID_HANDLE, params[1].hStream = NULL);
    REFUSED(CUDA_ERROR_INVALID_HANDLE, params[1].hStream = (CUstream)1);
    REFUSED(CUDA_ERROR_INVALID_HANDLE, params[1].hStream = (CUstream)2);
    REFUSED(CUDA_ERROR_INVALID_HANDLE, params[1].hStream = no_stream);
    REFUSED(CUDA_ERROR_INVALID_HANDLE,
            params[1].hStream = stream[0]); /* of another context than the kernel */
    REFUSED(CUDA_ERROR_INVALID_HANDLE, params[2].function = NULL);
    REFUSED(CUDA_ERROR_INVALID_VALUE, params[2] = params[1]); /* two on one device */
    REFUSED(CUDA_ERROR_INVALID_VALUE, params[2].gridDimX = BLOCKS + 1);
    REFUSED(CUDA_ERROR_INVALID_VALUE, params[2].blockDimX = THREADS / 2);
    REFUSED(CUDA_ERROR_INVALID_VALUE, params[2].sharedMemBytes = 16);
    REFUSED(CUDA_ERROR_INVALID_VALUE, params[2].function = function_of(2, "facts"));
    REFUSED(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
            for (unsigned i = 0; i < DEVICES; i++) params[i].gridDimX = 1u << 20);
    assert_int_equal(cuLaunchCooperativeKernelMultiDevice(good, DEVICES, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchCooperativeKernelMultiDevice(good, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchCooperativeKernelMultiDevice(good, DEVICES + 1, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchCooperativeKernelMultiDevice(NULL, DEVICES, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuStreamCreate(&made, CU_STREAM_NON_BLOCKING));
    assert_cu(cuStreamBeginCapture_v2(made, 0));
    REFUSED(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, params[0].hStream = made);
    assert_int_equal(cuStreamEndCapture(made, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    assert_cu(cuStreamDestroy_v2(made));
    for (int i = 0; i < (int)DEVICES; i++) {
        assert_cu(cuDeviceGetAttribute(&able, 96, i));
        assert_int_equal(able, 1);
    }
    assert_cu(cuLaunchCooperativeKernelMultiDevice(good, DEVICES, 0)); /* nothing of this has remained */
    synchronize();
    assert_cu(cuMemFree_v2(out));
}

/* What waits for a grid that has failed waits for ever; that is proven, and it is stopped. */
static void a_grid_that_fails(void **state)
{
    CUDA_LAUNCH_PARAMS params[DEVICES];
    CUdeviceptr waits = allocate_zeros(1), fails = 0;

    (void)state;
    describe(params, "fail", (void *[]){&waits});
    params[1].kernelParams = (void *[]){&fails};
    assert_cu(cuLaunchCooperativeKernelMultiDevice(params, DEVICES, NO_POST_SYNC));
    assert_int_equal(cuStreamSynchronize(stream[1]), CUDA_ERROR_LAUNCH_FAILED);
    assert_int_equal(cuStreamSynchronize(stream[0]), CUDA_ERROR_LAUNCH_TIMEOUT);
    assert_int_equal(cuStreamSynchronize(stream[2]), CUDA_ERROR_LAUNCH_TIMEOUT);
}

/* --- the runtime, whose kernels are those of each device --- */

static const char *const targets[] = {"sm_61", NULL};
static char known_stub;

static int register_code(void **state)
{
    (void)state;
    register_program("grid", targets);
    add_kernel(program_handle, &known_stub, "grid_known");
    __cudaRegisterFatBinaryEnd(program_handle);
    return 0;
}

static void the_runtime_launches_too(void **state)
{
    struct cudaLaunchParams params[DEVICES];
    uint32_t *out[DEVICES], got[3];
    void *arguments[DEVICES][1];

    (void)state;
    for (int i = 0; i < (int)DEVICES; i++) {
        cudaStream_t own;
        assert_cuda(cudaSetDevice(i));
        assert_cuda(cudaMalloc((void **)&out[i], sizeof got));
        assert_cuda(cudaMemset(out[i], 9, sizeof got));
        assert_cuda(cudaStreamCreate(&own));
        arguments[i][0] = &out[i];
        params[i] = (struct cudaLaunchParams){&known_stub, {1, 1, 1}, {32, 1, 1}, arguments[i], 0, own};
    }
    assert_cuda(cudaLaunchCooperativeKernelMultiDevice(params, DEVICES, 0));
    for (int i = 0; i < (int)DEVICES; i++) {
        assert_cuda(cudaStreamSynchronize(params[i].stream));
        assert_cuda(cudaMemcpy(got, out[i], sizeof got, D2H));
        assert_true(got[0] == 1 && got[1] == 1 && got[2] == 0);
    }
    assert_error(cudaLaunchCooperativeKernelMultiDevice(NULL, DEVICES, 0), cudaErrorInvalidValue);
    params[1].function = &out;
    assert_error(cudaLaunchCooperativeKernelMultiDevice(params, DEVICES, 0), cudaErrorInvalidDeviceFunction);
    params[1] = params[0];
    assert_error(cudaLaunchCooperativeKernelMultiDevice(params, DEVICES, 0), cudaErrorInvalidValue);
    params[0].stream = NULL;
    assert_error(cudaLaunchCooperativeKernelMultiDevice(params, 1, 0), cudaErrorInvalidResourceHandle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(grids_wait_for_each_other, begin, end),
        cmocka_unit_test_setup_teardown(what_grids_know, begin, end),
        cmocka_unit_test_setup_teardown(what_is_before, begin, end),
        cmocka_unit_test_setup_teardown(what_comes_behind, begin, end),
        cmocka_unit_test_setup_teardown(what_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(a_grid_that_fails, begin, end),
        cmocka_unit_test(the_runtime_launches_too),
    };

    setenv("HALFWARP_CHIP", "gp104,gp104,gp104", 1);
    if (RACING_WORKERS(2) == 1)
        setenv("HALFWARP_WORKERS", "1", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}

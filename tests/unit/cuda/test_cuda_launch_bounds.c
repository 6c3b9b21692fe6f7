/* SPDX-License-Identifier: MIT */
/* Blocks that a device, a kernel's launch bounds or its registers do not allow: what the driver and the
 * runtime return, for launches and for those that are captured. */
#include "cuda/runtime/runtime.h"
#include "cuda_driver.h"
#include "cuda_test.h"
#include "made_fatbin.h"

#define KERNEL(name, registers, records)                                                    \
    ".kernel " name "\n.registers " registers "\n.param_base 320\n.param_bytes 0\n" records \
    ".code\n        EXIT\n.end\n"

static const char listing[] = ".target sm_61\n.container elf64\n" KERNEL("plain", "4", "")
    KERNEL("bounded", "4", ".info 4 MAX_THREADS 12\n        .u32 0x20, 0x2, 0x1\n")
        KERNEL("needed", "4", ".info 4 REQNTID 12\n        .u32 0x8, 0x4, 0x0\n") KERNEL("hungry", "128", "");

enum { PLAIN, BOUNDED, NEEDED, HUNGRY, KERNELS };
static const char *const names[KERNELS] = {"plain", "bounded", "needed", "hungry"};
static char stubs[KERNELS];
static struct fatbin fatbin;
static void **program;

static const struct {
    int kernel;
    dim3 block;
    CUresult driver;
    cudaError_t runtime;
} cases[] = {
    {PLAIN, {1024, 1, 1}, CUDA_SUCCESS, cudaSuccess},
    {PLAIN, {1025, 1, 1}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidConfiguration},
    {PLAIN, {32, 33, 1}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidConfiguration},
    {PLAIN, {1, 1, 65}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidConfiguration},
    {PLAIN, {1, 0, 1}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidConfiguration},
    {PLAIN,
     {65536, 65536, 1},
     CUDA_ERROR_INVALID_VALUE,
     cudaErrorInvalidConfiguration},                  /* 0 threads in 32 bits */
    {BOUNDED, {64, 1, 1}, CUDA_SUCCESS, cudaSuccess}, /* their number counts, not their shape */
    {BOUNDED, {1, 1, 64}, CUDA_SUCCESS, cudaSuccess},
    {BOUNDED, {65, 1, 1}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue},
    {BOUNDED, {2048, 1, 1}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidConfiguration},
    {NEEDED, {8, 4, 1}, CUDA_SUCCESS, cudaSuccess},
    {NEEDED, {32, 1, 1}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue},
    {NEEDED, {8, 3, 1}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue},
    {NEEDED, {8, 4, 2}, CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue},
    {HUNGRY, {512, 1, 1}, CUDA_SUCCESS, cudaSuccess}, /* all of 65536 registers */
    {HUNGRY, {513, 1, 1}, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cudaErrorLaunchOutOfResources},
};
#define CASES (sizeof cases / sizeof *cases)

static int begin(void **state)
{
    (void)state;
    fatbin_make_text(&fatbin, listing);
    program = __cudaRegisterFatBinary(&fatbin.wrapper);
    for (int i = 0; i < KERNELS; i++)
        add_kernel(program, &stubs[i], names[i]);
    return 0;
}

static int end(void **state)
{
    (void)state;
    __cudaUnregisterFatBinary(program);
    fatbin_free(&fatbin);
    return 0;
}

static void runtime(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        const char *stub = &stubs[cases[i].kernel];
        assert_error(cudaLaunchKernel(stub, (dim3){1, 1, 1}, cases[i].block, NULL, 0, NULL),
                     cases[i].runtime);
        assert_error(cudaGetLastError(), cases[i].runtime);
        assert_error(launch(stub, cases[i].block, "", 0), cases[i].runtime);
        assert_error(cudaGetLastError(), cases[i].runtime);
        assert_cuda(cudaDeviceSynchronize());
    }
}

static void driver(void **state)
{
    CUmodule module;
    CUfunction function;

    (void)state;
    assert_cuda(cudaFree(NULL));
    assert_cu(cuModuleLoadData(&module, fatbin.bytes));
    for (size_t i = 0; i < CASES; i++) {
        const dim3 block = cases[i].block;
        assert_cu(cuModuleGetFunction(&function, module, names[cases[i].kernel]));
        assert_int_equal(cuLaunchKernel(function, 1, 1, 1, block.x, block.y, block.z, 0, NULL, NULL, NULL),
                         cases[i].driver);
        assert_cu(cuCtxSynchronize());
    }
    assert_cu(cuModuleUnload(module));
}

/* The call says it, not the launch of the graph. */
static void captured(void **state)
{
    cudaStream_t stream;
    hw_graph graph;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    for (size_t i = 0; i < CASES; i++) {
        assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD));
        assert_error(
            cudaLaunchKernel(&stubs[cases[i].kernel], (dim3){1, 1, 1}, cases[i].block, NULL, 0, stream),
            cases[i].runtime);
        if (cudaStreamEndCapture(stream, &graph) == cudaSuccess)
            assert_cuda(cudaGraphDestroy(graph));
        cudaGetLastError();
    }
    assert_cuda(cudaStreamDestroy(stream));
}

static void attributes(void **state)
{
    static const int most[KERNELS] = {1024, 64, 32, 512};
    struct cudaFuncAttributes attributes;

    (void)state;
    for (int i = 0; i < KERNELS; i++) {
        assert_cuda(cudaFuncGetAttributes(&attributes, &stubs[i]));
        assert_int_equal(attributes.maxThreadsPerBlock, most[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(runtime, fresh_device),
        cmocka_unit_test_setup(driver, fresh_device),
        cmocka_unit_test_setup(captured, fresh_device),
        cmocka_unit_test_setup(attributes, fresh_device),
    };

    setenv("HALFWARP_CHIP", "sm_61", 1);
    return cmocka_run_group_tests(tests, begin, end);
}

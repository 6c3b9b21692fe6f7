/* SPDX-License-Identifier: MIT */
/* A C program of the driver API, with the toolkit's <cuda.h>: driver CUBIN.  It ends with PASSED and status
 * 0. */
#include <cuda.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(CUresult result, const char *what)
{
    const char *name = "?";

    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorName(result, &name);
    printf("FAILED: %s: %s (%d)\n", what, name, (int)result);
    exit(1);
}

#define MUST(call) must(call, #call)

static void require(int good, const char *what)
{
    if (good)
        return;
    printf("FAILED: %s\n", what);
    exit(1);
}

static CUfunction find(CUmodule module, const char *name)
{
    CUfunction function;

    must(cuModuleGetFunction(&function, module, name), name);
    return function;
}

enum { N = 1000, BLOCK = 128 };

static void test_axpy(CUmodule module)
{
    static double x[N], y[N];
    CUdeviceptr device_x, device_y;
    double a = 2;
    int n = N;

    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 3 * i;
    }
    MUST(cuMemAlloc(&device_x, sizeof x));
    MUST(cuMemAlloc(&device_y, sizeof y));
    MUST(cuMemcpyHtoD(device_x, x, sizeof x));
    MUST(cuMemcpyHtoD(device_y, y, sizeof y));
    void *arguments[] = {&a, &device_x, &device_y, &n};
    MUST(cuLaunchKernel(find(module, "_Z4axpyIdEvT_PKS0_PS0_i"), (N + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1,
                        0, NULL, arguments, NULL));
    MUST(cuCtxSynchronize());
    MUST(cuMemcpyDtoH(y, device_y, sizeof y));
    for (int i = 0; i < N; i++)
        require(y[i] == 5.0 * i, "axpy");
    MUST(cuMemFree(device_x));
    MUST(cuMemFree(device_y));
}

/* Arguments as one block of memory, with the alignment that the kernel expects. */
static void test_line(CUmodule module)
{
    struct {
        char sign;
        float slope, offset;
        int step;
        CUdeviceptr out;
        short n;
    } values = {-1, 0.5f, 4, 3, 0, 200};
    size_t bytes = sizeof values;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &values, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    float got[200];

    MUST(cuMemAlloc(&values.out, sizeof got));
    MUST(cuLaunchKernel(find(module, "line"), 2, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, extra));
    MUST(cuMemcpyDtoH(got, values.out, sizeof got));
    for (int i = 0; i < 200; i++)
        require(got[i] == -(0.5f * (float)(i * 3) + 4), "line");
    MUST(cuMemFree(values.out));
}

/* Dynamic shared memory, in a stream. */
static void test_sum(CUmodule module)
{
    static unsigned in[10 * N];
    unsigned expected = 0, got;
    CUdeviceptr device_in, out;
    CUstream stream;
    int n = 10 * N;

    for (int i = 0; i < n; i++)
        expected += in[i] = (unsigned)i * 2654435761u;
    MUST(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    MUST(cuMemAlloc(&device_in, sizeof in));
    MUST(cuMemAlloc(&out, sizeof got));
    MUST(cuMemcpyHtoDAsync(device_in, in, sizeof in, stream));
    MUST(cuMemsetD32(out, 0, 1));
    void *arguments[] = {&device_in, &out, &n};
    MUST(cuLaunchKernel(find(module, "sum"), 8, 1, 1, BLOCK, 1, 1, BLOCK * sizeof(unsigned), stream,
                        arguments, NULL));
    MUST(cuStreamSynchronize(stream));
    MUST(cuMemcpyDtoH(&got, out, sizeof got));
    require(got == expected, "sum");
    MUST(cuMemFree(device_in));
    MUST(cuMemFree(out));
    MUST(cuStreamDestroy(stream));
}

/* Variables of the module. */
static void test_filter(CUmodule module)
{
    const float weights[5] = {1, 2, 3, 2, 1};
    float in[N], got[N];
    CUdeviceptr taps, device_in, out;
    size_t bytes;
    int n = N;

    for (int i = 0; i < N; i++)
        in[i] = (float)(i % 17);
    MUST(cuModuleGetGlobal(&taps, &bytes, module, "taps"));
    require(bytes == sizeof weights, "size of taps");
    MUST(cuMemcpyHtoD(taps, weights, bytes));
    MUST(cuMemAlloc(&device_in, sizeof in));
    MUST(cuMemAlloc(&out, sizeof in));
    MUST(cuMemcpyHtoD(device_in, in, sizeof in));
    void *arguments[] = {&device_in, &out, &n};
    MUST(cuLaunchKernel(find(module, "filter"), (N + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL,
                        arguments, NULL));
    MUST(cuMemcpyDtoH(got, out, sizeof got));
    for (int i = 0; i < N; i++) {
        float expected = 0;
        for (int k = -2; k <= 2; k++)
            if (i + k >= 0 && i + k < N)
                expected += weights[k + 2] * in[i + k];
        require(got[i] == expected, "filter");
    }
    MUST(cuMemFree(device_in));
    MUST(cuMemFree(out));
}

static void test_waves(CUmodule module)
{
    double got[500];
    CUdeviceptr out;
    int n = 500, registers = 0;
    const CUfunction waves = find(module, "waves");

    MUST(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, waves));
    require(registers > 0, "registers");
    MUST(cuMemAlloc(&out, sizeof got));
    void *arguments[] = {&out, &n};
    MUST(cuLaunchKernel(waves, 4, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL));
    MUST(cuMemcpyDtoH(got, out, sizeof got));
    for (int i = 0; i < 500; i++)
        require(fabs(got[i] - (sqrt(i) * sin(0.01 * i) + exp(-0.001 * i))) < 1e-13, "waves");
    MUST(cuMemFree(out));
}

static void test_errors(CUmodule module)
{
    CUfunction function;

    require(cuModuleGetFunction(&function, module, "nobody") == CUDA_ERROR_NOT_FOUND,
            "a kernel that is not there");
    require(cuMemFree(0x12345) == CUDA_ERROR_INVALID_VALUE, "freeing what was never allocated");
    require(cuLaunchKernel(find(module, "greet"), 1, 1, 1, 4096, 1, 1, 0, NULL, (void *[]){&(int){0}},
                           NULL) == CUDA_ERROR_INVALID_VALUE,
            "a block of 4096 threads");
}

int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    int major, minor;

    if (argc != 2)
        return 2;
    MUST(cuInit(0));
    MUST(cuDeviceGet(&device, 0));
    MUST(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    MUST(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    MUST(cuDevicePrimaryCtxRetain(&context, device));
    MUST(cuCtxSetCurrent(context));
    MUST(cuModuleLoad(&module, argv[1]));
    test_axpy(module);
    test_line(module);
    test_sum(module);
    test_filter(module);
    test_waves(module);
    test_errors(module);
    MUST(cuModuleUnload(module));
    MUST(cuDevicePrimaryCtxRelease(device));
    printf("sm_%d%d: PASSED\n", major, minor);
    return 0;
}

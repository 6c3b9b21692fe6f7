/* SPDX-License-Identifier: MIT */
/* Kernels that launch kernels, as nvcc of CUDA 12 and 13 compiles them (-rdc=true, -lcudadevrt): parameters,
 * shapes, shared memory, streams, events, copies, nesting, tails, errors and what the device says of itself.
 * Prints `all is well`, or what is not. */
#include <cstdio>
#include <cuda_runtime.h>

static int failures;

static void expect(bool ok, const char *what)
{
    if (!ok) {
        printf("%s: wrong\n", what);
        failures++;
    }
}

struct many {
    int numbers[37];
    char letter;
    double real;
};

__managed__ int log_[4096];
__device__ int used;
__constant__ int scale = 3;

/* --- parameters, shapes, shared memory --- */

extern __shared__ int dynamic[];

__global__ void shaped(int *out, many values, short last)
{
    __shared__ int own[32];
    const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const int threads = blockDim.x * blockDim.y * blockDim.z;

    own[thread] = values.numbers[thread % 37];
    dynamic[thread] = thread * last;
    __syncthreads();
    out[block * threads + thread] = scale * own[threads - 1 - thread] + dynamic[threads - 1 - thread] +
                                    values.letter + (int)values.real;
}

__global__ void launch_shaped(int *out)
{
    many values;
    for (int i = 0; i < 37; i++)
        values.numbers[i] = 1000 * i;
    values.letter = 'z';
    values.real = 2.5;
    shaped<<<dim3(2, 3, 2), dim3(4, 2, 3), 24 * sizeof(int)>>>(out, values, 7);
}

static void parameters_and_shapes()
{
    bool ok = true;
    launch_shaped<<<1, 1>>>(log_);
    expect(cudaDeviceSynchronize() == cudaSuccess, "parameters");
    for (int i = 0; i < 12 * 24; i++) {
        const int other = 23 - i % 24;
        ok &= log_[i] == 3 * 1000 * other + other * 7 + 'z' + 2;
    }
    expect(ok, "parameters and shapes");
}

/* --- every lane launches, on its own way --- */

__global__ void add(int *where, int value)
{
    atomicAdd(where, value + threadIdx.x);
}

__global__ void from_all_lanes(int *out)
{
    if (threadIdx.x % 3 == 0)
        add<<<1, 2>>>(out + threadIdx.x, 10);
    else if (threadIdx.x % 3 == 1)
        for (int i = 0; i < threadIdx.x % 5; i++)
            add<<<2, 1>>>(out + threadIdx.x, i);
}

__global__ void double_all(int *out, int count)
{
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        out[i] *= 2;
}

static void lanes_and_the_kernel_behind()
{
    bool ok = true;
    for (int i = 0; i < 128; i++)
        log_[i] = 0;
    from_all_lanes<<<1, 64>>>(log_);
    double_all<<<1, 32>>>(log_, 64); /* begins when all children are complete */
    expect(cudaDeviceSynchronize() == cudaSuccess, "lanes");
    for (int i = 0; i < 64; i++) {
        int sum = 0;
        if (i % 3 == 0)
            sum = 10 + 11;
        if (i % 3 == 1)
            for (int k = 0; k < i % 5; k++)
                sum += 2 * k;
        ok &= log_[i] == 2 * sum;
    }
    expect(ok, "lanes and the kernel behind");
}

/* --- recursion: sums of a tree; tails in a row --- */

__global__ void tree(int depth)
{
    atomicAdd(&used, 1);
    if (depth) {
        tree<<<1, 1>>>(depth - 1);
        tree<<<1, 1, 0, cudaStreamFireAndForget>>>(depth - 1);
    }
}

__global__ void chain(int *out, int step, int steps)
{
    out[step] = step ? out[step - 1] + step : 1;
    if (step + 1 < steps)
        chain<<<1, 1, 0, cudaStreamTailLaunch>>>(out, step + 1, steps);
}

__global__ void note(int letter)
{
    log_[1 + atomicAdd(&log_[0], 1)] = letter;
}

__global__ void noted(int letter)
{
    note<<<1, 1>>>(letter);
}

__global__ void ordered()
{
    note<<<1, 1, 0, cudaStreamTailLaunch>>>('x');
    noted<<<1, 1, 0, cudaStreamTailLaunch>>>('y');
    note<<<1, 1, 0, cudaStreamTailLaunch>>>('z');
    noted<<<1, 1>>>('a');
    noted<<<1, 1>>>('b');
}

static void nesting_and_order()
{
    int count = 0, zero = 0;
    cudaMemcpyToSymbol(used, &zero, sizeof zero);
    tree<<<1, 1>>>(8);
    expect(cudaMemcpyFromSymbol(&count, used, sizeof count) == cudaSuccess && count == 511, "a tree");
    chain<<<1, 1>>>(log_, 0, 20);
    expect(cudaDeviceSynchronize() == cudaSuccess && log_[19] == 1 + 19 * 20 / 2, "a chain of tails");
    log_[0] = 0;
    ordered<<<1, 1>>>();
    expect(cudaDeviceSynchronize() == cudaSuccess && log_[0] == 5 && log_[1] == 'a' && log_[2] == 'b' &&
               log_[3] == 'x' && log_[4] == 'y' && log_[5] == 'z',
           "order of tails");
}

/* --- a parent that waits for its child --- */

__global__ void waiting(volatile int *out)
{
    add<<<1, 32, 0, cudaStreamFireAndForget>>>((int *)out, 1);
    while (out[0] < 32 + 31 * 16)
        ;
    out[1] = 7;
}

__device__ int flag;

__global__ void waits_for_another_stream(int *out)
{
    while (*(volatile int *)&flag == 0)
        ;
    add<<<1, 1>>>(out, 3);
}

__global__ void raise_flag()
{
    flag = 1;
}

static void children_and_others_beside_a_parent()
{
    cudaStream_t one, two;
    log_[0] = log_[1] = 0;
    waiting<<<1, 1>>>(log_);
    expect(cudaDeviceSynchronize() == cudaSuccess && log_[1] == 7, "a child beside its parent");
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    log_[0] = 0;
    waits_for_another_stream<<<1, 1, 0, one>>>(log_);
    raise_flag<<<1, 1, 0, two>>>();
    expect(cudaDeviceSynchronize() == cudaSuccess && log_[0] == 3, "another stream beside a parent");
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}

/* --- streams, events, copies --- */

__global__ void fill(int *out, int value)
{
    out[threadIdx.x] = value + threadIdx.x;
}

__global__ void copies(int *out, int *errors)
{
    cudaStream_t one, two;
    cudaEvent_t event;
    int n = 0;
    errors[n++] = cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    errors[n++] = cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    errors[n++] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    fill<<<1, 16, 0, one>>>(out, 100);
    errors[n++] = cudaEventRecord(event, one);
    errors[n++] = cudaStreamWaitEvent(two, event, 0);
    errors[n++] = cudaMemcpyAsync(out + 16, out, 64, cudaMemcpyDeviceToDevice, two);
    errors[n++] = cudaMemsetAsync(out + 32, 5, 8, two);
    errors[n++] = cudaMemcpy2DAsync(out + 48, 16, out, 8, 8, 2, cudaMemcpyDeviceToDevice, two);
    errors[n++] = cudaMemset2DAsync(out + 64, 16, 1, 8, 2, two);
    cudaPitchedPtr box;
    box.ptr = out + 80, box.pitch = 16, box.xsize = 8, box.ysize = 2;
    cudaExtent extent;
    extent.width = 8, extent.height = 2, extent.depth = 2;
    errors[n++] = cudaMemset3DAsync(box, 2, extent, two);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = box, copy.srcPtr.ptr = out, copy.dstPtr = box, copy.dstPtr.ptr = out + 112;
    copy.dstPos.y = 1;
    copy.extent = extent, copy.extent.depth = 1, copy.kind = cudaMemcpyDeviceToDevice;
    errors[n++] = cudaMemcpy3DAsync(&copy, two);
    errors[n++] = cudaEventDestroy(event);
    errors[n++] = cudaStreamDestroy(one);
    errors[n++] = cudaStreamDestroy(two);
}

static void streams_and_copies()
{
    int *errors = log_ + 1024;
    bool ok = true;
    for (int i = 0; i < 1100; i++)
        log_[i] = 0;
    copies<<<1, 1>>>(log_, errors);
    expect(cudaDeviceSynchronize() == cudaSuccess, "copies");
    for (int i = 0; i < 14; i++)
        ok &= errors[i] == 0;
    expect(ok, "streams and events");
    for (int i = 0; i < 16; i++)
        ok &= log_[i] == 100 + i && log_[16 + i] == 100 + i;
    ok &= log_[32] == 0x05050505 && log_[33] == 0x05050505 && log_[34] == 0;
    ok &= log_[48] == 100 && log_[49] == 101 && log_[50] == 0 && log_[52] == 102 && log_[53] == 103;
    ok &= log_[64] == 0x01010101 && log_[65] == 0x01010101 && log_[66] == 0 && log_[69] == 0x01010101;
    for (int i = 0; i < 4; i++)
        ok &= log_[80 + 4 * i] == 0x02020202 && log_[81 + 4 * i] == 0x02020202 && log_[82 + 4 * i] == 0;
    ok &= log_[112] == 0 && log_[116] == 100 && log_[117] == 101 && log_[120] == 104 && log_[121] == 105;
    expect(ok, "copies and fills");
}

/* --- errors, and what the device says --- */

__device__ bool same(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    return *a == *b;
}

__global__ void too_deep(int *out, int level)
{
    out[0] = level;
    too_deep<<<1, 1>>>(out, level + 1);
    const cudaError_t error = cudaGetLastError();
    if (error)
        out[1] = error;
}

__global__ void too_many(int *out)
{
    for (int i = 0; i < 3000; i++) {
        add<<<1, 1>>>(out, 1);
        if (cudaGetLastError() == cudaErrorLaunchOutOfResources)
            out[1]++;
    }
}

__global__ void asked(int *out)
{
    cudaFuncAttributes about;
    size_t limit = 0;
    int n = 0;
    add<<<0, 1>>>(out, 1);
    out[n++] = cudaPeekAtLastError() == cudaErrorInvalidConfiguration;
    out[n++] = cudaGetLastError() == cudaErrorInvalidConfiguration;
    out[n++] = cudaGetLastError() == cudaSuccess;
    add<<<1, 2048>>>(out, 1);
    out[n++] = cudaGetLastError() == cudaErrorInvalidConfiguration;
    add<<<1, 1, 1 << 20>>>(out, 1);
    out[n++] = cudaGetLastError() == cudaErrorLaunchOutOfResources;
    out[n++] = same(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
    out[n++] = same(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
    int value = 0;
    out[n++] = cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0) == cudaSuccess && value == 32;
    out[n++] = cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess && limit == 2048;
    out[n++] = cudaGetDevice(&value) == cudaSuccess && value == 0;
    out[n++] = cudaGetDeviceCount(&value) == cudaSuccess && value == 1;
    out[n++] = cudaFuncGetAttributes(&about, shaped) == cudaSuccess && about.sharedSizeBytes >= 128 &&
               about.maxThreadsPerBlock == 1024 && about.numRegs > 0;
    out[n++] =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, add, 1024, 0) == cudaSuccess && value >= 1;
    void *memory = nullptr;
    out[n++] = cudaMalloc(&memory, 64) == cudaSuccess && memory && cudaFree(memory) == cudaSuccess;
    out[n] = 77;
}

static void errors_and_answers()
{
    bool ok = true;
    asked<<<1, 1>>>(log_);
    expect(cudaDeviceSynchronize() == cudaSuccess, "answers");
    for (int i = 0; i < 14; i++)
        if (log_[i] != 1) {
            printf("answer %d: wrong\n", i);
            ok = false;
        }
    expect(ok && log_[14] == 77, "errors and answers");
    log_[1] = 0;
    too_deep<<<1, 1>>>(log_, 0);
    expect(cudaDeviceSynchronize() == cudaSuccess && log_[0] == 24 &&
               log_[1] == cudaErrorLaunchMaxDepthExceeded,
           "the bound of nesting");
    log_[0] = log_[1] = 0;
    too_many<<<1, 1>>>(log_);
    expect(cudaDeviceSynchronize() == cudaSuccess && log_[0] == 2048 && log_[1] == 3000 - 2048,
           "the bound of pending launches");
    size_t limit = 0;
    expect(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096) == cudaSuccess &&
               cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess && limit == 4096,
           "its limit");
    log_[0] = log_[1] = 0;
    too_many<<<1, 1>>>(log_);
    expect(cudaDeviceSynchronize() == cudaSuccess && log_[0] == 3000 && log_[1] == 0, "a higher bound");
}

int main()
{
    parameters_and_shapes();
    lanes_and_the_kernel_behind();
    nesting_and_order();
    children_and_others_beside_a_parent();
    streams_and_copies();
    errors_and_answers();
    if (!failures)
        printf("all is well\n");
    return failures != 0;
}

// SPDX-License-Identifier: MIT
// cuda::barrier, cuda::memcpy_async and cuda::pipeline, each against the same on the host.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <functional>
#include <new>
#include <vector>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
using device_barrier = cuda::barrier<cuda::thread_scope_device>;

constexpr int WORDS = 4096, PIPELINE_STAGES = 3;
extern __shared__ int shared_words[];

template <typename T> __device__ T *room_for_one()
{
    __shared__ alignas(16) unsigned char room[sizeof(T)];
    return reinterpret_cast<T *>(room);
}

// Threads exchange words in phases; then each fifth drops out, and the others go on.
__global__ void phases(const int *in, int *out)
{
    __shared__ int words[256];
    auto *barrier = room_for_one<block_barrier>();
    int t = threadIdx.x, i = blockIdx.x * 256 + t, value = in[i];
    if (t == 0)
        init(barrier, 256);
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        words[t] = value;
        barrier->wait(barrier->arrive());
        value = words[(t + 1) % 256] + words[(t + 7) % 256] * 3;
        barrier->arrive_and_wait();
    }
    if (t % 5 == 0)
        barrier->arrive_and_drop();
    for (int round = 0; round < 3 && t % 5; round++) {
        words[t] = value;
        barrier->arrive_and_wait();
        value += words[t % 5 == 4 ? (t + 2) % 256 / 5 * 5 + 1 : t + (t < 255)];
        barrier->arrive_and_wait();
    }
    out[i] = value;
}

void host_phases(const int *in, int *out)
{
    for (int first = 0; first < 1024; first += 256) {
        std::vector<int> value(in + first, in + first + 256), words;
        for (int round = 0; round < 3; round++) {
            words = value;
            for (int t = 0; t < 256; t++)
                value[t] = words[(t + 1) % 256] + words[(t + 7) % 256] * 3;
        }
        for (int round = 0; round < 3; round++) {
            words = value;
            for (int t = 0; t < 256; t++)
                if (t % 5)
                    value[t] += words[t % 5 == 4 ? (t + 2) % 256 / 5 * 5 + 1 : t + (t < 255)];
        }
        for (int t = 0; t < 256; t++)
            out[first + t] = value[t];
    }
}

// The sum of the words `step` behind a thread's in each group of `size` words, each with the weight of its group.
void host_groups(const int *in, int *out, int size, int step)
{
    for (int t = 0; t < size; t++) {
        out[t] = 0;
        for (int group = 0; group < WORDS / size; group++)
            out[t] += in[group * size + (t + step) % size] * (group + 1);
    }
}

// Copies of the whole block, waited for by a barrier.
__global__ void copies(const int *in, int *out)
{
    auto *barrier = room_for_one<block_barrier>();
    auto block = cg::this_thread_block();
    int t = threadIdx.x, size = blockDim.x, sum = 0;
    if (t == 0)
        init(barrier, size);
    block.sync();
    for (int group = 0; group < WORDS / size; group++) {
        cuda::memcpy_async(block, shared_words, in + group * size, sizeof(int) * size, *barrier);
        barrier->arrive_and_wait();
        sum += shared_words[(t + 1) % size] * (group + 1);
        barrier->arrive_and_wait();
    }
    out[t] = sum;
}

// A pipeline of the block, in which all threads copy and compute.
__global__ void stages(const int *in, int *out)
{
    auto *state = room_for_one<cuda::pipeline_shared_state<cuda::thread_scope_block, PIPELINE_STAGES>>();
    auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, state);
    int t = threadIdx.x, size = blockDim.x, groups = WORDS / size, fetched = 0, sum = 0;
    for (int group = 0; group < groups; group++) {
        for (; fetched < groups && fetched < group + PIPELINE_STAGES; fetched++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, shared_words + fetched % PIPELINE_STAGES * size, in + fetched * size,
                               sizeof(int) * size, pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += shared_words[group % PIPELINE_STAGES * size + (t + 3) % size] * (group + 1);
        pipeline.consumer_release();
    }
    out[t] = sum;
}

// A pipeline in which half of the threads copy and the other half computes.
__global__ void roles(const int *in, int *out)
{
    auto *state = room_for_one<cuda::pipeline_shared_state<cuda::thread_scope_block, PIPELINE_STAGES>>();
    int size = blockDim.x / 2, t = threadIdx.x % size, sum = 0;
    bool copies = threadIdx.x < size;
    auto pipeline = cuda::make_pipeline(cg::this_thread_block(), state,
                                        copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (int group = 0; group < WORDS / size; group++) {
        int *words = shared_words + group % PIPELINE_STAGES * size;
        if (copies) {
            pipeline.producer_acquire();
            cuda::memcpy_async(words + t, in + group * size + t, sizeof(int), pipeline);
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            sum += words[(t + 3) % size] * (group + 1);
            pipeline.consumer_release();
        }
    }
    if (!copies)
        out[t] = sum;
}

// A pipeline of each thread alone.
__global__ void alone(const int *in, int *out)
{
    auto pipeline = cuda::make_pipeline();
    int t = threadIdx.x, size = blockDim.x, groups = WORDS / size, sum = 0;
    for (int group = -1; group < groups; group++) {
        if (group + 1 < groups) {
            pipeline.producer_acquire();
            cuda::memcpy_async(shared_words + (group + 1) % 2 * size + t, in + (group + 1) * size + t, sizeof(int),
                               pipeline);
            pipeline.producer_commit();
        }
        if (group < 0)
            continue;
        if (group + 1 < groups)
            cuda::pipeline_consumer_wait_prior<1>(pipeline);
        else
            cuda::pipeline_consumer_wait_prior<0>(pipeline);
        __syncthreads();
        sum += shared_words[group % 2 * size + (t + 3) % size] * (group + 1);
        pipeline.consumer_release();
        __syncthreads();
    }
    out[t] = sum;
}

struct count_up {
    int *count;
    __device__ void operator()() noexcept { *count += 1; }
};

// A barrier that calls a function at the end of each phase.
__global__ void completions(const int *, int *out)
{
    __shared__ int count;
    auto *barrier = room_for_one<cuda::barrier<cuda::thread_scope_block, count_up>>();
    if (threadIdx.x == 0) {
        count = 0;
        new (barrier) cuda::barrier<cuda::thread_scope_block, count_up>(blockDim.x, count_up{&count});
    }
    __syncthreads();
    for (int k = 0; k < 5; k++)
        barrier->arrive_and_wait();
    out[threadIdx.x] = count;
}

__device__ alignas(16) unsigned char device_room[sizeof(device_barrier)];
__device__ int device_words[256];

__global__ void begin_device(int count)
{
    new (device_room) device_barrier(count);
}

// A barrier in device memory, for the blocks of a grid.
__global__ void blocks(const int *in, int *out)
{
    auto *barrier = reinterpret_cast<device_barrier *>(device_room);
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int round = 0; round < 3; round++) {
        device_words[i] = in[i] + round;
        barrier->arrive_and_wait();
        sum += reinterpret_cast<volatile int *>(device_words)[(i + 1) % 256];
        barrier->arrive_and_wait();
    }
    out[i] = sum;
}

int main()
{
    struct test {
        const char *name;
        std::function<void(const int *, int *)> run;
        int count;
        std::function<void(const int *, int *)> expect;
    } tests[] = {
        {"phases", [](const int *in, int *out) { phases<<<4, 256>>>(in, out); }, 1024, host_phases},
        {"copies", [](const int *in, int *out) { copies<<<1, 128, 512>>>(in, out); }, 128,
         [](const int *in, int *out) { host_groups(in, out, 128, 1); }},
        {"stages", [](const int *in, int *out) { stages<<<1, 128, 1536>>>(in, out); }, 128,
         [](const int *in, int *out) { host_groups(in, out, 128, 3); }},
        {"roles", [](const int *in, int *out) { roles<<<1, 128, 768>>>(in, out); }, 64,
         [](const int *in, int *out) { host_groups(in, out, 64, 3); }},
        {"alone", [](const int *in, int *out) { alone<<<1, 128, 1024>>>(in, out); }, 128,
         [](const int *in, int *out) { host_groups(in, out, 128, 3); }},
        {"completions", [](const int *in, int *out) { completions<<<1, 96>>>(in, out); }, 96,
         [](const int *, int *out) { for (int i = 0; i < 96; i++) out[i] = 5; }},
        {"blocks", [](const int *in, int *out) { begin_device<<<1, 1>>>(256); blocks<<<4, 64>>>(in, out); }, 256,
         [](const int *in, int *out) { for (int i = 0; i < 256; i++) out[i] = 3 * in[(i + 1) % 256] + 3; }},
    };
    int *in, *out, failed = 0;
    cudaMallocManaged(&in, WORDS * sizeof(int));
    cudaMallocManaged(&out, WORDS * sizeof(int));
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = i * 2654435761u >> 13;
    for (auto &test : tests) {
        std::vector<int> expected(test.count);
        test.expect(in, expected.data());
        test.run(in, out);
        cudaError_t error = cudaDeviceSynchronize();
        bool good = !error && expected == std::vector<int>(out, out + test.count);
        printf("%s: %s\n", test.name, error ? cudaGetErrorString(error) : good ? "agrees" : "differs");
        failed += !good;
    }
    return failed != 0;
}

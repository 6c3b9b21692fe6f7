/* SPDX-License-Identifier: MIT */
/* Launches of graphs from the device, as nvcc of CUDA 12 and 13 compiles them (-rdc=true, -lcudadevrt): children,
 * siblings, tails, graphs that launch themselves, errors, nodes that kernels change.  Prints `all is well`, or what is not.
 *
 *     device_graphs endless    a graph launches itself for ever, and the program ends
 *     device_graphs told       the same, until the host says that it is enough */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define MUST(call) must((call), #call)

static void must(cudaError_t error, const char *call)
{
    if (error == cudaSuccess)
        return;
    std::printf("%s: %s\n", call, cudaGetErrorName(error));
    std::exit(1);
}

struct text {
    unsigned count;
    char letter[255];
};

static text *log_;
static cudaStream_t stream;
static int failures;

static __device__ void put(text *log, char letter)
{
    log->letter[atomicAdd(&log->count, 1u)] = letter;
    __threadfence_system();
}

/* The digit of an error, where there is one. */
static __device__ void put_error(text *log, cudaError_t error)
{
    if (error != cudaSuccess)
        put(log, '0' + error);
}

static __global__ void letter(text *log, char what)
{
    put(log, what);
}

static __global__ void fire(text *log, cudaGraphExec_t graph, int times)
{
    put(log, 'P');
    for (int i = 0; i < times; i++)
        put_error(log, cudaGraphLaunch(graph, cudaStreamGraphFireAndForget));
}

static __global__ void tails(text *log, char what, cudaGraphExec_t first, cudaGraphExec_t second)
{
    put(log, what);
    put_error(log, cudaGraphLaunch(first, cudaStreamGraphTailLaunch));
    put_error(log, cudaGraphLaunch(second, cudaStreamGraphTailLaunch));
}

static __global__ void sibling(text *log, cudaGraphExec_t beside, cudaGraphExec_t tail)
{
    put(log, 'P');
    put_error(log, cudaGraphLaunch(beside, cudaStreamGraphFireAndForgetAsSibling));
    put_error(log, cudaGraphLaunch(tail, cudaStreamGraphTailLaunch));
}

static __global__ void again(text *log, unsigned most)
{
    if (threadIdx.x != 0)
        return;
    put(log, 'r');
    if (*(volatile unsigned *)&log->count < most)
        put_error(log, cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
}

static __global__ void current(text *log)
{
    put(log, cudaGetCurrentGraphExec() ? 'y' : 'n');
}

static __global__ void until(const volatile unsigned *stop, unsigned *rounds)
{
    ++*rounds;
    if (!*stop)
        cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

/* Changes the node behind it: another letter, so many blocks, or none. */
static __global__ void change(text *log, cudaGraphDeviceNode_t node, char what, int blocks)
{
    put_error(log, cudaGraphKernelNodeSetParam(node, 8, what));
    if (blocks)
        put_error(log, cudaGraphKernelNodeSetGridDim(node, dim3(1, blocks, 1)));
    put_error(log, cudaGraphKernelNodeSetEnabled(node, blocks != 0));
}

static __global__ void change_all(text *log, cudaGraphDeviceNode_t node, char what)
{
    cudaGraphKernelNodeUpdate *updates = (cudaGraphKernelNodeUpdate *)malloc(3 * sizeof *updates);

    for (int i = 0; i < 3; i++)
        updates[i].node = node;
    updates[0].field = cudaGraphKernelNodeFieldParam;
    updates[0].updateData.param.pValue = &what;
    updates[0].updateData.param.offset = 8;
    updates[0].updateData.param.size = 1;
    updates[1].field = cudaGraphKernelNodeFieldGridDim;
    updates[1].updateData.gridDim = dim3(2, 1, 1);
    updates[2].field = cudaGraphKernelNodeFieldEnabled;
    updates[2].updateData.isEnabled = 1;
    put_error(log, cudaGraphKernelNodeUpdatesApply(updates, 3));
    free(updates);
}

template <class Work> static cudaGraphExec_t graph_of(Work work, unsigned long long flags)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    work();
    MUST(cudaStreamEndCapture(stream, &graph));
    MUST(cudaGraphInstantiate(&exec, graph, flags));
    MUST(cudaGraphDestroy(graph));
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
        MUST(cudaGraphUpload(exec, stream));
    return exec;
}

static cudaGraphExec_t device_letter(char what)
{
    return graph_of([=] { letter<<<1, 1, 0, stream>>>(log_, what); }, cudaGraphInstantiateFlagDeviceLaunch);
}

/* Launch the graph, and a letter behind it. */
static void gives(cudaGraphExec_t exec, const char *letters)
{
    MUST(cudaGraphLaunch(exec, stream));
    letter<<<1, 1, 0, stream>>>(log_, 'Z');
    MUST(cudaStreamSynchronize(stream));
    if (log_->count != std::strlen(letters) || std::memcmp(log_->letter, letters, log_->count) != 0) {
        std::printf("%.*s; expected %s\n", (int)log_->count, log_->letter, letters);
        failures++;
    }
    std::memset(log_, 0, sizeof *log_);
}

static void test_all()
{
    const unsigned long long device = cudaGraphInstantiateFlagDeviceLaunch;
    const cudaGraphExec_t a = device_letter('a'), b = device_letter('b'), c = device_letter('c');

    gives(graph_of([=] { fire<<<1, 1, 0, stream>>>(log_, a, 1); }, 0), "PaZ");
    const cudaGraphExec_t inner =
        graph_of([=] { tails<<<1, 1, 0, stream>>>(log_, 'T', a, b); }, device);
    gives(graph_of([=] {
              tails<<<1, 1, 0, stream>>>(log_, 'P', inner, c);
              letter<<<1, 1, 0, stream>>>(log_, 'Q');
          }, 0),
          "PQTabcZ");
    gives(graph_of([=] { sibling<<<1, 1, 0, stream>>>(log_, a, a); }, 0), "P1aZ");
    gives(graph_of([=] { fire<<<1, 1, 0, stream>>>(log_, a, 2); }, 0), "P1aZ");
    gives(graph_of([=] {
              again<<<1, 32, 0, stream>>>(log_, 9);
              letter<<<1, 1, 0, stream>>>(log_, 's');
          }, device),
          "rsrsrsrsrsZ");
    gives(graph_of([=] { current<<<1, 1, 0, stream>>>(log_); }, device), "yZ");
    gives(graph_of([=] { current<<<1, 1, 0, stream>>>(log_); }, 0), "nZ");
}

/* A graph of a node that a kernel before it changes. */
template <class Work> static cudaGraphExec_t graph_of_change(Work work)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
    attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
    config.gridDim = config.blockDim = dim3(1);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaLaunchKernelEx(&config, letter, log_, 'x'));
    MUST(cudaStreamEndCapture(stream, &graph));
    const cudaGraphDeviceNode_t device_node = attribute.val.deviceUpdatableKernelNode.devNode;
    cudaGraphNode_t node, changing;
    size_t count = 1;
    MUST(cudaGraphGetNodes(graph, &node, &count));
    work(graph, &changing, device_node);
#if CUDART_VERSION >= 13000
    MUST(cudaGraphAddDependencies(graph, &changing, &node, nullptr, 1));
#else
    MUST(cudaGraphAddDependencies(graph, &changing, &node, 1));
#endif
    MUST(cudaGraphInstantiate(&exec, graph, 0));
    MUST(cudaGraphUpload(exec, stream));
    return exec;
}

template <class... Arguments>
static void add_node(cudaGraph_t graph, cudaGraphNode_t *node, void (*kernel)(Arguments...), Arguments... arguments)
{
    void *list[] = {&arguments...};
    cudaKernelNodeParams params = {};

    params.func = (void *)kernel;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = list;
    MUST(cudaGraphAddKernelNode(node, graph, nullptr, 0, &params));
}

static void test_changes()
{
    gives(graph_of_change([](cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphDeviceNode_t known) {
              add_node(graph, node, change, log_, known, 'n', 3);
          }),
          "nnnZ");
    gives(graph_of_change([](cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphDeviceNode_t known) {
              add_node(graph, node, change, log_, known, 'n', 0);
          }),
          "Z");
    gives(graph_of_change([](cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphDeviceNode_t known) {
              add_node(graph, node, change_all, log_, known, 'm');
          }),
          "mmZ");
}

int main(int count, char **word)
{
    MUST(cudaStreamCreate(&stream));
    MUST(cudaMallocHost(&log_, sizeof *log_));
    std::memset(log_, 0, sizeof *log_);
    if (count == 1) {
        test_all();
        test_changes();
        if (failures == 0)
            std::printf("all is well\n");
        return failures != 0;
    }
    unsigned *words;
    MUST(cudaMallocHost(&words, 2 * sizeof *words));
    words[0] = words[1] = 0;
    MUST(cudaGraphLaunch(graph_of([=] { until<<<1, 1, 0, stream>>>(words, words + 1); },
                                  cudaGraphInstantiateFlagDeviceLaunch),
                         stream));
    while (*(volatile unsigned *)(words + 1) < 100)
        ;
    std::printf("100 rounds\n");
    std::fflush(stdout);
    if (std::strcmp(word[1], "told") == 0) {
        *(volatile unsigned *)words = 1;
        MUST(cudaStreamSynchronize(stream));
        std::printf("and an end\n");
    }
    return 0;
}

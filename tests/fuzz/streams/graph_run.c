/* SPDX-License-Identifier: MIT */
/* Graphs of a program: built node by node, or captured from three streams; launched in device_run.c. */
#include "device_run.h"

#include <string.h>

#define CAPTURE_OF_THREAD 1 /* a mode */

static struct work work_of_node(const struct run *run, uint32_t graph, uint32_t node)
{
    struct work work = run->program->graph[graph].node[node].work;

    work.number = run->graph[graph].number[node];
    return work;
}

static void model_of_work(struct run *run, const struct work *work)
{
    work_do(work, run->model[work->to], work_reads(work) ? run->model[work->from] : NULL);
}

/* A child is a copy of what the other graph was made of: no update changes it. */
static void model_of_child(struct run *run, uint32_t graph)
{
    for (uint32_t i = 0; i < run->program->graph[graph].count; i++) {
        const struct node *node = &run->program->graph[graph].node[i];
        if (node->agent == AGENT_CHILD)
            model_of_child(run, node->child);
        else
            model_of_work(run, &node->work);
    }
}

void run_model_graph(struct run *run, uint32_t graph)
{
    for (uint32_t i = 0; i < run->program->graph[graph].count; i++) {
        const struct node *node = &run->program->graph[graph].node[i];
        const struct work work = work_of_node(run, graph, i);
        if (node->agent == AGENT_CHILD)
            model_of_child(run, node->child);
        else if (!run->graph[graph].off[i])
            model_of_work(run, &work);
    }
}

/* --- by hand --- */

/* A graph that is being built, and the nodes that the next depends on. */
struct building {
    struct run *run;
    hw_graph graph;
    hw_node before[NODES_MAX];
    size_t count;
};

static struct hw_node_kernel kernel_of(const struct work *work, enum function function,
                                       struct kernel_arguments *arguments)
{
    return (struct hw_node_kernel){.function = (void *)(uintptr_t)kernel_stub(function),
                                   .grid = {work->blocks, 1, 1},
                                   .block = {32u * work->threads, 1, 1},
                                   .arguments = arguments->list};
}

static hw_node add_kernel(struct building *building, const struct work *work, enum function function,
                          uint32_t *to, const uint32_t *from)
{
    struct kernel_arguments arguments;
    hw_node node = NULL;

    kernel_arguments_set(&arguments, to, from, work->number);
    const struct hw_node_kernel kernel = kernel_of(work, function, &arguments);
    MUST(building->run,
         cudaGraphAddKernelNode(&node, building->graph, building->before, building->count, &kernel));
    return node;
}

static hw_node add_copy(struct building *building, const struct work *work)
{
    struct run *run = building->run;
    uint32_t *to = run->memory[work->to] + work->to_at, *from = run->memory[work->from] + work->from_at;
    const size_t bytes = work->columns * sizeof *to, pitch = ROW_WORDS * sizeof *to;
    const struct cudaMemcpy3DParms box = {.srcPtr = {from, pitch, bytes, work->rows},
                                          .dstPtr = {to, pitch, bytes, work->rows},
                                          .extent = {bytes, work->rows, 1},
                                          .kind = cudaMemcpyDefault};
    hw_node node = NULL;

    if (work->kind == WORK_MOVE_BOX)
        MUST(run, cudaGraphAddMemcpyNode(&node, building->graph, building->before, building->count, &box));
    else
        MUST(run, cudaGraphAddMemcpyNode1D(&node, building->graph, building->before, building->count, to,
                                           from, bytes, cudaMemcpyDefault));
    return node;
}

static hw_node add_fill(struct building *building, const struct work *work)
{
    const struct hw_node_fill fill = {.address = building->run->memory[work->to] + work->to_at,
                                      .pitch = ROW_WORDS * sizeof(uint32_t),
                                      .value = work->number & 0xff,
                                      .element = 1,
                                      .width = work->columns * sizeof(uint32_t),
                                      .height = work->rows};
    hw_node node = NULL;

    MUST(building->run,
         cudaGraphAddMemsetNode(&node, building->graph, building->before, building->count, &fill));
    return node;
}

static hw_node add_host(struct building *building, const struct work *work)
{
    const struct hw_node_host host = {host_call_do, host_call_make(building->run, work)};
    hw_node node = NULL;

    MUST(building->run,
         cudaGraphAddHostNode(&node, building->graph, building->before, building->count, &host));
    return node;
}

static void behind(struct building *building, hw_node node)
{
    building->before[0] = node;
    building->count = 1;
}

/* Memory, two kernels that use it, and its end. */
static hw_node add_scratch(struct building *building, const struct work *work, int device)
{
    struct run *run = building->run;
    struct hw_node_alloc alloc = {
        .pool = {.allocation_type = HW_ALLOCATION_PINNED, .location = {HW_LOCATION_DEVICE, device}},
        .bytes = WORDS * sizeof(uint32_t)};
    hw_node node = NULL;

    MUST(run, cudaGraphAddMemAllocNode(&node, building->graph, building->before, building->count, &alloc));
    behind(building, node);
    behind(building, add_kernel(building, work, FUNCTION_COPY, alloc.address, run->address[work->from]));
    behind(building, add_kernel(building, work, FUNCTION_ADD, run->address[work->to], alloc.address));
    MUST(run,
         cudaGraphAddMemFreeNode(&node, building->graph, building->before, building->count, alloc.address));
    return node;
}

static hw_node add_empty(struct building *building)
{
    hw_node node = NULL;

    MUST(building->run, cudaGraphAddEmptyNode(&node, building->graph, building->before, building->count));
    return node;
}

static hw_node add_child(struct building *building, uint32_t child)
{
    hw_node node = NULL;

    MUST(building->run, cudaGraphAddChildGraphNode(&node, building->graph, building->before, building->count,
                                                   building->run->graph[child].graph));
    return node;
}

static void build(struct run *run, uint32_t at, hw_graph *made, hw_node node[NODES_MAX])
{
    const struct graph *graph = &run->program->graph[at];
    struct building building = {.run = run};

    MUST(run, cudaGraphCreate(&building.graph, 0));
    for (uint32_t i = 0; i < graph->count && !run->failed; i++) {
        const struct work work = work_of_node(run, at, i);
        building.count = 0;
        for (uint32_t other = 0; other < i; other++)
            if (graph->node[i].before & 1u << other)
                building.before[building.count++] = node[other];
        switch (graph->node[i].agent) {
        case AGENT_KERNEL:
            node[i] =
                add_kernel(&building, &work, work.function, run->address[work.to], run->address[work.from]);
            break;
        case AGENT_HOST: node[i] = add_host(&building, &work); break;
        case AGENT_COPY: node[i] = add_copy(&building, &work); break;
        case AGENT_FILL: node[i] = add_fill(&building, &work); break;
        case AGENT_SCRATCH: node[i] = add_scratch(&building, &work, graph->device); break;
        case AGENT_CHILD: node[i] = add_child(&building, graph->node[i].child); break;
        default: node[i] = add_empty(&building); break;
        }
    }
    *made = building.graph;
}

/* --- by capture: each node in one of three streams, which wait for each other's by events --- */

static void capture_node(struct run *run, enum agent agent, const struct work *work, cudaStream_t stream)
{
    switch (agent) {
    case AGENT_KERNEL: run_launch(run, work, stream); break;
    case AGENT_HOST: MUST(run, cudaLaunchHostFunc(stream, host_call_do, host_call_make(run, work))); break;
    case AGENT_COPY: run_copy(run, work, stream); break;
    case AGENT_FILL: run_fill(run, work, stream); break;
    case AGENT_SCRATCH: run_scratch(run, work, stream); break;
    default: break;
    }
}

static void capture(struct run *run, uint32_t at, hw_graph *made)
{
    const struct graph *graph = &run->program->graph[at];
    const cudaStream_t *stream = run->capture[graph->device];
    cudaEvent_t event[NODES_MAX + CAPTURE_STREAMS];

    for (uint32_t i = 0; i < NODES_MAX + CAPTURE_STREAMS; i++)
        MUST(run, cudaEventCreateWithFlags(&event[i], cudaEventDisableTiming));
    MUST(run, cudaStreamBeginCapture(stream[0], CAPTURE_OF_THREAD));
    MUST(run, cudaEventRecord(event[NODES_MAX], stream[0]));
    for (uint32_t i = 1; i < CAPTURE_STREAMS; i++)
        MUST(run, cudaStreamWaitEvent(stream[i], event[NODES_MAX], 0));
    for (uint32_t i = 0; i < graph->count && !run->failed; i++) {
        const struct work work = work_of_node(run, at, i);
        const cudaStream_t own = stream[i * 2 % CAPTURE_STREAMS];
        for (uint32_t other = 0; other < i; other++)
            if (graph->node[i].before & 1u << other)
                MUST(run, cudaStreamWaitEvent(own, event[other], 0));
        capture_node(run, graph->node[i].agent, &work, own);
        MUST(run, cudaEventRecord(event[i], own));
    }
    for (uint32_t i = 1; i < CAPTURE_STREAMS; i++) {
        MUST(run, cudaEventRecord(event[NODES_MAX + i], stream[i]));
        MUST(run, cudaStreamWaitEvent(stream[0], event[NODES_MAX + i], 0));
    }
    MUST(run, cudaStreamEndCapture(stream[0], made));
    for (uint32_t i = 0; i < NODES_MAX + CAPTURE_STREAMS; i++)
        MUST(run, cudaEventDestroy(event[i]));
}

/* --- what is launched --- */

void run_instantiate(struct run *run, uint32_t at)
{
    const struct graph *graph = &run->program->graph[at];
    struct graph_run *it = &run->graph[at];

    for (uint32_t i = 0; i < graph->count; i++)
        it->number[i] = graph->node[i].work.number;
    MUST(run, cudaSetDevice(graph->device));
    if (graph->captured)
        capture(run, at, &it->graph);
    else
        build(run, at, &it->graph, it->node);
    MUST(run, cudaGraphInstantiateWithFlags(&it->exec, it->graph, 0));
}

static void update_by_graph(struct run *run, uint32_t at)
{
    struct graph_run *it = &run->graph[at];
    hw_graph other = NULL;
    hw_node node[NODES_MAX], wrong = NULL;
    int result = 0;

    if (run->program->graph[at].captured)
        capture(run, at, &other);
    else
        build(run, at, &other, node);
    MUST(run, cudaGraphExecUpdate(it->exec, other, &wrong, &result));
    MUST(run, cudaGraphDestroy(other));
}

void run_update(struct run *run, uint32_t at, uint32_t node, uint32_t number, bool whole)
{
    const struct graph *graph = &run->program->graph[at];
    struct graph_run *it = &run->graph[at];
    struct kernel_arguments arguments;

    it->number[node] = number;
    MUST(run, cudaSetDevice(graph->device));
    if ((whole && !it->switched) || graph->captured) {
        update_by_graph(run, at);
        return;
    }
    const struct work work = work_of_node(run, at, node);
    kernel_arguments_set(&arguments, run->address[work.to], run->address[work.from], number);
    const struct hw_node_kernel kernel = kernel_of(&work, work.function, &arguments);
    MUST(run, cudaGraphExecKernelNodeSetParams(it->exec, it->node[node], &kernel));
}

void run_switch(struct run *run, uint32_t at, uint32_t node)
{
    struct graph_run *it = &run->graph[at];

    it->switched = true;
    it->off[node] = !it->off[node];
    MUST(run, cudaGraphNodeSetEnabled(it->exec, it->node[node], !it->off[node]));
}

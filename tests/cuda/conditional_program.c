/* SPDX-License-Identifier: MIT */
/* A program of the driver API whose graphs have conditional nodes; tests/cli/test_conditional_nodes runs it
 * in many orders.
 *
 *   conditional_program FILE          all graphs once; it prints the letters that the kernels of each have
 * put into a log conditional_program FILE empty    a loop of nothing that never ends: the program ends while
 * it runs conditional_program FILE kernel   the same of a kernel
 *
 * FILE is PTX or a cubin of the kernels in tests/data/ptx/conditions.ptx. */
#include "cuda/core/graphs/graph_abi.h"
#include "cuda/driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IF = 0, WHILE, SWITCH };
enum { WORDS = 64 };

static CUmodule module;
static CUcontext context;
static CUdeviceptr words, letters;

#define MUST(call) must((call), #call)

static void must(CUresult result, const char *call)
{
    if (result == CUDA_SUCCESS)
        return;
    printf("%s: %d\n", call, (int)result);
    exit(1);
}

static void load(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);

    if (!file || !bytes || fread(bytes, 1, (1 << 20) - 1, file) == 0)
        exit(1);
    fclose(file);
    MUST(cuModuleLoadData(&module, bytes));
    free(bytes);
}

static CUdeviceptr word(unsigned number)
{
    return words + 4 * number;
}

/* --- nodes --- */

static CUgraphNode kernel(CUgraph graph, CUgraphNode before, const char *name, unsigned long long first,
                          unsigned long long second)
{
    void *arguments[] = {&first, &second};
    struct hw_node_any node = {.kernel = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = arguments}};
    CUfunction function;
    CUgraphNode made;

    MUST(cuModuleGetFunction(&function, module, name));
    node.kernel.function = function;
    MUST(cuGraphAddNode_v2(&made, graph, &before, NULL, before ? 1 : 0, &node));
    return made;
}

static CUgraphNode letter(CUgraph graph, CUgraphNode before, char which)
{
    return kernel(graph, before, "letter", letters, (unsigned char)which);
}

static uint64_t condition(CUgraph graph, unsigned initial, unsigned flags)
{
    uint64_t made;

    MUST(cuGraphConditionalHandleCreate(&made, graph, context, initial, flags));
    return made;
}

static CUgraphNode conditional(CUgraph graph, CUgraphNode before, uint64_t handle, int type, unsigned size,
                               CUgraph **bodies)
{
    struct hw_node_any node = {
        .type = HW_NODE_CONDITIONAL,
        .conditional = {.condition = handle, .type = type, .size = size, .context = context}};
    CUgraphNode made;

    MUST(cuGraphAddNode_v2(&made, graph, &before, NULL, before ? 1 : 0, &node));
    *bodies = node.conditional.graphs;
    return made;
}

/* --- running --- */

static void set_word(unsigned number, unsigned value)
{
    MUST(cuMemsetD32_v2(word(number), value, 1));
}

static void launch(CUgraphExec exec, const char *what)
{
    unsigned log[WORDS] = {0};

    MUST(cuMemsetD32_v2(letters, 0, WORDS));
    MUST(cuGraphLaunch(exec, NULL));
    MUST(cuStreamSynchronize(NULL));
    MUST(cuMemcpyDtoH_v2(log, letters, sizeof log));
    printf("%s: ", what);
    for (unsigned i = 0; i < log[0] && i + 1 < WORDS; i++)
        putchar((int)log[i + 1]);
    putchar('\n');
}

static CUgraphExec instantiate(CUgraph graph)
{
    CUgraphExec exec;

    MUST(cuGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
}

static void end(CUgraphExec exec, CUgraph graph)
{
    MUST(cuGraphExecDestroy(exec));
    MUST(cuGraphDestroy(graph));
}

static CUgraph new_graph(void)
{
    CUgraph graph;

    MUST(cuGraphCreate(&graph, 0));
    return graph;
}

static void if_else(void)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 0, 0);
    CUgraphNode node = kernel(graph, letter(graph, NULL, '<'), "set_from", handle, word(0));

    letter(graph, conditional(graph, node, handle, IF, 2, &body), '>');
    letter(body[0], letter(body[0], NULL, 't'), 'T');
    letter(body[1], NULL, 'e');
    CUgraphExec exec = instantiate(graph);
    for (unsigned value = 0; value < 3; value++) {
        set_word(0, value);
        launch(exec, "if else");
    }
    end(exec, graph);
}

static void if_alone(void)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 7, 1);

    letter(graph, conditional(graph, NULL, handle, IF, 1, &body), '>');
    kernel(body[0], letter(body[0], NULL, 'i'), "set", handle, 0);
    CUgraphExec exec = instantiate(graph);
    launch(exec, "if");
    launch(exec, "if, with its default again");
    end(exec, graph);
}

static void choice(void)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 0, 0);
    CUgraphNode node = kernel(graph, NULL, "set_from", handle, word(0));

    letter(graph, conditional(graph, node, handle, SWITCH, 3, &body), '>');
    for (int i = 0; i < 3; i++)
        letter(body[i], NULL, (char)('a' + i));
    CUgraphExec exec = instantiate(graph);
    for (unsigned value = 0; value < 4; value++) {
        set_word(0, value);
        launch(exec, "switch");
    }
    end(exec, graph);
}

static void loop(void)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 1, 1);

    letter(graph, conditional(graph, letter(graph, NULL, '<'), handle, WHILE, 1, &body), '>');
    kernel(body[0], letter(body[0], NULL, 'w'), "count_down", handle, word(0));
    CUgraphExec exec = instantiate(graph);
    for (unsigned count = 1; count < 40; count *= 6) {
        set_word(0, count);
        launch(exec, "while");
    }
    end(exec, graph);
}

/* A loop of a loop, a choice in the inner one, and a child graph. */
static void nested(void)
{
    CUgraph graph = new_graph(), child = new_graph(), *outer, *inner, *choices;
    const uint64_t first = condition(graph, 1, 1), second = condition(graph, 0, 0),
                   third = condition(graph, 0, 0);
    struct hw_node_fill fill = {
        .address = (void *)word(1), .value = 2, .element = 4, .width = 1, .height = 1};
    struct hw_node_any start = {.type = HW_NODE_FILL, .fill = fill};
    CUgraphNode node;

    letter(child, NULL, 'c');
    letter(graph, conditional(graph, NULL, first, WHILE, 1, &outer), '>');
    MUST(cuGraphAddNode_v2(&node, outer[0], NULL, NULL, 0, &start));
    node = kernel(outer[0], letter(outer[0], node, '('), "set_from", second, word(1));
    node = conditional(outer[0], node, second, WHILE, 1, &inner);
    MUST(cuGraphAddChildGraphNode(&node, outer[0], &node, 1, child));
    kernel(outer[0], letter(outer[0], node, ')'), "count_down", first, word(0));
    node = kernel(inner[0], letter(inner[0], NULL, '.'), "count_down", second, word(1));
    node = kernel(inner[0], node, "set_from", third, word(1));
    conditional(inner[0], node, third, SWITCH, 2, &choices);
    letter(choices[0], NULL, '0');
    letter(choices[1], NULL, '1');
    CUgraphExec exec = instantiate(graph);
    set_word(0, 3);
    launch(exec, "nested");
    end(exec, graph);
    MUST(cuGraphDestroy(child));
}

/* Two branches of a body, which wait for each other. */
static void branches(void)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 1, 1);
    CUgraphNode first, second, node;

    letter(graph, conditional(graph, NULL, handle, WHILE, 1, &body), '>');
    first = kernel(body[0], NULL, "meet", word(2), word(3));
    second = kernel(body[0], NULL, "meet", word(3), word(2));
    node = letter(body[0], first, 'b');
    MUST(cuGraphAddDependencies(body[0], &second, &node, 1));
    kernel(body[0], node, "count_down", handle, word(0));
    CUgraphExec exec = instantiate(graph);
    set_word(0, 2);
    set_word(2, 0);
    set_word(3, 0);
    launch(exec, "branches");
    end(exec, graph);
}

/* Lines come in the order of the kernels, also behind the graph. */
static void prints(void)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 1, 1);
    void *arguments[] = {&letters, &(unsigned){'4'}};
    CUfunction function;

    kernel(graph, conditional(graph, kernel(graph, NULL, "say", 0, '1'), handle, WHILE, 1, &body), "say", 0,
           '3');
    kernel(body[0], kernel(body[0], NULL, "say", 0, '2'), "count_down", handle, word(0));
    CUgraphExec exec = instantiate(graph);
    set_word(0, 2);
    fflush(stdout);
    MUST(cuModuleGetFunction(&function, module, "say"));
    MUST(cuGraphLaunch(exec, NULL));
    MUST(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    MUST(cuStreamSynchronize(NULL));
    end(exec, graph);
}

/* Launches in a row, of which each goes on as it began: the last two are of other work, and the graph is
 * gone. */
static void changes(void)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 1, 1);
    unsigned log[WORDS] = {0};
    CUgraphNode node;
    CUstream stream;

    conditional(graph, NULL, handle, WHILE, 1, &body);
    node = letter(body[0], NULL, 'x');
    kernel(body[0], node, "count_down", handle, word(0));
    CUgraphExec exec = instantiate(graph);
    MUST(cuStreamCreate(&stream, 1));
    MUST(cuMemsetD32_v2(letters, 0, WORDS));
    set_word(0, 5);
    MUST(cuStreamSynchronize(NULL));
    MUST(cuGraphLaunch(exec, stream));
    void *arguments[] = {&letters, &(unsigned){'y'}};
    struct hw_node_kernel changed = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = arguments};
    CUfunction function;
    MUST(cuModuleGetFunction(&function, module, "letter"));
    changed.function = function;
    MUST(cuGraphExecKernelNodeSetParams_v2(exec, node, &changed));
    MUST(cuMemsetD32Async(word(0), 3, 1, stream));
    MUST(cuGraphLaunch(exec, stream));
    MUST(cuMemsetD32Async(word(0), 1, 1, stream));
    MUST(cuGraphLaunch(exec, stream));
    end(exec, graph);
    MUST(cuStreamSynchronize(stream));
    MUST(cuMemcpyDtoH_v2(log, letters, sizeof log));
    printf("changes: ");
    for (unsigned i = 0; i < log[0]; i++)
        putchar((int)log[i + 1]);
    putchar('\n');
}

/* A loop of nothing, or of a kernel. */
static void endless(bool empty)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 1, 1);

    conditional(graph, NULL, handle, WHILE, 1, &body);
    if (!empty)
        kernel(body[0], NULL, "set", handle, 3);
    MUST(cuGraphLaunch(instantiate(graph), NULL));
    usleep(100000);
    printf("it %s\n", cuStreamQuery(NULL) == CUDA_SUCCESS ? "is done" : "goes on");
    fflush(stdout);
}

int main(int count, char **arguments)
{
    if (count < 2)
        return 1;
    MUST(cuInit(0));
    MUST(cuCtxCreate_v2(&context, 0, 0));
    load(arguments[1]);
    MUST(cuMemAlloc_v2(&words, 4 * WORDS));
    MUST(cuMemAlloc_v2(&letters, 4 * WORDS));
    if (count > 2) {
        endless(strcmp(arguments[2], "empty") == 0);
        return 0;
    }
    if_else();
    if_alone();
    choice();
    loop();
    nested();
    prints();
    changes();
    branches();
    return 0;
}

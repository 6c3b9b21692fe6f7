/* SPDX-License-Identifier: MIT */
/* The driver API: batches of operations on memory as nodes of graphs, added, captured, changed and
 * launched. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { WORDS = 16 };

static uint32_t *words;
static CUdeviceptr mapped;
static CUstream stream;

static int begin(void **state)
{
    (void)state;
    return create_context(0) || cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) ||
           cuMemHostAlloc((void **)&words, WORDS * 4, 2) || cuMemHostGetDevicePointer_v2(&mapped, words, 0);
}

static void clear(void)
{
    memset(words, 0, WORDS * 4);
}

static void put(size_t word, uint32_t value)
{
    __atomic_store_n(&words[word], value, __ATOMIC_RELEASE);
}

static struct hw_memory_op wait_for(size_t word, uint32_t value)
{
    return (struct hw_memory_op){.type = HW_MEMORY_OP_WAIT_32,
                                 .address = mapped + word * 4,
                                 .value = value,
                                 .flags = HW_MEMORY_WAIT_EQ};
}

static struct hw_memory_op write_to(size_t word, uint32_t value)
{
    return (struct hw_memory_op){.type = HW_MEMORY_OP_WRITE_32, .address = mapped + word * 4, .value = value};
}

static CUgraphNode add(CUgraph graph, const CUgraphNode *before, struct hw_memory_op *op, unsigned count)
{
    CUgraphNode node = NULL;

    assert_cu(cuGraphAddBatchMemOpNode(
        &node, graph, before, before ? 1 : 0,
        &(struct hw_node_memory_ops){.context = group_context, .count = count, .op = op}));
    return node;
}

static CUgraphExec instantiate(CUgraph graph)
{
    CUgraphExec exec = NULL;

    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
}

/* --- nodes --- */

static void nodes_have_parameters(void **state)
{
    struct hw_memory_op op[3] = {wait_for(0, 1), write_to(1, 2), {.type = HW_MEMORY_OP_BARRIER}};
    struct hw_node_memory_ops got = {.flags = 9}, set = {.count = 1, .op = op};
    CUgraph graph;
    CUgraphNode node, empty, other = NULL;
    int type = -1;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0));
    node = add(graph, NULL, op, 3);
    assert_cu(cuGraphNodeGetType(node, &type));
    assert_int_equal(type, 12);
    op[1].value = 7; /* the node has its own */
    assert_cu(cuGraphBatchMemOpNodeGetParams(node, &got));
    assert_true(got.context == group_context && got.count == 3 && got.flags == 0 && got.op != op);
    assert_true(got.op[0].type == HW_MEMORY_OP_WAIT_32 && got.op[0].flags == HW_MEMORY_WAIT_EQ &&
                got.op[1].address == mapped + 4 && got.op[1].value == 2);
    assert_cu(
        cuGraphBatchMemOpNodeSetParams(node, &set)); /* another count, and no context: the current one */
    assert_cu(cuGraphBatchMemOpNodeGetParams(node, &got));
    assert_true(got.count == 1 && got.context == group_context);
    struct hw_node_any any = {.type = HW_NODE_MEMORY_OPS, .memory_ops = {.count = 2, .op = op}};
    assert_cu(cuGraphAddNode(&other, graph, &node, 1, &any));
    assert_cu(cuGraphBatchMemOpNodeGetParams(other, &got));
    assert_true(got.count == 2 && got.op[1].value == 7);
    any.memory_ops.count = 3;
    assert_cu(cuGraphNodeSetParams(other, &any));
    assert_cu(cuGraphBatchMemOpNodeGetParams(other, &got));
    assert_int_equal(got.count, 3);
    assert_cu(cuGraphAddEmptyNode(&empty, graph, NULL, 0));
    assert_int_equal(cuGraphBatchMemOpNodeGetParams(empty, &got), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphBatchMemOpNodeGetParams(node, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphBatchMemOpNodeSetParams(empty, &set), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphBatchMemOpNodeSetParams(node, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphDestroy(graph));
}

static void wrong_nodes(void **state)
{
    struct hw_memory_op op[2] = {write_to(0, 1), write_to(1, 2)};
    const struct hw_node_memory_ops right = {.count = 2, .op = op};
    struct hw_node_memory_ops wrong[6];
    CUgraph graph;
    CUgraphNode node;

    (void)state;
    for (size_t i = 0; i < 6; i++)
        wrong[i] = right;
    struct hw_memory_op stray = write_to(0, 1);
    stray.address = 2;
    wrong[0].count = 0;
    wrong[1].count = 256;
    wrong[2].op = NULL;
    wrong[3].flags = 1;
    wrong[4].context = (CUcontext)(uintptr_t)16;
    wrong[5] = (struct hw_node_memory_ops){.count = 1, .op = &stray};
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &right));
    CUgraphExec exec = instantiate(graph);
    for (size_t i = 0; i < 6; i++) {
        CUgraphNode added = NULL;
        assert_int_equal(cuGraphAddBatchMemOpNode(&added, graph, NULL, 0, &wrong[i]),
                         CUDA_ERROR_INVALID_VALUE);
        assert_null(added);
        assert_int_equal(cuGraphBatchMemOpNodeSetParams(node, &wrong[i]), CUDA_ERROR_INVALID_VALUE);
        assert_int_equal(cuGraphExecBatchMemOpNodeSetParams(exec, node, &wrong[i]), CUDA_ERROR_INVALID_VALUE);
    }
    assert_int_equal(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddBatchMemOpNode(NULL, graph, NULL, 0, &right), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddBatchMemOpNode(&node, NULL, NULL, 0, &right), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

/* --- launches --- */

/* Two branches that wait for each other, and for the host. */
static void branches_wait_for_each_other(void **state)
{
    struct hw_memory_op left[] = {wait_for(0, 1), write_to(1, 1), wait_for(2, 1), write_to(3, 1)},
                        right[] = {wait_for(1, 1), write_to(2, 1), wait_for(3, 1), write_to(4, 1)},
                        last[] = {write_to(5, 1), write_to(0, 0), write_to(1, 0), write_to(2, 0),
                                  write_to(3, 0)};
    CUgraph graph;
    CUgraphNode nodes[2];

    (void)state;
    clear();
    assert_cu(cuGraphCreate(&graph, 0));
    nodes[0] = add(graph, NULL, left, 4);
    nodes[1] = add(graph, NULL, right, 4);
    CUgraphNode end = add(graph, nodes, last, 5);
    assert_cu(cuGraphAddDependencies(graph, &nodes[1], &end, 1));
    CUgraphExec exec = instantiate(graph);
    for (int i = 0; i < 3; i++) {
        assert_cu(cuGraphLaunch(exec, stream));
        usleep(500);
        assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
        assert_true(words[1] == 0 && words[2] == 0 && words[5] == 0);
        put(0, 1);
        assert_cu(cuStreamSynchronize(stream));
        assert_true(words[4] == 1 && words[5] == 1 && words[0] == 0);
        put(5, 0);
    }
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

static void captured_operations_are_nodes(void **state)
{
    struct hw_memory_op op[] = {write_to(2, 3), wait_for(3, 1)};
    struct hw_node_memory_ops got;
    CUgraph graph = NULL;
    CUgraphNode nodes[8];
    size_t count = 8;
    int type = -1;

    (void)state;
    clear();
    assert_cu(cuStreamBeginCapture_v2(stream, 0));
    assert_cu(cuStreamWaitValue32_v2(stream, mapped, 1, HW_MEMORY_WAIT_GEQ));
    assert_cu(cuStreamWriteValue32(stream, mapped + 4, 2, HW_MEMORY_WRITE_UNORDERED));
    assert_cu(cuStreamBatchMemOp_v2(stream, 2, op, 0));
    assert_int_equal(cuStreamWriteValue32_v2(stream, mapped + 1, 2, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuStreamEndCapture(stream, &graph));
    assert_true(words[1] == 0 && words[2] == 0);
    assert_cu(cuGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        assert_cu(cuGraphNodeGetType(nodes[i], &type));
        assert_int_equal(type, 12);
        assert_cu(cuGraphBatchMemOpNodeGetParams(nodes[i], &got));
        assert_true(got.count == (i < 2 ? 1 : 2) && got.context == group_context);
    }
    CUgraphExec exec = instantiate(graph);
    assert_cu(cuGraphLaunch(exec, stream));
    usleep(300);
    assert_int_equal(words[1], 0);
    put(3, 1);
    put(0, 4);
    assert_cu(cuStreamSynchronize(stream));
    assert_true(words[1] == 2 && words[2] == 3);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

/* Addresses, values and conditions of an executable graph may change, as cuGraphExecBatchMemOpNodeSetParams
 * is documented; a launch that waits keeps what it had. */
static void executable_graphs_change(void **state)
{
    struct hw_memory_op op[] = {wait_for(0, 1), write_to(1, 2), {.type = HW_MEMORY_OP_BARRIER}};
    struct hw_node_memory_ops set = {.count = 3, .op = op};
    CUgraph graph, other;
    CUgraphNode wrong;
    int result = -1;

    (void)state;
    clear();
    assert_cu(cuGraphCreate(&graph, 0));
    CUgraphNode node = add(graph, NULL, op, 3);
    CUgraphExec exec = instantiate(graph);
    assert_cu(cuGraphLaunch(exec, stream));
    op[0] = wait_for(4, 6);
    op[0].flags = HW_MEMORY_WAIT_AND;
    op[1] = write_to(5, 9);
    assert_cu(cuGraphExecBatchMemOpNodeSetParams(exec, node, &set));
    put(0, 1);
    assert_cu(cuStreamSynchronize(stream));
    assert_true(words[1] == 2 && words[5] == 0);
    put(4, 4);
    assert_cu(cuGraphLaunch(exec, stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_int_equal(words[5], 9);
    set.count = 2;
    assert_int_equal(cuGraphExecBatchMemOpNodeSetParams(exec, node, &set), CUDA_ERROR_INVALID_VALUE);
    set.count = 3;
    op[0].flags |= HW_MEMORY_WAIT_FLUSH;
    assert_int_equal(cuGraphExecBatchMemOpNodeSetParams(exec, node, &set), CUDA_ERROR_INVALID_VALUE);
    op[0] = write_to(4, 1);
    assert_int_equal(cuGraphExecBatchMemOpNodeSetParams(exec, node, &set), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphCreate(&other, 0));
    add(other, NULL, op, 3);
    assert_int_equal(cuGraphExecUpdate(exec, other, &wrong, &result), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(result, HW_CHANGE_PARAMETERS);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuGraphDestroy(other));
}

static void copies_and_pictures(void **state)
{
    char path[] = "/tmp/halfwarp-test-ops-XXXXXX", text[1024] = "";
    struct hw_memory_op op[] = {write_to(7, 5)};
    CUgraph graph, parent;
    CUgraphNode child;

    (void)state;
    clear();
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphCreate(&parent, 0));
    add(graph, NULL, op, 1);
    assert_cu(cuGraphAddChildGraphNode(&child, parent, NULL, 0, graph));
    CUgraphExec exec = instantiate(parent);
    close(mkstemp(path));
    assert_cu(cuGraphDebugDotPrint(parent, path, 0));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    unlink(path);
    assert_non_null(strstr(text, "label=\"BATCH_MEM_OP\""));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuGraphDestroy(parent));
    assert_cu(cuGraphLaunch(exec, stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_int_equal(words[7], 5);
    assert_cu(cuGraphExecDestroy(exec));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_have_parameters),        cmocka_unit_test(wrong_nodes),
        cmocka_unit_test(branches_wait_for_each_other), cmocka_unit_test(captured_operations_are_nodes),
        cmocka_unit_test(executable_graphs_change),     cmocka_unit_test(copies_and_pictures),
    };

    setenv("HALFWARP_CHIP", "gp104", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}

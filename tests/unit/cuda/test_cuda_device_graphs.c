/* SPDX-License-Identifier: MIT */
/* Launches of graphs from the device, through the driver interface: children, siblings and tails in their
 * environments, what a graph is to its kernels, and the errors of launches. */
#include "device_graphs.h"
#include "if_body.h"

#include <stdio.h>

enum { INVALID = 1001, FIRED_MAX = 120, TAILS_MAX = 255 };

/* Under the clock kernels run alone. */
static void needs_kernels_at_the_same_time(void)
{
    if (getenv("HALFWARP_TIME"))
        skip();
}

/* A kernel waits for a graph that it has launched, so they run at the same time. */
static void a_fired_graph_runs_beside_its_parent(void **state)
{
    const struct item child = {letter_graph('a'), FIRE};
    CUgraphExec exec;

    (void)state;
    needs_kernels_at_the_same_time();
    begin_graph();
    launches_by("beside", 'P', &child, 1);
    exec = end_exec(0);
    for (int i = 0; i < 3; i++) {
        run_with_z(exec);
        has_letters("aPZ");
    }
}

/* The child waits for a later node of its parent. */
static void the_stream_waits_for_the_child(void **state)
{
    CUgraphExec child, exec;

    (void)state;
    begin_graph();
    await('a', 2);
    letter('b');
    child = end_exec(DEVICE_FLAG);
    begin_graph();
    launches('P', &(struct item){child, FIRE}, 1);
    letter('Q');
    exec = end_exec(0);
    run_with_z(exec);
    has_letters("PQabZ");
}

/* The guide's figure of tails from several graphs. */
static void tails_have_their_order(void **state)
{
    CUgraphExec x = letter_graph('x'), y = letter_graph('y'), b = letter_graph('b'), c = letter_graph('c');
    CUgraphExec a = launching_graph('a', (struct item[]){{x, TAIL}, {y, TAIL}}, 2, DEVICE_FLAG), exec;

    (void)state;
    begin_graph();
    launches('P', (struct item[]){{a, TAIL}, {b, TAIL}, {c, TAIL}}, 3);
    letter('Q');
    exec = end_exec(0);
    for (int i = 0; i < 3; i++) {
        run_with_z(exec);
        has_letters("PQaxybcZ");
    }
}

/* A tail begins when the children are done, and those of its own come before the next tail. */
static void tails_wait_for_children(void **state)
{
    CUgraphExec second = letter_graph('s'), child, grandchild, first, exec;

    (void)state;
    begin_graph();
    await('c', 2);
    child = end_exec(DEVICE_FLAG);
    begin_graph();
    await('g', 5);
    grandchild = end_exec(DEVICE_FLAG);
    begin_graph();
    launches('f', &(struct item){grandchild, FIRE}, 1);
    letter('t');
    first = end_exec(DEVICE_FLAG);
    begin_graph();
    launches('P', (struct item[]){{first, TAIL}, {second, TAIL}, {child, FIRE}}, 3);
    letter('Q');
    exec = end_exec(0);
    run_with_z(exec);
    has_letters("PQcftgsZ");
}

/* A sibling is no part of the environment that the tail waits for: it waits for the tail. */
static void tails_do_not_wait_for_siblings(void **state)
{
    CUgraphExec sibling, exec;

    (void)state;
    needs_kernels_at_the_same_time();
    begin_graph();
    await('s', 2);
    sibling = end_exec(DEVICE_FLAG);
    exec = launching_graph('P', (struct item[]){{sibling, SIBLING}, {letter_graph('t'), TAIL}}, 2, 0);
    run_with_z(exec);
    has_letters("PtsZ");
}

/* Of a child: its sibling is in its parent's environment, which the parent's tail waits for. */
static void the_sibling_of_a_child_is_its_parents(void **state)
{
    CUgraphExec sibling, child, tail, exec;

    (void)state;
    needs_kernels_at_the_same_time();
    begin_graph();
    await('s', 3);
    sibling = end_exec(DEVICE_FLAG);
    tail = letter_graph('t');
    child = launching_graph('c', (struct item[]){{sibling, SIBLING}, {tail, TAIL}}, 2, DEVICE_FLAG);
    exec = launching_graph('P', (struct item[]){{child, FIRE}, {letter_graph('u'), TAIL}}, 2, 0);
    run_with_z(exec);
    has_letters("PctsuZ");
}

/* One launch of itself may wait: the second one is an error. */
static void a_graph_launches_itself_again(void **state)
{
    static const uint32_t expected[] = {'r', INVALID, 'q', 'r', INVALID, 'q', 'r', 'q', 'Z'};
    CUgraphExec exec;

    (void)state;
    begin_graph();
    again('r', 7);
    letter('q');
    exec = end_exec(DEVICE_FLAG);
    for (int i = 0; i < 3; i++) {
        run_with_z(exec);
        has_log(expected, 9);
    }
}

static void a_graph_launches_itself_often(void **state)
{
    uint32_t expected[901];

    (void)state;
    for (uint32_t i = 0; i < 901; i++)
        expected[i] = i % 2 ? INVALID : 'r';
    begin_graph();
    again('r', 901);
    assert_cu(cuGraphLaunch(end_exec(DEVICE_FLAG), stream));
    has_log(expected, 901);
}

/* The host launches it again while it goes on. */
static void launches_of_the_host_wait_for_all(void **state)
{
    CUgraphExec exec;
    CUstream other;

    (void)state;
    begin_graph();
    again('r', 5);
    exec = end_exec(DEVICE_FLAG);
    assert_cu(cuStreamCreate(&other, 1));
    assert_cu(cuGraphLaunch(exec, stream));
    assert_cu(cuGraphLaunch(exec, other));
    assert_cu(cuStreamSynchronize(other));
    has_log((const uint32_t[]){'r', INVALID, 'r', INVALID, 'r', 'r'}, 6);
    assert_cu(cuStreamDestroy_v2(other));
}

static uint64_t current_in(CUgraphExec exec, CUdeviceptr to)
{
    uint64_t word = 99;

    assert_cu(cuGraphLaunch(exec, stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuMemcpyDtoH_v2(&word, to, sizeof word));
    return word;
}

static void a_device_graph_is_known_to_its_kernels(void **state)
{
    CUdeviceptr to = allocate(8);
    CUgraphExec of_device, of_host;
    uint64_t word = 99;

    (void)state;
    begin_graph();
    launch_in(module, "current", (void *[]){&to});
    of_device = end_exec(DEVICE_FLAG);
    begin_graph();
    launch_in(module, "current", (void *[]){&to});
    of_host = end_exec(0);
    assert_int_equal(current_in(of_device, to), (uint64_t)(uintptr_t)of_device);
    assert_int_equal(current_in(of_host, to), 0);
    assert_int_equal(current_in(launching_graph('P', &(struct item){of_device, FIRE}, 1, 0), to),
                     (uint64_t)(uintptr_t)of_device);
    launch_in(module, "current", (void *[]){&to});
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuMemcpyDtoH_v2(&word, to, sizeof word));
    assert_int_equal(word, 0);
    has_letters("P");
    assert_cu(cuMemFree_v2(to));
}

/* --- errors --- */

static void what_device_code_cannot_launch(void **state)
{
    CUgraphExec gone = letter_graph('a'), other = letter_graph('s'), of_host, not_uploaded, waits, exec;
    CUgraph graph;

    (void)state;
    begin_graph();
    letter('h');
    of_host = end_exec(0);
    begin_graph();
    letter('n');
    graph = end_graph();
    assert_cu(cuGraphInstantiateWithFlags(&not_uploaded, graph, DEVICE_FLAG));
    begin_graph();
    await('w', 9);
    waits = end_exec(DEVICE_FLAG);
    begin_graph();
    launches('P',
             (struct item[]){{NULL, FIRE},
                             {gone, FIRE},
                             {of_host, FIRE},
                             {not_uploaded, FIRE},
                             {other, 0},
                             {other, 3},
                             {waits, FIRE},
                             {waits, FIRE}},
             8);
    letter('Q');
    exec = end_exec(0);
    assert_cu(cuGraphExecDestroy(gone));
    run_with_z(exec);
    has_log(
        (const uint32_t[]){'P', INVALID, INVALID, INVALID, INVALID, INVALID, INVALID, INVALID, 'Q', 'w', 'Z'},
        11);
    assert_cu(cuGraphUpload(not_uploaded, stream));
    run_with_z(launching_graph('P', &(struct item){not_uploaded, TAIL}, 1, 0));
    has_letters("PnZ");
}

static void only_nodes_of_graphs_launch(void **state)
{
    const struct item child = {letter_graph('a'), FIRE};

    (void)state;
    launches('P', &child, 1);
    has_log((const uint32_t[]){'P', INVALID}, 2);
}

/* How many launches of different graphs are errors. */
static uint32_t refused_of(uint32_t count, uint64_t to)
{
    struct item list[TAILS_MAX + 1];
    uint32_t words[LOG_WORDS], refused = 0;
    CUgraphExec exec;

    for (uint32_t i = 0; i < count; i++)
        list[i] = (struct item){letter_graph('a'), to};
    exec = launching_graph('P', list, count, 0);
    assert_cu(cuGraphLaunch(exec, stream));
    read_log(words);
    for (uint32_t i = 0; i < words[0]; i++)
        refused += words[1 + i] == INVALID;
    assert_int_equal(words[0], count + 1);
    return refused;
}

static void launches_have_bounds(void **state)
{
    (void)state;
    assert_int_equal(refused_of(FIRED_MAX, FIRE), 0);
    assert_int_equal(refused_of(FIRED_MAX + 1, FIRE), 1);
    assert_int_equal(refused_of(FIRED_MAX + 1, SIBLING), 1);
    assert_int_equal(refused_of(TAILS_MAX, TAIL), 0);
    assert_int_equal(refused_of(TAILS_MAX + 1, TAIL), 1);
}

/* A change counts from the next upload on, also for tails of itself. */
static void changes_wait_for_an_upload(void **state)
{
    const uint32_t after = 'n';
    CUgraphExec exec, parent;
    CUgraphNode node;
    CUfunction function;
    CUgraph graph;
    size_t count = 1;

    (void)state;
    begin_graph();
    letter('o');
    graph = end_graph();
    assert_cu(cuGraphGetNodes(graph, &node, &count));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, DEVICE_FLAG));
    assert_cu(cuGraphUpload(exec, stream));
    parent = launching_graph('P', &(struct item){exec, FIRE}, 1, 0);
    assert_cu(cuModuleGetFunction(&function, module, "letter"));
    assert_cu(cuGraphExecKernelNodeSetParams(
        exec, node,
        &(struct hw_node_kernel){.function = function,
                                 .grid = {1, 1, 1},
                                 .block = {1, 1, 1},
                                 .arguments = (void *[]){&log_at, (void *)(uintptr_t)&after}}));
    run_with_z(parent);
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuGraphUpload(exec, stream));
    run_with_z(parent);
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuGraphExecUpdate_v2(exec, graph, &(struct hw_update_info){0}));
    assert_cu(cuGraphLaunch(exec, stream)); /* uploads it */
    run_with_z(parent);
    has_letters("PoZPnZoPoZ");
}

/* The body's kernels are of the launch's environment, which ends with all that they have launched. */
static void bodies_launch_graphs(void **state)
{
    const struct item list[] = {{letter_graph('f'), FIRE}, {letter_graph('t'), TAIL}};
    CUgraph graph = NULL, body, captured;
    CUgraphNode node;
    CUgraphExec exec;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0));
    body = if_body(graph, &node);
    assert_cu(cuStreamBeginCaptureToGraph(stream, body, NULL, NULL, 0, 2));
    launches('P', list, 2);
    assert_cu(cuStreamEndCapture(stream, &captured));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < 3; i++) {
        run_with_z(exec);
        has_letters("PftZ");
    }
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

/* The last: the fault of a graph that a kernel has launched is the context's. */
static void a_fault_is_the_contexts(void **state)
{
    CUgraphExec astray, exec;

    (void)state;
    begin_graph();
    launch_in(module, "astray", NULL);
    astray = end_exec(DEVICE_FLAG);
    exec = launching_graph('P', (struct item[]){{astray, FIRE}, {letter_graph('t'), TAIL}}, 2, 0);
    assert_cu(cuGraphLaunch(exec, stream));
    assert_int_equal(cuStreamSynchronize(stream), 700);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fired_graph_runs_beside_its_parent),
        cmocka_unit_test(the_stream_waits_for_the_child),
        cmocka_unit_test(tails_have_their_order),
        cmocka_unit_test(tails_wait_for_children),
        cmocka_unit_test(tails_do_not_wait_for_siblings),
        cmocka_unit_test(the_sibling_of_a_child_is_its_parents),
        cmocka_unit_test(a_graph_launches_itself_again),
        cmocka_unit_test(a_graph_launches_itself_often),
        cmocka_unit_test(launches_of_the_host_wait_for_all),
        cmocka_unit_test(a_device_graph_is_known_to_its_kernels),
        cmocka_unit_test(what_device_code_cannot_launch),
        cmocka_unit_test(only_nodes_of_graphs_launch),
        cmocka_unit_test(launches_have_bounds),
        cmocka_unit_test(changes_wait_for_an_upload),
        cmocka_unit_test(bodies_launch_graphs),
        cmocka_unit_test(a_fault_is_the_contexts),
    };

    setenv("HALFWARP_CHIP", "gp104", 0);
    return cmocka_run_group_tests(tests, begin_kernels, end_context);
}

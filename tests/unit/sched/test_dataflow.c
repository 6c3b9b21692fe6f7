/* SPDX-License-Identifier: MIT */
/* The dataflow solver: fixed points of small graphs in both directions, its limit, and what it visits. */
#include "dataflow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NODES 6

/* Sets of nodes as bits, over edges given as a matrix of them. */
struct graph {
    uint32_t to[NODES]; /* bits: successors */
    uint32_t adds[NODES];
    uint32_t entry[NODES];
    unsigned visits[NODES];
    bool intersects; /* merge by intersection */
};

static void transfer(void *context, uint32_t node, void *state)
{
    struct graph *graph = context;

    graph->visits[node]++;
    *(uint32_t *)state |= graph->adds[node];
}

static bool merge(void *context, void *into, const void *from)
{
    const struct graph *graph = context;
    uint32_t *set = into, old = *set, other = *(const uint32_t *)from;

    *set = graph->intersects ? old & other : old | other;
    return *set != old;
}

static uint32_t successor(void *context, uint32_t node, uint32_t *cursor)
{
    const struct graph *graph = context;

    while (*cursor < NODES)
        if (graph->to[node] >> (*cursor)++ & 1)
            return *cursor - 1;
    return HW_DATAFLOW_END;
}

static hw_status solve(struct graph *graph, bool is_backward, uint64_t max_merges)
{
    const struct hw_dataflow problem = {.node_count = NODES,
                                        .state_bytes = sizeof *graph->entry,
                                        .entry = graph->entry,
                                        .is_backward = is_backward,
                                        .max_merges = max_merges,
                                        .context = graph,
                                        .transfer = transfer,
                                        .merge = merge,
                                        .successor = successor};

    return hw_dataflow_solve(&problem);
}

/* 0 -> 1 -> {2, 3} -> 4 -> {1, 5}: a loop around a diamond. */
static struct graph loop(void)
{
    return (struct graph){.to = {1u << 1, 1u << 2 | 1u << 3, 1u << 4, 1u << 4, 1u << 1 | 1u << 5, 0}};
}

static void test_union_over_a_loop(void **state)
{
    struct graph graph = loop();

    (void)state;
    for (unsigned i = 0; i < NODES; i++)
        graph.adds[i] = 1u << i;
    assert_int_equal(solve(&graph, false, 0), HW_OK);
    const uint32_t around = 0x1f; /* the loop's head sees all of the loop */
    const uint32_t expected[NODES] = {0, around, around, around, around, around};
    assert_memory_equal(graph.entry, expected, sizeof expected);
}

/* What only one side of the diamond adds is not certain behind it. */
static void test_intersection_over_a_loop(void **state)
{
    struct graph graph = loop();

    (void)state;
    graph.intersects = true;
    for (unsigned i = 1; i < NODES; i++)
        graph.entry[i] = UINT32_MAX;
    for (unsigned i = 0; i < NODES; i++)
        graph.adds[i] = 1u << i;
    assert_int_equal(solve(&graph, false, 0), HW_OK);
    const uint32_t expected[NODES] = {0, 0x01, 0x03, 0x03, 0x03, 0x13};
    assert_memory_equal(graph.entry, expected, sizeof expected);
}

static void test_each_node_is_visited(void **state)
{
    struct graph graph = {.to = {0}};

    (void)state;
    assert_int_equal(solve(&graph, true, 0), HW_OK);
    for (unsigned i = 0; i < NODES; i++)
        assert_int_equal(graph.visits[i], 1);
}

/* A chain needs one pass in the order of its edges. */
static void test_direction_is_the_first_order(void **state)
{
    (void)state;
    for (unsigned is_backward = 0; is_backward < 2; is_backward++) {
        struct graph graph = {.adds = {1, 1, 1, 1, 1, 1}};
        for (unsigned i = 0; i + 1 < NODES; i++)
            graph.to[is_backward ? i + 1 : i] = 1u << (is_backward ? i : i + 1);
        assert_int_equal(solve(&graph, is_backward, 0), HW_OK);
        for (unsigned i = 0; i < NODES; i++)
            assert_int_equal(graph.visits[i], 1);
    }
}

static void test_limit(void **state)
{
    struct graph graph = loop();
    uint64_t enough = 1;

    (void)state;
    while (graph = loop(), graph.adds[0] = 1, solve(&graph, false, enough) == HW_ERR_LIMIT)
        enough++;
    assert_in_range(enough, 7, 20); /* each edge at least once */
    graph = loop();
    graph.adds[0] = 1;
    assert_int_equal(solve(&graph, false, enough - 1), HW_ERR_LIMIT);
    assert_int_equal(solve(&graph, false, enough), HW_OK);
}

static void test_no_nodes(void **state)
{
    const struct hw_dataflow problem = {.state_bytes = 4};

    (void)state;
    assert_int_equal(hw_dataflow_solve(&problem), HW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_union_over_a_loop),
                                       cmocka_unit_test(test_intersection_over_a_loop),
                                       cmocka_unit_test(test_each_node_is_visited),
                                       cmocka_unit_test(test_direction_is_the_first_order),
                                       cmocka_unit_test(test_limit),
                                       cmocka_unit_test(test_no_nodes)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

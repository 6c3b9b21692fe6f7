/* SPDX-License-Identifier: MIT */
/* For tests of what bodies of conditional nodes may hold. */
#ifndef HW_TESTS_IF_BODY_H
#define HW_TESTS_IF_BODY_H

#include "cuda_driver.h"

#include "cuda/core/graphs/graph_abi.h"

/* The body of a new node whose condition holds. */
static inline CUgraph if_body(CUgraph graph, CUgraphNode *node)
{
    struct hw_node_any params = {.type = HW_NODE_CONDITIONAL,
                                 .conditional = {.size = 1, .context = group_context}};
    uint64_t handle = 0;

    assert_cu(cuGraphConditionalHandleCreate(&handle, graph, group_context, 1, 1));
    params.conditional.condition = handle;
    assert_cu(cuGraphAddNode_v2(node, graph, NULL, NULL, 0, &params));
    return params.conditional.graphs[0];
}

#endif

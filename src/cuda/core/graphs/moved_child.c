/* SPDX-License-Identifier: MIT */
/* Child graphs that are not cloned but given to their node (CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE). */
#include "cuda/core/graphs/conditional.h"
#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/log/reason.h"

/* Within it, or the same. */
static bool is_within(hw_graph graph, hw_graph around)
{
    while (graph != around && graph->parent)
        graph = graph->parent->graph;
    return graph == around;
}

static const char *objection_to(hw_graph child, hw_graph graph)
{
    if (child->owned)
        return "the child belongs to a node";
    if (hw_cuda_graph_is_captured_into(child))
        return "a stream adds to the child";
    return is_within(graph, child) ? "the node's graph is within the child" : NULL;
}

static cudaError_t check(hw_graph graph, hw_graph child)
{
    if (hw_cuda_graph_check(graph) != cudaSuccess || hw_cuda_graph_check(child) != cudaSuccess)
        return cudaErrorInvalidValue;
    const char *objection = objection_to(child, graph);
    if (objection)
        return hw_cuda_fail(cudaErrorInvalidValue, "%s; expected a graph of the program's own", objection);
    if (hw_cuda_graph_is_unique(child))
        return hw_cuda_fail(cudaErrorNotSupported,
                            "a child graph with memory or conditional nodes; expected none of them");
    return hw_cuda_body_check(graph, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_CHILD, .child = child});
}

/* The node gets an empty graph first, whose place the child takes when nothing can fail any more. */
cudaError_t hw_cuda_node_add_moved(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   hw_graph child)
{
    cudaError_t error = check(graph, child);
    hw_graph empty = error == cudaSuccess ? hw_cuda_graph_new() : NULL;

    if (error == cudaSuccess)
        error = empty ? hw_cuda_node_add(node, graph, before, count,
                                         &(struct hw_cuda_work){.kind = HW_CUDA_WORK_CHILD, .child = empty})
                      : cudaErrorMemoryAllocation;
    hw_cuda_graph_free(empty);
    if (error != cudaSuccess)
        return error;
    hw_cuda_graph_free((*node)->work->child);
    (*node)->work->child = child;
    child->owned = child->moved = true;
    child->parent = *node;
    return cudaSuccess;
}

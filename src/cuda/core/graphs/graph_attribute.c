/* SPDX-License-Identifier: MIT */
/* Attributes of kernel nodes.  They are kept and given back; only whether a launch is cooperative matters to
 * what runs a kernel. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/graphs/updatable_node.h"

#include <stdlib.h>
#include <string.h>

#define ATTRIBUTES  32 /* numbers that any toolkit has */
#define COOPERATIVE 2
#define UPDATABLE   13

static bool has_attributes(hw_node node)
{
    return hw_cuda_node_work(node, HW_CUDA_WORK_KERNEL) || hw_cuda_node_work(node, HW_CUDA_WORK_LIBRARY);
}

cudaError_t hw_cuda_node_set_attribute(hw_node node, int attribute, const void *value)
{
    if (!value || !has_attributes(node) || attribute < 1 || attribute >= ATTRIBUTES)
        return cudaErrorInvalidValue;
    if (attribute ==
        UPDATABLE) /* CUDA's functions write to what they take as constant, and programs read it */
        return hw_cuda_updatable_set(node, (struct hw_updatable_value *)(uintptr_t)value);
    if (!node->attributes)
        node->attributes = calloc(ATTRIBUTES, HW_NODE_ATTRIBUTE_BYTES);
    if (!node->attributes)
        return cudaErrorMemoryAllocation;
    memcpy(node->attributes[attribute], value, HW_NODE_ATTRIBUTE_BYTES);
    if (attribute == COOPERATIVE && node->work->kind == HW_CUDA_WORK_KERNEL)
        node->work->kernel.cooperative = *(const int *)value != 0;
    return cudaSuccess;
}

cudaError_t hw_cuda_node_get_attribute(hw_node node, int attribute, void *value)
{
    if (!value || !has_attributes(node) || attribute < 1 || attribute >= ATTRIBUTES)
        return cudaErrorInvalidValue;
    if (attribute == UPDATABLE) {
        struct hw_updatable_value *to = value;
        memset(value, 0, HW_NODE_ATTRIBUTE_BYTES);
        *to = hw_cuda_updatable_get(node);
    } else if (node->attributes)
        memcpy(value, node->attributes[attribute], HW_NODE_ATTRIBUTE_BYTES);
    else
        memset(value, 0, HW_NODE_ATTRIBUTE_BYTES);
    return cudaSuccess;
}

cudaError_t hw_cuda_node_attributes(hw_node to, hw_node from)
{
    if (hw_cuda_node_check(to) != cudaSuccess || hw_cuda_node_check(from) != cudaSuccess || to->updatable ||
        from->updatable)
        return cudaErrorInvalidValue;
    return hw_cuda_node_copy_attributes(to, from);
}

cudaError_t hw_cuda_node_copy_attributes(hw_node to, hw_node from)
{
    if (!has_attributes(to) || !has_attributes(from))
        return cudaErrorInvalidValue;
    if (!from->attributes || to == from)
        return cudaSuccess;
    if (!to->attributes)
        to->attributes = malloc(ATTRIBUTES * HW_NODE_ATTRIBUTE_BYTES);
    if (!to->attributes)
        return cudaErrorMemoryAllocation;
    memcpy(to->attributes, from->attributes, ATTRIBUTES * HW_NODE_ATTRIBUTE_BYTES);
    if (to->work->kind == HW_CUDA_WORK_KERNEL && from->work->kind == HW_CUDA_WORK_KERNEL)
        to->work->kernel.cooperative = from->work->kernel.cooperative;
    return cudaSuccess;
}

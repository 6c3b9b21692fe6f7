/* SPDX-License-Identifier: MIT */
/* A graph as a picture, in the language of Graphviz's dot.  Children are clusters. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/modules/kernel_image.h"

#include <halfwarp/module.h>

#include <stdio.h>

static const char *const names[HW_CUDA_WORK_KINDS] = {
    [HW_CUDA_WORK_EMPTY] = "EMPTY",
    [HW_CUDA_WORK_KERNEL] = "KERNEL",
    [HW_CUDA_WORK_COPY] = "MEMCPY",
    [HW_CUDA_WORK_FILL] = "MEMSET",
    [HW_CUDA_WORK_HOST] = "HOST",
    [HW_CUDA_WORK_RECORD] = "EVENT_RECORD",
    [HW_CUDA_WORK_WAIT] = "EVENT_WAIT",
    [HW_CUDA_WORK_LIBRARY] = "LIBRARY",
    [HW_CUDA_WORK_CHILD] = "GRAPH",
    [HW_CUDA_WORK_ALLOC] = "MEM_ALLOC",
    [HW_CUDA_WORK_FREE] = "MEM_FREE",
    [HW_CUDA_WORK_MEMORY_OPS] = "BATCH_MEM_OP",
    [HW_CUDA_WORK_CONDITIONAL] = "CONDITIONAL",
};

static const char *const conditional_types[] = {"IF", "WHILE", "SWITCH"};

/* Names of kernels may have any characters; in a label, quotation marks and backslashes mean something. */
static void put_name(FILE *file, const char *name)
{
    for (; *name; name++)
        fprintf(file, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
}

static void put_details(FILE *file, const struct hw_cuda_work *work, unsigned flags)
{
    if (work->kind == HW_CUDA_WORK_KERNEL && hw_cuda_kernel_is_valid(work->kernel.kernel)) {
        const struct hw_cuda_kernel_work *kernel = &work->kernel;
        fputs("\\n", file);
        put_name(file, kernel->kernel->code->name);
        fprintf(file, "\\n<<<(%u,%u,%u),(%u,%u,%u),%zu>>>", kernel->grid.x, kernel->grid.y, kernel->grid.z,
                kernel->block.x, kernel->block.y, kernel->block.z, kernel->shared_bytes);
    }
    if (work->kind == HW_CUDA_WORK_CONDITIONAL)
        fprintf(file, "\\n%s", conditional_types[work->conditional.type]);
    if (!flags)
        return;
    if (work->kind == HW_CUDA_WORK_COPY)
        fprintf(file, "\\n%zu x %zu x %zu bytes", work->copy.width, work->copy.height, work->copy.depth);
    if (work->kind == HW_CUDA_WORK_FILL)
        fprintf(file, "\\n%p: %zu x %zu of 0x%x", work->fill.address, work->fill.width, work->fill.height,
                work->fill.value);
    if (work->kind == HW_CUDA_WORK_CONDITIONAL)
        fprintf(file, "\\n%p", (const void *)work->conditional.condition);
    if (work->kind == HW_CUDA_WORK_ALLOC || work->kind == HW_CUDA_WORK_FREE)
        fprintf(file, "\\n%p", work->memory.address);
}

static void put_graph(FILE *file, hw_graph graph, unsigned flags)
{
    hw_graph inner;

    for (hw_node node = graph->first; node; node = node->next) {
        fprintf(file, "  node%llu [shape=\"box\", label=\"%s", (unsigned long long)node->number,
                names[node->work->kind]);
        put_details(file, node->work, flags);
        fputs("\"];\n", file);
        for (size_t i = 0; i < node->before.count; i++)
            fprintf(file, "  node%llu -> node%llu;\n", (unsigned long long)node->before.node[i]->number,
                    (unsigned long long)node->number);
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++) {
            fprintf(file, "  subgraph cluster_%llu {\n  label=\"", (unsigned long long)inner->number);
            if (node->work->kind == HW_CUDA_WORK_CHILD)
                fputs("child", file);
            else
                fprintf(file, "body %zu", i);
            fprintf(file, " of node%llu\";\n", (unsigned long long)node->number);
            put_graph(file, inner, flags);
            fputs("  }\n", file);
        }
    }
}

cudaError_t hw_cuda_graph_print(hw_graph graph, const char *path, unsigned flags)
{
    if (!path || hw_cuda_graph_check(graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    FILE *file = fopen(path, "w");
    if (!file)
        return cudaErrorOperatingSystem;
    fprintf(file, "digraph graph_%llu {\n", (unsigned long long)graph->number);
    put_graph(file, graph, flags);
    fputs("}\n", file);
    const bool bad = ferror(file);
    return fclose(file) == 0 && !bad ? cudaSuccess : cudaErrorOperatingSystem;
}

/* SPDX-License-Identifier: MIT */
/* Copies as nodes: boxes, lines, and variables of device code. */
#include "cuda/runtime/graph_copy.h"

#include "cuda/runtime/runtime_work.h"

static void *function_of(struct hw_cuda_kernel *kernel)
{
    void *host = hw_cuda_kernel_host(kernel);

    return host ? host : (void *)kernel;
}

/* --- boxes --- */

static cudaError_t read_copy(struct hw_cuda_copy_work *work, const void *from)
{
    return hw_runtime_read_box(work, from);
}

static void write_end(const struct hw_cuda_end *end, const struct cudaArray **array, struct cudaPos *at,
                      struct cudaPitchedPtr *memory)
{
    *array = end->array;
    *at = (struct cudaPos){end->array ? end->x / hw_cuda_array_texel(end->array) : end->x, end->y, end->z};
    *memory = (struct cudaPitchedPtr){(void *)(uintptr_t)end->memory, end->pitch, end->pitch, end->rows};
}

static cudaError_t write_copy(void *to, const struct hw_cuda_copy_work *work)
{
    struct cudaMemcpy3DParms *copy = to;
    const struct cudaArray *there = work->to.array, *here = work->from.array;
    const struct cudaArray *array = there ? there : here;

    if ((there && !hw_cuda_array_is_valid(there)) || (here && !hw_cuda_array_is_valid(here)))
        return cudaErrorInvalidValue;
    *copy = (struct cudaMemcpy3DParms){
        .extent = {array ? work->width / hw_cuda_array_texel(array) : work->width, work->height, work->depth},
        .kind = work->from.device ? work->to.device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost
                : work->to.device ? cudaMemcpyHostToDevice
                                  : cudaMemcpyHostToHost};
    write_end(&work->to, (const struct cudaArray **)&copy->dstArray, &copy->dstPos, &copy->dstPtr);
    write_end(&work->from, (const struct cudaArray **)&copy->srcArray, &copy->srcPos, &copy->srcPtr);
    return cudaSuccess;
}

/* Behind flags and what is reserved. */
static const void *copy_in(const struct hw_node_any *any)
{
    return &any->room[2];
}

const struct hw_graph_api_own hw_runtime_form = {function_of, read_copy, write_copy, copy_in, false};

/* --- lines --- */

static cudaError_t line(struct hw_cuda_work *work, void *to, const void *from, size_t bytes, int kind)
{
    *work = (struct hw_cuda_work){
        .kind = HW_CUDA_WORK_COPY,
        .copy = {.to = {.memory = to}, .from = {.memory = from}, .width = bytes, .height = 1, .depth = 1}};
    return to && from ? hw_cuda_set_kind(&work->copy.to, &work->copy.from, kind) : cudaErrorInvalidValue;
}

cudaError_t hw_runtime_node_add_line(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                     void *to, const void *from, size_t bytes, int kind)
{
    struct hw_cuda_work work;
    const cudaError_t error = line(&work, to, from, bytes, kind);

    return error == cudaSuccess ? hw_cuda_node_add(node, graph, before, count, &work) : error;
}

cudaError_t hw_runtime_node_set_line(const hw_exec *exec, hw_node node, void *to, const void *from,
                                     size_t bytes, int kind)
{
    struct hw_cuda_work work;
    const cudaError_t error = line(&work, to, from, bytes, kind);

    return error == cudaSuccess ? hw_graph_api_set(exec, node, &work) : error;
}

/* --- variables --- */

/* Where the bytes of a variable are. */
static cudaError_t in_symbol(const void *symbol, size_t bytes, size_t offset, char **address)
{
    void *variable;
    size_t size;
    cudaError_t error = hw_cuda_symbol_address(symbol, &variable);

    if (error == cudaSuccess)
        error = hw_cuda_symbol_bytes(symbol, &size);
    if (error != cudaSuccess)
        return error;
    *address = (char *)variable + offset;
    return offset > size || bytes > size - offset ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t hw_runtime_graph_add_memcpy_node_to_symbol(hw_node *node, hw_graph graph, const hw_node *before,
                                                       size_t count, const void *symbol, const void *from,
                                                       size_t bytes, size_t offset, int kind)
{
    char *to;
    const cudaError_t error = in_symbol(symbol, bytes, offset, &to);

    return error == cudaSuccess ? hw_runtime_node_add_line(node, graph, before, count, to, from, bytes, kind)
                                : error;
}

cudaError_t hw_runtime_graph_add_memcpy_node_from_symbol(hw_node *node, hw_graph graph, const hw_node *before,
                                                         size_t count, void *to, const void *symbol,
                                                         size_t bytes, size_t offset, int kind)
{
    char *from;
    const cudaError_t error = in_symbol(symbol, bytes, offset, &from);

    return error == cudaSuccess ? hw_runtime_node_add_line(node, graph, before, count, to, from, bytes, kind)
                                : error;
}

cudaError_t hw_runtime_node_set_to_symbol(const hw_exec *exec, hw_node node, const void *symbol,
                                          const void *from, size_t bytes, size_t offset, int kind)
{
    char *to;
    const cudaError_t error = in_symbol(symbol, bytes, offset, &to);

    return error == cudaSuccess ? hw_runtime_node_set_line(exec, node, to, from, bytes, kind) : error;
}

cudaError_t hw_runtime_node_set_from_symbol(const hw_exec *exec, hw_node node, void *to, const void *symbol,
                                            size_t bytes, size_t offset, int kind)
{
    char *from;
    const cudaError_t error = in_symbol(symbol, bytes, offset, &from);

    return error == cudaSuccess ? hw_runtime_node_set_line(exec, node, to, from, bytes, kind) : error;
}

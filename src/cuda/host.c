/* Page-locked memory of the host: an allocation of device memory whose host address the program gets.  What a
 * kernel writes there the host sees at once, as with mapped memory. */
#include "cuda/state.h"

#include "machine/memory.h"

#include <stdlib.h>

static void add_block(struct hw_cuda_host_block *block)
{
    block->context = hw_cuda.context;
    block->next = hw_cuda.host_blocks;
    hw_cuda.host_blocks = block;
}

cudaError_t hw_cuda_host_alloc(void **pointer, size_t bytes, unsigned flags)
{
    if (!pointer || bytes == 0)
        return cudaErrorInvalidValue;
    struct hw_cuda_host_block *made = calloc(1, sizeof *made);
    if (!made || hw_cuda_allocate(hw_cuda.context, bytes, &made->address) != cudaSuccess) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    made->bytes = bytes;
    made->flags = flags;
    made->pointer = hw_memory_host(hw_cuda.memory, made->address, bytes);
    hw_memory_lend(hw_cuda.memory, made->address, bytes);
    add_block(made);
    *pointer = made->pointer;
    return cudaSuccess;
}

/* The link to the block that holds a host address; to NULL: none does. */
static struct hw_cuda_host_block **find_block(const void *pointer)
{
    struct hw_cuda_host_block **link = &hw_cuda.host_blocks;

    while (*link && (uintptr_t)pointer - (uintptr_t)(*link)->pointer >= (*link)->bytes)
        link = &(*link)->next;
    return link;
}

static void free_block(struct hw_cuda_host_block **link)
{
    struct hw_cuda_host_block *block = *link;

    *link = block->next;
    hw_memory_take_back(hw_cuda.memory, block->address, block->bytes);
    hw_memory_free(hw_cuda.memory, block->address, NULL);
    free(block);
}

cudaError_t hw_cuda_host_free(void *pointer)
{
    struct hw_cuda_host_block **link = find_block(pointer);

    if (!pointer)
        return cudaSuccess;
    if (!*link || (*link)->pointer != pointer || (*link)->registered)
        return cudaErrorInvalidValue;
    free_block(link);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_device_pointer(void *pointer, void **address)
{
    const struct hw_cuda_host_block *block = *find_block(pointer);

    if (!block || !address)
        return cudaErrorInvalidValue;
    *address = (void *)(uintptr_t)(block->address + (uintptr_t)pointer - (uintptr_t)block->pointer);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_flags(void *pointer, unsigned *flags)
{
    const struct hw_cuda_host_block *block = *find_block(pointer);

    if (!block || !flags)
        return cudaErrorInvalidValue;
    *flags = block->flags;
    return cudaSuccess;
}

void hw_cuda_host_clear(struct hw_cuda_context *context)
{
    struct hw_cuda_host_block **link = &hw_cuda.host_blocks;

    while (*link)
        if ((*link)->context == context)
            free_block(link);
        else
            link = &(*link)->next;
}

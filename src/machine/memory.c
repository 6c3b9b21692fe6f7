/* Device memory: the reserved window and the sorted list of allocations in it.
 *
 * Pages of the window become accessible when the first allocation touches them and stay so; what may be
 * accessed is decided by the list alone.  Freed bytes are cleared at once, so that memory that an
 * allocation gets is always zero. */
#include "machine/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALLOC_ALIGN 256u /* as the CUDA allocator aligns */

struct hw_memory {
    struct hw_window window; /* first: hw_memory_window gives this out */
    size_t capacity;
};

#define fail(error, status, ...) hw_fail(error, status, "memory", __VA_ARGS__)

hw_status hw_memory_create(struct hw_memory **memory, struct hw_error *error)
{
    struct hw_memory *made = calloc(1, sizeof *made);
    if (!made)
        return fail(error, HW_ERR_NO_MEMORY, "no memory for a device memory's list of allocations");
    void *window = mmap(NULL, HW_WINDOW_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (window == MAP_FAILED) {
        free(made);
        return fail(error, HW_ERR_NO_MEMORY, "cannot reserve 4 GiB of addresses for device memory");
    }
    made->window.base = window;
    *memory = made;
    return HW_OK;
}

void hw_memory_destroy(struct hw_memory *memory)
{
    if (!memory)
        return;
    munmap(memory->window.base, HW_WINDOW_BYTES);
    free(memory->window.range);
    free(memory);
}

const struct hw_window *hw_memory_window(const struct hw_memory *memory)
{
    return &memory->window;
}

/* Index of the first allocation that ends at or behind `address`. */
static size_t lower_bound(const struct hw_window *window, uint32_t address)
{
    size_t low = 0, high = window->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (window->range[middle].last < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool hw_memory_range(const struct hw_memory *memory, uint32_t address, struct hw_range *range)
{
    const struct hw_window *window = &memory->window;
    size_t at = lower_bound(window, address), first = at, last = at;
    if (at == window->count || window->range[at].first > address)
        return false;
    while (first > 0 && window->range[first - 1].last + 1 == window->range[first].first)
        first--;
    while (last + 1 < window->count && window->range[last].last + 1 == window->range[last + 1].first)
        last++;
    range->first = window->range[first].first;
    range->last = window->range[last].last;
    return true;
}

bool hw_memory_allocated(const struct hw_memory *memory, uint32_t address, uint64_t bytes)
{
    struct hw_range range;
    if (bytes == 0)
        return true;
    return hw_memory_range(memory, address, &range) && bytes - 1 <= range.last - address;
}

void *hw_memory_host(const struct hw_memory *memory, uint32_t address, uint64_t bytes)
{
    return hw_memory_allocated(memory, address, bytes) ? memory->window.base + address : NULL;
}

/* Let the host touch the pages of a range. */
static hw_status open_pages(struct hw_memory *memory, uint64_t first, uint64_t last, struct hw_error *error)
{
    const uint64_t page = 4096;
    uint64_t begin = first & ~(page - 1), end = (last | (page - 1)) + 1;
    if (mprotect(memory->window.base + begin, end - begin, PROT_READ | PROT_WRITE) != 0)
        return fail(error, HW_ERR_NO_MEMORY, "the host has no memory for %llu bytes of device memory",
                    (unsigned long long)(last - first + 1));
    return HW_OK;
}

/* Put a range, which overlaps none, into the list at index `at`. */
static hw_status insert(struct hw_memory *memory, size_t at, uint64_t first, uint64_t last,
                        struct hw_error *error)
{
    struct hw_window *window = &memory->window;
    if (window->count == memory->capacity) {
        size_t capacity = memory->capacity ? memory->capacity * 2 : 16;
        struct hw_range *grown = realloc(window->range, capacity * sizeof *grown);
        if (!grown)
            return fail(error, HW_ERR_NO_MEMORY, "no memory for the list of device allocations");
        window->range = grown;
        memory->capacity = capacity;
    }
    hw_status status = open_pages(memory, first, last, error);
    if (status != HW_OK)
        return status;
    memmove(window->range + at + 1, window->range + at, (window->count - at) * sizeof *window->range);
    window->range[at] = (struct hw_range){(uint32_t)first, (uint32_t)last};
    window->count++;
    return HW_OK;
}

hw_status hw_memory_alloc(struct hw_memory *memory, uint64_t bytes, uint32_t *address, struct hw_error *error)
{
    const struct hw_window *window = &memory->window;
    uint64_t place = ALLOC_ALIGN;
    size_t at = 0;
    if (bytes == 0 || bytes > HW_WINDOW_BYTES)
        return fail(error, HW_ERR_ARGUMENT, "an allocation has %llu bytes; expected 1 to 4 GiB",
                    (unsigned long long)bytes);
    /* `<` on the end, not `<=`: a byte behind the allocation stays free, so that overrunning it is seen. */
    while (at < window->count && place + bytes >= window->range[at].first) {
        uint64_t behind = (uint64_t)window->range[at].last + 2;
        if (behind > place)
            place = (behind + ALLOC_ALIGN - 1) & ~(uint64_t)(ALLOC_ALIGN - 1);
        at++;
    }
    if (place + bytes > HW_WINDOW_BYTES)
        return fail(error, HW_ERR_NO_MEMORY, "device memory has no room for %llu bytes",
                    (unsigned long long)bytes);
    hw_status status = insert(memory, at, place, place + bytes - 1, error);
    if (status == HW_OK)
        *address = (uint32_t)place;
    return status;
}

hw_status hw_memory_map(struct hw_memory *memory, uint32_t address, uint64_t bytes, struct hw_error *error)
{
    const struct hw_window *window = &memory->window;
    if (bytes == 0 || bytes > HW_WINDOW_BYTES - address)
        return fail(error, HW_ERR_RANGE, "%llu bytes at 0x%x do not fit the 32-bit address space",
                    (unsigned long long)bytes, address);
    uint64_t last = address + bytes - 1;
    size_t at = lower_bound(window, address);
    if (at < window->count && window->range[at].first <= last)
        return fail(error, HW_ERR_RANGE, "0x%x to 0x%llx overlaps the device memory at 0x%x", address,
                    (unsigned long long)last, window->range[at].first);
    return insert(memory, at, address, last, error);
}

/* Clear bytes; whole pages go back to the host. */
static void clear(uint8_t *from, uint64_t bytes)
{
    const uintptr_t page = 4096;
    uint8_t *end = from + bytes;
    uint8_t *inner = (uint8_t *)(((uintptr_t)from + page - 1) & ~(page - 1));
    uint8_t *inner_end = (uint8_t *)((uintptr_t)end & ~(page - 1));
    if (inner < inner_end && madvise(inner, (size_t)(inner_end - inner), MADV_DONTNEED) == 0) {
        memset(from, 0, (size_t)(inner - from));
        memset(inner_end, 0, (size_t)(end - inner_end));
    } else {
        memset(from, 0, bytes);
    }
}

hw_status hw_memory_free(struct hw_memory *memory, uint32_t address, struct hw_error *error)
{
    struct hw_window *window = &memory->window;
    size_t at = lower_bound(window, address);
    if (at == window->count || window->range[at].first != address)
        return fail(error, HW_ERR_ARGUMENT, "no device allocation begins at 0x%x", address);
    clear(window->base + address, (uint64_t)window->range[at].last - address + 1);
    window->count--;
    memmove(window->range + at, window->range + at + 1, (window->count - at) * sizeof *window->range);
    return HW_OK;
}

/* HW_ERR_RANGE unless the whole range is allocated. */
static hw_status expect_allocated(const struct hw_memory *memory, uint32_t address, uint64_t bytes,
                                  struct hw_error *error)
{
    if (hw_memory_allocated(memory, address, bytes))
        return HW_OK;
    return fail(error, HW_ERR_RANGE, "%llu bytes at 0x%x are not all allocated device memory",
                (unsigned long long)bytes, address);
}

hw_status hw_memory_write(struct hw_memory *memory, uint32_t address, const void *data, uint64_t bytes,
                          struct hw_error *error)
{
    hw_status status = expect_allocated(memory, address, bytes, error);
    if (status == HW_OK && bytes > 0)
        memcpy(memory->window.base + address, data, bytes);
    return status;
}

hw_status hw_memory_read(const struct hw_memory *memory, uint32_t address, void *data, uint64_t bytes,
                         struct hw_error *error)
{
    hw_status status = expect_allocated(memory, address, bytes, error);
    if (status == HW_OK && bytes > 0)
        memcpy(data, memory->window.base + address, bytes);
    return status;
}

hw_status hw_memory_fill(struct hw_memory *memory, uint32_t address, uint8_t value, uint64_t bytes,
                         struct hw_error *error)
{
    hw_status status = expect_allocated(memory, address, bytes, error);
    if (status == HW_OK && bytes > 0)
        memset(memory->window.base + address, value, bytes);
    return status;
}

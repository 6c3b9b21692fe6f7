/* SPDX-License-Identifier: MIT */
/* The pool is a heap of its own, so that what kernels launch takes nothing from their malloc. */
#include "machine/memory/parameter_pool.h"

#include "machine/memory/device_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS 64u

struct pool_text {
    const char *text;
    uint64_t address;
};

struct hw_parameter_pool {
    struct hw_heap heap;
    pthread_mutex_t lock; /* of the texts */
    struct pool_text text[TEXTS];
};

/* Launches that begin at the same time make one pool. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static hw_status make_pool(struct hw_memory *memory, struct hw_parameter_pool **pool, struct hw_error *error)
{
    struct hw_parameter_pool *made = calloc(1, sizeof *made);
    uint64_t base;

    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "memory", "no memory for a pool of parameters");
    const hw_status status = hw_memory_alloc(memory, HW_PARAMETER_POOL_BYTES, &base, error);
    if (status != HW_OK) {
        free(made);
        return status;
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->heap.lock, NULL);
    hw_heap_set_range(&made->heap, base, HW_PARAMETER_POOL_BYTES);
    *pool = made;
    return HW_OK;
}

hw_status hw_memory_make_parameter_pool(struct hw_memory *memory, struct hw_error *error)
{
    struct hw_parameter_pool **pool = hw_memory_parameter_pool(memory);
    hw_status status = HW_OK;

    pthread_mutex_lock(&making);
    if (!*pool)
        status = make_pool(memory, pool, error);
    pthread_mutex_unlock(&making);
    return status;
}

uint64_t hw_parameter_buffer_take(struct hw_memory *memory, uint64_t bytes)
{
    return hw_heap_alloc(&(*hw_memory_parameter_pool(memory))->heap, bytes ? bytes : 1);
}

void hw_parameter_buffer_drop(struct hw_memory *memory, uint64_t address)
{
    hw_heap_free(&(*hw_memory_parameter_pool(memory))->heap, address);
}

static uint64_t find_text(struct hw_memory *memory, struct hw_parameter_pool *pool, const char *text)
{
    const size_t bytes = strlen(text) + 1;
    unsigned i = 0;

    while (i < TEXTS && pool->text[i].text && pool->text[i].text != text)
        i++;
    if (i == TEXTS || pool->text[i].text)
        return i == TEXTS ? 0 : pool->text[i].address;
    const uint64_t address = hw_heap_alloc(&pool->heap, bytes);
    void *to = address ? hw_memory_translate(memory, address, bytes) : NULL;
    if (!to)
        return 0;
    memcpy(to, text, bytes);
    pool->text[i] = (struct pool_text){text, address};
    return address;
}

uint64_t hw_parameter_pool_text(struct hw_memory *memory, const char *text)
{
    struct hw_parameter_pool *pool = *hw_memory_parameter_pool(memory);

    pthread_mutex_lock(&pool->lock);
    const uint64_t address = find_text(memory, pool, text);
    pthread_mutex_unlock(&pool->lock);
    return address;
}

void hw_parameter_pool_destroy(struct hw_parameter_pool *pool)
{
    if (!pool)
        return;
    hw_heap_clear(&pool->heap);
    pthread_mutex_destroy(&pool->heap.lock);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

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
    pthread_mutex_t lock;
    struct hw_heap heap;
    struct pool_text text[TEXTS];
};

hw_status hw_memory_make_parameter_pool(struct hw_memory *memory, struct hw_error *error)
{
    struct hw_parameter_pool **pool = hw_memory_parameter_pool(memory), *made, *none = NULL;

    if (__atomic_load_n(pool, __ATOMIC_ACQUIRE))
        return HW_OK;
    made = calloc(1, sizeof *made);
    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "memory", "no memory for a pool of parameters");
    const hw_status status = hw_memory_alloc(memory, HW_PARAMETER_POOL_BYTES, &made->heap.base, error);
    if (status != HW_OK) {
        free(made);
        return status;
    }
    made->heap.bytes = HW_PARAMETER_POOL_BYTES;
    pthread_mutex_init(&made->lock, NULL);
    if (!__atomic_compare_exchange_n(pool, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        hw_memory_free(memory, made->heap.base, NULL); /* another launch has made one meanwhile */
        hw_parameter_pool_destroy(made);
    }
    return HW_OK;
}

uint64_t hw_parameter_buffer_take(struct hw_memory *memory, uint64_t bytes)
{
    struct hw_parameter_pool *pool = *hw_memory_parameter_pool(memory);

    pthread_mutex_lock(&pool->lock);
    const uint64_t address = hw_heap_alloc(&pool->heap, bytes ? bytes : 1);
    pthread_mutex_unlock(&pool->lock);
    return address;
}

void hw_parameter_buffer_drop(struct hw_memory *memory, uint64_t address)
{
    struct hw_parameter_pool *pool = *hw_memory_parameter_pool(memory);

    pthread_mutex_lock(&pool->lock);
    hw_heap_free(&pool->heap, address);
    pthread_mutex_unlock(&pool->lock);
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
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

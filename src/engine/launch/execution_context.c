/* SPDX-License-Identifier: MIT */
/* See execution_context.h. */
#include "engine/launch/execution_context.h"

#include "engine/launch/running_launch_state.h"

#include <stdlib.h>
#include <string.h>

static void destroy_cached(struct hw_cached_executable *cached)
{
    hw_executable_destroy(cached->code);
    free(cached);
}

void hw_execution_context_init(struct hw_execution_context *execution_context)
{
    memset(execution_context, 0, sizeof *execution_context);
    hw_worker_pool_init(&execution_context->workers);
    hw_block_pool_init(&execution_context->blocks);
    pthread_mutex_init(&execution_context->lock, NULL);
}

void hw_execution_context_clear(struct hw_execution_context *execution_context)
{
    hw_worker_pool_clear(&execution_context->workers);
    for (struct hw_running_launch *free = execution_context->free, *next; free; free = next) {
        next = free->next_free;
        hw_running_launch_destroy(free);
    }
    hw_block_pool_clear(&execution_context->blocks);
    for (unsigned i = 0; i < HW_EXECUTABLES_CACHED && execution_context->cached[i]; i++)
        destroy_cached(execution_context->cached[i]);
    pthread_mutex_destroy(&execution_context->lock);
}

hw_status hw_execution_context_create(struct hw_execution_context **execution_context, struct hw_error *error)
{
    struct hw_execution_context *made = malloc(sizeof *made);

    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "no memory for what launches keep");
    hw_execution_context_init(made);
    *execution_context = made;
    return HW_OK;
}

void hw_execution_context_destroy(struct hw_execution_context *execution_context)
{
    if (!execution_context)
        return;
    hw_execution_context_clear(execution_context);
    free(execution_context);
}

/* --- executables --- */

static bool copy_literals(const struct hw_executable *code, struct hw_launch_literals *literals)
{
    const size_t count = code->program.literal_count;

    if (literals->capacity < count || !literals->word) {
        free(literals->word);
        literals->word = malloc((count + 1) * sizeof *literals->word);
        literals->capacity = literals->word ? count : 0;
    }
    if (!literals->word)
        return false;
    if (count)
        memcpy(literals->word, code->program.literal, count * sizeof *literals->word);
    literals->version = code->version;
    return true;
}

/* Under the lock: a launch uses an executable. */
static bool use(struct hw_cached_executable *entry, struct hw_cached_executable **cached,
                struct hw_launch_literals *literals)
{
    if (!copy_literals(entry->code, literals))
        return false;
    entry->users++;
    *cached = entry;
    return true;
}

/* Under the lock: the executable that has the launch's key, with its literals patched; NULL: there is none.
 */
static struct hw_cached_executable *find(struct hw_execution_context *execution_context,
                                         const struct hw_launch *launch)
{
    for (unsigned i = 0; i < HW_EXECUTABLES_CACHED && execution_context->cached[i]; i++)
        if (hw_executable_patch(execution_context->cached[i]->code, launch))
            return execution_context->cached[i];
    return NULL;
}

/* Under the lock: somebody uses the executable no longer.  Returns it if nobody does. */
static struct hw_cached_executable *leave(struct hw_cached_executable *entry)
{
    return entry && --entry->users == 0 ? entry : NULL;
}

/* Cache a new executable, which the launch uses. */
static bool add(struct hw_execution_context *execution_context, struct hw_cached_executable *entry,
                struct hw_cached_executable **cached, struct hw_launch_literals *literals)
{
    pthread_mutex_lock(&execution_context->lock);
    struct hw_cached_executable **slot =
        &execution_context->cached[execution_context->next_code++ % HW_EXECUTABLES_CACHED];
    struct hw_cached_executable *unused = leave(*slot);
    *slot = entry;
    const bool ok = use(entry, cached, literals);
    pthread_mutex_unlock(&execution_context->lock);
    if (unused)
        destroy_cached(unused);
    return ok;
}

hw_status hw_execution_context_use(struct hw_execution_context *execution_context,
                                   const struct hw_launch *launch, struct hw_cached_executable **cached,
                                   struct hw_launch_literals *literals, struct hw_error *error)
{
    struct hw_executable *fresh;
    bool ok = true;

    pthread_mutex_lock(&execution_context->lock);
    struct hw_cached_executable *entry = find(execution_context, launch);
    if (entry)
        ok = use(entry, cached, literals);
    pthread_mutex_unlock(&execution_context->lock);
    if (!entry) {
        const hw_status status = hw_executable_create(launch, &fresh, error);
        if (status != HW_OK)
            return status;
        entry = calloc(1, sizeof *entry);
        if (entry) {
            *entry = (struct hw_cached_executable){.code = fresh, .users = 1};
            ok = add(execution_context, entry, cached, literals);
        } else {
            hw_executable_destroy(fresh);
            ok = false;
        }
    }
    return ok ? HW_OK : hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for a launch");
}

/* --- launches --- */

struct hw_running_launch *hw_execution_context_take(struct hw_execution_context *execution_context)
{
    pthread_mutex_lock(&execution_context->lock);
    struct hw_running_launch *running = execution_context->free;
    if (running)
        execution_context->free = running->next_free;
    pthread_mutex_unlock(&execution_context->lock);
    return running;
}

void hw_execution_context_put(struct hw_execution_context *execution_context,
                              struct hw_running_launch *running, struct hw_cached_executable *cached)
{
    pthread_mutex_lock(&execution_context->lock);
    struct hw_cached_executable *unused = leave(cached);
    running->next_free = execution_context->free;
    execution_context->free = running;
    pthread_mutex_unlock(&execution_context->lock);
    if (unused)
        destroy_cached(unused);
}

/* SPDX-License-Identifier: MIT */
/* See executor.h: the queue of items, and who takes which. */
#include "cuda/core/executor/executor.h"

#include "cuda/base/message.h"
#include "cuda/core/call.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/executor/executor_threads.h"
#include "cuda/core/executor/host_threads.h"
#include "cuda/core/executor/item_order.h"
#include "cuda/core/executor/stall.h"
#include "cuda/core/launches/launch_output.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/settings.h"
#include "cuda/core/streams/stream_queue.h"
#include "cuda/profiler/profiler.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#define LONGEST_WAIT         0.05 /* seconds, of what only waits */
#define LOOK_NANOSECONDS     1000000
#define FUNCTION_NANOSECONDS 10000000
#define LATE_ITEMS           16u /* calls, on average, in which an item that is to be late is not done */

static struct {
    struct hw_cuda_pending *items; /* ready or begun, by number */
    uint32_t executing;            /* threads, each a piece of work */
    uint32_t helpers;              /* host threads that sleep in hw_cuda_executor_help */
    uint64_t moves;                /* work that has begun, gone on or ended; naps count, too */
    uint64_t turns;                /* that were given away */
    unsigned ends;                 /* modules whose kernels have had their time to end */
    uint64_t begun, alone_since;   /* pieces of work that have begun; when one was alone */
    uint32_t finishing;            /* threads in hw_cuda_executor_finish, which execute nothing themselves */
    bool by_chance;                /* a call that waits for nothing executes one (hw_cuda_executor_chance) */
} executor;

static _Atomic uint32_t unvisited; /* items */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Thread_local unsigned inside;

/* --- work that executes --- */

/* A worker that goes on looks itself. */
void hw_cuda_executor_note_move(void)
{
    executor.moves++;
    hw_cuda_stall_over();
    if (executor.items && !hw_cuda_is_worker())
        hw_cuda_worker_see_to_it();
}

void hw_cuda_executor_begin(bool first)
{
    executor.executing++;
    executor.begun += first;
    inside++;
    hw_cuda_host_thread_stops();
}

void hw_cuda_executor_release(void)
{
    if (!hw_profiler_on())
        hw_cuda_unlock(cudaSuccess);
}

void hw_cuda_executor_retake(void)
{
    if (!hw_profiler_on())
        hw_cuda_relock();
}

void hw_cuda_executor_end(void)
{
    executor.executing--;
    inside--;
    hw_cuda_host_thread_goes_on();
}

bool hw_cuda_executor_inside(void)
{
    return inside > 0;
}

bool hw_cuda_executor_has_others(void)
{
    return hw_cuda_worker_limit() > 1;
}

static bool is_alone(void)
{
    uint32_t open = 0;

    for (const struct hw_cuda_pending *item = executor.items; item; item = item->next_ready)
        open += item->begun;
    return executor.executing == 1 && open <= 1;
}

bool hw_cuda_executor_begins_alone(void)
{
    if (!is_alone())
        return false;
    executor.alone_since = executor.begun;
    return hw_cuda_host_begins_still();
}

bool hw_cuda_executor_was_alone(void)
{
    return executor.begun == executor.alone_since && hw_cuda_host_was_still();
}

bool hw_cuda_executor_is_quiet(void)
{
    hw_cuda_executor_retake();
    const bool quiet = is_alone() && !(executor.items && executor.items->next_ready) &&
                       !hw_cuda_queue_calls() && hw_cuda_process_is_still();
    hw_cuda_executor_release();
    return quiet;
}

bool hw_cuda_executor_is_off(void)
{
    return hw_profiler_on() || hw_cuda_by_methods();
}

/* --- items --- */

static void remove_item(const struct hw_cuda_pending *item)
{
    struct hw_cuda_pending **link = &executor.items;

    while (*link != item)
        link = &(*link)->next_ready;
    *link = item->next_ready;
}

/* Nobody visits the item any more, for now or for ever.  What it has changed may be what others wait for. */
static void leave(struct hw_cuda_pending *item, uint64_t moves)
{
    if (item->over) {
        remove_item(item);
        hw_cuda_executor_note_move();
        hw_cuda_item_finish(item);
        return;
    }
    item->waits = !item->more;
    if (item->more)
        item->turn = ++executor.turns;
    item->more = false;
    if (hw_cuda_running_moves(&item->running) != moves)
        hw_cuda_executor_note_move();
    item->seen = executor.moves;
}

/* The work is over, so others that have joined it too late leave at once: this thread stays, and finishes the
 * item. If it left that to them, it would have to be woken up for the next one. */
static void await_others(struct hw_cuda_pending *item)
{
    struct hw_cuda_context *context = hw_cuda.context;

    item->awaited = true;
    while (item->inside > 0) {
        hw_cuda_executor_release();
        sched_yield();
        hw_cuda_executor_retake();
        hw_cuda.context = context;
    }
    item->awaited = false;
}

/* Work on an item, in which the calling thread stands still as far as the program goes. */
static void visit(struct hw_cuda_pending *item)
{
    const uint64_t moves = item->begun ? hw_cuda_running_moves(&item->running) : 0;

    hw_cuda_host_thread_stops();
    if (item->unvisited)
        atomic_fetch_sub(&unvisited, 1);
    item->unvisited = false;
    item->inside++;
    item->waits = false;
    if ((executor.items->next_ready || executor.by_chance) &&
        hw_cuda_executor_outlook() != HW_CUDA_OUTLOOK_NOTHING)
        hw_cuda_worker_see_to_it();
    const enum hw_cuda_visit came_to = hw_cuda_item_visit(item);
    item->over |= came_to == HW_CUDA_VISIT_OVER;
    item->more |= came_to == HW_CUDA_VISIT_MORE;
    item->inside--;
    if (!item->awaited && came_to == HW_CUDA_VISIT_OVER)
        await_others(item);
    if (item->inside == 0 && !item->awaited)
        leave(item, moves);
    hw_cuda_host_thread_goes_on();
}

/* Whether one more thread finds work in an item. */
static bool wants_thread(const struct hw_cuda_pending *item)
{
    if (!item->begun)
        return true;
    if (item->over)
        return false;
    if (item->inside > 0)
        return hw_cuda_running_wants(&item->running) > 0;
    return !item->waits || item->seen != executor.moves;
}

static bool has_worker(void)
{
    return executor.executing < hw_cuda_worker_limit();
}

/* In any order but the free one: that which goes on alone; NULL: none does. */
static struct hw_cuda_pending *find_only(void)
{
    struct hw_cuda_pending *item = hw_cuda_item_order() == HW_CUDA_ORDER_FREE ? NULL : executor.items;

    while (item && (!item->begun || item->waits || item->turn))
        item = item->next_ready;
    return item;
}

/* Whether an item may be visited beside what executes.  A stream that waits for a value or for another
 * process always may: to look at it takes no time, and what executes may be what writes it. */
static bool has_room(const struct hw_cuda_pending *item, const struct hw_cuda_pending *only)
{
    if (item->waits && hw_cuda_work_waits(item->work))
        return true;
    return has_worker() && (!only || item == only);
}

typedef bool item_filter(const struct hw_cuda_pending *item, const void *context);

/* One that wants a thread, as the order says: those that have given way come behind the others.  Those that
 * only wait come last, and of them the one that has done so for longest. */
static struct hw_cuda_pending *choose(item_filter *may, const void *context)
{
    struct hw_cuda_pending *found = NULL, *waits = NULL, *only = find_only();
    uint32_t count = 0;

    for (struct hw_cuda_pending *item = executor.items; item; item = item->next_ready) {
        if (!has_room(item, only) || !may(item, context) || !wants_thread(item))
            continue;
        if (item->waits) {
            if (!waits || item->seen < waits->seen)
                waits = item;
        } else if (hw_cuda_item_order() != HW_CUDA_ORDER_DRAWN) {
            if (!found || item->turn < found->turn)
                found = item;
            if (found->turn == 0)
                return found;
        } else if (hw_cuda_order_draw(++count) == 0) {
            found = item;
        }
    }
    return found ? found : waits;
}

/* Whether a worker leaves items to the program's threads, in the drawn order. */
static bool leaves_all(void)
{
    return hw_cuda_item_order() == HW_CUDA_ORDER_DRAWN && executor.finishing == 0 &&
           !hw_cuda_worker_sees_quiet() && !hw_cuda_executor_only_waits();
}

static bool is_any(const struct hw_cuda_pending *item, const void *nothing)
{
    (void)item;
    (void)nothing;
    return true;
}

/* In the drawn order half of all items are done by chance soon, and half hardly before the program waits: so
 * two that no order binds are often done the other way round. */
static bool is_early(const struct hw_cuda_pending *item, const void *nothing)
{
    (void)nothing;
    return !item->late;
}

static struct hw_cuda_pending *draw_item(void)
{
    if (hw_cuda_order_draw(LATE_ITEMS) == 0) /* the program may do nothing else than ask */
        return choose(is_any, NULL);
    return hw_cuda_order_draw(2) == 0 ? choose(is_early, NULL) : NULL;
}

/* A function of the program is done now, by chance, unless it waits for this thread. */
static void let_function_run(void)
{
    if (hw_cuda_in_host_function() || !hw_cuda_host_function_runs() || hw_cuda_order_draw(2) != 0)
        return;
    executor.helpers++;
    hw_cuda_lock_wait_for(&changed, FUNCTION_NANOSECONDS);
    executor.helpers--;
}

void hw_cuda_executor_chance(void)
{
    if (hw_cuda_item_order() != HW_CUDA_ORDER_DRAWN || inside > 0)
        return;
    executor.by_chance = true;
    for (struct hw_cuda_pending *item; executor.by_chance && executor.items && (item = draw_item());)
        visit(item);
    executor.by_chance = false;
    let_function_run();
}

/* Whether a whole tick has passed since it came. */
static bool is_older_than_tick(const struct hw_cuda_pending *item, const void *nothing)
{
    (void)nothing;
    return item->begun || item->tick + 2 <= hw_cuda_worker_tick();
}

bool hw_cuda_executor_work(void)
{
    struct hw_cuda_pending *item = leaves_all() ? NULL : choose(is_older_than_tick, NULL);

    if (item)
        visit(item);
    return item;
}

uint32_t hw_cuda_executor_unvisited(void)
{
    return atomic_load(&unvisited);
}

enum hw_cuda_outlook hw_cuda_executor_outlook(void)
{
    enum hw_cuda_outlook outlook = HW_CUDA_OUTLOOK_NOTHING;

    if (executor.by_chance) /* the program waits to go on */
        return HW_CUDA_OUTLOOK_STARVES;
    const struct hw_cuda_pending *only = find_only();
    for (const struct hw_cuda_pending *item = executor.items; item; item = item->next_ready)
        if (!item->waits && wants_thread(item))
            return has_room(item, only) ? HW_CUDA_OUTLOOK_SOON : HW_CUDA_OUTLOOK_STARVES;
        else if (item->waits)
            outlook = HW_CUDA_OUTLOOK_WAITS;
    return outlook;
}

void hw_cuda_executor_add(struct hw_cuda_pending *item)
{
    struct hw_cuda_pending **link = &executor.items;
    const bool by_worker = hw_cuda_is_worker();

    while (*link && (*link)->number < item->number)
        link = &(*link)->next_ready;
    item->next_ready = *link;
    *link = item;
    item->waits = item->begun; /* it has been visited, and is not over */
    item->seen = executor.moves;
    item->tick = by_worker ? 0 : hw_cuda_worker_tick();
    item->late = hw_cuda_item_order() == HW_CUDA_ORDER_DRAWN && hw_cuda_order_draw(2) == 0;
    item->unvisited = true;
    atomic_fetch_add(&unvisited, 1);
    if (!by_worker || executor.items->next_ready) /* a worker that goes on looks itself */
        hw_cuda_worker_see_to_it();
    if (executor.helpers && !by_worker)
        pthread_cond_broadcast(&changed);
}

void hw_cuda_executor_call(uint32_t count)
{
    hw_cuda_relock();
    hw_cuda_worker_call(count);
    if (executor.helpers)
        pthread_cond_broadcast(&changed);
    hw_cuda_unlock(cudaSuccess);
}

void hw_cuda_executor_relieve(void)
{
    executor.by_chance = false; /* the call goes on */
    for (struct hw_cuda_pending *item = executor.items; item; item = item->next_ready)
        if (item->inside > 0 && item->work->kind == HW_CUDA_WORK_KERNEL)
            hw_cuda_launch_give_way(item->running.launch);
}

/* --- work that only waits --- */

bool hw_cuda_executor_only_waits(void)
{
    for (const struct hw_cuda_pending *item = executor.items; item; item = item->next_ready)
        if (!item->waits)
            return false;
    return executor.items && executor.executing == 0;
}

void hw_cuda_executor_look_again(void)
{
    executor.moves++;
    hw_cuda_executor_wake_helpers();
}

size_t hw_cuda_executor_waiting(struct hw_cuda_running **running, size_t most)
{
    size_t count = 0;

    for (struct hw_cuda_pending *item = executor.items; item && count < most; item = item->next_ready)
        if (item->waits)
            running[count++] = &item->running;
    return count;
}

/* Whoever waits for work that the end of the program stops hears of it. */
static void unloads(struct hw_cuda_context *context)
{
    if (context && context->failed == cudaSuccess)
        context->failed = cudaErrorCudartUnloading;
}

void hw_cuda_executor_stop_context(const struct hw_cuda_context *context)
{
    for (struct hw_cuda_pending *item = executor.items; item; item = item->next_ready)
        if (item->begun && (!context || item->context == context)) {
            hw_cuda_running_stop(&item->running, NULL);
            item->waits = false;
            if (!context)
                unloads(item->context);
        }
}

/* --- host threads that wait --- */

static bool is_awaited(const struct hw_cuda_pending *item, const void *context)
{
    const struct hw_cuda_awaited *awaited = context;

    if (item->asked > awaited->until || (awaited->context && item->context != awaited->context))
        return false;
    return awaited->any_stream || item->stream == awaited->stream || hw_cuda_item_leads_to(item, awaited);
}

void hw_cuda_executor_help(const struct hw_cuda_awaited *awaited)
{
    struct hw_cuda_pending *item =
        choose(hw_cuda_item_order() == HW_CUDA_ORDER_FREE ? is_awaited : is_any, awaited);

    if (item && item->turn) /* it has given way */
        item = choose(is_any, NULL);
    if (item) {
        visit(item);
        return;
    }
    executor.helpers++;
    hw_cuda_host_thread_stops();
    hw_cuda_lock_wait(&changed);
    hw_cuda_host_thread_goes_on();
    executor.helpers--;
}

void hw_cuda_executor_wake_helpers(void)
{
    if (executor.helpers)
        pthread_cond_broadcast(&changed);
}

/* --- the end --- */

static struct hw_cuda_pending *find_of(const struct hw_cuda_module *module)
{
    struct hw_cuda_pending *item = executor.items;

    while (item && (item->work->kind != HW_CUDA_WORK_KERNEL || item->work->kernel.kernel->module != module))
        item = item->next_ready;
    return item;
}

static void stop(struct hw_cuda_pending *item)
{
    struct hw_cuda_launch_state *launch = item->running.launch;

    if (!item->begun || launch->stopped)
        return;
    hw_cuda_message("%s %s when its code was unloaded, and was stopped", hw_cuda_launch_name(launch),
                    item->waits ? "waited" : "ran");
    hw_cuda_launch_stop(launch, NULL);
    item->waits = false;
    unloads(item->context);
}

/* Workers run them: this thread could not leave a kernel that never ends.  A failure of the context ends its
 * work, too. */
void hw_cuda_executor_finish(const struct hw_cuda_module *module)
{
    const double begin = hw_cuda_seconds();
    struct hw_cuda_pending *item;
    bool ends = false;

    if (inside > 0)
        return;
    executor.finishing++;
    while ((item = find_of(module))) {
        const double passed = hw_cuda_seconds() - begin;
        if (passed > HW_CUDA_LONGEST_END && !ends) {
            ends = true;
            executor.ends++;
        }
        if (passed > HW_CUDA_LONGEST_END || (item->waits && passed > LONGEST_WAIT))
            stop(item);
        hw_cuda_worker_see_to_it();
        executor.helpers++;
        hw_cuda_host_thread_stops();
        hw_cuda_lock_wait_for(&changed, LOOK_NANOSECONDS);
        hw_cuda_host_thread_goes_on();
        executor.helpers--;
    }
    executor.finishing--;
    executor.ends -= ends;
}

bool hw_cuda_executor_must_end(void)
{
    return executor.ends > 0 || hw_cuda_stall_is_past_end();
}

static bool is_idle(void)
{
    return !executor.items && executor.executing == 0;
}

/* What waits for a function of the program is left: that may wait for ever. */
void hw_cuda_executor_settle(void)
{
    if (inside > 0 || hw_cuda_call_is_interrupted()) /* exit() in a signal's handler */
        return;
    hw_cuda_lock();
    hw_cuda_stall_at_end();
    hw_cuda_queue_sweep(is_idle);
    hw_cuda_output_flush();
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_workers_end();
}

void hw_cuda_executor_forget(void)
{
    memset(&executor, 0, sizeof executor);
    atomic_store(&unvisited, 0);
    changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    hw_cuda_workers_forget();
}

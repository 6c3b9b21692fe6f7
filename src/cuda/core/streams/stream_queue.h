/* SPDX-License-Identifier: MIT */
/* Work of streams that is not done.
 *
 * What a stream is asked for becomes an item, which knows which items have to be done before it: the last one
 * of its ordering, those that the default stream waits for or waits for it, and that of an event.  An item
 * without any is ready.  The executor runs what is worth a thread (executor/executor.h); a thread of its own
 * calls functions of the program (host_callbacks.h); all else is done at once, by whoever makes it ready.  So
 * the order in a stream, and all that events promise, does not depend on how threads are scheduled. */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_QUEUE_H
#define HW_CUDA_CORE_STREAMS_STREAM_QUEUE_H

#include "cuda/core/streams/running_work.h"

struct hw_cuda_awaited;
struct hw_cuda_context;
struct hw_shared_event;

/* A piece of work that is not done. */
struct hw_cuda_pending {
    struct hw_cuda_pending *before, *next; /* all items, in the order in which they came */
    struct hw_cuda_pending *next_ready;
    /* The executor's. */
    uint64_t tick;   /* in which it became ready */
    bool unvisited;  /* since then */
    bool late;       /* in a drawn order: it is done where the program waits */
    bool begun;      /* it has been visited, */
    bool runs;       /* and its work has begun */
    unsigned inside; /* threads that visit it */
    bool over;       /* one of them has seen the end, */
    bool awaited;    /* and waits for the others; */
    bool more;       /* or one has given way */
    uint64_t turn;   /* how late it is, having given way; 0: it has not */
    bool waits;      /* its work only waits, */
    uint64_t seen;   /* and has seen what others had done so far */
    struct hw_cuda_work *work;
    struct hw_cuda_running running;
    cudaError_t prepared; /* what that came to */
    struct hw_cuda_context *context;
    cudaStream_t stream; /* resolved */
    uint64_t number;
    uint64_t asked; /* the number that its submission had, which a kernel's come after */
    struct hw_cuda_environment *environment; /* of a graph's items, for its kernels; NULL: none */
    unsigned waits_for;                      /* items */
    struct hw_cuda_pending **after;          /* those that wait for this one */
    size_t count, room;                      /* of them */
    unsigned waiting;                        /* that look at it: it stays when it is done */
    struct hw_cuda_pending **seen_by;        /* NULL when it is done */
    /* Of a record of an event that other processes share: the event, the number there, and the one behind. */
    struct hw_shared_event *record_of;
    uint64_t record;
    struct hw_cuda_pending *next_record;
    bool ends_lane, gone, done; /* it was its ordering's last one; all has been said of it */
};

extern size_t hw_cuda_queued; /* items that are not done */

/* Whether anything waits anywhere: if not, all work runs at once. */
static inline bool hw_cuda_queue_busy(void)
{
    return hw_cuda_queued > 0;
}

/* Run work of a resolved stream, or keep it. */
cudaError_t hw_cuda_queue_work(cudaStream_t stream, const struct hw_cuda_work *work);
/* Run work in the call, whatever is before it. */
cudaError_t hw_cuda_queue_run_now(cudaStream_t stream, const struct hw_cuda_work *work);

/* --- pieces of one submission, such as the nodes of a graph --- */

/* A new item of a stream, which is not in its ordering yet; NULL: no memory.  The kept work becomes the
 * item's. `prepared`: what was made of it; NULL: that is made here. */
struct hw_cuda_pending *hw_cuda_item_add(cudaStream_t stream, struct hw_cuda_work *work,
                                         const struct hw_cuda_running *prepared);
/* It comes after another one (NULL or done: nothing). */
void hw_cuda_item_after(struct hw_cuda_pending *item, struct hw_cuda_pending *before);
/* It comes after what is in its stream, and those behind it there come after it, in its stead. */
void hw_cuda_item_after_lane(struct hw_cuda_pending *item);
void hw_cuda_item_ends_lane(struct hw_cuda_pending *item);
/* All that it comes after has been said: it runs as soon as it may, and then is gone. */
void hw_cuda_item_go(struct hw_cuda_pending *item);

/* --- waiting; each may let other threads have the lock --- */

/* Whether work that a resolved stream comes after is not done. */
bool hw_cuda_queue_holds(cudaStream_t stream);
/* Whether all is done that a resolved stream has been asked for; of the legacy default stream, also what it
 * would wait for. */
bool hw_cuda_queue_is_done(cudaStream_t stream);
/* Wait until what these have been asked for is done. */
void hw_cuda_queue_wait(cudaStream_t stream);
void hw_cuda_queue_wait_context(const struct hw_cuda_context *context);
/* It is not looked at any more. */
void hw_cuda_item_release(struct hw_cuda_pending *item);
/* All work, for what is about to end that any of it may use.  Work that runs itself does not wait. */
void hw_cuda_queue_wait_all(void);
void hw_cuda_queue_wait_item(struct hw_cuda_pending *item);
/* Whether functions of the program are among what is not done. */
bool hw_cuda_queue_calls(void);
/* Help with any work until there is an end of it. */
void hw_cuda_queue_sweep(bool (*is_over)(void));

/* --- what goes away --- */

/* Items that use this event, or a kernel of this module and are not under way, do nothing any more; kernels
 * that are under way are finished, or stopped (executor.h). */
void hw_cuda_queue_forget_event(cudaEvent_t event);
void hw_cuda_queue_forget_module(const struct hw_cuda_module *module);

/* Have a function called that belongs to no stream. */
void hw_cuda_call_later(void (*function)(void *data), void *data);

/* The process is a child, in which nothing waits. */
void hw_cuda_queue_forget(void);

/* --- for those that run items: the executor, and the thread that calls the program's functions --- */

/* Whether it is one of those before the last awaited item, as far as a short search shows. */
bool hw_cuda_item_leads_to(const struct hw_cuda_pending *item, const struct hw_cuda_awaited *awaited);
/* Do its work, or what is left of it, without the lock while that executes. */
enum hw_cuda_visit hw_cuda_item_visit(struct hw_cuda_pending *item);
/* Its work is over, and nobody visits it any more; a function of the program has returned. */
void hw_cuda_item_finish(struct hw_cuda_pending *item);
void hw_cuda_item_end(struct hw_cuda_pending *item);

#endif

/* SPDX-License-Identifier: MIT */
/* Hashes of the events of a launch, one for each warp: the events of a warp come in order, those of different
 * warps in any. */
#ifndef TESTS_FUZZ_EVENT_HASH_H
#define TESTS_FUZZ_EVENT_HASH_H

#include <halfwarp/listener.h>

#define EVENT_HASH_WARPS 1024u /* warps whose numbers are equal modulo this have their hashes mixed */

/* What is listened to. */
enum event_hash_kind {
    EVENT_HASH_ISSUES = 1,
    EVENT_HASH_ACCESSES = 2,
    EVENT_HASH_WRITES = 4,
    EVENT_HASH_KINDS = 8
};

struct event_hash {
    _Atomic uint64_t warp[EVENT_HASH_WARPS];
};

static inline void event_hash_add(struct event_hash *hash, const struct hw_event_source *at, uint64_t value)
{
    _Atomic uint64_t *slot = &hash->warp[(at->block * 64 + at->warp) % EVENT_HASH_WARPS];

    *slot = (*slot ^ value) * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

static inline void event_hash_issue(void *context, const struct hw_issue_event *event)
{
    event_hash_add(context, &event->at, (uint64_t)event->pc << 16 | event->op);
    event_hash_add(context, &event->at, (uint64_t)event->active << 32 | event->executed);
}

static inline void event_hash_access(void *context, const struct hw_access_event *event)
{
    event_hash_add(context, &event->at,
                   (uint64_t)event->pc << 32 | (uint64_t)event->kind << 24 | (uint64_t)event->space << 16 |
                       event->bytes);
    event_hash_add(context, &event->at, event->lanes);
    for (unsigned lane = 0; event->address && lane < 32; lane++)
        if (event->lanes >> lane & 1)
            event_hash_add(context, &event->at, event->address[lane]);
}

static inline void event_hash_written(void *context, const struct hw_written_event *event)
{
    event_hash_add(context, &event->at, (uint64_t)event->pc << 32 | event->executed);
    for (unsigned i = 0; i < event->written_count; i++) {
        event_hash_add(context, &event->at, (uint64_t)event->written[i].kind << 8 | event->written[i].number);
        for (unsigned lane = 0; lane < 32; lane++)
            if (event->executed >> lane & 1)
                event_hash_add(context, &event->at, event->written[i].lanes[lane]);
    }
}

static inline void event_hash_ignore(void *context, const struct hw_written_event *event)
{
    (void)context;
    (void)event;
}

/* `alone`: each issue is told of by itself.  (Without subscriptions to writes, several are told of at
 * once.) */
static inline struct hw_listener event_hash_listener(struct event_hash *hash, unsigned kinds, bool alone)
{
    return (struct hw_listener){.context = hash,
                                .issue = kinds & EVENT_HASH_ISSUES ? event_hash_issue : NULL,
                                .access = kinds & EVENT_HASH_ACCESSES ? event_hash_access : NULL,
                                .written = kinds & EVENT_HASH_WRITES ? event_hash_written
                                           : alone                   ? event_hash_ignore
                                                                     : NULL};
}

#endif

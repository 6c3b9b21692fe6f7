/* SPDX-License-Identifier: MIT */
/* See ordering.h. */
#include "ordering.h"

#include <string.h>

/* --- clocks --- */

static void join(struct clocks *to, const struct clocks *from)
{
    for (uint32_t i = 0; i < THREADS_MAX; i++)
        if (to->at[i] < from->at[i])
            to->at[i] = from->at[i];
}

bool clocks_behind(const struct clocks *first, const struct clocks *second)
{
    for (uint32_t i = 0; i < THREADS_MAX; i++)
        if (first->at[i] > second->at[i])
            return false;
    return true;
}

void ordering_begin(struct ordering *ordering, const struct program *program)
{
    memset(ordering, 0, sizeof *ordering);
    ordering->program = program;
    for (uint32_t i = 0; i < program->streams; i++)
        ordering->stream_live[i] = !program->stream[i].late;
    for (uint32_t i = 0; i < program->events; i++)
        ordering->event_live[i] = !program->event[i].late;
    for (uint32_t i = 0; i < program->buffers; i++)
        ordering->buffer[i] = (struct buffer_clocks){.live = !program->buffer[i].late, .writer = HOST_THREAD};
}

/* --- the order of streams --- */

static bool is_blocking(const struct stream *stream)
{
    return stream->kind == STREAM_BLOCKING || stream->kind == STREAM_PER_THREAD;
}

/* What an action that the host now gives to a stream is behind: the stream, the host, and by the rule of the
 * legacy stream all blocking streams of its device, or it. */
static struct clocks clocks_of_action(const struct ordering *ordering, uint32_t at)
{
    const struct program *program = ordering->program;
    const struct stream *stream = &program->stream[at];
    struct clocks clocks = ordering->thread[at];

    join(&clocks, &ordering->thread[HOST_THREAD]);
    if (is_blocking(stream))
        join(&clocks, &ordering->thread[2 * stream->device]);
    for (uint32_t i = 0; stream->kind == STREAM_LEGACY && i < program->streams; i++)
        if (ordering->stream_live[i] && program->stream[i].device == stream->device &&
            is_blocking(&program->stream[i]))
            join(&clocks, &ordering->thread[i]);
    clocks.at[at]++;
    return clocks;
}

bool ordering_stream_done(const struct ordering *ordering, uint32_t stream)
{
    struct clocks clocks = clocks_of_action(ordering, stream);

    clocks.at[stream]--;
    for (uint32_t i = 0;
         ordering->program->stream[stream].kind == STREAM_LEGACY && i < ordering->program->streams; i++)
        if (ordering->stream_gone[i] && is_blocking(&ordering->program->stream[i])) /* its work may go on */
            join(&clocks, &ordering->thread[i]);
    if (ordering->program->among_others && ordering->program->stream[stream].kind != STREAM_NONBLOCKING)
        return false; /* others may have work in the legacy stream, or in those that it waits for */
    return clocks_behind(&clocks, &ordering->thread[HOST_THREAD]);
}

bool ordering_event_done(const struct ordering *ordering, uint32_t event)
{
    return clocks_behind(&ordering->event[event], &ordering->thread[HOST_THREAD]);
}

/* --- races --- */

static bool is_ahead(uint32_t thread, uint32_t at, const struct clocks *clocks, struct race *race)
{
    if (at <= clocks->at[thread])
        return false;
    *race = (struct race){thread, at};
    return true;
}

static bool read_races(const struct ordering *ordering, uint32_t buffer, const struct clocks *clocks,
                       struct race *race)
{
    return is_ahead(ordering->buffer[buffer].writer, ordering->buffer[buffer].written, clocks, race);
}

static bool write_races(const struct ordering *ordering, uint32_t buffer, const struct clocks *clocks,
                        struct race *race)
{
    if (read_races(ordering, buffer, clocks, race))
        return true;
    for (uint32_t i = 0; i < THREADS_MAX; i++)
        if (is_ahead(i, ordering->buffer[buffer].read[i], clocks, race))
            return true;
    return false;
}

static void note_read(struct ordering *ordering, uint32_t buffer, uint32_t thread,
                      const struct clocks *clocks)
{
    ordering->buffer[buffer].read[thread] = clocks->at[thread];
}

static void note_write(struct ordering *ordering, uint32_t buffer, uint32_t thread,
                       const struct clocks *clocks)
{
    ordering->buffer[buffer].writer = thread;
    ordering->buffer[buffer].written = clocks->at[thread];
}

/* Before Pascal the host may touch no managed memory while a device is at work. */
static bool host_races(const struct ordering *ordering, uint32_t buffer, const struct clocks *clocks,
                       struct race *race)
{
    const struct program *program = ordering->program;

    if (program->buffer[buffer].space != SPACE_MANAGED || program->managed == MANAGED_CONCURRENT)
        return false;
    for (uint32_t i = 0; i < program->streams; i++)
        if (is_ahead(i, ordering->thread[i].at[i], clocks, race))
            return true;
    return false;
}

/* --- who reaches what --- */

bool host_reaches(const struct program *program, uint32_t buffer)
{
    return program->buffer[buffer].space <= SPACE_MANAGED;
}

bool device_reaches(const struct program *program, uint32_t device, uint32_t buffer)
{
    const struct buffer *it = &program->buffer[buffer];

    return it->space != SPACE_PAGEABLE && (it->space != SPACE_POOL || it->device == device);
}

static bool agent_reaches(const struct program *program, enum agent agent, uint32_t device, uint32_t buffer)
{
    const struct buffer *it = &program->buffer[buffer];

    switch (agent) {
    case AGENT_HOST:
        return host_reaches(program, buffer) &&
               (it->space != SPACE_MANAGED || program->managed == MANAGED_CONCURRENT);
    case AGENT_COPY: return it->space == SPACE_PAGEABLE || device_reaches(program, device, buffer);
    case AGENT_FILL: return it->space >= SPACE_DEVICE && it->device == device;
    default: return device_reaches(program, device, buffer);
    }
}

static bool work_is_possible(const struct ordering *ordering, enum agent agent, uint32_t device,
                             const struct work *work)
{
    if (!ordering->buffer[work->to].live || !agent_reaches(ordering->program, agent, device, work->to))
        return false;
    return !work_reads(work) || (work->to != work->from && ordering->buffer[work->from].live &&
                                 agent_reaches(ordering->program, agent, device, work->from));
}

/* --- operations --- */

static enum agent agent_of(enum operation_kind kind)
{
    switch (kind) {
    case DO_KERNEL: return AGENT_KERNEL;
    case DO_HOST_FUNCTION:
    case DO_CALLBACK: return AGENT_HOST;
    case DO_COPY:
    case DO_COPY_NOW: return AGENT_COPY;
    case DO_SCRATCH: return AGENT_SCRATCH;
    default: return AGENT_FILL;
    }
}

static bool is_memory_of(const struct buffer *buffer, uint32_t device)
{
    return buffer->space >= SPACE_DEVICE && buffer->device == device;
}

/* A copy in a legacy stream between memories of devices is in order with the legacy streams of those, too.
 * Managed memory is of no device. */
static bool is_peer_of_copy(const struct ordering *ordering, const struct operation *operation,
                            uint32_t device)
{
    const struct program *program = ordering->program;
    const struct stream *stream = &program->stream[operation->stream];
    const struct buffer *to = &program->buffer[operation->work.to],
                        *from = &program->buffer[operation->work.from];

    return agent_of(operation->kind) == AGENT_COPY && stream->kind == STREAM_LEGACY &&
           to->space >= SPACE_MANAGED && from->space >= SPACE_MANAGED && device != stream->device &&
           (is_memory_of(to, device) || is_memory_of(from, device));
}

/* A copy from pageable memory reads it within the call; one to such memory returns when it is done.  One that
 * is not asynchronous returns when it is done wherever page-locked memory takes part, too. */
static enum verdict step_work(struct ordering *ordering, const struct operation *operation, struct race *race)
{
    const struct program *program = ordering->program;
    const uint32_t stream = operation->stream;
    const struct work *work = &operation->work;
    const enum agent agent = agent_of(operation->kind);
    struct clocks clocks = clocks_of_action(ordering, stream), *host = &ordering->thread[HOST_THREAD];
    const bool at_call = agent == AGENT_COPY && program->buffer[work->from].space == SPACE_PAGEABLE;
    const enum space to = program->buffer[work->to].space, from = program->buffer[work->from].space;

    if (!work_is_possible(ordering, agent, program->stream[stream].device, work) ||
        (operation->kind == DO_COPY_NOW && program->stream[stream].kind != STREAM_LEGACY))
        return IMPOSSIBLE;
    for (uint32_t i = 0; i < program->devices; i++)
        if (is_peer_of_copy(ordering, operation, i)) {
            struct clocks peer = clocks_of_action(ordering, 2 * i);
            peer.at[2 * i]--;
            join(&clocks, &peer);
        }
    if (write_races(ordering, work->to, &clocks, race))
        return RACES;
    if (work_reads(work) && read_races(ordering, work->from, at_call ? host : &clocks, race))
        return RACES;
    if (work_reads(work) && at_call)
        note_read(ordering, work->from, HOST_THREAD, host);
    else if (work_reads(work))
        note_read(ordering, work->from, stream, &clocks);
    note_write(ordering, work->to, stream, &clocks);
    ordering->thread[stream] = clocks;
    for (uint32_t i = 0; i < program->devices; i++)
        if (is_peer_of_copy(ordering, operation, i))
            join(&ordering->thread[2 * i], &clocks);
    if (agent == AGENT_COPY && (to == SPACE_PAGEABLE || (operation->kind == DO_COPY_NOW &&
                                                         (to == SPACE_PINNED || to == SPACE_REGISTERED ||
                                                          from == SPACE_PINNED || from == SPACE_REGISTERED))))
        join(host, &clocks);
    return ORDERED;
}

uint32_t node_writes(const struct program *program, const struct node *node)
{
    uint32_t all = 0;

    if (node->agent != AGENT_CHILD)
        return node->agent == AGENT_EMPTY ? 0 : 1u << node->work.to;
    for (uint32_t i = 0; i < program->graph[node->child].count; i++)
        all |= node_writes(program, &program->graph[node->child].node[i]);
    return all;
}

uint32_t node_reads(const struct program *program, const struct node *node)
{
    uint32_t all = 0;

    if (node->agent != AGENT_CHILD)
        return work_reads(&node->work) ? 1u << node->work.from : 0;
    for (uint32_t i = 0; i < program->graph[node->child].count; i++)
        all |= node_reads(program, &program->graph[node->child].node[i]);
    return all;
}

static bool graph_is_possible(const struct ordering *ordering, const struct graph *graph)
{
    const struct program *program = ordering->program;

    for (uint32_t i = 0; i < graph->count; i++) {
        const struct node *node = &graph->node[i];
        if (node->agent == AGENT_CHILD) {
            if (!ordering->instantiated[node->child] ||
                !graph_is_possible(ordering, &program->graph[node->child]))
                return false;
        } else if (node->agent != AGENT_EMPTY &&
                   !work_is_possible(ordering, node->agent, graph->device, &node->work))
            return false;
    }
    return true;
}

static enum verdict step_launch(struct ordering *ordering, const struct operation *operation,
                                struct race *race)
{
    const struct program *program = ordering->program;
    const struct graph *graph = &program->graph[operation->graph];
    const uint32_t stream = operation->stream;
    struct clocks clocks = clocks_of_action(ordering, stream);
    uint32_t reads = 0, writes = 0;

    if (!ordering->instantiated[operation->graph] || !graph_is_possible(ordering, graph) ||
        graph->device != program->stream[stream].device)
        return IMPOSSIBLE;
    join(&clocks, &ordering->graph[operation->graph]); /* launches of one graph are in order */
    for (uint32_t i = 0; i < graph->count; i++) {
        reads |= node_reads(program, &graph->node[i]);
        writes |= node_writes(program, &graph->node[i]);
    }
    for (uint32_t i = 0; i < program->buffers; i++)
        if ((writes & 1u << i && write_races(ordering, i, &clocks, race)) ||
            (reads & 1u << i && read_races(ordering, i, &clocks, race)))
            return RACES;
    for (uint32_t i = 0; i < program->buffers; i++) {
        if (reads & 1u << i)
            note_read(ordering, i, stream, &clocks);
        if (writes & 1u << i)
            note_write(ordering, i, stream, &clocks);
    }
    ordering->thread[stream] = ordering->graph[operation->graph] = clocks;
    return ORDERED;
}

static enum verdict step_event(struct ordering *ordering, const struct operation *operation)
{
    const struct program *program = ordering->program;
    const uint32_t stream = operation->stream, event = operation->event;
    struct clocks clocks = clocks_of_action(ordering, stream);

    if (!ordering->event_live[event])
        return IMPOSSIBLE;
    if (operation->kind == DO_RECORD) {
        if (program->event[event].device != program->stream[stream].device)
            return IMPOSSIBLE;
        ordering->event[event] = clocks;
        ordering->recorded[event] = true;
    } else if (!ordering->recorded[event])
        return ORDERED; /* without effect, also on the order of the legacy stream */
    else
        join(&clocks, &ordering->event[event]);
    ordering->thread[stream] = clocks;
    return ORDERED;
}

/* Values of a mark grow, so each is written behind the one before; who waits for one is behind who wrote it.
 */
static enum verdict step_value(struct ordering *ordering, const struct operation *operation,
                               struct race *race)
{
    const uint32_t stream = operation->stream, mark = operation->event;
    struct clocks clocks = clocks_of_action(ordering, stream);

    if (mark >= ordering->program->marks)
        return IMPOSSIBLE;
    const struct clocks *last = &ordering->mark[mark].clocks;
    const uint32_t writer = ordering->mark[mark].writer;
    if (operation->kind == DO_WAIT_VALUE)
        join(&clocks, last);
    else if (is_ahead(writer, last->at[writer], &clocks, race))
        return RACES;
    else {
        ordering->mark[mark].clocks = clocks;
        ordering->mark[mark].writer = stream;
        ordering->mark[mark].value++;
    }
    ordering->thread[stream] = clocks;
    return ORDERED;
}

/* Where memory is makes no difference: this races with nothing, and nothing is ordered by it. */
static enum verdict step_prefetch(const struct ordering *ordering, const struct operation *operation)
{
    const struct program *program = ordering->program;
    const uint32_t at = operation->work.to;

    return program->buffer[at].space == SPACE_MANAGED && program->managed == MANAGED_CONCURRENT &&
                   ordering->buffer[at].live
               ? ORDERED
               : IMPOSSIBLE;
}

/* Memory of a pool in a stream's order: it is filled as soon as it is there. */
static enum verdict step_pool(struct ordering *ordering, const struct operation *operation, struct race *race)
{
    const struct program *program = ordering->program;
    const uint32_t stream = operation->stream, at = operation->work.to;
    const struct buffer *buffer = &program->buffer[at];
    const struct clocks clocks = clocks_of_action(ordering, stream);
    const bool is_new = operation->kind == DO_ALLOCATE;

    if (buffer->space != SPACE_POOL || buffer->device != program->stream[stream].device ||
        ordering->buffer_gone[at] || ordering->buffer[at].live == is_new)
        return IMPOSSIBLE;
    if (!is_new && write_races(ordering, at, &clocks, race))
        return RACES;
    ordering->buffer[at].live = is_new;
    ordering->buffer_gone[at] = !is_new;
    if (is_new)
        note_write(ordering, at, stream, &clocks);
    ordering->thread[stream] = clocks;
    return ORDERED;
}

static enum verdict step_host(struct ordering *ordering, const struct operation *operation, struct race *race)
{
    const struct work *work = &operation->work;
    struct clocks *host = &ordering->thread[HOST_THREAD];
    const bool reads = work_reads(work);

    if (!ordering->buffer[work->to].live || !host_reaches(ordering->program, work->to) ||
        (reads && (work->to == work->from || !ordering->buffer[work->from].live ||
                   !host_reaches(ordering->program, work->from))))
        return IMPOSSIBLE;
    if (write_races(ordering, work->to, host, race) || host_races(ordering, work->to, host, race) ||
        (reads &&
         (read_races(ordering, work->from, host, race) || host_races(ordering, work->from, host, race))))
        return RACES;
    host->at[HOST_THREAD]++;
    if (reads)
        note_read(ordering, work->from, HOST_THREAD, host);
    note_write(ordering, work->to, HOST_THREAD, host);
    return ORDERED;
}

/* The host looks, or copies to where it looks: in the legacy stream of the buffer's device. */
static enum verdict step_check(struct ordering *ordering, const struct operation *operation,
                               struct race *race)
{
    const uint32_t at = operation->work.to, legacy = 2u * ordering->program->buffer[at].device;
    struct clocks *host = &ordering->thread[HOST_THREAD];
    struct clocks clocks = clocks_of_action(ordering, legacy);

    if (!ordering->buffer[at].live)
        return IMPOSSIBLE;
    if (host_reaches(ordering->program, at))
        return read_races(ordering, at, host, race) || host_races(ordering, at, host, race) ? RACES : ORDERED;
    if (read_races(ordering, at, &clocks, race))
        return RACES;
    ordering->thread[legacy] = clocks;
    join(host, &clocks);
    return ORDERED;
}

/* Freeing is the host's write, with one exception: cudaFree waits for what uses the memory on its own device,
 * as programs expect that free what a kernel still works on. */
static enum verdict step_free(struct ordering *ordering, const struct operation *operation, struct race *race)
{
    const struct program *program = ordering->program;
    const uint32_t at = operation->work.to;
    const enum space space = program->buffer[at].space;
    struct clocks clocks = ordering->thread[HOST_THREAD];

    if (!ordering->buffer[at].live || space == SPACE_PAGEABLE)
        return IMPOSSIBLE;
    for (uint32_t i = 0; space >= SPACE_DEVICE && i < program->streams; i++)
        if (program->stream[i].device == program->buffer[at].device)
            join(&clocks, &ordering->thread[i]);
    if (write_races(ordering, at, &clocks, race))
        return RACES;
    ordering->buffer[at].live = false;
    ordering->buffer_gone[at] = true;
    return ORDERED;
}

static enum verdict step_synchronize(struct ordering *ordering, const struct operation *operation)
{
    struct clocks *host = &ordering->thread[HOST_THREAD];

    for (uint32_t i = 0; operation->kind == DO_SYNCHRONIZE_DEVICE && i < ordering->program->streams; i++)
        if (ordering->program->stream[i].device == operation->device)
            join(host, &ordering->thread[i]);
    if (operation->kind == DO_SYNCHRONIZE_STREAM || operation->kind == DO_POLL_STREAM) {
        if (!ordering->stream_live[operation->stream])
            return IMPOSSIBLE;
        join(host, &ordering->thread[operation->stream]);
    }
    if (operation->kind == DO_SYNCHRONIZE_EVENT || operation->kind == DO_POLL_EVENT) {
        if (!ordering->event_live[operation->event])
            return IMPOSSIBLE;
        join(host, &ordering->event[operation->event]);
    }
    return ORDERED;
}

/* Whether an object may be created (`live` is false) or destroyed; it is then. */
static enum verdict step_object(bool *live, bool *gone, bool create)
{
    if (*live == create || *gone)
        return IMPOSSIBLE;
    *live = create;
    *gone = !create;
    return ORDERED;
}

static enum verdict step_graph(struct ordering *ordering, const struct operation *operation)
{
    const struct graph *graph = &ordering->program->graph[operation->graph];
    bool *there = &ordering->instantiated[operation->graph];

    if (*there == (operation->kind == DO_INSTANTIATE) || !graph_is_possible(ordering, graph))
        return IMPOSSIBLE;
    if (operation->kind == DO_INSTANTIATE) {
        *there = true;
        return ORDERED;
    }
    if (operation->node >= graph->count)
        return IMPOSSIBLE;
    const enum agent agent = graph->node[operation->node].agent;
    if (operation->kind == DO_SWITCH)
        return !graph->captured && (agent == AGENT_KERNEL || agent == AGENT_COPY || agent == AGENT_FILL)
                   ? ORDERED
                   : IMPOSSIBLE;
    for (uint32_t i = 0; i < graph->count; i++) /* memory of nodes makes a graph that cannot be updated */
        if (graph->node[i].agent == AGENT_SCRATCH)
            return IMPOSSIBLE;
    return agent == AGENT_KERNEL ? ORDERED : IMPOSSIBLE;
}

enum verdict ordering_step(struct ordering *ordering, const struct operation *operation, struct race *race)
{
    const uint32_t stream = operation->stream, event = operation->event;

    if (operation->kind <= DO_FREE_ASYNC && !ordering->stream_live[stream])
        return IMPOSSIBLE;
    switch (operation->kind) {
    case DO_KERNEL:
    case DO_HOST_FUNCTION:
    case DO_CALLBACK:
    case DO_COPY:
    case DO_FILL:
    case DO_SCRATCH:
    case DO_COPY_NOW: return step_work(ordering, operation, race);
    case DO_LAUNCH: return step_launch(ordering, operation, race);
    case DO_RECORD:
    case DO_WAIT: return step_event(ordering, operation);
    case DO_WRITE_VALUE:
    case DO_WAIT_VALUE: return step_value(ordering, operation, race);
    case DO_PREFETCH: return step_prefetch(ordering, operation);
    case DO_PAUSE: return ORDERED;
    case DO_ALLOCATE:
    case DO_FREE_ASYNC: return step_pool(ordering, operation, race);
    case DO_HOST: return step_host(ordering, operation, race);
    case DO_CHECK: return step_check(ordering, operation, race);
    case DO_QUERY_STREAM: return ordering->stream_live[stream] ? ORDERED : IMPOSSIBLE;
    case DO_QUERY_EVENT: return ordering->event_live[event] ? ORDERED : IMPOSSIBLE;
    case DO_ELAPSED:
        return ordering->event_live[event] && ordering->event_live[operation->other_event] ? ORDERED
                                                                                           : IMPOSSIBLE;
    case DO_CREATE_STREAM:
    case DO_DESTROY_STREAM:
        if (ordering->program->stream[stream].kind <= STREAM_PER_THREAD)
            return IMPOSSIBLE;
        return step_object(&ordering->stream_live[stream], &ordering->stream_gone[stream],
                           operation->kind == DO_CREATE_STREAM);
    case DO_CREATE_EVENT:
    case DO_DESTROY_EVENT:
        return step_object(&ordering->event_live[event], &ordering->event_gone[event],
                           operation->kind == DO_CREATE_EVENT);
    case DO_CREATE_BUFFER:
        if (ordering->program->buffer[operation->work.to].space == SPACE_POOL)
            return IMPOSSIBLE;
        return step_object(&ordering->buffer[operation->work.to].live,
                           &ordering->buffer_gone[operation->work.to], true);
    case DO_FREE: return step_free(ordering, operation, race);
    case DO_INSTANTIATE:
    case DO_SWITCH:
    case DO_UPDATE: return step_graph(ordering, operation);
    default: return step_synchronize(ordering, operation);
    }
}

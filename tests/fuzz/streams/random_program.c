/* SPDX-License-Identifier: MIT */
/* Random programs without races.
 *
 * Operations are drawn one after the other.  One that would race with an earlier one is put behind it first,
 * in one of the ways that a program has: by an event, by an event that was recorded before, or by the host,
 * which waits or asks until it is done. */
#include "maker.h"

#include <string.h>

/* --- work --- */

static uint8_t any_buffer(struct maker *maker)
{
    return (uint8_t)below(maker, maker->program->buffers);
}

/* Mostly short; some take thousands of instructions a thread. */
static uint32_t any_number(struct maker *maker, enum function function)
{
    if (function != FUNCTION_HASH)
        return below(maker, 1u << 16);
    return one_in(maker, 4) ? 200 + below(maker, 2000) : below(maker, 24);
}

static struct work any_function(struct maker *maker)
{
    const enum function function = below(maker, FUNCTIONS);

    return (struct work){.kind = WORK_FUNCTION,
                         .function = function,
                         .to = any_buffer(maker),
                         .from = any_buffer(maker),
                         .blocks = (uint8_t)(1 + below(maker, one_in(maker, 4) ? 8 : 2)),
                         .threads = (uint8_t)(1u << below(maker, 3)),
                         .number = any_number(maker, function)};
}

/* Some words, or a box of them. */
static struct work any_extent(struct maker *maker, enum work_kind line, enum work_kind box)
{
    struct work work = {.kind = one_in(maker, 4) ? box : line,
                        .to = any_buffer(maker),
                        .from = any_buffer(maker),
                        .number = below(maker, 256)};

    if (work.kind == line) {
        work.rows = 1;
        work.columns = (uint16_t)(one_in(maker, 2) ? WORDS : 1 + below(maker, WORDS));
        work.to_at = (uint16_t)below(maker, WORDS - work.columns + 1);
        work.from_at = (uint16_t)below(maker, WORDS - work.columns + 1);
        return work;
    }
    work.columns = (uint16_t)(1 + below(maker, ROW_WORDS));
    work.rows = (uint16_t)(1 + below(maker, WORDS / ROW_WORDS / 2));
    work.to_at = (uint16_t)(below(maker, WORDS / ROW_WORDS / 2) * ROW_WORDS +
                            below(maker, ROW_WORDS - work.columns + 1));
    work.from_at = (uint16_t)(below(maker, WORDS / ROW_WORDS / 2) * ROW_WORDS +
                              below(maker, ROW_WORDS - work.columns + 1));
    return work;
}

struct work maker_any_work(struct maker *maker, enum agent agent)
{
    struct work work;

    switch (agent) {
    case AGENT_COPY: return any_extent(maker, WORK_MOVE, WORK_MOVE_BOX);
    case AGENT_FILL: return any_extent(maker, WORK_SET, WORK_SET_BOX);
    case AGENT_CHILD:
    case AGENT_EMPTY: return (struct work){.kind = WORK_NONE};
    default: work = any_function(maker); break;
    }
    if (agent == AGENT_SCRATCH)
        work.kind = WORK_SCRATCH;
    return work;
}

/* --- objects --- */

static void make_streams(struct maker *maker)
{
    struct program *program = maker->program;

    for (uint32_t i = 0; i < program->devices; i++) {
        program->stream[2 * i] = (struct stream){.kind = STREAM_LEGACY, .device = (uint8_t)i};
        program->stream[2 * i + 1] = (struct stream){.kind = STREAM_PER_THREAD, .device = (uint8_t)i};
    }
    program->streams = 2 * program->devices + 2 + below(maker, STREAMS_MAX - 2 * DEVICES_MAX - 1);
    for (uint32_t i = 2 * program->devices; i < program->streams; i++)
        program->stream[i] = (struct stream){
            .kind = one_in(maker, 2) ? STREAM_BLOCKING : STREAM_NONBLOCKING,
            .device = (uint8_t)below(maker, program->devices),
            .priority = (int8_t)(one_in(maker, 3) ? -(int)below(maker, 3) : 0),
            .late = one_in(maker, 4),
        };
}

static void make_memory(struct maker *maker)
{
    static const enum space spaces[] = {SPACE_DEVICE, SPACE_DEVICE,    SPACE_DEVICE, SPACE_POOL,
                                        SPACE_PINNED, SPACE_PAGEABLE,  SPACE_PINNED, SPACE_MANAGED,
                                        SPACE_DEVICE, SPACE_REGISTERED};
    struct program *program = maker->program;

    program->buffers = 5 + below(maker, BUFFERS_MAX - 4);
    for (uint32_t i = 0; i < program->buffers; i++) {
        enum space space = i < 2 ? SPACE_DEVICE : spaces[below(maker, sizeof spaces / sizeof *spaces)];
        if (space == SPACE_MANAGED && program->managed == MANAGED_NONE)
            space = SPACE_PINNED;
        program->buffer[i] = (struct buffer){
            .space = space,
            .device = (uint8_t)below(maker, program->devices),
            .late = space == SPACE_POOL ||
                    (i >= 2 && space != SPACE_PAGEABLE &&
                     (space != SPACE_MANAGED || program->managed == MANAGED_CONCURRENT) && one_in(maker, 4)),
        };
    }
    program->events = 4 + below(maker, EVENTS_MAX - 3);
    for (uint32_t i = 0; i < program->events; i++)
        program->event[i] = (struct event){.device = (uint8_t)below(maker, program->devices),
                                           .timed = one_in(maker, 2),
                                           .late = one_in(maker, 5)};
}

/* --- operations --- */

static bool is_full(const struct program *program)
{
    return program->operations + 2 * BUFFERS_MAX + 8 >= OPERATIONS_MAX;
}

/* Append what cannot race. */
static void append(struct maker *maker, struct operation operation)
{
    struct race race;

    if (ordering_step(&maker->ordering, &operation, &race) == ORDERED)
        maker->program->operation[maker->program->operations++] = operation;
}

static bool event_for(struct maker *maker, uint32_t device, uint8_t *event)
{
    const struct program *program = maker->program;
    const uint32_t first = below(maker, program->events);

    for (uint32_t i = 0; i < program->events; i++) {
        *event = (uint8_t)((first + i) % program->events);
        if (maker->ordering.event_live[*event] && program->event[*event].device == device)
            return true;
    }
    return false;
}

/* An event that was recorded behind the operation of the race. */
static bool event_behind(struct maker *maker, const struct race *race, uint8_t *event)
{
    const struct program *program = maker->program;
    const uint32_t first = below(maker, program->events);

    for (uint32_t i = 0; i < program->events; i++) {
        *event = (uint8_t)((first + i) % program->events);
        if (maker->ordering.event_live[*event] && maker->ordering.event[*event].at[race->thread] >= race->at)
            return true;
    }
    return false;
}

/* Whether the operation works in a stream, and its conflicts are with the stream's clock. */
static bool in_stream(const struct operation *operation)
{
    return operation->kind <= DO_FREE_ASYNC;
}

static void wait_by_host(struct maker *maker, const struct race *race)
{
    const uint8_t thread = (uint8_t)race->thread, device = maker->program->stream[thread].device;
    uint8_t event;

    if (one_in(maker, 2) && event_behind(maker, race, &event))
        append(maker, (struct operation){.kind = one_in(maker, 3) ? DO_POLL_EVENT : DO_SYNCHRONIZE_EVENT,
                                         .event = event});
    else if (!maker->ordering.stream_live[thread] || one_in(maker, 4))
        append(maker, (struct operation){.kind = DO_SYNCHRONIZE_DEVICE, .device = device});
    else
        append(maker, (struct operation){.kind = one_in(maker, 4) ? DO_POLL_STREAM : DO_SYNCHRONIZE_STREAM,
                                         .stream = thread});
}

/* The operation's stream waits until the other has come so far. */
static void wait_by_stream(struct maker *maker, const struct operation *operation, uint8_t thread)
{
    const struct program *program = maker->program;
    const uint8_t stream = operation->stream;
    uint8_t event = (uint8_t)below(maker, MARKS_MAX);

    if (program->marks && one_in(maker, 3)) {
        append(maker, (struct operation){.kind = DO_WRITE_VALUE, .stream = thread, .event = event});
        append(maker, (struct operation){.kind = DO_WAIT_VALUE, .stream = stream, .event = event});
    } else if (event_for(maker, program->stream[thread].device, &event)) {
        append(maker, (struct operation){.kind = DO_RECORD, .stream = thread, .event = event});
        append(maker, (struct operation){.kind = DO_WAIT, .stream = stream, .event = event});
    }
}

static void put_behind(struct maker *maker, const struct operation *operation, const struct race *race)
{
    const uint8_t thread = (uint8_t)race->thread;
    uint8_t event;

    if (in_stream(operation) && one_in(maker, 3) && event_behind(maker, race, &event)) {
        append(maker, (struct operation){.kind = DO_WAIT, .stream = operation->stream, .event = event});
    } else if (in_stream(operation) && !one_in(maker, 4) && maker->ordering.stream_live[thread])
        wait_by_stream(maker, operation, thread);
    else
        wait_by_host(maker, race);
}

/* False: it cannot be done. */
static bool add(struct maker *maker, const struct operation *operation)
{
    struct program *program = maker->program;
    struct race race;

    for (uint32_t i = 0; i < TRIES && !is_full(program); i++)
        switch (ordering_step(&maker->ordering, operation, &race)) {
        case ORDERED: program->operation[program->operations++] = *operation; return true;
        case RACES:
            if (i + 4 > TRIES)
                append(maker, (struct operation){.kind = DO_SYNCHRONIZE_DEVICE,
                                                 .device = program->stream[race.thread].device});
            else if (i > TRIES / 2)
                wait_by_host(maker, &race);
            else
                put_behind(maker, operation, &race);
            break;
        default: return false;
        }
    return false;
}

static enum operation_kind any_kind(struct maker *maker)
{
    static const uint8_t weights[OPERATION_KINDS] = {
        [DO_KERNEL] = 30,
        [DO_HOST_FUNCTION] = 5,
        [DO_CALLBACK] = 2,
        [DO_COPY] = 16,
        [DO_FILL] = 5,
        [DO_SCRATCH] = 3,
        [DO_LAUNCH] = 12,
        [DO_RECORD] = 5,
        [DO_WAIT] = 4,
        [DO_ALLOCATE] = 8,
        [DO_FREE_ASYNC] = 3,
        [DO_HOST] = 5,
        [DO_COPY_NOW] = 4,
        [DO_CHECK] = 3,
        [DO_SYNCHRONIZE_STREAM] = 1,
        [DO_QUERY_STREAM] = 3,
        [DO_SYNCHRONIZE_DEVICE] = 1,
        [DO_SYNCHRONIZE_EVENT] = 1,
        [DO_QUERY_EVENT] = 3,
        [DO_ELAPSED] = 3,
        [DO_CREATE_STREAM] = 4,
        [DO_DESTROY_STREAM] = 1,
        [DO_CREATE_EVENT] = 3,
        [DO_DESTROY_EVENT] = 1,
        [DO_CREATE_BUFFER] = 6,
        [DO_FREE] = 2,
        [DO_INSTANTIATE] = 12,
        [DO_UPDATE] = 5,
        [DO_WRITE_VALUE] = 4,
        [DO_WAIT_VALUE] = 3,
        [DO_PREFETCH] = 3,
        [DO_SWITCH] = 4,
        [DO_PAUSE] = 2,
    };
    uint32_t all = 0, kind = 0;

    for (uint32_t i = 0; i < OPERATION_KINDS; i++)
        all += weights[i];
    for (uint32_t left = below(maker, all); left >= weights[kind]; kind++)
        left -= weights[kind];
    return kind;
}

static enum agent agent_for(enum operation_kind kind)
{
    switch (kind) {
    case DO_COPY:
    case DO_COPY_NOW: return AGENT_COPY;
    case DO_FILL: return AGENT_FILL;
    case DO_SCRATCH: return AGENT_SCRATCH;
    default: return AGENT_KERNEL;
    }
}

static struct operation any_operation(struct maker *maker, enum operation_kind kind)
{
    const struct program *program = maker->program;
    struct operation operation = {
        .kind = kind,
        .stream = (uint8_t)below(maker, program->streams),
        .event = (uint8_t)below(maker, program->events),
        .other_event = (uint8_t)below(maker, program->events),
        .graph = (uint8_t)(program->graphs ? below(maker, program->graphs) : 0),
        .node = (uint8_t)below(maker, NODES_MAX),
        .device = (uint8_t)below(maker, program->devices),
        .work = maker_any_work(maker, agent_for(kind)),
    };

    if (kind == DO_WRITE_VALUE || kind == DO_WAIT_VALUE)
        operation.event %= MARKS_MAX;
    if (kind == DO_COPY_NOW)
        operation.stream = (uint8_t)(2 * operation.device);
    if (kind == DO_HOST) /* long functions would keep the host from its work */
        operation.work.number &= 0xff;
    return operation;
}

/* Then the host looks at all that there is. */
static void check_all(struct maker *maker)
{
    struct program *program = maker->program;

    for (uint32_t i = 0; i < program->devices; i++)
        append(maker, (struct operation){.kind = DO_SYNCHRONIZE_DEVICE, .device = (uint8_t)i});
    for (uint32_t i = 0; i < program->buffers; i++)
        append(maker, (struct operation){.kind = DO_CHECK, .work = {.to = (uint8_t)i}});
}

void program_make(struct program *program, uint64_t seed, const struct ability *ability)
{
    struct maker maker = {.program = program, .random = seed};

    memset(program, 0, sizeof *program);
    program->seed = seed;
    program->devices = ability->devices;
    program->managed = ability->managed;
    program->marks = ability->values ? MARKS_MAX : 0;
    program->among_others = ability->among_others;
    make_streams(&maker);
    make_memory(&maker);
    maker_make_graphs(&maker);
    program->ending = below(&maker, 8) < 6 ? END_ALL : one_in(&maker, 2) ? END_PENDING : END_RESET;
    if (program->among_others && program->ending == END_RESET)
        program->ending = END_PENDING;
    ordering_begin(&maker.ordering, program);
    const uint32_t operations = 10 + below(&maker, 60);
    for (uint32_t i = 0; i < 8 * operations && program->operations < operations; i++) {
        const enum operation_kind kind = any_kind(&maker);
        if ((kind >= DO_INSTANTIATE || kind == DO_LAUNCH) && program->graphs == 0)
            continue;
        struct operation operation = any_operation(&maker, kind);
        for (uint32_t tries = TRIES; tries > 0 && !add(&maker, &operation); tries--)
            operation = any_operation(&maker, kind);
    }
    check_all(&maker);
}

/* SPDX-License-Identifier: MIT */
/* A program of CUDA's runtime API as a list of operations, for tests/fuzz/check_streams.
 *
 * All objects that the program uses are described before its first operation, with what does not change:
 * a stream's device and kind, a buffer's memory.  Objects that are `late` are created by an operation, and
 * each is created once at most.  All buffers have WORDS words.  A program has no races: ordering.h says why.
 */
#ifndef TESTS_STREAMS_PROGRAM_H
#define TESTS_STREAMS_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define WORDS           256u /* of a buffer: a power of two */
#define ROW_WORDS       16u  /* of a buffer that is copied or filled as rows */
#define DEVICES_MAX     3u
#define STREAMS_MAX     14u
#define EVENTS_MAX      10u
#define BUFFERS_MAX     14u
#define GRAPHS_MAX      3u
#define NODES_MAX       8u
#define OPERATIONS_MAX  256u
#define CAPTURE_STREAMS 3u
#define MARKS_MAX       4u

/* --- what is computed or moved --- */

enum function {
    FUNCTION_FILL,
    FUNCTION_ADD,
    FUNCTION_COPY,
    FUNCTION_PERMUTE,
    FUNCTION_SCATTER, /* by atomics */
    FUNCTION_HASH,    /* rounds of a hash: long */
    FUNCTION_DIVERGE, /* loops of different lengths */
    FUNCTION_REVERSE, /* each block's part, by shared memory and barriers */
    FUNCTIONS
};

enum work_kind {
    WORK_FUNCTION, /* of two buffers */
    WORK_MOVE,     /* a copy of some words */
    WORK_MOVE_BOX, /* a copy of some columns of some rows */
    WORK_SET,      /* a fill with a byte */
    WORK_SET_BOX,
    WORK_SCRATCH, /* by way of memory that is allocated before and freed behind, in the stream's order */
    WORK_NONE
};

struct work {
    enum work_kind kind;
    enum function function;
    uint8_t to, from;        /* buffers, never the same */
    uint8_t blocks, threads; /* of a kernel; threads in units of 32: 1, 2 or 4 */
    uint16_t to_at, from_at; /* words of a copy or fill: where it begins, */
    uint16_t columns, rows;  /* and how many; rows lie ROW_WORDS apart */
    uint32_t number;
};

/* --- objects --- */

enum stream_kind { STREAM_LEGACY, STREAM_PER_THREAD, STREAM_BLOCKING, STREAM_NONBLOCKING };

struct stream {
    enum stream_kind kind;
    uint8_t device;
    int8_t priority;
    bool late;
};

struct event {
    uint8_t device;
    bool timed, late;
};

/* Where a buffer is: memory of the host of four kinds, of a device, of a device's pool. */
enum space { SPACE_PAGEABLE, SPACE_PINNED, SPACE_REGISTERED, SPACE_MANAGED, SPACE_DEVICE, SPACE_POOL };

struct buffer {
    enum space space;
    uint8_t device;
    bool late;
};

enum agent { AGENT_KERNEL, AGENT_HOST, AGENT_COPY, AGENT_FILL, AGENT_SCRATCH, AGENT_EMPTY, AGENT_CHILD };

struct node {
    enum agent agent;
    struct work work;
    uint8_t child;   /* a graph before this one */
    uint32_t before; /* a bit for each node that it waits for, all of them before it */
};

struct graph {
    uint8_t device;
    bool captured;
    uint8_t count;
    struct node node[NODES_MAX];
};

/* --- operations --- */

enum operation_kind {
    /* Work in a stream. */
    DO_KERNEL,
    DO_HOST_FUNCTION,
    DO_CALLBACK,
    DO_COPY,
    DO_FILL,
    DO_SCRATCH,
    DO_LAUNCH, /* of a graph */
    DO_RECORD,
    DO_WAIT,
    DO_WRITE_VALUE, /* the next value into a mark, a word of memory */
    DO_WAIT_VALUE,  /* for the last value that was asked for */
    DO_PREFETCH,
    DO_ALLOCATE, /* in the stream's order, filled at once */
    DO_FREE_ASYNC,
    /* Work of the host, or for which the host waits in part. */
    DO_HOST,
    DO_COPY_NOW, /* in a legacy stream */
    DO_CHECK,    /* that a buffer is what it should be */
    DO_SYNCHRONIZE_STREAM,
    DO_SYNCHRONIZE_EVENT,
    DO_SYNCHRONIZE_DEVICE,
    DO_POLL_STREAM, /* until it is done */
    DO_POLL_EVENT,
    DO_QUERY_STREAM,
    DO_QUERY_EVENT,
    DO_ELAPSED,
    DO_PAUSE,
    /* Objects. */
    DO_CREATE_STREAM,
    DO_DESTROY_STREAM,
    DO_CREATE_EVENT,
    DO_DESTROY_EVENT,
    DO_CREATE_BUFFER,
    DO_FREE,
    DO_INSTANTIATE,
    DO_UPDATE, /* a node of an instantiated graph */
    DO_SWITCH, /* a node of it on or off */
    OPERATION_KINDS
};

struct operation {
    enum operation_kind kind;
    uint8_t stream, event, other_event, graph, node, device;
    struct work work;
};

/* How a program ends. */
enum ending { END_ALL, END_PENDING, END_RESET, ENDINGS };

/* Managed memory: none; memory that the host may use only while no device works, as before Pascal; any. */
enum managed { MANAGED_NONE, MANAGED_APART, MANAGED_CONCURRENT };

struct program {
    uint64_t seed;
    uint32_t devices;
    enum managed managed;
    bool among_others; /* programs of other host threads use the devices, too */
    bool racy;         /* an order is missing: whatever a check sees is right */
    uint32_t streams, events, buffers, graphs, marks, operations;
    struct stream stream[STREAMS_MAX]; /* the default streams of device D are 2 D and 2 D + 1 */
    struct event event[EVENTS_MAX];
    struct buffer buffer[BUFFERS_MAX];
    struct graph graph[GRAPHS_MAX];
    struct operation operation[OPERATIONS_MAX];
    enum ending ending;
};

/* --- in other files --- */

/* random_program.c: the program of a seed. */
struct ability {
    uint32_t devices;
    enum managed managed;
    bool values; /* streams write values into memory and wait for them */
    bool among_others;
};
void program_make(struct program *program, uint64_t seed, const struct ability *ability);

/* planted_program.c: programs in which an order is missing, with one device or two. */
#define PLANTED 5u
void program_plant(struct program *program, uint32_t kind);

/* print_program.c */
void program_print(const struct program *program, FILE *file);
void operation_print(const struct program *program, uint32_t at, FILE *file);

/* ordering.c: which buffers a node of a graph reads and writes, a bit each. */
uint32_t node_reads(const struct program *program, const struct node *node);
uint32_t node_writes(const struct program *program, const struct node *node);

/* functions.c: the meaning of work, on arrays of WORDS words. */
void work_do(const struct work *work, uint32_t *to, const uint32_t *from);
uint32_t initial_word(uint32_t buffer, uint32_t at);
extern const char *const function_names[FUNCTIONS];

static inline bool work_reads(const struct work *work)
{
    return work->kind == WORK_SCRATCH || work->kind == WORK_MOVE || work->kind == WORK_MOVE_BOX ||
           (work->kind == WORK_FUNCTION && work->function != FUNCTION_FILL);
}

#endif

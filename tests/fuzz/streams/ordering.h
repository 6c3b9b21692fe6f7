/* SPDX-License-Identifier: MIT */
/* What of a program is ordered before what, by the rules of CUDA's guide: a race detector over vector clocks.
 *
 * The threads are the program's streams and its host.  Each counts its operations; its clock says up to where
 * it is behind every other thread.  A buffer remembers its last write and each thread's last read: work races
 * unless those that it conflicts with are behind its clock.  Where the guide leaves something open ("may be
 * synchronous"), no order follows from it here, so what is called free of races is free of them on a card. */
#ifndef TESTS_STREAMS_ORDERING_H
#define TESTS_STREAMS_ORDERING_H

#include "program.h"

#define THREADS_MAX (STREAMS_MAX + 1)
#define HOST_THREAD STREAMS_MAX

struct clocks {
    uint32_t at[THREADS_MAX];
};

struct ordering {
    const struct program *program;
    struct clocks thread[THREADS_MAX], event[EVENTS_MAX], graph[GRAPHS_MAX];
    struct buffer_clocks {
        uint32_t writer, written, read[THREADS_MAX];
        bool live;
    } buffer[BUFFERS_MAX];
    struct {
        struct clocks clocks;
        uint32_t writer, value;
    } mark[MARKS_MAX];
    bool stream_live[STREAMS_MAX], stream_gone[STREAMS_MAX];
    bool event_live[EVENTS_MAX], event_gone[EVENTS_MAX], recorded[EVENTS_MAX];
    bool buffer_gone[BUFFERS_MAX], instantiated[GRAPHS_MAX];
};

/* What work is not behind, but must be: an operation of a thread. */
struct race {
    uint32_t thread, at;
};

enum verdict { ORDERED, RACES, IMPOSSIBLE };

void ordering_begin(struct ordering *ordering, const struct program *program);
/* Take an operation; nothing changes unless it is ordered. */
enum verdict ordering_step(struct ordering *ordering, const struct operation *operation, struct race *race);

/* Whether the host knows that a stream, or an event, is done.  A legacy stream is done with all that it would
 * wait for. */
bool ordering_stream_done(const struct ordering *ordering, uint32_t stream);
bool ordering_event_done(const struct ordering *ordering, uint32_t event);
/* Whether everything that the first clocks know is behind the second. */
bool clocks_behind(const struct clocks *first, const struct clocks *second);

/* Which buffers work may use, by who does it: a stream's device, or the host. */
bool device_reaches(const struct program *program, uint32_t device, uint32_t buffer);
bool host_reaches(const struct program *program, uint32_t buffer);

#endif

/* SPDX-License-Identifier: MIT */
/* Small programs that lack one order each, as users forget them: their result depends on what is done first.
 *
 * Where it is missing the first work is long and the second short, in streams that do not wait for each
 * other. */
#include "program.h"

#include <string.h>

enum { BY_EVENT, BY_HOST, OF_SOURCE, IN_GRAPH, OF_DEVICES };
enum { FIRST = 4, SECOND = 5 }; /* streams, behind the default ones of two devices */
enum { INPUT, OUTPUT, COPY, PINNED, PAGEABLE };

static void append(struct program *program, struct operation operation)
{
    program->operation[program->operations++] = operation;
}

static struct work of_function(enum function function, uint8_t to, uint8_t from, uint32_t number)
{
    return (struct work){.kind = WORK_FUNCTION,
                         .function = function,
                         .to = to,
                         .from = from,
                         .number = number,
                         .blocks = 2,
                         .threads = 2};
}

static struct work of_copy(uint8_t to, uint8_t from)
{
    return (struct work){.kind = WORK_MOVE, .to = to, .from = from, .columns = WORDS, .rows = 1};
}

static void add_kernel(struct program *program, uint8_t stream, struct work work)
{
    append(program, (struct operation){.kind = DO_KERNEL, .stream = stream, .work = work});
}

static void add_graph(struct program *program)
{
    struct graph *graph = &program->graph[0];

    program->graphs = 1;
    graph->count = 2;
    graph->node[0] =
        (struct node){.agent = AGENT_KERNEL, .work = of_function(FUNCTION_HASH, OUTPUT, INPUT, 500)};
    graph->node[1] =
        (struct node){.agent = AGENT_KERNEL, .work = of_function(FUNCTION_COPY, COPY, OUTPUT, 0)};
    append(program, (struct operation){.kind = DO_INSTANTIATE});
    append(program, (struct operation){.kind = DO_LAUNCH, .stream = FIRST});
}

void program_plant(struct program *program, uint32_t kind)
{
    static const enum space spaces[] = {SPACE_DEVICE, SPACE_DEVICE, SPACE_DEVICE, SPACE_PINNED,
                                        SPACE_PAGEABLE};
    const uint8_t device = kind == OF_DEVICES;

    memset(program, 0, sizeof *program);
    program->racy = true;
    program->devices = 2;
    program->streams = 6;
    for (uint8_t i = 0; i < 6; i++)
        program->stream[i] = (struct stream){.kind = i >= FIRST ? STREAM_NONBLOCKING : i & 1,
                                             .device = i >= FIRST ? (i == SECOND && device) : i / 2};
    program->buffers = sizeof spaces / sizeof *spaces;
    for (uint32_t i = 0; i < program->buffers; i++)
        program->buffer[i] = (struct buffer){.space = spaces[i]};
    switch (kind) {
    case BY_EVENT:
    case OF_DEVICES:
        add_kernel(program, FIRST, of_function(FUNCTION_HASH, OUTPUT, INPUT, 500));
        add_kernel(program, SECOND, of_function(FUNCTION_COPY, COPY, OUTPUT, 0));
        break;
    case BY_HOST:
        add_kernel(program, FIRST, of_function(FUNCTION_HASH, PINNED, INPUT, 500));
        append(program,
               (struct operation){.kind = DO_HOST, .work = of_function(FUNCTION_COPY, PAGEABLE, PINNED, 0)});
        break;
    case OF_SOURCE:
        add_kernel(program, FIRST, of_function(FUNCTION_HASH, OUTPUT, INPUT, 500));
        append(program,
               (struct operation){.kind = DO_COPY, .stream = FIRST, .work = of_copy(OUTPUT, PINNED)});
        append(program,
               (struct operation){.kind = DO_HOST, .work = of_function(FUNCTION_FILL, PINNED, INPUT, 1)});
        break;
    default: add_graph(program); break;
    }
    for (uint8_t i = 0; i < program->devices; i++)
        append(program, (struct operation){.kind = DO_SYNCHRONIZE_DEVICE, .device = i});
    for (uint8_t i = 0; i < program->buffers; i++)
        append(program, (struct operation){.kind = DO_CHECK, .work.to = i});
}

/* SPDX-License-Identifier: MIT */
/* A program as text, near the calls that it makes. */
#include "program.h"

static const char *const stream_kinds[] = {"legacy", "per-thread", "blocking", "non-blocking"};
static const char *const spaces[] = {"pageable", "pinned", "registered", "managed", "device", "pool"};
static const char *const agents[] = {"kernel", "host", "copy", "fill", "scratch", "empty", "child"};
static const char *const endings[] = {"all is freed", "work is pending", "reset while work is pending"};
static const char *const kinds[OPERATION_KINDS] = {
    [DO_KERNEL] = "kernel",
    [DO_HOST_FUNCTION] = "host function",
    [DO_CALLBACK] = "callback",
    [DO_COPY] = "copy",
    [DO_FILL] = "fill",
    [DO_SCRATCH] = "scratch",
    [DO_LAUNCH] = "graph launch",
    [DO_RECORD] = "record",
    [DO_WAIT] = "wait",
    [DO_WRITE_VALUE] = "write value",
    [DO_WAIT_VALUE] = "wait for value",
    [DO_PREFETCH] = "prefetch",
    [DO_PAUSE] = "host pauses",
    [DO_ALLOCATE] = "allocate and fill",
    [DO_FREE_ASYNC] = "free",
    [DO_HOST] = "host",
    [DO_COPY_NOW] = "host copies",
    [DO_CHECK] = "host checks",
    [DO_SYNCHRONIZE_STREAM] = "host waits for stream",
    [DO_SYNCHRONIZE_EVENT] = "host waits for event",
    [DO_SYNCHRONIZE_DEVICE] = "host waits for device",
    [DO_POLL_STREAM] = "host asks until done: stream",
    [DO_POLL_EVENT] = "host asks until done: event",
    [DO_QUERY_STREAM] = "host asks: stream",
    [DO_QUERY_EVENT] = "host asks: event",
    [DO_ELAPSED] = "time between events",
    [DO_CREATE_STREAM] = "create stream",
    [DO_DESTROY_STREAM] = "destroy stream",
    [DO_CREATE_EVENT] = "create event",
    [DO_DESTROY_EVENT] = "destroy event",
    [DO_CREATE_BUFFER] = "create buffer",
    [DO_FREE] = "host frees buffer",
    [DO_INSTANTIATE] = "instantiate graph",
    [DO_UPDATE] = "update graph",
    [DO_SWITCH] = "switch node of graph",
};

static void print_work(const struct work *work, FILE *file)
{
    switch (work->kind) {
    case WORK_FUNCTION:
    case WORK_SCRATCH:
        fprintf(file, "%s(b%u, ",
                work->kind == WORK_SCRATCH ? "add of a copy" : function_names[work->function], work->to);
        if (work_reads(work))
            fprintf(file, "b%u, ", work->from);
        fprintf(file, "%u) <<<%u, %u>>>", work->number, work->blocks, 32u * work->threads);
        break;
    case WORK_MOVE:
    case WORK_MOVE_BOX:
        fprintf(file, "b%u[%u] = b%u[%u], %ux%u words", work->to, work->to_at, work->from, work->from_at,
                work->columns, work->rows);
        break;
    case WORK_SET:
    case WORK_SET_BOX:
        fprintf(file, "b%u[%u] = %u, %ux%u words", work->to, work->to_at, work->number & 0xff, work->columns,
                work->rows);
        break;
    default: break;
    }
}

void operation_print(const struct program *program, uint32_t at, FILE *file)
{
    const struct operation *it = &program->operation[at];

    fprintf(file, "# %3u ", at);
    if (it->kind <= DO_FREE_ASYNC)
        fprintf(file, "s%u: ", it->stream);
    fprintf(file, "%s", kinds[it->kind]);
    switch (it->kind) {
    case DO_LAUNCH:
    case DO_INSTANTIATE: fprintf(file, " g%u", it->graph); break;
    case DO_SWITCH:
    case DO_UPDATE:
        fprintf(file, " g%u node %u number %u", it->graph, it->node, it->work.number & 0x1f);
        break;
    case DO_ELAPSED: fprintf(file, " e%u e%u", it->event, it->other_event); break;
    case DO_RECORD:
    case DO_WAIT:
    case DO_SYNCHRONIZE_EVENT:
    case DO_POLL_EVENT:
    case DO_QUERY_EVENT:
    case DO_CREATE_EVENT:
    case DO_DESTROY_EVENT: fprintf(file, " e%u", it->event); break;
    case DO_SYNCHRONIZE_STREAM:
    case DO_POLL_STREAM:
    case DO_QUERY_STREAM:
    case DO_CREATE_STREAM:
    case DO_DESTROY_STREAM: fprintf(file, " s%u", it->stream); break;
    case DO_SYNCHRONIZE_DEVICE: fprintf(file, " %u", it->device); break;
    case DO_WRITE_VALUE:
    case DO_WAIT_VALUE: fprintf(file, " m%u", it->event); break;
    case DO_PAUSE: break;
    case DO_PREFETCH:
    case DO_ALLOCATE:
    case DO_FREE_ASYNC:
    case DO_CHECK:
    case DO_CREATE_BUFFER:
    case DO_FREE: fprintf(file, " b%u", it->work.to); break;
    default:
        fprintf(file, " ");
        print_work(&it->work, file);
        break;
    }
    fprintf(file, "\n");
}

void program_print(const struct program *program, FILE *file)
{
    fprintf(file, "# program %llu, %u devices, %s\n", (unsigned long long)program->seed, program->devices,
            endings[program->ending]);
    for (uint32_t i = 0; i < program->streams; i++)
        fprintf(file, "# stream s%u: device %u, %s, priority %d%s\n", i, program->stream[i].device,
                stream_kinds[program->stream[i].kind], program->stream[i].priority,
                program->stream[i].late ? ", late" : "");
    for (uint32_t i = 0; i < program->events; i++)
        fprintf(file, "# event e%u: device %u%s%s\n", i, program->event[i].device,
                program->event[i].timed ? ", timed" : "", program->event[i].late ? ", late" : "");
    for (uint32_t i = 0; i < program->buffers; i++)
        fprintf(file, "# buffer b%u: %s, device %u%s\n", i, spaces[program->buffer[i].space],
                program->buffer[i].device, program->buffer[i].late ? ", late" : "");
    for (uint32_t i = 0; i < program->graphs; i++) {
        const struct graph *graph = &program->graph[i];
        fprintf(file, "# graph g%u: device %u, %s\n", i, graph->device,
                graph->captured ? "captured" : "built");
        for (uint32_t node = 0; node < graph->count; node++) {
            fprintf(file, "#   node %u behind 0x%x: %s ", node, graph->node[node].before,
                    agents[graph->node[node].agent]);
            if (graph->node[node].agent == AGENT_CHILD)
                fprintf(file, "g%u", graph->node[node].child);
            print_work(&graph->node[node].work, file);
            fprintf(file, "\n");
        }
    }
    for (uint32_t i = 0; i < program->operations; i++)
        operation_print(program, i, file);
}

/* SPDX-License-Identifier: MIT */
/* A host thread that calls CUDA's runtime at random, and what it shares with others. */
#ifndef TESTS_THREADS_CALLER_H
#define TESTS_THREADS_CALLER_H

#include "../streams/kernels.h"

#include <stdatomic.h>

#define CALLERS      8u
#define DEVICES      2
#define SLOTS        12u /* of shared objects of a kind */
#define REPORT_BYTES 512

/* Shared objects: any thread replaces or destroys one, while others use it. */
struct world {
    _Atomic(cudaStream_t) stream[SLOTS];
    _Atomic(cudaEvent_t) event[SLOTS];
    _Atomic(void *) memory[SLOTS], pinned[SLOTS], managed[SLOTS];
    _Atomic(hw_graph) graph[SLOTS];
    _Atomic(hw_exec) exec[SLOTS];
    _Atomic(cudaMemPool_t) pool[SLOTS];
    _Atomic(hw_user_object) object[SLOTS];
    _Atomic uint64_t calls, errors, functions, compared;
    atomic_flag told;
    atomic_bool failed;
    char report[REPORT_BYTES];
};

/* What is a thread's alone: two buffers and what they must hold. */
struct caller {
    struct world *world;
    uint64_t random;
    uint32_t number;
    int device; /* of the own objects */
    cudaStream_t stream;
    cudaEvent_t event;
    uint32_t *memory[2], *pinned, *words; /* of the device, of the host twice: the last is mapped */
    struct cudaArray *array;              /* of WORDS words */
    uint32_t model[2][WORDS];
};

void world_fail(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool world_has_failed(const struct world *world);
/* Destroy what is left, when no thread calls any more. */
void world_clear(struct world *world);

void caller_begin(struct caller *caller);
void caller_step(struct caller *caller);
void caller_end(struct caller *caller);
/* Make the current device have its context and its kernels. */
void caller_touch_device(void);

/* --- between the files --- */

uint32_t caller_below(struct caller *caller, uint32_t count);
/* Count a call; an error that no manual names is a failure.  Whether it was successful. */
bool caller_call(struct caller *caller, cudaError_t error, const char *call);
#define CALL(caller, call) caller_call(caller, call, #call)

/* driver_calls.c: calls of the driver API.  Each thread has a module of its own meanwhile. */
void caller_call_driver(struct caller *caller);
/* shared_calls.c: a call with objects that all threads share. */
void caller_call_shared(struct caller *caller);
cudaStream_t caller_any_stream(struct caller *caller);

#endif

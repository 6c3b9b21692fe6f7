/* SPDX-License-Identifier: MIT */
/* Host threads that use CUDA: how many there are, and how many of them stand still, since they wait for the
 * device or execute work themselves.
 *
 * A host thread that goes on may write memory that the host shares with the device at any time.  What depends
 * on all memory (replay, proofs of no progress) asks here.  All of it is under the lock. */
#ifndef HW_CUDA_CORE_EXECUTOR_HOST_THREADS_H
#define HW_CUDA_CORE_EXECUTOR_HOST_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* The calling thread uses CUDA, from its first call to its end: at each call; it is one of ours, and never
 * counts. */
void hw_cuda_host_thread_comes(void);
void hw_cuda_host_thread_is_ours(void);
/* It is one of ours that calls functions of the program, and counts like the program's. */
void hw_cuda_host_thread_calls(void);

/* It stands still from now on; it goes on, which inside of others of these is in the library only.  A thread
 * that waits for several pieces of work, and helps with them, does not go on between them. */
void hw_cuda_host_thread_stops(void);
void hw_cuda_host_thread_goes_on(void);

/* How often a thread of the host has gone on, in the library too, or begun a call. */
uint64_t hw_cuda_host_steps(void);

/* The process is a child: no other thread of the host is there. */
void hw_cuda_host_threads_forget(void);

/* Whether every thread of the process that is not one of ours stands still: nobody is left that could call
 * anything, or write memory. */
bool hw_cuda_process_is_still(void);

/* Whether the host shares no memory, or all its threads stand still; and whether none has gone on since, or
 * called anything, which may write memory, too. */
bool hw_cuda_host_begins_still(void);
bool hw_cuda_host_was_still(void);

#endif

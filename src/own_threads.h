/* SPDX-License-Identifier: MIT */
/* Threads of halfwarp's own in the program's process: they block all signals, which are the program's, and
 * are counted, so that it can be told whether other threads are there.  How many there should be is told
 * here, too. */
#ifndef HW_OWN_THREADS_H
#define HW_OWN_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* As pthread_create with usual attributes; false: the host has no more. */
bool hw_own_thread_create(pthread_t *thread, void *(*start)(void *), void *argument);

/* How many there are in this process; and how many threads in all, 0: the host does not say. */
unsigned hw_own_threads(void);
unsigned hw_process_threads(void);

/* Processors that the calling thread may use, and so the threads that it starts. */
uint32_t hw_processor_count(void);

#endif

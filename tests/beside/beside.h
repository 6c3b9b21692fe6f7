/* SPDX-License-Identifier: MIT */
/* Programs whose parts wait for each other while they run: kernels, copies, host functions and the host.
 *
 * beside NAME runs one of them; it prints `right`, or what is wrong, or it never ends.  Each is right on a
 * card, and each hangs where one of its parts is done before another begins. */
#ifndef TESTS_BESIDE_H
#define TESTS_BESIDE_H

#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Kernels (kernels.c) of three addresses and a number. */
enum kernel {
    KERNEL_ECHO,    /* answers a box n times */
    KERNEL_SERVE,   /* does what stands in a queue, until it is told to stop */
    KERNEL_PRODUCE, /* n numbers into a ring of eight */
    KERNEL_CONSUME, /* n numbers from it */
    KERNEL_PASS,    /* waits for a token and passes it on, n times */
    KERNEL_LOCK,    /* counts to n under a ticket lock */
    KERNEL_MEET,    /* meets another one n times */
    KERNEL_AWAIT,   /* waits until a word is n, then stores one more than another word */
    KERNEL_STORE,   /* stores n */
    KERNEL_BUSY,    /* computes for n rounds */
    KERNEL_COUNT,   /* waits until a word is n, and counts its looks at it */
    KERNELS
};

#define BOX_BYTES 4096 /* of memory in which parts meet */

extern const char kernels_ptx[];
void kernels_register(void);
void kernels_unregister(void);
void start(enum kernel kernel, unsigned blocks, unsigned threads, cudaStream_t stream, const void *a,
           const void *b, const void *c, uint32_t n);

/* Ends the program where a call fails. */
#define MUST(call) must((call), #call)
void must(int error, const char *call);
/* Says what is wrong once. */
bool is_right(uint32_t got, uint32_t wanted, const char *what);

/* Memory of zeros that host and devices see: page-locked, or managed; and of the current device. */
volatile uint32_t *mapped_box(void);
volatile uint32_t *managed_box(void);
uint32_t *device_box(void);
cudaStream_t new_stream(void);
uint32_t device_word(const uint32_t *address);

/* The programs: whether they are right. */
bool mailbox_mapped(void);
bool mailbox_managed(void);
bool queue_of_host(void);
bool two_streams(void);
bool two_streams_ring(void);
bool two_devices_ring(void);
bool four_devices(void);
bool ticket_lock(void);
bool values_of_streams(void);
bool graph_branches(void);
bool host_function(void);
bool flag_by_copy(void);
bool two_threads(void);
bool flag_by_copy_now(void);
bool flag_by_fill(void);
bool many_waiters(void);
bool objects_while_waiting(void);
bool exit_while_waiting(void);
bool end_at_once_while_waiting(void);
bool fork_while_waiting(void);
bool two_processes(void);
bool counting_waiter(void);
bool exit_while_counting(void);

/* What it costs that parts run beside each other: prints times and factors. */
bool costs(void);

#endif

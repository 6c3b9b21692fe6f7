/* SPDX-License-Identifier: MIT */
/* Counts that many threads add to are kept in stripes, which are summed at the end: a thread adds to the
 * counts of its own stripe, so that few wait for each other. */
#ifndef HW_MACHINE_THREAD_STRIPE_H
#define HW_MACHINE_THREAD_STRIPE_H

#define HW_THREAD_STRIPES 8

/* The calling thread's, below HW_THREAD_STRIPES. */
unsigned hw_thread_stripe(void);

#endif

/* SPDX-License-Identifier: MIT */
/* Micro-operations that put asynchronous operations into the block's queue (async_queue.h), and wait for
 * them. */
#ifndef HW_MACHINE_ASYNC_ASYNC_OPS_H
#define HW_MACHINE_ASYNC_ASYNC_OPS_H

#include "ops/uop.h"

/* The predicate in which a product that is put off finds whether it adds to its sums. */
#define HW_ASYNC_ADDS 0

/* Issue the operation behind it.  A guard that nothing passes follows, so that who issues it skips the
 * operation; the operation begins HW_ASYNC_HEAD micro-operations behind this one.  p_in: which lanes read;
 * register a, of an arrival, and async.offset: the address of its barrier. */
hw_uop_fn hw_uop_async_issue;

/* A lane looks at shared memory at register a plus async.offset, by async.mask; or, if async.now, at a
 * generic address of 64 bits.  On chips before Hopper that is how a kernel polls a barrier. */
hw_uop_fn hw_uop_async_look;

/* Close the open group of copies: async_wait.scoreboard counts it. */
hw_uop_fn hw_uop_async_commit;
/* Wait until only async_wait.left of the groups are open that the scoreboard counts. */
hw_uop_fn hw_uop_async_wait;

#endif

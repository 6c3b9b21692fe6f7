/* SPDX-License-Identifier: MIT */
/* See thread_stripe.h. */
#include "machine/thread_stripe.h"

#include <stdatomic.h>

unsigned hw_thread_stripe(void)
{
    static atomic_uint threads;
    static _Thread_local unsigned own; /* from 1 on */

    if (!own)
        own = 1 + atomic_fetch_add(&threads, 1) % HW_THREAD_STRIPES;
    return own - 1;
}

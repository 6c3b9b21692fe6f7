/* SPDX-License-Identifier: MIT */
/* See interrupt.h. */
#include "cli/interrupt.h"

#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void note(int number)
{
    interrupted = number;
}

const volatile sig_atomic_t *hw_interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}

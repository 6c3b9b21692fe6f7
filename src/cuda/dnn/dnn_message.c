/* SPDX-License-Identifier: MIT */
/* See dnn_message.h. */
#include "cuda/dnn/dnn_message.h"

#include "cuda/base/message.h"
#include "cuda/core/log/stubs.h"
#include "cuda/dnn/toolkit/dnn_toolkit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SENTENCES = 256 };

static struct {
    const char *function;
    char what[96];
} said[SENTENCES];
static unsigned count;

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

void hw_dnn_message_once(const char *function, const char *what)
{
    for (unsigned i = 0; i < count; i++)
        if (same(said[i].function, function) && same(said[i].what, what))
            return;
    if (count < SENTENCES) {
        said[count].function = function;
        snprintf(said[count++].what, sizeof said->what, "%s", what);
    }
    hw_cuda_message("%s: %s is not implemented", function, what);
}

int hw_dnn_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, hw_dnn_toolkit.status[CUDNN_STATUS_NOT_SUPPORTED], told);
}

/* SPDX-License-Identifier: MIT */
/* See message.h. */
#include "cuda/base/message.h"

#include "clock.h"

#include <stdarg.h>
#include <stdio.h>

void hw_cuda_message(const char *format, ...)
{
    char text[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "halfwarp: %s\n", text);
}

double hw_cuda_seconds(void)
{
    return hw_seconds();
}

/* SPDX-License-Identifier: MIT */
/* See log_injected.h. */
#include "cuda/core/log/log_injected.h"

#include "cuda/core/log/log.h"
#include "cuda/core/log/reason.h"

#include <inttypes.h>
#include <json-c/json_object.h>
#include <stdio.h>
#include <unistd.h>

/* One line, in the form of the log; `what` is the key of `name` in JSON. */
static void tell(const char *what, const char *name, const struct hw_injected *injected, int status)
{
    const enum hw_cuda_log_form form = hw_cuda_log_any();
    char text[512];

    if (form == HW_CUDA_LOG_JSON) {
        struct json_object *object = hw_cuda_log_begin("injected");
        hw_cuda_log_text(object, what, name);
        hw_cuda_log_number(object, "number", injected->number);
        hw_cuda_log_number(object, "error", (uint64_t)status);
        hw_cuda_log_end(object);
    } else if (form == HW_CUDA_LOG_TEXT) {
        const int length =
            snprintf(text, sizeof text, "halfwarp: HALFWARP_FAIL: %s %" PRIu64 " of %.300s fails with %d\n",
                     what, injected->number, name, status);
        hw_cuda_log_write(text, (size_t)length);
    }
}

void hw_cuda_log_injected_call(const struct hw_injected *injected, int status)
{
    tell("call", injected->function, injected, status);
    hw_cuda_fail(status, "HALFWARP_FAIL, call %" PRIu64, injected->number);
}

int hw_cuda_injected(const struct hw_injected *injected)
{
    hw_cuda_log_injected_call(injected, injected->status);
    hw_cuda_log_call(injected->function, injected->status, "by HALFWARP_FAIL");
    return injected->status;
}

void hw_cuda_log_injected_launch(const struct hw_injected *injected, const char *kernel)
{
    tell("launch", kernel, injected, injected->status);
}

/* --- rules that nothing has come for --- */

static pid_t process;

__attribute__((constructor)) static void remember_process(void)
{
    process = getpid();
}

static void tell_unused(const struct hw_inject_unused *unused)
{
    const char *const near = unused->near;
    char text[768];

    if (hw_cuda_log_any() == HW_CUDA_LOG_JSON) {
        struct json_object *object = hw_cuda_log_begin("not_injected");
        snprintf(text, sizeof text, "%.*s", (int)unused->length, unused->rule);
        hw_cuda_log_text(object, "rule", text);
        hw_cuda_log_number(object, "number", unused->calls);
        if (*near)
            hw_cuda_log_text(object, "near", near);
        hw_cuda_log_end(object);
        return;
    }
    const int written =
        snprintf(text, sizeof text,
                 "halfwarp: HALFWARP_FAIL: %.*s has made nothing fail: there %s %" PRIu64 "%s%s%s\n",
                 unused->length < 300 ? (int)unused->length : 300, unused->rule,
                 unused->calls == 1 ? "was only" : "were", unused->calls, *near ? "; did you mean " : "",
                 near, *near ? "?" : "");
    hw_cuda_log_write(text, (size_t)written);
}

/* When the program ends, on standard error if there is no log: a test of an error path has tested nothing. */
__attribute__((destructor)) static void put_unused(void)
{
    struct hw_inject_unused unused;
    size_t at = 0;

    while (process == getpid() && hw_inject_unused(&at, &unused))
        tell_unused(&unused);
}

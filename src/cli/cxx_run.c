/* SPDX-License-Identifier: MIT */
/* See cxx.h: clang for one step. */
#include "cli/cxx.h"

#include "compiler/clang/clang_process.h"

#include <stdio.h>

static void print_command(const struct hw_clang_arguments *list)
{
    for (size_t i = 0; i < list->count; i++)
        fprintf(stderr, "%s%s", i ? " " : "", list->item[i]);
    fputc('\n', stderr);
}

bool hw_cxx_run(const struct hw_cxx *cxx, struct hw_clang_arguments *list)
{
    struct hw_clang_result result = {.status = 1};
    struct hw_error error;
    hw_status status = HW_OK;

    if (list->failed)
        status = hw_fail(&error, HW_ERR_NO_MEMORY, "cli", "no memory for a command");
    else if (cxx->verbose)
        print_command(list);
    if (status == HW_OK)
        status = hw_clang_run(list->item, 0, &result, &error);
    if (status != HW_OK)
        hw_report(NULL, NULL, &error);
    else
        fprintf(stderr, "%s%s", result.out.text, result.messages.text);
    const bool done = status == HW_OK && result.status == 0;
    hw_clang_result_free(&result);
    hw_clang_arguments_free(list);
    return done;
}

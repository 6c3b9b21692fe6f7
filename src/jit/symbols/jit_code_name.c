/* SPDX-License-Identifier: MIT */
/* See jit_code_name.h. */
#include "jit/symbols/jit_code_name.h"

#include <stdio.h>
#include <string.h>

#include "jit/request/jit_protocol.h"

static const char *const warps[HW_CODE_WARPS_COUNT] = {
    [HW_CODE_FULL_WARPS] = "full", [HW_CODE_PARTIAL_WARPS] = "partial"};

static const char *kernel_of(const struct hw_compile_input *source)
{
    return source->program->name ? source->program->name : "a_kernel";
}

void hw_jit_code_title(const struct hw_compile_input *source, char text[HW_JIT_CODE_NAME])
{
    snprintf(text, HW_JIT_CODE_NAME, "%.4096s (%s warps%s)", kernel_of(source), warps[source->lanes],
             source->is_baseline ? ", baseline" : "");
}

static bool is_kernel(const char *function)
{
    return strcmp(function, HW_JIT_FUNCTION) == 0 || strcmp(function, HW_JIT_STATELESS) == 0;
}

void hw_jit_code_symbol(const struct hw_compile_input *source, const char *function,
                        char text[HW_JIT_CODE_NAME])
{
    const bool helps = !is_kernel(function);

    snprintf(text, HW_JIT_CODE_NAME, "%.200s%s%.4096s.%s%s%s", helps ? function : "", helps ? "." : "",
             kernel_of(source), warps[source->lanes], source->is_baseline ? ".baseline" : "",
             strcmp(function, HW_JIT_STATELESS) == 0 ? ".stateless" : "");
}

void hw_jit_code_function(const struct hw_compile_input *source, const char *function,
                          char text[HW_JIT_CODE_NAME])
{
    if (is_kernel(function) && strncmp(kernel_of(source), "_Z", 2) != 0)
        snprintf(text, HW_JIT_CODE_NAME, "%.4096s", kernel_of(source));
    else
        hw_jit_code_symbol(source, function, text);
}

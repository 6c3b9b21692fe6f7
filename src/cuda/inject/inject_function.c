/* SPDX-License-Identifier: MIT */
/* See inject_function.h. */
#include "cuda/inject/inject_function.h"

#include <ctype.h>
#include <string.h>

static const struct hw_inject_function functions[] = {
#include "generated/api/inject_functions.h"
};

#define FUNCTIONS (sizeof functions / sizeof *functions)

/* The length of a name without one ending of a form. */
static size_t without_ending(const char *name, size_t length)
{
    static const char *const endings[] = {"_ptsz", "_ptds", "_64"};
    size_t digits = length;

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t bytes = strlen(endings[i]);
        if (length > bytes && memcmp(name + length - bytes, endings[i], bytes) == 0)
            return length - bytes;
    }
    while (digits > 2 && isdigit((unsigned char)name[digits - 1]))
        digits--;
    return digits < length && digits > 2 && memcmp(name + digits - 2, "_v", 2) == 0 ? digits - 2 : length;
}

static size_t plain_length(const char *name)
{
    size_t length = strlen(name), before;

    do {
        before = length;
        length = without_ending(name, length);
    } while (length < before);
    return length;
}

/* The name of what a program's source calls: nvcc 13 makes __cudaLaunchKernel of cudaLaunchKernel and of
 * <<<...>>> (crt/host_runtime.h). */
static const char *name_in_source(const char *function)
{
    return function + (strncmp(function, "__", 2) == 0 ? 2 : 0);
}

static bool is_form(const char *word, size_t length, const char *function)
{
    return strncmp(word, function, length) == 0 &&
           (function[length] == '\0' || plain_length(function) == length);
}

bool hw_inject_is_name_of(const char *word, size_t length, const char *function)
{
    return is_form(word, length, function) || is_form(word, length, name_in_source(function));
}

const struct hw_inject_function *hw_inject_function(const char *word, size_t length)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (hw_inject_is_name_of(word, length, functions[i].name))
            return &functions[i];
    return NULL;
}

void hw_inject_offer_functions(struct hw_nearest *nearest)
{
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const char *name = name_in_source(functions[i].name);
        hw_nearest_offer(nearest, name, plain_length(name));
    }
}

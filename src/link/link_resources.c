/* SPDX-License-Identifier: MIT */
/* The resource usage of a kernel is computed over the call graph: registers and barriers of the most
 * demanding code, stacks of the deepest calls.  nvJitLink of CUDA 12 counts so: the stack of a kernel is the
 * largest sum of frames along calls, that of control flow likewise, and where calls may nest without end both
 * are all ones. */
#include "link/linking.h"

#include <stdlib.h>

/* --- which kernels may run a code --- */

static bool give_bits(struct hw_linker *linker)
{
    const size_t words = linker->kernels.count / 64 + 1;
    bool given = true;
    for (size_t i = 0; given && i < linker->codes.count; i++)
        given = (linker->codes.list[i]->kernels = calloc(words, sizeof(uint64_t))) != NULL;
    return given;
}

static void take_largest(struct hw_link_function *kernel, const struct hw_link_function *code)
{
    if (code->kernel->registers > kernel->registers)
        kernel->registers = code->kernel->registers;
    if (code->kernel->barriers > kernel->barriers)
        kernel->barriers = code->kernel->barriers;
}

static bool visit(struct hw_link_functions *waiting, struct hw_link_function *code, uint32_t number)
{
    if (hw_link_has(code->kernels, number))
        return true;
    code->kernels[number / 64] |= UINT64_C(1) << number % 64;
    return hw_link_functions_add(waiting, code);
}

static bool reach(struct hw_link_function *kernel)
{
    struct hw_link_functions waiting = {0};
    bool visited = visit(&waiting, kernel, kernel->kernel_number);
    while (visited && waiting.count) {
        struct hw_link_function *code = waiting.list[--waiting.count];
        take_largest(kernel, code);
        for (size_t i = 0; visited && i < code->calls.count; i++)
            visited = visit(&waiting, code->calls.list[i], kernel->kernel_number);
    }
    free(waiting.list);
    return visited;
}

/* --- stacks --- */

/* The callers of each function: lists in one array, those of function i from first[i] on. */
struct callers {
    size_t *first;
    struct hw_link_function **list;
};

static size_t number_codes(const struct hw_linker *linker)
{
    size_t calls = 0;
    for (size_t i = 0; i < linker->codes.count; i++) {
        linker->codes.list[i]->number = i;
        calls += linker->codes.list[i]->calls.count;
    }
    return calls;
}

static bool list_callers(const struct hw_linker *linker, struct callers *callers)
{
    const size_t count = linker->codes.count, calls = number_codes(linker);
    callers->first = calloc(count + 2, sizeof *callers->first);
    callers->list = calloc(calls + 1, sizeof(struct hw_link_function *));
    if (!callers->first || !callers->list)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < linker->codes.list[i]->calls.count; k++)
            callers->first[linker->codes.list[i]->calls.list[k]->number + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        callers->first[i] += callers->first[i - 1];
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < linker->codes.list[i]->calls.count; k++)
            callers->list[callers->first[linker->codes.list[i]->calls.list[k]->number + 1]++] =
                linker->codes.list[i];
    return true;
}

/* All that it calls is done. */
static void finish(struct hw_link_function *code)
{
    uint64_t stack = 0, crs = 0;
    for (size_t i = 0; i < code->calls.count; i++) {
        const struct hw_link_function *callee = code->calls.list[i];
        stack = callee->stack > stack ? callee->stack : stack;
        crs = callee->crs > crs ? callee->crs : crs;
    }
    code->stack = stack + code->frame;
    code->crs = crs + code->kernel->crs_bytes;
    code->done = true;
}

static void limit(struct hw_link_function *code)
{
    if (!code->done || code->stack > HW_LINK_WITHOUT_END)
        code->stack = HW_LINK_WITHOUT_END;
    if (!code->done || code->crs > HW_LINK_WITHOUT_END)
        code->crs = HW_LINK_WITHOUT_END;
}

/* A topological order from leaf functions upwards; a function that is never done is recursive, or calls one
 * that is. */
static bool measure_stacks(struct hw_linker *linker)
{
    struct callers callers = {0};
    struct hw_link_functions ready = {0};
    bool added = list_callers(linker, &callers);
    for (size_t i = 0; added && i < linker->codes.count; i++) {
        struct hw_link_function *code = linker->codes.list[i];
        code->waits_for = code->calls.count;
        added = code->waits_for || hw_link_functions_add(&ready, code);
    }
    while (added && ready.count) {
        struct hw_link_function *code = ready.list[--ready.count];
        finish(code);
        for (size_t i = callers.first[code->number]; added && i < callers.first[code->number + 1]; i++)
            if (--callers.list[i]->waits_for == 0)
                added = hw_link_functions_add(&ready, callers.list[i]);
    }
    for (size_t i = 0; added && i < linker->codes.count; i++)
        limit(linker->codes.list[i]);
    free(callers.first);
    free(callers.list);
    free(ready.list);
    return added;
}

hw_status hw_link_count_resources(struct hw_linker *linker, struct hw_error *error)
{
    bool measured = give_bits(linker);
    for (size_t i = 0; measured && i < linker->codes.count; i++)
        take_largest(linker->codes.list[i], linker->codes.list[i]);
    for (size_t i = 0; measured && i < linker->kernels.count; i++)
        measured = reach(linker->kernels.list[i]);
    measured = measured && measure_stacks(linker);
    for (size_t i = 0; measured && i < linker->kernels.count; i++)
        if (linker->kernels.list[i]->stack == HW_LINK_WITHOUT_END && !linker->options.partial)
            hw_link_note(linker, "the stack of kernel %s cannot be known: its calls may nest without end",
                         linker->kernels.list[i]->kernel->name);
    return measured ? HW_OK : hw_link_no_memory(error);
}

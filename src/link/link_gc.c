/* SPDX-License-Identifier: MIT */
/* Section garbage collection marks the code that is used: kernels, functions whose addresses variables hold,
 * and what these refer to.  Only what they name has to be defined. */
#include "link/linking.h"

#include <stdlib.h>
#include <string.h>

/* The worklist: functions that are live and whose references are still to be followed. */
static bool wake(struct hw_link_functions *waiting, struct hw_link_function *code)
{
    if (!code || code->live || code->lost)
        return true;
    code->live = true;
    return hw_link_functions_add(waiting, code);
}

/* --- undefined symbols --- */

static bool may_be_undefined(const struct hw_linker *linker, const struct hw_link_symbol *symbol)
{
    return hw_link_is_defined(symbol) || linker->options.partial || hw_link_is_dynamic_shared(symbol) ||
           hw_link_is_texture(symbol) || symbol->from->binding == HW_BINDING_WEAK ||
           (symbol->from->type == HW_SYMBOL_FUNCTION && hw_link_is_external(symbol->from->name));
}

/* Once for each file. */
static void check_defined(struct hw_linker *linker, struct hw_link_symbol *symbol,
                          const struct hw_link_section *user)
{
    if (symbol->reported || may_be_undefined(linker, symbol->meant))
        return;
    symbol->reported = true;
    hw_link_complain(linker, HW_ERR_NOT_FOUND, "undefined symbol '%.100s', used by %.80s of %.80s",
                     symbol->from->name, user->code ? user->code->kernel->name : user->from->name,
                     symbol->unit->name);
}

static bool follow(struct hw_linker *linker, struct hw_link_functions *waiting,
                   const struct hw_link_section *section)
{
    bool woken = true;
    for (const struct hw_link_reloc *reloc = section->relocs; woken && reloc; reloc = reloc->next) {
        if (!reloc->symbol)
            continue;
        check_defined(linker, reloc->symbol, section);
        woken = wake(waiting, hw_link_function_of(reloc->symbol->meant));
    }
    return woken;
}

/* --- liveness --- */

static bool wake_roots(struct hw_linker *linker, struct hw_link_functions *waiting)
{
    bool woken = true;
    for (size_t u = 0; u < linker->unit_count; u++) {
        struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; woken && unit->wanted && i < unit->module->kernel_count; i++)
            if (!unit->codes[i].kernel->function || linker->options.partial)
                woken = wake(waiting, &unit->codes[i]);
        for (size_t i = 0; woken && unit->wanted && i < unit->module->section_count; i++)
            if (unit->sections[i].space == HW_LINKED_MEMORY || unit->sections[i].space == HW_LINKED_CONSTANT)
                woken = follow(linker, waiting, &unit->sections[i]);
    }
    return woken;
}

static bool follow_code(struct hw_linker *linker, struct hw_link_functions *waiting,
                        struct hw_link_function *code)
{
    bool woken = true;
    for (size_t i = 0; woken && i < code->unit->module->section_count; i++)
        if (code->unit->sections[i].code == code)
            woken = follow(linker, waiting, &code->unit->sections[i]);
    for (size_t i = 0; woken && i < code->callee_count; i++)
        woken = wake(waiting, hw_link_function_of(code->callees[i]->meant));
    return woken;
}

/* Live codes in the order of the files; calls between them. */
static bool list_live(struct hw_linker *linker)
{
    bool listed = true;
    size_t dropped = 0;
    for (size_t u = 0; u < linker->unit_count; u++) {
        struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; listed && unit->wanted && i < unit->module->kernel_count; i++) {
            struct hw_link_function *code = &unit->codes[i];
            dropped += !code->live && !code->lost;
            listed = !code->live || hw_link_functions_add(&linker->codes, code);
            if (listed && code->live && !code->kernel->function) {
                code->kernel_number = (uint32_t)linker->kernels.count;
                listed = hw_link_functions_add(&linker->kernels, code);
            }
        }
    }
    if (dropped)
        hw_link_note(linker, "%zu function%s that nobody uses left out", dropped, dropped == 1 ? "" : "s");
    return listed;
}

/* Functions whose address some file takes are roots. */
static bool list_taken(const struct hw_linker *linker)
{
    bool listed = true;
    for (size_t u = 0; u < linker->unit_count; u++) {
        const struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; listed && unit->wanted && i < unit->taken_count; i++) {
            struct hw_link_function *code = hw_link_function_of(unit->taken[i].symbol->meant);
            listed = !code || !code->live || !unit->taken[i].prototype ||
                     hw_name_index_add(&code->taken, unit->taken[i].prototype, 0);
        }
    }
    for (size_t i = 0; i < linker->codes.count; i++)
        hw_name_index_sort(&linker->codes.list[i]->taken);
    return listed;
}

/* Whether two sorted lists of prototypes have one in common. */
static bool agree(const struct hw_name_index *taken, const struct hw_name_index *indirect)
{
    uint32_t number;
    for (size_t i = 0; i < indirect->count; i++)
        if (hw_name_index_find(taken, indirect->list[i].name, &number))
            return true;
    return false;
}

static bool list_calls(struct hw_linker *linker, struct hw_link_function *code)
{
    bool listed = true;
    for (size_t i = 0; listed && i < code->callee_count; i++) {
        struct hw_link_function *callee = hw_link_function_of(code->callees[i]->meant);
        listed = !callee || !callee->live || hw_link_functions_add(&code->calls, callee);
    }
    for (size_t i = 0; listed && code->indirect.count && i < linker->codes.count; i++)
        if (agree(&linker->codes.list[i]->taken, &code->indirect))
            listed = hw_link_functions_add(&code->calls, linker->codes.list[i]);
    return listed;
}

hw_status hw_link_mark_live(struct hw_linker *linker, struct hw_error *error)
{
    struct hw_link_functions waiting = {0};
    bool found = wake_roots(linker, &waiting);
    while (found && waiting.count)
        found = follow_code(linker, &waiting, waiting.list[--waiting.count]);
    free(waiting.list);
    found = found && list_live(linker) && list_taken(linker);
    for (size_t i = 0; found && i < linker->codes.count; i++)
        found = list_calls(linker, linker->codes.list[i]);
    return found ? HW_OK : hw_link_no_memory(error);
}

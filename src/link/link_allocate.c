/* SPDX-License-Identifier: MIT */
/* The linker allocates per-kernel resources: shared memory, literals in constant banks, handles of textures
 * in bank 0.
 *
 * A variable has one address in all kernels that may use it, behind what each of them has already; so a
 * function finds it whichever kernel calls the function.  What functions use comes first, then what one
 * kernel has alone.  Dynamic shared memory (`extern __shared__`) begins behind all that is allocated, in all
 * kernels that share a function using it at the same byte.  nvJitLink of CUDA 12 gives shared variables the
 * same addresses. */
#include "link/linking.h"

#include "module/elf_cubin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DYNAMIC_ALIGN    16u /* of `extern __shared__`: no file says it */
#define SHARED_MAX       UINT32_MAX
#define HANDLE           4u  /* bytes of a texture's or surface's handle */
#define DESCRIPTOR       32u /* bytes of a surface's descriptor, which code of Kepler decodes */
#define MAXWELL_POSITION 20u
#define RELOC_TEXTURE    6u
#define RELOC_DESCRIPTOR 8u
#define RELOC_SURFACE    52u

/* A code that refers to a symbol. */
struct use {
    struct hw_link_symbol *symbol;
    struct hw_link_function *code;
    size_t order;
};

struct fitting {
    struct hw_linker *linker;
    struct use *uses;
    size_t count;
    uint64_t *users; /* bits: kernels that may use what is allocated next */
    struct hw_error *error;
};

static uint64_t *top_of(struct hw_link_function *kernel, enum hw_link_space space, uint32_t bank)
{
    return space == HW_LINKED_SHARED ? &kernel->shared_top : &kernel->bank_top[bank];
}

/* The lowest offset above all that the users have; it is theirs from then on. */
static hw_status fit(const struct fitting *fitting, const struct hw_link_section *section, uint64_t bytes,
                     uint64_t align, uint64_t *offset)
{
    const struct hw_link_functions *kernels = &fitting->linker->kernels;
    const enum hw_link_space space = section ? section->space : HW_LINKED_LITERAL;
    const uint32_t bank = section ? section->bank : 0;
    const uint64_t most = space == HW_LINKED_SHARED ? SHARED_MAX : HW_CONST_BANK_BYTES;
    *offset = 0;
    for (uint32_t i = 0; i < kernels->count; i++)
        if (hw_link_has(fitting->users, i) && *top_of(kernels->list[i], space, bank) > *offset)
            *offset = *top_of(kernels->list[i], space, bank);
    *offset = hw_link_round_up(*offset, align);
    if (*offset > most || bytes > most - *offset)
        return hw_fail(fitting->error, HW_ERR_RANGE, HW_LINK_ERROR,
                       "%s is full: 0x%llx bytes do not fit behind the 0x%llx that kernels have there",
                       space == HW_LINKED_SHARED ? "shared memory" : "a constant bank",
                       (unsigned long long)bytes, (unsigned long long)*offset);
    for (uint32_t i = 0; i < kernels->count; i++)
        if (hw_link_has(fitting->users, i))
            *top_of(kernels->list[i], space, bank) = *offset + bytes;
    return HW_OK;
}

static void forget_users(struct fitting *fitting)
{
    memset(fitting->users, 0, (fitting->linker->kernels.count / 64 + 1) * sizeof *fitting->users);
}

static void add_users(struct fitting *fitting, const struct hw_link_function *code)
{
    for (size_t i = 0; i < fitting->linker->kernels.count / 64 + 1; i++)
        fitting->users[i] |= code->kernels[i];
}

/* --- uses --- */

static bool add_use(struct fitting *fitting, struct hw_link_symbol *symbol, struct hw_link_function *code)
{
    if (!hw_module_grow(&fitting->uses, fitting->count, sizeof *fitting->uses))
        return false;
    fitting->uses[fitting->count] = (struct use){symbol, code, fitting->count};
    fitting->count++;
    return true;
}

/* Order: shared by several kernels or not, then by symbol. */
static int compare_uses(const void *a, const void *b)
{
    const struct use *first = a, *second = b;
    const bool own = first->symbol->section && first->symbol->section->code;
    const bool own2 = second->symbol->section && second->symbol->section->code;
    if (own != own2)
        return own - own2;
    if (first->symbol->number != second->symbol->number)
        return first->symbol->number < second->symbol->number ? -1 : 1;
    return (first->order > second->order) - (first->order < second->order);
}

typedef bool wanted_fn(const struct hw_link_symbol *symbol);

static bool is_shared(const struct hw_link_symbol *symbol)
{
    return symbol->section && symbol->section->space == HW_LINKED_SHARED;
}

/* The symbols of one kind that live functions refer to. */
static bool list_uses(struct fitting *fitting, wanted_fn *wanted)
{
    bool listed = true;
    fitting->count = 0;
    for (size_t i = 0; i < fitting->linker->codes.count; i++) {
        struct hw_link_function *code = fitting->linker->codes.list[i];
        for (const struct hw_link_reloc *reloc = code->section->relocs; listed && reloc; reloc = reloc->next)
            if (reloc->symbol && wanted(reloc->symbol->meant))
                listed = add_use(fitting, reloc->symbol->meant, code);
    }
    return listed;
}

/* Shared variables of kernels, whether their code refers to them or not. */
static bool list_own(struct fitting *fitting)
{
    bool listed = true;
    for (size_t u = 0; u < fitting->linker->unit_count; u++) {
        struct hw_link_object *unit = fitting->linker->units[u];
        for (size_t i = 0; listed && unit->wanted && i < unit->module->symbol_count; i++) {
            struct hw_link_symbol *symbol = &unit->symbols[i];
            struct hw_link_function *code = is_shared(symbol) ? symbol->section->code : NULL;
            if (code && code->live && symbol->meant == symbol && symbol->from->type != HW_SYMBOL_SECTION)
                listed = add_use(fitting, symbol, code);
        }
    }
    return listed;
}

static void number_symbols(const struct hw_linker *linker)
{
    uint32_t number = 0;
    for (size_t u = 0; u < linker->unit_count; u++)
        for (size_t i = 0; i < linker->units[u]->module->symbol_count; i++)
            linker->units[u]->symbols[i].number = number++;
}

/* Sort the uses, and place each symbol for the kernels of all its uses. */
static hw_status allocate_uses(struct fitting *fitting,
                               hw_status allocate(struct fitting *, struct hw_link_symbol *))
{
    hw_status status = HW_OK;
    if (fitting->count)
        qsort(fitting->uses, fitting->count, sizeof *fitting->uses, compare_uses);
    for (size_t i = 0; !status && i < fitting->count;) {
        struct hw_link_symbol *symbol = fitting->uses[i].symbol;
        forget_users(fitting);
        for (; i < fitting->count && fitting->uses[i].symbol == symbol; i++)
            add_users(fitting, fitting->uses[i].code);
        status = allocate(fitting, symbol);
    }
    return status;
}

/* --- shared memory --- */

/* A shared symbol's value is its alignment.  That of a section stands for all of it. */
static hw_status allocate_shared(struct fitting *fitting, struct hw_link_symbol *symbol)
{
    const struct hw_section *from = symbol->section->from;
    const bool whole = symbol->from->type == HW_SYMBOL_SECTION;
    const struct hw_link_function *code = symbol->section->code;
    const uint64_t bytes = !whole ? symbol->from->bytes : code ? code->kernel->shared_bytes : from->bytes;
    const uint64_t align = whole ? from->align : symbol->from->value;
    if ((align & (align - 1)) || align > HW_SECTION_ALIGN_MAX)
        return hw_fail(fitting->error, HW_ERR_FORMAT, HW_LINK_ERROR,
                       "'%.100s' of %.100s has alignment %llu in shared memory; expected a power of two",
                       symbol->from->name, symbol->unit->name, (unsigned long long)align);
    return fit(fitting, symbol->section, bytes, align, &symbol->address);
}

/* A kernel whose file names no variable in its shared memory has it at fixed addresses from 0 on. */
static void keep_nameless(const struct hw_linker *linker)
{
    for (size_t i = 0; i < linker->kernels.count; i++)
        linker->kernels.list[i]->shared_top = linker->kernels.list[i]->kernel->shared_bytes;
    for (size_t u = 0; u < linker->unit_count; u++)
        for (size_t i = 0; i < linker->units[u]->module->symbol_count; i++) {
            const struct hw_link_symbol *symbol = &linker->units[u]->symbols[i];
            if (is_shared(symbol) && symbol->section->code)
                symbol->section->code->shared_top = 0;
        }
}

/* The kernel that stands for all whose dynamic memory begins at one address. */
static struct hw_link_function *group_of(struct hw_link_function *kernel)
{
    while (kernel->group != kernel) {
        kernel->group = kernel->group->group;
        kernel = kernel->group;
    }
    return kernel;
}

/* The kernels of a function that uses dynamic memory are one group. */
static void join_groups(const struct fitting *fitting, const struct hw_link_function *code)
{
    struct hw_link_function *first = NULL;
    for (uint32_t i = 0; i < fitting->linker->kernels.count; i++) {
        struct hw_link_function *kernel = fitting->linker->kernels.list[i];
        if (!hw_link_has(code->kernels, i))
            continue;
        kernel->dynamic_shared = true;
        first = first ? first : kernel;
        group_of(kernel)->group = group_of(first);
    }
}

static hw_status allocate_dynamic(struct fitting *fitting)
{
    const struct hw_link_functions *kernels = &fitting->linker->kernels;
    for (size_t i = 0; i < kernels->count; i++)
        kernels->list[i]->group = kernels->list[i];
    if (!list_uses(fitting, hw_link_is_dynamic_shared))
        return hw_link_no_memory(fitting->error);
    for (size_t i = 0; i < fitting->count; i++)
        join_groups(fitting, fitting->uses[i].code);
    for (size_t i = 0; i < kernels->count; i++) {
        struct hw_link_function *kernel = kernels->list[i], *group = group_of(kernel);
        const uint64_t top = hw_link_round_up(kernel->shared_top, DYNAMIC_ALIGN);
        if (kernel->dynamic_shared && top > group->shared_top)
            group->shared_top = top;
        if (kernel->dynamic_shared)
            group->shared_top = hw_link_round_up(group->shared_top, DYNAMIC_ALIGN);
    }
    for (size_t i = 0; i < kernels->count; i++)
        if (kernels->list[i]->dynamic_shared)
            kernels->list[i]->shared_top = group_of(kernels->list[i])->shared_top;
    return HW_OK;
}

static hw_status fit_shared(struct fitting *fitting)
{
    keep_nameless(fitting->linker);
    if (!list_uses(fitting, is_shared) || !list_own(fitting))
        return hw_link_no_memory(fitting->error);
    hw_status status = allocate_uses(fitting, allocate_shared);
    return status ? status : allocate_dynamic(fitting);
}

/* --- constant banks --- */

/* A kernel's own literals keep their addresses, those of functions come behind them. */
static hw_status fit_literals(struct fitting *fitting)
{
    hw_status status = HW_OK;
    for (size_t i = 0; i < fitting->linker->kernels.count; i++) {
        struct hw_link_function *kernel = fitting->linker->kernels.list[i];
        for (size_t k = 0; k < kernel->kernel->const_count; k++) {
            const struct hw_const *piece = kernel->kernel->consts[k];
            const uint64_t end = (uint64_t)piece->offset + piece->bytes;
            if (end > kernel->bank_top[piece->bank])
                kernel->bank_top[piece->bank] = end;
        }
    }
    for (size_t u = 0; u < fitting->linker->unit_count; u++) {
        struct hw_link_object *unit = fitting->linker->units[u];
        for (size_t i = 0; !status && unit->wanted && i < unit->module->section_count; i++) {
            struct hw_link_section *section = &unit->sections[i];
            if (section->space != HW_LINKED_LITERAL || !section->code->live ||
                !section->code->kernel->function)
                continue;
            uint64_t bytes = 0;
            for (size_t k = 0; k < section->code->kernel->const_count; k++)
                if (section->code->kernel->consts[k]->bank == section->bank)
                    bytes = section->code->kernel->consts[k]->bytes;
            forget_users(fitting);
            add_users(fitting, section->code);
            status = fit(fitting, section, bytes, section->from->align > 4 ? section->from->align : 4,
                         &section->base);
        }
    }
    return status;
}

/* The loader puts a handle into each kernel that may use it. */
static hw_status give_handle(struct fitting *fitting, struct hw_link_symbol *symbol)
{
    hw_status status = HW_OK;
    symbol->used = true;
    for (uint32_t i = 0; !status && i < fitting->linker->kernels.count; i++) {
        char section[HW_MODULE_NAME_MAX + 64];
        const struct hw_reloc reloc = {.section = section,
                                       .offset = symbol->address,
                                       .type = symbol->handle_reloc,
                                       .symbol = symbol->name};
        snprintf(section, sizeof section, CUBIN_CONSTANT "0.%s", fitting->linker->kernels.list[i]->name);
        if (hw_link_has(fitting->users, i))
            status = hw_module_add_reloc(fitting->linker->out, &reloc, fitting->error);
    }
    return status;
}

/* The kind of handle: Kepler's surfaces have descriptors, all else a handle.  Constants of Maxwell's
 * instructions, which take handles only, begin at a bit of their own. */
static hw_status allocate_handle(struct fitting *fitting, struct hw_link_symbol *symbol)
{
    uint32_t bytes = HANDLE;
    symbol->handle_reloc = symbol->from->type == HW_SYMBOL_SURFACE ? RELOC_SURFACE : RELOC_TEXTURE;
    for (size_t i = 0; i < fitting->count; i++) {
        if (fitting->uses[i].symbol != symbol)
            continue;
        for (const struct hw_link_reloc *reloc = fitting->uses[i].code->section->relocs; reloc;
             reloc = reloc->next) {
            const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->from->type);
            if (reloc->symbol && reloc->symbol->meant == symbol && kind && kind->value == HW_RELOC_CONSTANT &&
                kind->position != MAXWELL_POSITION && symbol->from->type == HW_SYMBOL_SURFACE) {
                symbol->handle_reloc = RELOC_DESCRIPTOR;
                bytes = DESCRIPTOR;
            }
        }
        break;
    }
    hw_status status = fit(fitting, NULL, bytes, HANDLE, &symbol->address);
    return status ? status : give_handle(fitting, symbol);
}

hw_status hw_link_allocate_all(struct hw_linker *linker, struct hw_error *error)
{
    struct fitting fitting = {.linker = linker, .error = error};
    hw_status status = HW_OK;
    fitting.users = calloc(linker->kernels.count / 64 + 1, sizeof *fitting.users);
    number_symbols(linker);
    status = fitting.users ? fit_shared(&fitting) : hw_link_no_memory(error);
    if (!status)
        status = fit_literals(&fitting);
    if (!status && !list_uses(&fitting, hw_link_is_texture))
        status = hw_link_no_memory(error);
    if (!status)
        status = allocate_uses(&fitting, allocate_handle);
    free(fitting.users);
    free(fitting.uses);
    return status;
}

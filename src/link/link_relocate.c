/* SPDX-License-Identifier: MIT */
/* Relocation stores what the link knows (shared memory, constants, handles, jumps within a function);
 * addresses of global memory and code stay for the loader. */
#include "link/linking.h"

#include "module/elf_cubin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define OFFSET_BITS 16 /* of an offset in a constant bank */
#define OFFSET_MASK 0xffffu

struct patch {
    struct hw_linker *linker;
    const struct hw_link_reloc *reloc;
    const struct hw_link_target *target;
    const struct hw_reloc_kind *kind;
    uint64_t offset; /* in the target */
    uint8_t *bytes;
    struct hw_error *error;
};

static hw_status refuse(const struct patch *patch, hw_status status, const char *why)
{
    const struct hw_link_symbol *symbol = patch->reloc->symbol;
    return hw_fail(patch->error, status, HW_LINK_ERROR,
                   "relocation %s at byte 0x%" PRIx64 " of %.80s is for '%.80s', %s",
                   patch->kind ? patch->kind->name : "of an unknown kind", patch->offset,
                   patch->target->section, symbol ? symbol->from->name : "", why);
}

/* --- what the link knows --- */

/* The address of what lies in shared memory, or behind all that does. */
static uint64_t shared_address(const struct patch *patch, const struct hw_link_symbol *symbol)
{
    const struct hw_link_function *code = patch->target->code;
    if (!hw_link_is_dynamic_shared(symbol))
        return symbol->address;
    for (uint32_t i = 0; code && i < patch->linker->kernels.count; i++)
        if (hw_link_has(code->kernels, i))
            return patch->linker->kernels.list[i]->shared_top;
    return 0;
}

static bool is_shared(const struct hw_link_symbol *symbol)
{
    return hw_link_is_dynamic_shared(symbol) ||
           (symbol->section && symbol->section->space == HW_LINKED_SHARED);
}

/* Bank and offset of a constant, a literal or a handle; false for all else. */
static bool find_constant(const struct hw_link_symbol *symbol, uint32_t *bank, uint64_t *offset)
{
    if (hw_link_is_texture(symbol)) {
        *bank = 0;
        *offset = symbol->address;
        return true;
    }
    if (!symbol->section ||
        (symbol->section->space != HW_LINKED_CONSTANT && symbol->section->space != HW_LINKED_LITERAL))
        return false;
    *bank = symbol->section->bank;
    *offset = symbol->section->base + symbol->from->value;
    return true;
}

static uint64_t addend_of(const struct patch *patch)
{
    const struct hw_reloc *from = patch->reloc->from;
    const uint64_t there =
        from->explicit_addend ? (uint64_t)from->addend : hw_reloc_get(patch->kind, patch->bytes);
    return !from->explicit_addend && patch->kind->value == HW_RELOC_CONSTANT ? there & OFFSET_MASK : there;
}

/* Put a number in; it must be what the field gives back, as far as it has bits of its own. */
static hw_status store_value(const struct patch *patch, uint64_t value)
{
    const bool whole = patch->kind->value == HW_RELOC_CONSTANT || patch->kind->value == HW_RELOC_HANDLE;
    hw_reloc_put(patch->kind, patch->bytes, value);
    if (whole && hw_reloc_get(patch->kind, patch->bytes) != value)
        return refuse(patch, HW_ERR_RANGE, "whose place does not fit into the instruction");
    return HW_OK;
}

static hw_status put_constant(const struct patch *patch, const struct hw_link_symbol *symbol)
{
    uint32_t bank;
    uint64_t offset;
    if (!find_constant(symbol, &bank, &offset))
        return refuse(patch, HW_ERR_FORMAT, "which is no constant");
    return store_value(patch, (uint64_t)bank << OFFSET_BITS | ((offset + addend_of(patch)) & OFFSET_MASK));
}

static hw_status put_relative(const struct patch *patch, const struct hw_link_symbol *symbol)
{
    const uint64_t from = patch->offset + patch->kind->bytes;
    hw_reloc_put(patch->kind, patch->bytes, symbol->from->value + addend_of(patch) - from);
    return HW_OK;
}

/* --- what stays --- */

void hw_link_output_section(const struct hw_link_section *section, char *name, size_t size)
{
    const char *from = section->from->name;
    if (section->space == HW_LINKED_CODE)
        snprintf(name, size, CUBIN_TEXT "%s", section->code->name);
    else if (section->space == HW_LINKED_MEMORY)
        snprintf(name, size, "%s", section->from->data ? CUBIN_GLOBAL_INIT : CUBIN_GLOBAL);
    else if (section->code)
        snprintf(name, size, "%.*s%s", (int)(strlen(from) - strlen(section->code->kernel->name)), from,
                 section->code->name);
    else
        snprintf(name, size, "%s", from);
}

static hw_status keep_reloc(const struct patch *patch, struct hw_link_symbol *symbol)
{
    char section[HW_MODULE_NAME_MAX + 64];
    struct hw_reloc kept = *patch->reloc->from;
    kept.section = (char *)(uintptr_t)patch->target->section;
    kept.offset = patch->offset;
    kept.symbol = symbol ? symbol->name : NULL;
    if (symbol && symbol->from->type == HW_SYMBOL_SECTION) {
        if (!symbol->section || symbol->section->space == HW_LINKED_DISCARDED || !patch->kind ||
            (symbol->section->code && !symbol->section->code->live))
            return refuse(patch, HW_ERR_UNSUPPORTED, "a section that is not linked");
        hw_link_output_section(symbol->section, section, sizeof section);
        kept.symbol = section;
        kept.addend = (int64_t)(addend_of(patch) + symbol->section->base);
        kept.explicit_addend = true;
    } else if (symbol && !symbol->name)
        return refuse(patch, HW_ERR_FORMAT, "which is no part of the output");
    if (symbol)
        symbol->used = true;
    return hw_module_add_reloc(patch->linker->out, &kept, patch->error);
}

/* --- one relocation --- */

/* Whether an instruction wants the offset of a constant in its bank: an address would need more bits. */
static bool is_offset(const struct patch *patch, const struct hw_link_symbol *symbol)
{
    return symbol->section->space == HW_LINKED_CONSTANT && patch->target->code &&
           patch->kind->value == HW_RELOC_ADDRESS && patch->kind->bits < 32;
}

static hw_status apply(const struct patch *patch)
{
    struct hw_link_symbol *symbol = patch->reloc->symbol ? patch->reloc->symbol->meant : NULL;
    const enum hw_reloc_value value = patch->kind ? patch->kind->value : HW_RELOC_NOTHING;
    if (patch->linker->options.partial)
        return keep_reloc(patch, symbol);
    if (patch->kind && value == HW_RELOC_NOTHING)
        return HW_OK;
    if (!symbol)
        return keep_reloc(patch, symbol);
    if (!patch->kind || (value == HW_RELOC_OTHER && patch->target->code))
        return refuse(patch, HW_ERR_UNSUPPORTED, "a kind that is not linked here");
    if (value == HW_RELOC_OTHER)
        return keep_reloc(patch, symbol);
    if (value == HW_RELOC_CONSTANT)
        return put_constant(patch, symbol);
    if (value == HW_RELOC_HANDLE)
        return hw_link_is_texture(symbol) ? store_value(patch, symbol->address + addend_of(patch))
                                          : refuse(patch, HW_ERR_FORMAT, "which is no texture or surface");
    if (value == HW_RELOC_RELATIVE && patch->target->code &&
        hw_link_function_of(symbol) == patch->target->code)
        return put_relative(patch, symbol);
    if (is_shared(symbol) && (value != HW_RELOC_ADDRESS || !patch->target->code))
        return refuse(patch, HW_ERR_UNSUPPORTED,
                      "in shared memory, whose generic address only code can have");
    if (is_shared(symbol))
        return store_value(patch, shared_address(patch, symbol) + addend_of(patch));
    if (symbol->section && (symbol->section->space == HW_LINKED_LITERAL || is_offset(patch, symbol)))
        return store_value(patch, symbol->section->base + symbol->from->value + addend_of(patch));
    return keep_reloc(patch, symbol);
}

hw_status hw_link_relocate(struct hw_linker *linker, const struct hw_link_section *section,
                           const struct hw_link_target *target, struct hw_error *error)
{
    hw_status status = HW_OK;
    for (const struct hw_link_reloc *reloc = section->relocs; !status && reloc; reloc = reloc->next) {
        struct patch patch = {.linker = linker, .reloc = reloc, .target = target, .error = error};
        patch.kind = hw_reloc_kind(reloc->from->type);
        patch.offset = reloc->from->offset + target->base;
        const uint64_t room = patch.kind && patch.kind->bytes ? patch.kind->bytes : 1;
        if (reloc->from->offset > target->length || target->length - reloc->from->offset < room)
            return refuse(&patch, HW_ERR_FORMAT, "outside of what it is for");
        patch.bytes = target->bytes + reloc->from->offset;
        status = apply(&patch);
    }
    return status;
}

/* SPDX-License-Identifier: MIT */
/* Relocation of code and data of sm_20 and later.
 *
 * Shared memory is the kernel's own and begins at 0, as constant banks do.  A function that is not defined in
 * the module (vprintf, malloc) has the address of the machine's system call; so have those that launch
 * kernels, whether the module defines them or not.  What all kernels of a module
 * share (functions, variables, constants in device memory) is relocated once, with the first image; a
 * kernel's own code and banks with its own. */
#include "machine/chip/kernel_abi.h"
#include "machine/image/image_link.h"

#include "machine/device_runtime.h"
#include "machine/texture/texture_header.h"

#include <string.h>

#define fail(error, status, ...) hw_fail(error, status, "image", __VA_ARGS__)

/* --- symbols ------------------------------------------------------------------------------------- */

/* The number of the image's kernel. */
static uint32_t own_code(const struct hw_image *image)
{
    return hw_layout_find(&image->layout->code_names, image->kernel->name);
}

/* The target of relocations: the bytes of a section, or the copy of them that an image has. */
struct relocated {
    const struct hw_image *image;
    uint32_t section;
    uint32_t own;     /* the code that runs at address 0, as a number; of what all kernels share, none */
    uint64_t address; /* of the code that is relocated */
    uint8_t *bytes;
    uint64_t capacity;
};

/* A function that is nowhere has an address, for calling it is a fault; a variable that is nowhere has
 * none. */
static uint64_t undefined_address(const struct hw_symbol *symbol)
{
    const uint32_t entry = hw_description_symbol(symbol->name),
                   address = hw_device_call_address(symbol->name);

    if (symbol->absolute)
        return symbol->value;
    if (entry)
        return entry;
    return address || symbol->type != HW_SYMBOL_FUNCTION ? address : HW_DEVICE_CALL_NOWHERE;
}

static bool is_jump(const struct relocated *target, const struct hw_reloc *reloc)
{
    const struct hw_image_layout *layout = target->image->layout;
    const struct hw_layout_section *section = &layout->section[target->section];

    return section->kind == HW_LAYOUT_CODE &&
           hw_layout_is_jump(layout, &layout->code[section->code], reloc->offset);
}

/* An address in code.  Code of the kernel that runs begins at 0; but a pointer to a kernel is the same in
 * all. */
static uint64_t code_address(const struct relocated *target, const struct hw_layout_reloc *reloc,
                             uint64_t offset)
{
    const struct hw_image_layout *layout = target->image->layout;
    const struct hw_layout_section *code = &layout->section[layout->symbol_section[reloc->symbol]];
    const bool runs = code->code == target->own && (offset || is_jump(target, reloc->from));

    return runs ? offset : code->address + offset;
}

static uint64_t address_of(const struct relocated *target, const struct hw_layout_reloc *reloc,
                           uint64_t addend)
{
    const struct hw_image_layout *layout = target->image->layout;
    const struct hw_symbol *from = layout->module->symbols[reloc->symbol];
    const uint32_t number = layout->symbol_section[reloc->symbol];
    const char *replaced = hw_layout_replaced(layout, reloc->symbol);

    if (replaced)
        return hw_device_call_address(replaced);
    if (number == HW_LAYOUT_NONE)
        return addend + (from->section ? 0 : undefined_address(from));
    const struct hw_layout_section *section = &layout->section[number];
    switch (section->kind) {
    case HW_LAYOUT_DISCARDED: return addend;
    case HW_LAYOUT_CODE: return code_address(target, reloc, from->value + addend);
    case HW_LAYOUT_VARIABLES: return section->address + from->value + addend;
    default: return from->value + addend;
    }
}

hw_status hw_image_symbol(const struct hw_image *image, const struct hw_module *module, const char *name,
                          uint64_t *address, struct hw_error *error)
{
    const struct hw_image_layout *layout = image->layout;
    const uint32_t symbol = layout ? hw_layout_find(&layout->symbol_names, name) : HW_LAYOUT_NONE;
    const uint32_t number = symbol == HW_LAYOUT_NONE ? HW_LAYOUT_NONE : layout->symbol_section[symbol];

    if (number == HW_LAYOUT_NONE || layout->section[number].kind == HW_LAYOUT_DISCARDED ||
        layout->section[number].kind == HW_LAYOUT_CODE || module->symbols[symbol]->type != HW_SYMBOL_OBJECT)
        return fail(error, HW_ERR_NOT_FOUND, "the file has no variable called '%s'", name);
    *address = layout->section[number].address + module->symbols[symbol]->value;
    return HW_OK;
}

const struct hw_section *hw_image_code_at(const struct hw_image *image, uint32_t address, uint64_t *offset)
{
    const struct hw_image_layout *layout = image->layout;
    const struct hw_section *found = NULL;

    if (!layout)
        return NULL;
    const struct hw_layout_code *own = &layout->code[own_code(image)];
    if (address < own->kernel->code_bytes) {
        *offset = address;
        return &layout->module->sections[own->section];
    }
    for (size_t i = 0; i < layout->module->kernel_count && !found; i++) {
        const struct hw_layout_code *code = &layout->code[i];
        if (!code->kernel->function || code->section == HW_LAYOUT_NONE)
            continue;
        *offset = address - layout->section[code->section].address;
        if (*offset < code->kernel->code_bytes)
            found = &layout->module->sections[code->section];
    }
    return found;
}

const struct hw_kernel *hw_image_kernel_at(const struct hw_image *image, uint64_t address)
{
    const struct hw_image_layout *layout = image ? image->layout : NULL;

    for (size_t i = 0; layout && i < layout->module->kernel_count; i++) {
        const struct hw_layout_code *code = &layout->code[i];
        if (!code->kernel->function && code->section != HW_LAYOUT_NONE &&
            layout->section[code->section].address == address)
            return code->kernel;
    }
    return NULL;
}

/* --- relocations --------------------------------------------------------------------------------- */

/* The generic address of a block's own shared memory. */
static uint64_t shared_window(const struct hw_module *module)
{
    struct hw_target target;

    if (hw_target_find(module->target, &target, NULL) != HW_OK)
        return HW_SHARED_WINDOW;
    const struct hw_kernel_abi *kernel_abi = hw_kernel_abi_of(&target);
    return ((uint64_t)kernel_abi->windows.high << 32 | kernel_abi->windows.shared) + kernel_abi->shared_first;
}

/* What generic addresses count from, beyond what addresses of the symbol's own space do. */
static hw_status add_window(const struct relocated *target, const struct hw_reloc *reloc, uint32_t symbol,
                            uint64_t *value, struct hw_error *error)
{
    const struct hw_image_layout *layout = target->image->layout;
    const struct hw_symbol *from = layout->module->symbols[symbol];
    const uint32_t number = layout->symbol_section[symbol];
    const struct hw_layout_section *section = number == HW_LAYOUT_NONE ? NULL : &layout->section[number];

    if (section && section->kind == HW_LAYOUT_OFFSETS && strncmp(from->section, ".nv.shared", 10) == 0)
        *value += shared_window(layout->module);
    if (!section || section->kind != HW_LAYOUT_BANK)
        return HW_OK;
    if (!target->image->constants || section->bank != HW_CONSTANTS_BANK || section->code != HW_LAYOUT_NONE)
        return fail(error, HW_ERR_UNSUPPORTED,
                    "%s at 0x%llx holds the generic address of %s, which is in constant memory that has none",
                    reloc->section, (unsigned long long)reloc->offset, from->name);
    *value += target->image->constants;
    return HW_OK;
}

/* Whether a linker has to apply relocations of that kind, for only it knows where a kernel's constants are.
 */
static bool is_linkers(const struct hw_reloc_kind *kind)
{
    return kind->value == HW_RELOC_OTHER || kind->value == HW_RELOC_CONSTANT ||
           kind->value == HW_RELOC_HANDLE;
}

/* Whether a number fits the field that it goes into.  Fields of 32 bits may hold a half, those of a byte hold
 * one byte of the number (PTX: `.u8 x[] = {0xff(name), 0xff00(name)}`). */
static bool value_fits(const struct hw_reloc_kind *kind, uint64_t value)
{
    const unsigned bits = kind->bits, beyond = 64 - bits;
    const uint64_t field = value >> kind->shift;

    if (bits >= 32 || bits == 8 || !bits || (uint64_t)((int64_t)(value << beyond) >> beyond) == value)
        return true;
    return kind->value != HW_RELOC_RELATIVE && field >> bits == 0;
}

static hw_status store_reloc(const struct relocated *target, const struct hw_layout_reloc *reloc,
                             const struct hw_reloc_kind *kind, uint8_t *to, struct hw_error *error)
{
    const struct hw_reloc *from = reloc->from;

    if (reloc->symbol == HW_LAYOUT_NONE)
        return fail(error, HW_ERR_FORMAT, "a relocation of %s at 0x%llx names no symbol", from->section,
                    (unsigned long long)from->offset);
    const uint64_t addend = from->explicit_addend ? (uint64_t)from->addend : hw_reloc_get(kind, to);
    uint64_t value = address_of(target, reloc, addend);
    if (kind->value == HW_RELOC_RELATIVE)
        value -= target->address + from->offset + kind->bytes;
    if (kind->value == HW_RELOC_GENERIC) {
        const hw_status status = add_window(target, from, reloc->symbol, &value, error);
        if (status != HW_OK)
            return status;
    }
    if (!value_fits(kind, value))
        return fail(error, HW_ERR_RANGE, "%s at 0x%llx is too far from %s for a relocation of type %s",
                    from->section, (unsigned long long)from->offset, from->symbol, kind->name);
    hw_reloc_put(kind, to, value);
    return HW_OK;
}

static hw_status apply_reloc(const struct relocated *target, const struct hw_layout_reloc *reloc,
                             struct hw_error *error)
{
    const struct hw_reloc *from = reloc->from;
    const struct hw_reloc_kind *kind = hw_reloc_kind(from->type);
    const uint64_t bytes = kind ? kind->bytes : 1;

    if (from->offset > target->capacity || target->capacity - from->offset < bytes ||
        (kind && kind->value == HW_RELOC_NOTHING))
        return HW_OK;
    if (kind && !is_linkers(kind))
        return store_reloc(target, reloc, kind, target->bytes + from->offset, error);
    if (target->image->layout->section[target->section].kind != HW_LAYOUT_CODE)
        return HW_OK; /* texture headers and the like: image_textures.c */
    return fail(error, HW_ERR_UNSUPPORTED,
                "%s at 0x%llx needs a relocation of type %u (%s); this file is not linked", from->section,
                (unsigned long long)from->offset, from->type, kind ? kind->name : "unknown");
}

static hw_status apply_relocs(const struct relocated *target, struct hw_error *error)
{
    const struct hw_image_layout *layout = target->image->layout;
    const uint32_t end = layout->section[target->section + 1].first_reloc;
    hw_status status = HW_OK;

    for (uint32_t i = layout->section[target->section].first_reloc; status == HW_OK && i < end; i++)
        status = apply_reloc(target, &layout->reloc[i], error);
    return status;
}

/* The bytes of a section that all kernels share; no room where it is none. */
static struct relocated shared_relocated(const struct hw_image *image, uint32_t number)
{
    const struct hw_image_layout *layout = image->layout;
    const struct hw_layout_section *section = &layout->section[number];
    const struct hw_image_bank *bank = &image->bank[HW_CONSTANTS_BANK];
    struct relocated target = {.image = image, .section = number, .own = HW_LAYOUT_NONE};

    if (section->kind == HW_LAYOUT_VARIABLES) {
        target.capacity = layout->module->sections[number].bytes;
        target.bytes = hw_memory_host(image->memory, section->address, target.capacity);
    } else if (section->kind == HW_LAYOUT_CODE && layout->code[section->code].kernel->function) {
        target.address = section->address;
        target.capacity = layout->code[section->code].kernel->code_bytes;
        target.bytes = layout->functions + (section->address - layout->functions_at);
    } else if (section->kind == HW_LAYOUT_BANK && section->bank == HW_CONSTANTS_BANK && image->constants &&
               section->code == HW_LAYOUT_NONE) {
        target.capacity = bank->bytes;
        target.bytes = bank->data;
    }
    return target;
}

hw_status hw_image_relocate_shared(const struct hw_image *image, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (uint32_t i = 0; status == HW_OK && i < image->layout->module->section_count; i++) {
        const struct relocated target = shared_relocated(image, i);
        if (target.bytes)
            status = apply_relocs(&target, error);
    }
    return status;
}

/* The bytes of a section that are the image's own. */
static struct relocated own_relocated(const struct hw_image *image, uint32_t number, uint32_t own)
{
    const struct hw_layout_section *section = &image->layout->section[number];
    struct relocated target = {.image = image, .section = number, .own = own};

    if (section->code != HW_LAYOUT_NONE && section->code != own)
        return target;
    if (section->kind == HW_LAYOUT_CODE) {
        target.capacity = image->kernel->code_bytes;
        target.bytes = image->code;
    } else if (section->kind == HW_LAYOUT_BANK && !shared_relocated(image, number).bytes) {
        target.capacity = image->bank[section->bank].bytes;
        target.bytes = image->bank[section->bank].data;
    }
    return target;
}

hw_status hw_image_relocate(const struct hw_image *image, struct hw_error *error)
{
    const uint32_t own = own_code(image);
    hw_status status = HW_OK;

    for (uint32_t i = 0; status == HW_OK && i < image->layout->module->section_count; i++) {
        const struct relocated target = own_relocated(image, i, own);
        if (target.bytes)
            status = apply_relocs(&target, error);
    }
    return status;
}

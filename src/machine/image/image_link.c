/* SPDX-License-Identifier: MIT */
/* Addresses for code and data of sm_20 and later: where each section goes, and the relocations.
 *
 * Variables get device memory.  The code is the kernel followed by every function of the module, at the
 * addresses that jumps, calls and pointers then hold; other kernels are left out.  Shared memory is the
 * kernel's own and begins at 0, as constant banks do.  A function that is defined nowhere (vprintf, malloc)
 * has the address that the machine serves it at. */
#include "machine/image/image_link.h"

#include "machine/external.h"
#include "machine/texture/texture_description.h"

#include <stdlib.h>
#include <string.h>

#define CODE_ALIGN \
    64u /* Kepler's instructions come in groups of this size, Maxwell's in groups of half of it */

#define fail(error, status, ...) hw_fail(error, status, "image", __VA_ARGS__)

/* What follows `prefix` in a section's name; NULL where it does not begin so. */
static const char *behind(const char *name, const char *prefix)
{
    const size_t length = strlen(prefix);

    return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

static bool is_variables(const char *name)
{
    return strcmp(name, ".nv.global") == 0 || strcmp(name, ".nv.global.init") == 0;
}

/* Memory for a section of variables, with what they begin as. */
static hw_status place_variables(struct hw_image *image, struct hw_image_place *place, struct hw_error *error)
{
    const struct hw_section *section = place->section;

    place->placed = true;
    return hw_image_add_variable(image, section->bytes, section->data, &place->address, error);
}

/* Code goes behind the code so far. */
static hw_status place_code(struct hw_image *image, struct hw_image_place *place,
                            const struct hw_kernel *code, struct hw_error *error)
{
    const size_t at = (image->code_bytes + CODE_ALIGN - 1) / CODE_ALIGN * CODE_ALIGN;
    uint8_t *grown = realloc(image->code, at + code->code_bytes + 1);

    if (!grown)
        return fail(error, HW_ERR_NO_MEMORY, "no memory for %zu bytes of code", at + code->code_bytes);
    memset(grown + image->code_bytes, 0, at - image->code_bytes);
    if (code->code_bytes)
        memcpy(grown + at, code->code, code->code_bytes);
    image->code = grown;
    image->code_bytes = at + code->code_bytes;
    place->address = at;
    place->placed = true;
    return HW_OK;
}

static hw_status place_section(struct hw_image *image, const struct hw_module *module,
                               struct hw_image_place *place, struct hw_error *error)
{
    const char *name = place->section->name, *code = behind(name, ".text.");

    if (is_variables(name))
        return place_variables(image, place, error);
    if (code) {
        const struct hw_kernel *function = hw_module_find_kernel(module, code);
        const bool called = function && function->function && function != image->kernel;
        image->calls |= called;
        return called ? place_code(image, place, function, error) : HW_OK;
    }
    place->placed = behind(name, ".nv.shared") || behind(name, ".nv.constant") || behind(name, ".nv.local");
    return HW_OK;
}

static struct hw_image_place *find_place(const struct hw_image *image, const struct hw_module *module,
                                         const char *name)
{
    for (size_t i = 0; i < module->section_count; i++)
        if (strcmp(module->sections[i].name, name) == 0)
            return &image->place[i];
    return NULL;
}

/* The kernel's own code comes first, so that it is at address 0. */
static hw_status place_kernel(struct hw_image *image, const struct hw_module *module, struct hw_error *error)
{
    for (size_t i = 0; i < module->section_count; i++) {
        const char *name = behind(module->sections[i].name, ".text.");
        if (name && strcmp(name, image->kernel->name) == 0)
            return place_code(image, &image->place[i], image->kernel, error);
    }
    return fail(error, HW_ERR_FORMAT, "the file has no section with the code of %s", image->kernel->name);
}

hw_status hw_image_place_sections(struct hw_image *image, const struct hw_module *module,
                                  struct hw_error *error)
{
    image->place = calloc(module->section_count + 1, sizeof *image->place);
    if (!image->place)
        return fail(error, HW_ERR_NO_MEMORY, "no memory for %zu sections", module->section_count);
    for (size_t i = 0; i < module->section_count; i++)
        image->place[i].section = &module->sections[i];
    hw_status status = place_kernel(image, module, error);
    for (size_t i = 0; status == HW_OK && i < module->section_count; i++)
        status = place_section(image, module, &image->place[i], error);
    return status;
}

/* --- symbols ------------------------------------------------------------------------------------- */

/* A symbol's address in its own space; a variable that is nowhere, and code that was left out, have none: 0.
 * Calling a function that is nowhere is a fault. */
static uint64_t symbol_address(struct hw_image *image, const struct hw_module *module,
                               const struct hw_symbol *symbol)
{
    if (symbol->absolute)
        return symbol->value;
    if (!symbol->section) {
        const uint32_t entry = hw_description_symbol(symbol->name);
        const uint32_t address = hw_external_address(symbol->name);
        if (entry)
            return entry;
        image->calls = image->calls_out = true;
        return address || symbol->type != HW_SYMBOL_FUNCTION ? address : HW_EXTERNAL_NOWHERE;
    }
    const struct hw_image_place *place = find_place(image, module, symbol->section);
    return place && place->placed ? place->address + symbol->value : 0;
}

hw_status hw_image_symbol(const struct hw_image *image, const struct hw_module *module, const char *name,
                          uint64_t *address, struct hw_error *error)
{
    const struct hw_symbol *symbol = hw_module_find_symbol(module, name);
    const struct hw_image_place *place =
        symbol && symbol->section && image->place ? find_place(image, module, symbol->section) : NULL;

    if (!place || !place->placed || symbol->type != HW_SYMBOL_OBJECT)
        return fail(error, HW_ERR_NOT_FOUND, "the file has no variable called '%s'", name);
    *address = place->address + symbol->value;
    return HW_OK;
}

/* --- relocations --------------------------------------------------------------------------------- */

/* Where a relocation's bytes are in this image; NULL where its section was left out. */
static uint8_t *reloc_place(struct hw_image *image, const struct hw_module *module,
                            const struct hw_reloc *reloc, unsigned bytes)
{
    const struct hw_image_place *place = find_place(image, module, reloc->section);
    const char *bank = behind(reloc->section, ".nv.constant");

    if (!place || !place->placed || reloc->offset > UINT32_MAX)
        return NULL;
    if (is_variables(reloc->section) && image->beside)
        return NULL; /* done already, and perhaps overwritten since */
    if (is_variables(reloc->section))
        return hw_memory_host(image->memory, place->address + reloc->offset, bytes);
    if (behind(reloc->section, ".text."))
        return place->address + reloc->offset + bytes <= image->code_bytes
                   ? image->code + place->address + reloc->offset
                   : NULL;
    if (!bank)
        return NULL;
    char *owner;
    const unsigned long number = strtoul(bank, &owner, 10);
    if (number >= HW_BANKS || (*owner == '.' && strcmp(owner + 1, image->kernel->name) != 0) ||
        reloc->offset + bytes > image->bank[number].bytes)
        return NULL;
    return image->bank[number].data + reloc->offset;
}

/* The number that goes into a place. */
static hw_status reloc_value(struct hw_image *image, const struct hw_module *module,
                             const struct hw_reloc *reloc, const struct hw_reloc_kind *kind,
                             const uint8_t *place, uint64_t *value, struct hw_error *error)
{
    const struct hw_symbol *symbol = hw_module_find_symbol(module, reloc->symbol);

    if (!symbol)
        return fail(error, HW_ERR_FORMAT, "a relocation of %s at 0x%llx names no symbol", reloc->section,
                    (unsigned long long)reloc->offset);
    *value = symbol_address(image, module, symbol) +
             (reloc->explicit_addend ? (uint64_t)reloc->addend : hw_reloc_get(kind, place));
    if (kind->value == HW_RELOC_RELATIVE)
        *value -= find_place(image, module, reloc->section)->address + reloc->offset + kind->bytes;
    if (kind->value != HW_RELOC_GENERIC || !symbol->section)
        return HW_OK;
    if (behind(symbol->section, ".nv.shared"))
        *value += HW_SHARED_WINDOW;
    if (image->constants && strcmp(symbol->section, ".nv.constant3") == 0)
        *value += image->constants;
    else if (behind(symbol->section, ".nv.constant"))
        return fail(error, HW_ERR_UNSUPPORTED,
                    "%s at 0x%llx holds the generic address of %s, which is in constant memory that has none",
                    reloc->section, (unsigned long long)reloc->offset, symbol->name);
    return HW_OK;
}

/* Whether a linker has to apply relocations of that kind, for only it knows where a kernel's constants are.
 */
static bool is_linkers(const struct hw_reloc_kind *kind)
{
    return kind->value == HW_RELOC_OTHER || kind->value == HW_RELOC_CONSTANT ||
           kind->value == HW_RELOC_HANDLE;
}

static hw_status apply(struct hw_image *image, const struct hw_module *module, const struct hw_reloc *reloc,
                       struct hw_error *error)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    uint8_t *place = reloc_place(image, module, reloc, kind ? kind->bytes : 1);
    uint64_t value = 0;

    if (!place || (kind && kind->value == HW_RELOC_NOTHING))
        return HW_OK;
    if (!kind || is_linkers(kind)) {
        if (!behind(reloc->section, ".text."))
            return HW_OK; /* texture headers and the like: image_reference.c */
        return fail(error, HW_ERR_UNSUPPORTED,
                    "%s at 0x%llx needs a relocation of type %u (%s); this file is not linked",
                    reloc->section, (unsigned long long)reloc->offset, reloc->type,
                    kind ? kind->name : "unknown");
    }
    hw_status status = reloc_value(image, module, reloc, kind, place, &value, error);
    if (status == HW_OK)
        hw_reloc_put(kind, place, value);
    return status;
}

hw_status hw_image_relocate(struct hw_image *image, const struct hw_module *module, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; status == HW_OK && i < module->reloc_count; i++)
        status = apply(image, module, &module->relocs[i], error);
    return status;
}

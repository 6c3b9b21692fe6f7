/* SPDX-License-Identifier: MIT */
/* See image_layout.h.  Sections, symbols and relocations name each other by strings; here these become
 * numbers, once a module, for it may have thousands of each. */
#include "machine/image/image_layout.h"

#include "machine/device_runtime.h"
#include "machine/image/image_link.h"
#include "machine/texture/texture_header.h"
#include "module/elf_cubin.h"

#include <stdlib.h>
#include <string.h>

/* Instructions come in groups of 64 bytes at most, and Volta's functions are aligned to 128. */
#define CODE_ALIGN 128u

#define fail(error, status, ...) hw_fail(error, status, "image", __VA_ARGS__)

uint32_t hw_layout_find(const struct hw_name_index *names, const char *name)
{
    uint32_t number;

    return name && hw_name_index_find(names, name, &number) ? number : HW_LAYOUT_NONE;
}

static bool list_names(struct hw_image_layout *layout)
{
    const struct hw_module *module = layout->module;
    bool listed = true;

    for (size_t i = 0; listed && i < module->section_count; i++)
        listed = hw_name_index_add(&layout->section_names, module->sections[i].name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->symbol_count; i++)
        listed = hw_name_index_add(&layout->symbol_names, module->symbols[i]->name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->kernel_count; i++)
        listed = hw_name_index_add(&layout->code_names, module->kernels[i]->name, (uint32_t)i);
    hw_name_index_sort(&layout->section_names);
    hw_name_index_sort(&layout->symbol_names);
    hw_name_index_sort(&layout->code_names);
    return listed;
}

/* --- sections ------------------------------------------------------------------------------------ */

static void take_code_section(struct hw_image_layout *layout, uint32_t number, const char *owner)
{
    struct hw_layout_section *section = &layout->section[number];

    section->code = hw_layout_find(&layout->code_names, owner);
    if (section->code == HW_LAYOUT_NONE)
        return;
    struct hw_layout_code *code = &layout->code[section->code];
    section->next = code->first_section;
    code->first_section = number;
    if (section->kind == HW_LAYOUT_CODE)
        code->section = number;
}

static void classify_section(struct hw_image_layout *layout, uint32_t number)
{
    const char *name = layout->module->sections[number].name, *owner = NULL;
    struct hw_layout_section *section = &layout->section[number];

    section->code = section->next = HW_LAYOUT_NONE;
    if ((owner = hw_cubin_skip_prefix(name, CUBIN_TEXT))) {
        section->kind = HW_LAYOUT_CODE;
    } else if (strcmp(name, CUBIN_GLOBAL) == 0 || strcmp(name, CUBIN_GLOBAL_INIT) == 0) {
        section->kind = HW_LAYOUT_VARIABLES;
    } else if (hw_cubin_is_constant(name, &section->bank, &owner) && section->bank < HW_BANKS) {
        section->kind = HW_LAYOUT_BANK;
    } else if (strncmp(name, ".nv.shared", 10) == 0 || strncmp(name, ".nv.local", 9) == 0) {
        section->kind = HW_LAYOUT_OFFSETS;
        owner = NULL;
    }
    if (owner)
        take_code_section(layout, number, owner);
    /* code or constants of a kernel that the module lacks */
    if (owner && section->code == HW_LAYOUT_NONE)
        section->kind = HW_LAYOUT_DISCARDED;
}

static bool list_sections(struct hw_image_layout *layout)
{
    const struct hw_module *module = layout->module;

    layout->section = calloc(module->section_count + 1, sizeof *layout->section);
    layout->code = calloc(module->kernel_count + 1, sizeof *layout->code);
    if (!layout->section || !layout->code)
        return false;
    for (size_t i = 0; i < module->kernel_count; i++)
        layout->code[i] = (struct hw_layout_code){
            .kernel = module->kernels[i],
            .section = HW_LAYOUT_NONE,
            .first_section = HW_LAYOUT_NONE,
            .is_replaced = module->kernels[i]->function && hw_device_call_replaces(module->kernels[i]->name)};
    for (uint32_t i = 0; i < module->section_count; i++)
        classify_section(layout, i);
    layout->is_counted = hw_layout_find(&layout->section_names, CUBIN_CALLGRAPH) != HW_LAYOUT_NONE;
    return true;
}

/* --- addresses ----------------------------------------------------------------------------------- */

/* Between two codes there is a gap, so that what runs out of one does not come into the next. */
static uint64_t next_code_address(uint64_t address, size_t bytes)
{
    return (address + bytes + CODE_ALIGN) / CODE_ALIGN * CODE_ALIGN;
}

/* Give codes of one kind their addresses from `at` on; where they end. */
static uint64_t place_codes(struct hw_image_layout *layout, bool functions, uint64_t at)
{
    for (size_t i = 0; i < layout->module->kernel_count; i++) {
        const struct hw_layout_code *code = &layout->code[i];
        if (code->section == HW_LAYOUT_NONE || code->kernel->function != functions)
            continue;
        layout->section[code->section].address = at;
        at = next_code_address(at, code->kernel->code_bytes);
    }
    return at;
}

static hw_status place_all_code(struct hw_image_layout *layout, struct hw_error *error)
{
    size_t longest = 0;

    for (size_t i = 0; i < layout->module->kernel_count; i++)
        if (layout->code[i].kernel->code_bytes > longest)
            longest = layout->code[i].kernel->code_bytes;
    const uint64_t first = next_code_address(0, longest), end = place_codes(layout, true, first);
    if (place_codes(layout, false, end) > HW_DEVICE_CALL_BASE)
        return fail(error, HW_ERR_LIMIT, "the file has more code than has room below 0x%x",
                    HW_DEVICE_CALL_BASE);
    layout->functions_at = (uint32_t)first;
    layout->function_bytes = (size_t)(end - first);
    layout->functions = calloc(1, layout->function_bytes + 1);
    if (!layout->functions)
        return fail(error, HW_ERR_NO_MEMORY, "no memory for %zu bytes of code", layout->function_bytes);
    for (size_t i = 0; i < layout->module->kernel_count; i++) {
        const struct hw_layout_code *code = &layout->code[i];
        if (code->section != HW_LAYOUT_NONE && code->kernel->function && code->kernel->code_bytes)
            memcpy(layout->functions + (layout->section[code->section].address - first), code->kernel->code,
                   code->kernel->code_bytes);
    }
    return HW_OK;
}

static hw_status place_variables(struct hw_image *image, struct hw_image_layout *layout,
                                 struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; status == HW_OK && i < layout->module->section_count; i++) {
        const struct hw_section *section = &layout->module->sections[i];
        if (layout->section[i].kind == HW_LAYOUT_VARIABLES)
            status = hw_image_add_variable(image, section->bytes, section->data, &layout->section[i].address,
                                           error);
    }
    return status;
}

/* --- symbols and relocations --------------------------------------------------------------------- */

/* The number of the section that a relocation is for, which mostly is that of the one before. */
static uint32_t section_of(const struct hw_image_layout *layout, const struct hw_reloc *reloc,
                           uint32_t before)
{
    const struct hw_section *sections = layout->module->sections;

    return before != HW_LAYOUT_NONE && strcmp(sections[before].name, reloc->section) == 0
               ? before
               : hw_layout_find(&layout->section_names, reloc->section);
}

/* Relocations by their sections.  `section` has the number of each one's. */
static void sort_relocs(struct hw_image_layout *layout, const uint32_t *section)
{
    const struct hw_module *module = layout->module;
    uint32_t sum = 0;

    for (size_t i = 0; i < module->reloc_count; i++)
        if (section[i] != HW_LAYOUT_NONE)
            layout->section[section[i]].first_reloc++;
    for (size_t i = 0; i <= module->section_count; i++) {
        sum += layout->section[i].first_reloc;
        layout->section[i].first_reloc = sum;
    }
    for (size_t i = module->reloc_count; i-- > 0;) {
        if (section[i] == HW_LAYOUT_NONE)
            continue;
        struct hw_layout_section *of = &layout->section[section[i]];
        const struct hw_reloc *from = &module->relocs[i];
        layout->reloc[--of->first_reloc] = (struct hw_layout_reloc){
            .from = from,
            .symbol = of->kind == HW_LAYOUT_DISCARDED ? HW_LAYOUT_NONE
                                                      : hw_layout_find(&layout->symbol_names, from->symbol)};
    }
}

static bool list_relocs(struct hw_image_layout *layout)
{
    const struct hw_module *module = layout->module;
    uint32_t *section = calloc(module->reloc_count + 1, sizeof *section), before = HW_LAYOUT_NONE;

    layout->reloc = calloc(module->reloc_count + 1, sizeof *layout->reloc);
    layout->symbol_section = calloc(module->symbol_count + 1, sizeof *layout->symbol_section);
    if (section && layout->reloc && layout->symbol_section) {
        for (size_t i = 0; i < module->symbol_count; i++)
            layout->symbol_section[i] = hw_layout_find(&layout->section_names, module->symbols[i]->section);
        for (size_t i = 0; i < module->reloc_count; i++)
            section[i] = before = section_of(layout, &module->relocs[i], before);
        sort_relocs(layout, section);
    }
    free(section);
    return section && layout->reloc && layout->symbol_section;
}

uint32_t hw_layout_code_of(const struct hw_image_layout *layout, uint32_t symbol)
{
    const uint32_t section = symbol == HW_LAYOUT_NONE ? HW_LAYOUT_NONE : layout->symbol_section[symbol];

    return section != HW_LAYOUT_NONE && layout->section[section].kind == HW_LAYOUT_CODE
               ? layout->section[section].code
               : HW_LAYOUT_NONE;
}

bool hw_layout_is_jump(const struct hw_image_layout *layout, const struct hw_layout_code *code,
                       uint64_t offset)
{
    struct hw_insn insn;
    size_t at = (size_t)offset;
    uint64_t target;

    return layout->target.isa && offset < code->kernel->code_bytes &&
           hw_decode_code(&layout->target, code->kernel->code, code->kernel->code_bytes, &at, &insn) ==
               HW_OK &&
           hw_insn_target(&insn, at, &target);
}

const char *hw_layout_replaced(const struct hw_image_layout *layout, uint32_t symbol)
{
    const uint32_t code = hw_layout_code_of(layout, symbol);

    return code != HW_LAYOUT_NONE && layout->code[code].is_replaced ? layout->code[code].kernel->name : NULL;
}

bool hw_layout_is_hosts(const struct hw_image_layout *layout, uint32_t number)
{
    const struct hw_symbol *symbol = layout->module->symbols[number];

    if (hw_layout_replaced(layout, number))
        return true;
    return !symbol->section && !symbol->absolute && !hw_description_symbol(symbol->name) &&
           (symbol->type == HW_SYMBOL_FUNCTION || hw_device_call_address(symbol->name));
}

/* What a relocation says of the function that it names: a pointer to it may be anywhere, unless it is a jump
 * or call. */
static void note_taken(struct hw_image_layout *layout, const struct hw_layout_section *section,
                       const struct hw_layout_reloc *reloc)
{
    const uint32_t named = hw_layout_code_of(layout, reloc->symbol);

    if (reloc->symbol == HW_LAYOUT_NONE)
        return;
    if (named != HW_LAYOUT_NONE && named != section->code && !layout->code[named].is_taken)
        layout->code[named].is_taken =
            section->kind != HW_LAYOUT_CODE ||
            !hw_layout_is_jump(layout, &layout->code[section->code], reloc->from->offset);
    if (section->kind != HW_LAYOUT_CODE && section->code == HW_LAYOUT_NONE)
        layout->data_names_hosts |= hw_layout_is_hosts(layout, reloc->symbol);
}

static void find_taken(struct hw_image_layout *layout)
{
    for (size_t i = 0; i < layout->module->section_count; i++)
        for (uint32_t k = layout->section[i].first_reloc; k < layout->section[i + 1].first_reloc; k++)
            note_taken(layout, &layout->section[i], &layout->reloc[k]);
}

/* --- the layout ----------------------------------------------------------------------------------- */

hw_status hw_layout_create(struct hw_image *image, const struct hw_module *module, struct hw_error *error)
{
    struct hw_image_layout *layout = image->layout = calloc(1, sizeof *layout);

    if (!layout)
        return fail(error, HW_ERR_NO_MEMORY, "no memory for a module");
    layout->module = module;
    if (hw_target_find(module->target, &layout->target, NULL) != HW_OK)
        layout->target.isa = NULL;
    if (!list_names(layout) || !list_sections(layout) || !list_relocs(layout))
        return fail(error, HW_ERR_NO_MEMORY, "no memory for %zu sections", module->section_count);
    find_taken(layout);
    const hw_status status = place_all_code(layout, error);
    return status == HW_OK ? place_variables(image, layout, error) : status;
}

void hw_layout_destroy(struct hw_image_layout *layout)
{
    if (!layout)
        return;
    hw_name_index_free(&layout->section_names);
    hw_name_index_free(&layout->symbol_names);
    hw_name_index_free(&layout->code_names);
    free(layout->section);
    free(layout->reloc);
    free(layout->code);
    free(layout->symbol_section);
    free(layout->functions);
    free(layout);
}

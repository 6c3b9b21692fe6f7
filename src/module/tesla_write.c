/* SPDX-License-Identifier: MIT */
/* This writer makes ELF cubins of modules of sm_10 to sm_13; elf_cubin.h describes the layout.
 *
 * Sections come first, for the symbols name them; then the symbols, in the order of the items; then the
 * contents that name symbols: .nv.info records and relocations.  NVIDIA's tools add program headers, which
 * restate the sections; they are omitted. */
#include "module/elf_bank.h"
#include "module/elf_cubin.h"
#include "module/elf_image.h"
#include "module/nv_info.h"
#include "module/elf_note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The sections of a kernel whose contents or number are needed again. */
struct kernel_sections {
    uint32_t text, info;
};

struct tesla_writer {
    const struct hw_module *module;
    struct hw_elf_image image;
    struct hw_error *error;
    struct kernel_sections *kernels;
    struct hw_name_index symbols;   /* those that have names: their numbers */
    uint32_t *variable_symbols;     /* by relocation */
    uint64_t *variable_offsets;     /* by relocation: offset in its section */
    uint32_t banks[HW_CONST_BANKS]; /* section of each bank of the module, or 0 */
    uint32_t rels[HW_CONST_BANKS];  /* section of its relocations, or 0 */
    uint32_t global, global_init;   /* sections of the variables, or 0 */
    uint32_t info;                  /* section of the module's records, or 0 */
};

/* --- sections ------------------------------------------------------------------------------------ */

/* Add a section and its symbol; the pointer is good until the next one is added. */
static struct hw_elf_image_section *add_section(struct tesla_writer *writer, const char *prefix,
                                                const char *suffix, uint32_t type, uint64_t flags,
                                                uint64_t align, uint32_t *index)
{
    struct hw_elf_image *image = &writer->image;
    struct hw_elf_image_section *section = hw_elf_image_section(image, prefix, suffix, type, flags, align);
    *index = image->section_count - 1;
    struct hw_elf_symbol symbol = {.name = "", .type = STT_SECTION, .binding = STB_LOCAL, .section = *index};
    hw_elf_image_symbol(image, &symbol);
    return section;
}

/* A section that only reserves memory; none for none. */
static void add_memory(struct tesla_writer *writer, const char *prefix, const struct hw_kernel *kernel,
                       uint32_t bytes, uint32_t text)
{
    uint32_t index;
    if (!bytes)
        return;
    struct hw_elf_image_section *section =
        add_section(writer, prefix, kernel->name, SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 4, &index);
    section->size = bytes;
    section->info = text;
}

static uint32_t add_bank_section(struct tesla_writer *writer, const struct hw_elf_bank *bank, uint32_t number,
                                 const char *kernel, uint64_t align, uint32_t text)
{
    char prefix[32];
    uint32_t index;
    snprintf(prefix, sizeof prefix, CUBIN_CONSTANT "%u%s", number, kernel[0] ? "." : "");
    struct hw_elf_image_section *section =
        add_section(writer, prefix, kernel, SHT_PROGBITS, SHF_ALLOC, align, &index);
    section->info = text;
    hw_buffer_add(&section->data, bank->bytes, bank->size);
    return index;
}

static hw_status add_kernel_bank(struct tesla_writer *writer, const struct hw_kernel *kernel, uint32_t number,
                                 uint32_t text)
{
    struct hw_elf_bank bank = {0};
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < kernel->const_count; i++)
        if (kernel->consts[i]->bank == number)
            status = hw_elf_bank_add_const(&bank, kernel->consts[i], writer->error);
    if (!status && bank.used)
        add_bank_section(writer, &bank, number, kernel->name, 4, text);
    hw_elf_bank_free(&bank);
    return status;
}

static hw_status add_kernel(struct tesla_writer *writer, const struct hw_kernel *kernel,
                            struct kernel_sections *sections)
{
    uint64_t flags = SHF_ALLOC | SHF_EXECINSTR | (uint64_t)kernel->barriers << CUBIN_BARRIER_SHIFT;
    hw_status status = HW_OK;
    struct hw_elf_image_section *text =
        add_section(writer, CUBIN_TEXT, kernel->name, SHT_PROGBITS, flags, 4, &sections->text);
    text->link = HW_ELF_SYMBOLS;
    text->info = (writer->image.symbol_count - 1) | kernel->registers << CUBIN_REGISTER_SHIFT;
    hw_buffer_add(&text->data, kernel->code, kernel->code_bytes);
    for (uint32_t bank = 0; !status && bank < HW_CONST_BANKS; bank++)
        status = add_kernel_bank(writer, kernel, bank, sections->text);
    add_section(writer, CUBIN_INFO ".", kernel->name, SHT_PROGBITS, SHF_ALLOC, 4, &sections->info)->info =
        sections->text;
    add_memory(writer, CUBIN_SHARED, kernel, kernel->shared_bytes, sections->text);
    add_memory(writer, CUBIN_LOCAL, kernel, kernel->local_bytes, sections->text);
    return status;
}

/* Bank `number` of the module, and the section of its relocations. */
static hw_status add_bank(struct tesla_writer *writer, uint32_t number)
{
    const struct hw_module *module = writer->module;
    struct hw_elf_bank bank = {0};
    hw_status status = HW_OK;
    bool addresses = false;
    for (size_t i = 0; !status && i < module->const_count; i++)
        if (module->consts[i]->bank == number)
            status = hw_elf_bank_add_const(&bank, module->consts[i], writer->error);
    for (size_t i = 0; !status && i < module->variable_count; i++) {
        if (module->variables[i]->bank == number && !module->variables[i]->unaddressed) {
            status = hw_elf_bank_add_address(&bank, module->variables[i], writer->error);
            addresses = true;
        }
    }
    if (!status && bank.used)
        writer->banks[number] = add_bank_section(writer, &bank, number, "", addresses ? 8 : 4, 0);
    if (!status && addresses) {
        char name[32];
        snprintf(name, sizeof name, CUBIN_REL CUBIN_CONSTANT "%u", number);
        struct hw_elf_image_section *rel =
            add_section(writer, name, "", SHT_REL, 0, writer->image.wide ? 8 : 4, &writer->rels[number]);
        rel->link = HW_ELF_SYMBOLS;
        rel->info = writer->banks[number];
        rel->records = ELF_T_REL;
    }
    hw_elf_bank_free(&bank);
    return status;
}

/* Whether relocation `index` is one more word for the address of the variable before it. */
static bool same_variable(const struct hw_module *module, size_t index)
{
    return index && strcmp(module->variables[index]->name, module->variables[index - 1]->name) == 0;
}

/* Give the variables with (or without) initial values their offsets in one section. */
static hw_status add_variables(struct tesla_writer *writer, bool with_data)
{
    const struct hw_module *module = writer->module;
    uint32_t *index = with_data ? &writer->global_init : &writer->global;
    struct hw_buffer data = {0};
    uint64_t size = 0;
    bool any = false;
    for (size_t i = 0; i < module->variable_count; i++) {
        const struct hw_variable *variable = module->variables[i];
        if (same_variable(module, i) || (variable->data != NULL) != with_data)
            continue;
        any = true;
        uint64_t offset = (size + 7) / 8 * 8;
        writer->variable_offsets[i] = offset;
        if (with_data) {
            hw_buffer_zero(&data, (size_t)(offset - size));
            hw_buffer_add(&data, variable->data, variable->bytes);
        }
        size = offset + variable->bytes;
    }
    if (any) {
        struct hw_elf_image_section *section =
            add_section(writer, with_data ? CUBIN_GLOBAL_INIT : CUBIN_GLOBAL, "",
                        with_data ? SHT_PROGBITS : SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 8, index);
        section->size = size;
        section->data = data;
    }
    if (size > UINT32_MAX && !writer->image.wide)
        return hw_fail(writer->error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "the global variables have %llu bytes; a 32-bit ELF cubin can record at most 4 GiB",
                       (unsigned long long)size);
    return HW_OK;
}

static void add_foreign(struct tesla_writer *writer)
{
    for (size_t i = 0; i < writer->module->section_count; i++) {
        const struct hw_section *kept = &writer->module->sections[i];
        uint32_t index;
        struct hw_elf_image_section *section =
            add_section(writer, kept->name, "", kept->type, kept->flags, kept->align, &index);
        section->entry_bytes = kept->entry_bytes;
        section->size = kept->bytes;
        if (kept->data)
            hw_buffer_add(&section->data, kept->data, kept->bytes);
    }
}

static void add_note(struct tesla_writer *writer)
{
    struct hw_buffer note = {0};
    uint32_t index;
    hw_elf_note_write(writer->module, &note);
    if (note.length || note.failed)
        add_section(writer, CUBIN_NOTE, "", SHT_NOTE, 0, 4, &index)->data = note;
}

static hw_status add_sections(struct tesla_writer *writer)
{
    const struct hw_module *module = writer->module;
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < module->kernel_count; i++)
        status = add_kernel(writer, module->kernels[i], &writer->kernels[i]);
    for (uint32_t bank = 0; !status && bank < HW_CONST_BANKS; bank++)
        status = add_bank(writer, bank);
    if (!status)
        status = add_variables(writer, true);
    if (!status)
        status = add_variables(writer, false);
    if (status)
        return status;
    if (module->infos.count || (module->sampler_count && !module->kernel_count))
        add_section(writer, CUBIN_INFO, "", SHT_PROGBITS, SHF_ALLOC, 4, &writer->info);
    add_foreign(writer);
    add_note(writer);
    return HW_OK;
}

/* --- symbols ------------------------------------------------------------------------------------- */

/* Add a symbol, which records find by its name. */
static hw_status add_symbol(struct tesla_writer *writer, const struct hw_elf_symbol *symbol, uint32_t *number)
{
    *number = hw_elf_image_symbol(&writer->image, symbol);
    return !symbol->name[0] || hw_name_index_add(&writer->symbols, symbol->name, *number)
               ? HW_OK
               : hw_module_no_memory(writer->error);
}

/* Whether the item before `item`, unknown parts aside, is the relocation before it. */
static bool follows_relocation(const struct hw_module *module, const struct hw_declaration *item)
{
    uint32_t index = item->index;
    while (item-- > module->items)
        if (item->kind != HW_DECLARATION_EXTRA)
            return item->kind == HW_DECLARATION_VARIABLE && item->index + 1 == index;
    return false;
}

/* One symbol serves all words that want a variable's address, so what text may say of each must agree: the
 * size and the segment; and they must follow one another, for the symbols give the order. */
static hw_status check_same_variable(struct tesla_writer *writer, const struct hw_declaration *item)
{
    const struct hw_module *module = writer->module;
    const struct hw_variable *variable = module->variables[item->index];
    bool fits = true;
    if (same_variable(module, item->index)) {
        const struct hw_variable *before = module->variables[item->index - 1];
        fits = variable->bytes == before->bytes && variable->bank == before->bank &&
               variable->unaddressed == before->unaddressed && follows_relocation(module, item);
    } else {
        for (uint32_t i = 0; fits && i < item->index; i++)
            fits = strcmp(module->variables[i]->name, variable->name) != 0;
    }
    return fits ? HW_OK
                : hw_fail(writer->error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                          "the relocations of variable %.100s differ in size or segment, or stand apart; an "
                          "ELF cubin cannot hold them",
                          variable->name);
}

static hw_status add_variable_symbol(struct tesla_writer *writer, const struct hw_declaration *item)
{
    const struct hw_module *module = writer->module;
    size_t index = item->index;
    const struct hw_variable *variable = module->variables[index];
    hw_status status = check_same_variable(writer, item);
    if (status)
        return status;
    if (same_variable(module, index)) {
        writer->variable_symbols[index] = writer->variable_symbols[index - 1];
        return HW_OK;
    }
    struct hw_elf_symbol symbol = {
        .name = variable->name,
        .type = STT_OBJECT,
        .binding = STB_GLOBAL,
        .size = variable->bytes,
        .value = writer->variable_offsets[index],
        .section = variable->data ? writer->global_init : writer->global,
    };
    return add_symbol(writer, &symbol, &writer->variable_symbols[index]);
}

static hw_status add_item_symbol(struct tesla_writer *writer, const struct hw_declaration *item)
{
    const struct hw_module *module = writer->module;
    struct hw_elf_symbol symbol = {.binding = STB_GLOBAL};
    const struct hw_const *piece;
    uint32_t number;
    switch (item->kind) {
    case HW_DECLARATION_KERNEL:
        symbol.name = module->kernels[item->index]->name;
        symbol.type = STT_FUNC;
        symbol.other = CUBIN_SYMBOL_OTHER;
        symbol.section = writer->kernels[item->index].text;
        break;
    case HW_DECLARATION_CONST:
        piece = module->consts[item->index];
        symbol.name = piece->name ? piece->name : "";
        symbol.type = STT_OBJECT;
        symbol.section = writer->banks[piece->bank];
        symbol.value = piece->offset;
        symbol.size = piece->bytes;
        break;
    case HW_DECLARATION_SAMPLER:
        symbol.name = module->samplers[item->index]->name;
        symbol.type = CUBIN_SYMBOL_TEXTURE;
        symbol.other = CUBIN_SYMBOL_OTHER;
        break;
    case HW_DECLARATION_VARIABLE: return add_variable_symbol(writer, item);
    case HW_DECLARATION_EXTRA: return HW_OK;
    }
    return add_symbol(writer, &symbol, &number);
}

/* --- contents that name symbols ------------------------------------------------------------------ */

static hw_status fill_infos(struct tesla_writer *writer)
{
    const struct hw_module *module = writer->module;
    struct hw_elf_image *image = &writer->image;
    hw_status status = hw_elf_image_check(image, writer->error);
    hw_name_index_sort(&writer->symbols);
    for (size_t i = 0; !status && i < module->kernel_count; i++)
        status = hw_nv_info_write(module, module->kernels[i], &writer->symbols,
                                  &image->sections[writer->kernels[i].info].data, writer->error);
    if (!status && writer->info)
        status = hw_nv_info_write(module, NULL, &writer->symbols, &image->sections[writer->info].data,
                                  writer->error);
    return status;
}

static void fill_relocations(struct tesla_writer *writer)
{
    const struct hw_module *module = writer->module;
    for (size_t i = 0; !writer->image.failed && i < module->variable_count; i++) {
        const struct hw_variable *variable = module->variables[i];
        if (variable->unaddressed)
            continue;
        hw_elf_image_rel(&writer->image, writer->rels[variable->bank], variable->offset,
                         writer->variable_symbols[i], CUBIN_REL_ADDRESS, 0);
    }
}

static hw_status build(struct tesla_writer *writer)
{
    const struct hw_module *module = writer->module;
    if (module->name) {
        struct hw_elf_symbol file = {.name = module->name, .type = STT_FILE, .section = SHN_ABS};
        hw_elf_image_symbol(&writer->image, &file);
    }
    hw_status status = add_sections(writer);
    for (size_t i = 0; !status && i < module->item_count; i++)
        status = add_item_symbol(writer, &module->items[i]);
    if (!status)
        status = fill_infos(writer);
    if (!status)
        fill_relocations(writer);
    return status;
}

hw_status hw_cubin_tesla_write(const struct hw_module *module, bool wide, uint32_t flags,
                               struct hw_buffer *out, struct hw_error *error)
{
    struct tesla_writer writer = {.module = module, .error = error};
    hw_status status = HW_OK;
    hw_elf_image_start(&writer.image, wide);
    writer.kernels = calloc(module->kernel_count + 1, sizeof writer.kernels[0]);
    writer.variable_symbols = calloc(module->variable_count + 1, sizeof writer.variable_symbols[0]);
    writer.variable_offsets = calloc(module->variable_count + 1, sizeof writer.variable_offsets[0]);
    if (!writer.kernels || !writer.variable_symbols || !writer.variable_offsets)
        status = hw_module_no_memory(error);
    else
        status = build(&writer);
    struct hw_elf_header header = {.flags = flags,
                                   .type = ET_EXEC,
                                   .version = EV_CURRENT,
                                   .os_abi = CUBIN_OSABI,
                                   .abi_version = (uint8_t)module->abi_version};
    if (!status)
        status = hw_elf_image_finish(&writer.image, &header, out, error);
    hw_elf_image_free(&writer.image);
    hw_name_index_free(&writer.symbols);
    free(writer.kernels);
    free(writer.variable_symbols);
    free(writer.variable_offsets);
    return status;
}

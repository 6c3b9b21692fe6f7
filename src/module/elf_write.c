/* SPDX-License-Identifier: MIT */
/* This writer makes ELF cubins of modules of sm_20 and later; elf_cubin.h describes the layout.
 *
 * First the sections and symbols are listed (elf_layout.c).  Then symbols get their numbers, and last the
 * contents follow.  A reference to a name that does not exist is an error and is never written. */
#include "module/elf_bank.h"
#include "module/elf_flags.h"
#include "module/nv_info.h"
#include "module/elf_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- numbers ------------------------------------------------------------------------------------- */

/* Sections of the image begin with four of its own. */
static uint32_t section_index(uint32_t planned)
{
    return planned + HW_ELF_SYMBOLS + 1;
}

/* The number of a section by name, 0 for NULL.  */
static hw_status find_section(struct hw_elf_writer *writer, const char *name, const char *who,
                              uint32_t *index)
{
    uint32_t number = 0;
    *index = 0;
    if (!name)
        return HW_OK;
    *index = hw_elf_image_own(name);
    if (*index)
        return HW_OK;
    if (!hw_name_index_find(&writer->sections, name, &number))
        return hw_fail(writer->error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR,
                       "%.100s is for section %.100s, which the module does not have", who, name);
    *index = section_index(number);
    return HW_OK;
}

/* The number that stands for a section. */
static hw_status read_number(const struct hw_elf_writer *writer, const struct hw_section *planned,
                             uint32_t *number)
{
    const char *text = planned->info ? planned->info : "0";
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value > UINT32_MAX)
        return hw_fail(writer->error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "section %.100s is for %.100s; expected a number, of symbols of .nv.merc.symtab",
                       planned->name, text);
    *number = (uint32_t)value;
    return HW_OK;
}

/* A name as the file has it: a number that made it unique goes. */
static void plain_name(const char *from, char *name, size_t size)
{
    snprintf(name, size, "%.*s", (int)hw_name_plain_length(from), from);
}

/* A kernel's symbol without a size spans its code. */
static uint64_t symbol_bytes(const struct hw_elf_writer *writer, const struct hw_symbol *symbol)
{
    const char *code = symbol->section ? hw_cubin_skip_prefix(symbol->section, CUBIN_TEXT) : NULL;
    if (symbol->type != HW_SYMBOL_FUNCTION || symbol->value || symbol->bytes || !code ||
        strcmp(code, symbol->name) != 0)
        return symbol->bytes;
    const struct hw_kernel *kernel = hw_module_find_kernel(writer->module, code);
    return kernel ? kernel->code_bytes : symbol->bytes;
}

static hw_status put_symbol(struct hw_elf_writer *writer, const struct hw_symbol *symbol)
{
    char name[HW_MODULE_NAME_MAX + 64];
    struct hw_elf_symbol entry = {
        .name = name,
        .type = symbol->type,
        .binding = symbol->binding,
        .other = symbol->other,
        .value = symbol->value,
        .size = symbol_bytes(writer, symbol),
    };
    hw_status status = find_section(writer, symbol->section, symbol->name, &entry.section);
    if (status)
        return status;
    if (symbol->absolute || symbol->common)
        entry.section = symbol->common ? SHN_COMMON : SHN_ABS;
    plain_name(symbol->name, name, sizeof name);
    if (writer->module->nameless && symbol->type == HW_SYMBOL_SECTION)
        name[0] = '\0';
    uint32_t index = hw_elf_image_symbol(&writer->image, &entry);
    return hw_name_index_add(&writer->symbols, symbol->name, index) ? HW_OK
                                                                    : hw_module_no_memory(writer->error);
}

/* The module's own symbols in their order; then, where more were planned, global ones last. */
static hw_status put_symbols(struct hw_elf_writer *writer)
{
    const struct hw_module *plan = writer->plan;
    size_t own = writer->module->symbol_count;
    hw_status status = HW_OK;
    hw_name_index_free(&writer->symbols);
    for (size_t i = 0; !status && i < own; i++)
        status = put_symbol(writer, plan->symbols[i]);
    for (int global = 0; global <= 1; global++)
        for (size_t i = own; !status && i < plan->symbol_count; i++)
            if ((plan->symbols[i]->binding == STB_GLOBAL) == global)
                status = put_symbol(writer, plan->symbols[i]);
    hw_name_index_sort(&writer->symbols);
    return status;
}

/* --- contents ------------------------------------------------------------------------------------ */

static hw_status put_bank(struct hw_elf_writer *writer, struct hw_const **consts, size_t count,
                          uint32_t number, struct hw_buffer *out)
{
    struct hw_elf_bank bank = {0};
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < count; i++)
        if (consts[i]->bank == number)
            status = hw_elf_bank_add_const(&bank, consts[i], writer->error);
    if (!status && bank.used)
        hw_buffer_add(out, bank.bytes, bank.size);
    hw_elf_bank_free(&bank);
    return status;
}

/* Bank 0 reaches to the end of the parameters. */
static hw_status pad_params(struct hw_elf_writer *writer, const struct hw_kernel *kernel,
                            struct hw_buffer *out)
{
    uint64_t end = kernel->param_bytes < 0 ? 0 : (uint64_t)kernel->param_base + (uint32_t)kernel->param_bytes;
    if (end > HW_CONST_BANK_BYTES)
        return hw_fail(
            writer->error, HW_ERR_RANGE, HW_MODULE_ERROR,
            "the parameters of %.100s end at byte 0x%llx of constant bank 0, which has at most 64 KiB",
            kernel->name, (unsigned long long)end);
    if (out->length < end)
        hw_buffer_zero(out, end - out->length);
    return HW_OK;
}

static hw_status put_code(struct hw_elf_writer *writer, const struct hw_section *planned,
                          const struct hw_kernel *kernel, struct hw_elf_image_section *section)
{
    uint32_t symbol = 0;
    hw_name_index_find(&writer->symbols, planned->info ? planned->info : kernel->name, &symbol);
    if (!hw_nv_info_states_barriers(writer->module, kernel))
        section->flags |= (uint64_t)kernel->barriers << CUBIN_BARRIER_SHIFT;
    uint32_t registers = kernel->code_registers >= 0 ? (uint32_t)kernel->code_registers
                         : hw_cubin_chip(writer->module->target) >= CUBIN_NO_REGISTERS_SINCE
                             ? 0
                             : kernel->registers;
    section->info = symbol | registers << CUBIN_REGISTER_SHIFT;
    hw_buffer_add(&section->data, kernel->code, kernel->code_bytes);
    return HW_OK;
}

static hw_status put_relocs(struct hw_elf_writer *writer, const char *name, uint32_t index,
                            bool explicit_addend)
{
    const struct hw_module *module = writer->module;
    const char *target = hw_cubin_skip_prefix(name, explicit_addend ? CUBIN_RELA : CUBIN_REL);
    writer->image.sections[index].records = explicit_addend ? ELF_T_RELA : ELF_T_REL;
    for (size_t i = 0; target && i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        uint32_t symbol = 0;
        if (reloc->explicit_addend != explicit_addend || strcmp(reloc->section, target) != 0)
            continue;
        if (reloc->symbol && !hw_name_index_find(&writer->symbols, reloc->symbol, &symbol))
            return hw_fail(writer->error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR,
                           "a relocation in %.100s is for symbol %.100s, which the module does not have",
                           reloc->section, reloc->symbol);
        hw_elf_image_rel(&writer->image, index, reloc->offset, symbol, reloc->type, reloc->addend);
    }
    return HW_OK;
}

/* The contents of a section that the module models. */
static hw_status put_modelled(struct hw_elf_writer *writer, const struct hw_section *planned, uint32_t index)
{
    const struct hw_module *module = writer->module;
    struct hw_elf_image_section *section = &writer->image.sections[index];
    const char *name = planned->name, *owner = NULL, *at;
    uint32_t bank;
    if (planned->type == SHT_REL || planned->type == SHT_RELA)
        return put_relocs(writer, name, index, planned->type == SHT_RELA);
    if (strcmp(name, CUBIN_INFO) == 0)
        return hw_nv_info_write(module, NULL, &writer->symbols, &section->data, writer->error);
    bool constant = hw_cubin_is_constant(name, &bank, &owner);
    if (constant && !owner)
        return put_bank(writer, module->consts, module->const_count, bank, &section->data);
    if (!constant)
        owner = (at = hw_cubin_skip_prefix(name, CUBIN_TEXT)) ||
                        (at = hw_cubin_skip_prefix(name, CUBIN_INFO ".")) ||
                        (at = hw_cubin_skip_prefix(name, CUBIN_SHARED)) ||
                        (at = hw_cubin_skip_prefix(name, CUBIN_LOCAL))
                    ? at
                    : NULL;
    const struct hw_kernel *kernel = owner ? hw_module_find_kernel(module, owner) : NULL;
    if (!kernel)
        return hw_fail(writer->error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR,
                       "section %.100s is for a kernel that the module does not have", name);
    if (constant) {
        hw_status status = put_bank(writer, kernel->consts, kernel->const_count, bank, &section->data);
        return status || bank ? status : pad_params(writer, kernel, &section->data);
    }
    if (hw_cubin_skip_prefix(name, CUBIN_TEXT))
        return put_code(writer, planned, kernel, section);
    if (hw_cubin_skip_prefix(name, CUBIN_INFO "."))
        return hw_nv_info_write(module, kernel, &writer->symbols, &section->data, writer->error);
    section->size = hw_cubin_skip_prefix(name, CUBIN_SHARED) ? kernel->shared_bytes : kernel->local_bytes;
    return HW_OK;
}

static hw_status put_section(struct hw_elf_writer *writer, uint32_t number)
{
    const struct hw_section *planned = &writer->plan->sections[number];
    uint32_t index = section_index(number), link, info = 0;
    struct hw_elf_image_section *section = &writer->image.sections[index];
    bool code = hw_cubin_skip_prefix(planned->name, CUBIN_TEXT) != NULL;
    hw_status status = find_section(writer, planned->link, planned->name, &link);
    if (!status && hw_cubin_info_is_number(planned->type))
        status = read_number(writer, planned, &info);
    else if (!status && !code)
        status = find_section(writer, planned->info, planned->name, &info);
    if (status)
        return status;
    section->link = link;
    section->info = info;
    section->entry_bytes = planned->entry_bytes;
    section->size = planned->bytes;
    if (planned->modelled)
        return put_modelled(writer, planned, index);
    if (planned->data)
        hw_buffer_add(&section->data, planned->data, planned->bytes);
    return HW_OK;
}

/* Once all contents are there. */
static hw_status check_relocs(struct hw_elf_writer *writer)
{
    const struct hw_module *module = writer->module;
    for (size_t i = 0; i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
        const size_t room = kind && kind->bytes ? kind->bytes : 1;
        uint32_t number;
        if (!hw_name_index_find(&writer->sections, reloc->section, &number))
            continue;
        const size_t size = writer->image.sections[section_index(number)].data.length;
        if (reloc->offset > size || size - reloc->offset < room)
            return hw_fail(
                writer->error, HW_ERR_RANGE, HW_MODULE_ERROR,
                "a relocation at byte 0x%llx of %.100s needs %zu bytes there; the section has 0x%zx",
                (unsigned long long)reloc->offset, reloc->section, room, size);
    }
    return HW_OK;
}

/* --- the file ------------------------------------------------------------------------------------ */

static hw_status build(struct hw_elf_writer *writer)
{
    char name[HW_MODULE_NAME_MAX + 64];
    hw_status status = hw_elf_layout(writer);
    const struct hw_module *plan = writer->plan;
    for (size_t i = 0; !status && i < plan->section_count; i++) {
        plain_name(plan->sections[i].name, name, sizeof name);
        hw_elf_image_section(&writer->image, name, "", plan->sections[i].type, plan->sections[i].flags,
                             plan->sections[i].align);
    }
    if (!status)
        status = hw_elf_image_check(&writer->image, writer->error);
    if (!status)
        status = hw_elf_list_names(writer);
    if (!status)
        status = put_symbols(writer);
    for (size_t i = 0; !status && i < plan->section_count; i++)
        status = put_section(writer, (uint32_t)i);
    return status ? status : check_relocs(writer);
}

/* The number of the section that e_flags name; 0: there is none. */
static uint32_t note_section(const struct hw_elf_writer *writer)
{
    const struct hw_module *plan = writer->plan;
    for (size_t i = 0; i < plan->section_count; i++)
        if (hw_cubin_is_flags_note(plan->sections[i].name))
            return section_index((uint32_t)i);
    return 0;
}

hw_status hw_cubin_later_write(const struct hw_module *module, bool wide, uint32_t flags,
                               struct hw_buffer *out, struct hw_error *error)
{
    struct hw_elf_writer writer = {.module = module, .error = error};
    if (module->variable_count || module->sampler_count || module->extra_count)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                       "the module has variables, samplers or text that only sm_1x has, and is for %s",
                       module->target);
    hw_status status = hw_module_create(module->target, module->abi_version, &writer.plan, error);
    if (status)
        return status;
    hw_elf_image_start(&writer.image, wide);
    status = build(&writer);
    const uint32_t os_abi = hw_module_os_abi(module);
    struct hw_elf_header header = {
        .flags = hw_cubin_flags_add_note(os_abi, flags, note_section(&writer)),
        .type = module->relocatable ? ET_REL : ET_EXEC,
        .version = module->toolkit ? module->toolkit : EV_CURRENT,
        .os_abi = (uint8_t)os_abi,
        .abi_version = (uint8_t)(module->os_abi              ? module->abi_version
                                 : os_abi == CUBIN_OSABI_NEW ? CUBIN_ABI_NEW
                                                             : CUBIN_ABI_DEFAULT),
    };
    if (!status)
        status = hw_elf_image_finish(&writer.image, &header, out, error);
    hw_elf_image_free(&writer.image);
    hw_name_index_free(&writer.sections);
    hw_name_index_free(&writer.symbols);
    hw_module_free(writer.plan);
    return status;
}

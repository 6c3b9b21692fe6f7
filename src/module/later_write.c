/* Writing modules of sm_20 and later as ELF cubins; elf_cubin.h says what stands where.
 *
 * First it is settled which sections there will be: those that the module lists, then those that it has contents for
 * but does not list (all, in a module built from nothing).  Then symbols get their numbers, and last the contents
 * follow.  Names that nothing has are errors: a reference that leads nowhere must not be written. */
#include "module/elf_bank.h"
#include "module/elf_cubin.h"
#include "module/elf_image.h"
#include "module/elf_info.h"
#include "module/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    const struct hw_module *module;
    struct hw_elf_image image;
    struct hw_module *plan; /* owns the sections and symbols that the file will have */
    struct hw_names sections, symbols;
    struct hw_error *error;
};

/* --- which sections and symbols ------------------------------------------------------------------- */

static const uint64_t memory_flags = SHF_ALLOC | SHF_WRITE, code_flags = SHF_ALLOC | SHF_EXECINSTR;

/* Plan a section unless it is planned already.  The first plan is the module's own list; names of that are found by
 * the sorted list, and a missing section is missing once. */
static hw_status need_section(struct writer *writer, const char *prefix, const char *owner, uint32_t type,
                              uint64_t flags, uint64_t align, const char *link, const char *info)
{
    char name[HW_MODULE_NAME_MAX + 64];
    uint32_t number;
    snprintf(name, sizeof name, "%s%s", prefix, owner);
    if (hw_names_find(&writer->sections, name, &number))
        return HW_OK;
    struct hw_section section = {.name = name,
                                 .type = type,
                                 .flags = flags,
                                 .align = align,
                                 .link = (char *)(uintptr_t)link,
                                 .info = (char *)(uintptr_t)info,
                                 .modelled = true};
    return hw_module_add_section(writer->plan, &section, writer->error);
}

static hw_status need_symbol(struct writer *writer, const struct hw_symbol *symbol)
{
    uint32_t number;
    if (hw_names_find(&writer->symbols, symbol->name, &number))
        return HW_OK;
    return hw_module_add_symbol(writer->plan, symbol, writer->error);
}

static hw_status need_banks(struct writer *writer, struct hw_const **consts, size_t count, const char *owner,
                            const char *text)
{
    hw_status status = HW_OK;
    for (uint32_t bank = 0; bank < HW_CONST_BANKS && !status; bank++) {
        char prefix[32];
        bool used = false;
        for (size_t i = 0; i < count; i++)
            used |= consts[i]->bank == bank;
        snprintf(prefix, sizeof prefix, CUBIN_CONSTANT "%u%s", bank, owner[0] ? "." : "");
        if (used)
            status = need_section(writer, prefix, owner, SHT_PROGBITS, SHF_ALLOC, 4, NULL, text);
    }
    return status;
}

static hw_status need_kernel(struct writer *writer, const struct hw_kernel *kernel)
{
    char text[HW_MODULE_NAME_MAX + 64], bank[HW_MODULE_NAME_MAX + 64];
    const char *name = kernel->name;
    snprintf(text, sizeof text, CUBIN_TEXT "%s", name);
    snprintf(bank, sizeof bank, CUBIN_CONSTANT "0.%s", name);
    hw_status status = need_section(writer, CUBIN_INFO ".", name, CUBIN_TYPE_INFO, 0, 4, CUBIN_SYMTAB, text);
    if (!status)
        status = need_banks(writer, kernel->consts, kernel->const_count, name, text);
    if (!status && kernel->param_bytes >= 0)
        status = need_section(writer, bank, "", SHT_PROGBITS, SHF_ALLOC, 4, NULL, text);
    struct hw_symbol place = {.name = bank, .section = bank, .type = HW_SYMBOL_SECTION};
    if (!status && kernel->param_bytes >= 0)
        status = need_symbol(writer, &place);
    if (!status)
        status = need_section(writer, text, "", SHT_PROGBITS, code_flags, 32, CUBIN_SYMTAB, NULL);
    if (!status && kernel->shared_bytes)
        status = need_section(writer, CUBIN_SHARED, name, SHT_NOBITS, memory_flags, 16, NULL, text);
    struct hw_symbol symbol = {.name = kernel->name,
                               .section = text,
                               .type = HW_SYMBOL_FUNCTION,
                               .binding = HW_SYMBOL_GLOBAL,
                               .other = kernel->function ? 0 : HW_SYMBOL_ENTRY};
    return status ? status : need_symbol(writer, &symbol);
}

/* The constants that have names, as a listing gives them: symbols in their bank. */
static hw_status need_constants(struct writer *writer)
{
    const struct hw_module *module = writer->module;
    hw_status status = need_banks(writer, module->consts, module->const_count, "", NULL);
    for (size_t i = 0; !status && i < module->const_count; i++) {
        const struct hw_const *piece = module->consts[i];
        char bank[32];
        snprintf(bank, sizeof bank, CUBIN_CONSTANT "%u", piece->bank);
        struct hw_symbol symbol = {.name = piece->name,
                                   .section = bank,
                                   .type = HW_SYMBOL_OBJECT,
                                   .binding = HW_SYMBOL_GLOBAL,
                                   .value = piece->offset,
                                   .bytes = piece->bytes};
        if (piece->name)
            status = need_symbol(writer, &symbol);
    }
    return status;
}

/* ".rel.text.K" for relocations of ".text.K". */
static void rel_name(char *name, size_t size, const struct hw_reloc *reloc)
{
    snprintf(name, size, "%s%s", reloc->explicit_addend ? CUBIN_RELA : CUBIN_REL, reloc->section);
}

static hw_status list_names(struct writer *writer)
{
    const struct hw_module *plan = writer->plan;
    hw_names_free(&writer->sections);
    hw_names_free(&writer->symbols);
    bool listed = true;
    for (size_t i = 0; i < plan->section_count; i++)
        listed &= hw_names_add(&writer->sections, plan->sections[i].name, (uint32_t)i);
    for (size_t i = 0; i < plan->symbol_count; i++)
        listed &= hw_names_add(&writer->symbols, plan->symbols[i]->name, (uint32_t)i);
    hw_names_sort(&writer->sections);
    hw_names_sort(&writer->symbols);
    return listed ? HW_OK : hw_module_no_memory(writer->error);
}

static hw_status need_relocs(struct writer *writer)
{
    const struct hw_module *module = writer->module;
    hw_status status = HW_OK;
    const char *before = "";
    for (size_t i = 0; !status && i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        char name[HW_MODULE_NAME_MAX + 64];
        bool same = strcmp(before, reloc->section) == 0 && i &&
                    reloc->explicit_addend == module->relocs[i - 1].explicit_addend;
        before = reloc->section;
        if (same)
            continue;
        rel_name(name, sizeof name, reloc);
        status = need_section(writer, name, "", reloc->explicit_addend ? SHT_RELA : SHT_REL, 0, 8, CUBIN_SYMTAB,
                              reloc->section);
        if (!status)
            status = list_names(writer); /* another run may be for the same section */
    }
    return status;
}

/* Other sections refer to the string table by offsets, so it begins as it was. */
static hw_status take_strings(struct writer *writer, const struct hw_section *strings)
{
    return hw_elf_image_strings(&writer->image, strings->data, strings->bytes) ? HW_OK
                                                                               : hw_module_no_memory(writer->error);
}

/* Records need a section if there are any, or if a kernel's numbers stand nowhere else. */
static hw_status need_all(struct writer *writer)
{
    const struct hw_module *module = writer->module;
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < module->section_count; i++)
        status = strcmp(module->sections[i].name, CUBIN_STRTAB) == 0
                     ? take_strings(writer, &module->sections[i])
                     : hw_module_add_section(writer->plan, &module->sections[i], writer->error);
    for (size_t i = 0; !status && i < module->symbol_count; i++)
        status = hw_module_add_symbol(writer->plan, module->symbols[i], writer->error);
    if (!status)
        status = list_names(writer);
    if (!status && (module->infos.count || module->kernel_count))
        status = need_section(writer, CUBIN_INFO, "", CUBIN_TYPE_INFO, 0, 4, CUBIN_SYMTAB, NULL);
    if (!status)
        status = need_constants(writer);
    for (size_t i = 0; !status && i < module->kernel_count; i++)
        status = need_kernel(writer, module->kernels[i]);
    if (!status)
        status = list_names(writer);
    return status ? status : need_relocs(writer);
}

/* --- numbers ------------------------------------------------------------------------------------- */

/* Sections of the image begin with four of its own. */
static uint32_t section_index(uint32_t planned)
{
    return planned + HW_ELF_SYMBOLS + 1;
}

/* The number of a section by name, 0 for NULL. */
static hw_status find_section(struct writer *writer, const char *name, const char *who, uint32_t *index)
{
    uint32_t number = 0;
    *index = 0;
    if (!name)
        return HW_OK;
    static const char *const own[] = {
        [HW_ELF_NAMES] = ".shstrtab", [HW_ELF_STRINGS] = CUBIN_STRTAB, [HW_ELF_SYMBOLS] = CUBIN_SYMTAB};
    for (uint32_t i = HW_ELF_NAMES; i <= HW_ELF_SYMBOLS; i++) {
        if (strcmp(name, own[i]) == 0) {
            *index = i;
            return HW_OK;
        }
    }
    if (!hw_names_find(&writer->sections, name, &number))
        return hw_fail(writer->error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR,
                       "%.100s is for section %.100s, which the module does not have", who, name);
    *index = section_index(number);
    return HW_OK;
}

/* A name as the file has it: a number that made it unique goes. */
static void plain_name(const struct hw_symbol *symbol, char *name, size_t size)
{
    snprintf(name, size, "%s", symbol->name);
    char *mark = strrchr(name, HW_NAME_COPY[0]);
    if (mark && mark[1] && strspn(mark + 1, "0123456789") == strlen(mark + 1))
        *mark = '\0';
}

/* A kernel's symbol without a size spans its code. */
static uint64_t symbol_bytes(const struct writer *writer, const struct hw_symbol *symbol)
{
    const char *code = symbol->section ? hw_cubin_behind(symbol->section, CUBIN_TEXT) : NULL;
    if (symbol->type != HW_SYMBOL_FUNCTION || symbol->value || symbol->bytes || !code || strcmp(code, symbol->name) != 0)
        return symbol->bytes;
    const struct hw_kernel *kernel = hw_module_find_kernel(writer->module, code);
    return kernel ? kernel->code_bytes : symbol->bytes;
}

static hw_status put_symbol(struct writer *writer, const struct hw_symbol *symbol)
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
    if (symbol->absolute)
        entry.section = SHN_ABS;
    plain_name(symbol, name, sizeof name);
    uint32_t index = hw_elf_image_symbol(&writer->image, &entry);
    return hw_names_add(&writer->symbols, symbol->name, index) ? HW_OK : hw_module_no_memory(writer->error);
}

/* Global symbols come last; NVIDIA counts weak ones among the local.  Otherwise their order is kept. */
static hw_status put_symbols(struct writer *writer)
{
    const struct hw_module *plan = writer->plan;
    hw_status status = HW_OK;
    hw_names_free(&writer->symbols);
    for (int global = 0; global <= 1; global++)
        for (size_t i = 0; !status && i < plan->symbol_count; i++)
            if ((plan->symbols[i]->binding == STB_GLOBAL) == global)
                status = put_symbol(writer, plan->symbols[i]);
    hw_names_sort(&writer->symbols);
    return status;
}

/* --- contents ------------------------------------------------------------------------------------ */

static hw_status put_bank(struct writer *writer, struct hw_const **consts, size_t count, uint32_t number,
                          struct hw_buffer *out)
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
static void pad_params(const struct hw_kernel *kernel, struct hw_buffer *out)
{
    uint64_t end = kernel->param_bytes < 0 ? 0 : (uint64_t)kernel->param_base + (uint32_t)kernel->param_bytes;
    if (out->length < end)
        hw_buffer_zero(out, end - out->length);
}

static hw_status put_code(struct writer *writer, const struct hw_section *planned, const struct hw_kernel *kernel,
                          struct hw_elf_image_section *section)
{
    uint32_t symbol = 0;
    hw_names_find(&writer->symbols, planned->info ? planned->info : kernel->name, &symbol);
    section->flags |= (uint64_t)kernel->barriers << CUBIN_BARRIER_SHIFT;
    section->info = symbol | kernel->registers << CUBIN_REGISTER_SHIFT;
    hw_buffer_add(&section->data, kernel->code, kernel->code_bytes);
    return HW_OK;
}

static hw_status put_relocs(struct writer *writer, const char *name, uint32_t index, bool explicit_addend)
{
    const struct hw_module *module = writer->module;
    const char *target = hw_cubin_behind(name, explicit_addend ? CUBIN_RELA : CUBIN_REL);
    writer->image.sections[index].records = explicit_addend ? ELF_T_RELA : ELF_T_REL;
    for (size_t i = 0; target && i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        uint32_t symbol = 0;
        if (reloc->explicit_addend != explicit_addend || strcmp(reloc->section, target) != 0)
            continue;
        if (reloc->symbol && !hw_names_find(&writer->symbols, reloc->symbol, &symbol))
            return hw_fail(writer->error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR,
                           "a relocation in %.100s is for symbol %.100s, which the module does not have",
                           reloc->section, reloc->symbol);
        hw_elf_image_rel(&writer->image, index, reloc->offset, symbol, reloc->type, reloc->addend);
    }
    return HW_OK;
}

/* The contents of a section that the module models. */
static hw_status put_modelled(struct writer *writer, const struct hw_section *planned, uint32_t index)
{
    const struct hw_module *module = writer->module;
    struct hw_elf_image_section *section = &writer->image.sections[index];
    const char *name = planned->name, *owner = NULL, *at;
    uint32_t bank;
    if (planned->type == SHT_REL || planned->type == SHT_RELA)
        return put_relocs(writer, name, index, planned->type == SHT_RELA);
    if (strcmp(name, CUBIN_INFO) == 0) {
        hw_elf_infos_write(module, NULL, &writer->symbols, &section->data);
        return HW_OK;
    }
    bool constant = hw_cubin_is_constant(name, &bank, &owner);
    if (constant && !owner)
        return put_bank(writer, module->consts, module->const_count, bank, &section->data);
    if (!constant)
        owner = (at = hw_cubin_behind(name, CUBIN_TEXT)) || (at = hw_cubin_behind(name, CUBIN_INFO ".")) ||
                        (at = hw_cubin_behind(name, CUBIN_SHARED)) || (at = hw_cubin_behind(name, CUBIN_LOCAL))
                    ? at
                    : NULL;
    const struct hw_kernel *kernel = owner ? hw_module_find_kernel(module, owner) : NULL;
    if (!kernel)
        return hw_fail(writer->error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR,
                       "section %.100s is for a kernel that the module does not have", name);
    if (constant) {
        hw_status status = put_bank(writer, kernel->consts, kernel->const_count, bank, &section->data);
        if (bank == 0)
            pad_params(kernel, &section->data);
        return status;
    }
    if (hw_cubin_behind(name, CUBIN_TEXT))
        return put_code(writer, planned, kernel, section);
    if (hw_cubin_behind(name, CUBIN_INFO "."))
        hw_elf_infos_write(module, kernel, &writer->symbols, &section->data);
    section->size = hw_cubin_behind(name, CUBIN_SHARED) ? kernel->shared_bytes : kernel->local_bytes;
    return HW_OK;
}

static hw_status put_section(struct writer *writer, uint32_t number)
{
    const struct hw_section *planned = &writer->plan->sections[number];
    uint32_t index = section_index(number), link, info = 0;
    struct hw_elf_image_section *section = &writer->image.sections[index];
    bool code = hw_cubin_behind(planned->name, CUBIN_TEXT) != NULL;
    hw_status status = find_section(writer, planned->link, planned->name, &link);
    if (!status && !code)
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

/* --- the file ------------------------------------------------------------------------------------ */

static hw_status build(struct writer *writer)
{
    hw_status status = need_all(writer);
    const struct hw_module *plan = writer->plan;
    for (size_t i = 0; !status && i < plan->section_count; i++)
        hw_elf_image_section(&writer->image, plan->sections[i].name, "", plan->sections[i].type,
                             plan->sections[i].flags, plan->sections[i].align);
    if (!status && writer->image.failed)
        status = hw_module_no_memory(writer->error);
    if (!status)
        status = list_names(writer);
    if (!status)
        status = put_symbols(writer);
    for (size_t i = 0; !status && i < plan->section_count; i++)
        status = put_section(writer, (uint32_t)i);
    return status;
}

hw_status hw_cubin_later_write(const struct hw_module *module, bool wide, uint32_t flags, struct hw_buffer *out,
                               struct hw_error *error)
{
    struct writer writer = {.module = module, .error = error};
    if (module->variable_count || module->sampler_count || module->extra_count)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                       "the module has variables, samplers or text that only sm_1x has, and is for %s", module->target);
    hw_status status = hw_module_create(module->target, module->abi_version, &writer.plan, error);
    if (status)
        return status;
    hw_elf_image_start(&writer.image, wide);
    status = build(&writer);
    struct hw_elf_header header = {
        .flags = flags,
        .type = module->relocatable ? ET_REL : ET_EXEC,
        .version = module->toolkit ? module->toolkit : EV_CURRENT,
        .os_abi = (uint8_t)(module->os_abi ? module->os_abi : CUBIN_OSABI),
        .abi_version = (uint8_t)(module->os_abi ? module->abi_version : CUBIN_ABI_USUAL),
    };
    if (!status)
        status = hw_elf_image_finish(&writer.image, &header, out, error);
    hw_elf_image_free(&writer.image);
    hw_names_free(&writer.sections);
    hw_names_free(&writer.symbols);
    hw_module_free(writer.plan);
    return status;
}

/* Reading ELF cubins of sm_10 to sm_13 into modules; elf_cubin.h says what stands where.
 *
 * The symbol table gives the items and their order, sections give the contents.  What a module does not know
 * (foreign sections) is carried along, what is malformed is an error with its place in the file. */
#include "module/elf_cubin.h"
#include "module/elf_info.h"
#include "module/elf_note.h"

#include <stdlib.h>
#include <string.h>

/* A relocation of a constant bank, in a list by symbol. */
struct address {
    uint32_t bank, offset, addend;
    uint32_t next; /* index + 1 of the next with the same symbol, 0 at the end */
    bool taken;
};

struct reader {
    const struct hw_elf_file *file;
    struct hw_module *module;
    struct hw_kernel **kernels;     /* by section: the kernel whose code it holds */
    bool *known;                    /* by section: nothing foreign */
    uint32_t banks[HW_CONST_BANKS]; /* the section of each bank's module constants, or 0 */
    uint64_t const_bytes;           /* of all module constants: symbols that overlap could claim anything */
    struct hw_names items;          /* those that have symbols, for the records that name them */
    struct address *addresses;
    size_t address_count;
    uint32_t *first_address; /* by symbol: index + 1 into addresses */
    struct hw_error *error;
};

/* --- relocations ------------------------------------------------------------------------------- */

static hw_status read_rel_section(struct reader *reader, const struct hw_elf_section *section, uint32_t bank)
{
    const struct hw_elf_file *file = reader->file;
    const struct hw_elf_section *target =
        section->info < file->section_count ? &file->sections[section->info] : NULL;
    Elf_Data *rels;
    size_t count;
    hw_status status = hw_elf_rels(file, section, &rels, &count, reader->error);
    if (status)
        return status;
    for (size_t i = count; i-- > 0;) { /* backwards, for the lists grow at their heads */
        GElf_Rel rel = {0};
        bool read = gelf_getrel(rels, (int)i, &rel) != NULL;
        uint64_t symbol = GELF_R_SYM(rel.r_info), type = GELF_R_TYPE(rel.r_info);
        if (!read || symbol >= file->symbol_count || type != CUBIN_REL_ADDRESS)
            return hw_elf_fail(
                reader->error, HW_ERR_UNSUPPORTED, section->header,
                "relocation %zu of %s has type %llu and symbol %llu; expected type %u and one of %u symbols",
                i, section->name, (unsigned long long)type, (unsigned long long)symbol, CUBIN_REL_ADDRESS,
                file->symbol_count);
        if (!target || !target->data || target->size < 4 || rel.r_offset > target->size - 4)
            return hw_elf_fail(reader->error, HW_ERR_FORMAT, section->header,
                               "relocation %zu of %s lies outside the section that it is for", i,
                               section->name);
        if (!hw_module_grow(&reader->addresses, reader->address_count, sizeof reader->addresses[0]))
            return hw_module_no_memory(reader->error);
        reader->addresses[reader->address_count++] = (struct address){
            .bank = bank,
            .offset = hw_cubin_clamp32(rel.r_offset),
            .addend = hw_get32(target->data + rel.r_offset),
            .next = reader->first_address[symbol],
        };
        reader->first_address[symbol] = (uint32_t)reader->address_count;
    }
    return HW_OK;
}

/* --- constants ---------------------------------------------------------------------------------- */

static hw_status find_banks(struct reader *reader)
{
    for (uint32_t i = 1; i < reader->file->section_count; i++) {
        const struct hw_elf_section *section = &reader->file->sections[i];
        const char *name =
            section->type == SHT_REL ? hw_cubin_behind(section->name, CUBIN_REL) : section->name;
        const char *kernel;
        uint32_t bank;
        if (!name || !hw_cubin_is_constant(name, &bank, &kernel) || kernel)
            continue;
        reader->known[i] = true;
        if (section->type == SHT_REL) {
            hw_status status = read_rel_section(reader, section, bank);
            if (status)
                return status;
            continue;
        }
        if (reader->banks[bank] || !section->data || section->size > HW_CONST_BANK_BYTES)
            return hw_elf_fail(
                reader->error, HW_ERR_RANGE, section->header,
                "%s has 0x%llx bytes or stands twice; expected it once, with contents of at most 64 KiB",
                section->name, (unsigned long long)section->size);
        reader->banks[bank] = i;
    }
    return HW_OK;
}

static hw_status add_const(struct reader *reader, const struct hw_elf_symbol *symbol, uint32_t bank,
                           uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[symbol->section];
    bool empty = symbol->size == 0; /* may stand anywhere */
    if (!section->data ||
        (!empty && (symbol->value > section->size || symbol->size > section->size - symbol->value)))
        return hw_elf_fail(reader->error, HW_ERR_FORMAT, section->header, "symbol %u passes the end of %s",
                           index, section->name);
    reader->const_bytes += symbol->size;
    if (reader->const_bytes > HW_CONST_BANKS * HW_CONST_BANK_BYTES)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, section->header,
                           "the constants of %s overlap: up to symbol %u they are more than all banks hold",
                           section->name, index);
    return hw_module_add_const(reader->module, symbol->name[0] ? symbol->name : NULL, bank,
                               hw_cubin_clamp32(symbol->value), hw_cubin_clamp32(symbol->size),
                               section->data + (empty ? 0 : symbol->value), (size_t)symbol->size, NULL,
                               reader->error);
}

/* A run of a bank that no symbol covers becomes a nameless constant if the bank cannot be rebuilt without. */
static hw_status add_gap(struct reader *reader, uint32_t bank, uint32_t from, uint32_t to)
{
    const struct hw_elf_section *section = &reader->file->sections[reader->banks[bank]];
    bool needed = to == section->size;
    for (uint32_t i = from; i < to && !needed; i++)
        needed = section->data[i] != 0;
    return needed ? hw_module_add_const(reader->module, NULL, bank, from, to - from, section->data + from,
                                        to - from, NULL, reader->error)
                  : HW_OK;
}

static void cover(uint8_t *covered, size_t size, uint32_t offset, uint32_t bytes)
{
    if (offset < size)
        memset(covered + offset, 1, bytes < size - offset ? bytes : size - offset);
}

static hw_status add_gaps(struct reader *reader, uint32_t bank)
{
    const struct hw_elf_section *section = &reader->file->sections[reader->banks[bank]];
    const struct hw_module *module = reader->module;
    size_t size = (size_t)section->size;
    hw_status status = HW_OK;
    uint8_t *covered = calloc(1, size + 1);
    if (!covered)
        return hw_module_no_memory(reader->error);
    for (size_t i = 0; i < module->const_count; i++)
        if (module->consts[i]->bank == bank)
            cover(covered, size, module->consts[i]->offset, module->consts[i]->bytes);
    for (size_t i = 0; i < module->variable_count; i++)
        if (module->variables[i]->bank == bank && !module->variables[i]->unaddressed)
            cover(covered, size, module->variables[i]->offset, 4);
    for (uint32_t from = 0, to; !status && from < size; from = to) {
        for (to = from; to < size && covered[to] == covered[from]; to++)
            ;
        if (!covered[from])
            status = add_gap(reader, bank, from, to);
    }
    free(covered);
    return status;
}

/* --- symbols ------------------------------------------------------------------------------------ */

static hw_status fill_variable(struct reader *reader, const struct hw_elf_symbol *symbol,
                               struct hw_variable *variable)
{
    const struct hw_elf_section *section = &reader->file->sections[symbol->section];
    if (!section->data)
        return HW_OK;
    if (symbol->value > section->size || symbol->size > section->size - symbol->value)
        return hw_elf_fail(reader->error, HW_ERR_FORMAT, section->header,
                           "variable %.100s passes the end of %s", symbol->name, section->name);
    variable->data = malloc((size_t)symbol->size + 1);
    if (!variable->data)
        return hw_module_no_memory(reader->error);
    memcpy(variable->data, section->data + symbol->value, (size_t)symbol->size);
    return HW_OK;
}

/* A variable in global memory, and every place that holds its address. */
static hw_status add_variable(struct reader *reader, const struct hw_elf_symbol *symbol, uint32_t index)
{
    uint32_t next = reader->first_address[index];
    bool unaddressed = next == 0, first = true;
    if (symbol->size > UINT32_MAX)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, 0,
                           "variable %.100s has 0x%llx bytes; at most 4 GiB fit the address space",
                           symbol->name, (unsigned long long)symbol->size);
    do {
        static const struct address nowhere;
        struct address *address = next ? &reader->addresses[next - 1] : NULL;
        const struct address *at = address ? address : &nowhere;
        struct hw_variable *variable = NULL;
        hw_status status = hw_module_add_variable(reader->module, symbol->name, at->bank, at->offset,
                                                  (uint32_t)symbol->size, &variable, reader->error);
        if (!status && first)
            status = fill_variable(reader, symbol, variable);
        first = false;
        if (status)
            return status;
        variable->addend = at->addend;
        variable->unaddressed = unaddressed;
        next = at->next;
        if (address)
            address->taken = true;
    } while (next);
    return HW_OK;
}

static hw_status add_object(struct reader *reader, const struct hw_elf_symbol *symbol, uint32_t index)
{
    const char *kernel, *name;
    uint32_t bank;
    if (symbol->section >= reader->file->section_count)
        return HW_OK;
    name = reader->file->sections[symbol->section].name;
    if (hw_cubin_is_constant(name, &bank, &kernel) && !kernel)
        return add_const(reader, symbol, bank, index);
    if (strcmp(name, CUBIN_GLOBAL) == 0 || strcmp(name, CUBIN_GLOBAL_INIT) == 0)
        return add_variable(reader, symbol, index);
    return HW_OK;
}

/* The kernel whose code section `index` holds, the first time that it is asked for. */
static hw_status add_kernel(struct reader *reader, uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[index];
    const char *name = hw_cubin_behind(section->name, CUBIN_TEXT);
    struct hw_kernel *kernel = NULL;
    if (!name || reader->kernels[index])
        return HW_OK;
    hw_status status = hw_cubin_add_code(reader->module, section, name, &kernel, reader->error);
    if (status)
        return status;
    reader->kernels[index] = kernel;
    reader->known[index] = true;
    return HW_OK;
}

/* Records of kernels will say who reads it. */
static hw_status add_sampler(struct reader *reader, const char *name)
{
    struct hw_sampler *sampler = NULL;
    hw_status status = hw_module_add_sampler(reader->module, name, 0, &sampler, reader->error);
    if (!status)
        sampler->unread = true;
    return status;
}

static hw_status add_symbol(struct reader *reader, uint32_t index)
{
    struct hw_elf_symbol symbol;
    hw_status status = hw_elf_symbol(reader->file, index, &symbol, reader->error);
    if (status)
        return status;
    switch (symbol.type) {
    case STT_FUNC:
        return symbol.section < reader->file->section_count ? add_kernel(reader, symbol.section) : HW_OK;
    case STT_OBJECT: return add_object(reader, &symbol, index);
    case STT_FILE:
        return reader->module->name || !symbol.name[0]
                   ? HW_OK
                   : hw_module_set_name(reader->module, symbol.name, reader->error);
    case CUBIN_SYMBOL_TEXTURE: return add_sampler(reader, symbol.name);
    }
    return HW_OK;
}

static hw_status add_items(struct reader *reader)
{
    hw_status status = HW_OK;
    for (uint32_t i = 1; !status && i < reader->file->symbol_count; i++)
        status = add_symbol(reader, i);
    for (uint32_t i = 1; !status && i < reader->file->section_count; i++)
        status = add_kernel(reader, i);
    for (uint32_t bank = 0; !status && bank < HW_CONST_BANKS; bank++)
        if (reader->banks[bank])
            status = add_gaps(reader, bank);
    for (size_t i = 0; !status && i < reader->address_count; i++)
        if (!reader->addresses[i].taken)
            status =
                hw_fail(reader->error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                        "the relocation of c[%u][0x%x] is for a symbol that is no variable in global memory",
                        reader->addresses[i].bank, reader->addresses[i].offset);
    return status;
}

static hw_status list_items(struct reader *reader)
{
    const struct hw_module *module = reader->module;
    bool listed = true;
    for (size_t i = 0; listed && i < module->kernel_count; i++)
        listed = hw_names_add(&reader->items, module->kernels[i]->name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->const_count; i++)
        listed =
            !module->consts[i]->name || hw_names_add(&reader->items, module->consts[i]->name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->variable_count; i++)
        listed = hw_names_add(&reader->items, module->variables[i]->name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->sampler_count; i++)
        listed = hw_names_add(&reader->items, module->samplers[i]->name, (uint32_t)i);
    hw_names_sort(&reader->items);
    return listed ? HW_OK : hw_module_no_memory(reader->error);
}

/* --- the sections of kernels --------------------------------------------------------------------- */

/* The kernel that a section belongs to: its info field names the code section, its name the kernel. */
static struct hw_kernel *kernel_of(const struct reader *reader, const struct hw_elf_section *section,
                                   const char *name)
{
    struct hw_kernel *kernel =
        section->info < reader->file->section_count ? reader->kernels[section->info] : NULL;
    return kernel && strcmp(kernel->name, name) == 0 ? kernel : hw_module_find_kernel(reader->module, name);
}

static hw_status read_size(struct reader *reader, const struct hw_elf_section *section, uint32_t *size)
{
    if (section->size > UINT32_MAX)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, section->header, "%.100s claims 0x%llx bytes",
                           section->name, (unsigned long long)section->size);
    *size = (uint32_t)section->size;
    return HW_OK;
}

/* The records of a kernel, or with NULL of the module. */
static hw_status read_records(struct reader *reader, const struct hw_elf_section *section,
                              struct hw_kernel *kernel)
{
    struct hw_module *module = reader->module;
    struct hw_infos_source source = {.file = reader->file, .module = module, .items = &reader->items};
    return hw_elf_infos_read(&source, section, kernel, kernel ? &kernel->infos : &module->infos,
                             reader->error);
}

/* Take in a section if it belongs to a kernel. */
static hw_status read_kernel_section(struct reader *reader, uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[index];
    const char *shared = hw_cubin_behind(section->name, CUBIN_SHARED),
               *local = hw_cubin_behind(section->name, CUBIN_LOCAL);
    const char *info = hw_cubin_behind(section->name, CUBIN_INFO "."), *literals = NULL;
    uint32_t bank = 0;
    if (!hw_cubin_is_constant(section->name, &bank, &literals))
        literals = NULL;
    const char *name = shared ? shared : local ? local : info ? info : literals;
    struct hw_kernel *kernel = name ? kernel_of(reader, section, name) : NULL;
    if (!kernel)
        return HW_OK;
    reader->known[index] = true;
    if (shared)
        return read_size(reader, section, &kernel->shared_bytes);
    if (local)
        return read_size(reader, section, &kernel->local_bytes);
    if (info)
        return read_records(reader, section, kernel);
    return section->data ? hw_kernel_add_const(kernel, bank, 0, hw_cubin_clamp32(section->size),
                                               section->data, (size_t)section->size, NULL, reader->error)
                         : HW_OK;
}

/* --- the rest ------------------------------------------------------------------------------------ */

static hw_status keep_section(struct reader *reader, const struct hw_elf_section *section)
{
    struct hw_section kept = {.name = (char *)(uintptr_t)section->name,
                              .type = section->type,
                              .flags = section->flags,
                              .align = section->align,
                              .entry_bytes = section->entry_bytes,
                              .data = (uint8_t *)(uintptr_t)section->data,
                              .bytes = (size_t)section->size};
    return hw_module_add_section(reader->module, &kept, reader->error);
}

static bool is_foreign(const struct reader *reader, uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[index];
    switch (section->type) {
    case SHT_NULL:
    case SHT_SYMTAB:
    case SHT_STRTAB:
    case SHT_REL:
    case SHT_RELA: return false;
    default:
        return !reader->known[index] && strcmp(section->name, CUBIN_GLOBAL) != 0 &&
               strcmp(section->name, CUBIN_GLOBAL_INIT) != 0;
    }
}

static hw_status read_sections(struct reader *reader)
{
    struct hw_module *module = reader->module;
    hw_status status = HW_OK;
    for (uint32_t i = 1; !status && i < reader->file->section_count; i++) {
        const struct hw_elf_section *section = &reader->file->sections[i];
        status = read_kernel_section(reader, i);
        if (!status && strcmp(section->name, CUBIN_INFO) == 0) {
            reader->known[i] = true;
            status = read_records(reader, section, NULL);
        }
    }
    if (!status)
        status = hw_samplers_place(module, reader->error);
    for (uint32_t i = 1; !status && i < reader->file->section_count; i++) {
        const struct hw_elf_section *section = &reader->file->sections[i];
        if (section->data && section->type == SHT_NOTE && strcmp(section->name, CUBIN_NOTE) == 0)
            status = hw_elf_note_read(module, section->data, (size_t)section->size, section->offset,
                                      reader->error);
        else if (is_foreign(reader, i))
            status = keep_section(reader, section);
    }
    return status;
}

hw_status hw_cubin_tesla_read(struct hw_elf_file *file, struct hw_module *module, struct hw_error *error)
{
    struct reader reader = {.file = file, .module = module, .error = error};
    hw_status status = HW_OK;
    reader.kernels = calloc(file->section_count, sizeof reader.kernels[0]);
    reader.known = calloc(file->section_count, sizeof reader.known[0]);
    reader.first_address = calloc((size_t)file->symbol_count + 1, sizeof reader.first_address[0]);
    if (!reader.kernels || !reader.known || !reader.first_address)
        status = hw_module_no_memory(error);
    if (!status)
        status = find_banks(&reader);
    if (!status)
        status = add_items(&reader);
    if (!status)
        status = list_items(&reader);
    if (!status)
        status = read_sections(&reader);
    free(reader.kernels);
    free(reader.known);
    free(reader.first_address);
    hw_names_free(&reader.items);
    free(reader.addresses);
    return status;
}

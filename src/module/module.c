/* Building modules: every reader, and the assembler, puts a module together through these functions,
 * so the rules that hold for any container (names, banks, sizes, no duplicates) are checked here once. */
#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

#define TESLA_BANKS 16u

const char *hw_container_name(enum hw_container container)
{
    switch (container) {
    case HW_CONTAINER_TEXT: return "text cubin";
    case HW_CONTAINER_ELF32: return "ELF32 cubin";
    case HW_CONTAINER_ELF64: return "ELF64 cubin";
    }
    return "unknown container";
}

/* Blanks end a value in a text cubin and braces delimit blocks, so no name may hold them; a module's
 * name stands between braces and may hold blanks. */
static hw_status check_name(const char *what, const char *name, bool blanks, struct hw_error *error)
{
    size_t length = name ? strlen(name) : 0;
    if (length == 0)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR, "the %s has an empty name", what);
    if (length > HW_MODULE_NAME_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "the name of a %s is %zu bytes long; at most %d are allowed", what, length,
                       HW_MODULE_NAME_MAX);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c < ' ' || (c == ' ' && (!blanks || i == 0 || i == length - 1)) || c == 0x7f || c == '{' ||
            c == '}')
            return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                           "the name of a %s holds the character 0x%02x; expected neither blanks, control "
                           "characters nor braces",
                           what, c);
    }
    return HW_OK;
}

hw_status hw_module_create(const char *target, uint32_t abi_version, struct hw_module **module,
                           struct hw_error *error)
{
    *module = NULL;
    hw_status status = check_name("target", target, false, error);
    if (status)
        return status;
    struct hw_module *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return hw_module_no_memory(error);
    fresh->abi_version = abi_version;
    fresh->target = hw_module_copy_text(target, strlen(target));
    if (!fresh->target) {
        free(fresh);
        return hw_module_no_memory(error);
    }
    if (!hw_module_is_tesla(fresh))
        fresh->container = HW_CONTAINER_ELF64;
    *module = fresh;
    return HW_OK;
}

hw_status hw_module_set_name(struct hw_module *module, const char *name, struct hw_error *error)
{
    char *copy = NULL;
    if (name) {
        hw_status status = check_name("module", name, true, error);
        if (status)
            return status;
        copy = hw_module_copy_text(name, strlen(name));
        if (!copy)
            return hw_module_no_memory(error);
    }
    free(module->name);
    module->name = copy;
    return HW_OK;
}

/* Append to the order of the file; the caller stores the item itself at the index. */
static hw_status add_item(struct hw_module *module, enum hw_item_kind kind, size_t index,
                          struct hw_error *error)
{
    if (module->item_count >= HW_MODULE_ITEMS_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR, "the module holds more than %d items",
                       HW_MODULE_ITEMS_MAX);
    if (!hw_module_grow(&module->items, module->item_count, sizeof module->items[0]))
        return hw_module_no_memory(error);
    module->items[module->item_count++] = (struct hw_item){.kind = kind, .index = (uint32_t)index};
    return HW_OK;
}

/* Every named item structure begins with its name, so one search serves all kinds. */
static bool name_taken(void *items, size_t count, const char *name)
{
    char ***named = items;
    for (size_t i = 0; i < count; i++)
        if (named[i][0] && strcmp(named[i][0], name) == 0)
            return true;
    return false;
}

/* The common part of adding a named item: check, allocate, name, and enter into its array and the order. */
static hw_status add_named(struct hw_module *module, enum hw_item_kind kind, const char *what,
                           const char *name, void *array, size_t *count, size_t size, void **out,
                           struct hw_error *error)
{
    void **items;
    memcpy(&items, array, sizeof items);
    hw_status status = name ? check_name(what, name, false, error) : HW_OK;
    if (status)
        return status;
    /* A variable's address may be wanted in several places: only relocations may share a name. */
    if (name && kind != HW_ITEM_VARIABLE && name_taken(items, *count, name))
        return hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "there are two %ss named %.100s; expected one",
                       what, name);
    if (!hw_module_grow(array, *count, sizeof(void *)))
        return hw_module_no_memory(error);
    char **item = calloc(1, size);
    char *copy = name ? hw_module_copy_text(name, strlen(name)) : NULL;
    if (!item || (name && !copy))
        status = hw_module_no_memory(error);
    else
        status = add_item(module, kind, *count, error);
    if (status) {
        free(item);
        free(copy);
        return status;
    }
    item[0] = copy;
    memcpy(&items, array, sizeof items);
    items[(*count)++] = item;
    *out = item;
    return HW_OK;
}

/* How many constant banks the module's code can name. */
static uint8_t bank_count(const struct hw_module *module)
{
    return hw_module_is_tesla(module) ? TESLA_BANKS : HW_CONST_BANKS;
}

hw_status hw_module_add_kernel(struct hw_module *module, const char *name, struct hw_kernel **out,
                               struct hw_error *error)
{
    void *item = NULL;
    hw_status status = add_named(module, HW_ITEM_KERNEL, "kernel", name ? name : "", &module->kernels,
                                 &module->kernel_count, sizeof(struct hw_kernel), &item, error);
    if (status)
        return status;
    struct hw_kernel *kernel = item;
    kernel->param_bytes = -1;
    kernel->code_registers = -1;
    kernel->banks = bank_count(module);
    if (out)
        *out = kernel;
    return HW_OK;
}

static hw_status check_bank(const char *what, uint32_t bank, uint32_t banks, struct hw_error *error)
{
    if (bank < banks)
        return HW_OK;
    return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR, "a %s names segment %u; expected 0 to %u", what,
                   bank, banks - 1);
}

/* Fill a piece of a bank; on failure the caller owns a piece without data. */
static hw_status check_const(uint32_t banks, uint32_t bank, uint32_t offset, uint32_t bytes, const void *data,
                             size_t data_bytes, struct hw_error *error)
{
    hw_status status = check_bank("constant", bank, banks, error);
    if (status)
        return status;
    if ((uint64_t)offset + bytes > HW_CONST_BANK_BYTES)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "a constant at offset %u of %u bytes passes the end of its segment; a constant "
                       "segment holds at most 64 KiB",
                       offset, bytes);
    if (data && data_bytes != bytes && data_bytes != hw_round_up4(bytes))
        return hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR,
                       "a constant of %u bytes is given %zu bytes of data; expected %zu", bytes, data_bytes,
                       hw_round_up4(bytes));
    return HW_OK;
}

static hw_status fill_const(struct hw_const *piece, uint32_t bank, uint32_t offset, uint32_t bytes,
                            const void *data, size_t data_bytes, struct hw_error *error)
{
    piece->bank = bank;
    piece->offset = offset;
    piece->bytes = bytes;
    if (!data)
        return HW_OK;
    piece->data = calloc(1, hw_round_up4(bytes) + 1); /* + 1: never a request for nothing */
    if (!piece->data)
        return hw_module_no_memory(error);
    if (data_bytes)
        memcpy(piece->data, data, data_bytes);
    return HW_OK;
}

hw_status hw_module_add_const(struct hw_module *module, const char *name, uint32_t bank, uint32_t offset,
                              uint32_t bytes, const void *data, size_t data_bytes, struct hw_const **out,
                              struct hw_error *error)
{
    void *item = NULL;
    hw_status status = check_const(bank_count(module), bank, offset, bytes, data, data_bytes, error);
    if (!status)
        status = add_named(module, HW_ITEM_CONST, "constant", name, &module->consts, &module->const_count,
                           sizeof(struct hw_const), &item, error);
    if (status)
        return status;
    if (out)
        *out = item;
    return fill_const(item, bank, offset, bytes, data, data_bytes, error);
}

hw_status hw_module_add_variable(struct hw_module *module, const char *name, uint32_t bank, uint32_t offset,
                                 uint32_t bytes, struct hw_variable **out, struct hw_error *error)
{
    void *item = NULL;
    hw_status status = check_bank("relocation", bank, TESLA_BANKS, error);
    if (!status && offset > HW_CONST_BANK_BYTES - 4)
        status = hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                         "a relocation at offset %u passes the end of its segment; a constant segment holds "
                         "at most 64 KiB",
                         offset);
    if (!status)
        status = add_named(module, HW_ITEM_VARIABLE, "relocation", name ? name : "", &module->variables,
                           &module->variable_count, sizeof(struct hw_variable), &item, error);
    if (status)
        return status;
    struct hw_variable *variable = item;
    variable->bank = bank;
    variable->offset = offset;
    variable->bytes = bytes;
    if (out)
        *out = variable;
    return HW_OK;
}

hw_status hw_module_add_sampler(struct hw_module *module, const char *name, uint32_t unit,
                                struct hw_sampler **out, struct hw_error *error)
{
    void *item = NULL;
    hw_status status = add_named(module, HW_ITEM_SAMPLER, "sampler", name ? name : "", &module->samplers,
                                 &module->sampler_count, sizeof(struct hw_sampler), &item, error);
    if (status)
        return status;
    struct hw_sampler *sampler = item;
    sampler->unit = unit;
    if (out)
        *out = sampler;
    return HW_OK;
}

static hw_status append_extra(struct hw_extra **list, size_t *count, uint32_t slot, const char *text,
                              size_t length, struct hw_error *error)
{
    if (*count >= HW_MODULE_ITEMS_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR, "more than %d unknown parts",
                       HW_MODULE_ITEMS_MAX);
    if (!hw_module_grow(list, *count, sizeof **list))
        return hw_module_no_memory(error);
    char *copy = hw_module_copy_text(text, length);
    if (!copy)
        return hw_module_no_memory(error);
    (*list)[(*count)++] = (struct hw_extra){.slot = slot, .text = copy};
    return HW_OK;
}

hw_status hw_extras_add(struct hw_extras *extras, uint32_t slot, const char *text, size_t length,
                        struct hw_error *error)
{
    return append_extra(&extras->list, &extras->count, slot, text, length, error);
}

hw_status hw_module_add_extra(struct hw_module *module, const char *text, size_t length,
                              struct hw_error *error)
{
    hw_status status = append_extra(&module->extras, &module->extra_count, 0, text, length, error);
    return status ? status : add_item(module, HW_ITEM_EXTRA, module->extra_count - 1, error);
}

struct hw_kernel *hw_module_find_kernel(const struct hw_module *module, const char *name)
{
    for (size_t i = 0; i < module->kernel_count; i++)
        if (name ? strcmp(module->kernels[i]->name, name) == 0 : !module->kernels[i]->function)
            return module->kernels[i];
    return NULL;
}

hw_status hw_kernel_set_code(struct hw_kernel *kernel, const void *code, size_t bytes, struct hw_error *error)
{
    if (bytes % 4)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "kernel %.100s has %zu bytes of code; expected a multiple of 4", kernel->name, bytes);
    uint8_t *copy = malloc(bytes + 1);
    if (!copy)
        return hw_module_no_memory(error);
    if (bytes)
        memcpy(copy, code, bytes);
    free(kernel->code);
    kernel->code = copy;
    kernel->code_bytes = bytes;
    return HW_OK;
}

hw_status hw_kernel_add_const(struct hw_kernel *kernel, uint32_t bank, uint32_t offset, uint32_t bytes,
                              const void *data, size_t data_bytes, struct hw_const **out,
                              struct hw_error *error)
{
    hw_status status = check_const(kernel->banks, bank, offset, bytes, data, data_bytes, error);
    if (status)
        return status;
    if (kernel->const_count >= HW_MODULE_ITEMS_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "kernel %.100s has more than %d constant segments", kernel->name, HW_MODULE_ITEMS_MAX);
    struct hw_const *piece = calloc(1, sizeof *piece);
    if (!piece || !hw_module_grow(&kernel->consts, kernel->const_count, sizeof kernel->consts[0])) {
        free(piece);
        return hw_module_no_memory(error);
    }
    kernel->consts[kernel->const_count++] = piece;
    if (out)
        *out = piece;
    return fill_const(piece, bank, offset, bytes, data, data_bytes, error);
}

hw_status hw_kernel_add_param(struct hw_kernel *kernel, const struct hw_param *param, struct hw_error *error)
{
    if (param->bytes >= 1u << 14 || param->flags >= 1u << 18)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "parameter %u of kernel %.100s has %u bytes; at most 16383 can be recorded",
                       param->ordinal, kernel->name, param->bytes);
    if (!hw_module_grow(&kernel->params, kernel->param_count, sizeof kernel->params[0]))
        return hw_module_no_memory(error);
    kernel->params[kernel->param_count++] = *param;
    return HW_OK;
}

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

/* Copies of `count` names; NULL for none, and without memory. */
static char **copy_names(const char *const *names, size_t count)
{
    char **copies = count ? calloc(count, sizeof *copies) : NULL;
    for (size_t i = 0; copies && i < count; i++) {
        copies[i] = hw_module_copy_text(names[i], strlen(names[i]));
        if (!copies[i]) {
            free_names(copies, i);
            return NULL;
        }
    }
    return copies;
}

/* Numbers of symbols are a file's own: where names stand for them they go. */
static void clear_numbers(struct hw_info *info)
{
    size_t named = 0;
    for (size_t i = 0; info->data && named < info->symbol_count && i < info->value / 4u; i++)
        if (hw_info_word(info, i) == HW_WORD_SYMBOL) {
            hw_put32(info->data + 4 * i, 0);
            named++;
        }
}

hw_status hw_infos_add(struct hw_infos *infos, uint8_t format, uint8_t attribute, uint16_t value,
                       const void *data, const char *const *symbols, size_t symbol_count,
                       struct hw_error *error)
{
    struct hw_info info = {
        .format = format, .attribute = attribute, .value = value, .symbol_count = symbol_count};
    if (format == 4 && !data)
        return hw_fail(error, HW_ERR_ARGUMENT, HW_MODULE_ERROR,
                       "a record of format 4 needs its %u bytes of data", value);
    if (format != 4 && data)
        return hw_fail(error, HW_ERR_ARGUMENT, HW_MODULE_ERROR,
                       "a record of format %u has no data; expected format 4, or none", format);
    if (!hw_module_grow(&infos->list, infos->count, sizeof infos->list[0]))
        return hw_module_no_memory(error);
    if (data && !(info.data = (uint8_t *)hw_module_copy_text(data, value)))
        return hw_module_no_memory(error);
    if (symbol_count && !(info.symbols = copy_names(symbols, symbol_count))) {
        free(info.data);
        return hw_module_no_memory(error);
    }
    clear_numbers(&info);
    infos->list[infos->count++] = info;
    return HW_OK;
}

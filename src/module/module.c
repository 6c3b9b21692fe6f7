/* SPDX-License-Identifier: MIT */
/* The module builder is the set of functions by which every reader, and the assembler, puts a module
 * together, so the rules that hold for any container (names, banks, sizes, no duplicates) are checked here
 * once. */
#include "module/module_internal.h"
#include "module/nv_info.h"

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
static hw_status add_item(struct hw_module *module, enum hw_declaration_kind kind, size_t index,
                          struct hw_error *error)
{
    if (module->item_count >= HW_MODULE_ITEMS_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR, "the module holds more than %d items",
                       HW_MODULE_ITEMS_MAX);
    if (!hw_module_grow(&module->items, module->item_count, sizeof module->items[0]))
        return hw_module_no_memory(error);
    module->items[module->item_count++] = (struct hw_declaration){.kind = kind, .index = (uint32_t)index};
    return HW_OK;
}

/* Give an item that is complete except for its name that name and its position in the order of the file. */
static hw_status enter(struct hw_module *module, enum hw_declaration_kind kind, size_t index,
                       const char *name, char **copy, struct hw_error *error)
{
    *copy = name ? hw_module_copy_text(name, strlen(name)) : NULL;
    hw_status status = name && !*copy ? hw_module_no_memory(error) : add_item(module, kind, index, error);
    if (status)
        free(*copy);
    return status;
}

/* A variable's address may be wanted at several offsets: only relocations may share a name. */
static hw_status check_other(enum hw_declaration_kind kind, const char *what, const char *name,
                             const char *other, struct hw_error *error)
{
    if (kind == HW_DECLARATION_VARIABLE || !name || !other || strcmp(name, other) != 0)
        return HW_OK;
    return hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "there are two %ss named %.100s; expected one",
                   what, name);
}

/* add_TYPE: add an item to the module's list of its kind.  The name may be NULL only where the container may
 * give none.  A macro, for each list has the type of its items. */
#define DEFINE_ADD(TYPE, LIST, COUNT, KIND, WHAT)                                                    \
    static hw_status add_##TYPE(struct hw_module *module, const char *name, struct hw_##TYPE **item, \
                                struct hw_error *error)                                              \
    {                                                                                                \
        hw_status status = name ? check_name(WHAT, name, false, error) : HW_OK;                      \
        for (size_t i = 0; !status && i < module->COUNT; i++)                                        \
            status = check_other(KIND, WHAT, name, module->LIST[i]->name, error);                    \
        if (status)                                                                                  \
            return status;                                                                           \
        if (!hw_module_grow(&module->LIST, module->COUNT, sizeof *module->LIST))                     \
            return hw_module_no_memory(error);                                                       \
        struct hw_##TYPE *made = calloc(1, sizeof *made);                                            \
        status = made ? enter(module, KIND, module->COUNT, name, &made->name, error)                 \
                      : hw_module_no_memory(error);                                                  \
        if (status) {                                                                                \
            free(made);                                                                              \
            return status;                                                                           \
        }                                                                                            \
        *item = module->LIST[module->COUNT++] = made;                                                \
        return HW_OK;                                                                                \
    }
DEFINE_ADD(kernel, kernels, kernel_count, HW_DECLARATION_KERNEL, "kernel")
DEFINE_ADD(const, consts, const_count, HW_DECLARATION_CONST, "constant")
DEFINE_ADD(variable, variables, variable_count, HW_DECLARATION_VARIABLE, "relocation")
DEFINE_ADD(sampler, samplers, sampler_count, HW_DECLARATION_SAMPLER, "sampler")

/* How many constant banks the module's code can name. */
static uint8_t bank_count(const struct hw_module *module)
{
    return hw_module_is_tesla(module) ? TESLA_BANKS : HW_CONST_BANKS;
}

hw_status hw_module_add_kernel(struct hw_module *module, const char *name, struct hw_kernel **out,
                               struct hw_error *error)
{
    struct hw_kernel *kernel = NULL;
    hw_status status = add_kernel(module, name ? name : "", &kernel, error);
    if (status)
        return status;
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
    struct hw_const *item = NULL;
    hw_status status = check_const(bank_count(module), bank, offset, bytes, data, data_bytes, error);
    if (!status)
        status = add_const(module, name, &item, error);
    if (status)
        return status;
    if (out)
        *out = item;
    return fill_const(item, bank, offset, bytes, data, data_bytes, error);
}

hw_status hw_module_add_variable(struct hw_module *module, const char *name, uint32_t bank, uint32_t offset,
                                 uint32_t bytes, struct hw_variable **out, struct hw_error *error)
{
    struct hw_variable *variable = NULL;
    hw_status status = check_bank("relocation", bank, TESLA_BANKS, error);
    if (!status && offset > HW_CONST_BANK_BYTES - 4)
        status = hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                         "a relocation at offset %u passes the end of its segment; a constant segment holds "
                         "at most 64 KiB",
                         offset);
    if (!status)
        status = add_variable(module, name ? name : "", &variable, error);
    if (status)
        return status;
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
    struct hw_sampler *sampler = NULL;
    hw_status status = add_sampler(module, name ? name : "", &sampler, error);
    if (status)
        return status;
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
    return status ? status : add_item(module, HW_DECLARATION_EXTRA, module->extra_count - 1, error);
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
    const unsigned flag_bits = param->wide ? HW_WIDE_PARAM_FLAG_BITS : HW_PARAM_FLAG_BITS,
                   most = param->wide ? UINT16_MAX : UINT32_MAX >> HW_PARAM_FLAG_BITS;
    if (param->bytes > most)
        return hw_fail(
            error, HW_ERR_RANGE, HW_MODULE_ERROR,
            "parameter %u of kernel %.100s has %u bytes; at most %u can be recorded in KPARAM_INFO, "
            "expected KPARAM_INFO_V2",
            param->ordinal, kernel->name, param->bytes, most);
    if (param->flags >> flag_bits)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "parameter %u of kernel %.100s has flags 0x%x; expected %u bits", param->ordinal,
                       kernel->name, param->flags, flag_bits);
    if (!hw_module_grow(&kernel->params, kernel->param_count, sizeof kernel->params[0]))
        return hw_module_no_memory(error);
    kernel->params[kernel->param_count++] = *param;
    return HW_OK;
}

/* SPDX-License-Identifier: MIT */
/* This writer prints the contents of a module as JSON. */
#include "cli/info.h"
#include "cli/json.h"
#include "module/module_internal.h"

#include <string.h>

/* Unknown numbers are negative. */
static void json_number(struct json_object *json, const char *key, int64_t value)
{
    if (value < 0)
        hw_json_null(json, key);
    else
        hw_json_number(json, key, value);
}

static void json_const(struct json_object *list, const struct hw_const *piece)
{
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_text(json, "name", piece->name);
    hw_json_number(json, "segment", piece->bank);
    hw_json_number(json, "offset", piece->offset);
    hw_json_number(json, "bytes", piece->bytes);
    hw_json_bool(json, "initialised", piece->data != NULL);
}

static void json_consts(struct json_object *json, struct hw_const **consts, size_t count)
{
    struct json_object *list = hw_json_list(json, "constants");
    for (size_t i = 0; i < count; i++)
        json_const(list, consts[i]);
}

static void json_params(struct json_object *json, const struct hw_kernel *kernel)
{
    json_number(json, "parameter_bytes", kernel->param_bytes);
    struct json_object *list = hw_json_list(json, "parameters");
    for (size_t i = 0; i < kernel->param_count; i++) {
        struct json_object *param = hw_json_object(list, NULL);
        hw_json_number(param, "ordinal", kernel->params[i].ordinal);
        hw_json_number(param, "offset", kernel->params[i].offset);
        hw_json_number(param, "bytes", kernel->params[i].bytes);
    }
}

/* A record's numbers, with names for the symbols among them. */
static void json_words(struct json_object *json, const struct hw_nv_info *info)
{
    struct json_object *list = hw_json_list(json, "words");
    size_t taken = 0;
    for (size_t i = 0; info->data && i < info->value / 4u; i++) {
        if (taken < info->symbol_count && hw_nv_info_word(info, i) == HW_WORD_SYMBOL)
            hw_json_text(list, NULL, info->symbols[taken++]);
        else
            hw_json_number(list, NULL, hw_get32(info->data + 4 * i));
    }
}

static void json_infos(struct json_object *json, const struct hw_nv_infos *infos)
{
    struct json_object *list = hw_json_list(json, "records");
    for (size_t i = 0; i < infos->count; i++) {
        struct json_object *record = hw_json_object(list, NULL);
        hw_json_number(record, "attribute", infos->list[i].attribute);
        hw_json_text(record, "name", hw_attribute_name(infos->list[i].attribute));
        hw_json_number(record, "value", infos->list[i].value);
        json_words(record, &infos->list[i]);
    }
}

static void json_kernel(struct json_object *list, const struct hw_module *module,
                        const struct hw_kernel *kernel)
{
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_text(json, "name", kernel->name);
    hw_json_demangled(json, kernel->name);
    hw_json_bool(json, "function", kernel->function);
    hw_json_number(json, "registers", kernel->registers);
    hw_json_number(json, "shared_bytes", kernel->shared_bytes);
    json_number(json, "local_bytes", hw_info_local_bytes(kernel));
    hw_json_number(json, "barriers", kernel->barriers);
    hw_json_number(json, "code_bytes", (int64_t)kernel->code_bytes);
    json_number(json, "instructions", hw_info_instructions(module->target, kernel));
    hw_json_number(json, "parameter_base", kernel->param_base);
    json_params(json, kernel);
    hw_info_launch_json(json, kernel);
    json_consts(json, kernel->consts, kernel->const_count);
    json_infos(json, &kernel->infos);
}

static void json_variable(struct json_object *list, const struct hw_variable *variable)
{
    struct json_object *object = hw_json_object(list, NULL);
    hw_json_text(object, "name", variable->name);
    json_number(object, "segment", variable->unaddressed ? -1 : (int64_t)variable->bank);
    json_number(object, "offset", variable->unaddressed ? -1 : (int64_t)variable->offset);
    hw_json_number(object, "bytes", variable->bytes);
    hw_json_bool(object, "initialised", variable->data != NULL);
}

static void json_reloc(struct json_object *list, const struct hw_reloc *reloc)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    struct json_object *object = hw_json_object(list, NULL);
    hw_json_text(object, "section", reloc->section);
    hw_json_number(object, "offset", (int64_t)reloc->offset);
    hw_json_number(object, "type", reloc->type);
    hw_json_text(object, "kind", kind ? kind->name : NULL);
    hw_json_text(object, "symbol", reloc->symbol);
    if (reloc->explicit_addend)
        hw_json_number(object, "addend", reloc->addend);
}

/* On sm_1x those of variables, later those of ELF. */
static void json_relocs(struct json_object *json, const struct hw_module *module)
{
    struct json_object *list = hw_json_list(json, "relocations");
    for (size_t i = 0; i < module->variable_count; i++)
        json_variable(list, module->variables[i]);
    for (size_t i = 0; i < module->reloc_count; i++)
        json_reloc(list, &module->relocs[i]);
}

static void json_samplers(struct json_object *json, const struct hw_module *module)
{
    struct json_object *list = hw_json_list(json, "samplers");
    for (size_t i = 0; i < module->sampler_count; i++) {
        struct json_object *sampler = hw_json_object(list, NULL);
        hw_json_text(sampler, "name", module->samplers[i]->name);
        json_number(sampler, "texture_unit",
                    module->samplers[i]->unread ? -1 : (int64_t)module->samplers[i]->unit);
    }
}

static void json_symbols(struct json_object *json, const struct hw_module *module)
{
    struct json_object *list = hw_json_list(json, "symbols");
    for (size_t i = 0; i < module->symbol_count; i++) {
        const struct hw_symbol *from = module->symbols[i];
        struct json_object *symbol = hw_json_object(list, NULL);
        hw_json_text(symbol, "name", from->name);
        hw_json_demangled(symbol, from->name);
        hw_json_text(symbol, "section", from->section);
        hw_json_number(symbol, "type", from->type);
        hw_json_number(symbol, "binding", from->binding);
        hw_json_number(symbol, "other", from->other);
        hw_json_number(symbol, "value", (int64_t)from->value);
        hw_json_number(symbol, "bytes", (int64_t)from->bytes);
    }
}

static void json_sections(struct json_object *json, const struct hw_module *module)
{
    struct json_object *list = hw_json_list(json, "sections");
    for (size_t i = 0; i < module->section_count; i++) {
        struct json_object *section = hw_json_object(list, NULL);
        hw_json_text(section, "name", module->sections[i].name);
        hw_json_number(section, "type", module->sections[i].type);
        hw_json_bool(section, "modelled", module->sections[i].modelled);
        hw_json_number(section, "bytes", (int64_t)module->sections[i].bytes);
    }
}

void hw_info_json(struct json_object *json, const struct hw_module *module, const char *kernel)
{
    hw_json_text(json, "container", hw_container_name(module->container));
    hw_json_text(json, "target", module->target);
    hw_json_number(json, "abi_version", module->abi_version);
    hw_json_text(json, "module_name", module->name);
    struct json_object *kernels = hw_json_list(json, "kernels");
    for (size_t i = 0; i < module->kernel_count; i++)
        if (!kernel || strcmp(module->kernels[i]->name, kernel) == 0)
            json_kernel(kernels, module, module->kernels[i]);
    json_consts(json, module->consts, module->const_count);
    json_relocs(json, module);
    json_samplers(json, module);
    json_infos(json, &module->infos);
    json_sections(json, module);
    json_symbols(json, module);
}

void hw_info_entry_json(struct json_object *json, size_t index, const struct hw_entry *entry)
{
    hw_json_number(json, "entry", (int64_t)index);
    hw_json_text(json, "kind", hw_entry_kind_name(entry->kind));
    hw_json_text(json, "target", entry->target[0] ? entry->target : NULL);
    hw_json_text(json, "packing", hw_packing_name(entry->packing));
    hw_json_number(json, "offset", (int64_t)entry->offset);
    hw_json_number(json, "bytes", (int64_t)entry->bytes);
    hw_json_number(json, "unpacked_bytes", (int64_t)entry->unpacked_bytes);
    if (entry->group_bytes)
        hw_json_number(json, "group_bytes", (int64_t)entry->group_bytes);
    else
        hw_json_null(json, "group_bytes");
    hw_json_text(json, "member", entry->member);
    hw_json_text(json, "source", entry->name);
}

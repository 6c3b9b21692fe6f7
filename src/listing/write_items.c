/* SPDX-License-Identifier: MIT */
/* This writer prints the directives of a listing that are not code: the declarations of a module beside its
 * kernels, and the kernels' records. */
#include "listing/write.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static void put_extras(struct hw_buffer *out, const struct hw_extras *extras)
{
    for (size_t i = 0; i < extras->count; i++) {
        hw_buffer_printf(out, ".extra %" PRIu32 " ", extras->list[i].slot);
        hw_write_string(out, extras->list[i].text);
        hw_buffer_add(out, "\n", 1);
    }
}

/* The end of a line: a name, if there is one. */
static void put_last_name(struct hw_buffer *out, const char *name)
{
    if (name) {
        hw_buffer_add(out, " ", 1);
        hw_write_name(out, name);
    }
    hw_buffer_add(out, "\n", 1);
}

void hw_write_const(struct hw_buffer *out, const struct hw_const *c)
{
    hw_buffer_printf(out, ".const %" PRIu32 " %" PRIu32 " %" PRIu32, c->bank, c->offset, c->bytes);
    put_last_name(out, c->name);
    if (c->data)
        hw_write_data(out, c->data, hw_round_up4(c->bytes));
    put_extras(out, &c->extras);
}

/* ---------------------------------------------------------------- records of .nv.info */

/* A word of a record: an instruction's label where it is the offset of one. */
static void put_word(struct hw_buffer *out, const struct hw_nv_info *info, size_t index,
                     const struct hw_code_lines *lines)
{
    uint32_t value = hw_get32(info->data + 4 * index);
    const struct hw_code_line *line =
        lines && hw_nv_info_word(info, index) == HW_WORD_CODE ? hw_code_line_at(lines, value) : NULL;
    if (line && line->labelled)
        hw_buffer_printf(out, HW_LABEL_PREFIX "%04" PRIx32, value);
    else
        hw_buffer_printf(out, "0x%08" PRIx32, value);
}

static void put_record_data(struct hw_buffer *out, const struct hw_nv_info *info,
                            const struct hw_code_lines *lines)
{
    size_t words = info->value / 4u;
    for (size_t i = 0; i < words; i++) {
        hw_buffer_printf(out, "%s", i % 4 ? ", " : "        .u32 ");
        put_word(out, info, i, lines);
        if (i % 4 == 3 || i + 1 == words)
            hw_buffer_add(out, "\n", 1);
    }
    hw_write_data(out, info->data + 4 * words, info->value % 4u);
}

static void put_info(struct hw_buffer *out, const struct hw_nv_info *info, const struct hw_code_lines *lines)
{
    const char *name = hw_attribute_name(info->attribute);
    if (name)
        hw_buffer_printf(out, ".info %u %s %u", info->format, name, info->value);
    else
        hw_buffer_printf(out, ".info %u %u %u", info->format, info->attribute, info->value);
    for (size_t symbol = 0; symbol < info->symbol_count; symbol++) {
        hw_buffer_add(out, " ", 1);
        hw_write_name(out, info->symbols[symbol]);
    }
    hw_buffer_add(out, "\n", 1);
    if (info->data)
        put_record_data(out, info, lines);
}

void hw_write_kernel_records(struct hw_buffer *out, const struct hw_kernel *kernel,
                             const struct hw_code_lines *lines)
{
    if (kernel->code_registers >= 0)
        hw_buffer_printf(out, ".code_registers %" PRId32 "\n", kernel->code_registers);
    if (kernel->crs_bytes)
        hw_buffer_printf(out, ".crs %" PRIu32 "\n", kernel->crs_bytes);
    if (kernel->param_base)
        hw_buffer_printf(out, ".param_base %" PRIu32 "\n", kernel->param_base);
    if (kernel->param_slot)
        hw_buffer_printf(out, ".param_slot %zu\n", kernel->param_slot);
    if (kernel->param_bytes >= 0)
        hw_buffer_printf(out, ".param_bytes %" PRId32 "\n", kernel->param_bytes);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct hw_param *param = &kernel->params[i];
        hw_buffer_printf(out, "%s %u %u %u %" PRIu32, param->wide ? ".param_v2" : ".param", param->ordinal,
                         param->offset, param->bytes, param->flags);
        if (param->index)
            hw_buffer_printf(out, " 0x%" PRIx32, param->index);
        hw_buffer_printf(out, "\n");
    }
    for (size_t i = 0; i < kernel->infos.count; i++)
        put_info(out, &kernel->infos.list[i], lines);
    put_extras(out, &kernel->extras);
}

/* ---------------------------------------------------------------- the module */

static void put_variable(struct hw_buffer *out, const struct hw_variable *variable)
{
    hw_write_named(out, ".reloc", variable->name);
    hw_buffer_printf(out, " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "%s\n", variable->bank,
                     variable->offset, variable->bytes, variable->addend,
                     variable->unaddressed ? " unaddressed" : "");
    if (variable->data)
        hw_write_data(out, variable->data, variable->bytes);
    put_extras(out, &variable->extras);
}

static void put_sampler(struct hw_buffer *out, const struct hw_sampler *sampler)
{
    hw_write_named(out, ".sampler", sampler->name);
    hw_buffer_printf(out, " %" PRIu32 "%s\n", sampler->unit, sampler->unread ? " unread" : "");
    put_extras(out, &sampler->extras);
}

static void put_extra(struct hw_buffer *out, const struct hw_extra *extra)
{
    hw_buffer_printf(out, ".toplevel ");
    hw_write_string(out, extra->text);
    hw_buffer_add(out, "\n", 1);
}

static const char *const container_names[] = {"text", "elf32", "elf64"};

/* A number that is 0 for the default. */
static void put_number(struct hw_buffer *out, const char *directive, uint32_t value)
{
    if (value)
        hw_buffer_printf(out, "%s %" PRIu32 "\n", directive, value);
}

/* Whether a record of the kernel is for that symbol. */
static bool names(const struct hw_kernel *kernel, const char *symbol)
{
    for (size_t i = 0; i < kernel->infos.count; i++)
        for (size_t k = 0; k < kernel->infos.list[i].symbol_count; k++)
            if (strcmp(kernel->infos.list[i].symbols[k], symbol) == 0)
                return true;
    return false;
}

static void put_named_symbols(struct hw_buffer *out, const struct hw_module *module,
                              const struct hw_kernel *kernel)
{
    for (size_t i = 0; i < module->sampler_count; i++)
        if (names(kernel, module->samplers[i]->name))
            put_sampler(out, module->samplers[i]);
    for (size_t i = 0; i < module->symbol_count; i++)
        if (names(kernel, module->symbols[i]->name))
            hw_write_symbol(out, module->symbols[i]);
}

void hw_write_head(struct hw_buffer *out, const struct hw_module *module, const struct hw_kernel *only)
{
    hw_write_named(out, ".target", module->target);
    if (module->program != HW_PROGRAM_CP)
        hw_buffer_printf(out, "\n.program %s", hw_program_name(module->program));
    hw_buffer_printf(out, "\n.abi %" PRIu32 "\n.container %s\n", module->abi_version,
                     container_names[module->container]);
    if (module->name) {
        hw_write_named(out, ".module", module->name);
        hw_buffer_add(out, "\n", 1);
    }
    put_number(out, ".elf_flags", module->elf_flags);
    put_number(out, ".os_abi", module->os_abi);
    put_number(out, ".toolkit", module->toolkit);
    if (module->relocatable)
        hw_buffer_printf(out, ".relocatable\n");
    if (module->nameless)
        hw_buffer_printf(out, ".nameless\n");
    for (size_t i = 0; i < module->infos.count; i++)
        if (!only || !module->infos.list[i].symbol_count)
            put_info(out, &module->infos.list[i], NULL);
    if (only)
        put_named_symbols(out, module, only);
}

void hw_write_item(struct hw_buffer *out, const struct hw_module *module, const struct hw_declaration *item)
{
    switch (item->kind) {
    case HW_DECLARATION_CONST: hw_write_const(out, module->consts[item->index]); break;
    case HW_DECLARATION_VARIABLE: put_variable(out, module->variables[item->index]); break;
    case HW_DECLARATION_SAMPLER: put_sampler(out, module->samplers[item->index]); break;
    case HW_DECLARATION_EXTRA: put_extra(out, &module->extras[item->index]); break;
    case HW_DECLARATION_KERNEL: break;
    }
}

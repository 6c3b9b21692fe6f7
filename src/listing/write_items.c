/* The directives of a listing that are not code: what the module holds beside its kernels, and their records.
 */
#include "listing/write.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* A C string: what is not printable as octal. */
static void put_string(struct hw_buffer *out, const char *text)
{
    hw_buffer_add(out, "\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            hw_buffer_printf(out, "\\%c", *text);
        else if (isprint((unsigned char)*text))
            hw_buffer_add(out, text, 1);
        else
            hw_buffer_printf(out, "\\%03o", (unsigned char)*text);
    }
    hw_buffer_add(out, "\"", 1);
}

/* Names of these characters alone need no quotes. */
static bool is_plain(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_.$@", *c))
            return false;
    return *name != '\0';
}

void hw_write_name(struct hw_buffer *out, const char *name)
{
    if (is_plain(name))
        hw_buffer_add(out, name, strlen(name));
    else
        put_string(out, name);
}

static void put_extras(struct hw_buffer *out, const struct hw_extras *extras)
{
    for (size_t i = 0; i < extras->count; i++) {
        hw_buffer_printf(out, ".extra %" PRIu32 " ", extras->list[i].slot);
        put_string(out, extras->list[i].text);
        hw_buffer_add(out, "\n", 1);
    }
}

/* Data lines: words, then the bytes that are left. */
static void put_data(struct hw_buffer *out, const uint8_t *data, size_t bytes)
{
    size_t at = 0;
    for (; at + 4 <= bytes; at += 4)
        hw_buffer_printf(out, "%s0x%08" PRIx32 "%s", at % 16 ? ", " : "        .u32 ", hw_get32(data + at),
                         at % 16 == 12 || at + 8 > bytes ? "\n" : "");
    for (size_t first = at; at < bytes; at++)
        hw_buffer_printf(out, "%s0x%02x%s", at > first ? ", " : "        .u8 ", data[at],
                         at + 1 == bytes ? "\n" : "");
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

/* The beginning of a line: a directive and a name. */
static void put_named(struct hw_buffer *out, const char *directive, const char *name)
{
    hw_buffer_printf(out, "%s ", directive);
    hw_write_name(out, name);
}

void hw_write_const(struct hw_buffer *out, const struct hw_const *c)
{
    hw_buffer_printf(out, ".const %" PRIu32 " %" PRIu32 " %" PRIu32, c->bank, c->offset, c->bytes);
    put_last_name(out, c->name);
    if (c->data)
        put_data(out, c->data, hw_round_up4(c->bytes));
    put_extras(out, &c->extras);
}

static void put_infos(struct hw_buffer *out, const struct hw_infos *infos)
{
    for (size_t i = 0; i < infos->count; i++) {
        const struct hw_info *info = &infos->list[i];
        hw_buffer_printf(out, ".info %u %u %u", info->format, info->attribute, info->value);
        put_last_name(out, info->symbol_count ? info->symbols[0] : NULL);
        if (info->data)
            put_data(out, info->data, info->value);
    }
}

void hw_write_kernel_records(struct hw_buffer *out, const struct hw_kernel *kernel)
{
    if (kernel->param_bytes >= 0)
        hw_buffer_printf(out, ".param_bytes %" PRId32 "\n", kernel->param_bytes);
    for (size_t i = 0; i < kernel->param_count; i++)
        hw_buffer_printf(out, ".param %u %u %u %" PRIu32 "\n", kernel->params[i].ordinal,
                         kernel->params[i].offset, kernel->params[i].bytes, kernel->params[i].flags);
    put_infos(out, &kernel->infos);
    put_extras(out, &kernel->extras);
}

/* ---------------------------------------------------------------- the module */

static void put_variable(struct hw_buffer *out, const struct hw_variable *variable)
{
    put_named(out, ".reloc", variable->name);
    hw_buffer_printf(out, " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "%s\n", variable->bank, variable->offset,
                     variable->bytes, variable->addend, variable->unaddressed ? " unaddressed" : "");
    if (variable->data)
        put_data(out, variable->data, variable->bytes);
    put_extras(out, &variable->extras);
}

static void put_sampler(struct hw_buffer *out, const struct hw_sampler *sampler)
{
    put_named(out, ".sampler", sampler->name);
    hw_buffer_printf(out, " %" PRIu32 "\n", sampler->unit);
    put_extras(out, &sampler->extras);
}

static void put_extra(struct hw_buffer *out, const struct hw_extra *extra)
{
    hw_buffer_printf(out, ".toplevel ");
    put_string(out, extra->text);
    hw_buffer_add(out, "\n", 1);
}

void hw_write_sections(struct hw_buffer *out, const struct hw_module *module)
{
    for (size_t i = 0; i < module->section_count; i++) {
        const struct hw_section *s = &module->sections[i];
        put_named(out, ".section", s->name);
        hw_buffer_printf(out, " %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu\n", s->type, s->flags,
                         s->align, s->entry_bytes, s->bytes);
        if (s->data)
            put_data(out, s->data, s->bytes);
    }
}

static const char *const container_names[] = {"text", "elf32", "elf64"};

void hw_write_head(struct hw_buffer *out, const struct hw_module *module)
{
    put_named(out, ".target", module->target);
    hw_buffer_printf(out, "\n.abi %" PRIu32 "\n.container %s\n", module->abi_version,
                     container_names[module->container]);
    if (module->name) {
        put_named(out, ".module", module->name);
        hw_buffer_add(out, "\n", 1);
    }
    if (module->elf_flags)
        hw_buffer_printf(out, ".elf_flags %" PRIu32 "\n", module->elf_flags);
    put_infos(out, &module->infos);
}

void hw_write_item(struct hw_buffer *out, const struct hw_module *module, const struct hw_item *item)
{
    switch (item->kind) {
    case HW_ITEM_CONST:
        hw_write_const(out, module->consts[item->index]);
        break;
    case HW_ITEM_VARIABLE:
        put_variable(out, module->variables[item->index]);
        break;
    case HW_ITEM_SAMPLER:
        put_sampler(out, module->samplers[item->index]);
        break;
    case HW_ITEM_EXTRA:
        put_extra(out, &module->extras[item->index]);
        break;
    case HW_ITEM_KERNEL:
        break;
    }
}

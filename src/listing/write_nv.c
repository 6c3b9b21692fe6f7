/* Write a module as a listing in NVIDIA's text.  docs/listing.md describes the directives. */
#include "listing/listing.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    const struct hw_module *module;
    const struct hw_target *target;
    const struct hw_listing_options *options;
    enum hw_syntax syntax;
    struct hw_buffer *out;
};

static const char label_prefix[] = "L_";

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

static void put_const(struct hw_buffer *out, const struct hw_const *c)
{
    hw_buffer_printf(out, ".const %" PRIu32 " %" PRIu32 " %" PRIu32 "%s%s\n", c->bank, c->offset, c->bytes,
                     c->name ? " " : "", c->name ? c->name : "");
    if (c->data)
        put_data(out, c->data, hw_round_up4(c->bytes));
    put_extras(out, &c->extras);
}

static void put_infos(struct hw_buffer *out, const struct hw_infos *infos)
{
    for (size_t i = 0; i < infos->count; i++) {
        const struct hw_info *info = &infos->list[i];
        hw_buffer_printf(out, ".info %u %u %u%s%s\n", info->format, info->attribute, info->value,
                         info->symbol ? " " : "", info->symbol ? info->symbol : "");
        if (info->data)
            put_data(out, info->data, info->value);
    }
}

/* ---------------------------------------------------------------- kernels */

static void put_raw(struct hw_buffer *out, const struct hw_code_line *line)
{
    hw_buffer_printf(out, "        .u32 0x%08" PRIx32, (uint32_t)line->insn.word[0]);
    if (line->insn.bytes == 8)
        hw_buffer_printf(out, ", 0x%08" PRIx32, (uint32_t)(line->insn.word[0] >> 32));
    hw_buffer_printf(out, "    // no whole instruction can begin at 0x%" PRIx32 "\n", line->address);
}

static void put_line(const struct writer *w, const struct hw_kernel *kernel,
                     const struct hw_code_lines *lines, const struct hw_code_line *line)
{
    char text[HW_TEXT_MAX], constants[160];
    const char *notes;
    if (line->labelled)
        hw_buffer_printf(w->out, "%s%04" PRIx32 ":\n", label_prefix, line->address);
    if (line->raw) {
        put_raw(w->out, line);
        return;
    }
    hw_code_line_print(lines, line, w->syntax, label_prefix, text, &notes);
    hw_buffer_add(w->out, "        ", 8);
    if (w->options->hex)
        hw_buffer_printf(w->out, "/*%04" PRIx32 "*/     /*0x%0*" PRIx64 "*/     ", line->address,
                         2 * line->insn.bytes, line->insn.word[0]);
    hw_buffer_printf(w->out, "%s%s%s", text, *notes ? " # " : "", notes);
    if (w->options->constants && hw_code_constants(kernel, &line->insn, constants, sizeof(constants)))
        hw_buffer_printf(w->out, "    // %s", constants);
    hw_buffer_add(w->out, "\n", 1);
}

static hw_status put_kernel(const struct writer *w, const struct hw_kernel *kernel, struct hw_error *error)
{
    struct hw_code_lines lines;
    hw_status status = hw_code_lines_read(w->target, kernel, &lines, error);
    if (status != HW_OK)
        return status;
    hw_buffer_printf(w->out,
                     "\n.kernel %s\n.registers %" PRIu32 "\n.shared %" PRIu32 "\n.local %" PRIu32
                     "\n.barriers %" PRIu32 "\n",
                     kernel->name, kernel->registers, kernel->shared_bytes, kernel->local_bytes,
                     kernel->barriers);
    if (kernel->param_bytes >= 0)
        hw_buffer_printf(w->out, ".param_bytes %" PRId32 "\n", kernel->param_bytes);
    for (size_t i = 0; i < kernel->param_count; i++)
        hw_buffer_printf(w->out, ".param %u %u %u %" PRIu32 "\n", kernel->params[i].ordinal,
                         kernel->params[i].offset, kernel->params[i].bytes, kernel->params[i].flags);
    put_infos(w->out, &kernel->infos);
    put_extras(w->out, &kernel->extras);
    hw_buffer_printf(w->out, ".code\n");
    for (size_t i = 0; i < lines.count; i++)
        put_line(w, kernel, &lines, &lines.list[i]);
    for (size_t i = 0; i < kernel->const_count; i++)
        put_const(w->out, kernel->consts[i]);
    hw_buffer_printf(w->out, ".end\n");
    free(lines.list);
    return HW_OK;
}

/* ---------------------------------------------------------------- the module */

static void put_reloc(struct hw_buffer *out, const struct hw_reloc *reloc)
{
    hw_buffer_printf(out, ".reloc %s %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "%s\n", reloc->name,
                     reloc->bank, reloc->offset, reloc->bytes, reloc->addend,
                     reloc->unaddressed ? " unaddressed" : "");
    if (reloc->data)
        put_data(out, reloc->data, reloc->bytes);
    put_extras(out, &reloc->extras);
}

static void put_sampler(struct hw_buffer *out, const struct hw_sampler *sampler)
{
    hw_buffer_printf(out, ".sampler %s %" PRIu32 "\n", sampler->name, sampler->unit);
    put_extras(out, &sampler->extras);
}

static void put_extra(struct hw_buffer *out, const struct hw_extra *extra)
{
    hw_buffer_printf(out, ".toplevel ");
    put_string(out, extra->text);
    hw_buffer_add(out, "\n", 1);
}

static void put_sections(const struct writer *w)
{
    for (size_t i = 0; i < w->module->section_count; i++) {
        const struct hw_section *s = &w->module->sections[i];
        hw_buffer_printf(w->out, ".section %s %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu\n", s->name,
                         s->type, s->flags, s->align, s->entry_bytes, s->bytes);
        if (s->data)
            put_data(w->out, s->data, s->bytes);
    }
}

static const char *const container_names[] = {"text", "elf32", "elf64"};

static void put_head(const struct writer *w)
{
    const struct hw_module *module = w->module;
    hw_buffer_printf(w->out, ".target %s\n.abi %" PRIu32 "\n.container %s\n", module->target,
                     module->abi_version, container_names[module->container]);
    if (module->name)
        hw_buffer_printf(w->out, ".module %s\n", module->name);
    if (module->elf_flags)
        hw_buffer_printf(w->out, ".elf_flags %" PRIu32 "\n", module->elf_flags);
    put_infos(w->out, &module->infos);
}

static hw_status put_item(const struct writer *w, const struct hw_item *item, struct hw_error *error)
{
    const struct hw_module *module = w->module;
    switch (item->kind) {
    case HW_ITEM_CONST:
        put_const(w->out, module->consts[item->index]);
        break;
    case HW_ITEM_RELOC:
        put_reloc(w->out, module->relocs[item->index]);
        break;
    case HW_ITEM_SAMPLER:
        put_sampler(w->out, module->samplers[item->index]);
        break;
    case HW_ITEM_EXTRA:
        put_extra(w->out, &module->extras[item->index]);
        break;
    case HW_ITEM_KERNEL:
        return put_kernel(w, module->kernels[item->index], error);
    }
    return HW_OK;
}

hw_status hw_listing_write_nv(const struct hw_module *module, const struct hw_target *target,
                              const struct hw_listing_options *options, struct hw_buffer *out,
                              struct hw_error *error)
{
    struct writer w = {module, target, options, (enum hw_syntax)options->syntax, out};
    if (options->syntax == HW_LISTING_NATIVE)
        w.syntax = hw_target_syntax(target);
    hw_status status = HW_OK;
    if (options->kernel) {
        const struct hw_kernel *kernel = hw_module_find_kernel(module, options->kernel);
        if (!kernel)
            return hw_fail(error, HW_ERR_NOT_FOUND, "listing", "there is no kernel '%s'", options->kernel);
        put_head(&w);
        return put_kernel(&w, kernel, error);
    }
    put_head(&w);
    for (size_t i = 0; i < module->item_count && status == HW_OK; i++)
        status = put_item(&w, &module->items[i], error);
    put_sections(&w);
    return status;
}

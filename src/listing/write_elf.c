/* SPDX-License-Identifier: MIT */
/* This writer prints what an ELF cubin has beside its declarations: sections, symbols and relocations. */
#include "listing/write.h"

#include <halfwarp/sched.h>

#include <inttypes.h>

/* A name, or `-` for none. */
static void put_name(struct hw_buffer *out, const char *name)
{
    hw_buffer_add(out, " ", 1);
    if (name)
        hw_write_name(out, name);
    else
        hw_buffer_add(out, "-", 1);
}

static void put_section(struct hw_buffer *out, const struct hw_section *s)
{
    hw_write_named(out, ".section", s->name);
    hw_buffer_printf(out, " %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu", s->type, s->flags, s->align,
                     s->entry_bytes, s->bytes);
    if (s->link)
        hw_write_named(out, " link", s->link);
    if (s->info)
        hw_write_named(out, " info", s->info);
    hw_buffer_printf(out, "%s\n", s->modelled ? " modelled" : "");
    if (s->data)
        hw_write_data(out, s->data, s->bytes);
}

void hw_write_symbol(struct hw_buffer *out, const struct hw_symbol *symbol)
{
    hw_write_named(out, ".symbol", symbol->name);
    put_name(out, symbol->section);
    hw_buffer_printf(out, " %u %u %u %" PRIu64 " %" PRIu64 "%s\n", symbol->type, symbol->binding,
                     symbol->other, symbol->value, symbol->bytes,
                     symbol->common     ? " common"
                     : symbol->absolute ? " absolute"
                                        : "");
}

/* Whether an instruction of grouped code stands at the offset, so that hw_code_lines_read has given it a
 * label. */
static bool is_instruction(const struct hw_module *module, const struct hw_target *target,
                           const struct hw_reloc *reloc)
{
    if (!hw_target_group(target) || reloc->offset % 8 ||
        hw_code_next_offset(target, (size_t)reloc->offset) != reloc->offset)
        return false;
    for (size_t i = 0; i < module->kernel_count; i++)
        if (hw_is_code_of(reloc->section, module->kernels[i]))
            return reloc->offset < hw_code_whole(target, module->kernels[i]->code_bytes);
    return false;
}

/* The position: in code the label of the instruction, elsewhere an offset. */
static void put_reloc(struct hw_buffer *out, const struct hw_module *module, const struct hw_target *target,
                      const struct hw_reloc *reloc)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    bool code = is_instruction(module, target, reloc);
    hw_write_named(out, ".relocate", reloc->section);
    hw_buffer_printf(out, code ? " " HW_LABEL_PREFIX "%04" PRIx64 " " : " %" PRIu64 " ", reloc->offset);
    if (kind)
        hw_buffer_printf(out, HW_RELOC_PREFIX "%s", kind->name);
    else
        hw_buffer_printf(out, "%" PRIu32, reloc->type);
    put_name(out, reloc->symbol);
    if (reloc->explicit_addend)
        hw_buffer_printf(out, " %" PRId64, reloc->addend);
    hw_buffer_add(out, "\n", 1);
}

void hw_write_sections(struct hw_buffer *out, const struct hw_module *module, const struct hw_target *target)
{
    for (size_t i = 0; i < module->section_count; i++)
        put_section(out, &module->sections[i]);
    for (size_t i = 0; i < module->symbol_count; i++)
        hw_write_symbol(out, module->symbols[i]);
    for (size_t i = 0; i < module->reloc_count; i++)
        put_reloc(out, module, target, &module->relocs[i]);
}

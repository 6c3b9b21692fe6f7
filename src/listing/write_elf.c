/* SPDX-License-Identifier: MIT */
/* This writer prints what an ELF cubin has beside its declarations: sections, symbols and relocations. */
#include "listing/capsule.h"
#include "listing/symbolic.h"
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

static void put_section(struct hw_buffer *out, const struct hw_module *module, const struct hw_target *target,
                        const struct hw_section *s)
{
    const uint64_t code = s->of_code ? s->of_code : hw_capsule_code(module, target, s);

    hw_write_named(out, ".section", s->name);
    hw_buffer_printf(out, " %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu", s->type, s->flags, s->align,
                     s->entry_bytes, s->bytes);
    if (s->link)
        hw_write_named(out, " link", s->link);
    if (s->info)
        hw_write_named(out, " info", s->info);
    if (code)
        hw_buffer_printf(out, " code 0x%016" PRIx64, code);
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

/* The kernel in whose code an instruction stands at the offset of a section, so that hw_code_lines_read has
 * given it a label; NULL: none, or no such offset. */
static const struct hw_kernel *kernel_at(const struct hw_module *module, const struct hw_target *target,
                                         const char *section, uint64_t offset)
{
    const unsigned unit = hw_isa_unit(target->isa);
    if (offset % (unit > 8 ? unit : 8) || (unit <= 8 && !hw_target_group(target)) ||
        hw_code_next_offset(target, (size_t)offset) != offset)
        return NULL;
    for (size_t i = 0; i < module->kernel_count; i++)
        if (hw_is_code_of(section, module->kernels[i]))
            return offset < hw_code_whole(target, module->kernels[i]->code_bytes) ? module->kernels[i] : NULL;
    return NULL;
}

static void put_addend(struct hw_buffer *out, const struct hw_module *module, const struct hw_target *target,
                       const struct hw_reloc *reloc)
{
    const struct hw_kernel *kernel = kernel_at(module, target, reloc->section, (uint64_t)reloc->addend);
    uint64_t address;
    if (kernel && hw_symbolic_own_address(module, kernel, reloc, &address) &&
        address == (uint64_t)reloc->addend)
        hw_buffer_printf(out, " " HW_LABEL_PREFIX "%04" PRIx64, address);
    else
        hw_buffer_printf(out, " %" PRId64, reloc->addend);
}

/* The position: in code the label of the instruction, elsewhere an offset. */
static void put_reloc(struct hw_buffer *out, const struct hw_module *module, const struct hw_target *target,
                      const struct hw_reloc *reloc)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    bool code = kernel_at(module, target, reloc->section, reloc->offset) != NULL;
    hw_write_named(out, ".relocate", reloc->section);
    hw_buffer_printf(out, code ? " " HW_LABEL_PREFIX "%04" PRIx64 " " : " %" PRIu64 " ", reloc->offset);
    if (kind)
        hw_buffer_printf(out, HW_RELOC_PREFIX "%s", kind->name);
    else
        hw_buffer_printf(out, "%" PRIu32, reloc->type);
    put_name(out, reloc->symbol);
    if (reloc->explicit_addend)
        put_addend(out, module, target, reloc);
    hw_buffer_add(out, "\n", 1);
}

void hw_write_sections(struct hw_buffer *out, const struct hw_module *module, const struct hw_target *target)
{
    for (size_t i = 0; i < module->section_count; i++)
        put_section(out, module, target, &module->sections[i]);
    for (size_t i = 0; i < module->symbol_count; i++)
        hw_write_symbol(out, module->symbols[i]);
    for (size_t i = 0; i < module->reloc_count; i++)
        put_reloc(out, module, target, &module->relocs[i]);
}

/* SPDX-License-Identifier: MIT */
/* This writer prints the contents of a module as a table. */
#include "cli/info.h"
#include "names/shown.h"

#include <halfwarp/isa.h>
#include <halfwarp/sched.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long hw_info_instructions(const char *target_name, const struct hw_kernel *kernel)
{
    struct hw_target target;
    struct hw_insn insn;
    long count = 0;
    if (hw_target_find(target_name, &target, NULL))
        return -1;
    const size_t whole = hw_code_whole(&target, kernel->code_bytes);
    for (size_t at = 0; at < whole; at += insn.bytes, count++)
        if (hw_decode_code(&target, kernel->code, whole, &at, &insn) || !insn.bytes)
            return -1;
    return count;
}

int64_t hw_info_local_bytes(const struct hw_kernel *kernel)
{
    return kernel->local_bytes == UINT32_MAX ? -1 : (int64_t)kernel->local_bytes;
}

static uint32_t const_bytes(const struct hw_kernel *kernel)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < kernel->const_count; i++)
        bytes += kernel->consts[i]->bytes;
    return bytes;
}

/* A number, or `-` where it is unknown (negative). */
static void print_cell(int width, int64_t value)
{
    if (value < 0)
        printf("  %*s", width, "-");
    else
        printf("  %*" PRId64, width, value);
}

/* By its readable name, unless symbols are wanted. */
static void put_name(const char *before, const char *symbol)
{
    char *name = hw_shown_name(symbol);

    printf("%s%s", before, name ? name : symbol);
    free(name);
}

static void put_kernels(const struct hw_module *module, const char *only)
{
    if (!module->kernel_count)
        return;
    printf("  registers  shared  local  barriers  params  constants   code  instructions  kernel\n");
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct hw_kernel *kernel = module->kernels[i];
        if (only && strcmp(kernel->name, only) != 0)
            continue;
        print_cell(9, kernel->registers);
        print_cell(6, kernel->shared_bytes);
        print_cell(5, hw_info_local_bytes(kernel));
        print_cell(8, kernel->barriers);
        print_cell(6, kernel->param_bytes);
        print_cell(9, const_bytes(kernel));
        print_cell(5, (int64_t)kernel->code_bytes);
        print_cell(12, hw_info_instructions(module->target, kernel));
        put_name("  ", kernel->name);
        putchar('\n');
    }
}

static void put_launches(const struct hw_module *module, const char *only)
{
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct hw_kernel *kernel = module->kernels[i];
        if ((only && strcmp(kernel->name, only) != 0) || !hw_info_launch(kernel))
            continue;
        put_name("  ", kernel->name);
        putchar('\n');
    }
}

/* Variables, functions inside of kernels, and what the loader supplies; a kernel's and a section's own
 * symbols say nothing new. */
static void put_symbols(const struct hw_module *module)
{
    for (size_t i = 0; i < module->symbol_count; i++) {
        const struct hw_symbol *symbol = module->symbols[i];
        if (symbol->type == HW_SYMBOL_SECTION || !symbol->name[0] ||
            hw_module_find_kernel(module, symbol->name))
            continue;
        if (symbol->section)
            printf("  symbol      %s+0x%llx  %llu bytes", symbol->section, (unsigned long long)symbol->value,
                   (unsigned long long)symbol->bytes);
        else
            fputs(symbol->type == HW_SYMBOL_TEXTURE   ? "  texture   "
                  : symbol->type == HW_SYMBOL_SURFACE ? "  surface   "
                                                      : "  external  ",
                  stdout);
        put_name("  ", symbol->name);
        putchar('\n');
    }
}

static void put_relocs(const struct hw_module *module)
{
    for (size_t i = 0; i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
        printf("  relocation  %s+0x%llx  ", reloc->section, (unsigned long long)reloc->offset);
        if (kind)
            printf("%s", kind->name);
        else
            printf("type %u", reloc->type);
        put_name("  ", reloc->symbol ? reloc->symbol : "(no symbol)");
        if (reloc->explicit_addend)
            printf("%+lld", (long long)reloc->addend);
        printf("\n");
    }
}

void hw_info_table(const char *label, const struct hw_module *module, const char *kernel)
{
    printf("%s: %s, target %s, ABI version %u, module name %s\n", label, hw_container_name(module->container),
           module->target, module->abi_version, module->name ? module->name : "absent");
    put_kernels(module, kernel);
    put_launches(module, kernel);
    if (kernel)
        return;
    for (size_t i = 0; i < module->const_count; i++) {
        const struct hw_const *piece = module->consts[i];
        printf("  constant    c[0x%x][0x%04x]  %6u bytes  %s  %s\n", piece->bank, piece->offset, piece->bytes,
               piece->data ? "initialised  " : "uninitialised", piece->name ? piece->name : "(nameless)");
    }
    for (size_t i = 0; i < module->variable_count; i++) {
        const struct hw_variable *variable = module->variables[i];
        if (variable->unaddressed)
            printf("  variable    %17u bytes  %s\n", variable->bytes, variable->name);
        else
            printf("  relocation  c[0x%x][0x%04x]  %6u bytes  %s\n", variable->bank, variable->offset,
                   variable->bytes, variable->name);
    }
    for (size_t i = 0; i < module->sampler_count; i++) {
        const struct hw_sampler *sampler = module->samplers[i];
        if (sampler->unread)
            printf("  sampler     no kernel reads it  %s\n", sampler->name);
        else
            printf("  sampler     texture unit %u  %s\n", sampler->unit, sampler->name);
    }
    put_symbols(module);
    put_relocs(module);
    for (size_t i = 0; i < module->section_count; i++)
        if (!module->sections[i].modelled)
            printf("  section     %zu bytes  %s\n", module->sections[i].bytes, module->sections[i].name);
    if (module->extra_count)
        printf("  %zu unknown part%s of the text cubin\n", module->extra_count,
               module->extra_count == 1 ? "" : "s");
}

void hw_info_entry(size_t index, const struct hw_entry *entry)
{
    printf("  entry %zu: %s for %s, 0x%" PRIx64 " bytes at 0x%" PRIx64, index,
           hw_entry_kind_name(entry->kind), entry->target[0] ? entry->target : "an unknown target",
           entry->bytes, entry->offset);
    if (entry->packing)
        printf(", %s, 0x%" PRIx64 " unpacked", hw_packing_name(entry->packing), entry->unpacked_bytes);
    if (entry->group_bytes)
        printf(" of 0x%" PRIx64 " that are packed as one", entry->group_bytes);
    if (entry->member)
        printf(", member %s", entry->member);
    if (entry->name)
        printf(", of %s", entry->name);
    printf("\n");
}

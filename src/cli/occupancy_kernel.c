/* SPDX-License-Identifier: MIT */
/* This parser reads what ptxas -v reports of a kernel, from the file that ptxas has written.  On sm_1x the
 * line tells apart what the kernel declares and what the system adds (the launch header), and has the
 * module's constants; later compilers have a line for the module, and tell the stack elsewhere. */
#include "cli/occupancy_report.h"
#include "module/module_internal.h"

#include <inttypes.h>

#define LAUNCH_HEADER_BYTES 16

static void add_banks(struct hw_const *const *consts, size_t count, uint32_t bytes[HW_CONST_BANKS])
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t end = consts[i]->offset + consts[i]->bytes;
        if (consts[i]->bank < HW_CONST_BANKS && end > bytes[consts[i]->bank])
            bytes[consts[i]->bank] = end;
    }
}

static void print_banks(const uint32_t bytes[HW_CONST_BANKS], FILE *out)
{
    for (unsigned bank = 0; bank < HW_CONST_BANKS; bank++)
        if (bytes[bank])
            fprintf(out, ", %u bytes cmem[%u]", bytes[bank], bank);
    fputc('\n', out);
}

static uint64_t section_bytes(const struct hw_module *file, const char *name)
{
    const struct hw_section *section = hw_module_find_section(file, name);

    return section ? section->bytes : 0;
}

static void print_module(const struct hw_module *file, FILE *out)
{
    uint32_t bytes[HW_CONST_BANKS] = {0};

    add_banks(file->consts, file->const_count, bytes);
    fprintf(out, "ptxas info    : %" PRIu64 " bytes gmem",
            section_bytes(file, ".nv.global") + section_bytes(file, ".nv.global.init"));
    print_banks(bytes, out);
}

void hw_print_ptxas(const struct hw_module *file, const struct hw_kernel *kernel, FILE *out)
{
    const bool tesla = hw_module_is_tesla(file);
    const uint32_t header = kernel->shared_bytes < LAUNCH_HEADER_BYTES ? 0 : LAUNCH_HEADER_BYTES;
    uint32_t bytes[HW_CONST_BANKS] = {0};

    if (!tesla)
        print_module(file, out);
    fprintf(out, "ptxas info    : Used %u registers", kernel->registers);
    if (tesla && kernel->local_bytes)
        fprintf(out, ", %u+0 bytes lmem", kernel->local_bytes);
    if (tesla)
        fprintf(out, ", %u+%u bytes smem", kernel->shared_bytes - header, header);
    else if (kernel->shared_bytes)
        fprintf(out, ", %u bytes smem", kernel->shared_bytes);
    if (tesla)
        add_banks(file->consts, file->const_count, bytes);
    add_banks(kernel->consts, kernel->const_count, bytes);
    print_banks(bytes, out);
}

/* SPDX-License-Identifier: MIT */
/* See debug_lines_write.h.  One unit with all files and a sequence for each kernel, which begins at an
 * address that is relocated against the kernel's symbol. */
#include "module/debug_lines_write.h"

#include "module/dwarf_output.h"
#include "module/module_internal.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { RELOC_32 = 1, RELOC_64 = 2 }; /* R_CUDA_32, R_CUDA_64 */

static hw_status put_start(struct hw_module *module, struct hw_buffer *out, const char *kernel,
                           struct hw_error *error)
{
    const unsigned bytes = module->container == HW_CONTAINER_ELF32 ? 4 : 8;

    hw_dwarf_line_address(out, 0, bytes);
    const struct hw_reloc reloc = {.section = ".debug_line",
                                   .offset = out->length - bytes,
                                   .type = bytes == 4 ? RELOC_32 : RELOC_64,
                                   .symbol = (char *)(uintptr_t)kernel};
    return hw_module_add_reloc(module, &reloc, error);
}

/* The rows of one kernel; how many of the locations they took. */
static size_t put_rows(struct hw_buffer *out, const struct hw_kernel *kernel,
                       const struct hw_debug_position *position, size_t positions)
{
    struct hw_dwarf_line last = HW_DWARF_LINE_FIRST(0);
    size_t taken = 0;

    for (; taken < positions && !strcmp(position[taken].kernel, position->kernel); taken++)
        hw_dwarf_line_row(out, &last,
                          &(struct hw_dwarf_line){.address = position[taken].address,
                                                  .file = position[taken].file,
                                                  .line = position[taken].line});
    hw_dwarf_line_end(out, &last, kernel->code_bytes);
    return taken;
}

hw_status hw_debug_lines_add(struct hw_module *module, const char *const *file, size_t files,
                             const struct hw_debug_position *position, size_t positions,
                             struct hw_error *error)
{
    struct hw_buffer out = {.bytes = NULL};
    hw_status status = HW_OK;

    if (!positions)
        return HW_OK;
    hw_dwarf_line_head(&out, file, files);
    for (size_t i = 0; i < positions && status == HW_OK && !out.failed;) {
        const struct hw_kernel *kernel = hw_module_find_kernel(module, position[i].kernel);
        status = kernel ? put_start(module, &out, position[i].kernel, error)
                        : hw_fail(error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR, "there is no code called %s",
                                  position[i].kernel);
        if (kernel)
            i += put_rows(&out, kernel, position + i, positions - i);
    }
    hw_dwarf_length(&out, 0);
    if (out.failed)
        status = hw_module_no_memory(error);
    const struct hw_section section = {.name = (char[]){".debug_line"},
                                       .type = SHT_PROGBITS,
                                       .align = 1,
                                       .data = out.bytes,
                                       .bytes = out.length};
    if (status == HW_OK)
        status = hw_module_add_section(module, &section, error);
    free(out.bytes);
    return status;
}

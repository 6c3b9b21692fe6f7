/* SPDX-License-Identifier: MIT */
/* This file finds the kernels' code sections in ELF cubins: the same for all chips. */
#include "module/elf_cubin.h"

hw_status hw_cubin_add_code(struct hw_module *module, const struct hw_elf_section *section, const char *name,
                            struct hw_kernel **kernel, struct hw_error *error)
{
    if (!section->data || section->size % 4)
        return hw_elf_fail(error, HW_ERR_FORMAT, section->header,
                           "%.100s has %llu bytes of code; expected a multiple of 4, in the file",
                           section->name, (unsigned long long)section->size);
    hw_status status = hw_module_add_kernel(module, name, kernel, error);
    if (!status)
        status = hw_kernel_set_code(*kernel, section->data, (size_t)section->size, error);
    if (status)
        return status;
    (*kernel)->registers = section->info >> CUBIN_REGISTER_SHIFT;
    (*kernel)->barriers = (uint32_t)(section->flags >> CUBIN_BARRIER_SHIFT) & CUBIN_BARRIER_MAX;
    return HW_OK;
}

/* SPDX-License-Identifier: MIT */
/* ELF cubins: choosing between the two readers and the two writers.
 *
 * Cubins of sm_1x have few kinds of parts, the same as text cubins, so they become a list of items
 * (tesla_*.c). Later cubins describe everything by ELF's symbols, relocations and sections, which are kept
 * (later_*.c). */
#include "module/elf_flags.h"

#include <stdio.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------------- */

static hw_status start_module(const struct hw_elf_file *file, struct hw_module **module,
                              struct hw_error *error)
{
    const uint32_t chip = hw_cubin_flags_chip(file->os_abi, file->flags);
    char target[16];
    if (chip < CUBIN_CHIP_FIRST || (chip > CUBIN_TESLA_LAST && chip < 20))
        return hw_elf_fail(
            error, HW_ERR_UNSUPPORTED, file->flags_at,
            "the cubin is for sm_%u, which does not exist; expected sm_%u to sm_%u, or sm_20 and later", chip,
            CUBIN_CHIP_FIRST, CUBIN_TESLA_LAST);
    hw_cubin_target_read(file, target, sizeof target);
    hw_status status = hw_module_create(target, file->abi_version, module, error);
    if (status)
        return status;
    (*module)->container = file->wide ? HW_CONTAINER_ELF64 : HW_CONTAINER_ELF32;
    (*module)->elf_flags = hw_cubin_flags_kept(file);
    return HW_OK;
}

hw_status hw_cubin_elf_read(const uint8_t *bytes, size_t length, struct hw_module **module,
                            struct hw_error *error)
{
    struct hw_elf_file file;
    struct hw_module *read = NULL;
    hw_status status = hw_elf_open(&file, bytes, length, EM_CUDA, error);
    if (!status)
        status = start_module(&file, &read, error);
    if (!status)
        status = (hw_module_is_tesla(read) ? hw_cubin_tesla_read : hw_cubin_later_read)(&file, read, error);
    hw_elf_close(&file);
    if (status)
        hw_module_free(read);
    else
        *module = read;
    return status;
}

/* --- writing ------------------------------------------------------------------------------------- */

static hw_status check_number(struct hw_error *error, const struct hw_kernel *kernel, const char *what,
                              uint32_t value, uint32_t most)
{
    if (value <= most)
        return HW_OK;
    return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                   "kernel %.100s has %u %s; an ELF cubin can record at most %u", kernel->name, value, what,
                   most);
}

static hw_status check_kernel(const struct hw_kernel *kernel, struct hw_error *error)
{
    hw_status status = check_number(error, kernel, "registers", kernel->registers, CUBIN_REGISTER_MAX);
    if (!status && kernel->code_registers >= 0)
        status = check_number(error, kernel, "registers in its header", (uint32_t)kernel->code_registers,
                              CUBIN_REGISTER_MAX);
    if (!status)
        status = check_number(error, kernel, "barriers", kernel->barriers, CUBIN_BARRIER_MAX);
    if (!status && kernel->param_bytes >= 0)
        status =
            check_number(error, kernel, "bytes of parameters", (uint32_t)kernel->param_bytes, UINT16_MAX);
    if (!status)
        status = check_number(error, kernel, "bytes of bank 0 before its parameters", kernel->param_base,
                              UINT16_MAX);
    return status;
}

static hw_status check_module(const struct hw_module *module, struct hw_error *error)
{
    hw_status status = HW_OK;
    if (module->abi_version > UINT8_MAX || module->os_abi > UINT8_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR,
                       "ABI version %u or OS ABI %u does not fit an ELF cubin; expected at most %u",
                       module->abi_version, module->os_abi, UINT8_MAX);
    for (size_t i = 0; !status && i < module->kernel_count; i++)
        status = check_kernel(module->kernels[i], error);
    return status;
}

hw_status hw_cubin_elf_write(const struct hw_module *module, bool wide, struct hw_buffer *out,
                             struct hw_error *error)
{
    uint32_t flags = 0;
    hw_status status = check_module(module, error);
    if (!status)
        status = hw_cubin_flags_write(module, wide, &flags, error);
    if (status)
        return status;
    return (hw_module_is_tesla(module) ? hw_cubin_tesla_write : hw_cubin_later_write)(module, wide, flags,
                                                                                      out, error);
}

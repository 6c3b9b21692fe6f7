/* SPDX-License-Identifier: MIT */
/* Container detection recognises the kind of a cubin (text or ELF) and calls its reader or writer. */
#include "module/module_internal.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t elf_magic[4] = {0x7f, 'E', 'L', 'F'};

hw_status hw_module_read(const void *bytes, size_t length, struct hw_module **module, struct hw_error *error)
{
    *module = NULL;
    if (length == 0)
        return hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR,
                       "the file is empty; expected a text or ELF cubin");
    if (*(const uint8_t *)bytes != elf_magic[0]) {
        hw_status status = hw_cubin_text_read(bytes, length, module, error);
        if (!status)
            (*module)->container = HW_CONTAINER_TEXT;
        return status;
    }
    if (length < sizeof elf_magic || memcmp(bytes, elf_magic, sizeof elf_magic) != 0)
        return hw_fail(
            error, HW_ERR_FORMAT, HW_MODULE_ERROR,
            "the file begins with the byte 0x7f but not with the ELF magic; expected a text or ELF cubin");
    return hw_cubin_elf_read(bytes, length, module, error);
}

hw_status hw_module_write(const struct hw_module *module, enum hw_container container, uint8_t **bytes,
                          size_t *length, struct hw_error *error)
{
    struct hw_buffer out = {0};
    hw_status status = HW_OK;
    *bytes = NULL;
    *length = 0;
    if (module->program)
        status = hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                         "a cubin holds compute programs, and the module holds graphics programs");
    else if (container == HW_CONTAINER_TEXT && !hw_module_is_tesla(module))
        status = hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                         "text cubins are for sm_1x, and the module is for %s", module->target);
    else if (container == HW_CONTAINER_TEXT)
        hw_cubin_text_write(module, &out);
    else
        status = hw_cubin_elf_write(module, container == HW_CONTAINER_ELF64, &out, error);
    if (!status && out.failed)
        status = hw_module_no_memory(error);
    if (status) {
        free(out.bytes);
        return status;
    }
    *bytes = out.bytes;
    *length = out.length;
    return HW_OK;
}

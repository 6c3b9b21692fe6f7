/* SPDX-License-Identifier: MIT */
/* ELF cubins of sm_1x from anywhere: reading is safe, and what was read stands still when written and read
 * again. */
#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Write as `container`; false where it cannot hold the module. */
static bool write_as(const struct hw_module *module, enum hw_container container, uint8_t **bytes,
                     size_t *length)
{
    return hw_module_write(module, container, bytes, length, NULL) == HW_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_module *module, *again;
    uint8_t *text, *first, *second;
    size_t text_size, first_size, second_size;
    if (!size || data[0] != 0x7f || hw_module_read(data, size, &module, NULL))
        return 0;
    if (!write_as(module, HW_CONTAINER_TEXT, &text, &text_size)) {
        if (strncmp(module->target, "sm_1", 4) == 0 && strlen(module->target) == 5)
            abort();
        hw_module_free(module); /* fuzz_cubin_later's business */
        return 0;
    }
    free(text);
    for (enum hw_container container = HW_CONTAINER_ELF32; container <= HW_CONTAINER_ELF64; container++) {
        if (!write_as(module, container, &first, &first_size))
            continue;
        if (hw_module_read(first, first_size, &again, NULL) ||
            !write_as(again, container, &second, &second_size) || first_size != second_size ||
            memcmp(first, second, first_size) != 0)
            abort();
        free(first);
        free(second);
        hw_module_free(again);
    }
    hw_module_free(module);
    return 0;
}

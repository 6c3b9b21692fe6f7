/* SPDX-License-Identifier: MIT */
/* Text cubins from anywhere: reading is safe, and what was read stands still when written and read again, as
 * text and, where ELF can hold it, through both ELF classes. */
#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Write `module` as `container`, read that, write it as text: the same as `text`. */
static void check(const struct hw_module *module, enum hw_container container, const uint8_t *text,
                  size_t size)
{
    struct hw_module *again;
    uint8_t *bytes, *second;
    size_t length, second_size;
    if (hw_module_write(module, container, &bytes, &length, NULL))
        return;
    if (hw_module_read(bytes, length, &again, NULL) ||
        hw_module_write(again, HW_CONTAINER_TEXT, &second, &second_size, NULL))
        abort();
    if (size != second_size || memcmp(text, second, size) != 0)
        abort();
    free(second);
    free(bytes);
    hw_module_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_module *module;
    uint8_t *text;
    size_t length;
    /* What begins like ELF is the other fuzzer's. */
    if (size && data[0] == 0x7f)
        return 0;
    if (hw_module_read(data, size, &module, NULL))
        return 0;
    if (hw_module_write(module, HW_CONTAINER_TEXT, &text, &length, NULL))
        abort();
    for (enum hw_container container = HW_CONTAINER_TEXT; container <= HW_CONTAINER_ELF64; container++)
        check(module, container, text, length);
    free(text);
    hw_module_free(module);
    return 0;
}

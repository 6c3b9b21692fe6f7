/* SPDX-License-Identifier: MIT */
/* ELF cubins of sm_20 and later from anywhere: reading is safe; what was read and can be written can be read
 * again; and from the second writing on the bytes stand still.  (The first folds equal names of a kept string
 * table into one.) */
#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct image {
    uint8_t *bytes;
    size_t size;
};

/* Read an image that was written, and write it again: neither may fail. */
static struct image again(const struct image *image, enum hw_container container)
{
    struct hw_module *module;
    struct image made;
    if (hw_module_read(image->bytes, image->size, &module, NULL) ||
        hw_module_write(module, container, &made.bytes, &made.size, NULL))
        abort();
    hw_module_free(module);
    return made;
}

static void check(const struct hw_module *module, enum hw_container container)
{
    struct image first, second, third;
    if (hw_module_write(module, container, &first.bytes, &first.size, NULL))
        return;
    second = again(&first, container);
    third = again(&second, container);
    if (second.size != third.size || memcmp(second.bytes, third.bytes, second.size) != 0)
        abort();
    free(first.bytes);
    free(second.bytes);
    free(third.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_module *module;
    if (!size || data[0] != 0x7f || hw_module_read(data, size, &module, NULL))
        return 0;
    if (strcmp(module->target, "sm_13") > 0) { /* sm_1x is fuzz_cubin_elf's */
        check(module, HW_CONTAINER_ELF32);
        check(module, HW_CONTAINER_ELF64);
    }
    hw_module_free(module);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* See link_alone.h. */
#include "compiler/front/link_alone.h"

#include <stdlib.h>

#include <halfwarp/linker.h>

static hw_status link_bytes(const uint8_t *bytes, size_t length, const char *target, uint8_t **linked,
                            size_t *linked_length, struct hw_error *error)
{
    const struct hw_linker_options options = {.target = target};
    struct hw_linker *linker = NULL;
    hw_status status = hw_linker_create(&options, &linker, error);

    if (status == HW_OK)
        status = hw_linker_add(linker, "the text", bytes, length, error);
    if (status == HW_OK)
        status = hw_linker_finish(linker, linked, linked_length, error);
    hw_linker_free(linker);
    return status;
}

hw_status hw_compile_link(struct hw_module **module, const char *target, struct hw_error *error)
{
    uint8_t *bytes = NULL, *linked = NULL;
    size_t length = 0, linked_length = 0;
    hw_status status = hw_module_write(*module, (*module)->container, &bytes, &length, error);

    hw_module_free(*module);
    *module = NULL;
    if (status == HW_OK)
        status = link_bytes(bytes, length, target, &linked, &linked_length, error);
    if (status == HW_OK)
        status = hw_module_read(linked, linked_length, module, error);
    free(linked);
    free(bytes);
    return status;
}

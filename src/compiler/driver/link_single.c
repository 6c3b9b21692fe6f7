/* SPDX-License-Identifier: MIT */
/* Links a module with itself: see link_single.h. */
#include "compiler/driver/link_single.h"

#include <stdlib.h>

#include <halfwarp/linker.h>

#include "compiler/codegen/limits.h"

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

/* Shared memory of functions is known only after linking. */
static hw_status check_kernels(const struct hw_module *module, const struct hw_ir_module *from,
                               const struct hw_codegen_target *target, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; i < from->routines && status == HW_OK; i++) {
        const struct hw_ir_symbol *symbol = from->routine[i]->symbol;
        const struct hw_kernel *kernel = hw_module_find_kernel(module, symbol->name);
        if (kernel && from->routine[i]->is_kernel)
            status = hw_codegen_check_space(target, symbol, HW_IR_SPACE_SHARED, kernel->shared_bytes, error);
    }
    return status;
}

hw_status hw_compile_link(struct hw_module **module, const struct hw_ir_module *from,
                          const struct hw_codegen_target *target, struct hw_error *error)
{
    uint8_t *bytes = NULL, *linked = NULL;
    size_t length = 0, linked_length = 0;
    hw_status status = hw_module_write(*module, (*module)->container, &bytes, &length, error);

    hw_module_free(*module);
    *module = NULL;
    if (status == HW_OK)
        status = link_bytes(bytes, length, target->name, &linked, &linked_length, error);
    if (status == HW_OK)
        status = hw_module_read(linked, linked_length, module, error);
    if (status == HW_OK && (status = check_kernels(*module, from, target, error)) != HW_OK) {
        hw_module_free(*module);
        *module = NULL;
    }
    free(linked);
    free(bytes);
    return status;
}

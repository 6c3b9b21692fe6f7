/* SPDX-License-Identifier: MIT */
/* See source_compiler.h. */
#include "cuda/core/modules/source_compiler.h"

#include <stdio.h>
#include <string.h>

hw_status hw_cuda_source_to_ptx(const struct hw_cuda_file *source, const struct hw_cuda_options *options,
                                char **ptx, char **messages, struct hw_error *error)
{
    return hw_compile_cuda(source, options, ptx, messages, error);
}

hw_status hw_cuda_ptx_to_cubin(const char *ptx, const struct hw_compile_options *options, uint8_t **cubin,
                               size_t *length, struct hw_error *error)
{
    struct hw_module *module = NULL;
    hw_status status = hw_compile_ptx(ptx, strlen(ptx), options, &module, error);

    *cubin = NULL;
    *length = 0;
    if (status == HW_OK)
        status = hw_module_write(module, module->container, cubin, length, error);
    hw_module_free(module);
    if (status != HW_OK && error->line) {
        const struct hw_error inner = *error;
        hw_fail(error, inner.status, inner.module, "line %u, column %u of the PTX: %s", inner.line,
                inner.column, inner.text);
    }
    return status;
}

bool hw_cuda_is_target(unsigned number)
{
    char name[sizeof "sm_" + 10];

    snprintf(name, sizeof name, "sm_%u", number);
    return hw_compile_makes(name);
}

/* SPDX-License-Identifier: MIT */
/* Kernels are found by the names that people give them. */
#include "module/module_internal.h"
#include "names/search.h"

hw_status hw_module_find_kernel_by_text(const struct hw_module *module, const char *text,
                                        const struct hw_kernel **kernel, struct hw_error *error)
{
    struct hw_name_search search;
    const char *symbol = NULL;
    hw_status status = HW_OK;

    hw_name_search_begin(&search, text, "kernel");
    for (size_t i = 0; i < module->kernel_count && status == HW_OK; i++)
        status = hw_name_search_offer(&search, module->kernels[i]->name, module->kernels[i]->function, NULL,
                                      error);
    if (status == HW_OK)
        status = hw_name_search_end(&search, &symbol, error);
    *kernel = symbol ? hw_module_find_kernel(module, symbol) : NULL;
    hw_name_search_free(&search);
    return status;
}

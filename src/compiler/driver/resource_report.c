/* SPDX-License-Identifier: MIT */
/* Fills the resource report: see resource_report.h.  Registers and stack are known when the module is there,
 * spills before. */
#include "compiler/driver/resource_report.h"

#include <string.h>

static void copy_spills(struct hw_kernel_usage *usage, const struct hw_codegen_spills *spills)
{
    for (size_t i = 0; i < spills->count; i++)
        if (strcmp(spills->list[i].name, usage->name) == 0) {
            usage->spill_stores = spills->list[i].stores;
            usage->spill_loads = spills->list[i].loads;
        }
}

void hw_report_resources(const struct hw_compile_options *options, const struct hw_module *module,
                         const struct hw_codegen_spills *spills)
{
    struct hw_kernel_usage usage;

    for (size_t i = 0; i < module->kernel_count; i++) {
        hw_kernel_usage(module, module->kernels[i], &usage);
        copy_spills(&usage, spills);
        options->used(options->context, &usage);
    }
}

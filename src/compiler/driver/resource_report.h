/* SPDX-License-Identifier: MIT */
/* The resource report tells the caller each kernel's resource usage. */
#ifndef HW_COMPILER_DRIVER_RESOURCE_REPORT_H
#define HW_COMPILER_DRIVER_RESOURCE_REPORT_H

#include <halfwarp/compiler.h>

#include "compiler/codegen/codegen.h"

void hw_report_resources(const struct hw_compile_options *options, const struct hw_module *module,
                         const struct hw_codegen_spills *spills);

#endif

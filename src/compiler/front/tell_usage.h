/* SPDX-License-Identifier: MIT */
/* Who wants to know is told what each kernel takes. */
#ifndef HW_COMPILER_FRONT_TELL_USAGE_H
#define HW_COMPILER_FRONT_TELL_USAGE_H

#include <halfwarp/compiler.h>

#include "compiler/code/codegen.h"

void hw_tell_usage(const struct hw_compile_options *options, const struct hw_module *module,
                   const struct hw_codegen_spills *spills);

#endif

/* SPDX-License-Identifier: MIT */
/* See capsule.h. */
#include "listing/capsule.h"

#include "fnv.h"
#include "module/elf_cubin.h"

#include <halfwarp/scheduling_bits.h>

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 16 };

static const struct hw_kernel *kernel_of(const struct hw_module *module, const char *section)
{
    const char *code = hw_cubin_skip_prefix(section, CUBIN_CAPSULE),
               *name = code ? hw_cubin_skip_prefix(code, CUBIN_TEXT) : NULL;

    return name ? hw_module_find_kernel(module, name) : NULL;
}

/* From Volta on an instruction has its scheduling bits in its own word.  Without memory, that of all bits:
 * then two runs may differ, which costs a needless warning. */
static uint64_t hash_of(const struct hw_target *target, const struct hw_kernel *kernel)
{
    uint8_t *code = malloc(kernel->code_bytes + 1);
    uint64_t hash;

    if (!code)
        return hw_fnv(HW_FNV_BEGIN, kernel->code, kernel->code_bytes);
    if (kernel->code_bytes)
        memcpy(code, kernel->code, kernel->code_bytes);
    for (size_t at = 0; at + WORD_BYTES <= kernel->code_bytes; at += WORD_BYTES)
        hw_code_set_control(target, code, at, 0);
    hash = hw_fnv(HW_FNV_BEGIN, code, kernel->code_bytes);
    free(code);
    return hash;
}

uint64_t hw_capsule_code(const struct hw_module *module, const struct hw_target *target,
                         const struct hw_section *section)
{
    const struct hw_kernel *kernel = kernel_of(module, section->name);

    return kernel ? hash_of(target, kernel) : 0;
}

bool hw_capsule_is_stale(const struct hw_module *module, const struct hw_target *target,
                         const struct hw_section *section)
{
    return section->of_code && hw_capsule_code(module, target, section) != section->of_code;
}

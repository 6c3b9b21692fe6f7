/* SPDX-License-Identifier: MIT */
/* This file has the section names of cubins and their meanings, and the architecture numbers of chips. */
#include "module/elf_cubin.h"
#include "target_name.h"

#include <string.h>

const char *hw_cubin_skip_prefix(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

bool hw_cubin_is_constant(const char *name, uint32_t *bank, const char **kernel)
{
    const char *at = hw_cubin_skip_prefix(name, CUBIN_CONSTANT);
    if (!at || *at < '0' || *at > '9')
        return false;
    *bank = (uint32_t)(*at++ - '0');
    if (*at >= '0' && *at <= '9')
        *bank = *bank * 10 + (uint32_t)(*at++ - '0');
    *kernel = *at == '.' ? at + 1 : NULL;
    return *bank < HW_CONST_BANKS && (*at == '\0' || *at == '.');
}

uint32_t hw_cubin_clamp32(uint64_t value)
{
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

bool hw_cubin_info_is_number(uint32_t type)
{
    return type == CUBIN_TYPE_CAPSULE || type == CUBIN_TYPE_MERC_SYMBOLS;
}

uint32_t hw_cubin_chip(const char *target)
{
    struct hw_target_name name;
    return hw_target_name_read(target, "sm_", &name) ? name.capability : 0;
}

bool hw_module_is_tesla(const struct hw_module *module)
{
    return hw_cubin_chip(module->target) <= CUBIN_TESLA_LAST;
}

/* SPDX-License-Identifier: MIT */
/* See stale_capsules.h. */
#include "cli/stale_capsules.h"

#include "cli/cli.h"
#include "listing/capsule.h"

#include <string.h>

/* Whether the capsule is that of `old`, and the code another. */
static bool has_other_code(const struct hw_module *module, const struct hw_target *target,
                           const struct hw_section *capsule, const struct hw_module *old)
{
    const struct hw_section *was = hw_module_find_section(old, capsule->name);

    return was && was->data && capsule->data && was->bytes == capsule->bytes &&
           memcmp(was->data, capsule->data, was->bytes) == 0 &&
           hw_capsule_code(old, target, was) != hw_capsule_code(module, target, capsule);
}

void hw_warn_of_capsules(const char *file, const struct hw_module *module, const struct hw_module *old)
{
    struct hw_target target;
    const char *first = NULL;
    size_t stale = 0;

    if (hw_target_find(module->target, &target, NULL) != HW_OK)
        return;
    for (size_t i = 0; i < module->section_count; i++) {
        const struct hw_section *section = &module->sections[i];
        const bool is_stale = old ? has_other_code(module, &target, section, old)
                                  : hw_capsule_is_stale(module, &target, section);
        if (is_stale && !stale++)
            first = section->name;
    }
    if (stale)
        hw_complain("%s: warning: code has changed, and its capsule has not: %.200s%s; a driver may run the "
                    "old code from it (`as --no-capsules` leaves capsules out)",
                    file, first, stale > 1 ? " and others" : "");
}

void hw_warn_of_replaced_capsules(const char *file, const struct hw_archive *archive, size_t index,
                                  const void *code, size_t bytes)
{
    struct hw_module *module = NULL, *old = NULL;

    if (archive->entries[index].kind == HW_ENTRY_CUBIN &&
        hw_module_read(code, bytes, &module, NULL) == HW_OK &&
        hw_cli_read_entry(archive, index, &old, NULL) == HW_OK)
        hw_warn_of_capsules(file, module, old);
    hw_module_free(module);
    hw_module_free(old);
}

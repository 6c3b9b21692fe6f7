/* SPDX-License-Identifier: MIT */
/* What kernels take of a multiprocessor, collected over all inputs and targets, for `halfwarp cc -v`. */
#include "cli/cc_command.h"
#include "cli/json.h"

#include "module/module_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct hw_cc_usage *add(struct hw_cc_usages *usages, const char *name)
{
    if (usages->failed || !hw_module_grow(&usages->list, usages->count, sizeof *usages->list)) {
        usages->failed = true;
        return NULL;
    }
    struct hw_cc_usage *usage = &usages->list[usages->count];
    *usage = (struct hw_cc_usage){.name = strdup(name)};
    usages->failed = !usage->name;
    usages->count += usage->name != NULL;
    return usage->name ? usage : NULL;
}

void hw_cc_usage_spilled(void *usages, const char *name, uint64_t stores, uint64_t loads)
{
    struct hw_cc_usage *usage = add(usages, name);

    if (usage) {
        usage->is.spill_stores = stores;
        usage->is.spill_loads = loads;
    }
}

static struct hw_cc_usage *find(struct hw_cc_usages *usages, const char *name)
{
    for (size_t i = usages->known; i < usages->count; i++)
        if (!strcmp(usages->list[i].name, name))
            return &usages->list[i];
    return add(usages, name);
}

static void take(struct hw_cc_usage *usage, const struct hw_module *module, const struct hw_kernel *kernel)
{
    const uint64_t stores = usage->is.spill_stores, loads = usage->is.spill_loads;

    hw_kernel_usage(module, kernel, &usage->is);
    usage->is.name = usage->name;
    usage->is.spill_stores = stores;
    usage->is.spill_loads = loads;
}

hw_status hw_cc_usage_add(struct hw_cc_usages *usages, const struct hw_module *module, const char *input,
                          const char *target, struct hw_error *error)
{
    for (size_t i = 0; i < module->kernel_count; i++) {
        struct hw_cc_usage *usage = find(usages, module->kernels[i]->name);
        if (usage)
            take(usage, module, module->kernels[i]);
    }
    for (; usages->known < usages->count; usages->known++) {
        usages->list[usages->known].input = input;
        usages->list[usages->known].target = target;
    }
    return usages->failed ? hw_module_no_memory(error) : HW_OK;
}

/* --- printing --- */

static void print_text(const struct hw_cc_usage *usage)
{
    char text[16384]; /* names of C++ are long */

    hw_kernel_usage_text(&usage->is, usage->target, text, sizeof text);
    fputs(text, stderr);
}

static void put_json(struct json_object *list, const struct hw_cc_usage *usage)
{
    struct json_object *json = hw_json_object(list, NULL);

    hw_json_text(json, "name", usage->name);
    hw_json_text(json, "input", usage->input);
    hw_json_text(json, "target", usage->target);
    hw_json_bool(json, "function", usage->is.is_function);
    hw_json_number(json, "registers", usage->is.registers);
    hw_json_number(json, "stack_bytes", usage->is.stack);
    hw_json_number(json, "spill_store_bytes", (int64_t)usage->is.spill_stores);
    hw_json_number(json, "spill_load_bytes", (int64_t)usage->is.spill_loads);
    hw_json_number(json, "shared_bytes", usage->is.shared);
    hw_json_number(json, "barriers", usage->is.barriers);
    struct json_object *constant = hw_json_list(json, "constant_bytes");
    for (unsigned bank = 0; bank < HW_USAGE_BANKS; bank++)
        if (usage->is.constant[bank]) {
            struct json_object *one = hw_json_object(constant, NULL);
            hw_json_number(one, "bank", bank);
            hw_json_number(one, "bytes", usage->is.constant[bank]);
        }
}

void hw_cc_usage_print(const struct hw_cc_usages *usages, bool as_json)
{
    if (!as_json) {
        for (size_t i = 0; i < usages->count; i++)
            print_text(&usages->list[i]);
        return;
    }
    struct json_object *json = hw_json_object(NULL, NULL), *list = hw_json_list(json, "kernels");
    for (size_t i = 0; i < usages->count; i++)
        put_json(list, &usages->list[i]);
    hw_json_print(json, stdout);
}

void hw_cc_usage_clear(struct hw_cc_usages *usages)
{
    for (size_t i = 0; i < usages->count; i++)
        free(usages->list[i].name);
    free(usages->list);
    *usages = (struct hw_cc_usages){.list = NULL};
}

/* SPDX-License-Identifier: MIT */
/* This file reports the resource usage of kernels, collected over all inputs and targets, for `halfwarp cc
 * -v`. */
#include "cli/cc_command.h"
#include "cli/json.h"

#include "module/module_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hw_cc_usage_add(struct hw_cc_usages *usages, const struct hw_kernel_usage *usage, const char *input,
                     const char *target)
{
    if (usages->failed || !hw_module_grow(&usages->list, usages->count, sizeof *usages->list)) {
        usages->failed = true;
        return;
    }
    struct hw_cc_usage *made = &usages->list[usages->count];
    *made = (struct hw_cc_usage){.name = strdup(usage->name), .input = input, .target = target, .is = *usage};
    made->is.name = made->name;
    usages->failed = !made->name;
    usages->count += made->name != NULL;
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

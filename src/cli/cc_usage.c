/* SPDX-License-Identifier: MIT */
/* What kernels take of a multiprocessor, as `halfwarp cc -v` says it.
 *
 * The words are those of NVIDIA's assembler, which scripts look for; the numbers are read from the finished
 * code, except what spilled, which only the compiler knows. */
#include "cli/cc_command.h"
#include "cli/json.h"

#include "module/module_internal.h"

#include <inttypes.h>
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
        usage->spill_stores = stores;
        usage->spill_loads = loads;
    }
}

static struct hw_cc_usage *find(struct hw_cc_usages *usages, const char *name)
{
    for (size_t i = usages->known; i < usages->count; i++)
        if (!strcmp(usages->list[i].name, name))
            return &usages->list[i];
    return add(usages, name);
}

static void take_constants(struct hw_cc_usage *usage, struct hw_const **list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t end = list[i]->offset + list[i]->bytes;
        if (list[i]->bank < HW_CC_BANKS && end > usage->constant[list[i]->bank])
            usage->constant[list[i]->bank] = end;
    }
}

static void take(struct hw_cc_usage *usage, const struct hw_module *module, const struct hw_kernel *kernel)
{
    usage->is_function = kernel->function;
    usage->registers = kernel->registers;
    usage->stack = kernel->local_bytes;
    usage->shared = kernel->shared_bytes;
    usage->barriers = kernel->barriers;
    take_constants(usage, module->consts, module->const_count);
    take_constants(usage, kernel->consts, kernel->const_count);
    const uint32_t parameters = kernel->param_bytes > 0 ? (uint32_t)kernel->param_bytes : 0;
    if (kernel->param_base && kernel->param_base + parameters > usage->constant[0])
        usage->constant[0] = kernel->param_base + parameters;
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
    fprintf(stderr, "halfwarp info    : Compiling %sfunction '%s' for '%s'\n",
            usage->is_function ? "" : "entry ", usage->name, usage->target);
    fprintf(stderr, "halfwarp info    : Function properties for %s\n", usage->name);
    fprintf(stderr,
            "    %" PRIu32 " bytes stack frame, %" PRIu64 " bytes spill stores, %" PRIu64
            " bytes spill loads\n",
            usage->stack, usage->spill_stores, usage->spill_loads);
    fprintf(stderr, "halfwarp info    : Used %" PRIu32 " registers", usage->registers);
    if (usage->barriers)
        fprintf(stderr, ", %" PRIu32 " barriers", usage->barriers);
    if (usage->shared)
        fprintf(stderr, ", %" PRIu32 " bytes smem", usage->shared);
    for (unsigned bank = 0; bank < HW_CC_BANKS; bank++)
        if (usage->constant[bank])
            fprintf(stderr, ", %" PRIu32 " bytes cmem[%u]", usage->constant[bank], bank);
    fputc('\n', stderr);
}

static void put_json(struct json_object *list, const struct hw_cc_usage *usage)
{
    struct json_object *json = hw_json_object(list, NULL);

    hw_json_text(json, "name", usage->name);
    hw_json_text(json, "input", usage->input);
    hw_json_text(json, "target", usage->target);
    hw_json_bool(json, "function", usage->is_function);
    hw_json_number(json, "registers", usage->registers);
    hw_json_number(json, "stack_bytes", usage->stack);
    hw_json_number(json, "spill_store_bytes", (int64_t)usage->spill_stores);
    hw_json_number(json, "spill_load_bytes", (int64_t)usage->spill_loads);
    hw_json_number(json, "shared_bytes", usage->shared);
    hw_json_number(json, "barriers", usage->barriers);
    struct json_object *constant = hw_json_list(json, "constant_bytes");
    for (unsigned bank = 0; bank < HW_CC_BANKS; bank++)
        if (usage->constant[bank]) {
            struct json_object *one = hw_json_object(constant, NULL);
            hw_json_number(one, "bank", bank);
            hw_json_number(one, "bytes", usage->constant[bank]);
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

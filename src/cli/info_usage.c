/* SPDX-License-Identifier: MIT */
/* What each function needs, in the lines of cuobjdump -res-usage, and as JSON. */
#include "cli/info.h"
#include "cli/json.h"
#include "module/nv_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Records that assign a unit or handle to what a kernel reads. */
static unsigned count_records(const struct hw_kernel *kernel, unsigned attribute)
{
    unsigned count = 0;

    for (size_t i = 0; i < kernel->infos.count; i++)
        count += kernel->infos.list[i].attribute == attribute;
    return count;
}

/* Bytes of variables in global memory: what sections .nv.global* hold, or on sm_1x the variables. */
static uint64_t global_bytes(const struct hw_module *module)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < module->section_count; i++)
        if (!strncmp(module->sections[i].name, ".nv.global", 10))
            bytes += module->sections[i].bytes;
    for (size_t i = 0; !bytes && i < module->variable_count; i++)
        bytes += module->variables[i]->bytes;
    return bytes;
}

/* Constants by bank: the pieces of one bank are one number. */
static uint32_t bank_bytes(struct hw_const *const *consts, size_t count, uint32_t bank)
{
    uint32_t bytes = 0;

    for (size_t i = 0; i < count; i++)
        if (consts[i]->bank == bank && consts[i]->offset + consts[i]->bytes > bytes)
            bytes = consts[i]->offset + consts[i]->bytes;
    return bytes;
}

/* In the order in which the file has them. */
static void put_banks(struct hw_const *const *consts, size_t count)
{
    uint32_t put = 0;

    for (size_t i = 0; i < count; i++) {
        const uint32_t bank = consts[i]->bank;
        if (!(put >> bank & 1))
            printf(" CONSTANT[%" PRIu32 "]:%" PRIu32, bank, bank_bytes(consts, count, bank));
        put |= 1u << bank;
    }
}

/* A thread's memory: on sm_1x a fixed one for each kernel, later the stack of all that it calls (-1: it is
 * not known, where calls are recursive), and in files of some old compilers a section of its own beside it.
 */
struct local_memory {
    int64_t stack, local;
};

static struct local_memory local_memory_of(const struct hw_module *module, const struct hw_kernel *kernel)
{
    char name[HW_MODULE_NAME_MAX + 16];

    if (hw_module_is_tesla(module))
        return (struct local_memory){.local = kernel->local_bytes};
    snprintf(name, sizeof name, ".nv.local.%s", kernel->name);
    const struct hw_section *section = hw_module_find_section(module, name);
    return (struct local_memory){.stack = hw_info_local_bytes(kernel),
                                 .local = section ? (int64_t)section->bytes : 0};
}

static void put_kernel(const struct hw_module *module, const struct hw_kernel *kernel)
{
    const struct local_memory memory = local_memory_of(module, kernel);

    printf(" Function %s:\n  REG:%" PRIu32, kernel->name, kernel->registers);
    if (memory.stack < 0)
        printf(" STACK:UNKNOWN");
    else
        printf(" STACK:%" PRId64, memory.stack);
    printf(" SHARED:%" PRIu32 " LOCAL:%" PRId64, kernel->shared_bytes, memory.local);
    put_banks(kernel->consts, kernel->const_count);
    printf(" TEXTURE:%u SURFACE:%u SAMPLER:0\n", count_records(kernel, HW_ATTRIBUTE_TEXTURE),
           count_records(kernel, HW_ATTRIBUTE_SURFACE));
}

void hw_info_usage(const struct hw_module *module, const char *kernel)
{
    printf("Resource usage:\n Common:\n  GLOBAL:%" PRIu64, global_bytes(module));
    put_banks(module->consts, module->const_count);
    printf("\n");
    for (size_t i = 0; i < module->kernel_count; i++)
        if (!kernel || strcmp(module->kernels[i]->name, kernel) == 0)
            put_kernel(module, module->kernels[i]);
}

/* ---------------------------------------------------------------- JSON */

static void json_banks(struct json_object *json, struct hw_const *const *consts, size_t count)
{
    struct json_object *banks = hw_json_object(json, "constant");

    for (uint32_t bank = 0; bank < HW_CONST_BANKS; bank++) {
        char name[16];
        snprintf(name, sizeof name, "%" PRIu32, bank);
        if (bank_bytes(consts, count, bank))
            hw_json_number(banks, name, bank_bytes(consts, count, bank));
    }
}

void hw_info_usage_json(struct json_object *json, const struct hw_module *module, const char *only)
{
    struct json_object *common = hw_json_object(json, "common"), *functions;

    hw_json_number(common, "global", (int64_t)global_bytes(module));
    json_banks(common, module->consts, module->const_count);
    functions = hw_json_list(json, "functions");
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct hw_kernel *kernel = module->kernels[i];
        if (only && strcmp(kernel->name, only) != 0)
            continue;
        struct json_object *function = hw_json_object(functions, NULL);
        hw_json_text(function, "name", kernel->name);
        hw_json_number(function, "registers", kernel->registers);
        const struct local_memory memory = local_memory_of(module, kernel);
        if (memory.stack < 0)
            hw_json_null(function, "stack");
        else
            hw_json_number(function, "stack", memory.stack);
        hw_json_number(function, "shared", kernel->shared_bytes);
        hw_json_number(function, "local", memory.local);
        json_banks(function, kernel->consts, kernel->const_count);
        hw_json_number(function, "textures", count_records(kernel, HW_ATTRIBUTE_TEXTURE));
        hw_json_number(function, "surfaces", count_records(kernel, HW_ATTRIBUTE_SURFACE));
    }
}

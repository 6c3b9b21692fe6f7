/* halfwarp info: what a cubin holds, as a table or as JSON. */
/* summary: what a cubin holds: target, kernels, resources, constants, textures */
#include "cli.h"
#include "json.h"

#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: halfwarp info FILE... [--json]\n"
    "\n"
    "Show the container, the target and the kernels of text and ELF cubins (`-` is standard input), with\n"
    "what each kernel needs: registers a thread, shared bytes a block (with launch header and parameters),\n"
    "local bytes a thread, barriers, bytes of parameters (`-` where the file does not say), of constants\n"
    "and of code.  At most 256 files are taken at a time.\n"
    "\n"
    "  --json   a JSON list, one object a file\n"
    "\n"
    "  halfwarp info kernel.cubin\n"
    "  halfwarp info --json *.cubin\n";

/* How many instructions `code` holds: -1 where the target is not one that can be decoded. */
static long count_instructions(const char *target_name, const struct hw_kernel *kernel)
{
    struct hw_target target;
    struct hw_insn insn;
    long count = 0;
    if (hw_target_find(target_name, &target, NULL))
        return -1;
    for (size_t at = 0; at < kernel->code_bytes; at += insn.bytes, count++)
        if (hw_decode(&target, kernel->code + at, kernel->code_bytes - at, &insn) || !insn.bytes)
            return -1;
    return count;
}

static uint32_t const_bytes(const struct hw_kernel *kernel)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < kernel->const_count; i++)
        bytes += kernel->consts[i]->bytes;
    return bytes;
}

/* --- as a table --------------------------------------------------------------------------------- */

/* A number, or `-` where it is unknown (negative). */
static void put_cell(int width, long value)
{
    if (value < 0)
        printf("  %*s", width, "-");
    else
        printf("  %*ld", width, value);
}

static void put_kernels(const struct hw_module *module)
{
    if (!module->kernel_count)
        return;
    printf("  registers  shared  local  barriers  params  constants   code  instructions  kernel\n");
    for (size_t i = 0; i < module->kernel_count; i++) {
        const struct hw_kernel *kernel = module->kernels[i];
        put_cell(9, kernel->registers);
        put_cell(6, kernel->shared_bytes);
        put_cell(5, kernel->local_bytes);
        put_cell(8, kernel->barriers);
        put_cell(6, kernel->param_bytes);
        put_cell(9, const_bytes(kernel));
        put_cell(5, (long)kernel->code_bytes);
        put_cell(12, count_instructions(module->target, kernel));
        printf("  %s\n", kernel->name);
    }
}

static void put_table(const char *file, const struct hw_module *module)
{
    printf("%s: %s, target %s, ABI version %u, module name %s\n", file, hw_container_name(module->container),
           module->target, module->abi_version, module->name ? module->name : "absent");
    put_kernels(module);
    for (size_t i = 0; i < module->const_count; i++) {
        const struct hw_const *piece = module->consts[i];
        printf("  constant    c[0x%x][0x%04x]  %6u bytes  %s  %s\n", piece->bank, piece->offset, piece->bytes,
               piece->data ? "initialised  " : "uninitialised", piece->name ? piece->name : "(nameless)");
    }
    for (size_t i = 0; i < module->variable_count; i++) {
        const struct hw_variable *variable = module->variables[i];
        if (variable->unaddressed)
            printf("  variable    %17u bytes  %s\n", variable->bytes, variable->name);
        else
            printf("  relocation  c[0x%x][0x%04x]  %6u bytes  %s\n", variable->bank, variable->offset, variable->bytes,
                   variable->name);
    }
    for (size_t i = 0; i < module->sampler_count; i++)
        printf("  sampler     texture unit %u  %s\n", module->samplers[i]->unit, module->samplers[i]->name);
    for (size_t i = 0; i < module->section_count; i++)
        printf("  section     %zu bytes  %s\n", module->sections[i].bytes, module->sections[i].name);
    if (module->extra_count)
        printf("  %zu unknown part%s of the text cubin\n", module->extra_count,
               module->extra_count == 1 ? "" : "s");
}

/* --- as JSON ------------------------------------------------------------------------------------- */

/* Unknown numbers are negative. */
static void json_number(struct json_object *json, const char *key, int64_t value)
{
    if (value < 0)
        hw_json_null(json, key);
    else
        hw_json_number(json, key, value);
}

static void json_const(struct json_object *list, const struct hw_const *piece)
{
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_text(json, "name", piece->name);
    hw_json_number(json, "segment", piece->bank);
    hw_json_number(json, "offset", piece->offset);
    hw_json_number(json, "bytes", piece->bytes);
    hw_json_bool(json, "initialised", piece->data != NULL);
}

static void json_consts(struct json_object *json, struct hw_const **consts, size_t count)
{
    struct json_object *list = hw_json_list(json, "constants");
    for (size_t i = 0; i < count; i++)
        json_const(list, consts[i]);
}

static void json_params(struct json_object *json, const struct hw_kernel *kernel)
{
    json_number(json, "parameter_bytes", kernel->param_bytes);
    struct json_object *list = hw_json_list(json, "parameters");
    for (size_t i = 0; i < kernel->param_count; i++) {
        struct json_object *param = hw_json_object(list, NULL);
        hw_json_number(param, "ordinal", kernel->params[i].ordinal);
        hw_json_number(param, "offset", kernel->params[i].offset);
        hw_json_number(param, "bytes", kernel->params[i].bytes);
    }
}

static void json_kernel(struct json_object *list, const struct hw_module *module,
                        const struct hw_kernel *kernel)
{
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_text(json, "name", kernel->name);
    hw_json_number(json, "registers", kernel->registers);
    hw_json_number(json, "shared_bytes", kernel->shared_bytes);
    hw_json_number(json, "local_bytes", kernel->local_bytes);
    hw_json_number(json, "barriers", kernel->barriers);
    hw_json_number(json, "code_bytes", (int64_t)kernel->code_bytes);
    json_number(json, "instructions", count_instructions(module->target, kernel));
    json_params(json, kernel);
    json_consts(json, kernel->consts, kernel->const_count);
}

static void json_relocs(struct json_object *json, const struct hw_module *module)
{
    struct json_object *list = hw_json_list(json, "relocations");
    for (size_t i = 0; i < module->variable_count; i++) {
        const struct hw_variable *variable = module->variables[i];
        struct json_object *object = hw_json_object(list, NULL);
        hw_json_text(object, "name", variable->name);
        json_number(object, "segment", variable->unaddressed ? -1 : (int64_t)variable->bank);
        json_number(object, "offset", variable->unaddressed ? -1 : (int64_t)variable->offset);
        hw_json_number(object, "bytes", variable->bytes);
        hw_json_bool(object, "initialised", variable->data != NULL);
    }
}

static void json_samplers(struct json_object *json, const struct hw_module *module)
{
    struct json_object *list = hw_json_list(json, "samplers");
    for (size_t i = 0; i < module->sampler_count; i++) {
        struct json_object *sampler = hw_json_object(list, NULL);
        hw_json_text(sampler, "name", module->samplers[i]->name);
        hw_json_number(sampler, "texture_unit", module->samplers[i]->unit);
    }
}

static void json_module(struct json_object *list, const char *file, const struct hw_module *module)
{
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_text(json, "file", file);
    hw_json_text(json, "container", hw_container_name(module->container));
    hw_json_text(json, "target", module->target);
    hw_json_number(json, "abi_version", module->abi_version);
    hw_json_text(json, "module_name", module->name);
    struct json_object *kernels = hw_json_list(json, "kernels");
    for (size_t i = 0; i < module->kernel_count; i++)
        json_kernel(kernels, module, module->kernels[i]);
    json_consts(json, module->consts, module->const_count);
    json_relocs(json, module);
    json_samplers(json, module);
}

/* --- the command --------------------------------------------------------------------------------- */

/* A binary has no source line to show with an error. */
static const char *source_of(const void *data, size_t size)
{
    return size && *(const uint8_t *)data != 0x7f ? data : NULL;
}

/* Show one file: added to `list`, or as a table where that is NULL. */
static int show(const char *file, struct json_object *list)
{
    void *data = NULL;
    size_t size = 0;
    struct hw_module *module;
    struct hw_error error;
    if (hw_read_file(file, HW_FILE_MAX, &data, &size, &error))
        return hw_report(NULL, NULL, &error);
    int exit_status = HW_EXIT_DONE;
    if (hw_module_read(data, size, &module, &error))
        exit_status = hw_report(file, source_of(data, size), &error);
    else if (list)
        json_module(list, file, module);
    else
        put_table(file, module);
    hw_module_free(module);
    free(data);
    return exit_status;
}

int hw_cmd_info(int argc, char **argv)
{
    struct hw_list files = {.count = 0};
    bool as_json = false;
    int status;
    const struct hw_option options[] = {{"--json", .flag = &as_json}};
    if (!hw_args_parse(argc, argv, help, options, 1, &files, HW_LIST_MAX, &status))
        return status;
    if (!files.count)
        return hw_usage_error("info", "expected at least one file");
    struct json_object *list = as_json ? hw_json_list(NULL, NULL) : NULL;
    for (unsigned i = 0; i < files.count; i++)
        if (show(files.item[i], list) != HW_EXIT_DONE)
            status = HW_EXIT_FAILED;
    if (list)
        hw_json_print(list, stdout);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* See ptx_compiler.h. */
#include "cuda/core/ptx_compiler.h"

#include "cuda/base/say.h"
#include "cuda/core/log.h"
#include "cuda/core/ptx_cache.h"

#include <halfwarp/compiler.h>

#include <halfwarp/chip.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cudaError_t error_of(hw_status status)
{
    switch (status) {
    case HW_OK: return cudaSuccess;
    case HW_ERR_NO_MEMORY: return cudaErrorMemoryAllocation;
    default: return (cudaError_t)HW_CUDA_ERROR_INVALID_PTX;
    }
}

/* Say where in the text. */
static void name_place(struct hw_error *error)
{
    const struct hw_error inner = *error;

    if (inner.line)
        hw_fail(error, inner.status, inner.module, "line %u, column %u: %s", inner.line, inner.column,
                inner.text);
}

/* --- what is said besides --- */

/* Registers that were kept in memory, by kernel, told before the module is there. */
struct spills {
    struct spill_of {
        char *name;
        uint64_t stores, loads;
    } * list;
    size_t count;
};

static void take_spill(void *context, const char *name, uint64_t stores, uint64_t loads)
{
    struct spills *spills = context;
    struct spill_of *grown = realloc(spills->list, (spills->count + 1) * sizeof *grown);

    if (!grown)
        return; /* the log has zeros then */
    spills->list = grown;
    grown[spills->count] = (struct spill_of){.name = strdup(name), .stores = stores, .loads = loads};
    spills->count += grown[spills->count].name != NULL;
}

static void free_spills(struct spills *spills)
{
    for (size_t i = 0; i < spills->count; i++)
        free(spills->list[i].name);
    free(spills->list);
}

static char *usage_of(const struct hw_module *module, const char *target, const struct spills *spills)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    for (size_t i = 0; to && i < module->kernel_count; i++) {
        struct hw_kernel_usage usage;
        char lines[16384]; /* names of C++ are long */
        hw_kernel_usage(module, module->kernels[i], &usage);
        for (size_t k = 0; k < spills->count; k++)
            if (!strcmp(spills->list[k].name, usage.name)) {
                usage.spill_stores = spills->list[k].stores;
                usage.spill_loads = spills->list[k].loads;
            }
        hw_kernel_usage_text(&usage, target, lines, sizeof lines);
        fputs(lines, to);
    }
    if (to)
        fclose(to);
    return text;
}

/* --- compiling --- */

#define FEWEST_REGISTERS 16u

/* So many that blocks of the wished size have registers. */
static unsigned most_registers(const struct hw_cuda_link_wish *wish, const struct hw_chip_info *chip)
{
    unsigned most = wish->registers;

    if (wish->threads) {
        const unsigned warps = (wish->threads + 31) / 32,
                       each = chip->registers_per_mp / (32 * warps) / 8 * 8;
        const unsigned bound = each < FEWEST_REGISTERS ? FEWEST_REGISTERS : each;
        most = !most || bound < most ? bound : most;
    }
    return most;
}

static hw_status make(const struct hw_cuda_image *ptx, const struct hw_compile_options *given, bool says,
                      struct hw_cuda_ptx_code *code, struct hw_error *error)
{
    const char *const text = (const char *)ptx->bytes;
    struct spills spills = {.list = NULL};
    struct hw_compile_options options = *given;
    struct hw_module *module = NULL;

    options.spilled = says ? take_spill : NULL;
    options.context = &spills;
    hw_status status = hw_compile_ptx(text, strnlen(text, ptx->length), &options, &module, error);
    if (status == HW_OK)
        status = hw_module_write(module, module->container, &code->cubin.bytes, &code->cubin.length, error);
    else
        name_place(error);
    if (status == HW_OK && says)
        code->said = usage_of(module, options.target, &spills);
    free_spills(&spills);
    hw_module_free(module);
    return status;
}

static hw_status find_or_make(const struct hw_cuda_image *ptx, const struct hw_compile_options *options,
                              bool says, struct hw_cuda_ptx_code *code, struct hw_error *error)
{
    const double begin = hw_cuda_seconds();
    struct hw_cache_key key;
    const bool keeps = hw_cuda_ptx_cache_key(&key, ptx, options, says);
    const bool found = keeps && hw_cuda_ptx_cache_find(&key, code);
    const hw_status status = found ? HW_OK : make(ptx, options, says, code, error);

    if (status == HW_OK && keeps && !found)
        hw_cuda_ptx_cache_keep(&key, code);
    if (status == HW_OK)
        hw_cuda_log_ptx(options->target, ptx->length, hw_cuda_seconds() - begin, found);
    if (keeps)
        hw_cache_key_clear(&key);
    return status;
}

cudaError_t hw_cuda_compile_ptx(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                                const struct hw_cuda_link_wish *wish, struct hw_cuda_image *cubin,
                                char **said, struct hw_error *error)
{
    const bool is_for_debugger = wish->debug_info;
    const unsigned level =
        wish->optimization < 0 || wish->optimization > 3 ? 3 : (unsigned)wish->optimization;
    struct hw_cuda_ptx_code code = {.said = NULL};
    char target[16];
    const struct hw_compile_options options = {.target = target,
                                               .level = is_for_debugger ? 0 : level,
                                               .most_registers = most_registers(wish, chip),
                                               .lines = wish->lines || is_for_debugger};

    snprintf(target, sizeof target, "sm_%u", wish->target ? wish->target : chip->capability);
    const hw_status status = find_or_make(ptx, &options, wish->verbose, &code, error);
    *cubin = code.cubin;
    *said = code.said;
    return error_of(status);
}

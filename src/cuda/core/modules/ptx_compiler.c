/* SPDX-License-Identifier: MIT */
/* See ptx_compiler.h. */
#include "cuda/core/modules/ptx_compiler.h"

#include "cuda/base/message.h"
#include "cuda/core/log/log.h"
#include "cuda/core/modules/ptx_cache.h"
#include "cuda/core/modules/ptx_text.h"
#include "cuda/core/settings.h"

#include <halfwarp/compiler.h>

#include <halfwarp/chip.h>

#include <stdatomic.h>
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

/* Texts that grow while the compiler tells. */
struct said {
    const char *target;
    char *usage, *refusals;
    size_t usage_size, refusals_size;
    FILE *usage_to, *refusals_to;
};

static bool open_said(struct said *said, const char *target)
{
    *said = (struct said){.target = target};
    said->usage_to = open_memstream(&said->usage, &said->usage_size);
    said->refusals_to = open_memstream(&said->refusals, &said->refusals_size);
    return said->usage_to && said->refusals_to;
}

static char *unless_empty(char *text, size_t size)
{
    if (size)
        return text;
    free(text);
    return NULL;
}

/* The texts are there from now on. */
static void close_said(struct said *said, struct hw_cuda_ptx_code *code)
{
    if (said->usage_to)
        fclose(said->usage_to);
    if (said->refusals_to)
        fclose(said->refusals_to);
    code->said = unless_empty(said->usage, said->usage_size);
    code->refused = unless_empty(said->refusals, said->refusals_size);
}

static void take_usage(void *context, const struct hw_kernel_usage *usage)
{
    const struct said *said = context;
    char lines[16384]; /* names of C++ are long */

    hw_kernel_usage_text(usage, said->target, lines, sizeof lines);
    fputs(lines, said->usage_to);
}

static void take_refusal(void *context, const char *name, const struct hw_error *reason)
{
    const struct said *said = context;
    struct hw_error placed = *reason;

    name_place(&placed);
    fprintf(said->refusals_to, "%s\t%s\n", name, placed.text);
    fprintf(said->usage_to, "halfwarp warning : '%s' is left out: %s\n", name, placed.text);
}

/* --- the target of the text --- */

/* Why a chip is none that a text is for, as the end of a sentence. */
static const char *why_not(const struct hw_target_name *of, unsigned target)
{
    return of->capability > target               ? "is earlier"
           : of->suffix == HW_TARGET_ACCELERATED ? "is another chip"
                                                 : "is of another family";
}

/* NVIDIA's driver refuses text for a later chip, and with `a` or `f` for another one.  Here an old chip may
 * have been chosen for a newer program, so that runs as far as the chip can do it. */
static hw_status check_target(const struct hw_cuda_image *ptx, unsigned target, struct hw_error *error)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    struct hw_target_name of;

    if (!hw_cuda_ptx_target(ptx, &of) || hw_target_ptx_runs(&of, target))
        return HW_OK;
    const char *const suffix = hw_target_suffix_text(of.suffix), *const why = why_not(&of, target);
    if (hw_cuda_strict())
        return hw_fail(error, HW_ERR_UNSUPPORTED, "cuda",
                       "the text is for sm_%u%s, and sm_%u %s; HALFWARP_STRICT refuses that", of.capability,
                       suffix, target, why);
    if (!atomic_flag_test_and_set(&said))
        hw_cuda_message("warning: PTX of the program is for sm_%u%s, and sm_%u %s: NVIDIA's driver refuses "
                        "that (HALFWARP_STRICT=1 does)",
                        of.capability, suffix, target, why);
    return HW_OK;
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

static hw_status make(const struct hw_cuda_image *ptx, const struct hw_compile_options *options,
                      struct hw_cuda_ptx_code *code, struct hw_error *error)
{
    const char *const text = (const char *)ptx->bytes;
    struct hw_module *module = NULL;
    hw_status status = hw_compile_ptx(text, strnlen(text, ptx->length), options, &module, error);

    if (status == HW_OK)
        status = hw_module_write(module, module->container, &code->cubin.bytes, &code->cubin.length, error);
    else
        name_place(error);
    hw_module_free(module);
    return status;
}

static hw_status make_and_tell(const struct hw_cuda_image *ptx, const struct hw_compile_options *options,
                               struct hw_cuda_ptx_code *code, struct hw_error *error)
{
    struct hw_compile_options telling = *options;
    struct said said;
    hw_status status;

    telling.context = &said;
    if (open_said(&said, options->target))
        status = make(ptx, &telling, code, error);
    else
        status = hw_fail(error, HW_ERR_NO_MEMORY, "cuda", "no memory for what the compiler says");
    close_said(&said, code);
    return status;
}

static hw_status find_or_make(const struct hw_cuda_image *ptx, const struct hw_compile_options *options,
                              struct hw_cuda_ptx_code *code, struct hw_error *error)
{
    const double begin = hw_cuda_seconds();
    struct hw_cache_key key;
    const bool keeps = hw_cuda_ptx_cache_key(&key, ptx, options);
    const bool found = keeps && hw_cuda_ptx_cache_find(&key, code);
    const hw_status status = found ? HW_OK : make_and_tell(ptx, options, code, error);

    if (status == HW_OK && keeps && !found)
        hw_cuda_ptx_cache_keep(&key, code);
    if (status == HW_OK)
        hw_cuda_log_ptx(options->target, ptx->length, hw_cuda_seconds() - begin, found);
    if (keeps)
        hw_cache_key_clear(&key);
    return status;
}

cudaError_t hw_cuda_compile_ptx(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                                const struct hw_cuda_link_wish *wish, enum hw_cuda_ptx_for purpose,
                                struct hw_cuda_ptx_code *code, struct hw_error *error)
{
    const bool is_for_debugger = wish->debug_info;
    const unsigned level =
        wish->optimization < 0 || wish->optimization > 3 ? 3 : (unsigned)wish->optimization;
    const unsigned number = wish->target ? wish->target : chip->capability;
    char target[16];
    const struct hw_compile_options options = {.target = target,
                                               .level = is_for_debugger ? 0 : level,
                                               .most_registers = most_registers(wish, chip),
                                               .lines = wish->lines || is_for_debugger,
                                               .used = wish->verbose ? take_usage : NULL,
                                               .refused =
                                                   purpose == HW_CUDA_PTX_FOR_MODULE ? take_refusal : NULL,
                                               .is_relocatable = purpose == HW_CUDA_PTX_FOR_LINK};

    *code = (struct hw_cuda_ptx_code){.said = NULL};
    snprintf(target, sizeof target, "sm_%u", number);
    hw_status status = check_target(ptx, number, error);
    if (status == HW_OK)
        status = find_or_make(ptx, &options, code, error);
    if (status != HW_OK)
        hw_cuda_ptx_code_free(code);
    return error_of(status);
}

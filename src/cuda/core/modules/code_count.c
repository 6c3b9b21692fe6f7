/* SPDX-License-Identifier: MIT */
/* See code_count.h.
 *
 * The chip is, of those whose code halfwarp runs, the one that runs the most images; of those that run as
 * many, the one that has cubins in the most of them.  Where these are several, as for packages with code for
 * all chips of some years, it is the one that the newest code names. */
#include "cuda/core/modules/code_count.h"

#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/modules/nvjitlink.h"
#include "cuda/core/modules/ptx_compiler.h"

#include <halfwarp/chip.h>

#include <stdio.h>

/* For programs without registered code: GA100; without a compiler for it GP104, the newest of the most common
 * family that our compiler makes code for. */
#define UNKNOWN       80
#define UNKNOWN_OLDER 61

/* Whether PTX can be compiled for a chip: our compiler ends before NVIDIA's. */
static bool is_compiled_for(unsigned capability)
{
    return capability <= HW_CUDA_PTX_LAST || hw_nvjitlink_is_there_for(capability);
}

/* --- counting --- */

/* Whether any of the targets is one that the chip runs, as `runs` says. */
static bool any_runs(const bool targets[HW_TARGET_SUFFIXES][HW_CUDA_TARGETS], unsigned capability,
                     bool (*runs)(const struct hw_target_name *, unsigned))
{
    for (unsigned s = 0; s < HW_TARGET_SUFFIXES; s++)
        for (unsigned c = 1; c <= capability; c++) {
            const struct hw_target_name name = {c, (enum hw_target_suffix)s};
            if (targets[s][c] && runs(&name, capability))
                return true;
        }
    return false;
}

static bool has_cubin(const struct hw_cuda_targets *targets, unsigned capability)
{
    return any_runs(targets->cubin, capability, hw_target_cubin_runs);
}

static bool has_ptx(const struct hw_cuda_targets *targets, unsigned capability)
{
    return any_runs(targets->ptx, capability, hw_target_ptx_runs) && is_compiled_for(capability);
}

void hw_code_count_image(struct hw_code_count *count, const void *image, size_t length)
{
    struct hw_cuda_targets targets;
    const struct hw_chip_info *chip;
    bool seen[HW_CUDA_TARGETS] = {false};

    if (!hw_cuda_container_targets(image, length, &targets))
        return;
    count->images++;
    for (unsigned s = 0; s < HW_TARGET_SUFFIXES; s++)
        for (unsigned c = 0; c < HW_CUDA_TARGETS; c++) {
            count->named.cubin[s][c] |= targets.cubin[s][c];
            count->named.ptx[s][c] |= targets.ptx[s][c];
        }
    for (unsigned i = 0; (chip = hw_chip_at(i)) != NULL; i++) {
        const bool native = has_cubin(&targets, chip->capability);
        if (seen[chip->capability])
            continue;
        seen[chip->capability] = true;
        count->cubins[chip->capability] += native;
        count->runs[chip->capability] += native || has_ptx(&targets, chip->capability);
    }
}

/* --- choosing --- */

static bool is_named(const struct hw_code_count *count, unsigned capability)
{
    bool named = false;

    for (unsigned s = 0; s < HW_TARGET_SUFFIXES; s++)
        named |= count->named.cubin[s][capability] || count->named.ptx[s][capability];
    return named;
}

/* What decides between chips that run the same: more is better. */
static int rank_of(const struct hw_code_count *count, unsigned capability)
{
    return is_named(count, capability) ? (int)capability : -(int)capability;
}

static bool is_better(const struct hw_code_count *count, unsigned one, unsigned other)
{
    if (count->runs[one] != count->runs[other])
        return count->runs[one] > count->runs[other];
    if (count->cubins[one] != count->cubins[other])
        return count->cubins[one] > count->cubins[other];
    return rank_of(count, one) > rank_of(count, other);
}

unsigned hw_code_count_best(const struct hw_code_count *count)
{
    const struct hw_chip_info *chip;
    unsigned best = 0;

    for (unsigned i = 0; (chip = hw_chip_at(i)) != NULL; i++)
        if (count->runs[chip->capability] && hw_chip_runs(chip) &&
            (!best || is_better(count, chip->capability, best)))
            best = chip->capability;
    return best;
}

unsigned hw_code_unknown_best(void)
{
    return is_compiled_for(UNKNOWN) ? UNKNOWN : UNKNOWN_OLDER;
}

/* --- telling --- */

void hw_code_count_why(const struct hw_code_count *count, char *text, size_t bytes)
{
    const unsigned best = hw_code_count_best(count);

    if (best)
        snprintf(text, bytes, "%u of %u fat binaries have code for it", count->runs[best], count->images);
    else
        snprintf(text, bytes, "%s",
                 count->images ? "no chip runs the registered code" : "no code is registered");
}

void hw_code_count_list(const struct hw_code_count *count, char *text, size_t bytes)
{
    const unsigned kind = HW_CUDA_TARGETS * HW_TARGET_SUFFIXES; /* targets of cubins; then those of PTX */
    size_t used = 0;

    *text = '\0';
    for (unsigned i = 0; i < 2 * kind && used < bytes; i++) {
        const unsigned c = i % kind / HW_TARGET_SUFFIXES, s = i % HW_TARGET_SUFFIXES;
        if (i < kind ? count->named.cubin[s][c] : count->named.ptx[s][c])
            used += (size_t)snprintf(text + used, bytes - used, "%s%s%u%s", used ? ", " : "",
                                     i < kind ? "sm_" : "compute_", c,
                                     hw_target_suffix_text((enum hw_target_suffix)s));
    }
}

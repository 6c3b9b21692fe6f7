/* SPDX-License-Identifier: MIT */
/* This file parses --isa, --type and --syntax, as dis, as, isa and exec understand them; --target of cc and
 * c++. */
#include "cli/code_options.h"

#include <halfwarp/chip.h>

#include <stdio.h>
#include <string.h>

hw_status hw_code_target(const char *isa, const char *type, struct hw_target *target, struct hw_error *error)
{
    const struct hw_chip_info *chip;
    hw_status status = hw_target_find(isa, target, error);
    if (status != HW_OK && hw_chip_find(isa, &chip, NULL) == HW_OK)
        status = hw_target_find(chip->variant, target, error);
    if (status == HW_OK && type)
        status = hw_program_find(type, &target->program, error);
    if (status == HW_OK && !hw_isa_has_program(target->isa, target->program))
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "%.40s has no programs of type %s", isa, type);
    return status;
}

hw_status hw_code_targets_add(struct hw_code_targets *targets, const char *names, struct hw_error *error)
{
    struct hw_target target;

    for (const char *at = names + strspn(names, ","); *at; at += strspn(at, ",")) {
        const size_t length = strcspn(at, ",");
        char *own = targets->name[targets->count];
        if (targets->count == HW_CODE_TARGETS || length >= sizeof targets->name[0])
            return hw_fail(error, HW_ERR_RANGE, "cli", "--target: `%.40s` are too many, or too long", names);
        snprintf(own, sizeof targets->name[0], "%.*s", (int)length, at);
        const hw_status status = hw_code_target(own, NULL, &target, error);
        if (status != HW_OK)
            return status;
        targets->count++;
        at += length;
    }
    return HW_OK;
}

const struct hw_option_word hw_code_syntaxes[] = {
    {"nv", "NVIDIA's text (default)"},
    {"nv-5.0", "as the tools of CUDA 5.0 write it"},
    {"nv-4.2", "as those of CUDA 4.2"},
    {"nv-4.0", "as those of CUDA 4.0"},
    {"decuda", "the language of decuda and cudasm"},
    {.name = NULL},
};

const struct hw_option_word hw_code_types[] = {
    {"cp", "compute"},
    {"vp", "vertex"},
    {"gp", "geometry"},
    {"fp", "fragment"},
    {"tcp", "tessellation control"},
    {"tep", "tessellation evaluation"},
    {.name = NULL},
};

int hw_code_syntax(const char *name)
{
    /* In the order of their words. */
    static const int numbers[] = {HW_LISTING_NATIVE, HW_SYNTAX_NV, HW_SYNTAX_NV42, HW_SYNTAX_NV40,
                                  HW_SYNTAX_DECUDA};

    return numbers[hw_option_word_number(hw_code_syntaxes, name)];
}

enum hw_syntax hw_code_dialect(int syntax, const struct hw_target *target)
{
    return syntax == HW_LISTING_NATIVE ? hw_target_syntax(target) : (enum hw_syntax)syntax;
}

hw_status hw_code_options(const char *isa, const char *type, const char *syntax, struct hw_target *target,
                          enum hw_syntax *dialect, struct hw_error *error)
{
    const hw_status status = hw_code_target(isa, type, target, error);
    if (status != HW_OK)
        return status;
    *dialect = hw_code_dialect(hw_code_syntax(syntax), target);
    return hw_target_check_syntax(target, *dialect, error);
}

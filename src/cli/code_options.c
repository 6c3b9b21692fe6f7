/* --isa, --type and --syntax, as dis, as, isa and exec understand them. */
#include "code_options.h"

#include <string.h>

hw_status hw_code_target(const char *isa, const char *type, struct hw_target *target, struct hw_error *error)
{
    hw_status status = hw_target_find(isa, target, error);
    if (status == HW_OK && type)
        status = hw_program_find(type, &target->program, error);
    return status;
}

hw_status hw_code_syntax(const char *name, enum hw_syntax *syntax, struct hw_error *error)
{
    *syntax = HW_SYNTAX_NV;
    if (!name || !strcmp(name, "nv") || !strcmp(name, "nv-4.2") || !strcmp(name, "nv-4.0"))
        return HW_OK;
    *syntax = HW_SYNTAX_DECUDA;
    if (!strcmp(name, "decuda"))
        return HW_OK;
    return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "'%s' is no syntax; there are: nv nv-4.2 nv-4.0 decuda", name);
}

/* Options that several commands share when they name code: --isa, --type and --syntax. */
#ifndef HW_CLI_CODE_OPTIONS_H
#define HW_CLI_CODE_OPTIONS_H

#include <halfwarp/isa.h>

/* `isa` as hw_target_find takes it; `type` may be NULL for compute. */
hw_status hw_code_target(const char *isa, const char *type, struct hw_target *target, struct hw_error *error);

/* "nv", "nv-4.2", "nv-4.0" (one text on sm_1x) or "decuda"; NULL is "nv". */
hw_status hw_code_syntax(const char *name, enum hw_syntax *syntax, struct hw_error *error);

#endif

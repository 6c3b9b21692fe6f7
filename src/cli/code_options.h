/* SPDX-License-Identifier: MIT */
/* Several commands share these options when they name code: --isa, --type and --syntax, --target. */
#ifndef HW_CLI_CODE_OPTIONS_H
#define HW_CLI_CODE_OPTIONS_H

#include "cli/options.h"

#include <halfwarp/listing.h>

/* `isa` as hw_target_find takes it, or as hw_chip_find does (a card); `type` may be NULL for compute. */
hw_status hw_code_target(const char *isa, const char *type, struct hw_target *target, struct hw_error *error);

/* Targets that code is made for: "sm_13,sm_35" adds two. */
#define HW_CODE_TARGETS 32
struct hw_code_targets {
    char name[HW_CODE_TARGETS][16];
    unsigned count;
};
hw_status hw_code_targets_add(struct hw_code_targets *targets, const char *names, struct hw_error *error);

/* The words of --syntax and --type. */
extern const struct hw_option_word hw_code_syntaxes[], hw_code_types[];

/* A word of --syntax: all but "nv" are dialects (enum hw_syntax); that and NULL are the dialect of the
 * target's own day, HW_LISTING_NATIVE. */
int hw_code_syntax(const char *name);

/* The dialect that such a number means for a target. */
enum hw_syntax hw_code_dialect(int syntax, const struct hw_target *target);

/* All three at once; an error is one of the command line. */
hw_status hw_code_options(const char *isa, const char *type, const char *syntax, struct hw_target *target,
                          enum hw_syntax *dialect, struct hw_error *error);

#endif

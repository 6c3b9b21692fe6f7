/* SPDX-License-Identifier: MIT */
/* The back end that begins with the interpreter and goes on with compiled code. */
#ifndef HW_ENGINE_TIERS_TIERS_H
#define HW_ENGINE_TIERS_TIERS_H

#include "engine/executable.h"

/* Whether HALFWARP_ENGINE names an engine that there is. */
hw_status hw_engine_check(struct hw_error *error);

/* The back end for a program, by HALFWARP_ENGINE and by what is there. */
hw_status hw_select_engine(const struct hw_program *program,
                           const struct hw_execution_engine **execution_engine, struct hw_error *error);

#endif

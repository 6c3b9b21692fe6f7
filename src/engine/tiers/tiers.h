/* SPDX-License-Identifier: MIT */
/* The back end that begins with the interpreter and goes on with compiled code. */
#ifndef HW_ENGINE_TIERS_TIERS_H
#define HW_ENGINE_TIERS_TIERS_H

#include "engine/code.h"

/* Whether HALFWARP_ENGINE names an engine that there is. */
hw_status hw_engine_check(struct hw_error *error);

/* The back end for a program, by HALFWARP_ENGINE and by what is there. */
hw_status hw_choose_back_end(const struct hw_program *program, const struct hw_back_end **back_end,
                             struct hw_error *error);

#endif

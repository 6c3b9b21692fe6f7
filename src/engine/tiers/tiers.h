/* SPDX-License-Identifier: MIT */
/* Tiered execution starts with the interpreter and continues with compiled code. */
#ifndef HW_ENGINE_TIERS_TIERS_H
#define HW_ENGINE_TIERS_TIERS_H

#include "engine/executable.h"

/* Whether the engine that HALFWARP_ENGINE names is available. */
hw_status hw_engine_check(struct hw_error *error);

/* Select the engine of a program, by HALFWARP_ENGINE and by what is available. */
hw_status hw_select_engine(const struct hw_execution_engine **execution_engine, struct hw_error *error);

#endif

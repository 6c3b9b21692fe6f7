/* SPDX-License-Identifier: MIT */
/* The back end that begins with the interpreter and goes on with compiled code. */
#ifndef HW_ENGINE_TIERS_TIERS_H
#define HW_ENGINE_TIERS_TIERS_H

#include "engine/code.h"

/* The back end for a program, by HALFWARP_ENGINE and by what is there. */
const struct hw_back_end *hw_choose_back_end(const struct hw_program *program);

#endif

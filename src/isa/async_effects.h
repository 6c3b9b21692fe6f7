/* SPDX-License-Identifier: MIT */
/* The uniform registers that brackets of bulk copies and tensor instructions stand for. */
#ifndef HW_ISA_ASYNC_EFFECTS_H
#define HW_ISA_ASYNC_EFFECTS_H

#include <halfwarp/effects.h>

/* Add to the uniform registers that are read the groups that begin at those in brackets; nothing for other
 * operations. */
void hw_async_groups(struct hw_semantics *view);

#endif

/* SPDX-License-Identifier: MIT */
/* Memory as one thread sees it through generic addresses, for functions that serve it outside its code. */
#ifndef HW_MACHINE_MEMORY_ACCESS_GENERIC_H
#define HW_MACHINE_MEMORY_ACCESS_GENERIC_H

#include "machine/warp.h"

/* Read bytes from a generic address of a lane; false when one of them is not there. */
bool hw_generic_read(const struct hw_warp *warp, unsigned lane, uint64_t address, void *to, size_t bytes);

#endif

/* SPDX-License-Identifier: MIT */
/* See bank_passes.h. */
#include "timing/access/bank_passes.h"
uint32_t hw_shared_passes(const struct hw_chip_info *chip, const struct hw_access_event *event){ (void)chip; return event->lanes?1:0; }
uint32_t hw_constant_passes(const struct hw_access_event *event){ return event->lanes?1:0; }

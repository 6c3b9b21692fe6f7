/* SPDX-License-Identifier: MIT */
/* Sets of registers: what an instruction reads and writes, and the operations of liveness on them. */
#ifndef HW_FLOW_REGISTER_SET_H
#define HW_FLOW_REGISTER_SET_H

#include <halfwarp/flow.h>

struct hw_effects;

void hw_registers_add(struct hw_register_set *set, const struct hw_register_set *more);
void hw_registers_remove(struct hw_register_set *set, const struct hw_register_set *less);
void hw_registers_keep(struct hw_register_set *set, const struct hw_register_set *kept);
bool hw_registers_equal(const struct hw_register_set *one, const struct hw_register_set *other);
/* R<first> and up, `count` of them. */
void hw_registers_add_range(struct hw_register_set *set, unsigned first, unsigned count);
/* All that there are. */
struct hw_register_set hw_registers_all(void);

void hw_registers_of_reads(struct hw_register_set *set, const struct hw_effects *effects);
void hw_registers_of_writes(struct hw_register_set *set, const struct hw_effects *effects);

#endif

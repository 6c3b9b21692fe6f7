/* SPDX-License-Identifier: MIT */
/* Operands of lookups and surface accesses: vectors of neighbouring registers, and handles. */
#ifndef HW_ENGINE_TRANSLATE_TRANSLATE_REGISTER_VECTOR_H
#define HW_ENGINE_TRANSLATE_TRANSLATE_REGISTER_VECTOR_H

#include "engine/translate/translate.h"

/* The register of register `n` behind an operand; RZ is as many zeros as one likes. */
bool hw_nth_register(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t *reg);

/* Register `to` becomes a copy of that register. */
bool hw_copy_nth(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t to);

/* The register of handles: the operand's, or what the number in the word means, which is a slot or the place
 * of a word in a bank, as the kernel ABI says. */
bool hw_handle_register(struct hw_translator *t, const struct hw_operand *handle, uint16_t *reg);

/* The register from which on results go; `count` registers must exist. */
bool hw_result_registers(struct hw_translator *t, const struct hw_operand *d, unsigned count, uint16_t *reg);

/* The register from which on a store finds its data. */
bool hw_data_registers(struct hw_translator *t, const struct hw_operand *data, unsigned count, uint16_t *reg);

#endif

/* SPDX-License-Identifier: MIT */
/* Operands of lookups and surface accesses are register vectors (consecutive registers) and handles. */
#ifndef HW_ENGINE_TRANSLATE_TRANSLATE_REGISTER_VECTOR_H
#define HW_ENGINE_TRANSLATE_TRANSLATE_REGISTER_VECTOR_H

#include "engine/translate/translate.h"

/* The n-th register of an operand's vector; RZ is a vector of zeros of any length. */
bool hw_nth_register(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t *reg);

/* Copy that register to `to`. */
bool hw_copy_nth(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t to);

/* The register of handles: the operand's, or that of the handle that the operand's number means: a slot, or
 * the index of a word in a bank, as the kernel ABI says. */
bool hw_handle_register(struct hw_translator *t, const struct hw_operand *handle, uint16_t *reg);

/* Whether an operand is a handle in a uniform register, with nothing behind it that chooses another. */
bool hw_is_uniform_handle(const struct hw_translator *t, const struct hw_operand *handle);

/* The first register of the results; `count` registers must exist. */
bool hw_result_registers(struct hw_translator *t, const struct hw_operand *d, unsigned count, uint16_t *reg);

/* The first register of a store's data. */
bool hw_data_registers(struct hw_translator *t, const struct hw_operand *data, unsigned count, uint16_t *reg);

#endif

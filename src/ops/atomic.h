/* What an atomic operation makes of a memory word. */
#ifndef HW_OPS_ATOMIC_H
#define HW_OPS_ATOMIC_H

#include <stdint.h>

/* Apply enum hw_atom `op` with operands of `type` on `chip` (enum hw_chip) to the memory value `old`
 * (a word, or two for 64-bit types).  `operand2` is the new value of a compare-and-swap.
 * *new_value gets what memory holds afterwards; the return value is what the instruction returns. */
uint64_t hw_atomic_apply(unsigned op, unsigned type, unsigned chip, uint64_t old, uint64_t operand,
                         uint64_t operand2, uint64_t *new_value);

#endif

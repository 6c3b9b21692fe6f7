/* The names of the special registers of Maxwell and Pascal (S2R, CS2R). */
#ifndef HW_ISA_SPECIAL_REGISTERS_H
#define HW_ISA_SPECIAL_REGISTERS_H

#include <stddef.h>

#define HW_SPECIAL_REGISTERS 256

/* The name that NVIDIA's disassembler prints, "SR_LANEID"; NULL where it prints the number, "SR12". */
const char *hw_sreg_name(unsigned number);

/* The register of a name of `length` characters: one of those above in any case, another known spelling, or
 * SR0 .. SR255.  -1 where there is none. */
int hw_sreg_find(const char *text, size_t length);

#endif

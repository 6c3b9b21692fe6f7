/* SPDX-License-Identifier: MIT */
/* The registers that an instruction names, of all kinds in one numbering. */
#ifndef HW_CLI_DIFF_NAMED_H
#define HW_CLI_DIFF_NAMED_H

#include <halfwarp/insn.h>

#define HW_DIFF_REGISTERS 392
#define HW_DIFF_NAMED     64 /* registers of an instruction */

/* The registers that an instruction reads and writes, in the order of its operands. */
struct hw_diff_named {
    uint16_t read[HW_DIFF_NAMED], write[HW_DIFF_NAMED];
    unsigned read_count, write_count;
};

void hw_diff_registers_of(const struct hw_insn *insn, struct hw_diff_named *named);

#endif

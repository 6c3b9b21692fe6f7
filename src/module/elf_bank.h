/* SPDX-License-Identifier: MIT */
/* Constant banks as ELF sections hold them: one run of bytes, put together from pieces. */
#ifndef HW_MODULE_ELF_BANK_H
#define HW_MODULE_ELF_BANK_H

#include "module/module_internal.h"

struct hw_elf_bank {
    bool used;        /* a piece lies in it, though it may be empty */
    uint32_t size;    /* up to the end of the last piece */
    uint8_t *bytes;   /* HW_CONST_BANK_BYTES of them, made when needed */
    uint8_t *written; /* which of them some piece gave a value */
};

void hw_elf_bank_free(struct hw_elf_bank *bank);

/* Store a piece, or an address's 32 bits, at its offset.  HW_ERR_UNSUPPORTED where two disagree about a byte,
 * or a piece has bits in its padding, which a section cannot hold. */
hw_status hw_elf_bank_add_const(struct hw_elf_bank *bank, const struct hw_const *piece,
                                struct hw_error *error);
hw_status hw_elf_bank_add_address(struct hw_elf_bank *bank, const struct hw_variable *variable,
                                  struct hw_error *error);

#endif

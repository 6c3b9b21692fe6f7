/* SPDX-License-Identifier: MIT */
/* Putting constant banks together for ELF sections. */
#include "module/elf_bank.h"

#include <stdlib.h>

void hw_elf_bank_free(struct hw_elf_bank *bank)
{
    free(bank->bytes);
    free(bank->written);
    *bank = (struct hw_elf_bank){0};
}

static hw_status use(struct hw_elf_bank *bank, uint32_t offset, uint32_t bytes, struct hw_error *error)
{
    if (!bank->used) {
        bank->bytes = calloc(1, HW_CONST_BANK_BYTES);
        bank->written = calloc(1, HW_CONST_BANK_BYTES);
        bank->used = true;
    }
    if (!bank->bytes || !bank->written)
        return hw_module_no_memory(error);
    if (bytes && offset + bytes > bank->size)
        bank->size = offset + bytes;
    return HW_OK;
}

static hw_status store_bytes(struct hw_elf_bank *bank, uint32_t offset, const uint8_t *data, uint32_t bytes,
                             struct hw_error *error)
{
    for (uint32_t i = 0; i < bytes; i++) {
        if (bank->written[offset + i] && bank->bytes[offset + i] != data[i])
            return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                           "two constants disagree about the byte at offset %u of their segment; an ELF "
                           "cubin holds one value for it",
                           offset + i);
        bank->bytes[offset + i] = data[i];
        bank->written[offset + i] = 1;
    }
    return HW_OK;
}

hw_status hw_elf_bank_add_const(struct hw_elf_bank *bank, const struct hw_const *piece,
                                struct hw_error *error)
{
    hw_status status = use(bank, piece->offset, piece->bytes, error);
    if (status || !piece->data)
        return status;
    for (size_t i = piece->bytes; i < hw_round_up4(piece->bytes); i++)
        if (piece->data[i])
            return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                           "a constant of %u bytes at offset %u has bits set behind its end; an ELF cubin "
                           "cannot hold them",
                           piece->bytes, piece->offset);
    return store_bytes(bank, piece->offset, piece->data, piece->bytes, error);
}

hw_status hw_elf_bank_add_address(struct hw_elf_bank *bank, const struct hw_variable *variable,
                                  struct hw_error *error)
{
    uint8_t addend[4];
    hw_put32(addend, variable->addend);
    hw_status status = use(bank, variable->offset, sizeof addend, error);
    return status ? status : store_bytes(bank, variable->offset, addend, sizeof addend, error);
}

/* SPDX-License-Identifier: MIT */
/* This file applies --const and --symbol of `run`: values that the user puts into constant banks, and
 * addresses of variables that the user chooses. */
#include "cli/run.h"
#include "machine/chip/kernel_abi.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_WITH_ALL_BANKS 20 /* compute capability: Tesla has half of them */

/* The bytes behind `=`: hexadecimal, or @FILE. */
static hw_status read_bytes(const char *text, uint8_t **bytes, uint32_t *count, struct hw_error *error)
{
    void *data;
    size_t size;
    hw_status status;

    if (*text != '@') {
        *bytes = malloc(HW_CONST_BANK_BYTES);
        if (!*bytes)
            return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for constants");
        return hw_run_hex(text, *bytes, HW_CONST_BANK_BYTES, count, error);
    }
    status = hw_read_file(text + 1, HW_FILE_MAX, &data, &size, error);
    if (status != HW_OK)
        return status;
    *bytes = data;
    *count = (uint32_t)size;
    if (size == 0 || size > HW_CONST_BANK_BYTES)
        return hw_fail(error, HW_ERR_RANGE, "cli", "%s has %zu bytes; expected 1 to %u for a constant bank",
                       text + 1, size, HW_CONST_BANK_BYTES);
    return HW_OK;
}

/* Where the bytes go, checked. */
static hw_status check_address(const struct hw_kernel_run *run, uint64_t bank, uint64_t offset,
                               uint32_t count, struct hw_error *error)
{
    const unsigned banks =
        run->launch.code.chip->capability < FIRST_WITH_ALL_BANKS ? HW_CONST_BANKS / 2 : HW_CONST_BANKS;

    if (bank >= banks)
        return hw_fail(error, HW_ERR_RANGE, "cli", "there is no constant bank %" PRIu64 "; %s has 0 to %u",
                       bank, run->launch.code.chip->name, banks - 1);
    if (offset + count > HW_CONST_BANK_BYTES)
        return hw_fail(error, HW_ERR_RANGE, "cli",
                       "%u bytes at 0x%" PRIx64 " do not fit in constant bank %" PRIu64
                       ", which has at most %u",
                       count, offset, bank, HW_CONST_BANK_BYTES);
    if (hw_launch_fills(&run->launch, (unsigned)bank, (uint32_t)offset, count))
        return hw_fail(error, HW_ERR_RANGE, "cli",
                       "at 0x%" PRIx64 " of constant bank %" PRIu64
                       " stands what the launch itself says there "
                       "(sizes, windows, parameters, textures)",
                       offset, bank);
    return HW_OK;
}

hw_status hw_run_const(struct hw_kernel_run *run, const char *text, struct hw_error *error)
{
    uint64_t bank = 0, offset = 0;
    uint32_t count = 0;
    uint8_t *bytes = NULL;
    const char *rest;
    hw_status status = hw_run_number(text, ":=", UINT32_MAX, false, &bank, &rest, error);

    const bool has_offset = status == HW_OK && *rest == ':';
    if (has_offset)
        status = hw_run_number(rest + 1, "=", UINT32_MAX, true, &offset, &rest, error);
    if (status == HW_OK && (!has_offset || *rest != '='))
        status = hw_fail(error, HW_ERR_SYNTAX, "cli",
                         "`%s` is no constant; expected BANK:OFFSET=HEX or BANK:OFFSET=@FILE", text);
    if (status == HW_OK)
        status = read_bytes(rest + 1, &bytes, &count, error);
    if (status == HW_OK)
        status = check_address(run, bank, offset, count, error);
    if (status == HW_OK)
        status = hw_image_extend_bank(&run->image, (unsigned)bank, (uint32_t)offset + count, error);
    if (status == HW_OK) {
        const struct hw_image_bank *constants = &run->image.bank[bank];
        memcpy(constants->data + offset, bytes, count);
        run->launch.bank[bank] = (struct hw_bank){.data = constants->data, .bytes = constants->bytes};
    }
    free(bytes);
    return status;
}

hw_status hw_run_symbol(struct hw_module *module, const char *text, struct hw_error *error)
{
    const char *equals = strrchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : 0;
    char name[HW_MODULE_NAME_MAX + 1];
    uint64_t address;

    if (length == 0 || length >= sizeof name)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%.60s` is no symbol; expected NAME=ADDRESS", text);
    memcpy(name, text, length);
    name[length] = '\0';
    hw_status status = hw_number(equals + 1, UINT64_MAX, false, &address, error);
    return status == HW_OK ? hw_module_place_variable(module, name, address, error) : status;
}

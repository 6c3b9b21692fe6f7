/* SPDX-License-Identifier: MIT */
/* This parser reads lines of data: the words and bytes of the declaration above them, or words in code. */
#include "listing/read.h"

#include <ctype.h>

/* Raw words in code. */
static hw_status add_code_word(struct hw_reader *r, unsigned bytes, uint32_t value)
{
    struct hw_source_line line = {.line = r->line, .column = 1, .raw = true, .value = value};
    if (bytes == 4 && r->kernel)
        return hw_assembly_add_line(&r->code, &line, r->error);
    return hw_read_fail_here(r, HW_ERR_SYNTAX,
                             "data belongs below .const, .reloc, .info or .section; in code only .u32");
}

static hw_status read_datum(struct hw_reader *r, unsigned bytes)
{
    uint64_t value;
    hw_read_skip_blanks(r);
    if (bytes == 4 && r->open == HW_OPEN_INFO && r->kernel && r->at < r->end &&
        !isdigit((unsigned char)*r->at))
        return hw_read_label_word(r);
    hw_status status = hw_read_parse_number(r, bytes == 4 ? UINT32_MAX : 255, &value);
    if (status != HW_OK)
        return status;
    if (r->open == HW_OPEN_CODE || r->open == HW_OPEN_NONE)
        return add_code_word(r, bytes, (uint32_t)value);
    if (bytes == 4)
        hw_buffer_u32(&r->data, (uint32_t)value);
    else
        hw_buffer_add(&r->data, &(uint8_t){(uint8_t)value}, 1);
    return HW_OK;
}

static hw_status read_data(struct hw_reader *r, unsigned bytes)
{
    do {
        hw_status status = read_datum(r, bytes);
        if (status != HW_OK)
            return status;
        r->has_data = true;
        hw_read_skip_blanks(r);
    } while (r->at < r->end && *r->at == ',' && r->at++);
    return HW_OK;
}

hw_status hw_read_words(struct hw_reader *r)
{
    return read_data(r, 4);
}
hw_status hw_read_bytes(struct hw_reader *r)
{
    return read_data(r, 1);
}

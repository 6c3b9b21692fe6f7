/* SPDX-License-Identifier: MIT */
/* This file resolves labels outside of code: in records of .nv.info, which stand before the code, and in
 * relocations behind it. */
#include "listing/read.h"

#include <stdlib.h>
#include <string.h>

hw_status hw_read_label_word(struct hw_reader *r)
{
    const char *word;
    struct hw_fixup fixup = {.record = r->kernel->infos.count, .offset = r->data.length, .line = r->line};
    size_t length = hw_read_parse_token(r, &word);
    fixup.column = (uint32_t)(word - r->line_start) + 1;
    if (!length)
        return hw_read_fail_here(r, HW_ERR_SYNTAX, "expected a number or a label");
    fixup.label = hw_module_copy_text(word, length);
    if (!fixup.label || !hw_module_grow(&r->fixups, r->fixup_count, sizeof(fixup))) {
        free(fixup.label);
        return hw_module_no_memory(r->error);
    }
    r->fixups[r->fixup_count++] = fixup;
    hw_buffer_u32(&r->data, 0);
    return HW_OK;
}

static hw_status fix(struct hw_reader *r, const struct hw_fixup *fixup)
{
    uint32_t address = hw_assembly_address(&r->code, fixup->label, strlen(fixup->label));
    if (address == HW_NO_ADDRESS)
        return hw_assembly_fail(r->error, fixup->line, fixup->column, HW_ERR_NOT_FOUND,
                                "expected a number or a label of this kernel");
    hw_put32(r->kernel->infos.list[fixup->record].data + fixup->offset, address);
    return HW_OK;
}

void hw_read_free_fixups(struct hw_reader *r)
{
    for (size_t i = 0; i < r->fixup_count; i++)
        free(r->fixups[i].label);
    r->fixup_count = 0;
}

void hw_read_drop_fixups(struct hw_reader *r)
{
    while (r->kernel && r->fixup_count && r->fixups[r->fixup_count - 1].record >= r->kernel->infos.count)
        free(r->fixups[--r->fixup_count].label);
}

hw_status hw_read_resolve_labels(struct hw_reader *r)
{
    hw_status status = HW_OK;
    for (size_t i = 0; i < r->fixup_count && status == HW_OK; i++)
        status = fix(r, &r->fixups[i]);
    if (status != HW_OK || !r->code.label_count)
        return status;
    if (!hw_module_grow(&r->label_position, r->label_position_count, sizeof(*r->label_position)))
        return hw_module_no_memory(r->error);
    r->label_position[r->label_position_count++] =
        (struct hw_label_position){r->kernel, {.labels = r->code.labels, .label_count = r->code.label_count}};
    r->code.labels = NULL;
    r->code.label_count = 0;
    return HW_OK;
}

uint32_t hw_read_label_address(const struct hw_reader *r, const char *section, const char *label,
                               size_t length)
{
    for (size_t i = 0; i < r->label_position_count; i++)
        if (hw_is_code_of(section, r->label_position[i].kernel))
            return hw_assembly_address(&r->label_position[i].code, label, length);
    return HW_NO_ADDRESS;
}

void hw_read_free_labels(struct hw_reader *r)
{
    hw_read_free_fixups(r);
    free(r->fixups);
    for (size_t i = 0; i < r->label_position_count; i++)
        hw_assembly_clear(&r->label_position[i].code);
    free(r->label_position);
}

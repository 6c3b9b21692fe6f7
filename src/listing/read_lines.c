/* SPDX-License-Identifier: MIT */
/* The listing parser reads line by line: labels, instructions, and the frame around them. */
#include "listing/read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

hw_status hw_read_labels(struct hw_reader *r)
{
    for (;;) {
        hw_read_skip_blanks(r);
        const char *s = r->at;
        while (s < r->end && (isalnum((unsigned char)*s) || *s == '_' || *s == '.' || *s == '$'))
            s++;
        if (s == r->at || s == r->end || *s != ':' || isdigit((unsigned char)*r->at))
            return HW_OK;
        hw_status status = hw_read_need_kernel(r);
        if (status == HW_OK)
            status = hw_assembly_add_label(&r->code, r->at, (size_t)(s - r->at), r->line, r->error);
        if (status != HW_OK)
            return status;
        r->at = s + 1;
    }
}

hw_status hw_read_instruction(struct hw_reader *r)
{
    const char *end = r->end;
    hw_status status = hw_read_need_kernel(r);
    if (status != HW_OK)
        return status;
    if (r->open != HW_OPEN_CODE && r->open != HW_OPEN_NONE)
        return hw_read_fail_here(r, HW_ERR_SYNTAX,
                                 "expected data or a directive here; .code goes back to instructions");
    while (end > r->at && (isspace((unsigned char)end[-1]) || end[-1] == ';'))
        end--;
    struct hw_source_line line = {.text = r->at,
                                  .length = (uint32_t)(end - r->at),
                                  .line = r->line,
                                  .column = (uint32_t)(r->at - r->line_start) + 1};
    return hw_assembly_add_line(&r->code, &line, r->error);
}

static hw_status read_lines(struct hw_reader *r, char *text, hw_read_line_fn *line)
{
    hw_status status = HW_OK;
    while (status == HW_OK && *text) {
        char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;
        r->line++;
        if (end > text && end[-1] == '\r')
            end[-1] = ' ';
        r->line_start = r->at = text;
        r->end = end;
        status = line(r, text, end);
        text = next;
    }
    return status;
}

hw_status hw_read_all(struct hw_reader *r, const char *text, hw_read_line_fn *line, struct hw_module **module)
{
    char *copy = hw_module_copy_text(text, strlen(text));
    if (!copy)
        return hw_module_no_memory(r->error);
    hw_status status = read_lines(r, copy, line);
    if (status == HW_OK)
        status = hw_read_close_item(r);
    if (status == HW_OK && r->kernel)
        status = hw_read_fail_here(r, HW_ERR_SYNTAX,
                                   r->syntax == HW_SYNTAX_DECUDA ? "the last kernel has no }"
                                                                 : "the last kernel has no .end");
    if (status == HW_OK)
        status = hw_read_check_symbolic(r);
    if (status == HW_OK)
        status = hw_read_need_module(r);
    hw_assembly_clear(&r->code);
    hw_read_free_labels(r);
    hw_read_free_symbolic(r);
    hw_read_free_names(r);
    free(r->names);
    free(r->data.bytes);
    free(copy);
    if (status != HW_OK)
        hw_module_free(r->module);
    else
        *module = r->module;
    return status;
}

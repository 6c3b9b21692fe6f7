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

bool hw_listing_error_add(struct hw_listing_errors *errors, const struct hw_error *error)
{
    if (errors->count < errors->most)
        errors->list[errors->count++] = *error;
    return errors->count < errors->most;
}

/* Lines of data, whose item a wrong directive would have opened. */
static bool is_data(const char *text)
{
    text += strspn(text, " \t");
    return strncmp(text, ".u32", 4) == 0 || strncmp(text, ".u8", 3) == 0;
}

/* Whether reading can go on behind a wrong line; it has nothing to go on with before the module is made. */
static bool goes_on(const struct hw_reader *r, hw_status status)
{
    return status == HW_OK ||
           (status != HW_ERR_NO_MEMORY && r->module && !r->is_over && r->errors->count < r->errors->most);
}

/* The status of the first line that is wrong.  An error that has no sentence has been told. */
static hw_status read_lines(struct hw_reader *r, char *text, hw_read_line_fn *line)
{
    hw_status first = HW_OK, status = HW_OK;
    while (goes_on(r, status) && *text) {
        char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;
        r->line++;
        if (end > text && end[-1] == '\r')
            end[-1] = ' ';
        r->line_start = r->at = text;
        r->end = end;
        r->wrong = (struct hw_error){.status = HW_OK};
        status = r->lost && is_data(text) ? HW_OK : line(r, text, end);
        r->lost = status != HW_OK || (r->lost && is_data(text));
        if (status != HW_OK && r->wrong.status != HW_OK)
            hw_listing_error_add(r->errors, &r->wrong);
        first = first ? first : status;
        text = next;
    }
    return first;
}

/* The code of a kernel without an end is looked at, too. */
static hw_status unfinished_kernel(struct hw_reader *r)
{
    struct hw_buffer code = {NULL, 0, 0, false};
    hw_assembly_finish(&r->code, &r->target, hw_read_syntax(r), &code, r->errors);
    free(code.bytes);
    return hw_read_fail_here(r, HW_ERR_SYNTAX,
                             r->syntax == HW_SYNTAX_DECUDA ? "the last kernel has no }"
                                                           : "the last kernel has no .end");
}

static hw_status end_of_text(struct hw_reader *r, hw_status lines)
{
    r->wrong = (struct hw_error){.status = HW_OK};
    hw_status status = lines ? lines : hw_read_close_item(r);
    if (r->kernel && goes_on(r, status))
        status = unfinished_kernel(r);
    else if (status == HW_OK)
        status = hw_read_check_symbolic(r);
    if (status == HW_OK)
        status = hw_read_need_module(r);
    if (r->wrong.status != HW_OK)
        hw_listing_error_add(r->errors, &r->wrong);
    return status;
}

hw_status hw_read_all(struct hw_reader *r, const char *text, hw_read_line_fn *line, struct hw_module **module)
{
    char *copy = hw_module_copy_text(text, strlen(text));
    r->error = &r->wrong;
    if (!copy) {
        const hw_status out_of_memory = hw_module_no_memory(r->error);
        hw_listing_error_add(r->errors, r->error);
        return out_of_memory;
    }
    hw_status status = end_of_text(r, read_lines(r, copy, line));
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

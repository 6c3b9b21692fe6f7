/* Read a listing of ours into a module: a line is labels, then a directive, data or an instruction. */
#include "listing/read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* `name:` at the beginning of the line. */
static hw_status read_labels(struct hw_reader *r)
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

static hw_status read_instruction(struct hw_reader *r)
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

static hw_status read_line(struct hw_reader *r)
{
    hw_status status = read_labels(r);
    if (status != HW_OK || hw_read_at_end(r))
        return status;
    const char *word, *start = r->at;
    size_t length = hw_read_take_word(r, &word);
    if (hw_read_is_directive(word, length))
        return hw_read_directive(r, word, length);
    r->at = start;
    if (*word == '.' && !(length == 5 && !memcmp(word, ".word", 5)))
        return hw_read_fail_here(r, HW_ERR_NOT_FOUND, "this is no directive; docs/listing.md lists them");
    return read_instruction(r);
}

/* Blank out the comments of a line (block comments may span lines); returns where the line ends. */
static char *strip_comments(struct hw_reader *r, char *line, char *end)
{
    bool quoted = false;
    for (char *s = line; s < end; s++) {
        if (r->in_comment) {
            if (s[0] == '*' && s + 1 < end && s[1] == '/') {
                r->in_comment = false;
                s[1] = ' ';
            }
            *s = ' ';
        } else if (*s == '"' && (s == line || s[-1] != '\\')) {
            quoted = !quoted;
        } else if (!quoted && s[0] == '/' && s + 1 < end && s[1] == '/') {
            return s;
        } else if (!quoted && s[0] == '/' && s + 1 < end && s[1] == '*') {
            r->in_comment = true;
            *s = ' ';
        }
    }
    return end;
}

static hw_status read_lines(struct hw_reader *r, char *text)
{
    hw_status status = HW_OK;
    while (status == HW_OK && *text) {
        char *end = text + strcspn(text, "\n"), *next = *end ? end + 1 : end;
        r->line++;
        if (end > text && end[-1] == '\r')
            end[-1] = ' ';
        r->line_start = r->at = text;
        r->end = strip_comments(r, text, end);
        status = read_line(r);
        text = next;
    }
    return status;
}

hw_status hw_listing_read_nv(const char *text, const char *target, struct hw_module **module,
                             struct hw_error *error)
{
    struct hw_reader r = {.default_target = target, .error = error};
    char *copy = hw_module_copy_text(text, strlen(text));
    if (!copy)
        return hw_module_no_memory(error);
    hw_status status = read_lines(&r, copy);
    if (status == HW_OK)
        status = hw_read_close_item(&r);
    if (status == HW_OK && r.kernel)
        status = hw_read_fail_here(&r, HW_ERR_SYNTAX, "the last kernel has no .end");
    if (status == HW_OK)
        status = hw_read_need_module(&r);
    hw_assembly_clear(&r.code);
    free(r.data.bytes);
    free(r.name);
    free(copy);
    if (status != HW_OK)
        hw_module_free(r.module);
    else
        *module = r.module;
    return status;
}

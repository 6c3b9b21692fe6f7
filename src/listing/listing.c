/* SPDX-License-Identifier: MIT */
/* The front door of listings chooses the form and owns the buffers. */
#include "listing/listing_internal.h"

#include <stdlib.h>
#include <string.h>

hw_status hw_listing_finish(struct hw_buffer *out, hw_status status, char **text, size_t *length,
                            struct hw_error *error)
{
    hw_buffer_add(out, "", 1);
    if (status == HW_OK && out->failed)
        status = hw_module_no_memory(error);
    *text = status == HW_OK ? (char *)out->bytes : NULL;
    *length = status == HW_OK ? out->length - 1 : 0;
    if (status != HW_OK)
        free(out->bytes);
    return status;
}

hw_status hw_listing_write(const struct hw_module *module, const struct hw_listing_options *options,
                           char **text, size_t *length, struct hw_error *error)
{
    struct hw_target target;
    struct hw_buffer out = {NULL, 0, 0, false};
    hw_status status = hw_target_find(module->target, &target, error);
    target.program = module->program;
    if (status == HW_OK)
        status = options->syntax == HW_SYNTAX_DECUDA
                     ? hw_listing_write_decuda(module, &target, options, &out, error)
                     : hw_listing_write_nv(module, &target, options, &out, error);
    return hw_listing_finish(&out, status, text, length, error);
}

/* A file of cudasm's language has a line that begins with `.entry`; ours has none. */
static bool has_entry(const char *text)
{
    for (const char *s = text; (s = strstr(s, ".entry")) != NULL; s++) {
        const char *before = s;
        while (before > text && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        if ((before == text || before[-1] == '\n') && (s[6] == ' ' || s[6] == '\t'))
            return true;
    }
    return false;
}

static int by_line(const void *a, const void *b)
{
    const struct hw_error *first = a, *second = b;
    const int order = (first->line > second->line) - (first->line < second->line);
    return order ? order : (first->column > second->column) - (first->column < second->column);
}

hw_status hw_listing_read_on(const char *text, int syntax, const char *target, struct hw_module **module,
                             struct hw_listing_errors *errors)
{
    const char *name = target ? target : "sm_10";
    *module = NULL;
    const hw_status status = syntax == HW_SYNTAX_DECUDA || (syntax == HW_LISTING_NATIVE && has_entry(text))
                                 ? hw_listing_read_decuda(text, name, module, errors)
                                 : hw_listing_read_nv(text, syntax, name, module, errors);
    if (errors->count > 1)
        qsort(errors->list, errors->count, sizeof *errors->list, by_line);
    return status;
}

hw_status hw_listing_read(const char *text, int syntax, const char *target, struct hw_module **module,
                          struct hw_error *error)
{
    struct hw_error first;
    struct hw_listing_errors errors = {.list = error ? error : &first, .most = 1};
    return hw_listing_read_on(text, syntax, target, module, &errors);
}

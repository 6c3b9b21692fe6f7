/* SPDX-License-Identifier: MIT */
/* Statuses and errors are formatted here, and error sentences nowhere else.
 *
 * An error carries what a tool needs to show it well (see struct hw_error); callers that do not care
 * pass NULL and go by the status alone. */
#include <halfwarp/status.h>

#include <stdio.h>
#include <string.h>

static const char *const status_names[] = {
    [HW_OK] = "ok",
    [HW_ERR_ARGUMENT] = "argument",
    [HW_ERR_NO_MEMORY] = "no memory",
    [HW_ERR_IO] = "io",
    [HW_ERR_FORMAT] = "format",
    [HW_ERR_SYNTAX] = "syntax",
    [HW_ERR_RANGE] = "range",
    [HW_ERR_NOT_FOUND] = "not found",
    [HW_ERR_UNSUPPORTED] = "unsupported",
    [HW_ERR_LAUNCH] = "launch",
    [HW_ERR_FAULT] = "fault",
    [HW_ERR_LIMIT] = "limit",
};

const char *hw_status_name(hw_status status)
{
    size_t index = (size_t)status;
    return index < sizeof status_names / sizeof status_names[0] ? status_names[index] : "?";
}

hw_status hw_fail(struct hw_error *error, hw_status status, const char *module, const char *format, ...)
{
    if (!error)
        return status;
    /* The sentence may quote the error that it replaces, so the fields are set only after it is formed. */
    char text[sizeof error->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    *error = (struct hw_error){.status = status, .module = module};
    memcpy(error->text, text, sizeof text);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* This file sets the parameters of a kernel, from --arg: where each lies, and how wide a buffer's address
 * is. */
#include "cli/run.h"

#include <stdlib.h>
#include <string.h>

/* Append a parameter at its natural alignment, or where the file says that it is. */
static hw_status put_param(struct hw_kernel_run *run, unsigned number, const uint8_t *bytes, uint32_t count,
                           const char *text, struct hw_error *error)
{
    uint32_t at = (run->param_bytes + count - 1) / count * count;
    if (run->kernel->param_count) {
        if (number >= run->kernel->param_count)
            return hw_fail(error, HW_ERR_RANGE, "cli",
                           "--arg %s is one too many: parameters of the kernel: %zu", text,
                           run->kernel->param_count);
        const struct hw_param *param = &run->kernel->params[number];
        for (size_t i = 0; i < run->kernel->param_count; i++)
            if (run->kernel->params[i].ordinal == number)
                param = &run->kernel->params[i];
        if (param->bytes != count)
            return hw_fail(error, HW_ERR_RANGE, "cli",
                           "--arg %s has %u bytes; parameter %u of the kernel has %u", text, count, number,
                           param->bytes);
        at = param->offset;
    }
    if (at + count > sizeof run->params)
        return hw_fail(error, HW_ERR_RANGE, "cli",
                       "the parameters of kernel %s need %u bytes up to --arg %s; expected at most %zu",
                       run->name, at + count, text, sizeof run->params);
    memcpy(run->params + at, bytes, count);
    if (at + count > run->param_bytes)
        run->param_bytes = at + count;
    return HW_OK;
}

/* Bytes that a buffer's address has as parameter `number`. */
static hw_status pointer_bytes(const struct hw_kernel_run *run, unsigned number, uint32_t *bytes,
                               struct hw_error *error)
{
    *bytes = run->module->container == HW_CONTAINER_ELF32 ? 4 : 8;
    for (size_t i = 0; i < run->kernel->param_count; i++)
        if (run->kernel->params[i].ordinal == number)
            *bytes = run->kernel->params[i].bytes == 4 ? 4 : 8;
    if (!run->options->pointer)
        return HW_OK;
    *bytes = (uint32_t)atoi(run->options->pointer);
    if (*bytes != 4 && *bytes != 8)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "--pointer is %s; expected 4 or 8",
                       run->options->pointer);
    return HW_OK;
}

hw_status hw_run_check_args(const struct hw_kernel_run *run, struct hw_error *error)
{
    const size_t expected = run->kernel->param_count;
    const unsigned given = run->options->args.count;

    if (run->options->params || given >= expected)
        return HW_OK;
    for (unsigned i = 0; i < run->options->consts.count; i++)
        if (strncmp(run->options->consts.item[i], "0:", 2) == 0) /* where later chips have the parameters */
            return HW_OK;
    return hw_fail(error, HW_ERR_RANGE, "cli",
                   "parameters of kernel %s: %zu, given by --arg: %u; expected one for each, or --params",
                   run->name, expected, given);
}

hw_status hw_run_arg(struct hw_kernel_run *run, unsigned number, const char *text, struct hw_error *error)
{
    uint8_t bytes[8] = {0};
    size_t length = strcspn(text, ":");
    const struct hw_run_type *type = hw_run_type_find(text, length);
    const struct hw_run_buffer *buffer;
    uint32_t count = 8;

    if (text[length] == ':' && type) {
        hw_status status = hw_run_value(type, text + length + 1, bytes, error);
        return status == HW_OK ? put_param(run, number, bytes, type->bytes, text, error) : status;
    }
    if (strncmp(text, "buf:", 4) != 0)
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "`%s` is no argument; expected TYPE:VALUE or buf:NAME=BYTES[:FILE]", text);
    hw_status status = hw_run_buffer_add(&run->buffers, text + 4, &buffer, error);
    if (status == HW_OK)
        status = pointer_bytes(run, number, &count, error);
    if (status != HW_OK)
        return status;
    memcpy(bytes, &buffer->address, count);
    return put_param(run, number, bytes, count, text, error);
}

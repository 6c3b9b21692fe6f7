/* SPDX-License-Identifier: MIT */
/* The linker's driver runs the stages in order and reports errors and warnings. */
#include "link/linking.h"

#include "module/elf_cubin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hw_status hw_link_no_memory(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_NO_MEMORY, HW_LINK_ERROR, "out of memory for the link");
}

/* --- messages --- */

void hw_link_complain(struct hw_linker *linker, hw_status status, const char *format, ...)
{
    char text[sizeof linker->first.text];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (!linker->first.status)
        hw_fail(&linker->first, status, HW_LINK_ERROR, "%s", text);
    hw_buffer_printf(&linker->messages, "error: %s\n", text);
}

void hw_link_note(struct hw_linker *linker, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    hw_buffer_printf(&linker->messages, "note: %s\n", text);
}

const char *hw_linker_messages(const struct hw_linker *linker)
{
    return linker->messages.bytes ? (const char *)linker->messages.bytes : "";
}

/* What is omitted is reported once for all files. */
static void note_debug(struct hw_linker *linker)
{
    for (size_t u = 0; u < linker->unit_count; u++)
        for (size_t i = 0; linker->units[u]->wanted && i < linker->units[u]->module->section_count; i++) {
            const struct hw_link_section *section = &linker->units[u]->sections[i];
            if (section->space == HW_LINKED_DISCARDED &&
                (hw_cubin_skip_prefix(section->from->name, ".debug_") ||
                 hw_cubin_skip_prefix(section->from->name, ".nv_debug_"))) {
                hw_link_note(linker, "debug information left out (%s has some): it is not linked",
                             linker->units[u]->name);
                return;
            }
        }
}

/* --- making and freeing --- */

hw_status hw_linker_create(const struct hw_linker_options *options, struct hw_linker **linker,
                           struct hw_error *error)
{
    *linker = calloc(1, sizeof **linker);
    if (!*linker)
        return hw_link_no_memory(error);
    (*linker)->options.partial = options && options->partial;
    if (!options || !options->target)
        return HW_OK;
    hw_status status = hw_link_set_target(*linker, options->target, error);
    if (status) {
        hw_linker_free(*linker);
        *linker = NULL;
    }
    return status;
}

void hw_linker_free(struct hw_linker *linker)
{
    if (!linker)
        return;
    for (size_t u = 0; u < linker->unit_count; u++)
        hw_link_object_free(linker->units[u]);
    hw_link_object_free(linker->whole);
    for (uint32_t bank = 0; bank < HW_CONST_BANKS; bank++)
        free(linker->bank[bank].bytes.bytes);
    free(linker->initialised.bytes.bytes);
    free(linker->messages.bytes);
    free(linker->units);
    free(linker->codes.list);
    free(linker->kernels.list);
    free(linker->target);
    hw_module_free(linker->out);
    free(linker);
}

/* --- the link --- */

/* An output for the properties that the files share. */
static hw_status begin_output(struct hw_linker *linker, struct hw_error *error)
{
    const struct hw_module *first = linker->units[0]->module;
    hw_status status = hw_module_create(linker->target, first->abi_version, &linker->out, error);
    if (status)
        return status;
    linker->out->container = first->container;
    linker->out->elf_flags = first->elf_flags;
    linker->out->os_abi = first->os_abi;
    linker->out->relocatable = linker->options.partial;
    for (size_t u = 0; u < linker->unit_count; u++)
        if (linker->units[u]->wanted && linker->units[u]->module->toolkit > linker->out->toolkit)
            linker->out->toolkit = linker->units[u]->module->toolkit;
    return HW_OK;
}

/* Errors that were recorded come before those that would follow from them. */
static hw_status check_kept(const struct hw_linker *linker, struct hw_error *error)
{
    if (linker->first.status && error)
        *error = linker->first;
    return linker->first.status;
}

static hw_status run_stages(struct hw_linker *linker, struct hw_error *error)
{
    typedef hw_status stage_fn(struct hw_linker *, struct hw_error *);
    static stage_fn *const stages[] = {
        begin_output,         hw_link_resolve,      hw_link_mark_live,      hw_link_count_resources,
        hw_link_rename_all,   hw_link_layout_all,   hw_link_make_functions, hw_link_make_output,
        hw_link_make_records, hw_link_make_symbols, hw_link_make_call_graph};
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < sizeof stages / sizeof stages[0]; i++) {
        status = stages[i](linker, error);
        status = status ? status : check_kept(linker, error);
    }
    return status;
}

hw_status hw_linker_finish(struct hw_linker *linker, uint8_t **cubin, size_t *length, struct hw_error *error)
{
    *cubin = NULL;
    *length = 0;
    if (linker->finished || (!linker->unit_count && !linker->whole))
        return hw_fail(error, HW_ERR_ARGUMENT, HW_LINK_ERROR, "there is nothing to link");
    linker->finished = true;
    if (linker->whole) {
        hw_link_note(linker, "%s is linked already", linker->whole->name);
        return hw_module_write(linker->whole->module, linker->whole->module->container, cubin, length, error);
    }
    hw_status status = run_stages(linker, error);
    if (status)
        return status;
    note_debug(linker);
    return hw_module_write(linker->out, linker->out->container, cubin, length, error);
}

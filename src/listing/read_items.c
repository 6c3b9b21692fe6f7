/* SPDX-License-Identifier: MIT */
/* This file adds open declarations to the module when their data is complete. */
#include "listing/read.h"
#include "module/elf_file.h"

#include <stdlib.h>
#include <string.h>

/* The data that was read for the open item, whose it is from now on; NULL for none. */
static uint8_t *take_data(struct hw_reader *r)
{
    uint8_t *data = r->has_data ? r->data.bytes : NULL;
    if (data)
        r->data = (struct hw_buffer){NULL, 0, 0, false};
    return data;
}

static hw_status add_section(struct hw_reader *r)
{
    struct hw_module *module = r->module;
    if (hw_module_find_section(module, r->name)) /* whose readers tell them apart by their names */
        return hw_fail(r->error, HW_ERR_FORMAT, "listing",
                       "there are two sections named %.100s; expected one", r->name);
    if (!hw_module_grow(&module->sections, module->section_count, sizeof(*module->sections)))
        return hw_module_no_memory(r->error);
    module->sections[module->section_count++] = (struct hw_section){.link = r->link,
                                                                    .info = r->info,
                                                                    .modelled = r->flag,
                                                                    .name = r->name,
                                                                    .type = (uint32_t)r->number[0],
                                                                    .flags = r->number[1],
                                                                    .align = r->number[2],
                                                                    .entry_bytes = r->number[3],
                                                                    .data = take_data(r),
                                                                    .bytes = (size_t)r->number[4],
                                                                    .of_code = r->number[5]};
    r->name = r->link = r->info = NULL;
    return HW_OK;
}

static hw_status add_variable(struct hw_reader *r)
{
    struct hw_variable *variable;
    hw_status status =
        hw_module_add_variable(r->module, r->name, (uint32_t)r->number[0], (uint32_t)r->number[1],
                               (uint32_t)r->number[2], &variable, r->error);
    if (status != HW_OK)
        return status;
    variable->addend = (uint32_t)r->number[3];
    variable->unaddressed = r->flag;
    variable->data = take_data(r);
    r->extras = &variable->extras;
    return HW_OK;
}

static hw_status add_const(struct hw_reader *r)
{
    struct hw_const *c;
    uint32_t bank = (uint32_t)r->number[0], offset = (uint32_t)r->number[1], bytes = (uint32_t)r->number[2];
    const void *data = r->has_data ? r->data.bytes : NULL;
    hw_status status =
        r->kernel ? hw_kernel_add_const(r->kernel, bank, offset, bytes, data, r->data.length, &c, r->error)
                  : hw_module_add_const(r->module, r->name, bank, offset, bytes, data, r->data.length, &c,
                                        r->error);
    if (status == HW_OK)
        r->extras = &c->extras;
    return status;
}

/* How much data the open item must have when it has any. */
static size_t expected_data(const struct hw_reader *r)
{
    switch (r->open) {
    case HW_OPEN_CONST: return hw_round_up4(r->number[2]);
    case HW_OPEN_RELOC: return r->number[2];
    case HW_OPEN_INFO: return r->number[2];
    case HW_OPEN_SECTION: return r->number[4];
    default: return 0;
    }
}

/* Whether the file holds what is in the open section, and the listing says it below the directive. */
static bool has_contents(const struct hw_reader *r)
{
    const uint32_t type = (uint32_t)r->number[0];
    return !r->flag && type != SHT_NULL && !hw_elf_is_empty(type);
}

static hw_status check_data(struct hw_reader *r)
{
    const size_t expected = expected_data(r);
    const bool section = r->open == HW_OPEN_SECTION, contents = !section || has_contents(r);
    if (r->data.failed)
        return hw_module_no_memory(r->error);
    if (r->has_data && !contents)
        return hw_fail(r->error, HW_ERR_RANGE, "listing",
                       "a section of this kind has no data of its own; expected none below it");
    if (r->has_data
            ? r->data.length == expected || (r->open == HW_OPEN_CONST && r->data.length == r->number[2])
            : !section || !contents || !expected)
        return HW_OK;
    return hw_fail(r->error, HW_ERR_RANGE, "listing",
                   "there are %zu bytes of data below this directive; it says %zu", r->data.length, expected);
}

static hw_status add_item(struct hw_reader *r)
{
    hw_status status = check_data(r);
    if (status != HW_OK)
        return status;
    if (r->open == HW_OPEN_CONST)
        return add_const(r);
    if (r->open == HW_OPEN_RELOC)
        return add_variable(r);
    if (r->open == HW_OPEN_SECTION)
        return add_section(r);
    return hw_nv_infos_add(r->kernel ? &r->kernel->infos : &r->module->infos, (uint8_t)r->number[0],
                           (uint8_t)r->number[1], (uint16_t)r->number[2], r->has_data ? r->data.bytes : NULL,
                           (const char *const *)r->names, r->name_count, r->error);
}

static void forget_item(struct hw_reader *r)
{
    r->open = HW_OPEN_NONE;
    r->data.length = 0;
    r->has_data = r->flag = false;
}

hw_status hw_read_close_item(struct hw_reader *r)
{
    if (r->open == HW_OPEN_NONE || r->open == HW_OPEN_CODE)
        return HW_OK;
    hw_status status = hw_read_located_item(r, add_item(r));
    if (status != HW_OK)
        hw_read_drop_fixups(r);
    forget_item(r);
    return status;
}

void hw_read_drop_item(struct hw_reader *r)
{
    if (r->open == HW_OPEN_NONE || r->open == HW_OPEN_CODE)
        return;
    hw_read_drop_fixups(r);
    forget_item(r);
}

hw_status hw_read_add_name(struct hw_reader *r)
{
    char *name = NULL;
    hw_status status = hw_read_parse_name(r, &name);
    if (status == HW_OK && !hw_module_grow(&r->names, r->name_count, sizeof(*r->names)))
        status = hw_module_no_memory(r->error);
    if (status == HW_OK)
        r->names[r->name_count++] = name;
    else
        free(name);
    return status;
}

void hw_read_free_names(struct hw_reader *r)
{
    for (size_t i = 0; i < r->name_count; i++)
        free(r->names[i]);
    r->name_count = 0;
    free(r->name);
    free(r->link);
    free(r->info);
    r->name = r->link = r->info = NULL;
}

hw_status hw_read_open_item(struct hw_reader *r, enum hw_open_section kind)
{
    hw_status status = hw_read_close_item(r);
    r->open = kind;
    r->opened = r->line;
    r->has_data = false; /* raw words of code belong to no declaration */
    memset(r->number, 0, sizeof(r->number));
    hw_read_free_names(r);
    return status;
}

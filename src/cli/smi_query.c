/* SPDX-License-Identifier: MIT */
/* The option smi --query-gpu prints chosen fields of all devices, in nvidia-smi's form for scripts. */
#include "cli/smi.h"

#include <stdio.h>
#include <string.h>

#define FIELDS_MAX 64

/* What --format says: csv with or without the line of names and the units. */
struct query {
    const struct hw_smi_field *field[FIELDS_MAX];
    unsigned count;
    bool header, units;
};

static hw_status read_fields(struct query *query, const char *text, struct hw_error *error)
{
    for (;; text++) {
        text += strspn(text, " ");
        const size_t length = strcspn(text, ",");
        const struct hw_smi_field *field = hw_smi_field(text, length);
        if (!field)
            return hw_fail(error, HW_ERR_NOT_FOUND, "smi", "there is no field `%.*s`; --help has the list",
                           (int)length, text);
        if (query->count == FIELDS_MAX)
            return hw_fail(error, HW_ERR_LIMIT, "smi", "more than %d fields", FIELDS_MAX);
        query->field[query->count++] = field;
        text += length;
        if (!*text)
            return HW_OK;
    }
}

static hw_status read_format(struct query *query, const char *text, struct hw_error *error)
{
    bool csv = false;

    for (;; text++) {
        text += strspn(text, " ");
        const size_t length = strcspn(text, ",");
        if (length == 3 && strncmp(text, "csv", length) == 0)
            csv = true;
        else if (length == 8 && strncmp(text, "noheader", length) == 0)
            query->header = false;
        else if (length == 7 && strncmp(text, "nounits", length) == 0)
            query->units = false;
        else
            return hw_fail(error, HW_ERR_SYNTAX, "smi",
                           "`%.*s` is no part of a format; expected csv, noheader, nounits", (int)length,
                           text);
        text += length;
        if (!*text)
            return csv ? HW_OK : hw_fail(error, HW_ERR_SYNTAX, "smi", "the format must have csv");
    }
}

static void print_header(const struct query *query)
{
    for (unsigned i = 0; i < query->count; i++) {
        const struct hw_smi_field *field = query->field[i];
        printf("%s%s", i ? ", " : "", field->names[0]);
        if (query->units && *field->unit)
            printf(" [%s]", field->unit);
    }
    putchar('\n');
}

static void print_device(const struct query *query, const struct hw_smi_nvml *nvml, nvmlDevice_t device)
{
    char text[HW_SMI_TEXT];

    for (unsigned i = 0; i < query->count; i++) {
        const struct hw_smi_field *field = query->field[i];
        const bool known = field->read(nvml, device, text);
        printf("%s%s", i ? ", " : "", known ? text : "[N/A]");
        if (known && query->units && *field->unit)
            printf(" %s", field->unit);
    }
    putchar('\n');
}

hw_status hw_smi_query(const struct hw_smi_nvml *nvml, const char *fields, const char *format,
                       struct hw_error *error)
{
    struct query query = {.header = true, .units = true};
    hw_status status = read_fields(&query, fields, error);
    unsigned count = 0;
    nvmlDevice_t device;

    if (status == HW_OK)
        status = read_format(&query, format, error);
    if (status != HW_OK)
        return status;
    if (query.header)
        print_header(&query);
    nvml->count(&count);
    for (unsigned i = 0; i < count; i++)
        if (nvml->device(i, &device) == NVML_SUCCESS)
            print_device(&query, nvml, device);
    return HW_OK;
}

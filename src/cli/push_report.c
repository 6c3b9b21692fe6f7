/* SPDX-License-Identifier: MIT */
/* This file prints what `push` reports of a stream while it plays: errors of the card, and methods as they
 * are executed. */
#include "cli/json.h"
#include "cli/push_command.h"

#include <inttypes.h>

/* The name of a report's code. */
static const char *code_name(const struct hw_channel_report *report)
{
    switch (report->kind) {
    case HW_REPORT_DATA_ERROR: return hw_data_error_name(report->code);
    case HW_REPORT_TRAP: return report->unit == HW_UNIT_MP ? "" : hw_vm_fault_name(report->code);
    default: return "";
    }
}

/* The method's name with that of its object. */
static void name_method(const struct hw_channel_report *report, char text[2 * HW_METHOD_TEXT])
{
    const struct hw_object_class *object = report->object ? hw_object_class_of(report->object) : NULL;
    char name[HW_METHOD_TEXT];

    (void)hw_method_name(object, report->method, name, sizeof name);
    snprintf(text, 2 * HW_METHOD_TEXT, "%s%s%s", object ? object->name : "", object ? "." : "", name);
}

void hw_push_report(const struct hw_channel_report *report, FILE *out)
{
    char method[2 * HW_METHOD_TEXT];

    name_method(report, method);
    fprintf(out, "%s%s%s", hw_report_kind_name(report->kind), report->kind == HW_REPORT_TRAP ? " " : "",
            report->kind == HW_REPORT_TRAP ? hw_trap_unit_name(report->unit) : "");
    if (report->code)
        fprintf(out, " %s(0x%x)", code_name(report), report->code);
    fprintf(out, ": %s\n", report->sentence);
    fprintf(out, "  place        0x%08" PRIx64 "\n", report->offset);
    fprintf(out, "  method       %s (0x%04x) of subchannel %u, data 0x%08x\n", method, report->method,
            report->subchannel, report->data);
}

void hw_push_report_json(const struct hw_channel_report *report, struct json_object *list)
{
    struct json_object *object = hw_json_object(list, NULL);
    char method[2 * HW_METHOD_TEXT];

    name_method(report, method);
    hw_json_text(object, "kind", hw_report_kind_name(report->kind));
    hw_json_bool(object, "error", hw_report_is_error(report->kind));
    if (report->kind == HW_REPORT_TRAP)
        hw_json_text(object, "unit", hw_trap_unit_name(report->unit));
    hw_json_number(object, "code", report->code);
    hw_json_text(object, "code_name", code_name(report));
    hw_json_number(object, "subchannel", report->subchannel);
    hw_json_text(object, "name", method);
    hw_json_number(object, "method", report->method);
    hw_json_number(object, "data", report->data);
    hw_json_number(object, "place", (int64_t)report->offset);
    if (report->address)
        hw_json_number(object, "address", (int64_t)report->address);
    hw_json_text(object, "sentence", report->sentence);
}

void hw_push_trace(unsigned subchannel, uint16_t object, uint32_t method, uint32_t data, uint64_t offset)
{
    const struct hw_object_class *class_of = object ? hw_object_class_of(object) : NULL;
    char name[HW_METHOD_TEXT], value[HW_METHOD_TEXT];

    (void)hw_method_name(class_of, method, name, sizeof name);
    (void)hw_method_value(hw_method_find(class_of, method, NULL), data, value, sizeof value);
    fprintf(stderr, "%08" PRIx64 "  %u  %s%s%s = %s\n", offset, subchannel, class_of ? class_of->name : "",
            class_of ? "." : "", name, value);
}

/* SPDX-License-Identifier: MIT */
/* See hazard_report.h. */
#include "cli/hazard_report.h"

#include "cli/info.h"
#include "cli/json.h"
#include "names/shown.h"

static bool is_of_several(const struct hw_hazard_report *report, const struct hw_entry *entry)
{
    return entry && (!report->json || report->entries);
}

/* --- instructions --- */

static void print_text(const struct hw_hazard_report *report, uint32_t *offset, char text[HW_TEXT_MAX])
{
    const struct hw_target *target = &report->cubin.target;
    const struct hw_kernel *kernel = report->at.kernel;
    struct hw_insn insn;
    size_t at = *offset;

    snprintf(text, HW_TEXT_MAX, "?");
    if (hw_decode_code(target, kernel->code, kernel->code_bytes, &at, &insn) == HW_OK)
        hw_print(&insn, hw_target_syntax(target), at, text, HW_TEXT_MAX);
    *offset = (uint32_t)at;
}

/* Into an object, or where that is NULL as a line. */
static void add_insn(const struct hw_hazard_report *report, struct json_object *in, const char *role,
                     uint32_t offset)
{
    char text[HW_TEXT_MAX];

    print_text(report, &offset, text);
    if (!in) {
        fprintf(report->out, "  %-9s /*%04x*/ %s\n", role, offset, text);
        return;
    }
    struct json_object *object = hw_json_object(in, role);
    hw_json_number(object, "offset", offset);
    hw_json_text(object, "text", text);
}

/* Before anything is printed of a kernel that is one of many. */
static void print_heading(struct hw_hazard_report *report)
{
    if (report->cubin.has_many && !report->at.is_named)
        fprintf(report->out, "%s:\n", HW_SHOWN(report->at.kernel->name));
    report->at.is_named = true;
}

/* --- findings --- */

static const char *kind_name(uint8_t kind)
{
    static const char *const names[] = {
        [HW_HAZARD_READ] = "read",          [HW_HAZARD_WRITE] = "write", [HW_HAZARD_SOURCE] = "source",
        [HW_HAZARD_BARRIER] = "scoreboard", [HW_HAZARD_PAIR] = "pair",   [HW_HAZARD_KEPT] = "reuse"};

    return names[kind];
}

void hw_hazard_report_hazard(struct hw_hazard_report *report, const struct hw_hazard *hazard)
{
    char text[HW_HAZARD_TEXT];
    struct json_object *object = report->json ? hw_json_object(report->at.hazards, NULL) : NULL;

    report->cubin.hazards++;
    hw_hazard_print(hazard, text);
    if (object) {
        hw_json_text(object, "kind", kind_name(hazard->kind));
        hw_json_text(object, "resource", hazard->name[0] ? hazard->name : NULL);
        hw_json_text(object, "text", text);
        if (hazard->missing)
            hw_json_number(object, "missing_cycles", hazard->missing);
        else
            hw_json_null(object, "missing_cycles");
    } else {
        print_heading(report);
        fprintf(report->out, "hazard: %s\n", text);
    }
    add_insn(report, object, "producer", hazard->producer);
    add_insn(report, object, "consumer", hazard->offset);
}

void hw_hazard_report_pair(struct hw_hazard_report *report, const char *reason, uint32_t first,
                           uint32_t second)
{
    struct json_object *object = report->json ? hw_json_object(report->at.pairs, NULL) : NULL;

    report->cubin.pairs++;
    if (object) {
        hw_json_text(object, "reason", reason);
    } else {
        print_heading(report);
        fprintf(report->out, "pair that issues apart: %s\n", reason);
    }
    add_insn(report, object, "first", first);
    add_insn(report, object, "second", second);
}

/* --- kernels, cubins, the whole --- */

void hw_hazard_report_begin(struct hw_hazard_report *report, FILE *out, bool json, bool several)
{
    *report = (struct hw_hazard_report){.out = out, .json = json ? hw_json_object(NULL, NULL) : NULL};
    if (json && several)
        report->entries = hw_json_list(report->json, "entries");
}

void hw_hazard_report_cubin(struct hw_hazard_report *report, const struct hw_module *module,
                            const struct hw_target *target, size_t index, const struct hw_entry *entry)
{
    struct json_object *json = report->json;

    report->cubins++;
    report->cubin.target = *target;
    report->cubin.hazards = report->cubin.pairs = 0;
    report->cubin.has_many = module->kernel_count > 1;
    if (json && report->entries)
        json = hw_json_object(report->entries, NULL);
    if (json && is_of_several(report, entry))
        hw_info_entry_json(json, index, entry);
    else if (json)
        hw_json_text(json, "target", module->target);
    else if (is_of_several(report, entry))
        fprintf(report->out, "entry %zu, cubin for %s%s%s:\n", index, module->target,
                entry->member ? ", member " : "", entry->member ? entry->member : "");
    report->cubin.json = json;
    if (json)
        report->cubin.kernels = hw_json_list(json, "kernels");
}

void hw_hazard_report_kernel(struct hw_hazard_report *report, const struct hw_kernel *kernel)
{
    report->at.kernel = kernel;
    report->at.is_named = false;
    if (!report->json)
        return;
    struct json_object *object = hw_json_object(report->cubin.kernels, NULL);
    hw_json_text(object, "name", kernel->name);
    hw_json_demangled(object, kernel->name);
    report->at.hazards = hw_json_list(object, "hazards");
    report->at.pairs = hw_json_list(object, "pairs_apart");
}

static void write_counts(struct hw_hazard_report *report, struct json_object *json, unsigned hazards,
                         unsigned pairs, bool complete)
{
    if (!complete && json) {
        hw_json_null(json, "hazards");
        hw_json_null(json, "pairs_apart");
        return;
    }
    if (!complete) {
        fprintf(report->out, "not all of this was checked\n");
        return;
    }
    if (json) {
        hw_json_number(json, "hazards", hazards);
        hw_json_number(json, "pairs_apart", pairs);
        return;
    }
    fprintf(report->out, "%u hazard%s\n", hazards, hazards == 1 ? "" : "s");
    if (pairs)
        fprintf(report->out, pairs == 1 ? "%u pair issues apart\n" : "%u pairs issue apart\n", pairs);
}

void hw_hazard_report_cubin_end(struct hw_hazard_report *report, bool complete)
{
    report->hazards += report->cubin.hazards;
    report->pairs += report->cubin.pairs;
    write_counts(report, report->cubin.json, report->cubin.hazards, report->cubin.pairs, complete);
}

void hw_hazard_report_end(struct hw_hazard_report *report, bool complete)
{
    if (!report->json && report->cubins > 1)
        fprintf(report->out, "%u cubins:\n", report->cubins);
    if (report->entries || (!report->json && report->cubins > 1))
        write_counts(report, report->json, report->hazards, report->pairs, complete);
    if (report->json)
        hw_json_print(report->json, report->out);
}

void hw_hazard_report_drop(struct hw_hazard_report *report)
{
    json_object_put(report->json);
}

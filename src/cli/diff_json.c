/* SPDX-License-Identifier: MIT */
/* Two kernels as JSON. */
#include "cli/diff.h"
#include "cli/json.h"

#include <halfwarp/sched.h>

static void put_insn(struct json_object *in, const char *key, const struct hw_diff_insn *insn,
                     const struct hw_target *target, bool sched)
{
    struct json_object *json = hw_json_object(in, key);
    char words[HW_SCHED_TEXT_MAX];

    hw_json_number(json, "address", insn->address);
    hw_json_text(json, "text", insn->text);
    hw_diff_sched(target, &insn->insn, words, sizeof words);
    if (sched && *words)
        hw_json_text(json, "sched", words);
}

static void put_span(struct json_object *in, const char *key, struct hw_diff_span span)
{
    struct json_object *list = hw_json_list(in, key);

    hw_json_number(list, NULL, span.from);
    hw_json_number(list, NULL, span.to);
}

static void put_row(struct json_object *list, const struct hw_diff_options *options,
                    const struct hw_target target[2], const struct hw_diff *diff,
                    const struct hw_diff_row *row)
{
    struct json_object *json = hw_json_object(list, NULL);
    struct hw_diff_span in_a, in_b;

    hw_json_text(json, "status", hw_diff_status_name(row->status));
    if (row->a != HW_DIFF_NONE)
        put_insn(json, "a", &diff->a.insn[row->a], &target[0], options->sched);
    if (row->b != HW_DIFF_NONE)
        put_insn(json, "b", &diff->b.insn[row->b], &target[1], options->sched);
    if (row->status != HW_DIFF_CHANGED)
        return;
    hw_diff_spans(diff->a.insn[row->a].text, diff->b.insn[row->b].text, &in_a, &in_b);
    put_span(json, "differs_a", in_a);
    put_span(json, "differs_b", in_b);
}

static void put_both(struct json_object *json, const struct hw_diff_pair *pair, const struct hw_diff *diff)
{
    struct hw_diff_resource resource[HW_DIFF_RESOURCES];
    struct json_object *resources = hw_json_object(json, "resources"),
                       *counts = hw_json_object(json, "counts");

    hw_diff_resources(pair, resource);
    for (unsigned i = 0; i < HW_DIFF_RESOURCES; i++) {
        struct json_object *both = hw_json_list(resources, resource[i].name);
        hw_json_number(both, NULL, resource[i].a);
        hw_json_number(both, NULL, resource[i].b);
    }
    for (enum hw_diff_status status = 0; status < HW_DIFF_STATUSES; status++)
        hw_json_number(counts, hw_diff_status_name(status), diff->count[status]);
}

void hw_diff_put_json(struct json_object *list, const struct hw_diff_options *options,
                      const struct hw_target target[2], const struct hw_diff_pair *pair,
                      const struct hw_diff *diff)
{
    struct json_object *json = hw_json_object(list, NULL);

    hw_json_text(json, "a", pair->a ? pair->a->name : NULL);
    hw_json_text(json, "b", pair->b ? pair->b->name : NULL);
    hw_json_bool(json, "differs", hw_diff_differs(pair, diff));
    if (pair->a && pair->b)
        put_both(json, pair, diff);
    struct json_object *rows = hw_json_list(json, "instructions");
    for (uint32_t r = 0; r < diff->row_count && !options->brief; r++)
        if (options->all || diff->row[r].status != HW_DIFF_EQUAL)
            put_row(rows, options, target, diff, &diff->row[r]);
}

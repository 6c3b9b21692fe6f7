/* SPDX-License-Identifier: MIT */
/* Two kernels as text: a line of sums, and the rows that differ with some around them.
 *
 *     -  0040        FADD R2, R3, R4          only in the first file
 *     +        0040  FMUL R2, R3, R4          only in the second
 *     <  0050  0050  MOV R5, 0x10             changed: in the first, in the second, and what differs
 *     >  0050  0050  MOV R5, 0x20
 *     ?                      ^^^^
 *     r  0060  0060  IADD R6, R5, R4          other registers
 *     s  0070  0070  ...                      another schedule
 */
#include "cli/diff.h"
#include "names/shown.h"

#include <halfwarp/sched.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TEXT_COLUMN 15 /* where an instruction begins in a line */

void hw_diff_resources(const struct hw_diff_pair *pair, struct hw_diff_resource resource[HW_DIFF_RESOURCES])
{
    const struct hw_kernel *a = pair->a, *b = pair->b;
    const struct hw_diff_resource all[HW_DIFF_RESOURCES] = {
        {"registers", a->registers, b->registers},
        {"shared", a->shared_bytes, b->shared_bytes},
        {"local", a->local_bytes, b->local_bytes},
        {"stack", a->crs_bytes, b->crs_bytes},
        {"barriers", a->barriers, b->barriers},
        {"parameters", a->param_bytes, b->param_bytes},
        {"code", (int64_t)a->code_bytes, (int64_t)b->code_bytes}};

    memcpy(resource, all, sizeof all);
}

bool hw_diff_differs(const struct hw_diff_pair *pair, const struct hw_diff *diff)
{
    struct hw_diff_resource resource[HW_DIFF_RESOURCES];

    if (!pair->a || !pair->b || diff->count[HW_DIFF_CHANGED] || diff->count[HW_DIFF_REMOVED] ||
        diff->count[HW_DIFF_ADDED] || diff->count[HW_DIFF_SCHEDULING])
        return true;
    hw_diff_resources(pair, resource);
    for (unsigned i = 0; i < HW_DIFF_RESOURCES; i++)
        if (resource[i].a != resource[i].b)
            return true;
    return strcmp(pair->a->name, pair->b->name) != 0;
}

void hw_diff_spans(const char *a, const char *b, struct hw_diff_span *in_a, struct hw_diff_span *in_b)
{
    unsigned a_end = (unsigned)strlen(a), b_end = (unsigned)strlen(b), from = 0;

    while (a[from] && a[from] == b[from])
        from++;
    while (from > 0 && !strchr(" ,[]+", a[from - 1])) /* whole words */
        from--;
    while (a_end > from && b_end > from && a[a_end - 1] == b[b_end - 1])
        a_end--, b_end--;
    while (a[a_end] && b[b_end] && !strchr(" ,[]+", a[a_end]))
        a_end++, b_end++;
    *in_a = (struct hw_diff_span){from, a_end};
    *in_b = (struct hw_diff_span){from, b_end};
}

void hw_diff_sched(const struct hw_target *target, const struct hw_insn *insn, char *text, size_t bytes)
{
    *text = '\0';
    if (insn->control != HW_NO_CONTROL && insn->control != HW_CONTROL_ABSENT)
        hw_sched_print(hw_sched_kind(target), insn->control, 0, text, bytes);
}

/* --- lines --- */

/* A line of one side; the other's address is there, too, where both have the instruction. */
static void put_line(char sign, const struct hw_diff *diff, const struct hw_diff_row *row, bool second,
                     const struct hw_target *target, bool sched)
{
    const struct hw_diff_insn *insn = second ? &diff->b.insn[row->b] : &diff->a.insn[row->a];
    char words[HW_SCHED_TEXT_MAX];

    printf("%c  ", sign);
    if (row->a == HW_DIFF_NONE)
        printf("      ");
    else
        printf("%04" PRIx32 "  ", diff->a.insn[row->a].address);
    if (row->b == HW_DIFF_NONE)
        printf("      ");
    else
        printf("%04" PRIx32 "  ", diff->b.insn[row->b].address);
    hw_diff_sched(target, &insn->insn, words, sizeof words);
    if (sched && *words)
        printf("%-48s  %s\n", insn->text, words);
    else
        printf("%s\n", insn->text);
}

static void put_marks(struct hw_diff_span span)
{
    printf("?%*s", TEXT_COLUMN - 1 + (int)span.from, "");
    for (unsigned i = span.from; i < span.to; i++)
        putchar('^');
    putchar('\n');
}

static void put_both(const struct hw_diff_options *options, const struct hw_target target[2],
                     const struct hw_diff *diff, const struct hw_diff_row *row)
{
    const char *a = diff->a.insn[row->a].text, *b = diff->b.insn[row->b].text;
    struct hw_diff_span in_a, in_b;

    put_line('<', diff, row, false, &target[0], options->sched);
    put_line('>', diff, row, true, &target[1], options->sched);
    if (row->status == HW_DIFF_SCHEDULING)
        return;
    if (strcmp(a, b) == 0) {
        printf("?%*sits registers hold something else\n", TEXT_COLUMN - 1, "");
        return;
    }
    hw_diff_spans(a, b, &in_a, &in_b);
    put_marks(in_a.to > in_b.to ? in_a : in_b);
}

static void put_row(const struct hw_diff_options *options, const struct hw_target target[2],
                    const struct hw_diff *diff, const struct hw_diff_row *row)
{
    const struct hw_target *first = &target[0], *second = &target[1];

    switch (row->status) {
    case HW_DIFF_EQUAL: put_line(' ', diff, row, false, first, options->sched); break;
    case HW_DIFF_RENAMED:
        put_line('r', diff, row, false, first, options->sched);
        printf("r%*s%s\n", TEXT_COLUMN - 1, "", diff->b.insn[row->b].text);
        break;
    case HW_DIFF_SCHEDULING:
    case HW_DIFF_CHANGED: put_both(options, target, diff, row); break;
    case HW_DIFF_REMOVED: put_line('-', diff, row, false, first, options->sched); break;
    case HW_DIFF_ADDED: put_line('+', diff, row, true, second, options->sched); break;
    }
}

/* Whether a row is shown: it is none of those that agree, or near such a one. */
static bool is_shown(const struct hw_diff_options *options, const struct hw_diff *diff, uint32_t row)
{
    const uint32_t from = row > options->context ? row - options->context : 0;
    const uint64_t to = (uint64_t)row + options->context;

    for (uint32_t r = from; r <= to && r < diff->row_count; r++)
        if (options->all || diff->row[r].status > HW_DIFF_RENAMED)
            return true;
    return false;
}

static void put_rows(const struct hw_diff_options *options, const struct hw_target target[2],
                     const struct hw_diff *diff)
{
    bool gap = false;

    for (uint32_t r = 0; r < diff->row_count; r++) {
        const bool shown = is_shown(options, diff, r);
        if (shown && gap)
            printf("...\n");
        gap = !shown;
        if (shown)
            put_row(options, target, diff, &diff->row[r]);
    }
}

/* --- the head of a kernel --- */

static void put_resources(const struct hw_diff_pair *pair)
{
    struct hw_diff_resource resource[HW_DIFF_RESOURCES];

    hw_diff_resources(pair, resource);
    for (unsigned i = 0; i < HW_DIFF_RESOURCES; i++)
        if (resource[i].a != resource[i].b)
            printf("; %s %" PRId64 " -> %" PRId64, resource[i].name, resource[i].a, resource[i].b);
}

static void put_counts(const struct hw_diff *diff)
{
    const char *before = ": ";

    for (enum hw_diff_status status = HW_DIFF_STATUSES; status-- > 0;)
        if (diff->count[status]) {
            printf("%s%" PRIu32 " %s", before, diff->count[status], hw_diff_status_name(status));
            before = ", ";
        }
}

void hw_diff_print(const struct hw_diff_options *options, const struct hw_target target[2],
                   const struct hw_diff_pair *pair, const struct hw_diff *diff)
{
    const struct hw_kernel *kernel = pair->a ? pair->a : pair->b;

    printf("%s %s", kernel->function ? "function" : "kernel", HW_SHOWN(kernel->name));
    if (!pair->a || !pair->b) {
        printf(": only in %s, %" PRIu32 " instructions\n", options->file[pair->a ? 0 : 1],
               pair->a ? diff->a.count : diff->b.count);
        return;
    }
    if (strcmp(pair->a->name, pair->b->name) != 0)
        printf(" -> %s", HW_SHOWN(pair->b->name));
    put_counts(diff);
    put_resources(pair);
    putchar('\n');
    if (!options->brief)
        put_rows(options, target, diff);
}

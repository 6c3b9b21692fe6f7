/* SPDX-License-Identifier: MIT */
/* Two kernels become rows.
 *
 * Instructions are aligned by what they say apart from registers and labels; in the gaps between those, by
 * what they say apart from numbers, too, and then by mnemonic alone, which makes them changed ones.  Jumps go
 * to the same place if the next instruction there that both have is the same. */
#include "cli/diff.h"

#include <stdlib.h>
#include <string.h>

const char *hw_diff_status_name(enum hw_diff_status status)
{
    static const char *const names[HW_DIFF_STATUSES] = {
        [HW_DIFF_EQUAL] = "equal",     [HW_DIFF_RENAMED] = "renamed", [HW_DIFF_SCHEDULING] = "scheduling",
        [HW_DIFF_CHANGED] = "changed", [HW_DIFF_REMOVED] = "removed", [HW_DIFF_ADDED] = "added",
    };

    return names[status];
}

/* --- alignment --- */

/* Keys from the strictest on. */
enum key_kind { KEY_SHAPE, KEY_FORM, KEY_NAME, KEY_KINDS };

static uint64_t *keys_of(const struct hw_diff_code *code, enum key_kind kind)
{
    uint64_t *key = malloc((code->count + 1) * sizeof *key);

    for (uint32_t i = 0; key && i < code->count; i++) {
        const struct hw_diff_insn *insn = &code->insn[i];
        key[i] = kind == KEY_SHAPE ? insn->shape : kind == KEY_FORM ? insn->form : insn->name;
    }
    return key;
}

/* Align what is between two matches by another key. */
static bool fill_gaps(const struct hw_diff *diff, const uint64_t *a, const uint64_t *b, uint32_t *match)
{
    uint32_t from_a = 0, from_b = 0;

    for (uint32_t i = 0; i <= diff->a.count; i++) {
        if (i < diff->a.count && match[i] == HW_DIFF_NONE)
            continue;
        const uint32_t to_b = i < diff->a.count ? match[i] : diff->b.count;
        if (!hw_diff_align(a + from_a, i - from_a, b + from_b, to_b - from_b, match + from_a))
            return false;
        for (uint32_t k = from_a; k < i; k++)
            if (match[k] != HW_DIFF_NONE)
                match[k] += from_b;
        from_a = i + 1;
        from_b = to_b + 1;
    }
    return true;
}

static uint32_t *align(const struct hw_diff *diff)
{
    uint32_t *match = malloc((diff->a.count + 1) * sizeof *match);
    bool aligned = match != NULL;

    for (uint32_t i = 0; match && i < diff->a.count; i++)
        match[i] = HW_DIFF_NONE;
    for (enum key_kind kind = 0; kind < KEY_KINDS && aligned; kind++) {
        uint64_t *a = keys_of(&diff->a, kind), *b = keys_of(&diff->b, kind);
        aligned = a && b && fill_gaps(diff, a, b, match);
        free(a);
        free(b);
    }
    if (aligned)
        return match;
    free(match);
    return NULL;
}

static bool make_rows(struct hw_diff *diff)
{
    uint32_t *match = align(diff), b = 0;

    diff->row = calloc((size_t)diff->a.count + diff->b.count + 1, sizeof *diff->row);
    if (!match || !diff->row) {
        free(match);
        return false;
    }
    for (uint32_t a = 0; a <= diff->a.count; a++) {
        const bool removed = a < diff->a.count && match[a] == HW_DIFF_NONE;
        const uint32_t until = a == diff->a.count ? diff->b.count : removed ? b : match[a];
        while (b < until)
            diff->row[diff->row_count++] = (struct hw_diff_row){HW_DIFF_NONE, b++, HW_DIFF_ADDED};
        if (removed)
            diff->row[diff->row_count++] = (struct hw_diff_row){a, HW_DIFF_NONE, HW_DIFF_REMOVED};
        else if (a < diff->a.count)
            diff->row[diff->row_count++] = (struct hw_diff_row){a, b++, HW_DIFF_EQUAL};
    }
    free(match);
    return true;
}

/* --- targets --- */

/* For each instruction of either side: the row of the next one that both have. */
static void find_next(const struct hw_diff *diff, uint32_t *next_a, uint32_t *next_b)
{
    uint32_t next = diff->row_count;

    for (uint32_t r = diff->row_count; r-- > 0;) {
        const struct hw_diff_row *row = &diff->row[r];
        if (row->a != HW_DIFF_NONE && row->b != HW_DIFF_NONE)
            next = r;
        if (row->a != HW_DIFF_NONE)
            next_a[row->a] = next;
        if (row->b != HW_DIFF_NONE)
            next_b[row->b] = next;
    }
}

static bool is_elsewhere(uint32_t a, uint32_t b, const uint32_t *next_a, const uint32_t *next_b)
{
    return a == HW_DIFF_NONE || b == HW_DIFF_NONE ? a != b : next_a[a] != next_b[b];
}

static bool goes_elsewhere(const struct hw_diff_insn *a, const struct hw_diff_insn *b, const uint32_t *next_a,
                           const uint32_t *next_b)
{
    return is_elsewhere(a->target, b->target, next_a, next_b) ||
           is_elsewhere(a->refers, b->refers, next_a, next_b) ||
           (a->jumps_out && strcmp(a->text, b->text) != 0);
}

/* Whether what is not in the text of instructions is equal: bits without a form. */
static bool is_changed(const struct hw_diff_insn *a, const struct hw_diff_insn *b)
{
    return a->shape != b->shape || (!a->insn.form && memcmp(a->insn.word, b->insn.word, sizeof a->insn.word));
}

static bool mark_changed(struct hw_diff *diff)
{
    uint32_t *next_a = malloc((diff->a.count + 1) * sizeof *next_a);
    uint32_t *next_b = malloc((diff->b.count + 1) * sizeof *next_b);
    const bool has_memory = next_a && next_b;

    if (has_memory)
        find_next(diff, next_a, next_b);
    for (uint32_t r = 0; has_memory && r < diff->row_count; r++) {
        struct hw_diff_row *row = &diff->row[r];
        if (row->status != HW_DIFF_EQUAL)
            continue;
        const struct hw_diff_insn *a = &diff->a.insn[row->a], *b = &diff->b.insn[row->b];
        if (is_changed(a, b) || goes_elsewhere(a, b, next_a, next_b))
            row->status = HW_DIFF_CHANGED;
    }
    free(next_a);
    free(next_b);
    return has_memory;
}

/* --- all --- */

static void mark_scheduling(struct hw_diff *diff)
{
    for (uint32_t r = 0; r < diff->row_count; r++) {
        struct hw_diff_row *row = &diff->row[r];
        if ((row->status == HW_DIFF_EQUAL || row->status == HW_DIFF_RENAMED) &&
            diff->a.insn[row->a].insn.control != diff->b.insn[row->b].insn.control)
            row->status = HW_DIFF_SCHEDULING;
    }
}

hw_status hw_diff_kernels(const struct hw_module *a, const struct hw_kernel *a_kernel,
                          const struct hw_module *b, const struct hw_kernel *b_kernel, bool sched,
                          struct hw_diff *diff, struct hw_error *error)
{
    memset(diff, 0, sizeof *diff);
    hw_status status = hw_diff_code_read(a, a_kernel, &diff->a, error);
    if (status == HW_OK)
        status = hw_diff_code_read(b, b_kernel, &diff->b, error);
    if (status == HW_OK && !(make_rows(diff) && mark_changed(diff) && hw_diff_rename(diff)))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory to compare kernels");
    if (status != HW_OK)
        return status;
    if (sched)
        mark_scheduling(diff);
    for (uint32_t r = 0; r < diff->row_count; r++)
        diff->count[diff->row[r].status]++;
    return HW_OK;
}

void hw_diff_free(struct hw_diff *diff)
{
    hw_diff_code_free(&diff->a);
    hw_diff_code_free(&diff->b);
    free(diff->row);
}

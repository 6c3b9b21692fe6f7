/* SPDX-License-Identifier: MIT */
/* See live_columns.h. */
#include "listing/live_columns.h"

#include <stdlib.h>
#include <string.h>

/* The kinds of registers, in the order of the columns; GPR and PRED are always shown, the others where the
 * code has them. */
enum live_kind {
    KIND_GENERAL,
    KIND_PREDICATE,
    KIND_UNIFORM,
    KIND_UNIFORM_PREDICATE,
    KIND_CONDITION,
    KIND_ADDRESS
};
static const char *const kind_name[HW_LIVE_GROUPS] = {"GPR", "PRED", "UGPR", "UPRED", "CC", "ADDR"};
enum { MOST_REGISTERS = 255 };

static bool has(const struct hw_register_set *set, unsigned kind, unsigned number)
{
    switch ((enum live_kind)kind) {
    case KIND_GENERAL: return set->general[number / 64] >> number % 64 & 1;
    case KIND_PREDICATE: return number < 8 && set->predicates >> number & 1;
    case KIND_UNIFORM: return number < HW_UNIFORM_REGISTERS && set->uniform[number / 64] >> number % 64 & 1;
    case KIND_UNIFORM_PREDICATE: return number < 8 && set->uniform_predicates >> number & 1;
    case KIND_CONDITION: return number < 8 && set->conditions >> number & 1;
    case KIND_ADDRESS: return number < 8 && set->addresses >> number & 1;
    }
    return false;
}

/* What a column shows: `^` is written, `v` is read, `x` both, `:` is live, a blank none of these. */
static char mark_of(const struct hw_live_point *point, unsigned kind, unsigned number)
{
    const bool reads = has(&point->reads, kind, number), writes = has(&point->writes, kind, number);

    if (reads || writes)
        return reads && writes ? 'x' : reads ? 'v' : '^';
    return has(&point->before, kind, number) || has(&point->behind, kind, number) ? ':' : ' ';
}

static unsigned occupied(const struct hw_live_point *point, const struct hw_live_group *group)
{
    unsigned count = 0;

    for (unsigned i = 0; i < group->count; i++)
        count += mark_of(point, group->kind, i) != ' ';
    return count;
}

static unsigned digits_of(unsigned number)
{
    return number >= 100 ? 3 : number >= 10 ? 2 : 1;
}

/* One more than the highest register of a kind that the kernel uses. */
static unsigned columns_of(const struct hw_live_kernel *live, unsigned kind)
{
    unsigned count = 0;

    for (uint32_t i = 0; i < live->flow.insn_count; i++)
        for (unsigned number = count; number < MOST_REGISTERS; number++)
            if (mark_of(&live->points[i], kind, number) != ' ')
                count = number + 1;
    return count;
}

void hw_live_columns_begin(struct hw_live_columns *columns, const struct hw_live_kernel *live, int form)
{
    *columns = (struct hw_live_columns){.live = live, .form = form};
    for (unsigned kind = 0; kind < HW_LIVE_GROUPS; kind++) {
        struct hw_live_group group = {.name = kind_name[kind], .kind = kind, .digits = 1};
        group.count = columns_of(live, kind);
        for (uint32_t i = 0; i < live->flow.insn_count; i++) {
            const unsigned digits = digits_of(occupied(&live->points[i], &group));
            group.digits = digits > group.digits ? digits : group.digits;
        }
        if (group.count || kind <= KIND_PREDICATE)
            columns->group[columns->group_count++] = group;
    }
}

/* ---------------------------------------------------------------- lines */

/* The width of one column, with the blank before it. */
static unsigned column_width(const struct hw_live_columns *columns, unsigned number)
{
    return columns->form == HW_LIVE_NARROW ? 1 : 1 + digits_of(number);
}

/* The width of a group between its bars. */
static unsigned group_width(const struct hw_live_columns *columns, const struct hw_live_group *group)
{
    unsigned width = 1 + group->digits + 1;

    for (unsigned i = 0; i < group->count && columns->form != HW_LIVE_COUNT; i++)
        width += column_width(columns, i);
    width = width > strlen(group->name) + 2 ? width : (unsigned)strlen(group->name) + 2;
    return width + (columns->form == HW_LIVE_NARROW);
}

static void put_padding(struct hw_buffer *out, char c, size_t count)
{
    while (count--)
        hw_buffer_add(out, &c, 1);
}

/* The marks of a group, or with NULL its heading. */
static void put_group(const struct hw_live_columns *columns, const struct hw_live_group *group,
                      const struct hw_live_point *point, struct hw_buffer *out)
{
    const size_t start = out->length;
    const unsigned count = point ? occupied(point, group) : 0;

    if (!point)
        hw_buffer_printf(out, " %*s", (int)group->digits, "#");
    else if (count)
        hw_buffer_printf(out, " %*u", (int)group->digits, count);
    else
        put_padding(out, ' ', 1 + group->digits);
    if (columns->form == HW_LIVE_NARROW)
        put_padding(out, ' ', 1);
    for (unsigned i = 0; i < group->count && columns->form != HW_LIVE_COUNT; i++) {
        if (columns->form == HW_LIVE_NARROW)
            hw_buffer_printf(out, "%c", point ? mark_of(point, group->kind, i) : "0123456789"[i % 10]);
        else if (point)
            hw_buffer_printf(out, " %-*c", (int)digits_of(i), mark_of(point, group->kind, i));
        else
            hw_buffer_printf(out, " %u", i);
    }
    const size_t width = group_width(columns, group), now = out->length - start;
    put_padding(out, ' ', width > now ? width - now : 1);
}

static void put_columns(const struct hw_live_columns *columns, const struct hw_live_point *point,
                        struct hw_buffer *out)
{
    hw_buffer_printf(out, "// |");
    for (unsigned i = 0; i < columns->group_count; i++) {
        put_group(columns, &columns->group[i], point, out);
        hw_buffer_add(out, "|", 1);
    }
    hw_buffer_add(out, "\n", 1);
}

static void put_names(const struct hw_live_columns *columns, struct hw_buffer *out)
{
    hw_buffer_printf(out, "// |");
    for (unsigned i = 0; i < columns->group_count; i++) {
        const struct hw_live_group *group = &columns->group[i];
        hw_buffer_printf(out, " %-*s|", (int)group_width(columns, group) - 1, group->name);
    }
    hw_buffer_add(out, "\n", 1);
}

/* Without the newline, and blanks before it. */
static size_t text_length(const uint8_t *line, size_t length)
{
    while (length && (line[length - 1] == '\n' || line[length - 1] == ' '))
        length--;
    return length;
}

void hw_live_columns_write(struct hw_live_columns *columns, const struct hw_live_line *lines, size_t count,
                           struct hw_buffer *out)
{
    const size_t end = out->length;
    struct hw_buffer table = {NULL, 0, 0, false};

    if (!count || out->failed)
        return;
    for (size_t i = 0; i < count; i++) {
        const size_t next = i + 1 < count ? lines[i + 1].start : end;
        const size_t length = text_length(out->bytes + lines[i].start, next - lines[i].start);
        if (lines[i].insn < columns->live->flow.insn_count && length > columns->text_width)
            columns->text_width = length;
    }
    put_padding(&table, ' ', columns->text_width + 4);
    put_names(columns, &table);
    put_padding(&table, ' ', columns->text_width + 4);
    put_columns(columns, NULL, &table);
    for (size_t i = 0; i < count; i++) {
        const size_t next = i + 1 < count ? lines[i + 1].start : end;
        const uint8_t *line = out->bytes + lines[i].start;
        if (lines[i].insn >= columns->live->flow.insn_count) {
            hw_buffer_add(&table, line, next - lines[i].start);
            continue;
        }
        const size_t length = text_length(line, next - lines[i].start);
        hw_buffer_add(&table, line, length);
        put_padding(&table, ' ', columns->text_width + 4 - length);
        put_columns(columns, &columns->live->points[lines[i].insn], &table);
    }
    out->failed |= table.failed;
    out->length = lines[0].start;
    if (!out->failed)
        hw_buffer_add(out, table.bytes, table.length);
    free(table.bytes);
}

void hw_live_columns_legend(struct hw_buffer *out)
{
    hw_buffer_printf(out, "// Live registers: ^ written, v read, x read and written, : live, # how many.\n");
}

/* SPDX-License-Identifier: MIT */
/* The assembler has two passes: the first encodes every instruction and so finds where labels are; the second
 * encodes those that name a label again, with its address.  (No instruction's length depends on where it
 * jumps.) */
#include "listing/assemble.h"

#include <halfwarp/sched.h>

#include "isa/scheduling_bits_check.h"
#include "listing/symbolic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_CHARS 1024

/* ---------------------------------------------------------------- labels by name */

static int compare_labels(const void *a, const void *b)
{
    const struct hw_label *first = a, *second = b;
    int order = strcmp(first->name, second->name);
    return order ? order : (first->line > second->line) - (first->line < second->line);
}

static hw_status sort_labels(struct hw_assembly *assembly, struct hw_error *error)
{
    struct hw_label *labels = assembly->labels;
    if (assembly->label_count)
        qsort(labels, assembly->label_count, sizeof(*labels), compare_labels);
    for (size_t i = 1; i < assembly->label_count; i++)
        if (!strcmp(labels[i - 1].name, labels[i].name))
            return hw_assembly_fail(error, labels[i].line, 1, HW_ERR_SYNTAX,
                                    "this label stands in the kernel twice");
    return HW_OK;
}

static const struct hw_label *find_label(const struct hw_assembly *assembly, const char *name, size_t length)
{
    size_t low = 0, high = assembly->label_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct hw_label *label = &assembly->labels[middle];
        int order = strncmp(label->name, name, length);
        if (!order && !label->name[length])
            return label;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* ---------------------------------------------------------------- labels in operands */

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* What was replaced in a line, so that the column of an error can be given in the source's terms. */
struct replacement {
    size_t at, old, new;
};

/* Where a label stands: the address of its line, or the end of the code. */
static uint32_t label_address(const struct hw_assembly *assembly, const struct hw_label *label)
{
    if (label->index < assembly->line_count)
        return assembly->lines[label->index].address;
    const struct hw_source_line *last =
        assembly->line_count ? &assembly->lines[assembly->line_count - 1] : NULL;
    return last ? last->address + last->bytes : 0;
}

static void assign_labels(struct hw_assembly *assembly)
{
    for (size_t i = 0; i < assembly->label_count; i++)
        assembly->labels[i].address = label_address(assembly, &assembly->labels[i]);
}

uint32_t hw_assembly_address(const struct hw_assembly *assembly, const char *name, size_t length)
{
    const struct hw_label *label = find_label(assembly, name, length);
    return label ? label->address : HW_NO_ADDRESS;
}

/* The code address that a word of an operand means: a label's, or with HW_LABEL_EXACT behind it that of the
 * instruction itself. */
static bool operand_address(const struct hw_assembly *assembly, const struct hw_target *target,
                            const char *word, size_t length, uint32_t *address)
{
    const size_t suffix = sizeof(HW_LABEL_EXACT) - 1;
    const struct hw_label *label = find_label(assembly, word, length);
    if (label) {
        *address = (uint32_t)hw_code_entry(target, label->address);
        return true;
    }
    if (length <= suffix || memcmp(word + length - suffix, HW_LABEL_EXACT, suffix) != 0)
        return false;
    *address = hw_assembly_address(assembly, word, length - suffix);
    return *address != HW_NO_ADDRESS;
}

/* Whether what stands before `s` names a memory: `c[0x0][0x20]`, and as CUDA 4 wrote it `c [0x0] [0x20]`. */
static bool names_memory(const char *s, const char *end)
{
    while (s < end && *s == ' ')
        s++;
    return s < end && *s == '[';
}

static bool is_own_name(const struct hw_assembly *assembly, const struct hw_symbolic *symbolic)
{
    return assembly->name && !symbolic->addend && !symbolic->label &&
           strlen(assembly->name) == symbolic->length &&
           !memcmp(assembly->name, symbolic->name, symbolic->length);
}

/* Copy the line with an operand that stands for a symbol replaced: by the label of that name, or else by what
 * a relocation will change. */
static bool replace_symbol(const struct hw_assembly *assembly, struct hw_source_line *line, char *out)
{
    size_t length;
    struct hw_symbolic symbolic;

    line->symbolic = NULL;
    if (line->length >= LINE_MAX_CHARS - 2 * HW_SYMBOLIC_ROOM)
        return false;
    const char *found = hw_symbolic_replace(line->text, line->text + line->length, out, &length);
    if (!found)
        return true;
    const bool is_symbol = *found == '`' && hw_symbolic_parse(found, length, &symbolic);
    if (is_symbol && find_label(assembly, symbolic.name, symbolic.length)) {
        sprintf(out, "%.*s%.*s%.*s", (int)(found - line->text), line->text, (int)symbolic.length,
                symbolic.name, (int)(line->text + line->length - found - length), found + length);
        return true;
    }
    if (is_symbol && is_own_name(assembly, &symbolic))
        return true; /* hw_symbolic_replace has written its address, 0 */
    line->symbolic = found;
    line->symbolic_length = (uint32_t)length;
    return true;
}

/* Copy the line with a label among its operands replaced by its address. */
static bool substitute(const struct hw_assembly *assembly, const struct hw_target *target,
                       struct hw_source_line *line, char *out, struct replacement *replacement)
{
    char text[LINE_MAX_CHARS];
    *replacement = (struct replacement){SIZE_MAX, 0, 0};
    if (!replace_symbol(assembly, line, text))
        return false;
    const char *s = text, *end = s + strlen(s), *sched = s + hw_sched_find(s, strlen(s));
    char *to = out;
    bool operands = false;
    while (s < end) {
        if (!is_name(*s)) {
            operands |= *s == ' ' || *s == '\t';
            *to++ = *s++;
            continue;
        }
        const char *word = s;
        uint32_t address;
        while (s < end && is_name(*s))
            s++;
        if (operands && replacement->at == SIZE_MAX && word < sched && !names_memory(s, end) &&
            operand_address(assembly, target, word, (size_t)(s - word), &address)) {
            int n = sprintf(to, "0x%x", address);
            *replacement = (struct replacement){(size_t)(to - out), (size_t)(s - word), (size_t)n};
            to += n;
        } else {
            memcpy(to, word, (size_t)(s - word));
            to += s - word;
        }
    }
    *to = '\0';
    return true;
}

/* Remove the scheduling from a line's text; blanks replace it, so that columns stay. */
static hw_status take_sched(const struct hw_target *target, char *text, uint32_t *control,
                            struct hw_error *error)
{
    size_t length = strlen(text), at = hw_sched_find(text, length), bytes = strcspn(text + at, "#");
    *control = HW_NO_CONTROL;
    if (at == length)
        return HW_OK;
    hw_status status = hw_sched_parse(hw_sched_kind(target), text + at, bytes, control, error);
    if (status != HW_OK)
        error->column += (unsigned)at;
    memset(text + at, ' ', bytes);
    return status;
}

static hw_status parse_line(const struct hw_assembly *assembly, struct hw_source_line *line,
                            const struct hw_target *target, enum hw_syntax syntax, struct hw_error *error)
{
    char text[LINE_MAX_CHARS];
    struct replacement replacement;
    struct hw_insn insn;
    struct hw_error inner;
    uint32_t control;
    if (!substitute(assembly, target, line, text, &replacement))
        return hw_assembly_fail(error, line->line, line->column, HW_ERR_SYNTAX,
                                "the line is too long for an instruction");
    const size_t sched = hw_sched_find(text, strlen(text));
    hw_status status = take_sched(target, text, &control, &inner);
    if (status == HW_OK)
        status = hw_parse(target, syntax, text, line->address, &insn, &inner);
    if (status == HW_OK) {
        status = hw_control_complete(target, &insn, line->address, &control, &inner);
        inner.column = (unsigned)sched + 1;
    }
    if (status == HW_OK) {
        line->control = control;
        line->placeless = !hw_code_has_control(target, &insn, line->address);
        line->bytes = insn.bytes;
        line->has_label = replacement.at != SIZE_MAX;
        hw_insn_store(&insn, line->code);
        return HW_OK;
    }
    size_t column = inner.column ? inner.column - 1 : 0;
    if (column > replacement.at)
        column = column >= replacement.at + replacement.new ? column - replacement.new + replacement.old
                                                            : replacement.at;
    return hw_assembly_fail(error, line->line, line->column + (uint32_t)column, status, inner.text);
}

/* Encode a line at its address; *address becomes the one behind it. */
static hw_status assemble_line(struct hw_assembly *assembly, struct hw_source_line *line,
                               const struct hw_target *target, enum hw_syntax syntax, uint32_t *address,
                               struct hw_error *error)
{
    line->address = (uint32_t)hw_code_next_offset(target, *address);
    hw_status status = parse_line(assembly, line, target, syntax, error);
    if (status == HW_OK && line->control == HW_CONTROL_ABSENT && line->address != *address) {
        line->address = *address;
        status = parse_line(assembly, line, target, syntax, error);
    }
    if (status == HW_OK)
        *address = line->address;
    return status;
}

static void take_raw(struct hw_source_line *line)
{
    line->control = HW_NO_CONTROL;
    for (unsigned b = 0; b < 4; b++)
        line->code[b] = (uint8_t)(line->value >> (8 * b));
    line->bytes = 4;
}

/* What comes of the lines: the status of the first that is wrong. */
struct outcome {
    hw_status first;
    struct hw_listing_errors *errors;
};

/* False: no more can be told. */
static bool tell(struct outcome *outcome, hw_status status, const struct hw_error *error)
{
    outcome->first = outcome->first ? outcome->first : status;
    return hw_listing_error_add(outcome->errors, error);
}

/* The first pass: encode every line and give it its address.  Behind a wrong line the places of others are
 * not known, and so not whether they are right. */
static void assign_lines(struct hw_assembly *assembly, const struct hw_target *target, enum hw_syntax syntax,
                         struct outcome *outcome)
{
    uint32_t address = 0;
    struct hw_error error = {.text = ""};
    for (size_t i = 0; i < assembly->line_count; i++) {
        struct hw_source_line *line = &assembly->lines[i];
        hw_status status = HW_OK;
        line->address = address;
        if (line->raw)
            take_raw(line);
        else
            status = assemble_line(assembly, line, target, syntax, &address, &error);
        if (status == HW_OK && !line->raw && address % line->bytes && outcome->first == HW_OK)
            status = hw_assembly_fail(
                &error, line->line, line->column, HW_ERR_RANGE,
                "a 64-bit instruction must stand at a multiple of 8: short instructions come in pairs");
        if (status != HW_OK) {
            line->bytes = (uint8_t)hw_isa_unit(target->isa);
            line->raw = true; /* it is not tried again */
            if (!tell(outcome, status, &error))
                return;
        }
        address += line->bytes;
    }
}

/* The second pass: with the addresses of labels. */
static void encode_lines(struct hw_assembly *assembly, const struct hw_target *target, enum hw_syntax syntax,
                         struct hw_buffer *code, struct outcome *outcome)
{
    struct hw_error error = {.text = ""};
    for (size_t i = 0; i < assembly->line_count; i++) {
        struct hw_source_line *line = &assembly->lines[i];
        hw_status status = HW_OK;
        if (line->has_label)
            status = parse_line(assembly, line, target, syntax, &error);
        if (status != HW_OK && !tell(outcome, status, &error))
            return;
        hw_assembly_open_group(target, line->address, code);
        hw_buffer_add(code, line->code, line->bytes);
    }
}

hw_status hw_assembly_finish(struct hw_assembly *assembly, const struct hw_target *target,
                             enum hw_syntax syntax, struct hw_buffer *code, struct hw_listing_errors *errors)
{
    struct outcome outcome = {.first = HW_OK, .errors = errors};
    struct hw_error error = {.text = ""};
    hw_status status = sort_labels(assembly, &error);
    if (status != HW_OK && !tell(&outcome, status, &error))
        return status;
    assign_lines(assembly, target, syntax, &outcome);
    assign_labels(assembly);
    if (errors->count < errors->most)
        encode_lines(assembly, target, syntax, code, &outcome);
    if (outcome.first == HW_OK)
        hw_assembly_doubt_code(assembly, target, code, errors);
    if (outcome.first != HW_OK || hw_sched_kind(target) == HW_SCHED_NONE)
        return outcome.first;
    status = hw_assembly_schedule(assembly, target, code, errors, &error);
    if (status != HW_OK)
        tell(&outcome, status, &error);
    return status;
}

/* A kernel's code as lines: where instructions begin, and which of them are jumped to. */
#include "listing/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_line(struct hw_code_lines *lines, const struct hw_code_line *line)
{
    if (!hw_module_grow(&lines->list, lines->count, sizeof(*line)))
        return false;
    lines->list[lines->count++] = *line;
    return true;
}

/* Decode what stands at an offset; what is no whole or no aligned instruction becomes raw words. */
static void decode_line(const struct hw_target *target, const struct hw_kernel *kernel, size_t at,
                        struct hw_code_line *line)
{
    *line = (struct hw_code_line){.address = (uint32_t)at};
    hw_status status = hw_decode(target, kernel->code + at, kernel->code_bytes - at, &line->insn);
    if (status != HW_OK) {
        line->raw = true;
        line->insn.row = NULL;
        line->insn.bytes = 4;
        line->insn.word[0] = hw_get32(kernel->code + at);
    } else if (at % line->insn.bytes) {
        line->raw = true;
    }
}

bool hw_code_target_of(const struct hw_insn *insn, uint64_t *address)
{
    struct hw_view view;
    if (!insn->row)
        return false;
    hw_insn_view(insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++)
        if (view.operand[i].kind == HW_OPERAND_CODE) {
            *address = (uint64_t)view.operand[i].offset;
            return true;
        }
    return false;
}

static struct hw_code_line *find_line(const struct hw_code_lines *lines, uint64_t address)
{
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lines->list[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < lines->count && lines->list[low].address == address ? &lines->list[low] : NULL;
}

const struct hw_code_line *hw_code_line_at(const struct hw_code_lines *lines, uint64_t address)
{
    return find_line(lines, address);
}

static void mark_targets(struct hw_code_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        uint64_t address;
        if (!lines->list[i].raw && hw_code_target_of(&lines->list[i].insn, &address)) {
            struct hw_code_line *target = find_line(lines, address);
            if (target)
                target->labelled = true;
        }
    }
    uint32_t count = 0;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->list[i].labelled)
            lines->list[i].label = count++;
}

hw_status hw_code_lines_read(const struct hw_target *target, const struct hw_kernel *kernel,
                             struct hw_code_lines *lines, struct hw_error *error)
{
    *lines = (struct hw_code_lines){NULL, 0};
    for (size_t at = 0; at + 4 <= kernel->code_bytes;) {
        struct hw_code_line line;
        decode_line(target, kernel, at, &line);
        if (!add_line(lines, &line)) {
            free(lines->list);
            *lines = (struct hw_code_lines){NULL, 0};
            return hw_module_no_memory(error);
        }
        at += line.insn.bytes;
    }
    mark_targets(lines);
    return HW_OK;
}

/* Replace the last `number` in text[0 .. *length) by `label`; the text has room for HW_TEXT_MAX characters.
 */
static void put_label(char *text, const char *number, const char *label)
{
    char *found = NULL;
    for (char *s = strstr(text, number); s; s = strstr(s + 1, number))
        found = s;
    size_t old = strlen(number), new = strlen(label), rest = found ? strlen(found + old) : 0;
    if (!found || strlen(text) + new >= HW_TEXT_MAX)
        return;
    memmove(found + new, found + old, rest + 1);
    memcpy(found, label, new);
}

void hw_code_line_print(const struct hw_code_lines *lines, const struct hw_code_line *line,
                        enum hw_syntax syntax, const char *prefix, char *text, const char **notes)
{
    static const char separator[] = " # ";
    uint64_t address;
    *notes = "";
    hw_print(&line->insn, syntax, line->address, text, HW_TEXT_MAX);
    char *split = strstr(text, separator);
    char note[HW_TEXT_MAX] = "";
    if (split) {
        snprintf(note, sizeof(note), "%s", split + strlen(separator));
        *split = '\0';
    }
    if (hw_code_target_of(&line->insn, &address)) {
        const struct hw_code_line *target = find_line(lines, address);
        char number[24], label[40];
        snprintf(number, sizeof(number), "0x%llx", (unsigned long long)address);
        if (syntax == HW_SYNTAX_DECUDA)
            snprintf(label, sizeof(label), "%.16s%u", prefix, target ? target->label : 0);
        else
            snprintf(label, sizeof(label), "%.16s%04llx", prefix, (unsigned long long)address);
        if (target && target->labelled)
            put_label(text, number, label);
    }
    size_t length = strlen(text);
    if (note[0] && length + 1 + strlen(note) < HW_TEXT_MAX) {
        *notes = text + length + 1;
        memcpy(text + length + 1, note, strlen(note) + 1);
    }
}

/* The word at c[bank][offset], from the kernel's own constants. */
static bool constant_word(const struct hw_kernel *kernel, unsigned bank, int64_t offset, unsigned bytes,
                          uint32_t *value)
{
    for (size_t i = 0; i < kernel->const_count; i++) {
        const struct hw_const *c = kernel->consts[i];
        if (c->bank != bank || !c->data || offset < c->offset ||
            offset + bytes > (int64_t)c->offset + c->bytes)
            continue;
        *value = 0;
        for (unsigned b = 0; b < bytes; b++)
            *value |= (uint32_t)c->data[offset - c->offset + b] << (8 * b);
        return true;
    }
    return false;
}

bool hw_code_constants(const struct hw_kernel *kernel, const struct hw_insn *insn, char *text, size_t size)
{
    struct hw_view view;
    size_t at = 0;
    if (!insn->row)
        return false;
    hw_insn_view(insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++) {
        const struct hw_operand *operand = &view.operand[i];
        uint32_t value;
        if (operand->kind != HW_OPERAND_CONST || operand->base_kind != HW_BASE_NONE || operand->bytes > 4 ||
            !constant_word(kernel, operand->space, operand->offset, operand->bytes, &value))
            continue;
        int n = snprintf(text + at, size - at, "%sc%u[0x%llx] = 0x%0*x", at ? ", " : "", operand->space,
                         (unsigned long long)operand->offset, operand->bytes * 2, value);
        if (n < 0 || (size_t)n >= size - at)
            break;
        at += (size_t)n;
    }
    return at > 0;
}

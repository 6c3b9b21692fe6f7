/* SPDX-License-Identifier: MIT */
/* The reader's side of symbolic operands (symbolic.h). */
#include "listing/symbolic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What an operand may begin with. */
static const char *const openings[] = {"`(", "32@lo(", "32@hi("};
enum { OPENING_COUNT = sizeof openings / sizeof openings[0] };

static bool begins(const char *s, const char *end, const char *with)
{
    const size_t length = strlen(with);

    return (size_t)(end - s) >= length && !memcmp(s, with, length);
}

/* Behind the name in quotes that begins here. */
static const char *skip_quoted(const char *s, const char *end)
{
    for (s++; s < end && *s != '"'; s++)
        s += *s == '\\' && s + 1 < end;
    return s < end ? s + 1 : end;
}

size_t hw_symbolic_length(const char *s, const char *end)
{
    unsigned opening = 0, depth = 0;

    while (opening < OPENING_COUNT && !begins(s, end, openings[opening]))
        opening++;
    if (opening == OPENING_COUNT)
        return 0;
    for (const char *at = s; at < end;) {
        if (*at == '"') {
            at = skip_quoted(at, end);
            continue;
        }
        depth += *at == '(';
        if (*at++ == ')' && !--depth)
            return (size_t)(at - s);
    }
    return 0;
}

static const char *skip_blanks(const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    return s;
}

/* ` + 0x10`, ` + -0x10` or ` + LABEL@srel` behind a symbol. */
static bool parse_addend(const char *s, const char *end, struct hw_symbolic *symbolic)
{
    s = skip_blanks(s, end);
    if (s == end || *s++ != '+')
        return false;
    s = skip_blanks(s, end);
    const bool negative = s < end && *s == '-';
    s += negative;
    if (s == end)
        return false;
    if (isdigit((unsigned char)*s)) {
        char *behind;
        symbolic->addend = strtoull(s, &behind, 0);
        if (negative)
            symbolic->addend = 0 - symbolic->addend;
        return behind == end;
    }
    const char *mark = memchr(s, '@', (size_t)(end - s));
    symbolic->label = s;
    symbolic->label_length = mark ? (uint32_t)(mark - s) : 0;
    return !negative && mark && end - mark == 5 && !memcmp(mark, "@srel", 5);
}

bool hw_symbolic_parse(const char *s, size_t length, struct hw_symbolic *symbolic)
{
    static const char *const tables[] = {HW_SYMBOLIC_DESCRIPTOR, HW_SYMBOLIC_UNIFIED};
    const char *end = s + length - 1;

    *symbolic = (struct hw_symbolic){.label = NULL};
    s = memchr(s, '(', length);
    s = skip_blanks(s + 1, end);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (begins(s, end, tables[i])) {
            s += strlen(tables[i]);
            end--;
        }
    const bool is_sum = s < end && *s == '(';
    s += is_sum;
    end -= is_sum;
    if (s >= end)
        return false;
    symbolic->name = s;
    const char *behind = *s == '"' ? skip_quoted(s, end) : s;
    while (*s != '"' && behind < end && *behind != ' ' && *behind != '\t' && *behind != '+')
        behind++;
    symbolic->length = (uint32_t)(behind - s);
    return symbolic->length && (is_sum ? parse_addend(behind, end, symbolic) : behind == end);
}

/* Whether the bracket that the text ends in has a constant's bank only in the symbol: `c[` and a register. */
static char *constant_bracket(char *out, char *to)
{
    char *open = to;

    while (open > out && open[-1] != '[') /* nothing is at `to` yet */
        open--;
    return open - out >= 2 && open[-2] == 'c' ? open : NULL;
}

const char *hw_symbolic_replace(const char *line, const char *end, char *out, size_t *length)
{
    const char *found = NULL;
    char *to = out;

    for (const char *s = line; s < end; s++) {
        const size_t operand = found ? 0 : hw_symbolic_length(s, end);
        if (!operand) {
            *to++ = *s;
            continue;
        }
        found = s;
        *length = operand;
        s += operand - 1;
        char *bank = constant_bracket(out, to);
        const bool is_added = to > out && to[-1] == '+';
        to -= is_added;
        if (bank) {
            memmove(bank + 5, bank, (size_t)(to - bank));
            memcpy(bank, "0x0][", 5);
            to += 5;
        }
        if (!is_added) {
            memcpy(to, "0x0", 3);
            to += 3;
        }
    }
    *to = '\0';
    return found;
}

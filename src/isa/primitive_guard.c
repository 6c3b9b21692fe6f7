/* SPDX-License-Identifier: MIT */
/* These primitives are guards of Tesla's instructions: the condition (predicate) under which an instruction
 * executes.
 *
 * NVIDIA writes it behind or before the first operand (`R0 (C0.NE)`), decuda before the mnemonic (`@$p0.ne`),
 * with lower-case names of its own for the conditions on flags. */
#include "isa/primitive_parts.h"

/* The conditions of a guard, by code; codes 0x14 to 0x1b are always false and have no name. */
static const char *const conditions[32] = {
    "FL",  "LT",  "EQ",  "LE",  "GT",  "NE",  "GE",  "NUM", "NAN", "LTU", "EQU",
    "LEU", "GTU", "NEU", "GEU", "TR",  "OFT", "HS",  "HI",  "SFT", "U14", "U15",
    "U16", "U17", "U18", "U19", "U1A", "U1B", "SFF", "LS",  "LO",  "OFF",
};
static const char *const decuda_conditions[32] = {
    "fl", "lt", "eq", "le", "gt", "ne", "ge", "leg", "nan", "ltu", "equ", "leu", "gtu", "neu", "geu", "tr",
    "of", "cf", "ab", "sf", "20", "21", "22", "23",  "24",  "25",  "26",  "27",  "nsf", "ble", "ncf", "nof",
};
#define ALWAYS_TRUE 15
#define NOT_EQUAL   5

/* ---------------------------------------------------------------- guards: arguments test, register */

/* NVIDIA's text: print `before`C0.NE`after`, or nothing when the guard is always true. */
static void print_nv(struct hw_printer *p, const struct hw_element *item, const char *before,
                     const char *after)
{
    uint64_t test = hw_show(p, item, 0);
    if (test == ALWAYS_TRUE)
        return;
    hw_append_text(p, before, strlen(before));
    hw_print_numbered(p, "C", hw_show(p, item, 1));
    hw_append_char(p, '.');
    hw_append_text(p, conditions[test], strlen(conditions[test]));
    hw_append_text(p, after, strlen(after));
}

/* C0.NE at the cursor; false without an error if there is none. */
static bool take_guard(struct hw_parser *p, uint64_t *test, uint64_t *reg)
{
    const char *start = p->at;
    if (hw_accept_numbered(p, "C", reg) && *p->at == '.') {
        p->at++;
        for (*test = 0; *test < 32; ++*test)
            if (hw_accept_word(p, conditions[*test]))
                return true;
    }
    p->at = start;
    return false;
}

/* decuda's: before the mnemonic, so it is printed first and the parser has read it into the head. */
static void print_decuda(struct hw_printer *p, const struct hw_element *item)
{
    uint64_t test = hw_show(p, item, 0);
    if (test != ALWAYS_TRUE) {
        hw_print_numbered(p, "@$p", hw_show(p, item, 1));
        hw_append_char(p, '.');
        hw_append_text(p, decuda_conditions[test], strlen(decuda_conditions[test]));
        hw_append_char(p, ' ');
    }
    p->head = p->at;
}

/* A condition by name or decimal number; without one, `ne`. */
static bool take_condition(struct hw_parser *p, uint64_t *test)
{
    *test = NOT_EQUAL;
    if (*p->at != '.')
        return true;
    p->at++;
    for (unsigned i = 0; i < 32; i++)
        if (hw_accept_word(p, decuda_conditions[i])) {
            *test = i;
            return true;
        }
    if (hw_accept_word(p, "nzf")) /* cudasm's other names of ne and equ */
        return true;
    if (hw_accept_word(p, "zf")) {
        *test = NOT_EQUAL ^ ALWAYS_TRUE;
        return true;
    }
    return hw_accept_number(p, test) && *test < 32;
}

bool hw_read_guard(struct hw_parser *p)
{
    uint64_t reg, test;
    p->head.guarded = *p->at == '@';
    if (!p->head.guarded)
        return true;
    p->at++;
    bool inverted = hw_accept(p, "!");
    if (!hw_accept_numbered(p, "$p", &reg) || reg > 3 || !take_condition(p, &test) ||
        (*p->at != ' ' && *p->at != '\t'))
        return false;
    p->head.reg = (uint8_t)reg;
    p->head.test = (uint8_t)(inverted ? test ^ ALWAYS_TRUE : test);
    return true;
}

static bool give_guard(struct hw_parser *p, const struct hw_element *item, uint64_t test, uint64_t reg)
{
    return hw_give(p, item, 0, test) && hw_give(p, item, 1, reg);
}

static void view_guard(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view)
{
    uint64_t test = hw_arg_of(insn, item, 0);
    if (test != ALWAYS_TRUE)
        view->guard = (struct hw_guard){HW_GUARD_COND, (uint8_t)hw_arg_of(insn, item, 1), (uint8_t)test};
}

HW_PRINT(guard)
{
    if (p->language == HW_LANGUAGE_NV)
        print_nv(p, item, " (", ")");
    else
        print_decuda(p, item);
}
HW_PARSE(guard)
{
    uint64_t test, reg;
    if (p->language == HW_LANGUAGE_DECUDA) {
        p->head.claims.guard = true;
        return !p->head.guarded ? hw_give(p, item, 0, ALWAYS_TRUE)
                                : give_guard(p, item, p->head.test, p->head.reg);
    }
    if (!hw_accept(p, "("))
        return hw_give(p, item, 0, ALWAYS_TRUE);
    if (!take_guard(p, &test, &reg))
        return hw_expect(p, "a condition, as in C0.NE");
    return (hw_accept(p, ")") || hw_expect(p, ")")) && give_guard(p, item, test, reg);
}
HW_SEMANTICS(guard)
{
    view_guard(insn, item, view);
}

HW_PRINT(guardfirst)
{
    print_nv(p, item, "", ", ");
}
/* `C0.EQU,`, which a tool of CUDA 4 wrote as `(C48.EQU),`: the number is the code of the character 0. */
HW_PARSE(guardfirst)
{
    uint64_t test, reg;
    bool enclosed = hw_accept(p, "(");
    if (!take_guard(p, &test, &reg))
        return enclosed ? hw_expect(p, "a condition, as in C0.NE") : hw_give(p, item, 0, ALWAYS_TRUE);
    if (enclosed && reg >= '0')
        reg -= '0';
    return (!enclosed || hw_accept(p, ")") || hw_expect(p, ")")) &&
           (hw_accept(p, ",") || hw_expect(p, "a comma")) && give_guard(p, item, test, reg);
}
HW_SEMANTICS(guardfirst)
{
    view_guard(insn, item, view);
}

HW_PRINT(guardonly)
{
    print_nv(p, item, " ", "");
}
HW_PARSE(guardonly)
{
    uint64_t test, reg;
    if (!take_guard(p, &test, &reg))
        return hw_give(p, item, 0, ALWAYS_TRUE);
    return give_guard(p, item, test, reg);
}
HW_SEMANTICS(guardonly)
{
    view_guard(insn, item, view);
}

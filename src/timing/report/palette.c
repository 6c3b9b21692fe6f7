/* SPDX-License-Identifier: MIT */
/* See palette.h. */
#include "timing/report/palette.h"

struct colour {
    const char *variable; /* as a value: "var(--ink)" */
    const char *light, *dark;
};

static const struct colour paints[HW_PAINT_COUNT] = {
#define PAINT(name, text, light, dark) {"var(--" text ")", light, dark},
    HW_PAINTS(PAINT)
#undef PAINT
};

/* Issues are strong and cold, waiting is pale and warm. */
static const struct colour units[] = {
    {"var(--u0)", "#1f4e9c", "#6ea8fe"}, {"var(--u1)", "#00796b", "#2fc4ae"},
    {"var(--u2)", "#5e35b1", "#a58bf5"}, {"var(--u3)", "#455a64", "#94a8b5"},
    {"var(--u4)", "#1e88c9", "#4fb8f0"}, {"var(--u5)", "#6d4c41", "#c49a83"},
};

static const struct colour causes[] = {
    {"var(--c0)", "#e3dccb", "#5c564a"},  {"var(--c1)", "#f5c76b", "#8f6f30"},
    {"var(--c2)", "#e2745b", "#a34a38"},  {"var(--c3)", "#d79ac1", "#8d5277"},
    {"var(--c4)", "#b39ddb", "#6b579e"},  {"var(--c5)", "#9fb0c3", "#55677d"},
    {"var(--c6)", "#cdb891", "#7b6a3e"},  {"var(--c7)", "#a8cfa0", "#547c4d"},
    {"var(--c8)", "#c0504d", "#8f3639"},  {"var(--c9)", "#f29d49", "#b5702c"},
    {"var(--c10)", "#8fc1b5", "#467169"}, {"var(--c11)", "#d9d9d9", "#5b606a"},
    {"var(--c12)", "#e8b4a0", "#8f6555"}, {"var(--c13)", "#bdb76b", "#726e37"},
    {"var(--c14)", "#c5a3ff", "#765aa1"}, {"var(--c15)", "#f7a8b8", "#995a6c"},
};

static const struct colour series[HW_PAINT_SERIES] = {
    {"var(--s0)", "#1f4e9c", "#7fb0ff"}, {"var(--s1)", "#d1762b", "#f0a35e"},
    {"var(--s2)", "#3b8f5a", "#6cc48c"}, {"var(--s3)", "#a3416b", "#e08ab0"},
    {"var(--s4)", "#7a6bb8", "#b3a6ee"}, {"var(--s5)", "#8a7a2f", "#cbb95c"},
    {"var(--s6)", "#2f8f9d", "#5fc5d3"}, {"var(--s7)", "#6b7280", "#a6aebc"},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *value(const struct colour *colour, bool page)
{
    return page ? colour->variable : colour->light;
}

const char *hw_paint(enum hw_paint paint, bool page)
{
    return value(&paints[paint], page);
}

const char *hw_paint_unit(unsigned unit, bool page)
{
    return value(&units[unit % COUNT(units)], page);
}

const char *hw_paint_cause(unsigned cause, bool page)
{
    return value(&causes[cause % COUNT(causes)], page);
}

const char *hw_paint_series(unsigned number)
{
    return series[number % COUNT(series)].variable;
}

/* --- the style sheet --- */

static void put_list(FILE *out, const struct colour *list, size_t count, bool dark)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = list[i].variable + sizeof "var(" - 1;
        while (*name != ')')
            fputc(*name++, out);
        fprintf(out, ":%s;", dark ? list[i].dark : list[i].light);
    }
}

/* Heat lies behind text: numbers for rgba(). */
static void put_style(FILE *out, const char *selector, bool dark)
{
    fprintf(out, "%s{color-scheme:%s;--heat:%s;", selector, dark ? "dark" : "light",
            dark ? "190,84,60" : "226,116,91");
    put_list(out, paints, COUNT(paints), dark);
    put_list(out, units, COUNT(units), dark);
    put_list(out, causes, COUNT(causes), dark);
    put_list(out, series, COUNT(series), dark);
    fputs("}\n", out);
}

void hw_palette_css(FILE *out)
{
    put_style(out, ":root", false);
    fputs("@media screen and (prefers-color-scheme:dark){\n", out);
    put_style(out, ":root:not([data-style=light])", true);
    fputs("}\n@media screen{\n", out);
    put_style(out, ":root[data-style=dark]", true);
    fputs("}\n", out);
}

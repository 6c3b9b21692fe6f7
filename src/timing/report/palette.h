/* SPDX-License-Identifier: MIT */
/* The palette has the colours of pages and pictures, each for a light and for a dark style.
 *
 * A page has them as variables of its style sheet, so that the reader's style decides.  A picture that stands
 * alone has them as they are, in the light style: many programs that show SVG know no variables. */
#ifndef HW_TIMING_REPORT_PALETTE_H
#define HW_TIMING_REPORT_PALETTE_H

#include <stdbool.h>
#include <stdio.h>

/* X(NAME, "variable", light, dark) */
/* clang-format off */
#define HW_PAINTS(X) \
    X(INK,      "ink",      "#1d2430", "#e4e8ee") /* text */ \
    X(SOFT,     "soft",     "#5b6470", "#a3aebd") /* text of less weight */ \
    X(IDLE,     "idle",     "#7c8592", "#7f8a99") /* text of what was not used */ \
    X(BACK,     "back",     "#f5f6f8", "#12161d") /* behind the sections */ \
    X(CARD,     "card",     "#ffffff", "#1b212b") /* behind a section */ \
    X(LINE,     "line",     "#e2e6eb", "#323b48") /* around sections, between rows, of grids */ \
    X(MARK,     "mark",     "#c3c9d2", "#566273") /* arrows of nothing, lines that others refer to */ \
    X(TRACK,    "track",    "#eef0f3", "#2a323e") /* what a bar does not reach */ \
    X(STRONG,   "strong",   "#1f4e9c", "#7fb0ff") /* bars, curves, links */ \
    X(MIDDLE,   "middle",   "#5b86c8", "#4f7fcc") \
    X(PALE,     "pale",     "#a3bfe6", "#35568d") \
    X(BOX,      "box",      "#eef3fb", "#202c40") /* a level of memory */ \
    X(BOX_LINE, "box-line", "#9db7df", "#45628f") \
    X(ALERT,    "alert",    "#c0392b", "#ff8f7a") /* where the kernel stands; what is worse */
/* clang-format on */

enum hw_paint {
#define HW_PAINT_NAME(name, text, light, dark) HW_PAINT_##name,
    HW_PAINTS(HW_PAINT_NAME)
#undef HW_PAINT_NAME
        HW_PAINT_COUNT
};

/* A colour as the value of a property: a variable of the page, or the light one itself. */
const char *hw_paint(enum hw_paint paint, bool page);
/* Of units, and of causes of waiting, by their numbers. */
const char *hw_paint_unit(unsigned unit, bool page);
const char *hw_paint_cause(unsigned cause, bool page);
/* Of curves that one picture of a page holds, by their numbers. */
#define HW_PAINT_SERIES 8u
const char *hw_paint_series(unsigned series);

/* The variables, for both styles: the reader's system chooses, or data-style of the root element. */
void hw_palette_css(FILE *out);

#endif

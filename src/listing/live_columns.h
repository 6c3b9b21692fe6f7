/* SPDX-License-Identifier: MIT */
/* Live registers as columns behind the instructions of a listing, as nvdisasm -plr prints them. */
#ifndef HW_LISTING_LIVE_COLUMNS_H
#define HW_LISTING_LIVE_COLUMNS_H

#include "listing/listing_internal.h"

#include <halfwarp/flow.h>

/* One group of columns: registers of one kind. */
struct hw_live_group {
    const char *name; /* "GPR" */
    unsigned kind;    /* index into the kinds of live_columns.c */
    unsigned count;   /* columns: registers 0 to count - 1 */
    unsigned digits;  /* width of the number of live ones */
};

#define HW_LIVE_GROUPS 6

struct hw_live_columns {
    const struct hw_live_kernel *live;
    int form; /* enum hw_live_form */
    struct hw_live_group group[HW_LIVE_GROUPS];
    unsigned group_count;
    size_t text_width; /* of the instructions before the columns */
};

/* Find the groups and columns of a kernel. */
void hw_live_columns_begin(struct hw_live_columns *columns, const struct hw_live_kernel *live, int form);

/* A piece of a listing's text, up to the next. */
struct hw_live_line {
    size_t start;  /* in the buffer */
    uint32_t insn; /* whose line it is, by its number; UINT32_MAX: it is no instruction */
};
/* The kernel's code stands at the end of `out`, in these pieces.  It is replaced by them with the columns
 * behind the instructions, below a heading. */
void hw_live_columns_write(struct hw_live_columns *columns, const struct hw_live_line *lines, size_t count,
                           struct hw_buffer *out);
/* What the marks mean, as comments. */
void hw_live_columns_legend(struct hw_buffer *out);

#endif

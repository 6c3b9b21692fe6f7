/* SPDX-License-Identifier: MIT */
/* The words of `dis` options that choose what is shown beside the instructions, and code without a container.
 */
#ifndef HW_CLI_DIS_VIEWS_H
#define HW_CLI_DIS_VIEWS_H

#include "cli/options.h"

#include <halfwarp/listing.h>

/* The words of --cfg, --live and --source, in the order of the numbers that they choose, from 1. */
extern const struct hw_option_word hw_dis_graphs[], hw_dis_live[], hw_dis_sources[];

/* As they stand on the command line; NULL: not given. */
struct dis_views {
    const char *cfg, *live, *source;
    bool extended;
};

/* Set what they choose in `listing` and `graph`.  `output` is the file that is written, or NULL: a picture
 * for NAME.svg is SVG.  Returns the exit status. */
int hw_dis_views(const struct dis_views *views, const char *output, struct hw_listing_options *listing,
                 struct hw_block_graph_options *graph);

/* What a raw file is: the options' words; `base` may be NULL. */
struct dis_raw {
    const char *isa, *base;
};

/* A module with one function `code`, whose code is the bytes of a file; *base is the address of the first.
 * HW_ERR_SYNTAX or HW_ERR_RANGE: an option is wrong; HW_ERR_FORMAT: so many bytes are no code. */
hw_status hw_dis_raw(const struct dis_raw *raw, const void *data, size_t size, struct hw_module **module,
                     uint64_t *base, struct hw_error *error);

#endif

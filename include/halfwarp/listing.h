/* SPDX-License-Identifier: MIT */
/* A listing is a module as assembly text, which is written and read back.
 *
 * A listing holds the whole content of a cubin: kernels with their resource numbers, instructions with labels
 * for branch targets, constants, relocations, samplers.  hw_listing_read(hw_listing_write(module)) is the
 * same module, and writes the same file.  The directives are described in docs/listing.md.
 *
 * Stability: nearly stable. */
#ifndef HALFWARP_LISTING_H
#define HALFWARP_LISTING_H

#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In place of an enum hw_syntax: NVIDIA's dialect of the target's own time (hw_target_syntax). */
#define HW_LISTING_NATIVE (-1)

/* Where instructions come from, in comments before them. */
enum hw_listing_lines {
    HW_LINES_NONE = 0,
    HW_LINES_SOURCE,  /* file and line of the source, where the cubin has them */
    HW_LINES_INLINED, /* of inlined code also where it was called */
    HW_LINES_PTX      /* the line of the PTX, with its text, where the cubin has it */
};

/* Live registers behind each instruction. */
enum hw_live_form {
    HW_LIVE_NONE = 0,
    HW_LIVE_WIDE,   /* a column for each register, with its number above */
    HW_LIVE_NARROW, /* columns of one character */
    HW_LIVE_COUNT   /* only how many are live */
};

struct hw_listing_options {
    const char *kernel; /* only this kernel; NULL: the whole module */
    int syntax;         /* enum hw_syntax or HW_LISTING_NATIVE */
    bool hex;           /* address and encoding of each instruction, in comments */
    bool sched;         /* scheduling behind each instruction, where the ISA has it */
    bool constants;     /* values of c1 operands, in comments */
    int live;           /* enum hw_live_form: in comments; not in decuda's language */
    int lines;          /* enum hw_listing_lines; not in decuda's language */
    uint64_t base;      /* the address of a kernel's first instruction, for what the text shows */
    bool names;         /* readable names of kernels and functions, in comments behind their symbols */
};

/* Write a listing into *text, made with malloc for the caller to free, NUL-terminated; *length is without the
 * NUL.  Errors: HW_ERR_NOT_FOUND if the library does not know the module's target. */
hw_status hw_listing_write(const struct hw_module *module, const struct hw_listing_options *options,
                           char **text, size_t *length, struct hw_error *error);

/* A control-flow graph (halfwarp/flow.h) as a picture. */
struct hw_block_graph_options {
    const char *kernel; /* only this kernel; NULL: all, one picture with a frame for each */
    int syntax;         /* enum hw_syntax or HW_LISTING_NATIVE */
    bool svg;           /* as SVG; else in the language of Graphviz (dot) */
    bool extended;      /* a block goes on behind a jump as far as nothing else leads there */
    bool offsets;       /* of instructions, before them */
    int lines;          /* enum hw_listing_lines; inlined calls are left out */
    uint64_t base;      /* as in hw_listing_options */
};

/* Write it into *text, as hw_listing_write does. */
hw_status hw_block_graph_write(const struct hw_module *module, const struct hw_block_graph_options *options,
                               char **text, size_t *length, struct hw_error *error);

/* Read a listing that hw_listing_write wrote, or (syntax decuda) a file of cudasm's language.  `target` is
 * the target if the text names none (NULL: sm_10).  Errors carry line and column. */
hw_status hw_listing_read(const char *text, int syntax, const char *target, struct hw_module **module,
                          struct hw_error *error);

/* The errors of a listing, in the order of its lines: `list` is the caller's, of `most` errors.  Doubts are
 * no errors: those lines can be written, and no chip executes them as they say.  `doubts` counts all of them;
 * `doubt` is the caller's, too, and has the first `most_doubts`. */
struct hw_listing_errors {
    struct hw_error *list;
    size_t most, count;
    struct hw_error *doubt;
    size_t most_doubts, doubts;
};

/* The same, which goes on behind a wrong line, so that all of them can be told.  It stops when the list is
 * full. Any error makes it fail. */
hw_status hw_listing_read_on(const char *text, int syntax, const char *target, struct hw_module **module,
                             struct hw_listing_errors *errors);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/* A graphics program of a listing is run by `run --type`, with its inputs and outputs. */
#ifndef HW_CLI_RUN_GRAPHICS_H
#define HW_CLI_RUN_GRAPHICS_H

#include "cli/run.h"

#include <halfwarp/raster.h>

/* What the command line says, unparsed. */
struct hw_graphics_options {
    const char *type, *count, *vertices, *triangle, *size, *samples, *emits, *outputs, *image;
    struct hw_list attributes, varyings;
};

/* One run of a graphics program. */
struct hw_graphics_run {
    const struct hw_graphics_options *options;
    unsigned program; /* enum hw_program_type */
    struct hw_graphics graphics;
    struct hw_fragments fragments;  /* of a triangle */
    uint32_t width, height;         /* of its picture; 0: there is no triangle */
    uint32_t *input;                /* where no triangle makes it */
    const struct hw_run_type *type; /* as which outputs are printed */
};

/* --- input_words.c --- */

/* The values of a word of input: WORD=VALUE,VALUE,... or WORD=@FILE. */
struct hw_input_words {
    uint32_t word;
    uint32_t *value;
    uint32_t count;
};

/* Parse them; `floats`: every value is one, else those with a point.  Free `value` with free. */
hw_status hw_input_words_read(const char *text, bool floats, struct hw_input_words *words,
                              struct hw_error *error);
/* `count` numbers with commas between them. */
hw_status hw_floats_read(const char *text, uint32_t count, float *value, struct hw_error *error);

/* --- run_inputs.c --- */

/* Make inputs and room for outputs, and the launch's shape. */
hw_status hw_graphics_prepare(struct hw_graphics_run *graphics, struct hw_launch *launch,
                              struct hw_error *error);
void hw_graphics_clear(struct hw_graphics_run *graphics);

/* --- run_outputs.c --- */

/* Print what the threads have kept, and write the picture. */
hw_status hw_graphics_print(const struct hw_graphics_run *graphics, struct hw_error *error);

#endif

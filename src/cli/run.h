/* SPDX-License-Identifier: MIT */
/* The parts of `halfwarp run` share this header (run_*.c, one concept each). */
#ifndef HW_CLI_RUN_H
#define HW_CLI_RUN_H

#include "cli/cli.h"
#include "coverage/coverage.h"
#include "engine/launch/progress.h"
#include "names/shown.h"

#include <halfwarp/image.h>
#include <halfwarp/listener.h>
#include <halfwarp/surface.h>

#include <stdio.h>

/* --- run_values.c --- */

/* A type that arguments and buffers have. */
struct hw_run_type {
    const char *name; /* "u32" */
    uint8_t bytes;
    char kind; /* 'u', 's' or 'f' */
};

/* The type called by the first `length` characters of `name`; NULL when there is none. */
const struct hw_run_type *hw_run_type_find(const char *name, size_t length);

/* Parse `text` as a value of a type into its bytes, little-endian. */
hw_status hw_run_value(const struct hw_run_type *type, const char *text, uint8_t bytes[8],
                       struct hw_error *error);

/* Print one value: floats with the fewest digits that give the same bits.  The second adds a newline. */
void hw_run_write_value(const struct hw_run_type *type, const uint8_t *bytes, FILE *to);
void hw_run_print_value(const struct hw_run_type *type, const uint8_t *bytes, FILE *to);

/* Parse hexadecimal digits, two a byte, into `bytes`. */
hw_status hw_run_hex(const char *text, uint8_t *bytes, uint32_t most, uint32_t *count,
                     struct hw_error *error);

/* A number that ends before one of `ends`; *rest points to that character or the end.  Otherwise as
 * hw_number. */
hw_status hw_run_number(const char *text, const char *ends, uint64_t most, bool suffix, uint64_t *value,
                        const char **rest, struct hw_error *error);

/* --- run_buffers.c --- */

#define HW_RUN_BUFFERS 256

struct hw_run_buffer {
    char name[64];
    uint64_t address;
    uint64_t bytes;
};

struct hw_run_buffers {
    struct hw_memory *memory;
    struct hw_run_buffer list[HW_RUN_BUFFERS];
    unsigned count;
};

/* NAME=BYTES[:FILE]: allocate, fill from the file; *made points to it. */
hw_status hw_run_buffer_add(struct hw_run_buffers *buffers, const char *text,
                            const struct hw_run_buffer **made, struct hw_error *error);
/* ADDRESS=BYTES[:FILE]: the same at a fixed address, without a name; *address and *bytes are what was
 * mapped. */
hw_status hw_run_map(struct hw_memory *memory, const char *text, uint64_t *address, uint64_t *bytes,
                     struct hw_error *error);
const struct hw_run_buffer *hw_run_buffer_find(const struct hw_run_buffers *buffers, const char *name,
                                               size_t length);

/* NAME[:TYPE[:COUNT]] or NAME=FILE, and ADDRESS:BYTES=FILE: after the launch. */
hw_status hw_run_print(const struct hw_run_buffers *buffers, const char *text, struct hw_error *error);
/* Before the launch: whether the buffer that is to be printed exists. */
hw_status hw_run_check_print(const struct hw_run_buffers *buffers, const char *text, struct hw_error *error);
/* The same of the form of a dump. */
hw_status hw_run_check_dump(const char *text, struct hw_error *error);
hw_status hw_run_dump(const struct hw_run_buffers *buffers, const char *text, struct hw_error *error);

/* --- run_texture.c --- */

/* What --texture has bound, by unit or handle. */
struct hw_run_textures {
    struct hw_texture texture[HW_TEXTURES];
    struct hw_texture smaller[HW_TEXTURES][HW_TEXTURE_LEVELS];
    struct hw_surface surface[HW_TEXTURES];
    struct hw_bindless handle[HW_TEXTURES];
};

/* UNIT=BUFFER:SIZE:FORMAT[:OPTION...]; UNIT may be the name of a sampler, or of a texture or surface
 * reference. */
hw_status hw_run_texture(const struct hw_run_buffers *buffers, const struct hw_image *image,
                         const struct hw_module *module, const char *text, struct hw_run_textures *textures,
                         struct hw_launch *launch, struct hw_error *error);

/* --- run_report.c --- */
/* `image` has the kernel, whose file may know source lines; NULL: there is none. */
void hw_run_report_fault(const struct hw_fault *fault, const struct hw_image *image);
void hw_run_report_stats(const struct hw_stats *stats);
void hw_run_report_serial(const struct hw_serial *serial); /* why one worker ran it */
extern const struct hw_listener hw_run_trace;

/* --- run_options.c --- */

/* What the command line says, unparsed. */
struct hw_run_options {
    const char *command; /* the subcommand: "run" */
    const char *file, *kernel, *target, *chip;
    const char *grid, *block, *shared, *stack, *params, *workers, *turn, *order, *async, *max_instructions,
        *pointer;
    struct hw_list args, buffers, prints, maps, dumps, textures, consts, symbols;
    const char *lanes;
    const char *coverage, *coverage_by;
    bool stats, trace, strict, mangled, methods, show_methods;
    bool shared_as_declared; /* a text cubin's kernel has no more shared memory than the file and --shared say
                              */
};

/* Rows of a struct hw_run_options: the launch, memory beside its parameters, how it is executed. */
extern const struct hw_option hw_run_launch_rows[], hw_run_memory_rows[], hw_run_execution_rows[];

/* Parse a command with these among its options: `options` lies in `values`, the command's structure.  True
 * when the command is to go on; else *status is its exit status. */
bool hw_run_options(struct hw_run_options *options, const struct hw_command *command, void *values, int argc,
                    char **argv, int *status);

/* --- run_execute.c --- */

struct hw_kernel_run;
/* Runs the launch of a run that has been made ready. */
typedef hw_status hw_run_launch_fn(void *context, const struct hw_kernel_run *run,
                                   struct hw_launch_result *result, struct hw_error *error);
/* Everything from the file to the results that are printed; the exit status. */
int hw_run_execute(const struct hw_run_options *options, hw_run_launch_fn *launch, void *context);

#define HW_RUN_PARAMETER_BYTES 32764 /* the most that any chip takes */

/* Everything of one run. */
struct hw_kernel_run {
    const struct hw_run_options *options;
    struct hw_module *module;
    const struct hw_kernel *kernel;
    char name[HW_SHOWN_NAME_BYTES]; /* of the kernel, for people */
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_run_buffers buffers;
    struct hw_run_textures textures;
    struct hw_launch launch;
    uint8_t params[HW_RUN_PARAMETER_BYTES];
    uint32_t param_bytes;
    struct hw_progress progress;
    struct hw_coverage *coverage;    /* NULL: it is not wanted */
    struct hw_listener listeners[2]; /* a trace, and what covers */
};

/* --- run_launch.c --- */

/* Read the file: the code that fits the options best. */
hw_status hw_run_open_module(const struct hw_run_options *options, struct hw_module **module,
                             struct hw_error *error);
/* The same, and find the kernel. */
hw_status hw_run_open(struct hw_kernel_run *run, struct hw_error *error);
/* Choose the chip, make its memory and load the kernel's image. */
hw_status hw_run_prepare(struct hw_kernel_run *run, struct hw_error *error);
/* Grid and block, limits and switches; after the parameters, which lie in shared memory. */
hw_status hw_run_limits(struct hw_kernel_run *run, struct hw_error *error);

/* --- run_params.c --- */

/* TYPE:VALUE or buf:NAME=BYTES[:FILE]: parameter `number`. */
/* Whether all parameters that the file names are given. */
hw_status hw_run_check_args(const struct hw_kernel_run *run, struct hw_error *error);
hw_status hw_run_arg(struct hw_kernel_run *run, unsigned number, const char *text, struct hw_error *error);

/* --- run_consts.c --- */

/* BANK:OFFSET=HEX or BANK:OFFSET=@FILE: bytes of a constant bank, which the launch does not fill itself. */
hw_status hw_run_const(struct hw_kernel_run *run, const char *text, struct hw_error *error);
/* NAME=ADDRESS: a variable's address, before the module is loaded. */
hw_status hw_run_symbol(struct hw_module *module, const char *text, struct hw_error *error);

/* --- run_coverage.c --- */

/* Let the launch be counted if --coverage or HALFWARP_COVERAGE wants it; and write what was counted. */
hw_status hw_run_cover(struct hw_kernel_run *run, struct hw_error *error);
hw_status hw_run_put_coverage(const struct hw_kernel_run *run, struct hw_error *error);

/* --- run_warnings.c --- */

#define HW_RUN_WARNING 512 /* characters of a sentence */

/* Something about the kernel is in doubt: a sentence about it on standard error, and HW_OK; with --strict the
 * sentence as error. */
hw_status hw_run_warn(const struct hw_kernel_run *run, struct hw_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What is in doubt before the kernel runs: instructions with unknown bits. */
hw_status hw_run_check_code(const struct hw_kernel_run *run, struct hw_error *error);

/* --- run_methods.c --- */

/* As hw_launch_run, by the methods of a channel. */
hw_status hw_run_by_methods(const struct hw_kernel_run *run, struct hw_launch_result *result,
                            struct hw_error *error);
/* Print the stream that the launch amounts to, with its buffers. */
hw_status hw_run_show_methods(const struct hw_kernel_run *run, struct hw_error *error);

/* --- programs (run_program.c) --- */

/* When the line is `COMMAND [OPTIONS] [--] PROGRAM [ARGS...]`, run the program in place of this one.  `words`
 * is a variable that is 1 at least, to which options add words; NULL: none.  False: it is a line about a
 * kernel. True, with the exit status, only when the program could not be run. */
bool hw_run_program(int argc, char **argv, const struct hw_command *command, const char *words, int *status);

#endif

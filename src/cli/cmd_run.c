/* SPDX-License-Identifier: MIT */
/* halfwarp run: launch a kernel of a file and print its results, or run a whole CUDA program
 * (run_program.c). */
#include "cli/program_line.h"
#include "cli/run_graphics.h"

#include <string.h>

/* What the command line says. */
struct run_line {
    struct hw_run_options options;
    struct hw_graphics_options graphics;
};

/* clang-format off */
static const struct hw_option channel_options[] = {
    {"--lanes", .argument = "16|32", .help = "threads of a warp, on chips of sm_1x",
     .words = HW_WORDS({"16", NULL}, {"32", NULL}), HW_VALUE(struct run_line, options.lanes)},
    {"--methods", .help = "bring the launch to a channel by methods, as a driver does (sm_1x; docs/methods.md)",
     HW_FLAG(struct run_line, options.methods)},
    {"--show-methods", .help = "print that as a stream for `halfwarp push`, and run nothing",
     HW_FLAG(struct run_line, options.show_methods)},
    HW_OPTIONS_END,
};

static const struct hw_option coverage_options[] = {
    {"--coverage", .argument = "FILE", .help = "add the lines and branches that were executed to a tracefile of lcov "
     "(docs/coverage.md)", .kind = HW_KIND_OUTPUT, HW_VALUE(struct run_line, options.coverage)},
    {"--coverage-by", .argument = "line|instruction", .help = "by line of the source, where the file says it (default), "
     "or by instruction", .words = HW_WORDS({"line", NULL}, {"instruction", NULL}),
     HW_VALUE(struct run_line, options.coverage_by)},
    HW_OPTIONS_END,
};

static const struct hw_option graphics_options[] = {
    {"--type", .argument = "vp|gp|fp", .help = "a graphics program of sm_1x by itself (docs/graphics.md): vertices, "
     "primitives or fragments",
     .words = HW_WORDS({"vp", NULL}, {"gp", NULL}, {"fp", NULL}, {"cp", NULL}),
     HW_VALUE(struct hw_graphics_options, type)},
    {"--attribute", .argument = "WORD=VALUES", .help = "a word of input of each vertex: values with commas between "
     "them, floats where they have a point, or @FILE of words; one value is for all",
     HW_VALUES(struct hw_graphics_options, attributes)},
    {"--varying", .argument = "WORD=VALUES", .help = "the same of each fragment, or of a triangle's three corners",
     HW_VALUES(struct hw_graphics_options, varyings)},
    {"--count", .argument = "N", .help = "vertices, primitives or fragments; as many as there are values",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_graphics_options, count)},
    {"--vertices", .argument = "N", .help = "of a primitive; 3", .kind = HW_KIND_NUMBER,
     HW_VALUE(struct hw_graphics_options, vertices)},
    {"--emits", .argument = "N", .help = "vertices that a geometry program may emit; 32", .kind = HW_KIND_NUMBER,
     HW_VALUE(struct hw_graphics_options, emits)},
    {"--triangle", .argument = "X,Y,X,Y,X,Y", .help = "the fragments are those of this triangle, places in pixels",
     HW_VALUE(struct hw_graphics_options, triangle)},
    {"--size", .argument = "WxH", .help = "the picture that it lies in", HW_VALUE(struct hw_graphics_options, size)},
    {"--samples", .argument = "1|4", .help = "samples of a pixel", HW_VALUE(struct hw_graphics_options, samples)},
    {"--outputs", .argument = "N[:TYPE]", .help = "words of output that are kept and printed: 4, as f32, or u32, s32",
     HW_VALUE(struct hw_graphics_options, outputs)},
    {"--image", .argument = "FILE", .help = "write a triangle's picture (PPM) in place of printing: outputs 0 to 2 are "
     "red, green, blue", .kind = HW_KIND_OUTPUT, HW_VALUE(struct hw_graphics_options, image)},
    HW_OPTIONS_END,
};

static const struct hw_option program_options[] = {
    {"--log", .argument = "WORDS", .help = "a line for each launch, or for what WORDS say: launches, calls, errors, "
     "ptx, libraries, json", HW_VARIABLE("HALFWARP_LOG", "1")},
    {"--log-file", .argument = "FILE", .help = "there, in place of standard error", .kind = HW_KIND_OUTPUT,
     HW_VARIABLE("HALFWARP_LOG_FILE", NULL)},
    {"--summary", .argument = "json", .help = "a table at the end, or JSON", HW_VARIABLE("HALFWARP_SUMMARY", "1")},
    {"--fail", .argument = "RULE,...", .help = "make calls and launches fail (docs/faults.md): cudaMalloc:17, "
     "cudaMemcpy:3+:719, kernel:NAME:2:700", HW_VARIABLE("HALFWARP_FAIL", NULL)},
    {"--coverage", .argument = "FILE", .help = "add the lines and branches of kernels that were executed to a "
     "tracefile of lcov (docs/coverage.md)", .kind = HW_KIND_OUTPUT, HW_VARIABLE("HALFWARP_COVERAGE", NULL)},
    {"--coverage-by", .argument = "line|instruction", .help = "by line of the source, where code says it (default), or "
     "by instruction", HW_VARIABLE("HALFWARP_COVERAGE_BY", NULL)},
    HW_OPTIONS_END,
};
/* clang-format on */

static bool is_for_graphics(const struct hw_graphics_options *options)
{
    return options->attributes.count || options->varyings.count || options->triangle || options->image ||
           options->outputs || options->count;
}

/* What the file holds must be what --type says, and what the other options are for. */
static hw_status check_type(const struct hw_graphics_options *options, const struct hw_kernel_run *run,
                            struct hw_error *error)
{
    const char *type = hw_program_name(run->launch.code.target.program);
    const struct hw_run_options *other = run->options;
    uint8_t program;

    if (options->type && hw_program_find(options->type, &program, error) != HW_OK)
        return HW_ERR_SYNTAX;
    if (options->type && strcmp(options->type, type) != 0)
        return hw_fail(
            error, HW_ERR_SYNTAX, "cli",
            "--type %s, but the file's programs are of type %s; a listing says another one by .program",
            options->type, type);
    if (run->launch.code.target.program == HW_PROGRAM_CP && is_for_graphics(options))
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "inputs and outputs are those of graphics programs; the file holds kernels");
    if (run->launch.code.target.program != HW_PROGRAM_CP &&
        (other->grid || other->block || other->methods || other->show_methods || other->args.count ||
         other->params))
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "a program of type %s has no grid, block, parameters and methods", type);
    return HW_OK;
}

static hw_status launch_graphics(struct hw_graphics_run *graphics, const struct hw_kernel_run *run,
                                 struct hw_launch_result *result, struct hw_error *error)
{
    struct hw_launch launch = run->launch;
    const hw_status status = hw_graphics_prepare(graphics, &launch, error);

    if (status != HW_OK || graphics->graphics.threads == 0)
        return status;
    return hw_launch_run(&launch, result, error);
}

static hw_status launch_run(void *context, const struct hw_kernel_run *run, struct hw_launch_result *result,
                            struct hw_error *error)
{
    struct hw_graphics_run *graphics = context;
    const hw_status status = check_type(graphics->options, run, error);

    if (status != HW_OK)
        return status;
    graphics->program = run->launch.code.target.program;
    if (graphics->program != HW_PROGRAM_CP)
        return launch_graphics(graphics, run, result, error);
    if (run->options->show_methods)
        return hw_run_show_methods(run, error);
    if (run->options->methods)
        return hw_run_by_methods(run, result, error);
    return hw_launch_run(&run->launch, result, error);
}

static int print_graphics(const struct hw_graphics_run *run)
{
    struct hw_error error;

    return hw_graphics_print(run, &error) == HW_OK ? HW_EXIT_DONE
                                                   : hw_report(run->options->image, NULL, &error);
}

static int run(int argc, char **argv)
{
    struct run_line line = {.options = {.command = "run"}};
    struct hw_graphics_run graphics = {.options = &line.graphics};
    int status;

    if (hw_run_program(argc, argv, &hw_command_run, NULL, &status))
        return status;
    if (!hw_run_options(&line.options, &hw_command_run, &line, argc, argv, &status))
        return status;
    status = hw_run_execute(&line.options, launch_run, &graphics);
    if (status == HW_EXIT_DONE && graphics.program != HW_PROGRAM_CP)
        status = print_graphics(&graphics);
    hw_graphics_clear(&graphics);
    return status;
}

/* clang-format off */
const struct hw_command hw_command_run = {
    .name = "run",
    .summary = "run a kernel, or a CUDA program",
    .usage = HW_STRINGS(
        "halfwarp run FILE [-k KERNEL] --grid X[,Y[,Z]] --block X[,Y[,Z]] [--arg ARG]... [--print BUF]... [OPTION]...",
        "halfwarp run LISTING --type vp|gp|fp [--attribute WORD=VALUES]... [--varying WORD=VALUES]... "
        "[--triangle X,Y,X,Y,X,Y --size WxH] [--outputs N] [OPTION]...",
        "halfwarp run [--chip NAME] [--memory SIZE] [--workers N] [--strict] [--log[=WORDS]] [--log-file FILE] "
        "[--summary] [--fail RULE,...] [--coverage FILE] [--] PROGRAM [ARGUMENT]..."),
    .description =
        "Run a kernel of a cubin and print buffers afterwards. FILE may also be a fatbin, program, library or object "
        "file: the cubin that has the kernel and suits the chip best is taken; or a listing, which is assembled.",
    .groups = HW_GROUPS(HW_GROUP(NULL, hw_run_launch_rows),
                        HW_GROUP("Memory", hw_run_memory_rows),
                        HW_GROUP("Execution", hw_run_execution_rows),
                        HW_GROUP(NULL, coverage_options),
                        HW_GROUP("Channels", channel_options),
                        HW_GROUP_AT("Graphics programs", graphics_options, offsetof(struct run_line, graphics)),
                        HW_PROGRAM_GROUP("Before a program", hw_program_rows),
                        HW_PROGRAM_GROUP(NULL, program_options)),
    .notes =
        "The third form runs an unmodified CUDA program that needs libcudart or libcuda, on our libraries "
        "(docs/cuda.md). NAME may be a list, a device each; --log prints a line for each launch, --summary a table at "
        "the end. A line with -k (--kernel, --kernel-name), --grid or --block is of the first form, unless `--` stands "
        "before the file.\n"
        "Sizes take k and m. A kernel's fault is reported on standard error; the exit status is 1 then. "
        "That of a program is passed on.",
    .statuses = HW_STRINGS("all went well", "the input, the kernel or the check failed", "the command line was wrong",
                           "`halfwarp run PROGRAM` has the exit status of the program."),
    .examples = HW_EXAMPLES(
        {"halfwarp run saxpy.cubin --grid 4 --block 256 --arg u32:1024 --arg f32:2 --arg buf:x=4k:x.bin --arg buf:y=4k --print y:f32:8",
         "a kernel, with a buffer from a file, and the first numbers of what it makes"},
        {"halfwarp run saxpy.cubin --grid 4 --block 256 --arg u32:1024 --arg f32:2 --arg buf:x=4k:x.bin --arg buf:y=4k --show-methods",
         "the same as a driver would bring it to the chip"},
        {"halfwarp run k.cubin --block 32 --params 0001000000000000 --map 0x100=256 --dump 0x100:256=out.bin",
         "parameters and memory as bytes"},
        {"halfwarp run lookup.cubin --const 5:0x10=0000803f --const 3:0=@table.bin --symbol counters=0x300000000 --map 0x300000000=64",
         "constant banks, and a variable at a place of your own"},
        {"halfwarp run shade.hwasm --type fp --triangle 1,1,15,2,4,14 --size 16x16 --varying 0=0,1,0.5 --image shade.ppm",
         "a fragment program, as a picture"},
        {"halfwarp run move.hwasm --type vp --attribute 0=1.0,2.0,3.0 --attribute 1=0.5 --outputs 2",
         "a vertex program"},
        {"halfwarp run program -k scale --target sm_61 --grid 2,2 --block 8,8,4 --arg buf:x=8k:x.bin --print x=out.bin",
         "a kernel out of a program"}),
    .pages = HW_STRINGS("docs/executor.md", "docs/cuda.md", "docs/graphics.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */

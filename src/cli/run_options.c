/* SPDX-License-Identifier: MIT */
/* The options about a kernel of a file, which `run` and `time` share. */
#include "cli/run.h"
#include "environment.h"
#include "names/shown.h"

/* clang-format off */
const struct hw_option hw_run_launch_rows[] = {
    {"-k", "--kernel --kernel-name", "KERNEL", "the kernel: its symbol, its name, or a part that only one "
     "has; may be left out where the file has one",
     .kind = HW_KIND_KERNEL, HW_VALUE(struct hw_run_options, kernel)},
    {"--target", .argument = "NAME", .help = "the cubin for this chip (sm_52)", .kind = HW_KIND_TARGET,
     HW_VALUE(struct hw_run_options, target)},
    {"--chip", .argument = "NAME", .help = "the chip, or a card (\"GTX 980\"); the oldest chip that the file's code "
     "runs on", .kind = HW_KIND_CHIP, HW_VALUE(struct hw_run_options, chip)},
    {"--grid", .argument = "X[,Y[,Z]]", .help = "blocks of the grid; 1 where left out",
     HW_VALUE(struct hw_run_options, grid)},
    {"--block", .argument = "X[,Y[,Z]]", .help = "threads of a block; 1 where left out",
     HW_VALUE(struct hw_run_options, block)},
    {"--shared", .argument = "BYTES", .help = "shared memory beyond what the kernel declares", .kind = HW_KIND_NUMBER,
     HW_VALUE(struct hw_run_options, shared)},
    {"--stack", .argument = "BYTES", .help = "local memory of a thread, at least (its stack; 1k where functions are "
     "called)", .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_run_options, stack)},
    {"--arg", .argument = "TYPE:VALUE|buf:NAME=BYTES[:FILE]", .help = "the next parameter: u8 s8 u16 s16 u32 s32 u64 "
     "s64 f32 f64; or a device buffer, zeroed or filled from FILE, whose address is the parameter",
     HW_VALUES(struct hw_run_options, args)},
    {"--params", .argument = "HEX", .help = "the whole parameter block as bytes, in place of --arg",
     HW_VALUE(struct hw_run_options, params)},
    {"--pointer", .argument = "4|8", .help = "bytes of a buffer's parameter where the file does not say (8; 4 in "
     "32-bit ELF)", .words = HW_WORDS({"4", NULL}, {"8", NULL}), HW_VALUE(struct hw_run_options, pointer)},
    {"--print", .argument = "NAME[:TYPE[:COUNT]]|NAME=FILE", .help = "print a buffer, a value a line (u32 unless TYPE "
     "is given); or write its bytes to a file", HW_VALUES(struct hw_run_options, prints)},
    HW_OPTIONS_END,
};

const struct hw_option hw_run_memory_rows[] = {
    {"--buf", .argument = "NAME=BYTES[:FILE]", .help = "a device buffer that is no parameter (for --texture)",
     HW_VALUES(struct hw_run_options, buffers)},
    {"--map", .argument = "ADDRESS=BYTES[:FILE]", .help = "device memory at a fixed address",
     HW_VALUES(struct hw_run_options, maps)},
    {"--dump", .argument = "ADDRESS:BYTES=FILE", .help = "write device memory after the launch",
     HW_VALUES(struct hw_run_options, dumps)},
    {"--const", .argument = "BANK:OFFSET=HEX|BANK:OFFSET=@FILE", .help = "bytes of a constant bank in hexadecimal, or "
     "from a file", HW_VALUES(struct hw_run_options, consts)},
    {"--symbol", .argument = "NAME=ADDRESS", .help = "put a global variable of the file, or one that it does not "
     "define, there; memory at that place is --map's", HW_VALUES(struct hw_run_options, symbols)},
    {"--texture", .argument = "UNIT=BUFFER:SIZE:FORMAT[:OPTION...]", .help = "bind a texture: SIZE is W, WxH or WxHxD; "
     "FORMAT u8 s8 u16 s16 u32 s32 f16 f32 unorm8 snorm8 unorm16 snorm16, with x2 or x4; options: linear point, wrap "
     "clamp mirror border, normalized, normalized-read, pitch=N, layers=N, cube, levels=N, blend-levels, "
     "level-bias=X, least-level=X, most-level=X; to code that takes handles (sm_20 on) UNIT is the slot, the handle "
     "or the name, of a texture and of a surface", HW_VALUES(struct hw_run_options, textures)},
    HW_OPTIONS_END,
};

const struct hw_option hw_run_execution_rows[] = {
    {"--workers", .argument = "N", .help = "host threads, 0: one a processor; the result does not depend on it, "
     "unless blocks race through plain loads and stores: then 1 gives the same result each time",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_run_options, workers)},
    {"--turn", .argument = "N", .help = "let the next warp run after N instructions; 1 for kernels that count on warps "
     "advancing together without a barrier", .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_run_options, turn)},
    {"--order", .argument = "SEED", .help = "draw the turns of warps and blocks from a number: what a kernel does "
     "wrong may show with one and not with another; with --workers 1 the same each time; 0: none is drawn; free: "
     "several workers run what one would because atomics return their values",
     HW_VALUE(struct hw_run_options, order)},
    {"--async", .argument = "early|late|SEED", .help = "when asynchronous copies are done: where they are issued (early); "
     "or as late as the kernel's waits allow, which shows a wait that is missing; or at points that are drawn from a "
     "number", HW_VALUE(struct hw_run_options, async)},
    {"--max-instructions", .argument = "N", .help = "stop a block that executes more warp instructions",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_run_options, max_instructions)},
    {"--strict", .help = "stop where a file or the hardware's documents leave something open; without it, 64-bit and "
     "128-bit accesses need the alignment of a word only (with a warning), a text cubin's kernel has the whole l[] "
     "and, unless --shared is given, the whole s[] of a chip, and instructions with unknown bits run as if these "
     "were 0 (with a warning); accesses behind a block's shared memory, and lanes that others of a warp cannot come "
     "to, go on where chips let them (with a warning); with it, warnings tell of barriers at which warps arrive with "
     "a part of their lanes, and of atomics in local memory", HW_FLAG(struct hw_run_options, strict)},
    {"--stats", .help = "counts, on standard error", HW_FLAG(struct hw_run_options, stats)},
    HW_MANGLED_OPTION(struct hw_run_options),
    {"--trace", .help = "every instruction with its lanes and what it wrote, on standard error",
     HW_FLAG(struct hw_run_options, trace)},
    HW_OPTIONS_END,
};
/* clang-format on */

bool hw_run_options(struct hw_run_options *options, const struct hw_command *command, void *values, int argc,
                    char **argv, int *status)
{
    struct hw_list operands = {.count = 0};

    if (!hw_args_parse(argc, argv, command, values, &operands, status))
        return false;
    options->file = operands.item[0];
    if (options->mangled)
        hw_names_show_mangled();
    if (!options->file)
        *status = hw_usage_error(command->name, "expected a FILE");
    else if (hw_environment(HW_ENVIRONMENT_FAIL)) /* nobody would count */
        *status = hw_usage_error(command->name, "HALFWARP_FAIL is for a program: `halfwarp %s -- PROGRAM`",
                                 command->name);
    else if (options->params && options->args.count)
        *status = hw_usage_error(command->name, "--params and --arg exclude each other");
    return *status == HW_EXIT_DONE;
}

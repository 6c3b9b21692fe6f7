/* SPDX-License-Identifier: MIT */
/* This file parses the command line of `run`. */
#include "cli/run.h"

#include <string.h>

/* A line of the text is a line here. */
/* clang-format off */
const char hw_run_help[] =
    "usage: halfwarp run FILE [-k KERNEL] --grid X[,Y[,Z]] --block X[,Y[,Z]] [--arg ARG]... [--print BUF]...\n"
    "                    [OPTION]...\n"
    "       halfwarp run LISTING --type vp|gp|fp [--attribute WORD=VALUES]... [--varying WORD=VALUES]...\n"
    "                    [--triangle X,Y,X,Y,X,Y --size WxH] [--outputs N] [OPTION]...\n"
    "       halfwarp run [--chip NAME] [--memory SIZE] [--workers N] [--strict] [--log[=WORDS]] [--log-file FILE]\n"
    "                    [--summary] [--] PROGRAM [ARGUMENT]...\n"
    "\n"
    "Run a kernel of a cubin and print buffers afterwards.  FILE may also be a fatbin, program, library or object\n"
    "file: the cubin that has the kernel and suits the chip best is taken; or a listing, which is assembled.\n"
    "\n"
    "  -k KERNEL           the kernel; may be left out where the file has one\n"
    "  --target NAME       the cubin for this chip (sm_52)\n"
    "  --grid, --block     blocks of the grid, threads of a block; 1 where left out\n"
    "  --arg TYPE:VALUE    the next parameter: u8 s8 u16 s16 u32 s32 u64 s64 f32 f64\n"
    "  --arg buf:NAME=BYTES[:FILE]   a device buffer, zeroed or filled from FILE; its address is the parameter\n"
    "  --buf NAME=BYTES[:FILE]       a device buffer that is no parameter (for --texture)\n"
    "  --pointer 4|8       bytes of a buffer's parameter where the file does not say (8; 4 in 32-bit ELF)\n"
    "  --print NAME[:TYPE[:COUNT]]   print a buffer, a value a line (u32 unless TYPE is given)\n"
    "  --print NAME=FILE   write a buffer's bytes\n"
    "  --shared BYTES      shared memory beyond what the kernel declares\n"
    "  --stack BYTES       local memory of a thread, at least (its stack; 1k where functions are called)\n"
    "  --chip NAME         the chip; the oldest that the file's code runs on\n"
    "  --params HEX        the whole parameter block as bytes, in place of --arg\n"
    "  --map ADDRESS=BYTES[:FILE]    device memory at a fixed address\n"
    "  --dump ADDRESS:BYTES=FILE     write device memory after the launch\n"
    "  --const BANK:OFFSET=HEX       bytes of a constant bank in hexadecimal, or from a file: BANK:OFFSET=@FILE\n"
    "  --symbol NAME=ADDRESS         put a global variable of the file, or one that it does not define, there; memory\n"
    "                      at that place is --map's\n"
    "  --texture UNIT=BUFFER:SIZE:FORMAT[:OPTION...]\n"
    "                      bind a texture: SIZE is W, WxH or WxHxD; FORMAT u8 s8 u16 s16 u32 s32 f16 f32 unorm8\n"
    "                      snorm8 unorm16 snorm16, with x2 or x4; options: linear point, wrap clamp mirror border,\n"
    "                      normalized, normalized-read, pitch=N, layers=N, cube, levels=N, blend-levels, level-bias=X,\n"
    "                      least-level=X, most-level=X; to code that takes handles (sm_20 on) UNIT is the slot, the handle\n"
    "                      or the name, of a texture and of a surface\n"
    "  --workers N         host threads, 0: one a processor; the result does not depend on it, unless blocks race\n"
    "                      through plain loads and stores: then 1 gives the same result each time\n"
    "  --turn N            let the next warp run after N instructions; 1 for kernels that count on warps advancing\n"
    "                      together without a barrier\n"
    "  --order SEED        draw the turns of warps and blocks from a number: what a kernel does wrong may show\n"
    "                      with one and not with another; with --workers 1 the same each time; 0: none is drawn;\n"
    "                      free: several workers run what one would because atomics return their values\n"
    "  --max-instructions N   stop a block that executes more warp instructions\n"
    "  --strict            stop where a file or the hardware's documents leave something open; without it, 64-bit and\n"
    "                      128-bit accesses need the alignment of a word only (with a warning), a text cubin's\n"
    "                      kernel has the whole l[] and, unless --shared is given, the whole s[] of a chip, and\n"
    "                      instructions with unknown bits run as if these were 0 (with a warning); accesses\n"
    "                      behind a block's shared memory, and lanes that others of a warp cannot come to, go on\n"
    "                      where chips let them (with a warning); with it, warnings tell of barriers at which\n"
    "                      warps arrive with a part of their lanes, and of atomics in local memory\n"
    "  --lanes 16|32       threads of a warp, on chips of sm_1x\n"
    "  --methods           bring the launch to a channel by methods, as a driver does (sm_1x; docs/methods.md)\n"
    "  --show-methods      print that as a stream for `halfwarp push`, and run nothing\n"
    "  --type vp|gp|fp     a graphics program of sm_1x by itself (docs/graphics.md): vertices, primitives or fragments\n"
    "  --attribute WORD=VALUES       a word of input of each vertex: values with commas between them, floats where they have\n"
    "                      a point, or @FILE of words; one value is for all\n"
    "  --varying WORD=VALUES         the same of each fragment, or of a triangle's three corners\n"
    "  --count N           vertices, primitives or fragments; as many as there are values\n"
    "  --vertices N        of a primitive; 3\n"
    "  --emits N           vertices that a geometry program may emit; 32\n"
    "  --triangle X,Y,X,Y,X,Y        the fragments are those of this triangle, places in pixels\n"
    "  --size WxH, --samples 1|4     the picture that it lies in, and samples of a pixel\n"
    "  --outputs N[:TYPE]  words of output that are kept and printed: 4, as f32, or u32, s32\n"
    "  --image FILE        write a triangle's picture (PPM) in place of printing: outputs 0 to 2 are red, green, blue\n"
    "  --stats             counts, on standard error\n"
    "  --trace             every instruction with its lanes and what it wrote, on standard error\n"
    "\n"
    "The third form runs an unmodified CUDA program that needs libcudart or libcuda, on our libraries (docs/cuda.md).  NAME may\n"
    "be a list, a device each; --log prints a line for each launch, --summary a table at the end.  A line with -k, --grid or\n"
    "--block is of the first form, unless `--` stands before the file.\n"
    "\n"
    "Sizes take k and m.  A kernel's fault is reported on standard error; the exit status is 1 then.\n"
    "\n"
    "  halfwarp run saxpy.cubin --grid 4 --block 256 --arg u32:1024 --arg f32:2 --arg buf:x=4k:x.bin --arg buf:y=4k --print y:f32:8\n"
    "  halfwarp run saxpy.cubin --grid 4 --block 256 --arg u32:1024 --arg f32:2 --arg buf:x=4k:x.bin --arg buf:y=4k --show-methods\n"
    "  halfwarp run k.cubin --block 32 --params 0001000000000000 --map 0x100=256 --dump 0x100:256=out.bin\n"
    "  halfwarp run lookup.cubin --const 5:0x10=0000803f --const 3:0=@table.bin --symbol counters=0x300000000 --map 0x300000000=64\n"
    "  halfwarp run shade.hwasm --type fp --triangle 1,1,15,2,4,14 --size 16x16 --varying 0=0,1,0.5 --image shade.ppm\n"
    "  halfwarp run move.hwasm --type vp --attribute 0=1.0,2.0,3.0 --attribute 1=0.5 --outputs 2\n"
    "  halfwarp run program -k scale --target sm_61 --grid 2,2 --block 8,8,4 --arg buf:x=8k:x.bin --print x=out.bin\n";
/* clang-format on */

#define MOST_OPTIONS 64

bool hw_run_options(struct hw_run_options *options, const char *help, const struct hw_option *more,
                    size_t count, int argc, char **argv, int *status)
{
    struct hw_list operands = {.count = 0};
    const struct hw_option common[] = {
        {"-k", .value = &options->kernel},
        {"--chip", .value = &options->chip},
        {"--target", .value = &options->target},
        {"--grid", .value = &options->grid},
        {"--block", .value = &options->block},
        {"--shared", .value = &options->shared},
        {"--stack", .value = &options->stack},
        {"--params", .value = &options->params},
        {"--workers", .value = &options->workers},
        {"--turn", .value = &options->turn},
        {"--order", .value = &options->order},
        {"--max-instructions", .value = &options->max_instructions},
        {"--pointer", .value = &options->pointer},
        {"--arg", .list = &options->args},
        {"--buf", .list = &options->buffers},
        {"--print", .list = &options->prints},
        {"--map", .list = &options->maps},
        {"--dump", .list = &options->dumps},
        {"--texture", .list = &options->textures},
        {"--const", .list = &options->consts},
        {"--symbol", .list = &options->symbols},
        {"--stats", .flag = &options->stats},
        {"--trace", .flag = &options->trace},
        {"--strict", .flag = &options->strict},
    };
    const size_t common_count = sizeof common / sizeof *common;
    struct hw_option table[MOST_OPTIONS];

    memcpy(table, common, sizeof common);
    if (count)
        memcpy(table + common_count, more, count * sizeof *more);
    if (!hw_args_parse(argc, argv, help, table, common_count + count, &operands, 1, status))
        return false;
    options->file = operands.item[0];
    if (!options->file)
        *status = hw_usage_error(options->command, "expected a FILE");
    else if (options->params && options->args.count)
        *status = hw_usage_error(options->command, "--params and --arg exclude each other");
    return *status == HW_EXIT_DONE;
}

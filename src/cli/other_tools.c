/* SPDX-License-Identifier: MIT */
/* See other_tools.h.  The names are those of NVIDIA's documents: CUDA Binary Utilities (nvdisasm, cuobjdump),
 * the nvcc guide, the CLI guides of Nsight Compute, Nsight Systems, nvprof and Compute Sanitizer. */
#include "cli/other_tools.h"

#include <stdbool.h>
#include <string.h>

/* Rows for one subcommand stand before those for any. */
/* clang-format off */
static const struct hw_other_tool options[] = {
    /* nvdisasm */
    {NULL, "-hex --print-instruction-encoding -hex-dump", "nvdisasm", "`halfwarp dis FILE --hex`"},
    {"dis", "-c --print-code", "nvdisasm", "`halfwarp dis FILE` prints code; it needs no option"},
    {"dis", "-g --print-line-info", "nvdisasm", "`halfwarp dis FILE --source`"},
    {"dis", "-gi --print-line-info-inline", "nvdisasm", "`halfwarp dis FILE --source=inlined`"},
    {"dis", "-gp --print-line-info-ptx", "nvdisasm", "`halfwarp dis FILE --source=ptx`"},
    {NULL, "-poff --print-instr-offsets-cfg", "nvdisasm", "`halfwarp dis FILE --cfg --hex`"},
    {"dis", "-cuda-function-index --cuda-function-index", "nvdisasm", "`halfwarp dis FILE -n NUMBER`"},
    {"dis", "--emit-json -emit-json", "nvdisasm", "`halfwarp dis FILE --json`"},
    {NULL, "-sort --sort-functions -findex", "nvdisasm and cuobjdump", "`halfwarp dis FILE -n NUMBER`; kernels are in the order of the file"},
    {"dis", "-optf --options-file", "nvdisasm", "the shell: `halfwarp dis $(cat FILE)`"},
    {NULL, "-plr --print-life-ranges -lrm --life-range-mode", "nvdisasm", "`halfwarp dis FILE --live`, --live=narrow or --live=count"},
    {NULL, "-cfg --output-control-flow-graph", "nvdisasm", "`halfwarp dis FILE --cfg --extended`, --cfg=svg for a picture"},
    {NULL, "-bbcfg --output-control-flow-graph-with-basic-blocks", "nvdisasm", "`halfwarp dis FILE --cfg`, --cfg=svg for a picture"},
    {"dis", "-b --binary -raw --print-raw", "nvdisasm", "`halfwarp dis --isa sm_52 --raw FILE`"},
    {NULL, "-base --base-address", "nvdisasm", "`halfwarp dis --isa sm_52 --raw --base ADDRESS FILE`"},
    {NULL, "-fun --function-index --function", "nvdisasm and cuobjdump", "`halfwarp dis FILE -k KERNEL`, or -n NUMBER"},
    {NULL, "-sf --separate-functions", "nvdisasm", "`halfwarp dis FILE` has each kernel by itself; -k KERNEL prints one"},
    {NULL, "-ndf --no-dataflow -novliw --no-vliw", "nvdisasm", "`halfwarp dis FILE`: it needs no option"},
    /* cuobjdump */
    {NULL, "-sass --dump-sass", "cuobjdump", "`halfwarp dis FILE`, with --target sm_NN or --all where a file has several cubins"},
    {"info", "-ptx --ptx --dump-ptx", "cuobjdump", "`halfwarp extract FILE --ptx -o FOLDER`"},
    {"dis", "-ptx --ptx --dump-ptx", "cuobjdump", "`halfwarp extract FILE --ptx -o FOLDER`"},
    {"extract", "-ptx --dump-ptx", "cuobjdump", "`halfwarp extract FILE --ptx -o FOLDER`"},
    {"extract", "-elf --dump-elf", "cuobjdump", "`halfwarp extract FILE --cubins -o FOLDER`"},
    {NULL, "-elf --dump-elf", "cuobjdump", "`halfwarp info FILE --elf`"},
    {NULL, "-symbols --dump-elf-symbols", "cuobjdump", "`halfwarp info FILE --symbols`"},
    {NULL, "-res-usage --dump-resource-usage", "cuobjdump", "`halfwarp info FILE --res-usage`"},
    {NULL, "-lelf --list-elf -lptx --list-ptx -ltext --list-text -all --all-fatbin", "cuobjdump", "`halfwarp extract FILE` lists all that a file holds"},
    {NULL, "-xelf --extract-elf -xptx --extract-ptx -xtext --extract-text", "cuobjdump", "`halfwarp extract FILE -o FOLDER`, with --target, -k, --cubins or --ptx"},
    {"dis", "-arch --arch --gpu-architecture", "cuobjdump", "`--target sm_52`"},
    {"info", "-arch --arch --gpu-architecture", "cuobjdump", "`halfwarp info FILE` lists all; `halfwarp dis FILE --target sm_52` prints one"},
    {"extract", "-arch --arch --gpu-architecture", "cuobjdump", "`--target sm_52`"},
    {"run", "-arch --arch --gpu-architecture", "nvcc", "`--chip NAME`, or `--target sm_52` where a file has several cubins"},
    {"time", "-arch --arch --gpu-architecture", "nvcc", "`--chip NAME`, or `--target sm_52` where a file has several cubins"},
    {"link", "-arch --arch --gpu-architecture", "nvlink", "`--target sm_52`"},
    {NULL, "-arch --arch --gpu-architecture --gpu-name", "nvcc", "`--isa sm_52`, or `--chip NAME`"},
    /* fatbinary */
    {"fatbin", "-create --create", "fatbinary", "`halfwarp fatbin FILE... -o OUT`"},
    {"fatbin", "-image --image --image3 -image3", "fatbinary", "the files themselves: `halfwarp fatbin FILE... -o OUT`"},
    /* nvcc and ptxas */
    {NULL, "-gencode --generate-code -code --gpu-code", "nvcc", "`--target sm_52,sm_61` has code for each of them"},
    {"c++", "-ptx --ptx -cubin --cubin -fatbin --fatbin", "nvcc", "`halfwarp cc FILE --target sm_52 -o OUT` makes a cubin, for several targets a fatbin, with --ptx the PTX in it"},
    {NULL, "-ptx -cubin --cubin -fatbin --fatbin", "nvcc", "`halfwarp cc FILE --target sm_52 -o OUT` makes a cubin, for several targets a fatbin, with --ptx the PTX in it"},
    {NULL, "-dc --device-c -rdc --relocatable-device-code", "nvcc", "`halfwarp cc FILE -c --target sm_52` makes relocatable code, `halfwarp link` links it"},
    {NULL, "-dlink --device-link -dlto --dlink-time-opt", "nvcc", "`halfwarp link FILE... -o OUT`"},
    {NULL, "-Xptxas --ptxas-options", "nvcc", "options of ptxas are the command's own: `-v`, `--maxrregcount N`, `-O LEVEL`"},
    {NULL, "-ccbin --compiler-bindir", "nvcc", "the clang of this machine compiles; the variable HALFWARP_CLANG names another"},
    {NULL, "-cudart --cudart -cudadevrt --cudadevrt", "nvcc", "programs of `halfwarp c++` have our libcudart, which is shared"},
    {NULL, "-arch-list --list-gpu-arch --list-gpu-code", "nvcc", "`halfwarp chips`"},
    {NULL, "--expt-relaxed-constexpr -expt-relaxed-constexpr --extended-lambda -extended-lambda --expt-extended-lambda", "nvcc", "clang has that without an option"},
    {NULL, "-keep --keep -save-temps --save-temps -dryrun --dryrun", "nvcc", "`halfwarp c++ -v` prints what is run"},
    {NULL, "-run --run", "nvcc", "`halfwarp c++ FILE.cu -o PROGRAM`, then `halfwarp run ./PROGRAM`"},
    {NULL, "-x --x", "nvcc", "a file's name says what it is: .cu is CUDA C++, .ptx is PTX"},
    {NULL, "-lto --link-time-opt", "nvcc", "leave it out: each file is compiled to machine code"},
    {NULL, "-t --threads --split-compile -split-compile", "nvcc", "leave it out"},
    /* ncu, nsys, nvprof */
    {NULL, "--section --list-sections --page --details-all --print-details", "ncu", "`halfwarp time FILE ...` prints all that it knows; --report FILE has it as a page, --metrics LIST by nvprof's names"},
    {NULL, "--list-metrics", "ncu", "`halfwarp time --query-metrics`"},
    {NULL, "-s --launch-skip --launch-count --kernel-id --kernel-name-base --kernel-regex", "ncu", "every launch of a program is timed: `halfwarp time --print-gpu-trace -- PROGRAM` lists them"},
    {"time", "-c", "ncu", "every launch of a program is timed: `halfwarp time --print-gpu-trace -- PROGRAM` lists them"},
    {NULL, "--target-processes --replay-mode --clock-control --cache-control --nvtx --profile-from-start", "ncu", "leave it out: nothing is replayed, and clocks are those of --chip"},
    {NULL, "--export --import -f --force-overwrite --force-export", "ncu", "`halfwarp time ... --json`, `--report FILE` or `-o FILE`"},
    {NULL, "--print-summary --print-gpu-summary --print-summary-per-gpu --gpu-summary", "nsys and nvprof", "`halfwarp time -- PROGRAM` prints the summary"},
    {NULL, "--print-api-trace --print-api-summary --trace", "nsys and nvprof", "`halfwarp run --log=calls -- PROGRAM`"},
    {NULL, "--analysis-metrics --export-profile", "nvprof", "`halfwarp time --metrics all -- PROGRAM`"},
    /* compute-sanitizer, cuda-memcheck */
    {NULL, "--tool", "compute-sanitizer", "each access of each run is checked; `HALFWARP_GUARD=1 halfwarp run --strict -- PROGRAM` is stricter, and --order SEED draws orders in which races of a kernel show"},
    {NULL, "--leak-check --check-api-memory-access --report-api-errors", "compute-sanitizer", "`halfwarp run --log=errors -- PROGRAM` says which calls fail"},
    {NULL, "--error-exitcode --print-limit --destroy-on-device-error --racecheck-report --track-unused-memory --show-backtrace", "compute-sanitizer", "leave it out: a kernel's fault is reported, and its call fails"},
    /* nvidia-smi */
    {"smi", "-q --query -i --id", "nvidia-smi", "`halfwarp smi --json` has all fields of all devices"},
    {"smi", "-l --loop -lms --loop-ms -pm --persistence-mode -pl --power-limit -r --gpu-reset", "nvidia-smi", "leave it out: there is no card whose state could change"},
};

static const struct hw_other_tool commands[] = {
    {NULL, "nvdisasm", NULL, "`halfwarp dis FILE`"},
    {NULL, "cuobjdump", NULL, "`halfwarp info FILE`, or `halfwarp dis FILE` for the code"},
    {NULL, "nvcc", NULL, "`halfwarp c++ FILE.cu -o PROGRAM`, or `halfwarp cc FILE.cu --target sm_52` for a cubin"},
    {NULL, "ptxas", NULL, "`halfwarp cc FILE.ptx --target sm_52 -o OUT`"},
    {NULL, "nvlink", NULL, "`halfwarp link FILE... -o OUT`"},
    {NULL, "fatbinary", NULL, "`halfwarp fatbin FILE... -o OUT`"},
    {NULL, "cu++filt", NULL, "`halfwarp info FILE`, which shows the names of kernels"},
    {NULL, "ncu", NULL, "`halfwarp time FILE ...` for a kernel, `halfwarp time -- PROGRAM` for a program"},
    {NULL, "nsys", NULL, "`halfwarp time -- PROGRAM`"},
    {NULL, "nvprof", NULL, "`halfwarp time -- PROGRAM`"},
    {NULL, "profile", NULL, "`halfwarp time -- PROGRAM`"},
    {NULL, "compute-sanitizer", NULL, "`HALFWARP_GUARD=1 halfwarp run --strict -- PROGRAM`"},
    {NULL, "cuda-memcheck", NULL, "`HALFWARP_GUARD=1 halfwarp run --strict -- PROGRAM`"},
    {NULL, "cuda-gdb", NULL, "`halfwarp run FILE -k KERNEL --trace`: there is no debugger yet"},
    {NULL, "nvprune", NULL, "`halfwarp extract FILE --target sm_52 -o FOLDER`, and `halfwarp fatbin` of what is to stay"},
    {NULL, "nvidia-smi", NULL, "`halfwarp smi`"},
    {NULL, "compile", NULL, "`halfwarp cc FILE` for a cubin, `halfwarp c++ FILE` for a program"},
    {NULL, "disassemble", NULL, "`halfwarp dis FILE`"},
    {NULL, "assemble", NULL, "`halfwarp as FILE`"},
};
/* clang-format on */

/* Whether a list with blanks between its words has one of these characters. */
static bool has_word(const char *list, const char *word, size_t word_length)
{
    for (size_t length; (length = strcspn(list, " ")) > 0; list += length + (list[length] == ' '))
        if (length == word_length && strncmp(list, word, length) == 0)
            return true;
    return false;
}

const struct hw_other_tool *hw_other_option(const char *command, const char *word)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if ((!options[i].command || strcmp(options[i].command, command) == 0) &&
            has_word(options[i].typed, word, strcspn(word, "=")))
            return &options[i];
    return NULL;
}

const struct hw_other_tool *hw_other_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (has_word(commands[i].typed, name, strlen(name)))
            return &commands[i];
    return NULL;
}

const struct hw_other_tool *hw_other_option_at(size_t index)
{
    return index < sizeof options / sizeof *options ? &options[index] : NULL;
}

const struct hw_other_tool *hw_other_command_at(size_t index)
{
    return index < sizeof commands / sizeof *commands ? &commands[index] : NULL;
}

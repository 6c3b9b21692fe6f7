/* halfwarp run: launch a kernel of a file, print what it left. */
/* summary: run a kernel */
#include "cli/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off: a line of the text is a line here */
static const char help[] =
    "usage: halfwarp run FILE [-k KERNEL] --grid X[,Y[,Z]] --block X[,Y[,Z]] [--arg ARG]... [--print "
    "BUF]...\n"
    "                    [OPTION]...\n"
    "\n"
    "Run a kernel of a cubin (text or ELF) and print buffers afterwards.\n"
    "\n"
    "  -k KERNEL           the kernel; may be left out where the file has one\n"
    "  --grid, --block     blocks of the grid, threads of a block; 1 where left out\n"
    "  --arg TYPE:VALUE    the next parameter: u8 s8 u16 s16 u32 s32 u64 s64 f32 f64\n"
    "  --arg buf:NAME=BYTES[:FILE]   a device buffer, zeroed or filled from FILE; its address is the "
    "parameter\n"
    "  --buf NAME=BYTES[:FILE]       a device buffer that is no parameter (for --texture)\n"
    "  --pointer 4|8       bytes of a buffer's parameter where the file does not say (8; 4 in 32-bit ELF)\n"
    "  --print NAME[:TYPE[:COUNT]]   print a buffer, a value a line (u32 unless TYPE is given)\n"
    "  --print NAME=FILE   write a buffer's bytes\n"
    "  --shared BYTES      shared memory beyond what the kernel declares\n"
    "  --chip NAME         the chip; the oldest that the file's code runs on\n"
    "  --params HEX        the whole parameter block as bytes, in place of --arg\n"
    "  --map ADDRESS=BYTES[:FILE]    device memory at a fixed address\n"
    "  --dump ADDRESS:BYTES=FILE     write device memory after the launch\n"
    "  --texture UNIT=BUFFER:SIZE:FORMAT[:OPTION...]\n"
    "                      bind a texture: SIZE is W, WxH or WxHxD; FORMAT u8 s8 u16 s16 u32 s32 f16 f32 "
    "unorm8\n"
    "                      snorm8 unorm16 snorm16, with x2 or x4; options: linear point, wrap clamp mirror "
    "border,\n"
    "                      normalized, normalized-read, pitch=N\n"
    "  --workers N         host threads; the result does not depend on it\n"
    "  --max-instructions N   stop a block that executes more warp instructions\n"
    "  --strict            stop where a file or the hardware's documents leave a limit open; without it, "
    "accesses\n"
    "                      need not be aligned to their whole size (with a warning), and a text cubin's "
    "kernel\n"
    "                      has the whole l[] and, unless --shared is given, the whole s[] of a chip\n"
    "  --stats             counts, on standard error\n"
    "  --trace             every instruction with its lanes and what it wrote, on standard error\n"
    "\n"
    "Sizes take k and m.  A kernel's fault is reported on standard error; the exit status is 1 then.\n"
    "\n"
    "  halfwarp run saxpy.cubin --grid 4 --block 256 --arg f32:2 --arg buf:x=4k:x.bin --arg buf:y=4k --print "
    "y:f32:8\n"
    "  halfwarp run k.cubin --block 32 --params 0001000000000000 --map 0x100=256 --dump 0x100:256=out.bin\n";
/* clang-format on */

#define LIST_MAX 256

struct list {
    const char *item[LIST_MAX];
    unsigned count;
};

struct options {
    const char *file, *kernel, *chip, *grid, *block, *shared, *params, *workers, *max_instructions, *pointer;
    struct list args, buffers, prints, maps, dumps, textures;
    bool stats, trace, strict;
};

/* Options that take a value, once or many times. */
static bool take_value(struct options *options, struct hw_args *args, int *status)
{
    const struct {
        const char *name;
        const char **one;
        struct list *many;
    } table[] = {
        {"-k", &options->kernel, NULL},          {"--chip", &options->chip, NULL},
        {"--grid", &options->grid, NULL},        {"--block", &options->block, NULL},
        {"--shared", &options->shared, NULL},    {"--params", &options->params, NULL},
        {"--workers", &options->workers, NULL},  {"--max-instructions", &options->max_instructions, NULL},
        {"--pointer", &options->pointer, NULL},  {"--arg", NULL, &options->args},
        {"--buf", NULL, &options->buffers},      {"--print", NULL, &options->prints},
        {"--map", NULL, &options->maps},         {"--dump", NULL, &options->dumps},
        {"--texture", NULL, &options->textures},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (!hw_args_is(args, table[i].name))
            continue;
        const char *value = hw_args_value(args);
        if (!value)
            *status = HW_EXIT_USAGE;
        else if (table[i].one)
            *table[i].one = value;
        else if (table[i].many->count < LIST_MAX)
            table[i].many->item[table[i].many->count++] = value;
        else
            *status =
                hw_usage_error("run", "%s is given too often: at most %d times", table[i].name, LIST_MAX);
        return true;
    }
    return false;
}

/* Read the command line; HW_EXIT_DONE when it is right. */
static int parse(struct options *options, int argc, char **argv)
{
    struct hw_args args;
    int status = HW_EXIT_DONE;

    hw_args_begin(&args, argc, argv);
    while (status == HW_EXIT_DONE && hw_args_next(&args)) {
        if (take_value(options, &args, &status))
            continue;
        if (hw_args_is(&args, "--stats"))
            options->stats = true;
        else if (hw_args_is(&args, "--trace"))
            options->trace = true;
        else if (hw_args_is(&args, "--strict"))
            options->strict = true;
        else if (!args.option && !options->file)
            options->file = args.value;
        else
            status = hw_args_unknown(&args);
    }
    if (status == HW_EXIT_DONE && !options->file)
        status = hw_usage_error("run", "expected a FILE");
    if (status == HW_EXIT_DONE && options->params && options->args.count)
        status = hw_usage_error("run", "--params and --arg exclude each other");
    return status;
}

/* Everything of one run. */
struct run {
    const struct options *options;
    struct hw_module *module;
    const struct hw_kernel *kernel;
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_run_buffers buffers;
    struct hw_texture texture[HW_TEXTURES];
    struct hw_launch launch;
    uint8_t params[256];
    uint32_t param_bytes;
};

/* Whether the file is a program for the host, with no GPU code as its outermost layer. */
static bool is_host_program(const uint8_t *data, size_t size)
{
    const unsigned cuda = 190; /* the ELF machine number of GPU code */
    return size > 20 && memcmp(data, "\177ELF", 4) == 0 && (data[18] | (unsigned)data[19] << 8) != cuda;
}

static hw_status open_kernel(struct run *run, struct hw_error *error)
{
    const struct options *options = run->options;
    void *data;
    size_t size;
    hw_status status = hw_read_file(options->file, HW_FILE_MAX, &data, &size, error);
    if (status != HW_OK)
        return status;
    if (is_host_program(data, size))
        status = hw_fail(error, HW_ERR_UNSUPPORTED, "cli",
                         "this is a program for the host; this version runs kernels of "
                         "cubins, not unmodified CUDA programs");
    else
        status = hw_module_read(data, size, &run->module, error);
    free(data);
    if (status != HW_OK)
        return status;
    run->kernel = hw_module_find_kernel(run->module, options->kernel);
    if (!run->kernel && options->kernel)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no kernel '%s' in this file",
                       options->kernel);
    if (!run->kernel)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no kernel in this file");
    if (!options->kernel && run->module->kernel_count > 1)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "the file has %zu kernels; name one with -k",
                       run->module->kernel_count);
    return HW_OK;
}

static hw_status prepare_launch(struct run *run, struct hw_error *error)
{
    const char *name = run->options->chip ? run->options->chip : run->module->target;
    const struct hw_chip_info *chip, *code_chip;
    struct hw_target target;
    hw_status status = hw_chip_find(name, &chip, error);

    if (status == HW_OK)
        status = hw_chip_find(run->module->target, &code_chip, error);
    if (status == HW_OK && chip->capability < code_chip->capability)
        status = hw_fail(error, HW_ERR_LAUNCH, "cli", "the code is for %s; chip %s is sm_%u",
                         run->module->target, chip->name, chip->capability);
    if (status == HW_OK)
        status = hw_target_find(chip->variant, &target, error);
    if (status == HW_OK)
        status = hw_memory_create(&run->memory, error);
    if (status == HW_OK)
        status = hw_image_load(&run->image, run->module, run->kernel, run->memory, error);
    if (status != HW_OK)
        return status;
    hw_launch_init(&run->launch, &target, chip, run->memory);
    hw_image_bind(&run->image, &run->launch);
    run->buffers.memory = run->memory;
    return HW_OK;
}

/* What nobody says is not limited: text cubins give neither the dynamic shared memory of a launch nor the
 * unit of their local memory size, and how the chips treat misaligned wide accesses is not known. */
static void open_limits(struct run *run)
{
    struct hw_launch *launch = &run->launch;

    launch->flags |= HW_LAUNCH_PERMISSIVE;
    if (run->module->container != HW_CONTAINER_TEXT)
        return;
    if (launch->local_bytes)
        launch->local_bytes = launch->chip->local_per_thread;
    if (!run->options->shared && launch->shared_bytes < launch->chip->shared_per_mp)
        launch->shared_bytes = launch->chip->shared_per_mp;
}

/* Grid and block, limits and switches. */
static hw_status take_numbers(struct run *run, struct hw_error *error)
{
    const struct options *options = run->options;
    struct hw_launch *launch = &run->launch;
    uint32_t grid[3] = {1, 1, 1};
    uint64_t shared = 0, workers = 0;
    hw_status status = HW_OK;

    if (options->grid)
        status = hw_dimensions(options->grid, UINT32_MAX, grid, error);
    if (status == HW_OK && options->block)
        status = hw_dimensions(options->block, UINT32_MAX, launch->block, error);
    if (status == HW_OK && options->shared)
        status = hw_number(options->shared, UINT32_MAX / 2, true, &shared, error);
    if (status == HW_OK && options->workers)
        status = hw_number(options->workers, 256, false, &workers, error);
    if (status == HW_OK && options->max_instructions)
        status = hw_number(options->max_instructions, UINT64_MAX, true, &launch->max_instructions, error);
    if (status != HW_OK)
        return status;
    if (grid[2] != 1)
        return hw_fail(error, HW_ERR_LAUNCH, "cli",
                       "the grid's z is %u; chips of this generation have grids of two dimensions", grid[2]);
    launch->grid[0] = grid[0];
    launch->grid[1] = grid[1];
    launch->workers = (uint32_t)workers;
    if (options->trace) {
        launch->trace = hw_run_trace;
        launch->trace_context = launch;
    }
    /* Extern shared data begins at the next multiple of 16, as compilers place it. */
    if (launch->shared_bytes < 16 + run->param_bytes)
        launch->shared_bytes = 16 + run->param_bytes;
    if (shared)
        launch->shared_bytes = (launch->shared_bytes + 15) / 16 * 16 + (uint32_t)shared;
    if (!options->strict)
        open_limits(run);
    return HW_OK;
}

/* Append a parameter at its natural alignment, or where the file says that it is. */
static hw_status put_param(struct run *run, unsigned number, const uint8_t *bytes, uint32_t count,
                           const char *text, struct hw_error *error)
{
    uint32_t at = (run->param_bytes + count - 1) / count * count;
    if (run->kernel->param_count) {
        if (number >= run->kernel->param_count)
            return hw_fail(error, HW_ERR_RANGE, "cli",
                           "--arg %s is one too many: the kernel has %zu parameters", text,
                           run->kernel->param_count);
        const struct hw_param *param = &run->kernel->params[number];
        for (size_t i = 0; i < run->kernel->param_count; i++)
            if (run->kernel->params[i].ordinal == number)
                param = &run->kernel->params[i];
        if (param->bytes != count)
            return hw_fail(error, HW_ERR_RANGE, "cli",
                           "--arg %s has %u bytes; parameter %u of the kernel has %u", text, count, number,
                           param->bytes);
        at = param->offset;
    }
    if (at + count > sizeof run->params)
        return hw_fail(error, HW_ERR_RANGE, "cli", "the parameters need more than %zu bytes",
                       sizeof run->params);
    memcpy(run->params + at, bytes, count);
    if (at + count > run->param_bytes)
        run->param_bytes = at + count;
    return HW_OK;
}

/* Bytes that a buffer's address has as parameter `number`. */
static hw_status pointer_bytes(const struct run *run, unsigned number, uint32_t *bytes,
                               struct hw_error *error)
{
    *bytes = run->module->container == HW_CONTAINER_ELF32 ? 4 : 8;
    for (size_t i = 0; i < run->kernel->param_count; i++)
        if (run->kernel->params[i].ordinal == number)
            *bytes = run->kernel->params[i].bytes == 4 ? 4 : 8;
    if (!run->options->pointer)
        return HW_OK;
    *bytes = (uint32_t)atoi(run->options->pointer);
    if (*bytes != 4 && *bytes != 8)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "--pointer is %s; expected 4 or 8",
                       run->options->pointer);
    return HW_OK;
}

static hw_status take_arg(struct run *run, unsigned number, const char *text, struct hw_error *error)
{
    uint8_t bytes[8] = {0};
    size_t length = strcspn(text, ":");
    const struct hw_run_type *type = hw_run_type_find(text, length);
    const struct hw_run_buffer *buffer;
    uint32_t count = 8;

    if (text[length] == ':' && type) {
        hw_status status = hw_run_value(type, text + length + 1, bytes, error);
        return status == HW_OK ? put_param(run, number, bytes, type->bytes, text, error) : status;
    }
    if (strncmp(text, "buf:", 4) != 0)
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "`%s` is no argument; expected TYPE:VALUE or buf:NAME=BYTES[:FILE]", text);
    hw_status status = hw_run_buffer_add(&run->buffers, text + 4, &buffer, error);
    if (status == HW_OK)
        status = pointer_bytes(run, number, &count, error);
    if (status != HW_OK)
        return status;
    memcpy(bytes, &buffer->address, 4);
    return put_param(run, number, bytes, count, text, error);
}

/* Parameters, buffers, mapped memory and textures. */
static hw_status take_memory(struct run *run, struct hw_error *error)
{
    const struct options *options = run->options;
    const struct hw_run_buffer *buffer;
    hw_status status = HW_OK;

    for (unsigned i = 0; status == HW_OK && i < options->maps.count; i++)
        status = hw_run_map(&run->buffers, options->maps.item[i], error);
    for (unsigned i = 0; status == HW_OK && i < options->args.count; i++)
        status = take_arg(run, i, options->args.item[i], error);
    for (unsigned i = 0; status == HW_OK && i < options->buffers.count; i++)
        status = hw_run_buffer_add(&run->buffers, options->buffers.item[i], &buffer, error);
    for (unsigned i = 0; status == HW_OK && i < options->textures.count; i++)
        status = hw_run_texture(&run->buffers, run->module, options->textures.item[i], run->texture,
                                &run->launch, error);
    for (unsigned i = 0; status == HW_OK && i < options->prints.count; i++)
        status = hw_run_check_print(&run->buffers, options->prints.item[i], error);
    if (status == HW_OK && options->params)
        status = hw_run_hex(options->params, run->params, sizeof run->params, &run->param_bytes, error);
    run->launch.params = run->params;
    run->launch.param_bytes = run->param_bytes;
    return status;
}

static hw_status print_results(struct run *run, struct hw_error *error)
{
    const struct options *options = run->options;
    hw_status status = HW_OK;
    for (unsigned i = 0; status == HW_OK && i < options->prints.count; i++)
        status = hw_run_print(&run->buffers, options->prints.item[i], error);
    for (unsigned i = 0; status == HW_OK && i < options->dumps.count; i++)
        status = hw_run_dump(&run->buffers, options->dumps.item[i], error);
    return status;
}

static int execute(struct run *run)
{
    struct hw_error error = {.text = ""};
    struct hw_launch_result result = {.fault = {.kind = HW_FAULT_NONE}};
    hw_status status = open_kernel(run, &error);

    if (status == HW_OK)
        status = prepare_launch(run, &error);
    if (status == HW_OK)
        status = take_memory(run, &error);
    if (status == HW_OK)
        status = take_numbers(run, &error);
    if (status == HW_OK)
        status = hw_launch_run(&run->launch, &result, &error);
    if (result.fault.kind != HW_FAULT_NONE)
        hw_run_report_fault(&result.fault);
    if (run->options->stats && result.stats.blocks)
        hw_run_report_stats(&result.stats);
    if (result.stats.misaligned)
        hw_complain(
            "warning: %llu accesses were not aligned to their size; what the hardware does then is not known"
            " (--strict stops there)",
            (unsigned long long)result.stats.misaligned);
    if (status == HW_OK)
        status = print_results(run, &error);
    if (status != HW_OK && result.fault.kind == HW_FAULT_NONE)
        hw_report(run->options->file, NULL, &error);
    return status == HW_OK ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

int hw_cmd_run(int argc, char **argv)
{
    struct options options = {.file = NULL};

    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return HW_EXIT_DONE;
    }
    int status = parse(&options, argc, argv);
    if (status != HW_EXIT_DONE)
        return status;
    struct run *run = calloc(1, sizeof *run);
    if (!run)
        return hw_complain("no memory");
    run->options = &options;
    status = execute(run);
    hw_image_unload(&run->image);
    hw_memory_destroy(run->memory);
    hw_module_free(run->module);
    free(run);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* halfwarp smi: the devices that CUDA programs get, and who runs on them, as nvidia-smi shows cards. */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/smi.h"
#include "cli/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROCESSES_MAX 256

struct smi_options {
    const char *chip, *query, *format;
    bool list, json;
};

/* clang-format off */
static const struct hw_option smi_options[] = {
    {"--chip", .argument = "CHIP,...", .help = "the devices, as HALFWARP_CHIP",
     .kind = HW_KIND_CHIP, HW_VALUE(struct smi_options, chip)},
    {"-L", "--list-gpus", .help = "a line for each device, with its id", HW_FLAG(struct smi_options, list)},
    {"--json", .help = "all fields of all devices, and the processes, as JSON", HW_FLAG(struct smi_options, json)},
    {"--query-gpu", .argument = "LIST", .help = "fields of all devices, for scripts: index, count, name, uuid, "
     "pci.bus_id, driver_version, compute_cap, cores, memory.total, memory.used, memory.free, clocks.sm, "
     "clocks.mem, utilization.gpu; [N/A] for temperature.gpu, power.draw, fan.speed",
     HW_VALUE(struct smi_options, query)},
    {"--format", .argument = "LIST", .help = "of --query-gpu: csv, and noheader, nounits",
     HW_VALUE(struct smi_options, format)},
    HW_OPTIONS_END,
};
/* clang-format on */

static const char *text_of(const struct hw_smi_nvml *nvml, nvmlDevice_t device, const char *field,
                           char text[HW_SMI_TEXT])
{
    return hw_smi_field(field, strlen(field))->read(nvml, device, text) ? text : "N/A";
}

static unsigned list_processes(const struct hw_smi_nvml *nvml, nvmlProcessInfo_t processes[PROCESSES_MAX])
{
    unsigned count = PROCESSES_MAX;
    nvmlDevice_t device;

    if (nvml->device(0, &device) != NVML_SUCCESS ||
        nvml->processes(device, &count, processes) != NVML_SUCCESS)
        return 0;
    return count;
}

/* The tool itself has the library loaded, and is no program on a device. */
static bool is_program(const struct hw_smi_nvml *nvml, unsigned process, char name[HW_SMI_TEXT])
{
    const char *base;

    if (nvml->process_name(process, name, HW_SMI_TEXT) != NVML_SUCCESS)
        return false;
    base = strrchr(name, '/');
    return strcmp(base ? base + 1 : name, "halfwarp") != 0;
}

/* --- for people --- */

static void print_table(const struct hw_smi_nvml *nvml, unsigned count)
{
    char name[HW_SMI_TEXT], bus[HW_SMI_TEXT], used[HW_SMI_TEXT], total[HW_SMI_TEXT], clock[HW_SMI_TEXT];
    char cap[HW_SMI_TEXT], version[HW_SMI_TEXT];
    nvmlProcessInfo_t processes[PROCESSES_MAX];
    nvmlDevice_t device;
    int cuda = 0;

    nvml->driver_version(version, sizeof version);
    nvml->cuda_version(&cuda);
    printf("halfwarp %s, CUDA %d.%d\n\n", version, cuda / 1000, cuda % 1000 / 10);
    printf("%3s  %-34s %4s  %-16s  %9s  %s\n", "GPU", "name", "cap.", "bus", "clock", "memory");
    for (unsigned i = 0; i < count; i++)
        if (nvml->device(i, &device) == NVML_SUCCESS)
            printf("%3u  %-34s %4s  %-16s  %5s MHz  %s of %s MiB\n", i, text_of(nvml, device, "name", name),
                   text_of(nvml, device, "compute_cap", cap), text_of(nvml, device, "pci.bus_id", bus),
                   text_of(nvml, device, "clocks.sm", clock), text_of(nvml, device, "memory.used", used),
                   text_of(nvml, device, "memory.total", total));
    printf("\n%8s  %s\n", "process", "program");
    const unsigned running = list_processes(nvml, processes);
    for (unsigned i = 0; i < running; i++)
        if (is_program(nvml, processes[i].pid, name))
            printf("%8u  %s\n", processes[i].pid, name);
}

static void print_list(const struct hw_smi_nvml *nvml, unsigned count)
{
    char name[HW_SMI_TEXT], id[HW_SMI_TEXT];
    nvmlDevice_t device;

    for (unsigned i = 0; i < count; i++)
        if (nvml->device(i, &device) == NVML_SUCCESS)
            printf("GPU %u: %s (UUID: %s)\n", i, text_of(nvml, device, "name", name),
                   text_of(nvml, device, "uuid", id));
}

/* --- for programs --- */

static void add_device(struct json_object *list, const struct hw_smi_nvml *nvml, nvmlDevice_t device)
{
    struct json_object *object = hw_json_object(list, NULL);
    const struct hw_smi_field *field;
    char text[HW_SMI_TEXT];

    for (unsigned f = 0; (field = hw_smi_field_at(f)) != NULL; f++)
        if (!field->read(nvml, device, text))
            hw_json_null(object, field->names[0]);
        else if (field->number)
            hw_json_number(object, field->names[0], strtoll(text, NULL, 10));
        else
            hw_json_text(object, field->names[0], text);
}

static void print_json(const struct hw_smi_nvml *nvml, unsigned count)
{
    struct json_object *whole = hw_json_object(NULL, NULL), *list = hw_json_list(whole, "devices");
    nvmlProcessInfo_t processes[PROCESSES_MAX];
    nvmlDevice_t device;
    char name[HW_SMI_TEXT];

    for (unsigned i = 0; i < count; i++)
        if (nvml->device(i, &device) == NVML_SUCCESS)
            add_device(list, nvml, device);
    list = hw_json_list(whole, "processes");
    const unsigned running = list_processes(nvml, processes);
    for (unsigned i = 0; i < running; i++)
        if (is_program(nvml, processes[i].pid, name)) {
            struct json_object *object = hw_json_object(list, NULL);
            hw_json_number(object, "pid", processes[i].pid);
            hw_json_text(object, "name", name);
        }
    hw_json_print(whole, stdout);
}

static int run(int argc, char **argv)
{
    struct hw_list operands = {.count = 0};
    struct smi_options options = {.chip = NULL};
    struct hw_smi_nvml nvml;
    struct hw_error error;
    unsigned count = 0;
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_smi, &options, &operands, &status))
        return status;
    if (options.list + options.json + (options.query != NULL) > 1 || !options.query != !options.format)
        return hw_usage_error("smi", "expected one of -L, --json, and --query-gpu with --format");
    if (options.chip && setenv("HALFWARP_CHIP", options.chip, 1) != 0)
        return hw_complain("no memory");
    if (options.chip && hw_values_check(&error) != HW_OK) {
        hw_values_name_option("HALFWARP_CHIP", "--chip", &error);
        return hw_usage_error("smi", "%s", error.text);
    }
    if (hw_smi_open(&nvml, &error) != HW_OK)
        return hw_complain("%s", error.text);
    nvml.count(&count);
    if (options.query && hw_smi_query(&nvml, options.query, options.format, &error) != HW_OK)
        return hw_usage_error("smi", "%s", error.text);
    if (options.json)
        print_json(&nvml, count);
    else if (options.list)
        print_list(&nvml, count);
    else if (!options.query)
        print_table(&nvml, count);
    return HW_EXIT_DONE;
}

/* clang-format off */
const struct hw_command hw_command_smi = {
    .name = "smi",
    .summary = "show the devices that CUDA programs get, as nvidia-smi shows cards",
    .usage = HW_STRINGS(
        "halfwarp smi [--chip CHIP,...] [-L | --json | --query-gpu=FIELD,... --format=csv[,noheader][,nounits]]"),
    .description =
        "Show the devices that `halfwarp run` gives to a program, by NVML (libnvidia-ml.so.1), and the processes "
        "that have our libraries loaded. Each process has devices of its own, so used memory is that of nobody else.",
    .groups = HW_GROUPS(HW_GROUP(NULL, smi_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp smi", "the devices as a table"},
        {"halfwarp smi -L --chip \"gp104,GTX 980\"", "two that a program could be given"},
        {"halfwarp smi --query-gpu=name,memory.total --format=csv,noheader", "for a script"}),
    .pages = HW_STRINGS("docs/cuda.md"),
    .run = run,
};
/* clang-format on */

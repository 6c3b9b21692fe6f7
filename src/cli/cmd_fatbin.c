/* SPDX-License-Identifier: MIT */
/* halfwarp fatbin: cubins of several chips into one file, as it goes into a program for the host. */
/* summary: pack cubins of several chips into a fatbin, the form in which programs carry device code */
#include "cli/cli.h"

#include <halfwarp/archive.h>

#include <stdlib.h>

static const char help[] =
    "usage: halfwarp fatbin FILE... -o OUT\n"
    "\n"
    "Pack ELF cubins, and PTX, into a fatbin.  A program that runs on several chips carries one, from which\n"
    "the CUDA runtime takes the code that fits the chip (examples/cuda shows how a program gets it).\n"
    "`halfwarp info` lists what is in it, `dis` and `run` take it as they take a cubin.\n"
    "\n"
    "  -o OUT   the fatbin; - is standard output\n"
    "\n"
    "  halfwarp as add.sm_20.hwasm --format elf -o add.sm_20.cubin\n"
    "  halfwarp as add.sm_35.hwasm --format elf -o add.sm_35.cubin\n"
    "  halfwarp fatbin add.sm_20.cubin add.sm_35.cubin -o add.fatbin\n";

static int pack(const struct hw_list *files, const char *output)
{
    struct hw_fatbin_part parts[HW_LIST_MAX];
    struct hw_error error;
    uint8_t *fatbin = NULL;
    size_t length;
    unsigned count = 0;
    hw_status status = HW_OK;

    for (; count < files->count && status == HW_OK; count++) {
        void *data = NULL;
        status = hw_read_file(files->item[count], HW_FILE_MAX, &data, &parts[count].length, &error);
        parts[count].bytes = data;
    }
    if (status == HW_OK)
        status = hw_fatbin_write(parts, count, &fatbin, &length, &error);
    if (status == HW_OK)
        status = hw_write_file(output, fatbin, length, &error);
    free(fatbin);
    while (count > 0)
        free((void *)parts[--count].bytes);
    return status == HW_OK ? HW_EXIT_DONE : hw_report(NULL, NULL, &error);
}

int hw_cmd_fatbin(int argc, char **argv)
{
    struct hw_list files = {.count = 0};
    const char *output = NULL;
    int status;
    const struct hw_option options[] = {{"-o", .value = &output}, {"--output-file", .value = &output}};

    if (!hw_args_parse(argc, argv, help, options, 2, &files, HW_LIST_MAX, &status))
        return status;
    if (!files.count)
        return hw_usage_error("fatbin", "expected at least one cubin");
    return output ? pack(&files, output) : hw_usage_error("fatbin", "where to? -o OUT names the fatbin");
}

/* SPDX-License-Identifier: MIT */
/* Reading and writing machine code: instructions a second of processor time, on a module made of many copies
 * of the examples. */
#include "bench.h"
#include "gpu.h"
#include "measure.h"

#include <halfwarp/isa.h>
#include <halfwarp/listing.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COPIES = 500, ROUNDS = 5 };

static void must(hw_status status, const struct hw_error *error)
{
    if (status != HW_OK) {
        fprintf(stderr, "bench: %s\n", error->text);
        exit(1);
    }
}

/* Append copies of a cubin's kernel with its literals. */
static void add_copies(struct hw_module *module, const char *build, const char *name)
{
    struct hw_error error;
    struct gpu gpu;
    char text[4096];

    snprintf(text, sizeof text, "%s/examples/%s.cubin", build, name);
    gpu_open(&gpu, text);
    const struct hw_kernel *from = gpu.image.kernel;
    for (unsigned i = 0; i < COPIES; i++) {
        struct hw_kernel *to;
        snprintf(text, sizeof text, "%s_%u", name, i);
        must(hw_module_add_kernel(module, text, &to, &error), &error);
        must(hw_kernel_set_code(to, from->code, from->code_bytes, &error), &error);
        to->registers = from->registers;
        to->shared_bytes = from->shared_bytes;
        for (size_t c = 0; c < from->const_count; c++)
            must(hw_kernel_add_const(to, from->consts[c]->bank, from->consts[c]->offset,
                                     from->consts[c]->bytes, from->consts[c]->data, from->consts[c]->bytes,
                                     NULL, &error),
                 &error);
    }
    gpu_end(&gpu);
}

static struct hw_module *large_module(const char *build)
{
    static const char *const names[] = {"saxpy",     "matmul",  "mandelbrot", "reduction",
                                        "histogram", "texture", "hash"};
    struct hw_module *module;
    struct hw_error error;

    must(hw_module_create("sm_11", 0, &module, &error), &error);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        add_copies(module, build, names[i]);
    return module;
}

/* Decode (and print, if `print`) every instruction on its own; returns how many there are. */
static unsigned long walk(const struct hw_module *module, bool print)
{
    struct hw_target target;
    struct hw_error error;
    struct hw_insn insn;
    char text[HW_TEXT_MAX];
    unsigned long count = 0;

    must(hw_target_find(module->target, &target, &error), &error);
    enum hw_syntax syntax = hw_target_syntax(&target);
    for (size_t k = 0; k < module->kernel_count; k++) {
        const struct hw_kernel *kernel = module->kernels[k];
        for (size_t at = 0; at < kernel->code_bytes; at += insn.bytes, count++) {
            if (hw_decode(&target, kernel->code + at, kernel->code_bytes - at, &insn) != HW_OK)
                exit(1);
            if (print)
                hw_print(&insn, syntax, (uint32_t)at, text, sizeof text);
        }
    }
    return count;
}

void bench_text(const char *build)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE};
    struct hw_module *module = large_module(build), *again;
    double decode = 1e9, print = 1e9, write = 1e9, read = 1e9;
    struct hw_error error;
    unsigned long count = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        char *text;
        size_t length;
        double start = processor_time(), t;
        count = walk(module, false);
        decode = (t = processor_time() - start) < decode ? t : decode;
        start = processor_time();
        walk(module, true);
        print = (t = processor_time() - start) < print ? t : print;
        start = processor_time();
        must(hw_listing_write(module, &options, &text, &length, &error), &error);
        write = (t = processor_time() - start) < write ? t : write;
        start = processor_time();
        must(hw_listing_read(text, HW_LISTING_NATIVE, NULL, &again, &error), &error);
        read = (t = processor_time() - start) < read ? t : read;
        hw_module_free(again);
        free(text);
    }
    double millions = (double)count / 1e6;
    bench_add("decode", millions / decode, "M instructions/s", "5 M/s", millions / decode / 5, 0);
    bench_add("disassembly", millions / print, "M instructions/s", "5 M/s", millions / print / 5, 1);
    bench_add("disassembly, whole listing", millions / write, "M instructions/s", "5 M/s",
              millions / write / 5, 0);
    bench_add("assembly, whole listing", millions / read, "M instructions/s", "0.5 M/s",
              millions / read / 0.5, 1);
    hw_module_free(module);
}

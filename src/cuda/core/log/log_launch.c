/* SPDX-License-Identifier: MIT */
/* Lines of launches: the kernel, its arguments, and the result. */
#include "cuda/core/log/log.h"
#include "names/shown.h"

#include <halfwarp/names.h>
#include <inttypes.h>
#include <json-c/json_object.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_bytes(FILE *out, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%02x", bytes[i]);
}

/* --- text --- */

static const struct hw_param *parameter_of(const struct hw_kernel *kernel, size_t ordinal)
{
    for (size_t i = 0; i < kernel->param_count; i++)
        if (kernel->params[i].ordinal == ordinal)
            return &kernel->params[i];
    return NULL;
}

/* An argument as a number where it has the size of one, else its bytes. */
static void put_argument(FILE *out, const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;

    if (count > sizeof value) {
        put_bytes(out, bytes, count);
        return;
    }
    memcpy(&value, bytes, count);
    fprintf(out, "0x%" PRIx64, value);
}

/* The arguments, where the kernel's file says what they are; else the words of the parameters. */
static void put_arguments(FILE *out, const struct hw_kernel *kernel, const struct hw_launch *launch)
{
    const uint8_t *bytes = launch->params;
    const size_t count = kernel->param_count ? kernel->param_count : (launch->param_bytes + 3u) / 4;

    for (size_t i = 0; i < count; i++) {
        const struct hw_param word = {.offset = (uint16_t)(4 * i), .bytes = 4};
        const struct hw_param *param = kernel->param_count ? parameter_of(kernel, i) : &word;
        fputs(i ? ", " : " (", out);
        if (!param || param->offset >= launch->param_bytes)
            continue;
        const size_t most = launch->param_bytes - param->offset;
        put_argument(out, bytes + param->offset, param->bytes < most ? param->bytes : most);
    }
    if (count)
        fputc(')', out);
}

static void put_as_text(const struct hw_cuda_ran *ran)
{
    const struct hw_launch *launch = ran->launch;
    char *text = NULL, serial[HW_SENTENCE_MAX];
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return;
    char *name = hw_shown_name(ran->kernel->name);
    fprintf(out, "halfwarp: %s: launch %s grid (%u,%u,%u) block (%u,%u,%u) shared %u parameters %u",
            launch->code.chip->name, name ? name : ran->kernel->name, launch->grid[0], launch->grid[1],
            launch->grid[2], launch->block[0], launch->block[1], launch->block[2],
            launch->dynamic_shared_bytes, launch->param_bytes);
    free(name);
    put_arguments(out, ran->kernel, launch);
    fprintf(out, ": %" PRIu64 " thread instructions, %.3f s%s", ran->result->stats.thread_instructions,
            ran->seconds, ran->replayed ? ", replayed" : "");
    if (ran->result->stats.compiled && !ran->replayed)
        fprintf(out, ", %.0f %% compiled",
                100.0 * (double)ran->result->stats.compiled / (double)ran->result->stats.warp_instructions);
    if (!ran->replayed && hw_serial_text(&ran->result->serial, serial, sizeof serial))
        fprintf(out, ", %s", serial);
    if (ran->error != cudaSuccess)
        fprintf(out, ", error %d %s", (int)ran->error, hw_cuda_error_name(ran->error));
    fputc('\n', out);
    if (fclose(out) == 0)
        hw_cuda_log_write(text, length);
    free(text);
}

/* --- JSON --- */

static void add_triple(struct json_object *object, const char *key, const uint32_t triple[3])
{
    struct json_object *list = json_object_new_array();

    for (int i = 0; list && i < 3; i++)
        json_object_array_add(list, json_object_new_int64(triple[i]));
    hw_cuda_log_list(object, key, list);
}

static void add_parameters(struct json_object *object, const struct hw_launch *launch)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (out) {
        put_bytes(out, launch->params, launch->param_bytes);
        fclose(out);
    }
    hw_cuda_log_text(object, "parameters", text);
    free(text);
}

static void put_as_json(const struct hw_cuda_ran *ran)
{
    const struct hw_launch *launch = ran->launch;
    struct json_object *object = hw_cuda_log_begin("launch");
    char serial[HW_SENTENCE_MAX], *readable = hw_readable_name(ran->kernel->name);

    hw_cuda_log_text(object, "chip", launch->code.chip->name);
    hw_cuda_log_text(object, "kernel", ran->kernel->name);
    hw_cuda_log_text(object, "demangled_name", readable);
    free(readable);
    add_triple(object, "grid", launch->grid);
    add_triple(object, "block", launch->block);
    hw_cuda_log_number(object, "shared", launch->dynamic_shared_bytes);
    add_parameters(object, launch);
    hw_cuda_log_number(object, "instructions", ran->result->stats.thread_instructions);
    hw_cuda_log_number(object, "compiled_warp_instructions", ran->result->stats.compiled);
    hw_cuda_log_number(object, "workers", ran->result->stats.workers);
    if (!ran->replayed && hw_serial_text(&ran->result->serial, serial, sizeof serial))
        hw_cuda_log_text(object, "one_worker", serial);
    hw_cuda_log_seconds(object, ran->seconds);
    hw_cuda_log_bool(object, "replayed", ran->replayed);
    hw_cuda_log_error(object, (int)ran->error, hw_cuda_error_name(ran->error));
    if (ran->result->fault.kind != HW_FAULT_NONE)
        hw_cuda_log_text(object, "fault", ran->result->fault.sentence);
    hw_cuda_log_end(object);
}

/* --- why nothing is compiled, once --- */

static void tell_lack(enum hw_cuda_log_form form, const char *lack)
{
    static bool told;
    char text[512];

    if (told || !lack || form == HW_CUDA_LOG_NONE)
        return;
    told = true;
    if (form == HW_CUDA_LOG_JSON) {
        struct json_object *object = hw_cuda_log_begin("engine");
        hw_cuda_log_text(object, "interprets", lack);
        hw_cuda_log_end(object);
        return;
    }
    const int length = snprintf(text, sizeof text, "halfwarp: kernels are interpreted: %s\n", lack);
    hw_cuda_log_write(text, (size_t)length);
}

void hw_cuda_log_launch(const struct hw_cuda_ran *ran)
{
    tell_lack(hw_cuda_log_launches(), hw_engine_lack());
    if (hw_cuda_log_summary() != HW_CUDA_LOG_NONE)
        hw_cuda_summary_launch(ran);
    switch (hw_cuda_log_launches()) {
    case HW_CUDA_LOG_NONE: break;
    case HW_CUDA_LOG_TEXT: put_as_text(ran); break;
    case HW_CUDA_LOG_JSON: put_as_json(ran); break;
    }
}

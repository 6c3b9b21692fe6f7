/* SPDX-License-Identifier: MIT */
/* This writer prints the code of a listing as JSON, for `dis --json`. */
#include "cli/dis_json.h"

#include "cli/code_options.h"
#include "cli/json.h"
#include "cli/word_text.h"

#include <halfwarp/sched.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put_bits(struct json_object *json, const char *name, unsigned mask)
{
    struct json_object *list = hw_json_list(json, name);
    for (unsigned i = 0; mask >> i; i++)
        if (mask >> i & 1)
            hw_json_number(list, NULL, i);
}

static void put_scoreboard(struct json_object *json, const char *name, unsigned number)
{
    if (number == HW_SCHED_NO_BARRIER)
        hw_json_null(json, name);
    else
        hw_json_number(json, name, number);
}

static void put_count(struct json_object *json, const struct hw_sched *sched)
{
    if (sched->unstated)
        hw_json_null(json, "stall");
    else
        hw_json_number(json, "stall", sched->stall);
}

/* How an instruction is scheduled, where the code says it. */
static void put_sched(struct json_object *instruction, const struct hw_target *target,
                      const struct hw_insn *insn)
{
    char bits[16];
    const enum hw_sched_kind kind = hw_sched_kind(target);
    if (insn->control == HW_NO_CONTROL || insn->control == HW_CONTROL_ABSENT)
        return;
    struct hw_sched sched = hw_sched_unpack(kind, insn->control);
    struct json_object *json = hw_json_object(instruction, "sched");
    snprintf(bits, sizeof(bits), "0x%0*" PRIx32, kind == HW_SCHED_COUNTS ? 2 : 6, insn->control);
    hw_json_text(json, "bits", bits);
    put_count(json, &sched);
    if (kind == HW_SCHED_COUNTS)
        return;
    hw_json_bool(json, "yield", sched.yield);
    put_scoreboard(json, "write", sched.write);
    put_scoreboard(json, "read", sched.read);
    put_bits(json, "wait", sched.wait);
    put_bits(json, "reuse", sched.reuse);
}

static void put_instruction(struct json_object *list, const struct hw_target *target,
                            const struct hw_insn *insn, uint64_t address, enum hw_syntax syntax)
{
    char text[HW_TEXT_MAX], encoding[HW_WORD_TEXT];
    hw_print(insn, syntax, address, text, sizeof(text));
    hw_word_text(insn, "0x", encoding);
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_number(json, "address", (int64_t)address);
    hw_json_text(json, "encoding", encoding);
    hw_json_number(json, "bytes", insn->bytes);
    hw_json_text(json, "text", text);
    hw_json_text(json, "form", insn->form ? hw_form_name(insn->form) : NULL);
    put_sched(json, target, insn);
}

static void put_kernel(struct json_object *list, const struct hw_kernel *kernel,
                       const struct hw_target *target, enum hw_syntax syntax)
{
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_text(json, "name", kernel->name);
    hw_json_demangled(json, kernel->name);
    hw_json_number(json, "registers", kernel->registers);
    hw_json_number(json, "shared", kernel->shared_bytes);
    hw_json_number(json, "local", kernel->local_bytes);
    hw_json_number(json, "barriers", kernel->barriers);
    struct json_object *instructions = hw_json_list(json, "instructions");
    for (size_t at = 0; at < kernel->code_bytes;) {
        struct hw_insn insn;
        if (hw_decode_code(target, kernel->code, kernel->code_bytes, &at, &insn) != HW_OK)
            break;
        put_instruction(instructions, target, &insn, at, syntax);
        at += insn.bytes;
    }
}

hw_status hw_dis_json(const struct hw_module *module, const struct hw_listing_options *options, char **text,
                      size_t *length, struct hw_error *error)
{
    struct hw_target target;
    hw_status status = hw_target_find(module->target, &target, error);
    if (status != HW_OK)
        return status;
    FILE *out = open_memstream(text, length);
    if (!out)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "out of memory");
    struct json_object *json = hw_json_object(NULL, NULL);
    hw_json_text(json, "target", module->target);
    struct json_object *kernels = hw_json_list(json, "kernels");
    for (size_t i = 0; i < module->kernel_count; i++)
        if (!options->kernel || !strcmp(options->kernel, module->kernels[i]->name))
            put_kernel(kernels, module->kernels[i], &target, hw_code_dialect(options->syntax, &target));
    hw_json_print(json, out);
    if (fclose(out) != 0)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "out of memory");
    return HW_OK;
}

/* SPDX-License-Identifier: MIT */
/* This file assembles the code that `exec` runs: instructions one after another, with words of scheduling
 * bits and fillers where the chip needs them. */
#include "cli/exec.h"

#include <halfwarp/sched.h>

hw_status hw_exec_add(struct hw_exec_code *code, const struct hw_insn *insn, struct hw_error *error)
{
    if (code->length + 32 > HW_EXEC_CODE)
        return hw_fail(error, HW_ERR_LIMIT, "cli", "too many instructions: %d bytes is the most",
                       HW_EXEC_CODE);
    hw_insn_store(insn, code->bytes + code->length);
    code->length += insn->bytes;
    return HW_OK;
}

/* Where the target has words of scheduling bits, an empty one goes before each group: it waits for nothing,
 * and a machine that finishes each instruction needs no waiting. */
void hw_exec_open_group(struct hw_exec_code *code, const struct hw_target *target)
{
    if (hw_code_next_offset(target, code->length) == code->length)
        return;
    const uint64_t word = hw_code_control_word(target);
    for (unsigned i = 0; i < 8; i++)
        code->bytes[code->length++] = (uint8_t)(word >> (8 * i));
}

/* What fills the gap where a short instruction is followed by a long one: Fermi has a short NOP, Tesla has
 * none. */
static hw_status add_filler(const struct hw_target *target, struct hw_exec_code *code, struct hw_error *error)
{
    struct hw_insn fill;
    if (hw_parse(target, HW_SYNTAX_NV, "NOP_N", code->length, &fill, NULL) != HW_OK &&
        hw_parse(target, HW_SYNTAX_NV, "MOV32 R0, R0", code->length, &fill, error) != HW_OK)
        return error->status;
    return hw_exec_add(code, &fill, error);
}

/* Behind a filler the instruction is read again: distances count from its new address. */
hw_status hw_exec_add_text(const struct hw_target *target, enum hw_syntax syntax, const char *text,
                           struct hw_exec_code *code, struct hw_error *error)
{
    struct hw_insn insn;
    hw_exec_open_group(code, target);
    hw_status status = hw_parse(target, syntax, text, code->length, &insn, error);
    if (status == HW_OK && code->length % insn.bytes) {
        status = add_filler(target, code, error);
        return status == HW_OK ? hw_exec_add_text(target, syntax, text, code, error) : status;
    }
    return status == HW_OK ? hw_exec_add(code, &insn, error) : status;
}

/* Tesla ends a thread with any instruction that says so, the others with one of its own. */
hw_status hw_exec_add_end(const struct hw_target *target, struct hw_exec_code *code, struct hw_error *error)
{
    if (hw_exec_add_text(target, HW_SYNTAX_NV, "EXIT", code, error) == HW_OK)
        return HW_OK;
    return hw_exec_add_text(target, HW_SYNTAX_NV, "NOP # exit", code, error);
}

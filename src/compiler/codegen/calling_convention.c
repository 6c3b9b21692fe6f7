/* SPDX-License-Identifier: MIT */
/* Assigns parameters and results to registers and stack slots: see calling_convention.h. */
#include "compiler/codegen/calling_convention.h"

#define WORD 4u

static unsigned words_of(const struct hw_ir_parameter *parameter)
{
    return parameter->kind == HW_IR_KIND_64 ? 2 : 1;
}

static uint32_t align_of(const struct hw_ir_parameter *parameter)
{
    const uint32_t least = WORD * words_of(parameter);

    return parameter->align > least ? parameter->align : least;
}

/* The first of so many free registers; 0: there are not that many. */
static unsigned find_registers(const bool used[HW_CALL_END], uint32_t words, uint32_t align)
{
    for (unsigned at = HW_CALL_FIRST; at + words <= HW_CALL_END; at++) {
        unsigned free = 0;
        while (at % align == 0 && free < words && !used[at + free])
            free++;
        if (free == words)
            return at;
    }
    return 0;
}

static void give_all(struct hw_codegen_value_location *value, const struct hw_ir_parameter *parameter,
                     bool in_memory, uint32_t at)
{
    const uint32_t step = words_of(parameter) * (in_memory ? WORD : 1);

    for (uint32_t i = 0; i < parameter->values; i++)
        value[i] = (struct hw_codegen_value_location){in_memory, at + i * step};
}

static uint32_t in_memory(struct hw_codegen_value_location *value, const struct hw_ir_parameter *parameter,
                          uint32_t bytes)
{
    const uint32_t align = align_of(parameter), at = (bytes + align - 1) / align * align;

    give_all(value, parameter, true, at);
    return at + parameter->values * words_of(parameter) * WORD;
}

/* Bytes of those in memory. */
static uint32_t assign_all(struct hw_codegen_value_location *value, const struct hw_ir_parameter *parameter,
                           uint32_t count, bool used[HW_CALL_END])
{
    uint32_t bytes = 0;

    for (uint32_t i = 0; i < count; value += parameter[i++].values) {
        const uint32_t words = parameter[i].values * words_of(&parameter[i]);
        const unsigned at = words ? find_registers(used, words, align_of(&parameter[i]) / WORD) : 0;
        if (!at) {
            bytes = in_memory(value, &parameter[i], bytes);
            continue;
        }
        give_all(value, &parameter[i], false, at);
        for (uint32_t k = 0; k < words; k++)
            used[at + k] = true;
    }
    return bytes;
}

struct hw_codegen_call hw_codegen_call_of(struct hw_arena *arena, const struct hw_ir_signature *signature)
{
    struct hw_codegen_call call = {.ins = hw_ir_count_values(signature->in, signature->ins),
                                   .outs = hw_ir_count_values(signature->out, signature->outs)};
    bool used[HW_CALL_END] = {false}, used_out[HW_CALL_END] = {false};

    call.in = hw_arena_array(arena, (size_t)call.ins + 1, sizeof *call.in);
    call.out = hw_arena_array(arena, (size_t)call.outs + 1, sizeof *call.out);
    if (assign_all(call.out, signature->out, signature->outs, used_out)) {
        struct hw_codegen_value_location *value = call.out;
        for (uint32_t i = 0; i < signature->outs; value += signature->out[i++].values)
            call.result_bytes = in_memory(value, &signature->out[i], call.result_bytes);
        used[HW_CALL_FIRST] = true;
    }
    call.bytes = assign_all(call.in, signature->in, signature->ins, used);
    return call;
}

/* --- registers -------------------------------------------------------------------------------------------
 */

static bool is_kept(unsigned at)
{
    return at == HW_CALL_FRAME || (at >= 16 && at < 32) || (at >= 32 && at % 8 >= 4);
}

static void add_to_set(uint64_t set[4], unsigned at)
{
    set[at / 64] |= UINT64_C(1) << at % 64;
}

/* A function had better not take registers that it would have to save; a kernel may, but leaves those that
 * survive its calls to what must. */
struct hw_mir_calling_convention hw_codegen_calling_convention(bool is_called, bool has_frame)
{
    struct hw_mir_calling_convention convention = {.reserved = {0}};

    add_to_set(convention.reserved, HW_CALL_STACK);
    if (has_frame)
        add_to_set(convention.reserved, HW_CALL_FRAME);
    for (unsigned at = 0; at < 255; at++) {
        if (is_kept(at))
            add_to_set(convention.callee_saved, at);
        else if (is_called || at < HW_CALL_END)
            add_to_set(convention.first, at);
    }
    return convention;
}

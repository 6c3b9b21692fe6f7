/* SPDX-License-Identifier: MIT */
/* Answers operand legality queries by parsing example instructions: see codegen_target.h.  Answers are
 * cached, since the same few lines are queried again and again. */
#include "compiler/codegen/codegen_target.h"

#include <string.h>

#include "compiler/codegen/target_hooks.h"

#define LONGEST_WORD 8 /* no family makes words of 16 bytes, which Volta and later have */

struct hw_codegen_line {
    const char *text;
    bool reads;
};

bool hw_codegen_supports(const struct hw_target *target)
{
    return hw_insn_length(target, 0) <= LONGEST_WORD;
}

hw_status hw_codegen_target(struct hw_arena *arena, const char *name, struct hw_codegen_target *target,
                            struct hw_error *error)
{
    *target = (struct hw_codegen_target){.name = name, .arena = arena, .scratch = hw_arena_within(arena)};
    const hw_status status = hw_target_find(name, &target->target, error);
    if (status != HW_OK)
        return status;
    if (!hw_codegen_supports(&target->target))
        return hw_fail(error, HW_ERR_UNSUPPORTED, "target",
                       "code for %.40s cannot be made yet; expected a target from sm_10 to sm_62", name);
    target->banks = hw_kernel_abi_of(&target->target)->bank_layout;
    target->short_addresses = !hw_kernel_abi_of(&target->target)->wide_addresses;
    target->one_source_list = hw_kernel_abi_of(&target->target)->one_source_list;
    target->family = target->banks ? &hw_target_hooks_later : &hw_target_hooks_tesla;
    target->registers = hw_codegen_accepts(target, "MOV R254, R253") ? 255 : 63;
    target->user_bank = !target->banks ? 0 : target->banks->constants == HW_NOT_IN_BANK ? 2 : 3;
    return HW_OK;
}

static bool reads_line(const struct hw_codegen_target *target, const char *text, size_t length)
{
    struct hw_insn insn;
    char line[HW_TEXT_MAX];

    if (length >= sizeof line)
        return false;
    memcpy(line, text, length);
    line[length] = '\0';
    return hw_parse(&target->target, HW_SYNTAX_NV, line, 0, &insn, NULL) == HW_OK;
}

static bool reads_all(const struct hw_codegen_target *target, const char *text)
{
    for (;;) {
        const size_t length = strcspn(text, "\n");
        if (!reads_line(target, text, length))
            return false;
        if (!text[length])
            return true;
        text += length + 1;
    }
}

static uint32_t hash_of(const char *text)
{
    uint32_t hash = 2166136261u;

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static struct hw_codegen_line **slot_of(const struct hw_codegen_target *target, const char *text)
{
    size_t at = hash_of(text) & (target->line_capacity - 1);

    while (target->line[at] && strcmp(target->line[at]->text, text) != 0)
        at = (at + 1) & (target->line_capacity - 1);
    return &target->line[at];
}

static void grow_capacity(struct hw_codegen_target *target)
{
    struct hw_codegen_line **old = target->line;
    const size_t capacity = target->line_capacity;

    target->line_capacity = capacity ? 2 * capacity : 256;
    target->line = hw_arena_array(target->arena, target->line_capacity, sizeof(struct hw_codegen_line *));
    for (size_t i = 0; i < capacity; i++)
        if (old[i])
            *slot_of(target, old[i]->text) = old[i];
}

bool hw_codegen_accepts(struct hw_codegen_target *target, const char *text)
{
    if (2 * (target->lines + 1) > target->line_capacity)
        grow_capacity(target);
    struct hw_codegen_line **slot = slot_of(target, text);
    if (!*slot) {
        *slot = hw_arena_alloc(target->arena, sizeof **slot);
        **slot = (struct hw_codegen_line){.text = hw_arena_text(target->arena, text, strlen(text)),
                                          .reads = reads_all(target, text)};
        target->lines++;
    }
    return (*slot)->reads;
}

bool hw_codegen_has_descriptors(struct hw_codegen_target *target)
{
    return hw_codegen_accepts(target, "SUEAU R0, R1, R2, R3");
}

/* SPDX-License-Identifier: MIT */
/* This file encodes and decodes commands of push buffers: a word and its fields.  The forms are rows; a word
 * belongs to the first whose fixed bits it has, so each word is decoded in one way and comes back the same.
 * @see envytools, docs/hw/fifo/dma-pusher.rst */
#include <halfwarp/push.h>

/* Fields of a word: where the numbers of a command stand in it. */
#define METHOD_BITS     0x00001ffcu
#define SUBCHANNEL_LOW  13
#define SUBCHANNEL_BITS 0x0000e000u
#define COUNT_LOW       18
#define COUNT_BITS      0x1ffc0000u
#define MASK_LOW        4
#define MASK_BITS       0x0000fff0u
#define LONG_COUNT_BITS 0x00ffffffu

/* The bits of each form that are fixed, their values, the bits of its target or mask, and those it ignores.
 */
static const struct form {
    uint32_t fixed, value, target, spare;
    bool methods;
} forms[HW_PUSH_INVALID] = {
    [HW_PUSH_INCREASING] = {.fixed = 0xe0030003u, .value = 0x00000000u, .methods = true},
    [HW_PUSH_FIXED] = {.fixed = 0xe0030003u, .value = 0x40000000u, .methods = true},
    [HW_PUSH_LONG] = {.fixed = 0xffff0003u, .value = 0x00030000u, .methods = true},
    [HW_PUSH_SLI] = {.fixed = 0xffff0003u, .value = 0x00010000u, .target = MASK_BITS, .spare = 0x0000000cu},
    [HW_PUSH_RETURN] = {.fixed = 0xffffffffu, .value = 0x00020000u},
    [HW_PUSH_OLD_JUMP] = {.fixed = 0xe0000003u, .value = 0x20000000u, .target = 0x1ffffffcu},
    [HW_PUSH_JUMP] = {.fixed = 0x00000003u, .value = 0x00000001u, .target = 0xfffffffcu},
    [HW_PUSH_CALL] = {.fixed = 0x00000003u, .value = 0x00000002u, .target = 0xfffffffcu},
};

static unsigned kind_of(uint32_t word)
{
    unsigned kind = 0;

    while (kind < HW_PUSH_INVALID && (word & forms[kind].fixed) != forms[kind].value)
        kind++;
    return kind;
}

bool hw_push_decode(const uint32_t *word, size_t available, struct hw_push_command *command)
{
    const unsigned kind = kind_of(word[0]);

    *command = (struct hw_push_command){.kind = (uint8_t)kind, .words = 1};
    if (kind == HW_PUSH_INVALID) {
        command->spare = word[0];
        return true;
    }
    const struct form *form = &forms[kind];
    command->spare = word[0] & form->spare;
    command->target = word[0] & form->target;
    if (kind == HW_PUSH_SLI)
        command->target >>= MASK_LOW;
    if (!form->methods)
        return true;
    command->subchannel = (uint8_t)((word[0] & SUBCHANNEL_BITS) >> SUBCHANNEL_LOW);
    command->method = (uint16_t)(word[0] & METHOD_BITS);
    command->count = (word[0] & COUNT_BITS) >> COUNT_LOW;
    if (kind != HW_PUSH_LONG)
        return true;
    command->words = 2;
    command->count = 0;
    if (available < 2)
        return false;
    command->count = word[1] & LONG_COUNT_BITS;
    command->spare = word[1] & ~LONG_COUNT_BITS;
    return true;
}

static hw_status check(const struct hw_push_command *command, const struct form *form, struct hw_error *error)
{
    const uint32_t most = command->kind == HW_PUSH_LONG ? LONG_COUNT_BITS : COUNT_BITS >> COUNT_LOW;
    const uint32_t target = command->kind == HW_PUSH_SLI ? MASK_BITS >> MASK_LOW : form->target;

    if (command->target & ~target)
        return hw_fail(error, HW_ERR_RANGE, "push",
                       "0x%x is no target or mask of this command; its bits are 0x%x", command->target,
                       target);
    if (form->methods && (command->subchannel >= HW_SUBCHANNELS || (command->method & ~METHOD_BITS)))
        return hw_fail(error, HW_ERR_RANGE, "push",
                       "method 0x%x of subchannel %u; expected a multiple of 4 below 0x%x, and 0 to %u",
                       command->method, command->subchannel, HW_METHOD_END, HW_SUBCHANNELS - 1);
    if (form->methods && command->count > most)
        return hw_fail(error, HW_ERR_RANGE, "push", "%u words of data; the command takes up to %u",
                       command->count, most);
    return HW_OK;
}

hw_status hw_push_encode(const struct hw_push_command *command, uint32_t word[2], struct hw_error *error)
{
    if (command->kind >= HW_PUSH_INVALID) {
        word[0] = command->spare;
        return HW_OK;
    }
    const struct form *form = &forms[command->kind];
    const hw_status status = check(command, form, error);
    if (status != HW_OK)
        return status;
    word[0] = form->value | (command->kind == HW_PUSH_SLI ? command->target << MASK_LOW : command->target);
    if (form->methods)
        word[0] |= (uint32_t)command->subchannel << SUBCHANNEL_LOW | command->method;
    if (form->methods && command->kind != HW_PUSH_LONG)
        word[0] |= command->count << COUNT_LOW;
    if (command->kind == HW_PUSH_LONG)
        word[1] = command->count | (command->spare & ~LONG_COUNT_BITS);
    else
        word[0] |= command->spare & form->spare;
    return HW_OK;
}

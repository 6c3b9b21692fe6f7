/* SPDX-License-Identifier: MIT */
/* Kernel parameters at the start of Tesla's shared memory become constants, since they are the same in every
 * block.
 *
 * A block's shared memory begins with the launch header and the parameters.  In a kernel that stores nothing
 * to shared memory they never change, so such operands become literals, except the coordinates of the block,
 * which are the last two numbers of the header. */
#include "engine/translate/translate.h"

/* The semantics of the next instruction; false: there is none.  Words that are no instruction are skipped. */
static bool next_insn(const struct hw_launch *launch, size_t *pc, struct hw_semantics *view)
{
    while (*pc < launch->code.bytes) {
        struct hw_insn insn;
        bool valid =
            hw_decode_code(&launch->code.target, launch->code.data, launch->code.bytes, pc, &insn) == HW_OK;
        *pc += valid ? insn.bytes : 4;
        if (valid && insn.form) {
            hw_insn_semantics(&insn, view);
            return true;
        }
    }
    return false;
}

static bool keeps_shared(const struct hw_launch *launch)
{
    struct hw_semantics view;
    size_t pc = 0;

    while (next_insn(launch, &pc, &view))
        if (view.operand_count > 0 && view.operand[0].kind == HW_OPERAND_SHARED)
            return false;
    return true;
}

void hw_analyse_shared(struct hw_translator *t)
{
    if (!t->kernel_abi->shared_header)
        return;
    t->keeps_shared = keeps_shared(t->launch);
    hw_shared_header(t->launch, (uint32_t[3]){0}, t->shared_header);
}

const uint8_t *hw_shared_start(const struct hw_launch *launch, const uint16_t header[8], uint32_t offset,
                               uint32_t bytes)
{
    const uint32_t header_bytes = 8 * sizeof *header, fixed = header_bytes - 4;

    if (offset + bytes <= fixed)
        return (const uint8_t *)header + offset;
    if (offset >= header_bytes && offset + bytes <= header_bytes + launch->param_bytes)
        return (const uint8_t *)launch->params + (offset - header_bytes);
    return NULL;
}

const uint8_t *hw_constant_shared(struct hw_translator *t, const struct hw_operand *operand)
{
    const uint32_t offset = (uint32_t)operand->offset & 0xffff;

    return t->keeps_shared && offset % operand->bytes == 0
               ? hw_shared_start(t->launch, t->shared_header, offset, operand->bytes)
               : NULL;
}

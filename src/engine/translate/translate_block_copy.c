/* SPDX-License-Identifier: MIT */
/* Copies of blocks of memory by the bulk engine of Hopper and later (UBLKCP, cp.async.bulk of PTX), and
 * reductions of blocks (UBLKRED), become asynchronous operations (translate_async.c).
 *
 * The operation is a load and a store of what a lane does at once, at addresses in temporary registers:
 * machine/async/async_blocks.c sets these, for 32 lanes after the other.  A block that comes to shared memory
 * tells a barrier of its bytes at last.
 *
 * The operands are uniform registers: where it goes, an address in shared memory, in the register behind it
 * that of the barrier; or a pair, an address in global memory.  The size is in units of 16 bytes in the lower
 * half of a register.  Read off ptxas 13.5's code for sm_90, sm_100 and sm_120. */
#include "engine/translate/translate.h"

#include "ops/value_types.h"

#define SHARED_SPACE 2 /* HW_MOD_QUERY of the source */
#define LINE_BYTES   16
#define TEMPS        9 /* two addresses, the words, the bytes in all */

/* The register in which an operand's address begins. */
static bool address_at(struct hw_translator *t, const struct hw_operand *memory, uint16_t *reg)
{
    const struct hw_operand base = {.kind = HW_OPERAND_UREG, .bytes = 4, .reg = memory->reg};
    uint8_t part;

    return memory->base_kind == HW_BASE_UREG && hw_source_register(t, &base, reg, &part);
}

static struct hw_operand element_in(bool shared, unsigned bytes)
{
    return (struct hw_operand){.kind = shared ? HW_OPERAND_SHARED : HW_OPERAND_GLOBAL,
                               .bytes = (uint8_t)bytes};
}

static struct hw_address plain_address(const struct hw_translator *t, bool shared, uint16_t reg)
{
    return (struct hw_address){.reg = reg, .mask = shared ? t->kernel_abi->address_mask : ~0u};
}

static void emit_write(struct hw_translator *t, bool shared, unsigned bytes, uint16_t at, uint16_t words)
{
    const struct hw_operand memory = element_in(shared, bytes);
    const struct hw_address address = plain_address(t, shared, at);

    if (t->view.op == HW_OP_BLKCOPY)
        hw_emit_store(t, &memory, &address, words, HW_PART_WORD);
    else
        hw_emit_atomic(t, &memory, &address, HW_NO_REGISTER, false)->b = words;
}

/* So many bytes have come to the barrier there. */
static void emit_arrival(struct hw_translator *t, uint16_t at, uint16_t bytes)
{
    const struct hw_operand memory = element_in(true, 8);
    const struct hw_address address = plain_address(t, true, at);

    t->view.mod[HW_MOD_ATOM] = HW_ATOM_SYNC + HW_SYNC_A0TX;
    t->view.mod[HW_MOD_TYPE] = HW_TYPE_U64;
    hw_emit_atomic(t, &memory, &address, HW_NO_REGISTER, false)->b = bytes;
}

/* What a lane does at once: a line, or an element of a reduction. */
static unsigned element_bytes(const struct hw_translator *t)
{
    return t->view.op == HW_OP_BLKCOPY ? LINE_BYTES : hw_type_bits(t->view.mod[HW_MOD_TYPE]) / 8;
}

/* Copies into several blocks of a cluster are not run yet, nor sums of bfloat16. */
static bool is_run(const struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;

    return !mod[HW_MOD_PEERS] && (mod[HW_MOD_INTO] || mod[HW_MOD_QUERY] == SHARED_SPACE) &&
           (t->view.op == HW_OP_BLKCOPY ||
            (mod[HW_MOD_TYPE] != HW_TYPE_NONE && mod[HW_MOD_TYPE] != HW_TYPE_BF16X2 &&
             hw_is_atomic(mod[HW_MOD_ATOM])));
}

static void translate_block(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const bool into_shared = t->view.mod[HW_MOD_INTO],
               from_shared = t->view.mod[HW_MOD_QUERY] == SHARED_SPACE;
    const unsigned bytes = element_bytes(t);
    uint16_t to, from, size;
    uint8_t part;

    if (!is_run(t)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_NOT_RUN);
        return;
    }
    if (!address_at(t, &operand[0], &to) || !address_at(t, &operand[1], &from) ||
        !hw_source_register(t, &operand[2], &size, &part))
        return;
    const uint16_t temps = hw_temp_registers(t, TEMPS), from_address = temps,
                   to_address = (uint16_t)(temps + 2), words = (uint16_t)(temps + 4),
                   total = (uint16_t)(temps + 8);
    struct hw_uop *uop = hw_async_begin(t, into_shared ? HW_ASYNC_TO_SHARED : HW_ASYNC_TO_GLOBAL, HW_PT);
    uop->b = to;
    uop->async.from = from;
    uop->async.size = size;
    uop->async.element = (uint8_t)bytes;
    if (into_shared)
        hw_async_arrives_at(
            t, &(struct hw_address){.reg = (uint16_t)(to + 1), .mask = t->kernel_abi->address_mask});
    const struct hw_operand source = element_in(from_shared, bytes);
    const struct hw_address source_address = plain_address(t, from_shared, from_address);
    hw_emit_load_at(t, &source, &source_address, words);
    hw_async_reads_to(t, words, bytes / 4);
    emit_write(t, into_shared, bytes, to_address, words);
    hw_async_writes_to(t);
    if (into_shared)
        emit_arrival(t, to_address, total);
    hw_async_end(t);
}

bool hw_translate_block_copy(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_BLKCOPY:
    case HW_OP_BLKRED: translate_block(t); return true;
    case HW_OP_TENSORFLUSH: hw_async_commit(t, HW_ASYNC_TO_GLOBAL); return true;
    case HW_OP_BLKPF: return true; /* there is no cache */
    default: return false;
    }
}

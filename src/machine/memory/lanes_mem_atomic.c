/* SPDX-License-Identifier: MIT */
/* Atomics of global and shared memory.
 *
 * Shared memory belongs to a block, and so to one worker: plain loads and stores do.  In global memory, what
 * blocks on other workers do at the same time is kept apart by the host's atomic instructions. Additions that
 * return nothing, by far the most frequent, avoid even those: see reduction_buffer.h.  Where the order of
 * those that return nothing decides the result they come to memory in the order of blocks: reduction_log.h.
 *
 * In global memory, atomics are plain only where no other thread runs blocks on it: one worker runs the
 * launch, and no other launch runs beside it (hw_launch_host.beside_others); then the launch also has a table
 * of its own for the locks of words (locked_access.c).  Nor may any memory be lent, to which the host or
 * another process may add meanwhile; it may become so while the launch runs. */
#include "ops/scalar/host_sum.h"
#include "machine/memory/host_atomic.h"
#include "machine/memory/lanes_mem_global.h"

/* How atomics get to memory: by the host's atomics, plainly where nobody interferes, or to local memory,
 * which is kept word by word (lanes_mem.h). */
enum atomic_path { HOST_ATOMIC, PLAIN_ATOMIC, LOCAL_ATOMIC, ATOMIC_PATHS };

/* A lane's atomic: what memory returns.  `rules` as of hw_atomic_apply. */
typedef uint64_t apply_fn(const struct hw_uop *uop, unsigned rules, uint8_t *place, uint64_t operand,
                          uint64_t operand2);

static struct hw_atomic_kind kind_of(const struct hw_uop *uop, unsigned rules)
{
    return (struct hw_atomic_kind){uop->mem.atom, uop->type, (uint8_t)rules};
}

static uint64_t apply_word(const struct hw_uop *uop, unsigned rules, uint8_t *place, uint64_t operand,
                           uint64_t operand2)
{
    return hw_atomic_word(kind_of(uop, rules), place, operand, operand2);
}

static uint64_t apply_pair(const struct hw_uop *uop, unsigned rules, uint8_t *place, uint64_t operand,
                           uint64_t operand2)
{
    return hw_atomic_pair(kind_of(uop, rules), place, operand, operand2);
}

static uint64_t apply_plain_word(const struct hw_uop *uop, unsigned rules, uint8_t *place, uint64_t operand,
                                 uint64_t operand2)
{
    uint32_t *memory = (uint32_t *)(void *)place;
    uint64_t result;
    const uint64_t returned =
        hw_atomic_apply(uop->mem.atom, uop->type, rules, *memory, operand, operand2, &result);

    *memory = (uint32_t)result;
    return returned;
}

static uint64_t apply_plain_pair(const struct hw_uop *uop, unsigned rules, uint8_t *place, uint64_t operand,
                                 uint64_t operand2)
{
    uint64_t *memory = (uint64_t *)(void *)place, result;
    const uint64_t returned =
        hw_atomic_apply(uop->mem.atom, uop->type, rules, *memory, operand, operand2, &result);

    *memory = result;
    return returned;
}

static uint64_t apply_local_pair(const struct hw_uop *uop, unsigned rules, uint8_t *place, uint64_t operand,
                                 uint64_t operand2)
{
    uint32_t *low = (uint32_t *)(void *)place, *high = low + HW_LANES;
    uint64_t result;
    const uint64_t returned = hw_atomic_apply(uop->mem.atom, uop->type, rules, *low | (uint64_t)*high << 32,
                                              operand, operand2, &result);

    *low = (uint32_t)result;
    *high = (uint32_t)(result >> 32);
    return returned;
}

/* A lane's operand; 0 where there is none. */
static uint64_t operand_at(const struct hw_regs *regs, unsigned reg, unsigned lane, bool wide)
{
    if (reg == HW_NO_REGISTER)
        return 0;
    return regs->reg[reg][lane] | (wide ? (uint64_t)regs->reg[reg + 1][lane] << 32 : 0);
}

/* A lane's sum of singles, plainly, which is the most frequent atomic of floats. */
static uint64_t add_plain_single(const struct hw_uop *uop, unsigned rules, uint8_t *place, uint64_t operand,
                                 uint64_t operand2)
{
    uint32_t *memory = (uint32_t *)(void *)place, sum;
    const uint32_t old = *memory;

    if (!hw_host_adds_singles(old, (uint32_t)operand, &sum))
        return apply_plain_word(uop, rules, place, operand, operand2);
    *memory = sum;
    return old;
}

static apply_fn *select_apply(const struct hw_uop *uop, enum atomic_path path)
{
    static apply_fn *const apply[ATOMIC_PATHS][2] = {[HOST_ATOMIC] = {apply_word, apply_pair},
                                                     [PLAIN_ATOMIC] = {apply_plain_word, apply_plain_pair},
                                                     [LOCAL_ATOMIC] = {apply_plain_word, apply_local_pair}};

    if (path == PLAIN_ATOMIC && uop->mem.atom == HW_ATOM_ADD && uop->type == HW_TYPE_F32)
        return add_plain_single;
    return apply[path][hw_type_bits(uop->type) == 64];
}

static unsigned rules_in(const struct hw_uop *uop, unsigned space)
{
    return uop->mem.rules |
           (space == HW_OPERAND_GLOBAL || space == HW_OPERAND_GENERIC ? 0 : HW_ATOMIC_DENORMALS);
}

/* Any atomic, lane by lane, of words at their offsets from `base`. */
static void apply_all(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, enum atomic_path path,
                      uint8_t *base, const lanes *offset)
{
    const bool wide = hw_type_bits(uop->type) == 64;
    apply_fn *const one = select_apply(uop, path);
    const unsigned rules = rules_in(uop, space);
    lanes returned[2];

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        uint64_t old = one(uop, rules, base + offset->lane[lane], operand_at(regs, uop->b, lane, wide),
                           operand_at(regs, uop->c, lane, wide));

        if (uop->mem.asks)
            old = old == operand_at(regs, uop->b, lane, wide);
        returned[0].lane[lane] = (uint32_t)old;
        returned[1].lane[lane] = (uint32_t)(old >> 32);
    }
    for (unsigned word = 0; uop->d != HW_NO_REGISTER && word < (wide ? 2 : 1); word++)
        write_lanes(regs, uop->d + word, regs->exec, returned[word].lane);
}

HW_INLINE unsigned atomic_bytes(const struct hw_uop *uop)
{
    return hw_type_bits(uop->type) == 64 ? 8 : 4;
}

static bool any_memory_is_lent(const struct hw_block *block)
{
    return hw_dirty_map_any_lent(hw_memory_dirty_map(block->launch->memory));
}

/* In a launch whose reductions come to memory in the order of blocks: log those of the executing lanes.
 * False: it is the block's turn, and they are done at once. */
static bool are_logged(struct hw_regs *regs, const struct hw_uop *uop, uint8_t *base, const lanes *offset)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const bool wide = hw_type_bits(uop->type) == 64;
    const uint64_t address = (uint64_t)((uintptr_t)base - (uintptr_t)block->window);

    if (!block->log ||
        !hw_reduction_log_takes(block->log, met_places(regs->exec, address, offset, atomic_bytes(uop))))
        return false;
    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        const struct hw_reduction reduction = {
            base + offset->lane[lane], operand_at(regs, uop->b, lane, wide),
            operand_at(regs, uop->c, lane, wide), kind_of(uop, rules_in(uop, HW_OPERAND_GLOBAL))};
        hw_reduction_log_add(block->log, &reduction);
    }
    return true;
}

HW_INLINE void atomic_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = atomic_bytes(uop);
    lanes offset;
    uint8_t *base = global_places(regs, uop, space, bytes - 1, bytes, &offset);

    if (!base || are_logged(regs, uop, base, &offset))
        return;
    meet_pending(regs, uop, base, &offset, bytes);
    apply_all(regs, uop, space, block->alone && !any_memory_is_lent(block) ? PLAIN_ATOMIC : HOST_ATOMIC, base,
              &offset);
}

static void atomic(struct hw_regs *regs, const struct hw_uop *uop)
{
    atomic_any(regs, uop, HW_OPERAND_GLOBAL);
}

static void atomic_device(struct hw_regs *regs, const struct hw_uop *uop)
{
    atomic_any(regs, uop, HW_OPERAND_GENERIC);
}

static void atomic_shared(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = atomic_bytes(uop);
    lanes address;

    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    if (check_shared(regs, uop, bytes - 1, bytes, &address))
        apply_all(regs, uop, HW_OPERAND_SHARED, PLAIN_ATOMIC, block->shared, &address);
}

/* Lanes whose address lies in a window are served behind the others.  Addresses are taken before the others'
 * results can write over their registers.  Where a predicate says whose atomic was done, those in local
 * memory are left out, and the code does them with plain accesses; elsewhere they are done in the thread's
 * own memory. PTX leaves that open; from Volta on chips do it (NVIDIA/libcudacxx, pull request 329). */
static void atomic_generic(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t exec = regs->exec;
    const unsigned bytes = atomic_bytes(uop);
    uint32_t local = 0;
    lanes in_shared, in_local;
    const uint32_t inside = window_lanes(regs, uop, &local, &in_shared), shared = inside & ~local;

    in_local = in_shared;
    from_window(&in_shared, warp->block->windows.shared);
    from_window(&in_local, warp->block->windows.local);
    if (uop->p_out != HW_PT)
        write_pred(regs, uop->p_out, ~local);
    regs->exec = exec & ~inside;
    if (regs->exec)
        atomic_device(regs, uop);
    regs->exec = shared;
    if (shared && warp->event == HW_EVENT_NONE && check_shared(regs, uop, bytes - 1, bytes, &in_shared))
        apply_all(regs, uop, HW_OPERAND_SHARED, PLAIN_ATOMIC, warp->block->shared, &in_shared);
    regs->exec = uop->p_out == HW_PT ? local : 0;
    if (regs->exec && warp->event == HW_EVENT_NONE && local_addresses(regs, uop, bytes, &in_local)) {
        touch_addresses(regs, &in_local);
        warp->block->stats.local_atomics += hw_lane_count(regs->exec);
        apply_all(regs, uop, HW_OPERAND_LOCAL, LOCAL_ATOMIC, local_words(warp, 0), &in_local);
    }
    regs->exec = exec;
}

/* A lane's word in shared memory, and what it was. */
HW_INLINE void add_lane(uint8_t *shared, const lanes *address, const uint32_t *operand, unsigned lane,
                        lanes *returned)
{
    uint32_t *word = (uint32_t *)(void *)(shared + address->lane[lane]);
    const uint32_t old = *word;

    if (returned)
        returned->lane[lane] = old;
    *word = old + operand[lane];
}

HW_INLINE void add_lanes(uint8_t *shared, const lanes *address, const uint32_t *operand, uint32_t exec,
                         lanes *returned)
{
    if (exec == HW_ALL_LANES) {
#pragma GCC unroll 8
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            add_lane(shared, address, operand, lane, returned);
        return;
    }
    for (; exec; exec &= exec - 1)
        add_lane(shared, address, operand, hw_lowest_lane(exec), returned);
}

/* The addition of words in shared memory, which no other worker touches: plain additions, lane after lane. */
static void add_shared(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const uint32_t *operand = register_at(regs, uop->b);
    lanes address, returned;

    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    if (!check_shared(regs, uop, 3, 4, &address))
        return;
    if (uop->d == HW_NO_REGISTER) {
        add_lanes(block->shared, &address, operand, regs->exec, NULL);
        return;
    }
    add_lanes(block->shared, &address, operand, regs->exec, &returned);
    write_lanes(regs, uop->d, regs->exec, returned.lane);
}

/* How additions get to memory: at once, where nobody interferes or by host atomics, or later. */
enum word_addition { PLAIN, ATOMIC, PENDING };

static enum word_addition addition_of(const struct hw_block *block)
{
    if (block->pending)
        return PENDING;
    return block->alone && !any_memory_is_lent(block) ? PLAIN : ATOMIC;
}

/* The lanes' operands added to the words at their places. */
HW_INLINE void add_words(const struct hw_block *block, enum word_addition how, uint8_t *base,
                         const lanes *offset, const uint32_t *operand, uint32_t exec)
{
    const uint64_t first = (uint64_t)(base - block->window);

    for (; exec; exec &= exec - 1) {
        const unsigned lane = hw_lowest_lane(exec);
        uint32_t *word = (uint32_t *)(void *)(base + offset->lane[lane]);

        if (how == PENDING)
            hw_reduction_add(block->pending, block->window, first + offset->lane[lane], operand[lane]);
        else if (how == ATOMIC)
            __atomic_fetch_add(word, operand[lane], __ATOMIC_RELAXED);
        else
            *word += operand[lane];
    }
}

/* The addition of words that returns nothing. */
HW_INLINE void reduce_add_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const uint32_t *operand = register_at(regs, uop->b);
    lanes offset;
    uint8_t *base = global_places(regs, uop, space, 3, 4, &offset);

    if (!base || are_logged(regs, uop, base, &offset))
        return;
    switch (addition_of(block)) {
    case PLAIN: add_words(block, PLAIN, base, &offset, operand, regs->exec); break;
    case ATOMIC: add_words(block, ATOMIC, base, &offset, operand, regs->exec); break;
    case PENDING: add_words(block, PENDING, base, &offset, operand, regs->exec); break;
    }
}

static void reduce_add(struct hw_regs *regs, const struct hw_uop *uop)
{
    reduce_add_any(regs, uop, HW_OPERAND_GLOBAL);
}

static void reduce_add_device(struct hw_regs *regs, const struct hw_uop *uop)
{
    reduce_add_any(regs, uop, HW_OPERAND_GENERIC);
}

hw_uop_fn *const HW_LANE_FUNCTIONS(atomic)[HW_LANES_ATOMIC_COUNT] = {
    [HW_LANES_ATOMIC_ATOMIC] = atomic,          [HW_LANES_ATOMIC_REDUCE_ADD] = reduce_add,
    [HW_LANES_ATOMIC_DEVICE] = atomic_device,   [HW_LANES_ATOMIC_REDUCE_ADD_DEVICE] = reduce_add_device,
    [HW_LANES_ATOMIC_GENERIC] = atomic_generic, [HW_LANES_ATOMIC_SHARED] = atomic_shared,
    [HW_LANES_ATOMIC_ADD_SHARED] = add_shared,
};

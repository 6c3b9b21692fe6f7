/* SPDX-License-Identifier: MIT */
/* Lane functions move bits between predicates, condition codes and registers, and words between lanes. */
#include "ops/lanes/lanes_permute.h"
#include "ops/scalar/bitfield.h"

/* Predicates of predicates. */
static inline uint32_t first_two(const struct hw_regs *regs, const struct hw_uop *uop)
{
    return combine(uop->predicate.logic, read_pred(regs, uop->predicate.first),
                   read_pred(regs, uop->predicate.second));
}

static void psetp(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_comparison(regs, uop, first_two(regs, uop));
}

static void pset(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_truth(regs, uop, first_two(regs, uop));
}

/* Register a is a condition code. */
static void csetp(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_comparison(regs, uop, HW_LANE_FUNCTIONS(cond)(register_at(regs, uop->a), uop->predicate.test));
}

static void cset(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_truth(regs, uop, HW_LANE_FUNCTIONS(cond)(register_at(regs, uop->a), uop->predicate.test));
}

/* A condition code has four bits, and there are seven predicates; both
 * together take 16 bits, with the condition code in the highest. */
#define PREDICATES 0x7fu
#define COND       0xfu
#define COND_SHIFT 12

static inline void store_byte(const struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *bits,
                              uint32_t all)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const unsigned shift = uop->predicate.shift;
    lanes value;

    FOR_LANES(l) {
        const uint32_t mask = (b[l] & all) << shift;
        value.lane[l] = (a[l] & ~mask) | (bits[l] << shift & mask);
    }
    store(regs, uop, value.lane);
}

static inline void gather_predicates(const struct hw_regs *regs, const struct hw_uop *uop, lanes *bits)
{
    lanes one;

    for (unsigned i = 0; i < HW_PT; i++) {
        words_of_lanes(read_pred(regs, uop->predicate.first + i), &one);
        FOR_LANES(l)
            bits->lane[l] |= one.lane[l] & 1u << i;
    }
}

static void p2r(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes bits = {{0}};

    gather_predicates(regs, uop, &bits);
    store_byte(regs, uop, bits.lane, PREDICATES);
}

static void p2r_both(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *cond = register_at(regs, uop->cond_in);
    lanes bits;

    FOR_LANES(l)
        bits.lane[l] = (cond[l] & COND) << COND_SHIFT;
    gather_predicates(regs, uop, &bits);
    store_byte(regs, uop, bits.lane, PREDICATES | COND << COND_SHIFT);
}

static void p2r_cond(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_byte(regs, uop, register_at(regs, uop->cond_in), COND);
}

/* The lanes whose word has a bit. */
static inline uint32_t lanes_with_bit(const uint32_t *reg, unsigned bit)
{
    lanes moved;

    FOR_LANES(l)
        moved.lane[l] = reg[l] << (31 - bit);
    return lanes_with_sign(moved.lane);
}

static void r2p(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);

    const unsigned first = uop->predicate.first, shift = uop->predicate.shift;

    for (unsigned i = 0; i < HW_PT; i++) {
        const uint32_t written = lanes_with_bit(b, i), value = lanes_with_bit(a, i + shift);
        write_pred(regs, first + i, (value & written) | (read_pred(regs, first + i) & ~written));
    }
}

/* The condition code's bits stand in b from bit `first` on. */
static inline void scatter_cond(struct hw_regs *regs, const struct hw_uop *uop, unsigned first)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *old = register_at(regs, uop->cond_out);
    const unsigned shift = uop->predicate.shift;
    lanes cond;

    FOR_LANES(l)
        cond.lane[l] = ((a[l] >> shift & b[l]) >> first | (old[l] & ~(b[l] >> first))) & COND;
    write_lanes(regs, uop->cond_out, executing(regs), cond.lane);
}

static void r2p_cond(struct hw_regs *regs, const struct hw_uop *uop)
{
    scatter_cond(regs, uop, 0);
}

static void r2p_both(struct hw_regs *regs, const struct hw_uop *uop)
{
    r2p(regs, uop);
    scatter_cond(regs, uop, COND_SHIFT);
}

static inline uint32_t table_source(const struct hw_regs *regs, const struct hw_uop *uop, unsigned source)
{
    const uint16_t sign[3] = {uop->a, uop->b, uop->c};

    return source < HW_TABLE_SIGN ? read_pred(regs, source)
                                  : lanes_with_sign(register_at(regs, sign[source - HW_TABLE_SIGN]));
}

static void plop3(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t x = table_source(regs, uop, uop->tables.source[0]),
                   y = table_source(regs, uop, uop->tables.source[1]),
                   z = table_source(regs, uop, uop->tables.source[2]);

    write_pred(regs, uop->p_out, hw_bits_table(x, y, z, uop->tables.first));
    write_pred(regs, uop->p_out2, hw_bits_table(x, y, z, uop->tables.second));
}

/* Votes of the executing lanes.  The result is a mask of the warp's lanes. */
static void ballot(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t yes = hw_read_pred(regs, uop->p_in) & regs->exec;
    const unsigned mode = uop->cross_lane.mode;
    const bool all = yes == regs->exec, holds = mode == 0 ? all : mode == 1 ? yes != 0 : all || !yes;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = yes;
    store(regs, uop, value.lane);
    write_pred(regs, uop->p_out, holds ? ~0u : 0);
}

#ifndef HW_LANES_NARROW /* a lane's source may be any of the warp's */
static const _Alignas(64) uint32_t lane_number[HW_LANES] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

/* Where each lane reads: the PTX ISA's rule, hardware-tested by nxgpucatch.  Lanes without a source read
 * their own word, those with one become the mask. */
static inline uint32_t find_sources(const struct hw_uop *uop, const uint32_t *b, const uint32_t *c,
                                    lanes *source)
{
    const unsigned mode = uop->cross_lane.mode;
    lanes valid;

    FOR_LANES(l) {
        const uint32_t lane = lane_number[l], distance = b[l] & 31, segment = c[l] >> 8 & 31;
        const uint32_t low = lane & segment, high = low | (c[l] & 31 & ~segment);
        const uint32_t from = mode == 0   ? low | (distance & ~segment)
                              : mode == 1 ? lane - distance
                              : mode == 2 ? lane + distance
                                          : lane ^ distance;
        const bool in = mode == 1 ? (int32_t)from >= (int32_t)high : (int32_t)from <= (int32_t)high;

        valid.lane[l] = in ? ~0u : 0;
        source->lane[l] = in ? from & 31 : lane;
    }
    return lanes_with_sign(valid.lane);
}

/* PTX leaves open what a lane that does not execute gives.  It is 0: measured on an H100, where such a source
 * is a valid one all the same; CUDA's sample `reduction` counts on it on every chip. */
static void shfl(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes source, value, given = {.lane = {0}};
    const uint32_t valid = find_sources(uop, register_at(regs, uop->b), register_at(regs, uop->c), &source);
    const bool all = executing(regs) == ALL_LANES;

    if (!all)
        blend_lanes(given.lane, register_at(regs, uop->a), executing(regs));
    permute_lanes(all ? register_at(regs, uop->a) : given.lane, &source, &value);
    store(regs, uop, value.lane);
    write_pred(regs, uop->p_out, valid);
}
#else
#define shfl NULL
#endif

hw_uop_fn *const HW_LANE_FUNCTIONS(predicate)[HW_LANES_PREDICATE_COUNT] = {
    [HW_LANES_PREDICATE_PSETP] = psetp,       [HW_LANES_PREDICATE_PSET] = pset,
    [HW_LANES_PREDICATE_CSETP] = csetp,       [HW_LANES_PREDICATE_CSET] = cset,
    [HW_LANES_PREDICATE_P2R] = p2r,           [HW_LANES_PREDICATE_P2R_COND] = p2r_cond,
    [HW_LANES_PREDICATE_R2P] = r2p,           [HW_LANES_PREDICATE_R2P_COND] = r2p_cond,
    [HW_LANES_PREDICATE_BALLOT] = ballot,     [HW_LANES_PREDICATE_SHFL] = shfl,
    [HW_LANES_PREDICATE_PLOP3] = plop3,       [HW_LANES_PREDICATE_P2R_BOTH] = p2r_both,
    [HW_LANES_PREDICATE_R2P_BOTH] = r2p_both,
};

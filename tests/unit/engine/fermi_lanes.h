/* SPDX-License-Identifier: MIT */
/* One instruction of Fermi and Kepler on many lanes: encoded, run by the engine on GF100, GK104 and GK110,
 * and compared with C that knows nothing of src/ops.
 *
 * Sources are the pairs R8, R10 and R12 (a, b, c), whose low words alone are operands of most instructions;
 * the result is R14 or the pair; predicates and condition code are random before, and are compared, too. */
#ifndef HW_TESTS_FERMI_LANES_H
#define HW_TESTS_FERMI_LANES_H

#include <halfwarp/effects.h>

#include "fermi.h"
#include "unit/ops/splitmix.h"

#define LANES  128
#define RECORD 16 /* words of a lane's record: a, b, c, PR; result, PR */

struct lane {
    uint64_t a, b, c, d; /* d is what the destination held before: 0 */
    uint32_t pr;         /* P0 to P6, then from bit 12 on Z, S, C, O */
};

/* What the instruction does to a lane; others of its warp are beside it (lane_number). */
typedef void reference_fn(struct lane *lane);

struct instruction {
    const char *text;
    reference_fn *does;
    unsigned without; /* a bit each: chips that lack it */
};

#define EVERY(text, does)    \
    {                        \
        text, does_##does, 0 \
    }
#define KEPLER(text, does)             \
    {                                  \
        text, does_##does, 1u << GF100 \
    }
#define EARLIER(text, does)            \
    {                                  \
        text, does_##does, 1u << GK110 \
    }
#define LATEST(text, does)                           \
    {                                                \
        text, does_##does, 1u << GF100 | 1u << GK104 \
    }

enum kind { INTEGERS, FLOATS, DOUBLES, DOUBLES_AND_NAN };

enum { CC_Z = 1u << 12, CC_S = 1u << 13, CC_C = 1u << 14, CC_O = 1u << 15, CC_ALL = 15u << 12 };

static struct lane lanes[LANES];
static uint64_t random_state = 1;

static inline unsigned lane_number(const struct lane *lane)
{
    return (unsigned)(lane - lanes) % 32;
}

static inline uint64_t random_bits(void)
{
    return splitmix64(&random_state);
}

static inline uint32_t random_integer(void)
{
    static const uint32_t edges[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff, 0xffff,
                                     0x10000,    0x8000,     0x7fff,     0xff,       0x80,       0x7f,
                                     0xffff8000, 0x80008000, 0xffff0000, 31,         32,         33,
                                     0x7fffff,   0x800000,   0xffffff,   0x2000,     0x1f00,     0x1010};
    const uint64_t r = random_bits();

    switch (r & 7) {
    case 0: return edges[(r >> 8) % (sizeof edges / sizeof *edges)];
    case 1: return edges[(r >> 8) % (sizeof edges / sizeof *edges)] + (uint32_t)(r >> 40) % 5 - 2;
    case 2: return (uint32_t)(r >> 20) % 70;
    case 3: return (uint32_t)(r >> 20) & 0x3f3f;
    default: return (uint32_t)(r >> 16);
    }
}

static inline uint32_t random_float(void)
{
    static const uint32_t edges[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                     0x7fc00001, 0xffffffff, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff,
                                     0x3f7fffff, 0x40490fdb, 0x4b000000, 0xcf000000};
    const uint64_t r = random_bits();

    switch (r & 7) {
    case 0: return edges[(r >> 8) % (sizeof edges / sizeof *edges)];
    case 1: return (uint32_t)(r >> 16);
    default: return (uint32_t)(r >> 9 & 0x807fffff) | (uint32_t)(127 - 12 + (r >> 40) % 24) << 23;
    }
}

static inline uint64_t random_double(bool with_nan)
{
    static const uint64_t edges[] = {0,
                                     0x8000000000000000u,
                                     0x3ff0000000000000u,
                                     0xbff0000000000000u,
                                     0x7ff0000000000000u,
                                     0xfff0000000000000u,
                                     0x0000000000000001u,
                                     0x800fffffffffffffu,
                                     0x0010000000000000u,
                                     0x7fefffffffffffffu,
                                     0x41dfffffffc00000u};
    const uint64_t r = random_bits();

    switch (r & 7) {
    case 0: return edges[(r >> 8) % (sizeof edges / sizeof *edges)];
    case 1: return with_nan ? 0x7ff0000000000000u | random_bits() : random_bits() & ~((uint64_t)1 << 62);
    default: return (random_bits() & 0x800fffffffffffffu) | (1023 - 20 + (r >> 8) % 40) << 52;
    }
}

static inline uint64_t random_operand(enum kind kind)
{
    const uint64_t words = (uint64_t)random_integer() << 32 | random_integer();

    if (kind >= DOUBLES)
        return random_double(kind == DOUBLES_AND_NAN);
    return kind == FLOATS ? words << 32 | random_float() : words;
}

/* Every fourth b is next to a, so that comparisons meet equal numbers. */
static inline void fill_lanes(enum kind kind)
{
    for (unsigned i = 0; i < LANES; i++) {
        lanes[i] = (struct lane){random_operand(kind), random_operand(kind), random_operand(kind), 0,
                                 (uint32_t)random_bits() & 0xf07f};
        if (random_bits() % 4 == 0)
            lanes[i].b = lanes[i].a + (kind < DOUBLES ? random_bits() % 3 - 1 : 0);
    }
}

static inline void run_lanes(unsigned chip, const char *text)
{
    char source[1024];
    struct kernel k;

    snprintf(
        source, sizeof source,
        "S2R R0, TID_X\nMOV R2, OUT_LOW\nMOV R3, OUT_HIGH\nISCADD R2.CC, R0, R2, 0x6\nIADD.X R3, R3, RZ\n"
        "LD.E.128 R8, [R2]\nLD.E.128 R12, [R2+0x10]\nMOV R16, R14\nMOV R14, RZ\nMOV R15, RZ\n"
        "R2P PR, R16, 0xffff\n%s\nP2R R16, PR, RZ, 0xffff\n"
        "ST.E.64 [R2+0x20], R14\nST.E [R2+0x28], R16\nEXIT\n",
        text);
    fermi_make(&k, chip, LANES, source);
    k.launch.code.registers = 20;
    for (unsigned i = 0; i < LANES; i++) {
        memcpy(&k.out[i * RECORD], &lanes[i], 3 * sizeof(uint64_t));
        k.out[i * RECORD + 6] = lanes[i].pr;
    }
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < LANES; i++) {
        memcpy(&lanes[i].d, &k.out[i * RECORD + 8], sizeof lanes[i].d);
        lanes[i].pr = k.out[i * RECORD + 10];
    }
    kernel_free(&k);
}

static inline struct hw_effects effects_of(unsigned chip, const char *line)
{
    struct hw_effects effects;
    struct hw_target target;
    struct hw_insn insn;

    assert_int_equal(hw_target_find(fermi_chips[chip].chip, &target, NULL), HW_OK);
    assert_int_equal(hw_parse(&target, hw_target_syntax(&target), line, 0, &insn, NULL), HW_OK);
    hw_insn_effects(&insn, &effects);
    return effects;
}

/* What the lines may write, as the scheduler sees it: predicates and condition code as in PR, and R14 and
 * R15. */
static inline uint32_t written_bits(unsigned chip, const char *text, bool written[2])
{
    uint32_t bits = 0;

    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        char line[200];

        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        const struct hw_effects effects = effects_of(chip, line);
        bits |= effects.pred_written | (effects.cond_written ? CC_ALL : 0);
        for (unsigned i = 0; i < effects.write_count; i++)
            for (unsigned n = 0; n < 2; n++)
                written[n] |= 14 + n - effects.write[i].first < effects.write[i].count;
    }
    return bits;
}

static inline void check_effects(unsigned chip, const char *text, const struct lane *before,
                                 const struct lane *after)
{
    bool written[2] = {false, false};
    const uint32_t bits = written_bits(chip, text, written);

    for (unsigned i = 0; i < LANES; i++)
        if (((before[i].pr ^ after[i].pr) & ~bits) || (!written[0] && (uint32_t)after[i].d) ||
            (!written[1] && after[i].d >> 32))
            fail_msg("%s, %s: writes what is not among its effects", fermi_chips[chip].chip, text);
}

static inline void check_instruction(const struct instruction *instruction, unsigned chip, enum kind kind)
{
    const char *text = instruction->text;
    static struct lane before[LANES], after[LANES];

    fill_lanes(kind);
    memcpy(before, lanes, sizeof lanes);
    run_lanes(chip, text);
    memcpy(after, lanes, sizeof lanes);
    memcpy(lanes, before, sizeof lanes);
    for (unsigned i = 0; i < LANES; i++)
        instruction->does(&lanes[i]);
    for (unsigned i = 0; i < LANES; i++)
        if (lanes[i].d != after[i].d || lanes[i].pr != after[i].pr)
            fail_msg("%s, %s: a %016llx b %016llx c %016llx PR %04x gives %016llx PR %04x, expected %016llx "
                     "PR %04x",
                     fermi_chips[chip].chip, text, (unsigned long long)before[i].a,
                     (unsigned long long)before[i].b, (unsigned long long)before[i].c, before[i].pr,
                     (unsigned long long)after[i].d, after[i].pr, (unsigned long long)lanes[i].d,
                     lanes[i].pr);
    check_effects(chip, text, before, after);
}

static inline void check_instructions(const struct instruction *table, unsigned count, enum kind kind)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
            if (!(table[i].without >> chip & 1))
                check_instruction(&table[i], chip, kind);
}
/* Behind what leaves a condition code that nothing is said of. */
#define NO_CC              "\nR2P PR, RZ, 0x7000\nR2P PR, RZ, 0x8000"
#define CHECK(table, kind) check_instructions(table, sizeof table / sizeof *table, kind)

/* ---------------------------------------------------------------- for references */

static inline void set_cc(struct lane *lane, uint32_t flags)
{
    lane->pr = (lane->pr & ~(uint32_t)CC_ALL) | flags;
}

static inline void set_pred(struct lane *lane, unsigned number, bool value)
{
    lane->pr = (lane->pr & ~(1u << number)) | (uint32_t)value << number;
}

static inline bool pred(const struct lane *lane, unsigned number)
{
    return lane->pr >> number & 1;
}

/* A word as the result, with the flags that it alone decides. */
static inline void word_with_cc(struct lane *lane, uint32_t value)
{
    lane->d = value;
    set_cc(lane, (value == 0 ? CC_Z : 0) | (value >> 31 ? CC_S : 0));
}

/* A reference, by the name that the table gives; x is the lane. */
#define DOES(name, ...)                     \
    static void does_##name(struct lane *x) \
    {                                       \
        __VA_ARGS__;                        \
    }
#define WORD(name, value) DOES(name, x->d = (uint32_t)(value))
#define A                 ((uint32_t)x->a)
#define B                 ((uint32_t)x->b)
#define C                 ((uint32_t)x->c)
#define SA                ((int32_t)A)
#define SB                ((int32_t)B)
#define SC                ((int32_t)C)

#endif

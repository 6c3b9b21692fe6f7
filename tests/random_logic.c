/* SPDX-License-Identifier: MIT */
/* Functions of bits, and choices among what goes into them and comes out: a copied sign, and all of its kind.
 *
 * Words are put together bit by bit, most often by a constant, as trees of AND, OR and XOR, or by LOP3 of any
 * table; then each lane has the result or an operand.  Hosts have instructions that do all of that at once,
 * which their compilers look for. */
#include "random_text.h"

#include "unit/engine/generations.h"

enum { PART = 32, MASK = 34 }; /* temporary registers, two and one */
enum { AND, OR, XOR, OPERATIONS };

static const struct {
    const char *name;
    unsigned table; /* of LOP3's, whatever its third operand is */
} operations[OPERATIONS] = {{"AND", 0xc0}, {"OR", 0xfc}, {"XOR", 0x3c}};

/* Which bits of a word are meant. */
static uint32_t choose_mask(struct random_kernel *k)
{
    static const uint32_t usual[] = {0x80000000, 0x7fffffff, 0x7f800000, 0x007fffff, 0xffff0000,
                                     0x0000ffff, 0x000000ff, 0x00000001, 0x00000000, 0xffffffff};
    enum { USUAL = sizeof usual / sizeof *usual };

    return random_one_in(k, 2) ? usual[random_choose(k, USUAL)] : random_choose(k, UINT32_MAX);
}

static void put_operation(struct random_kernel *k, unsigned operation, unsigned to, unsigned a, unsigned b)
{
    if (random_is_volta(k))
        random_put(k, "LOP3.LUT R%u, R%u, R%u, RZ, 0x%x, !PT\n", to, a, b, operations[operation].table);
    else
        random_put(k, "LOP.%s R%u, R%u, R%u\n", operations[operation].name, to, a, b);
}

/* The bits of one word that a mask has beside those of another that it has not, or something alike. */
static void put_tree(struct random_kernel *k, unsigned to, unsigned a, unsigned b)
{
    const uint32_t mask = choose_mask(k);
    const bool chooses = random_one_in(k, 2);

    random_put_literal(k, MASK, mask);
    put_operation(k, chooses ? AND : random_choose(k, OPERATIONS), PART, a, MASK);
    random_put_literal(k, MASK, chooses ? ~mask : choose_mask(k));
    put_operation(k, chooses ? AND : random_choose(k, OPERATIONS), PART + 1, b, MASK);
    put_operation(k, random_choose(k, OPERATIONS), to, PART, PART + 1);
}

/* Of Maxwell and later: a table, with a mask for one of its operands, or none. */
static void put_table(struct random_kernel *k, unsigned to, unsigned a, unsigned b)
{
    const unsigned table = random_choose(k, 256);
    unsigned operand[3] = {a, b, random_data(k)};

    if (random_is_volta(k) && random_one_in(k, 2)) {
        random_put(k, "LOP3.LUT R%u, R%u, 0x%x, R%u, 0x%x, !PT\n", to, a, choose_mask(k), b, table);
        return;
    }
    random_put_literal(k, MASK, choose_mask(k));
    if (!random_one_in(k, 4))
        operand[random_choose(k, 3)] = MASK;
    random_put(k, "LOP3.LUT R%u, R%u, R%u, R%u, 0x%x%s\n", to, operand[0], operand[1], operand[2], table,
               random_is_volta(k) ? ", !PT" : "");
}

/* Each lane has one word or the other. */
static void put_choice(struct random_kernel *k, unsigned to, unsigned one, unsigned other)
{
    const struct random_condition condition = random_put_condition(k);
    const char *const negated = condition.negated ? "!" : "";

    if (random_is_tesla(k))
        random_put(k, "MOV R%u, R%u\nMOV R%u (C%u.%s), R%u\n", to, one, to, condition.number,
                   condition.negated ? "EQ" : "NE", other);
    else
        random_put(k, "%s R%u, R%u, R%u, %sP%u\n", random_is_volta(k) && random_one_in(k, 2) ? "FSEL" : "SEL",
                   to, one, other, negated, condition.number);
}

static void put_one(struct random_kernel *k)
{
    const unsigned a = random_data(k), b = random_data(k), result = random_data(k),
                   to = random_one_in(k, 4) ? random_data(k) : result, /* then nobody else sees it */
        kept = random_one_in(k, 4)   ? random_data(k)
               : random_one_in(k, 2) ? a
                                     : b;
    const bool has_tables = random_is_volta(k) || k->generation == GM107;

    if (has_tables && !random_one_in(k, 3))
        put_table(k, result, a, b);
    else
        put_tree(k, result, a, b);
    if (random_one_in(k, 2))
        put_choice(k, to, result, kept);
    else
        put_choice(k, to, kept, result);
}

void random_put_logic(struct random_kernel *k)
{
    for (unsigned left = 1 + random_choose(k, 4); left; left--)
        put_one(k);
}

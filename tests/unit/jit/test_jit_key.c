/* SPDX-License-Identifier: MIT */
/* Keys of compiled code are equal for programs that have the same code, and for no others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "unit/jit/jit_requests.h"

/* What of a program can be another. */
struct change {
    const char *name;
    void (*make)(struct program *program);
};

static struct hw_alu_table other_table;

static void lanes(struct program *p)
{
    p->source.lanes = HW_CODE_PARTIAL_WARPS;
}
static void level(struct program *p)
{
    other_table = *p->source.arithmetic;
    other_table.build = other_table.build == HW_HOST_LEVEL_BASE ? HW_HOST_LEVEL_V3 : HW_HOST_LEVEL_BASE;
    p->source.arithmetic = &other_table;
}
static void shorter(struct program *p)
{
    p->program.uop_count--;
    p->uop[BRANCH].jump.target = CALL; /* not behind the end */
}
static void kind(struct program *p)
{
    p->uop[CALL].fn = hw_uop_nop;
}
static void start(struct program *p)
{
    p->program.start = NOTHING;
}
static void function(struct program *p)
{
    p->uop[MOVE].fn = p->source.arithmetic->integer[0];
}
static void number(struct program *p)
{
    p->uop[MOVE].fn = p->source.arithmetic->move[HW_LANES_MOVE_MOV_PART];
}
static void destination(struct program *p)
{
    p->uop[MOVE].d = 2;
}
static void literal(struct program *p)
{
    p->uop[MOVE].imm = 1;
}
static void last_byte(struct program *p)
{
    ((uint8_t *)&p->uop[MOVE + 1])[-1] ^= 1;
}
static void guard(struct program *p)
{
    p->uop[GUARD].p_in = HW_PRED_NOT;
}
static void guard_region(struct program *p)
{
    p->uop[GUARD].jump.skipped = 2;
}
static void predicate(struct program *p)
{
    p->uop[BRANCH].p_in = 3;
}
static void target(struct program *p)
{
    p->uop[BRANCH].jump.target = CALL;
}
static void tested(struct program *p)
{
    p->uop[BRANCH].guard.tests = 1;
}

static void constant(struct program *p)
{
    p->literal[0]++;
}
static void changing(struct program *p)
{
    p->literal_changes[0] = true;
}
static void staying(struct program *p)
{
    p->literal_changes[1] = false;
}
static void fewer(struct program *p)
{
    p->program.literal_count--;
}
static void numbered(struct program *p)
{
    p->program.numbering.literal++;
}

static const struct change changes[] = {
    {"lanes", lanes},         {"level", level},         {"shorter", shorter}, {"kind", kind},
    {"start", start},         {"function", function},   {"number", number},   {"destination", destination},
    {"literal", literal},     {"last byte", last_byte}, {"guard", guard},     {"bracket", guard_region},
    {"predicate", predicate}, {"target", target},       {"tested", tested},   {"constant", constant},
    {"changing", changing},   {"staying", staying},     {"fewer", fewer},     {"numbered", numbered},
};

static void what_decides_the_code_is_in_the_key(void **state)
{
    struct hw_cache_key key[1 + sizeof changes / sizeof *changes];
    char name[2][HW_CACHE_KEY_NAME];
    struct program program;
    size_t count = 1;

    (void)state;
    make_program(&program);
    key[0] = key_of_program(&program);
    for (; count < sizeof key / sizeof *key; count++) {
        make_program(&program);
        changes[count - 1].make(&program);
        key[count] = key_of_program(&program);
        for (size_t i = 0; i < count; i++) {
            hw_cache_key_name(&key[i], name[0]);
            hw_cache_key_name(&key[count], name[1]);
            if (hw_cache_key_equal(&key[i], &key[count]) || strcmp(name[0], name[1]) == 0)
                fail_msg("`%s` has a key that came before", changes[count - 1].name);
        }
    }
    while (count--)
        hw_cache_key_clear(&key[count]);
}

static void narrow(struct program *p)
{
    for (unsigned i = 0; i < UOPS; i++)
        p->uop[i].narrow = stop_warp;
}
static void called(struct program *p)
{
    p->uop[CALL].d = 7;
}
static void unknown(struct program *p)
{
    p->uop[END].fn = hw_uop_bar;
}

static void launched(struct program *p)
{
    p->literal[1]++;
}

static const struct change same[] = {
    {"launched", launched}, {"few", narrow}, {"called", called}, {"unknown", unknown}};

static void what_is_looked_up_when_code_runs_is_not(void **state)
{
    struct program one, two;

    (void)state;
    make_program(&one);
    struct hw_cache_key first = key_of_program(&one);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        make_program(&two);
        same[i].make(&two);
        struct hw_cache_key second = key_of_program(&two);
        if (!hw_cache_key_equal(&first, &second))
            fail_msg("`%s` has another key", same[i].name);
        hw_cache_key_clear(&second);
    }
    hw_cache_key_clear(&first);
}

/* Each bit counts, at each length; so does the length. */
static void hashes_differ(void **state)
{
    uint8_t data[65] = {0};

    (void)state;
    for (size_t size = 0; size < sizeof data; size++) {
        const struct hw_cache_hash whole = hw_cache_hash_of(data, size),
                                   longer = hw_cache_hash_of(data, size + 1);
        assert_true(whole.word[0] != longer.word[0] && whole.word[1] != longer.word[1]);
        for (size_t bit = 0; bit < size * 8; bit++) {
            data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            const struct hw_cache_hash other = hw_cache_hash_of(data, size);
            assert_true(whole.word[0] != other.word[0] && whole.word[1] != other.word[1]);
            data[bit / 8] = 0;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_decides_the_code_is_in_the_key),
        cmocka_unit_test(what_is_looked_up_when_code_runs_is_not),
        cmocka_unit_test(hashes_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

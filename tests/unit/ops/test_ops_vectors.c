/* SPDX-License-Identifier: MIT */
/* Arithmetic against vectors: one instruction a register, with operands, result and flags.
 *
 * Two sets: tests/data/alu_small.tsv, which tests/data/alu_small.py computes from the rules with exact
 * rational numbers, and the large one of the corpus, where it is present.  Every register goes through every
 * build of the 32-lane functions that this CPU runs, with all lanes and with some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "corpus.h"
#include "fact.h"
#include "ops/select/alu.h"
#include "ops/scalar/atomic.h"
#include "ops/value_types.h"
#include "test_ops_decode.h"

enum { REG_D = 0, REG_A = 2, REG_B = 4, REG_C = 6, REG_COND_OUT = 8, REG_COND_IN, REG_COUNT };
#define UNTOUCHED 0x5a5a5a5au

struct vector {
    char unit[8], name[24], chip[8], text[160];
    uint32_t word0, word1, cond_in, cond_out;
    uint64_t src[3], result, returned;
    bool has_cond_out;
};

static const char *const chips[] = {"g80", "g84", "mcp77", "g200", "gt215"};

static unsigned chip_index(const char *name)
{
    for (unsigned i = 0; i < 5; i++)
        if (strcmp(chips[i], name) == 0)
            return i;
    fail_msg("unknown chip %s", name);
    return 0;
}

/* Cut a line at its tabs; empty columns count. */
static unsigned split_line(char *line, char *column[], unsigned most)
{
    unsigned count = 0;

    line[strcspn(line, "\r\n")] = '\0';
    while (line && count < most) {
        column[count++] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    return count;
}

static bool parse_vector(char *line, struct vector *v)
{
    char *column[12];

    if (line[0] == '#' || split_line(line, column, 12) != 12 || strcmp(column[0], "unit") == 0)
        return false;
    memset(v, 0, sizeof *v);
    snprintf(v->unit, sizeof v->unit, "%s", column[0]);
    snprintf(v->name, sizeof v->name, "%s", column[1]);
    snprintf(v->chip, sizeof v->chip, "%s", column[2]);
    snprintf(v->text, sizeof v->text, "%s", column[5]);
    v->word0 = (uint32_t)strtoul(column[3], NULL, 16);
    v->word1 = (uint32_t)strtoul(column[4], NULL, 16);
    for (unsigned i = 0; i < 3; i++)
        v->src[i] = strtoull(column[6 + i], NULL, 16);
    v->cond_in = (uint32_t)strtoul(column[9], NULL, 16);
    v->result = strtoull(column[10], NULL, 16);
    if (strchr(column[10], ' ')) /* atomics: memory afterwards, then the value returned */
        v->returned = strtoull(strchr(column[10], ' ') + 1, NULL, 16);
    v->has_cond_out = column[11][0] != '\0';
    v->cond_out = (uint32_t)strtoul(column[11], NULL, 16);
    return true;
}

static unsigned part_of(const struct hw_operand *operand)
{
    if (operand->bytes != 2)
        return HW_PART_WORD;
    return operand->flags & HW_OPERAND_HIGH ? HW_PART_HIGH : HW_PART_LOW;
}

static void fill_pair(hw_lanes *reg, uint64_t value)
{
    for (unsigned l = 0; l < HW_LANES; l++) {
        reg[0][l] = (uint32_t)value;
        reg[1][l] = (uint32_t)(value >> 32);
    }
}

/* Run the sample with the lanes `exec` and check all registers that it may write. */
static bool run_sample(const struct vector *v, const struct sample *s, const struct hw_uop *uop,
                       uint32_t exec)
{
    static _Alignas(64) hw_lanes reg[REG_COUNT];
    struct hw_regs regs = {.reg = reg, .exec = exec, .pred[HW_PT] = ~0u};
    const unsigned bytes = s->view.operand[0].bytes;
    const uint64_t mask = bytes == 8 ? UINT64_MAX : bytes == 2 ? 0xffff : 0xffffffff;
    const bool flags = uop->cond_out != HW_NO_REGISTER && v->has_cond_out;

    fill_pair(reg + REG_D, UNTOUCHED | (uint64_t)UNTOUCHED << 32);
    for (unsigned i = 1; i < s->view.operand_count; i++)
        fill_pair(reg + 2 * i,
                  s->source[i] == FROM_LITERAL ? sample_literal(v->word0, v->word1) : v->src[s->source[i]]);
    fill_pair(reg + REG_COND_OUT, UNTOUCHED | (uint64_t)v->cond_in << 32);
    uop->fn(&regs, uop);
    for (unsigned l = 0; l < HW_LANES; l++) {
        const bool active = exec >> l & 1;
        const uint64_t got = reg[REG_D][l] | (uint64_t)reg[REG_D + 1][l] << 32;
        uint64_t expected = UNTOUCHED | (uint64_t)UNTOUCHED << 32;

        if (active)
            expected = (expected & ~mask) | (v->result & mask);
        if (got != expected)
            return false;
        if (flags && reg[REG_COND_OUT][l] != (active ? v->cond_out : UNTOUCHED))
            return false;
    }
    return true;
}

static bool check_alu(const struct vector *v, const struct hw_alu_table *table)
{
    struct hw_uop uop = {.d = REG_D,
                         .a = REG_A,
                         .b = REG_B,
                         .c = REG_C,
                         .cond_out = HW_NO_REGISTER,
                         .cond_in = HW_NO_REGISTER};
    struct sample s;

    if (!decode_sample(v->word0, v->word1, &s) ||
        !hw_alu_select(&s.view, table, hw_chip_traits_of(chip_index(v->chip)), &uop))
        return false;
    uop.d_part = (uint8_t)part_of(&s.view.operand[0]);
    uop.a_part = (uint8_t)part_of(&s.view.operand[1]);
    uop.b_part = (uint8_t)part_of(&s.view.operand[2]);
    if (s.writes_flags)
        uop.cond_out = REG_COND_OUT;
    if (s.view.mod[HW_MOD_CARRY])
        uop.cond_in = REG_COND_IN;
    return run_sample(v, &s, &uop, 0xffffffffu) && run_sample(v, &s, &uop, 0x8001f0a5u) &&
           run_sample(v, &s, &uop, 0);
}

static bool check_atomic(const struct vector *v)
{
    static const uint8_t type[8] = {HW_TYPE_U8,  HW_TYPE_S8,   HW_TYPE_U16, HW_TYPE_S16,
                                    HW_TYPE_U64, HW_TYPE_B128, HW_TYPE_U32, HW_TYPE_S32};
    uint64_t after;
    const uint64_t returned = hw_atomic_apply(bits(v->word1, 5, 2), type[bits(v->word1, 23, 21)],
                                              hw_chip_traits_of(chip_index(v->chip))->atomic_rules, v->src[0],
                                              v->src[1], v->src[2], &after);

    return after == v->result && returned == v->returned;
}

/* Check every register of a file; skip the test if there is no such file. */
static void check_file(const char *path, unsigned least)
{
    FILE *file = fopen(path, "r");
    char line[512];
    unsigned registers = 0, wrong = 0;

    if (!file) {
        print_message("no %s\n", path);
        skip();
    }
    while (fgets(line, sizeof line, file)) {
        const struct hw_alu_table *table;
        struct vector v;

        if (!parse_vector(line, &v))
            continue;
        registers++;
        if (v.unit[0] == 'a' && !check_atomic(&v))
            print_error("%s %s: %08x %08x %s\n", v.unit, v.name, v.word0, v.word1, v.text), wrong++;
        for (unsigned i = 0; v.unit[0] != 'a' && (table = hw_alu_table_at(i)) != NULL; i++)
            if (!check_alu(&v, table)) {
                print_error("%s %s %s: %08x %08x %s: %llx %llx %llx\n", table->name, v.name, v.chip, v.word0,
                            v.word1, v.text, (unsigned long long)v.src[0], (unsigned long long)v.src[1],
                            (unsigned long long)v.src[2]);
                wrong++;
            }
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(registers >= least);
}

static void own_vectors(void **state)
{
    (void)state;
    check_file("tests/data/alu_small.tsv", 200);
    hw_fact("SF-262");
}

static void corpus_vectors(void **state)
{
    char path[512];

    (void)state;
    corpus_path(path, sizeof path, "vectors/tesla_alu.tsv");
    check_file(path, 9000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_vectors),
        cmocka_unit_test(corpus_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

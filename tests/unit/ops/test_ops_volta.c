/* SPDX-License-Identifier: MIT */
/* No modifier of Volta's to Ada's arithmetic is ignored in silence.
 *
 * Every form of every chip is bound with each value of each of its modifiers, one changed at a time, and run
 * on the same operands.  Two values that text tells apart must give different results, or one of them must be
 * refused; a value that NVIDIA's text calls invalid must be refused.  What may be the same is listed, and so
 * is what is not run at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "ops/select/alu.h"
#include "splitmix.h"
#include "machine/chip/kernel_abi.h"

enum { CONSTANTS = 16, LITERALS = 20, ZEROS = 24, SINK = 28, REGISTERS = 32, ROUNDS = 24, MOST_VALUES = 16 };

/* ---------------------------------------------------------------- what is not told apart, and what is not
 * run */

struct exception {
    const char *text, *field; /* how the instruction begins; the field, NULL: any */
};

static const struct exception same[] = {
    {"SHFL", "mode"},       /* who is out of range keeps its word in all modes */
    {"HFMA2.F32", "part1"}, /* one result: of the low halves */
    {"HFMA2.F32", "part2"},
    {"HFMA2.F32", "part3"},
    {"HADD2.F32", "part1"},
    {"HADD2.F32", "part2"},
    {"HADD2.F32", "part3"},
    {"IMAD ", "type"},        /* a low word has no sign */
    {"IMAD.U32", "type"},     /* likewise */
    {"IMAD.X", "type"},       /* likewise */
    {"UIMAD ", "type"},       /* likewise */
    {"UIMAD.U32", "type"},    /* likewise */
    {"UIMAD.X", "type"},      /* likewise */
    {"SHF.L", "type"},        /* likewise; counts of 32 and more leave nothing of it either way */
    {"USHF.L", "type"},       /* likewise */
    {"FSWZADD", "mode"},      /* .NDV, a hint */
    {"FCHK", "abs1"},         /* it looks at exponents */
    {"FCHK", "abs2"},         /* likewise */
    {"FCHK", "neg1"},         /* likewise */
    {"FCHK", "neg2"},         /* likewise */
    {"MUFU.COS", "neg2"},     /* an even function */
    {"MUFU.COS", "abs2"},     /* likewise */
    {"F2F.F32.F16", "round"}, /* exact */
    {"F2F.F64", "round"},     /* exact */
    {"F2F.F64.F16", "ftz"},   /* only singles are flushed (PTX ISA, cvt) */
    {"F2F.F32.F16", "ftz"},   /* and no half is a single that would be */
    {"F2F.FTZ.F64.F16", "round"},
    {"I2F.F64.U8", "round"},   /* exact */
    {"I2F.F64.S8", "round"},   /* exact */
    {"I2F.F64.U16", "round"},  /* exact */
    {"I2F.F64.S16", "round"},  /* exact */
    {"I2F.F64.U32", "round"},  /* exact */
    {"I2F.F64", "round"},      /* exact */
    {"I2F.F16.U8", "round"},   /* exact */
    {"F2I.U", "round"},        /* what is below zero becomes 0 in any rounding */
    {"F2I.FTZ.U8.F64", "ftz"}, /* only singles are flushed */
    {"F2I.FTZ.U8.F16", "ftz"},
    {"F2I.FTZ.U16.F16", "ftz"},
    {"F2I.FTZ.U32.F16", "ftz"},
    {"F2I.FTZ.U64.F16", "ftz"},
    {"F2F.FTZ.F16.F64", "ftz"},
    {"FRND.FTZ.F64", "ftz"},
    {"FRND.FTZ.F16", "ftz"},
    {"ISETP.LE.U32.AND.EX", "cmp"}, /* equal words leave the decision to those below */
    {"ISETP.GE.U32.AND.EX", "cmp"},
    {"UISETP.LE.U32.AND.EX", "cmp"},
    {"UISETP.GE.U32.AND.EX", "cmp"},
    {"F2IP.U8", "bf"},     /* .RELU: what is below zero becomes 0 in any case */
    {"I2IP.U", "shift"},   /* .SATRELU: likewise */
    {"I2IP.U16", "part3"}, /* two halves leave no room for source 3 */
    {"I2IP.S16", "part3"},
};

/* Not bound to a lane function: products of matrices, which are operations of the warp, and ways of packing
 * that no compiled code shows, which are refused.
 */
static const char *const not_run[] = {"HMMA.", "IMMA.", "BMMA.", "DMMA.", "QMMA.", "F2FP."};

static bool is_not_run(const char *text)
{
    for (unsigned i = 0; i < sizeof not_run / sizeof *not_run; i++)
        if (strncmp(text, not_run[i], strlen(not_run[i])) == 0)
            return true;
    return false;
}

static bool is_listed(const struct exception *list, unsigned count, const char *text, const char *field)
{
    for (unsigned i = 0; i < count; i++)
        if (strncmp(text, list[i].text, strlen(list[i].text)) == 0 &&
            (!list[i].field || strcmp(field, list[i].field) == 0))
            return true;
    return false;
}
#define IS_LISTED(list, text, field) is_listed(list, sizeof(list) / sizeof *(list), text, field)

/* ---------------------------------------------------------------- running */

static _Alignas(64) hw_lanes reg[REGISTERS], operands[ROUNDS][CONSTANTS + 4];
static uint32_t predicates[ROUNDS][HW_PREDICATES];
static struct hw_regs regs = {.reg = reg};

/* Numbers of all formats at the borders of their ranges. */
static uint32_t an_operand(uint64_t *state)
{
    static const uint32_t edges[] = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
        0x00000001, 0x80400000, 0x00800000, 0x3c003c00, 0x00010001, 0x83ff03ff, 0x7c007c00, 0x7e00fc00,
        0x3f803f80, 0x7f807f80, 0x7fc0ff80, 0x4b000001, 0x40490fdb, 0x3f000001, 0x4effffff, 0x5f000000,
        0x43ff0000, 0x3ff00000, 0x7ff00000, 0x00100000, 0xffffffff, 0x7fffffff, 0x000000ff, 0x00010000,
        0x42fe0000, 0xc2fe0000, 0x3effffff, 0x00000020,
    };
    const uint64_t r = splitmix64(state);

    switch (r & 7) {
    case 0:
    case 1: return edges[(r >> 8) % (sizeof edges / sizeof *edges)];
    case 2: return (uint32_t)(r >> 20) % 70;
    case 3: return 0x3c003c00 + ((uint32_t)(r >> 24) & 0x8fff8fff);
    case 4: return 0x3f000000 + ((uint32_t)(r >> 24) & 0x81ffffff);
    case 5: return (uint32_t)(r >> 24) & 0x807fffff;
    default: return (uint32_t)(r >> 16);
    }
}

static int make_operands(void **unused)
{
    uint64_t state = 1;

    (void)unused;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < CONSTANTS + 4; i++)
            for (unsigned l = 0; l < HW_LANES; l++)
                operands[round][i][l] = an_operand(&state);
        for (unsigned l = 0; l < HW_LANES; l += 5)
            for (unsigned w = 0; w < 2; w++)
                operands[round][8 + w][l] = operands[round][CONSTANTS + w][l] = operands[round][4 + w][l];
        for (unsigned p = 0; p < HW_PREDICATES; p++)
            predicates[round][p] = (uint32_t)splitmix64(&state);
        predicates[round][3] = round % 4 == 0 ? 0 : round % 4 == 1 ? ~0u : predicates[round][3];
        predicates[round][HW_PT] = ~0u;
    }
    return 0;
}

static uint16_t register_of(const struct hw_operand *operand, bool written)
{
    switch (operand->kind) {
    case HW_OPERAND_REG:
    case HW_OPERAND_UREG: return operand->reg == HW_RZ ? (written ? SINK : ZEROS) : operand->reg;
    case HW_OPERAND_IMM: return LITERALS;
    default: return CONSTANTS;
    }
}

/* The micro-operation, as the engine makes it; false: the instruction is refused. */
static bool bind_view(const struct hw_semantics *view, const struct hw_chip_traits *traits,
                      struct hw_uop *uop)
{
    struct hw_alu_operands found;
    uint16_t *const registers[4] = {&uop->d, &uop->a, &uop->b, &uop->c};

    *uop = (struct hw_uop){
        .d = SINK, .a = ZEROS, .b = ZEROS, .c = ZEROS, .cond_out = HW_NO_REGISTER, .cond_in = HW_NO_REGISTER};
    hw_alu_operands(view, &found);
    for (unsigned i = 0; i < 4; i++)
        if (found.reg[i] >= 0)
            *registers[i] = register_of(&view->operand[found.reg[i]], i == 0);
    return hw_alu_select(view, hw_alu_table_at(0), traits, uop);
}

/* What an instruction leaves behind on many operands, as one number. */
static uint64_t result_of(const struct hw_uop *uop)
{
    uint64_t hash = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        memcpy(reg, operands[round], sizeof operands[round]);
        memset(reg[LITERALS], 0x55, sizeof reg[LITERALS]);
        memset(reg[ZEROS], 0, sizeof reg[ZEROS]);
        memcpy(regs.pred, predicates[round], sizeof regs.pred);
        regs.exec = ~0u;
        uop->fn(&regs, uop);
        for (unsigned l = 0; l < 4 * HW_LANES; l++) {
            hash ^= reg[l / HW_LANES][l % HW_LANES];
            hash = splitmix64(&hash);
        }
        for (unsigned p = 0; p < HW_PREDICATES; p++) {
            hash ^= regs.pred[p];
            hash = splitmix64(&hash);
        }
    }
    return hash;
}

/* ---------------------------------------------------------------- forms */

/* Fields that name operands have these values; a few modifiers begin at a value that lets others be seen. */
struct field {
    const char *name;
    uint64_t value;
};
static const struct field operand_field[] = {
    {"guard", 7},  {"dst", 0},    {"src1", 4},     {"src2", 8},      {"src3", 12},
    {"pred1", 1},  {"pred2", 2},  {"predsrc", 3},  {"predsrc2", 4},  {"predsrc3", 5},
    {"uguard", 7}, {"udst", 0},   {"usrc1", 4},    {"usrc2", 8},     {"usrc3", 12},
    {"upred1", 1}, {"upred2", 2}, {"upredsrc", 3}, {"upredsrc2", 4}, {"upredsrc3", 5},
    {"bank", 0},   {"offset", 4}, {"table", 0x5a}, {"table2", 0x36}, {"literal", 85},
};
static const struct field first_value[] = {{"cmp", 1}, {"round", 2}, {"mode", 4}};

static const struct field *find_field(const struct field *list, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}
#define FIND(list, name) find_field(list, sizeof(list) / sizeof *(list), name)

/* Whether the fields make a word of the chip, and one of this form. */
static bool is_word(const struct hw_target *target, struct hw_insn *insn)
{
    uint8_t code[16];
    struct hw_insn back;

    hw_encode(insn);
    hw_insn_store(insn, code);
    return hw_decode(target, code, sizeof code, &back) == HW_OK && back.form == insn->form && !back.foreign;
}

struct value {
    char text[HW_TEXT_MAX];
    bool bound;
    uint64_t result;
};

static struct value value_of(const struct hw_target *target, const struct hw_insn *insn)
{
    struct value value = {0};
    struct hw_semantics view;
    struct hw_uop uop;

    hw_print(insn, HW_SYNTAX_NV, 0, value.text, sizeof value.text);
    hw_insn_semantics(insn, &view);
    value.bound = bind_view(&view, hw_chip_traits_of(HW_CHIP_GV100 + target->chip), &uop);
    if (value.bound)
        value.result = result_of(&uop);
    return value;
}

static unsigned failures;

static void complain(const struct hw_target *target, const char *what, const char *one, const char *other)
{
    print_error("%s: %s: %s%s%s\n", hw_isa_chip(target->isa, target->chip), what, one, other ? " | " : "",
                other ? other : "");
    failures++;
}

/* NVIDIA's text for what no chip does, or a field that it does not print. */
static bool is_reserved(const char *text)
{
    return strstr(text, "INVALID") || strstr(text, "???") || strstr(text, " # ");
}

static void compare_values(const struct hw_target *target, const char *field, const struct value *value,
                           unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (value[i].bound && is_reserved(value[i].text))
            complain(target, "runs", value[i].text, NULL);
        for (unsigned k = 0; k < i; k++)
            if (value[i].bound && value[k].bound && value[i].result == value[k].result &&
                strcmp(value[i].text, value[k].text) != 0 && !IS_LISTED(same, value[i].text, field) &&
                !IS_LISTED(same, value[k].text, field)) {
                complain(target, field, value[i].text, value[k].text);
                break;
            }
    }
}

/* Fields with which an instruction of the form runs: the first values, or else any.  False: there are none;
 * then `text` is one that should run, or empty, where all are reserved. */
static bool find_base(const struct hw_target *target, struct hw_insn *insn, char text[HW_TEXT_MAX])
{
    static const struct field always = {"", HW_PT};
    uint64_t state = 7;

    *text = 0;
    for (unsigned attempt = 0; attempt < 300; attempt++) {
        for (unsigned i = 0; i < hw_form_field_count(insn->form); i++) {
            const char *name = hw_form_field_name(insn->form, i);
            const struct field *fixed = FIND(operand_field, name), *first = FIND(first_value, name);
            const uint64_t mask = (1ull << hw_form_field_bits(insn->form, i)) - 1;
            const char *plain = name + (*name == 'u');
            if (attempt >= 100 && (strcmp(plain, "pred1") == 0 || strcmp(plain, "predsrc") == 0))
                fixed = &always;
            insn->field[i] = fixed     ? fixed->value
                             : attempt ? splitmix64(&state) & mask
                             : first   ? first->value & mask
                                       : 0;
        }
        if (!is_word(target, insn))
            continue;
        const struct value value = value_of(target, insn);
        if (value.bound)
            return true;
        if (!is_reserved(value.text))
            memcpy(text, value.text, sizeof value.text);
    }
    return false;
}

/* A form with a literal source does what that with a register does. */
static bool is_wanted(const struct hw_form *form)
{
    const unsigned takes = hw_operation_info(hw_form_op(form))->takes;

    if (takes == HW_TAKES_NONE)
        return false;
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        const char *name = hw_form_field_name(form, i);
        if (strcmp(name, "literal") == 0 && takes != HW_TAKES_LITERAL && hw_form_op(form) != HW_OP_R2P)
            return false;
    }
    return true;
}

static void check_form(const struct hw_target *target, const struct hw_form *form)
{
    struct hw_insn insn = {.form = form, .bytes = 16, .control = HW_NO_CONTROL};
    struct value value[MOST_VALUES];
    char text[HW_TEXT_MAX];

    if (!find_base(target, &insn, text)) {
        if (*text && !is_not_run(text))
            complain(target, "no value runs", text, NULL);
        return;
    }
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        const uint64_t values = 1ull << hw_form_field_bits(form, i);
        struct hw_insn changed = insn;
        unsigned count = 0;

        if (FIND(operand_field, hw_form_field_name(form, i)) || values > MOST_VALUES)
            continue;
        for (unsigned v = 0; v < values; v++) {
            changed.field[i] = v;
            if (is_word(target, &changed))
                value[count++] = value_of(target, &changed);
        }
        compare_values(target, hw_form_field_name(form, i), value, count);
    }
}

static void modifiers_are_known(void **state)
{
    struct hw_target target;

    (void)state;
    assert_int_equal(hw_target_find("gv100", &target, NULL), HW_OK);
    for (target.chip = 0; !hw_kernel_abi_of(&target)->not_run; target.chip++) {
        const struct hw_form *form;
        for (unsigned i = 0; (form = hw_isa_form(target.isa, i)) != NULL; i++)
            if (hw_form_legal(form, target.chip, HW_PROGRAM_CP) && is_wanted(form))
                check_form(&target, form);
    }
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modifiers_are_known),
    };

    return cmocka_run_group_tests(tests, make_operands, NULL);
}

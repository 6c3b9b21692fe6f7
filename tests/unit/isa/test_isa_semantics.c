/* SPDX-License-Identifier: MIT */
/* Golden test of decoding: text, row, fields and every member of hw_semantics for some encodings of each
 * kind.
 *
 * tests/golden/tesla_view.txt and its neighbours hold blocks that begin with `== CHIP PROGRAM WORD`.  The
 * test makes the rest of each block anew and compares.  To add an encoding, add such a line; after a change
 * that is meant, write the files anew with `HW_GOLDEN=write build/tests/test_isa_view` in the repository's
 * root, and read the difference. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

static const char *const goldens[] = {"tests/golden/tesla_view.txt",  "tests/golden/fermi_view.txt",
                                      "tests/golden/kepler_view.txt", "tests/golden/maxwell_view.txt",
                                      "tests/golden/turing_view.txt", "tests/golden/ampere_view.txt"};

/* clang-format off */
static const char *const kind_names[] = {
    "none",   "reg",   "cond",   "pred", "addr", "sreg",    "out",  "discard", "imm",     "const",
    "shared", "local", "global", "attr", "prim", "varying", "code", "barrier", "texture", "sampler",
    "generic", "surface", "ureg", "upred", "breg"};
static const char *const mod_names[] = {
#define MOD_NAME(name, text) #name,
    HW_MODIFIERS(MOD_NAME)
#undef MOD_NAME
};
/* clang-format on */

static void dump_operand(FILE *out, const struct hw_operand *operand)
{
    static const char *const flag_names[] = {"neg",  "abs",     "inv",  "signed",
                                             "high", "postinc", "wide", "relative"};
    static const char *const base_names[] = {"none", "reg", "addr", "ureg", "ureg_bank"};
    fprintf(out, "  operand %s: bytes %u, reg %u, base %s, space %u, offset %" PRId64,
            kind_names[operand->kind], operand->bytes, operand->reg, base_names[operand->base_kind],
            operand->space, operand->offset);
    for (unsigned i = 0; i < 8; i++)
        if (operand->flags >> i & 1)
            fprintf(out, ", %s", flag_names[i]);
    if (operand->part)
        fprintf(out, ", part %u", operand->part);
    fputc('\n', out);
}

static void dump_view(FILE *out, const struct hw_semantics *view)
{
    fprintf(out, "  op %s, flow %u, cond_out %d, guard kind %u reg %u test %u\n",
            hw_operation_info(view->op)->name, view->also, view->cond_out, view->guard.kind, view->guard.reg,
            view->guard.test);
    for (unsigned i = 0; i < HW_MODIFIER_COUNT; i++)
        if (view->mod[i])
            fprintf(out, "  mod %s %u\n", mod_names[i], view->mod[i]);
    for (unsigned i = 0; i < HW_UNIFORM_WORDS; i++)
        if (view->uniform[i])
            fprintf(out, "  uniform%s 0x%" PRIx64 "\n", i ? " above 63" : "", view->uniform[i]);
    for (unsigned i = 0; i < view->operand_count; i++)
        dump_operand(out, &view->operand[i]);
}

static void dump_insn(FILE *out, const struct hw_insn *insn)
{
    char text[HW_TEXT_MAX];
    hw_print(insn, HW_SYNTAX_NV, 0, text, sizeof text);
    fprintf(out, "  %s\n", text);
    if (!insn->form)
        return;
    fprintf(out, "  row %s, unit %s, fields", hw_form_name(insn->form), hw_form_unit(insn->form));
    for (unsigned i = 0; i < hw_form_field_count(insn->form); i++)
        fprintf(out, " %s=%" PRIu64, hw_form_field_name(insn->form, i), insn->field[i]);
    fputc('\n', out);
    struct hw_semantics view;
    hw_insn_semantics(insn, &view);
    dump_view(out, &view);
}

/* Up to 32 digits, high bits first. */
static void read_word(const char *digits, uint64_t word[2])
{
    char high[17] = "0";
    const size_t length = strlen(digits), above = length > 16 ? length - 16 : 0;
    memcpy(high, digits, above);
    word[0] = strtoull(digits + above, NULL, 16);
    word[1] = strtoull(high, NULL, 16);
}

/* The block for one `== CHIP PROGRAM WORD` line. */
static void dump_block(FILE *out, const char *head)
{
    char chip[16], program[8], digits[33];
    struct hw_target target;
    struct hw_insn insn;
    assert_int_equal(sscanf(head, "== %15s %7s 0x%32s", chip, program, digits), 3);
    assert_int_equal(hw_target_find(chip, &target, NULL), HW_OK);
    assert_int_equal(hw_program_find(program, &target.program, NULL), HW_OK);
    uint64_t word[2];
    read_word(digits, word);
    assert_int_equal(hw_decode(&target, word, strlen(digits) / 2, &insn), HW_OK);
    assert_int_equal(insn.bytes, strlen(digits) / 2);
    fputs(head, out);
    dump_insn(out, &insn);
}

static char *read_text(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        fail_msg("cannot open %s: tests run in the repository's root", name);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    assert_true(size > 0 && size < (1 << 20) - 1);
    return text;
}

/* The whole file again, from its `==` lines and its comments. */
static char *make_anew(const char *golden)
{
    char *made = NULL, line[256];
    size_t size;
    FILE *out = open_memstream(&made, &size);
    assert_non_null(out);
    for (const char *at = golden; *at; at += strlen(line)) {
        const char *end = strchr(at, '\n');
        assert_non_null(end);
        assert_true((size_t)(end - at) < sizeof line - 1);
        snprintf(line, sizeof line, "%.*s", (int)(end - at + 1), at);
        if (!strncmp(line, "==", 2))
            dump_block(out, line);
        else if (line[0] == '#')
            fputs(line, out);
    }
    fclose(out);
    return made;
}

/* The first line in which the texts differ, for a message that can be read. */
static void compare(const char *name, const char *golden, const char *made)
{
    unsigned line = 1;
    const char *start = golden, *other = made;
    for (; *golden && *golden == *made; golden++, made++)
        if (*golden == '\n') {
            line++;
            start = golden + 1;
            other = made + 1;
        }
    if (*golden || *made)
        fail_msg("%s:%u: `%.*s`, now `%.*s`", name, line, (int)strcspn(start, "\n"), start,
                 (int)strcspn(other, "\n"), other);
}

static void check_golden(const char *name)
{
    const char *mode = getenv("HW_GOLDEN");
    char *golden = read_text(name), *made = make_anew(golden);
    if (mode && !strcmp(mode, "write")) {
        FILE *file = fopen(name, "wb");
        assert_non_null(file);
        fputs(made, file);
        assert_int_equal(fclose(file), 0);
    } else {
        compare(name, golden, made);
    }
    free(golden);
    free(made);
}

static void views_are_as_recorded(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++)
        check_golden(goldens[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(views_are_as_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

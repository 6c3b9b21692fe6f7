/* SPDX-License-Identifier: MIT */
/* Code generation for functions that are built by hand: operand folding, phi elimination, reconvergence. */
#include "compiler/codegen/kernel.h"
#include "compiler/codegen/legalise.h"
#include "compiler/ir/ir_special.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct code {
    struct hw_arena arena;
    struct hw_codegen_target target;
    struct hw_ir_function *function;
    struct hw_ir_block *block[8];
    const char *text;
};

static void begin_code(struct code *code, const char *target, unsigned blocks)
{
    *code = (struct code){.text = NULL};
    if (setjmp(code->arena.out))
        fail_msg("no memory");
    assert_int_equal(hw_codegen_target(&code->arena, target, &code->target, NULL), HW_OK);
    code->function = hw_ir_function(&code->arena, "k");
    for (unsigned i = 0; i < blocks; i++)
        code->block[i] = hw_ir_block(code->function);
}

static struct hw_ir_value *word(struct code *code, uint32_t bits)
{
    return hw_ir_constant(code->function, HW_IR_KIND_32, bits);
}

static struct hw_ir_value *op(struct code *code, unsigned block, enum hw_ir_op which, unsigned type,
                              unsigned kind, struct hw_ir_value *a, struct hw_ir_value *b)
{
    const uint8_t kinds[] = {(uint8_t)kind};
    struct hw_ir_value *const operand[] = {a, b};
    const struct hw_ir_modifiers how = {.type = (uint8_t)type, .cmp = which == HW_IR_SETP ? 1 : 0};
    const struct hw_ir_made made = {.op = which,
                                    .how = &how,
                                    .results = 1,
                                    .kind = kinds,
                                    .operands = b   ? 2
                                                : a ? 1
                                                    : 0,
                                    .operand = operand};

    return &hw_ir_insn(code->function, code->block[block], NULL, &made)->result[0];
}

static struct hw_ir_value *add_op(struct code *code, unsigned block, struct hw_ir_value *a,
                                  struct hw_ir_value *b)
{
    return op(code, block, HW_IR_ADD, HW_TYPE_U32, HW_IR_KIND_32, a, b);
}

static struct hw_ir_value *special(struct code *code, unsigned number)
{
    static const uint8_t kinds[] = {HW_IR_KIND_32};
    const struct hw_ir_modifiers how = {.number = number};
    const struct hw_ir_made made = {.op = HW_IR_SPECIAL, .how = &how, .results = 1, .kind = kinds};

    return &hw_ir_insn(code->function, code->block[0], NULL, &made)->result[0];
}

static struct hw_ir_value *parameter(struct code *code, uint32_t offset)
{
    static const uint8_t kinds[] = {HW_IR_KIND_32};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B32, .space = HW_IR_SPACE_PARAM, .bits = offset};
    struct hw_ir_value *address = word(code, 0);
    const struct hw_ir_made made = {
        .op = HW_IR_LOAD, .how = &how, .results = 1, .kind = kinds, .operands = 1, .operand = &address};

    return &hw_ir_insn(code->function, code->block[0], NULL, &made)->result[0];
}

/* So that a value has a use. */
static void store(struct code *code, unsigned block, struct hw_ir_value *value)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B32, .space = HW_IR_SPACE_SHARED};
    struct hw_ir_value *const operand[] = {word(code, 0), value};
    const struct hw_ir_made made = {.op = HW_IR_STORE, .how = &how, .operands = 2, .operand = operand};

    hw_ir_insn(code->function, code->block[block], NULL, &made);
}

static void end_block(struct code *code, unsigned block, struct hw_ir_value *condition, int yes, int no)
{
    const struct hw_ir_made made = {.op = condition ? HW_IR_BRANCH
                                          : yes < 0 ? HW_IR_EXIT
                                                    : HW_IR_JUMP,
                                    .operands = condition != NULL,
                                    .operand = &condition};
    struct hw_ir_block *const to[] = {yes < 0 ? NULL : code->block[yes], no < 0 ? NULL : code->block[no]};

    hw_ir_end(code->function, code->block[block], &made, to, condition ? 2 : yes >= 0);
}

static void compile_code(struct code *code)
{
    struct hw_codegen_layout layout = {.arena = &code->arena};
    struct hw_codegen_kernel kernel = {.registers = 0};
    const struct hw_ir_routine routine = {.function = code->function, .is_kernel = true};
    struct hw_error error = {0};

    hw_codegen_legalise(&code->target, code->function);
    if (hw_codegen_kernel(&code->target, &layout, &routine, 0, &kernel, &error) != HW_OK)
        fail_msg("%s", error.text);
    code->text = kernel.emitted.text.text;
}

static void has_text(const struct code *code, const char *line)
{
    if (!strstr(code->text, line))
        fail_msg("%s is not in\n%s", line, code->text);
}

static void has_not(const struct code *code, const char *line)
{
    if (strstr(code->text, line))
        fail_msg("%s is in\n%s", line, code->text);
}

static unsigned count(const struct code *code, const char *word_of_it)
{
    unsigned found = 0;

    for (const char *at = code->text; (at = strstr(at, word_of_it)) != NULL; at++)
        found++;
    return found;
}

static void finish_code(struct code *code)
{
    hw_arena_clear(&code->arena);
}

/* --- selection ---------------------------------------------------------------------------------------------
 */

/* The same sum with operands of every kind; what a slot does not take goes to a register. */
static void instructions_take_in_what_they_can(void **state)
{
    static const char *const targets[] = {"sm_20", "sm_35", "sm_52"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct code code;
        begin_code(&code, targets[i], 1);
        struct hw_ir_value *lane = special(&code, HW_IR_SPECIAL_TID_X);
        store(&code, 0, add_op(&code, 0, lane, word(&code, 5)));
        store(&code, 0, add_op(&code, 0, word(&code, 0xfffffffc), lane));
        store(&code, 0, add_op(&code, 0, lane, word(&code, 0x12345678)));
        store(&code, 0, add_op(&code, 0, parameter(&code, 8), lane));
        struct hw_ir_value *negative = op(&code, 0, HW_IR_NEG, HW_TYPE_S32, HW_IR_KIND_32, lane, NULL);
        store(&code, 0, add_op(&code, 0, parameter(&code, 12), negative));
        add_op(&code, 0, lane, word(&code, 77)); /* no use */
        end_block(&code, 0, NULL, -1, -1);
        compile_code(&code);
        has_text(&code, ", 0x5\n");
        has_text(&code, ", -0x4\n");
        has_text(&code, "IADD32I R");
        has_text(&code, i == 0 ? "c[0x0][0x28]\n" : "c[0x0][0x148]\n");
        has_text(&code, i == 0 ? "c[0x0][0x2c]" : "c[0x0][0x14c]");
        has_not(&code, "0x4d");
        finish_code(&code);
    }
}

static void numbers_of_64_bits_are_pairs(void **state)
{
    struct code code;
    (void)state;
    begin_code(&code, "sm_52", 1);
    struct hw_ir_value *lane = special(&code, HW_IR_SPECIAL_TID_X);
    struct hw_ir_value *wide =
        op(&code, 0, HW_IR_PACK, HW_TYPE_B64, HW_IR_KIND_64, lane, parameter(&code, 0));
    struct hw_ir_value *sum = op(&code, 0, HW_IR_ADD, HW_TYPE_U64, HW_IR_KIND_64, wide,
                                 hw_ir_constant(code.function, HW_IR_KIND_64, 0x300000004));
    store(&code, 0, op(&code, 0, HW_IR_CONVERT, HW_TYPE_U32, HW_IR_KIND_32, sum, NULL));
    end_block(&code, 0, NULL, -1, -1);
    sum->uses->by->how.from = HW_TYPE_U64;
    compile_code(&code);
    has_text(&code, ".CC, R");
    has_text(&code, ", 0x4\n");
    has_text(&code, "IADD.X R");
    has_text(&code, ", 0x3\n");
    finish_code(&code);
}

/* --- out of single assignment --- */

/* Two values that are swapped in each iteration: one needs a temporary. */
static void swapped_values_need_a_temporary(void **state)
{
    static const uint8_t kinds[] = {HW_IR_KIND_32};
    struct code code;
    (void)state;
    begin_code(&code, "sm_52", 3);
    struct hw_ir_value *a = special(&code, HW_IR_SPECIAL_TID_X), *b = special(&code, HW_IR_SPECIAL_TID_Y);
    end_block(&code, 0, NULL, 1, -1);
    const struct hw_ir_made made = {.op = HW_IR_PHI, .results = 1, .kind = kinds};
    struct hw_ir_insn *x = hw_ir_insn(code.function, code.block[1], NULL, &made),
                      *y = hw_ir_insn(code.function, code.block[1], NULL, &made);
    struct hw_ir_value *more =
        op(&code, 1, HW_IR_SETP, HW_TYPE_U32, HW_IR_KIND_PRED, &x->result[0], parameter(&code, 0));
    end_block(&code, 1, more, 1, 2);
    hw_ir_add_operand(code.function, x, a);
    hw_ir_add_operand(code.function, y, b);
    hw_ir_add_operand(code.function, x, &y->result[0]);
    hw_ir_add_operand(code.function, y, &x->result[0]);
    store(&code, 2, &x->result[0]);
    store(&code, 2, &y->result[0]);
    end_block(&code, 2, NULL, -1, -1);
    compile_code(&code);
    assert_int_equal(count(&code, "MOV R"), 3);
    finish_code(&code);
}

/* --- reconvergence --- */

static void diamond(struct code *code, const char *target, bool differs, unsigned stores)
{
    begin_code(code, target, 4);
    struct hw_ir_value *lane = special(code, differs ? HW_IR_SPECIAL_TID_X : HW_IR_SPECIAL_CTAID_X);
    struct hw_ir_value *less =
        op(code, 0, HW_IR_SETP, HW_TYPE_U32, HW_IR_KIND_PRED, lane, parameter(code, 0));
    end_block(code, 0, less, 1, 2);
    for (unsigned i = 0; i < stores; i++)
        store(code, 1, word(code, 1 + i));
    end_block(code, 1, NULL, 3, -1);
    store(code, 2, word(code, 2));
    end_block(code, 2, NULL, 3, -1);
    store(code, 3, lane);
    end_block(code, 3, NULL, -1, -1);
    compile_code(code);
}

static void lanes_that_diverge_reconverge(void **state)
{
    struct code code;
    (void)state;
    diamond(&code, "sm_52", true, 8);
    has_text(&code, "SSY b3\n");
    assert_int_equal(count(&code, "SYNC"), 2);
    finish_code(&code);
    diamond(&code, "sm_20", true, 8);
    has_text(&code, "SSY b3\n");
    assert_int_equal(count(&code, "NOP.S"), 2);
    finish_code(&code);
    diamond(&code, "sm_52", false, 8);
    has_not(&code, "SSY");
    has_not(&code, "SYNC");
    finish_code(&code);
}

static void short_branches_are_if_converted(void **state)
{
    struct code code;
    (void)state;
    diamond(&code, "sm_52", true, 1);
    has_not(&code, "SSY");
    has_not(&code, "BRA");
    has_text(&code, "@P0 STS");
    has_text(&code, "@!P0 STS");
    finish_code(&code);
}

/* The reconvergence point after a loop is pushed once, before it. */
static void a_loop_with_a_divergent_exit_is_pushed_before(void **state)
{
    static const uint8_t kinds[] = {HW_IR_KIND_32};
    struct code code;
    (void)state;
    begin_code(&code, "sm_52", 3);
    struct hw_ir_value *lane = special(&code, HW_IR_SPECIAL_TID_X);
    end_block(&code, 0, NULL, 1, -1);
    const struct hw_ir_made made = {.op = HW_IR_PHI, .results = 1, .kind = kinds};
    struct hw_ir_insn *phi = hw_ir_insn(code.function, code.block[1], NULL, &made);
    struct hw_ir_value *next = add_op(&code, 1, &phi->result[0], word(&code, 1));
    struct hw_ir_value *more = op(&code, 1, HW_IR_SETP, HW_TYPE_U32, HW_IR_KIND_PRED, next, lane);
    end_block(&code, 1, more, 1, 2);
    hw_ir_add_operand(code.function, phi, word(&code, 0));
    hw_ir_add_operand(code.function, phi, next);
    store(&code, 2, next);
    end_block(&code, 2, NULL, -1, -1);
    compile_code(&code);
    const char *push = strstr(code.text, "SSY b2\n"), *loop = strstr(code.text, "b1:\n");
    assert_true(push && loop && push < loop);
    assert_int_equal(count(&code, "SSY"), 1);
    has_text(&code, "SYNC\nb2:\n");
    finish_code(&code);
}

/* b1 is entered for each iteration; lanes leave from b2 for the end (b5), or do b3 or not, and reconverge in
 * b4. */
static void loop_with_an_exit(struct code *code, const char *target, bool is_ordered)
{
    begin_code(code, target, 6);
    code->target.is_ordered = is_ordered;
    struct hw_ir_value *lane = special(code, HW_IR_SPECIAL_TID_X);
    struct hw_ir_value *some = op(code, 0, HW_IR_SETP, HW_TYPE_U32, HW_IR_KIND_PRED, lane, word(code, 3)),
                       *few = op(code, 0, HW_IR_SETP, HW_TYPE_U32, HW_IR_KIND_PRED, lane, word(code, 5)),
                       *most = op(code, 0, HW_IR_SETP, HW_TYPE_U32, HW_IR_KIND_PRED, lane, word(code, 7));
    end_block(code, 0, NULL, 1, -1);
    end_block(code, 1, some, 2, 4);
    for (unsigned i = 0; i < 12; i++) { /* too many to be guarded */
        store(code, 2, word(code, i));
        store(code, 3, word(code, i));
        store(code, 4, word(code, i));
    }
    end_block(code, 2, few, 5, 3);
    end_block(code, 3, NULL, 4, -1);
    end_block(code, 4, most, 1, 5);
    store(code, 5, lane);
    end_block(code, 5, NULL, -1, -1);
    compile_code(code);
}

static void lanes_reconverge_within_an_iteration_and_break(void **state)
{
    static const char *const targets[] = {"sm_20", "sm_35", "sm_61"};
    struct code code;
    (void)state;
    for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++) {
        loop_with_an_exit(&code, targets[i], true);
        has_text(&code, "PBK b5\n");
        has_text(&code, "SSY b4\n");
        assert_int_equal(count(&code, "BRK"), 2);
        finish_code(&code);
        loop_with_an_exit(&code, targets[i], false);
        has_text(&code, "SSY b5\n");
        has_not(&code, "BRK");
        finish_code(&code);
    }
    loop_with_an_exit(&code, "sm_13", true);
    has_not(&code, "BRK");
    finish_code(&code);
}

/* What the loader puts into an instruction it puts into one under a guard, too. */
static void addresses_under_a_guard_are_completed(void **state)
{
    static const struct hw_ir_symbol symbol = {.name = "v", .space = HW_IR_SPACE_GLOBAL, .bytes = 4};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B32, .space = HW_IR_SPACE_GLOBAL};
    struct code code;
    (void)state;
    begin_code(&code, "sm_52", 3);
    struct hw_ir_value *lane = special(&code, HW_IR_SPECIAL_TID_X);
    struct hw_ir_value *some = op(&code, 0, HW_IR_SETP, HW_TYPE_U32, HW_IR_KIND_PRED, lane, word(&code, 3));
    struct hw_ir_value *const operand[] = {hw_ir_address(code.function, HW_IR_KIND_64, &symbol, 0), lane};
    const struct hw_ir_made made = {.op = HW_IR_STORE, .how = &how, .operands = 2, .operand = operand};
    hw_ir_insn(code.function, code.block[1], NULL, &made);
    end_block(&code, 0, some, 1, 2);
    end_block(&code, 1, NULL, 2, -1);
    end_block(&code, 2, NULL, -1, -1);
    compile_code(&code);
    has_text(&code, "r1:\n        @P0 MOV32I");
    has_text(&code, "r2:\n        @P0 MOV32I");
    finish_code(&code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_take_in_what_they_can),
        cmocka_unit_test(numbers_of_64_bits_are_pairs),
        cmocka_unit_test(swapped_values_need_a_temporary),
        cmocka_unit_test(lanes_that_diverge_reconverge),
        cmocka_unit_test(short_branches_are_if_converted),
        cmocka_unit_test(a_loop_with_a_divergent_exit_is_pushed_before),
        cmocka_unit_test(lanes_reconverge_within_an_iteration_and_break),
        cmocka_unit_test(addresses_under_a_guard_are_completed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

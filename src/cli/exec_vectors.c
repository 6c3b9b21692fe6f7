/* SPDX-License-Identifier: MIT */
/* The option exec --vectors checks a table of single instructions with operands and results, row by row.
 *
 * Columns: unit, name, chip, word 0, word 1 (empty: a 32-bit instruction), text, three sources, condition
 * code before, result, condition code after.  The sources go into the registers that the row's fields
 * src1, src2 and src3 name (a short multiply-add's third is its destination); of an atomic operation the
 * first is the word in memory, and its result is `NEW.FLAGS OLD`.  The last column
 * is not read in rows without flags. */
#include "cli/exec.h"
#include "cli/code_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS   12
#define MEMORY_AT 0x1000u /* where the word of an atomic operation lies */

struct vector {
    const char *column[COLUMNS];
    struct hw_insn insn;
    struct hw_semantics view;
    uint64_t source[3], result, old;
    uint32_t cond_in, cond_out;
    bool has_old;
};

static uint64_t hex(const char *text)
{
    return strtoull(text, NULL, 16);
}

/* Split at tabs in place; the number of columns. */
static unsigned split(char *line, const char *column[COLUMNS])
{
    unsigned count = 0;
    char *rest = line, *word;
    while (count < COLUMNS && (word = strsep(&rest, "\t")) != NULL)
        column[count++] = word;
    for (unsigned i = count; i < COLUMNS; i++)
        column[i] = "";
    return count;
}

static hw_status read_vector(char *line, struct hw_exec *exec, struct vector *v, struct hw_error *error)
{
    uint32_t word[2];
    if (split(line, v->column) < COLUMNS - 1)
        return hw_fail(error, HW_ERR_FORMAT, "cli", "expected 12 columns separated by tabs");
    hw_status status = hw_target_find(v->column[2], &exec->target, error);
    if (status == HW_OK)
        status = hw_chip_find(v->column[2], &exec->chip, error);
    if (status != HW_OK)
        return status;
    word[0] = (uint32_t)hex(v->column[3]);
    word[1] = (uint32_t)hex(v->column[4]);
    if (hw_decode(&exec->target, word, *v->column[4] ? 8 : 4, &v->insn) != HW_OK || !v->insn.form)
        return hw_fail(error, HW_ERR_FORMAT, "cli", "%s %s is no instruction of %s", v->column[3],
                       v->column[4], v->column[2]);
    hw_insn_semantics(&v->insn, &v->view);
    for (unsigned i = 0; i < 3; i++)
        v->source[i] = hex(v->column[6 + i]);
    v->cond_in = (uint32_t)hex(v->column[9]);
    v->result = hex(v->column[10]);
    const char *old = strchr(v->column[10], ' ');
    v->has_old = old != NULL;
    v->old = old ? hex(old + 1) : 0;
    v->cond_out = (uint32_t)hex(v->column[11]);
    return HW_OK;
}

/* ---------------------------------------------------------------- operands */

static int field_named(const struct hw_form *form, const char *name)
{
    for (unsigned i = 0; i < hw_form_field_count(form); i++)
        if (!strcmp(hw_form_field_name(form, i), name))
            return (int)i;
    return -1;
}

static void set_register(struct hw_exec_state *state, unsigned reg, unsigned bytes, uint64_t value)
{
    state->reg[reg % HW_EXEC_REGISTERS] = (uint32_t)value;
    if (bytes == 8)
        state->reg[(reg + 1) % HW_EXEC_REGISTERS] = (uint32_t)(value >> 32);
}

static uint64_t get_register(const struct hw_exec_state *state, const struct hw_operand *operand)
{
    uint32_t low = state->reg[operand->reg % HW_EXEC_REGISTERS];
    if (operand->bytes == 8)
        return low | (uint64_t)state->reg[(operand->reg + 1) % HW_EXEC_REGISTERS] << 32;
    if (operand->bytes == 2)
        return operand->flags & HW_OPERAND_HIGH ? low >> 16 : low & 0xffff;
    return low;
}

/* Put source `index` where the field of that name says, with the width of the operand that reads it. */
static void set_source(const struct vector *v, struct hw_exec_state *state, unsigned index)
{
    static const char *const names[3] = {"src1", "src2", "src3"};
    int field = field_named(v->insn.form, names[index]);
    const struct hw_operand *last = &v->view.operand[v->view.operand_count - 1];
    for (unsigned i = 1; field >= 0 && i < v->view.operand_count; i++) {
        const struct hw_operand *operand = &v->view.operand[i];
        uint64_t number = v->insn.field[field] >> (operand->bytes == 2);
        if (operand->kind == HW_OPERAND_REG && operand->reg == number) {
            set_register(state, operand->reg, operand->bytes, v->source[index]);
            return;
        }
    }
    if (field < 0 && index == 2 && v->view.operand_count == 4 && last->kind == HW_OPERAND_REG)
        set_register(state, last->reg, last->bytes, v->source[2]);
}

static bool is_atomic(const struct vector *v)
{
    return v->view.op == HW_OP_ATOM || v->view.op == HW_OP_RED;
}

/* An atomic operation: the address register, the word in memory, then the operands. */
static hw_status set_atomic(const struct vector *v, struct hw_exec *exec, struct hw_error *error)
{
    const struct hw_semantics *view = &v->view;
    unsigned memory = view->op == HW_OP_ATOM;
    exec->before.reg[view->operand[memory].reg % HW_EXEC_REGISTERS] = MEMORY_AT;
    for (unsigned i = memory + 1, s = 1; i < view->operand_count && s < 3; i++, s++)
        set_register(&exec->before, view->operand[i].reg, view->operand[i].bytes, v->source[s]);
    return hw_memory_write(exec->memory, MEMORY_AT, &v->source[0], 8, error);
}

/* ---------------------------------------------------------------- checking */

static void complain(const struct vector *v, unsigned line, const char *what, uint64_t found,
                     uint64_t expected)
{
    printf("line %u: %s: %s: sources %s %s %s, condition code %s: %s is 0x%" PRIx64 ", expected 0x%" PRIx64
           "\n",
           line, v->column[2], v->column[5], v->column[6], v->column[7], v->column[8], v->column[9], what,
           found, expected);
}

static bool check_results(const struct vector *v, const struct hw_exec *exec, unsigned line)
{
    const struct hw_operand *dst = &v->view.operand[0];
    uint64_t expected = is_atomic(v) ? v->old : v->result;
    bool fine = true;
    if (is_atomic(v)) {
        uint64_t memory = 0;
        struct hw_error error;
        hw_memory_read(exec->memory, MEMORY_AT, &memory,
                       v->view.operand[v->view.op == HW_OP_ATOM].bytes == 8 ? 8 : 4, &error);
        fine = memory == v->result;
        if (!fine)
            complain(v, line, "memory", memory, v->result);
    }
    if (dst->kind == HW_OPERAND_REG && (!is_atomic(v) || v->has_old)) {
        uint64_t found = get_register(&exec->after, dst);
        if (found != expected) {
            complain(v, line, "result", found, expected);
            fine = false;
        }
    }
    if (v->view.cond_out >= 0 && *v->column[11]) {
        uint32_t found = exec->after.cond[v->view.cond_out];
        if (found != v->cond_out) {
            complain(v, line, "condition code", found, v->cond_out);
            fine = false;
        }
    }
    return fine;
}

/* The instruction and an end. */
static hw_status run_vector(const struct vector *v, struct hw_exec *exec, struct hw_launch_result *result,
                            struct hw_error *error)
{
    static struct hw_exec_code code; /* large: not on the stack */
    code.length = 0;
    hw_exec_open_group(&code, &exec->target);
    hw_status status = hw_exec_add(&code, &v->insn, error);
    if (status == HW_OK)
        status = hw_exec_add_end(&exec->target, &code, error);
    return status ? status : hw_exec_run(exec, code.bytes, code.length, result, error);
}

static bool check_vector(char *text, struct hw_exec *exec, unsigned line)
{
    struct vector v;
    struct hw_error error;
    struct hw_launch_result result;
    hw_status status = read_vector(text, exec, &v, &error);
    memset(&exec->before, 0, sizeof(exec->before));
    if (status == HW_OK) {
        for (unsigned i = 0; i < 4; i++)
            exec->before.cond[i] = v.cond_in;
        for (unsigned i = 3; i-- > 0;)
            set_source(&v, &exec->before, i);
        if (is_atomic(&v))
            status = set_atomic(&v, exec, &error);
    }
    if (status == HW_OK)
        status = run_vector(&v, exec, &result, &error);
    if (status == HW_OK)
        return check_results(&v, exec, line);
    printf("line %u: %s\n", line, status == HW_ERR_FAULT ? result.fault.sentence : error.text);
    return false;
}

/* What the rows of one table share. */
struct table {
    struct hw_exec exec;
    unsigned long passed, failed;
};

static bool check_line(void *context, const struct hw_line *line)
{
    struct table *table = context;
    if (!*line->text || *line->text == '#' || !strncmp(line->text, "unit\t", 5))
        return true;
    if (check_vector(line->text, &table->exec, line->number))
        table->passed++;
    else
        table->failed++;
    return true;
}

int hw_exec_vectors(const char *file, const char *isa)
{
    static struct table table; /* large: not on the stack */
    struct hw_exec *exec = &table.exec;
    struct hw_error error;
    if (hw_code_target(isa, NULL, &exec->target, &error) != HW_OK)
        return hw_usage_error("exec", "%s", error.text);
    hw_status status = hw_memory_create(&exec->memory, &error);
    if (status == HW_OK)
        status = hw_memory_map(exec->memory, MEMORY_AT, 16, &error);
    bool read = status == HW_OK && hw_for_lines(file, check_line, &table);
    hw_memory_destroy(exec->memory);
    if (status != HW_OK)
        return hw_report(NULL, NULL, &error);
    if (!read)
        return HW_EXIT_FAILED;
    printf("%lu passed, %lu failed\n", table.passed, table.failed);
    return table.failed ? HW_EXIT_FAILED : HW_EXIT_DONE;
}

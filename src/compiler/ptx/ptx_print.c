/* SPDX-License-Identifier: MIT */
/* Prints an AST's module, functions and instructions: see ptx_print.h. */
#include "compiler/ptx/ptx_print.h"

#include <inttypes.h>

static void print_scope(const struct hw_ptx_scope *scope, FILE *to);

static void print_name(const struct hw_ptx_name *name, FILE *to)
{
    const struct hw_ptx_symbol *symbol = name->symbol;
    fputs(symbol->name, to);
    if (symbol->kind == HW_PTX_SYMBOL_VARIABLE && symbol->variable->is_range)
        fprintf(to, "%" PRIu32, name->index);
}

static void print_items(const struct hw_ptx_operand *operand, size_t first, const char *between, FILE *to)
{
    for (size_t i = first; i < operand->items; i++) {
        if (i > first)
            fputs(between, to);
        hw_ptx_print_operand(operand->item[i], to);
    }
}

static void print_address(const struct hw_ptx_operand *operand, FILE *to)
{
    fputc('[', to);
    if (operand->name.symbol)
        print_name(&operand->name, to);
    if (operand->constant.bits || !operand->name.symbol) {
        fputs(operand->name.symbol ? "+" : "", to);
        hw_ptx_print_constant(operand->constant, to);
    }
    if (operand->items)
        fputs(", ", to);
    print_items(operand, 0, ", ", to);
    fputc(']', to);
}

static void print_named(const struct hw_ptx_operand *operand, FILE *to)
{
    print_name(&operand->name, to);
    if (operand->part)
        fprintf(to, ".%s", operand->part);
    if (operand->is_element)
        fprintf(to, "[%" PRIu64 "U]", operand->constant.bits);
    else if (operand->constant.bits)
        fprintf(to, "+%" PRId64, (int64_t)operand->constant.bits);
}

void hw_ptx_print_operand(const struct hw_ptx_operand *operand, FILE *to)
{
    if (operand->is_minus)
        fputc('-', to);
    if (operand->negated)
        fputc('!', to);
    switch (operand->kind) {
    case HW_PTX_OPERAND_NAME: print_named(operand, to); return;
    case HW_PTX_OPERAND_SPECIAL:
        fprintf(to, operand->part ? "%s.%s" : "%s", operand->word, operand->part);
        return;
    case HW_PTX_OPERAND_IMMEDIATE: hw_ptx_print_constant(operand->constant, to); return;
    case HW_PTX_OPERAND_ADDRESS: print_address(operand, to); return;
    case HW_PTX_OPERAND_PAIR: print_items(operand, 0, "|", to); return;
    case HW_PTX_OPERAND_SINK: fprintf(to, operand->part ? "_.%s" : "_", operand->part); return;
    case HW_PTX_OPERAND_VECTOR:
    case HW_PTX_OPERAND_GROUP: break;
    }
    bool is_group = operand->kind == HW_PTX_OPERAND_GROUP;
    fputc(is_group ? '(' : '{', to);
    print_items(operand, 0, ", ", to);
    fputc(is_group ? ')' : '}', to);
}

void hw_ptx_print_insn(const struct hw_ptx_insn *insn, FILE *to)
{
    if (insn->guard.symbol) {
        fputs(insn->guard_negated ? "@!" : "@", to);
        print_name(&insn->guard, to);
        fputc(' ', to);
    }
    fputs(hw_ptx_op_row(insn->op)->name, to);
    for (size_t i = 0; i < insn->modifiers; i++)
        if (insn->modifier[i] == HW_PTX_MOD_CONST && insn->bank)
            fprintf(to, ".const[%u]", insn->bank);
        else
            fprintf(to, ".%s", hw_ptx_modifier_name(insn->modifier[i]));
    for (size_t i = 0; i < insn->operands; i++) {
        fputs(i ? ", " : " ", to);
        hw_ptx_print_operand(insn->operand[i], to);
    }
    fputs(";\n", to);
}

static void print_list(struct hw_ptx_variable *const *list, size_t count, FILE *to)
{
    fputc('(', to);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", to);
        hw_ptx_print_variable(list[i], to);
    }
    fputc(')', to);
}

static void print_limits(const struct hw_ptx_function *function, FILE *to)
{
    for (size_t i = 0; i < function->limits; i++) {
        const struct hw_ptx_limit *limit = &function->limit[i];
        fprintf(to, " .%s", limit->name);
        for (unsigned n = 0; n < limit->numbers; n++)
            fprintf(to, n ? ", %" PRIu64 : " %" PRIu64, limit->number[n]);
    }
    for (size_t i = 0; i < function->pragmas; i++)
        fprintf(to, " .pragma %s;", function->pragma[i]);
}

/* Results, name, parameters and directives. */
static void print_signature(const struct hw_ptx_function *function, const char *name, FILE *to)
{
    if (function->results) {
        print_list(function->result, function->results, to);
        fputc(' ', to);
    }
    fputs(name, to);
    if (function->has_parameters)
        print_list(function->parameter, function->parameters, to);
    print_limits(function, to);
}

static void print_function(const struct hw_ptx_function *function, FILE *to)
{
    if (function->linkage)
        fprintf(to, ".%s ", hw_ptx_linkage_name(function->linkage));
    fputs(function->is_entry ? ".entry " : ".func ", to);
    print_signature(function, function->symbol->name, to);
    if (!function->body) {
        fputs(";\n", to);
        return;
    }
    fputs("\n{\n", to);
    print_scope(function->body, to);
    fputs("}\n", to);
}

static void print_targets(const struct hw_ptx_targets *targets, FILE *to)
{
    fprintf(to, "%s: .%s ", targets->symbol->name, targets->is_call ? "calltargets" : "branchtargets");
    for (size_t i = 0; i < targets->count; i++) {
        fputs(i ? ", " : "", to);
        hw_ptx_print_operand(targets->target[i], to);
    }
    fputs(";\n", to);
}

static void print_loc(const struct hw_ptx_loc *loc, FILE *to)
{
    fprintf(to, ".loc %" PRIu64 " %" PRIu64 " %" PRIu64, loc->file, loc->line, loc->column);
    if (loc->function_name)
        fprintf(to, ", function_name %s+%" PRIu64 ", inlined_at %" PRIu64 " %" PRIu64 " %" PRIu64,
                loc->function_name, loc->name_offset, loc->at_file, loc->at_line, loc->at_column);
    fputc('\n', to);
}

static void print_file(const struct hw_ptx_file *file, FILE *to)
{
    fprintf(to, ".file %" PRIu64 " %s", file->number, file->name);
    if (file->has_stamp)
        fprintf(to, ", %" PRIu64 ", %" PRIu64, file->stamp, file->bytes);
    fputc('\n', to);
}

static void print_statement(const struct hw_ptx_statement *statement, FILE *to)
{
    switch (statement->kind) {
    case HW_PTX_STATEMENT_VARIABLE:
        hw_ptx_print_variable(statement->variable, to);
        fputs(";\n", to);
        return;
    case HW_PTX_STATEMENT_FUNCTION: print_function(statement->function, to); return;
    case HW_PTX_STATEMENT_INSN: hw_ptx_print_insn(statement->insn, to); return;
    case HW_PTX_STATEMENT_LABEL: fprintf(to, "%s:\n", statement->label->name); return;
    case HW_PTX_STATEMENT_SCOPE:
        fputs("{\n", to);
        print_scope(statement->scope, to);
        fputs("}\n", to);
        return;
    case HW_PTX_STATEMENT_PROTOTYPE:
        fprintf(to, "%s: .callprototype ", statement->function->symbol->name);
        print_signature(statement->function, "_", to);
        fputs(";\n", to);
        return;
    case HW_PTX_STATEMENT_TARGETS: print_targets(statement->targets, to); return;
    case HW_PTX_STATEMENT_PRAGMA: fprintf(to, ".pragma %s;\n", statement->pragma); return;
    case HW_PTX_STATEMENT_LOC: print_loc(statement->loc, to); return;
    case HW_PTX_STATEMENT_FILE: print_file(statement->file, to); return;
    case HW_PTX_STATEMENT_ALIAS:
        fprintf(to, ".alias %s, %s;\n", statement->alias->alias->name, statement->alias->of->name);
        return;
    }
}

static void print_scope(const struct hw_ptx_scope *scope, FILE *to)
{
    for (size_t i = 0; i < scope->count; i++)
        print_statement(&scope->statement[i], to);
}

void hw_ptx_print(const struct hw_ptx_module *module, FILE *to)
{
    fprintf(to, ".version %u.%u\n", module->major, module->minor);
    for (size_t i = 0; i < module->targets; i++)
        fprintf(to, i ? ", %s" : ".target %s", module->target[i]);
    if (module->targets)
        fputc('\n', to);
    if (module->address_size)
        fprintf(to, ".address_size %u\n", module->address_size);
    print_scope(&module->top, to);
}

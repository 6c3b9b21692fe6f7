/* SPDX-License-Identifier: MIT */
/* Translates the body of a function: scopes, labels, source lines; parameters and return values. */
#include "compiler/irgen/irgen_state.h"

#include <string.h>

/* --- values that enter and leave ------------------------------------------------------------------------ */

void hw_irgen_write_parcel(struct hw_irgen *builder, const struct hw_irgen_block *block,
                           const struct hw_ir_parameter *parameter, struct hw_ir_value *const *value)
{
    for (uint32_t i = 0; i < parameter->values; i++) {
        struct hw_ir_value *whole = value[i];
        if (whole->kind != HW_IR_KIND_64) {
            hw_irgen_write(builder, hw_irgen_word(builder, block, i), whole);
            continue;
        }
        const uint8_t kinds[] = {HW_IR_KIND_32, HW_IR_KIND_32};
        struct hw_ir_insn *halves = hw_irgen_ops(builder, HW_IR_UNPACK, NULL, 2, kinds, 1, &whole);
        hw_irgen_write(builder, hw_irgen_word(builder, block, 0), &halves->result[0]);
        hw_irgen_write(builder, hw_irgen_word(builder, block, 1), &halves->result[1]);
    }
}

void hw_irgen_read_parcel(struct hw_irgen *builder, const struct hw_irgen_block *block,
                          const struct hw_ir_parameter *parameter, struct hw_ir_value **value)
{
    for (uint32_t i = 0; i < parameter->values; i++)
        value[i] = hw_irgen_variable_value(builder, hw_irgen_word(builder, block, i), HW_IR_KIND_32);
    if (parameter->kind != HW_IR_KIND_64)
        return;
    struct hw_ir_value *both[] = {
        value[0], hw_irgen_variable_value(builder, hw_irgen_word(builder, block, 1), HW_IR_KIND_32)};
    value[0] = hw_irgen_op(builder, HW_IR_PACK, NULL, HW_IR_KIND_64, 2, both);
}

/* A register that is a parameter, or a part of one that is a vector. */
static struct hw_irgen_register register_of(struct hw_irgen *builder, const struct hw_ptx_variable *variable,
                                            unsigned part)
{
    const struct hw_ptx_operand operand = {.kind = HW_PTX_OPERAND_NAME,
                                           .location = variable->symbol->location,
                                           .name = {.symbol = variable->symbol}};
    const struct hw_ptx_operand *element[4];

    hw_irgen_elements(builder, &operand, variable->vector, element);
    return hw_irgen_register(builder, element[part]);
}

static void receive_arguments(struct hw_irgen *builder)
{
    const struct hw_ir_signature *signature = &builder->routine->signature;
    struct hw_ir_modifiers how = {.number = 0};

    for (uint32_t i = 0; i < signature->ins; i++) {
        const struct hw_ptx_variable *variable = builder->from->parameter[i];
        const struct hw_ir_parameter *parameter = &signature->in[i];
        hw_irgen_move(builder, parameter->values);
        struct hw_ir_value **value =
            hw_arena_array(builder->arena, parameter->values, sizeof(struct hw_ir_value *));
        for (uint32_t k = 0; k < parameter->values; k++, how.number++)
            value[k] = hw_irgen_op(builder, HW_IR_ARGUMENT, &how, (enum hw_ir_kind)parameter->kind, 0, NULL);
        for (uint32_t k = 0; variable->space == HW_PTX_SPACE_REG && k < parameter->values; k++)
            hw_irgen_write(builder, register_of(builder, variable, k).variable, value[k]);
        if (variable->space != HW_PTX_SPACE_REG)
            hw_irgen_write_parcel(builder, hw_irgen_block(builder, variable), parameter, value);
    }
    builder->entered = builder->block->last;
    for (uint32_t i = 0; i < signature->outs; i++)
        if (builder->from->result[i]->space != HW_PTX_SPACE_REG)
            hw_irgen_block(builder, builder->from->result[i]);
}

void hw_irgen_return(struct hw_irgen *builder)
{
    const struct hw_ir_signature *signature = &builder->routine->signature;
    uint32_t count = 0, filled = 0;

    if (builder->routine->is_kernel) {
        hw_irgen_end(builder, HW_IR_EXIT, NULL, NULL, 0, NULL);
        return;
    }
    for (uint32_t i = 0; i < signature->outs; i++)
        count += signature->out[i].values;
    hw_irgen_move(builder, count);
    struct hw_ir_value **value = hw_arena_array(builder->arena, count, sizeof(struct hw_ir_value *));
    for (uint32_t i = 0; i < signature->outs; filled += signature->out[i++].values) {
        const struct hw_ptx_variable *variable = builder->from->result[i];
        for (uint32_t k = 0; variable->space == HW_PTX_SPACE_REG && k < signature->out[i].values; k++) {
            const struct hw_irgen_register reg = register_of(builder, variable, k);
            value[filled + k] = hw_irgen_variable_value(builder, reg.variable, reg.kind);
        }
        if (variable->space != HW_PTX_SPACE_REG)
            hw_irgen_read_parcel(builder, hw_irgen_map_find(&builder->blocks, variable), &signature->out[i],
                                 value + filled);
    }
    const struct hw_ir_made made = {.op = HW_IR_RETURN, .operands = count, .operand = value};
    hw_ir_end(builder->function, builder->block, &made, NULL, 0);
    builder->block = NULL;
}

/* --- statements ------------------------------------------------------------------------------------------
 */

static void at_label(struct hw_irgen *builder, const struct hw_ptx_symbol *label)
{
    struct hw_ir_block *block = builder->label[label->label];

    if (builder->block)
        hw_irgen_end(builder, HW_IR_JUMP, NULL, &block, 1, block);
    builder->block = block;
}

static bool keeps_rolled(const char *pragma)
{
    return !strcmp(pragma, "\"nounroll\"");
}

/* In a block it means the loop whose head that is; of a function, all its loops. */
static void pragma(struct hw_irgen *builder, const char *text)
{
    if (keeps_rolled(text) && builder->block)
        builder->block->stays_rolled = true;
}

static void keep_all_rolled(struct hw_irgen *builder)
{
    for (uint32_t i = 0; i < builder->from->labels; i++)
        builder->label[i]->stays_rolled = true;
}

static void declare(struct hw_irgen *builder, const struct hw_ptx_variable *variable)
{
    if (variable->space == HW_PTX_SPACE_PARAM)
        hw_irgen_block(builder, variable);
    else if (variable->space != HW_PTX_SPACE_REG)
        hw_irgen_symbol(builder, variable->symbol, variable->symbol->location);
}

static void build_scope(struct hw_irgen *builder, const struct hw_ptx_scope *scope)
{
    for (size_t i = 0; i < scope->count; i++) {
        const struct hw_ptx_statement *statement = &scope->statement[i];
        switch (statement->kind) {
        case HW_PTX_STATEMENT_INSN: hw_irgen_insn(builder, statement->insn, statement->location); break;
        case HW_PTX_STATEMENT_LABEL: at_label(builder, statement->label); break;
        case HW_PTX_STATEMENT_SCOPE: build_scope(builder, statement->scope); break;
        case HW_PTX_STATEMENT_VARIABLE: declare(builder, statement->variable); break;
        case HW_PTX_STATEMENT_PRAGMA: pragma(builder, statement->pragma); break;
        case HW_PTX_STATEMENT_LOC:
            builder->function->line = (uint32_t)statement->loc->line;
            builder->function->file = (uint32_t)statement->loc->file;
            break;
        default: break; /* prototypes and lists are translated where they are named */
        }
    }
}

void hw_irgen_function(struct hw_irgen *builder, const struct hw_ptx_function *from,
                       struct hw_ir_routine *routine)
{
    struct hw_ir_function *function = hw_ir_function(builder->arena, routine->symbol->name);

    routine->function = builder->function = function;
    builder->routine = routine;
    builder->location = from->symbol->location;
    builder->from = from;
    builder->row = NULL;
    builder->guard = NULL;
    builder->entered = NULL;
    builder->variables = builder->carry = 0;
    builder->words = 0;
    builder->registers = builder->blocks = (struct hw_irgen_map){.count = 0};
    builder->label = hw_arena_array(builder->arena, from->labels, sizeof(struct hw_ir_block *));
    builder->block = hw_ir_block(function);
    for (uint32_t i = 0; i < from->labels; i++)
        builder->label[i] = hw_ir_block(function);
    for (size_t i = 0; i < from->pragmas; i++)
        if (keeps_rolled(from->pragma[i]))
            keep_all_rolled(builder);
    if (!routine->is_kernel)
        receive_arguments(builder);
    build_scope(builder, from->body);
    if (builder->block)
        hw_irgen_return(builder);
    hw_ir_set_location(function, NULL);
}

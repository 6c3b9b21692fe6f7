/* SPDX-License-Identifier: MIT */
/* Translates PTX's calls: callee, arguments and results. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

#define MAX_RESULTS 255 /* values: what numbers of results have room for */

struct call_parts {
    const struct hw_ptx_operand *whom;
    const struct hw_ptx_operand *in, *out;  /* groups; NULL: none */
    const struct hw_ptx_operand *prototype; /* of a call by address */
    const struct hw_ir_signature *signature;
};

static struct call_parts parts_of(struct hw_irgen *builder)
{
    const struct hw_ptx_insn *insn = builder->insn;
    struct call_parts call = {.whom = NULL};
    size_t at = 0;

    if (insn->operand[at]->kind == HW_PTX_OPERAND_GROUP)
        call.out = insn->operand[at++];
    call.whom = hw_irgen_operand(builder, at++);
    if (at < insn->operands && insn->operand[at]->kind == HW_PTX_OPERAND_GROUP)
        call.in = insn->operand[at++];
    if (at < insn->operands)
        call.prototype = insn->operand[at++];
    if (call.whom->kind != HW_PTX_OPERAND_NAME || at < insn->operands)
        hw_irgen_fail(builder, call.whom->location, HW_ERR_SYNTAX,
                      "found another operand, expected a function or a register with its address");
    return call;
}

/* That of a prototype, or of the first function in a list of targets. */
static const struct hw_ir_signature *signature_of(struct hw_irgen *builder, const struct hw_ptx_operand *from)
{
    const struct hw_ptx_symbol *symbol = from && from->kind == HW_PTX_OPERAND_NAME ? from->name.symbol : NULL;

    if (symbol && symbol->kind == HW_PTX_SYMBOL_TARGETS && symbol->targets->is_call && symbol->targets->count)
        symbol = symbol->targets->target[0]->name.symbol;
    if (!symbol || (symbol->kind != HW_PTX_SYMBOL_PROTOTYPE && symbol->kind != HW_PTX_SYMBOL_FUNCTION))
        hw_irgen_fail(builder, from ? from->location : builder->location, HW_ERR_SYNTAX,
                      "a call by an address needs a .callprototype or a list of .calltargets");
    struct hw_ir_signature *signature = hw_arena_alloc(builder->arena, sizeof *signature);
    *signature = hw_irgen_signature(builder, symbol->function);
    return signature;
}

/* --- what goes in --------------------------------------------------------------------------------------- */

static const struct hw_irgen_block *block_of(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    const struct hw_ptx_symbol *symbol = operand->kind == HW_PTX_OPERAND_NAME ? operand->name.symbol : NULL;

    return symbol && symbol->kind == HW_PTX_SYMBOL_VARIABLE
               ? hw_irgen_map_find(&builder->blocks, symbol->variable)
               : NULL;
}

static void check_block(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                        const struct hw_irgen_block *block, const struct hw_ir_parameter *parameter)
{
    if (block->words != (parameter->bytes + 3) / 4)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "%s has %u words, expected a parameter of %u bytes", hw_irgen_name(builder, operand),
                      block->words, parameter->bytes);
}

/* The type of bits that a value of a parameter has in a register. */
static unsigned type_of(const struct hw_ir_parameter *parameter)
{
    const uint32_t bytes = parameter->bytes / parameter->values;

    return parameter->kind == HW_IR_KIND_PRED ? HW_PTX_TYPE_PRED
           : bytes == 8                       ? HW_PTX_TYPE_B64
           : bytes == 4                       ? HW_PTX_TYPE_B32
           : bytes == 2                       ? HW_PTX_TYPE_B16
                                              : HW_PTX_TYPE_B8;
}

/* Registers or constants, one for each value. */
static void elements(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                     const struct hw_ir_parameter *parameter, const struct hw_ptx_operand **element)
{
    if (parameter->values > 4 || parameter->kind == HW_IR_KIND_NONE)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found another operand, expected a .param variable of %u bytes", parameter->bytes);
    hw_irgen_elements(builder, operand, parameter->values, element);
}

static void pass_arguments(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                           const struct hw_ir_parameter *parameter, struct hw_ir_value **value)
{
    const struct hw_irgen_block *block = block_of(builder, operand);

    if (block) {
        check_block(builder, operand, block, parameter);
        hw_irgen_read_parcel(builder, block, parameter, value);
        value[0] = hw_irgen_resize(builder, value[0], (enum hw_ir_kind)parameter->kind, false);
        return;
    }
    const struct hw_ptx_operand *element[4];
    elements(builder, operand, parameter, element);
    for (uint32_t i = 0; i < parameter->values; i++)
        value[i] = hw_irgen_resize(builder, hw_irgen_source(builder, element[i], type_of(parameter), false),
                                   (enum hw_ir_kind)parameter->kind, false);
}

static void receive_results(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                            const struct hw_ir_parameter *parameter, struct hw_ir_value *const *value)
{
    const struct hw_irgen_block *block = block_of(builder, operand);

    if (operand->kind == HW_PTX_OPERAND_SINK)
        return;
    if (block) {
        check_block(builder, operand, block, parameter);
        struct hw_ir_parameter words = *parameter;
        struct hw_ir_value *one = value[0];
        if (parameter->kind == HW_IR_KIND_16)
            one = hw_irgen_resize(builder, one, HW_IR_KIND_32, false);
        hw_irgen_write_parcel(builder, block, &words, parameter->values == 1 ? &one : value);
        return;
    }
    const enum hw_ir_kind kind = hw_irgen_kind(type_of(parameter));
    const struct hw_ptx_operand *element[4];
    elements(builder, operand, parameter, element);
    for (uint32_t i = 0; i < parameter->values; i++)
        hw_irgen_assign(builder, element[i], type_of(parameter),
                        hw_irgen_resize(builder, value[i], kind, false), false);
}

static void check_count(struct hw_irgen *builder, const struct hw_ptx_operand *group, uint32_t count,
                        const char *what)
{
    const size_t found = group ? group->items : 0;

    if (found != count)
        hw_irgen_fail(builder, group ? group->location : builder->location, HW_ERR_SYNTAX,
                      "the call has %zu %s, expected %u", found, what, count);
}

/* --- the call ---------------------------------------------------------------------------------------------
 */

void hw_irgen_call(struct hw_irgen *builder)
{
    struct call_parts call = parts_of(builder);
    struct hw_ir_modifiers how = {.number = 0};
    const bool is_direct = call.whom->name.symbol->kind == HW_PTX_SYMBOL_FUNCTION;

    if (is_direct) {
        how.symbol = hw_irgen_symbol(builder, call.whom->name.symbol, call.whom->location);
        call.signature = &how.symbol->routine->signature;
    } else {
        call.signature = signature_of(builder, call.prototype);
    }
    how.extra = call.signature;
    check_count(builder, call.in, call.signature->ins, "arguments");
    check_count(builder, call.out, call.signature->outs, "results");
    const uint32_t ins = hw_ir_count_values(call.signature->in, call.signature->ins),
                   outs = hw_ir_count_values(call.signature->out, call.signature->outs);
    hw_irgen_move(builder, ins + outs);
    if (outs > MAX_RESULTS)
        hw_irgen_fail(builder, call.out->location, HW_ERR_RANGE, "a call gives %u words, expected at most %d",
                      outs, MAX_RESULTS);
    struct hw_ir_value **value =
        hw_arena_array(builder->arena, (size_t)ins + outs + 1, sizeof(struct hw_ir_value *));
    uint32_t count = 0;
    if (!is_direct)
        value[count++] = hw_irgen_source(builder, call.whom, HW_PTX_TYPE_B32, true);
    for (uint32_t i = 0; i < call.signature->ins; count += call.signature->in[i++].values)
        pass_arguments(builder, call.in->item[i], &call.signature->in[i], value + count);
    uint8_t kinds[MAX_RESULTS];
    for (uint32_t i = 0, k = 0; i < call.signature->outs; i++)
        for (uint32_t n = 0; n < call.signature->out[i].values; n++)
            kinds[k++] = call.signature->out[i].kind;
    struct hw_ir_insn *insn = hw_irgen_ops(builder, HW_IR_CALL, &how, outs, kinds, count, value);
    for (uint32_t i = 0; i < outs; i++)
        value[i] = &insn->result[i];
    count = 0;
    for (uint32_t i = 0; i < call.signature->outs; count += call.signature->out[i++].values)
        receive_results(builder, call.out->item[i], &call.signature->out[i], value + count);
}

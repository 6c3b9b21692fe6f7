/* SPDX-License-Identifier: MIT */
/* Translates PTX's loads and stores; table rows of memory instructions. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

static void check_vector(struct hw_irgen *builder)
{
    const unsigned bits = hw_ptx_type_bits((enum hw_ptx_type)builder->types[0]) * builder->says.vector;

    if (bits > 128)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX,
                      "found a vector of %u bits, expected at most 128", bits);
}

/* Parameters of a device function that are in memory at all are on its stack. */
static uint8_t in_memory(const struct hw_irgen *builder, uint8_t space)
{
    return space == HW_IR_SPACE_PARAM && !builder->routine->is_kernel ? HW_IR_SPACE_LOCAL : space;
}

uint8_t hw_irgen_space(const struct hw_irgen *builder)
{
    return in_memory(builder, builder->says.space);
}

/* The space of a variable that an address names; generic: none is named. */
static uint8_t named_space(const struct hw_ptx_operand *address)
{
    const struct hw_ptx_symbol *symbol = address->name.symbol;

    return symbol && symbol->kind == HW_PTX_SYMBOL_VARIABLE ? hw_irgen_space_of(symbol->variable->space)
                                                            : HW_IR_SPACE_GENERIC;
}

uint8_t hw_irgen_space_at(struct hw_irgen *builder, const struct hw_ptx_operand *address)
{
    static const char *const names[] = {"", "global", "shared", "local", "const", "param"};
    const uint8_t space = builder->says.space, named = named_space(address);

    if (space && named && space != named)
        hw_irgen_fail(builder, address->location, HW_ERR_SYNTAX,
                      "%s is a variable of .%s, expected one of .%s", hw_irgen_name(builder, address),
                      names[named], names[space]);
    return in_memory(builder, space ? space : named);
}

struct hw_ir_modifiers hw_irgen_access(struct hw_irgen *builder, const struct hw_ptx_operand *address,
                                       uint64_t offset)
{
    const struct hw_irgen_modifiers *says = &builder->says;

    return (struct hw_ir_modifiers){
        .type = hw_irgen_type(builder->types[0]),
        .space = hw_irgen_space_at(builder, address),
        .cache = says->order >= HW_IRGEN_ORDER_RELAXED && !says->cache ? HW_IR_CACHE_CG : says->cache,
        .is_volatile = says->is_volatile || says->order >= HW_IRGEN_ORDER_RELAXED,
        .bits = offset,
        .number = builder->insn->bank,
    };
}

/* Parts of words are loaded into registers of 16 bits as such, else into words. */
static enum hw_ir_kind loaded_kind(struct hw_irgen *builder, const struct hw_ptx_operand *const *to,
                                   unsigned count)
{
    enum hw_ir_kind kind = hw_irgen_kind(builder->types[0]);

    for (unsigned i = 0; kind == HW_IR_KIND_16 && i < count; i++)
        if (to[i]->kind != HW_PTX_OPERAND_SINK && hw_irgen_register(builder, to[i]).kind != HW_IR_KIND_16)
            kind = HW_IR_KIND_32;
    return kind;
}

void hw_irgen_ld(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *to[4], *from = hw_irgen_operand(builder, 1);
    const unsigned count = builder->says.vector;
    uint64_t offset;

    check_vector(builder);
    hw_irgen_elements(builder, hw_irgen_operand(builder, 0), count, to);
    if (hw_irgen_is_value(builder, from)) {
        hw_irgen_ld_values(builder, from, to, count);
        return;
    }
    struct hw_ir_value *address = hw_irgen_address(builder, from, &offset), *value[4];
    const struct hw_ir_modifiers how = hw_irgen_access(builder, from, offset);
    const uint8_t kind = (uint8_t)loaded_kind(builder, to, count), kinds[] = {kind, kind, kind, kind};
    struct hw_ir_insn *insn = hw_irgen_ops(builder, HW_IR_LOAD, &how, count, kinds, 1, &address);
    if (builder->says.order == HW_IRGEN_ORDER_ACQUIRE)
        hw_irgen_fence(builder, HW_IR_SCOPE_SYSTEM);
    for (unsigned i = 0; i < count; i++)
        value[i] = &insn->result[i];
    hw_irgen_assign_all(builder, to, count, builder->types[0], value, true);
}

void hw_irgen_st(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *from[4], *to = hw_irgen_operand(builder, 0);
    const unsigned count = builder->says.vector;
    struct hw_ir_value *operand[5];
    uint64_t offset;

    check_vector(builder);
    hw_irgen_elements(builder, hw_irgen_operand(builder, 1), count, from);
    for (unsigned i = 0; i < count; i++)
        operand[1 + i] = hw_irgen_source(builder, from[i], builder->types[0], true);
    if (hw_irgen_is_value(builder, to)) {
        hw_irgen_st_values(builder, to, operand + 1, count);
        return;
    }
    if (builder->says.space == HW_IR_SPACE_PARAM)
        hw_irgen_fail(builder, to->location, HW_ERR_SYNTAX,
                      "a kernel's parameters are only read, expected another space");
    operand[0] = hw_irgen_address(builder, to, &offset);
    const struct hw_ir_modifiers how = hw_irgen_access(builder, to, offset);
    if (builder->says.order == HW_IRGEN_ORDER_RELEASE)
        hw_irgen_fence(builder, HW_IR_SCOPE_SYSTEM);
    hw_irgen_ops(builder, HW_IR_STORE, &how, 0, NULL, 1 + count, operand);
}

/* clang-format off */
#define HINTS "evict L2::cache_hint prefetched "
#define ROW(op, types, modifiers, function) {op, types, modifiers, "*", .lower = function, .has_effects = true}
const struct hw_irgen_row hw_irgen_rows_memory[] = {
    /*  op           types       modifiers                                                   function */
    ROW(HW_PTX_LD,   "any_type", "weak space load_cache " HINTS "unified vector",            hw_irgen_ld),
    ROW(HW_PTX_LD,   "any_type", "weak global! load_cache nc! " HINTS "vector",              hw_irgen_ld),
    ROW(HW_PTX_LD,   "any_type", "volatile! space " HINTS "vector",                          hw_irgen_ld),
    ROW(HW_PTX_LD,   "any_type", "load_order! scope! space " HINTS "vector",                 hw_irgen_ld),
    ROW(HW_PTX_LD,   "any_type", "mmio! relaxed! sys! global vector",                        hw_irgen_ld),
    ROW(HW_PTX_LDU,  "any_type", "global vector",                                            hw_irgen_ld),
    ROW(HW_PTX_ST,   "any_type", "weak written_space store_cache " HINTS "vector",           hw_irgen_st),
    ROW(HW_PTX_ST,   "any_type", "volatile! written_space " HINTS "vector",                  hw_irgen_st),
    ROW(HW_PTX_ST,   "any_type", "store_order! scope! written_space " HINTS "vector",        hw_irgen_st),
    ROW(HW_PTX_ST,   "any_type", "mmio! relaxed! sys! global vector",                        hw_irgen_st),
    {HW_PTX_LD,  "b32 u32 s32 f32 b64 u64 s64 f64", "load_order scope space " HINTS "v8!", "*", .lower = hw_irgen_ld, .needs = 100},
    {HW_PTX_ST,  "b32 u32 s32 f32 b64 u64 s64 f64", "store_order scope written_space " HINTS "v8!", "*", .lower = hw_irgen_st, .needs = 100},
    {HW_PTX_LD,  "b128", "load_order scope space " HINTS, "*", .lower = hw_irgen_ld, .needs = 70},
    {HW_PTX_ST,  "b128", "store_order scope written_space " HINTS, "*", .lower = hw_irgen_st, .needs = 70},
    {0},
};
/* clang-format on */

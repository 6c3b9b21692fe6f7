/* SPDX-License-Identifier: MIT */
/* Translates PTX's texture and surface instructions: table rows. */
#include "compiler/irgen/irgen_state.h"

#define MAX_OPERANDS 20

/* The parameters of an operation while it is translated. */
struct access {
    struct hw_ir_modifiers how;
    struct hw_ir_texture *texture;
    struct hw_ir_value *operand[MAX_OPERANDS];
    unsigned count;
};

static const struct {
    unsigned coordinates; /* of several samples: the sample's number before them */
    bool has_layer;
    unsigned vector; /* elements of the coordinates' vector, at least */
} shapes[HW_IR_SHAPE_COUNT] = {
    [HW_IR_SHAPE_1D] = {1, false, 1},        [HW_IR_SHAPE_2D] = {2, false, 2},
    [HW_IR_SHAPE_3D] = {3, false, 3},        [HW_IR_SHAPE_CUBE] = {3, false, 3},
    [HW_IR_SHAPE_ARRAY_1D] = {1, true, 2},   [HW_IR_SHAPE_ARRAY_2D] = {2, true, 3},
    [HW_IR_SHAPE_ARRAY_CUBE] = {3, true, 4}, [HW_IR_SHAPE_2DMS] = {3, false, 3},
    [HW_IR_SHAPE_ARRAY_2DMS] = {3, true, 4},
};

static void add_operand(struct hw_irgen *builder, struct access *access, const struct hw_ptx_operand *operand,
                        unsigned type)
{
    access->operand[access->count++] = hw_irgen_source(builder, operand, type, false);
}

#define ANY HW_IR_OPAQUE_NONE /* a texture or surface */

/* Texture, sampler or surface, as `kind` says: a variable or a kernel's parameter by its name, a register by
 * the handle that it holds. */
static const struct hw_ir_symbol *opaque(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                         unsigned kind, struct access *access)
{
    struct hw_ptx_operand name = *operand;
    const struct hw_ptx_symbol *symbol = operand->name.symbol;
    const struct hw_ptx_variable *variable =
        symbol && symbol->kind == HW_PTX_SYMBOL_VARIABLE ? symbol->variable : NULL;

    if (!variable)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found another operand, expected a texture or surface");
    name.kind = HW_PTX_OPERAND_NAME;
    if (variable->space == HW_PTX_SPACE_REG) {
        add_operand(builder, access, &name, HW_PTX_TYPE_B64);
        return NULL;
    }
    if (!hw_irgen_is_opaque(&name) || (kind != ANY && hw_irgen_is_opaque(&name) != kind))
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found %s, expected a %s, or its handle in a register", hw_irgen_name(builder, &name),
                      kind == HW_IR_OPAQUE_TEXTURE   ? "texture"
                      : kind == HW_IR_OPAQUE_SAMPLER ? "sampler"
                      : kind == HW_IR_OPAQUE_SURFACE ? "surface"
                                                     : "texture or surface");
    return hw_irgen_symbol(builder, symbol, operand->location);
}

/* As many values of an operand as there are coordinates. */
static void add_each(struct hw_irgen *builder, struct access *access, const struct hw_ptx_operand *operand,
                     unsigned type)
{
    const unsigned count = shapes[builder->says.shape].coordinates;
    const bool is_vector = operand->kind == HW_PTX_OPERAND_VECTOR;

    if (is_vector ? operand->items < count : count > 1)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found %u values, expected %u",
                      is_vector ? operand->items : 1, count);
    for (unsigned i = 0; i < count; i++)
        add_operand(builder, access, is_vector ? operand->item[i] : operand, type);
}

/* A direction becomes a point on the cube's surface: its greatest component is 1 or -1. */
static void project_on_cube(struct hw_irgen *builder, struct hw_ir_value **part)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_F32, .approximate = true, .ftz = true};
    struct hw_ir_value *greatest = NULL;

    for (unsigned i = 0; i < 3; i++) {
        struct hw_ir_value *size = hw_irgen_op1(builder, HW_IR_ABS, HW_TYPE_F32, HW_IR_KIND_32, part[i]);
        greatest =
            greatest ? hw_irgen_op2(builder, HW_IR_MAX, HW_TYPE_F32, HW_IR_KIND_32, greatest, size) : size;
    }
    greatest = hw_irgen_op(builder, HW_IR_RCP, &how, HW_IR_KIND_32, 1, &greatest);
    for (unsigned i = 0; i < 3; i++)
        part[i] = hw_irgen_op2(builder, HW_IR_MUL, HW_TYPE_F32, HW_IR_KIND_32, part[i], greatest);
}

/* The layer and the coordinates, of one value or of a vector that may have more. */
static void add_coordinates(struct hw_irgen *builder, struct access *access,
                            const struct hw_ptx_operand *point, unsigned type)
{
    const unsigned shape = builder->says.shape, layer = shapes[shape].has_layer;
    const bool is_vector = point->kind == HW_PTX_OPERAND_VECTOR;

    if (is_vector ? point->items < shapes[shape].vector : shapes[shape].vector > 1)
        hw_irgen_fail(builder, point->location, HW_ERR_SYNTAX, "found %u coordinates, expected at least %u",
                      is_vector ? point->items : 1, shapes[shape].vector);
    const bool sample_first = shape == HW_IR_SHAPE_ARRAY_2DMS;
    if (layer)
        add_operand(builder, access, point->item[sample_first], HW_PTX_TYPE_B32);
    for (unsigned i = 0; i < shapes[shape].coordinates; i++)
        add_operand(builder, access, is_vector ? point->item[sample_first && !i ? 0 : layer + i] : point,
                    type);
    if (shape == HW_IR_SHAPE_CUBE || shape == HW_IR_SHAPE_ARRAY_CUBE)
        project_on_cube(builder, access->operand + access->count - 3);
}

/* A word with an offset of so many bits for each coordinate. */
static void add_offsets(struct hw_irgen *builder, struct access *access, const struct hw_ptx_operand *operand,
                        unsigned bits, unsigned step)
{
    const unsigned first = access->count;
    struct hw_ir_value *all = hw_irgen_constant(builder, HW_IR_KIND_32, 0);

    add_each(builder, access, operand, HW_PTX_TYPE_B32);
    for (unsigned i = 0; first + i < access->count; i++) {
        struct hw_ir_value *one = access->operand[first + i];
        one = hw_irgen_op2(builder, HW_IR_AND, HW_TYPE_B32, HW_IR_KIND_32, one,
                           hw_irgen_constant(builder, HW_IR_KIND_32, (1u << bits) - 1));
        one = hw_irgen_op2(builder, HW_IR_SHL, HW_TYPE_B32, HW_IR_KIND_32, one,
                           hw_irgen_constant(builder, HW_IR_KIND_32, step * i));
        all = hw_irgen_op2(builder, HW_IR_OR, HW_TYPE_B32, HW_IR_KIND_32, all, one);
    }
    access->operand[first] = all;
    access->count = first + 1;
    access->texture->has_offset = true;
}

static struct access start_access(struct hw_irgen *builder, const struct hw_ptx_operand *address,
                                  unsigned kind)
{
    struct access access = {.count = 0};

    if (address->kind != HW_PTX_OPERAND_ADDRESS || !address->items)
        hw_irgen_fail(builder, address->location, HW_ERR_SYNTAX,
                      "found another operand, expected [a texture or surface, coordinates]");
    access.texture = hw_arena_alloc(builder->arena, sizeof *access.texture);
    access.texture->shape = builder->says.shape;
    access.texture->level = builder->says.level;
    access.texture->outside = builder->says.clamp;
    access.texture->component = builder->says.component;
    access.how = (struct hw_ir_modifiers){.type = hw_irgen_type(builder->types[0]), .extra = access.texture};
    access.how.symbol = opaque(builder, address, kind, &access);
    return access;
}

/* --- results ------------------------------------------------------------------------------------------ */

/* The operand without the predicate after a bar. */
static const struct hw_ptx_operand *values_operand(const struct hw_ptx_operand *to)
{
    return to->kind == HW_PTX_OPERAND_PAIR ? to->item[0] : to;
}

static void assign_texels(struct hw_irgen *builder, const struct hw_ir_insn *insn, unsigned count)
{
    const struct hw_ptx_operand *to = hw_irgen_operand(builder, 0), *values = values_operand(to);
    const struct hw_ptx_operand *each[4];
    struct hw_ir_value *value[4];

    hw_irgen_elements(builder, values, count, each);
    for (unsigned i = 0; i < count; i++)
        value[i] = &insn->result[i];
    hw_irgen_assign_all(builder, each, count, builder->types[0], value, true);
    if (to->kind == HW_PTX_OPERAND_PAIR)
        hw_irgen_assign(builder, to->item[1], HW_PTX_TYPE_PRED, &insn->result[count], false);
}

static void finish_access(struct hw_irgen *builder, struct access *access, enum hw_ir_op op)
{
    const unsigned count = builder->says.vector;
    uint8_t kinds[5];

    for (unsigned i = 0; i < count; i++)
        kinds[i] = (uint8_t)hw_irgen_kind(builder->types[0]);
    kinds[count] = HW_IR_KIND_PRED;
    access->texture->has_presence = hw_irgen_operand(builder, 0)->kind == HW_PTX_OPERAND_PAIR;
    assign_texels(builder,
                  hw_irgen_ops(builder, op, &access->how, count + access->texture->has_presence, kinds,
                               access->count, access->operand),
                  count);
}

/* --- textures ------------------------------------------------------------------------------------------ */

static struct access at_texture(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *address = hw_irgen_operand(builder, 1);
    struct access access = start_access(builder, address, HW_IR_OPAQUE_TEXTURE);

    access.how.from = hw_irgen_type(builder->types[1]);
    access.texture->has_sampler = address->items > 1;
    if (access.texture->has_sampler)
        access.texture->sampler = opaque(builder, address->item[0], HW_IR_OPAQUE_SAMPLER, &access);
    const unsigned layer = access.count;
    add_coordinates(builder, &access, address->item[address->items - 1], builder->types[1]);
    if (shapes[builder->says.shape].has_layer) {
        const struct hw_ir_modifiers cut = {.type = HW_TYPE_U16, .from = HW_TYPE_U32, .sat = true};
        access.operand[layer] =
            hw_irgen_op(builder, HW_IR_CONVERT, &cut, HW_IR_KIND_32, 1, &access.operand[layer]);
    }
    return access;
}

/* Behind the address: level or derivatives, offsets of texels, a value to compare with. */
static void texture(struct hw_irgen *builder)
{
    static const unsigned more[] = {0, 0, 1, 2};
    struct access access = at_texture(builder);
    size_t at = 2;

    if (builder->insn->operands > 4 + more[builder->says.level])
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX, "tex has %u operands, expected at most %u",
                      builder->insn->operands, 4 + more[builder->says.level]);
    if (builder->says.level == HW_IR_LEVEL_GIVEN)
        add_operand(builder, &access, hw_irgen_operand(builder, at++), HW_PTX_TYPE_B32);
    for (unsigned i = 0; builder->says.level == HW_IR_LEVEL_GRADIENT && i < 2; i++)
        add_each(builder, &access, hw_irgen_operand(builder, at++), HW_PTX_TYPE_F32);
    for (; at < builder->insn->operands; at++) {
        const struct hw_ptx_operand *operand = hw_irgen_operand(builder, at);
        const bool is_offset = operand->kind == HW_PTX_OPERAND_VECTOR ||
                               (shapes[builder->says.shape].coordinates == 1 && !access.texture->has_offset &&
                                at + 1 < builder->insn->operands);
        if (is_offset)
            add_offsets(builder, &access, operand, 4, 4);
        else
            add_operand(builder, &access, operand, HW_PTX_TYPE_F32);
        access.texture->compares |= !is_offset;
    }
    finish_access(builder, &access, HW_IR_TEXTURE);
}

static void gather(struct hw_irgen *builder)
{
    struct access access = at_texture(builder);

    access.texture->is_gather = true;
    for (size_t at = 2; at < builder->insn->operands; at++) {
        const struct hw_ptx_operand *operand = hw_irgen_operand(builder, at);
        const bool is_offset = operand->kind == HW_PTX_OPERAND_VECTOR;
        if (is_offset)
            add_offsets(builder, &access, operand, 6, 8);
        else
            add_operand(builder, &access, operand, HW_PTX_TYPE_F32);
        access.texture->compares |= !is_offset;
    }
    finish_access(builder, &access, HW_IR_TEXTURE);
}

/* Of textures and surfaces. */
static void query(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *address = hw_irgen_operand(builder, 1);
    struct access access = {.how = {.type = HW_TYPE_B32, .number = builder->says.query}};

    if (address->kind != HW_PTX_OPERAND_ADDRESS)
        hw_irgen_fail(builder, address->location, HW_ERR_SYNTAX,
                      "found another operand, expected [a texture or surface]");
    access.how.symbol = opaque(builder, address, ANY, &access);
    if (builder->insn->operands > 2)
        add_operand(builder, &access, hw_irgen_operand(builder, 2), HW_PTX_TYPE_B32);
    hw_irgen_assign(
        builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_B32,
        hw_irgen_op(builder, HW_IR_TEXTURE_QUERY, &access.how, HW_IR_KIND_32, access.count, access.operand),
        false);
}

/* Handles say what they are in the three highest bits. */
static void is_of_type(struct hw_irgen *builder)
{
    const uint32_t bit = builder->types[0] == HW_PTX_TYPE_TEXREF       ? 0x20000000
                         : builder->types[0] == HW_PTX_TYPE_SAMPLERREF ? 0x40000000
                                                                       : 0x80000000;
    static const uint8_t kinds[] = {HW_IR_KIND_32, HW_IR_KIND_32};
    const struct hw_ir_modifiers of_pair = {.type = HW_TYPE_B64}, is = {.type = HW_TYPE_U32, .cmp = 5};
    struct hw_ir_value *handle = hw_irgen_read(builder, 1, HW_PTX_TYPE_B64);
    struct hw_ir_insn *words = hw_irgen_ops(builder, HW_IR_UNPACK, &of_pair, 2, kinds, 1, &handle);
    struct hw_ir_value *found =
        hw_irgen_op2(builder, HW_IR_AND, HW_TYPE_B32, HW_IR_KIND_32, &words->result[1],
                     hw_irgen_constant(builder, HW_IR_KIND_32, bit));
    struct hw_ir_value *operand[] = {found, hw_irgen_constant(builder, HW_IR_KIND_32, 0)};

    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_PRED,
                    hw_irgen_op(builder, HW_IR_SETP, &is, HW_IR_KIND_PRED, 2, operand), false);
}

/* --- surfaces ------------------------------------------------------------------------------------------ */

static struct access at_surface(struct hw_irgen *builder, size_t which)
{
    const struct hw_ptx_operand *address = hw_irgen_operand(builder, which);
    struct access access = start_access(builder, address, HW_IR_OPAQUE_SURFACE);

    access.how.cache = builder->says.cache;
    access.texture->is_formatted = builder->says.formatted;
    add_coordinates(builder, &access, address->item[0], HW_PTX_TYPE_B32);
    return access;
}

static void surface_load(struct hw_irgen *builder)
{
    struct access access = at_surface(builder, 1);

    finish_access(builder, &access, HW_IR_SURFACE_LOAD);
}

static void surface_store(struct hw_irgen *builder)
{
    struct access access = at_surface(builder, 0);
    const struct hw_ptx_operand *values[4];
    const unsigned count = builder->says.vector;

    hw_irgen_elements(builder, hw_irgen_operand(builder, 1), count, values);
    for (unsigned i = 0; i < count; i++)
        access.operand[access.count++] = hw_irgen_source(builder, values[i], builder->types[0], true);
    hw_irgen_ops(builder, HW_IR_SURFACE_STORE, &access.how, 0, NULL, access.count, access.operand);
}

static void surface_reduce(struct hw_irgen *builder)
{
    struct access access = at_surface(builder, 0);

    access.how.number = (uint32_t)builder->says.atom - 1;
    add_operand(builder, &access, hw_irgen_operand(builder, 1), builder->types[0]);
    hw_irgen_ops(builder, HW_IR_SURFACE_REDUCE, &access.how, 0, NULL, access.count, access.operand);
}

/* clang-format off */
const struct hw_irgen_row hw_irgen_rows_textures[] = {
    /* op            types                        modifiers                                   operands  function */
    {HW_PTX_TEX,     "u32 s32 f32 f16, s32 f32", "geometry! v4!",                            "*",      .lower = texture, .has_effects = true},
    {HW_PTX_TEX,     "u32 s32 f32 f16, s32 f32", "base! geometry! v4!",                      "*",      .lower = texture, .has_effects = true},
    {HW_PTX_TEX,     "u32 s32 f32 f16, s32 f32", "level! geometry! v4!",                     "*",      .lower = texture, .has_effects = true},
    {HW_PTX_TEX,     "u32 s32 f32 f16, f32",    "grad! geometry! v4!",                      "*",      .lower = texture, .has_effects = true},
    {HW_PTX_TEX,     "f16x2, s32 f32",            "geometry! v2!",                            "*",      .lower = texture, .has_effects = true},
    {HW_PTX_TEX,     "u32 s32 f32, s32",          "2dms! v4!",                                "*",      .lower = texture, .has_effects = true},
    {HW_PTX_TEX,     "u32 s32 f32, s32",          "a2dms! v4!",                               "*",      .lower = texture, .has_effects = true},
    {HW_PTX_TLD4,    "u32 s32 f32, f32",          "component! gathered! v4!",                 "*",      .lower = gather, .has_effects = true},
    {HW_PTX_TXQ,     "b32",                       "query!",                                   "*",      .lower = query},
    {HW_PTX_TXQ,     "b32",                       "level! query!",                            "*",      .lower = query},
    {HW_PTX_SUQ,     "b32",                       "query!",                                   "*",      .lower = query},
    {HW_PTX_ISTYPEP, "texref samplerref surfref", "",                                         "*",      .lower = is_of_type},
    {HW_PTX_SULD,    "b8 b16 b32 b64",            "b! surface_geometry! load_cache vector clamping",  "*", .lower = surface_load, .has_effects = true},
    {HW_PTX_SULD,    "b32 u32 s32 f32",           "p! surface_geometry! load_cache vector clamping",  "*", .lower = surface_load, .has_effects = true},
    {HW_PTX_SUST,    "b8 b16 b32 b64",            "b! surface_geometry! store_cache vector clamping", "*", .lower = surface_store, .has_effects = true},
    {HW_PTX_SUST,    "b32 u32 s32 f32",           "p! surface_geometry! store_cache vector clamping", "*", .lower = surface_store, .has_effects = true},
    {HW_PTX_SURED,   "u32 s32 b32 u64",           "b! reduction! surface_geometry! clamping", "*",      .lower = surface_reduce, .has_effects = true},
    {HW_PTX_SURED,   "b32 u32 s32",               "p! reduction! surface_geometry! clamping", "*",      .lower = surface_reduce, .has_effects = true},
    {0},
};
/* clang-format on */

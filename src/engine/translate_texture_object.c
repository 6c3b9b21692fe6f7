/* Texture lookups and surface accesses by handle, as micro-ops.
 *
 * A lookup has a list of sources: layer, x, y, z, then level, offsets.  The full instructions take the coordinates
 * from the registers behind the first operand and the rest from those behind the second; the scalar ones (TEXS, TLDS,
 * TLD4S) share all of them out evenly, the first operand taking one register of two, and two of three or four, but
 * the layer alone where texels of layers are fetched by number.  A handle in a register comes before the rest of the
 * second operand, for gradients (TXD) and queries (TXQ) before the first; else it is a word of constant bank 0.
 * (Registers as NVIDIA's compilers assign them for tex*() of CUDA C.)
 * The sources are copied into rows in the order that the micro-operations take.
 *
 * Depth comparison, multisampling and an offset a texel are of graphics programs: they stop the kernel. */
#include "engine/translate.h"
#include "isa/effects.h"
#include "ops/surface.h"
#include "ops/texture_object.h"
#include "ops/types.h"

#define SOURCES_MAX 8
#define HANDLE_BANK 0

/* Which source of the micro-op the next registers are. */
struct sources {
    uint8_t item[SOURCES_MAX];
    unsigned count, coords;
};

static void add(struct sources *sources, unsigned item)
{
    sources->item[sources->count++] = (uint8_t)item;
}

static unsigned coordinates(unsigned dim)
{
    static const uint8_t count[4] = {[HW_DIM_1D] = 1, [HW_DIM_2D] = 2, [HW_DIM_3D] = 3, [HW_DIM_CUBE] = 3};

    return count[dim & 3];
}

static bool is_array(unsigned dim)
{
    return dim >= HW_DIM_ARRAY_1D;
}

/* Modes of level of detail with a register: bias, level, and those with a clamp behind. */
static bool has_level(const uint8_t *mod)
{
    return mod[HW_MOD_LOD] == 2 || mod[HW_MOD_LOD] == 3 || mod[HW_MOD_LOD] == 6 || mod[HW_MOD_LOD] == 7;
}

static struct sources list_sources(const uint8_t *mod)
{
    const unsigned dim = mod[HW_MOD_DIM];
    const bool gradients = mod[HW_MOD_DERIV];
    struct sources sources = {.count = 0};

    if (is_array(dim) && !gradients)
        add(&sources, HW_TEX_LAYER);
    for (unsigned k = 0; k < coordinates(dim); k++)
        add(&sources, HW_TEX_X + k);
    if (is_array(dim) && gradients)
        add(&sources, HW_TEX_LAYER);
    sources.coords = sources.count;
    if (has_level(mod))
        add(&sources, HW_TEX_LEVEL);
    if (mod[HW_MOD_AOFFI] && !gradients)
        add(&sources, HW_TEX_OFFSET);
    return sources;
}

/* The row of register `n` behind an operand. */
static bool nth_row(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t *row)
{
    struct hw_operand one = {.kind = HW_OPERAND_REG, .bytes = 4, .reg = operand->reg};
    uint8_t part;

    if (operand->reg != HW_REG_RZ)
        one.reg = (uint16_t)(operand->reg + n);
    return hw_source_row(t, &one, row, &part);
}

static bool copy_source(struct hw_translator *t, const struct hw_operand *operand, unsigned n, uint16_t to)
{
    uint16_t row;

    if (!nth_row(t, operand, n, &row))
        return false;
    hw_emit_move(t, to, row);
    return true;
}

/* The row of handles: the register `bindless`, or with NULL a word of bank 0. */
static bool handle_row(struct hw_translator *t, const struct hw_operand *handle, const struct hw_operand *bindless,
                       uint16_t *row)
{
    const struct hw_operand word = {
        .kind = HW_OPERAND_CONST, .bytes = 4, .space = HANDLE_BANK, .offset = handle->offset * 4};
    uint8_t part;

    return bindless ? nth_row(t, bindless, 0, row) : hw_source_row(t, &word, row, &part);
}

/* The row from which on results go; `count` registers must exist. */
static bool result_rows(struct hw_translator *t, const struct hw_operand *d, unsigned count, uint16_t *row)
{
    const struct hw_operand first = {.kind = HW_OPERAND_REG, .bytes = 4, .reg = d->reg};
    uint8_t part;

    if (d->reg != HW_REG_RZ && count > 0 && d->reg + count > t->launch->registers) {
        hw_emit_fault(t, HW_FAULT_OPERAND, HW_BAD_REGISTER, d->reg);
        return false;
    }
    return hw_destination_row(t, &first, row, &part);
}

static bool refused(struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;

    if (!mod[HW_MOD_DC] && !mod[HW_MOD_MS] && mod[HW_MOD_AOFFI] < 2 && mod[HW_MOD_TEX] != HW_TEX_QUERY_LOD)
        return false;
    hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
    return true;
}

static unsigned result_count(const uint8_t *mod)
{
    const unsigned count = (unsigned)__builtin_popcount(mod[HW_MOD_MASK] & 0xfu);

    return mod[HW_MOD_F16] ? (count + 1) / 2 : count;
}

/* Fill what both kinds of lookup share; the rows from `first` on hold the sources. */
static void emit_lookup(struct hw_translator *t, uint16_t first, uint16_t handle, uint16_t d, uint16_t c)
{
    const uint8_t *mod = t->view.mod;
    struct hw_uop *uop = hw_emit(t, hw_uop_texture_object);

    uop->a = first;
    uop->b = handle;
    uop->d = d;
    uop->c = c;
    uop->lanes = mod[HW_MOD_MASK];
    uop->mode = mod[HW_MOD_TEX];
    uop->opt[0] = mod[HW_MOD_DIM];
    uop->opt[1] = mod[HW_MOD_AOFFI];
    uop->opt[2] = mod[HW_MOD_COMPONENT];
    uop->opt[3] = mod[HW_MOD_F16];
}

/* TEX, TLD, TLD4, TXD: pred, d, a, b, texture. */
static void translate_full(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand, *a = &operand[2], *b = &operand[3];
    const uint8_t *mod = t->view.mod;
    const struct sources sources = list_sources(mod);
    const bool bindless = mod[HW_MOD_BINDLESS], gradients = mod[HW_MOD_DERIV];
    const unsigned a_first = bindless && gradients, b_first = bindless && !gradients;
    const uint16_t first = hw_temp_rows(t, HW_TEX_SOURCES);
    uint16_t handle, d;

    if (operand[0].reg != HW_PRED_PT) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
        return;
    }
    for (unsigned i = 0; i < sources.count; i++) {
        const bool coordinate = i < sources.coords;
        const unsigned n = coordinate ? a_first + i : b_first + i - sources.coords;
        if (!copy_source(t, coordinate ? a : b, n, (uint16_t)(first + sources.item[i])))
            return;
    }
    if (handle_row(t, &operand[4], bindless ? (gradients ? a : b) : NULL, &handle) &&
        result_rows(t, &operand[1], result_count(mod), &d))
        emit_lookup(t, first, handle, d, (uint16_t)(d + 2));
}

/* TEXS, TLDS, TLD4S: d (third and fourth result), d (first and second), a, b, texture. */
static void translate_scalar(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const struct sources sources = list_sources(t->view.mod);
    const unsigned of_a = hw_texture_share(&t->view, sources.count), count = result_count(t->view.mod);
    const uint16_t first = hw_temp_rows(t, HW_TEX_SOURCES);
    uint16_t handle, d, c;

    for (unsigned i = 0; i < sources.count; i++)
        if (!copy_source(t, i < of_a ? &operand[2] : &operand[3], i < of_a ? i : i - of_a,
                         (uint16_t)(first + sources.item[i])))
            return;
    const unsigned of_d = t->view.mod[HW_MOD_F16] ? 1 : 2;
    if (handle_row(t, &operand[4], NULL, &handle) &&
        result_rows(t, &operand[1], count < of_d ? count : of_d, &d) &&
        result_rows(t, &operand[0], count > of_d ? count - of_d : 0, &c))
        emit_lookup(t, first, handle, d, c);
}

/* Of what TXQ asks for, CUDA has the dimensions only (txq and suq of width, height, depth). */
#define QUERY_DIMENSION 1

static void translate_query(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const uint8_t *mod = t->view.mod;
    const uint16_t first = hw_temp_rows(t, HW_TEX_SOURCES);
    uint16_t handle, d;

    if (mod[HW_MOD_QUERY] != QUERY_DIMENSION) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
        return;
    }
    if (!handle_row(t, &operand[2], mod[HW_MOD_BINDLESS] ? &operand[1] : NULL, &handle) ||
        !copy_source(t, &operand[1], mod[HW_MOD_BINDLESS], (uint16_t)(first + HW_TEX_LEVEL)) ||
        !result_rows(t, &operand[0], result_count(mod), &d))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_texture_query);
    uop->a = first;
    uop->b = handle;
    uop->d = d;
    uop->c = (uint16_t)(d + 2);
    uop->lanes = mod[HW_MOD_MASK];
}

/* --- surfaces --- */

/* The coordinates in the order of their registers, by the modifier dim. */
static const struct {
    uint8_t count, source[3];
} surface_dims[] = {
    {1, {HW_SURFACE_X}},
    {1, {HW_SURFACE_X}}, /* buffer */
    {2, {HW_SURFACE_X, HW_SURFACE_LAYER}},
    {2, {HW_SURFACE_X, HW_SURFACE_Y}},
    {3, {HW_SURFACE_X, HW_SURFACE_Y, HW_SURFACE_LAYER}},
    {3, {HW_SURFACE_X, HW_SURFACE_Y, HW_SURFACE_Z}},
};

/* Copy the coordinates, fill what all surface accesses share. */
static bool begin_surface(struct hw_translator *t, const struct hw_operand *surface, const struct hw_operand *handle,
                          struct hw_uop *uop)
{
    const uint8_t *mod = t->view.mod;
    const unsigned dim = mod[HW_MOD_DIM];
    const bool bindless = handle->kind == HW_OPERAND_REG;
    const uint16_t first = hw_temp_rows(t, HW_SURFACE_SOURCES);

    if (dim >= sizeof surface_dims / sizeof *surface_dims) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
        return false;
    }
    for (unsigned k = 0; k < HW_SURFACE_SOURCES; k++)
        hw_emit_move(t, (uint16_t)(first + k), t->code->rows.zero);
    for (unsigned i = 0; i < surface_dims[dim].count; i++)
        if (!copy_source(t, surface, i, (uint16_t)(first + surface_dims[dim].source[i])))
            return false;
    *uop = (struct hw_uop){.a = first, .cond_out = HW_NO_ROW, .cond_in = HW_NO_ROW, .d = HW_NO_ROW};
    uop->type = mod[HW_MOD_TYPE];
    uop->logic = mod[HW_MOD_ATOM];
    uop->lanes = mod[HW_MOD_MASK];
    uop->opt[0] = mod[HW_MOD_CLAMP];
    uop->opt[1] = (uint8_t)((mod[HW_MOD_RAW] ? HW_SURFACE_RAW : 0) | (mod[HW_MOD_BA] ? HW_SURFACE_BYTES : 0));
    return handle_row(t, handle, bindless ? handle : NULL, &uop->b);
}

/* Registers of the data of a load or store. */
static unsigned surface_words(const uint8_t *mod)
{
    const unsigned bits = hw_type_bits(mod[HW_MOD_TYPE]);

    return mod[HW_MOD_RAW] ? (bits + 31) / 32 : (unsigned)__builtin_popcount(mod[HW_MOD_MASK] & 0xfu);
}

/* The row from which on a store or an atomic operation finds its data.  RZ is zero in each of them. */
static bool data_rows(struct hw_translator *t, const struct hw_operand *data, unsigned count, uint16_t *row)
{
    if (count < 2 || (data->reg != HW_REG_RZ && data->reg + count <= t->launch->registers))
        return nth_row(t, data, 0, row);
    *row = hw_temp_rows(t, count);
    for (unsigned n = 0; n < count; n++)
        if (!copy_source(t, data, n, (uint16_t)(*row + n)))
            return false;
    return true;
}

/* Registers of the data of an atomic operation: what to compare with comes before the new value. */
static unsigned atomic_words(const uint8_t *mod)
{
    return hw_type_bits(mod[HW_MOD_TYPE]) / 32 * (mod[HW_MOD_ATOM] == HW_ATOM_CAS ? 2 : 1);
}

static void emit_surface(struct hw_translator *t, struct hw_uop *uop, hw_uop_fn *fn)
{
    uop->fn = fn;
    *hw_emit(t, fn) = *uop;
}

static void translate_surface(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    struct hw_uop uop;

    if (operand[0].kind == HW_OPERAND_PRED) { /* what the predicate would say is not known */
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
        return;
    }
    switch (t->view.op) {
    case HW_OP_SULD:
        if (begin_surface(t, &operand[1], &operand[2], &uop) &&
            result_rows(t, &operand[0], surface_words(t->view.mod), &uop.d))
            emit_surface(t, &uop, hw_uop_surface_load);
        break;
    case HW_OP_SUST:
        if (begin_surface(t, &operand[0], &operand[2], &uop) &&
            data_rows(t, &operand[1], surface_words(t->view.mod), &uop.c))
            emit_surface(t, &uop, hw_uop_surface_store);
        break;
    case HW_OP_SURED:
        t->code->ordered = true;
        if (begin_surface(t, &operand[0], &operand[2], &uop) &&
            data_rows(t, &operand[1], atomic_words(t->view.mod), &uop.c))
            emit_surface(t, &uop, hw_uop_surface_atomic);
        break;
    default:
        t->code->ordered = true;
        if (begin_surface(t, &operand[1], &operand[3], &uop) &&
            data_rows(t, &operand[2], atomic_words(t->view.mod), &uop.c) &&
            result_rows(t, &operand[0], hw_type_bits(uop.type) / 32, &uop.d))
            emit_surface(t, &uop, hw_uop_surface_atomic);
    }
}

bool hw_translate_texture_object(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_TEX:
        if (!refused(t))
            translate_full(t);
        return true;
    case HW_OP_TEXS:
        if (!refused(t))
            translate_scalar(t);
        return true;
    case HW_OP_TXQ: translate_query(t); return true;
    case HW_OP_SULD:
    case HW_OP_SUST:
    case HW_OP_SURED:
    case HW_OP_SUATOM: translate_surface(t); return true;
    default: return false;
    }
}

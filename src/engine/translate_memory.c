/* Loads, stores and atomics as micro-ops. */
#include "engine/translate.h"
#include "ops/alu_rows.h"
#include "ops/types.h"

/* d = a, of words. */
static void emit_move(struct hw_translator *t, uint16_t d, uint16_t a)
{
    struct hw_view move = {.op = HW_OP_MOV, .cond_out = -1, .operand_count = 2};
    move.operand[0] = move.operand[1] = (struct hw_operand){.kind = HW_OPERAND_REG, .bytes = 4};
    move.mod[HW_MOD_TYPE] = HW_TYPE_B32;
    move.mod[HW_MOD_LANES] = 0xf;
    struct hw_uop *uop = hw_emit(t, NULL);
    hw_alu_bind(&move, t->table, t->launch->target.chip, uop);
    uop->d = d;
    uop->a = a;
}

/* Half `part` of row d = low half of row a. */
static void emit_insert(struct hw_translator *t, uint16_t d, uint8_t part, uint16_t a)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_insert_half);
    uop->d = d;
    uop->d_part = part;
    uop->a = a;
}

/* Load: to the register, or through a temporary row into half of it.  Constants at a fixed address are
 * known already. */
static void translate_load(struct hw_translator *t)
{
    const struct hw_operand *d = &t->view.operand[0], *memory = &t->view.operand[1];
    uint16_t row, loaded;
    uint8_t part;

    if (!hw_destination_row(t, d, &row, &part))
        return;
    if (part == HW_PART_WORD && (memory->kind != HW_OPERAND_CONST || memory->bytes > 4)) {
        if (hw_emit_load(t, memory, row))
            hw_clear_beyond(t, d);
        return;
    }
    uint8_t unused;
    if (!hw_source_row(t, memory, &loaded, &unused))
        return;
    if (part == HW_PART_WORD) {
        emit_move(t, row, loaded);
        return;
    }
    emit_insert(t, row, part, loaded);
}

static void translate_locked_load(struct hw_translator *t)
{
    const struct hw_operand *memory = &t->view.operand[1];
    uint16_t row, base;
    uint8_t part;
    uint32_t offset;

    if (!hw_destination_row(t, &t->view.operand[0], &row, &part) ||
        !hw_memory_base(t, memory, &base, &offset))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_load_shared_locked);
    uop->d = part == HW_PART_WORD ? row : t->code->rows.temp;
    uop->a = base;
    uop->imm = offset;
    if (t->view.cond_out >= 0)
        uop->cond_out = hw_cond_row(t, (unsigned)t->view.cond_out);
    if (part != HW_PART_WORD)
        emit_insert(t, row, part, t->code->rows.temp);
    hw_post_increment(t, memory);
}

static hw_uop_fn *store_function(const struct hw_translator *t, const struct hw_operand *memory)
{
    static const enum hw_width width[17] = {
        [1] = HW_WIDTH_U8, [2] = HW_WIDTH_U16, [4] = HW_WIDTH_B32, [8] = HW_WIDTH_B64, [16] = HW_WIDTH_B128};
    enum hw_width index = width[memory->bytes <= 16 ? memory->bytes : 4];
    if (memory->kind == HW_OPERAND_SHARED)
        return t->view.mod[HW_MOD_LOCK] ? hw_uop_store_shared_unlock : t->table->store_shared[index];
    return memory->kind == HW_OPERAND_LOCAL ? t->table->store_local[index] : t->table->store_global[index];
}

static void translate_store(struct hw_translator *t)
{
    const struct hw_operand *memory = &t->view.operand[0];
    uint16_t base, data;
    uint8_t part;
    uint32_t offset;

    if (!hw_source_row(t, &t->view.operand[1], &data, &part) || !hw_memory_base(t, memory, &base, &offset))
        return;
    if (base == HW_NO_ROW && memory->kind != HW_OPERAND_SHARED)
        base = t->code->rows.zero;
    struct hw_uop *uop = hw_emit(t, store_function(t, memory));
    uop->a = base;
    uop->b = data;
    uop->b_part = part;
    uop->imm = offset;
    uop->mode = (uint8_t)(memory->space % HW_SEGMENTS);
    hw_post_increment(t, memory);
}

/* Reductions of one kind commute with each other; two kinds, or inc, dec, exch and cas, do not, and what
 * an atomic returns depends on who came before. */
static bool commutes(struct hw_translator *t, bool returns)
{
    uint8_t atom = t->view.mod[HW_MOD_ATOM], type = t->view.mod[HW_MOD_TYPE];

    if (returns || atom == HW_ATOM_EXCH || atom == HW_ATOM_CAS || atom == HW_ATOM_INC || atom == HW_ATOM_DEC)
        return false;
    if (t->reduction && (t->reduction != atom + 1 || t->reduction_type != type))
        return false;
    t->reduction = (uint8_t)(atom + 1);
    t->reduction_type = type;
    return true;
}

static void translate_atomic(struct hw_translator *t, bool returns)
{
    const struct hw_operand *operand = t->view.operand, *memory = &operand[returns ? 1 : 0];
    unsigned data = returns ? 2 : 1;
    uint16_t d = HW_NO_ROW, base, b, c = HW_NO_ROW;
    uint8_t part;
    uint32_t offset;

    if ((returns && !hw_destination_row(t, &operand[0], &d, &part)) ||
        !hw_memory_base(t, memory, &base, &offset) || !hw_source_row(t, &operand[data], &b, &part) ||
        (t->view.operand_count > data + 1 && !hw_source_row(t, &operand[data + 1], &c, &part)))
        return;
    t->code->ordered |= !commutes(t, returns);
    bool adds = !returns && t->view.mod[HW_MOD_ATOM] == HW_ATOM_ADD && hw_type_bits(t->view.mod[HW_MOD_TYPE]) == 32;
    t->code->adds |= adds;
    struct hw_uop *uop = hw_emit(t, t->table->atomic[adds ? HW_ROWS_REDUCE_ADD : HW_ROWS_ATOMIC]);
    uop->d = d;
    uop->a = base == HW_NO_ROW ? t->code->rows.zero : base;
    uop->b = b;
    uop->c = c;
    uop->imm = offset;
    uop->mode = (uint8_t)(memory->space % HW_SEGMENTS);
    uop->logic = t->view.mod[HW_MOD_ATOM];
    uop->type = t->view.mod[HW_MOD_TYPE];
    if (returns)
        hw_clear_beyond(t, &operand[0]);
}

bool hw_translate_memory(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_LD:
        if (t->view.mod[HW_MOD_LOCK])
            translate_locked_load(t);
        else
            translate_load(t);
        return true;
    case HW_OP_ST: translate_store(t); return true;
    case HW_OP_RED: translate_atomic(t, false); return true;
    case HW_OP_ATOM: translate_atomic(t, true); return true;
    default: return false;
    }
}

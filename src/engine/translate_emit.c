/* Where micro-ops, literals and jump targets are collected. */
#include "engine/translate.h"

#include <stdlib.h>
#include <string.h>

/* The array with room for one more element; the translator is marked when there is no memory for it,
 * and the old array is returned. */
static void *with_room(struct hw_translator *t, void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    uint32_t wanted = *capacity ? *capacity * 2 : 256;
    void *grown = realloc(array, wanted * size);
    if (!grown) {
        t->no_memory = true;
        return array;
    }
    *capacity = wanted;
    return grown;
}

struct hw_uop *hw_emit(struct hw_translator *t, hw_uop_fn *fn)
{
    struct hw_code *code = t->code;
    uint32_t capacity = t->uop_capacity;
    struct hw_uop *uop = &t->scratch;

    code->uop = with_room(t, code->uop, code->uop_count, &t->uop_capacity, sizeof *code->uop);
    code->insn_of = with_room(t, code->insn_of, code->uop_count, &capacity, sizeof *code->insn_of);
    if (!t->no_memory) {
        code->insn_of[code->uop_count] = code->insn_count ? code->insn_count - 1 : 0;
        uop = &code->uop[code->uop_count++];
    }
    memset(uop, 0, sizeof *uop);
    uop->fn = fn;
    uop->a = uop->b = uop->c = uop->cond_out = uop->cond_in = HW_NO_ROW;
    return uop;
}

/* Double the table of literals and enter them again. */
static void rehash(struct hw_translator *t)
{
    uint32_t size = t->literal_table_size ? t->literal_table_size * 2 : 512;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table) {
        t->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < t->code->literal_count; i++) {
        uint32_t slot = t->code->literal[i] * 0x9e3779b1u;
        while (table[slot & (size - 1)])
            slot++;
        table[slot & (size - 1)] = i + 1;
    }
    free(t->literal_table);
    t->literal_table = table;
    t->literal_table_size = size;
}

uint16_t hw_literal_row(struct hw_translator *t, uint32_t value)
{
    struct hw_code *code = t->code;

    if (code->literal_count * 2 >= t->literal_table_size)
        rehash(t);
    if (t->no_memory)
        return 0;
    uint32_t slot = value * 0x9e3779b1u, mask = t->literal_table_size - 1;
    for (; t->literal_table[slot & mask]; slot++) {
        uint32_t index = t->literal_table[slot & mask] - 1;
        if (code->literal[index] == value)
            return (uint16_t)(code->rows.literal + index);
    }
    code->literal =
        with_room(t, code->literal, code->literal_count, &t->literal_capacity, sizeof *code->literal);
    if (t->no_memory)
        return 0;
    code->literal[code->literal_count++] = value;
    t->literal_table[slot & mask] = code->literal_count;
    return (uint16_t)(code->rows.literal + code->literal_count - 1);
}

struct hw_uop *hw_emit_fault(struct hw_translator *t, unsigned kind, unsigned bad, uint32_t number)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_fault);
    uop->mode = (uint8_t)kind;
    uop->high = (uint8_t)bad;
    uop->imm = number;
    return uop;
}

void hw_note_target(struct hw_translator *t)
{
    t->target = with_room(t, t->target, t->target_count, &t->target_capacity, sizeof *t->target);
    if (!t->no_memory)
        t->target[t->target_count++] = t->code->uop_count - 1;
}

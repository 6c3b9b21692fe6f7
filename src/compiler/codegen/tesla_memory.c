/* SPDX-License-Identifier: MIT */
/* Selects loads and stores of chips before GF100.  Global memory is addressed by a register alone; shared,
 * local and constant memory by an address register and an offset in units of the access's size.  An address
 * register is live only within one access.  Addressing modes are queried from the rows of isa/, the best one
 * first. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/tesla.h"

#define MAX_TEXT 256u

struct tesla_address {
    struct hw_mir_operand base; /* HW_MIR_OPERAND_NONE: there is none */
    int64_t offset;
};

/* One access, of up to four contiguous words. */
struct tesla_access {
    const char *name; /* .U32 */
    unsigned bytes;   /* of a unit */
    unsigned words;   /* 1, or how many words of the register */
    bool is_signed;
    unsigned space;
    struct hw_mir_operand value;
    struct tesla_address address;
    bool has_side_effects;
};

/* --- addresses -------------------------------------------------------------------------------------------
 */

static struct hw_mir_operand low_word(struct hw_mir_operand operand, const struct hw_ir_value *value)
{
    if (value->kind == HW_IR_KIND_64 && operand.kind == HW_MIR_OPERAND_REG)
        operand.kind = HW_MIR_OPERAND_PART;
    return operand;
}

/* The address of a variable in shared, local or constant memory. */
static bool is_placed(const struct hw_isel *s, const struct hw_ir_value *value, uint64_t *offset)
{
    if (value->from->op != HW_IR_SYMBOL || value->from->how.symbol->space == HW_IR_SPACE_GLOBAL ||
        !hw_codegen_offset(s->layout, value->from->how.symbol, offset))
        return false;
    *offset += value->from->how.bits;
    return true;
}

/* What a number is added to; NULL: the value is no such sum. */
static const struct hw_ir_value *without_number(const struct hw_isel *s, const struct hw_ir_value *value,
                                                uint64_t *number)
{
    const struct hw_ir_insn *insn = value->from;

    if (insn->op != HW_IR_ADD || insn->operands != 2 || insn->results != 1)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        const struct hw_ir_value *added = hw_isel_strip_copies(insn->operand[i].value);
        if (hw_ir_is_constant(added, number) || is_placed(s, added, number))
            return hw_isel_strip_copies(insn->operand[1 - i].value);
    }
    return NULL;
}

static struct tesla_address address_of(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_value *value = hw_isel_strip_copies(insn->operand[0].value);
    struct tesla_address address = {.offset = (int64_t)insn->how.bits};
    uint64_t more;

    for (const struct hw_ir_value *rest; (rest = without_number(s, value, &more)) != NULL; value = rest)
        address.offset += (int32_t)more;
    if (insn->how.space == HW_IR_SPACE_PARAM)
        address.offset += HW_TESLA_HEADER;
    if (is_placed(s, value, &more) || hw_ir_is_constant(value, &more))
        address.offset += (int32_t)more;
    else
        address.base = low_word(hw_isel_operand(s, value), value);
    return address;
}

/* The whole address in a register. */
static struct hw_mir_operand is_entire(struct hw_isel *s, const struct tesla_address *address)
{
    const struct hw_mir_operand operand[] = {
        hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1)), address->base,
        hw_isel_immediate((uint32_t)address->offset, HW_IMMEDIATE_UNSIGNED)};
    const struct hw_mir_operand number[] = {operand[0], operand[2]};

    if (address->base.kind == HW_MIR_OPERAND_NONE)
        hw_isel_emit(s, "MVI %0, %1", 1, 2, number);
    else if (!address->offset)
        return address->base;
    else
        hw_isel_emit(s, "IADD32I %0, %1, %2", 1, 3, operand);
    return operand[0];
}

struct hw_mir_operand hw_tesla_address(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct tesla_address address = address_of(s, insn);

    return is_entire(s, &address);
}

/* --- templates
 * -----------------------------------------------------------------------------------------------
 */

static void add_global(const struct tesla_access *access, bool is_load, char *text)
{
    if (is_load)
        snprintf(text, MAX_TEXT, "GLD%s %%0, global14 [%%1]", access->name);
    else
        snprintf(text, MAX_TEXT, "GST%s global14 [%%1], %%0", access->name);
}

/* The line of one word; `area` with the offset in brackets. */
static int add_shared(const struct tesla_access *access, bool is_load, bool is_operand, const char *where,
                      const char *mark, char *text, size_t capacity)
{
    if (!is_load)
        return snprintf(text, capacity, "R2G%s.U32 g %s, %%0%s", access->name, where, mark);
    if (!is_operand)
        return snprintf(text, capacity, "LDS%s %%0%s, g %s", access->bytes == 4 ? "" : access->name, mark,
                        where);
    if (access->bytes == 4)
        return snprintf(text, capacity, "MOV %%0%s, g %s", mark, where);
    if (access->bytes == 2)
        return snprintf(text, capacity, "I2I.%s %%0, g %s.U16", access->is_signed ? "S32.S16" : "U32.U16",
                        where);
    return snprintf(text, capacity, "I2I.U32.U16 %%0, g %s.U8%s", where,
                    access->is_signed ? "\nI2I.S32.S16.BEXT %0, %0L" : "");
}

static void add_line(const struct tesla_access *access, bool is_load, bool is_operand, unsigned word,
                     char *text)
{
    static const char *const marks[] = {"", "'", "''", "'''"};
    const size_t length = strlen(text);
    const bool has_base = access->address.base.kind != HW_MIR_OPERAND_NONE;
    char where[48], *end = text + length;
    const size_t capacity = MAX_TEXT - length;

    /* Offsets in local memory count bytes. */
    const int64_t at = access->space == HW_IR_SPACE_LOCAL ? access->address.offset + 4 * word
                                                          : access->address.offset / access->bytes + word;
    snprintf(where, sizeof where, "[%s0x%llx]", has_base ? "A1+" : "", (unsigned long long)at);
    if (access->space == HW_IR_SPACE_CONST)
        snprintf(end, capacity, "MVC%s %%0%s, c [0x0] %s", access->bytes == 4 ? "" : access->name,
                 marks[word], where);
    else if (access->space == HW_IR_SPACE_LOCAL && is_load)
        snprintf(end, capacity, "LLD%s %%0%s, local %s", access->name, marks[word], where);
    else if (access->space == HW_IR_SPACE_LOCAL)
        snprintf(end, capacity, "LST%s local %s, %%0%s", access->name, where, marks[word]);
    else
        add_shared(access, is_load, is_operand, where, marks[word], end, capacity);
}

static bool try_form(struct hw_isel *s, const struct tesla_access *access, bool is_load, bool is_operand,
                     char *text)
{
    const struct hw_mir_insn example = {
        .template = text, .operand = {{.kind = HW_MIR_OPERAND_REG}, {.kind = HW_MIR_OPERAND_REG}}};
    char written[MAX_TEXT];

    if (access->address.offset < 0 || access->address.offset % access->bytes)
        return false;
    strcpy(text, access->address.base.kind != HW_MIR_OPERAND_NONE ? "R2A A1, %1" : "");
    for (unsigned word = 0; word < access->words; word++) {
        if (*text)
            strcat(text, "\n");
        add_line(access, is_load, is_operand, word, text);
    }
    return hw_codegen_print_insn(&example, NULL, written, sizeof written) &&
           hw_codegen_accepts(s->target, written);
}

static void emit_access(struct hw_isel *s, struct tesla_access *access, bool is_load)
{
    char text[MAX_TEXT];

    if (access->space == HW_IR_SPACE_GLOBAL) {
        access->address.base = is_entire(s, &access->address);
        add_global(access, is_load, text);
    } else if (!try_form(s, access, is_load, true, text) && !try_form(s, access, is_load, false, text)) {
        access->address.base = is_entire(s, &access->address);
        access->address.offset = 0;
        if (!try_form(s, access, is_load, true, text) && !try_form(s, access, is_load, false, text))
            hw_isel_fail(s, "reach that");
    }
    const struct hw_mir_operand operand[] = {access->value, access->address.base};
    struct hw_mir_insn *made =
        hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), is_load, 2, operand);
    made->has_side_effects = access->has_side_effects;
}

/* --- loads and stores ------------------------------------------------------------------------------------
 */

static unsigned space_of(const struct hw_ir_insn *insn)
{
    switch (insn->how.space) {
    case HW_IR_SPACE_GENERIC: return HW_IR_SPACE_GLOBAL; /* of version 1 of PTX: there are no others */
    case HW_IR_SPACE_PARAM: return HW_IR_SPACE_SHARED;
    default: return insn->how.space;
    }
}

static struct tesla_access access_of(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const parts[] = {
        [HW_TYPE_U8] = ".U8",   [HW_TYPE_S8] = ".S8",   [HW_TYPE_U16] = ".U16",
        [HW_TYPE_S16] = ".S16", [HW_TYPE_F16] = ".U16", [HW_TYPE_B16] = ".U16"};
    const unsigned bits = hw_codegen_type_bits(insn->how.type);
    struct tesla_access access = {.bytes = bits < 32 ? bits / 8 : 4,
                                  .is_signed = insn->how.type == HW_TYPE_S8 || insn->how.type == HW_TYPE_S16,
                                  .words = 1,
                                  .space = space_of(insn),
                                  .has_side_effects = insn->how.is_volatile};

    access.name = bits < 32 ? parts[insn->how.type] : ".U32";
    access.address = address_of(s, insn);
    return access;
}

/* Contiguous words: in one access if the memory has such, else one after the other. */
static void set_words(struct tesla_access *access, unsigned words)
{
    if (access->space == HW_IR_SPACE_GLOBAL) {
        access->name = words == 1 ? ".U32" : words == 2 ? ".U64" : ".U128";
        return;
    }
    access->words = words;
}

static unsigned words_of(const struct hw_ir_value *value)
{
    return value->kind == HW_IR_KIND_64 ? 2 : 1;
}

static void load_each(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned bytes = hw_codegen_type_bits(insn->how.type) / 8;

    for (unsigned i = 0; i < insn->results; i++) {
        if (!s->reg[insn->result[i].number])
            continue;
        struct tesla_access access = access_of(s, insn);
        access.value = hw_isel_to(s, &insn->result[i]);
        access.address.offset += bytes * i;
        if (bytes >= 4)
            set_words(&access, words_of(&insn->result[i]));
        emit_access(s, &access, true);
    }
}

/* Results of a vector of words are parts of one register, as isel_operand.c reads them. */
void hw_tesla_load(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_mir_operand cell[2] = {{.kind = HW_MIR_OPERAND_NONE}};

    if (insn->results == 1 && hw_tesla_preloaded(s, &insn->result[0], &cell[1])) {
        cell[0] = hw_isel_to(s, &insn->result[0]);
        hw_isel_emit(s, words_of(&insn->result[0]) == 2 ? "MOV %0, %1\nMOV %0', %1'" : "MOV %0, %1", 1, 2,
                     cell);
        return;
    }
    if (insn->results == 1 || hw_codegen_type_bits(insn->how.type) != 32 ||
        space_of(insn) == HW_IR_SPACE_CONST || insn->how.space == HW_IR_SPACE_PARAM) {
        load_each(s, insn);
        return;
    }
    const unsigned words = insn->results == 3 ? 4 : insn->results;
    struct tesla_access access = access_of(s, insn);
    access.value = hw_isel_of(s, hw_isel_wide(s, insn, words));
    set_words(&access, words);
    emit_access(s, &access, true);
}

static void store_one(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned which)
{
    static const char *const same[] = {[HW_TYPE_S8] = ".U8", [HW_TYPE_S16] = ".U16"};
    const unsigned bytes = hw_codegen_type_bits(insn->how.type) / 8;
    const struct hw_ir_value *value = insn->operand[1 + which].value;
    struct tesla_access access = access_of(s, insn);

    if (access.is_signed)
        access.name = same[insn->how.type];
    access.value = hw_isel_operand(s, value);
    if (bytes < 4)
        access.value = low_word(access.value, value);
    access.address.offset += bytes * which;
    if (bytes >= 4)
        set_words(&access, words_of(value));
    access.has_side_effects = true;
    emit_access(s, &access, false);
}

static void store_words(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned words = insn->operands - 1;
    struct tesla_access access = access_of(s, insn);
    const struct hw_mir_operand to = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words));

    access.value = hw_isel_reg_sequence(s, to, words, &insn->operand[1]);
    set_words(&access, words);
    access.has_side_effects = true;
    emit_access(s, &access, false);
}

void hw_tesla_store(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned values = insn->operands - 1, space = space_of(insn);

    if (space == HW_IR_SPACE_CONST || insn->how.space == HW_IR_SPACE_PARAM)
        hw_isel_fail(s, "store that");
    else if (space == HW_IR_SPACE_GLOBAL && (values == 2 || values == 4) &&
             hw_codegen_type_bits(insn->how.type) == 32)
        store_words(s, insn);
    else
        for (unsigned i = 0; i < values; i++)
            store_one(s, insn, i);
}
